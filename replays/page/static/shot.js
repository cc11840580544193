/* A shot as it would be: both totals with their rules, the kinds of attack, and what the next wind makes of it. Nothing is recorded. */

import { itemRows, nearRows, ruleChip } from "./answer.js";
import { glyph, h, user } from "./dom.js";
import { refusal } from "./due.js";
import { Mode } from "./mode.js";

/** Kinds of attack that are at hand. */
const ATTACKS_AT_HAND = ["TH", "IFT", "OBA", "FT"];
/** Kinds of units that are shot at as Infantry, as the page names them. */
const INFANTRY = ["squad", "HS", "crew", "SMC", "SW"];
const AGAINST = /** @type {const} */ (["vehicle", "infantry"]);
/** @type {Record<string, string>} */
const CALLED = { vehicle: "vs vehicle", infantry: "vs Infantry" };

export class Shot extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {string} from @param {string} to ids or hexes @param {any} [back] what goes on after it */
  constructor(hands, from, to, back = null) {
    super(hands, "shot");
    this.anywhere = true;
    this.from = from;
    this.to = to;
    this.back = back;
    this.attack = "TH";
    this.more = false;
    /** @type {string | null} */
    this.against = null;
  }

  get hexes() { return this.reply && !this.reply.error ? [this.reply.from, this.reply.to].map((each) => each.split("@")[0]) : []; }

  async ask() {
    const { app } = this;
    this.reply = await app.model.ask({ get: "shot", at: app.n, from: this.from, to: this.to, attack: this.attack });
    if (this.reply.error) return;
    for (const each of AGAINST) this.app.model.take(this.reply[each]);
    const there = app.frame.units.filter((/** @type {any} */ each) => each.id === this.to || each.hex === this.hexes[1]);
    const target = there.find((/** @type {any} */ each) => each.id === this.to) || there[0];
    this.against ||= target && INFANTRY.includes(target.kind) ? "infantry" : "vehicle";
  }

  /** @param {string} hex @param {string | null} counter */
  touch(hex, counter) {
    if (counter && this.hands.own(counter) && this.hands.orders) return false;
    if (hex === this.hexes[0] || hex === this.hexes[1]) { this.done(); return true; }
    this.to = counter || hex;
    this.hands.begin(this);
    return true;
  }

  done() { if (this.back) this.hands.begin(this.back); else this.hands.letGo(); }

  swap() {
    [this.from, this.to] = [this.to, this.from];
    this.against = null;
    this.hands.begin(this);
  }

  paint() {
    const { app, reply } = this, { ink } = app.board;
    ink.clear();
    if (!reply || reply.error) {
      app.dock.show({ title: `${this.from} at ${this.to}`, close: () => this.done(), body: reply ? [refusal(app, reply.error)] : [], main: { label: "Done", act: () => this.done() } });
      return;
    }
    const shown = reply[this.against || "vehicle"], [one, two] = this.hexes;
    ink.line(shown.drawn || reply.vehicle.drawn || reply.infantry.drawn);
    ink.ring("chosen", [one]);
    ink.ring("target", [two]);
    app.dock.show({
      title: [user(this.from), " at ", user(this.to)], sub: `${reply.from} to ${reply.to}, range ${shown.range ?? ""}, ${reply.attack}`, close: () => this.done(), mark: `shot ${this.from} ${this.to}`,
      body: [this.totals(), shown.blocked || !shown.total ? h("p", { class: "why" }, user(shown.verdict, "span")) : null,
        h("div", { "aria-live": "polite" }, itemRows(app, shown.items)),
        this.wind(), this.why ? refusal(app, this.why) : null, this.kinds(),
        nearRows(app, shown.near || [])],
      lesser: { label: "Swap", act: () => this.swap() }, main: { label: "Done", small: "nothing is recorded", act: () => this.done() },
    });
  }

  totals() {
    return h("div", { class: "totals" }, AGAINST.map((each) => h("button", {
      type: "button", "aria-pressed": String(each === this.against), "data-key": each, onclick: () => { this.against = each; this.hands.paint(); },
    }, h("small", { text: CALLED[each] }), h("strong", { class: this.reply[each].blocked ? "blocked" : "", text: this.reply[each].total || "not so" }))));
  }

  /** What the next Wind Change DR would make of it. */
  wind() {
    const { next } = this.reply, against = this.against || "vehicle";
    const rows = next.filter((/** @type {any} */ each) => each[against] !== this.reply[against].total);
    if (!this.reply[against].total) return null;
    return h("div", { class: "if" }, glyph("wind"), h("div", { class: "grow" }, rows.length ? rows.map((/** @type {any} */ each) =>
      h("p", {}, "Next Wind Change DR, ", each.chance.replace("/", " in "), ": ", user(each.if, "span"), ": ", h("b", { text: each[against] }), " ", ruleChip(this.app, each.rule)))
      : "Whatever the next Wind Change DR: the total stays"));
  }

  kinds() {
    const { attacks } = this.reply, shown = attacks.filter((/** @type {any} */ each) => this.more || ATTACKS_AT_HAND.includes(each.attack));
    return h("div", { class: "acts", "aria-label": "Kind of attack" }, shown.map((/** @type {any} */ each) => h("button", {
      type: "button", class: `act${each.legal ? "" : " no"}`, "aria-pressed": String(each.attack === this.attack), "data-key": `attack ${each.attack}`,
      onclick: () => { this.why = null; if (each.legal) { this.attack = each.attack; this.hands.begin(this); } else { this.why = { what: `${each.attack}: ${each.why}` }; this.hands.paint(); } },
    }, each.attack)), h("button", { type: "button", class: "act", "aria-expanded": String(this.more), "data-key": "more", onclick: () => { this.more = !this.more; this.hands.paint(); } }, this.more ? "Fewer" : "More…"));
  }
}
