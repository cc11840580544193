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

from events.commands import Note
from events.converters import short
from events.errors import BadInput
from events.json_bytes import dumps
from replays.auditing.finding import Report
from replays.auditing.sealed_dice import sealed_lines
from replays.auditing.signed import acknowledged_lines
from replays.drawing.style import Theme
from replays.drawing.style import style as style_of_pictures
from replays.game.game import Game
from replays.game.story import tell
from replays.game.text import shown
from replays.page.controller import CHUNK, Desk
from replays.page.response import HEAT_STYLE

FEEDS: Final = ("embedded", "http", "worker")
"""Where the replies come from: the document itself, a server, or a worker that a site starts."""

_SLOT: Final = re.compile(r"\{\{([a-z]+)\}\}")


def _static(name: str) -> str:
    return (resources.files("replays.page") / "static" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def script() -> str:
    """The script: its parts, one after the other, in a scope of their own."""
    folder = resources.files("replays.page") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".js"))
    parts = "\n".join(_static(name) for name in names)
    return f"(() => {{\n{parts}}})();\n"


@lru_cache(maxsize=1)
def style() -> str:
    """The style sheet: that of pictures, for pictures only, and that of the page."""
    return f"{style_of_pictures(Theme.TABLE, HEAT_STYLE, 'art')}\n{_static('page.css')}"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page_html(
    title: str, feed: str, *, plain: str = "", blocks: str = "", connect: str = "'none'"
) -> str:
    """A whole document.

    Its policy allows this script and this style by their hashes and nothing else; nothing is loaded
    from anywhere but ``connect``.

    Args:
        title: what the window is called; any text.
        feed: one of `FEEDS`.
        plain: HTML that is there for whoever has no JavaScript, and for paper.
        blocks: HTML of data blocks.
        connect: where requests may go, as a Content-Security-Policy says it.
    """
    policy = (
        f"default-src 'none'; script-src {_hash(script())}; style-src {_hash(style())}; "
        f"img-src data:; connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    slots = {
        "feed": feed,
        "policy": policy,
        "title": escape(shown(title)),
        "style": style(),
        "plain": plain,
        "blocks": blocks,
        "script": script(),
    }
    return _SLOT.sub(lambda slot: slots[slot[1]], _static("page.html"))


_LOG: Final = re.compile(
    rb'<script type="application/octet-stream" id="khamsin-log" data-name="[^"]*" '
    rb'data-bytes="([0-9]{1,12})" data-sha256="([0-9a-f]{64})">([A-Za-z0-9+/=\s]*)</script>'
)

MOST_HEXES: Final = 50
"""All shots are told between no more hexes."""

MOST_BYTES: Final = 1 << 31
"""No log that is taken out of a file is larger."""


@attrs.frozen
class AskedLine:
    """A question that a view file is to answer.

    Attributes:
        text: the question, as people type it.
        at: the moment; the end if None.
        where: what a complaint names, such as the line of a file.
        listed: the page lists it; else it is there for whoever chooses its hexes.
    """

    text: str
    at: int | None = None
    where: str = ""
    listed: bool = True


def asked_in_notes(game: Game) -> Iterator[AskedLine]:
    """The questions that people noted while they played: notes that begin with ``?``."""
    for entry in game.entries:
        if isinstance(entry.do, Note) and entry.do.text.startswith("?"):
            yield AskedLine(entry.do.text.removeprefix("?").strip(), entry.n)


def all_shots(game: Game, at: int | None = None) -> Iterator[AskedLine]:
    """The shots from each hex with a vehicle or a unit to every other one.

    Args:
        game: the game.
        at: the entry after which they are fired; the last if None.

    Raises:
        BadInput: when there are too many such hexes.
    """
    when = len(game.entries) if at is None else at
    state = game.at(f"#{when}") if when else game.beginning
    vehicles = (each.hex for each in state.vehicles.values() if not each.exited)
    found = {*vehicles, *(each.hex for each in state.units.values())}
    hexes = sorted(each for each in found if each is not None)
    if len(hexes) > MOST_HEXES:
        raise BadInput(
            f"{len(hexes)} hexes have vehicles or units; all shots between them are told of at "
            f"most {MOST_HEXES}"
        )
    for one in hexes:
        for two in hexes:
            if one != two:
                yield AskedLine(f"shot {one} {two}", when, listed=False)


def view_file(
    game: Game,
    log: bytes,
    name: str,
    report: Report | None = None,
    asked: Sequence[AskedLine] = (),
) -> str:
    """A game as one document.

    Args:
        game: the game.
        log: the bytes of its log, as they are on disk.
        name: what the log is called.
        report: what an audit of it found.
        asked: questions that are answered in it, beside those that notes ask.

    Raises:
        BadInput: when a question cannot be asked; it says which.
    """
    desk = Desk(game, findings=() if report is None else report.findings)
    answers = [*_answers(desk, asked), *_noted(desk, game)]
    answers.sort(key=lambda each: int(each["at"]))
    head = desk.answer({"get": "head"}) | {
        "can": {"ask": False, "do": False},
        "file": shown(name),
    }
    if report is not None:
        head["audit"] = {"clean": report.clean, "words": audit_words(report)}
    blocks: dict[str, Any] = {"head": head, "asked": answers}
    blocks["story"] = desk.answer({"get": "story"})
    for first in range(0, desk.count + 1, CHUNK):
        last = min(first + CHUNK - 1, desk.count)
        frames = desk.answer({"get": "frames", "from": first, "to": last})
        blocks[f"frames-{first}"] = {k: v for k, v in frames.items() if k != "fragments"}
    head["fragments"] = desk.fragments.text
    data = "\n".join(_block(key, dumps(value)) for key, value in blocks.items())
    plain = "".join(_plain(game, report, answers))
    return page_html(
        game.header.scenario.name,
        "embedded",
        plain=plain,
        blocks=f"{data}\n{_log_block(name, log)}",
    )


def _answers(desk: Desk, asked: Iterable[AskedLine]) -> Iterator[dict[str, Any]]:
    for each in asked:
        found = _answer(desk, each)
        if (error := found["reply"].get("error")) is not None:
            expected = f"; expected {error['expected']}" if error["expected"] else ""
            raise BadInput(f"{short(each.text)}: {error['what']}{expected}", each.where)
        yield found


def _noted(desk: Desk, game: Game) -> Iterator[dict[str, Any]]:
    """What notes ask; one that is no question is a note like others."""
    for each in asked_in_notes(game):
        found = _answer(desk, each)
        if "error" not in found["reply"]:
            yield found


def _answer(desk: Desk, asked: AskedLine) -> dict[str, Any]:
    at = desk.count if asked.at is None else asked.at
    reply = desk.answer({"get": "ask", "at": at, "text": asked.text})
    reply.pop("fragments", None)
    text = reply.get("asked", shown(asked.text))
    found = {"at": at, "moment": reply.get("moment", ""), "text": text, "reply": reply}
    return found | {"listed": asked.listed}


def _block(name: str, raw: bytes) -> str:
    """A block of data, which no browser runs and which has no ``<`` in it."""
    packed = b64encode(zlib.compress(raw, 9)).decode()
    return f'<script type="application/octet-stream" id="khamsin-{name}">{packed}</script>'


def _log_block(name: str, log: bytes) -> str:
    packed = b64encode(zlib.compress(log, 9)).decode()
    return (
        f'<script type="application/octet-stream" id="khamsin-log" '
        f'data-name="{escape(shown(name))}" data-bytes="{len(log)}" '
        f'data-sha256="{sha256(log).hexdigest()}">{packed}</script>'
    )


def _plain(game: Game, report: Report | None, asked: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The game as text, for whoever has no JavaScript, and for paper."""
    yield f'<section id="plain" lang="en"><h1>{_text(game.header.scenario.name)}</h1>\n'
    story = map(str, tell(game.beginning, game.entries))
    yield f"<h2>Story</h2>\n<pre>{_text_lines(story)}</pre>\n"
    if report is not None:
        yield f"<h2>Audit</h2>\n<pre>{_text_lines(_audit_lines(report))}</pre>\n"
    if listed := [each for each in asked if each["listed"]]:
        yield f"<h2>Questions</h2>\n<pre>{_text_lines(_asked_lines(listed))}</pre>\n"
    yield "</section>"


def _audit_lines(report: Report) -> Iterator[str]:
    for each in report.findings:
        yield f"#{each.entry} {each.moment} {each.rule}"
        yield f"    the log says  {each.logged}"
        yield f"    the rules give {each.expected}"
    yield from acknowledged_lines(report)
    yield from sealed_lines(report)
    yield f"{report.entries} entries, {report.ending}: {_verdict(report)}; seal {report.seal}"


def audit_words(report: Report) -> str:
    """The verdict of an audit in a few words, with how its dice are sealed."""
    sealed = "" if report.sealed is None else f", sealed dice ({report.sealed.way})"
    return f"audit: {_verdict(report)}{sealed}"


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


def _text(text: str) -> str:
    return escape(shown(text))


def _text_lines(lines: Iterable[str]) -> str:
    return "\n".join(_text(line) for line in lines)


def extracted_log(raw: bytes) -> bytes:
    """The log that is in a view file, byte for byte.

    Args:
        raw: the bytes of the file.

    Raises:
        BadInput: when there is none in it, or it is not whole.
    """
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
