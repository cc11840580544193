/* What a touch means, with a feed and a page that are made up: modes, what is asked, what is recorded. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { shownDice } from "../../replays/page/static/dice.js";
import { comesFirst, onward } from "../../replays/page/static/due.js";
import { firstValues, lineOf } from "../../replays/page/static/form.js";
import { Hands } from "../../replays/page/static/hands.js";
import { impulses } from "../../replays/page/static/impulse.js";
import { amount, inWords } from "../../replays/page/static/ink.js";
import { lastStanding } from "../../replays/page/static/past.js";
import { linesTo, touched } from "../../replays/page/static/path.js";

const step = (hex, dice = null) => ({ hex, mp: "1", sum: "2", items: [], dust: null, dice });
const REACH = { from: "B3", left: "13", hexes: { C4: { mp: "2", via: ["C4"] }, D4: { mp: "3", via: ["C4", "D4"] } }, no: { E4: { why: "a building", rule: "B23.41" } } };

/* A page without a document: what was asked and shown is kept. */
const page = ({ due = [], answers = {} } = {}) => {
  const asked = [], shown = [], said = [];
  const units = [{ id: "PzA", side: "German", hex: "B3", kind: "fully-tracked" }, { id: "PzB", side: "German", hex: "B5", kind: "fully-tracked" }, { id: "Crusader", side: "British", hex: "H4", kind: "fully-tracked" }];
  const reply = (request) => {
    if (request.do) return answers.do?.(request) || { accepted: true, given: request.do.length, lines: [], rolled: [], count: request.after + request.do.length };
    if (request.get === "options") {
      const path = (request.path || []).map((hex) => step(hex, hex === "D4" ? [{ name: "Bog Check", chance: "1/6" }] : null));
      const until = path.findIndex((each) => each.dice) + 1;
      return { orders: [], not: [], says: [], mp: { all: "13", left: "13" }, reach: request.of === "PzA" ? REACH : null,
        path: { lines: ["start PzA", ...path.map((each) => `move PzA ${each.hex}`)], mp: "3", steps: path, then: [], stands: true, until: until || null } };
    }
    return answers[request.get]?.(request) || { error: { what: "no" } };
  };
  const none = () => {};
  const app = {
    n: 3, live: true, asked, shown, said,
    frame: { side: "German", units, due, at: "1.1/MPh", phase: "MPh" },
    model: { count: 3, head: { can: { ask: true, do: true }, board: { hexes: { B3: [], C4: [], D4: [], E4: [], H4: [] } }, entries: [], phase_names: ["RPh", "PFPh", "MPh"], sides: [] },
      take: (each) => each, ask: async (request) => { asked.push(request); return reply(request); } },
    dock: { show: (what) => shown.push(what), wait: none, host: {}, mine: true, shown: "x" },
    board: { at: () => [0, 0], hex: 1, ink: { clear: none, ring: none, reach: none, path: none, line: none }, reveal: none },
    say: (text) => said.push(text), appended: none, seek: none,
  };
  const hands = new Hands(app);
  hands.flow.paint = none;
  const { change } = hands;
  hands.change = (flow) => { change.call(hands, flow); flow.paint = () => shown.push(flow.name); };
  return { app, hands };
};
const orders = (app) => app.asked.filter((each) => each.do).map((each) => each.do);

test("touching asks; nothing but a button records", async () => {
  const { app, hands } = page();
  await hands.touch("B3");
  assert.equal(hands.mode, "path");
  await hands.touch("C4");
  await hands.flow.ask();
  await hands.touch("E4");
  assert.deepEqual([hands.flow.path, hands.flow.why.rule], [["C4"], "B23.41"]);
  assert.deepEqual(orders(app), []);
  await hands.flow.go(1);
  assert.deepEqual(orders(app), [["start PzA", "move PzA C4"]]);
});

test("a path is touched, drawn and taken back, and stops where dice come", async () => {
  assert.deepEqual(touched([], "D4", REACH.hexes), ["C4", "D4"]);
  assert.deepEqual(touched(["C4"], "C4", REACH.hexes), []);
  assert.equal(touched([], "H4", REACH.hexes), null);
  const path = { lines: ["start PzA", "move PzA C4", "move PzA D4"], steps: [step("C4"), step("D4")] };
  assert.deepEqual(linesTo(path, 1), ["start PzA", "move PzA C4"]);
  assert.deepEqual([amount("7/2"), inWords("7/2"), inWords("4")], [3.5, "3½", "4"]);
  const { hands } = page();
  assert.equal(hands.drag("D4", "start"), false);
  assert.equal(hands.drag("B3", "start"), true);
  hands.drag("C4", "over");
  await hands.flow.drawing;
  assert.deepEqual(hands.flow.path, ["C4"]);
  hands.drag("B3", "over");
  await hands.flow.drawing;
  assert.deepEqual(hands.flow.path, []);
  await hands.flow.to(["C4", "D4"]);
  assert.equal(hands.flow.upto, 2);
  hands.flow.back("move PzA B3");
  assert.deepEqual(hands.flow.path, ["B3", "C4", "D4"]);
  hands.flow.back("move 'Pz A' B3");
  assert.equal(hands.flow.path.length, 3);
  hands.flow.id = "Pz A";
  hands.flow.back("move 'Pz A' A3 2mp");
  assert.equal(hands.flow.path[0], "A3");
});

test("an enemy touched after an own unit is a shot; after it the unit again", async () => {
  const { app, hands } = page({ answers: { shot: () => ({ from: "B3", to: "H4", vehicle: {}, infantry: {}, next: [], attacks: [] }) } });
  await hands.touch("H4");
  assert.equal(hands.mode, "thing");
  await hands.touch("B3");
  assert.equal(hands.mode, "path");
  await hands.touch("H4");
  await new Promise(setImmediate);
  assert.equal(hands.mode, "shot");
  const asked = app.asked.at(-1);
  assert.deepEqual([asked.from, asked.to, hands.flow.against], ["PzA", "Crusader", "vehicle"]);
  hands.flow.done();
  assert.equal(hands.mode, "path");
});

test("dice due interrupt, take touches and keys, and are asked about in their order", async () => {
  const due = [{ order: "bog-check PzA", bound: "itself", at: "now", dice: "two dice", what: "the Bog Check" }];
  const rolls = [{ of: "Bog PzA", dice: ["Coloured", "White"] }];
  const dice = (request) => ({ line: ["bog-check PzA", ...request.dice].join(" "), from: "either", rolls, done: request.dice.length === 2, says: "it does not bog" });
  const { app, hands } = page({ due, answers: { dice } });
  await hands.choose("B3", "PzA");
  await hands.flow.to(["C4", "D4"]);
  const path = hands.flow;
  await path.go(2);
  assert.equal(hands.mode, "dice");
  await hands.touch("C4");
  assert.equal(app.said.at(-1), "The dice are due first");
  await hands.flow.pick(1, 4);
  assert.equal(hands.flow.done, false);
  await hands.flow.pick(0, 3);
  assert.deepEqual(app.asked.at(-1).dice, [3, 4]);
  assert.equal(hands.flow.done, true);
  app.frame.due = [];
  hands.flow.record();
  await new Promise(setImmediate);
  assert.deepEqual(orders(app).at(-1), ["bog-check PzA 3 4"]);
  assert.equal(hands.flow, path);
  assert.deepEqual([shownDice([undefined, 4]), shownDice([3, undefined, 2]), shownDice([1, 2])], [[], [3], [1, 2]]);
});

test("others who were first are told, and nothing is sent again", async () => {
  const { app, hands } = page({ answers: { do: () => ({ accepted: false, late: true, count: 4, lines: [] }) } });
  app.model.head.entries = [[], [], [], [], ["1.1/MPh", "move Crusader G4", 0]];
  await hands.choose("B3", "PzA");
  await hands.flow.to(["C4"]);
  await hands.flow.go(1);
  assert.equal(orders(app).length, 1);
  assert.equal(app.said.at(-1), "Others recorded #4 first: move Crusader G4");
  assert.deepEqual(hands.flow.path, ["C4"]);
});

test("what was typed is not of others, though its event comes before its answer", async () => {
  const { app, hands } = page(), { sender } = hands, grown = (count) => { app.model.count = count; sender.watch(); };
  app.model.head.entries = ["", "", "", "", "note tea", "note coffee", "note milk"].map((line) => ["", line, 0]);
  const answers = [];
  app.model.ask = () => new Promise((done) => answers.push(done));
  grown(3);
  const tea = sender.type("note tea");
  grown(4);
  answers.pop()({ accepted: true, count: 4 });
  await tea;
  grown(4);
  assert.deepEqual([app.said, [...sender.own]], [[], [4]]);
  grown(5);
  assert.deepEqual(app.said, ["Others recorded #5: note coffee"]);
  const sugar = sender.type("note sugar");
  grown(6);
  answers.pop()({ accepted: false, late: true, count: 6 });
  await sugar;
  assert.deepEqual(app.said.slice(1), ["Others recorded #6: note milk"]);
});

test("what became of orders when the table was lost is told from the log", () => {
  const { hands } = page();
  const entries = [["setup", "the beginning", 0], ["1.1/RPh", "wc", 0], ["1.1/MPh", "start PzA", 0]];
  assert.equal(hands.sender.fate({ lines: ["wc 3 4"], after: 0 }, entries), "Back. Recorded: wc 3 4");
  assert.equal(hands.sender.fate({ lines: ["start PzA", "move PzA C4"], after: 1 }, entries), "Back. Recorded up to: start PzA");
  assert.equal(hands.sender.fate({ lines: ["phase"], after: 2 }, entries), "Back. Not recorded: phase");
});

test("a form writes the line of its fields, and leaves out what is not said", () => {
  const fields = [{ name: "gray", kind: "flag", write: "gray" }, { name: "side", kind: "side", write: 'by "{}"' }, { name: "n", kind: "number", write: "{}mm", needed: true, value: "105mm" }];
  const option = { line: "smoke H2 {gray} {side} {n}", fields };
  assert.deepEqual(firstValues(fields), { n: "105" });
  assert.equal(lineOf(option, { n: "105" }), "smoke H2 105mm");
  const follows = { line: "hook {vehicle}", fields: [{ name: "vehicle", kind: "vehicle", write: "{}", needed: true }] };
  assert.deepEqual(["PzA", "Pz A(b)"].map((vehicle) => lineOf(follows, { vehicle })), ["hook PzA", "hook 'Pz A(b)'"]);
  assert.equal(lineOf(option, { gray: true, side: "$& Free French", n: "76" }), 'smoke H2 gray by "$& Free French" 76mm');
});

test("what comes next: what is due, else the next phase, straight to the MPh", () => {
  const names = ["RPh", "PFPh", "MPh", "CCPh"], orders_ = [{ order: "phase", fields: [{ among: names }] }];
  assert.deepEqual(onward(orders_, "RPh", names).map((each) => each.line), ["phase MPh", "phase"]);
  assert.deepEqual(onward(orders_, "MPh", names), [{ line: "phase", label: "On to the CCPh" }]);
  assert.deepEqual(onward(orders_, "APh", [...names.slice(0, 3), "APh", "CCPh"]).map((each) => [each.line, each.label])[1], ["phase RPh", "Next RPh"]);
  assert.deepEqual(onward(orders_, "CCPh", names), [{ line: "phase", label: "On to the next Player Turn" }]);
  assert.deepEqual(onward([], "CCPh", names), []);
  assert.ok(comesFirst({ order: "wc", at: "now", bound: "must" }) && !comesFirst({ order: "spread", at: "now", bound: "owed" }));
  assert.equal(lastStanding([[], ["", "wc", 0], ["", "phase", 1], ["", "undo 2", 0]]), 1);
  assert.deepEqual(impulses([["start A", "move A C4"], ["start B"]]), ["impulse start A, start B", "move A C4"]);
});

test("a digit where dice are due is the first of them", async () => {
  const due = [{ order: "wc", bound: "must", at: "now", dice: "two dice", what: "the Wind Change DR" }];
  const { app, hands } = page({ due, answers: { dice: () => ({ line: "wc", from: "either", rolls: [{ of: "wc", dice: ["Coloured", "White"] }] }) } });
  await hands.then(null);
  assert.equal(hands.flow.key("7"), false);
  assert.equal(hands.flow.key("5"), true);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([hands.mode, hands.flow.picks], ["dice", [5]]);
  assert.deepEqual(orders(app), []);
});
