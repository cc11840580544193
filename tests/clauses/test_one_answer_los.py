"""One answer everywhere: shot, view, map and LOS in bulk say the same of any LOS."""

from random import Random
from typing import Any

import pytest

from replays.drawing.text_map import terminal
from sim.questions.shot import ShotAnswer
from sim.state import BARE
from tests import cases
from tests.clauses.reached import COLUMNS, Played, world

COLUMNS_USED, ROWS = 9, 7
HEXES = [f"{COLUMNS[n]}{row}" for n in range(COLUMNS_USED) for row in range(1, ROWS + 1)]
MARKS = tuple(".shdDeHyur~bvgoOpPkwlcCnmqSzaWF")
OF_A_LOS = ("LOS Hindrance", "LV", "DLV")


def drawn(random: Random) -> Played:
    """A game on a random map, under a random sky, with SMOKE, fire and Dust in it."""
    marks = {name: random.choice(MARKS) for name in random.sample(HEXES, 30)}
    for name in random.sample(HEXES, 6):
        marks[name] = f"{marks.get(name, '.')}{random.choice('123')}"
    bare = [name for name in HEXES if name not in marks]
    buildings = [
        {"hex": name, "upper_levels": random.randint(0, 2), "building": random.choice("xy")}
        for name in random.sample(bare, 5)
    ]
    sides = [
        {"kind": kind, "at": [f"{random.choice(HEXES)}:{random.randint(1, 6)}"]}
        for kind in ("wall", "hedge", "high-wall", "cactus-hedge", "bank", "wall", "hedge")
    ]
    time, ec = random.choice(
        [("None", "Dry"), ("Midday", "Very Dry"), ("Early Morning", "Moist"), ("Night", "Dry")]
    )
    mist = random.random() < 0.3
    ec = "Moist" if mist else ec  # E3.3
    facts: dict[str, Any] = {
        "time_of_day": time,
        "ec": ec,
        "month": random.choice(["January", "June", "September"]),
        "mist": mist,
        "ad": random.random() < 0.5,
        "dust": "None" if ec == "Moist" else random.choice(["None", "Light", "Moderate", "Heavy"]),
        "wind": "Heavy Winds",
        "wind_direction": random.randint(1, 6),
    }
    on = {"columns": COLUMNS_USED, "rows": ROWS, "buildings": buildings, "hexsides": sides}
    game = world(marks, on=on | {"ad": facts["ad"]}, **facts)
    if random.random() < 0.5:
        game.to("PFPh")
        game.do(f"ffe a {random.choice(HEXES)} 100mm")
    return game


def of_a_los(found: dict[str, Any]) -> tuple[int, int]:
    """The least and the most that a LOS itself adds, TEM apart."""
    low = high = 0
    for each in found["items"]:
        if each["kind"] in OF_A_LOS:
            low += each["die"]["values"][0] if "die" in each else each["amount"]
            high += each["die"]["values"][-1] if "die" in each else each["amount"]
    return low, high


@pytest.mark.parametrize("seed", range(12))
@cases("attack", "TH", "IFT", "DC", "FT", "Fire Lane")
def test_every_door_says_the_same_of_a_los(seed: int, attack: str) -> None:
    """`ask view` (in bulk) and `ask shot` agree on each hex, `map` draws what they say."""
    random = Random(f"one answer {seed}")
    game = drawn(random)
    firer = random.choice(HEXES)
    view = game.json(f"view --from {firer} --attack '{attack}'")
    for name in game.state.setting.area.record:
        if name == firer:
            continue
        answer = game.ask(f"shot --from {firer} --to {name} --attack '{attack}'")
        assert isinstance(answer, ShotAnswer)
        found = game.as_json(answer)
        seen = answer.blocked is None and "not allowed" not in answer.verdict
        assert (name in view["hidden"]) is not seen, (firer, name)
        if seen:
            drm = view["seen"][name]
            assert (drm["low"], drm["high"]) == of_a_los(found), (firer, name)
    assert isinstance(answer, ShotAnswer)
    text = terminal(game.state, answer)
    assert (f"blocked: {answer.blocked}" in " ".join(text.split("\n"))) or answer.blocked is None


@pytest.mark.parametrize("seed", range(6))
def test_what_blocks_a_shot_blocks_interdiction_and_accuracy(seed: int) -> None:
    """Nobody Interdicts where a shot has no LOS, no Observer sees where none has one (C1.62)."""
    random = Random(f"no LOS {seed}")
    game = drawn(random)
    for _ in range(25):
        one, two = random.sample(HEXES, 2)
        shot = game.json(f"shot --from {one} --to {two}")
        if shot["blocked"] is not None:
            assert not game.json(f"interdiction --from {one} --to {two}")["possible"]
            building = game.state.ground.get(two, BARE).building
            roof = game.json(f"rooftop --hex {two}")["rooftop"]
            upper = range(1, 1 + roof + (building.upper_levels if building else 0))
            shots = [game.json(f"shot --from {one} --to {two}@{level}") for level in upper]
            seen = any(each["blocked"] is None for each in shots)
            found = game.json(f"oba-accuracy --from {one} --to {two}")
            assert (found["blocked"] is None) is seen, (one, two)
