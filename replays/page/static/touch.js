/* Fingers, mouse and wheel on the board: a tap, a drag from a hex, a pan, a pinch. */

/** So many pixels may a finger slip, and a mouse, before a tap is a drag.
 * @type {Record<string, number>} */
const SLIP = { touch: 10, pen: 8, mouse: 5 };

/** @typedef {{pointerId: number, pointerType: string, clientX: number, clientY: number}} Finger */

/** Tells what fingers mean; it knows no page, only what it calls. */
export class Touch {
  /** @param {{tap: (at: Finger) => void, drag: (at: Finger, stage: "start" | "over" | "end") => boolean,
   *   pan: (dx: number, dy: number) => void, pinch: (by: number, at: Finger) => void}} does */
  constructor(does) {
    this.does = does;
    /** @type {Map<number, Finger>} */
    this.fingers = new Map();
    /** What one finger is about: null, "tap", "pan" or "drag"; "pinch" until all are lifted.
     * @type {string | null} */
    this.about = null;
    /** @type {Finger | null} */
    this.first = null;
  }

  /** @param {Finger} finger */
  down(finger) {
    this.fingers.set(finger.pointerId, finger);
    if (this.fingers.size === 1) { this.about = "tap"; this.first = finger; return; }
    if (this.about === "drag") this.does.drag(finger, "end");
    this.about = "pinch";
  }

  /** A finger moved; true if the board is to follow it from now on, wherever it goes.
   * @param {Finger} finger */
  move(finger) {
    const before = this.fingers.get(finger.pointerId);
    if (!before || !this.first) return false;
    const slip = SLIP[finger.pointerType] || SLIP.mouse;
    if (this.about === "tap" && Math.hypot(finger.clientX - this.first.clientX, finger.clientY - this.first.clientY) < slip) return false;
    this.fingers.set(finger.pointerId, finger);
    if (this.about === "tap") this.about = this.does.drag(this.first, "start") ? "drag" : "pan";
    if (this.about === "drag") this.does.drag(finger, "over");
    else if (this.about === "pan") this.does.pan(finger.clientX - before.clientX, finger.clientY - before.clientY);
    else if (this.fingers.size === 2) this.pinched(finger, before);
    return true;
  }

  /** @param {Finger} finger @param {Finger} before */
  pinched(finger, before) {
    const other = [...this.fingers.values()].find((each) => each.pointerId !== finger.pointerId);
    if (!other) return;
    const far = (/** @type {Finger} */ each) => Math.hypot(each.clientX - other.clientX, each.clientY - other.clientY) || 1;
    const middle = { ...finger, clientX: (finger.clientX + other.clientX) / 2, clientY: (finger.clientY + other.clientY) / 2 };
    this.does.pan((finger.clientX - before.clientX) / 2, (finger.clientY - before.clientY) / 2);
    this.does.pinch(far(before) / far(finger), middle);
  }

  /** @param {Finger} finger @param {boolean} [cancelled] */
  up(finger, cancelled = false) {
    if (!this.fingers.delete(finger.pointerId)) return;
    if (this.about === "drag") this.does.drag(finger, "end");
    if (this.about === "tap" && !cancelled) this.does.tap(finger);
    if (this.about === "drag" || !this.fingers.size) this.about = null;
  }
}

/** Listen to a board.
 * @param {import("./board.js").Board} board
 * @param {{tap: (hex: string, counter: string | null) => void, drag: (hex: string, stage: "start" | "over" | "end") => boolean,
 *   pointed: (hex: string | null) => void, counter: (hex: string, x: number, y: number) => string | null}} hands */
export const listenToTouch = (board, hands) => {
  const { host } = board;
  const hexAt = (/** @type {Finger} */ finger) => {
    const { x, y } = board.point(finger);
    return board.model.hexAt(x, y);
  };
  let over = "";
  const touch = new Touch({
    tap: (finger) => {
      const name = hexAt(finger), { x, y } = board.point(finger);
      if (name) hands.tap(name, hands.counter(name, x, y));
    },
    drag: (finger, stage) => {
      const name = hexAt(finger) || over;
      if (!name) return false;
      if (stage === "over" && name === over) return true;
      over = stage === "end" ? "" : name;
      return hands.drag(name, stage);
    },
    pan: (dx, dy) => board.pan(-dx * board.unit, -dy * board.unit),
    pinch: (by, at) => board.zoom(by, board.point(at)),
  });
  host.addEventListener("wheel", (event) => {
    event.preventDefault();
    board.zoom(Math.exp(Math.max(-80, Math.min(80, event.deltaY)) * 0.0032), board.point(event));
  }, { passive: false });
  host.addEventListener("pointerdown", (event) => { if (!event.button) touch.down(event); });
  host.addEventListener("pointermove", (event) => {
    if (touch.move(event)) { if (!host.hasPointerCapture(event.pointerId)) host.setPointerCapture(event.pointerId); }
    else if (event.pointerType === "mouse") hands.pointed(hexAt(event));
  });
  host.addEventListener("pointerup", (event) => touch.up(event));
  host.addEventListener("pointercancel", (event) => touch.up(event, true));
  host.addEventListener("pointerleave", () => hands.pointed(null));
};
