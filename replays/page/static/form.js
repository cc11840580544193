/* An order as a form of its own fields: the line that will be written stands below. */

import { h, user } from "./dom.js";
import { refusal } from "./due.js";
import { Mode } from "./mode.js";

/** The line of an order with the values of its fields; a field that is left out leaves nothing.
 * @param {{line: string, fields: any[]}} option @param {Record<string, any>} values */
export const lineOf = ({ line, fields }, values) => {
  const named = ["name", "unit", "vehicle"];
  let words = line;
  for (const { name, write, kind } of fields) {
    const value = values[name], left = value === undefined || value === "" || value === false;
    const word = named.includes(kind) && !/^'|^[\p{L}\p{N}_.-]*$/u.test(value) ? `'${value}'` : value;
    const said = left ? "" : kind === "flag" ? write : write.replace("{}", () => word);
    words = words.replace(`{${name}}`, () => said);
  }
  return words.replace(/ {2,}/g, " ").trim();
};

/** The first values of a form: what is needed has one that is legal.
 * @param {any[]} fields */
export const firstValues = (fields) => Object.fromEntries(fields.filter((each) => each.needed && each.value !== undefined && each.value !== "..." && each.kind !== "hex").map((each) => [each.name, String(each.value).replace(/mm$|mp$/, "")]));

/** @type {Record<string, string>} */
const SHORT = { mp: "MP", drm: "DRM", pp: "PP", wp: "WP", cx: "CX", bu: "BU" };

/** What a field is called.
 * @param {any} field */
const called = ({ name }) => SHORT[name] || name.replace(/_/g, " ").replace(/^./, (/** @type {string} */ c) => c.toUpperCase());

export class Form extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {any} option @param {any} [back] what goes on after it */
  constructor(hands, option, back = null) {
    super(hands, "form");
    this.option = option;
    this.back = back;
    this.values = /** @type {Record<string, any>} */ (firstValues(option.fields));
    this.choose(null);
  }

  get hexes() { return this.back?.hexes || []; }

  get line() { return lineOf(this.option, this.values); }

  get missing() { return this.option.fields.find((/** @type {any} */ each) => each.needed && (this.values[each.name] ?? "") === ""); }

  /** The field that the next touch on the board fills.
   * @param {string | null} name */
  choose(name) {
    const waits = (/** @type {any} */ each) => ["hex", "vehicle", "unit"].includes(each.kind);
    this.field = this.option.fields.find((/** @type {any} */ each) => each.name === name) || this.option.fields.find((/** @type {any} */ each) => waits(each) && each.needed && !this.values[each.name]) || null;
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.values[name] = value;
    this.why = null;
    this.choose(null);
    this.hands.paint();
  }

  /** @param {string} hex @param {string | null} counter */
  touch(hex, counter) {
    const { field } = this;
    if (!field) return true;
    const value = field.kind === "hex" ? hex : counter;
    if (!value) return true;
    this.values[field.name] = value;
    this.choose(null);
    return true;
  }

  async record() {
    const { line, option } = this;
    if (this.missing) { this.why = { what: `${this.missing.label || this.missing.name} is missing` }; this.hands.paint(); return; }
    if (option.dice) { await this.hands.dice(line, this.back); return; }
    const reply = await this.hands.sender.send([line]);
    if (!reply) return;
    if (reply.refused) { this.why = reply.refused; this.hands.paint(); }
    else if (reply.until) await this.hands.dice(reply.until, this.back);
    else await this.hands.then(this.back);
  }

  paint() {
    const { app, option } = this;
    app.board.ink.clear();
    app.board.ink.ring("chosen", this.hexes);
    app.board.ink.ring("target", option.fields.filter((/** @type {any} */ each) => each.kind === "hex" && this.values[each.name]).map((/** @type {any} */ each) => this.values[each.name]));
    this.shows = h("code", { text: this.line });
    app.dock.show({
      title: [option.label, this.back?.id || this.hexes[0]].filter(Boolean).join(": "), sub: option.about, close: () => this.hands.then(this.back), mark: `form ${option.line}`,
      body: [option.fields.filter((/** @type {any} */ each) => each.kind !== "flag").map((/** @type {any} */ each) => this.row(each)), this.flags(), this.why ? refusal(app, this.why) : null, h("p", { class: "line-shown" }, this.shows)],
      main: { label: option.dice ? "To the dice" : `Record ${option.label}`, small: option.rolls && !option.dice ? option.rolls : "", disabled: this.hands.sender.lost, act: () => this.record() },
    });
  }

  /** @param {any} field */
  row(field) {
    const label = called(field);
    return h("fieldset", { class: `field${this.field === field ? " waits" : ""}` }, h("legend", { text: label }), this.control(field, label));
  }

  /** What is so or not: each a switch. */
  flags() {
    return h("div", { class: "acts" }, this.option.fields.filter((/** @type {any} */ each) => each.kind === "flag").map((/** @type {any} */ each) =>
      this.chip(each, called(each), Boolean(this.values[each.name]), () => this.set(each.name, !this.values[each.name]))));
  }

  /** @param {any} field @param {string} label @returns {any} */
  control(field, label) {
    const { name, kind, among } = field, value = this.values[name];
    if (kind === "hexside" && !among) return this.chips(field, ["1", "2", "3", "4", "5", "6"]);
    if (kind === "hex") return [h("button", { type: "button", class: "act", "aria-pressed": String(this.field === field), "data-key": `hex ${name}`, onclick: () => { this.choose(name); this.hands.paint(); } }, value || "Touch a hex"), ...(among || []).slice(0, 8).map((/** @type {string} */ each) => this.chip(field, each, value === each, () => this.set(name, each)))];
    if (among) return this.chips(field, among);
    if (kind === "number" || kind === "mp") return this.stepper(field, label);
    return h("input", { class: "typed", "aria-label": label, value: value || "", maxlength: 200, autocomplete: "off", "data-key": `text ${name}`, oninput: (/** @type {any} */ event) => this.typed(name, event.target.value) });
  }

  /** @param {string} name @param {string} value */
  typed(name, value) {
    this.values[name] = value;
    if (this.shows) this.shows.textContent = this.line;
  }

  /** @param {any} field @param {string[]} values */
  chips(field, values) {
    const now = this.values[field.name];
    return values.map((each) => this.chip(field, each, now === each, () => this.set(field.name, now === each && !field.needed ? undefined : each)));
  }

  /** @param {any} field @param {string} text @param {boolean} on @param {() => void} act */
  chip(field, text, on, act) { return h("button", { type: "button", class: "act", "aria-pressed": String(on), "data-key": `${field.name} ${text}`, onclick: act }, user(text, "span")); }

  /** @param {any} field @param {string} label */
  stepper({ name, min, max }, label) {
    const value = this.values[name];
    const by = (/** @type {number} */ step) => {
      const next = value === undefined ? Number(min ?? 1) : Number(value) + step;
      if ((max === undefined || next <= Number(max)) && (min === undefined || next >= Number(min) || Number.isNaN(Number(min)))) this.set(name, String(next));
    };
    const button = (/** @type {string} */ text, /** @type {string} */ called, /** @type {number} */ step) => h("button", { type: "button", class: "act step", "aria-label": `${label}: ${called}`, "data-key": `${name} ${called}`, onclick: () => by(step) }, text);
    return [button("−", "less", -1), h("input", { class: "typed number", inputmode: "decimal", "aria-label": label, value: value ?? "", placeholder: "usual", "data-key": `number ${name}`, oninput: (/** @type {any} */ event) => this.typed(name, event.target.value.trim()) }), button("+", "more", 1)];
  }
}
