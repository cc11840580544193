"""Buildings over several hexes, and bridges."""

from collections.abc import Iterator
from typing import Final

import attrs
import numpy as np

from events.terms import Material
from replays.vasl.boards.ground import Grounds
from replays.vasl.boards.report import ImportNote, Sureness
from replays.vasl.boards.survey import Survey
from sim.map.hexes import Hex
from sim.map.terrain_kind import TerrainKind

__all__ = ["BuildingHex", "read_bridges", "read_houses"]

_JOINED: Final = 3
"""So many pixels of building on both sides of a hexside make one building of two hexes."""
_BRIDGE: Final = 12
"""Fewer pixels of bridge than this are spilt."""
MOST_LEVELS: Final = 5


@attrs.frozen
class BuildingHex:
    """A building hex.

    Attributes:
        hex: where.
        material: what it is built of.
        levels: its upper levels.
        name: what its building is called; None if it is of one hex.
        stairs: whether VASL's grids have a stairway in it.
    """

    hex: Hex
    material: Material
    levels: int
    name: str | None
    stairs: bool


def read_houses(survey: Survey, grounds: Grounds) -> tuple[list[BuildingHex], list[ImportNote]]:
    """Every building hex, and what there is to say of them."""
    hexes = survey.lattice.hexes
    built = {hexes[n]: g.building for n, g in enumerate(grounds) if g.building is not None}
    called = _named(survey, built)
    houses, notes = [], [*_uneven(survey, built, called), *_otherwise(survey, built)]
    for place, code in built.items():
        meaning = survey.meanings[code]
        name = called[place]
        alone = sum(each == name for each in called.values()) == 1
        number = survey.number(place)
        stairs = survey.grid.stairways[number] if survey.grid.stairways else False
        material = meaning.material or Material.STONE
        houses.append(BuildingHex(place, material, meaning.levels, None if alone else name, stairs))
    return houses, notes


def _named(survey: Survey, built: dict[Hex, int]) -> dict[Hex, str]:
    """The building of each hex: the name of the first hex of those whose art is joined."""
    leader = {place: place for place in built}

    def find(place: Hex) -> Hex:
        while leader[place] != place:
            place = leader[place]
        return place

    bodies = [
        code
        for code, meaning in survey.meanings.items()
        if meaning.material is not None and not meaning.wall
    ]
    for place in built:
        for side in (1, 2, 3):
            other = survey.across(place, side)
            if other not in built or other is None:
                continue
            inside, beyond = survey.strips(place, side)
            joined = np.isin(inside, bodies).all(axis=0) & np.isin(beyond, bodies).all(axis=0)
            if int(joined.sum()) >= survey.pixels(_JOINED):
                one, two = sorted((find(place), find(other)))
                leader[two] = one
    return {place: survey.name(find(place)) for place in built}


def _otherwise(survey: Survey, built: dict[Hex, int]) -> Iterator[ImportNote]:
    """Buildings of which the metadata says something that the grid does not show."""
    for place, code in built.items():
        name, called = survey.name(place), survey.meanings[code].name
        wanted = survey.types.get(name, called)
        if wanted != called:
            what = f"a building that the grid has as {called}, and the metadata otherwise"
            yield ImportNote(Sureness.GUESSED, what, (f"{name} ({wanted[:40]})",))


def _uneven(survey: Survey, built: dict[Hex, int], called: dict[Hex, str]) -> Iterator[ImportNote]:
    """Buildings of several hexes whose material VASL gives in two ways."""
    materials: dict[str, set[Material | None]] = {}
    for place, code in built.items():
        materials.setdefault(called[place], set()).add(survey.meanings[code].material)
    for name, found in materials.items():
        if len(found) > 1:
            what = "a building of stone and wooden hexes; each hex keeps its own"
            yield ImportNote(Sureness.GUESSED, what, (name,))


def read_bridges(survey: Survey, grounds: Grounds) -> tuple[list[Hex], list[ImportNote]]:
    """Every bridge hex, and what there is to say of them."""
    codes = [code for code, meaning in survey.meanings.items() if meaning.bridge]
    bridges, notes = list[Hex](), list[ImportNote]()
    if not codes:
        return bridges, notes
    counts = survey.counts[:, codes].sum(axis=1)
    for number in np.flatnonzero(counts).tolist():
        place = survey.lattice.hexes[number]
        name, pixels = survey.name(place), int(counts[number])
        if pixels < _BRIDGE * survey.scale**2:
            notes.append(
                ImportNote(Sureness.GUESSED, "bridge art, taken as spilt", (name,), pixels)
            )
            continue
        bridges.append(place)
        if not grounds[number].depression and TerrainKind.WATER not in grounds[number].kinds:
            what = "a bridge in a hex that is neither Depression nor Water"
            notes.append(ImportNote(Sureness.GUESSED, what, (name,), pixels))
    return bridges, notes
