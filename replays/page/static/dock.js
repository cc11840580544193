/* The dock: what is due, what is chosen, and the one button that is the next thing to do. */

import { $, glyph, h, user } from "./dom.js";

/** @typedef {import("./types").Button & {glyph?: string}} Button */
/** @typedef {{title: any, sub?: any, due?: boolean, close?: (() => void) | null, body?: any[], back?: Button | null, lesser?: Button | null,
 *   main?: Button | null, mark?: string}} Shown */

/** How high it is on a phone, from one press to the next. */
const SIZES = ["", "tall", "low"];

export class Dock {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** What the button at the left does where nothing else is said.
     * @type {Button | null} */
    this.undo = null;
    /** Whether the hands show what stands in it.
     * @type {boolean} */
    this.mine = false;
    /** How often something was shown. */
    this.turns = 0;
    this.shown = "";
    this.head = h("header", {});
    this.body = h("div", { class: "body" });
    this.foot = h("footer", {});
    this.told = h("p", { class: "vh", role: "status" });
    host.replaceChildren(this.head, this.body, this.foot, this.told);
    host.addEventListener("click", (event) => { if (host.ariaBusy && !(/** @type {Element} */ (event.target).closest(".cancel"))) event.stopPropagation(); }, true);
  }

  /** Show what is to be done: a head, nodes, and up to three buttons, of which `main` is the next thing to do. What has the same
   * `mark` and title is not told again, and stays where it was scrolled to.
   * @param {Shown} shown */
  show({ title, sub, due, close, body = [], back, lesser, main, mark = "" }) {
    const at = document.activeElement, held = this.host.contains(at) ? at?.getAttribute("data-key") : null, { scrollTop } = this.body;
    const sign = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ act, kind = "") =>
      h("button", { type: "button", class: `ic ${kind}`, "aria-label": words, title: words, "data-key": name, onclick: act }, glyph(name));
    $("app").classList.remove("telling");
    this.mine = false;
    this.host.ariaBusy = null;
    this.turns++;
    this.head.replaceChildren(...[due ? h("b", { class: "due-word", text: "DUE" }) : null,
      h("h2", {}, typeof title === "string" ? user(title) : title, sub ? h("small", {}, typeof sub === "string" ? user(sub) : sub) : null),
      close ? sign("close", "Let go", close) : sign("story", "Story", () => $("app").classList.add("telling"), "small-only"),
      sign("size", "Larger or smaller", () => this.size(), "phone-only")].filter((each) => each != null));
    this.body.replaceChildren(...body.flat(3).filter(Boolean));
    const left = back || this.undo;
    const buttons = [left && this.button(left, "square"), lesser && this.button(lesser, "lesser"), main && this.button(main, "main")];
    this.foot.replaceChildren(...buttons.filter((each) => each != null));
    this.foot.hidden = !this.foot.childElementCount;
    const words = `${mark} ${this.head.querySelector("h2")?.firstChild?.textContent}`, other = words !== this.shown;
    this.body.scrollTop = other ? 0 : scrollTop;
    if (other) this.told.textContent = `${due ? "Due: " : ""}${this.head.querySelector("h2")?.textContent}`;
    this.shown = words;
    if (held) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-key="${CSS.escape(held)}"]`))?.focus({ preventScroll: true });
  }

  /** The brown button. */
  get main() { return /** @type {HTMLButtonElement | null} */ (this.foot.querySelector(".main")); }

  /** @param {Button} each @param {string} kind */
  button(each, kind) {
    const square = kind === "square";
    return h("button", { type: "button", class: square ? "lesser square" : kind, disabled: each.disabled, "data-key": kind, "aria-label": square ? each.label : null, title: square ? each.label : null, onclick: each.act },
      square ? glyph(each.glyph || "undo") : each.label, each.small ? h("small", { text: each.small }) : null);
  }

  size() {
    const { classList } = $("app"), now = SIZES.findIndex((each) => each && classList.contains(each));
    const next = SIZES[(Math.max(now, 0) + 1) % SIZES.length];
    classList.remove("tall", "low");
    if (next) classList.add(next);
  }

  /** How long an answer has been waited for: not, a little, or so long that it is said.
   * @param {"" | "waiting" | "still"} how @param {() => void} [cancel] */
  wait(how, cancel) {
    this.host.classList.toggle("waiting", how !== "");
    if (how !== "still") return;
    this.foot.replaceChildren(h("p", { class: "still", role: "status", text: "still asking" }), h("button", { type: "button", class: "lesser cancel", onclick: cancel, text: "Cancel" }));
  }
}
