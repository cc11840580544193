/* A line to type, where a server or a worker answers: an order or a question, completed and recalled. */

import { showAnswer } from "./answer.js";
import { $, h, user } from "./dom.js";

/** What all words begin with.
 * @param {string[]} words */
export const common = (words) => {
  let found = words[0] || "";
  for (const word of words) while (!word.startsWith(found)) found = found.slice(0, -1);
  return found;
};

export class Prompt {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {string[]} */
    this.sent = [];
    this.back = 0;
    const { can } = app.model.head, line = $("line");
    $("prompt").hidden = !can.do && !can.ask;
    line.placeholder = can.do ? "Or type: an order, a question" : "Type a question";
    line.addEventListener("input", () => this.offer());
    line.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    $("prompt").addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); this.send(line.value.trim()); });
  }

  open() {
    $("app").classList.add("typing");
    $("line").focus();
  }

  async offer() {
    const line = $("line").value, reply = await this.app.feed.ask({ get: "complete", line });
    if ($("line").value !== line) return;
    const kept = line.replace(/(?:'[^']*'?|[^ '])*$/, "");
    $("words").replaceChildren(...(reply.words || []).slice(0, 30).map((/** @type {string} */ word) => h("option", { value: kept + word })));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") { $("app").classList.remove("typing"); $("map").focus(); }
    else if (event.key === "Tab" && !event.shiftKey) this.complete(event);
    else if (event.key === "ArrowUp" && this.sent.length && (this.back || !$("line").value)) { event.preventDefault(); this.recall(1); }
    else if (event.key === "ArrowDown" && this.back) { event.preventDefault(); this.recall(-1); }
  }

  /** @param {number} by */
  recall(by) {
    this.back = Math.max(0, Math.min(this.sent.length, this.back + by));
    $("line").value = this.back ? this.sent[this.sent.length - this.back] : "";
  }

  /** Tab writes what all words of the list begin with; where that is nothing more, it goes on to the next control.
   * @param {KeyboardEvent} event */
  complete(event) {
    const line = $("line").value, words = [...$("words").options].map((each) => each.value);
    if (!words.length || !line || !words.every((word) => word.startsWith(line))) return;
    const found = common(words) + (words.length === 1 ? " " : "");
    if (found.length <= line.length) return;
    event.preventDefault();
    $("line").value = found;
    $("line").dispatchEvent(new Event("input"));
  }

  /** @param {string} line */
  async send(line) {
    if (!line) return;
    const { app } = this;
    this.back = 0;
    const rule = /^rules?\s+(.+)$|^([a-z]{0,3}\d+\.\d\w*)$/i.exec(line);
    if (rule) { $("line").value = ""; app.rulebook.open(rule[1] || rule[2]); return; }
    if (this.sent.at(-1) !== line) this.sent.push(line);
    const reply = await app.hands.sender.type(line);
    if (!reply.error) { $("line").value = ""; $("app").classList.remove("typing"); }
    if (reply.asked) { app.remember(reply); showAnswer(app, reply, line); return; }
    if ("accepted" in reply) await app.appended();
    if (reply.accepted) await app.seek(app.model.count);
    this.tell(line, reply);
  }

  /** What followed, in the dock: blanks as they are, for maps are drawn with them. The story of an order has none but between words.
   * @param {string} line @param {import("./types").Reply} reply */
  tell(line, reply) {
    const { app } = this, { error } = reply;
    if (reply.accepted === false) $("line").value = line;
    app.dock.show({
      title: line, close: () => app.hands.letGo(), main: { label: "Done", act: () => app.hands.letGo() },
      body: [error ? h("p", { class: "why", role: "alert", id: "said" }, user([error.what, error.expected].filter(Boolean).join("; expected "), "span"))
        : h("pre", { id: "said", class: reply.drawn ? null : "accepted" in reply ? "order-told" : "words", text: reply.lines.join("\n") })],
    });
  }
}
