/* The page: what is shown, and what a click, a key or the address says is to be shown. */

import { Board } from "./board.js";
import { Dock } from "./dock.js";
import { $, card, h, user } from "./dom.js";
import { Hands } from "./hands.js";
import { Minimap } from "./minimap.js";
import { Model } from "./model.js";
import { Panels } from "./panels.js";
import { Rulebook } from "./rulebook.js";
import { Timeline } from "./timeline.js";

const KEYS = [
  ["← →", "entry back, entry on (on the map: , and .)"],
  ["Shift ← →", "phase back, phase on"],
  ["Page Up, Page Down", "Player Turn back, on"],
  ["Home, End", "the beginning, the end"],
  ["Space", "play the game by itself, or stop"],
  ["+ − 0 9", "nearer, farther, the counters or the chosen line, the whole board"],
  ["N V F G", "hex names, dust veil, follow the action, terrain as it is governed"],
  ["Arrows on the map", "from hex to hex; Enter chooses: one hex, then the other end of a line"],
  ["S", "what the chosen hex sees"],
  ["T", "the board as text"],
  ["R", "rules, with examples"],
  ["D", "light or dark"],
  ["Esc", "forget the chosen hexes"],
];

export class App {
  constructor(feed) {
    this.model = new Model(feed);
    this.feed = feed;
    this.n = 0;
    this.cursor = null;
    this.on = { names: true, veil: true, follow: true, governed: false };
  }

  async start() {
    await this.model.begin();
    const { head } = this.model;
    document.title = `${head.title} – Khamsin`;
    $("title").firstChild.textContent = head.title;
    $("app").hidden = $("text-board").hidden = false;
    $("app").classList.toggle("tall", head.board.height > 0.8 * head.board.width);
    this.panels = new Panels(this);
    this.rulebook = new Rulebook(this.model);
    this.dock = new Dock($("dock"));
    this.hands = new Hands(this);
    this.board = new Board(this.model, $("map"));
    this.board.chosen = (name) => this.hands.touch(name);
    this.board.pointed = (name) => this.point(name);
    this.minimap = new Minimap(this.board, document.querySelector(".map"));
    this.timeline = new Timeline(this.model, $("lanes"), (n, how) => this.seek(n, how));
    this.listen();
    this.panels.marks();
    this.panels.shot(null);
    const asked = head.can.ask ? { asked: [] } : await this.feed.ask({ get: "asked" });
    this.askedList = asked.asked || [];
    for (const each of this.askedList) this.model.take(each.reply);
    this.panels.asked(this.askedList);
    this.feed.onAppended(() => this.appended());
    const found = this.addressed();
    await this.seek(found ?? (this.feed.local ? 0 : head.count), { still: true });
    this.fit();
    document.documentElement.dataset.ready = "true";
    if (this.feed.local) this.ahead();
  }

  /* Load what is to come while nothing else is to be done. */
  async ahead() {
    const last = Math.min(this.model.chunkOf(this.model.count), 60);
    for (let c = 0; c <= last; c++) {
      await this.model.frame(Math.min(c * this.model.head.chunk, this.model.count));
      await new Promise((done) => setTimeout(done, 4));
    }
  }

  addressed() {
    let word = location.hash.slice(1);
    try { word = decodeURIComponent(word); } catch (error) { return null; }
    return word && word !== "text-board" ? this.model.entryOf(word) : null;
  }

  async seek(n, how = {}) {
    n = Math.max(0, Math.min(this.model.count, n));
    this.n = this.wanted = n;
    let frame = this.model.frameNow(n);
    try {
      frame = frame || await this.model.frame(n);
    } catch (error) {
      $("map-says").textContent = error.message;
    }
    if (this.wanted !== n || !frame) return;
    const ids = Object.values(frame.layers).flat().concat(frame.counters.map((each) => each[1]), frame.key.map((k) => k[1]), frame.ribbon.map((g) => g.picture).filter(Boolean));
    if (ids.some((id) => !this.model.fragments.has(id))) await this.model.missing(ids);
    if (this.wanted !== n) return;
    const moved = !this.frame || this.frame.layers !== frame.layers || this.frame.counters !== frame.counters;
    this.frame = frame;
    this.board.draw(frame);
    this.tell(frame);
    this.hands.shown(frame, moved);
    if (this.on.follow && !how.still && frame.focus.length) this.board.reveal(frame.focus);
    clearTimeout(this.later);
    if (how.drag) this.later = setTimeout(() => this.rest(), 60);
    else this.rest();
  }

  /* What must keep up with a hand on the slider. */
  tell(frame) {
    const [, order] = this.model.head.entries[this.n];
    $("status").replaceChildren(...this.statusWords(frame));
    $("where").textContent = this.n ? `#${this.n} of ${this.model.count}  ${order}` : `Before the first of ${this.model.count} entries`;
    this.timeline.show(this.n, `${frame.status}. Entry ${this.n}: ${order}`);
    this.panels.ribbon(frame);
  }

  statusWords(frame) {
    const side = this.model.head.sides.find((each) => each.name === frame.side);
    return [side ? card(side, this.model.fragments.get(side.emblem), 30) : "", user(frame.status, "span")];
  }

  /* What can come a moment later. */
  rest() {
    const { frame } = this;
    this.minimap.draw(frame, this.model.head.sides);
    this.panels.turns(frame);
    this.panels.now(frame);
    this.panels.units(frame);
    this.panels.key(frame);
    this.panels.text(frame);
    this.panels.story(this.n);
    this.panels.hex(this.hands.ends[0], frame, null);
    try { history.replaceState(null, "", `#${this.n}`); } catch (error) { /* an address that cannot be changed */ }
  }

  /* Whether the last entry is shown. */
  get live() { return this.n === this.model.count; }

  say(text) { $("map-says").textContent = text; }

  step(by) { this.seek(this.n + by); }

  phase(by) {
    const { phases } = this.model.head, here = this.model.phaseAt(this.n);
    const next = by > 0 ? here + 1 : phases[here].from < this.n ? here : here - 1;
    this.seek(next < 0 ? 0 : next >= phases.length ? this.model.count : phases[next].from);
  }

  turn(by) {
    const boxes = this.model.head.turns.filter((box) => box.from !== undefined);
    if (by > 0) this.seek(boxes.find((box) => box.from > this.n)?.from ?? this.model.count);
    else this.seek([...boxes].reverse().find((box) => box.from < this.n)?.from ?? 0);
  }

  play() {
    const on = !this.timer;
    if (on && this.n === this.model.count) this.seek(0);
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => (this.n < this.model.count ? this.step(1) : this.play()), 700) : null;
    $("play").setAttribute("aria-pressed", on);
    $("play").textContent = on ? "Stop" : "Play";
  }

  fit() { this.board.fit(this.hands.ends.length === 2 ? this.hands.ends : Object.keys(this.frame.contents)); }

  /* Hexes ---------------------------------------------------------------------------------- */

  point(name) {
    const text = name ? `${name}: ${this.frame.ground[name] || this.model.head.board.hexes[name][2]}` : "";
    const lies = name && this.frame.contents[name];
    $("map-says").textContent = lies ? `${text}. ${lies.join("; ")}` : text;
  }

  mark() {
    this.board.mark({ focus: this.frame.focus, chosen: this.hands.ends, cursor: this.cursor && document.activeElement === $("map") ? [this.cursor] : [] });
  }

  async appended() {
    const atEnd = this.n === this.model.count;
    if (!await this.model.grown()) return;
    this.timeline.build();
    this.panels.marks();
    await this.seek(atEnd ? this.model.count : this.n);
  }

  /* Hands ---------------------------------------------------------------------------------- */

  toggle(name) {
    this.on[name] = !this.on[name];
    $(name).setAttribute("aria-pressed", this.on[name]);
    if (name === "governed") {
      this.board.governed = this.on.governed;
      this.board.draw(this.frame);
    } else if (name !== "follow") this.board.svg.classList.toggle(`no-${name}`, !this.on[name]);
  }

  theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("khamsin-theme", root.dataset.theme); } catch (error) { /* not kept then */ }
  }

  listen() {
    const click = {
      back: () => this.step(-1), on: () => this.step(1), "back-phase": () => this.phase(-1), "on-phase": () => this.phase(1),
      "back-turn": () => this.turn(-1), "on-turn": () => this.turn(1), play: () => this.play(),
      "zoom-in": () => this.board.zoom(0.75), "zoom-out": () => this.board.zoom(1.33), fit: () => this.fit(), whole: () => this.board.whole(),
      names: () => this.toggle("names"), veil: () => this.toggle("veil"), follow: () => this.toggle("follow"), governed: () => this.toggle("governed"),
      theme: () => this.theme(), help: () => $("keys").showModal(), rules: () => this.rulebook.open(), share: () => this.share(), download: () => this.download(),
    };
    for (const [id, act] of Object.entries(click)) $(id).addEventListener("click", act);
    $("download").hidden = !this.feed.log;
    $("rules").hidden = !this.model.head.can.ask;
    $("governed").hidden = !Object.keys(this.model.head.board.governed).length;
    const { audit } = this.model.head;
    $("audit").hidden = !audit;
    if (audit) {
      $("audit").textContent = audit.words;
      $("audit").className = audit.clean ? "clean" : "faulty";
      $("audit").addEventListener("click", () => this.panels.open(this.model.head.marks.length ? "marks" : "now"));
    }
    $("every-hex").addEventListener("change", () => this.panels.text(this.frame));
    $("key-help").replaceChildren(...KEYS.flatMap(([keys, what]) => [h("dt", {}, h("kbd", { text: keys })), h("dd", { text: what })]));
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => { const n = this.addressed(); if (n != null && n !== this.n) this.seek(n); });
    $("map").addEventListener("focus", () => this.mark());
    $("map").addEventListener("blur", () => this.mark());
    addEventListener("beforeprint", () => { this.board.whole(); $("key").open = true; });
    if (this.model.head.can.do || this.model.head.can.ask) this.prompt();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") || this.hands.key(event)) return;
    const at = event.target, onMap = at === $("map");
    if (at.matches("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    let act = null;
    if (onMap && arrows[event.key] && !event.shiftKey) act = () => this.moveCursor(...arrows[event.key]);
    else if (onMap && event.key === "Enter") act = () => this.cursor && this.hands.touch(this.cursor);
    else act = this.command(event, at);
    if (!act) return;
    event.preventDefault();
    act();
  }

  command(event, at) {
    if (at.closest(".scroll, #story, [role=tabpanel]") && /^(Page|Home|End| )/.test(event.key)) return null;
    if (event.key === " " && at.matches("button, summary, input")) return null;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) return () => (event.shiftKey ? this.phase(by) : this.step(by));
    return {
      ",": () => this.step(-1), ".": () => this.step(1), PageUp: () => this.turn(-1), PageDown: () => this.turn(1),
      Home: () => this.seek(0), End: () => this.seek(this.model.count), " ": () => this.play(),
      "+": () => this.board.zoom(0.75), "=": () => this.board.zoom(0.75), "-": () => this.board.zoom(1.33),
      0: () => this.fit(), 9: () => this.board.whole(), n: () => this.toggle("names"), v: () => this.toggle("veil"), f: () => this.toggle("follow"), g: () => $("governed").hidden || this.toggle("governed"),
      s: () => this.hands.ends.length && this.hands.sees(this.hands.ends[0]), t: () => { $("text-board").scrollIntoView(); $("text-board").focus(); },
      d: () => this.theme(), r: () => $("rules").hidden || this.rulebook.open(), "?": () => $("keys").showModal(),
      Escape: () => this.hands.letGo(),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key] || null;
  }

  moveCursor(dx, dy) {
    const { x, y, w, h: high } = this.board.window;
    this.cursor = this.cursor ? this.model.beside(this.cursor, dx, dy) : this.model.hexAt(x + w / 2, y + high / 2) || this.model.centres[0].name;
    this.point(this.cursor);
    this.board.reveal([this.cursor]);
    this.mark();
  }

  async share() {
    const where = `${location.href.split("#")[0]}#${this.frame.at === "setup" ? this.n : this.n === this.model.entryOf(this.frame.at) ? this.frame.at : this.n}`;
    try { await navigator.clipboard.writeText(where); $("map-says").textContent = `Copied: ${where}`; } catch (error) { location.hash = where.split("#")[1]; }
  }

  async download() {
    const { name, bytes } = await this.feed.log();
    const link = h("a", { href: URL.createObjectURL(new Blob([bytes], { type: "application/jsonl" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /* A question that was answered is kept in the list as long as the page is open. */
  remember(reply) {
    this.askedList.push({ at: this.n, moment: reply.moment, text: reply.asked, reply, listed: true });
    this.panels.asked(this.askedList);
  }

  /* Tab writes what all words of the list begin with; where that is nothing more, it goes on to the next control. */
  complete(event) {
    const line = $("line").value, words = [...$("words").options].map((each) => each.value);
    if (!words.length || !line || !words.every((word) => word.startsWith(line))) return;
    let common = words[0];
    for (const word of words) while (!word.startsWith(common)) common = common.slice(0, -1);
    if (words.length === 1) common += " ";
    if (common.length <= line.length) return;
    event.preventDefault();
    $("line").value = common;
    $("line").dispatchEvent(new Event("input"));
  }

  /* A line to type, where a server or a worker answers. */
  prompt() {
    $("prompt").hidden = false;
    $("line").addEventListener("input", async () => {
      const line = $("line").value, reply = await this.feed.ask({ get: "complete", line });
      if ($("line").value !== line) return;
      const kept = line.replace(/[^ ]*$/, "");
      $("words").replaceChildren(...(reply.words || []).slice(0, 30).map((word) => h("option", { value: kept + word })));
    });
    const sent = [];
    let back = 0;
    const recall = (by) => {
      back = Math.max(0, Math.min(sent.length, back + by));
      $("line").value = back ? sent[sent.length - back] : "";
    };
    $("line").addEventListener("keydown", (event) => {
      if (event.key === "Tab" && !event.shiftKey) this.complete(event);
      else if (event.key === "ArrowUp" && sent.length && (back || !$("line").value)) { event.preventDefault(); recall(1); }
      else if (event.key === "ArrowDown" && back) { event.preventDefault(); recall(-1); }
    });
    $("prompt").addEventListener("submit", async (event) => {
      event.preventDefault();
      const line = $("line").value.trim();
      if (!line) return;
      back = 0;
      if (sent[sent.length - 1] !== line) sent.push(line);
      const reply = await this.model.ask({ line, at: this.n, after: this.model.count });
      if (reply.asked) { $("said").textContent = ""; $("line").value = ""; this.remember(reply); this.hands.show(reply, "shot"); return; }
      $("said").textContent = reply.error ? [reply.error.what, reply.error.expected].filter(Boolean).join("; expected ") : reply.lines.map((each) => each.trim().replace(/ {2,}/g, "  ")).join("\n");
      if (reply.accepted) { $("line").value = ""; await this.appended(); await this.seek(this.model.count); }
      else if ("accepted" in reply) await this.appended();
    });
  }
}
