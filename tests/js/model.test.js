/* What a page makes of replies, without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { inShort } from "../../replays/page/static/bar.js";
import { applied, Model } from "../../replays/page/static/model.js";
import { common } from "../../replays/page/static/prompt.js";
import { atMoment } from "../../replays/page/static/share.js";

test("a difference sets, splices from the last on, goes deeper and takes away", () => {
  const before = { a: 1, b: ["x", "y", "z"], c: { d: 1, e: 2 }, f: 0 };
  const after = applied(before, { a: [0, 2], b: [1, [[0, 1, ["p", "q"]], [2, 1, []]]], c: [2, { d: [3], g: [0, 3] }], f: [3] });
  assert.deepEqual(after, { a: 2, b: ["p", "q", "y"], c: { e: 2, g: 3 } });
  assert.deepEqual(before, { a: 1, b: ["x", "y", "z"], c: { d: 1, e: 2 }, f: 0 });
});

const model = async () => {
  const head = {
    count: 130, chunk: 100, marks: [{ entry: 7, kind: "note", text: "Tea is ready" }, { entry: 9, kind: "finding", text: "Tea" }],
    phases: [{ at: "1.1/RPh", turn: 1, player: 1, from: 1, to: 5 }, { at: "1.1/MPh", turn: 1, player: 1, from: 6, to: 9 }],
    board: { hexes: { A1: [0, 0, ""], B1: [72, 41.6, ""], A2: [0, 83.1, ""] } },
  };
  const asked = [];
  const ask = async (request) => {
    asked.push(request);
    if (request.get === "head") return head;
    if (asked.length === 2) return { error: { what: "away" } };
    return { first: { n: request.from }, steps: Array.from({ length: request.to - request.from }, (_, n) => ({ n: [0, request.from + n + 1] })) };
  };
  const made = new Model({ ask });
  await made.begin();
  return { made, asked };
};

test("words for a moment lead to its last entry", async () => {
  const { made } = await model();
  const meant = { "1.1": 9, "1.1/rph": 5, "#12": 12, 130: 130, 131: null, end: 130, "tea is": 7, nothing: null };
  for (const [words, entry] of Object.entries(meant)) assert.equal(made.entryOf(words), entry, words);
});

test("a frame is built of its chunk, which is asked for once, and again after it did not come", async () => {
  const { made, asked } = await model();
  await assert.rejects(made.frame(104));
  assert.deepEqual(await Promise.all([made.frame(104), made.frame(100), made.frame(130)]), [{ n: 104 }, { n: 100 }, { n: 130 }]);
  assert.equal(asked.length, 3);
  assert.deepEqual(asked[2], { get: "frames", from: 100, to: 130 });
});

test("a point is in the hex of the nearest centre, and arrows lead from hex to hex", async () => {
  const { made } = await model();
  assert.equal(made.hexAt(5, 44), "A2");
  assert.equal(made.hexAt(5, -60), null);
  assert.deepEqual([made.beside("A1", 0, 1), made.beside("A1", 1, 0), made.beside("A1", -1, 0)], ["A2", "B1", "A1"]);
});

test("gauges in few words, what words begin with, links to a moment", () => {
  assert.deepEqual(["Mild Breeze to hexside 3", "Heavy Winds to hexside 2", "None (any can exist)", "No Wind", "Heavy Winds to hexside 3, Gusts"].map(inShort), ["Breeze 3", "Heavy 2", "None", "No Wind", "Heavy 3, Gusts"]);
  assert.equal(common(["move", "motion", "mortar"]), "mo");
  const at = (n, live) => atMoment("http://table/x/#3", { n, live, model: { entryOf: () => 9 }, frame: { at: "1.1/MPh" } });
  assert.deepEqual([at(9, false), at(8, false), at(9, true)], ["http://table/x/#1.1/MPh", "http://table/x/#8", "http://table/x/"]);
});
