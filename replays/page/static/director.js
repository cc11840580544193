/* What a director sees: how far a log can be read, and what is written in it beside what is so by the rules. */

import { ruleChip } from "./answer.js";
import { $, h, s, user } from "./dom.js";

/** @typedef {import("./types").Fault} Fault */

/** A text in which what differs from the other one stands out.
 * @param {string} text @param {[number, number]} same how many characters begin and end both */
const apart = (text, [first, last]) => {
  const end = text.length - last, middle = text.slice(first, end);
  return h("bdi", { dir: "auto" }, text.slice(0, first), first + last && middle ? h("strong", { text: middle }) : middle, text.slice(end));
};

export class Director {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.build();
  }

  /** @returns {Fault[]} */
  get faults() { return this.app.model.head.faults; }

  /** The band over the page, and what of the slider lies behind a fault. */
  build() {
    const { head, count } = this.app.model, many = this.faults.length;
    $("fault").hidden = !many;
    if (!many) return;
    const words = head.fault ? head.fault.words : `${many} ${many > 1 ? "faults" : "fault"} in this log`;
    $("fault").replaceChildren(h("span", {}, h("b", { "aria-hidden": "true", text: "! " }), user(words)),
      h("button", { type: "button", text: "Next fault", onclick: () => this.next() }));
    if (!head.fault) return;
    const behind = h("i", { class: "behind", title: "Only written: nothing bears it out" });
    behind.style.insetInlineStart = `${100 * (head.readable + 0.5) / Math.max(count, 1)}%`;
    $("lane").append(behind);
  }

  /** Go to the next entry with a fault; after the last to the first. */
  next() {
    const { n } = this.app, next = this.faults.find((each) => each.entry > n) ?? this.faults[0];
    if (next.entry === n) this.shown(); else this.app.seek(next.entry);
  }

  /** After each seek: hexes of the entry's faults are ringed, and the dock tells of these. */
  shown() {
    const { board, frame, n } = this.app, here = this.faults.filter((each) => each.entry === n);
    $("app").classList.toggle("written", Boolean(frame.written));
    const hexes = [...new Set(here.flatMap((each) => each.hexes))].filter((name) => board.at(name));
    board.ink.put("fault", [], hexes.flatMap((name) => [board.outline(name, "edge", 0.96), board.outline(name, "ring ring-fault", 0.96),
      board.ink.pixels(name, "fault", [s("circle", { r: 11 }), s("text", { y: 5, text: "!" })], -0.3 * board.hex)]));
    if (!here.length) return;
    if (hexes.length) board.reveal(hexes);
    this.tell(here);
  }

  /** @param {Fault[]} here */
  tell(here) {
    const { app } = this, first = this.faults.indexOf(here[0]) + 1, [moment, order] = app.model.head.entries[here[0].entry];
    const which = here.length > 1 ? `Faults ${first} to ${first + here.length - 1}` : `Fault ${first}`;
    app.dock.show({
      title: `${which} of ${this.faults.length}`, sub: `#${here[0].entry}${moment && ` ${moment}`}: ${order}`, close: () => app.hands.letGo(),
      body: here.map((each) => h("section", { class: "against" },
        h("p", {}, ruleChip(app, each.rule), " ", user(each.says, "span")),
        h("dl", {}, h("div", {}, h("dt", { text: "Written" }), h("dd", {}, apart(each.written, each.same))),
          each.rules ? h("div", {}, h("dt", { text: "By the rules" }), h("dd", {}, apart(each.rules, each.same))) : null))),
      lesser: this.faults.length > here.length ? { label: "All faults", act: () => this.list() } : null,
      main: this.faults.length > here.length ? { label: "Next fault", act: () => this.next() } : null,
    });
  }

  list() {
    const { app } = this;
    app.dock.show({
      title: `${this.faults.length} faults`, close: () => app.hands.letGo(),
      body: [h("ol", { class: "faults" }, this.faults.slice(0, 200).map((each) => h("li", {}, h("button", { type: "button", onclick: () => app.seek(each.entry) },
        h("b", { text: `#${each.entry} ${each.moment} ${each.rule}` }), user(each.written, "span")))))],
      main: { label: "Next fault", act: () => this.next() },
    });
  }
}
