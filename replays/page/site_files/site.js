/* The start screen: a game to watch, one to play, what lies here; and the frames in which games and pages are shown. */

import { ask, feedOf, forget, namesKept, send, shownBefore, startEngine, takeGames } from "./engine.js";

const $ = (id) => document.getElementById(id);
const LARGEST = 1 << 28;
const USUAL = 8; /* so many seconds Python takes to start where nothing is known */
const begun = performance.now();
let game = null, first = "";
let running;
const runs = new Promise((done) => { running = done; });

const element = (name, words, more = {}) => Object.assign(document.createElement(name), { textContent: words }, more);
const button = (text, act, kind = "act") => element("button", text, { type: "button", className: kind, onclick: act });
const words = ({ what, where, expected }) => `${where ? `${where}: ` : ""}${what}${expected ? `; expected ${expected}` : ""}`;
const trouble = (text) => { $("trouble").textContent = text; };
const kept = (key, value) => {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch (error) { return null; }
};

/* The engine -------------------------------------------------------------------------------- */

function heard(data) {
  if (data.ready) {
    document.body.dataset.state = "ready";
    $("elsewhere").hidden = true;
    kept("khamsin-start", String((performance.now() - begun) / 1000));
    if (!data.keeps) trouble("This browser keeps nothing: save the log of a game before you leave the page.");
    running();
    files();
  } else if (data.failed) {
    document.body.dataset.state = "failed";
    $("stage").textContent = `Khamsin cannot be loaded: ${data.failed}`;
    if (game) trouble($("stage").textContent);
  } else if (data.unkept) trouble("This browser does not keep games; save the log before you leave the page.");
  else if (data.elsewhere) {
    $("elsewhere").hidden = false;
    document.body.dataset.state = "elsewhere";
    $("stage").textContent = "";
  }
  else if (data.taken) {
    leave();
    $("elsewhere").hidden = false;
    document.body.dataset.state = "taken";
  }
}

/* In words, how long Python takes to start. */
function startsIn() {
  const left = (Number(kept("khamsin-start")) || USUAL) - (performance.now() - begun) / 1000;
  return `Python starts${left > 1 ? `, ${Math.round(left)} s` : ""}`;
}

const ticking = setInterval(() => {
  if (document.body.dataset.state !== "loading") { clearInterval(ticking); return; }
  $("stage").textContent = startsIn();
  const small = game?.starting?.();
  if (small) small.textContent = startsIn();
}, 500);

/* What can be chosen while the engine loads. */
async function offer() {
  const about = await (await fetch("site.json")).json();
  for (const list of [$("scenario"), $("vasl-scenario")]) list.replaceChildren(...about.scenarios.map((each) => element("option", each.title, { value: each.name })));
  const said = (each) => `${each.sides.join(" against ")}, ${each.turns} Game Turns, ${each.land}, ${each.month}.`;
  const tell = () => { const each = about.scenarios.find(({ name }) => name === $("scenario").value); $("about").textContent = each ? said(each) : ""; };
  $("vasl-scenario").prepend(element("option", "choose a scenario ...", { value: "", selected: true }));
  first = $("scenario").value = about.play;
  const one = about.scenarios.find(({ name }) => name === first);
  $("play-about").textContent = `${one.title}: ${said(one)}`;
  $("watch-about").textContent = `${about.watch}, a finished game, replayed.`;
  $("scenario").addEventListener("change", tell);
  tell();
}

/* Files ------------------------------------------------------------------------------------- */

async function files() {
  const ready = document.body.dataset.state === "ready";
  const all = ready ? (await ask({ site: "files" })).files : (await namesKept()).map((name) => ({ name }));
  $("files").replaceChildren(...all.map(({ name, size, kind, pages = [] }) => {
    const row = document.createElement("li"), called = element("bdi", name);
    if (kind) called.append(element("small", `${kind}, ${Math.ceil(size / 1024)} KB`));
    row.dataset.file = name;
    row.append(called, button("Open", () => open(name)));
    if (pages.includes("check")) row.append(button("Set up", () => design(name)));
    for (const of of pages) row.append(button(of[0].toUpperCase() + of.slice(1), () => page(of, name)));
    if (ready) row.append(button("Save", () => save(name)), button("Delete", () => remove(name)));
    return row;
  }));
  if (!all.length) $("files").append(element("li", "Nothing yet."));
  return all;
}

async function remove(name) {
  if (!confirm(`Delete ${name}? It cannot be brought back.`)) return;
  await send({ remove: name });
  await forget(name);
  await files();
}

async function save(name) {
  const reply = await send({ take: name });
  if (reply.error) { trouble(words(reply.error)); return; }
  const link = element("a", "", { href: URL.createObjectURL(new Blob([reply.bytes])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/* Open whatever it is: a log is played on, all else has a page. */
async function open(name) {
  if (name.endsWith(".jsonl")) { play(name, ask({ site: "open", file: name }), await shownBefore(name)); return; }
  await runs;
  const reply = await ask({ site: "open", file: name });
  if (reply.open) { play(name, Promise.resolve(reply)); return; }
  if (reply.error) { trouble(words(reply.error)); return; }
  if (reply.vasl) $("vasl-scenario").value = "";
  if (reply.scenario) {
    for (const list of [$("scenario"), $("vasl-scenario")]) {
      if (![...list.options].some((each) => each.value === reply.scenario)) list.append(element("option", reply.scenario, { value: reply.scenario }));
      list.value = reply.scenario;
    }
    $("scenario").dispatchEvent(new Event("change"));
  }
  const made = reply.scenario;
  paper(name, reply, { vasl: reply.vasl, tools: made ? [button("Odds", () => page("odds", made)), button("Set up", () => design(made)), button("Begin a game", () => begin(made, "either"), "main")] : [] });
  if (made && made !== name) files();
}

async function dropped(list) {
  const names = [];
  trouble("");
  await runs;
  for (const file of list) {
    if (file.size > LARGEST) { trouble(`${file.name}: this is larger than anything that is read here; expected at most ${LARGEST >> 20} MB`); return; }
    let bytes;
    try { bytes = await file.arrayBuffer(); } catch (error) { trouble(`${file.name}: this cannot be read; expected a file`); return; }
    const reply = await ask({ site: "place", file: file.name });
    if (reply.error) { trouble(words(reply.error)); return; }
    await send({ put: { name: reply.file, bytes } }, [bytes]);
    names.push(reply.file);
  }
  const kept = await files(), scenario = names.find((name) => kept.find((file) => file.name === name)?.pages.includes("check"));
  if (names.length > 1 && names.every((name) => /\.vlog$/i.test(name))) { /* logs of one game */
    $("vasl-scenario").value = "";
    await page("vasl", names.join(" "));
  } else if (names.length) await open(scenario ?? names.at(-1)); /* its boards came with it */
}

/* What is shown ----------------------------------------------------------------------------- */

/* The start screen, a game or a scenario that fills the window, or a page under the bar. */
function view(what, head = "Desert games") {
  for (const [id, when] of [["start", "start"], ["place", "game"], ["paper", "page"]]) $(id).hidden = what !== when;
  $("bar").hidden = what === "game";
  $("back").hidden = what !== "page";
  $("open-name").textContent = head;
  for (const id of ["vasl", "tools", "who"]) $(id).hidden = true;
  $("play").hidden = false;
  document.title = what === "start" ? "Khamsin" : `${head} – Khamsin`;
}

/* A document in a frame of its own, which leaves no trace in the history. */
function framed(host, address, name) {
  const frame = Object.assign(document.createElement("iframe"), { src: address, title: name });
  const loaded = new Promise((done) => { frame.addEventListener("load", done, { once: true }); });
  $(host).replaceChildren(frame);
  return loaded.then(() => frame.contentWindow);
}

function enter(what, name) {
  if (history.state?.name !== name) history[history.state ? "replaceState" : "pushState"]({ name }, "", "#game");
  trouble("");
  view("game", name);
  return framed("place", what, name);
}

/* A game: at once as it was shown last, then by the engine. */
async function play(name, opening, early = null) {
  const opened = Promise.resolve(opening).then((reply) => { if (reply.error) throw new Error(words(reply.error)); return reply.open; });
  opened.catch(() => {});
  if (!early) await opened.catch(() => {});
  const { Khamsin } = await enter("viewer.html", name || "A game");
  const feed = feedOf(opened, early), current = game = { name: () => feed.name, feed };
  try {
    const app = current.app = await (Khamsin.app = Khamsin.start(feed));
    app.report = async () => page("report", await opened);
    app.more = [["All games", leave], ["Odds", async () => page("odds", await opened)], ["Command line", commands]];
    if (!feed.name) {
      app.dock.show({ title: "You can look already", sub: startsIn(), body: [] });
      current.starting = () => (feed.name ? null : app.dock.host.querySelector("h2 small"));
    }
    await opened;
    if (!early || game !== current) return;
    await app.model.begin();
    app.strip.build();
    await app.seek(app.model.count);
  } catch (error) {
    leave();
    trouble(`${name}: ${error.message}; Report tells more`);
  }
}

async function begin(scenario, dice, seed = "") {
  const early = scenario === first ? await (await fetch("begun.json")).json() : null;
  play("", runs.then(() => ask({ site: "begin", scenario, dice, seed })), early);
}

async function watch() {
  const { Khamsin } = await enter("watch.html", "A game to watch");
  const app = await Khamsin.app;
  app.more = [["All games", leave]];
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) app.play();
}

/* A scenario is set up, in a new file or in one that lies here; its draft is kept with every change. */
async function design(file = "") {
  await runs;
  const reply = await ask({ site: "design", file });
  if (reply.error) { trouble(words(reply.error)); return; }
  const inside = await enter("designer.html", reply.design);
  inside.document.querySelector(".brand").replaceWith(button("All games", leave));
  await inside.Khamsin.start({ ask: (request) => ask({ design: request }), open: (name) => play(name, Promise.resolve({ open: name })) });
}

async function leave() {
  game = null;
  $("place").replaceChildren();
  view("start");
  if (document.body.dataset.state === "ready") { await ask({ site: "close" }); await files(); }
}

/* A page under the bar; its links lead to entries of the game. */
async function page(of, file, more = {}) {
  await runs;
  paper(file, await ask({ site: "page", of, file, dark: dark(), ...more }), { vasl: of === "vasl" ? file : "" });
}

async function paper(name, reply, { vasl = "", tools = [] } = {}) {
  trouble(reply.error ? words(reply.error) : "");
  if (reply.error) return;
  view("page", name);
  if (!history.state?.page) history.pushState({ ...history.state, page: true }, "", "#page");
  const inside = await framed("paper", "paper.html", name);
  const made = new DOMParser().parseFromString(reply.page, "text/html");
  inside.document.querySelector("main").append(...made.body.childNodes);
  inside.document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='game#']");
    if (!link) return;
    event.preventDefault();
    entry(name, Number(link.hash.slice(1)));
  });
  $("vasl").hidden = !vasl;
  $("vasl").dataset.file = vasl;
  $("tools").hidden = !tools.length;
  $("tools").replaceChildren(...tools);
  inside.focus();
}

async function entry(name, n) {
  if (game?.name() !== name) await play(name, ask({ site: "open", file: name }));
  history.replaceState({ name }, "", "#game");
  view("game", name);
  await game?.app.seek(n);
}

/* The command line -------------------------------------------------------------------------- */

function commands() { $("command").showModal(); $("line").focus(); }

const quoted = (word) => (/^[\w.+-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

async function run(line) {
  await runs;
  $("stop").hidden = false;
  const reply = await ask({ site: "line", line });
  $("stop").hidden = true;
  await files();
  game?.feed.appended();
  return reply;
}

/* Hands ------------------------------------------------------------------------------------- */

$("watch").addEventListener("click", watch);
$("play").addEventListener("click", () => { $("who").hidden = false; $("play").hidden = true; $("who").querySelector("button").focus(); });
$("who").addEventListener("click", ({ target }) => { if (target.dataset.dice) begin(first, target.dataset.dice); });
$("begin").addEventListener("submit", (event) => { event.preventDefault(); begin($("scenario").value, $("dice").value, $("seed").value); });
$("begin").addEventListener("click", ({ target }) => { if (target.dataset.page) page(target.dataset.page, $("scenario").value); });
$("design").addEventListener("click", () => design());
$("menu").addEventListener("click", () => $("more").showModal());
$("commands").addEventListener("click", () => { $("more").close(); commands(); });
$("back").addEventListener("click", () => history.back());
$("take").addEventListener("click", () => (document.body.dataset.state === "taken" ? location.reload() : takeGames()));
$("stop").addEventListener("click", () => location.reload());
$("run").addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await run($("line").value.trim().replace(/^khamsin\s+/, ""));
  $("said").textContent = reply.error ? words(reply.error) : reply.said;
});
$("vasl").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { file } = $("vasl").dataset, scenario = $("vasl-scenario").value;
  if (event.submitter.value === "audit") { page("vasl", file, { scenario }); return; }
  const { file: made } = await ask({ site: "place", file: `${file.split(" ")[0].replace(/\.[^.]*$/, "")}.jsonl` });
  const reply = await run(`import ${file.split(" ").map(quoted).join(" ")} --scenario ${quoted(scenario)} -o ${quoted(made)}`);
  if (reply.code > 1) trouble(reply.said); else open(made);
});
$("file").addEventListener("change", async () => { await dropped([...$("file").files]); $("file").value = ""; });
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (!$("start").hidden) dropped([...event.dataTransfer.files]);
});
addEventListener("popstate", ({ state }) => { if (state?.name && game) view("game", game.name()); else if (!state?.page) leave(); });

/* Light or dark, as the page of a game keeps it. */
const shade = () => { const theme = kept("khamsin-theme"); if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme; };
const dark = () => {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};
$("theme").addEventListener("click", () => {
  kept("khamsin-theme", dark() ? "light" : "dark");
  shade();
});
addEventListener("storage", shade);
shade();

/* A new version is fetched while the old one is used, and waits until it is wanted. */
async function installed() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const found = await serviceWorker.register("sw.js").catch(() => null);
  if (!found) return;
  const news = () => { $("news").hidden = !(found.waiting && serviceWorker.controller); };
  news();
  found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", news));
  $("reload").addEventListener("click", () => {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    found.waiting?.postMessage("now");
  });
}

view("start");
offer().catch((error) => trouble(error.message));
files();
startEngine(heard);
if (navigator.serviceWorker?.controller) installed(); else runs.then(installed); /* the engine loads first */
