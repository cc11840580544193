/* What a touch on the board means. */

import { hexNodes, showAnswer } from "./answer.js";
import { h } from "./dom.js";
import { dueRows, effectRows } from "./lists.js";

export class Hands {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {string[]} */
    this.ends = [];
    this.request = 0;
  }

  /** A tap on the board, or Enter there: one hex, then the other end of a line.
   * @param {string} name @param {{counter?: string | null, orders?: boolean, reveal?: boolean}} how */
  async touch(name, { reveal = false } = {}) {
    const { app } = this, [one, two] = this.ends;
    if (one === name && !two) { this.letGo(); return; }
    this.ends = one && !two && !reveal ? [one, name] : [name];
    app.cursor = name;
    app.board.ink.clear();
    app.board.ink.ring("chosen", this.ends);
    if (reveal) app.board.reveal([name]);
    const request = ++this.request;
    if (this.ends.length === 2) {
      const reply = await app.model.ask({ get: "shot", at: app.n, from: this.ends[0], to: name });
      if (request === this.request) showAnswer(app, reply, `shot ${this.ends.join(" ")}`);
      return;
    }
    this.hex(name, null);
    const reply = await app.model.ask({ get: "hex", at: app.n, hex: name });
    if (request === this.request) this.hex(name, reply);
  }

  /** What is known of a hex.
   * @param {string} name @param {import("./types").Reply | null} reply */
  hex(name, reply) {
    this.app.dock.show({
      title: name, sub: "Touch another hex for the line between both.", close: () => this.letGo(), body: hexNodes(this.app, name, reply),
      main: { label: `What ${name} sees`, act: () => this.sees() },
    });
  }

  /** What the chosen hex sees. */
  async sees() {
    const [name] = this.ends, request = ++this.request;
    if (!name) return;
    const reply = await this.app.model.ask({ get: "sees", at: this.app.n, hex: name });
    if (request === this.request) showAnswer(this.app, reply, `view ${name}`);
  }

  /** A drag from a hex: true where it is taken, else the board pans.
   * @param {string} _hex @param {"start" | "over" | "end"} _stage */
  drag(_hex, _stage) { return false; }

  /** After each seek or growth.
   * @param {import("./types").Frame} _frame */
  shown(_frame) { this.letGo(); }

  /** A key that what is being done takes.
   * @param {KeyboardEvent} _event */
  key(_event) { return false; }

  /** What is said of a hex that one comes to, beside what lies there.
   * @param {string} _hex */
  words(_hex) { return ""; }

  letGo() {
    this.ends = [];
    this.request++;
    this.app.board.ink.clear();
    this.rest();
  }

  /** What stands in the dock while nothing is chosen. */
  rest() {
    const { app } = this, { frame, n, model } = app, [moment, order] = model.head.entries[n];
    app.dock.show({
      title: n ? order : frame.status, sub: n ? `Entry #${n}, ${moment}` : "", due: frame.due.some((each) => each.bound === "must"),
      body: [h("h3", { text: "Due" }), dueRows(app, frame), h("h3", { text: "In effect" }), effectRows(app, frame)],
      main: app.live ? null : { label: "Return to now", act: () => app.seek(model.count) },
    });
  }
}
