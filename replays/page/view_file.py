"""A view file: one HTML document with the viewer, a game's log and all replies in it.

It is opened from disk, without a network; the log can be taken out of it again, byte for byte.
"""

import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any, Final

import attrs

from events.converters import short
from events.errors import BadInput
from events.json_bytes import dumps
from replays.auditing.finding import Report, in_one_sentence
from replays.auditing.signatures import acknowledged_lines, mail_lines
from replays.drawing.style import Theme, roles
from replays.drawing.style import style as style_of_pictures
from replays.game.game import Game
from replays.game.story import as_written, tell
from replays.game.text import escape_controls
from replays.page.controller import CHUNK, Controller

_FILES: Final = resources.files("replays.page")
_SLOT: Final = re.compile(r"\{\{([a-z]+)\}\}")


_ENTRIES: Final = {"page": "start.js", "designer": "designer.js"}
"""The module that each document begins with."""

_IMPORT: Final = re.compile(r'^import [^;]*? from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)


@lru_cache
def script(page: str = "page") -> str:
    """The modules of a document, each after those that it imports, as one script."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        parts[name] = ""
        text = (_FILES / "static" / name).read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            add(other)
        del parts[name]
        parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    add(_ENTRIES[page])
    body = "\n".join(parts.values())
    return f'(() => {{\n"use strict";\n{body}}})();\n'


@lru_cache
def style(page: str = "page") -> str:
    """The style sheet of a document: the colours of roles, that of pictures alone, its own."""
    pictures = style_of_pictures(Theme.TABLE, "", "art")
    names = {each.name for each in (_FILES / "static").iterdir() if each.name.endswith(".css")}
    own_sheet = "designer.css"
    sheets = ["page.css", own_sheet] if page == "designer" else sorted(names - {own_sheet})
    own = ((_FILES / "static" / name).read_text(encoding="utf-8") for name in sheets)
    return "\n".join([roles(), pictures, *own])


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page_html(
    title: str,
    feed: str,
    *,
    plain: str = "",
    blocks: str = "",
    connect: str = "'none'",
    page: str = "page",
) -> str:
    """A whole document, whose replies come by a feed: ``embedded``, ``http`` or ``worker``.

    It is the ``page`` of a game, or the ``designer`` of a scenario.
    Its policy allows this script and this style by their hashes and nothing else; nothing is loaded
    from anywhere but ``connect``. ``plain`` is HTML for readers without JavaScript and for paper,
    ``blocks`` that of data.
    """
    policy = (
        f"default-src 'none'; script-src {_hash(script(page))}; style-src {_hash(style(page))}; "
        f"img-src data:; connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    document = (_FILES / "static" / f"{page}.html").read_text(encoding="utf-8")
    slots = {
        "feed": feed,
        "policy": policy,
        "title": escape(escape_controls(title)),
        "style": style(page),
        "plain": plain,
        "blocks": blocks,
        "script": script(page),
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], document)


_LOG: Final = re.compile(
    rb'<script type="application/octet-stream" id="khamsin-log" data-name="[^"]*" '
    rb'data-bytes="([0-9]{1,12})" data-sha256="([0-9a-f]{64})">([A-Za-z0-9+/=\s]*)</script>'
)

MOST_BYTES: Final = 1 << 31
"""No log that is taken out of a file is larger."""


@attrs.frozen
class AskedLine:
    """A question that a view file is to answer, after an entry or at the end.

    A complaint names ``where``.
    """

    text: str
    at: int | None = None
    where: str = ""


def view_file(
    game: Game, log: bytes, name: str, report: Report | None = None, asked: Sequence[AskedLine] = ()
) -> str:
    """A game as one document, with the bytes of its log and what an audit of it found."""
    controller = Controller(game, findings=() if report is None else report.findings)
    answers = sorted(_answers(controller, asked), key=lambda each: int(each["at"]))
    head = controller.answer({"get": "head"})
    head |= {"can": {"ask": False, "do": False}, "file": escape_controls(name)}
    if report is not None:
        head["audit"] = {"words": audit_words(report)}
    blocks: dict[str, Any] = {"head": head, "asked": answers}
    blocks["story"] = controller.answer({"get": "story"})
    for first in range(0, controller.count + 1, CHUNK):
        last = min(first + CHUNK - 1, controller.count)
        blocks[f"frames-{first}"] = controller.answer({"get": "frames", "from": first, "to": last})
        del blocks[f"frames-{first}"]["fragments"]
    head["fragments"] = controller.cache.text
    data = "\n".join(_block(key, dumps(value)) for key, value in blocks.items())
    about = {"name": escape_controls(name), "bytes": len(log), "sha256": sha256(log).hexdigest()}
    blocks_html = f"{data}\n{_block('log', log, **about)}"
    plain = "".join(_plain(game, report, answers))
    return page_html(game.header.scenario.name, "embedded", plain=plain, blocks=blocks_html)


def _answers(controller: Controller, asked: Iterable[AskedLine]) -> Iterator[dict[str, Any]]:
    for each in asked:
        found = _answer(controller, each)
        if (error := found["reply"].get("error")) is not None:
            expected = f"; expected {error['expected']}" if error["expected"] else ""
            raise BadInput(f"{short(each.text)}: {error['what']}{expected}", each.where)
        yield found


def _answer(controller: Controller, asked: AskedLine) -> dict[str, Any]:
    at = controller.count if asked.at is None else asked.at
    reply = controller.answer({"get": "ask", "at": at, "text": asked.text})
    controller.cache.text |= reply.pop("fragments", {})
    text = reply.get("asked", escape_controls(asked.text))
    return {"at": at, "moment": reply.get("moment", ""), "text": text, "reply": reply}


def _block(id_: str, raw: bytes, **facts: object) -> str:
    """A block of data, which no browser runs and which has no ``<`` in it."""
    packed = b64encode(zlib.compress(raw, 9)).decode()
    said = "".join(f' data-{key}="{escape(str(value))}"' for key, value in facts.items())
    return f'<script type="application/octet-stream" id="khamsin-{id_}"{said}>{packed}</script>'


def _plain(game: Game, report: Report | None, asked: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The game as text, for readers without JavaScript, and for paper."""
    name = escape(escape_controls(game.header.scenario.name))
    yield f'<section id="plain" lang="en"><h1>{name}</h1>\n'
    for heading, lines in (
        ("Story", _story_lines(game)),
        ("Audit", () if report is None else _audit_lines(report)),
        ("Questions", _asked_lines(asked)),
    ):
        text = "\n".join(escape(escape_controls(line)) for line in lines)
        if text or heading == "Story":
            yield f"<h2>{heading}</h2>\n<pre>{text}</pre>\n"
    yield "</section>"


def _story_lines(game: Game) -> Iterator[str]:
    yield from map(str, tell(game.beginning, game.entries))
    if game.fault is not None:
        yield str(game.fault)
        yield from map(str, as_written(game.fault.rest, game.fault.readable + 1, game.state.moment))


def _audit_lines(report: Report) -> Iterator[str]:
    for each in report.findings:
        yield f"#{each.entry} {each.moment} {each.rule}"
        yield f"    {in_one_sentence(each)}"
    yield from acknowledged_lines(report)
    yield from mail_lines(report)
    yield f"{report.entries} entries, {report.ending}: {_verdict(report)}; seal {report.seal}"


def audit_words(report: Report) -> str:
    """The verdict of an audit in a few words, and whether it is a game by mail."""
    by_mail = "" if report.mail is None else ", a game by mail"
    return f"audit: {_verdict(report)}{by_mail}"


def _verdict(report: Report) -> str:
    count = len(report.findings) + report.more
    return "clean" if report.clean else f"{count} finding{'s' if count > 1 else ''}"


def _asked_lines(asked: Iterable[dict[str, Any]]) -> Iterator[str]:
    for each in asked:
        reply = each["reply"]
        yield f"#{each['at']} {each['moment']}  {each['text']}: {reply['verdict']}"
        for item in reply["items"]:
            words = [item[key] for key in ("amount", "kind", "name", "rule", "why") if item[key]]
            yield f"    {'  '.join(words)}"


def extracted_log(raw: bytes) -> bytes:
    """The log that is in a view file, byte for byte; a complaint if it is not whole."""
    found = _LOG.findall(raw)
    if not found:
        raise BadInput("there is no log in this file; expected one that `khamsin view` wrote")
    size, seal, packed = found[-1]
    most = int(size)
    if most > MOST_BYTES:
        raise BadInput(f"the log in this file is said to be larger than {MOST_BYTES} bytes")
    unpacker = zlib.decompressobj()
    try:
        log = unpacker.decompress(b64decode(packed), most + 1)
    except (zlib.error, Base64Error, ValueError):
        log = b""
    if len(log) != most or sha256(log).hexdigest().encode() != seal:
        raise BadInput("the log in this file was changed or cut after the file was written")
    return log
