"""What Steppe, Broken and AD Terrain, seasons and declarations make of the hexes of a map."""

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from events.terms import Base, HexsideKind, Month
from replays.asking.ask import ask
from replays.game.bundled import bundled_boards
from replays.game.scenario_file import load_board
from sim.chapter_191.broken_terrain import broken
from sim.chapter_191.steppe_terrain import steppe
from sim.chapter_ad.broken_terrain import broken_on_ad_board
from sim.chapter_ad.vegetation import desert_vegetation
from sim.chapter_b.symbology import CATALOGUE, governing_terrain, in_season, terrain_map
from sim.machine.opening import setting_of
from sim.map.terrain import Terrain
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.questions.shot import ShotAnswer
from sim.soundness import faults
from sim.state.state import Setting
from tests.table import Table, scenario

MAP = """
0   .  .  h
1 . s  .  h  .  .  .
2 . .  .  .  .  d  b
3 s h  cb ch g  o  w
4 . .  .  y  ~  o' w'
5 . .  .  .  .  o  .
"""


def setting(*, ad: bool = False, map_: str = MAP, **facts: Any) -> Setting:
    """A setting on one small board."""
    board = {"name": "X", "desert": not ad, "ad": ad, "map": map_}
    given_: dict[str, Any] = {"boards": [board], "ad": ad, "vehicles": [], "ec": "Moist"}
    return setting_of(scenario(**(given_ | facts)))


def names(where: Setting, name: str) -> list[str]:
    """The names of the terrain that governs a hex."""
    return [kind.name for kind in governing_terrain(where, name)]


@pytest.mark.rule("191.1")
def test_broken_terrain_on_a_desert_board() -> None:
    """Scrub is Inherent brush, hammada half-level crag, Open Ground beside it Broken Ground."""
    where = setting(broken=True)
    (scrub,) = governing_terrain(where, "B1")
    assert (scrub.name, scrub.inherent, scrub.hindrance) == ("Brush", True, 1)
    (crag,) = governing_terrain(where, "B3")
    assert (crag.name, crag.half, crag.inherent, crag.tem) == ("Crag", True, True, 1)
    for name in ("B2", "A4", "B4"):
        assert names(where, name) == ["Broken Ground"], name
    (ground,) = governing_terrain(where, "B2")
    assert (ground.tem, ground.concealment, ground.obstacle, ground.hindrance) == (1, True, 0, 0)
    assert ground.costs[MoverKind.INFANTRY].points == 2
    assert names(where, "A2") == ["Open Ground"]
    assert names(where, "F2") == ["Sand"]


@pytest.mark.rule("191.1")
def test_broken_ground_needs_access_to_the_crag() -> None:
    """A cliff between hammada and Open Ground keeps the ground as it is."""
    board = {
        "name": "X",
        "desert": True,
        "map": MAP,
        "hexsides": [{"kind": "cliff", "at": ["B3:4"]}],
    }
    where = setting_of(scenario(boards=[board], vehicles=[], ec="Moist", broken=True))
    assert names(where, "B4") == ["Open Ground"]
    assert names(where, "B2") == ["Broken Ground"]


@pytest.mark.rule("191.2")
def test_steppe_terrain_on_a_desert_board() -> None:
    """Hammada is brush and scrub woods, both Inherent; sand only if it is declared grain."""
    where = setting(steppe=True)
    (brush,) = governing_terrain(where, "B3")
    (woods,) = governing_terrain(where, "B1")
    assert (brush.name, brush.inherent) == ("Brush", True)
    assert (woods.name, woods.inherent, woods.obstacle) == ("Woods", True, 1)
    assert names(where, "F2") == ["Sand"]
    grain = setting(steppe=True, terrain={"Sand": "Grain"})
    (field,) = governing_terrain(grain, "F2")
    assert (field.name, field.inherent, field.hindrance) == ("Grain", True, 1)


@pytest.mark.rule("191.2")
@pytest.mark.parametrize(("ec", "blinded"), [("Dry", False), ("Very Dry", True)])
def test_steppe_needs_very_dry_for_sun_blindness(ec: str, blinded: bool) -> None:
    """In Steppe Terrain the late sun blinds only in Very Dry EC; Heat Haze is as always."""
    state = Table(steppe=True, time_of_day="Late Afternoon", ec=ec, vehicles=[]).state
    answer = ask(state, "shot", firer="H5", target="C5")
    assert isinstance(answer, ShotAnswer)
    assert any(item.name == "Sun Blindness" for item in answer.items) is blinded
    hazy = Table(steppe=True, time_of_day="Midday", ec=ec, vehicles=[]).state
    found = ask(hazy, "shot", firer="A5", target="K5")
    assert any(item.name == "Intense Heat Haze" for item in found.items)


@pytest.mark.rule("AD4.5")
def test_broken_terrain_on_an_ad_board() -> None:
    """Scrub stays scrub, Inherent; hammada alone is Boulder-Crag, half-level, +2."""
    where = setting(ad=True, broken=True)
    (scrub,) = governing_terrain(where, "B1")
    assert (scrub.name, scrub.inherent) == ("Scrub", True)
    (crag,) = governing_terrain(where, "B3")
    assert (crag.name, crag.half, crag.inherent, crag.tem) == ("Boulder-Crag", True, True, 2)
    assert names(where, "D3") == ["Crag-Hammada"]
    assert names(where, "C3") == ["Crag-Brush"]


@pytest.mark.rule("AD4.51")
def test_broken_ground_on_an_ad_board() -> None:
    """Beside a Boulder-Crag Open Ground and brush are Broken Ground; sand, grain, others not."""
    where = setting(ad=True, broken=True, map_="0   .\n1 . h b\n2 d g .\n3 . . .")
    assert names(where, "C1") == ["Brush", "Broken Ground"]
    assert names(where, "B0") == ["Broken Ground"]
    assert names(where, "A1") == ["Broken Ground"]
    assert names(where, "B2") == ["Grain"]
    assert names(where, "A2") == ["Sand"]
    assert names(where, "A3") == ["Open Ground"]


@pytest.mark.rule("AD1.2")
def test_ad_goes_before_chapter_f_only_where_it_speaks() -> None:
    """On an AD board that is a Desert Board AD4.5 overrides 191.1; without AD it does not."""
    board = {"name": "X", "desert": True, "ad": True, "map": MAP}
    for ad, kind, rule in ((True, "Boulder-Crag", "AD4.5"), (False, "Crag", "191.1")):
        facts = scenario(boards=[board], ad=ad, vehicles=[], ec="Moist", broken=True)
        (found,) = governing_terrain(setting_of(facts), "B3")
        assert (found.name, found.rule) == (kind, rule)


@pytest.mark.rule("AD3.11", "AD3.14")
def test_trees_of_ad_boards() -> None:
    """In desert hexes orchards are Olive Groves and woods Light Woods; Temperate ones stay."""
    where = setting(ad=True, map_=MAP.replace("~", "."))
    (olives,) = governing_terrain(where, "F3")
    assert (olives.name, olives.rule, olives.tem) == ("Olive Grove", "AD3.11", 1)
    assert names(where, "G3") == ["Light Woods"]
    assert names(where, "F4") == ["Orchard"]
    assert names(where, "G4") == ["Woods"]
    assert names(setting(), "G3") == ["Woods"]


@pytest.mark.rule("AD3.62")
def test_a_pond_beside_an_orchard_is_an_oasis() -> None:
    """Beside an orchard water of an AD board is an Oasis, a shallow stream; elsewhere water."""
    where = setting(ad=True)
    (oasis,) = governing_terrain(where, "E4")
    assert oasis.name == "Oasis"
    assert oasis.depression
    assert names(setting(ad=True, map_=MAP.replace("o'", ".").replace("o", ".")), "E4") == ["Water"]
    assert names(setting(), "E4") == ["Water"]


@pytest.mark.rule("AD3.63", "AD3.12")
def test_orchards_near_an_oasis_are_palms() -> None:
    """Within two hexes of an Oasis orchards are Palm Trees and Rally Terrain, Kindling 10."""
    where = setting(ad=True)
    for name in ("F3", "F4", "F5"):
        (palms,) = governing_terrain(where, name)
        assert (palms.name, palms.rally, palms.rule) == ("Palm Trees", True, "AD3.63")
        assert (palms.kindling, palms.spreading) == (10, 10)


@pytest.mark.rule("AD3.161", "AD3.162")
@pytest.mark.parametrize(
    ("month", "ad", "kind", "hindrance", "infantry"),
    [
        ("June", False, "Grain", 1, "3/2"),
        ("April", False, "Plowed Field", 0, "3/2"),
        ("November", False, "Open Ground", 0, "1"),
        ("July", True, "Grain", 1, "3/2"),
        ("September", True, "Thick Grain", 2, "2"),
        ("October", True, "Thick Grain", 2, "2"),
        ("December", True, "Plowed Field", 0, "3/2"),
    ],
)
def test_grain_by_month(month: str, ad: bool, kind: str, hindrance: int, infantry: str) -> None:
    """Grain grows June to September; of AD boards it is plowed, and thick in autumn."""
    (found,) = governing_terrain(setting(ad=ad, month=month), "E3")
    assert (found.name, found.hindrance) == (kind, hindrance)
    assert str(found.costs[MoverKind.INFANTRY].points) == infantry


@pytest.mark.rule("191.4", "191.5", "191.6", "AD3.12", "AD3.121")
@pytest.mark.parametrize(
    ("kind", "other", "rule"),
    [
        ("Orchard", "Cactus Patch", "191.4"),
        ("Orchard", "Olive Grove", "191.5"),
        ("Orchard", "Palm Trees", "AD3.12"),
        ("Orchard", "Dense Palm Trees", "AD3.121"),
        ("Brush", "Vineyard", "191.6"),
    ],
)
def test_an_ssr_declares_terrain(kind: str, other: str, rule: str) -> None:
    """Each declaration that a rule allows changes all hexes of its kind, and says which rule."""
    where = setting(terrain={kind: other})
    name = {"Orchard": "F3", "Brush": "G2"}[kind]
    (found,) = governing_terrain(where, name)
    assert (found.name, found.rule, found.inherent) == (other, rule, True)


@pytest.mark.rule("191.3")
def test_an_ssr_declares_cactus_hedges() -> None:
    """Declared walls or hedges are Cactus Hedges, and the others stay."""
    hexsides = [{"kind": "wall", "at": ["A1:3"]}, {"kind": "hedge", "at": ["A2:3"]}]
    board = {"name": "X", "desert": True, "map": MAP, "hexsides": hexsides}
    where = setting_of(
        scenario(boards=[board], vehicles=[], ec="Moist", terrain={"Hedge": "Cactus Hedge"})
    )
    assert where.area.hexsides["A2", 3] is HexsideKind.CACTUS_HEDGE
    assert where.area.hexsides["A1", 3] is HexsideKind.WALL


@pytest.mark.parametrize(
    "terrain", [{"Woods": "Palm Trees"}, {"Orchard": "Sea"}, {"Sand": "Grain"}, {"Wall": "Hedge"}]
)
def test_impossible_declarations(terrain: dict[str, str]) -> None:
    """What no rule lets an SSR declare is a fault that names its place."""
    facts = scenario(terrain=terrain)
    found = [fault for fault in faults(facts) if fault.where.startswith("terrain.")]
    assert len(found) == 1
    assert isinstance(found[0], BadInput)


KINDS = st.lists(
    st.sampled_from(sorted(CATALOGUE[Base.DESERT])), min_size=1, max_size=2, unique=True
)


@pytest.mark.rule("191.1", "191.2", "AD4.5", "AD3.11", "AD3.14", "AD3.161")
@given(KINDS, st.sampled_from(list(Month)), st.booleans())
def test_a_transformation_twice_is_the_same_as_once(
    kinds: list[TerrainKind], month: Month, ad: bool
) -> None:
    """Applied to its own result a transformation changes nothing more."""
    rows = CATALOGUE[Base.DESERT]
    start: tuple[Terrain, ...] = tuple(rows[kind] for kind in kinds)
    for change in (broken, steppe, broken_on_ad_board, desert_vegetation):
        once = change(start, rows)
        assert change(once, rows) == once
    once = in_season(start, month, rows, ad=ad)
    assert [kind.name for kind in in_season(once, month, rows, ad=ad)] == [k.name for k in once]


@pytest.mark.rule("191.1", "191.2")
@pytest.mark.parametrize("switch", ["broken", "steppe"])
def test_no_scrub_or_hammada_stays_on_a_desert_board(switch: str) -> None:
    """Broken as well as Steppe Terrain leaves neither scrub nor hammada on a Desert Board."""
    where = setting(broken=switch == "broken", steppe=switch == "steppe")
    left = {kind.name for kinds in terrain_map(where).values() for kind in kinds}
    assert not left & {"Scrub", "Hammada"}


@pytest.mark.parametrize("board", bundled_boards())
@pytest.mark.parametrize("switch", ["broken", "steppe", ""])
def test_every_hex_of_the_bundled_boards_is_governed(board: str, switch: str) -> None:
    """Under every switch each hex has terrain, and every kind of it has a rule."""
    facts = scenario(vehicles=[], ec="Moist", ad=True, **({switch: True} if switch else {}))
    facts = attrs.evolve(facts, boards=(load_board(board),))
    for name, kinds in terrain_map(setting_of(facts)).items():
        assert kinds, name
        assert all(kind.rule for kind in kinds), name
