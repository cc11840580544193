/* What is due, and what comes next: the dock where nothing is chosen. */

import { ruleChip } from "./answer.js";
import { h, icon, user } from "./dom.js";
import { Mode } from "./mode.js";

const STRAIGHT = "MPh";

/** Whether something is due before all else, with dice.
 * @param {any} each */
export const comesFirst = (each) => each.order && each.at === "now" && (each.bound === "must" || (each.bound === "itself" && each.dice));

/** What the brown button and the lesser one may be, where nothing is due: the phases that can be gone on to.
 * @param {any[]} orders @param {string} phase @param {string[]} names @returns {{line: string, label: string}[]} */
export const onward = (orders, phase, names) => {
  const order = orders.find((each) => each.order === "phase");
  if (!order) return [];
  const next = names[names.indexOf(phase) + 1], among = order.fields[0]?.among || [];
  if (!names.includes(phase)) return [{ line: "phase", label: "Begin" }];
  const on = next ? { line: "phase", label: `On to the ${next}` } : { line: "phase", label: "On to the next Player Turn" };
  if (next && next !== STRAIGHT && names.indexOf(phase) < names.indexOf(STRAIGHT) && among.includes(STRAIGHT)) {
    return [{ line: `phase ${STRAIGHT}`, label: `Straight to the ${STRAIGHT}` }, { ...on, label: next }];
  }
  if (next && phase !== STRAIGHT && among.includes(names[0])) return [on, { line: `phase ${names[0]}`, label: `Next ${names[0]}` }];
  return [on];
};

export class Due extends Mode {
  /** @param {import("./hands.js").Hands} hands */
  constructor(hands) {
    super(hands, "due");
    /** @type {any} */
    this.options = null;
    /** @type {any} */
    this.dice = null;
  }

  async ask() {
    const { app } = this, { can } = app.model.head;
    if (!can.ask || !app.frame) return;
    this.why = null;
    this.options = await this.hands.options(null);
    const first = this.first;
    this.dice = first?.dice ? await app.model.ask({ get: "dice", line: first.order, dice: [] }) : null;
  }

  get first() { return this.app.frame.due.find(comesFirst); }

  paint() {
    const { app, first } = this;
    if (!app.frame) return;
    const finished = this.options?.orders?.every((/** @type {any} */ each) => each.order === "undo");
    if (finished && this.hands.orders) app.dock.show({ title: "The game is finished", sub: "Undo opens it again", mark: "finished",
      main: app.report ? { label: "Report", small: "audit, luck, dice", act: app.report } : null });
    else if (!this.hands.orders) this.watch();
    else if (first?.dice) this.due(first);
    else this.next(first);
  }

  /** A digit is the first die.
   * @param {string} key */
  key(key) {
    const { hands, first } = this;
    if (!/^[1-6]$/.test(key) || !hands.orders || !first?.dice || this.dice?.from === "seed") return false;
    hands.dice(String(first.order)).then(() => hands.flow.key?.(key));
    return true;
  }

  /** For those who look on, and in files: what is due, and what they may do.  */
  watch() {
    const { app } = this, { can } = app.model.head;
    app.dock.show({
      title: app.frame.over ? "The game is over" : app.frame.due.find(comesFirst)?.what || app.frame.status,
      sub: can.ask ? "Touch a vehicle, a unit or a hex; then another, to see the shot" : "Touch a hex, then the other end of a line",
      body: this.rows(),
      main: can.ask && !this.hands.sender.lost ? { label: "Ask…", act: () => app.type() } : null,
      mark: "watch",
    });
  }

  /** @param {any} first */
  due(first) {
    const { app } = this, option = this.options?.orders?.find((/** @type {any} */ each) => each.line === first.order);
    const from = this.dice?.from;
    const enter = { label: "Enter the dice", small: first.dice, act: () => this.hands.dice(first.order) };
    const roll = { label: "Roll for us", act: () => this.hands.dice(first.order).then(() => /** @type {any} */ (this.hands.flow).roll()) };
    app.dock.show({
      title: option?.label || first.order, due: true, sub: [user(first.what, "span"), " ", ruleChip(app, first.rule)],
      body: [h("p", { class: "quiet", text: from === "seed" ? "In this game the seed rolls." : from === "table" ? "Roll beside the board, and touch what the dice show." : "Roll beside the board, or let the seed roll." }), this.rows()],
      lesser: from === "either" ? roll : null, main: from === "seed" ? { ...roll, label: "Roll" } : enter, mark: "due",
    });
  }

  /** @param {any} first due before all else, without dice */
  next(first) {
    const { app } = this, { frame } = app, { phase_names: names } = app.model.head;
    const [main, lesser] = onward(this.options?.orders || [], frame.phase, names);
    const button = (/** @type {any} */ each, /** @type {string} */ small = "") => each && { label: each.label, small, act: () => this.hands.give([each.line]) };
    const end = frame.due.filter((/** @type {any} */ each) => !each.order).map((/** @type {any} */ each) => each.what);
    const mph = frame.phase === STRAIGHT;
    app.dock.show({
      title: frame.over ? "The game is over" : first ? frame.phase === "setup" ? "Setup" : first.what : mph ? `The ${frame.side} MPh` : `${frame.phase}: nothing is due`,
      sub: first && frame.phase === "setup" ? first.what : mph ? "Touch a vehicle, or choose one" : "Touch two counters to see a shot, a hex to see what can be put there",
      body: [this.why ? refusal(app, this.why) : null, this.own(), this.rows(), this.more()],
      lesser: button(lesser), main: button(main, end[0] || (first ? "" : `${frame.side} Player Turn`)), mark: "next",
    });
  }

  /** Own vehicles and units, to be chosen. */
  own() {
    const { app } = this, { frame } = app;
    const side = app.model.head.sides.find((/** @type {any} */ each) => each.name === frame.side);
    return frame.units.filter((/** @type {any} */ each) => each.side === frame.side).map((/** @type {any} */ each) =>
      h("button", { type: "button", class: "row", "data-key": `unit ${each.id}`, onclick: () => this.hands.choose(each.hex, each.id) },
        side ? icon(app.model.fragments.get(side.emblem), 26, 15) : null,
        h("span", { class: "grow" }, h("b", {}, user(each.id)), h("small", { text: `${each.hex}, ${each.words}` })), h("small", { text: each.kind })));
  }

  /** What else is due: as a button where it has an order. */
  rows() {
    const { app, first, hands: { orders } } = this;
    return app.frame.due.filter((/** @type {any} */ each) => each !== first).map((/** @type {any} */ each) => {
      const words = h("span", { class: "grow" }, user(each.what), h("small", { text: each.heading }));
      if (!each.order || !orders) return h("p", { class: "row plain" }, words, ruleChip(app, each.rule));
      const option = { line: each.order, fields: [], dice: each.dice };
      return h("div", { class: "row" }, h("button", { type: "button", class: "grow", "data-key": `due ${each.order}`, onclick: () => this.hands.form(option) }, words), ruleChip(app, each.rule));
    });
  }

  /** What belongs to the game and is not due: notes, the end. */
  more() {
    const others = (this.options?.orders || []).filter((/** @type {any} */ each) => !["phase", "undo"].includes(each.order) && each.line !== this.first?.order);
    const act = (/** @type {any} */ each) => (each.order === "finish" ? this.hands.sure(each.line, { title: each.label, body: [h("p", { text: "The log is closed, and nothing is played after it; Undo opens it again." })], yes: each.label }) : this.hands.form(each, this));
    return h("div", { class: "acts" }, others.map((/** @type {any} */ each) =>
      h("button", { type: "button", class: "act", "data-key": `order ${each.order}`, onclick: () => act(each) }, each.label, each.fields.length || each.order === "finish" ? "…" : "")));
  }
}

/** A refusal in the engine's own sentence, with its rule.
 * @param {any} app @param {any} why */
export const refusal = (app, why) => h("p", { class: "why", role: "alert" },
  user(why.why || why.what, "span"), why.expected ? ` Expected: ${why.expected}.` : "", " ", why.rule ? ruleChip(app, why.rule) : null);
