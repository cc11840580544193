/* The geometry of the window, what fingers mean, what a path is drawn of. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lineThrough, pathInk, reachInk } from "../../replays/page/static/ink.js";
import { Touch } from "../../replays/page/static/touch.js";
import { held } from "../../replays/page/static/window.js";

const ROOM = { width: 400, height: 200 }, SIZE = { width: 1000, height: 700 }, HEX = 83;

test("a window has the shape of its place, and keeps its middle", () => {
  assert.deepEqual(held({ x: 300, y: 300, w: 100, h: 100 }, ROOM, SIZE, HEX), { x: 250, y: 300, w: 200, h: 100 });
});

test("a window is neither lost beyond the edge, nor too near, nor too far", () => {
  const away = held({ x: -5000, y: 9000, w: 300, h: 150 }, ROOM, SIZE, HEX);
  assert.deepEqual([away.x, away.y + away.h], [-HEX / 2, 700 + HEX / 2]);
  assert.equal(Math.round(ROOM.width * HEX / held({ x: 0, y: 0, w: 1, h: 1 }, ROOM, SIZE, HEX).w), 240);
  const all = held({ x: 0, y: 0, w: 1e6, h: 1 }, ROOM, SIZE, HEX);
  assert.deepEqual([all.w, all.x + all.w / 2, all.y + all.h / 2].map(Math.round), [1540, 500, 350]);
});

/** Fingers on a board that takes drags from x = 50 on. */
const fingers = () => {
  const did = [], say = (word) => (...what) => did.push([word, ...what.map((each) => each.clientX ?? each)]);
  const touch = new Touch({ tap: say("tap"), pan: say("pan"), pinch: say("pinch"), drag: (at, stage) => { did.push([stage, at.clientX]); return at.clientX >= 50; } });
  const at = (x, id = 1, kind = "touch") => ({ pointerId: id, pointerType: kind, clientX: x, clientY: 0 });
  return { did, touch, at };
};

test("a finger that slips a little taps, a mouse less", () => {
  const { did, touch, at } = fingers();
  for (const kind of ["touch", "mouse"]) {
    touch.down(at(10, 1, kind));
    touch.move(at(17, 1, kind));
    touch.up(at(17, 1, kind));
  }
  assert.deepEqual(did, [["tap", 17], ["start", 10], ["pan", 7, 0]]);
});

test("a drag goes on where it was taken, and else pans", () => {
  const { did, touch, at } = fingers();
  touch.down(at(50));
  for (const x of [70, 90]) touch.move(at(x));
  touch.up(at(90));
  touch.down(at(20));
  for (const x of [40, 45]) touch.move(at(x));
  touch.up(at(45));
  assert.deepEqual(did, [["start", 50], ["over", 70], ["over", 90], ["end", 90], ["start", 20], ["pan", 20, 0], ["pan", 5, 0]]);
});

test("two fingers pinch, which ends a drag, and what is left of them taps nothing", () => {
  const { did, touch, at } = fingers();
  touch.down(at(60));
  touch.move(at(80));
  touch.down(at(180, 2));
  touch.move(at(130, 2));
  touch.up(at(130, 2));
  touch.up(at(80));
  assert.deepEqual(did.slice(2), [["end", 180], ["pan", -25, 0], ["pinch", 2, 105]]);
  touch.down(at(10));
  touch.up(at(10), true);
  assert.equal(did.length, 5);
});

test("a path is a line through its hexes, with MP so far, a triangle where it may bog, and Dust once", () => {
  const { hexes, marks, dust } = pathInk({ from: "B3", steps: [
    { hex: "C4", mp: "2", sum: "3", dust: null }, { hex: "D4", mp: "1", sum: "4", dust: { hex: "C4" } }, { hex: "E5", mp: "4", sum: "8", dust: { hex: "C4" }, bog: { chance: "1/6" } }] });
  assert.deepEqual(hexes, ["B3", "C4", "D4", "E5"]);
  assert.deepEqual(marks.map(({ words, kind }) => words + kind), ["3step", "4step", "8bog"]);
  assert.deepEqual(dust, ["C4"]);
  assert.equal(lineThrough([[0, 1], [2, 3]]), "M0 1L2 3");
});

test("reach says the cost next to the end, a number farther off, and where one cannot stop", () => {
  const reached = [{ mp: "1", via: ["C4"] }, { mp: "4", via: ["E5"], bog: { chance: "1/6" } }, { mp: "17/2", via: ["C4", "D4"], stop: false }].map(reachInk);
  assert.deepEqual(reached.map((each) => each.words), ["+1", "4 Bog", "8½·"]);
  assert.deepEqual(reached.map((each) => each.kind), ["next", "next bog", "far"]);
});
