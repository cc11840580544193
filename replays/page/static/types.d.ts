/* What the controller of a page replies, as docs/page.md tells it. */

export interface Complaint { what: string; where: string; expected: string }
export interface Fault { entry: number; moment: string; hexes: string[]; rule: string; says: string; written: string; rules: string; same: [number, number] }
export interface Reply { error?: Complaint; fragments?: Record<string, string>; rules?: Record<string, [string, string]>; [key: string]: any }
export interface Feed {
  ask(request: Record<string, any>): Promise<any>;
  onAppended(callback: () => void): void;
  local?: boolean;
  report?: string;
  log?: () => Promise<{ name: string; bytes: ArrayBuffer }>;
}
export interface Side { name: string; colour: string; emblem: string }
export interface Phase { at: string; turn: number; player: number; phase: string; from: number; to: number }
export interface TurnBox { turn: number; player: number; side: string; from?: number; to?: number }
export interface Mark { entry: number; kind: string; text: string; rule: string }
export interface BoardBase {
  width: number; height: number; layers: string[]; uncut: string[]; defs: string; outline: string;
  governed: Record<string, string[]>; hexes: Record<string, [number, number, string]>;
}
export interface Head extends Reply {
  title: string; count: number; chunk: number; role: string; can: { ask: boolean; do: boolean }; file?: string;
  audit?: { words: string }; sides: Side[]; phase_names: string[]; entries: [string, string, number][];
  readable: number; fault?: { line: number; what: string; words: string } | null; faults: Fault[];
  phases: Phase[]; turns: TurnBox[]; dust: [number, number, number, string][]; marks: Mark[]; board: BoardBase;
}
export interface Gauge { name: string; words: string; rule: string }
export interface Unit { id: string; side: string; hex: string; kind: string; words: string }
export interface Due { heading: string; what: string; order?: string; bound?: string; rule?: string; dice?: any; at?: string }
export interface Frame {
  at: string; turn: number; player: number; phase: string; side: string; over: boolean; status: string;
  layers: Record<string, string[]>; counters: [string, string, number, number][]; ribbon: Gauge[]; effect: [string, string, string][]; due: Due[];
  key: [string, string][]; units: Unit[]; contents: Record<string, string[]>; ground: Record<string, string>; focus: string[]; written?: boolean;
}
export interface Button { label: string; small?: string; act: (event?: Event) => any; disabled?: boolean }
export interface Asked { at: number; moment: string; text: string; reply: Reply }
