"""One rule, one answer: `ask entry-cost`, `ask may-enter`, `ask bog` and the order `move` agree."""

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import event, given, reject
from hypothesis import strategies as st

from events.errors import BadInput
from events.vehicles import BogChecked, ImmobilizationChecked, VehicleMoved
from replays.game.game import OrderRefused
from sim.machine.telling import Reason
from tests import cases
from tests.clauses.movers import moving
from tests.clauses.reached import Played

MARKS = (*".shdDeHyurbvgoOpPkwlcmqSzaWF", "cb", "eh", "es", "ob", "hd", "wb")
SIDES = ("wall", "hedge", "cactus-hedge", "high-wall", "cliff")
MOVEMENTS = ("fully-tracked", "halftrack", "armoured-car", "truck", "horse-drawn")
LITTER = ("", "smoke C4", "debris C4", "shellholes C4", "rubble C4", "blaze C4")


def marks() -> st.SearchStrategy[str]:
    """A cell of a map: marks, a level, the other base terrain."""
    parts = (
        st.sampled_from(MARKS),
        st.sampled_from(("", "", "1", "2")),
        st.sampled_from(("", "'")),
    )
    return st.tuples(*parts).map("".join)


@st.composite
def vehicles(draw: st.DrawFn) -> dict[str, Any]:
    """A vehicle in C3, of every movement type, armour and weight."""
    armour = draw(st.sampled_from(("closed-topped", "open-topped", "none")))
    return {
        "id": "Car",
        "side": "German",
        "movement": draw(st.sampled_from(MOVEMENTS)),
        "mp": draw(st.integers(3, 40)),
        "armour": armour,
        "bu": armour != "none" and draw(st.booleans()),
        "towing": draw(st.booleans()),
        "ground_pressure": draw(st.sampled_from(("low", "normal", "high"))),
        "at": "C3",
    }


@st.composite
def worlds(draw: st.DrawFn) -> dict[str, Any]:
    """What surrounds an entry of C4 from C3: terrain, hexside, road, weather, switches."""
    ad, desert = draw(st.booleans()), draw(st.booleans())
    weather = draw(st.sampled_from(("Clear", "Overcast")))
    facts: dict[str, Any] = {
        "marks": {"C3": draw(marks()), "C4": draw(marks()), "C5": draw(marks())},
        "on": {"ad": ad, "desert": desert},
        "ad": ad,
        "ec": draw(st.sampled_from(("Dry", "Moist", "Wet") if desert else ("Moist", "Mud"))),
        "weather": weather,
        "month": draw(st.sampled_from(("January", "April", "June", "October"))),
        "broken": draw(st.booleans()),
    }
    facts["steppe"] = not facts["broken"] and draw(st.booleans())
    if draw(st.integers(0, 4)) == 0:
        facts["hexsides"] = [{"kind": draw(st.sampled_from(SIDES)), "at": ["C3/C4"]}]
    if kind := draw(st.sampled_from(("", "", "paved", "unpaved"))):
        facts["roads"] = [{"hexes": ["C3", "C4"], "kind": kind}]
    if draw(st.integers(0, 3)) == 0:
        material = draw(st.sampled_from(("stone", "wooden")))
        facts["buildings"] = [{"hex": "C4", "material": material}]
    return facts


def game_of(facts: dict[str, Any], car: dict[str, Any], rain: bool, litter: str) -> Played:
    """A game in its MPh with the vehicle Started; what cannot be is rejected."""
    facts = dict(facts)
    other = {"id": "Wreck", "side": "British", "movement": "truck", "armour": "none", "mp": 9}
    try:
        game = moving(facts.pop("marks"), car, other | {"at": "E9"}, started=False, **facts)
    except BadInput:
        reject()
    if litter:
        with suppress(OrderRefused):
            game.do(litter)
    if rain and facts["weather"] == "Overcast":
        game.do("phase RPh", "wc 3 4", "phase RPh", "wc 6 4", "phase MPh")
    if car["movement"] != "horse-drawn":  # D.2
        game.do("start Car")
    return game


@pytest.mark.rule("B.2", "D2.1", "D8.2", "D8.21")
@given(facts=worlds(), car=vehicles(), rain=st.booleans(), litter=st.sampled_from(LITTER))
def test_questions_and_order_give_one_answer(
    facts: dict[str, Any], car: dict[str, Any], rain: bool, litter: str
) -> None:
    """The same NA and why, the same MP, the same Bog Checks and DRM, the same Immobilization DR."""
    game = game_of(facts, car, rain, litter)
    cost = game.json("entry-cost --from C3 --to C4 --vehicle Car")
    may = game.json("may-enter --from C3 --to C4 --vehicle Car")
    bog = game.json("bog --from C3 --to C4 --vehicle Car")
    for key in ("allowed", "cost", "bog_check", "bog_drm"):
        assert cost[key] == may[key]
    assert (bog["cost"], bog["bog_check"]) == (cost["cost"], cost["bog_check"])
    assert bool(bog["drm"]) is bog["bog_check"]
    if not cost["allowed"]:
        event("NA")
        refusal = game.refused("move Car C4")
        why = cost["verdict"].removeprefix("it may not enter: ")
        words, _, rule = why.rpartition(" (")
        told = (refusal.reason, refusal.rule, words in refusal.why)
        assert told == (Reason.CANNOT_ENTER, rule[:-1], True)
        assert why in may["verdict"]
        assert why in bog["verdict"]
        return
    moved(game, car, cost, bog)


def moved(game: Played, car: dict[str, Any], cost: dict[str, Any], bog: dict[str, Any]) -> None:
    """The vehicle moves as the answers say, with low dice for every DR that they name."""
    drs = len(bog["drm"]) + (bog["immobilization_drm"] is not None)
    event(f"{drs} DR")
    told = game.do(f"move Car C4 {'1 1 ' * drs}".strip())
    (go,) = (e for e in told if isinstance(e, VehicleMoved))
    left = car["mp"] - (car["movement"] != "horse-drawn")
    whole = go.whole or Fraction(cost["cost"]) > left
    assert Fraction(go.mp) == (left if whole else Fraction(cost["cost"]))
    assert [e.drm for e in told if isinstance(e, BogChecked)] == bog["drm"]
    rolled = [e.drm for e in told if isinstance(e, ImmobilizationChecked)]
    assert rolled == [bog["immobilization_drm"]] * (bog["immobilization_drm"] is not None)


@pytest.mark.rule("B.2", "D8.21")
@given(facts=worlds(), car=vehicles(), rain=st.booleans(), litter=st.sampled_from(LITTER))
def test_a_kind_of_mover_is_answered_as_a_vehicle_of_that_kind(
    facts: dict[str, Any], car: dict[str, Any], rain: bool, litter: str
) -> None:
    """A closed-topped AFV of normal ground pressure pays and risks what its kind does."""
    afv = car["movement"] in ("fully-tracked", "halftrack", "armoured-car")
    car |= {"armour": "closed-topped" if afv else "none", "ground_pressure": "normal"}
    car["bu"] = afv and car["bu"]
    game = game_of(facts, car, rain, litter)
    kind = f"--mover {car['movement']} --allotment {car['mp']}"
    kind += " --bu" * car["bu"] + " --towing" * car["towing"]
    for question in ("entry-cost", "may-enter", "bog"):
        one = game.json(f"{question} --from C3 --to C4 --vehicle Car")
        two = game.json(f"{question} --from C3 --to C4 {kind}")
        for key in ("allowed", "cost", "bog_check", "bog_drm", "drm", "immobilization_drm"):
            assert one.get(key) == two.get(key), key


HALFTRACK: dict[str, Any] = {"movement": "halftrack", "armour": "open-topped"}
TANK: dict[str, Any] = {"movement": "fully-tracked", "armour": "closed-topped"}


def car(spec: dict[str, Any], mp: int, **more: Any) -> dict[str, Any]:
    """A German vehicle in C3."""
    return {"id": "Car", "side": "German", "mp": mp, "at": "C3"} | spec | more


@pytest.mark.rule("D8.21", "B.2")
@cases("kind", "hedge", "cactus-hedge")
@cases(
    "spec, mark, cost, drs",
    (HALFTRACK, ".", 3, [2]),
    (HALFTRACK, "w", 15, [2, 2]),
    (HALFTRACK, "l", 7, [2, 3]),
    (TANK, ".", 2, []),
    (TANK, "w", 9, [4]),
)
def test_a_hedge_is_one_thing_to_every_answer(
    kind: str, spec: dict[str, Any], mark: str, cost: int, drs: list[int]
) -> None:
    """A halftrack makes the Bog Check of a hedge in the hex that it leaves, then that of woods."""
    game = moving({"C4": mark}, car(spec, 15), hexsides=[{"kind": kind, "at": ["C3/C4"]}])
    for question in ("entry-cost", "may-enter"):
        found = game.json(f"{question} --from C3 --to C4 --vehicle Car")
        assert (float(Fraction(found["cost"])), found["bog_check"]) == (cost, bool(drs)), question
    assert game.json("bog --from C3 --to C4 --vehicle Car")["drm"] == drs
    events = game.do(f"move Car C4 {'1 1 ' * len(drs)}".strip())
    checks = [each for each in events if isinstance(each, BogChecked)]
    assert [each.drm for each in checks] == drs
    hexes = ["C3", "C4"] if spec is HALFTRACK else ["C4"]
    assert [each.hex for each in checks] == hexes[: len(drs)]
    bogs = moving({"C4": mark}, car(spec, 15), hexsides=[{"kind": kind, "at": ["C3/C4"]}])
    if spec is HALFTRACK:
        bogs.do("move Car C4 5 5")
        assert bogs.state.vehicles["Car"].hex == "C3"
        assert bogs.state.vehicles["Car"].bogged


@pytest.mark.rule("D8.21")
@cases("mtr, drm", (None, 5), (75, 5), (76, 4), (107, 4), (108, 5))
def test_a_light_mtr_in_tow_does_not_count(mtr: int | None, drm: int) -> None:
    """Towing adds one, but for a MTR of 76 to 107mm; an order, a vehicle and a kind agree."""
    game = moving({"C4": "w"}, car(TANK, 13, towing=True, mtr=mtr))
    assert game.json("bog --from C3 --to C4 --vehicle Car")["drm"] == [drm]
    words = "bog --from C3 --to C4 --mover fully-tracked --allotment 13 --towing"
    assert game.json(words + (f" --mtr {mtr}" if mtr else ""))["drm"] == [drm]
    events = game.do("move Car C4 1 1")
    assert [each.drm for each in events if isinstance(each, BogChecked)] == [drm]
    assert "expected towing" in game.why_refused("bog --from C3 --to C4 --mover truck --mtr 81")


@pytest.mark.rule("A2.5", "D8.21")
@cases("mark, cost, drs", (".", 1, []), ("w", 7, [4]), ("b", 2, []))
def test_an_entry_from_offboard_has_one_answer(mark: str, cost: int, drs: list[int]) -> None:
    """What `--from offboard` answers is what `enter` takes; only at the edge."""
    tank = car(TANK, 13)
    del tank["at"]
    game = moving({"A2": mark}, tank, started=False)
    for question in ("entry-cost", "may-enter", "bog"):
        found = game.json(f"{question} --from offboard --to A2 --vehicle Car")
        assert (float(Fraction(found["cost"])), found["bog_check"]) == (cost, bool(drs)), question
        tracked = f"{question} --from offboard --to D4 --mover fully-tracked"
        assert "not on the edge" in game.why_refused(tracked)
    assert game.refused("move Car A2").rule == "A2.5"
    events = game.do(f"enter Car A2 {'1 1 ' * len(drs)}".strip())
    assert [each.drm for each in events if isinstance(each, BogChecked)] == drs
    assert game.state.vehicles["Car"].mp_used == cost
