"""A desk: it holds one game and answers what a page asks, JSON in, JSON out; see docs/page.md.

It reads and writes no file, knows nothing of HTTP, and never raises for a request, whatever it is.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any, Final

from events.commands import Undo
from events.entry import Entry
from events.errors import BadInput
from events.moment import PHASES
from events.orders import format_order
from replays.asking.rulebook import rule_words
from replays.asking.session import OthersFirst, Session, completions
from replays.auditing.finding import Finding
from replays.drawing.counter import draw_emblem
from replays.drawing.style import colour, side_class
from replays.game.game import Game
from replays.game.position import Position, follow, in_play
from replays.game.story import due_between, tell
from replays.game.text import shown
from replays.page.frame import BoardArtist, Fragments, board_base, difference, fault_frame, frame_of
from replays.page.response import answered, hex_reply, question_words
from replays.page.timeline import marks, next_turns, phases, stretches, turn_boxes
from sim.chapter_a.whereabouts import hex_named
from sim.state import State

LONGEST: Final = 2000
"""No text of a request is longer, in characters."""


def asked_entry(request: Mapping[str, Any], key: str, count: int, default: int) -> int:
    """The number of an entry; 0 is before the first.

    Raises:
        BadInput: when it is none.
    """
    value = request.get(key, default)
    if type(value) is not int or not 0 <= value <= count:
        raise BadInput(f"this is not an entry of the game; expected 0 to {count}", key)
    return value


def asked_span(request: Mapping[str, Any], count: int) -> tuple[int, int]:
    """The first and the last of some entries.

    Raises:
        BadInput: when they are none, or the last comes before the first.
    """
    first = asked_entry(request, "from", count, 0)
    last = asked_entry(request, "to", count, count)
    if last < first:
        raise BadInput(f"this comes before `from`; expected {first} to {count}", "to")
    return first, last


def asked_text(request: Mapping[str, Any], key: str) -> str:
    """A text.

    Raises:
        BadInput: when there is none, or it is too long.
    """
    value = request.get(key)
    if not isinstance(value, str):
        raise BadInput("there is no text here; expected text", key)
    if len(value) > LONGEST:
        raise BadInput(f"this is too long; expected at most {LONGEST} characters", key)
    return value


def complaint(error: BadInput) -> dict[str, Any]:
    """What a reply says of a request that cannot be met: what, where, and what was expected."""
    what, _, expected = error.what.partition("; expected ")
    return {"error": {"what": what, "where": error.where, "expected": expected}}


CHUNK: Final = 100
"""So many frames a page asks for at once."""

_MOST_IDS: Final = 10_000


class Desk:
    """Answers the requests of pages about one game.

    Attributes:
        game: the game; whoever opened it closes it.
        fragments: every fragment that a reply named.
        plays: whether orders are taken.
    """

    def __init__(
        self,
        game: Game,
        *,
        plays: bool = False,
        findings: Iterable[Finding] = (),
    ) -> None:
        """Sit down with a game.

        Args:
            game: the game.
            plays: take orders as well, not only questions.
            findings: what an audit of it found.

        Raises:
            BadInput: when its log tells of what cannot have happened.
        """
        self.game = game
        self.plays = plays
        self.fragments = Fragments()
        self._findings = tuple(findings)
        self._branches: list[tuple[str, int]] = []
        self._artist = BoardArtist(self.fragments, game.beginning)
        self._board = board_base(game.beginning, self.fragments)
        self._positions = [Position(game.beginning, dice=game.header.dice)]
        self._frames: list[dict[str, Any]] = []
        self._gets: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "head": self._head,
            "frames": self._asked_frames,
            "fragments": self._asked_fragments,
            "story": self._story,
            "shot": self._shot,
            "hex": self._hex,
            "sees": self._sees,
            "ask": self._ask,
            "odds": self._odds,
            "complete": self._complete,
        }
        self._go_on()

    @property
    def count(self) -> int:
        """How many entries the game has."""
        return len(self._positions) - 1

    def branched(self, name: str, entry: int) -> None:
        """Mark that a log branches off the game.

        Args:
            name: the name of that log.
            entry: the last entry that both have.
        """
        self._branches.append((name, entry))

    def _go_on(self) -> None:
        """Follow the game to its last entry."""
        for entry in self.game.entries[self.count :]:
            self._positions.append(follow(self._positions[-1], entry))

    def answer(self, request: object) -> dict[str, Any]:
        """The reply to a request; ``{"error": {what, where, expected}}`` where it cannot be met.

        Args:
            request: an object as docs/page.md has it; anything else is complained of.
        """
        try:
            self._go_on()
            if not isinstance(request, Mapping):
                raise BadInput("this is not a request; expected an object with `get` or `do`")
            if "do" in request:
                return self._do(request)
            get = request.get("get")
            if not isinstance(get, str) or get not in self._gets:
                raise BadInput(
                    f"this is nothing that a page can get; expected {', '.join(self._gets)}", "get"
                )
            return self._gets[get](request)
        except BadInput as error:
            return complaint(error)

    # The game as a whole --------------------------------------------------------------------

    def _head(self, _: Mapping[str, Any]) -> dict[str, Any]:
        beginning, header = self.game.beginning, self.game.header
        scenario, sides = header.scenario, beginning.setting.sides
        found = marks(self.game.entries, self._findings, header.parent, self._branches)
        return {
            "title": shown(scenario.name),
            "scenario": {
                "name": shown(scenario.name),
                "land": scenario.land.value if hasattr(scenario.land, "value") else scenario.land,
                "month": str(scenario.month),
                "turns": scenario.turns,
                "boards": [shown(str(each.name)) for each in scenario.boards],
                "seed": shown(header.seed),
                "engine": shown(header.engine),
            },
            "role": "record" if self.plays else "watch",
            "can": {"ask": True, "do": self.plays},
            "sides": [
                {"name": shown(side), "colour": colour(side_class(side, sides)), "emblem": emblem}
                for side, emblem in zip(sides, self._emblems(), strict=True)
            ],
            "phase_names": [phase.value for phase in PHASES],
            "count": self.count,
            "chunk": CHUNK,
            "entries": self._entries(),
            "phases": phases(self._positions),
            "turns": turn_boxes(beginning, self._positions),
            "timeline": stretches(self._positions),
            "marks": found,
            "board": self._board,
            "rules": rule_words(mark["rule"] for mark in found),
            "fragments": self.fragments.of(self._base_ids()),
        }

    def _base_ids(self) -> list[str]:
        """The fragments that a page needs for every frame."""
        governed = [each for ids in self._board["governed"].values() for each in ids]
        return [self._board["defs"], *governed, *self._emblems()]

    def _emblems(self) -> list[str]:
        """The fragments of the emblems of both sides, around the origin."""
        sides = self.game.beginning.setting.sides
        return [self.fragments.add("".join(draw_emblem(each, sides, 0, 20))) for each in sides]

    def _entries(self) -> list[list[Any]]:
        """Of each entry the moment at which it was made and its order; first of the beginning."""
        gone = {e.do.entry for e in self.game.entries if isinstance(e.do, Undo)}
        return [
            ["setup", "the beginning", 0],
            *(
                [str(each.at), shown(format_order(each.do)), int(each.n in gone)]
                for each in self.game.entries
            ),
        ]

    # Frames ---------------------------------------------------------------------------------

    def frame(self, n: int) -> dict[str, Any]:
        """The whole frame after an entry; 0 is before the first."""
        while len(self._frames) <= n:
            at = len(self._frames)
            entry: Entry | None = self.game.entries[at - 1] if at else None
            try:
                position = self._positions[at]
                first = due_between(self.game.header, position)
                found = frame_of(self._artist, self.game.beginning, position.state, entry, first)
            except BadInput as error:
                if not at:
                    raise
                found = fault_frame(self._frames[-1], error)
            self._frames.append(_shared(found, self._frames[-1]) if at else found)
        return self._frames[n]

    def _asked_frames(self, request: Mapping[str, Any]) -> dict[str, Any]:
        first, last = asked_span(request, self.count)
        known = request.get("known") is True and first > 0
        self.frame(last)
        frames = self._frames[first - known : last + 1]
        steps = [difference(one, two) for one, two in pairwise(frames)]
        has = set(ids_of(frames[0])) if known else set[str]()
        needed = dict.fromkeys(each for frame in frames for each in ids_of(frame))
        reply: dict[str, Any] = {"from": first, "to": last, "steps": steps}
        if not known:
            reply["first"] = frames[0]
        reply["rules"] = rule_words(_rules_of(frames))
        return reply | {"fragments": self.fragments.of(e for e in needed if e not in has)}

    def _asked_fragments(self, request: Mapping[str, Any]) -> dict[str, Any]:
        ids = request.get("ids")
        if not isinstance(ids, list) or len(ids) > _MOST_IDS:
            raise BadInput(f"this is no list of ids; expected at most {_MOST_IDS} ids", "ids")
        return {"fragments": self.fragments.of(each for each in ids if isinstance(each, str))}

    # The story ------------------------------------------------------------------------------

    def _story(self, request: Mapping[str, Any]) -> dict[str, Any]:
        first, last = asked_span(request, self.count)
        first = max(first, 1)
        entries = self.game.entries[first - 1 : last]
        lines = [_story_row(told.to_json()) for told in tell(self._positions[first - 1], entries)]
        ids = (str(line["rule"]) for line in lines if "rule" in line)
        return {"from": first, "to": last, "lines": lines, "rules": rule_words(ids)}

    # Questions ------------------------------------------------------------------------------

    def state(self, request: Mapping[str, Any]) -> State:
        """The state of which a request asks: after the entry ``at``, or as the game stands.

        Raises:
            BadInput: when there is no such entry, or no rule can be asked of that state.
        """
        return in_play(self._positions[asked_entry(request, "at", self.count, self.count)].state)

    def _shot(self, request: Mapping[str, Any]) -> dict[str, Any]:
        ends = [asked_text(request, key) for key in ("from", "to")]
        return self._answered(self.state(request), ["shot", *ends])

    def _sees(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._answered(self.state(request), ["view", asked_text(request, "hex")])

    def _hex(self, request: Mapping[str, Any]) -> dict[str, Any]:
        state, text = self.state(request), asked_text(request, "hex")
        name = hex_named(state, text)
        if name is None:
            raise BadInput("this hex is not in play; expected one such as B3", "hex")
        return hex_reply(state, name, self.fragments)

    def _ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._answered(self.state(request), question_words(asked_text(request, "text")))

    def _odds(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return next_turns(self.state(request))

    def _answered(self, state: State, words: list[str]) -> dict[str, Any]:
        reply = answered(state, words, self.fragments)
        return reply | {"fragments": self.fragments.of(ids_of(reply))}

    def _complete(self, request: Mapping[str, Any]) -> dict[str, Any]:
        line = asked_text(request, "line")
        return {"words": [shown(word) for word in completions(self.game.state, line)]}

    # Orders ---------------------------------------------------------------------------------

    def _do(self, request: Mapping[str, Any]) -> dict[str, Any]:
        if not self.plays:
            raise BadInput("this game is only looked at; no orders are taken", "do")
        line = asked_text(request, "do")
        after = asked_entry(request, "after", self.count, self.count)
        if after != self.count:
            why = f"others were first: the game has {self.count} entries by now"
            return {"accepted": False, "count": self.count, "lines": [why]}
        try:
            said = Session(self.game).take(line)
        except OthersFirst as error:
            self._go_on()
            lines = [shown(each) for each in (error.what, *error.lines)]
            return {"accepted": False, "count": self.count, "lines": lines}
        self._go_on()
        lines = [shown(each) for each in said.lines]
        if said.leave:
            lines = ["close the page to leave; all that was recorded is kept"]
        return {"accepted": True, "count": self.count, "lines": lines}


def _story_row(told: dict[str, Any]) -> dict[str, Any]:
    return told | {"text": shown(str(told["text"]))}


def _shared(frame: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """A frame whose equal parts are those of the one before, so that thousands take little room."""
    for key, value in frame.items():
        if value == before.get(key):
            frame[key] = before[key]
        elif isinstance(value, dict) and isinstance(before.get(key), dict):
            _shared(value, before[key])
    return frame


def ids_of(reply: Mapping[str, Any]) -> list[str]:
    """The ids of the fragments that a frame, or a drawn answer, names."""
    layers = {**reply.get("layers", {}), **reply.get("drawn", {})}
    found = [each for ids in layers.values() for each in ids]
    found += [each["picture"] for each in reply.get("ribbon", ()) if "picture" in each]
    return [*found, *(each for _, each in reply.get("key", ()))]


def _rules_of(frames: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for frame in frames:
        yield from (rule for _, _, rule in frame["effect"])
        yield from (each["rule"] for each in frame["due"] if each.get("rule"))
