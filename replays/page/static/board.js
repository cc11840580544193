/* The map: layers of fragments, what is drawn over them, and the window through which one looks. */

import { parsed, s } from "./dom.js";

/* Pixels for a unit of the board, below which a map is too small to be read at first sight. */
const LEAST = 0.3;

/* Pixels at the foot of a map that its tools cover. */
const FOOT = 46;

/* How high a hex is, in units of the board. */
const HEX = 83.1;

export class Board {
  constructor(model, host) {
    this.model = model;
    this.host = host;
    this.nodes = new Map();
    this.shown = new Map();
    this.chosen = () => {};
    this.pointed = () => {};
    this.looked = () => {};
    this.pieces = new Map();
    const { width, height, layers, uncut, defs } = model.head.board;
    this.size = { width, height };
    const groups = layers.map((name) => {
      const group = s("g", { class: `layer layer-${name}` });
      this.shown.set(name, { group, ids: [] });
      return group;
    });
    const lower = groups.filter((_, n) => !uncut.includes(layers[n]));
    this.lying = s("g", { class: "layer layer-counters" });
    const upper = groups.filter((_, n) => uncut.includes(layers[n]));
    this.under = s("g", { class: "below" });
    this.over = s("g", { class: "above" });
    this.marks = s("g", { class: "marks" });
    this.svg = s("svg", { class: "art board", "aria-hidden": "true", focusable: "false" },
      s("defs", {}, s("clipPath", { id: "khamsin-page-cut" }, s("rect", { width, height })), parsed(model.fragments.get(defs))),
      s("rect", { class: "shadow", x: 6, y: 8, width, height }),
      s("g", { "clip-path": "url(#khamsin-page-cut)" }, lower, s("rect", { class: "dusk", width, height }), this.under, this.marks),
      s("rect", { class: "frame", width, height }),
      upper, this.lying, this.over);
    host.append(this.svg);
    this.window = { x: 0, y: 0, w: width, h: height };
    this.listen();
    new ResizeObserver(() => this.look(this.window)).observe(host);
  }

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

  /* Draw a frame: only what is another than in the one before is touched. */
  draw(frame) {
    const other = this.governed ? this.model.head.board.governed : {};
    for (const [name, layer] of this.shown) {
      const ids = other[name] || frame.layers[name] || [];
      if (ids === layer.ids) continue;
      const wanted = new Set(ids);
      for (const id of layer.ids) if (!wanted.has(id)) this.nodes.get(id)?.remove();
      let next = null;
      for (let n = ids.length - 1; n >= 0; n--) {
        const node = this.node(ids[n]);
        if (!node) continue;
        if (node.parentNode !== layer.group || node.nextSibling !== next) layer.group.insertBefore(node, next);
        next = node;
      }
      layer.ids = ids;
    }
    this.place(frame.counters);
  }

  /* Counters keep their element from frame to frame, so that one that has moved can be seen moving. */
  place(counters) {
    const gone = new Set(this.pieces.keys());
    let before = null;
    for (const [id, drawn, x, y] of counters) {
      gone.delete(id);
      let piece = this.pieces.get(id);
      if (!piece) this.pieces.set(id, piece = { group: s("g", { "data-id": id }) });
      if (piece.drawn !== drawn) piece.group.replaceChildren(parsed(this.model.fragments.get(piece.drawn = drawn) || ""));
      piece.group.style.transform = `translate(${x}px, ${y}px)`;
      const next = before ? before.nextSibling : this.lying.firstChild;
      if (next !== piece.group) this.lying.insertBefore(piece.group, next);
      before = piece.group;
    }
    for (const id of gone) { this.pieces.get(id).group.remove(); this.pieces.delete(id); }
  }

  drawAnswer(drawn) {
    this.under.replaceChildren(...(drawn?.under || []).map((id) => parsed(this.model.fragments.get(id) || "")));
    this.over.replaceChildren(...(drawn?.over || []).map((id) => parsed(this.model.fragments.get(id) || "")));
  }

  outline(name, kind) {
    const [x, y] = this.model.head.board.hexes[name];
    const first = Object.values(this.model.head.board.hexes)[0];
    return s("polygon", {
      class: kind, points: this.model.head.board.outline,
      transform: `translate(${x - first[0]} ${y - first[1]})`,
    });
  }

  /* Mark hexes: {class: [names]}. */
  mark(kinds) {
    this.marks.replaceChildren(...Object.entries(kinds).flatMap(([kind, names]) =>
      names.filter((name) => name in this.model.head.board.hexes).map((name) => this.outline(name, kind))));
  }

  /* The window: a part of the board, made as wide or high as the place has room for. */
  look({ x, y, w, h }) {
    const room = this.host.getBoundingClientRect();
    if (!room.width || !room.height) return;
    const { width, height } = this.size, most = 1.5 * Math.max(width, height * room.width / room.height);
    const wide = Math.min(Math.max(w, h * room.width / room.height, 420), most);
    const high = wide * room.height / room.width;
    const middle = { x: x + w / 2, y: y + h / 2 };
    const kept = (at, half, end) => (2 * half >= end ? end / 2 : Math.min(Math.max(at, half - 40), end - half + 40));
    const foot = FOOT * high / room.height;
    const at = { x: kept(middle.x, wide / 2, width), y: kept(middle.y, high / 2, height + foot) };
    this.window = { x: at.x - wide / 2, y: at.y - high / 2, w: wide, h: high };
    this.svg.setAttribute("viewBox", `${this.window.x} ${this.window.y} ${wide} ${high}`);
    const unit = wide / room.width, hex = HEX / unit;
    this.svg.style.setProperty("--u", unit.toFixed(3));
    this.svg.classList.toggle("far", hex < 35);
    this.svg.classList.toggle("near", hex >= 100);
    this.looked();
  }

  whole() { this.look({ x: -10, y: -10, w: this.size.width + 20, h: this.footed(this.size.height + 20) }); }

  /* A height with room for the tools below it. */
  footed(high) { return high / (1 - Math.min(FOOT / (this.host.clientHeight || 400), 0.4)); }

  centre(x, y) { this.look({ ...this.window, x: x - this.window.w / 2, y: y - this.window.h / 2 }); }

  fit(names) {
    const places = names.map((name) => this.model.head.board.hexes[name]).filter(Boolean);
    if (!places.length) return this.whole();
    const xs = places.map((p) => p[0]), ys = places.map((p) => p[1]), air = 150;
    const x = Math.max(Math.min(...xs) - air, -12), y = Math.max(Math.min(...ys) - air, -12);
    const right = Math.min(Math.max(...xs) + air, this.size.width + 12), low = y + this.footed(Math.min(Math.max(...ys) + air, this.size.height + 12) - y);
    const room = this.host.getBoundingClientRect();
    if (Math.min(room.width / (right - x), room.height / (low - y)) >= LEAST) return this.look({ x, y, w: right - x, h: low - y });
    const high = Math.min(low - y, room.height / LEAST), n = names.length / 2 | 0;
    const most = Math.min(right - x, room.width / LEAST), wide = Math.min(most, Math.max(high * room.width / room.height, most / 1.6));
    const middle = { x: [...xs].sort((a, b) => a - b)[n], y: [...ys].sort((a, b) => a - b)[n] };
    return this.look({ x: middle.x - wide / 2, y: middle.y - high / 2, w: wide, h: high });
  }

  zoom(by, at) {
    const { x, y, w, h } = this.window, p = at || { x: x + w / 2, y: y + h / 2 };
    this.look({ x: p.x - (p.x - x) * by, y: p.y - (p.y - y) * by, w: w * by, h: h * by });
  }

  pan(dx, dy) { this.look({ ...this.window, x: this.window.x + dx, y: this.window.y + dy }); }

  /* Move no more than is needed for some hexes to be seen. */
  reveal(names) {
    const places = names.map((name) => this.model.head.board.hexes[name]).filter(Boolean);
    if (!places.length) return;
    const { x, y, w, h } = this.window, air = Math.min(90, w / 4, h / 4);
    const low = (n) => Math.min(...places.map((p) => p[n])) - air, high = (n) => Math.max(...places.map((p) => p[n])) + air;
    if (high(0) - low(0) > w || high(1) - low(1) > h) { this.fit(names); return; }
    const dx = low(0) < x ? low(0) - x : high(0) > x + w ? high(0) - x - w : 0;
    const dy = low(1) < y ? low(1) - y : high(1) > y + h ? high(1) - y - h : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  point(event) {
    const room = this.host.getBoundingClientRect(), scale = this.window.w / room.width;
    return { x: this.window.x + (event.clientX - room.left) * scale, y: this.window.y + (event.clientY - room.top) * scale, scale };
  }

  listen() {
    const fingers = new Map();
    let moved = 0;
    this.host.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) * 0.0032), this.point(event));
    }, { passive: false });
    this.host.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      fingers.set(event.pointerId, event);
      if (fingers.size === 1) moved = 0;
    });
    this.host.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) {
        const { x, y } = this.point(event);
        this.pointed(this.model.hexAt(x, y));
        return;
      }
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      if (fingers.size === 2) {
        const other = [...fingers.values()].find((each) => each.pointerId !== event.pointerId);
        const far = (e) => Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY) || 1;
        this.zoom(far(before) / far(event), this.point(other));
        moved += 10;
      } else {
        moved += Math.hypot(dx, dy);
        if (moved > 5) {
          if (!this.host.hasPointerCapture(event.pointerId)) this.host.setPointerCapture(event.pointerId);
          const { scale } = this.point(event);
          this.pan(-dx * scale, -dy * scale);
        }
      }
      fingers.set(event.pointerId, event);
    });
    const lift = (event) => {
      if (!fingers.delete(event.pointerId) || event.type === "pointercancel" || moved > 5 || fingers.size) return;
      const { x, y } = this.point(event), name = this.model.hexAt(x, y);
      if (name) this.chosen(name);
    };
    this.host.addEventListener("pointerup", lift);
    this.host.addEventListener("pointercancel", lift);
    this.host.addEventListener("pointerleave", () => this.pointed(null));
  }
}
