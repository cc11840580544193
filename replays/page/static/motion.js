/* What is seen to happen: a step, Dust that rises, drift. People who prefer less motion see none of it. */

/** Milliseconds: a step of a vehicle, Dust that rises, drift that spreads. */
export const STEP = 340, RISING = 700, DRIFTING = 600;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Let an element come to where it is from where it was, in units of the board.
 * @param {SVGElement} node @param {number} dx @param {number} dy */
export const step = (node, dx, dy) => node.animate(
  [{ translate: `${dx}px ${dy}px` }, { translate: "0 0" }], { duration: STEP, easing: "cubic-bezier(.4,0,.2,1)" });

/** Let an element rise out of nothing around the origin.
 * @param {SVGElement} node */
export const rise = (node) => node.animate([{ opacity: 0, scale: "0.4" }, { opacity: 1, scale: "1" }], { duration: RISING, easing: "ease-out" });

/** @param {SVGElement} node @param {number} duration */
export const fade = (node, duration) => node.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
