/* The board: layers of fragments, what is drawn over them, and the window through which one looks. */

import { parsed, s } from "./dom.js";
import { Ink } from "./ink.js";
import { DRIFTING, fade, rise, step } from "./motion.js";
import { held } from "./window.js";

/** How high a hex is in pixels: at least (a finger needs more than a mouse) and at most when some are shown, where its name goes, where all words have room. */
const LEAST = globalThis.matchMedia?.("(pointer: fine) and (min-width: 700px)").matches ? 35 : 44, FITTED = 90, NAMED = 35, NEAR = 100;

export class Board {
  /** @param {import("./model.js").Model} model @param {HTMLElement} host */
  constructor(model, host) {
    this.model = model;
    this.host = host;
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map();
    /** @type {Map<string, {group: SVGElement, ids: string[]}>} */
    this.shown = new Map();
    this.governed = false;
    const { width, height, layers, uncut, defs, outline } = model.head.board;
    this.size = { width, height };
    const ys = outline.split(" ").map((point) => Number(point.split(",")[1]));
    this.hex = Math.max(...ys) - Math.min(...ys);
    const groups = layers.map((name) => {
      const group = s("g", { class: `layer layer-${name}` });
      this.shown.set(name, { group, ids: [] });
      return group;
    });
    const lower = groups.filter((_, n) => !uncut.includes(layers[n]));
    const upper = groups.filter((_, n) => uncut.includes(layers[n]));
    /** @type {Map<string, {group: SVGElement, drawn: string, x: number, y: number}>} */
    this.pieces = new Map();
    this.lying = s("g", { class: "layer layer-counters" });
    this.under = s("g", { class: "below" });
    this.over = s("g", { class: "above" });
    this.ink = new Ink(this);
    this.svg = s("svg", { class: "art board", "aria-hidden": "true", focusable: "false" },
      s("defs", {}, s("clipPath", { id: "khamsin-page-cut" }, s("rect", { width, height })), parsed(model.fragments.get(defs)), this.ink.defs()),
      s("rect", { class: "shadow", x: 6, y: 8, width, height }),
      s("g", { "clip-path": "url(#khamsin-page-cut)" }, lower, this.ink.ground, this.under),
      s("rect", { class: "frame", width, height }),
      upper, this.lying, this.over, this.ink.top);
    host.append(this.svg);
    this.window = { x: 0, y: 0, w: width, h: height };
    this.unit = 1;
    new ResizeObserver(() => this.look(this.window)).observe(host);
  }

  /** @param {string} id */
  node(id) {
    let found = this.nodes.get(id);
    if (!found) {
      const svg = this.model.fragments.get(id);
      if (svg === undefined) return null;
      found = parsed(svg);
      this.nodes.set(id, found);
    }
    return found;
  }

  /** Draw a frame: only what is another than in the one before is touched, and seen moving if it is to be.
   * @param {import("./types").Frame} frame @param {boolean} [moving]
   * @returns {string[]} the hexes to which counters came */
  draw(frame, moving = false) {
    const other = this.governed ? this.model.head.board.governed : {};
    for (const [name, layer] of this.shown) {
      const ids = other[name] || frame.layers[name] || [];
      if (ids === layer.ids) continue;
      const wanted = new Set(ids), before = new Set(layer.ids);
      for (const id of layer.ids) if (!wanted.has(id)) this.nodes.get(id)?.remove();
      let next = null;
      for (let n = ids.length - 1; n >= 0; n--) {
        const node = this.node(ids[n]);
        if (!node) continue;
        if (node.parentNode !== layer.group || node.nextSibling !== next) layer.group.insertBefore(node, next);
        if (moving && name === "areas" && !before.has(ids[n])) fade(node, DRIFTING);
        next = node;
      }
      layer.ids = ids;
    }
    return this.place(frame.counters, moving);
  }

  /** Put counters where they lie. Each keeps its element from frame to frame, so that it can be seen moving.
   * @param {[string, string, number, number][]} counters @param {boolean} moving */
  place(counters, moving) {
    const gone = new Set(this.pieces.keys()), came = [];
    /** @type {SVGElement | null} */
    let before = null;
    for (const [id, drawn, x, y] of counters) {
      gone.delete(id);
      const known = this.pieces.get(id), piece = known || { group: s("g", { "data-id": id }), drawn: "", x, y };
      this.pieces.set(id, piece);
      if (piece.drawn !== drawn) piece.group.replaceChildren(parsed(this.model.fragments.get(drawn)));
      piece.group.style.transform = `translate(${x}px, ${y}px)`;
      /** @type {ChildNode | null} */
      const next = before ? before.nextSibling : this.lying.firstChild;
      if (next !== piece.group) this.lying.insertBefore(piece.group, next);
      before = piece.group;
      const far = Math.hypot(piece.x - x, piece.y - y) > this.hex / 3;
      if (moving && far) step(piece.group, piece.x - x, piece.y - y);
      if (moving && !known) rise(/** @type {SVGElement} */ (piece.group.firstChild));
      if (far || !known) came.push(this.model.hexAt(x, y));
      Object.assign(piece, { drawn, x, y });
    }
    for (const id of gone) { this.pieces.get(id)?.group.remove(); this.pieces.delete(id); }
    return came.filter((each) => each != null);
  }

  /** The vehicle or unit whose counter is at a point, of those of a hex.
   * @param {number} x @param {number} y @param {string[]} ids @returns {string | null} */
  counterAt(x, y, ids) {
    const far = (/** @type {string} */ id) => {
      const piece = this.pieces.get(id);
      return piece ? Math.hypot(piece.x - x, piece.y - y) : Infinity;
    };
    return ids.filter((id) => far(id) < this.hex / 2).sort((a, b) => far(a) - far(b))[0] || null;
  }

  /** Where a hex has its centre; null where it is not in play.
   * @param {string} name @returns {[number, number] | null} */
  at(name) {
    const found = this.model.head.board.hexes[name];
    return found ? [found[0], found[1]] : null;
  }

  /** The outline of a hex.
   * @param {string} name @param {string} kind @param {number} [size] */
  outline(name, kind, size = 1) {
    const [x, y] = this.at(name) || [0, 0], first = Object.values(this.model.head.board.hexes)[0];
    return s("polygon", {
      class: kind, points: this.model.head.board.outline,
      transform: `translate(${x} ${y}) scale(${size}) translate(${-first[0]} ${-first[1]})`,
    });
  }

  /** The window: a part of the board, made as wide or high as the place has room for.
   * @param {{x: number, y: number, w: number, h: number}} wanted */
  look(wanted) {
    const room = this.host.getBoundingClientRect();
    if (!room.width || !room.height) return;
    this.window = held(wanted, room, this.size, this.hex);
    const { x, y, w, h } = this.window, unit = w / room.width;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    if (unit === this.unit) return;
    this.unit = unit;
    this.svg.style.setProperty("--u", unit.toFixed(3));
    this.svg.classList.toggle("far", this.hex / unit < NAMED);
    this.svg.classList.toggle("near", this.hex / unit >= NEAR);
  }

  whole() { this.look({ x: -14, y: -14, w: this.size.width + 28, h: this.size.height + 28 }); }

  /** Show some hexes, and the whole board where it can be read; else as many of them as can be read.
   * @param {string[]} names */
  fit(names) {
    const places = names.map((name) => this.at(name)).filter((each) => each != null);
    const room = this.host.getBoundingClientRect(), { width, height } = this.size;
    const readable = (/** @type {number} */ w, /** @type {number} */ h) => Math.min(room.width / w, room.height / h) * this.hex;
    if (!places.length || readable(width, height) >= 1.4 * LEAST) { this.whole(); return; }
    const xs = places.map((p) => p[0]).sort((a, b) => a - b), ys = places.map((p) => p[1]).sort((a, b) => a - b);
    const air = 1.2 * this.hex, x = Math.max(xs[0] - air, -14), y = Math.max(ys[0] - air, -14);
    const w = Math.min((xs.at(-1) || 0) + air, width + 14) - x, h = Math.min((ys.at(-1) || 0) + air, height + 14) - y;
    if (readable(w, h) >= LEAST) {
      const more = Math.max(0, room.width * this.hex / FITTED - w);
      this.look({ x: x - more / 2, y, w: w + more, h });
      return;
    }
    const scale = LEAST / this.hex, wide = room.width / scale, high = room.height / scale, n = places.length >> 1;
    const middle = (/** @type {number[]} */ all, /** @type {number} */ from, /** @type {number} */ span, /** @type {number} */ seen) =>
      (span <= seen ? from + span / 2 : all[n]);
    this.look({ x: middle(xs, x, w, wide) - wide / 2, y: middle(ys, y, h, high) - high / 2, w: wide, h: high });
  }

  /** @param {number} by @param {{x: number, y: number}} [at] */
  zoom(by, at) {
    const { x, y, w, h } = this.window, p = at || { x: x + w / 2, y: y + h / 2 };
    this.look({ x: p.x - (p.x - x) * by, y: p.y - (p.y - y) * by, w: w * by, h: h * by });
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) { this.look({ ...this.window, x: this.window.x + dx, y: this.window.y + dy }); }

  /** Move no more than is needed for some hexes to be seen.
   * @param {string[]} names */
  reveal(names) {
    const places = names.map((name) => this.at(name)).filter((each) => each != null);
    if (!places.length) return;
    const { x, y, w, h } = this.window, air = Math.min(90, w / 4, h / 4);
    const low = (/** @type {0 | 1} */ n) => Math.min(...places.map((p) => p[n])) - air;
    const high = (/** @type {0 | 1} */ n) => Math.max(...places.map((p) => p[n])) + air;
    if (high(0) - low(0) > w || high(1) - low(1) > h) { this.fit(names); return; }
    const dx = low(0) < x ? low(0) - x : high(0) > x + w ? high(0) - x - w : 0;
    const dy = low(1) < y ? low(1) - y : high(1) > y + h ? high(1) - y - h : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  /** Move no more than is needed for all of some nodes to be seen, and no farther off than that takes.
   * Beyond the edge of the board a node gives way, with those beside it.
   * @param {Element[]} nodes */
  unhide(nodes) {
    const room = this.host.getBoundingClientRect(), air = 8;
    const span = (/** @type {Element[]} */ some) => {
      const boxes = some.map((each) => each.getBoundingClientRect());
      return { left: Math.min(...boxes.map((each) => each.left)) - air, right: Math.max(...boxes.map((each) => each.right)) + air,
        top: Math.min(...boxes.map((each) => each.top)) - air, bottom: Math.max(...boxes.map((each) => each.bottom)) + air };
    };
    const out = (/** @type {Element[]} */ some) => {
      const { left, right, top, bottom } = span(some);
      return [Math.max(0, right - room.right) || Math.min(0, left - room.left), Math.max(0, bottom - room.bottom) || Math.min(0, top - room.top)];
    };
    if (!nodes.length) return;
    for (let n = 0; n < 2; n++) { // words keep their size, so once is not enough
      const { left, right, top, bottom } = span(nodes);
      this.zoom(Math.max(1, (right - left) / room.width, (bottom - top) / room.height));
    }
    const [dx, dy] = out(nodes);
    this.pan(dx * this.unit, dy * this.unit);
    for (const node of nodes) {
      const [left, up] = out([node]);
      if (left || up) for (const each of node.parentElement?.children || []) /** @type {SVGElement} */ (each).style.translate = `${-left}px ${-up}px`;
    }
  }

  /** The point of the board under a point of the screen.
   * @param {{clientX: number, clientY: number}} event */
  point(event) {
    const room = this.host.getBoundingClientRect();
    return { x: this.window.x + (event.clientX - room.left) * this.unit, y: this.window.y + (event.clientY - room.top) * this.unit };
  }
}
