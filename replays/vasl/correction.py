"""Corrections: a small TOML file beside a VASL log that says what VASL does not (docs/vasl.md)."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import attrs

from events.errors import BadInput, in_file
from events.scenario import Scenario
from replays.game.file import exists, read_text
from replays.game.scenario_file import read_toml
from replays.vasl import NAMES
from replays.vasl.chat import TrackSeen, VaslStep
from replays.vasl.fact import History

_KNOWN: Final = ("sides", "players", "boards", "vehicles", "calibres", "steps")


@attrs.frozen
class Corrections:
    """What people say about a log."""

    sides: dict[str, str] = attrs.field(factory=dict)
    """The sides of the scenario by what the turn track calls them."""
    players: dict[str, str] = attrs.field(factory=dict)
    """Likewise by the names of players."""
    boards: dict[str, str] = attrs.field(factory=dict)
    """The boards of the scenario by those of the log."""
    vehicles: dict[str, str] = attrs.field(factory=dict)
    """The vehicles of the scenario by the name or number of their counter."""
    calibres: dict[str, int] = attrs.field(factory=dict)
    """Of FFE, in mm, by the name, number or colour of their counter."""
    wind: frozenset[VaslStep] = frozenset()
    """Steps whose roll is the Wind Change DR."""
    nothing: frozenset[VaslStep] = frozenset()
    """Steps whose roll is not, nor needs a Dust dr, or whose counter is no order."""
    orders: dict[VaslStep, tuple[str, ...]] = attrs.field(factory=dict)
    """Orders to give at a step."""


def sidecar_of(log: str | Path) -> Path | None:
    """The corrections beside a log, under its name and ``.toml``; None if there are none."""
    path = Path(f"{log}.toml")
    return path if exists(path) else None


def read_corrections(path: str | Path, history: History, scenario: Scenario) -> Corrections:
    """Read corrections of logs; each must be of something in the logs and the scenario."""
    values = read_toml(read_text(Path(path)), str(path))
    with in_file(str(path)):
        wrong = sorted(set(values) - set(_KNOWN))
        if wrong:
            raise BadInput(f"{wrong[0][:40]!r} is unknown; expected: {', '.join(_KNOWN)}")
        steps = values.get("steps", [])
        if not isinstance(steps, list):
            raise BadInput("a list of tables is expected, each as `[[steps]]`", "steps")
        said: dict[str, list[VaslStep]] = {"wind change": [], "nothing": []}
        orders: dict[VaslStep, tuple[str, ...]] = {}
        for index, each in enumerate(steps):
            with in_file(f"steps[{index}]"):
                where, what, given = _step(each, history, tuple(said))
                if what is not None:
                    said[what].append(where)
                if given:
                    orders[where] = (*orders.get(where, ()), *given)
        return Corrections(
            _names(values, "sides", scenario.sides),
            _names(values, "players", scenario.sides),
            _names(values, "boards", [each.name for each in scenario.boards]),
            _names(values, "vehicles", [each.id for each in scenario.vehicles]),
            _calibres(values),
            frozenset(said["wind change"]),
            frozenset(said["nothing"]),
            orders,
        )


def _names(values: dict[str, Any], table: str, known: Collection[str]) -> dict[str, str]:
    found = _table(values, table)
    for name, value in found.items():
        if value not in known:
            what = f"{str(value)[:40]!r} is not in the scenario"
            raise BadInput(
                f"{what}; expected one of {', '.join(known) or 'none'}", f"{table}.{name[:40]}"
            )
    return found


def _table(values: dict[str, Any], name: str) -> dict[str, Any]:
    found = values.get(name, {})
    if not isinstance(found, dict):
        raise BadInput("a table is expected", name)
    return found


def _calibres(values: dict[str, Any]) -> dict[str, int]:
    found = _table(values, "calibres")
    for name, value in found.items():
        if type(value) is not int or not 1 <= value < 1000:
            raise BadInput(f"{str(value)[:40]!r} is no calibre in mm", f"calibres.{name[:40]}")
    return found


def _step(
    each: Any, history: History, known: tuple[str, ...]
) -> tuple[VaslStep, str | None, list[str]]:
    """A step, what its roll is if it is said, and the orders to give there."""
    if not isinstance(each, dict) or not set(each) <= {"file", "step", "is", "orders"}:
        raise BadInput("`step`, with `file`, `is` and `orders`, is expected")
    names = [file.archive.name for file in history.files]
    name = each.get("file", names[0] if len(names) == 1 else None)
    if name not in names:
        raise BadInput(f"a file is expected, one of {', '.join(names)}", "file")
    file, step = names.index(name), each.get("step")
    most = history.files[file].steps
    if type(step) is not int or not 0 <= step <= most:
        raise BadInput(f"{step!r} is no step of {name}; expected 0 to {most}", "step")
    what, orders = each.get("is"), each.get("orders", [])
    if what is not None and what not in known:
        raise BadInput(f"{str(what)[:40]!r} is none of {', '.join(known)}", "is")
    if not isinstance(orders, list) or not all(isinstance(one, str) for one in orders):
        raise BadInput("a list of orders is expected", "orders")
    return VaslStep(file, step), what, orders


_AXIS: Final[list[str]] = NAMES["track"]["axis"]
"""Nationalities that VASL's turn track calls Axis."""


def track_names(sides: tuple[str, str]) -> tuple[str, str]:
    """What the turn track calls two sides: Axis and Allied; as they are if both would be one."""
    one, two = (side.lower() in _AXIS for side in sides)
    if one == two:
        return sides
    return ("Axis", "Allied") if one else ("Allied", "Axis")


def sides_of(history: History, scenario: Scenario, corrections: Corrections) -> dict[str, str]:
    """The sides of the scenario by what the turn track calls them; asks if the log does not say."""
    names = list(dict.fromkeys(f.track.side for f in history.facts if isinstance(f, TrackSeen)))
    one, two = scenario.order_of_sides
    pairs = zip((*track_names((one, two)), one, two), (one, two) * 2, strict=True)
    known = {name.lower(): side for name, side in pairs}
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
