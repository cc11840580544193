/* An Impulse: companions are touched, then each has its path, and all move hex by hex together. */

import { h, user } from "./dom.js";
import { refusal } from "./due.js";
import { inWords } from "./ink.js";
import { Mode } from "./mode.js";
import { touched } from "./path.js";

/** The orders of several paths, one Impulse after the other.
 * @param {string[][]} paths the lines of each vehicle */
export const impulses = (paths) => Array.from({ length: Math.max(0, ...paths.map((each) => each.length)) }, (_, n) => {
  const steps = paths.map((lines) => lines[n]).filter(Boolean);
  return steps.length > 1 ? `impulse ${steps.join(", ")}` : steps[0];
});

export class Impulse extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {string} id */
  constructor(hands, id) {
    super(hands, "impulse");
    this.ids = [id];
    this.now = id;
    this.choosing = true;
    this.going = false;
    /** @type {Record<string, string[]>} */
    this.paths = { [id]: [] };
    /** @type {Record<string, any>} */
    this.replies = {};
  }

  get hexes() { return this.ids.map((id) => this.hands.unit(id)?.hex || "").filter(Boolean); }

  async ask() { for (const id of this.ids) this.replies[id] = await this.hands.options(id, this.paths[id]); }

  /** @param {string} hex @param {string | null} counter */
  touch(hex, counter) {
    if (this.choosing) {
      if (counter && this.hands.own(counter)) this.toggle(counter);
      return true;
    }
    if (counter && this.ids.includes(counter) && !this.paths[this.now].length) { this.now = counter; return true; }
    const reach = this.replies[this.now]?.reach, path = reach && touched(this.paths[this.now], hex, reach.hexes);
    if (path) this.to(path);
    else this.why = reach?.no[hex] || { what: `${hex} is out of reach` };
    return true;
  }

  /** @param {string} id */
  async toggle(id) {
    if (this.ids.includes(id) && this.ids.length > 1) this.ids = this.ids.filter((each) => each !== id);
    else if (!this.ids.includes(id)) this.ids.push(id);
    this.paths[id] = [];
    [this.now] = this.ids;
    await this.ask();
    this.hands.paint();
  }

  /** @param {string[]} path */
  async to(path) {
    this.paths[this.now] = path;
    this.why = null;
    await this.ask();
    if (this.hands.flow === this) this.hands.paint();
  }

  /** Record all Impulses; what is left after dice waits. */
  async go() {
    const lines = impulses(this.ids.map((id) => this.replies[id]?.path?.lines || []));
    this.going = true;
    await this.hands.give(lines, this);
    this.going = false;
  }

  /** So many Impulses were recorded: what each vehicle has entered is behind.
   * @param {number} given */
  sent(given) {
    if (!this.going) return;
    this.going = false;
    for (const id of this.ids) {
      const { lines, steps } = this.replies[id].path;
      this.paths[id] = this.paths[id].slice(Math.max(0, given - (lines.length - steps.length)));
    }
  }

  /** @param {string} key */
  key(key) {
    if (key !== "Backspace" || !this.paths[this.now].length) return false;
    this.to(this.paths[this.now].slice(0, -1));
    return true;
  }

  paint() {
    const { app } = this, { ink } = app.board, reply = this.replies[this.now], planned = this.ids.some((id) => this.paths[id].length);
    ink.clear();
    ink.ring("chosen", this.hexes);
    const from = this.hands.unit(this.now)?.hex || "";
    if (!this.choosing && reply?.reach) ink.reach({ from: reply.reach.from, hexes: Object.fromEntries(Object.entries(reply.reach.hexes).filter(([name]) => name !== from && !this.paths[this.now].includes(name))) });
    if (!this.choosing && reply?.path?.steps.length) ink.path({ from, steps: reply.path.steps.filter((/** @type {any} */ each) => !each.refused) });
    const others = app.frame.units.filter((/** @type {any} */ each) => this.hands.own(each.id) && each.hex in app.model.head.board.hexes && (!this.choosing || each.id !== this.ids[0]));
    app.dock.show({
      title: "Impulse", sub: this.choosing ? "Touch its companions" : "A path for each; all move together", close: () => this.hands.letGo(), mark: "impulse",
      body: [h("div", { class: "acts" }, (this.choosing ? others : others.filter((/** @type {any} */ each) => this.ids.includes(each.id))).map((/** @type {any} */ each) => h("button", {
        type: "button", class: "act", "aria-pressed": String(this.choosing ? this.ids.includes(each.id) : each.id === this.now), "data-key": `with ${each.id}`,
        onclick: () => { if (this.choosing) this.toggle(each.id); else { this.now = each.id; this.hands.paint(); } },
      }, user(each.id)))),
      this.choosing ? null : h("ol", { class: "steps" }, this.ids.map((id) => h("li", {}, h("b", {}, user(id)), h("span", { class: "grow", text: this.paths[id].join(" ") || "stays" }), h("span", { class: "mp-of", text: inWords(this.replies[id]?.path?.mp || "0") })))),
      this.why ? refusal(app, this.why) : null],
      back: planned ? { label: "One hex back", glyph: "erase", act: () => this.to(this.paths[this.now].slice(0, -1)) } : undefined,
      main: this.choosing ? { label: "Their paths", disabled: this.ids.length < 2, act: () => { this.choosing = false; this.hands.paint(); } }
        : !planned ? { label: "Done", act: () => this.hands.letGo() }
          : { label: "Go together", small: `${this.ids.length} vehicles`, disabled: !this.hands.orders, act: () => this.go() },
    });
  }
}
