"""B2.1 Shellholes: where they form, and what they take away.

They form in Open Ground, brush, orchard and grain, which are gone with any fire there, and in what
of the desert is open; a road stays. Entrenchments go each time, but not who was beneath them.
"""

from typing import Final

from events.commands import PlaceShellholes
from events.ground import DebrisEnded, ShellholesPlaced
from sim.chapter_a.smoke import end_fire
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.fortifications import ENTRENCHMENTS, forts_in, take_away
from sim.machine.telling import Decision, Dice, Reason, decider, hex_of, refuse
from sim.map.terrain_kind import RUBBLE, TerrainKind
from sim.state import BARE, State

_NEVER: Final = RUBBLE | {
    TerrainKind.CRAG,
    TerrainKind.CRAG_BRUSH,
    TerrainKind.CRAG_HAMMADA,
    TerrainKind.BOULDER_CRAG,
    TerrainKind.GRAVEYARD,
    TerrainKind.MARSH,
    TerrainKind.WATER,
    TerrainKind.STREAM,
    TerrainKind.OASIS,
    TerrainKind.OASIS_WELL,
}


@decider
def place_shellholes(state: State, command: PlaceShellholes, _: Dice) -> Decision:
    """Shellholes come to a hex: the end of its entrenchments, its growth and its fire."""
    name = hex_of(state, command.hex, "B2.1")
    for kind in ground_terrain(state, name):
        if kind.name in _NEVER or kind.building or kind.woods:
            refuse(Reason.WRONG_MATERIAL, "B2.1", f"{name} is {kind.name}, where none form")
    here = [kind.name for kind in ground_terrain(state, name)]
    torn = TerrainKind.SHELLHOLES in here and state.ground.get(name, BARE).debris is None
    dug = [label for label, fort in forts_in(state, name).items() if fort.kind in ENTRENCHMENTS]
    if torn and not dug:
        refuse(Reason.ALREADY_SO, "B2.1", f"{name} has shellholes already")
    for label in dug:
        state = yield from take_away(state, label, "B2.1")
    if torn:
        return
    debris = arid_debris_in(state, name)
    state = yield ShellholesPlaced(name, "B2.1")
    if debris:
        state = yield DebrisEnded(name, work_ends=True, rule="AD3.44")
    yield from end_fire(state, name, "AD3.44" if debris else "B2.1")
