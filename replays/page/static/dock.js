/* The dock: what is due, what is chosen, and the one button that is the next thing to do. */

import { h } from "./dom.js";

export class Dock {
  constructor(host) { this.host = host; }

  /* Show what is to be done: a head, nodes, and up to three buttons, each {label, small, act, disabled}. */
  show({ title, sub, due, close, body = [], back, lesser, main }) {
    const button = (each, kind) => each && h("button", { type: "button", class: kind, disabled: each.disabled, onclick: each.act },
      each.label, each.small ? h("small", { text: each.small }) : null);
    this.host.hidden = false;
    this.host.replaceChildren(
      h("header", {}, due ? h("b", { class: "due-word", text: "DUE" }) : null, h("h2", {}, title, sub ? h("small", { text: sub }) : null),
        close ? button({ label: "Close", act: close }, "close") : null),
      h("div", { class: "body" }, body),
      h("footer", {}, button(back, "back"), button(lesser, "lesser"), button(main, "main")));
  }
}
