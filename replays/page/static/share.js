/* The share dialog: a link to watch, and one to record that is shown at a second touch only. */

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

/** The link to a moment.
 * @param {string} link @param {import("./app.js").App} app */
export const atMoment = (link, { n, live, model, frame }) => `${link.split("#")[0]}${live ? "" : `#${n === model.entryOf(frame.at) ? frame.at : n}`}`;

/** @param {import("./app.js").App} app @param {string} text */
const copy = async (app, text) => {
  try { await navigator.clipboard.writeText(text); app.say("Copied."); } catch (error) { app.say("It cannot be copied here: touch the link and hold."); }
};

/** @typedef {{link: string, qr?: string, also?: {link: string}[]}} Card */

/** @param {import("./app.js").App} app @param {Card} card @param {string} [link] that of a moment */
const linked = (app, { link: whole, qr, also = [] }, link = whole) => [
  qr ? h("img", { class: "qr", src: qr, alt: "The link as a QR code" }) : null,
  h("input", { class: "link", readonly: true, value: link, "aria-label": "Link" }),
  h("button", { type: "button", class: "act", text: "Copy the link", onclick: () => copy(app, link) }),
  also.length ? h("details", {}, h("summary", { text: `Other addresses: ${also.length}` }), also.map((each) => h("input", { class: "link", readonly: true, value: each.link, "aria-label": "Link" }))) : null,
];

/** What is shared: by a table its links; elsewhere the address of the page, which records nowhere.
 * @param {import("./app.js").App} app */
export const openShare = async (app) => {
  const reply = app.feed.local ? { error: true } : await app.feed.ask({ get: "share" });
  const records = app.model.head.role === "record";
  if (reply.error && records) {
    openDialog("Share this game", [h("p", { text: "No link to watch is known here. Save the log and send it, or make a page of it with khamsin view." })], "share");
    return;
  }
  const watch = reply.error ? { link: location.href } : reply.watch, link = atMoment(watch.link, app);
  const hidden = h("div", { class: "hidden-link" });
  const show = h("button", { type: "button", class: "act", text: "Let somebody record…" });
  show.addEventListener("click", () => {
    show.hidden = true;
    hidden.replaceChildren(h("p", { class: "why", text: "Whoever has this link plays. Give recording away?" }),
      h("button", { type: "button", class: "act", text: "Show the code and the link", onclick: () => hidden.replaceChildren(...linked(app, reply.record).filter((each) => each != null)) }));
  });
  const alone = /\/\/(127\.|localhost|\[::1\])/.test(link);
  openDialog("Share this game", [
    alone ? h("p", { class: "why", text: "This table is open on this machine alone; khamsin table --host 0.0.0.0 lets phones in." }) : null,
    h("section", { class: "card watch" }, h("h3", { text: app.live ? "To watch" : `To watch, from #${app.n}` }), h("p", { text: "Sees everything, asks everything, orders nothing." }), linked(app, watch, link)),
    reply.record ? h("section", { class: "card record" }, h("h3", { text: "To record" }), h("p", { text: "Orders, dice, undo: for the player across the table." }), show, hidden) : null,
  ], "share");
};
