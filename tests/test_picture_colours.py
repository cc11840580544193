"""Colours are told apart by every eye, and words on a board are large enough at any zoom."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise
from operator import mul
from typing import Final

import pytest

from events.terms import Density
from replays.chances.odds import odds
from replays.drawing.chart import chart_svg
from replays.drawing.map import LAYERS, layer
from replays.drawing.style import ROLES, Theme, patterns, style, style_sheet
from replays.drawing.weather import dust_over
from tests.test_pictures import drawn, rich

Colour = tuple[float, float, float]
EYES: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deutan": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritan": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}
"""What an eye makes of linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""


def _rgb(text: str) -> Colour:
    red, green, blue = (int(text[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return (red, green, blue)


def linear(colour: str | Colour) -> Colour:
    """A colour, perhaps as ``#rrggbb``, in linear light."""
    red, green, blue = map(_light, _rgb(colour) if isinstance(colour, str) else colour)
    return (red, green, blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _times(matrix: tuple[Colour, Colour, Colour], colour: Colour) -> Colour:
    one, two, three = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return (one, two, three)


def lab(colour: Colour, eye: str) -> Colour:
    """A colour in linear light as CIELAB, as an eye sees it."""
    xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(EYES[eye], colour))
    found = zip(_times(xyz, (red, green, blue)), (0.9505, 1.0, 1.089), strict=True)
    x, y, z = ((p / w) ** (1 / 3) if p / w > 0.008856 else 7.787 * p / w + 4 / 29 for p, w in found)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def apart(one: Colour, two: Colour, eye: str) -> float:
    """How far two colours are from one another for an eye (CIE76)."""
    a, b = lab(one, eye), lab(two, eye)
    return float(sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5)


def contrast(one: str, two: str) -> float:
    """The contrast of two colours (WCAG)."""
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(sum(map(mul, weights, linear(each))) for each in (one, two))
    return float((high + 0.05) / (low + 0.05))


def _mixed(over: Colour, under: Colour, share: float) -> Colour:
    one, two, three = (share * a + (1 - share) * b for a, b in zip(over, under, strict=True))
    return (one, two, three)


def _dashes(density: Density) -> tuple[int, float]:
    """In how many directions the dashes of a density run, and which share of a tile they cover."""
    (found,) = (p for p in patterns() if f'"khamsin-grains-{density.level}"' in p)
    tile = float(re.findall(r'width="([0-9.]+)"', found)[0])
    runs = re.findall(r"M([-0-9.]+),([-0-9.]+)L([-0-9.]+),([-0-9.]+)", found)
    ways = [complex(float(c) - float(a), float(d) - float(b)) for a, b, c, d in runs]
    wide = 2.5 if "thickgrains" in found else 1.8
    return len({way.imag > 0 for way in ways}), sum(map(abs, ways)) * wide / tile**2


def _shade(density: Density) -> Colour:
    """The colour of sand under a density from afar: its veil, and dashes that cover their share."""
    sand = _rgb(ROLES["ground"][0])
    if density is Density.NONE:
        return linear(sand)
    (veil,) = re.findall(r"\.veil\{fill:(#\w+)\}", style_sheet("map"))
    share = float(re.findall(r"fill-opacity:([0-9.]+)", dust_over(density, "M0,0"))[0])
    over = _mixed(_rgb(veil), sand, share)
    dashed = _mixed(_rgb(ROLES["dust"][0]), over, 0.5)
    return linear(_mixed(dashed, over, min(_dashes(density)[1], 1.0)))


@pytest.mark.parametrize("eye", EYES)
def test_every_density_of_dust_is_told_from_the_next_by_every_eye(eye: str) -> None:
    """From afar by its shade, near by its dashes: more of them, then crossed, then bold."""
    for one, two in pairwise(Density):
        assert apart(_shade(one), _shade(two), eye) > 4.5, (one, two)
    dash, sand = linear(ROLES["dust"][0]), linear(ROLES["ground"][0])
    assert apart(dash, sand, eye) > 45
    found = [_dashes(each) for each in list(Density)[1:]]
    assert all(two[1] > 1.3 * one[1] for one, two in pairwise(found))
    assert [ways for ways, _ in found] == [1, 1, 1, 2, 2]


def test_what_a_colour_is_for_can_be_read_and_told_from_the_others() -> None:
    """Every role stands out on sand and on both papers; lines on a board from one another."""
    roles = {name: pair for name, pair in ROLES.items() if name not in ("ground", "paper")}
    for light, dark in roles.values():
        assert min(contrast(light, ROLES[under][0]) for under in ("ground", "paper")) >= 4.5
        assert contrast(dark, ROLES["paper"][1]) >= 4.5
    lines = [linear(ROLES[name][0]) for name in ("reach", "hindrance", "blocked")]
    for eye in EYES:
        assert min(apart(one, two, eye) for one, two in combinations(lines, 2)) >= 33
    assert f".art .los{{stroke:{ROLES['reach'][0].lower()}" in style(root="art")


def test_words_on_a_board_are_11_px_or_more_at_any_zoom() -> None:
    """Each has its size in pixels, by its class or its group, or by both; boards have one name."""
    sizes = dict(re.findall(r"\.art ([^{,]+)\{font-size:([^;}]+)", style(root="art")))
    for name in LAYERS:
        root = ET.fromstring(f"<g>{''.join(layer(rich(), name))}</g>")  # noqa: S314 - drawn here
        above = {child: each for each in root.iter() for child in each}
        for text in root.iter("text"):
            up = [text]
            while up[-1] in above:
                up.append(above[up[-1]])
            classes = [f".{word}" for each in up for word in each.get("class", "").split()]
            own = re.findall(r"font-size:([0-9.]+)px", text.get("style", ""))
            said = own[0] if own else next(sizes[each] for each in classes if each in sizes)
            pixels = float(re.findall(r"[0-9.]+", said)[0])
            assert pixels >= 11, ET.tostring(text)
            assert ".px" in classes or "var(--u)" in said or ".watermark" in classes


def test_each_drm_of_a_chart_has_a_colour_of_its_own_and_every_other_a_hatch() -> None:
    """Seven bands have seven colours, each beside its label once more."""
    found = odds("bir-hacheim", range_=6)
    picture = chart_svg(found, Theme.TABLE)
    words = [each.get("class", "") for each in drawn(picture).iter()]
    bands = {word for each in words for word in each.split() if re.fullmatch(r"drm\d+", word)}
    colours = {colour for band, colour in re.findall(r"\.(drm\d+)\{fill:(#\w+)\}", picture)}
    assert len(bands) == len(colours) > 6
    assert all(words.count(f"chart-band {each}") == 2 for each in bands)
