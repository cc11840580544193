/* A hex, a unit or a vehicle that is chosen: what it is, every order that is legal there, and why others are not. */

import { answerNodes, hexNodes } from "./answer.js";
import { h, user } from "./dom.js";
import { refusal } from "./due.js";
import { Mode } from "./mode.js";

/** So many orders are at hand; the others come under More. */
const FIRST = 8;

/** The orders of a thing as buttons: legal ones begin, dashed ones say why not.
 * @param {import("./hands.js").Hands} hands @param {any} flow @param {any} reply @param {{atHand?: string[], hidden?: string[], impulse?: () => void}} [how] */
export const chips = (hands, flow, reply, { atHand, hidden = [], impulse } = {}) => {
  const legal = reply.orders.filter((/** @type {any} */ each) => !hidden.includes(each.order)), not = reply.not.filter((/** @type {any} */ each) => !hidden.includes(each.order));
  const near = (/** @type {any} */ each, /** @type {number} */ n) => (atHand ? atHand.includes(each.order) : n < FIRST);
  const shown = flow.more ? legal : legal.filter(near), dashed = flow.more ? not : atHand ? not.filter((/** @type {any} */ each) => ["start", "stop", "turn"].includes(each.order)) : [];
  const hides = legal.length + not.length > shown.length + dashed.length;
  return h("div", { class: "acts" },
    shown.map((/** @type {any} */ each) => h("button", {
      type: "button", class: "act", title: each.about, "data-key": `order ${each.line}`,
      onclick: () => (each.order === "impulse" && impulse ? impulse() : hands.form(each, flow)),
    }, each.label, each.fields.length ? "…" : "")),
    dashed.map((/** @type {any} */ each) => h("button", {
      type: "button", class: "act no", "aria-label": `${each.label}: not now`, "data-key": `not ${each.order}`, onclick: () => { flow.why = each; hands.paint(); },
    }, each.label)),
    hides || flow.more ? h("button", { type: "button", class: "act", "aria-expanded": String(flow.more), "data-key": "more", onclick: () => { flow.more = !flow.more; hands.paint(); } }, flow.more ? "Fewer" : "More…") : null);
};

/** What it is, whose, and what else is said of it; what it is stands once.
 * @param {string | undefined} kind @param {string | undefined} side @param {string[]} says */
export const saying = (kind, side, says) => [kind && says[0]?.startsWith(kind) ? "" : kind, side, ...says].filter(Boolean).join(", ");

/** The hex of what is chosen, what else lies there, and a line from it.
 * @param {import("./hands.js").Hands} hands @param {any} flow */
export const besides = (hands, flow) => {
  const { app } = hands, [hex] = flow.hexes;
  if (!hex || !app.model.head.board.hexes[hex]) return null;
  const there = app.frame.units.filter((/** @type {any} */ each) => each.hex === hex && each.id !== flow.id);
  return h("div", { class: "acts" }, there.map((/** @type {any} */ each) =>
    h("button", { type: "button", class: "act", "data-key": `there ${each.id}`, onclick: () => hands.choose(hex, each.id) }, user(each.id))),
  flow.id ? h("button", { type: "button", class: "act", "data-key": "hex", onclick: () => hands.begin(new Thing(hands, hex, null)) }, `Hex ${hex}`) : null,
  h("button", {
    type: "button", class: "act", "aria-pressed": String(flow.aims), "data-key": "los",
    onclick: () => { flow.aims = !flow.aims; if (flow.aims) app.say("Touch the other end of the line"); hands.paint(); },
  }, "LOS to…"));
};

export class Thing extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {string | null} hex @param {string | null} id of a vehicle or unit */
  constructor(hands, hex, id) {
    super(hands, "thing");
    this.inPast = true;
    this.hex = hex;
    this.id = id;
    this.more = this.aims = false;
    /** @type {any} */
    this.ground = null;
  }

  get hexes() { const hex = (this.id && this.hands.unit(this.id)?.hex) || this.hex; return hex ? [hex] : []; }

  async ask() {
    const { app } = this;
    this.reply = await this.hands.options(this.id || this.hex);
    if (this.hex && !this.id) this.ground = await app.model.ask({ get: "hex", at: app.n, hex: this.hex });
  }

  /** @param {string} hex @param {string | null} counter */
  touch(hex, counter) {
    const from = this.id || this.hex;
    const again = counter ? counter === this.id : hex === this.hex && !this.id;
    if ((this.aims || !this.hands.orders) && from && !again) { this.hands.shot(from, counter || hex, this); return true; }
    const mine = this.hands.own(this.id), theirs = this.hands.own(counter);
    if (this.id && counter && mine !== theirs && (mine || this.app.frame.phase !== "MPh")) { this.aim(counter); return true; }
    if (again) this.hands.letGo();
    return again;
  }

  paint() {
    const { app, reply, hands: { orders } } = this, own = this.id && this.hands.own(this.id);
    app.board.ink.clear();
    app.board.ink.ring("chosen", this.hexes);
    const unit = this.id ? this.hands.unit(this.id) : null, live = app.live;
    const says = reply && !reply.error ? reply.says : [];
    app.dock.show({
      title: user(this.id || this.hex || ""), sub: saying(unit?.kind, unit?.side, says), close: () => this.hands.letGo(), mark: "thing",
      body: [this.why ? refusal(app, this.why) : null,
        this.id ? h("p", { class: "quiet", text: own ? "Touch an enemy to see the shot." : this.fires ? "Choose what it fires at." : "Choose who fires at it." }) : null,
        unit && !own ? this.firers() : null, orders && reply && !reply.error ? chips(this.hands, this, reply) : live || !app.model.head.can.do ? null : h("p", { class: "quiet", text: "Looking back: nothing is ordered here." }),
        besides(this.hands, this), this.ground && !this.ground.error ? h("details", { open: !orders }, h("summary", { text: "The hex" }), hexNodes(app, this.hex || "", this.ground)) : null,
        reply?.error ? answerNodes(app, reply) : null],
      lesser: this.hexes.length ? { label: "What it sees", act: () => this.hands.sees() } : null,
      main: live ? { label: "Done", act: () => this.hands.letGo() } : { label: "Return to now", act: () => app.seek(app.model.count) },
    });
  }

  /** Whether one of the DEFENDER fires now. */
  get fires() { return ["MPh", "DFPh"].includes(this.app.frame.phase); }

  /** The shot of this one and one of the other side.
   * @param {string} other */
  aim(other) {
    const shot = [this.id || "", other];
    if (!this.hands.own(this.id) && !this.fires) shot.reverse();
    this.hands.shot(shot[0], shot[1], this);
  }

  /** Own vehicles and units, each to fire at this one, or to be fired at by it. */
  firers() {
    const { app } = this;
    return h("div", { class: "acts" }, app.frame.units.filter((/** @type {any} */ each) => this.hands.own(each.id) && each.hex in app.model.head.board.hexes).map((/** @type {any} */ each) =>
      h("button", { type: "button", class: "act", "data-key": `fires ${each.id}`, onclick: () => this.aim(each.id) }, this.fires ? "At " : "", user(each.id), this.fires ? "" : " fires")));
  }
}
