"""Charts of odds say what they show: numbers on bars, labels at lines, a scale a panel."""

import re
import xml.etree.ElementTree as ET

import pytest

from replays.chances.comparison import compare
from replays.chances.odds import odds
from replays.chances.rows import as_text
from replays.chances.sensitivity import sensitivity
from replays.drawing.chart import chart_svg
from replays.drawing.style import Theme
from tests import cases
from tests.test_pictures import XML, drawn, said


def _texts(picture: str, class_: str) -> list[str]:
    found = (each for each in drawn(picture).iter(f"{XML}text") if each.get("class") == class_)
    return ["".join(each.itertext()) for each in found]


def test_no_word_of_a_chart_is_outside_its_picture() -> None:
    """The notes at the foot are in it as well, of whatever the chart is."""
    both = compare("bir-el-qaha", "bir-hacheim", range_=6)
    for found in (odds("bir-hacheim", range_=6), both):
        root = drawn(chart_svg(found))
        left, top, width, high = map(float, root.get("viewBox", "").split())
        for each in root.iter(f"{XML}text"):
            assert left <= float(each.get("x", 0)) <= left + width, each.text
            assert top <= float(each.get("y", 0)) <= top + high, each.text


@cases("turns", 1, 6, 16, 40, 99)
def test_long_games_name_some_turns_only(turns: int) -> None:
    """The first Game Turn is named, then all of them, or round ones."""
    picture = chart_svg(odds("bir-el-qaha", turns=turns))
    named = [int(each) for each in _texts(picture, "chart-number") if each.isdigit()]
    once = named[: len(named) // 2]
    assert once == named[len(named) // 2 :]
    assert once[0] == 1
    assert len(once) <= 20
    assert turns <= 16 or all(each % 5 == 0 for each in once[1:])


def test_what_cannot_be_changed_alone_is_said() -> None:
    """A setting whose other values are unsound as long as the rest stays is named as such."""
    names = ("bir-el-qaha", "djebel")
    for found in map(sensitivity, names):
        settings = found.fixed
        assert {each.name for each in found.settings}.isdisjoint(settings)
        words = "With no other valid value while the rest stays"
        assert any(line.startswith(words) for line in as_text(found)) == bool(settings)


@pytest.mark.parametrize("look", Theme)
def test_charts_have_the_looks_of_maps(look: Theme) -> None:
    """On a dark page and on paper a chart says the same, under a class of its own."""
    found = odds("bir-el-qaha")
    picture = chart_svg(found, look)
    assert said(picture) == said(chart_svg(found))
    root = ET.fromstring(picture)  # noqa: S314 - drawn here
    class_ = root.get("class", "")
    sheet = next(root.iter(f"{XML}style")).text or ""
    for selectors in re.findall(r"([^{}]+)\{", sheet):
        assert all(each.split()[0] == f".{class_}" for each in selectors.split(","))
