"""Where the boards of a log and those of a scenario meet: hexes of counters, and what differs.

Boards are the same by their names, ``02`` as ``2``, or because the corrections say so. A hex of
both has the name that its board prints, however the boards lie.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

import attrs

from events.scenario import BoardSpec, Scenario
from replays.vasl.board_line import GEOMORPHIC, MAIN_MAPS, BoardSize, Crop, LaidBoard, VaslMap
from replays.vasl.correction import Corrections
from replays.vasl.fact import CounterLaid, History, Spot, VaslStep
from replays.vasl.laid_board import LaidBoards, laid_board, size_of
from replays.vasl.vehicle_counters import VehicleCounters
from sim.map.board import board_of, first_hex, local_name
from sim.map.hexes import Hex
from sim.map.playing_area import PlayingArea, playing_area

_NAME: Final = re.compile(r"(?P<board>\S*?)(?P<hex>([A-Za-z])\3{0,2}[0-9]{1,2})(?![A-Za-z0-9])")
_SEASONED: Final = {"SteppeTerrain": "steppe", "BrokenTerrain": "broken"}
"""VASL's special rules that a scenario has itself, and what it calls them."""
_MOST_TOLD: Final = 12


@attrs.frozen
class SharedBoards:
    """The boards of a log beside those of a scenario.

    Attributes:
        table: the boards of the log; as the scenario has them where the log names none.
        partner: the number of the scenario's board by that of the log's.
    """

    history: History
    scenario: Scenario
    area: PlayingArea
    corrections: Corrections
    table: VaslMap
    partner: Mapping[int, int]

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
        laid, ours = self.table.boards, [each.name for each in self.scenario.boards]
        counters = [fact for fact in self.history.facts if isinstance(fact, CounterLaid)]
        if not self.history.board_line and any(each.at.map in MAIN_MAPS for each in counters):
            yield "the log names no boards, so they are taken to lie as the scenario has them"
        elif self.history.board_line == LaidBoards.of(self.scenario).line:
            pass
        elif not self.partner:
            yield (
                f"the log lies on {_listed(each.name for each in laid)}, the scenario on "
                f"{_listed(ours)}, so no counter is in a hex; where one board is the other, the "
                f'corrections can say so: `[boards]` and `"{laid[0].name}" = "{ours[0]}"`'
            )
            return
        elif self.history.board_line:
            yield from self._boards()
            yield from self._rows()
            yield from self._terrain()
        yield from self._vehicles(counters)

    def _boards(self) -> Iterator[str]:
        specs = self.scenario.boards
        for number, board in enumerate(self.table.boards):
            if number not in self.partner:
                yield f"board {board.name} of the log is not in the scenario"
                continue
            spec = specs[self.partner[number]]
            if board.reversed != spec.rotated:
                one, two = ("log", "scenario") if board.reversed else ("scenario", "log")
                yield f"board {spec.name} is reversed in the {one}, and not in the {two}"
            here, there = in_play(board, self.table.sizes[number]), _cut(spec)
            if here != there:
                yield f"the log has {here} of board {spec.name} in play, and the scenario {there}"
        for n, spec in enumerate(specs):
            if n not in self.partner.values():
                yield f"board {spec.name} of the scenario is not in the log"

    def _rows(self) -> Iterator[str]:
        """How boards lie that both have."""
        specs, table = self.scenario.boards, self.table.boards
        laid = sorted((table[n].row, table[n].column, spec) for n, spec in self.partner.items())
        ours = [(specs[spec].row, n, spec) for n, spec in enumerate(sorted(self.partner.values()))]
        here, there = (
            " / ".join(
                " ".join(specs[spec].name for _, _, spec in row)
                for _, row in groupby(boards, lambda each: each[0])
            )
            for boards in (laid, ours)
        )
        if here != there:
            yield f"boards lie as {here} in the log, row by row, and as {there} in the scenario"

    def _terrain(self) -> Iterator[str]:
        """Special rules and overlays of the log; of most, a scenario's boards keep no name."""
        in_log = {rule for board in self.table.boards for rule in board.rules}
        for rule, key in _SEASONED.items():
            if rule in in_log and not getattr(self.scenario, key):
                yield f"the log has {rule}, and the scenario does not say `{key} = true`"
            elif rule not in in_log and getattr(self.scenario, key):
                yield f"the scenario says `{key} = true`, and no board of the log has {rule}"
        for number in self.partner:
            board = self.table.boards[number]
            rules = [rule for rule in board.rules if rule not in _SEASONED]
            said = [f"--overlay '{o.name} on {o.hex1}-{o.hex2}'" for o in board.overlays]
            if said := [*said, *[f"--ssr {','.join(rules)}"] * bool(rules)]:
                yield (
                    f"the log changes board {board.name}; see that the scenario's was imported "
                    f"with `{' '.join(said)}`"
                )

    def _vehicles(self, counters: Iterable[CounterLaid]) -> Iterator[str]:
        """Vehicles of the scenario that set up elsewhere, or have no counter."""
        sets_up = {each.id: each.at for each in self.scenario.vehicles}
        known = VehicleCounters.of(sets_up, self.corrections.vehicles)
        laid: dict[str, str | None] = {}
        left = {counter.piece: counter for counter in reversed(list(counters))}
        for exactly in (True, False):  # first those that lie where they set up
            where = sets_up.get if exactly else lambda each: "" if each in laid else None
            for counter in reversed(list(left.values())):
                lies = partial(self.hex_of, counter.at)
                id_ = known.vehicle(counter.piece, counter.basic, lies, where)
                at = lies() if counter.where == VaslStep(0, 0) else None
                if id_ is None or id_ in laid or (exactly and at != sets_up[id_]):
                    continue
                laid[id_] = at
                del left[counter.piece]
        vehicles = self.scenario.vehicles
        if missing := [each.id for each in vehicles if each.id not in laid]:
            yield (
                f"vehicles of the scenario without a counter of that name: {_listed(missing)}; "
                "`[vehicles]` in the corrections can name theirs"
            )
        for each in vehicles:
            here = laid.get(each.id, each.at)
            if here != each.at:
                one, two = here or "no hex", each.at or "no hex"
                yield f"{each.id} begins in {one} in the log, and in {two} in the scenario"


def in_play(board: LaidBoard, size: BoardSize = GEOMORPHIC) -> str:
    """The corners of what a log has of a board."""
    crop, (wide, high) = board.crop or Crop(0, 0, -1, -1), GEOMORPHIC.pitch
    across = crop.width if crop.width > 0 else size.across - crop.x
    down = crop.height if crop.height > 0 else size.down - crop.y
    first = Hex(round(crop.x / wide), round(crop.y / high))
    return _corners(first, round(across / wide), round(down / high))


def _cut(spec: BoardSpec) -> str:
    board = board_of(spec, "boards")
    return _corners(first_hex(spec, "boards"), board.width - 1, board.height)


def _corners(first: Hex, across: int, down: int) -> str:
    last = Hex(first.column + across, first.row + down - 1)
    return f"{local_name(first)} to {local_name(last)}"


def _plain(name: str) -> str:
    return name.lstrip("0").lower() or "0"


def _listed(names: Iterable[str]) -> str:
    all_: Sequence[str] = list(names)
    more = len(all_) - _MOST_TOLD
    return ", ".join(all_[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")
