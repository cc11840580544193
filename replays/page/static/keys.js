/* What keys do. */

import { $ } from "./dom.js";

export const KEYS = [
  ["← →", "entry back, entry on (on the board: , and .)"],
  ["Shift ← →", "phase back, phase on"],
  ["Page Up, Page Down", "Player Turn back, on"],
  ["Home, End", "the beginning, the end"],
  ["Space", "play the game by itself, or stop"],
  ["+ − 0 9", "nearer, farther, the action, the whole board"],
  ["Arrows on the board", "from hex to hex; Enter touches it, at the end of a path goes there; Shift Enter opens its orders"],
  ["N", "the next vehicle"],
  ["/", "type an order or a question"],
  ["S", "what the chosen hex sees"],
  ["T, R", "the board as text; rules, with examples"],
  ["L V F G", "hex names, dust veil, follow the action, terrain as it is governed"],
  ["D", "light or dark"],
  ["Esc", "let go; once more, leave the board"],
];

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a key does on the board, or null.
 * @param {import("./app.js").App} app @param {KeyboardEvent} event */
const onBoard = (app, event) => {
  const { cursor } = app;
  if (ARROWS[event.key] && !event.shiftKey) return () => app.moveCursor(...ARROWS[event.key]);
  if (event.key !== "Enter" || !cursor) return null;
  if (!event.shiftKey && app.hands.flow.path?.at(-1) === cursor) return () => app.dock.main?.click();
  return () => app.hands.touch(cursor, { counter: app.counterAt(cursor), orders: event.shiftKey });
};

/** What a key does anywhere, or null.
 * @param {import("./app.js").App} app @param {KeyboardEvent} event */
const anywhere = (app, event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) return () => (event.shiftKey ? app.phase(by) : app.step(by));
  /** @type {Record<string, () => any>} */
  const acts = {
    ",": () => app.step(-1), ".": () => app.step(1), PageUp: () => app.turn(-1), PageDown: () => app.turn(1),
    Home: () => app.seek(0), End: () => app.seek(app.model.count), " ": () => app.play(),
    "+": () => app.board.zoom(0.75), "=": () => app.board.zoom(0.75), "-": () => app.board.zoom(1.33),
    0: () => app.fit(), 9: () => app.board.whole(), n: () => app.nextVehicle(), "/": () => app.type(),
    l: () => app.toggle("names"), v: () => app.toggle("veil"), f: () => app.toggle("follow"), g: () => app.toggle("governed"),
    s: () => app.hands.sees(), t: () => app.menu.text(), d: () => app.theme(), r: () => app.model.head.can.ask && app.rulebook.open(),
    "?": () => app.menu.open(), Escape: () => { if (app.hands.mode === "due") $("map").blur(); app.hands.letGo(); },
  };
  return acts[event.key.length === 1 ? event.key.toLowerCase() : event.key] || null;
};

/** @param {import("./app.js").App} app */
export const listenToKeys = (app) => addEventListener("keydown", (event) => {
  if (!app.frame || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const at = /** @type {Element} */ (event.target);
  if (at.matches("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
  if (app.hands.key(event)) { event.preventDefault(); return; }
  if (at.matches("button, summary, a") && /^( |Enter)$/.test(event.key)) return;
  if (at.closest(".scroll, #story, #dock .body") && /^(Page|Home|End| )/.test(event.key)) return;
  const act = (at === $("map") && onBoard(app, event)) || anywhere(app, event);
  if (!act) return;
  event.preventDefault();
  act();
});
