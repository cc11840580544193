/* The page: what is shown, and what a touch, a key or the address says is to be shown. */

import { Board } from "./board.js";
import { drawBar } from "./bar.js";
import { Director } from "./director.js";
import { Dock } from "./dock.js";
import { $, glyph, saveAs } from "./dom.js";
import { Hands } from "./hands.js";
import { listenToKeys } from "./keys.js";
import { keyNodes, unitNodes } from "./lists.js";
import { Menu } from "./menu.js";
import { Model } from "./model.js";
import { still } from "./motion.js";
import { Prompt } from "./prompt.js";
import { Rulebook } from "./rulebook.js";
import { openShare } from "./share.js";
import { Story } from "./story.js";
import { Strip } from "./strip.js";
import { listenToTouch } from "./touch.js";

/** So long stays what is said, in milliseconds. */
const SAID = 3600;

export class App {
  /** @param {import("./types").Feed} feed @param {Model} model one that has begun */
  constructor(feed, model) {
    this.model = model;
    this.feed = feed;
    this.n = this.wanted = this.drawn = 0;
    /** @type {string | null} */
    this.cursor = null;
    this.frame = /** @type {import("./types").Frame} */ (/** @type {unknown} */ (null));
    /** @type {Record<string, boolean>} */
    this.on = { names: true, veil: true, follow: true, governed: false };
    /** @type {import("./types").Asked[]} */
    this.asked = [];
    /** What else the menu has, where the page stands in another.
     * @type {[string, () => void][]} */
    this.more = [];
    /** What shows the report of the game; null where none is made.
     * @type {(() => void) | null} */
    this.report = feed.report ? () => { window.open(feed.report, "_blank"); } : null;
    /** @type {number | undefined} */
    this.timer = undefined;
    const { head } = model;
    document.title = `${head.title} – Khamsin`;
    $("title").firstChild.textContent = head.title;
    $("app").hidden = false;
    for (const each of document.querySelectorAll("[data-glyph]")) each.append(glyph(/** @type {HTMLElement} */ (each).dataset.glyph || ""));
    this.rulebook = new Rulebook(this.model);
    this.board = new Board(this.model, $("map"));
    this.dock = new Dock($("dock"));
    this.hands = new Hands(this);
    this.menu = new Menu(this);
    this.strip = new Strip(this);
    this.story = new Story(this);
    this.prompt = new Prompt(this);
    this.director = new Director(this);
    this.listen();
  }

  async start() {
    const { head } = this.model;
    const asked = head.can.ask ? { asked: [] } : await this.feed.ask({ get: "asked" });
    this.asked = asked.asked || [];
    for (const each of this.asked) this.model.take(each.reply);
    this.feed.onAppended(() => this.appended());
    await this.seek(this.addressed() ?? (this.feed.local ? 0 : head.count), { still: true });
    this.fit();
    document.documentElement.dataset.ready = "true";
    if (this.feed.local) this.ahead();
  }

  /** Load what is to come while nothing else is to be done. */
  async ahead() {
    const last = Math.min(this.model.chunkOf(this.model.count), 60);
    for (let c = 0; c <= last; c++) {
      await this.model.frame(Math.min(c * this.model.head.chunk, this.model.count));
      await new Promise((done) => setTimeout(done, 4));
    }
  }

  /** The entry that the address means. */
  addressed() {
    let word = location.hash.slice(1);
    try { word = decodeURIComponent(word); } catch (error) { return null; }
    return word && word !== "dock" ? this.model.entryOf(word) : null;
  }

  /** Show the game after an entry.
   * @param {number} n @param {{drag?: boolean, still?: boolean}} how */
  async seek(n, how = {}) {
    n = Math.max(0, Math.min(this.model.count, n));
    this.n = this.wanted = n;
    let frame = this.model.frameNow(n);
    try {
      frame = frame || await this.model.frame(n);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
    if (this.wanted !== n || !frame) return;
    const next = Boolean(this.frame) && Math.abs(n - this.drawn) === 1 && !how.drag && !how.still;
    const came = this.board.draw(frame, next && !still());
    this.frame = frame;
    this.drawn = n;
    drawBar(this);
    this.strip.show();
    this.board.ink.ring("focus", frame.focus);
    this.board.ink.ring("changed", next && still() ? came : []);
    $("app").classList.toggle("looking", !this.live && !this.feed.local);
    this.hands.shown(frame);
    this.director.shown();
    if (this.on.follow && !how.still && frame.focus.length) this.board.reveal(frame.focus);
    clearTimeout(this.later);
    if (how.drag) this.later = setTimeout(() => this.rest(), 60);
    else this.rest();
  }

  /** What can come a moment later than a hand on the slider. */
  rest() {
    this.story.show();
    $("paper").replaceChildren(...unitNodes(this, () => {}), keyNodes(this));
    try { history.replaceState(null, "", `#${this.n}`); } catch (error) { /* an address that cannot be changed */ }
  }

  /** Whether the last entry is shown. */
  get live() { return this.n === this.model.count; }

  /** Say something, in words that are seen for a while and spoken.
   * @param {string} text @param {{seen?: boolean}} [how] */
  say(text, { seen = true } = {}) {
    $("says").textContent = text;
    $("says").classList.toggle("seen", seen && Boolean(text));
    clearTimeout(this.silence);
    this.silence = setTimeout(() => $("says").classList.remove("seen"), SAID);
  }

  /** @param {number} by */
  step(by) { return this.seek(this.n + by); }

  /** @param {number} by */
  phase(by) {
    const { phases } = this.model.head, here = this.model.phaseAt(this.n);
    const next = by > 0 ? here + 1 : phases[here].from < this.n ? here : here - 1;
    return this.seek(next < 0 ? 0 : next >= phases.length ? this.model.count : phases[next].from);
  }

  /** @param {number} by */
  turn(by) {
    const begun = this.model.head.turns.flatMap((box) => (box.from === undefined ? [] : [box.from]));
    return this.seek(by > 0 ? begun.find((n) => n > this.n) ?? this.model.count : begun.reverse().find((n) => n < this.n) ?? 0);
  }

  play() {
    const on = !this.timer;
    if (on && this.live) this.seek(0);
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.live ? this.play() : this.step(1)), 700) : undefined;
    this.say(on ? "The game plays by itself; Space stops it." : "Stopped.");
  }

  fit() { this.board.fit(this.frame.units.map((unit) => unit.hex).filter((hex) => this.board.at(hex))); }

  /** Words for a hex: what it is, and what lies there.
   * @param {string} name */
  words(name) {
    const lies = this.frame.contents[name], more = this.hands.words(name);
    return [`${name}: ${this.frame.ground[name] || this.model.head.board.hexes[name][2]}`, ...(lies || []), ...(more ? [more] : [])].join("; ");
  }

  /** The vehicle or unit that is touched in a hex: the one at the point, else the only one.
   * @param {string} name @param {number} [x] @param {number} [y] @returns {string | null} */
  counterAt(name, x, y) {
    const ids = this.frame.units.filter((unit) => unit.hex === name).map((unit) => unit.id);
    if (ids.length > 1 && x !== undefined && y !== undefined) return this.board.counterAt(x, y, ids);
    return ids.length === 1 ? ids[0] : null;
  }

  /** @param {number} dx @param {number} dy */
  moveCursor(dx, dy) {
    const { x, y, w, h: high } = this.board.window;
    this.cursor = this.cursor ? this.model.beside(this.cursor, dx, dy) : this.model.hexAt(x + w / 2, y + high / 2) || this.model.centres[0].name;
    this.say(this.words(this.cursor));
    this.board.reveal([this.cursor]);
    this.ringCursor();
  }

  /** Go to the next vehicle of the side that is to act, else of any. */
  nextVehicle() {
    const own = this.frame.units.filter((unit) => this.board.at(unit.hex) && (!this.frame.side || unit.side === this.frame.side));
    if (!own.length) return;
    const next = own[(own.findIndex((unit) => unit.hex === this.cursor) + 1) % own.length];
    $("map").focus();
    this.cursor = next.hex;
    this.say(this.words(next.hex));
    this.board.reveal([next.hex]);
    this.ringCursor();
  }

  ringCursor() { this.board.ink.ring("cursor", this.cursor && document.activeElement === $("map") ? [this.cursor] : []); }

  /** The game has grown, or may have: whoever looks at its end goes on with it. */
  async appended() {
    const atEnd = this.live;
    if (!await this.model.grown()) return;
    this.strip.build();
    await this.seek(atEnd ? this.model.count : this.n);
  }

  /** @param {string} name */
  toggle(name) {
    if (name === "governed" && !Object.keys(this.model.head.board.governed).length) return;
    this.on[name] = !this.on[name];
    this.board.governed = this.on.governed;
    if (name === "governed") this.board.draw(this.frame);
    else if (name !== "follow") this.board.svg.classList.toggle(`no-${name}`, !this.on[name]);
  }

  theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("khamsin-theme", root.dataset.theme); } catch (error) { /* not kept then */ }
  }

  type() { if (!$("prompt").hidden) this.prompt.open(); }

  listen() {
    listenToKeys(this);
    $("share").addEventListener("click", () => openShare(this));
    listenToTouch(this.board, {
      tap: (hex, counter) => {
        this.cursor = hex;
        for (const kind of ["focus", "changed"]) this.board.ink.ring(kind, []);
        this.hands.touch(hex, { counter });
      },
      drag: (hex, stage) => this.hands.drag(hex, stage),
      pointed: (hex) => this.strip.point(hex && this.words(hex)),
      counter: (hex, x, y) => this.counterAt(hex, x, y),
    });
    addEventListener("hashchange", () => { const n = this.addressed(); if (n != null && n !== this.n) this.seek(n); });
    $("map").addEventListener("focus", () => this.ringCursor());
    $("map").addEventListener("blur", () => this.ringCursor());
    addEventListener("beforeprint", () => this.board.whole());
  }

  async download() {
    if (!this.feed.log) return;
    const { name, bytes } = await this.feed.log();
    saveAs(name, bytes, "application/jsonl");
  }

  /** A question that was answered is kept in the list as long as the page is open.
   * @param {import("./types").Reply} reply */
  remember(reply) { this.asked.push({ at: this.n, moment: reply.moment, text: reply.asked, reply }); }
}
