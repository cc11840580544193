/* The whole board, small, in a corner of the map: where the counters are, and what the window shows of it. */

import { s } from "./dom.js";

export class Minimap {
  constructor(board, host) {
    this.board = board;
    const { width, height } = board.size;
    this.counters = s("g");
    this.seen = s("rect", { class: "seen" });
    this.svg = s("svg", { class: "mini", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      s("rect", { class: "land", width, height }), this.counters, this.seen);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    host.append(this.svg);
    const go = (event) => {
      if (!event.buttons) return;
      const room = this.svg.getBoundingClientRect();
      board.centre((event.clientX - room.left) / room.width * width, (event.clientY - room.top) / room.height * height);
    };
    this.svg.addEventListener("pointerdown", go);
    this.svg.addEventListener("pointermove", go);
    board.looked = () => this.look();
  }

  draw(frame, sides) {
    const colour = new Map(sides.map((side) => [side.name, side.colour]));
    const { hexes } = this.board.model.head.board, size = this.board.size.width / 40;
    this.counters.replaceChildren(...frame.units.filter((unit) => unit.hex in hexes).map((unit) => {
      const [x, y] = hexes[unit.hex];
      return s("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, fill: colour.get(unit.side) || "#888" });
    }));
  }

  look() {
    const { x, y, w, h } = this.board.window, { width, height } = this.board.size;
    const left = Math.max(x, 0), top = Math.max(y, 0), right = Math.min(x + w, width), low = Math.min(y + h, height);
    this.svg.toggleAttribute("hidden", (right - left) * (low - top) > 0.62 * width * height);
    for (const [key, value] of Object.entries({ x: left, y: top, width: Math.max(right - left, 0), height: Math.max(low - top, 0) })) this.seen.setAttribute(key, value);
  }
}
