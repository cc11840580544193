"""A scenario that is set up on a page: a draft, its faults, its board and the odds of its weather.

As ``Controller`` does for a game, it takes and gives plain JSON values, writes no file, and never
raises for a request, whatever it is. A place is a list such as ``["vehicles", 0, "at"]``::

    {"get": "form"}                                    groups of fields, and what to begin from
    {"get": "draft"}                                   the draft, its faults by place, its board
    {"edit": "set", "place": [...], "value": "B3"}     the same; without a value it is left out
    {"edit": "add", "place": ["vehicles"], "like": "PzIII", "value": {"at": "B3"}}
    {"edit": "remove", "place": ["vehicles", 0]}       the same
    {"edit": "begin", "scenario": "tebaga"}            the same; also with the `toml` of a file
    {"edit": "undo"}                                   the same
    {"get": "odds"}                                    of the weather, and what changed in them
    {"get": "toml"}                                    what a file of the draft says

An edit with ``after``, the ``count`` of changes that its page has seen, changes nothing if there
are more. ``typed`` edits of one place, one after the other, are undone at once. Of fragments of
the board only those are sent that were not sent before; ``draft`` sends all.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, Final

import attrs
from immutables import Map

from events.codec import decode_scenario
from events.errors import BadInput, in_file
from events.scenario import Scenario
from replays.chances.comparison import compared_chances
from replays.chances.odds import odds
from replays.drawing.style import colour, side_class
from replays.game.amend import beside
from replays.game.bundled import bundled, bundled_boards, bundled_text
from replays.game.file import exists, read_text
from replays.game.file_kind import FileKind, kind_of_file, mistaken
from replays.game.output import NEW, OWN
from replays.game.scenario_file import (
    every_fault,
    read_toml,
    readable,
    values_toml,
    with_whole_boards,
)
from replays.page.controller import Reply, Request, asked_text, ids_of, named, printable
from replays.page.frame import BoardArtist, SvgCache, board_base
from replays.page.hands_reply import complaint
from replays.page.scenario_form import DRAWN, GROUPS, TAKEN_FROM, form, new_item
from replays.page.timeline import odds_rows
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, Odds
from sim.machine.opening import initial_state
from sim.soundness import bare_ground, faults
from sim.state import State, replace

EMPTY: Final[Mapping[str, Any]] = {
    "name": "A new scenario",
    "land": "Libya",
    "month": "June",
    "turns": 6,
    "sides": ["German", "British"],
    "ec": "Dry",
    "wind": "Mild Breeze",
    "boards": [{"name": "1", "desert": True, "width": 17}],
}
"""The scenario that a page begins with: a plain board of the desert."""

_LONGEST_FILE: Final = 4_000_000
_MOST_KEPT: Final = 200
"""So many drafts are kept, to be gone back to."""

_DEEPEST: Final = 6
_LARGEST: Final = 10**9
_TOLD: Final = 3
"""So many changes of the odds are told, the greatest first."""

_STEP: Final = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_TABLES: Final = ("rulings", "terrain")
"""Their keys may have dots, as rules have."""

_GROUND: Final = (
    *("buildings", "debris", "roads", "hexsides", "bridges", "fortifications", "spills"),
    *("paths", "overlays"),
)
"""What stands in hexes, and may be misplaced."""
_NOT_PRINTED: Final[dict[str, Any]] = {
    **{key: attrs.fields_dict(Scenario)[key].default for key in GROUPS["Weather"]},
    "name": "",
    "turns": 1,
    "vehicles": (),
}
"""What changes nothing of a board but its weather and its vehicles."""

Place = list[str | int]


class ScenarioEditor:
    """Holds one draft of a scenario, and answers the requests of the page on which it is set up."""

    def __init__(self, folder: Path | None = None, text: str | None = None) -> None:
        """Begin with the text of a TOML file, or an empty board.

        Board files that are named lie in the folder; without a folder there are none.
        """
        self._folder = folder
        self._drafts = [deepcopy(dict(EMPTY)) if text is None else self._read(text)]
        self._picture = _Picture()
        self._odds: list[Odds] = []
        self._climate: Scenario | None = None
        self._count = 0  # how many times the draft was changed
        self._place: object = None  # the field that was set last
        self._gets: dict[str, Callable[[Request], Reply]] = {
            "form": self._form,
            "draft": lambda _: self._told(whole=True),
            "odds": self._odds_told,
            "toml": lambda _: {"name": self.file_name, "text": self.text},
        }
        self._edits: dict[str, Callable[[Request], Reply]] = {
            "begin": self._begun,
            "set": self._set,
            "add": self._add,
            "remove": self._removed,
        }

    def answer(self, request: object) -> Reply:
        """The reply to a request; ``{"error": {what, where, expected}}`` where it cannot be met."""
        try:
            if not isinstance(request, Mapping):
                raise BadInput("this is not a request; expected an object with `get` or `edit`")
            if "edit" in request:
                return self._edit(request)
            return named(self._gets, request, "get", "nothing that can be got")(request)
        except BadInput as error:
            return complaint(error)

    # The draft ------------------------------------------------------------------------------

    @property
    def draft(self) -> dict[str, Any]:
        """The draft: the plain values of a scenario file."""
        return self._drafts[-1]

    @property
    def changed(self) -> bool:
        """Whether there is a draft before this one, to be gone back to."""
        return len(self._drafts) > 1

    def take(self, text: str) -> None:
        """Go on with the text of a TOML file as the draft."""
        self._changed_to(self._read(text))

    @property
    def text(self) -> str:
        """The TOML text of the draft, which need not be sound."""
        return values_toml(self.draft)

    @property
    def file_name(self) -> str:
        """What a file of the draft is called."""
        words = re.findall(r"[a-z0-9]+", str(self.draft.get("name", "")).lower())
        return f"{'-'.join(words)[:60] or 'scenario'}.toml"

    def scenario(self) -> Scenario:
        """The scenario, to begin a game of; the first fault of one that is not sound."""
        for fault in self._faults():
            raise fault
        return decode_scenario(with_whole_boards(self.draft, None))

    def _faults(self) -> list[BadInput]:
        """What `khamsin check` would say of the draft."""
        try:
            return every_fault(with_whole_boards(self.draft, None))
        except BadInput as error:
            return [error]

    def _read(self, text: str) -> dict[str, Any]:
        """The draft of a TOML text; a board that is not bundled is written out in it."""
        value: dict[str, Any] = _plain(read_toml(text, ""), "")
        boards = value.get("boards")
        if isinstance(boards, list):
            value["boards"] = [self._board(each, n) for n, each in enumerate(boards)]
        return value

    def _board(self, board: Any, n: int) -> Any:
        name = board.get(TAKEN_FROM) if isinstance(board, dict) else None
        if name is None or (name in bundled_boards() and name not in self.board_files()):
            return board
        whole: Any = with_whole_boards({"boards": [{}] * n + [board]}, self._folder)["boards"][n]
        return whole

    def board_files(self) -> list[str]:
        """The board files that lie in the folder."""
        if self._folder is None:
            return []
        files = sorted(self._folder.glob("*.toml"))
        return [each.name for each in files if kind_of_file(each) is FileKind.BOARD]

    # Edits ----------------------------------------------------------------------------------

    def _edit(self, request: Request) -> Reply:
        """Change the draft; one that others have changed since it was seen is left as it is."""
        seen = request.get("after", self._count)
        if seen != self._count:
            raise BadInput("the draft was changed on another page; look at it again", "after")
        if request["edit"] == "undo":
            if self.changed:
                self._drafts.pop()
                self._count, self._place = self._count + 1, None
            return self._told()
        edit = named(self._edits, request, "edit", "no change of a draft")
        place = request.get("place") if request.get("typed") else None
        typed_on = place is not None and place == self._place
        self._changed_to(edit(request), typed_on=typed_on)
        self._place = place
        return self._told()

    def _changed_to(self, draft: dict[str, Any], *, typed_on: bool = False) -> None:
        """Have another draft; what is typed on in one field is one change, to be undone at once."""
        if draft != self.draft:
            before = self._drafts[:-1] if typed_on and self.changed else self._drafts
            self._drafts = [*before[-_MOST_KEPT:], draft]
            self._count += 1

    def _begun(self, request: Request) -> dict[str, Any]:
        if request.get("toml") is not None:
            return self._read(asked_text(request, "toml", _LONGEST_FILE))
        name = request.get("scenario")
        if name is None:
            return deepcopy(dict(EMPTY))
        if name not in bundled():
            known = ", ".join(bundled())
            raise BadInput(f"this is no bundled scenario; expected {known}", "scenario")
        return self._read(bundled_text("scenarios", name))

    def _set(self, request: Request) -> dict[str, Any]:
        draft, place = deepcopy(self.draft), _place(request)
        of, key = _within(draft, place)
        value = request.get("value")
        if value is not None:
            of[key] = _plain(value, "value")
        elif isinstance(of, dict):
            of.pop(key, None)
        else:
            raise BadInput("an item of a list is removed, not left out", "place")
        return draft

    def _add(self, request: Request) -> dict[str, Any]:
        draft, place = deepcopy(self.draft), _place(request)
        of, key = _within(draft, place)
        like, value = request.get("like"), _plain(request.get("value") or {}, "value")
        if not (like is None or isinstance(like, str | int)) or not isinstance(value, dict):
            raise BadInput("a new item is like another, by its name or number", "like")
        items = of.setdefault(key, []) if isinstance(of, dict) else None
        if not isinstance(items, list):
            raise BadInput("there is no list here", "place")
        item = _plain({**new_item(str(place[-1]), draft, like), **value}, "value")
        items.append(self._board(item, 0) if place == ["boards"] else item)
        return draft

    def _removed(self, request: Request) -> dict[str, Any]:
        draft = deepcopy(self.draft)
        of, key = _within(draft, _place(request))
        if not isinstance(of, list):
            raise BadInput("there is no item of a list here", "place")
        del of[int(key)]
        return draft

    # What a page is told --------------------------------------------------------------------

    def _form(self, _: Request) -> Reply:
        return {"groups": form(), "scenarios": [*bundled()], "boards": self.board_files()}

    def _told(self, *, whole: bool = False) -> Reply:
        """The draft, its faults, and its board; that in ``whole``, or what is new of it."""
        found = self._faults()
        reply = {
            "count": self._count,
            "undo": self.changed,
            "draft": _without_drawings(self.draft),
            "faults": [{"place": _steps(each.where), "what": each.what} for each in found],
        }
        drawn = self._picture.of(self.draft, whole=whole)
        return {**printable(reply), **drawn}

    def _odds_told(self, _: Request) -> Reply:
        """The odds of the weather by Player Turn, and how they changed with the last change."""
        try:
            climate = _climate_of(self.draft)
            if climate != self._climate:
                self._odds = [*self._odds[-1:], odds(climate)]
                self._climate = climate
        except BadInput as error:
            return {"turns": [], "rows": [], "changes": [], "why": str(error)}
        *before, now = self._odds
        return {
            **odds_rows(now.player_turns),
            "dust": [f"{density} Dust" for density in DUSTY],
            "changes": [*_changes(before[0], now)] if before else [],
        }


def _climate_of(draft: dict[str, Any]) -> Scenario:
    """What of a draft its weather depends on, if that is sound."""
    found = bare_ground(readable(with_whole_boards(draft, None)))
    found = attrs.evolve(found, name="-", sides=("1", "2"), first=None, vehicles=(), terrain={})
    for fault in faults(found):
        raise fault
    return found


def _changes(before: Odds, now: Odds) -> Iterator[str]:
    for each in [one for one in compared_chances(before, now) if one.difference][:_TOLD]:
        n, name = each.widest, each.name.removesuffix(" so far")
        when = "by" if name != each.name else "in"
        one, two = percent(each.one[n]), percent(each.two[n])
        yield f"{name} {when} {each.player_turns[n]}: {one} → {two}"


# Places and values --------------------------------------------------------------------------


def _place(request: Request) -> Place:
    """Where in the draft a change is: keys, and numbers of items."""
    place = request.get("place")
    if not isinstance(place, list) or not 1 <= len(place) <= _DEEPEST:
        raise BadInput("this is no place; expected a list such as [vehicles, 0, at]", "place")
    if not all(type(each) is int or isinstance(each, str) for each in place):
        raise BadInput("a place has keys, and numbers of items, alone", "place")
    return place


def _within(draft: Any, place: Sequence[str | int]) -> tuple[Any, Any]:
    """The table or list that has a place, and its key there."""
    *way, last = place
    for step in way:
        draft = _inside(draft, step)
    if not isinstance(draft, dict) or not isinstance(last, str):
        _inside(draft, last)
    return draft, last


def _inside(value: Any, step: str | int) -> Any:
    if isinstance(value, dict) and step in value:
        return value[step]
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    raise BadInput(f"there is no {step!r:.40} here", "place")


def _steps(where: str) -> Place:
    """The place of a complaint, as a list."""
    table, _, key = where.partition(".")
    if table in _TABLES and key:
        return [table, key]
    return [int(n) if n else name for n, name in _STEP.findall(where)]


def _plain(value: Any, where: str) -> Any:
    """A value that TOML and JSON have alike; BadInput for dates and numbers that are none."""
    if isinstance(value, dict):
        return {str(key): _plain(each, f"{where}.{key}".lstrip(".")) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, f"{where}[{n}]") for n, each in enumerate(value)]
    number = isinstance(value, int | float) and isfinite(value) and abs(value) <= _LARGEST
    if isinstance(value, str | bool) or number:
        return value
    raise BadInput("this is no text, no number of a scenario, and neither true nor false", where)


def _without_drawings(draft: dict[str, Any]) -> dict[str, Any]:
    """A draft without the whole drawings of its boards, which no page needs."""
    boards = draft.get("boards")
    if not isinstance(boards, list):
        return draft
    told = [
        {key: item for key, item in each.items() if key not in DRAWN}
        if isinstance(each, dict)
        else each
        for each in boards
    ]
    return {**draft, "boards": told}


# The board ----------------------------------------------------------------------------------


class _Picture:
    """The board of a draft; where it cannot be drawn, as it was before."""

    def __init__(self) -> None:
        self._cache = SvgCache()
        self._artist = BoardArtist(self._cache)
        self._ground: Scenario | None = None
        self._board: Reply = {}
        self._drawn: dict[str, Any] = {**EMPTY}
        self._known: set[str] = set()

    def of(self, draft: dict[str, Any], *, whole: bool) -> Reply:
        """The board, if it is another or is asked for; its layers; fragments that are new."""
        try:
            state = _drawable(readable(with_whole_boards(draft, None)))
        except BadInput:
            if self._board and not whole:
                return {}
            state = _drawable(readable(with_whole_boards(self._drawn, None)))
        else:
            self._drawn = draft
        ground = attrs.evolve(state.setting.scenario, **_NOT_PRINTED)
        other = ground != self._ground
        if other:
            self._ground, self._setting = ground, state.setting
            self._cache = SvgCache()
            self._artist = BoardArtist(self._cache)
            self._board = board_base(state, self._cache)
        if whole:
            self._known = set()
        sides = state.setting.sides
        told: Reply = {
            "layers": self._artist.layers(replace(state, setting=self._setting, vehicles=Map())),
            "counters": self._artist.counters(state),
            "sides": [{"name": side, "colour": colour(side_class(side, sides))} for side in sides],
        }
        ids = ids_of(told)
        if whole or other:
            told["board"] = self._board
            ids += [self._board["defs"], *chain.from_iterable(self._board["governed"].values())]
        new = [each for each in ids if each not in self._known]
        self._known |= {*new}
        return {**told, "fragments": self._cache.texts(new)}


def _drawable(scenario: Scenario) -> State:
    """The first state of a scenario, without things that may not be where they are."""
    for _ in range(sum(len(getattr(scenario, key)) for key in _GROUND)):
        try:
            return initial_state(scenario)
        except BadInput as error:
            match _steps(error.where):
                case [str(key), int(n), *_] if key in _GROUND:
                    kept = [each for m, each in enumerate(getattr(scenario, key)) if m != n]
                    left: Any = {key: tuple(kept)}
                    scenario = attrs.evolve(scenario, **left)
                case _:
                    scenario = bare_ground(scenario)
    if not scenario.boards:
        raise BadInput("at least one board is expected", "boards")
    return initial_state(scenario)


DRAFT = ".draft"
"""What follows the name of a file in that of its draft."""

Begin = Callable[[Scenario, str | None], str]
"""Begins a game of a scenario, perhaps with a seed; says where its page is."""


class DraftFile:
    """Answers the page of one scenario file: as a ``ScenarioEditor``, and ``save`` and ``begin``.

    Every change is on disk before it is answered, in a draft beside the file. The file itself is
    written when that is asked for, and never over what another program has made of it meanwhile.
    """

    def __init__(self, path: Path, begin: Begin) -> None:
        """Go on with the draft of a file, if there is one, else with the file."""
        self.path, self._draft = path, Path(f"{path}{DRAFT}")
        self._begin = begin
        self._found = self._text_there()
        other = None if self._found is None else mistaken(path, FileKind.SCENARIO)
        if other is not None:
            raise other
        with in_file(str(path)):
            self.editor = ScenarioEditor(path.parent, self._found)
        self._saved = None if self._found is None else self.editor.text
        if exists(self._draft):
            with in_file(str(self._draft)):
                self.editor.take(read_text(self._draft))

    def _text_there(self) -> str | None:
        return read_text(self.path) if exists(self.path) else None

    def answer(self, request: object) -> Reply:
        """The reply to a request; see docs/page.md."""
        try:
            if isinstance(request, Mapping) and "save" in request:
                return self._save()
            if isinstance(request, Mapping) and "begin" in request:
                seed = asked_text(request, "seed") if request.get("seed") else None
                return {"open": self._begin(self.editor.scenario(), seed)}
        except BadInput as error:
            return complaint(error)
        reply = self.editor.answer(request)
        if "count" not in reply:
            return reply
        return {**reply, **self._kept(), "file": self.path.name, "saved": self.saved}

    @property
    def saved(self) -> bool:
        """Whether the file says what the draft does."""
        return self.editor.text == self._saved

    def _kept(self) -> Reply:
        """Keep the draft; what a reply says of it if it could not be kept."""
        try:
            if self.editor.changed and not self.saved:
                OWN.write(self._draft, self.editor.text)
            else:
                with suppress(OSError):
                    self._draft.unlink(missing_ok=True)
        except BadInput as error:
            return {"unkept": error.what}
        return {}

    def _save(self) -> Reply:
        there, text, says = self._text_there(), self.editor.text, [f"{self.path.name} is saved"]
        if there is not None and self.saved:
            return {"file": self.path.name, "saved": True, "says": says}
        if there not in (None, self._found):
            raise BadInput(
                "another program has changed this file since it was opened, and it is left as it "
                "is; take the TOML from this page, and save it elsewhere",
                self.path.name,
            )
        if there is not None and there != self._saved:
            former = Path(f"{self.path}.before")
            former = beside(former) if exists(former) else former
            NEW.write(former, there)
            says.append(f"what stood there, with its comments, is {former.name}")
        (NEW if there is None else OWN).write(self.path, text)
        self._found = self._saved = text
        return {"file": self.path.name, "saved": True, "says": says, **self._kept()}
