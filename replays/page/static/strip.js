/* The strip: the slider over the entries, with Dust and marks behind it, and how the board is looked at. */

import { $, h, s } from "./dom.js";

export class Strip {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    this.slider = $("entry");
    this.slider.addEventListener("input", () => app.seek(Number(this.slider.value), { drag: true }));
    /** @type {Record<string, () => void>} */
    const click = {
      back: () => app.step(-1), on: () => app.step(1), where: () => app.menu.goTo(),
      "zoom-in": () => app.board.zoom(0.75), "zoom-out": () => app.board.zoom(1.33), fit: () => app.fit(),
    };
    for (const [id, act] of Object.entries(click)) $(id).addEventListener("click", act);
    this.build();
  }

  /** What lies along the entries. */
  build() {
    const { head, count } = this.app.model, span = Math.max(count, 1);
    this.slider.max = count;
    const steps = head.dust.map(([first, last, level, words]) =>
      s("rect", { class: "dust", x: first - 0.5, width: last - first + 1, y: 10 - 10 * level, height: 10 }, s("title", { text: `Dust: ${words}` })));
    const turns = head.turns.filter((box) => box.from !== undefined).map((box) =>
      s("rect", { class: "turn", x: box.from, y: box.player === 1 ? 0 : 6, width: span / 400, height: 10 }));
    $("lane").replaceChildren(
      s("svg", { viewBox: `0 0 ${span} 10`, preserveAspectRatio: "none", "aria-hidden": "true" }, steps, turns),
      ...head.marks.filter((mark) => mark.kind === "finding").slice(0, 200).map((mark) => {
        const flag = h("i", { class: "mark", text: "!", "aria-hidden": "true", title: `#${mark.entry} ${mark.text}` });
        flag.style.insetInlineStart = `${100 * mark.entry / span}%`;
        return flag;
      }));
  }

  show() {
    const { n, model, frame } = this.app, [, order] = model.head.entries[n];
    this.slider.value = n;
    this.slider.setAttribute("aria-valuetext", `${frame.status}. Entry ${n}: ${order}`);
    this.words = n ? `#${n} of ${model.count}  ${order}` : `Before the first of ${model.count} entries`;
    $("where").textContent = this.words;
  }

  /** What the mouse points at, in the place of the entry; null brings that back.
   * @param {string | null} words */
  point(words) { $("where").textContent = words ?? this.words ?? ""; }
}
