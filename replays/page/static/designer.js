/* The page on which a scenario is set up: the board at one side, a form at the other. It shows what Python says of the draft. */

import { Board } from "./board.js";
import { $, h, reached, saveAs } from "./dom.js";
import { Feeds } from "./feeds.js";
import { field } from "./fields.js";
import { itemWords, listNodes, rulingNodes } from "./items.js";
import { Model } from "./model.js";
import { oddsChart } from "./odds_chart.js";
import { listenToTouch } from "./touch.js";

/** So long after a change odds are asked for, in milliseconds; where all is rolled they take longer. */
const SOON = 20, LATER = 900;

/** @typedef {(string | number)[]} Place */
/** @typedef {{place: Place, what: string}} Wrong */

export class Designer {
  /** @param {any} feed @param {any} form @param {any} told */
  constructor(feed, form, told) {
    this.feed = feed;
    this.groups = form.groups;
    this.scenarios = form.scenarios;
    /** @type {string[]} */
    this.boardFiles = form.boards;
    this.model = new Model(feed);
    /** @type {Board} */
    this.board = /** @type {any} */ (null);
    /** @type {Map<string, import("./fields.js").Field>} */
    this.fields = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.watched = new Map();
    /** @type {Map<string, string>} */
    this.liked = new Map();
    /** @type {[string, number] | null} */
    this.chosen = null;
    /** @type {string | null} */
    this.placing = null;
    /** @type {number | undefined} */
    this.dragged = undefined;
    this.over = "";
    this.group = 0;
    this.cursor = "";
    this.shape = "";
    this.oddsOf = "";
    this.waits = 0;
    this.queue = Promise.resolve();
    /** @type {any} */
    this.told = {};
    $("app").hidden = false;
    this.listen();
    this.take(told);
  }

  /** @returns {any[]} */
  get sides() { return this.told.sides || []; }

  // What Python says --------------------------------------------------------------------

  /** Take what Python says of the draft, and show it.
   * @param {any} told */
  take(told) {
    if (told.error) { this.say(told.error.what); return; }
    this.told = { ...this.told, ...told };
    for (const [id, svg] of Object.entries(told.fragments || {})) this.model.fragments.set(id, svg);
    if (told.board) this.lay(told.board);
    if (told.layers) this.board.draw(/** @type {any} */ ({ layers: told.layers, counters: told.counters }), !told.board);
    if (told.unkept) this.say(`The draft could not be kept: ${told.unkept}`);
    if (this.chosen && !this.valueAt(this.chosen)) this.chosen = null;
    this.show();
    this.ring();
    this.askOdds();
  }

  /** Lay another board.
   * @param {any} base */
  lay(base) {
    const window = this.board?.window, before = this.board?.size;
    this.model.head = /** @type {any} */ ({ board: base });
    this.model.centres = Object.entries(base.hexes).map(([name, [x, y]]) => ({ name, x, y }));
    const place = $("map"), fresh = place.cloneNode(false), had = document.activeElement === place;
    place.replaceWith(fresh);
    if (had) fresh.focus();
    this.board = new Board(this.model, fresh);
    listenToTouch(this.board, {
      tap: (hex, id) => { this.touch(hex, id); }, drag: (hex, stage) => this.drag(hex, stage), pointed: () => {},
      counter: (hex, x, y) => this.board.counterAt(x, y, this.vehiclesAt(hex).map((n) => this.valueAt(["vehicles", n, "id"]))),
    });
    const same = before && before.width === this.board.size.width && before.height === this.board.size.height;
    if (window && same) this.board.look(window);
    else this.board.fit(this.places().length ? this.places() : Object.keys(base.hexes));
  }

  /** The hexes where vehicles are. @returns {string[]} */
  places() {
    const all = this.valueAt(["vehicles"]);
    return Array.isArray(all) ? all.map((each) => each?.at).filter((at) => at in this.model.head.board.hexes) : [];
  }

  /** Send a change, after those that were made before it.
   * @param {Record<string, any>} request */
  edit(request) {
    this.queue = this.queue.then(async () => {
      const reply = await this.feed.ask({ ...request, after: this.told.count });
      if (reply.error?.where === "after") { this.say(reply.error.what); this.take(await this.feed.ask({ get: "draft" })); }
      else this.take(reply);
    });
    return this.queue;
  }

  /** The value of the draft at a place.
   * @param {Place} place */
  valueAt(place) { return place.reduce((/** @type {any} */ of, step) => (of == null ? undefined : of[step]), this.told.draft); }

  /** @param {string} name */
  described(name) { return this.groups.flatMap((/** @type {any} */ each) => each.fields).find((/** @type {any} */ each) => each.name === name); }

  // The form ----------------------------------------------------------------------------

  /** Keep a field, to be shown anew with every reply.
   * @param {Place} place @param {import("./fields.js").Field} made */
  keep(place, made) { this.fields.set(place.join("."), made); }

  /** Have a node say what is wrong at a place, or below it where nothing nearer does.
   * @param {Place} place @param {HTMLElement} node */
  watch(place, node) { this.watched.set(place.join("."), node); return node; }

  /** @param {Place} place @param {import("./fields.js").Described} said */
  fieldAt(place, said) {
    const made = field(said, `f-${place.join("-")}`, this.sides.map((each) => each.name), (value) => this.edit({ edit: "set", place, value, typed: true }));
    this.keep(place, made);
    return made.node;
  }

  show() {
    const { draft, faults } = this.told;
    const shape = JSON.stringify([this.group, this.chosen, this.placing, this.sides, this.groups[this.group].fields.map((/** @type {any} */ each) =>
      (each.kind === "list" ? [].concat(draft[each.name] ?? []).map((item) => itemWords(item, each)) : 0))]);
    if (shape !== this.shape) { this.shape = shape; this.build(); }
    for (const [key, made] of this.fields) made.show(this.valueAt(this.placeOf(key)));
    this.showFaults(faults);
    $("title").firstChild.textContent = typeof draft.name === "string" ? draft.name : "A scenario";
    document.title = `${$("title").textContent} – Khamsin`;
    const many = faults.length, state = this.told.saved ? `${this.told.file}, saved` : `${this.told.file || ""}, not saved`;
    $("state").textContent = many ? `${many} fault${many > 1 ? "s" : ""}` : state;
    $("state").classList.toggle("faulty", many > 0);
    $("undo").disabled = !this.told.undo;
    $("begin").disabled = many > 0;
  }

  /** @param {string} key @returns {Place} */
  placeOf(key) {
    const [table, ...rest] = key.split(".");
    return ["rulings", "terrain"].includes(table) && rest.length ? [table, rest.join(".")] : key.split(".").map((each) => (/^[0-9]+$/.test(each) ? Number(each) : each));
  }

  /** Each fault at its field, or at what is nearest above it.
   * @param {Wrong[]} faults */
  showFaults(faults) {
    /** @type {Map<string, string[]>} */
    const at = new Map();
    for (const { place, what } of faults) {
      const found = [...place.keys()].reverse().map((n) => place.slice(0, n + 1).join(".")).find((key) => this.fields.has(key) || this.watched.has(key));
      if (found) at.set(found, [...(at.get(found) || []), what]);
    }
    for (const [key, made] of this.fields) made.fault((at.get(key) || []).join("; "));
    for (const [key, node] of this.watched) node.textContent = (at.get(key) || []).join("; ");
    this.groups.forEach((/** @type {any} */ group, /** @type {number} */ n) => {
      const many = faults.filter(({ place }) => group.fields.some((/** @type {any} */ each) => each.name === place[0])).length;
      const tab = $(`tab-${n}`);
      tab.textContent = many ? `${group.title} ` : group.title;
      if (many) tab.append(h("b", { class: "many", text: String(many), "aria-label": `${many} faults` }));
    });
  }

  /** Build the form of the chosen group. */
  build() {
    const active = document.activeElement?.id || "";
    this.fields.clear();
    this.watched.clear();
    const { title, fields } = this.groups[this.group];
    const nodes = fields.map((/** @type {any} */ said) => {
      if (said.kind === "list") return listNodes(this, said);
      return said.kind === "rulings" ? rulingNodes(this, said) : this.fieldAt([said.name], said);
    });
    $("fields").replaceChildren(...(title === "Scenario" ? [this.anew()] : []), ...nodes);
    $("fields").setAttribute("aria-labelledby", `tab-${this.group}`);
    $("tabs").querySelectorAll("[role=tab]").forEach((/** @type {HTMLElement} */ tab, /** @type {number} */ n) => {
      tab.setAttribute("aria-selected", String(n === this.group));
      tab.tabIndex = n === this.group ? 0 : -1;
    });
    const again = active && document.getElementById(active);
    if (again && again !== document.activeElement) again.focus({ preventScroll: true });
  }

  /** What the draft can begin from. */
  anew() {
    const choice = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": "Begin from", id: "from" }, h("option", { value: "", text: "an empty board" }), this.scenarios.map((/** @type {string} */ value) => h("option", { value, text: value }))));
    const file = /** @type {HTMLInputElement} */ (h("input", {
      type: "file", accept: ".toml", id: "from-file", "aria-label": "Begin from a TOML file",
      onchange: async () => { if (file.files?.length) await this.edit({ edit: "begin", toml: await file.files[0].text() }); },
    }));
    return h("details", { class: "anew" }, h("summary", { text: "Begin from another scenario" }),
      h("div", { class: "put" }, choice, h("button", { type: "button", class: "act", onclick: () => this.edit({ edit: "begin", scenario: choice.value || null }) }, "Take it")),
      h("div", { class: "put" }, file), h("p", { class: "about", text: "Undo brings back what is here now." }));
  }

  /** @param {number} n */
  turn(n) {
    this.group = n;
    this.placing = null;
    this.show();
    $("form").scrollTop = 0;
  }

  // Things on the board -----------------------------------------------------------------

  /** Put things down by touch, or cease.
   * @param {string | null} list @param {string} [like] */
  place(list, like) {
    this.placing = list;
    if (list && like !== undefined) this.liked.set(list, like);
    if (list) this.chosen = null;
    this.show();
    this.say(list ? "Touch a hex of the board." : "");
  }

  /** @param {string} list @param {string | number} like @param {Record<string, any>} value */
  async add(list, like, value) {
    if (typeof like === "string") this.liked.set(list, like);
    await this.edit({ edit: "add", place: [list], like: like === "" ? null : like, value });
    const items = this.valueAt([list]);
    if (!this.placing && Array.isArray(items)) this.choose([list, items.length - 1]);
  }

  /** @param {Place} place */
  async remove(place) {
    this.chosen = null;
    await this.edit({ edit: "remove", place });
    document.getElementById(`put-${place[0]}`)?.focus();
  }

  /** Choose an item of a list: the next touch says where it is.
   * @param {[string, number] | null} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.placing = null;
    const group = chosen ? this.groups.findIndex((/** @type {any} */ each) => each.fields.some((/** @type {any} */ one) => one.name === chosen[0])) : this.group;
    this.group = group;
    this.show();
    this.ring();
    if (chosen) document.getElementById(`item-${chosen[0]}-${chosen[1]}`)?.scrollIntoView({ block: "nearest" });
  }

  /** A hex was touched: something is put down there, or moved, or chosen.
   * @param {string} hex @param {string | null} [id] the vehicle whose counter was touched */
  async touch(hex, id) {
    this.cursor = hex;
    const list = this.placing && this.described(this.placing);
    const chosen = this.chosen && this.described(this.chosen[0]), at = this.chosen ? this.valueAt(this.chosen) : null;
    const here = this.vehiclesAt(hex);
    if (list) await this.add(list.name, this.liked.get(list.name) ?? "", { [list.where]: this.wanted(list) === "hexes" ? [hex] : hex });
    if (list && this.wanted(list) === "hexes") this.choose([list.name, this.valueAt([list.name]).length - 1]);
    else if (id && here.length && this.chosen?.[0] === "vehicles" && at?.at !== hex) this.choose(["vehicles", here.find((n) => this.valueAt(["vehicles", n, "id"]) === id) ?? here[0]]);
    else if (!list && chosen?.where && at?.[chosen.where] !== hex) await this.moved(chosen, /** @type {[string, number]} */ (this.chosen), at, hex);
    else if (!list && here.length) this.choose(["vehicles", here[(here.indexOf(this.chosen?.[0] === "vehicles" ? this.chosen[1] : -1) + 1) % here.length]]);
    this.ring();
    const [, , ground] = this.model.head.board.hexes[hex] || [];
    this.say([hex, ground, ...this.vehiclesAt(hex).map((n) => this.valueAt(["vehicles", n]).id)].filter(Boolean).join(", "));
  }

  /** A vehicle is dragged from hex to hex.
   * @param {string} hex @param {"start" | "over" | "end"} stage */
  drag(hex, stage) {
    if (stage === "start") {
      const here = this.vehiclesAt(hex);
      if (this.placing || !here.length) return false;
      this.dragged = here.find((n) => this.chosen?.[0] === "vehicles" && this.chosen[1] === n) ?? here.at(-1);
      this.cursor = hex;
    } else if (this.dragged === undefined) return false;
    if (stage !== "end") { this.over = hex; this.board.ink.ring("target", [hex]); return true; }
    this.board.ink.ring("target", []);
    const n = this.dragged, to = this.over;
    if (n === undefined) return false;
    this.dragged = undefined;
    if (to !== this.valueAt(["vehicles", n, "at"])) {
      this.edit({ edit: "set", place: ["vehicles", n, "at"], value: to }).then(() => { this.cursor = to; this.choose(["vehicles", n]); });
    }
    return true;
  }

  /** The hex, or one more hex, of what is chosen.
   * @param {any} list @param {[string, number]} chosen @param {any} item @param {string} hex */
  moved(list, chosen, item, hex) {
    const now = item?.[list.where];
    const value = this.wanted(list) !== "hexes" ? hex : Array.isArray(now) && now.at(-1) === hex ? now.slice(0, -1) : [...(now || []), hex];
    return this.edit({ edit: "set", place: [...chosen, list.where], value });
  }

  /** @param {any} list */
  wanted(list) { return list.of.find((/** @type {any} */ each) => each.name === list.where)?.kind; }

  /** The numbers of the vehicles in a hex.
   * @param {string} hex @returns {number[]} */
  vehiclesAt(hex) {
    const all = this.valueAt(["vehicles"]);
    return Array.isArray(all) ? [...all.keys()].filter((n) => all[n]?.at === hex) : [];
  }

  /** Mark the cursor, and what is chosen. */
  ring() {
    const list = this.chosen && this.described(this.chosen[0]), at = this.chosen && list.where ? this.valueAt([...this.chosen, list.where]) : null;
    this.board.ink.ring("cursor", this.cursor ? [this.cursor] : []);
    this.board.ink.ring("chosen", at ? [].concat(at) : []);
  }

  // Odds, files, games ------------------------------------------------------------------

  askOdds() {
    const of = JSON.stringify(this.groups.flatMap((/** @type {any} */ group) => group.fields).filter((/** @type {any} */ each) => each.kind !== "list" || each.name === "boards")
      .map((/** @type {any} */ each) => this.told.draft[each.name]));
    if (of === this.oddsOf) return;
    this.oddsOf = of;
    clearTimeout(this.waits);
    this.waits = setTimeout(async () => {
      const odds = await this.feed.ask({ get: "odds" });
      if (!odds.error) $("chances").replaceChildren(...oddsChart(odds).filter((each) => each != null));
    }, this.told.draft.dyo ? LATER : SOON);
  }

  async save() {
    await this.queue;
    const reply = await this.feed.ask({ save: true });
    if (reply.error) { this.say(reply.error.what); return; }
    this.told.saved = true;
    this.show();
    this.say(reply.says.join("; "));
  }

  async download() {
    await this.queue;
    const { name, text } = await this.feed.ask({ get: "toml" });
    saveAs(name, text, "application/toml");
  }

  async begin() {
    await this.queue;
    const reply = await this.feed.ask({ begin: true });
    if (reply.error) this.say(reply.error.what); else this.feed.open(reply.open);
  }

  /** Show the first fault at its field. */
  firstFault() {
    const first = this.told.faults[0];
    if (!first) return;
    const group = this.groups.findIndex((/** @type {any} */ each) => each.fields.some((/** @type {any} */ one) => one.name === first.place[0]));
    if (group >= 0) this.group = group;
    if (typeof first.place[1] === "number" && this.described(first.place[0])?.of) this.chosen = [first.place[0], first.place[1]];
    this.show();
    const made = this.fields.get(first.place.join("."));
    if (made) made.focus(); else $("fields").focus();
    this.say(first.what);
  }

  /** @param {string} text */
  say(text) { $("heard").textContent = text; }

  listen() {
    $("tabs").append(...this.groups.map((/** @type {any} */ { title }, /** @type {number} */ n) => h("button", {
      type: "button", role: "tab", id: `tab-${n}`, "aria-controls": "fields", onclick: () => this.turn(n), onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        this.turn((n + by + this.groups.length) % this.groups.length);
        $(`tab-${this.group}`).focus();
      },
    }, title)));
    for (const [id, act] of Object.entries({ undo: () => this.edit({ edit: "undo" }), save: () => this.save(), toml: () => this.download(), begin: () => this.begin(), state: () => this.firstFault() })) $(id).addEventListener("click", act);
    $("form").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
    $("app").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.target === $("map")) this.key(event); });
    addEventListener("keydown", (event) => { if (event.key === "Escape") { this.chosen = null; this.place(null); this.ring(); } });
  }

  /** A key on the board: arrows go from hex to hex, Enter touches.
   * @param {KeyboardEvent} event */
  key(event) {
    const to = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (to) {
      this.cursor = this.cursor ? this.model.beside(this.cursor, to[0], to[1]) : Object.keys(this.model.head.board.hexes)[0];
      this.board.reveal([this.cursor]);
      this.ring();
      const [, , ground] = this.model.head.board.hexes[this.cursor];
      this.say([this.cursor, ground, ...this.vehiclesAt(this.cursor).map((n) => this.valueAt(["vehicles", n]).id)].join(", "));
    } else if (event.key === "Enter" && this.cursor) this.touch(this.cursor);
    else if (event.key === "+") this.board.zoom(0.8);
    else if (event.key === "-") this.board.zoom(1.25);
    else return;
    event.preventDefault();
  }
}

const Khamsin = {
  app: /** @type {Promise<Designer> | null} */ (null),
  /** @param {any} feed */
  async start(feed) {
    const page = new Designer(feed, await feed.ask({ get: "form" }), await feed.ask({ get: "draft" }));
    document.documentElement.dataset.ready = "true";
    return page;
  },
};

reached(Khamsin);
if (document.documentElement.dataset.feed === "http") {
  Khamsin.app = Khamsin.start({ ...Feeds.http({ ask: "ask" }), open: (/** @type {string} */ link) => { location.href = link; } });
}
