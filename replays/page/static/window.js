/* The window through which one looks at the board: its geometry, without a page. */

/** @typedef {{x: number, y: number, w: number, h: number}} Window */

/** So many pixels is a hex high at most. */
const MOST = 240;

/** A window as it can be: as wide and high as the place, not lost beyond the edge, neither too near nor too far.
 * @param {Window} wanted @param {{width: number, height: number}} room pixels
 * @param {{width: number, height: number}} size the board's @param {number} hex how high one is
 * @returns {Window} */
export const held = ({ x, y, w, h }, room, size, hex) => {
  const shape = room.width / room.height;
  const most = 1.1 * Math.max(size.width, size.height * shape), least = room.width * hex / MOST;
  const wide = Math.max(Math.min(Math.max(w, h * shape), most), Math.min(least, most)), high = wide / shape;
  const kept = (/** @type {number} */ at, /** @type {number} */ half, /** @type {number} */ end) =>
    (2 * half >= end ? end / 2 : Math.min(Math.max(at, half - hex / 2), end - half + hex / 2));
  return { x: kept(x + w / 2, wide / 2, size.width) - wide / 2, y: kept(y + h / 2, high / 2, size.height) - high / 2, w: wide, h: high };
};
