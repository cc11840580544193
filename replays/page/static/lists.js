/* Lists of what the page knows: what is in effect, what changed, odds, units, the key, marks, the board as text. */

import { ruleChip } from "./answer.js";
import { changesBetween } from "./changes.js";
import { card, h, icon, user } from "./dom.js";

/** @typedef {import("./app.js").App} App */

const MOST_CHANGES = 14;

/** @param {App} app @param {import("./types").Frame} frame */
export const effectRows = (app, frame) => h("table", { class: "rows effect" }, h("tbody", {}, frame.effect.map(([name, value, rule]) =>
  h("tr", {}, h("th", { scope: "row", text: name }), h("td", {}, user(value)), h("td", {}, ruleChip(app, rule))))));

/** @param {App} app @param {import("./types").Frame} frame */
export const dueRows = (app, frame) => (frame.due.length
  ? h("ul", { class: "due" }, frame.due.map((each) => h("li", { class: `bound-${(each.bound || "").toLowerCase()}` },
    h("span", { class: "when", text: each.heading }), each.order ? [h("code", { text: each.order }), " "] : null, user(each.what, "span"), " ", ruleChip(app, each.rule))))
  : h("p", { class: "quiet", text: "Nothing before the phase can end." }));

/** What is another than at the end of the phase before.
 * @param {App} app */
export const changedNodes = async (app) => {
  const { model, frame, n } = app, here = model.phaseAt(n), before = here < 0 ? 0 : model.head.phases[here].from - 1;
  const was = before < 0 ? null : await model.frame(before).catch(() => null);
  if (!was) return [];
  const found = changesBetween(was, frame, (hex) => model.head.board.hexes[hex]?.[2] || "");
  const named = new Map();
  for (const [name, ...change] of found.slice(0, MOST_CHANGES)) named.set(name, [...(named.get(name) || []), change]);
  const rows = [...named].map(([name, all]) => h("tr", {}, h("th", { scope: "row" }, user(name)), h("td", {}, all.map((/** @type {string[]} */ [one, two]) =>
    h("div", {}, user(one, "s"), h("span", { class: "to", text: " → " }), user(two))))));
  return [h("h3", { text: `Since ${was.at === "setup" ? "setup" : was.at}` }),
    rows.length ? h("table", { class: "rows changes" }, h("tbody", {}, rows)) : h("p", { class: "quiet", text: "Nothing changed." }),
    found.length > MOST_CHANGES ? h("p", { class: "quiet", text: `and ${found.length - MOST_CHANGES} more` }) : null];
};

/** @param {App} app */
export const oddsNodes = async (app) => {
  const reply = await app.model.ask({ get: "odds", at: app.n });
  if (reply.error) return [h("p", { class: "quiet", text: reply.error.what })];
  return [h("h3", { text: "Odds of the next Player Turns" }), h("p", { class: "quiet", text: "After the Wind Change DR of that Player Turn." }),
    h("table", { class: "rows odds" },
      h("thead", {}, h("tr", {}, h("td"), reply.turns.map((/** @type {string} */ turn) => h("th", { scope: "col", text: turn })))),
      h("tbody", {}, reply.rows.map((/** @type {string[]} */ [name, ...chances]) => h("tr", {}, h("th", { scope: "row", text: name }), chances.map((each) => h("td", { text: each }))))))];
};

/** @param {App} app @param {(hex: string) => void} choose */
export const unitNodes = ({ model, frame }, choose) => {
  const parts = model.head.sides.flatMap((side) => {
    const rows = frame.units.filter((unit) => unit.side === side.name);
    return rows.length ? [h("h3", {}, card(side, model.fragments.get(side.emblem), 20), user(side.name)), h("table", { class: "rows units" }, h("tbody", {}, rows.map((unit) =>
      h("tr", {}, h("th", { scope: "row" }, user(unit.id), h("small", { text: unit.kind })),
        h("td", {}, unit.hex in model.head.board.hexes ? h("button", { type: "button", class: "hex", text: unit.hex, onclick: () => choose(unit.hex) }) : unit.hex),
        h("td", {}, user(unit.words))))))] : [];
  });
  return parts.length ? parts : [h("p", { class: "quiet", text: "No units in this game." })];
};

/** @param {App} app */
export const keyNodes = ({ model, frame }) => h("ul", { class: "key" }, frame.key.map(([words, id]) => h("li", {}, icon(model.fragments.get(id), 34, 20), user(words, "span"))));

/** @param {App} app @param {boolean} all also hexes where nothing lies */
export const textRows = ({ model: { head: { board: { hexes } } }, frame }, all) => Object.keys(hexes)
  .filter((name) => all || frame.contents[name] || frame.ground[name])
  .map((name) => h("tr", {}, h("th", { scope: "row", text: name }), h("td", {}, user(frame.ground[name] || hexes[name][2])),
    h("td", {}, user((frame.contents[name] || []).join("; ")))));
