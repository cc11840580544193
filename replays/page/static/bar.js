/* The bar: title, phases, the moment and its ATTACKER, wind, Dust, and what else there is room for. */

import { $, card, glyph, h, user } from "./dom.js";

/** A gauge in few words: "Mild Breeze to hexside 3" is "Breeze 3".
 * @param {string} words */
export const inShort = (words) => words.replace(/ \(.*$/, "").replace(/ to hexside ([1-6])/, " $1").replace(/^Mild | Winds/, "");

/** @param {import("./types").Gauge} each @param {() => void} open */
const chip = (each, open) => {
  const wind = each.name === "Wind", hexside = /hexside ([1-6])/.exec(each.words);
  const drawn = wind && hexside ? glyph("wind") : each.name === "Dust" ? glyph("dust") : null;
  if (drawn && hexside) drawn.style.rotate = `${60 * (Number(hexside[1]) - 1)}deg`;
  const kept = wind || each.name === "Dust", short = inShort(each.words), twice = each.words.includes(each.name);
  return h(kept ? "button" : "span", {
    type: kept ? "button" : null, class: `chip chip-${each.name.toLowerCase().replaceAll(" ", "-")}${kept ? "" : " wide"}`,
    title: `${each.name}: ${each.words} (${each.rule})`, onclick: kept ? open : null,
  },
    drawn, twice ? null : h("span", { class: "vh", text: `${each.name} ` }), kept || twice ? null : h("i", { class: "label", "aria-hidden": "true", text: each.name }),
    h("b", { class: "roomy" }, user(each.words.replace(/ \(.*$/, "").replace(/ to hexside /, " "))), h("b", { class: "brief", "aria-hidden": "true" }, user(short)));
};

/** @param {import("./app.js").App} app */
export const drawBar = (app) => {
  const { frame, n, model } = app, { head } = model;
  const side = head.sides.find((each) => each.name === frame.side);
  const moment = frame.turn ? `${frame.turn}.${frame.player} ${frame.phase}` : "Setup";
  $("status").title = frame.status;
  $("status").replaceChildren(...[side ? card(side, model.fragments.get(side.emblem), 22) : null, h("b", { text: moment }),
    side ? h("span", { class: "roomy" }, user(`${side.name} moves`)) : null, h("span", { class: "vh", text: ` ${frame.status}` })].filter((each) => each != null));
  $("chips").replaceChildren(...frame.ribbon.map((each) => chip(each, () => app.menu.now())));
  const played = head.phases.filter((each) => each.turn === frame.turn && each.player === frame.player);
  $("phases").replaceChildren(...head.phase_names.map((name) => {
    const stretch = played.filter((each) => each.phase === name);
    const here = stretch.find((each) => each.from <= n && n <= each.to);
    return h("li", {}, h("button", {
      type: "button", text: name, disabled: !stretch.length, "aria-current": here ? "step" : null,
      onclick: () => app.seek(stretch[stretch.length - 1].from),
    }));
  }));
};
