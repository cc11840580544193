/* A vehicle that moves: where it can go, the path touched hex after hex, and as far as the next dice. */

import { ruleChip } from "./answer.js";
import { h, user } from "./dom.js";
import { refusal } from "./due.js";
import { amount, inWords } from "./ink.js";
import { Mode } from "./mode.js";
import { besides, chips, saying } from "./thing.js";

/** Orders that are at hand; the others come under More. */
const ORDERS_AT_HAND = ["start", "stop", "turn", "hatch", "impulse", "unhook", "bog-check", "unbog", "recover", "enter", "exit"];
/** Orders that touching hexes gives. */
const TOUCHED = ["move"];

/** The path after a touch on a hex; null where it stays, as the hex is out of reach.
 * @param {string[]} path @param {string} hex @param {Record<string, {via: string[]}>} hexes within reach */
export const touched = (path, hex, hexes) => {
  if (path.at(-1) === hex) return path.slice(0, -1);
  return hexes[hex] ? [...path, ...hexes[hex].via] : null;
};

/** The lines of a path up to a step, those before its first hex among them.
 * @param {{lines: string[], steps: any[]}} path @param {number} steps */
export const linesTo = (path, steps) => path.lines.slice(0, path.lines.length - path.steps.filter((each) => !each.refused).length + steps);

/** The hex next to another, of some; null where none is.
 * @param {any} board @param {string} hex @param {string[]} names */
const nearest = (board, hex, names) => {
  const [x, y] = board.at(hex), far = (/** @type {string} */ name) => { const [a, b] = board.at(name) || [Infinity, 0]; return Math.hypot(a - x, b - y); };
  const found = names.reduce((/** @type {string | null} */ best, name) => (!best || far(name) < far(best) ? name : best), null);
  return found && far(found) < 1.1 * board.hex ? found : null;
};

export class Path extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {string} id */
  constructor(hands, id) {
    super(hands, "path");
    this.id = id;
    /** @type {string[]} */
    this.path = [];
    this.more = this.aims = this.going = false;
    this.drawing = Promise.resolve();
  }

  get hexes() { const unit = this.hands.unit(this.id); return unit ? [unit.hex] : []; }

  get steps() { return (this.reply?.path?.steps || []); }

  /** After how many steps dice come; all of them where none do. */
  get upto() { return this.reply?.path?.until || this.steps.filter((/** @type {any} */ each) => !each.refused).length; }

  /** Ask anew, as after each entry; what does not stand any more is dropped, and said. */
  async ask() {
    this.reply = await this.hands.options(this.id, this.path);
    if (this.reply.error) { this.why = this.reply.error; return; }
    const [first] = this.steps;
    if (first?.refused) {
      this.why = first.refused;
      this.path = [];
      this.reply = await this.hands.options(this.id, []);
    }
  }

  /** @param {string} hex @param {string | null} counter */
  touch(hex, counter) {
    const { reach } = this.reply || {}, enemy = counter && counter !== this.id && !this.hands.own(counter);
    const near = reach?.hexes[hex]?.via.length === 1;
    if (this.aims && hex !== this.hexes[0]) { this.hands.shot(this.id, counter || hex, this); return true; }
    if (enemy && !this.path.length && !near) { this.hands.shot(this.id, counter, this); return true; }
    if (counter && counter !== this.id && !enemy && !this.path.length && !near) return false;
    if (!this.path.length && hex === this.hexes[0]) { this.hands.letGo(); return true; }
    if (!reach) return false;
    const path = touched(this.path, hex, reach.hexes);
    if (path) this.to(path);
    else this.cannot(hex);
    return true;
  }

  /** Why it cannot go to a hex: as a step from the hex within reach that is next to it, if there is one.
   * @param {string} hex */
  async cannot(hex) {
    const { reach } = this.reply, { board } = this.app;
    this.why = reach.no[hex] || { what: `${hex} is out of reach: ${inWords(reach.left)} MP left` };
    const beside = reach.no[hex] ? null : nearest(board, hex, Object.keys(reach.hexes));
    if (!beside) return;
    const found = await this.hands.options(this.id, [...this.path, ...reach.hexes[beside].via, hex]), last = found.path?.steps.at(-1);
    if (last?.hex !== hex || !last.refused || this.hands.flow !== this) return;
    this.why = last.refused;
    this.hands.paint();
  }

  /** @param {string[]} path */
  async to(path) {
    this.path = path;
    this.why = null;
    await this.ask();
    if (this.hands.flow === this) this.hands.paint();
  }

  /** An order is taken back: the hex that it entered is planned again.
   * @param {string} order */
  back(order) {
    const [, word, id, hex] = order.match(/^(\S+) ('[^']*'|\S+) (\S+)/) || [];
    if (word === "move" && id.replace(/'/g, "") === this.id) this.path = [hex, ...this.path];
  }

  /** From the counter, or from where the path ends, a finger draws.
   * @param {string} hex @param {string} stage */
  drag(hex, stage) {
    const end = this.path.at(-1) || this.hexes[0];
    if (stage === "start") { this.whole = hex === end; return this.whole; }
    if (!this.whole) return false;
    this.drawing = this.drawing.then(() => this.draw(hex, stage));
    return true;
  }

  /** @param {string} hex @param {string} stage */
  async draw(hex, stage) {
    if (!this.reply) await this.ask();
    const before = this.path.at(-2) || (this.path.length ? this.hexes[0] : null), { reach } = this.reply;
    if (hex === before) await this.to(this.path.slice(0, -1));
    else if (hex !== this.path.at(-1) && reach?.hexes[hex]?.via.length === 1) await this.to([...this.path, hex]);
    const enemy = this.app.frame.units.find((/** @type {any} */ each) => each.hex === hex && !this.hands.own(each.id));
    if (stage === "end" && enemy && hex !== this.path.at(-1)) { this.path = []; await this.hands.shot(this.id, enemy.id, this); }
  }

  /** @param {string} key */
  key(key) {
    if (key !== "Backspace" || !this.path.length) return false;
    this.to(this.path.slice(0, -1));
    return true;
  }

  /** Record the path up to a step; what is left of it waits, and goes on after the dice.
   * @param {number} steps */
  async go(steps) {
    this.why = null;
    this.going = true;
    await this.hands.give(linesTo(this.reply.path, steps), this);
    this.going = false;
  }

  /** So many of the lines of the path were recorded: its hexes are behind.
   * @param {number} given */
  sent(given) {
    if (!this.going) return;
    this.going = false;
    const { lines } = this.reply.path, moves = this.steps.filter((/** @type {any} */ each) => !each.refused).length;
    this.path = this.path.slice(Math.max(0, given - (lines.length - moves)));
  }

  paint() {
    const { app, reply } = this, { ink } = app.board;
    ink.clear();
    if (!reply || reply.error) { app.dock.show({ title: this.id, close: () => this.hands.letGo(), body: [this.why ? refusal(app, this.why) : null] }); return; }
    const [hex] = this.hexes, { path, reach } = reply, planned = this.path.length > 0;
    ink.ring("chosen", this.hexes);
    if (reach) ink.reach({ from: reach.from, hexes: Object.fromEntries(Object.entries(reach.hexes).filter(([name]) => name !== hex && !this.path.includes(name))) });
    if (planned) ink.path({ from: hex, steps: this.steps.filter((/** @type {any} */ each) => !each.refused) });
    app.dock.show({
      title: user(this.id), sub: saying(this.hands.unit(this.id)?.kind, "", reply.says), close: () => this.hands.letGo(), mark: `path ${this.id}`,
      body: [reach || planned ? this.bar() : null, this.why ? refusal(app, this.why) : null, planned ? this.list() : this.idle()],
      back: planned ? { label: "One hex back", glyph: "erase", act: () => this.to(this.path.slice(0, -1)) } : undefined,
      lesser: planned && this.upto > 1 ? { label: "One hex", disabled: !this.hands.orders, act: () => this.go(1) } : null,
      main: planned ? this.main() : { label: "Done", small: path?.then[0] || "", act: () => this.hands.letGo() },
    });
  }

  main() {
    const { path } = this.reply, { upto } = this, step = this.steps[upto - 1];
    if (!step) return { label: "Go", act: () => {}, disabled: true };
    const left = amount(this.reply.mp.left) - amount(step.sum);
    return { label: path.until ? `To ${step.hex}, then dice` : `Go to ${step.hex}`, small: `${inWords(step.sum)} MP, ${inWords(left)} left`, disabled: !this.hands.orders, act: () => this.go(upto) };
  }

  /** MP: used, planned and left. */
  bar() {
    const { mp, path } = this.reply, all = amount(mp.all), used = all - amount(mp.left), planned = amount(path.mp);
    return h("div", { class: "mp", role: "img", "aria-label": `${inWords(mp.left)} of ${inWords(mp.all)} MP left, ${inWords(path.mp)} planned` },
      Array.from({ length: Math.ceil(all) }, (_, n) => h("i", { class: n < used ? "used" : n < used + planned ? "planned" : "" })));
  }

  list() {
    const { app } = this, { path } = this.reply, moves = path.steps.filter((/** @type {any} */ each) => !each.refused).length;
    const before = path.lines.slice(0, path.lines.length - moves);
    const [start] = this.hexes, first = this.steps[0] ? amount(this.steps[0].sum) - amount(this.steps[0].mp) : 0;
    return h("ol", { class: "steps", "aria-label": "Path" },
      before.map((/** @type {string} */ line) => h("li", {}, h("b", { text: start }), h("span", { class: "grow", text: line.split(" ")[0].replace(/^./, (c) => c.toUpperCase()) }), h("span", { class: "mp-of", text: inWords(first) }))),
      this.steps.map((/** @type {any} */ step) => h("li", { class: step.refused ? "refused" : "" }, h("b", { text: step.hex }),
        step.refused ? h("span", { class: "grow" }, user(step.refused.why, "span"), " ", ruleChip(app, step.refused.rule))
          : [h("span", { class: "grow" }, step.items.map((/** @type {any} */ item) => item[1]).join(", "), " ", this.pills(step)), h("span", { class: "mp-of", text: inWords(step.mp) })])));
  }

  /** @param {any} step */
  pills(step) {
    return [...(step.dice || []).map((/** @type {any} */ each) => h("span", { class: "pill bog", text: `▲ ${each.name} ${each.chance.replace("/", " in ")}` })),
      step.dust ? h("span", { class: "pill dust", text: `Dust in ${step.dust.hex}` }) : null];
  }

  /** What else it can do, where no path is drawn. */
  idle() {
    const { reply } = this, through = Object.values(reply.reach?.hexes || {}).some((/** @type {any} */ each) => !each.stop);
    const hint = reply.reach ? "Touch hex after hex, or drag. Numbers are MP; hatched hexes are out of reach." : "Touch an enemy to see the shot.";
    return [h("p", { class: "quiet", text: through ? `${hint} · leaves no MP to Stop.` : hint }),
      chips(this.hands, this, reply, { atHand: reply.of?.kind === "vehicle" ? ORDERS_AT_HAND : undefined, hidden: TOUCHED, impulse: () => this.hands.impulse(this.id) }),
      besides(this.hands, this)];
  }
}
