"""Themes and parts of pictures; the marks of a LOS; the sky over the board."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from events.terms import Rain, TimeOfDay, WindForce
from replays.drawing.map import around, crop, svg
from replays.drawing.style import ROOT, Theme, style
from replays.drawing.svg import HIGH, centre, frame, hexside
from replays.game.scenario_file import load_scenario
from sim.machine.opening import initial_state
from sim.map.terrain_kind import TerrainKind
from sim.state import Sky, State, Wind, replace
from tests import cases
from tests.table import scenario
from tests.test_cli import Khamsin
from tests.test_pictures import XML, drawn, on, rich, said, shot, told

HILL: Final = "0 . .\n1 . . . . .\n2 . b b b .\n3 . . .2 . .\n4 . . w . ."


def _group(picture: str, name: str) -> ET.Element:
    (found,) = (each for each in drawn(picture).iter(f"{XML}g") if each.get("class") == name)
    return found


def _in_pixels(root: ET.Element, class_: str) -> Iterator[tuple[float, float, float, float]]:
    """Where rectangles in pixels are on the board, and where discs have their middle."""
    for placed in root.iter(f"{XML}g"):
        for scaled in placed.findall(f"{XML}g[@transform]"):
            for each in scaled:
                if each.get("class", "").split()[:1] == [class_]:
                    x, y = map(float, re.findall(r"-?[0-9.]+", placed.get("transform", "")))
                    (unit,) = map(float, re.findall(r"[0-9.]+", scaled.get("transform", "")))
                    box = (float(each.get(key, 0)) for key in ("x", "y", "width", "height"))
                    left, top, wide, high = (unit * number for number in box)
                    yield x + left, y + top, wide, high


def test_pictures_of_one_page_share_an_id_only_for_what_is_alike() -> None:
    """What two pictures define under one id is the same, so none clips or colours the other."""
    pictures = [
        svg(initial_state(load_scenario(name)), theme=theme)
        for name in ("bir-el-qaha", "djebel", "zawiya")
        for theme in (Theme.TABLE, Theme.DARK)
    ]
    met: dict[str, str] = {}
    for picture in pictures:
        for each in drawn(picture).iter():
            if id_ := each.get("id"):
                text = ET.tostring(each, encoding="unicode").strip()
                assert met.setdefault(id_, text) == text


@pytest.mark.parametrize("theme", Theme)
def test_no_rule_of_a_style_sheet_leaks_out_of_its_picture(theme: Theme) -> None:
    """Every selector begins with the class of the whole picture, which the root has."""
    sheet = style(theme)
    assert drawn(svg(rich(), theme=theme)).get("class") == ROOT[theme]
    for selectors in re.findall(r"([^{}]+)\{", sheet):
        for each in selectors.split(","):
            assert each.split()[0] == f".{ROOT[theme]}"
    assert "paint-order" not in sheet


def test_a_halo_is_a_text_of_its_own_that_nobody_reads_aloud() -> None:
    """Names stand once in ink; what is under them is hidden from screen readers."""
    root = drawn(svg(rich()))
    for each in root.iter():
        if "under" in each.get("class", "").split() and each.tag in (f"{XML}text", f"{XML}use"):
            assert each.get("aria-hidden") == "true"


def test_a_printed_picture_has_no_colour() -> None:
    """On paper all is gray, ground at level 0 is white, and higher ground is hatched."""
    picture = svg(on(HILL), theme=Theme.PRINT)
    for colour in re.findall(r"#([0-9a-f]{6}|[0-9a-f]{3})\b(?=[;}\"])", picture):
        digits = colour if len(colour) == 6 else "".join(2 * each for each in colour)
        assert len({digits[:2], digits[2:4], digits[4:]}) == 1, colour
    assert ".khamsin-print .d0{fill:#fff}" in picture
    assert ".khamsin-print .d2{fill:url(#khamsin-level2)}" in picture


def test_a_crop_shows_the_hexes_between_two_corners() -> None:
    """Hexes and counters of the part are drawn; what is far from it is not, nor in the key."""
    state = initial_state(load_scenario("bir-hacheim"))
    window = crop(state.setting.area, "K4:G1")
    picture = svg(state, window=window)
    for name in ("G1", "K4", "H2", "I3"):
        assert name in said(picture)
        assert window.has(centre(state.setting.area.place(name)))
    assert not {"A5", "R3", "G8"} & said(picture)
    assert len(picture) < len(svg(state)) / 2
    kinds = {
        kind for name in ("G1", "K4", "H2", "I3") for kind in state.setting.area.record[name].kinds
    }
    assert kinds <= said(picture)
    assert TerrainKind.HIGH_DUNE not in said(picture)
    assert window == crop(state.setting.area, " g1 : k4 ")


@cases("radius", 0, 1, 3, 90)
def test_a_part_around_a_hex_reaches_as_far_as_its_radius(radius: int) -> None:
    """The hexes at that range are in it, as far as there are any; all of them at a large one."""
    area = initial_state(load_scenario("bir-el-qaha")).setting.area
    window, middle = around(area, ["D4"], radius), area.place("D4")
    for place, name in area.names.items():
        if place.column == middle.column and abs(place.row - middle.row) <= radius:
            assert window.has(centre(place)), name
    assert (window == frame(area)) == (radius == 90)


def test_counters_beyond_a_crop_stay_away_from_its_picture() -> None:
    """A vehicle, a fire and a FFE outside a part leave nothing in it."""
    state = rich()
    picture = svg(state, window=around(state.setting.area, ["A2"], 1))
    titles = told(picture)
    assert "Humber, British: ready" in titles
    assert not any(each.startswith(("Pz<A>", "FFE F1", "Blaze")) for each in titles)


@cases("one, two", ("C3", "C4"), ("C3", "D3"), ("A1", "B0"), ("A1", "O9"))
def test_the_marks_of_firer_and_target_stand_in_their_hexes_and_apart(one: str, two: str) -> None:
    """At range 1 as well, neither touches the other, nor reaches over the rim of its hex."""
    state = initial_state(scenario(vehicles=[]))
    ends = [centre(state.setting.area.place(name)) for name in (one, two)]
    marks = _group(svg(state, shot(state, one, two)), "layer-los")
    spots = [complex(x, y) for x, y, *_ in _in_pixels(marks, "end")]
    assert all(abs(at - end) < HIGH / 2 - 10 for at, end in zip(spots, ends, strict=True))
    assert abs(spots[0] - spots[1]) > abs(ends[0] - ends[1]) + 40


@pytest.mark.parametrize("direction", [1, 2, 3, 4, 5, 6])
def test_the_wind_stands_on_the_board_whole(direction: int) -> None:
    """Its chevrons are cut by no edge, and where it comes from."""
    state = replace(rich(), wind=Wind(WindForce.HEAVY_WINDS, direction, gusts=True))
    edge = frame(state.setting.area)
    wind = _group(svg(state), f"wind wind-{direction}")
    spots = [complex(x, y) for x, y, *_ in _in_pixels(wind, "gust")]
    assert len(spots) >= 2
    assert all(edge.has(spot, -15) and not edge.has(spot, -30) for spot in spots)


@cases("one, two", ("A1", "A5"), ("A3", "O3"), ("A1", "O9"), ("A9", "O1"), ("C3", "D3"))
def test_the_verdict_stands_beside_the_line(one: str, two: str) -> None:
    """In whatever way a LOS goes, its words cover no part of it."""
    state = initial_state(scenario(vehicles=[]))
    start, end = (centre(state.setting.area.place(name)) for name in (one, two))
    marks = _group(svg(state, shot(state, one, two)), "layer-los")
    (x, y, wide, high), *_ = _in_pixels(marks, "pill")
    for n in range(101):
        at = start + (end - start) * n / 100
        assert not (x < at.real < x + wide and y < at.imag < y + high)


def test_what_blocks_on_a_hexside_has_its_cross_there() -> None:
    """A wall that blocks is marked in the middle of its hexside, not in a hex."""
    text = "0 . .\n1 . . . . .\n2 . . .-1 . .\n3 . . . . ."
    walls = [{"kind": "high-wall", "at": ["B2/C3", "B2/C2", "B1/C2"]}]
    state = on(text.replace("-1", ""), hexsides=walls)
    sight = shot(state, "A2", "E2")
    assert sight.los.block is not None
    assert "/" in sight.los.block.name
    (cross,) = (
        each
        for each in _group(svg(state, sight), "layer-los").iter(f"{XML}path")
        if each.get("class") == "cross"
    )
    numbers = [float(each) for each in re.findall(r"-?[0-9.]+", cross.get("d", ""))]
    at = complex(sum(numbers[::2]) / 4, sum(numbers[1::2]) / 4)
    area = state.setting.area
    one, two = sight.los.block.name.split()[-1].split("/")
    side = area.hexside(one, two)
    assert side is not None
    ends = hexside(area.place(one), side)
    assert abs(at - (ends[0] + ends[1]) / 2) < abs(ends[0] - ends[1]) / 2 + 1


def test_hindrances_beyond_what_blocks_are_gray() -> None:
    """What lies behind the block is drawn as gone, and says so."""
    state = on("0 . . .\n1 . . . . . . .\n2 . . w . b b .\n3 . . . . . . .", ad=False)
    sight = shot(state, "A2", "G2")
    assert sight.los.block is not None
    beyond = [each for each in sight.los.hindrances if each.range > sight.los.block.range]
    picture = svg(state, sight)
    gone = [each for each in drawn(picture).iter(f"{XML}g") if each.get("class") == "gone"]
    assert len(gone) == len({each.hex for each in beyond})
    assert bool(gone) == any(each.endswith("beyond what blocks the LOS") for each in told(picture))


def _under(**changes: Any) -> State:
    state = on("0 .\n1 . . .\n2 . . .")
    return replace(state, sky=attrs.evolve(state.sky, **changes))


@cases(
    "changes, words",
    ({"time_of_day": TimeOfDay.NIGHT}, "Night"),
    ({"rain": Rain.RAIN}, "Rain"),
    ({"rain": Rain.HEAVY}, "Heavy Rain"),
    ({"mist": True}, "Mist"),
)
def test_the_sky_is_over_the_board(changes: dict[str, Any], words: str) -> None:
    """Night, rain and Mist are a layer that says what it is; without them there is none."""
    assert words in told(svg(_under(**changes)))
    assert words not in told(svg(_under()))
    assert isinstance(_under().sky, Sky)


def test_map_draws_a_part_for_a_printer(khamsin: Khamsin) -> None:
    """``--around``, ``--radius`` and ``--print`` go together, in the SVG and on the terminal."""
    part = ("--around", "b3", "--radius", "1")
    spoken = khamsin("map", "bir-el-qaha", *part, "--print", "-o", "p.svg", "--terminal")
    assert (spoken.code, spoken.err) == (0, "")
    picture = Path("p.svg").read_text(encoding="utf-8")
    assert drawn(picture).get("class") == "khamsin-print"
    assert "H6" not in said(picture)
    khamsin("map", "bir-el-qaha", *part, "--los", "C4", "H6", "-o", "p.svg")
    assert "H6" in said(Path("p.svg").read_text(encoding="utf-8"))


def test_map_says_that_terrain_is_governed(khamsin: Khamsin) -> None:
    """A picture of what the scenario makes of its boards says so, and so does the text map."""
    spoken = khamsin("map", "tebaga", "--governed", "-o", "g.svg", "--terminal")
    words = "terrain as the scenario makes it, not as it is printed (B.1)"
    assert any(words in each for each in said(Path("g.svg").read_text(encoding="utf-8")))
    assert words in spoken.out


def test_a_png_is_written_where_its_library_is(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A map and a chart come as PNG by the name of their file; else a sentence names the extra."""
    pytest.importorskip("resvg_py", reason="a PNG needs the extra png")
    for words in (("map", "bir-el-qaha", "-o"), ("odds", "bir-el-qaha", "--plot")):
        assert khamsin(*words, "it.png").code == 0
        assert Path("it.png").read_bytes().startswith(b"\x89PNG")
    monkeypatch.setattr("replays.game.file.installed", lambda name: name != "resvg_py")
    spoken = khamsin("map", "bir-el-qaha", "-o", "other.png")
    assert spoken.code == 2
    assert "`pip install 'khamsin[png]'` brings it" in spoken.err
    assert not Path("other.png").exists()
