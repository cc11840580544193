/* Small helpers: elements out of words, never HTML out of words. */

export const $ = (id) => document.getElementById(id);
export const SVG = "http://www.w3.org/2000/svg";

const made = (node, attributes, children) => {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === false || value == null) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((each) => each != null && each !== false));
  return node;
};
export const h = (name, attributes, ...children) => made(document.createElement(name), attributes, children);
export const s = (name, attributes, ...children) => made(document.createElementNS(SVG, name), attributes, children);

/* A fragment as an element. Its styles come as data-style, for the policy of the page forbids others. */
export const parsed = (svg) => {
  const root = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${svg}</svg>`, "image/svg+xml").documentElement;
  const group = document.createElementNS(SVG, "g");
  group.append(...[...root.childNodes].map((node) => document.importNode(node, true)));
  for (const each of group.querySelectorAll("[data-style]")) {
    each.style.cssText = each.dataset.style;
    each.removeAttribute("data-style");
  }
  return group;
};

/* A small picture out of a fragment that lies around the origin. */
export const icon = (svg, size, reach) => s("svg", {
  class: "art icon", viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`,
  width: size, height: size, "aria-hidden": "true",
}, svg ? parsed(svg) : null);

/* A card of a side: its colour and its emblem. */
export const card = (side, svg, size) => {
  const found = icon(svg, size, 15);
  found.classList.add("emblem");
  found.style.background = side.colour;
  return found;
};

export const user = (text, name = "bdi") => h(name, { dir: "auto", text });
