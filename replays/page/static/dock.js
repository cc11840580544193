/* The dock: what is due, what is chosen, and the one button that is the next thing to do. */

import { $, glyph, h, user } from "./dom.js";

/** @typedef {import("./types").Button} Button */

/** How high it is on a phone, from one press to the next. */
const SIZES = ["", "tall", "low"];

export class Dock {
  /** @param {HTMLElement} host */
  constructor(host) { this.host = host; }

  /** Show what is to be done: a head, nodes, and up to three buttons, of which `main` is the next thing to do.
   * @param {{title: any, sub?: any, due?: boolean, close?: (() => void) | null, body?: any[], back?: Button | null, lesser?: Button | null, main?: Button | null}} what */
  show({ title, sub, due, close, body = [], back, lesser, main }) {
    const button = (/** @type {Button | null | undefined} */ each, /** @type {string} */ kind) => each && h("button", { type: "button", class: kind, disabled: each.disabled, onclick: each.act },
      each.label, each.small ? h("small", { text: each.small }) : null);
    const sign = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ act, kind = "") =>
      h("button", { type: "button", class: `ic ${kind}`, "aria-label": words, title: words, onclick: act }, glyph(name));
    const buttons = [button(back, "lesser"), button(lesser, "lesser"), button(main, "main")].filter((each) => each);
    $("app").classList.remove("telling");
    this.host.replaceChildren(...[
      h("header", { role: "status" }, due ? h("b", { class: "due-word", text: "DUE" }) : null,
        h("h2", {}, typeof title === "string" ? user(title) : title, sub ? h("small", {}, typeof sub === "string" ? user(sub) : sub) : null),
        close ? sign("close", "Let go", close) : sign("story", "Story", () => $("app").classList.add("telling"), "small-only"),
        sign("size", "Larger or smaller", () => this.size(), "phone-only")),
      h("div", { class: "body" }, ...body),
      buttons.length ? h("footer", {}, buttons) : null].filter((each) => each != null));
  }

  size() {
    const { classList } = $("app"), now = SIZES.findIndex((each) => each && classList.contains(each));
    const next = SIZES[(Math.max(now, 0) + 1) % SIZES.length];
    classList.remove("tall", "low");
    if (next) classList.add(next);
  }
}
