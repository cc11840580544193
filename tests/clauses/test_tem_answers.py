"""TEM, rule by rule: which terrain, counter or hexside gives it, and what leaves it out."""

from typing import Any, Final

import pytest

from tests import cases
from tests.clauses.movers import LORRY, TANK
from tests.clauses.reached import Played, world

Told = list[tuple[str, str, int]]

HERE: Final[dict[str, Any]] = {"at": "D4"}
GREEN: Final[dict[str, Any]] = {"on": {"desert": False}}


def tem(game: Played, words: str) -> Told:
    """The TEM of a shot, or of a hex: name, rule and amount of each."""
    found = game.ask(words if words.startswith("tem") else f"shot {words}").items
    return [(i.name, i.rule, int(i.amount or 0)) for i in found if i.kind == "TEM"]


def left_out(game: Played, words: str) -> dict[str, tuple[str, str]]:
    """The TEM that do not count: the rule of each, and why."""
    found = game.ask(words if words.startswith("tem") else f"shot {words}").near
    return {each.name: (each.rule, each.why) for each in found if each.kind == "TEM"}


# To which attacks ------------------------------------------------------------------------------


@pytest.mark.rule("B.3", "A22.2", "E7")
@cases(
    "words, rule",
    ("--attack IFT", ""),
    ("--attack TH", ""),
    ("--attack 'Residual FP'", ""),
    ("--attack 'Fire Lane'", ""),
    ("--attack 'Ground Support' --range 4", ""),
    ("--attack CC", "B.3"),
    ("--attack FT", "B.3"),
    ("--attack 'Specific Collateral'", "B.3"),
    ("--attack 'vs Aerial' --range 4 --against aerial", "E7"),
    ("--attack 'Heavy AA' --range 4 --against aerial", "E7"),
    ("--attack 'Aerial Combat' --range 4 --against aerial", "E7"),
)
def test_which_attacks_meet_no_tem(words: str, rule: str) -> None:
    """CC, FT and Specific Collateral by B.3; nothing in the air has any (E7)."""
    game = world({"D4": "w"}, **GREEN)
    one = "D4" if "CC" in words else "D3"
    found = f"--from {one} --to D4 {words}"
    if rule:
        assert tem(game, found) == []
        assert left_out(game, found)["TEM"][0] == rule
    else:
        assert tem(game, found) == [("Woods", "B13", 1)]
        assert "TEM" not in left_out(game, found)


# Height Advantage ------------------------------------------------------------------------------


@pytest.mark.rule("B10.31")
@cases(
    "marks, found",
    ({"D4": ".1"}, [("Height Advantage", "B10.31", 1)]),
    ({"D4": ".3"}, [("Height Advantage", "B10.31", 1)]),
    ({"D3": ".1", "D4": ".1"}, []),
    ({"D3": ".1"}, []),
    ({"D4": "w1"}, [("Woods", "B13", 1)]),
    ({"D3": "u"}, [("Height Advantage", "B10.31", 1)]),
)
def test_height_advantage_is_the_tem_of_who_has_no_other(
    marks: dict[str, str], found: Told
) -> None:
    """Fire from below meets +1, unless there is another TEM; on a level there is none at all."""
    game = world(marks, **GREEN)
    assert tem(game, "--from D3 --to D4") == found
    if not found:
        assert left_out(game, "--from D3 --to D4")["TEM"] == ("B.3", "D4 has none")


# Counters --------------------------------------------------------------------------------------


@pytest.mark.rule("B.9", "D9.3")
@cases(
    "cars, orders, found",
    ([TANK], [], [("vehicle PzA", "D9.3", 1)]),
    ([TANK], ["destroy PzA"], [("wreck PzA", "D9.3", 1)]),
    ([LORRY], [], []),
    ([LORRY], ["destroy Lkw"], [("wreck Lkw", "D9.3", 1)]),
    ([LORRY, TANK], [], [("vehicle PzA", "D9.3", 1)]),
    ([TANK, TANK | {"id": "PzB"}], [], [("vehicle PzA", "D9.3", 1)]),
)
def test_an_afv_or_wreck_shelters_who_is_beside_it(
    cars: list[dict[str, Any]], orders: list[str], found: Told
) -> None:
    """+1 of one of them, however many; a truck gives none, and none is given to vehicles."""
    game = world(vehicles=[car | HERE for car in cars])
    game.to("PFPh")
    game.do(*orders)
    for words in ("tem --hex D4", "--from D2 --to D4"):
        assert tem(game, words) == found
    assert tem(game, "tem --hex D4 --vehicle-target") == []
    assert tem(game, "--from D2 --to D4 --against vehicle") == []
    reversed_ = [(name, rule, -amount) for name, rule, amount in found]
    assert tem(game, "tem --hex D4 --critical-hit") == reversed_


@pytest.mark.rule("B.3", "B.9")
def test_the_better_tem_leaves_the_other_out() -> None:
    """A wall before a tank; a tank in brush; shellholes in a crag."""
    wall = [{"kind": "wall", "at": ["D3/D4"]}]
    game = world(vehicles=[TANK | HERE], hexsides=wall)
    assert tem(game, "--from D2 --to D4") == [("Wall", "B9", 2)]
    assert left_out(game, "--from D2 --to D4")["vehicle PzA"] == ("D9.3", "Wall is the better TEM")
    assert tem(game, "--from D6 --to D4") == [("vehicle PzA", "D9.3", 1)]
    house = world(vehicles=[TANK | HERE], buildings=[{"hex": "D4"}])
    assert tem(house, "tem --hex D4") == [("Stone Building", "B23", 3)]
    assert left_out(house, "tem --hex D4")["vehicle PzA"][0] == "D9.3"


@pytest.mark.rule("B.1", "B2", "B.9")
def test_shellholes_are_cumulative_with_nothing() -> None:
    """A graveyard in woods adds up; shellholes do not, and shelter only who is in them."""
    both = world({"D4": "wq"}, **GREEN)
    assert tem(both, "tem --hex D4") == [("Woods", "B13", 1), ("Graveyard", "B18", 1)]
    assert both.json("terrain --hex D4")["tem"] == 2
    holes = world({"D4": "wqS"}, **GREEN)
    assert tem(holes, "tem --hex D4") == tem(both, "tem --hex D4")
    assert left_out(holes, "tem --hex D4")["Shellholes"] == (
        "B2",
        "Woods and Graveyard is the better TEM",
    )
    alone = world({"D4": "S"}, **GREEN)
    assert tem(alone, "tem --hex D4") == [("Shellholes", "B2", 1)]
    assert tem(alone, "tem --hex D4 --outside") == []
    assert tem(alone, "--from D2 --to D4 --outside") == []
    assert holes.json("terrain --hex D4")["tem"] == 2
    assert alone.json("terrain --hex D4")["tem"] == 1


# Hexsides --------------------------------------------------------------------------------------


def hedged(marks: dict[str, str], *kinds: tuple[str, str], **facts: Any) -> Played:
    """A game with things on hexsides: ``("wall", "D3/D4")``."""
    return world(marks, hexsides=[{"kind": kind, "at": [at]} for kind, at in kinds], **facts)


@pytest.mark.rule("B9.3", "191.3")
@cases(
    "kind, rule, direct, indirect",
    ("wall", "B9", 2, 1),
    ("hedge", "B9", 1, 0),
    ("cactus-hedge", "191.3", 1, 0),
)
def test_the_hexside_that_a_los_crosses_gives_its_tem(
    kind: str, rule: str, direct: int, indirect: int
) -> None:
    """Across it, and not from elsewhere; vs Indirect Fire from anywhere."""
    game = hedged({}, (kind, "D3/D4"))
    name = game.json("tem --hex D4")["hexsides"]["1"]["kind"].capitalize().replace("-h", " H")
    assert tem(game, "--from D2 --to D4") == [(name, rule, direct)]
    assert tem(game, "--from D6 --to D4") == []
    found = [(name, rule, indirect)] if indirect else []
    for firer in ("D2", "D6"):
        assert tem(game, f"--from {firer} --to D4 --indirect") == found
    for words, amount in (("", direct), ("--indirect", indirect)):
        told = game.json(f"tem --hex D4 {words}")["hexsides"]
        assert [(side, each["tem"]) for side, each in told.items()] == [("1", amount)]
        assert game.json(f"tem --hex D3 {words}")["hexsides"]["4"]["tem"] == amount


@pytest.mark.rule("B9.3")
def test_a_wall_shelters_who_is_at_its_level() -> None:
    """It stands on the higher ground: nobody beneath it, and nobody upstairs, has its TEM."""
    low = hedged({"D3": ".1"}, ("wall", "D3/D4"))
    assert tem(low, "--from D2 --to D4") == []
    high = hedged({"D4": ".1"}, ("wall", "D3/D4"))
    assert ("Wall", "B9", 2) in tem(high, "--from D2 --to D4")
    house = world(
        buildings=[{"hex": "D4", "material": "wooden", "upper_levels": 1}],
        hexsides=[{"kind": "wall", "at": ["D3/D4"]}],
    )
    assert tem(house, "--from D2 --to D4@1") == [("Wooden Building", "B23", 2)]
    assert "Wall" not in left_out(house, "--from D2 --to D4@1")


# Wall Advantage --------------------------------------------------------------------------------


@pytest.mark.rule("B9.32", "AD4.6")
def test_each_answer_about_wall_advantage_names_its_rule() -> None:
    """Gained with the TEM of the hexside; or why it is not."""
    game = hedged(
        {"H4": ".1"}, ("wall", "D3/D4"), ("hedge", "F3/F4"), ("wall", "H3/H4"), ("wall", "J3/J4")
    )

    def asked(words: str) -> tuple[str, int | None]:
        found = game.ask(f"wall-advantage {words}")
        (each,) = found.items or found.near
        return each.rule, int(found.items[0].amount or 0) if found.items else None

    assert asked("--from D4 --to D3") == ("B9.32", 2)
    assert asked("--from D3 --to D4") == ("B9.32", 2)
    assert asked("--from F4 --to F3") == ("B9.32", 1)
    assert asked("--from D4 --to D5") == ("B9.32", None)
    assert asked("--from D4 --to D3 --held") == ("B9.32", None)
    assert asked("--from H4 --to H3") == ("B9.32", 2)
    assert asked("--from H3 --to H4") == ("B9.32", None)
    why = {
        words: game.ask(f"wall-advantage {words}").near[0].why
        for words in ("--from D4 --to D5", "--from D4 --to D3 --held", "--from H3 --to H4")
    }
    assert why["--from D4 --to D5"] == "neither wall nor hedge divides D4 from D5"
    assert "an enemy in D3" in why["--from D4 --to D3 --held"]
    assert "level" in why["--from H3 --to H4"]


@pytest.mark.rule("AD4.6", "B9.32")
def test_nobody_gains_wall_advantage_over_a_high_wall() -> None:
    """By AD4.6, before anything else."""
    game = world(hexsides=[{"kind": "high-wall", "at": ["D3/D4"]}], on={"ad": True}, ad=True)
    near = game.ask("wall-advantage --from D4 --to D3 --held").near
    assert [(each.name, each.rule) for each in near] == [("Wall Advantage", "AD4.6")]
