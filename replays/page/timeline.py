"""The timeline of a page: phases, weather, marks, and what is expected of the next Turns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from events.commands import Note, Undo
from events.entry import Entry
from events.entry import Parent as ParentLog
from events.terms import Density, Rain, WindForce
from replays.auditing.finding import Finding, FindingId, in_one_sentence, same_ends
from replays.chances.odds import odds
from replays.game.fault import Fault
from replays.game.position import Position
from sim.climate.climate import percent
from sim.climate.exact_odds import DUSTY, PlayerTurnOdds
from sim.soundness import MOST_TURNS
from sim.state import State

NEXT: Final = 3
"""How many Player Turns a page looks ahead."""


def next_turns(state: State) -> dict[str, Any]:
    """The odds after the Wind Change DR of each of the next Player Turns, see `odds_rows`."""
    moment, turns = state.moment, state.setting.scenario.turns
    found = odds(state, turns=min(turns, moment.turn + NEXT))
    present = state.clock.wind_rolled  # its own Player Turn comes first, and nothing is open in it
    return odds_rows(found.player_turns[present : present + NEXT])


def odds_rows(ahead: Sequence[PlayerTurnOdds]) -> dict[str, Any]:
    """The odds of Player Turns.

    ``rows`` are names, each with a chance for each of the ``turns``; one without any is left out.
    """
    names = ("no Dust", *(f"{density} Dust" for density in DUSTY), "Heavy Winds", "Gusts", "Rain")
    columns = zip(*map(weather_chances, ahead), strict=True)
    rows = zip(names, columns, strict=bool(ahead))  # of no Player Turns there are no columns
    return {
        "turns": [each.moment.player_turn for each in ahead],
        "rows": [[name, *map(percent, chances)] for name, chances in rows if any(chances)],
    }


def weather_chances(each: PlayerTurnOdds) -> tuple[Fraction, ...]:
    """The chance in a Player Turn of each density, of Heavy Winds, of Gusts and of rain."""
    dust, heavy = (each.density[density] for density in Density), each.wind[WindForce.HEAVY_WINDS]
    return *dust, heavy, each.gusts, 1 - each.rain[Rain.NONE]


def _runs(
    positions: Sequence[Position], key: Callable[[State], Any]
) -> Iterator[tuple[int, int, State]]:
    """First and last entry of every run of positions that have the same key, and its state."""
    first = 0
    for n in range(1, len(positions) + 1):
        here = positions[first].state
        if n == len(positions) or key(positions[n].state) != key(here):
            yield first, n - 1, here
            first = n


def phases(positions: Sequence[Position]) -> list[dict[str, Any]]:
    """Every phase that was played, in the order of the log, with its first and last entry."""
    return [
        {
            "at": str(state.moment),
            "turn": state.moment.turn,
            "player": state.moment.player,
            "phase": state.moment.phase.value,
            "side": state.attacker or "",
            "from": first,
            "to": last,
        }
        for first, last, state in _runs(positions, lambda state: state.moment)
    ]


def turn_boxes(beginning: State, positions: Sequence[Position]) -> list[dict[str, Any]]:
    """A box for each Player Turn of the scenario, with its first and last entry once it came."""
    came = {
        _player_turn(state): (first, last) for first, last, state in _runs(positions, _player_turn)
    }
    turns = min(max(beginning.setting.scenario.turns, *(turn for turn, _ in came)), MOST_TURNS)
    boxes = []
    for turn in range(1, turns + 1):
        for player, side in enumerate(beginning.setting.sides, 1):
            box: dict[str, Any] = {"turn": turn, "player": player, "side": side}
            if (turn, player) in came:
                box["from"], box["to"] = came[turn, player]
            boxes.append(box)
    return boxes


def _player_turn(state: State) -> tuple[int, int]:
    return state.moment.turn, state.moment.player


def dust_spans(positions: Sequence[Position]) -> list[list[Any]]:
    """Dust along the entries: from one to another, how high of 1, and in words."""
    steps = [*Density]
    return [
        [first, last, steps.index(state.dust) / (len(steps) - 1), f"{state.dust}"]
        for first, last, state in _runs(positions, lambda state: state.dust)
        if state.dust not in (None, Density.NONE)
    ]


def marks(
    entries: Iterable[Entry],
    findings: Iterable[Finding] = (),
    parent: ParentLog | None = None,
    branches: Iterable[tuple[str, int]] = (),
) -> list[dict[str, Any]]:
    """What stands out along a game: findings, notes, what was taken back, and branches."""
    found = []
    for each in findings:
        text = f"{in_one_sentence(each)}. {each.sentence}".strip()
        found.append(_mark(each.entry, "finding", text, each.rule))
    for entry in entries:
        if isinstance(entry.do, Note):
            found.append(_mark(entry.n, "note", entry.do.text))
        elif isinstance(entry.do, Undo) and entry.do.entry is not None:
            found.append(_mark(entry.do.entry, "undone", f"taken back by entry {entry.n}"))
    if parent is not None:
        log = parent.log or "a game without a log"
        found.append(_mark(parent.entry, "branch", f"from here on a branch of {log}"))
    found += [_mark(n, "branch", f"{name} branches off here") for name, n in branches]
    return sorted(found, key=lambda mark: mark["entry"])


def fault_rows(findings: Iterable[Finding], fault: Fault | None) -> list[dict[str, Any]]:
    """What is wrong in a log, in order: what is written, and what is so by the rules.

    ``same`` are the numbers of characters at the beginning and end of both that are the same.
    """
    rows = [
        {
            "entry": each.entry,
            "moment": each.moment,
            "hexes": list(each.hexes),
            "rule": str(each.rule),
            "says": each.sentence,
            "written": each.logged,
            "rules": each.expected,
            "same": same_ends(each.logged, each.expected),
        }
        for each in findings
    ]
    if fault is not None:
        at = fault.line - 1
        same = (row for row in rows if row["entry"] == at and row["rule"] in _OF_THE_CHAIN)
        row = next(same, None)
        if row is None:
            row = {"entry": at, "moment": "", "hexes": [], "rule": "", "says": "", "rules": ""}
            rows.insert(0, row)
        row |= {"written": fault.what, "same": (0, 0)}
    return sorted(rows, key=lambda row: int(row["entry"]))


_OF_THE_CHAIN: Final = (FindingId.HASH, FindingId.ORDER, FindingId.ENTRY)


def _mark(entry: int, kind: str, text: str, rule: str = "") -> dict[str, Any]:
    return {"entry": entry, "kind": kind, "text": text, "rule": rule}
