/* Small helpers: elements out of words, never HTML out of words. */

/** @typedef {Node | string | null | undefined | false} Child */

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);
export const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} T
 * @param {T} node @param {Record<string, any> | null | undefined} attributes @param {any[]} children
 */
const made = (node, attributes, children) => {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === false || value == null) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((each) => each != null && each !== false));
  return node;
};

/** @param {string} name @param {Record<string, any> | null} [attributes] @param {any[]} children @returns {HTMLElement} */
export const h = (name, attributes, ...children) => made(document.createElement(name), attributes, children);

/** @param {string} name @param {Record<string, any> | null} [attributes] @param {any[]} children @returns {SVGElement} */
export const s = (name, attributes, ...children) => made(/** @type {SVGElement} */ (document.createElementNS(SVG, name)), attributes, children);

/** A fragment as an element. Its styles come as data-style, for the policy of the page forbids others.
 * @param {string | undefined} svg @returns {SVGGElement} */
export const parsed = (svg) => {
  const root = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${svg || ""}</svg>`, "image/svg+xml").documentElement;
  const group = document.createElementNS(SVG, "g");
  group.append(...[...root.childNodes].map((node) => document.importNode(node, true)));
  for (const each of /** @type {NodeListOf<SVGElement>} */ (group.querySelectorAll("[data-style]"))) {
    each.style.cssText = each.dataset.style || "";
    each.removeAttribute("data-style");
  }
  return group;
};

/** A small picture out of a fragment that lies around the origin.
 * @param {string | undefined} svg @param {number} size @param {number} reach */
export const icon = (svg, size, reach) => s("svg", {
  class: "art icon", viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`,
  width: size, height: size, "aria-hidden": "true",
}, svg ? parsed(svg) : null);

/** A card of a side: its colour and its emblem.
 * @param {import("./types").Side} side @param {string | undefined} svg @param {number} size */
export const card = (side, svg, size) => {
  const found = icon(svg, size, 15);
  found.classList.add("emblem");
  found.style.background = side.colour;
  return found;
};

/** @type {Record<string, string>} */
const GLYPHS = {
  erase: "M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5",
  undo: "M8 5 3.5 9.5 8 14M4 9.500h10a5.500 5.500 0 0 1 0 11h-4",
  back: "M15 5l-7 7 7 7", on: "M9 5l7 7-7 7", close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14", minus: "M5 12h14", size: "M5 15l7-7 7 7",
  aim: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v4M12 18v4M2 12h4M18 12h4",
  share: "M3.400 12a2.600 2.600 0 1 0 5.200 0a2.600 2.600 0 1 0-5.200 0M15.400 5.500a2.600 2.600 0 1 0 5.200 0a2.600 2.600 0 1 0-5.200 0M15.400 18.500a2.600 2.600 0 1 0 5.200 0a2.600 2.600 0 1 0-5.200 0M8.400 10.800l7.200-4M8.400 13.200l7.200 4",
  menu: "M4 6h16M4 12h16M4 18h16", story: "M5 5h14M5 10h14M5 15h9M5 20h6",
  wind: "M12 21V4M6 10l6-7 6 7", dust: "M5 8h.01M12 6h.01M19 9h.01M8 14h.01M15 16h.01M11 20h.01",
};

/** An icon of lines, 22 px.
 * @param {string} name */
export const glyph = (name) => s("svg", { class: `glyph glyph-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: GLYPHS[name] }));

/** Have the browser save a file.
 * @param {string} name @param {BlobPart} data @param {string} type */
export const saveAs = (name, data, type) => {
  const href = URL.createObjectURL(new Blob([data], { type }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
};

/** The theme that is kept, and a name by which the page around a frame reaches it.
 * @param {any} Khamsin */
export const reached = (Khamsin) => {
  try {
    const kept = localStorage.getItem("khamsin-theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch (error) { /* nothing is kept here */ }
  Object.assign(window, { Khamsin });
};

/** Words of people, whatever way they are written.
 * @param {string} text @param {string} name */
export const user = (text, name = "bdi") => h(name, { dir: "auto", text });
