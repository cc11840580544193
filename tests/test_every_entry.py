"""Every terrain, mover and switch: entry has one answer, a cost or a reason, and never a gap."""

import itertools

import attrs
import pytest

from events.terms import Month
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.chapter_b.cot import entry_cost
from sim.chapter_b.mover import Mover
from sim.chapter_b.symbology import terrain_map
from sim.machine.opening import initial_state, setting_of
from sim.map.terrain_kind import MoverKind
from tests import cases
from tests.drawn import part
from tests.table import scenario

SWITCHES = ("", "steppe", "broken")
ALLOTMENT = 12


@pytest.mark.rule("B.2", "B.3", "AD2.4")
@pytest.mark.parametrize("board", bundled_boards())
@pytest.mark.parametrize("switch", SWITCHES)
@cases("ad", True, False)
def test_every_hex_has_one_answer_for_every_mover(board: str, switch: str, ad: bool) -> None:
    """From a neighbour, each mover gets a cost above nothing or a reason, but not both."""
    facts = scenario(vehicles=[], ec="Moist", ad=ad)
    facts = attrs.evolve(facts, boards=(load_board(board),), month=Month.OCTOBER)
    if not ad:
        bare = attrs.evolve(facts.boards[0], debris=())
        facts = attrs.evolve(facts, boards=(bare,))
    facts = attrs.evolve(facts, steppe=switch == "steppe", broken=switch == "broken")
    state = initial_state(facts)
    area = state.setting.area
    for name, kind in itertools.product(part(area.record), MoverKind):
        for origin in list(area.neighbours(name).values())[:1]:
            entry = entry_cost(state, Mover(kind, ALLOTMENT), origin, name)
            assert (entry.amount is None) is bool(entry.why_not), (name, kind, entry)
            if entry.amount is not None:
                assert entry.amount > 0, (name, kind)
                assert entry.amount == sum(item.amount or 0 for item in entry.items)


@pytest.mark.rule("AD1.2", "191.1", "191.2", "AD4.5")
@pytest.mark.parametrize("board", bundled_boards())
def test_ad_changes_nothing_where_it_does_not_speak(board: str) -> None:
    """A hex that no AD rule changes is governed by the same terrain with and without AD."""
    facts = attrs.evolve(
        scenario(vehicles=[], ec="Moist"), boards=(attrs.evolve(load_board(board), debris=()),)
    )
    plain = terrain_map(setting_of(facts))
    with_ad = terrain_map(setting_of(attrs.evolve(facts, ad=True)))
    for name, kinds in with_ad.items():
        if not any(kind.rule.startswith("AD") for kind in kinds):
            assert kinds == plain[name], name
