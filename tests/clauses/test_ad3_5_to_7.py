"""AD3.5-AD3.7 Arid Plaza, Oasis Well, Oasis and its palms, Fountain."""

from typing import Any

import pytest

from tests import cases
from tests.clauses.arid import arid, checked
from tests.clauses.reached import Played, board


def lft(name: str, marks: dict[str, str] | None = None, **facts: Any) -> Played:
    """A game on a blank AD board of 25 hexrows that is called so."""
    return arid(marks, on={"name": name, "columns": 25} | facts.pop("on", {}), **facts)


@pytest.mark.rule("AD3.5a", "AD3.5b")
def test_where_the_plazas_are() -> None:
    """Three hexes of LFT9 with N5, I6 alone of LFT7; other maps are told of."""
    right = {"N5": "z", "N6": "z", "O6": "z"}
    assert "AD3.5" not in checked(lft("LFT9", right))
    assert "3 Arid Plaza hexes" in checked(lft("LFT9", {**right, "P6": "z"}))
    assert "3 Arid Plaza hexes" in checked(lft("LFT9", {"N5": "z", "N6": "z"}))
    assert "3 Arid Plaza hexes" in checked(lft("LFT9"))
    assert "N5 of LFT9 is Arid Plaza" in checked(lft("LFT9", {"N6": "z", "N7": "z", "O6": "z"}))
    assert "AD3.5" not in checked(lft("LFT7", {"I6": "z", "D4": ".1"}))
    assert "I6 of LFT7 is Arid Plaza" in checked(lft("LFT7", {"J6": "z"}))


@pytest.mark.rule("AD3.61a", "AD3.7a")
@cases(
    "name, at, mark, kind, rule",
    ("LFT5", "W7", "W", "Oasis Well", "AD3.61"),
    ("LFT9", "N4", "F", "Fountain", "AD3.7"),
)
def test_where_well_and_fountain_are(name: str, at: str, mark: str, kind: str, rule: str) -> None:
    """A map without them there is told of."""
    told = checked(lft(name))
    assert f"{at} of {name} is {kind}" in told
    assert rule in told
    assert f"{at} of {name}" not in checked(lft(name, {at: mark}))
    assert lft(name, {at: mark}).json(f"terrain --hex {at}")["terrain"] == [kind]


GUNS = [
    ("W", "--calibre 50", False),
    ("W", "--calibre 81 --gun MTR", False),
    ("W", "--calibre 81 --gun MTR --dm", True),
    ("W", "--calibre 81 --gun MTR --animal-packed", True),
    ("W", "--calibre 50 --towed", True),
    ("F", "--calibre 50", False),
    ("F", "--calibre 107 --gun MTR", False),
    ("F", "--calibre 107 --gun MTR --dm", True),
    ("F", "--calibre 107 --gun MTR --animal-packed", True),
    ("F", "--calibre 82 --gun MTR", True),
    ("F", "--calibre 82 --gun RCL", False),
    ("F", "--calibre 50 --towed", False),
    ("F", "--calibre 81 --gun MTR --emplaced", False),
]


@pytest.mark.rule(
    "AD3.61i", "AD3.61j", "AD3.61k", "AD3.61l", "AD3.7f", "AD3.7g", "AD3.7h", "AD3.7i"
)
@pytest.mark.parametrize(("mark", "gun", "allowed"), GUNS)
@cases("building", False, True)
def test_which_guns_may_be_there(mark: str, gun: str, allowed: bool, building: bool) -> None:
    """Dismantled or Animal-Packed ones, a towed one in a Well, a small MTR at a Fountain."""
    game = arid({"E5": mark}, buildings=[{"hex": "E5"}] if building else [])
    asked = game.json(f"gun --hex E5 {gun}")
    assert asked["allowed"] is allowed
    assert mark == "W" or asked["may_set_up_emplaced"] is False


@pytest.mark.rule("AD3.7k", "AD3.7l")
@cases("boards", 1, 2)
def test_bypass_of_the_fountain(boards: int) -> None:
    """Infantry along N4/N5 and N4/O5, nobody else and nowhere else, on however many boards."""
    first = board({"N4": "F"}, columns=25, name="LFT9", ad=True)
    second = board(columns=25, name="X2", ad=True, row=2)
    game = arid(boards=[first, second][:boards])
    of = "" if boards == 1 else "LFT9"
    for beyond in ("N5", "O5", "N3", "M4", "M5", "O4"):
        asked = f"bypass --hex {of}N4 --along {of}{beyond}"
        assert game.json(asked)["possible"] is (beyond in ("N5", "O5"))
        for mover in ("truck", "fully-tracked", "cavalry"):
            vehicle = game.ask(f"{asked} --mover {mover}")
            assert vehicle.facts["possible"] is False
            assert {near.rule for near in vehicle.near} == {"AD3.7"}
    assert sorted(game.json(f"terrain --hex {of}N4")["bypass"]) == [f"{of}N5", f"{of}O5"]
