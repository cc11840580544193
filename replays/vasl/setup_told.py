"""What lies on VASL's table as a log begins, or in a save: boards, counters by hex, SAN and ELR."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Final

from replays.vasl.board_line import MAIN_MAPS, OnBoard, VaslMap
from replays.vasl.fact import CounterLaid, History, VaslStep
from replays.vasl.log_boards import rows_told

_MOST_NAMES: Final = 40
_LONGEST: Final = 20_000
_SNIPER: Final = re.compile(r"(?P<side>.{1,20}?) Sniper: (?P<value>[0-9])")
_TURNS: Final = re.compile(r"([0-9]{1,2})-Turn Track")
_TAG: Final = re.compile(r"<style>[^<]*</style>|<[^<>]*>")
_VALUE: Final = re.compile(r"\b(?P<what>ELR|SAN): (?P<value>[0-9])")
_SIDE: Final = re.compile(r"(?<![\w:-])(?!ELR:|SAN:)(?P<side>[^\W\d_][\w-]*(?: [\w-]+){0,2}):")


def setup_lines(history: History) -> Iterator[str]:
    """The setup in lines; counters beside the boards have no hex, and are counted together."""
    table = history.table
    yield f"boards: {rows_told(table) or 'none'}"
    laid = at_the_beginning(history)
    for what, values in numbers_told(laid).items():
        yield f"{what}: {', '.join(f'{side} {value}' for side, value in values.items())}"
    places: defaultdict[OnBoard | None, Counter[str]] = defaultdict(Counter)
    for counter in laid:
        places[table.hex_at(counter.at.x, counter.at.y)][counter.name] += 1
    beside = places.pop(None, Counter())
    if laid:
        yield f"counters in hexes: {sum(map(Counter.total, places.values())) or 'none'}"
    for at in sorted(filter(None, places), key=lambda at: (at.board, table.centre(at))):
        yield f"  {named(table, at):8}  {_counted(places[at])}"
    if beside:
        yield f"counters beside the boards: {beside.total()}"
        yield f"  {_counted(beside)}"


def at_the_beginning(history: History) -> list[CounterLaid]:
    """The counters that lie on the main map before the first step."""
    begun, found = VaslStep(0, 0), [f for f in history.facts if isinstance(f, CounterLaid)]
    return [fact for fact in found if fact.where == begun and fact.at.map in MAIN_MAPS]


def numbers_told(laid: list[CounterLaid]) -> dict[str, dict[str, int]]:
    """ELR and SAN by a label that names the sides, SAN by Sniper counters too, and turns."""
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for text in (_TAG.sub(" ", label[:_LONGEST]) for fact in laid for label in fact.labels):
        words = unescape(text)
        sides = [each["side"] for each in _SIDE.finditer(words)]
        for what in ("ELR", "SAN"):
            values = [int(v["value"]) for v in _VALUE.finditer(words) if v["what"] == what]
            if values and len(values) == len(sides):
                found[what] = dict(zip(sides, values, strict=True))
    if tracks := [each for fact in laid if (each := _TURNS.fullmatch(fact.name))]:
        found["turns"] = {"track": int(tracks[0][1])}
    snipers = [each for fact in laid if (each := _SNIPER.fullmatch(fact.name))]
    if snipers:
        found["SAN"] = {each["side"]: int(each["value"]) for each in snipers}
    return found


def named(table: VaslMap, at: OnBoard) -> str:
    """A hex as VASL's chat calls it."""
    return table.boards[at.board].name * (len(table.boards) > 1) + at.hex


def _counted(names: Counter[str]) -> str:
    said = [name + (f" x{n}" if n > 1 else "") for name, n in names.most_common(_MOST_NAMES)]
    more = len(names) - _MOST_NAMES
    return ", ".join(said) + (f" and {more} more names" if more > 0 else "")
