/* Dice that are due: a pad of faces, a row for each die; the seed's are shown only once they are recorded. */

import { ruleChip } from "./answer.js";
import { h, s, user } from "./dom.js";
import { refusal } from "./due.js";
import { Mode } from "./mode.js";

/** How long the seed's dice are looked at before the game goes on. */
const LOOKED_AT = 500;
/** @type {Record<number, number[][]>} */
const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/** The dice up to the first that is not touched yet.
 * @param {(number | undefined)[]} picks @returns {number[]} */
export const shownDice = (picks) => {
  const end = [...picks].findIndex((each) => !each);
  return /** @type {number[]} */ (end < 0 ? picks : picks.slice(0, end));
};

export class Dice extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {string} line @param {any} [then] what goes on once they are recorded
   * @param {number} [at] the entry at which they are asked about, where an old one is amended */
  constructor(hands, line, then = null, at) {
    super(hands, "dice");
    this.inPast = at !== undefined;
    this.line = line;
    this.then = then;
    this.at = at;
    /** @type {(number | undefined)[]} */
    this.picks = [];
    this.rolling = false;
    this.asking = 0;
  }

  get hexes() { return this.then?.hexes || []; }

  async ask() {
    const request = ++this.asking;
    const reply = await this.app.model.ask({ get: "dice", line: this.line, dice: shownDice(this.picks), ...(this.at === undefined ? {} : { at: this.at }) });
    if (request !== this.asking) return;
    this.why = reply.error || null;
    if (reply.error) return;
    this.reply = reply;
    this.picks.length = Math.min(this.picks.length, this.faces.length);
  }

  /** All dice that are known to be due, with their names. */
  get faces() { return (this.reply?.rolls || []).flatMap((/** @type {any} */ roll) => roll.dice.map((/** @type {string} */ name) => ({ name, of: roll.of }))); }

  touch() {
    if (this.at !== undefined) return true;
    this.app.say("The dice are due first");
    return true;
  }

  /** @param {string} key */
  key(key) {
    const empty = this.faces.findIndex((/** @type {any} */ _, /** @type {number} */ n) => !this.picks[n]);
    if (key === "Backspace" && this.picks.length) { this.picks.pop(); this.ask().then(() => this.hands.paint()); return true; }
    if (!/^[1-6]$/.test(key) || empty < 0) return false;
    this.pick(empty, Number(key));
    return true;
  }

  /** @param {number} n @param {number} face */
  async pick(n, face) {
    if (this.rolling) return;
    this.picks[n] = face;
    if (this.reply) this.reply.done = false; // what was asked about other dice is not recorded
    this.paint();
    if (shownDice(this.picks).length <= n) return;
    await this.ask();
    if (this.hands.flow === this) this.hands.paint();
  }

  get done() { return Boolean(this.reply?.done) && shownDice(this.picks).length === this.faces.length && this.reply.rolls.length > 0; }

  paint() {
    const { app, done, reply } = this, rows = this.faces.map((/** @type {any} */ die, /** @type {number} */ n) => this.row(die, n));
    const due = app.frame.due.find((/** @type {any} */ each) => each.order === this.line);
    const bySeed = reply?.from === "seed", order = this.at === undefined;
    app.dock.show({
      title: reply?.label || this.line, due: Boolean(due),
      sub: due ? [user(due.what.split(";")[0], "span"), " ", ruleChip(app, due.rule)] : h("code", { text: this.line }),
      close: () => this.hands.letGo(),
      body: [h("div", { class: `pad${this.picks.some(Boolean) ? " chosen" : ""}` }, rows), this.why ? refusal(app, this.why)
        : h("p", { class: "out", role: "status" }, done || this.rolling ? [h("b", { text: shownDice(this.picks).join(", ") }), " ", user(reply.says, "span")] : bySeed ? "In this game the seed rolls." : "")],
      lesser: order && (reply?.from === "either") ? { label: "Roll for us", act: () => this.roll(), disabled: this.rolling } : null,
      main: bySeed && order ? { label: "Roll", act: () => this.roll(), disabled: this.rolling }
        : { label: !order ? `What if ${shownDice(this.picks).join(", ") || "…"}?` : done ? `Record ${shownDice(this.picks).join(", ")}` : "Record", act: () => this.record(), disabled: !done || this.rolling || this.hands.sender.lost },
      mark: `dice ${this.line}`,
    });
  }

  /** @param {{name: string, of: string}} die @param {number} n */
  row({ name, of }, n) {
    const label = `${name === "dr" ? `${of} dr` : `${name} die`}`;
    return h("fieldset", { class: `dice ${name === "Coloured" ? "coloured" : ""}` }, h("legend", { text: label }),
      [1, 2, 3, 4, 5, 6].map((face) => h("button", {
        type: "button", class: "die", "aria-pressed": String(this.picks[n] === face), "aria-label": `${label}: ${face}`, "data-key": `die ${n} ${face}`, onclick: () => this.pick(n, face),
      }, s("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, PIPS[face].map(([x, y]) => s("circle", { cx: 5.5 * x, cy: 5.5 * y, r: 2 }))))));
  }

  record() {
    if (!this.done) return;
    if (this.at !== undefined) { this.then.ready(this.reply.line); return; }
    this.hands.give([this.reply.line], this.then);
  }

  /** The seed rolls; what its dice show is seen for a moment. */
  async roll() {
    if (this.rolling) return;
    this.rolling = true;
    const reply = await this.hands.sender.send([this.line]);
    if (!reply?.given) { this.rolling = false; this.why = reply?.refused || null; this.hands.paint(); return; }
    this.reply = { label: this.reply?.label, rolls: reply.rolled, says: reply.says, from: "seed", done: false };
    this.picks = reply.rolled.flatMap((/** @type {any} */ each) => each.shown);
    if (this.hands.flow === this) this.paint();
    this.hands.app.say(`✓ ${shownDice(this.picks).join(", ")} ${reply.says}`);
    await new Promise((done) => setTimeout(done, LOOKED_AT));
    await this.hands.then(this.then);
  }
}
