/* The timeline: turns, Dust, rain and wind along the entries, marks, and the slider over them. */

import { h, s } from "./dom.js";

export class Timeline {
  constructor(model, host, seek) {
    this.model = model;
    this.host = host;
    this.seek = seek;
    this.build();
  }

  share(n) { return this.model.count ? n / this.model.count : 0; }

  build() {
    const { head, count } = this.model, wide = 1000, span = Math.max(count, 1);
    const x = (n) => wide * n / span;
    const lane = (each) => {
      const high = each.name === "Dust" ? 30 : 10, top = Math.max(each.steps, 1);
      const rects = each.spans.filter(([, , level]) => level).map(([first, last, level, words]) => {
        const tall = high * (0.25 + 0.75 * level / top), left = Math.max(x(first - 0.5), 0);
        return s("rect", { class: `step step-${level}`, x: left, y: high - tall, width: Math.max(x(last + 0.5) - left, 1.5), height: tall },
          s("title", { text: `${each.name}: ${words}` }));
      });
      return h("div", { class: `lane lane-${each.name.toLowerCase()}` }, h("span", { text: each.name }),
        s("svg", { viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: "none", height: high, "aria-hidden": "true" }, rects));
    };
    const turns = h("div", { class: "lane lane-turns", "aria-hidden": "true" }, h("span", { text: "Turn" }));
    for (const box of head.turns) {
      if (box.from === undefined) continue;
      const flag = h("i", { class: `turn turn-${box.player}`, text: box.player === 1 ? box.turn : "" });
      flag.style.left = `${100 * this.share(Math.max(box.from, 0))}%`;
      turns.append(flag);
    }
    const kinds = { finding: "!", note: "✎", undone: "↶", branch: "Y" };
    const marks = h("div", { class: "lane lane-marks" });
    for (const mark of head.marks.slice(0, 400)) {
      const flag = h("button", {
        type: "button", class: `mark mark-${mark.kind}`, text: kinds[mark.kind], tabindex: "-1",
        title: `#${mark.entry} ${mark.kind}: ${mark.text}`, "aria-label": `${mark.kind} at entry ${mark.entry}: ${mark.text}`,
        onclick: () => this.seek(mark.entry),
      });
      flag.style.left = `${100 * this.share(mark.entry)}%`;
      marks.append(flag);
    }
    this.slider = h("input", {
      type: "range", id: "entry", min: 0, max: count, step: 1, value: 0, "aria-label": "Entry of the game",
      oninput: () => this.seek(Number(this.slider.value), { drag: true }),
    });
    this.cursor = h("b", { class: "cursor", "aria-hidden": "true" });
    this.host.classList.toggle("marked", head.marks.length > 0);
    this.host.replaceChildren(turns, marks, ...head.timeline.map(lane), this.slider, this.cursor);
  }

  show(n, words) {
    this.slider.value = n;
    this.slider.setAttribute("aria-valuetext", words);
    this.cursor.style.left = `calc(var(--label) + var(--inset) + (100% - var(--label) - 2 * var(--inset)) * ${this.share(n)})`;
  }
}
