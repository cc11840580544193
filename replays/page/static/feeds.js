/* Where replies come from. A feed has ask(request) -> Promise<reply> and onAppended(callback). */

export const Feeds = {
  /* All replies are in this file, in blocks of compressed JSON. */
  embedded(doc) {
    const blocks = new Map();
    const unpack = async (element) => {
      const bytes = Uint8Array.from(atob(element.textContent), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      return new Response(stream).arrayBuffer();
    };
    const block = (name) => {
      if (!blocks.has(name)) {
        const element = doc.getElementById(`khamsin-${name}`);
        blocks.set(name, element
          ? unpack(element).then((raw) => JSON.parse(new TextDecoder().decode(raw)))
          : Promise.resolve(null));
      }
      return blocks.get(name);
    };
    const none = (what, expected) => ({ error: { what, where: "", expected: expected || "" } });
    const asked = async (test) => {
      const found = ((await block("asked")) || []).filter((each) => test(each));
      return found.length ? found[found.length - 1].reply : null;
    };
    const gets = {
      head: () => block("head"),
      frames: async ({ from }) => (await block(`frames-${from}`)) || none("these frames are not in this file"),
      story: async ({ from, to }) => {
        const whole = await block("story");
        return { from, to, rules: whole.rules, lines: whole.lines.filter((l) => l.entry >= from && l.entry <= to) };
      },
      shot: async ({ at, from, to }) => {
        const words = `shot ${from} ${to}`.toLowerCase();
        const same = (each) => each.at === at && each.text.toLowerCase().startsWith(words) && !/[^ ]/.test(each.text[words.length] || " ");
        return (await asked(same)) || none("this shot was not asked about when the file was made", "one of the questions under Asked");
      },
      sees: async ({ at, hex }) => (await asked((each) => each.at === at && each.text.toLowerCase() === `view ${hex}`.toLowerCase()))
        || none("what this hex sees was not asked about when the file was made", "one of the questions under Asked"),
      hex: async () => none("costs were not worked out when the file was made"),
      ask: async ({ at, text }) => (await asked((each) => each.at === at && each.text === text)) || none("this was not asked when the file was made"),
      asked: async () => ({ asked: (await block("asked")) || [] }),
    };
    return {
      ask: async (request) => (gets[request.get] ? gets[request.get](request) : none("a file takes no orders")),
      onAppended: () => {},
      local: true,
      log: async () => {
        const element = doc.getElementById("khamsin-log");
        return { name: element.dataset.name, bytes: await unpack(element) };
      },
    };
  },

  /* A server answers POST requests, tells of new entries as server-sent events, and gives the log. */
  http({ ask, events, log, headers }) {
    const lost = { error: { what: "the table does not answer", where: "", expected: "" } };
    const feed = {
      ask: async (request) => {
        try {
          const answer = await fetch(ask, {
            method: "POST",
            headers: { "Content-Type": "application/json", ...headers },
            body: JSON.stringify(request),
          });
          return await answer.json();
        } catch (error) {
          return lost;
        }
      },
      onAppended: (callback) => {
        if (!events) return;
        const listen = () => {
          const source = new EventSource(events);
          const answers = (yes) => { document.documentElement.dataset.link = yes ? "live" : "lost"; };
          source.addEventListener("open", () => answers(true));
          source.addEventListener("message", () => callback());
          source.addEventListener("error", () => {
            answers(false);
            if (source.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
          });
        };
        listen();
      },
    };
    if (log) {
      feed.log = async () => {
        const answer = await fetch(log);
        const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition")) || [];
        return { name: name || "game.jsonl", bytes: await answer.arrayBuffer() };
      };
    }
    return feed;
  },

  /* A worker gets {id, request} and posts {id, reply}, or {appended: true}. */
  worker(worker) {
    const waiting = new Map(), callbacks = [];
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
