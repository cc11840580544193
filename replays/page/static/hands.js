/* What a touch on the board means. */

import { $ } from "./dom.js";

export class Hands {
  constructor(app) {
    this.app = app;
    this.ends = [];
  }

  /* A tap on the board, or Enter there: one hex, then the other end of a line. */
  async touch(name, { reveal = false } = {}) {
    const [one, two] = this.ends;
    if (one === name && !two) this.ends = [];
    else this.ends = one && !two && !reveal ? [one, name] : [name];
    this.app.cursor = name;
    this.clearAnswer();
    this.app.mark();
    this.app.point(name);
    if (reveal) this.app.board.reveal([name]);
    const request = ++this.request || (this.request = 1);
    if (this.ends.length === 2) {
      const reply = await this.app.model.ask({ get: "shot", at: this.app.n, from: this.ends[0], to: name });
      if (request === this.request) this.show(reply, "shot", `shot ${this.ends.join(" ")}`);
    } else if (this.ends.length) {
      this.app.panels.hex(name, this.app.frame, null);
      this.app.panels.open("hex");
      const reply = await this.app.model.ask({ get: "hex", at: this.app.n, hex: name });
      if (request === this.request) this.app.panels.hex(name, this.app.frame, reply);
    } else this.app.panels.hex(null);
  }

  async sees(name) {
    const request = ++this.request || (this.request = 1);
    const reply = await this.app.model.ask({ get: "sees", at: this.app.n, hex: name });
    if (request === this.request) this.show(reply, "shot", `view ${name}`);
  }

  show(reply, panel, words) {
    this.app.panels.shot(reply, words);
    this.app.panels.open(panel);
    this.app.board.drawAnswer(reply.drawn);
    this.answered = Boolean(reply.drawn);
    if (this.ends.length || reply.error) $("map-says").textContent = reply.error ? reply.error.what : `${reply.asked}: ${reply.verdict}`;
  }

  async showAsked(each) {
    await this.app.seek(each.at);
    const names = new Map(Object.keys(this.app.model.head.board.hexes).map((name) => [name.toUpperCase(), name]));
    const named = (each.text.match(/[A-Za-z0-9]+/g) || []).map((word) => names.get(word.toUpperCase())).filter(Boolean);
    this.ends = each.reply.drawn ? [...new Set(named)].slice(0, 2) : [];
    this.app.mark();
    this.show(each.reply, "shot");
    this.app.board.reveal(named);
  }

  clearAnswer() {
    if (this.answered) { this.app.board.drawAnswer(null); this.app.panels.shot(null); }
    this.answered = false;
  }

  /* A drag from a hex: true where it is taken, else the board pans. */
  drag(_hex, _stage) { return false; }

  /* After each seek or growth: another board has been drawn, or only another entry is meant. */
  shown(_frame, moved) {
    if (!moved) return;
    this.clearAnswer();
    this.app.mark();
  }

  /* A key that what is being done takes. */
  key(_event) { return false; }

  letGo() {
    this.ends = [];
    this.clearAnswer();
    this.app.mark();
    this.app.panels.shot(null);
    this.app.panels.hex(null);
  }
}
