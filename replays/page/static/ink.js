/* What is drawn over the board by hand: where a vehicle can go, its path, a LOS, rings. No rule: it draws answers. */

import { parsed, s } from "./dom.js";

/** @typedef {[number, number]} Point */
/** @typedef {{hex: string, mp?: string, sum?: string, dust?: {hex: string} | null, bog?: any, dice?: any}} Step */
/** @typedef {{mp: string, via: string[], stop?: boolean, bog?: any, dust?: any}} Reached */

/** MP as a number: Python says halves and thirds as fractions.
 * @param {string} mp */
export const amount = (mp) => { const [a, b = "1"] = mp.split("/"); return Number(a) / Number(b); };

/** @param {string | number} mp */
export const inWords = (mp) => { const n = typeof mp === "string" ? amount(mp) : mp, whole = Math.floor(n + 1e-9); return n - whole > 0.01 ? `${whole || ""}${Math.abs(n - whole - 0.5) < 0.01 ? "½" : ` ${(n - whole).toFixed(2)}`}` : String(whole); };

/** The path of a polyline.
 * @param {Point[]} points */
export const lineThrough = (points) => points.map(([x, y], n) => `${n ? "L" : "M"}${x} ${y}`).join("");

/** What a path is drawn of: the hexes of its line, its marks, and where Dust will rise.
 * @param {{from: string, steps: Step[]}} path
 * @returns {{hexes: string[], marks: {hex: string, words: string, kind: string}[], dust: string[]}} */
export const pathInk = ({ from, steps }) => ({
  hexes: [from, ...steps.map((step) => step.hex)],
  marks: steps.map((step, n) => ({ hex: step.hex, words: step.sum ? inWords(step.sum) : String(n + 1), kind: step.bog || step.dice ? "bog" : "step" })),
  dust: [...new Set(steps.flatMap((step) => (step.dust ? [step.dust.hex] : [])))],
});

/** What stands in a hex within reach: next to where the path ends the cost, farther off a number.
 * @param {Reached} reached @returns {{kind: string, words: string}} */
export const reachInk = ({ mp, via, stop = true, bog }) => (via.length === 1
  ? { kind: `next${bog ? " bog" : ""}${stop ? "" : " through"}`, words: bog ? `${inWords(mp)} ${bog.name?.split(" ")[0].slice(0, 5) || "Bog"}` : `+${inWords(mp)}` }
  : { kind: "far", words: `${inWords(mp)}${stop ? "" : "·"}` });

export class Ink {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.ground = s("g", { class: "ink ink-ground" });
    this.top = s("g", { class: "ink ink-top" });
    /** @type {Map<string, SVGElement[]>} */
    this.drawn = new Map();
    /** Where one looked before a LOS was brought into view, and since.
     * @type {(import("./window.js").Window | undefined)[]} */
    this.looks = [];
  }

  defs() {
    const pattern = (/** @type {string} */ id, /** @type {string} */ size, /** @type {string} */ turn, /** @type {any[]} */ parts) =>
      s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: turn }, parts);
    return [
      pattern("khamsin-ink-hatch", "9", "rotate(45)", [s("rect", { class: "shade", width: 9, height: 9 }), s("rect", { class: "stripe", width: 1.6, height: 9 })]),
      pattern("khamsin-ink-dust", "12", "", [s("circle", { cx: 3, cy: 3, r: 2.3 }), s("circle", { cx: 9, cy: 9, r: 2.3 })]),
    ];
  }

  /** Put what one thing is drawn of into its place; nothing takes it away.
   * @param {string} name @param {SVGElement[]} [ground] @param {SVGElement[]} [top] */
  put(name, ground = [], top = []) {
    for (const node of this.drawn.get(name) || []) node.remove();
    this.drawn.set(name, [...ground, ...top]);
    this.ground.append(...ground);
    this.top.append(...top);
  }

  /** Elements around the middle of a hex, in pixels of the screen.
   * @param {string} hex @param {string} kind @param {any[]} parts @param {number} [down] units of the board */
  pixels(hex, kind, parts, down = 0) {
    const [x, y] = this.board.at(hex) || [0, 0], air = 18 * this.board.unit;
    const within = (/** @type {number} */ at, /** @type {number} */ all, edge = air) => Math.min(Math.max(at, edge), all - edge);
    return s("g", { class: kind, "data-hex": hex, transform: `translate(${within(x, this.board.size.width)} ${within(y + down, this.board.size.height, air / 2)})` }, s("g", { class: "px" }, parts));
  }

  /** Where a vehicle can go from the end of its path.
   * @param {{from: string, hexes: Record<string, Reached>}} reach */
  reach({ from, hexes }) {
    const all = Object.keys(this.board.model.head.board.hexes), low = 0.31 * this.board.hex;
    const out = all.filter((name) => !(name in hexes) && name !== from).map((name) => this.board.outline(name, "out"));
    const frames = [], words = [];
    for (const [name, reached] of Object.entries(hexes)) {
      if (!this.board.at(name)) continue;
      const { kind, words: said } = reachInk(reached), wide = 9 * said.length + 12;
      if (kind === "far") words.push(this.pixels(name, "far", [s("text", { y: 4, text: said })]));
      else {
        frames.push(this.board.outline(name, "edge", 0.95), this.board.outline(name, kind, 0.95));
        words.push(this.pixels(name, `cost ${kind}`, [s("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 8 }), s("text", { y: 5, text: said })], low));
      }
    }
    this.put("reach", [...out, ...frames], words);
  }

  /** The path that is planned.
   * @param {{from: string, steps: Step[]}} path */
  path(path) {
    const { hexes, marks, dust } = pathInk(path);
    for (const name of hexes) this.top.querySelector(`.far[data-hex="${name}"]`)?.remove();
    const d = lineThrough(hexes.map((name) => this.board.at(name)).filter((each) => each != null));
    const shape = (/** @type {string} */ kind) => (kind === "bog" ? s("path", { d: "M0-17 17 12H-17Z" }) : s("circle", { r: 11 }));
    this.put("path",
      dust.filter((name) => this.board.at(name)).flatMap((name) => [this.board.outline(name, "edge", 0.88), this.board.outline(name, "ghost", 0.88)]),
      (marks.length ? [s("path", { class: "edge", d }), s("path", { class: "way", d })] : [])
        .concat(marks.map(({ hex, words, kind }) => this.pixels(hex, kind, [shape(kind), s("text", { y: kind === "bog" ? 8 : 4.5, text: words })]))));
  }

  /** A LOS and what hinders it, as Python drew it, brought into view; null takes it away, and leads back to where one looked.
   * @param {{under?: string[], over?: string[]} | null} [drawn] */
  line(drawn) {
    const { board } = this;
    const [last, since] = this.looks;
    if (last && board.window === since) board.look(last);
    const before = board.window;
    for (const place of /** @type {const} */ (["under", "over"])) board[place].replaceChildren(...(drawn?.[place] || []).map((id) => parsed(board.model.fragments.get(id))));
    board.unhide([...board.over.querySelectorAll(".end, .pill")]);
    this.looks = [before, board.window];
  }

  /** Rings around hexes, under the counters: chosen, target, focus, cursor, changed.
   * @param {string} kind @param {string[]} names */
  ring(kind, names) {
    const rings = names.filter((name) => this.board.at(name)).flatMap((name) =>
      [this.board.outline(name, `edge edge-${kind}`, 0.96), this.board.outline(name, `ring ring-${kind}`, 0.96)]);
    this.put(kind, rings);
  }

  /** Take everything away but the rings of what is not being chosen. */
  clear() {
    for (const name of ["reach", "path", "chosen", "target"]) this.put(name);
    this.line(null);
  }
}
