/* The menu, and what it opens: all that has no place of its own on the page. */

import { ruleChip, showAnswer } from "./answer.js";
import { closeDialog, openDialog, row } from "./dialog.js";
import { $, h, user } from "./dom.js";
import { changedNodes, dueRows, effectRows, keyNodes, oddsNodes, textRows, unitNodes } from "./lists.js";
import { KEYS } from "./keys.js";

export class Menu {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    $("menu").addEventListener("click", () => this.open());
  }

  /** Do something after the dialog is closed.
   * @param {() => void} act */
  then(act) { return () => { closeDialog(); act(); }; }

  open() {
    const { app } = this, { head } = app.model, { can, marks } = head;
    const faults = marks.filter((mark) => mark.kind === "finding").length;
    const view = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ key) =>
      row(words, () => { app.toggle(id); this.open(); }, { key, pressed: app.on[id] });
    openDialog("Menu", [
      app.report ? row("Report: audit, luck, dice", this.then(app.report)) : null,
      ...app.more.map(([words, act]) => row(words, this.then(act))),
      can.do || can.ask ? h("div", { class: "small-only" }, row("Type an order or a question…", this.then(() => app.type()), { key: "/" })) : null,
      row("In effect, due, odds", () => this.now()),
      row("Vehicles and units", () => openDialog("Vehicles and units", unitNodes(app, (hex) => this.then(() => app.hands.touch(hex, { counter: null, reveal: true }))()))),
      app.asked.length ? row(`Questions that were asked: ${app.asked.length}`, () => this.questions()) : null,
      marks.length || head.audit ? row(head.audit?.words || (faults ? `The audit found ${faults}` : "Marks"), () => this.marks(), { small: marks.length === 1 ? "1 mark" : `${marks.length} marks` }) : null,
      row("Go to a Player Turn, a phase, a note…", () => this.goTo()),
      row("The board as text", () => this.text(), { key: "T" }),
      row("Key to the board", () => openDialog("Key to the board", [keyNodes(app)])),
      h("h3", { text: "View" }),
      row("The whole board", this.then(() => app.board.whole()), { key: "9" }),
      view("names", "Hex names", "L"), view("veil", "Dust veil", "V"), view("follow", "Follow the action", "F"),
      Object.keys(head.board.governed).length ? view("governed", "Terrain as the scenario makes it", "G") : null,
      row(app.timer ? "Stop playing by itself" : "Play by itself", this.then(() => app.play()), { key: "Space" }),
      row("Light or dark", () => app.theme(), { key: "D" }),
      h("h3", { text: "Khamsin" }),
      can.ask ? row("Rules, with examples", this.then(() => app.rulebook.open()), { key: "R" }) : null,
      row("Keys", () => openDialog("Keys", [h("dl", { id: "key-help" }, KEYS.flatMap(([keys, what]) => [h("dt", {}, h("kbd", { text: keys })), h("dd", { text: what })]))]), { key: "?" }),
      app.feed.log ? h("div", { id: "download" }, row("Save the log", () => app.download())) : null,
    ], "menu");
  }

  async now() {
    const { app } = this, { frame, model } = app;
    const later = h("div", { id: "changed" }), odds = h("div", { id: "odds", "aria-live": "polite" });
    openDialog(frame.status, [h("h3", { text: "In effect" }), effectRows(app, frame), h("h3", { text: "Due" }), dueRows(app, frame), later, odds], "now");
    later.replaceChildren(...(await changedNodes(app)).filter((each) => each != null));
    if (model.head.can.ask && !frame.over) odds.replaceChildren(...await oddsNodes(app));
  }

  questions() {
    const { app } = this;
    openDialog("Questions", app.asked.map((each) =>
      row(h("code", { text: each.text }), this.then(() => this.showAsked(each)), { small: `${each.moment}, #${each.at}: ${each.reply.error ? each.reply.error.what : each.reply.verdict}` })), "asked");
  }

  /** @param {import("./types").Asked} each */
  async showAsked(each) {
    const { app } = this, hexes = Object.keys(app.model.head.board.hexes);
    await app.seek(each.at);
    const words = new Set(each.text.toUpperCase().split(/[^A-Z0-9]+/)), named = hexes.filter((name) => words.has(name.toUpperCase()));
    app.hands.letGo();
    showAnswer(app, each.reply, each.text);
    app.board.ink.ring("chosen", each.reply.drawn ? named : []);
    app.board.fit(named);
  }

  marks() {
    const { app } = this, { marks, audit } = app.model.head;
    openDialog(audit?.words || "Marks", marks.map((mark) => h("div", { class: `marked is-${mark.kind}` },
      row([h("b", { text: `#${mark.entry} ${mark.kind} ` }), user(mark.text, "span")], this.then(() => app.seek(mark.entry))), ruleChip(app, mark.rule))), "marks");
  }

  goTo() {
    const { app } = this, { head } = app.model, moment = h("input", { id: "moment", spellcheck: "false", autocapitalize: "off", placeholder: "3.2/MPh, #12, words of a note" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const n = app.model.entryOf(/** @type {HTMLInputElement} */ (moment).value);
      if (n == null) app.say("There is no such moment in this game.");
      else this.then(() => app.seek(n))();
    };
    openDialog("Go to", [h("form", { class: "ask", onsubmit: submit }, h("label", { for: "moment", text: "Moment, entry or note" }), h("div", {}, moment, h("button", { text: "Go" }))),
      h("ol", { class: "turns" }, head.turns.filter((box) => box.from !== undefined).map((box) => {
        const button = h("button", { type: "button", title: `Turn ${box.turn}, ${box.side}`, text: `${box.turn}.${box.player}`, onclick: this.then(() => app.seek(box.from ?? 0)) });
        button.style.setProperty("--side", head.sides[box.player - 1]?.colour);
        return h("li", {}, button);
      }))]);
  }

  text() {
    const every = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "every-hex" })), rows = h("tbody");
    const fill = () => rows.replaceChildren(...textRows(this.app, every.checked));
    every.addEventListener("change", fill);
    fill();
    openDialog("The board as text", [h("label", {}, every, " every hex, also where nothing lies"),
      h("table", { class: "rows", id: "text-table" }, h("thead", {}, h("tr", {}, ["Hex", "Terrain", "In it"].map((text) => h("th", { scope: "col", text })))), rows)], "text");
  }
}
