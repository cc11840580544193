/* Orders on their way: waiting, a table that does not answer, and others who were first. Nothing is ever sent by itself. */

import { isLost } from "./feeds.js";

/** From when it is seen that the page waits, and from when it is said; and how often a lost table is asked. */
const SEEN_AFTER = 150, SAID_AFTER = 2000, ASKED_AGAIN = 1000;

export class Sender {
  /** @param {import("./hands.js").Hands} hands */
  constructor(hands) {
    this.hands = hands;
    this.busy = false;
    this.lost = false;
    /** How many typed lines wait for their answers. */
    this.typed = 0;
    hands.app.model.lost = () => { if (!this.busy) this.lose(null); };
    /** How many entries are known.
     * @type {number | undefined} */
    this.known = undefined;
    /** The entries that this page recorded.
     * @type {Set<number>} */
    this.own = new Set();
  }

  get app() { return this.hands.app; }

  /** Give orders; the reply, or null where none came: then whether they were recorded is told later.
   * @param {string[]} lines @returns {Promise<any>} */
  async send(lines) {
    if (this.busy || this.lost) return null;
    const { app } = this, after = app.model.count;
    this.busy = true;
    app.dock.host.ariaBusy = "true"; // until the dock shows what came of it
    const reply = await this.waited(app.model.ask({ do: lines, after }));
    if (reply && !reply.error) {
      if (!reply.late) this.owns(after, reply.count);
      await app.appended();
      await app.seek(app.model.count);
    }
    this.busy = false;
    this.known = app.model.count;
    app.dock.wait("");
    if (!reply || isLost(reply)) { this.lose({ lines, after }); return null; }
    if (reply.error) return { accepted: false, given: 0, refused: reply.error };
    if (reply.late) this.tellOthers(after);
    else if (reply.given) app.say(`✓ ${lines.slice(0, reply.given).at(-1)}`);
    return reply;
  }

  /** Ask what was typed. The event that tells of its entry can come before its answer: nothing is told of others until that is there.
   * @param {string} line @returns {Promise<import("./types").Reply>} */
  async type(line) {
    const { app } = this, after = app.model.count;
    this.typed++;
    const reply = await app.model.ask({ line, at: app.n, after });
    this.typed--;
    if (reply.accepted) this.owns(after, reply.count);
    this.watch();
    return reply;
  }

  /** This page recorded the entries after one, up to another.
   * @param {number} after @param {number} last */
  owns(after, last) { for (let n = after + 1; n <= last; n++) this.own.add(n); }

  /** Wait for an answer: seen from 150 ms, said from 2 s, when it can be given up.
   * @param {Promise<any>} asked @returns {Promise<any>} */
  async waited(asked) {
    const { dock } = this.app;
    const seen = setTimeout(() => dock.wait("waiting"), SEEN_AFTER);
    let said;
    const given = new Promise((done) => { said = setTimeout(() => dock.wait("still", () => done(null)), SAID_AFTER); });
    const reply = await Promise.race([asked, given]);
    clearTimeout(seen);
    clearTimeout(said);
    return reply;
  }

  /** The table does not answer: all can be looked at, nothing ordered, until it does.
   * @param {{lines: string[], after: number} | null} sent */
  async lose(sent) {
    if (this.lost) return;
    const own = sent || this.typed; // then what was recorded meanwhile can be this page's
    this.lost = true;
    document.documentElement.dataset.link = "lost";
    this.hands.paint();
    const { app } = this;
    let head;
    do {
      await new Promise((done) => setTimeout(done, ASKED_AGAIN));
      head = await app.model.ask({ get: "head" });
    } while (head.error);
    this.lost = false;
    document.documentElement.dataset.link = "live";
    if (own) this.known = undefined;
    await app.appended();
    await app.seek(app.model.count);
    if (sent) app.say(this.fate(sent, head.entries));
    await this.hands.fresh();
  }

  /** What became of orders that were sent when the table was lost; they are not sent again.
   * @param {{lines: string[], after: number}} sent @param {[string, string, number][]} entries */
  fate({ lines, after }, entries) {
    const words = entries.slice(after + 1).map((each) => each[1]);
    const stands = lines.filter((line) => words.some((each) => line.startsWith(each)));
    if (!stands.length) return `Back. Not recorded: ${lines[0]}`;
    return stands.length === lines.length ? `Back. Recorded: ${lines.at(-1)}` : `Back. Recorded up to: ${stands.at(-1)}`;
  }

  /** Tell of what others recorded while one looks at the end. */
  watch() {
    if (this.typed) return;
    const { app } = this, { count, head } = app.model;
    const others = this.known !== undefined && head.can.do && count > this.known && !this.own.has(count);
    if (others) app.say(`Others recorded #${count}: ${head.entries[count][1]}`);
    this.known = count;
  }

  /** Say what others recorded first.
   * @param {number} after */
  tellOthers(after) {
    const { app } = this, entry = app.model.head.entries[after + 1];
    if (entry) app.say(`Others recorded #${after + 1} first: ${entry[1]}`);
  }
}
