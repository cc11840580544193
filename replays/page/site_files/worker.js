/* Runs the engine. It gets {id, request}, {id, put: {name, bytes}}, {id, take} or {id, remove}, and
   posts {id, reply}; {ready: true} or {failed} when it has loaded; {elsewhere} while another page has the games, which
   {steal: true} takes from it, and {taken} when they were taken from this one.
   It is a worker of a blob, so the policy of the page binds it too: it can load from nowhere else. */

const FOLDER = "/games";
let engine = null, python = null, begun = null;
let queue = Promise.resolve();
const known = new Map();

/* Everything in the folder is kept in the browser as well, before a reply says that it is done. */
const kept = {
  open: () => new Promise((done) => {
    try {
      const opening = indexedDB.open("khamsin", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("files");
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => done(null);
    } catch (error) { done(null); }
  }),
  async change(work) {
    if (!this.base) return false;
    return new Promise((done) => {
      try {
        const change = this.base.transaction("files", "readwrite", { durability: "strict" });
        work(change.objectStore("files"));
        change.oncomplete = () => done(true);
        change.onabort = change.onerror = () => done(false);
      } catch (error) { done(false); }
    });
  },
  async all() {
    if (!this.base) return [];
    return new Promise((done) => {
      const files = [], walk = this.base.transaction("files").objectStore("files").openCursor();
      walk.onerror = () => done(files);
      walk.onsuccess = () => {
        const at = walk.result;
        if (!at) { done(files); return; }
        files.push([at.key, at.value]);
        at.continue();
      };
    });
  },
};

/* One page at a time has the games, so that none writes over what another has written; it can be taken from the one that has it. */
let taken = false;
const have = (options) => new Promise((done) => {
  navigator.locks.request("khamsin", options, (lock) => {
    done(Boolean(lock));
    return lock ? new Promise(() => {}) : undefined; /* until this page is closed */
  }).catch(() => {
    taken = true;
    postMessage({ taken });
  });
});

async function alone() {
  if (!navigator.locks || await have({ ifAvailable: true })) return;
  postMessage({ elsewhere: true });
  await Promise.race([have({}), new Promise((done) => { steal = () => have({ steal: true }).then(done); })]);
}

let steal = () => {};

async function bytesOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status})`);
  return answer.arrayBuffer();
}

async function load({ base }) {
  const packed = bytesOf(`${base}packages.zip`);
  packed.catch(() => {}); /* it is awaited below */
  const { loadPyodide } = await import(`${base}pyodide/pyodide.mjs`);
  python = await loadPyodide({ indexURL: `${base}pyodide/` });
  python.unpackArchive(await packed, "zip", { extractDir: "/khamsin" });
  python.FS.mkdirTree(FOLDER);
  python.FS.chdir(FOLDER);
  await alone();
  kept.base = await kept.open();
  for (const [name, bytes] of await kept.all()) python.FS.writeFile(`${FOLDER}/${name}`, bytes);
  look();
  python.runPython("import sys; sys.path.insert(0, '/khamsin')");
  const { BrowserSession } = python.pyimport("replays.page.browser_session");
  const { main, vasl_page } = python.pyimport("replays.cli");
  engine = BrowserSession(FOLDER, main, vasl_page);
  postMessage({ ready: true, keeps: Boolean(kept.base), python: python.runPython("sys.version.split()[0]") });
}

/* What changed in the folder since one last looked. */
function look() {
  const found = new Map(), changed = [];
  for (const name of python.FS.readdir(FOLDER)) {
    const about = python.FS.stat(`${FOLDER}/${name}`);
    if (!python.FS.isFile(about.mode)) continue;
    const mark = `${about.size} ${about.mtime.getTime()}`;
    found.set(name, mark);
    if (known.get(name) !== mark) changed.push(name);
  }
  const gone = [...known.keys()].filter((name) => !found.has(name));
  known.clear();
  found.forEach((mark, name) => known.set(name, mark));
  return { changed, gone };
}

async function keep(always) {
  const { changed, gone } = look();
  const all = [...new Set([...changed, ...always.filter((name) => known.has(name))])];
  if (!all.length && !gone.length) return true;
  return kept.change((files) => {
    for (const name of all) files.put(python.FS.readFile(`${FOLDER}/${name}`), name);
    for (const name of gone) files.delete(name);
  });
}

async function done({ id, request, put, take, remove }) {
  if (taken) throw new Error("another tab of this browser has the games now");
  if (take !== undefined) {
    const bytes = python.FS.readFile(`${FOLDER}/${take}`);
    postMessage({ id, reply: { name: take, bytes } }, [bytes.buffer]);
    return;
  }
  let reply = {};
  if (put) python.FS.writeFile(`${FOLDER}/${put.name}`, new Uint8Array(put.bytes));
  else if (remove !== undefined) python.FS.unlink(`${FOLDER}/${remove}`);
  else reply = JSON.parse(engine.answer(JSON.stringify(request)));
  if (!(await keep(put ? [put.name] : []))) reply.unkept = true;
  postMessage({ id, reply });
}

onmessage = ({ data }) => {
  if (data.steal) { steal(); return; }
  if (data.base) {
    begun = load(data).catch((error) => {
      postMessage({ failed: String(error.message || error).slice(0, 500) });
      throw error;
    });
    return;
  }
  queue = queue.then(() => begun).then(() => done(data)).catch((error) => {
    const what = String(error.message || error).trim().split("\n").pop().slice(0, 300);
    postMessage({ id: data.id, reply: { error: { what, where: "", expected: "" } } });
  });
};
