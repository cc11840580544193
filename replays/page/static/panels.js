/* The panels beside the map: what is now, a shot, a hex, units, questions, marks; and the story. */

import { changesBetween } from "./changes.js";
import { $, card, h, icon, s, user } from "./dom.js";

const MOST_CHANGES = 14;

export class Panels {
  constructor(app) {
    this.app = app;
    this.model = app.model;
    this.tabs = [...document.querySelectorAll("[role=tab]")];
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.open(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        const seen = this.tabs.filter((each) => !each.hidden);
        const next = seen[(seen.indexOf(tab) + step + seen.length) % seen.length];
        this.open(next.id.slice(4));
        next.focus();
      });
    }
  }

  open(name) {
    for (const tab of this.tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      $(tab.getAttribute("aria-controls")).hidden = !on;
    }
    this.current = name;
  }

  rule(id) {
    if (!id) return null;
    const words = this.model.rules.get(id);
    const chip = h("button", { type: "button", class: "rule", text: id, "aria-expanded": words ? "false" : null, title: words ? words[0] : "" });
    if (words) {
      chip.addEventListener("click", () => {
        const old = chip.nextElementSibling?.classList.contains("says") ? chip.nextElementSibling : null;
        chip.setAttribute("aria-expanded", !old);
        if (old) old.remove();
        else {
          const more = h("button", { type: "button", class: "more", text: "Clauses and examples", onclick: () => this.app.rulebook.open(id) });
          chip.after(h("span", { class: "says" }, h("b", { text: words[0] }), words[1] ? ` ${words[1]}` : "", ...(this.model.head.can.ask ? [" ", more] : [])));
        }
      });
    }
    return chip;
  }

  titled(id, text) {
    const words = this.model.rules.get(id);
    return [this.rule(id), words && !text.includes(words[0]) ? h("small", { text: words[0] }) : null].filter(Boolean);
  }

  ribbon(frame) {
    const gauge = (each) => h("div", { class: `gauge gauge-${each.name.toLowerCase().replaceAll(" ", "-")}`, title: `${each.name}: ${each.words} (${each.rule})` },
      each.picture ? icon(this.model.fragments.get(each.picture), 58, 62) : null,
      h("div", {},
        h("p", { class: "name", text: each.name }),
        h("p", { class: "words", text: each.words }),
        each.steps ? h("ol", { class: "boxes", "aria-hidden": "true" }, each.steps.map((step, n) =>
          h("li", { class: n === each.on ? "on" : n < each.on ? "passed" : "", title: step }))) : null));
    const told = new Set(frame.ribbon.map((each) => each.name));
    const also = frame.effect.filter(([name]) => !told.has(name));
    const rest = also.length ? h("div", { class: "gauge gauge-also" }, h("div", {},
      h("p", { class: "name", text: "Also in effect" }),
      h("p", { class: "also" }, also.map(([name, value]) => h("span", {}, h("b", { text: name }), " ", user(value)))))) : null;
    $("ribbon").replaceChildren(...frame.ribbon.map(gauge), rest || "");
  }

  now(frame) {
    const effect = frame.effect.map(([name, value, rule]) => h("tr", {},
      h("th", { scope: "row", text: name }), h("td", {}, user(value)), h("td", {}, this.rule(rule))));
    this.frame = frame;
    const due = frame.due.map((each) => h("li", { class: `bound-${(each.bound || "").toLowerCase()}` },
      h("span", { class: "when", text: each.heading }),
      each.order ? h("code", { text: each.order }) : null, " ", user(each.what, "span"), " ", this.rule(each.rule),
      each.dice ? h("small", { text: each.dice }) : null));
    $("panel-now").replaceChildren(
      h("h2", { text: "In effect" }), h("table", { class: "rows" }, h("tbody", {}, effect)),
      h("h2", { text: "Due" }), due.length ? h("ul", { class: "due" }, due) : h("p", { class: "quiet", text: "Nothing before the phase can end." }),
      h("div", { id: "changed" }),
      this.model.head.can.ask && !frame.over
        ? h("p", {}, h("button", { type: "button", class: "wide", id: "ask-odds", text: "Odds of the next Player Turns", onclick: () => { this.chancy = true; this.odds(); } })) : "",
      h("div", { id: "odds", "aria-live": "polite" }));
    if (this.chances?.at === this.app.n) this.drawOdds();
    else if (this.chancy && $("ask-odds")) this.odds();
    this.changed(frame);
  }

  /* What is another than at the end of the phase before. */
  async changed(frame) {
    const here = this.model.phaseAt(this.app.n), before = here < 0 ? 0 : this.model.head.phases[here].from - 1;
    if (before < 0) return;
    const was = await this.model.frame(before).catch(() => null);
    if (!was || this.frame !== frame) return;
    const found = changesBetween(was, frame, (hex) => this.model.head.board.hexes[hex]?.[2] || "");
    const named = new Map();
    for (const [name, ...change] of found.slice(0, MOST_CHANGES)) named.set(name, [...(named.get(name) || []), change]);
    const rows = [...named].map(([name, all]) => h("tr", {}, h("th", { scope: "row" }, user(name)), h("td", {}, all.map(([one, two]) =>
      h("div", {}, user(one, "s"), h("span", { class: "to", text: " → " }), user(two))))));
    $("changed").replaceChildren(
      h("h2", { text: `Since ${was.at === "setup" ? "setup" : was.at}` }),
      rows.length ? h("table", { class: "rows changes" }, h("tbody", {}, rows)) : h("p", { class: "quiet", text: "Nothing changed." }),
      found.length > MOST_CHANGES ? h("p", { class: "quiet", text: `and ${found.length - MOST_CHANGES} more` }) : "");
  }

  async odds() {
    const at = this.app.n;
    $("ask-odds").disabled = true;
    const reply = await this.model.ask({ get: "odds", at });
    if (at !== this.app.n || !$("ask-odds")) return;
    this.chances = { at, reply };
    this.drawOdds();
  }

  drawOdds() {
    const { reply } = this.chances;
    $("ask-odds").hidden = true;
    $("odds").replaceChildren(h("h2", { text: "Odds" }), ...(reply.error ? [h("p", { class: "quiet", text: reply.error.what })] : [
      h("p", { class: "quiet", text: "After the Wind Change DR of that Player Turn." }),
      h("table", { class: "rows odds" },
        h("thead", {}, h("tr", {}, h("td"), reply.turns.map((turn) => h("th", { scope: "col", text: turn })))),
        h("tbody", {}, reply.rows.map(([name, ...chances]) => h("tr", {}, h("th", { scope: "row", text: name }), chances.map((each) => h("td", { text: each }))))))]));
  }

  units(frame) {
    const sides = this.model.head.sides;
    const parts = sides.map((side) => {
      const rows = frame.units.filter((unit) => unit.side === side.name);
      if (!rows.length) return null;
      const swatch = card(side, this.model.fragments.get(side.emblem), 20);
      return [h("h2", {}, swatch, user(side.name)), h("table", { class: "rows" }, h("tbody", {}, rows.map((unit) =>
        h("tr", {}, h("th", { scope: "row" }, user(unit.id), h("small", { text: unit.kind })),
          h("td", {}, unit.hex in this.model.head.board.hexes
            ? h("button", { type: "button", class: "hex", text: unit.hex, onclick: () => this.app.hands.touch(unit.hex, { reveal: true }) })
            : unit.hex),
          h("td", {}, user(unit.words))))))];
    });
    $("panel-units").replaceChildren(...(frame.units.length ? parts.flat().filter(Boolean) : [h("p", { class: "quiet", text: "No units in this game." })]));
  }

  key(frame) {
    $("key-list").replaceChildren(...frame.key.map(([words, id]) => h("li", {}, icon(this.model.fragments.get(id), 34, 20), user(words, "span"))));
  }

  answer(reply) {
    if (reply.error) return [h("p", { class: "verdict none", text: reply.error.what }), reply.error.expected ? h("p", { class: "quiet", text: `Expected: ${reply.error.expected}.` }) : null];
    const items = reply.items.map((each) => h("tr", {},
      h("td", { class: "amount", text: each.amount }), h("th", { scope: "row" }, user(each.name), h("small", { text: [each.kind, each.why].filter(Boolean).join(", ") })),
      h("td", {}, this.rule(each.rule))));
    const near = reply.near.map((each) => h("li", {}, h("b", {}, user(each.name)), " ", user(each.why, "span"), " ", this.rule(each.rule)));
    return [
      h("p", { class: "asked" }, h("code", { text: reply.asked || "" }), ` at ${reply.moment}`),
      h("p", { class: `verdict${reply.blocked ? " blocked" : ""}` }, user(reply.verdict)),
      reply.total ? h("p", { class: "total" }, h("span", { text: reply.total }), " in all") : null,
      items.length ? h("table", { class: "rows items" }, h("tbody", {}, items)) : null,
      reply.seen ? h("ul", { class: "heat art" }, reply.seen.key.map(([words, kind]) =>
        h("li", {}, s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, s("rect", { class: kind, width: 20, height: 20 })), words))) : null,
      reply.lines.length ? h("ul", { class: "lines" }, reply.lines.map((line) => h("li", {}, user(line)))) : null,
      near.length ? h("details", { class: "near", open: near.length < 8 }, h("summary", { text: `Nearly applied: ${near.length}` }), h("ul", {}, near)) : null,
    ].filter(Boolean);
  }

  shot(reply, words) {
    if (!reply) {
      const can = this.model.head.can.ask;
      $("panel-shot").replaceChildren(
        h("h2", { text: "A line of sight" }),
        h("p", { class: "quiet", text: can
          ? "Choose two hexes on the map: the line is drawn, its Hindrances are marked, and every modifier is listed with its rule."
          : "This file answers the questions that were asked when it was made; they are under Asked. Choose two hexes to see whether their line is among them." }));
      return;
    }
    const parts = this.answer(reply).filter(Boolean);
    if (reply.error && words && !this.model.head.can.ask) {
      const file = this.model.head.file || "GAME.jsonl";
      parts.push(h("p", { class: "quiet" }, "Where Khamsin is: a line of a file of questions, ", h("code", { text: `${words} at #${this.app.n}` }),
        ", and ", h("code", { text: `khamsin view ${file} --ask questions.txt` }), "."));
    }
    $("panel-shot").replaceChildren(...parts);
  }

  hex(name, frame, reply) {
    if (!name) {
      $("panel-hex").replaceChildren(h("h2", { text: "A hex" }), h("p", { class: "quiet", text: "Choose a hex on the map." }));
      return;
    }
    const { can, board } = this.model.head, lies = frame.contents[name] || [];
    const parts = [
      h("h2", { text: name }),
      h("p", { class: "verdict" }, user(frame.ground[name] || board.hexes[name][2])),
      h("h3", { text: "In it" }),
      lies.length ? h("ul", { class: "lines" }, lies.map((each) => h("li", {}, user(each)))) : h("p", { class: "quiet", text: "Nothing." }),
      h("p", {}, h("button", { type: "button", class: "wide", text: `What ${name} sees`, onclick: () => this.app.hands.sees(name) })),
    ];
    if (reply && !reply.error) {
      parts[1] = h("p", { class: "verdict" }, user(reply.verdict));
      const alike = new Map();
      for (const { mover, ...row } of reply.entry) {
        const same = JSON.stringify(row);
        if (!alike.has(same)) alike.set(same, { row, movers: [] });
        alike.get(same).movers.push(mover);
      }
      parts.push(h("h3", { text: "To enter" }), h("table", { class: "rows entry" }, h("tbody", {}, [...alike.values()].map(({ row, movers }) =>
        h("tr", {}, h("th", { scope: "row", text: movers.join(", ") }), h("td", {},
          row.costs.map(([cost, from]) => h("div", {}, /^[0-9]/.test(cost) ? h("b", {}, user(cost)) : user(cost), " ", row.costs.length > 1 ? h("small", { text: `from ${from.join(", ")}` }) : null)),
          row.items.map((each) => h("div", { class: "part" }, h("small", {}, `${each.amount} `, user(each.name)), " ", this.rule(each.rule)))))))),
        h("ul", { class: "lines" }, reply.lines.map((line) => h("li", {}, user(line)))));
    } else if (!can.ask) parts.push(h("p", { class: "quiet", text: "Costs and what it sees are worked out where the game is played; a file has what was asked." }));
    $("panel-hex").replaceChildren(...parts);
  }

  asked(all) {
    const list = all.filter((each) => each.listed);
    $("tab-asked").hidden = !list.length;
    $("panel-asked").replaceChildren(h("h2", { text: "Questions" }), h("ul", { class: "questions" }, list.map((each) =>
      h("li", {}, h("button", { type: "button", onclick: () => this.app.hands.showAsked(each) },
        h("code", { text: each.text }), h("small", {}, `${each.moment}, #${each.at}: `, user(each.reply.error ? each.reply.error.what : each.reply.verdict)))))));
  }

  marks() {
    const { marks } = this.model.head;
    $("tab-marks").hidden = !marks.length;
    const count = marks.filter((mark) => mark.kind === "finding").length;
    $("panel-marks").replaceChildren(
      h("h2", { text: count ? `${count} ${count > 1 ? "findings" : "finding"} of the audit` : "Marks" }),
      h("ul", { class: "questions" }, marks.map((mark) => h("li", { class: `is-${mark.kind}` },
        h("button", { type: "button", onclick: () => this.app.seek(mark.entry) }, h("b", { text: `#${mark.entry} ${mark.kind}` }), user(mark.text, "span")), this.rule(mark.rule)))));
  }

  async story(n) {
    const { head } = this.model;
    const box = head.turns.find((each) => each.from <= n && n <= each.to);
    const [from, to] = box ? [Math.max(box.from, 1), box.to] : [1, Math.max((head.turns.find((b) => b.from !== undefined)?.from || head.count + 1) - 1, 1)];
    const span = `${from}-${to}`;
    if (this.span !== span || this.told !== head.count) {
      this.span = span;
      this.told = head.count;
      const reply = head.count ? await this.model.story(from, Math.min(to, head.count)) : { lines: [] };
      if (this.span !== span) return;
      if (reply.error) this.span = null;
      $("story-head").replaceChildren(box ? `Turn ${box.turn}, ` : "Setup", box ? user(box.side) : "");
      const groups = new Map();
      for (const line of reply.lines || []) {
        if (!groups.has(line.entry)) groups.set(line.entry, []);
        groups.get(line.entry).push(line);
      }
      $("story").replaceChildren(...[...groups].map(([entry, lines]) => {
        const row = h("li", { id: `entry-${entry}`, class: head.entries[entry][2] ? "undone" : "" });
        for (const line of lines) {
          row.append(line.kind === "order"
            ? h("button", { type: "button", class: "order", onclick: () => this.app.seek(entry) }, h("span", { class: "n", text: `#${entry}` }), h("span", { class: "at", text: line.moment }), user(line.text))
            : h("p", { class: line.kind }, user(line.text), " ", ...this.titled(line.rule, line.text)));
        }
        return row;
      }));
    }
    for (const old of $("story").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const here = $(`entry-${n}`);
    if (here) {
      here.setAttribute("aria-current", "true");
      const list = $("story"), top = here.offsetTop;
      if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - 12;
    }
  }

  text(frame) {
    const { hexes } = this.model.head.board, all = $("every-hex").checked;
    const names = Object.keys(hexes).filter((name) => all || frame.contents[name] || frame.ground[name]);
    $("text-table").tBodies[0].replaceChildren(...names.map((name) => h("tr", {},
      h("th", { scope: "row", text: name }), h("td", {}, user(frame.ground[name] || hexes[name][2])),
      h("td", {}, user((frame.contents[name] || []).join("; "))))));
  }

  turns(frame) {
    const { turns } = this.model.head;
    const strip = $("turn-boxes"), slid = strip.scrollLeft;
    strip.replaceChildren(...turns.map((box) => {
      const here = box.turn === frame.turn && box.player === frame.player;
      const words = `Turn ${box.turn}, ${box.side}`;
      const swatch = this.model.head.sides[box.player - 1]?.colour;
      const button = h("button", {
        type: "button", disabled: box.from === undefined, title: words, "aria-label": words, "aria-current": here ? "true" : null,
        text: box.player === 1 ? box.turn : "", onclick: () => this.app.seek(box.from),
      });
      button.style.setProperty("--side", swatch);
      return h("li", { class: `player-${box.player}` }, button);
    }));
    const now = strip.querySelector("[aria-current]")?.parentNode;
    strip.scrollLeft = slid;
    if (now && (now.offsetLeft < slid || now.offsetLeft + now.offsetWidth > slid + strip.clientWidth)) strip.scrollLeft = now.offsetLeft - strip.clientWidth / 2;
    const played = this.model.head.phases.filter((each) => each.turn === frame.turn && each.player === frame.player);
    $("phase-strip").replaceChildren(...this.model.head.phase_names.map((name) => {
      const stretch = played.filter((each) => each.phase === name);
      const here = stretch.find((each) => each.from <= this.app.n && this.app.n <= each.to);
      return h("li", {}, h("button", {
        type: "button", text: name, disabled: !stretch.length, "aria-current": here ? "true" : null,
        onclick: () => this.app.seek(stretch[stretch.length - 1].from),
      }));
    }));
  }
}
