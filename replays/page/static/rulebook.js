/* The rulebook: what is found of an id or of words, its clauses, and their examples with pictures. */

import { $, h } from "./dom.js";

export class Rulebook {
  /** @param {import("./model.js").Model} model */
  constructor(model) {
    this.model = model;
    $("rulebook-ask").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.open($("sought").value);
    });
  }

  /** Open it, with what is sought if anything is.
   * @param {string} [text] */
  async open(text) {
    if (!$("rulebook").open) $("rulebook").showModal();
    if (!text?.trim()) { $("sought").focus(); return; }
    $("sought").value = text;
    const reply = await this.model.ask({ get: "rules", text });
    const parts = reply.error ? [h("p", { role: "alert", text: reply.error.what })] : [...reply.found.map((/** @type {any} */ each) => this.rule(each)), ...reply.rulings.map((/** @type {any} */ each) => this.ruling(each))];
    $("rulebook-found").replaceChildren(...parts);
    $("rulebook-found").scrollTop = 0;
    $("rulebook-found").focus();
  }

  /** @param {any} each */
  rule(each) {
    const link = h("button", { type: "button", class: "rule", text: each.id, onclick: () => this.open(each.id) });
    return h("section", {}, h("h3", {}, each.clauses.length ? each.id : link, ` ${each.title}`), each.says ? h("p", { text: each.says }) : null,
      each.clauses.flatMap((/** @type {any} */ clause) => [
        h("p", {}, h("b", { text: clause.id }), ` ${clause.text} `, clause.status ? h("em", { text: clause.status }) : null),
        ...clause.examples.map((/** @type {any} */ example) => this.example(example))]));
  }

  /** @param {any} example */
  example({ picture, asked, said, mistake }) {
    return h("figure", {}, picture ? h("img", { src: picture, alt: "the hexes of the example" }) : null,
      h("figcaption", {}, h("pre", { text: asked.join("\n") }), h("pre", { text: said.join("\n") }), mistake ? h("p", { text: mistake }) : null));
  }

  /** @param {any} each */
  ruling(each) {
    const choices = Object.entries(each.choices).map(([choice, words]) => h("li", {}, h("b", { text: choice }), choice === each.default ? " (default)" : "", `: ${words}`));
    return h("section", {}, h("p", {}, h("b", { text: each.id }), ` ${each.question}`), h("ul", {}, choices));
  }
}
