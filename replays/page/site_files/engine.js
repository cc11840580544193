/* The engine in its worker; and what a game looked like when it was shown last, until the engine runs. */

const base = new URL("./", location.href).href;
const SHOWN = "khamsin-shown", SOON = 800;
const waiting = new Map();
let last = 0, worker = null, begun;
const begins = new Promise((done) => { begun = done; });

/* Start it. What it says is told: {stage}, {ready}, {failed}, {elsewhere}, {taken}. */
export async function startEngine(tell) {
  try {
    const script = await (await fetch("worker.js")).text();
    const blob = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    worker = new Worker(blob, { type: "module" });
    worker.addEventListener("error", () => tell({ failed: "the engine cannot be started in this browser" }));
    worker.addEventListener("message", ({ data }) => {
      const done = waiting.get(data.id);
      if (!done) { tell(data); return; }
      waiting.delete(data.id);
      if (data.reply.unkept) tell({ unkept: true });
      done(data.reply);
    });
    worker.postMessage({ base });
    begun();
  } catch (error) { tell({ failed: error.message }); }
}

export const send = (message, transfer) => begins.then(() => new Promise((done) => {
  waiting.set(++last, done);
  worker.postMessage({ id: last, ...message }, transfer || []);
}));

export const ask = (request) => send({ request });

/* Have the games here, whatever tab has them. */
export const takeGames = () => worker.postMessage({ steal: true });

/* The names of what lies in this browser, before the engine runs. */
export const namesKept = () => new Promise((done) => {
  try {
    const opening = indexedDB.open("khamsin", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => done([]);
    opening.onsuccess = () => {
      const keys = opening.result.transaction("files").objectStore("files").getAllKeys();
      keys.onerror = () => done([]);
      keys.onsuccess = () => { opening.result.close(); done(keys.result); };
    };
  } catch (error) { done([]); }
});

const addressOf = (name) => `${base}shown/${encodeURIComponent(name)}`;

/* The replies by which a game was shown last; null where none are kept. */
export async function shownBefore(name) {
  try {
    const kept = await (await caches.open(SHOWN)).match(addressOf(name));
    return kept ? await kept.json() : null;
  } catch (error) { return null; }
}

const remember = async (name, replies) => {
  try { await (await caches.open(SHOWN)).put(addressOf(name), new Response(JSON.stringify(replies))); } catch (error) { /* not kept then */ }
};

export const forget = async (name) => { try { await (await caches.open(SHOWN)).delete(addressOf(name)); } catch (error) { /* nothing was kept */ } };

const keyOf = ({ get, from, to }) => (["head", "frames", "story"].includes(get) ? [get, from, to].filter((each) => each !== undefined).join("-") : "");

/* The feed of a game: as it was shown before until the engine has opened it, then as it is. `opened` gives its name. */
export function feedOf(opened, early) {
  let shown = { ...early }, name = "", timer = 0;
  const grown = [];
  opened.then((found) => { name = found; }, () => {});
  return {
    get name() { return name; },
    ask: async (request) => {
      const key = keyOf(request);
      if (!name && key && early?.[key]) return early[key];
      await opened;
      const reply = await ask(request);
      if (!key || reply.error) return reply;
      if (key === "head" && reply.count !== shown.head?.count) shown = {};
      shown[key] = reply;
      clearTimeout(timer);
      timer = setTimeout(() => remember(name, shown), SOON);
      return reply;
    },
    onAppended: (callback) => { grown.push(callback); },
    appended: () => grown.forEach((each) => each()),
    log: async () => send({ take: (await opened, name) }),
  };
}
