"""Corrections: a small TOML file beside a VASL log that says what VASL does not.

::

    [sides]                      # what the turn track calls the sides
    Axis = "German"

    [players]
    Bob = "German"

    [vehicles]                   # counters by their name or their number in VASL
    "PzKpfw IIIH" = "PzA"

    [[steps]]
    file = "monday.vlog"         # where there are several
    step = 12
    is = "wind change"           # or "nothing": this roll is not the Wind Change DR

    [[steps]]
    step = 40
    orders = ["wc 1 1 5 3"]      # orders to give at this step
"""

from collections import Counter
from pathlib import Path
from typing import Any, Final

import attrs

from events.errors import BadInput, in_file
from events.moment import Phase
from events.scenario import Scenario
from replays.game.file import exists, read_text
from replays.game.scenario_file import read_toml
from replays.vasl.fact import Account, RollSeen, TrackSeen, VaslStep

_TABLES: Final = ("sides", "players", "vehicles")
_IS: Final = ("wind change", "nothing")


@attrs.frozen
class Corrections:
    """What people say about a log.

    Attributes:
        name: the file; empty if there is none.
        sides: the sides of the scenario by what the turn track calls them.
        players: likewise by the names of players.
        vehicles: the vehicles of the scenario by the name or number of their counter.
        calibres: of FFE, in mm, by the name, number or colour of their counter.
        wind: steps whose roll is the Wind Change DR.
        nothing: steps whose roll is not, or whose counter stands for no order.
        orders: orders to give at a step.
    """

    name: str = ""
    sides: dict[str, str] = attrs.field(factory=dict)
    players: dict[str, str] = attrs.field(factory=dict)
    vehicles: dict[str, str] = attrs.field(factory=dict)
    calibres: dict[str, int] = attrs.field(factory=dict)
    wind: frozenset[VaslStep] = frozenset()
    nothing: frozenset[VaslStep] = frozenset()
    orders: dict[VaslStep, tuple[str, ...]] = attrs.field(factory=dict)


def sidecar_of(log: str | Path) -> Path | None:
    """The corrections beside a log, under its name and ``.toml``; None if there are none."""
    path = Path(f"{log}.toml")
    return path if exists(path) else None


def read_corrections(path: str | Path, account: Account, scenario: Scenario) -> Corrections:
    """Read corrections of the logs of an account.

    Raises:
        BadInput: when the file cannot be read, or names what is not in the logs or the scenario.
    """
    path = Path(path)
    values = read_toml(read_text(path), str(path))
    with in_file(str(path)):
        known = (*_TABLES, "calibres", "steps")
        wrong = sorted(set(values) - set(known))
        if wrong:
            raise BadInput(f"{wrong[0][:40]!r} is unknown; expected: {', '.join(known)}")
        vehicles = [each.id for each in scenario.vehicles]
        steps = values.get("steps", [])
        if not isinstance(steps, list):
            raise BadInput("a list of tables is expected, each as `[[steps]]`", "steps")
        wind, nothing, orders = _steps(steps, account)
        return Corrections(
            str(path),
            _names(values, "sides", scenario.sides),
            _names(values, "players", scenario.sides),
            _names(values, "vehicles", vehicles),
            _calibres(_table(values, "calibres")),
            frozenset(wind),
            frozenset(nothing),
            orders,
        )


def _names(values: dict[str, Any], table: str, known: Any) -> dict[str, str]:
    """A table of texts, each of which the scenario knows."""
    found = _table(values, table)
    for name, value in found.items():
        if value not in known:
            raise BadInput(
                f"{str(value)[:40]!r} is not in the scenario; expected one of {', '.join(known)}",
                f"{table}.{name[:40]}",
            )
    return found


def _table(values: dict[str, Any], name: str) -> dict[str, Any]:
    found = values.get(name, {})
    if not isinstance(found, dict):
        raise BadInput("a table is expected", name)
    return dict(found)


def _calibres(found: dict[str, Any]) -> dict[str, int]:
    for name, value in found.items():
        if type(value) is not int or not 1 <= value < 1000:
            raise BadInput(f"{str(value)[:40]!r} is no calibre in mm", f"calibres.{name[:40]}")
    return found


def _steps(
    steps: list[Any], account: Account
) -> tuple[list[VaslStep], list[VaslStep], dict[VaslStep, tuple[str, ...]]]:
    wind: list[VaslStep] = []
    nothing: list[VaslStep] = []
    orders: dict[VaslStep, tuple[str, ...]] = {}
    for index, each in enumerate(steps):
        with in_file(f"steps[{index}]"):
            if not isinstance(each, dict) or not set(each) <= {"file", "step", "is", "orders"}:
                raise BadInput("`step`, with `file`, `is` and `orders`, is expected")
            where = _where(each, account)
            match each.get("is"):
                case None:
                    pass
                case "wind change":
                    wind.append(where)
                case "nothing":
                    nothing.append(where)
                case other:
                    raise BadInput(f"{str(other)[:40]!r} is none of {', '.join(_IS)}", "is")
            given = each.get("orders", [])
            if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
                raise BadInput("a list of orders is expected", "orders")
            if given:
                orders[where] = (*orders.get(where, ()), *given)
    return wind, nothing, orders


def _where(each: dict[str, Any], account: Account) -> VaslStep:
    names = [file.archive.name for file in account.files]
    name = each.get("file", names[0] if len(names) == 1 else None)
    if name not in names:
        raise BadInput(f"a file is expected, one of {', '.join(names)}", "file")
    file = names.index(name)
    step = each.get("step")
    if type(step) is not int or not 0 <= step <= account.files[file].steps:
        most = account.files[file].steps
        raise BadInput(f"{step!r} is no step of {name}; expected 0 to {most}", "step")
    return VaslStep(file, step)


AXIS: Final = frozenset(
    {
        *("german", "italian", "japanese", "finnish", "hungarian", "romanian", "rumanian"),
        *("slovakian", "bulgarian", "croatian", "axis minor", "axis", "vichy french"),
    }
)
"""Nationalities that VASL's turn track calls Axis."""


def track_name(side: str, other: str) -> str:
    """What the turn track calls a side: Axis or Allied; the side itself where both would be one."""
    axis, others = side.lower() in AXIS, other.lower() in AXIS
    if axis == others:
        return side
    return "Axis" if axis else "Allied"


def sides_of(account: Account, scenario: Scenario, corrections: Corrections) -> dict[str, str]:
    """The sides of the scenario by what the turn track calls them.

    Raises:
        BadInput: when nobody can say; it tells how a correction does.
    """
    names = list(dict.fromkeys(f.track.side for f in account.facts if isinstance(f, TrackSeen)))
    one, two = scenario.order_of_sides
    known = {track_name(one, two).lower(): one, track_name(two, one).lower(): two}
    known |= {one.lower(): one, two.lower(): two}
    found = {name: known[name.lower()] for name in names if name.lower() in known}
    found |= {name: side for name, side in corrections.sides.items() if name in names}
    left = [name for name in names if name not in found]
    if len(left) == 1 and len(names) == 2 and found:
        (side,) = set(found.values())
        found[left[0]] = two if side == one else one
        left = []
    if left or len(set(found.values())) < len(found):
        raise BadInput(
            f"which side is {(left or names)[0]!r} on the turn track, {one} or {two}? Say so in "
            f'the corrections, such as `[sides]` and `{(left or names)[0]} = "{one}"`'
        )
    return found


def players_of(
    account: Account, scenario: Scenario, sides: dict[str, str], corrections: Corrections
) -> dict[str, str]:
    """The sides of players, as far as they are named after them, said to be, or roll as they do.

    The first DR of an RPh that is for no purpose of VASL's is the ATTACKER's; whoever makes most of
    those of one side has it.
    """
    found = {who: side for who in account.players for side in scenario.sides if who == side}
    found |= {who: side for who, side in corrections.players.items() if who in account.players}
    votes: dict[str, Counter[str]] = {}
    side = ""
    for fact in account.facts:
        if isinstance(fact, TrackSeen):
            rally = fact.track.phase is Phase.RPH
            side = sides.get(fact.track.side, "") if rally else ""
        elif isinstance(fact, RollSeen) and side and fact.line.dr and fact.line.who:
            if fact.line.free:
                votes.setdefault(fact.line.who, Counter())[side] += 1
            side = ""
    for who, count in votes.items():
        (most, n), *others = count.most_common()
        if who not in found and (not others or others[0][1] < n):
            found[who] = most
    players = account.players
    if len(players) == 2 and len(found) == 1:
        ((who, side),) = found.items()
        other = players[1] if who == players[0] else players[0]
        found[other] = next(each for each in scenario.sides if each != side)
    return found
