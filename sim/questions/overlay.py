"""What an overlay's hexes are where it lies on AD boards (AD2.2)."""

from collections.abc import Iterator

import attrs

from events.terms import Base
from sim.asking.answer import Answer
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_ad.overlays import base_around, overlay_bases
from sim.chapter_b.symbology import governing_terrain
from sim.state import State


class OverlayQuestion(Question):
    """Which base terrain an overlay has where it lies."""

    hexes: tuple[Hex, ...] = field("the hexes that it covers")
    printed: Base = field("the colour of its hexes as printed", default=Base.DESERT)
    otherwise: tuple[Hex, ...] = field("those of its hexes that have the other colour", default=())


class OverlayAnswer(Answer):
    bases: dict[str, Base]
    terrain: dict[str, str]
    """What governs each: the terrain of an overlay is changed as the board's is (F.1D)."""

    def lines(self) -> Iterator[str]:
        for name, kinds in self.terrain.items():
            yield f"{name} is {kinds}"


def answer(state: State, question: OverlayQuestion) -> OverlayAnswer:
    area = state.setting.area
    for name in question.otherwise:
        if name not in question.hexes:
            raise BadQuestion("otherwise", f"the overlay does not cover {name}")
    other = Base.TEMPERATE if question.printed is Base.DESERT else Base.DESERT
    places = {area.place(name): name for name in question.hexes}
    board = {place: area.record[name].base for place, name in area.names.items()}
    scenario = state.setting.scenario
    around = base_around(scenario, places, board)
    colours = {
        place: other if name in question.otherwise else question.printed
        for place, name in places.items()
    }
    found = overlay_bases(scenario, colours, board)
    bases = {name: found[place] for place, name in places.items()}
    why = "the hexes around it are not alike, so its own colour counts (AD2.2)"
    if not scenario.ad:
        why = "its own colour counts, as AD Terrain is not in effect (AD1.1)"
    elif around is not None:
        why = f"all hexes around it are {around} (AD2.2)"
    each = sorted({str(base) for base in bases.values()})
    said = f"its hexes are {' and '.join(each)}: {why}"
    based = {name: attrs.evolve(area.record[name], base=base) for name, base in bases.items()}
    setting = attrs.evolve(state.setting, area=attrs.evolve(area, record={**area.record, **based}))
    terrain = {
        name: " and ".join(f"{k.name} ({k.rule})" for k in governing_terrain(setting, name))
        for name in bases
    }
    return OverlayAnswer(verdict=said, bases=bases, terrain=terrain)
