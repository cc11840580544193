/* Lists of a scenario, such as its vehicles: what can be put down, a row for each that is there, the form of the chosen one. */

import { field } from "./fields.js";
import { h } from "./dom.js";

/** What an item is called, and where it is.
 * @param {any} item @param {import("./fields.js").Described} list */
export const itemWords = (item, list) => {
  if (!item || typeof item !== "object") return String(item);
  const name = item.id || item.name || item.from || item.kind || item.material || item.origin || list.label.replace(/s$/, "");
  const at = list.where ? item[list.where] : null;
  return [name, Array.isArray(at) ? at.join(" ") : at || (list.where ? "not on the board" : "")].filter(Boolean).join(", ");
};

/** The nodes of a list.
 * @param {import("./designer.js").Designer} page @param {import("./fields.js").Described} list */
export const listNodes = (page, list) => {
  const items = page.valueAt([list.name]), all = Array.isArray(items) ? items : [];
  const like = [...(list.like || []), ...(list.name === "boards" ? page.boardFiles.map((name) => [name, name]) : [])];
  const choice = /** @type {HTMLSelectElement} */ (h("select", {
    id: `like-${list.name}`, "aria-label": `${list.label}: like which`, onchange: () => { if (page.placing === list.name) page.place(list.name, choice.value); },
  }, like.map(([value, text]) => h("option", { value, text }))));
  const kept = page.liked.get(list.name);
  if (kept !== undefined) choice.value = kept;
  const down = page.placing === list.name;
  const add = list.where
    ? h("button", { type: "button", id: `put-${list.name}`, class: "act", "aria-pressed": String(down), onclick: () => page.place(down ? null : list.name, choice.value) },
      down ? "Done" : "Put down by touch")
    : h("button", { type: "button", id: `add-${list.name}`, class: "act", onclick: () => page.add(list.name, choice.value, {}) }, "Add");
  return h("section", { class: "items", "data-list": list.name, "aria-label": list.label },
    h("h2", { text: `${list.label} (${all.length})` }), page.watch([list.name], h("p", { class: "fault" })),
    h("div", { class: "put" }, like.length ? choice : null, add),
    down ? h("p", { class: "hint", text: list.name === "vehicles" ? "Touch a hex: each touch puts one down." : "Touch hexes of the board." }) : null,
    h("ul", {}, all.map((item, n) => row(page, list, item, n))));
};

/** @param {import("./designer.js").Designer} page @param {import("./fields.js").Described} list @param {any} item @param {number} n */
const row = (page, list, item, n) => {
  const chosen = page.chosen && page.chosen[0] === list.name && page.chosen[1] === n;
  const side = page.sides.find((each) => each.name === item?.side);
  const dot = h("span", { class: "dot" });
  if (side) dot.style.background = side.colour;
  return h("li", { class: chosen ? "chosen" : null },
    h("button", { type: "button", class: "row", id: `item-${list.name}-${n}`, "aria-expanded": String(!!chosen), onclick: () => page.choose(chosen ? null : [list.name, n]) },
      item?.side ? dot : null, h("span", { class: "grow" }, h("bdi", { text: itemWords(item, list) }))),
    page.watch([list.name, n], h("p", { class: "fault" })),
    chosen ? h("div", { class: "item" },
      (list.of || []).filter((each) => !(item?.from && ["width", "height"].includes(each.name))).map((said) => page.fieldAt([list.name, n, said.name], said)),
      h("div", { class: "put" },
        list.where && list.name === "vehicles" ? h("button", { type: "button", class: "act", onclick: () => page.edit({ edit: "set", place: [list.name, n, list.where], value: null }) }, "Off the board") : null,
        h("button", { type: "button", class: "act", onclick: () => page.add(list.name, n, {}) }, "Another like it"),
        h("button", { type: "button", class: "act", onclick: () => page.remove([list.name, n]) }, "Remove"))) : null);
};

/** The rulings of a scenario, a choice each.
 * @param {import("./designer.js").Designer} page @param {import("./fields.js").Described} said */
export const rulingNodes = (page, said) => h("details", { class: "rulings" }, h("summary", { text: said.label }), page.watch([said.name], h("p", { class: "fault" })),
  (said.of || []).map((each) => {
    const id = `f-${said.name}-${each.name.replace(/[^\w-]/g, "_")}`;
    const made = field(each, id, [], (value) => {
      const rest = { ...page.valueAt([said.name]) };
      if (value === each.default) delete rest[each.name]; else rest[each.name] = value;
      page.edit({ edit: "set", place: [said.name], value: Object.keys(rest).length ? rest : null });
    });
    page.keep([said.name, each.name], made);
    return made.node;
  }));
