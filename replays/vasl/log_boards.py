"""Where a log and a scenario meet: hexes and vehicles of counters, and what differs.

Boards are the same by their names, ``02`` as ``2``, or because the corrections say so. A hex of
both has the name that its board prints, however the boards lie.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import attrs

from events.scenario import Scenario
from replays.vasl.board_line import (
    GEOMORPHIC,
    MAIN_MAPS,
    BoardSize,
    LaidBoard,
    LaidBoards,
    VaslMap,
    laid_board,
    size_of,
)
from replays.vasl.chat import VaslStep
from replays.vasl.correction import Corrections
from replays.vasl.fact import CounterLaid, History, PieceWent, Spot
from replays.vasl.marker import ec_of
from replays.vasl.setup_counter import FACING
from sim.map.board import local_name
from sim.map.playing_area import PlayingArea, playing_area

_NAME: Final = re.compile(r"(?P<board>\S*?)(?P<hex>([A-Za-z])\3{0,2}[0-9]{1,2})(?![A-Za-z0-9])")
_MOST_TOLD: Final = 12


@attrs.frozen
class SharedBoards:
    """The boards of a log beside those of a scenario."""

    history: History
    scenario: Scenario
    area: PlayingArea
    corrections: Corrections
    table: VaslMap
    """The boards of the log; as the scenario has them where the log names none."""
    partner: Mapping[int, int]
    """The number of the scenario's board by that of the log's."""

    @classmethod
    def of(cls, history: History, scenario: Scenario, corrections: Corrections) -> "SharedBoards":
        """The boards that lie on the table of logs in the end, beside those of a scenario."""
        specs, laid, ours = scenario.boards, history.board_line, LaidBoards.of(scenario)
        known = history, scenario, playing_area(specs), corrections
        if not laid or laid == ours.line:  # as an export lays them, blank ones too
            return cls(*known, ours.map, {n: n for n in range(len(specs))})
        vasl = [laid_board(spec, scenario) for spec in specs]
        numbers = {_plain(board.name): n for n, board in enumerate(vasl) if board is not None}
        numbers |= {_plain(spec.name): n for n, spec in enumerate(specs)}
        said = {_plain(old): _plain(new) for old, new in corrections.boards.items()}
        names = [said.get(_plain(board.name), _plain(board.name)) for board in laid]
        partner = {n: numbers[name] for n, name in enumerate(names) if name in numbers}
        sizes = [
            size_of(specs[partner[n]]) if n in partner and board.crop is None else GEOMORPHIC
            for n, board in enumerate(laid)
        ]
        return cls(*known, VaslMap.of(laid, history.sizes or sizes), partner)

    def hex_of(self, spot: Spot) -> str | None:
        """The scenario's hex of a place, by what the chat called it or by its pixels."""
        if found := _NAME.match(spot.named):
            named = self._named(found["board"], found["hex"])
            if named is not None:
                return named
        if spot.map not in MAIN_MAPS:
            return None
        at = self.table.hex_at(spot.x, spot.y)
        return None if at is None else self._hex(at.board, at.hex)

    def _named(self, board: str, hex_: str) -> str | None:
        """A hex by its name in the chat, which need not name the only board."""
        for number, laid in enumerate(self.table.boards):
            if _plain(board) == _plain(laid.name) or len(self.table.boards) == 1:
                return self._hex(number, hex_)
        return None

    def _hex(self, number: int, hex_: str) -> str | None:
        if number not in self.partner:
            return None
        specs = self.scenario.boards
        prefix = specs[self.partner[number]].name if len(specs) > 1 else ""
        return self.area.name(prefix + hex_)

    # What differs -------------------------------------------------------------------------------

    def differences(self) -> Iterator[str]:
        """Where the log and the scenario differ before the game begins, each in a sentence."""
        laid = self.history.board_line
        counters = [fact for fact in self.history.facts if isinstance(fact, CounterLaid)]
        if not laid and any(each.at.map in MAIN_MAPS for each in counters):
            yield "the log names no boards, so they are taken to lie as the scenario has them"
        elif laid and laid != LaidBoards.of(self.scenario).line:
            here, there = self._rows()
            told = f"the log has {here}, row by row, and the scenario {there}"
            if not self.partner:
                so = f'`[boards]` and `"{laid[0].name}" = "{self.scenario.boards[0].name}"`'
                how = f"where one board is the other, the corrections can say so: {so}"
                yield f"{told}, so no counter is in a hex; {how}"
                return
            if here != there:
                yield told
        yield from self._vehicles(counters)
        yield from self._places()
        begin = (ec_of(each.name) for each in counters if each.where == VaslStep(0, 0))
        if (ec := next(filter(None, begin), None)) and self.scenario.ec not in (None, ec):
            yield f"EC are {ec} in the log, and {self.scenario.ec} in the scenario"

    def _rows(self) -> tuple[str, str]:
        """The boards of the log, and those of the scenario, by the names that this has."""
        scenario, ours = self.scenario, LaidBoards.of(self.scenario).map
        specs, boards = scenario.boards, self.table.boards
        called = [
            attrs.evolve(each, name=specs[self.partner[n]].name) if n in self.partner else each
            for n, each in enumerate(boards)
        ]
        known = [
            each if laid_board(spec, scenario) else attrs.evolve(each, rules=())
            for each, spec in zip(ours.boards, specs, strict=True)
        ]
        there = rows_told(VaslMap.of(known, ours.sizes))
        return rows_told(VaslMap.of(called, self.table.sizes)), there

    def _vehicles(self, counters: Iterable[CounterLaid]) -> Iterator[str]:
        """Vehicles of the scenario that set up elsewhere, or have no counter."""
        sets_up = {v.id: v.at and self.area.name(v.at) for v in self.scenario.vehicles}
        known = VehicleCounters(sets_up, self.corrections.vehicles)
        laid: dict[str, str | None] = {}
        left = {counter.piece: counter for counter in reversed(list(counters))}
        for exactly in (True, False):  # first those that lie where they set up
            where = sets_up.get if exactly else lambda each: "" if each in laid else None
            for counter in reversed(list(left.values())):
                at, name = self.hex_of(counter.at), counter.basic.removesuffix(" Wreck")
                id_ = known.vehicle(counter.piece, name, at, where)
                at = at if counter.where == VaslStep(0, 0) else None
                if id_ is not None and id_ not in laid and not (exactly and at != sets_up[id_]):
                    laid[id_] = at
                    del left[counter.piece]
        known_as = self.history.vehicles
        more = [each for each in left.values() if each.piece in known_as and self.hex_of(each.at)]
        if more:
            names = [f"{each.name} in {self.hex_of(each.at)}" for each in reversed(more)]
            yield f"vehicles on the table that the scenario has not: {_listed(names)}"
        if missing := [id_ for id_ in sets_up if id_ not in laid]:
            what = f"vehicles of the scenario without a counter of that name: {_listed(missing)}"
            yield f"{what}; `[vehicles]` in the corrections can name theirs"
        for id_, at in sets_up.items():
            here = laid.get(id_, at)
            if here != at:
                one, two = here or "no hex", at or "no hex"
                yield f"{id_} begins in {one} in the log, and in {two} in the scenario"

    def _places(self) -> Iterator[str]:
        """Where counters lie in another hex than the chat says."""
        facts = self.history.facts
        spots = [each.to for each in facts if isinstance(each, PieceWent)]
        spots += [each.at for each in facts if isinstance(each, CounterLaid)]
        pairs = {(self.hex_of(s), self.hex_of(attrs.evolve(s, named=""))) for s in spots if s.named}
        if odd := [f"{two} ({one})" for one, two in pairs if one and two and one != two]:
            said = "counters lie elsewhere than the chat, which is taken, says in parentheses"
            yield f"{said}: {_listed(sorted(odd))}"


def rows_told(table: VaslMap) -> str:
    """Boards row by row, as ``27, r28 (Q1-GG10, h1 on G6-G7, NoRoads) / 9``; r is reversed."""
    told = [
        (board.row, board.column, _board(board, size))
        for board, size in zip(table.boards, table.sizes, strict=True)
    ]
    rows = groupby(sorted(told), lambda each: each[0])
    return " / ".join(", ".join(each for *_, each in row) for _, row in rows)


def _board(board: LaidBoard, size: BoardSize) -> str:
    part, whole = ("-".join(map(local_name, size.part(crop)[:2])) for crop in (board.crop, None))
    overlays = [f"{each.name.lower()} on {each.hex1}-{each.hex2}" for each in board.overlays]
    special = [*[part] * (part != whole), *overlays, *sorted(board.rules)]
    return "r" * board.reversed + board.name + (f" ({', '.join(special)})" if special else "")


def _plain(name: str) -> str:
    return name.lstrip("0").lower() or "0"


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_TOLD
    return ", ".join(names[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


# Vehicles ---------------------------------------------------------------------------------------

_NUMBER: Final = re.compile(r" [0-9]{1,4}\Z")


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, FACING.sub("", name).lower()))


class VehicleCounters:
    """The vehicles of a scenario, by their counters: by corrections, by name and by hex.

    Blanks, dashes and capitals of a name are no matter. Of vehicles whose counters have one name
    the ids end in a number, as `Valentine II` and `Valentine II 2`; the hex tells them apart.
    """

    def __init__(self, ids: Iterable[str], said: Mapping[str, str]) -> None:
        """Know the vehicles, and what corrections say of a counter by its name or number."""
        self._said, self._named = said, defaultdict[str, list[str]](list)
        self._bound: dict[str, str] = {}  # by the numbers of counters that were seen to be theirs
        for each in ids:
            for name in {_letters(each), _letters(_NUMBER.sub("", each))}:
                self._named[name].append(each)

    def vehicle(
        self, piece: str, name: str, at: str | None, hex_of: Callable[[str], str | None]
    ) -> str | None:
        """The vehicle of a counter, by the hex where that lies and those of vehicles; else None.

        A counter that only the chat tells of has no number.
        """
        said = self._said.get(piece) or self._said.get(name) or self._bound.get(piece)
        names = self._named.get(_letters(name))
        if said or not names:
            return said
        taken = set(self._bound.values())
        left = {each: hex_of(each) for each in names if each not in taken}
        here = next((id_ for id_, hex_ in left.items() if at is not None and hex_ == at), None)
        if here is not None:
            if piece:
                self._bound[piece] = here
            return here
        outside = [id_ for id_, hex_ in left.items() if hex_ is None]
        return next(iter(outside if outside or len(left) > 1 else left), None)

    def forget(self, piece: str) -> str | None:
        """A counter was taken away; another may stand for its vehicle, if it had one."""
        return self._bound.pop(piece, None)
