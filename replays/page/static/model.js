/* What the page knows of a game: frames, built from differences, and fragments of SVG. */

import { isLost } from "./feeds.js";

/** An object to which a difference was put, as docs/page.md tells it.
 * @param {any} before @param {Record<string, any[]>} change @returns {any} */
export const applied = (before, change) => {
  const after = { ...before };
  for (const [key, [how, what]] of Object.entries(change)) {
    if (how === 0) after[key] = what;
    else if (how === 1) {
      const items = before[key].slice();
      for (let n = what.length - 1; n >= 0; n--) items.splice(what[n][0], what[n][1], ...what[n][2]);
      after[key] = items;
    } else if (how === 2) after[key] = applied(before[key], what);
    else delete after[key];
  }
  return after;
};

export class Model {
  /** @param {import("./types").Feed} feed */
  constructor(feed) {
    this.feed = feed;
    /** What is done where the table does not answer. */
    this.lost = () => {};
    /** @type {Map<string, string>} */
    this.fragments = new Map();
    /** @type {Map<string, [string, string]>} */
    this.rules = new Map();
    /** @type {Map<number, any>} */
    this.chunks = new Map();
    /** @type {Map<string, Promise<import("./types").Reply>>} */
    this.stories = new Map();
    this.head = /** @type {import("./types").Head} */ (/** @type {unknown} */ (null));
    /** @type {{name: string, x: number, y: number}[]} */
    this.centres = [];
  }

  /** @template {import("./types").Reply} T @param {T} reply @returns {T} */
  take(reply) {
    if (reply.error) return reply;
    for (const [id, svg] of Object.entries(reply.fragments || {})) this.fragments.set(id, svg);
    for (const [id, words] of Object.entries(reply.rules || {})) this.rules.set(id, words);
    return reply;
  }

  /** @param {Record<string, any>} request @returns {Promise<any>} */
  async ask(request) {
    const reply = await this.feed.ask(request);
    if (isLost(reply)) this.lost();
    return this.take(reply);
  }

  async begin() {
    this.head = await this.ask({ get: "head" });
    if (this.head.error) throw new Error(this.head.error.what);
    this.centres = Object.entries(this.head.board.hexes).map(([name, [x, y]]) => ({ name, x, y }));
  }

  get count() { return this.head.count; }

  /** @param {number} n */
  chunkOf(n) { return Math.floor(n / this.head.chunk); }

  /** The frame after an entry, if what it is built of is at hand; else null.
   * @param {number} n @returns {import("./types").Frame | null} */
  frameNow(n) {
    const chunk = this.chunks.get(this.chunkOf(n));
    if (!chunk || !chunk.frames) return null;
    const k = n - chunk.from;
    if (k > chunk.steps.length) return null;
    while (chunk.frames.length <= k) {
      chunk.frames.push(applied(chunk.frames[chunk.frames.length - 1], chunk.steps[chunk.frames.length - 1]));
    }
    return chunk.frames[k];
  }

  /** @param {number} n @returns {Promise<import("./types").Frame | null>} */
  async frame(n) {
    const found = this.frameNow(n);
    if (found) return found;
    const c = this.chunkOf(n);
    let chunk = this.chunks.get(c);
    if (!chunk || chunk.frames) {
      chunk = { loading: this.load(c) };
      this.chunks.set(c, chunk);
    }
    try {
      await chunk.loading;
    } catch (error) {
      if (this.chunks.get(c) === chunk) this.chunks.delete(c);
      throw error;
    }
    return this.frameNow(n);
  }

  /** @param {number} c */
  async load(c) {
    const from = c * this.head.chunk;
    const to = Math.min(from + this.head.chunk - 1, this.count);
    const reply = await this.ask({ get: "frames", from, to });
    if (reply.error) throw new Error(reply.error.what);
    this.chunks.set(c, { from, steps: reply.steps, frames: [reply.first] });
  }

  /** If the game has grown, the last frames and the story are asked for anew. */
  async grown() {
    const last = this.chunkOf(this.count);
    const from = this.count;
    const head = await this.ask({ get: "head" });
    if (head.error || (head.count === from && head.marks.length === this.head.marks.length)) return false;
    this.head = head;
    if (head.count < from) this.chunks.clear(); else this.chunks.delete(last);
    this.stories.clear();
    return true;
  }

  /** @param {number} from @param {number} to @returns {Promise<any>} */
  async story(from, to) {
    const key = `${from}-${to}`;
    if (!this.stories.has(key)) this.stories.set(key, this.ask({ get: "story", from, to }));
    const reply = await this.stories.get(key);
    if (reply?.error) this.stories.delete(key);
    return reply;
  }

  /** @param {number} n */
  phaseAt(n) { return this.head.phases.findIndex((each) => each.from <= n && n <= each.to); }

  /** The entry that words such as 3.2/MPh, 3.2, #12 or 12 mean; null where they mean none.
   * @param {string} text */
  entryOf(text) {
    const word = text.trim().replace(/^#/, "");
    if (word.toLowerCase() === "end") return this.count;
    if (/^[0-9]{1,9}$/.test(word)) return Number(word) <= this.count ? Number(word) : null;
    const same = (/** @type {import("./types").Phase} */ each) => each.at.toLowerCase() === word.toLowerCase() || `${each.turn}.${each.player}` === word;
    const found = this.head.phases.filter(same);
    if (found.length) return found[found.length - 1].to;
    const note = this.head.marks.find((m) => m.kind === "note" && m.text.toLowerCase().startsWith(word.toLowerCase()));
    return note && word ? note.entry : null;
  }

  /** The hex in which a point of the board lies: that of the nearest centre.
   * @param {number} x @param {number} y @returns {string | null} */
  hexAt(x, y) {
    let best = null, least = Infinity;
    for (const each of this.centres) {
      const far = (each.x - x) ** 2 + (each.y - y) ** 2;
      if (far < least) { least = far; best = each; }
    }
    return best && least <= 50 * 50 ? best.name : null;
  }

  /** The hex next to another in the direction of an arrow key.
   * @param {string} name @param {number} dx @param {number} dy */
  beside(name, dx, dy) {
    const [x, y] = this.head.board.hexes[name];
    let best = name, least = Infinity;
    for (const each of this.centres) {
      const ax = each.x - x, ay = each.y - y, far = Math.hypot(ax, ay);
      if (far < 1 || far > 130) continue;
      const along = (ax * dx + ay * dy) / far;
      if (along < 0.4) continue;
      const cost = far * (2 - along);
      if (cost < least) { least = cost; best = each.name; }
    }
    return best;
  }
}
