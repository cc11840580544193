/* The story of a Player Turn, or of setup: orders, what followed, and the rules of it. */

import { $, h, user } from "./dom.js";
import { ruleChip } from "./answer.js";

export class Story {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.span = this.told = "";
    $("story-close").addEventListener("click", () => $("app").classList.remove("telling"));
  }

  /** The lines of an entry.
   * @param {number} entry @param {{kind: string, text: string, rule?: string, moment?: string, written?: boolean}[]} lines */
  row(entry, lines) {
    const { model } = this.app;
    return h("li", { id: `entry-${entry}`, class: lines[0].written ? "written" : model.head.entries[entry]?.[2] ? "undone" : "" }, lines.map((line) => (line.kind === "order"
      ? h("button", { type: "button", class: "order", onclick: () => this.app.seek(entry) }, h("span", { class: "n", text: `#${entry} ${line.moment}` }), " ", user(line.text))
      : h("p", { class: line.kind }, h("span", { class: "grow" }, user(line.text)), ruleChip(this.app, line.rule)))));
  }

  /** The entries that are told of with another.
   * @param {number} n @returns {[number, number, import("./types").TurnBox | undefined]} */
  around(n) {
    const { turns, count } = this.app.model.head, box = turns.find((each) => (each.from ?? Infinity) <= n && n <= (each.to ?? 0));
    if (box) return [Math.max(box.from ?? 1, 1), Math.min(box.to ?? count, count), box];
    const first = turns.find((each) => each.from !== undefined)?.from ?? count + 1;
    return [1, Math.min(Math.max(first - 1, 1), count), undefined];
  }

  async show() {
    const { n, model } = this.app, [from, to, box] = this.around(n), span = `${from}-${to}-${model.count}`;
    if (this.span !== span) {
      this.span = span;
      const reply = model.count ? await model.story(from, to) : { lines: [] };
      if (this.span !== span) return;
      if (reply.error) this.span = "";
      $("story-head").replaceChildren(box ? `Turn ${box.turn}, ` : "Setup", box ? user(box.side) : "");
      const groups = new Map();
      for (const line of reply.lines || []) groups.set(line.entry, [...(groups.get(line.entry) || []), line]);
      $("story").replaceChildren(...[...groups].map(([entry, lines]) => this.row(entry, lines)));
      if (!groups.size) $("story").append(h("li", { class: "quiet", text: "Nothing is recorded yet." }));
    }
    for (const old of $("story").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const here = $(`entry-${this.app.n}`);
    if (!here) return;
    here.setAttribute("aria-current", "true");
    const list = $("story"), top = here.offsetTop;
    if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - 12;
  }
}
