"""Pictures: an SVG shows every hex and counter of a state; a text map shows it coarsely."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from immutables import Map

from events.moment import parse_moment
from events.terms import Base, DebrisOrigin, Density, HexsideKind, Material, WindForce
from replays.drawing.legend import draw_legend
from replays.drawing.map import SHOWN_AS, effective_terrain, svg
from replays.drawing.svg import centre, frame, middle
from replays.drawing.terrain import SYMBOLS, short_name
from replays.drawing.text_map import terminal
from replays.game.bundled import bundled
from replays.game.scenario_file import load_board, load_scenario
from replays.testing import games
from sim.chapter_a.sight import location
from sim.machine.opening import initial_state
from sim.map.board import MARKS
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer, ShotQuestion, answer
from sim.state import FFE, Building, Clock, Ground, Rubble, Smoke, State, VehicleDust, Wind, replace
from tests import cases
from tests.drawn import examples
from tests.table import ABLAZE, AFLAME, TANK, Table, scenario
from tests.test_cli import Khamsin, khamsin, ordered

__all__ = ["khamsin"]

XML = "{http://www.w3.org/2000/svg}"

RICH_MAP = """
0     .   w   ~
1   . y y r r .1 .
2   s h .2 .1 .1 w1 .
3   d D .1 .3 a .-1 .-2
4   cb o O p g' w' .'
5   . . . . . . .
6   . . . . . . .
"""

OFFBOARD = {key: value for key, value in TANK.items() if key != "at"}

VEHICLES = [
    {**TANK, "id": "Pz<A>", "at": "D4"},
    {**TANK, "id": "SPW", "movement": "halftrack", "armour": "open-topped", "at": "D4"},
    {**TANK, "id": "Humber", "side": "British", "movement": "armoured-car", "at": "A2"},
    {**TANK, "id": "Opel", "movement": "truck", "armour": "none", "towing": True, "at": "G6"},
    {**TANK, "id": "BMW", "movement": "motorcycle", "armour": "none", "at": "D0"},
    {**OFFBOARD, "id": "Cart", "side": "British", "movement": "horse-drawn", "armour": "none"},
]


def shot(state: State, one: str, two: str) -> ShotAnswer:
    """What `ask shot` answers of a LOS."""
    return answer(state, ShotQuestion(firer=location(state, one), target=location(state, two)))


def drawn(picture: str) -> ET.Element:
    """A picture as XML."""
    return ET.fromstring(picture)  # noqa: S314 - drawn here


def said(picture: str) -> set[str]:
    """Every text in a picture."""
    return {"".join(each.itertext()) for each in drawn(picture).iter(f"{XML}text")}


def told(picture: str) -> set[str]:
    """Every title in a picture, which browsers show for what one points at."""
    return {each.text or "" for each in drawn(picture).iter(f"{XML}title")}


def paths(picture: str, class_: str) -> list[str]:
    """The paths of a class."""
    found = (each for each in drawn(picture).iter(f"{XML}path") if each.get("class") == class_)
    return [each.get("d", "") for each in found]


def on(text: str, **facts: Any) -> State:
    """The state of a scenario on one desert board with this text map."""
    ad = facts.setdefault("ad", True)
    board = {"name": "T", "desert": True, "ad": ad, "map": text}
    return initial_state(scenario(**{"boards": [board], "vehicles": [], **facts}))


def rich() -> State:
    """A state with something of everything."""
    state = on(
        RICH_MAP,
        vehicles=VEHICLES,
        buildings=[
            {"hex": "B5", "building": "school", "upper_levels": 1},
            {"hex": "C5", "building": "school"},
            {"hex": "C6", "building": "school"},
            {"hex": "E5", "material": "wooden", "mosque": True},
        ],
        debris=[{"hex": "F5"}],
        roads=[{"hexes": ["A6", "B5"]}, {"hexes": ["A6", "A5"], "kind": "unpaved"}],
        hexsides=[
            {"kind": kind.value, "at": [f"D{n}:2"]}
            for n, kind in enumerate((k for k in HexsideKind if k != "roadblock"), start=1)
        ],
    )
    ground = dict(state.ground)
    ground["C6"] = Ground(building=Building(Material.STONE, 0, rubbled_from=0))
    ground["G5"] = Ground(rubble=Rubble(Material.WOODEN, ((1, 4),)), fires=AFLAME)
    ground["F5"] = Ground(debris=DebrisOrigin.PLACED, debris_breaks=((2, 5),), shellholes=True)
    ground["F2"] = Ground(fires=ABLAZE)
    vehicles = dict(state.vehicles)
    vehicles["Opel"] = replace(vehicles["Opel"], destroyed=True)
    vehicles["SPW"] = replace(vehicles["SPW"], in_motion=True, stunned=True)
    return replace(
        state,
        clock=Clock(parse_moment("3.2/MPh"), True),
        wind=Wind(WindForce.HEAVY_WINDS, 3, True),
        dust=Density.HEAVY,
        ground=Map(ground),
        vehicles=Map(vehicles),
        smoke=Map({"S1": Smoke("B3", "German"), "S2": Smoke("B3", "British", True, True)}),
        drift=Map({"S1": ("C4", "D4"), "Humber": ("B1",)}),
        vehicle_dust=Map({"Humber": VehicleDust("A2", True), "SPW": VehicleDust("D4")}),
        ffes=Map({"F1": FFE("E3", 105, 2)}),
    )


# the SVG -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_a_bundled_scenario_is_drawn_as_well_formed_xml(name: str) -> None:
    """The picture of a bundled scenario is XML, standalone, and says what it is."""
    picture = svg(initial_state(load_scenario(name)))
    root = drawn(picture)
    assert root.tag == f"{XML}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{XML}title"
    assert root[1].tag == f"{XML}desc"
    assert not list(root.iter(f"{XML}image"))
    ids = [each.get("id", "") for each in root.iter() if each.get("id")]
    references = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', picture)
    assert {one or two for one, two in references} <= {f"#{each}" for each in ids}
    assert len(ids) == len(set(ids))


@cases("name", "bir-el-qaha", "djebel")
def test_every_hex_in_play_is_named(name: str) -> None:
    """Each hex has its grid coordinate in the picture, and a title that says what is there."""
    state = initial_state(load_scenario(name))
    picture = svg(state)
    area = state.setting.area
    names = set(area.names.values())
    assert {short_name(area, each) for each in names} <= said(picture)
    assert names <= {each.split(":")[0] for each in told(picture)}
    boards = {record.board for record in area.record.values()}
    assert len(boards) == 1 or boards <= said(picture)


def test_infantry_and_fortifications_show() -> None:
    """Each unit with its kind and its place in the hex, each Fortification with what it is."""
    game = Table(
        boards=[{"name": "27", "desert": True, "ad": True, "width": 9}],
        ad=True,
        wind="No Wind",
        wind_direction=None,
        buildings=[{"hex": "D7", "mosque": True}, {"hex": "F7", "temple": True}, {"hex": "B5"}],
        fortifications=[
            {"kind": "Pillbox", "hex": "E5", "ca": 1},
            {"kind": "Wire", "hex": "F5", "side": "German"},
            {"kind": "Trench", "hex": "G5", "side": "German"},
        ],
    )
    game.to("MPh")
    game.do(
        "unit Obs SMC D7 steeple by German",
        "unit Sniper SMC F7 steeple by German",
        "unit B HS D7 shaft by German",
        "unit A squad B5 rooftop by German",
        "unit MG SW B5 rooftop by German pp 4",
        "unit C crew H5 by British",
        "break C",
    )
    titles = told(svg(game.state))
    wanted = {
        "Obs, German: SMC, Minaret",
        "Sniper, German: SMC, Tower",
        "B, German: HS, Shaft",
        "A, German: squad, roof",
        "MG, German: SW, roof",
        "C, British: crew, not in Good Order",
        "Pillbox",
        "Wire of the German",
        "Trench of the German",
    }
    assert wanted <= titles
    lines = terminal(game.state, width=80).splitlines()
    assert sum(line.count("&") for line in lines if "& Infantry" not in line) == 4
    for where, words in (("B5", "A, German, squad, roof"), ("H5", "C, British, crew, not in Good")):
        assert any(line.startswith(f"{where} ") and words in line for line in lines)


def test_a_vehicle_that_is_not_on_the_map_is_offboard_in_the_legend() -> None:
    """An offboard vehicle has no counter but is named beside the map."""
    picture = svg(rich())
    assert "Cart" in said(picture)
    assert not any(each.startswith("Cart") for each in told(picture))


def _cards(root: ET.Element) -> list[tuple[float, float, float]]:
    """The cards of vehicles and Infantry on the board itself: upper left corner and width."""
    (pieces,) = (each for each in root.iter(f"{XML}g") if each.get("class") == "layer-counters")
    found = []
    for piece in pieces:
        x, y = (float(each) for each in re.findall(r"-?[0-9.]+", piece.get("transform", "")))
        for each in piece.iter(f"{XML}rect"):
            if "piece" in each.get("class", "").split():
                left, top = x + float(each.get("x", 0)), y + float(each.get("y", 0))
                found.append((left, top, float(each.get("width", 0))))
    return found


@cases("rubbled_from, stands", (None, True), (1, True), (0, False))
def test_a_building_stands_until_its_ground_level_is_rubble(
    rubbled_from: int | None, stands: bool
) -> None:
    """It has a roof as long as it stands, and says where its rubble begins."""
    state = initial_state(scenario(vehicles=[]))
    house = Ground(building=Building(Material.STONE, 1, rubbled_from=rubbled_from))
    picture = svg(replace(state, ground=state.ground.set("D4", house)))
    assert bool(paths(picture, "roof")) is stands
    assert ("rubble from 1" in said(picture)) is (rubbled_from == 1)


@cases("movement, turret", ("fully-tracked", True), ("armoured-car", True), ("halftrack", False))
def test_a_closed_topped_afv_has_a_turret(movement: str, turret: bool) -> None:
    """A tank and an armoured car are drawn with one if they are closed-topped, and no other."""
    closed, open_ = (
        svg(initial_state(scenario(vehicles=[{**TANK, "movement": movement, "armour": armour}])))
        for armour in ("closed-topped", "open-topped")
    )
    assert (closed != open_) is turret


@cases("count", 1, 2, 3, 4)
@cases("where", "C3", "A1", "B0", "A4", "B8", "O3")
def test_a_few_counters_in_a_hex_lie_side_by_side(count: int, where: str) -> None:
    """Up to four vehicles in a hex, or in half of one, have their counters beside each other."""
    crowd = [{**TANK, "id": f"V{n}", "at": where} for n in range(count)]
    state = initial_state(scenario(vehicles=crowd))
    edge = frame(state.setting.area)
    spots = _cards(drawn(svg(state)))
    assert len(spots) == count
    for n, (x, y, size) in enumerate(spots):
        assert size >= 8
        assert edge.left <= x <= edge.right - size
        for other_x, other_y, _ in spots[n + 1 :]:
            assert abs(x - other_x) >= size or abs(y - other_y) >= size


def test_more_than_four_counters_are_a_pile_that_says_what_is_in_it() -> None:
    """Five counters or more are drawn one upon another, with their number and a list."""
    crowd = [{**TANK, "id": f"V{n}", "at": "C3"} for n in range(11)]
    picture = svg(initial_state(scenario(vehicles=crowd)))
    assert "11" in said(picture)
    assert {f"V{n}, German: ready" for n in range(11)} <= told(picture)
    assert any(each.startswith("11 counters: V0, German: ready; V1") for each in told(picture))
    texts = drawn(picture).iter(f"{XML}text")
    listed = " ".join("".join(each.itertext()) for each in texts)
    assert all(f"V{n}, German" in listed for n in range(11))
    assert len(_cards(drawn(picture))) < 11


@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_of_a_text_map_is_drawn(mark: str) -> None:
    """Each kind of terrain has a symbol, and is in the key under the map."""
    kind = MARKS[mark]
    picture = svg(on(f"0 .\n1 . {mark} .\n2 {mark} {mark}1 ."))
    assert kind in SYMBOLS
    assert kind in said(picture)
    assert kind == "Open Ground" or picture != svg(on("0 .\n1 . . .\n2 . .1 ."))


ELSEWHERE: Final = {
    # hexsides and roads run along or across hexes
    TerrainKind.WALL,
    TerrainKind.HEDGE,
    TerrainKind.CACTUS_HEDGE,
    TerrainKind.HIGH_WALL,
    TerrainKind.ROAD,
    # what stands or lies on the ground of a hex is drawn as it is now
    TerrainKind.WOODEN_BUILDING,
    TerrainKind.STONE_BUILDING,
    TerrainKind.WOODEN_RUBBLE,
    TerrainKind.STONE_RUBBLE,
    TerrainKind.ARID_DEBRIS,
    TerrainKind.ROADBLOCK,
    # no board prints these, and no rule makes them
    TerrainKind.FOREST,
    TerrainKind.DEBRIS,
}
"""Kinds that are never the terrain of a hex by its record, or by what governs it."""


def test_every_kind_that_a_hex_can_be_has_a_picture() -> None:
    """A kind has a symbol, or is shown as kinds that have one, unless it is drawn elsewhere."""
    assert [*SYMBOLS.keys() & SHOWN_AS.keys(), *SYMBOLS.keys() & ELSEWHERE] == []
    assert SYMBOLS.keys() | SHOWN_AS.keys() | ELSEWHERE == set(TerrainKind)
    assert {kind for kinds in SHOWN_AS.values() for kind in kinds} <= SYMBOLS.keys()


def test_terrain_without_a_symbol_is_named() -> None:
    """A kind that no board prints and no scenario makes has no symbol; its hex says it in words."""
    state = on("0 .\n1 . s .")
    record = state.setting.area.record
    record["B1"] = type(record["B1"])((TerrainKind.FOREST,), 0, Base.DESERT, "T")
    assert "Forest" in said(svg(state))


@pytest.mark.rule("B.1")
def test_a_building_that_covers_a_part_of_its_hex_is_drawn_there() -> None:
    """It is a piece for each hexside toward which it lies, and not one in the middle of its hex."""
    board = "0 .\n1 . . .\n2 . . ."
    whole = paths(svg(on(board, buildings=[{"hex": "B1"}])), "stone-fill")
    part = paths(svg(on(board, buildings=[{"hex": "B1", "covers": [2, 3]}])), "stone-fill")
    other = paths(svg(on(board, buildings=[{"hex": "B1", "covers": [5, 6]}])), "stone-fill")
    in_the_key = 1
    pieces = [sum(d.count("M") for d in each) - in_the_key for each in (whole, part, other)]
    assert pieces == [1, 2, 2]
    assert part != other


@pytest.mark.rule("B.1")
@cases("mark", "b", "w", "o", "c")
def test_art_that_reaches_over_a_hexside_is_drawn_on_it(mark: str) -> None:
    """The symbols of the hex stand once more, smaller, on the hexside of a spill."""
    board = f"0 .\n1 . {mark} .\n2 . . ."
    plain = svg(on(board))
    spilt = svg(on(board, spills=[{"hex": "B1", "over": ["B1/B2"]}]))
    twice = svg(on(board, spills=[{"hex": "B1", "over": ["B1/B2", "B1:2"]}]))
    assert [each.count("scale(0.3)") for each in (plain, spilt, twice)] == [0, 1, 2]


@cases("hexes", ["A2", "B1", "C2"], ["A2", "B1", "C1"], ["A1", "B0"])
def test_a_bridge_lies_along_and_under_its_road(hexes: list[str]) -> None:
    """Its deck follows the bend of the road, and stops short of the hexsides."""
    bridge = hexes[1]
    facts = {"roads": [{"hexes": hexes}], "bridges": [{"hex": bridge}]}
    state = on("0 .\n1 . . .\n2 . . .\n", **facts)
    picture = svg(state)
    (deck, _), (road, _) = paths(picture, "deck"), paths(picture, "paved")
    assert picture.index('class="deck"') < picture.index('class="paved"')
    place = state.setting.area.place(bridge)
    numbers = [float(each) for each in re.findall(r"-?[0-9.]+", deck)]
    ends = [complex(*numbers[:2]), complex(*numbers[-2:])]
    reach = abs(middle(place, 1) - centre(place))
    assert all(abs(end - centre(place)) < reach for end in ends)
    assert ("Q" in deck) is (len(hexes) == 3)
    assert ("Q" in road) is (len(hexes) == 3)


def test_seams_run_where_boards_are_butted() -> None:
    """Two boards side by side have a seam through the half-hexes that they share; one has none."""
    state = initial_state(load_scenario("dyo-gazala"))
    height = sum(place.column == 32 for place in state.setting.area.names)
    assert [d.count("M") for d in paths(svg(state), "seam")] == [height]
    assert not paths(svg(initial_state(load_scenario("bir-el-qaha"))), "seam")


def test_a_los_is_drawn_with_its_hindrances_and_its_block() -> None:
    """Touched hexes are outlined, a Hindrance shows its DRM, and a cross where it is blocked."""
    text = "0 . .\n1 . . . . .\n2 . b b b .\n3 . . . . .\n4 . . w . ."
    state = on(text, ad=False)
    clear = shot(state, "A1", "E1")
    hindered = shot(state, "A2", "E2")
    blocked = shot(state, "A4", "E4")
    assert hindered.los.hindrances
    assert blocked.los.block is not None
    picture = svg(state, hindered)
    assert len(paths(picture, "touched")[0].split("Z")) - 1 == len(hindered.los.touched)
    for each in hindered.los.hindrances:
        assert f"+{each.drm}" in said(picture)
    assert not paths(picture, "cross")
    assert paths(svg(state, blocked), "cross")
    assert any(blocked.los.block.why in each for each in told(svg(state, blocked)))
    assert not paths(svg(state, clear), "cross")
    assert not paths(svg(state), "los")


def test_a_los_within_one_hex_is_drawn() -> None:
    """A LOS from the ground to an upper level of the same building is a point."""
    state = rich()
    assert svg(state, shot(state, "B5", "B5@1"))


@examples(15)
@given(game=games(most=30))
def test_any_state_can_be_drawn(game: Any) -> None:
    """Whatever happened in a game, its state is drawn, with every hex and vehicle on the map."""
    state = game.state
    picture = svg(state)
    assert set(state.setting.area.names.values()) <= said(picture)
    titles = told(picture)
    for key, vehicle in state.vehicles.items():
        here = vehicle.hex is not None and not vehicle.exited
        assert here == any(each.startswith(f"{key}, ") for each in titles)
    assert terminal(state)


def test_names_that_are_no_xml_are_written_all_the_same() -> None:
    """Letters that XML forbids or means something by stand in names without harm."""
    state = initial_state(scenario(name="A <b> & \x07 \ud800 name"))
    assert drawn(svg(state)) is not None
    assert "<b>" in (drawn(svg(state))[0].text or "")


# the text map --------------------------------------------------------------------------------


def test_a_text_map_shows_everything_of_a_rich_state() -> None:
    """Buildings, rubble, debris, fires, SMOKE, drift, dust and FFE have signs; colours if asked."""
    text = terminal(rich(), width=80)
    assert set("#%:!@*\"'") <= set(text)
    assert "3.2/MPh" in text
    assert "Opel, German" in text
    assert "\x1b" not in text
    assert "\x1b[" in terminal(rich(), colour=True)


def test_a_wide_map_is_drawn_in_bands() -> None:
    """No line is wider than the terminal; what does not fit follows below."""
    lines = terminal(initial_state(load_scenario("bir-el-qaha")), width=50).splitlines()
    assert max(map(len, lines)) <= 50
    assert sum(line.split()[:1] == ["A"] for line in lines) == 1


def test_a_text_map_explains_roads_hexsides_and_levels() -> None:
    """They have marks of their own, and the legend explains them."""
    state = on(
        "0 .\n1 . .2 .\n2 . . .",
        roads=[{"hexes": ["A2", "B1", "C2"]}],
        hexsides=[{"kind": "wall", "at": ["B1/B2"]}],
    )
    text = terminal(state, width=60)
    for words in ("=|2", "= paved road", "| wall on a hexside", "1 2 -1 levels"):
        assert words in text


def test_a_text_map_shows_a_los() -> None:
    """The ends, the touched hexes and the block of a LOS are marked, and it is told below."""
    state = on("0 . .\n1 . . . . .\n2 . . w . .\n3 . . . . .", ad=False)
    report = shot(state, "A2", "E2")
    text = terminal(state, report)
    assert report.blocked
    for sign in ("o", "/", "X"):
        assert sign in text
    assert "LOS A2 to E2, range 4" in text


# the command ---------------------------------------------------------------------------------


def test_map_writes_an_svg(khamsin: Khamsin) -> None:
    """``-o`` writes the picture of a game at a moment, and says so."""
    name = ordered(khamsin)
    spoken = khamsin("map", name, "--at", "1.1/MPh", "-o", "it.svg")
    assert (spoken.code, spoken.err) == (0, "")
    assert spoken.out == f"drew {name} at 1.1/MPh: it.svg\n"
    picture = Path("it.svg").read_text(encoding="utf-8")
    assert "Vehicle Dust of PzA" in told(picture)
    again = khamsin("map", name, "-o", "it.svg")
    assert again.code == 0
    assert Path("it.svg").read_text(encoding="utf-8") != picture


@cases(
    "arguments, complaint",
    (("nothing.jsonl",), "nothing.jsonl: there is no such file; bundled scenarios are "),
    (("nothing.toml",), "nothing.toml"),
    (("bir-el-qaha", "--at", "3.2"), "bir-el-qaha: a scenario stands at setup"),
    (("bir-el-qaha", "--at", "noon"), "'noon' is not a moment"),
    (("bir-el-qaha", "--los", "B3", "Q99"), "'Q99' is not a Location"),
    (("bir-el-qaha", "--los", "B3"), "argument --los: expected 2 arguments"),
    (("bir-el-qaha", "-o", "no/such/folder.svg"), "this cannot be written"),
    (("bir-el-qaha", "-o", "orders.txt"), "orders.txt: this file is not a picture"),
    (("bir-el-qaha", "-o", "bad\0name"), "this cannot be written"),
    (("bir-el-qaha", "-o", "x.gif"), "a name that ends in .svg or .png is expected"),
    (("bir-el-qaha", "--crop", "A1"), "--crop: 'A1' has no two corners; expected HEX:HEX such"),
    (("bir-el-qaha", "--crop", "A1:Q77"), "'Q77' is not a hex in play; expected a grid"),
    (("bir-el-qaha", "--around", "nowhere"), "--around: 'nowhere' is not a hex in play"),
    (("bir-el-qaha", "--radius", "3"), "--radius: this goes with --around HEX"),
    (("bir-el-qaha", "--around", "B3", "--radius", "-1"), "-1 is less than 0"),
    (("bir-el-qaha", "--around", "B3", "--crop", "A1:B2"), "not allowed with argument"),
    (("bir-el-qaha", "--print", "--dark"), "not allowed with argument"),
)
def test_map_says_in_one_sentence_what_is_wrong(
    khamsin: Khamsin, arguments: tuple[str, ...], complaint: str
) -> None:
    """Input that cannot be used gets one line and exit code 2, and nothing is written over."""
    before = Path("orders.txt").read_bytes()
    spoken = khamsin("map", *arguments)
    assert spoken.code == 2
    assert spoken.out == ""
    assert complaint in spoken.err
    assert spoken.err.count("\n") == 1
    assert Path("orders.txt").read_bytes() == before


@pytest.mark.rule("191.1", "191.2", "AD4.5")
@cases("switch", "broken", "steppe")
def test_a_picture_before_and_after_a_transformation(switch: str) -> None:
    """The governed picture shows other terrain than the printed one, and all of it."""
    facts = scenario(vehicles=[], ec="Moist", **{switch: True})
    facts = attrs.evolve(facts, boards=(load_board("desert-33"),))
    state = initial_state(facts)
    made = effective_terrain(state)
    before, after = svg(state), svg(made)
    assert before != after
    assert svg(effective_terrain(state)) == after
    kinds = {kind for record in made.setting.area.record.values() for kind in record.kinds}
    assert not kinds & {"Scrub", "Hammada"}


def _key_of(state: State) -> set[str]:
    """The words of the key of a picture, and nothing else that is written in it."""
    return said(svg(state)) - said(svg(on("0 .\n1 . . .\n2 . . .")))


@cases(
    "facts, words",
    ({"hexsides": [{"kind": "wall", "at": ["B1/B2"]}]}, "wall"),
    ({"hexsides": [{"kind": "hedge", "at": ["B1/B2"]}]}, "hedge"),
    ({"hexsides": [{"kind": "cactus-hedge", "at": ["B1/B2"]}]}, "cactus-hedge"),
    ({"hexsides": [{"kind": "cliff", "at": ["B1/B2"]}]}, "cliff"),
    ({"hexsides": [{"kind": "high-wall", "at": ["B1/B2"]}]}, "high-wall"),
    ({"roads": [{"hexes": ["A2", "B1", "C2"]}], "bridges": [{"hex": "B1"}]}, "bridge"),
    ({"paths": [{"hexes": ["A1", "B1"]}]}, "path"),
    ({"buildings": [{"hex": "B1"}]}, "stone building"),
    ({"buildings": [{"hex": "B1", "material": "wooden"}]}, "wooden building"),
    ({"debris": [{"hex": "B1"}]}, "Arid Debris"),
)
def test_the_key_names_what_people_made(facts: dict[str, Any], words: str) -> None:
    """Hexsides, bridges, paths, buildings and debris are in the key where they are on the map."""
    assert words in _key_of(on("0 .\n1 . . .\n2 . . .", **facts))
    assert words not in said(svg(on("0 .\n1 . . .\n2 . . .")))


IN_PLAY: Final = {
    "dust": "Vehicle Dust",
    "dustmotion": "Vehicle Dust, Motion",
    "dustdrift": "drift of Vehicle Dust",
    "drift": "drift",
    "ffe": "FFE",
    "blast": "blast area",
    "flame": "Flame",
    "blaze": "Blaze",
    "smoke": "white SMOKE",
    "smoke dispersed": "Dispersed white SMOKE",
    "gray": "gray SMOKE",
    "gray dispersed": "Dispersed gray SMOKE",
    "break": "Trail Break",
    "dome": "Mosque or Temple",
}
"""What a game brings onto a map: its class in a picture, and its words in the key."""


def _demand_explained(state: State) -> set[str]:
    """See that the key explains what is drawn of ``IN_PLAY``, and nothing else; what is drawn."""
    whole = svg(state)
    key = draw_legend(state, 900)[0]
    words = set(re.findall(r"<text[^>]*>([^<]*)</text>", key))
    outside = {
        class_
        for class_ in IN_PLAY
        if whole.count(f'class="{class_}"') > key.count(f'class="{class_}"')
    }
    assert words & set(IN_PLAY.values()) == {IN_PLAY[class_] for class_ in outside}
    return outside


def test_the_key_explains_every_counter() -> None:
    """Each kind of counter is explained where it is, and gone from the key when it is gone."""
    state = rich()
    white = Map({"S1": Smoke("B3", "German"), "S2": Smoke("B3", "British", dispersed=True)})
    gray = Map({"S1": Smoke("B3", "German", gray=True)})
    other = replace(state, smoke=white), replace(state, smoke=gray)
    met = _demand_explained(state).union(*map(_demand_explained, other))
    assert met == IN_PLAY.keys()
    bare = replace(state, smoke=Map(), drift=Map(), vehicle_dust=Map(), ffes=Map(), ground=Map())
    assert _demand_explained(bare) == set()
