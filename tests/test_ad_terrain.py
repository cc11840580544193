"""AD Terrain: what each kind of it allows, forbids and overrides."""

from typing import Any

import pytest

from events.terms import EC, Fortification, Gun
from replays.asking.ask import ask
from sim.chapter_a.los import Location, los
from sim.chapter_ad.arid_rooftop import has_rooftop, ordnance_allowed
from sim.chapter_ad.chart_choice import chart_of
from sim.chapter_ad.combined_terrain import counter_allowed
from sim.chapter_ad.mosque import STEEPLE_LEVEL, shaft_sees
from sim.chapter_ad.plaza_well_fountain import FOUNTAIN, OASIS_WELL, gun_allowed
from sim.chapter_ad.plaza_well_fountain import fortification_allowed as may_fortify
from sim.chapter_ad.precedence import overrides
from sim.chapter_ad.routing import counts_as_woods_for_rout
from sim.chapter_b.mover import Mover
from sim.chapter_b.symbology import CATALOGUE, governing_terrain
from sim.chapter_f.desert_boards import entrenching_drm
from sim.chapter_f.hammada import immobilization_drm
from sim.machine.opening import initial_state, setting_of
from sim.map.terrain_kind import MoverKind, TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import State
from sim.state.state import Setting
from tests.table import TANK, Table, scenario

MAP = """
0   .   s
1 . cb  h   k   .
2 . ch  s'  h'  b
3 . z   W   F   c
4 . .   .   .   .
"""


def state(*, ad: bool = True, **facts: Any) -> State:
    """A state on one small AD board."""
    board = {"name": "X", "desert": True, "ad": True, "map": MAP}
    given_: dict[str, Any] = {"boards": [board], "ad": ad, "vehicles": [], "ec": "Moist"}
    found: State = Table(**(given_ | facts)).state
    return found


def where(**facts: Any) -> Setting:
    """The setting of that state."""
    return state(**facts).setting


@pytest.mark.rule("AD1.1", "AD1.2", "F2.2")
def test_ad_terrain_is_one_switch_and_overrides_say_which_rule() -> None:
    """Without the switch nothing is overridden; with it each override names both rules."""
    assert overrides(where(ad=False), "D0") == ()
    (scrub,) = overrides(where(), "D0")
    assert (scrub.rule, scrub.over) == ("AD4.3", "F2.2")
    (hammada,) = overrides(where(broken=True), "C1")
    assert (hammada.rule, hammada.over) == ("AD4.5", "191.1")
    assert {each.rule for each in overrides(where(), "C2")} == {"AD4.3", "AD2.4"}
    answer = ask(state(), "terrain", hex="D0")
    assert answer.facts["overrides"] == ["AD4.3 over F2.2: scrub negates FFMO and Interdiction"]


@pytest.mark.rule("AD2.4", "F.2")
def test_which_chart_speaks() -> None:
    """Desert hexes cost by chapter F, Temperate ones by B, but scrub and hammada there by F."""
    setting = where()
    assert chart_of(setting, "A1") == "F"
    assert chart_of(setting, "C2") == chart_of(setting, "D2") == "F"
    temperate = setting_of(
        scenario(boards=[{"name": "X", "desert": False, "map": "0 .\n1 . .' ."}], vehicles=[])
    )
    assert chart_of(temperate, "A1") == "B"
    broken = where(broken=True)
    assert [kind.name for kind in governing_terrain(broken, "D1")] == ["Cactus Patch"]
    assert chart_of(broken, "B0") == "B"
    (ground,) = governing_terrain(broken, "B0")
    assert ground.costs[MoverKind.TRUCK].points == 8


@pytest.mark.rule("AD2.4", "F.1B")
def test_base_terrain_decides_entrenching_and_immobilization() -> None:
    """Desert ground takes +2 to entrench; all but tracks risk Immobilization in any hammada."""
    setting = where()
    now = initial_state(setting.scenario)
    truck, tank = Mover(MoverKind.TRUCK, 24), Mover(MoverKind.FULLY_TRACKED, 14)
    assert entrenching_drm(setting, "A1") == 2
    assert entrenching_drm(setting, "C2") == 0
    for name in ("C1", "D2"):
        assert immobilization_drm(now, truck, name, follows_way=False) is not None
        assert immobilization_drm(now, tank, name, follows_way=False) is None
        assert immobilization_drm(now, truck, name, follows_way=True) is None


@pytest.mark.rule("AD3.21", "AD3.22")
def test_combined_terrain_is_a_crag() -> None:
    """Both hinder by +1 once; Crag-Brush costs both kinds and burns as brush."""
    brush, hammada = (governing_terrain(where(), name)[0] for name in ("B1", "B2"))
    assert (brush.name, brush.hindrance, brush.inherent) == ("Crag-Brush", 1, True)
    assert brush.costs[MoverKind.INFANTRY].points == 4
    assert (brush.kindling, brush.spreading) == (9, 6)
    assert (hammada.name, hammada.hindrance, hammada.tem) == ("Crag-Hammada", 1, 1)
    assert hammada.costs[MoverKind.INFANTRY].points == 2
    assert [kind.name for kind in governing_terrain(where(ad=False), "B1")] == ["Crag", "Brush"]


@pytest.mark.rule("AD3.22")
def test_a_shot_at_crag_hammada() -> None:
    """A shot takes +1, but not one that fires HE."""
    plain = ask(state(), "shot", firer="A3", target="B2")
    he = ask(state(), "shot", firer="A3", target="B2", shell="HE")  # noqa: S604 - no such shell
    assert [item.amount for item in plain.items if item.kind == "TEM"] == [1]
    assert [item.amount for item in he.items if item.kind == "TEM"] == []


@pytest.mark.rule("AD3.2")
def test_what_may_be_in_combined_terrain() -> None:
    """MTR of 82mm or less, RCL and Wire; none Emplaced, none Manhandled."""
    setting = state().setting
    assert counter_allowed(setting, Gun.MTR, 82)
    assert not counter_allowed(setting, Gun.MTR, 83)
    assert counter_allowed(setting, Gun.RCL, 75)
    assert counter_allowed(setting, Fortification.WIRE)
    assert not counter_allowed(setting, Gun.OTHER, 37)


@pytest.mark.rule("AD3.12", "AD3.131", "AD3.15")
@pytest.mark.parametrize(
    ("kind", "kindling", "spreading", "inherent"),
    [
        (TerrainKind.PALM_TREES, 10, 10, True),
        (TerrainKind.CACTUS_PATCH, 12, 10, True),
        (TerrainKind.VINEYARD, 9, 6, True),
    ],
)
def test_plants_of_ad_boards(
    kind: TerrainKind, kindling: int, spreading: int, inherent: bool
) -> None:
    """Palms kindle and spread on 10, cactus on 12 and 10, a vineyard as brush; all Inherent."""
    for rows in CATALOGUE.values():
        row = rows[kind]
        assert (row.kindling, row.spreading, row.inherent) == (kindling, spreading, inherent)


@pytest.mark.rule("AD3.132", "191.3")
def test_a_cactus_hedge_as_printed() -> None:
    """Cavalry and horses never cross one; Infantry needs its whole MPh."""
    board = {
        "name": "LFT9",
        "desert": True,
        "ad": True,
        "map": "0 .\n1 . . .\n2 . . .",
        "hexsides": [{"kind": "cactus-hedge", "at": ["A1/B1"]}],
    }
    found = Table(boards=[board], ad=True, vehicles=[], ec="Moist").state
    walk = {"origin": "A1", "hex": "B1"}
    assert ask(found, "entry-cost", mover="cavalry", **walk).facts["allowed"] is False
    assert ask(found, "entry-cost", mover="horse-drawn", **walk).facts["allowed"] is False
    assert ask(found, "entry-cost", allotment=6, **walk).facts["cost"] == "6"
    assert ask(found, "entry-cost", mover="fully-tracked", **walk).facts["cost"] == "2"


@pytest.mark.rule("AD3.3", "AD3.31", "AD3.311")
def test_mosques() -> None:
    """Steeples are two levels up; a Shaft sees only below and above itself."""
    assert STEEPLE_LEVEL == 2
    assert [level for level in range(-1, 5) if shaft_sees(level)] == [0, 2]


@pytest.mark.rule("AD3.311")
def test_los_of_a_shaft_is_up_and_down_only() -> None:
    """Beside the Locations directly below and above, nothing sees it and it sees nothing."""
    board = {"name": "LFT9", "desert": True, "ad": True, "width": 5, "height": 4}
    mosque = [{"hex": "C2", "upper_levels": 1, "mosque": True}]
    here = initial_state(scenario(boards=[board], ad=True, buildings=mosque, vehicles=[]))
    shaft, steeple, floor = (Location("C2", level) for level in (1, 2, 0))
    for end in (steeple, floor):
        assert not los(here, shaft, end).blocked
        assert not los(here, end, shaft).blocked
    for name in ("C1", "C4", "E2"):
        other = Location(name)
        for report in (los(here, shaft, other), los(here, other, shaft)):
            assert report.block is not None
            assert report.block.rule == "AD3.311"
        assert not los(here, steeple, other).blocked


@pytest.mark.rule("AD3.41", "AD3.42")
def test_arid_debris_in_a_shot_and_in_movement() -> None:
    """+1 to a LOS through it and to fire into it; 1 MF and COT on foot; only tracks, with Bog."""
    board = {"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . . .\n2 . . .\n3 . . ."}
    facts: dict[str, Any] = {"boards": [board], "ad": True, "ec": "Moist"}
    tank = {**TANK, "at": "A3"}
    truck = {**TANK, "id": "Opel", "movement": "fully-tracked", "armour": "none", "at": "A3"}
    table = Table(**facts, debris=[{"hex": "A2"}], vehicles=[tank, truck])
    through = ask(table.state, "shot", firer="A1", target="A3", against="vehicle")
    assert [item.rule for item in through.items if item.kind == "LOS Hindrance"] == ["AD3.41"]
    into = ask(table.state, "shot", firer="A1", target="A2")
    assert [(i.rule, i.amount) for i in into.items if i.kind == "TEM"] == [("AD3.41", 1)]
    flames = ask(table.state, "shot", firer="A1", target="A2", attack="FT")
    assert [item for item in flames.items if item.kind == "TEM"] == []
    way = {"origin": "A3", "hex": "A2"}
    assert ask(table.state, "entry-cost", **way).facts["cost"] == "2"
    tracked = ask(table.state, "entry-cost", vehicle="PzA", **way)
    assert tracked.facts == {"allowed": True, "cost": "4", "bog_check": True, "bog_drm": 1}
    assert ask(table.state, "entry-cost", vehicle="Opel", **way).facts["allowed"] is False
    assert ask(table.state, "entry-cost", mover="truck", **way).facts["allowed"] is False


@pytest.mark.rule("AD3.42", "B3.43")
def test_a_road_is_of_no_use_in_arid_debris() -> None:
    """Arid Debris is Road-Negating."""
    board = {"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . . .\n2 . . ."}
    facts: dict[str, Any] = {"boards": [board], "ad": True, "ec": "Moist", "vehicles": []}
    road = [{"hexes": ["A1", "A2"]}]
    clear = Table(**facts, roads=road).state
    strewn = Table(**facts, roads=road, debris=[{"hex": "A2"}]).state
    way = {"origin": "A1", "hex": "A2", "mover": "truck"}
    assert ask(clear, "entry-cost", **way).facts["cost"] == "1/2"
    assert ask(strewn, "entry-cost", **way).facts["allowed"] is False


@pytest.mark.rule("AD3.46", "AD3.47", "AD3.48", "C5.11")
def test_further_effects_of_arid_debris() -> None:
    """Any Fortification, +1 to a Sighting TC, and Case A never doubled."""
    board = {"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . . .\n2 . . ."}
    found = Table(boards=[board], ad=True, ec="Moist", vehicles=[], debris=[{"hex": "A2"}]).state
    trench = ask(found, "fortification", hex="A2", what="Trench")
    assert trench.facts["allowed"] is True
    assert "AD3.46" in trench.verdict
    assert "AD3.46" not in ask(found, "fortification", hex="A1", what="Trench").verdict
    assert ask(found, "sighting", hex="A2").total.fixed == 1
    assert ask(found, "sighting", hex="A1").total.fixed == 0
    gun: dict[str, Any] = {"calibre": 75}
    assert "AD3.48" in ask(found, "gun", hex="A2", **gun).verdict
    assert "AD3.48" not in ask(found, "gun", hex="A1", **gun).verdict


def _with_fountain(hex_: str) -> str:
    """A map of 15 hexrows and 8 rows with a Fountain in a hex."""
    column, row = ord(hex_[0]) - ord("A"), int(hex_[1:])
    rows = [f"0 {'. ' * 7}"]
    for number in range(1, 9):
        cells = ["F" if (each, number) == (column, row) else "." for each in range(15)]
        rows.append(f"{number} {' '.join(cells)}")
    return "\n".join(rows)


@pytest.mark.rule("AD3.5")
def test_an_arid_plaza_allows_no_street_fighting_and_no_dash() -> None:
    """It is open, and a boulevard of dirt: Street Fighting and Dash are NA across it."""
    across = ask(state(), "terrain", hex="B3").facts["across"]
    assert across == {"Street Fighting": False, "Dash": False}
    assert "across" not in ask(state(), "terrain", hex="A1").facts
    assert ask(state(), "terrain", hex="B3").facts["ffmo"] is True


@pytest.mark.rule("AD3.61")
def test_an_oasis_well() -> None:
    """TEM +1, +2 to same-level LOS, Rally Terrain; one vehicle; Mines and Wire; few Guns."""
    (well,) = governing_terrain(where(), "C3")
    assert (well.tem, well.hindrance, well.rally) == (1, 2, True)
    assert OASIS_WELL.vehicles == 1
    assert may_fortify(TerrainKind.OASIS_WELL, Fortification.WIRE)
    assert may_fortify(TerrainKind.OASIS_WELL, Fortification.A_P_MINES)
    assert not may_fortify(TerrainKind.OASIS_WELL, Fortification.FOXHOLE)
    assert gun_allowed(TerrainKind.OASIS_WELL, towed=True)
    assert gun_allowed(TerrainKind.OASIS_WELL, dm=True)
    assert gun_allowed(TerrainKind.OASIS_WELL, animal_packed=True)
    assert not gun_allowed(TerrainKind.OASIS_WELL, mtr=81)
    shot = ask(state(), "shot", firer="C2", target="C4")
    assert isinstance(shot, ShotAnswer)
    assert [each.drm for each in shot.los.hindrances] == [2]


@pytest.mark.rule("AD3.7")
def test_a_fountain() -> None:
    """Two squads and one vehicle; A-P Mines; a small MTR; bypass along two hexsides on foot."""
    assert (FOUNTAIN.squads, FOUNTAIN.vehicles, FOUNTAIN.smc_mounts) == (2, 1, 4)
    assert may_fortify(TerrainKind.FOUNTAIN, Fortification.A_P_MINES)
    assert not may_fortify(TerrainKind.FOUNTAIN, Fortification.WIRE)
    assert gun_allowed(TerrainKind.FOUNTAIN, mtr=82)
    assert not gun_allowed(TerrainKind.FOUNTAIN, mtr=83)
    assert not gun_allowed(TerrainKind.FOUNTAIN, towed=True)
    board = {"name": "LFT9", "desert": True, "ad": True, "map": _with_fountain("N4")}
    asked = ask(Table(boards=[board], ad=True, vehicles=[]).state, "terrain", hex="N4")
    assert sorted(asked.facts["bypass"]) == ["N5", "O5"]
    assert ask(state(), "terrain", hex="D3").facts["bypass"] == []


@pytest.mark.rule("AD4.1")
@pytest.mark.parametrize(
    ("name", "as_woods"),
    [("B1", True), ("B2", True), ("E2", True), ("E3", True), ("A1", False), ("C1", False)],
)
def test_what_attracts_a_routing_unit(name: str, as_woods: bool) -> None:
    """Combined Terrain, brush and crags count as woods for choosing a rout; open hexes do not."""
    setting = where()
    kinds = governing_terrain(setting, name)
    assert counts_as_woods_for_rout(setting, name, kinds) is as_woods
    assert counts_as_woods_for_rout(setting, name, kinds, trench=True)
    plain = where(ad=False)
    assert not counts_as_woods_for_rout(plain, name, governing_terrain(plain, name))


@pytest.mark.rule("AD4.2", "A12.34")
@pytest.mark.parametrize("ec", list(EC))
def test_when_a_large_gun_loses_concealment(ec: EC) -> None:
    """On 4 to 6, unless EC are Wet or Mud, or the Gun is not large, or AD is not in effect."""
    wet = ec in (EC.WET, EC.MUD)

    def lost(found: State, *, large: bool) -> list[int]:
        given = ask(found, "gun", hex="A1", gun="other", calibre=75, large=large)
        drs: list[int] = given.facts["loses_concealment_on"]
        return drs

    assert lost(state(ec=ec), large=True) == ([5, 6] if wet else [4, 5, 6])
    assert lost(state(ec=ec), large=False) == [5, 6]
    assert lost(Table(ec=ec).state, large=True) == [5, 6]


@pytest.mark.rule("AD4.3", "F2.2")
def test_scrub_negates_ffmo_where_ad_is_in_effect() -> None:
    """Contrary to chapter F, but only with the switch."""
    for ad in (True, False):
        answer = ask(state(ad=ad), "shot", firer="C1", target="C2")
        assert isinstance(answer, ShotAnswer)
        assert answer.ffmo is not ad
        assert answer.interdiction is not ad


VILLAGE: dict[str, Any] = {
    "boards": [
        {
            "name": "X",
            "desert": True,
            "ad": True,
            "map": "0 .  .\n1 .4 . . .' .\n2 . . . . .\n3 . . . . .",
            "buildings": [
                {"hex": "B1"},
                {"hex": "C2", "upper_levels": 1},
                {"hex": "B3", "mosque": True},
                {"hex": "D1"},
            ],
        }
    ],
    "ad": True,
    "vehicles": [],
    "ec": "Moist",
}


@pytest.mark.rule("AD4.4", "AD4.41", "B23.8")
def test_which_buildings_have_an_arid_rooftop() -> None:
    """Arid Buildings do: of AD boards, in desert hexes, and no Mosque; others do not."""
    found = Table(**VILLAGE).state
    assert [has_rooftop(found, name) for name in ("B1", "C2", "B3", "D1", "A2")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    plain = Table(**{**VILLAGE, "ad": False}).state
    assert not has_rooftop(plain, "B1")
    assert ask(found, "rooftop", hex="A2").facts == {"rooftop": False}


@pytest.mark.rule("AD4.41")
@pytest.mark.parametrize(
    ("gun", "calibre", "allowed"),
    [
        (Gun.MTR, 82, True),
        (Gun.MTR, 83, False),
        (Gun.RCL, 75, True),
        (Gun.RCL, 76, False),
        (Gun.OTHER, 1, False),
    ],
)
def test_ordnance_on_a_rooftop(gun: Gun, calibre: int, allowed: bool) -> None:
    """MTR of 82mm or less and RCL of 75mm or less, and nothing else of that size."""
    assert ordnance_allowed(gun, calibre) is allowed


@pytest.mark.rule("AD4.412")
def test_to_whom_a_rooftop_is_open_ground() -> None:
    """To unbroken enemies within 16 hexes who are high enough to undo its TEM, and to no others."""
    answer = ask(Table(**VILLAGE).state, "rooftop", hex="B1", enemy=["A1", "E3"])
    assert answer.facts["tem"] == {"A1": 0, "E3": 1}
    assert answer.facts["open_ground_to"] == ["A1"]
    assert answer.facts["concealment_terrain"] is False
    assert ask(Table(**VILLAGE).state, "rooftop", hex="B1").facts["concealment_terrain"] is True


@pytest.mark.rule("AD3.31")
def test_a_steeple_is_a_location_two_levels_up() -> None:
    """One sees from the Minaret of a one-storey Mosque over a building of one level."""
    found = Table(**VILLAGE).state
    answer = ask(found, "shot", firer="B3@2", target="B0")
    ground = ask(found, "shot", firer="B3", target="B0")
    assert isinstance(answer, ShotAnswer)
    assert isinstance(ground, ShotAnswer)
    assert ground.blocked is not None
    assert answer.los.rise == -2


@pytest.mark.rule("AD3.2", "AD3.61", "AD3.7", "AD4.41", "AD3.3")
@pytest.mark.parametrize(
    ("name", "options", "allowed"),
    [
        ("B1", {"gun": "MTR", "calibre": 82}, True),
        ("B1", {"gun": "MTR", "calibre": 83}, False),
        ("B2", {"gun": "other", "calibre": 37}, False),
        ("C3", {"gun": "other", "calibre": 37}, False),
        ("C3", {"gun": "other", "calibre": 37, "towed": True}, True),
        ("C3", {"gun": "other", "calibre": 37, "dm": True}, True),
        ("D3", {"gun": "MTR", "calibre": 82}, True),
        ("D3", {"gun": "MTR", "calibre": 120}, False),
        ("D3", {"gun": "other", "calibre": 37, "towed": True}, False),
        ("A1", {"gun": "other", "calibre": 88}, True),
        ("A1", {"gun": "MTR", "calibre": 60, "rooftop": True}, False),
    ],
)
def test_which_guns_a_hex_holds(name: str, options: dict[str, Any], allowed: bool) -> None:
    """Combined Terrain, the Well, the Fountain and rooftops hold few Guns; other hexes all."""
    assert ask(state(), "gun", hex=name, **options).facts["allowed"] is allowed


@pytest.mark.rule("AD3.2", "AD4.51", "A12.34")
def test_how_a_gun_is_in_a_hex() -> None:
    """In Combined Terrain neither Emplaced nor Manhandled; +1 to lose "?" in Broken Ground."""
    facts = ask(state(), "gun", hex="B1", gun="MTR", calibre=82).facts
    assert (facts["may_set_up_emplaced"], facts["may_be_manhandled"]) == (False, False)
    assert facts["loses_concealment_on"] == [5, 6]
    broken = state(broken=True)
    ground = [name for name in broken.setting.area.record if _broken_ground(broken, name)]
    assert ground
    for name in ground:
        facts = ask(broken, "gun", hex=name, gun="other", calibre=50).facts
        assert (facts["may_set_up_emplaced"], facts["may_be_manhandled"]) == (True, True)
        gun: dict[str, Any] = {"hex": name, "gun": "other", "calibre": 50, "emplaced": True}
        assert ask(broken, "gun", **gun).facts["loses_concealment_on"] == [4, 5, 6]
        wet = ask(state(broken=True, ec="Wet"), "gun", **gun)
        assert wet.facts["loses_concealment_on"] == [5, 6]


def _broken_ground(found: State, name: str) -> bool:
    """Whether a hex is Open Ground that became Broken Ground."""
    return [kind.name for kind in governing_terrain(found.setting, name)] == ["Broken Ground"]


@pytest.mark.rule("AD3.2", "AD3.61", "AD3.7", "AD3.3")
@pytest.mark.parametrize(
    ("name", "what", "allowed"),
    [
        ("C3", "Wire", True),
        ("C3", "Trench", False),
        ("D3", "A-P Mines", True),
        ("D3", "A-T Mines", False),
        ("B1", "Wire", True),
        ("B1", "Pillbox", False),
        ("A1", "Pillbox", True),
    ],
)
def test_which_fortifications_a_hex_holds(name: str, what: str, allowed: bool) -> None:
    """A Well takes Mines and Wire, a Fountain A-P Mines, Combined Terrain Wire."""
    assert ask(state(), "fortification", hex=name, what=what).facts["allowed"] is allowed


@pytest.mark.rule("AD3.3", "AD3.312", "AD3.61", "AD3.7", "A5")
def test_how_much_a_hex_holds() -> None:
    """Wells, Fountains and Steeples have limits of their own; a Mosque is never Fortified."""
    none: dict[str, Any] = {"mounts_over": [], "half_squads_over": {}}
    assert ask(state(), "stacking", hex="C3").facts == {"squads": None, "vehicles": 1} | none
    assert ask(state(), "stacking", hex="D3").facts == {"squads": 2, "vehicles": 1} | none
    assert ask(state(), "stacking", hex="A1").facts == {}
    village = Table(**VILLAGE).state
    assert "1 SW of 3 PP" in ask(village, "stacking", hex="B3").verdict
    fortified = ask(village, "fortification", hex="B3", what="Fortified Building")
    assert fortified.facts["allowed"] is False
