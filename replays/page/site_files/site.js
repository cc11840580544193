/* The start screen: what lies here, what is begun and dropped; and the bar over a game. */

const $ = (id) => document.getElementById(id);
const base = new URL("./", location.href).href;
const FIRST = "bir-el-qaha"; /* the scenario of the tutorial */
const LARGEST = 1 << 28;
const waiting = new Map(), grown = [];
let last = 0, worker = null, openName = "";

/* The worker -------------------------------------------------------------------------------- */

function send(message, transfer) {
  return new Promise((done) => {
    waiting.set(++last, done);
    worker.postMessage({ id: last, ...message }, transfer || []);
  });
}

const ask = (request) => send({ request });

async function begun() {
  try {
    const [script, about] = await Promise.all([
      fetch("worker.js").then((answer) => answer.text()),
      fetch("site.json").then((answer) => answer.json()),
    ]);
    offer(about.scenarios);
    const blob = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    worker = new Worker(blob, { type: "module" });
    worker.addEventListener("error", () => failed("the engine cannot be started in this browser"));
    worker.addEventListener("message", ({ data }) => heard(data));
    worker.postMessage({ base });
  } catch (error) { failed(error.message); }
}

function heard(data) {
  const done = waiting.get(data.id);
  if (done) {
    waiting.delete(data.id);
    if (data.reply.unkept) trouble("This browser does not keep games; save the log before you leave the page.");
    done(data.reply);
  } else if (data.stage) {
    $("stage").textContent = data.stage;
    $("bar").value = data.done;
  } else if (data.ready) ready(data);
  else if (data.failed) failed(data.failed);
}

function failed(why) {
  document.body.dataset.state = "failed";
  $("bar").hidden = true;
  $("stage").textContent = `Khamsin cannot be loaded: ${why}`;
}

/* What can be chosen while the engine loads. */
function offer(scenarios) {
  const options = () => scenarios.map((each) => Object.assign(document.createElement("option"), { value: each.name, textContent: each.title }));
  $("scenario").replaceChildren(...options());
  $("vasl-scenario").replaceChildren(...options());
  const tell = () => {
    const each = scenarios.find((one) => one.name === $("scenario").value);
    $("about").textContent = each ? `${each.sides.join(" against ")}, ${each.land}, ${each.month}, ${each.turns} Game Turns (${each.name})` : `${$("scenario").value}, from this browser`;
  };
  if (scenarios.some((each) => each.name === FIRST)) $("scenario").value = FIRST;
  $("scenario").addEventListener("change", tell);
  tell();
}

async function ready({ keeps }) {
  await files();
  if (!keeps) trouble("This browser does not keep games; save the log before you leave the page.");
  document.body.dataset.state = "ready";
  for (const each of document.querySelectorAll("main :disabled")) each.disabled = false;
  if (navigator.serviceWorker) navigator.serviceWorker.register("sw.js").catch(() => {});
}

/* What is said ------------------------------------------------------------------------------ */

const words = ({ what, where, expected }) => `${where ? `${where}: ` : ""}${what}${expected ? `; expected ${expected}` : ""}`;

function trouble(text) { $("trouble").textContent = text; }

function show(head, reply) {
  trouble(reply.error ? words(reply.error) : "");
  $("answer").hidden = Boolean(reply.error);
  if (reply.error) return;
  $("answer-head").textContent = head;
  $("said").textContent = reply.said || "";
  $("said").hidden = !reply.said;
  draw(reply.picture);
  $("answer-head").focus();
}

function draw(picture) {
  if ($("picture").src) URL.revokeObjectURL($("picture").src);
  $("picture").hidden = !picture;
  if (picture) $("picture").src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
}

function tell(head, reply) {
  $("told-head").textContent = head;
  $("told-said").textContent = reply.error ? words(reply.error) : reply.said;
  $("told").showModal();
}

async function run(line) {
  document.body.dataset.state = "busy";
  $("stage").textContent = `khamsin ${line}`;
  $("bar").removeAttribute("value");
  $("stop").hidden = false;
  const reply = await ask({ site: "line", line });
  document.body.dataset.state = "ready";
  await files();
  return reply;
}

async function shown(line) { show(`khamsin ${line}`, await run(line)); }

/* A word that the command line takes as one. */
const quoted = (word) => (/^[\w.+-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

/* Files ------------------------------------------------------------------------------------- */

function button(text, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.addEventListener("click", act);
  return made;
}

async function files() {
  const { files: all } = await ask({ site: "files" });
  $("files").replaceChildren(...all.map(({ name, size, kind, commands }) => {
    const row = document.createElement("li");
    const called = Object.assign(document.createElement("bdi"), { textContent: name });
    const about = Object.assign(document.createElement("small"), { textContent: `${kind}, ${Math.ceil(size / 1024)} KB` });
    row.dataset.file = name;
    const runs = commands.map((command) => button(command[0].toUpperCase() + command.slice(1), () => shown(`${command} ${quoted(name)}`)));
    if (commands.includes("check")) runs.unshift(button("Set up", () => design(name)));
    row.append(called, about, button("Open", () => open(name)), ...runs, button("Save", () => save(name)), button("Delete", async () => {
      if (confirm(`Delete ${name}? It cannot be brought back.`)) { await send({ remove: name }); await files(); }
    }));
    return row;
  }));
  if (!all.length) $("files").append(Object.assign(document.createElement("li"), { textContent: "nothing yet" }));
}

async function save(name) {
  const reply = await send({ take: name });
  if (reply.error) { trouble(words(reply.error)); return; }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([reply.bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function open(name) {
  const reply = await ask({ site: "open", file: name });
  if (reply.open) { play(reply.open); return; }
  show(name, reply);
  $("vasl").hidden = !reply.vasl;
  $("vasl-name").textContent = name;
  if (reply.scenario) {
    for (const list of [$("scenario"), $("vasl-scenario")]) {
      const there = [...list.options].find((each) => each.value === name);
      if (!there) list.append(Object.assign(document.createElement("option"), { value: name, textContent: name }));
      list.value = name;
    }
    $("scenario").dispatchEvent(new Event("change"));
  }
}

async function dropped(list) {
  let name = "";
  trouble("");
  for (const file of list) {
    if (file.size > LARGEST) {
      trouble(`${file.name}: this is larger than anything that is read here; expected at most ${LARGEST >> 20} MB`);
      return;
    }
    let bytes;
    try { bytes = await file.arrayBuffer(); } catch (error) {
      trouble(`${file.name}: this cannot be read; expected a file`); /* a folder was dropped, say */
      return;
    }
    const reply = await ask({ site: "place", file: file.name });
    if (reply.error) { trouble(words(reply.error)); return; }
    await send({ put: { name: reply.file, bytes } }, [bytes]);
    name = reply.file;
  }
  await files();
  if (name) await open(name);
}

/* A game ------------------------------------------------------------------------------------ */

async function framed(name, page) {
  openName = name;
  trouble("");
  $("open-name").textContent = name;
  $("tools").hidden = false;
  $("start").hidden = true;
  const frame = $("game");
  frame.hidden = false;
  await new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    frame.src = page;
  });
  return frame.contentWindow;
}

async function play(name) {
  const { Khamsin, document: inside } = await framed(name, "viewer.html");
  for (const id of ["save", "audit", "odds"]) $(id).hidden = false;
  inside.getElementById("share").hidden = true; /* a link to the frame leads nowhere */
  const feed = {
    ask,
    onAppended: (callback) => { grown.push(callback); },
    log: () => send({ take: openName }),
  };
  try { await Khamsin.start(feed); } catch (error) {
    leave();
    trouble(`${name}: ${error.message}; Audit tells more`);
  }
}

/* A scenario is set up, in a new file or in one that lies here; its draft is kept with every change. */
async function design(file = "") {
  const reply = await ask({ site: "design", file });
  if (reply.error) { trouble(words(reply.error)); return; }
  const { Khamsin } = await framed(reply.design, "designer.html");
  for (const id of ["save", "audit", "odds"]) $(id).hidden = true;
  await Khamsin.start({ ask: (request) => ask({ design: request }), open: play });
}

async function leave() {
  await ask({ site: "close" });
  openName = "";
  grown.length = 0;
  $("game").hidden = true;
  $("game").src = "about:blank";
  $("tools").hidden = true;
  $("start").hidden = false;
  $("open-name").textContent = "Desert games of Advanced Squad Leader";
  await files();
}

/* Hands ------------------------------------------------------------------------------------- */

$("begin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const reply = await ask({ site: "begin", scenario: $("scenario").value, seed: $("seed").value });
  if (reply.error) trouble(words(reply.error));
  else play(reply.open);
});
$("command").addEventListener("submit", async (event) => {
  event.preventDefault();
  const line = $("line").value.trim();
  if (line) shown(line.replace(/^khamsin\s+/, ""));
});
$("vasl").addEventListener("submit", async (event) => {
  event.preventDefault();
  const log = quoted($("vasl-name").textContent), scenario = quoted($("vasl-scenario").value);
  const made = `${$("vasl-name").textContent.replace(/\.[^.]*$/, "")}.jsonl`;
  const line = event.submitter.value === "make"
    ? `import ${log} --scenario ${scenario} -o ${quoted(made)}` : `audit ${log} --scenario ${scenario}`;
  shown(line);
});
$("scenario-odds").addEventListener("click", () => shown(`odds ${quoted($("scenario").value)}`));
$("scenario-map").addEventListener("click", async () => {
  show($("scenario").value, await ask({ site: "map", scenario: $("scenario").value }));
});
$("design").addEventListener("click", () => design());
$("stop").addEventListener("click", () => location.reload());
$("to-games").addEventListener("click", leave);
$("save").addEventListener("click", () => save(openName));
for (const command of ["audit", "odds"]) {
  $(command).addEventListener("click", async () => tell(`khamsin ${command} ${openName}`, await run(`${command} ${quoted(openName)}`)));
}
$("file").addEventListener("change", async () => { await dropped([...$("file").files]); $("file").value = ""; });
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (document.body.dataset.state === "ready" && !$("start").hidden) dropped([...event.dataTransfer.files]);
});

/* Light or dark, as the viewer keeps it. */
function theme() {
  let kept = null;
  try { kept = localStorage.getItem("khamsin-theme"); } catch (error) { /* nothing is kept here */ }
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
}
addEventListener("storage", theme);
theme();

begun();
