/* The odds of a scenario's weather: a bar for each Player Turn, the numbers as a table, what changed. */

import { h, s } from "./dom.js";

const HIGH = 84, WIDE = 26;

/** A chance in words as a number from 0 to 100.
 * @param {string} text */
const percent = (text) => Number.parseFloat(text.replace(/[<>]/, "")) || 0;

/** What the top of a bar stands for, in percent: of a few round numbers the least that has room for all.
 * @param {number} most */
export const scaleOf = (most) => [2, 5, 10, 25, 50, 100].find((each) => most <= each) || 100;

/** @param {{turns: string[], rows: string[][], dust?: string[], changes: string[], why?: string}} odds */
export const oddsChart = ({ turns, rows, dust = [], changes, why }) => {
  if (why) return [h("p", { class: "about", text: `No odds yet: ${why}` })];
  const stacked = rows.filter(([name]) => dust.includes(name));
  const others = rows.filter(([name]) => !dust.includes(name) && name !== "no Dust");
  const scale = scaleOf(Math.max(...turns.map((_, n) => stacked.reduce((sum, row) => sum + percent(row[n + 1]), 0)), 0));
  const bars = turns.map((turn, n) => {
    let top = HIGH;
    const parts = stacked.map(([name, ...chances]) => {
      const high = percent(chances[n]) / scale * HIGH;
      top -= high;
      return s("rect", { class: `dense dense-${dust.indexOf(name)}`, x: n * WIDE + 2, y: top, width: WIDE - 4, height: high }, s("title", { text: `${turn}: ${name} ${chances[n]}` }));
    });
    return s("g", {}, s("rect", { class: "clear", x: n * WIDE + 2, y: 0, width: WIDE - 4, height: HIGH }), parts,
      s("text", { x: n * WIDE + WIDE / 2, y: HIGH + 14, text: turn }));
  });
  const head = h("tr", {}, h("th", { scope: "col", text: "Player Turn" }), turns.map((text) => h("th", { scope: "col", text })));
  const body = rows.map(([name, ...chances]) => h("tr", {}, h("th", { scope: "row", text: name }), chances.map((text) => h("td", { text }))));
  return [
    changes.length ? h("ul", { class: "changes" }, changes.map((text) => h("li", { text }))) : null,
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Dust by Player Turn" },
      s("svg", { class: "bars", width: turns.length * WIDE, height: HIGH + 20, role: "img", "aria-label": "A bar of the chances of each density for each Player Turn; the numbers follow" }, bars)),
    h("p", { class: "about", text: stacked.length ? `Dust after the Wind Change DR of each Player Turn; a bar is ${scale}% high.` : "No Dust can come." }),
    h("ul", { class: "legend" }, stacked.map(([name]) => h("li", {}, s("svg", { width: 12, height: 12, "aria-hidden": "true" }, s("rect", { class: `dense dense-${dust.indexOf(name)}`, width: 12, height: 12 })), ` ${name}`)),
      others.map(([name, ...chances]) => h("li", { text: `${name} up to ${chances.reduce((a, b) => (percent(b) > percent(a) ? b : a))}` }))),
    h("details", {}, h("summary", { text: "As numbers" }), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Odds as numbers" }, h("table", {}, h("thead", {}, head), h("tbody", {}, body)))),
  ];
};
