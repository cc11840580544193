/* Where replies come from. A feed has ask(request) -> Promise<reply> and onAppended(callback). */

/** What is said where a table does not answer. */
const LOST = "the table does not answer";

/** Whether a reply is none, as the table does not answer.
 * @param {any} reply */
export const isLost = (reply) => reply.error?.what === LOST;

export const Feeds = {
  /* All replies are in this file, in blocks of compressed JSON. */
  embedded(/** @type {Document} */ doc) {
    /** @type {Map<string, Promise<any>>} */
    const blocks = new Map();
    const unpack = async (/** @type {HTMLElement} */ element) => {
      const bytes = Uint8Array.from(atob(element.textContent || ""), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      return new Response(stream).arrayBuffer();
    };
    const block = (/** @type {string} */ name) => {
      if (!blocks.has(name)) {
        const element = doc.getElementById(`khamsin-${name}`);
        blocks.set(name, element
          ? unpack(element).then((raw) => JSON.parse(new TextDecoder().decode(raw)))
          : Promise.resolve(null));
      }
      return /** @type {Promise<any>} */ (blocks.get(name));
    };
    const none = (/** @type {string} */ what, expected = "") => ({ error: { what, where: "", expected } });
    /** @type {Record<string, (request: any) => Promise<any>>} */
    const gets = {
      head: () => block("head"),
      frames: async ({ from }) => (await block(`frames-${from}`)) || none("these frames are not in this file"),
      story: async ({ from, to }) => {
        const whole = await block("story");
        return { from, to, rules: whole.rules, lines: whole.lines.filter((/** @type {any} */ l) => l.entry >= from && l.entry <= to) };
      },
      ask: async ({ at, text }) => {
        const same = (/** @type {any} */ each) => each.at === at && `${each.text} `.toLowerCase().startsWith(`${text} `.toLowerCase());
        return ((await block("asked")) || []).findLast(same)?.reply || none("this was not asked when the file was made", "one of those in the menu");
      },
      asked: async () => ({ asked: (await block("asked")) || [] }),
    };
    return {
      ask: async (/** @type {any} */ request) => (gets[request.get] ? gets[request.get](request) : none("a file takes no orders")),
      onAppended: () => {},
      local: true,
      log: async () => {
        const element = /** @type {HTMLElement} */ (doc.getElementById("khamsin-log"));
        return { name: element.dataset.name || "game.jsonl", bytes: await unpack(element) };
      },
    };
  },

  /* A server answers POST requests, tells of new entries as server-sent events, and gives the log. */
  /** @param {{ask: string, events?: string, log?: string, report?: string}} where */
  http({ ask, events, log, report }) {
    const lost = { error: { what: LOST, where: "", expected: "" } };
    /** @type {import("./types").Feed} */
    const feed = {
      report,
      ask: async (request) => {
        try {
          const answer = await fetch(ask, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(request),
          });
          if (answer.status !== 429) return await answer.json();
          await new Promise((done) => { setTimeout(done, 1000); }); // others from this address ask as well
          return await feed.ask(request);
        } catch (error) {
          return lost;
        }
      },
      onAppended: (callback) => {
        if (!events) return;
        const listen = () => {
          const source = new EventSource(events);
          const answers = (/** @type {boolean} */ yes) => { document.documentElement.dataset.link = yes ? "live" : "lost"; };
          source.addEventListener("open", () => answers(true));
          source.addEventListener("message", () => callback());
          source.addEventListener("error", () => {
            answers(false);
            callback();
            if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
          });
        };
        listen();
      },
    };
    if (log) {
      feed.log = async () => {
        const answer = await fetch(log);
        const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "") || [];
        return { name: name || "game.jsonl", bytes: await answer.arrayBuffer() };
      };
    }
    return feed;
  },

  /* A worker gets {id, request} and posts {id, reply}, or {appended: true}. */
  /** @param {Worker} worker @returns {import("./types").Feed} */
  worker(worker) {
    /** @type {Map<number, (reply: any) => void>} */
    const waiting = new Map();
    /** @type {(() => void)[]} */
    const callbacks = [];
    let last = 0;
    worker.addEventListener("message", ({ data }) => {
      if (data.appended) callbacks.forEach((each) => each());
      const done = waiting.get(data.id);
      if (done) { waiting.delete(data.id); done(data.reply); }
    });
    return {
      ask: (request) => new Promise((done) => {
        waiting.set(++last, done);
        worker.postMessage({ id: last, request });
      }),
      onAppended: (callback) => callbacks.push(callback),
    };
  },
};
