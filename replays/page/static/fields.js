/* Fields of a form, made of what Python says of them: a label, a control, what it is, and what is wrong. */

import { h } from "./dom.js";

/** @typedef {{name: string, label: string, help?: string, kind: string, needed?: boolean, default?: any, among?: string[], suggest?: string[],
 *   of?: Described[], where?: string | null, like?: [string, string][]}} Described */
/** @typedef {{node: HTMLElement, show: (value: any) => void, fault: (words: string) => void, focus: () => void}} Field */

const UNSAID = "–";
const number = (/** @type {string} */ text) => (/^-?[0-9]{1,9}$/.test(text.trim()) ? Number(text) : text.trim() || null);
const words = (/** @type {string} */ text) => text.split(/[\s,]+/).filter(Boolean);
const pairs = (/** @type {string} */ text) => Object.fromEntries(text.split("\n").filter((line) => line.trim()).map((line) => {
  const [key, ...value] = line.split("=");
  return [key.trim(), value.join("=").trim()];
}));

/** How each kind reads what was typed, and writes a value.
 * @type {Record<string, {read: (text: string) => any, write: (value: any) => string}>} */
const TYPED = {
  text: { read: (text) => text || null, write: String },
  hex: { read: (text) => text.trim().toUpperCase() || null, write: String },
  number: { read: number, write: String },
  texts: { read: (text) => (words(text).length ? words(text) : null), write: (value) => [].concat(value).join(" ") },
  hexes: { read: (text) => (words(text).length ? words(text.toUpperCase()) : null), write: (value) => [].concat(value).join(" ") },
  hexsides: { read: (text) => (words(text).length ? words(text).map(number) : null), write: (value) => [].concat(value).join(" ") },
  pairs: { read: (text) => (text.trim() ? pairs(text) : null), write: (value) => Object.entries(value).map((pair) => pair.join(" = ")).join("\n") },
};

/** The choices of a kind that is chosen: words and their values.
 * @param {Described} said @param {string[]} sides @returns {[string, any][] | null} */
const choices = (said, sides) => {
  const unsaid = /** @type {[string, any][]} */ (said.needed || said.default != null ? [] : [[UNSAID, null]]);
  if (said.kind === "choice") return [...unsaid, .../** @type {[string, any][]} */ ((said.among || []).map((each) => [each, each]))];
  if (said.kind === "maybe") return [[UNSAID, null], ["yes", true], ["no", false]];
  if (said.kind === "hexside") return [[UNSAID, null], ...[1, 2, 3, 4, 5, 6].map((n) => /** @type {[string, any]} */ ([String(n), n]))];
  if (said.kind === "side") return [...unsaid, .../** @type {[string, any][]} */ (sides.map((each) => [each, each]))];
  return null;
};

/** Whether the label alone does not tell what a field is.
 * @param {Described} said */
const told = (said) => (said.help || "").split(" ").length > 3;

/** The control of a field: its node, and how it shows a value.
 * @param {Described} said @param {string} id @param {string[]} sides @param {(value: any) => void} changed
 * @returns {{node: any, show: (value: any) => void}} */
const control = (said, id, sides, changed) => {
  const about = { id, "aria-describedby": `${told(said) ? `${id}-about ` : ""}${id}-fault` };
  const chosen = choices(said, sides);
  if (chosen) {
    const node = /** @type {HTMLSelectElement} */ (h("select", { ...about, onchange: () => changed(chosen[node.selectedIndex]?.[1] ?? null) },
      chosen.map(([text]) => h("option", { text }))));
    return {
      node,
      show: (value) => {
        const meant = value ?? said.default ?? null;
        let at = chosen.findIndex((each) => each[1] === meant);
        if (at < 0) { at = chosen.push([String(meant), meant]) - 1; node.append(h("option", { text: String(meant) })); }
        node.selectedIndex = at;
      },
    };
  }
  if (said.kind === "flag") {
    const node = /** @type {HTMLInputElement} */ (h("input", { ...about, type: "checkbox", onchange: () => changed(node.checked || said.needed ? node.checked : null) }));
    return { node, show: (value) => { node.checked = value === true; } };
  }
  const { read, write } = TYPED[said.kind] || TYPED.text;
  let waits = 0;
  const send = () => { clearTimeout(waits); waits = 0; changed(read(node.value)); };
  const node = /** @type {HTMLInputElement} */ (h(said.kind === "pairs" ? "textarea" : "input", {
    ...about, autocomplete: "off", spellcheck: said.kind === "text" ? null : "false", list: said.suggest ? `${id}-list` : null, rows: said.kind === "pairs" ? 3 : null,
    inputmode: said.kind === "number" ? "numeric" : null, placeholder: said.default ?? null,
    oninput: () => { clearTimeout(waits); waits = setTimeout(send, 120); }, onchange: () => { if (waits) send(); },
  }));
  const list = said.suggest ? h("datalist", { id: `${id}-list` }, said.suggest.map((value) => h("option", { value }))) : null;
  return {
    node: list ? [node, list] : node,
    show: (value) => { if (document.activeElement !== node) node.value = value == null ? "" : write(value); },
  };
};

/** A field of a form; `changed` is told each new value, null where it is left out.
 * @param {Described} said @param {string} id @param {string[]} sides @param {(value: any) => void} changed @returns {Field} */
export const field = (said, id, sides, changed) => {
  const made = said.kind === "two" ? two(said, id, changed) : control(said, id, sides, changed);
  const wrong = h("p", { class: "fault", id: `${id}-fault` });
  const node = h("div", { class: `field field-${said.kind}`, "data-field": said.name },
    h("label", { for: id }, said.label), h("div", { class: "control" }, made.node), wrong,
    told(said) ? h("p", { class: "about", id: `${id}-about`, text: said.help }) : null);
  return {
    node,
    show: made.show,
    fault: (text) => {
      if (wrong.textContent !== text) wrong.textContent = text;
      for (const each of node.querySelectorAll("input,select,textarea")) {
        if (text) each.setAttribute("aria-invalid", "true"); else each.removeAttribute("aria-invalid");
      }
    },
    focus: () => /** @type {HTMLElement | null} */ (node.querySelector("input,select,textarea"))?.focus(),
  };
};

/** Two texts beside one another, as the sides are.
 * @param {Described} said @param {string} id @param {(value: any) => void} changed */
const two = (said, id, changed) => {
  const both = ["", "-2"].map((more, n) => control({ ...said, kind: "text" }, `${id}${more}`, [], (value) => {
    values[n] = value ?? "";
    changed([...values]);
  }));
  let values = ["", ""];
  both[1].node.setAttribute("aria-label", `${said.label}, the second`);
  return {
    node: both.map((each) => each.node),
    show: (/** @type {any} */ value) => {
      values = [0, 1].map((n) => (Array.isArray(value) ? String(value[n] ?? "") : ""));
      both.forEach((each, n) => each.show(values[n]));
    },
  };
};
