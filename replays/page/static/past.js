/* What was recorded: taken back, looked at, or played otherwise in another log. */

import { ruleChip } from "./answer.js";
import { h, user } from "./dom.js";
import { refusal } from "./due.js";
import { Mode } from "./mode.js";

/** The number of the last entry that stands, of those a head lists; 0 where none does.
 * @param {[string, string, number][]} entries */
export const lastStanding = (entries) => {
  for (let n = entries.length - 1; n > 0; n--) if (!entries[n][2] && entries[n][1].split(" ")[0] !== "undo") return n;
  return 0;
};

/** The lines of a story as the dock shows them.
 * @param {any} app @param {any[]} lines */
export const told = (app, lines) => h("ul", { class: "told" }, lines.map((each) =>
  h("li", {}, each.kind === "order" ? h("code", { text: each.text }) : user(each.text, "span"), " ", each.rule ? ruleChip(app, each.rule) : null)));

/** Something that is named before it is done. */
export class Sure extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {string} line @param {{title: string, sub?: string, body: any[], yes: string, no?: string}} said */
  constructor(hands, line, said) {
    super(hands, "sure");
    this.line = line;
    this.said = said;
  }

  paint() {
    const { title, sub, body, yes, no = "No" } = this.said, { hands } = this;
    this.app.dock.show({
      title: `${title}?`, sub, close: () => hands.letGo(), body, mark: this.line,
      lesser: { label: no, act: () => hands.letGo() }, main: { label: yes, act: () => (this.line === "undo" ? hands.takeBack() : hands.give([this.line])) },
    });
  }
}

/** An entry that is looked back at. */
export class Past extends Mode {
  /** @param {import("./hands.js").Hands} hands */
  constructor(hands) {
    super(hands, "past");
    this.inPast = true;
    /** @type {any[]} */
    this.lines = [];
  }

  async ask() {
    const { app } = this;
    this.lines = app.n ? (await app.model.ask({ get: "story", from: app.n, to: app.n })).lines || [] : [];
  }

  paint() {
    const { app } = this, { head } = app.model, [moment, order, gone] = head.entries[app.n];
    const can = head.can.do && app.n > 0 && !gone && !["undo", "finish"].includes(order.split(" ")[0]);
    app.board.ink.clear();
    app.dock.show({
      title: app.n ? [`#${app.n} `, h("code", { text: order })] : "The beginning", sub: `${moment}${gone ? ", taken back" : ""}`, mark: `past ${app.n}`,
      body: [told(app, this.lines.filter((each) => each.kind !== "order")), head.can.ask ? h("p", { class: "quiet", text: "Looking back. Asking works here; nothing is ordered." }) : null],
      lesser: can ? { label: `Amend #${app.n}…`, act: () => this.hands.amend(app.n) } : null,
      main: { label: head.can.ask ? "Return to now" : "To the end", act: () => app.seek(head.count) },
    });
  }
}

/** An old entry as another one: what of the game would stand, and that game as a log of its own. */
export class Amend extends Mode {
  /** @param {import("./hands.js").Hands} hands @param {number} n */
  constructor(hands, n) {
    super(hands, "amend");
    this.inPast = true;
    this.n = n;
    this.line = hands.app.model.head.entries[n][1];
  }

  /** Dice are entered on a pad; other orders are written anew. */
  async ask() {
    if (this.rolls !== undefined) return;
    const reply = await this.app.model.ask({ get: "dice", at: this.n - 1, line: this.line, dice: [] });
    this.rolls = Boolean(reply.next);
    if (this.rolls) this.hands.dice(this.line, this, this.n - 1);
  }

  /** @param {string} line */
  async ready(line) {
    this.line = line;
    this.reply = await this.hands.sender.waited(this.app.model.ask({ get: "amended", entry: this.n, line })) || { error: { what: "this takes too long" } };
    this.hands.begin(this);
  }

  async write() {
    const { app } = this, reply = await app.model.ask({ write: "amended", entry: this.n, line: this.line });
    this.reply = reply.error ? reply : { ...this.reply, log: reply.log };
    this.hands.paint();
  }

  touch() { return true; }

  paint() {
    const { app, reply } = this;
    const typed = h("input", { class: "typed", "aria-label": "The order instead", value: this.line, autocomplete: "off", autocapitalize: "off" });
    app.dock.show({
      title: `#${this.n} otherwise`, sub: h("code", { text: app.model.head.entries[this.n][1] }), close: () => this.hands.begin(new Past(this.hands)), mark: "amend",
      body: [this.rolls ? h("p", {}, h("code", { text: this.line })) : typed, reply?.error ? refusal(app, reply.error) : reply ? this.stands(reply) : null],
      lesser: this.rolls ? { label: "Other dice", act: () => this.hands.dice(app.model.head.entries[this.n][1], this, this.n - 1) } : reply && !reply.error ? { label: "Ask again", act: () => this.ready(/** @type {any} */ (typed).value) } : null,
      main: reply?.log ? { label: "Return to now", act: () => app.seek(app.model.count) }
        : reply && !reply.error ? { label: "Write another log", small: "beside this one", act: () => this.write() } : { label: "What would stand?", act: () => this.ready(/** @type {any} */ (typed).value) },
    });
  }

  /** @param {any} reply */
  stands({ later, stand, unfit, log }) {
    return [h("p", { role: "status" }, h("b", { text: later === stand ? `All ${later} later entries stand.` : `${stand} of ${later} later entries stand; these do not:` })),
      h("ul", { class: "told" }, unfit.map((/** @type {any} */ each) => h("li", {}, h("code", { text: `#${each.entry} ${each.order}` }), " ", user(each.reason, "span")))),
      log ? h("p", { class: "good" }, "Written: ", h("code", { text: log }), ", beside this log.") : null];
  }
}
