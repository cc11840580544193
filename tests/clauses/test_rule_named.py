"""A refusal, an answer and a finding name the rule that forbids, with the reason in words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from events.chain import GENESIS, sealed
from replays.auditing.audit import audit
from replays.auditing.finding import Finding
from tests import cases
from tests.clauses.reached import Played, world
from tests.table import make_vehicle

ON: Final[dict[str, Any]] = {"ad": True}
TANK: Final = make_vehicle("Tk", at="D5", mp=13, ground_pressure="low")
OTHER: Final = make_vehicle("Tl", at="E5", mp=13)
START: Final = ("wc 3 4", "phase MPh")


def moving(marks: dict[str, str], *vehicles: dict[str, Any], **facts: Any) -> Played:
    """A game in an MPh, with its first vehicle on the move."""
    on = {key: facts.pop(key) for key in ("debris", "hexsides") if key in facts}
    game = world(marks, vehicles=list(vehicles), on=on | ON, ad=True, **facts)
    game.do(*START, f"start {vehicles[0]['id']}")
    return game


# The audit ---------------------------------------------------------------------------------------


def forged(tmp: Path, game: Played, forge: Callable[[list[dict[str, Any]]], None]) -> Finding:
    """The one finding of an audit of the game's log, with events of its last entry forged."""
    lines, before = [], GENESIS
    values = [orjson.loads(line) for line in game.game.log_bytes().splitlines()]
    forge(values[-1]["then"])
    for value in values:
        del value["hash"]
        line, before = sealed(orjson.dumps(value), before)
        lines.append(line)
    (tmp / "forged.jsonl").write_bytes(b"\n".join([*lines, b""]))
    (finding,) = audit(tmp / "forged.jsonl").findings
    return finding


def paid(mp: float) -> Callable[[list[dict[str, Any]]], None]:
    """Fewer MP are paid than are due."""
    return lambda then: then[0].update(mp=mp)


@pytest.mark.rule("11.73h", "AD3.42e")
@cases(
    "facts, mp, rule, why",
    ({"dust": "Heavy"}, 1, "11.73", "1 MP paid, 2 due: Heavy Dust +1 (11.73)"),
    ({"debris": [{"hex": "D4"}]}, 3, "AD3.42", "3 MP paid, 4 due: Arid Debris +4 (AD3.42)"),
)
def test_an_audit_names_the_rule_of_mp_that_were_not_paid(
    tmp_path: Path, facts: dict[str, Any], mp: int, rule: str, why: str
) -> None:
    """Not that of the order (D2.1)."""
    game = moving({}, TANK, **facts)
    game.do("move Tk D4")
    finding = forged(tmp_path, game, paid(mp))
    assert (finding.rule, why in finding.expected) == (rule, True)


@pytest.mark.rule("AD3.42g")
@cases("drm, rule", (0, "AD3.42"), (3, "D8.21"))
def test_an_audit_names_the_rule_of_a_bog_drm(tmp_path: Path, drm: int, rule: str) -> None:
    """That of the DRM left out; where no DRM makes the difference, the rule of the check."""
    game = moving({}, TANK, debris=[{"hex": "D4"}])
    game.do("move Tk D4")

    def forge(then: list[dict[str, Any]]) -> None:
        (due,) = (each for each in then if each["event"] == "bog_check_due")
        assert due["drm"] == 1
        due["drm"] = drm

    finding = forged(tmp_path, game, forge)
    assert (finding.rule, "Arid Debris +1 (AD3.42)" in finding.expected) == (rule, True)


@pytest.mark.rule("11.741", "11.741a")
def test_an_audit_names_the_rule_of_dust_that_comes_too_soon(tmp_path: Path) -> None:
    """In the middle of an Impulse, where each vehicle's dust should come at its end."""
    game = world({}, vehicles=[TANK, OTHER])
    game.do(*START, "impulse start Tk, start Tl", "impulse move Tk D4, move Tl E4")
    game.do("impulse move Tk D3, move Tl E3")

    def forge(then: list[dict[str, Any]]) -> None:
        assert [each["event"] for each in then[1:3]] == ["vehicle_moved", "vehicle_dust_placed"]
        then[1], then[2] = then[2], then[1]

    finding = forged(tmp_path, game, forge)
    assert (finding.rule, "comes at its end" in finding.expected) == ("11.741", True)


@pytest.mark.rule("11.77", "11.77d", "11.74")
@cases(
    "dr, orders, rule, why",
    ("3 4", ("move Tk D4", "move Tk D3 3mp"), "11.74", "3 MP are more than 2"),
    ("3 4", ("move Tk D4",), "11.74", "it expended a Start MP in the hex that it left"),
    ("5 6", ("move Tk D4", "move Tk D3"), "11.77", "it has rained"),
)
def test_an_audit_says_why_no_dust_is_raised(
    tmp_path: Path, dr: str, orders: tuple[str, ...], rule: str, why: str
) -> None:
    """The condition that failed; after rain the rule that ends all Dust (11.77)."""
    game = world({}, vehicles=[TANK], weather="Overcast")
    game.do(f"wc {dr}", "phase MPh", "start Tk", *orders)

    def forge(then: list[dict[str, Any]]) -> None:
        origin = then[0]["origin"]
        then.append(
            {"event": "vehicle_dust_placed", "vehicle": "Tk", "hex": origin, "rule": "11.74"}
        )

    finding = forged(tmp_path, game, forge)
    assert (finding.rule, why in finding.expected) == (rule, True)
