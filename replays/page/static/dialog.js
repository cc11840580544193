/* One dialog, for the menu and all that it opens. */

import { $, glyph, h } from "./dom.js";

/** Show something in the dialog; Escape and the cross close it.
 * @param {string} title @param {any[]} body @param {string} [kind] */
export const openDialog = (title, body, kind = "") => {
  const dialog = $("dialog");
  dialog.className = kind;
  dialog.replaceChildren(
    h("header", {}, h("h2", { id: "dialog-head", text: title }), h("button", { type: "button", class: "ic", "aria-label": "Close", onclick: closeDialog }, glyph("close"))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "dialog-head" }, ...body));
  if (!dialog.open) dialog.showModal();
};

export const closeDialog = () => $("dialog").close();

/** A row to press, as high as a finger.
 * @param {any} words @param {() => void} act @param {{small?: string, key?: string, pressed?: boolean}} [more] */
export const row = (words, act, { small, key, pressed } = {}) => h("button", { type: "button", class: "row", "aria-pressed": pressed === undefined ? null : String(pressed), onclick: act },
  h("span", { class: "grow" }, words, small ? h("small", { text: small }) : null), key ? h("kbd", { text: key }) : null);
