"""B25 Fire as the four documents lean on it: smoke, who burns, Flames, collapse, Night."""

from typing import Any, Final

import orjson
import pytest

from events.chain import GENESIS, sealed
from replays.auditing.audit import audit
from tests.clauses.reached import Played, khamsin, world
from tests.table import make_vehicle

TRUCK: Final[dict[str, Any]] = make_vehicle("Lkw", "truck", 28, armour="none", at="C4")


def truck(at: str | None = "C4", **more: Any) -> dict[str, Any]:
    """A truck of the Germans."""
    return {key: value for key, value in (TRUCK | {"at": at} | more).items() if value is not None}


def ablaze(marks: dict[str, str], *hexes: str, phase: str = "AFPh", **facts: Any) -> Played:
    """A game in the second Player Turn, with Blazes that began in the first."""
    game = world(marks, **facts)
    game.to("PFPh")
    game.do(*(f"blaze {each}" for each in hexes), "phase RPh")
    game.to(phase)
    return game


def fires(game: Played) -> dict[str, str]:
    """The fire of each hex that has one."""
    return {name: str(each.fire) for name, each in game.state.ground.items() if each.fire}


# Smoke and drift -------------------------------------------------------------------------------


@pytest.mark.rule("E3.53", "A24.61")
def test_the_smoke_of_a_blaze_does_not_drift_in_rain() -> None:
    """Rain ends the drift of a Blaze and lays none; after the rain it drifts again."""
    facts: dict[str, Any] = {
        "weather": "Overcast",
        "ec": "Moist",
        "wind": "Mild Breeze",
        "wind_direction": 1,
    }
    game = ablaze({"D8": "b"}, "D8", **facts)
    assert dict(game.state.drift) == {"Blaze D8": ("D7", "D6", "D5")}
    game.do("phase RPh", "wc 5 5")
    assert not game.state.drift
    game.do("phase AFPh")
    assert not game.state.drift
    assert "smoke of a Blaze" in game.names("shot --from D6 --to D9")
    game.do("phase RPh", "wc 1 2", "phase AFPh")
    assert "Blaze D8" in game.state.drift


# The audit ---------------------------------------------------------------------------------------


def test_an_honest_game_of_fire_is_clean_and_a_forged_one_is_found(tmp_path: Any) -> None:
    """A spread upwind in Heavy Winds, or a vehicle that does not burn, is what the audit finds."""
    marks = dict.fromkeys(("D4", "D5", "D6", "C5", "C6", "E5", "E6"), "b")
    game = world(marks, vehicles=[truck("D5")], wind="Heavy Winds", wind_direction=1)
    game.to("PFPh")
    game.do("blaze D5", "phase RPh")
    game.to("AFPh")
    game.do("spread", "phase RPh", "wc 6 6", "phase AFPh", "spread")
    assert game.audited().clean
    path = tmp_path / "fire.jsonl"
    game.game.save(path)
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    spread = next(line for line in lines if line.get("do", {}).get("order") == "spread")
    next(event for event in spread["then"] if event.get("to") == "D4")["to"] = "D6"
    before, forged = GENESIS, []
    for line in lines:
        line.pop("hash", None)
        text, before = sealed(orjson.dumps(line), before)
        forged.append(text)
    path.write_bytes(b"\n".join([*forged, b""]))
    assert audit(path).findings[0].entry == spread["n"]
    assert khamsin("audit", str(path))[0] != 0


@pytest.mark.rule("11.4", "B25.5")
def test_ec_that_are_to_be_rolled_add_nothing_yet() -> None:
    """Before the EC dr of a DYO scenario an answer about fire says so, with a DRM of 0."""
    text = world({"D4": "b"}, ec=None, dyo=True, wind=None).text("burn --hex D4 --why-not")
    assert text.count("EC are still to be rolled") == 2
    assert "Kindling on a Final DR of 9 or more, 5/18" in text
