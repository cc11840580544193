"""The controller of a page: it holds one game and answers what a page asks; see docs/page.md.

It takes and gives plain JSON values, reads and writes no file, knows nothing of HTTP, and never
raises for a request, whatever it is.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, pairwise
from typing import Any, Final

import attrs

from events.commands import Undo
from events.entry import Entry
from events.errors import BadInput
from events.moment import PHASES
from events.orders import format_order, without_comment
from events.recorder import RecordConflict
from replays.asking.rulebook import rule_words
from replays.asking.session import Session, completions, is_order, is_question
from replays.auditing.finding import Finding
from replays.drawing.counter import draw_side_marker
from replays.drawing.style import colour, side_class
from replays.game.amend import Amended, amend
from replays.game.fault import positions_as_written
from replays.game.game import Game
from replays.game.position import IMPOSSIBLE, Position, cannot_have_happened, follow, in_play
from replays.game.story import as_written, due_between, tell
from replays.game.text import escape_controls
from replays.page.frame import BoardArtist, SvgCache, board_base, difference, focus, frame_of
from replays.page.hands_reply import complaint, dice_reply, give
from replays.page.question_reply import (
    hex_response,
    options_reply,
    question_words,
    response,
    rules_reply,
    shot_response,
)
from replays.page.timeline import dust_spans, fault_rows, marks, next_turns, phases, turn_boxes
from sim.chapter_a.whereabouts import hex_named
from sim.machine.dice import are_dice
from sim.state import State

Request = Mapping[str, Any]
Reply = dict[str, Any]

_LONGEST: Final = 2000
"""No text of a request is longer, in characters."""

CHUNK: Final = 100
"""So many frames a page asks for at once."""

_MOST_LINES: Final = 200
_MOST_DICE: Final = 100

_LEAVE: Final = "close the page to leave; all that was recorded is kept"

_PRINTABLE: Final = ("board", "first", "fragments", "steps")
"""The parts of a reply that are kept for many: all their text can be shown already."""


def asked_text(request: Request, key: str, longest: int = _LONGEST) -> str:
    """A text of a request."""
    value = request.get(key)
    if not isinstance(value, str):
        raise BadInput("there is no text here; expected text", key)
    if len(value) > longest:
        raise BadInput(f"this is too long; expected at most {longest} characters", key)
    return value


def named(
    known: Mapping[str, Callable[[Request], Reply]], request: Request, key: str, what: str
) -> Callable[[Request], Reply]:
    """What a request names, of all that is known; ``what`` a complaint calls it else."""
    found = request.get(key)
    if not isinstance(found, str) or found not in known:
        raise BadInput(f"this is {what}; expected {', '.join(known)}", key)
    return known[found]


class Controller:
    """Answers the requests of pages about one game, which the caller that opened it closes."""

    def __init__(
        self, game: Game, *, plays: bool = False, findings: Iterable[Finding] = ()
    ) -> None:
        """Begin with a game and what an audit of it found; ``plays`` takes orders as well."""
        self.game, self.plays = game, plays
        self.cache = SvgCache()
        self._findings = tuple(findings)
        self._branches: list[tuple[str, int]] = []
        self._artist = BoardArtist(self.cache)
        self._board = printable(board_base(game.beginning, self.cache))
        self._positions = [Position(game.beginning, dice=game.header.dice)]
        self._rest = () if game.fault is None else game.fault.rest
        self._frames: list[Reply] = []
        self._gets: dict[str, Callable[[Request], Reply]] = {
            "head": self._head,
            "frames": self._asked_frames,
            "story": self._story,
            "shot": self._shot,
            "dice": self._dice,
            "amended": lambda asked: self.amended(asked)[1],
            "hex": self._hex,
            "ask": self._ask,
            "odds": lambda asked: next_turns(self._state(asked)),
            "rules": lambda asked: rules_reply(asked_text(asked, "text")),
            "complete": self._complete,
            "options": self._options,
        }
        self._go_on()
        if game.fault is not None:
            self._positions += positions_as_written(game.fault, self._positions[-1])

    @property
    def count(self) -> int:
        """How many entries the game has, with those that are only written behind a fault."""
        return len(self._positions) - 1

    @property
    def readable(self) -> int:
        """The last entry before a fault of the log; the last of all if it has none."""
        return self.count - len(self._rest)

    def _entry_of(self, n: int) -> Entry | None:
        """An entry; None before the first, and where none can be read."""
        if n > self.readable:
            return self._rest[n - self.readable - 1]
        return self.game.entries[n - 1] if n else None

    def branched(self, name: str, entry: int) -> None:
        """Mark that a log of this name branches off after an entry."""
        self._branches.append((name, entry))

    def _go_on(self) -> None:
        """Follow the game to its last entry."""
        for entry in self.game.entries[self.count :]:
            self._positions.append(follow(self._positions[-1], entry))

    def answer(self, request: object) -> Reply:
        """The reply to a request; ``{"error": {what, where, expected}}`` where it cannot be met.

        All its text can be shown: what would command a terminal or a page is spelled out.
        """
        try:
            self._go_on()
            if not isinstance(request, Mapping):
                raise BadInput("this is not a request; expected an object with `get`")
            if "do" in request:
                reply = self._do(request)
            elif "line" in request and "get" not in request:
                reply = self._line(request)
            else:
                reply = named(self._gets, request, "get", "nothing that a page can get")(request)
        except BadInput as error:
            return complaint(error)
        return {k: v if k in _PRINTABLE else printable(v) for k, v in reply.items()}

    def _entry(self, request: Request, key: str, default: int) -> int:
        """The number of an entry; 0 is before the first."""
        value = request.get(key, default)
        if type(value) is not int or not 0 <= value <= self.count:
            raise BadInput(f"this is not an entry of the game; expected 0 to {self.count}", key)
        return value

    def _span(self, request: Request) -> tuple[int, int]:
        """The first and the last of some entries."""
        first, last = self._entry(request, "from", 0), self._entry(request, "to", self.count)
        if last < first:
            raise BadInput(f"this comes before `from`; expected {first} to {self.count}", "to")
        return first, last

    def _state(self, request: Request) -> State:
        """The state of which a request asks: after the entry ``at``, or as the game stands."""
        at = self._entry(request, "at", self.readable)
        if at > self.readable:
            why = "what stands behind the fault of this log is only written"
            raise BadInput(f"{why}, so no rule is asked of it; expected 0 to {self.readable}", "at")
        return in_play(self._positions[at].state)

    # The game as a whole --------------------------------------------------------------------

    def _head(self, _: Request) -> Reply:
        beginning, header = self.game.beginning, self.game.header
        sides = beginning.setting.sides
        written = [self._entry_of(n) for n in range(1, self.count + 1)]
        found = marks(filter(None, written), self._findings, header.parent, self._branches)
        emblems = [self.cache.add("".join(draw_side_marker(each, sides, 0, 20))) for each in sides]
        governed = [each for ids in self._board["governed"].values() for each in ids]
        gone = {e.do.entry for e in self.game.entries if isinstance(e.do, Undo)}
        entries = [
            ["", "no entry of this number can be read", 0]
            if each is None
            else [str(each.at), format_order(each.do), int(each.n in gone)]
            for each in written
        ]
        return {
            "title": header.scenario.name,
            "role": "record" if self.plays else "watch",
            "can": {"ask": True, "do": self.plays},
            "sides": [
                {"name": side, "colour": colour(side_class(side, sides)), "emblem": emblem}
                for side, emblem in zip(sides, emblems, strict=True)
            ],
            "phase_names": [phase.value for phase in PHASES],
            "count": self.count,
            "readable": self.readable,
            "fault": None if self.game.fault is None else self.game.fault.to_json(),
            "faults": self._faults(),
            "chunk": CHUNK,
            "entries": [["setup", "the beginning", 0], *entries],
            "phases": phases(self._positions),
            "turns": turn_boxes(beginning, self._positions),
            "dust": dust_spans(self._positions),
            "marks": found,
            "board": self._board,
            "rules": rule_words(mark["rule"] for mark in found),
            "fragments": self.cache.texts([self._board["defs"], *governed, *emblems]),
        }

    def _faults(self) -> list[Reply]:
        """What is wrong in this log, entry by entry, each with the hexes that it is about."""
        found = []
        for told in fault_rows(self._findings, self.game.fault):
            at = told["entry"] = min(told["entry"], self.count)
            if not told["hexes"] and (entry := self._entry_of(at)) is not None:
                told["hexes"] = focus(self._positions[at].state, entry)
            found.append(told)
        return found

    # Frames ---------------------------------------------------------------------------------

    def frame(self, n: int) -> Reply:
        """The whole frame after an entry; 0 is before the first."""
        for at in range(len(self._frames), n + 1):
            try:
                found = self._drawn(at)
            except BadInput as error:  # then it is the one before, and why
                if not at:
                    raise
                why = f"cannot be shown: {error.what}"
                found = {**self._frames[-1], "status": why, "focus": []}
            if at > self.readable:
                found |= {"written": True, "status": f"As written: {found['status']}"}
            self._frames.append(_shared(found, self._frames[-1]) if at else printable(found))
        return self._frames[n]

    def _drawn(self, at: int) -> Reply:
        position, entry = self._positions[at], self._entry_of(at)
        try:
            first = due_between(self.game.header, position)
            return frame_of(self._artist, self.game.beginning, position.state, entry, first)
        except IMPOSSIBLE:
            if at <= self.readable:
                raise
            raise cannot_have_happened(at) from None

    def _asked_frames(self, request: Request) -> Reply:
        first, last = self._span(request)
        self.frame(last)
        frames = self._frames[first : last + 1]
        rules = [rule for frame in frames for _, _, rule in frame["effect"]]
        rules += [each["rule"] for frame in frames for each in frame["due"] if each.get("rule")]
        return {
            "from": first,
            "to": last,
            "steps": [difference(one, two) for one, two in pairwise(frames)],
            "first": frames[0],
            "rules": rule_words(rules),
            "fragments": self.cache.texts(dict.fromkeys(chain.from_iterable(map(ids_of, frames)))),
        }

    def _story(self, request: Request) -> Reply:
        first, last = self._span(request)
        first = max(first, 1)
        entries = self.game.entries[first - 1 : min(last, self.readable)]
        lines = [told.to_json() for told in tell(self._positions[first - 1], entries)]
        if self.game.fault is not None:
            behind = as_written(
                self._rest, self.readable + 1, self._positions[self.readable].state.moment
            )
            lines += [told.to_json() for told in behind if first <= told.entry <= last]
        ids = (str(line["rule"]) for line in lines if "rule" in line)
        return {"from": first, "to": last, "lines": lines, "rules": rule_words(ids)}

    # Questions ------------------------------------------------------------------------------

    def _shot(self, request: Request) -> Reply:
        ends = [asked_text(request, key) for key in ("from", "to")]
        attack = asked_text(request, "attack") if "attack" in request else "TH"
        return shot_response(self._state(request), ends, attack)

    def _ask(self, request: Request) -> Reply:
        state, asked = self._state(request), question_words(asked_text(request, "text"))
        return response(state, asked)

    def _hex(self, request: Request) -> Reply:
        state, text = self._state(request), asked_text(request, "hex")
        name = hex_named(state, text)
        if name is None:
            raise BadInput("this hex is not in play; expected one such as B3", "hex")
        return hex_response(state, name)

    def _options(self, request: Request) -> Reply:
        at = self._entry(request, "at", self.readable)
        game = self.game if at == self.count == self.readable else None
        return options_reply(request, at, self._state(request), game)

    def _complete(self, request: Request) -> Reply:
        return {"words": completions(self.game.state, asked_text(request, "line"))}

    # Orders ---------------------------------------------------------------------------------

    def _line(self, request: Request) -> Reply:
        """What people type: an order, a question, or a word of the prompt."""
        line = asked_text(request, "line")
        if is_order(line):
            return self._order(request, line)
        if is_question(line):
            return self._ask({**request, "text": without_comment(line)})
        said = Session(self.game).take(line)
        return {"lines": [*said.lines] if not said.leave else [_LEAVE], "drawn": said.drawn}

    def _late(self, request: Request, key: str) -> Reply:
        """The reply to orders if others were first; empty if none were, and orders are taken."""
        if not self.plays:
            raise BadInput("this game is only looked at; no orders are taken", key)
        if self._entry(request, "after", -1) == self.count:
            return {}
        late = f"others were first: the game has {self.count} entries by now"
        return {"accepted": False, "late": True, "count": self.count, "lines": [late]}

    def _order(self, request: Request, line: str) -> Reply:
        if late := self._late(request, "line"):
            return late
        try:
            said = Session(self.game).take(line)
        except RecordConflict as error:
            reply = {"accepted": False, "lines": [error.what, *error.lines]}
        else:
            reply = {"accepted": True, "lines": [*said.lines, *filter(None, [said.stopped])]}
        self._go_on()
        return reply | {"count": self.count}

    def _do(self, request: Request) -> Reply:
        """Orders in one go, see `give`; none of them if others were first."""
        given = request["do"]
        if not isinstance(given, list) or len(given) > _MOST_LINES:
            raise BadInput(f"this is no list; expected at most {_MOST_LINES} orders", "do")
        lines = [asked_text({"do": each}, "do") for each in given]
        if late := self._late(request, "do"):
            return late
        reply = give(self.game, lines)
        self._go_on()
        return reply | {"count": self.count}

    def _dice(self, request: Request) -> Reply:
        shown = request.get("dice", [])
        if not isinstance(shown, list) or len(shown) > _MOST_DICE or not are_dice(shown):
            raise BadInput("these are no dice; expected a list of numbers from 1 to 6", "dice")
        position = self._positions[self._entry(request, "at", self.count)]
        return dice_reply(self.game.header, position, asked_text(request, "line"), shown)

    def amended(self, request: Request) -> tuple[Amended, Reply]:
        """The game with another order in the place of an entry, and what of it stands."""
        entry, line = self._entry(request, "entry", 0), asked_text(request, "line")
        made = amend(self.game, entry, [line])
        unfit = [attrs.asdict(each) for each in made.unfit]
        stands = {"later": made.later, "stand": made.later - len(unfit), "unfit": unfit}
        return made, printable({"entry": entry, "line": line, **stands})


def printable(value: Any) -> Any:
    """A value in which all text can be shown."""
    if isinstance(value, str):
        return escape_controls(value)
    if isinstance(value, dict):
        return {key: printable(each) for key, each in value.items()}
    return [*map(printable, value)] if isinstance(value, list | tuple) else value


def _shared(frame: Reply, before: Reply) -> Reply:
    """A frame of text that can be shown, whose equal parts are those of the one before.

    So thousands take little room.
    """
    for key, value in frame.items():
        if value == (old := before.get(key)):
            frame[key] = old
        elif isinstance(value, dict) and isinstance(old, dict):
            _shared(value, old)
        else:
            frame[key] = printable(value)
    return frame


def ids_of(reply: Request) -> list[str]:
    """The ids of the fragments that a frame names."""
    found = [each for ids in reply.get("layers", {}).values() for each in ids]
    found += [each for _, each, *_ in reply.get("counters", ())]
    return [*found, *(each for _, each in reply.get("key", ()))]
