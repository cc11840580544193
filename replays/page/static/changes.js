/* What differs between two frames, in words: what is in effect, units, the ground, what lies on it. */

/** @typedef {import("./types").Frame} Frame */

/** Names, each with what was and what is.
 * @param {Frame} before @param {Frame} after @param {(hex: string) => string} terrain */
export const changesBetween = (before, after, terrain) => {
  /** @type {[string, string, string][]} */
  const found = [];
  const say = (/** @type {string} */ name, was = "", is = "") => { if (was !== is) found.push([name, was || "none", is || "none"]); };
  const every = (/** @type {Map<string, any>} */ one, /** @type {Map<string, any>} */ two) => [...new Set([...one.keys(), ...two.keys()])];
  const effect = [before, after].map((frame) => new Map(frame.effect.map(([name, value]) => /** @type {[string, string]} */ ([name, value]))));
  for (const name of every(effect[0], effect[1])) say(name, effect[0].get(name), effect[1].get(name));
  const units = [before, after].map((frame) => new Map(frame.units.map((unit) => /** @type {[string, import("./types").Unit]} */ ([unit.id, unit]))));
  for (const id of every(units[0], units[1])) {
    const [was, is] = units.map((all) => all.get(id));
    if (was && is) {
      say(id, was.hex, is.hex);
      say(id, was.words, is.words);
    } else say(id, was ? `${was.hex}, ${was.words}` : "", is ? `${is.hex}, ${is.words}` : "");
  }
  const heads = units.flatMap((all) => [...all.values()].map((unit) => `${unit.id}, ${unit.side}`));
  const lies = (/** @type {Frame} */ frame, /** @type {string} */ hex) => (frame.contents[hex] || []).filter((line) => !heads.some((head) => line.startsWith(head)));
  for (const hex of new Set([...Object.keys(before.contents), ...Object.keys(after.contents)])) {
    const [was, is] = [lies(before, hex), lies(after, hex)];
    say(hex, was.filter((line) => !is.includes(line)).join("; "), is.filter((line) => !was.includes(line)).join("; "));
  }
  for (const hex of new Set([...Object.keys(before.ground), ...Object.keys(after.ground)])) {
    say(hex, before.ground[hex] || terrain(hex), after.ground[hex] || terrain(hex));
  }
  return found;
};
