/* Answers in words: rules to press, the answer to a question, what is in a hex. */

import { h, s, user } from "./dom.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./types").Reply} Reply */

/** The id of a rule; pressed, it says what the rule is.
 * @param {App} app @param {string | null | undefined} id */
export const ruleChip = (app, id) => {
  if (!id) return null;
  const words = app.model.rules.get(id);
  const chip = h("button", { type: "button", class: "rule", text: id, title: words ? words[0] : "", "aria-expanded": words ? "false" : null });
  chip.addEventListener("click", () => {
    if (!words) { if (app.model.head.can.ask) app.rulebook.open(id); return; }
    const old = chip.nextElementSibling?.classList.contains("says") ? chip.nextElementSibling : null;
    chip.setAttribute("aria-expanded", String(!old));
    if (old) { old.remove(); return; }
    const more = app.model.head.can.ask ? h("button", { type: "button", class: "more", text: "Clauses and examples", onclick: () => app.rulebook.open(id) }) : null;
    chip.after(h("span", { class: "says" }, h("b", { text: words[0] }), words[1] ? ` ${words[1]} ` : " ", more));
  });
  return chip;
};

/** What is wrong, at a thick bar.
 * @param {{what: string, expected?: string}} error */
export const refused = ({ what, expected }) => h("p", { class: "why", role: "alert" }, user(what, "span"), expected ? ` Expected: ${expected}.` : "");

/** What adds to a total, each with its rule.
 * @param {App} app @param {any[]} items */
export const itemRows = (app, items) => (items.length ? h("ul", { class: "items" }, items.map((each) => h("li", {},
  h("span", { class: "amount", text: each.amount }), h("span", { class: "grow" }, user(each.name), " ", h("small", { text: [each.kind, each.why].filter(Boolean).join(", ") })),
  ruleChip(app, each.rule)))) : null);

/** What nearly applied, and why it does not.
 * @param {App} app @param {any[]} near */
export const nearRows = (app, near) => (near.length ? h("details", { class: "near" }, h("summary", { text: `Nearly applied: ${near.length}` }), h("ul", {}, near.map((each) =>
  h("li", {}, h("b", {}, user(each.name)), " ", user(each.why, "span"), " ", ruleChip(app, each.rule))))) : null);

/** The parts of an answer.
 * @param {App} app @param {Reply} reply */
export const answerNodes = (app, reply) => {
  if (reply.error) return [refused(reply.error)];
  return [
    h("p", { class: `verdict${reply.blocked ? " blocked" : ""}` }, user(reply.verdict)),
    reply.total ? h("p", { class: "total", "aria-live": "polite" }, h("span", { text: reply.total }), " in all") : null,
    itemRows(app, reply.items),
    reply.seen ? h("ul", { class: "heat art" }, reply.seen.key.map((/** @type {[string, string]} */ [words, kind]) =>
      h("li", {}, s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, s("rect", { class: kind, width: 20, height: 20 })), words))) : null,
    reply.lines.length ? h("ul", { class: "lines" }, reply.lines.map((/** @type {string} */ line) => h("li", {}, user(line)))) : null,
    nearRows(app, reply.near),
  ];
};

/** What a hex is, what lies in it, and what it costs to enter.
 * @param {App} app @param {string} name @param {Reply | null} reply */
export const hexNodes = (app, name, reply) => {
  const { frame, model: { head: { board, can } } } = app, lies = frame.contents[name] || [];
  const parts = [
    h("p", { class: "verdict" }, user(reply && !reply.error ? reply.verdict : frame.ground[name] || board.hexes[name][2])),
    lies.length ? h("ul", { class: "lines" }, lies.map((each) => h("li", {}, user(each)))) : h("p", { class: "quiet", text: "Nothing lies in it." }),
  ];
  if (reply && !reply.error) parts.push(h("h3", { text: "To enter" }), costRows(app, reply.entry), h("ul", { class: "lines" }, reply.lines.map((/** @type {string} */ line) => h("li", {}, user(line)))));
  else if (!can.ask) parts.push(h("p", { class: "quiet", text: "Costs and what it sees are worked out where the game is played; a file has what was asked." }));
  return parts;
};

/** What movers pay to enter; those who pay the same in one row.
 * @param {App} app @param {any[]} entry */
const costRows = (app, entry) => {
  const alike = new Map();
  for (const { mover, ...row } of entry) {
    const same = JSON.stringify(row);
    if (!alike.has(same)) alike.set(same, { row, movers: [] });
    alike.get(same).movers.push(mover);
  }
  return h("table", { class: "rows entry" }, h("tbody", {}, [...alike.values()].map(({ row, movers }) =>
    h("tr", {}, h("th", { scope: "row", text: movers.join(", ") }), h("td", {},
      row.costs.map((/** @type {[string, string[]]} */ [cost, from]) =>
        h("div", {}, /^[0-9]/.test(cost) ? h("b", {}, user(cost)) : user(cost), " ", row.costs.length > 1 ? h("small", { text: `from ${from.join(", ")}` }) : null)),
      row.items.map((/** @type {any} */ each) => h("div", { class: "part" }, h("small", {}, `${each.amount} `, user(each.name)), " ", ruleChip(app, each.rule))))))));
};

/** Show an answer in the dock, and what it draws on the board.
 * @param {App} app @param {Reply} reply @param {string} words what was asked */
export const showAnswer = (app, reply, words) => {
  const { can, file } = app.model.head, parts = answerNodes(app, reply);
  if (reply.error && words && !can.ask) {
    parts.push(h("p", { class: "quiet" }, "Where Khamsin is: a line of a file of questions, ", h("code", { text: `${words} at #${app.n}` }),
      ", and ", h("code", { text: `khamsin view ${file || "GAME.jsonl"} --ask questions.txt` }), "."));
  }
  app.board.ink.line(reply.drawn);
  app.dock.show({ title: reply.asked || words, sub: reply.moment ? `at ${reply.moment}` : "", close: () => app.hands.letGo(), body: parts });
};
