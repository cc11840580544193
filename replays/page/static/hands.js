/* What a touch means. One flow at a time has the dock and the board: each is a mode with a name, and takes touches, drags and keys. */

import { hexNodes, showAnswer } from "./answer.js";
import { Dice } from "./dice.js";
import { Due, comesFirst } from "./due.js";
import { Form } from "./form.js";
import { Impulse } from "./impulse.js";
import { inWords } from "./ink.js";
import { Sender } from "./lost.js";
import { Amend, Past, Sure, lastStanding, told } from "./past.js";
import { Path } from "./path.js";
import { Shot } from "./shot.js";
import { Thing } from "./thing.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {{name: string, hexes?: string[], path?: string[], paint: () => void, ask?: () => Promise<void>,
 *   touch?: (hex: string, counter: string | null) => boolean, drag?: (hex: string, stage: string) => boolean,
 *   key?: (key: string) => boolean, sent?: (given: number) => void, inPast?: boolean, anywhere?: boolean}} Flow */

export class Hands {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.sender = new Sender(this);
    /** @type {Flow} */
    this.flow = new Due(this);
    /** Answers to `options`, by what was asked, of the entry shown.
     * @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    this.keptOf = -1;
    if (app.model.head.can.do) app.dock.undo = { label: "Undo", act: () => this.undo() };
  }

  get mode() { return this.flow.name; }

  /** The hexes that are chosen. */
  get ends() { return this.flow.hexes || []; }

  /** Whether orders can be given here and now. */
  get orders() { return this.app.model.head.can.do && this.app.live && !this.sender.lost; }

  /** Begin a flow, and ask what it needs.
   * @param {Flow} flow */
  async begin(flow) {
    this.change(flow);
    await this.fresh();
  }

  /** Ask what a flow needs, and show it, unless something else stands in the dock by then.
   * @returns {Promise<void>} */
  async fresh() {
    const { flow } = this, { dock } = this.app, { turns } = dock;
    await flow.ask?.();
    if (flow === this.flow && (dock.mine || dock.turns === turns)) this.paint();
  }

  paint() {
    const { dock } = this.app;
    if (!this.app.frame) return;
    if (dock.undo) dock.undo.disabled = !this.orders;
    this.flow.paint();
    dock.mine = true;
  }

  /** What can be done with a thing, at the entry shown.
   * @param {string | null} of @param {string[]} [path] */
  options(of, path = []) {
    const { n, model } = this.app, key = JSON.stringify([of, path]);
    if (this.keptOf !== n) { this.kept.clear(); this.keptOf = n; }
    let found = this.kept.get(key);
    if (!found) {
      const named = of && model.head.board.hexes[of] && this.unit(of) ? { vehicle: of } : of;
      found = model.ask({ get: "options", at: n, ...(named ? { of: named } : {}), ...(path.length ? { path } : {}) });
      this.kept.set(key, found);
      found.then((reply) => { if (reply.error) this.kept.delete(key); });
    }
    return found;
  }

  /** A vehicle or unit by its id.
   * @param {string | null} id */
  unit(id) { return this.app.frame?.units.find((/** @type {any} */ each) => each.id === id) || null; }

  /** Whether a vehicle or unit is of the side whose Player Turn it is.
   * @param {string | null} id */
  own(id) { return this.unit(id)?.side === this.app.frame.side; }

  /** A tap on the board, or Enter there.
   * @param {string} hex @param {{counter?: string | null, orders?: boolean, reveal?: boolean}} [how] `orders`: what can be done is asked for */
  async touch(hex, { counter = null, orders = false, reveal = false } = {}) {
    const { app } = this;
    if (this.sender.busy) return;
    app.cursor = hex;
    if (reveal) app.board.reveal([hex]);
    if (!app.model.head.can.ask) { await this.look(hex); return; }
    if (!counter) {
      const there = app.frame.units.filter((/** @type {any} */ each) => each.hex === hex);
      counter = (there.find((/** @type {any} */ each) => each.side === app.frame.side) || there[0])?.id || null;
    }
    if (orders) { await this.begin(new Thing(this, hex, counter)); return; }
    const { flow } = this;
    if (flow.touch?.(hex, counter)) { if (flow === this.flow) this.paint(); return; }
    await this.choose(hex, counter);
  }

  /** Choose a vehicle, a unit or a hex.
   * @param {string | null} hex @param {string | null} counter */
  async choose(hex, counter) {
    if (counter && this.own(counter) && this.orders) await this.begin(new Path(this, counter));
    else await this.begin(new Thing(this, hex, counter));
  }

  /** In a file there is what was asked: a hex, then the line to another.
   * @param {string} hex */
  async look(hex) {
    const { app } = this, [one, two] = this.ends, again = one === hex && !two;
    const hexes = again ? [] : one && !two ? [one, hex] : [hex];
    const old = this.flow;
    this.flow = { name: "file", hexes, paint: () => {}, anywhere: true };
    if (!hexes.length) { this.letGo(); return; }
    app.board.ink.clear();
    app.board.ink.ring("chosen", hexes);
    const reply = hexes.length === 2 ? await app.model.ask({ get: "ask", at: app.n, text: `shot ${hexes.join(" ")}` }) : null;
    if (this.flow.hexes !== hexes || old === this.flow) return;
    if (reply) showAnswer(app, reply, `shot ${hexes.join(" ")}`);
    else app.dock.show({ title: hex, close: () => this.letGo(), body: hexNodes(app, hex, null) });
  }

  /** A drag from a hex: true where it is taken, else the board pans.
   * @param {string} hex @param {string} stage */
  drag(hex, stage) {
    if (this.sender.busy || !this.orders) return false;
    if (stage === "start" && !this.flow.drag) {
      const mover = this.app.frame.units.find((/** @type {any} */ each) => each.hex === hex && each.side === this.app.frame.side);
      if (!mover || this.mode === "dice") return false;
      this.begin(new Path(this, mover.id));
    }
    return this.flow.drag ? this.flow.drag(hex, stage) : false;
  }

  /** After each seek or growth.
   * @param {import("./types").Frame} _frame */
  async shown(_frame) {
    if (this.sender.busy) return;
    const { app } = this;
    this.sender.watch();
    if (!this.stays) this.change(app.live ? new Due(this) : new Past(this));
    await this.fresh();
  }

  /** Whether what is being done goes on at the entry shown: an answer does anywhere, an order only now. */
  get stays() {
    if (this.flow.anywhere) return true;
    return this.app.live ? !this.flow.inPast || this.mode === "thing" : Boolean(this.flow.inPast) && this.begunAt === this.app.n;
  }

  /** @param {Flow} flow */
  change(flow) {
    this.flow = flow;
    this.begunAt = this.app.n;
    this.app.board.ink.clear();
  }

  /** A key that what is being done takes.
   * @param {KeyboardEvent} event */
  key(event) {
    if (this.flow.key?.(event.key)) { this.paint(); return true; }
    const free = !(/** @type {Element} */ (event.target).matches("button, summary, a, #map"));
    if (event.key.toLowerCase() === "u") this.undo();
    else if (event.key === "Enter" && free && this.app.dock.main) this.app.dock.main.click();
    else return false;
    return true;
  }

  /** What is said of a hex that one comes to: what it costs to go there.
   * @param {string} hex */
  words(hex) {
    const { reach } = /** @type {any} */ (this.flow).reply || {}, found = reach?.hexes?.[hex];
    if (!found) return reach?.no?.[hex]?.why || "";
    return [`${inWords(found.mp)} MP`, found.bog ? `${found.bog.name} ${found.bog.chance.replace("/", " in ")}` : "", found.dust ? `Dust in ${found.dust.hex}` : ""].filter(Boolean).join(", ");
  }

  /** What the chosen hex sees. */
  async sees() {
    const { app } = this, [hex] = this.ends;
    if (hex) showAnswer(app, await app.model.ask({ get: "ask", at: app.n, text: `view ${hex}` }), `view ${hex}`);
  }

  letGo() { this.begin(this.app.live || !this.app.model.head.can.ask ? new Due(this) : new Past(this)); }

  /* Flows begin others through these. */

  /** @param {string} line @param {Flow} [then] @param {number} [at] */
  dice(line, then, at) { return this.begin(new Dice(this, line, then, at)); }

  /** @param {any} option @param {Flow} [back] */
  form(option, back) {
    if (option.fields.length || option.dice) return option.fields.length ? this.begin(new Form(this, option, back)) : this.dice(option.line, back);
    return this.give([option.line], back);
  }

  /** @param {string} from @param {string} to @param {Flow} [back] */
  shot(from, to, back) { return this.begin(new Shot(this, from, to, back)); }

  /** @param {string} id */
  impulse(id) { return this.begin(new Impulse(this, id)); }

  /** @param {number} n */
  amend(n) { return this.begin(new Amend(this, n)); }

  /** Record orders, and go on with a flow: its own once more, or the next thing that is due.
   * @param {string[]} lines @param {Flow} [then] @returns {Promise<any>} */
  async give(lines, then) {
    const reply = await this.sender.send(lines);
    if (!reply) return null;
    then?.sent?.(reply.given || 0);
    if (reply.refused && this.flow === then) /** @type {any} */ (then).why = reply.refused;
    else if (reply.refused) this.app.say(reply.refused.why || reply.refused.what);
    const first = then && this.app.frame.due.find((/** @type {any} */ each) => comesFirst(each) && each.dice);
    if (reply.until || first) await this.dice(reply.until || first?.order, then);
    else if (reply.refused && !then) this.paint();
    else await this.then(then);
    return reply;
  }

  /** Go on with a flow, or with what is due.
   * @param {Flow | null} [then] */
  then(then) { return this.begin(then || new Due(this)); }

  /** Name what a button does before it does it.
   * @param {string} line @param {ConstructorParameters<typeof Sure>[2]} said */
  sure(line, said) { return this.begin(new Sure(this, line, said)); }

  /** Record `undo`, and say what it took back.
   * @param {Flow} [then] */
  async takeBack(then) {
    const { entries } = this.app.model.head, order = entries[lastStanding(entries)][1];
    if ((await this.give(["undo"], then))?.given) this.app.say(`✓ taken back: ${order}`);
  }

  /** Take back the last entry; where another recorded it, or dice lie in it, it is named first. */
  async undo() {
    if (!this.orders) return;
    const n = lastStanding(this.app.model.head.entries);
    if (!n) { this.app.say("There is nothing to take back"); return; }
    const story = await this.app.model.ask({ get: "story", from: n, to: n });
    const lines = story.lines || [], dice = lines.some((/** @type {any} */ each) => each.kind === "order" && each.text.includes("   ["));
    if (dice || !this.sender.own.has(n)) {
      await this.sure("undo", {
        title: `Take back #${n}`, sub: dice ? "Dice were rolled for it" : "It was not recorded here", body: [told(this.app, lines)], yes: "Take it back", no: "Leave it",
      });
      return;
    }
    const path = this.flow instanceof Path ? this.flow : undefined;
    path?.back(this.app.model.head.entries[n][1]);
    await this.takeBack(path);
  }
}
