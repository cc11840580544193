"""B27 Fortifications: which counters may be where, what they hold, and Entrenching Attempts.

Entrenchments are foxholes, trenches and sangars (F8); beside them there are wire (B26), mines
(B28), roadblocks (B29) and pillboxes (B30). A scenario sets them up; only foxholes are dug in play.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from events.commands import Entrench, RemoveFortification
from events.fortifications import EntrenchingFailed, FortificationRemoved, FoxholeDug
from events.moment import Phase
from events.scenario import FortificationSpec
from events.terms import Fortification, HexsideKind, Road, Station
from events.units import UnitStationed
from sim.chapter_11.in_building import is_interior
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_ad.combined_terrain import COMBINED, counter_allowed
from sim.chapter_ad.high_walls import hexsides_now
from sim.chapter_ad.mosque import house_in
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY
from sim.chapter_ad.room import limited_kind
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.roads import real_bridge_in, road_hexsides, road_into
from sim.chapter_b.symbology import CATALOGUE, HEXSIDE_ROWS
from sim.chapter_f.desert_boards import entrenching_drm
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, hex_of, owner_of, refuse
from sim.map.hexes import turned
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import RUBBLE
from sim.map.terrain_kind import TerrainKind as Kind
from sim.modifiers import Kind as ModifierKind
from sim.modifiers import Modifier, Near, Verdict
from sim.state import BARE, Fort, Map, State

# B9.32 Wall Advantage: over which hexsides a unit can gain it, and what it is worth there.
#
# That there is an enemy to gain it from, and a unit that may claim it, is the players' to say; the
# hexside and the Location are judged here. Over an un-breached High Wall no side gains it (AD4.6).

NAME: Final = "Wall Advantage"


def wall_advantage(
    state: State,
    name: str,
    other: str,
    *,
    level: int = 0,
    held: bool = False,
    within: Fortification | None = None,
    bypass: int | None = None,
) -> Verdict:
    """Whether a unit can gain Wall Advantage over a hexside, and the TEM that goes with it.

    Level -1 is IN a Depression. It is held if an enemy in the other hex has it. In Bypass along a
    hexside it is gained over that one and the two that join it.
    """
    area = state.setting.area
    side = area.hexside(name, other)
    kind = None if side is None else hexsides_now(state).get((name, side))
    rule, why_not, here = "B9.32", "", area.record[name].level
    if kind is HexsideKind.HIGH_WALL:
        rule, why_not = "AD4.6", "none is gained over an un-breached High Wall"
    elif kind not in HEXSIDE_ROWS:
        why_not = f"neither wall nor hedge divides {name} from {other}"
    elif here + level != max(here, area.record[other].level):
        why_not = f"its Location is not at the level of the {kind}"
    elif real_bridge_in(state.setting, name):
        why_not = f"{name} is a bridge"
    elif bypass and side not in (bypass, turned(bypass, 1), turned(bypass, -1)):
        why_not = f"it is in Bypass along hexside {bypass}, which does not meet hexside {side}"
    elif within is not None:
        why_not = f"none is gained from a {within}"
    elif held:
        why_not = f"an enemy in {other} has it"
    if why_not or kind is None:
        return Near(NAME, rule, ModifierKind.TEM, why_not)
    row = CATALOGUE[area.record[name].base][HEXSIDE_ROWS[kind]]
    return Modifier(NAME, "B9.32", ModifierKind.TEM, row.tem, why=f"{kind} on hexside {side}")


ENTRENCHMENTS: Final = (Fortification.FOXHOLE, Fortification.TRENCH, Fortification.SANGAR)

SHELTERS: Final[Mapping[Station, tuple[Fortification, ...]]] = {
    Station.ENTRENCHED: ENTRENCHMENTS,
    Station.PILLBOX: (Fortification.PILLBOX,),
}
"""The Fortifications in which a unit of a station is."""

MOST_SQUADS: Final = 3
"""The squads that the foxholes of a hex hold at most (B27.12)."""

ENTRENCHED_AT_MOST: Final = 5
"""The Final DR of an Entrenching Attempt that succeeds (B27.11)."""

_BUILT: Final = {Kind.WOODEN_BUILDING, Kind.STONE_BUILDING, *RUBBLE}
_CRAGS: Final = {Kind.CRAG, Kind.CRAG_BRUSH, Kind.CRAG_HAMMADA, Kind.BOULDER_CRAG}
_WET: Final = {Kind.MARSH, Kind.WATER}
_SANDS: Final = {Kind.SAND, Kind.HIGH_DUNE}
_DEPRESSIONS: Final = {Kind.GULLY, Kind.WADI, Kind.STREAM, Kind.OASIS}
_NOT_DUG: Final = {*_BUILT, *_CRAGS, *_WET, Kind.STREAM, Kind.OASIS}

_FORBIDDEN: Final[dict[Fortification, tuple[str, set[Kind]]]] = {
    Fortification.FOXHOLE: ("B27.1", _NOT_DUG),
    Fortification.TRENCH: ("B27.1", _NOT_DUG | _SANDS),
    Fortification.SANGAR: ("F8.2", _NOT_DUG | _SANDS),
    Fortification.PILLBOX: (
        "B30.1",
        {*_BUILT, *_CRAGS, *_WET, *_SANDS, *_DEPRESSIONS, Kind.GRAVEYARD},
    ),
    Fortification.WIRE: ("B26.1", {*_BUILT, *_WET}),
    Fortification.A_P_MINES: ("B28.1", {*RUBBLE, *_CRAGS, *_WET}),
    Fortification.A_T_MINES: ("B28.1", {*RUBBLE, *_CRAGS, *_WET}),
    Fortification.ROADBLOCK: ("B29.1", {*_BUILT, *_WET}),
}
"""The terrain in which a Fortification may not be, and the rule; sand is by F7.42."""

_MINES: Final = (Fortification.A_P_MINES, Fortification.A_T_MINES)
_OFF_BRIDGES: Final = (*ENTRENCHMENTS, Fortification.PILLBOX, Fortification.A_P_MINES)

_ONE_A_HEX: Final = {Fortification.FOXHOLE: "B27.12", Fortification.FORTIFIED_BUILDING: "B23.9"}
"""The rule by which there is one such counter in a hex; others go by the rule of their terrain."""


def label_of(kind: Fortification, name: str, hexside: int | None = None) -> str:
    """What orders and answers call a Fortification of a hex: ``Foxhole-D4``, ``Roadblock-D4-2``."""
    said = f"{kind.replace(' ', '-')}-{name}"
    return said if hexside is None else f"{said}-{hexside}"


def set_up(specs: Sequence[FortificationSpec], area: PlayingArea) -> Map[str, Fort]:
    """The Fortification counters of a scenario, by name."""
    found: dict[str, Fort] = {}
    for spec in specs:
        name = area.name(spec.hex)
        if name is not None:
            kind, pillbox = spec.kind, spec.kind is Fortification.PILLBOX
            found[label_of(kind, name, spec.hexside)] = Fort(
                name,
                kind,
                spec.side,
                spec.hexside,
                squads=spec.squads if pillbox or kind in ENTRENCHMENTS else 0,
                ca=spec.ca,
                ca_tem=spec.ca_tem if pillbox else 0,
                nca_tem=spec.nca_tem if pillbox else 0,
            )
    return Map(found)


def forts_in(state: State, name: str) -> dict[str, Fort]:
    """The Fortification counters of a hex, by name in order."""
    return {label: fort for label, fort in sorted(state.fortifications.items()) if fort.hex == name}


def fort_of(state: State, name: str, what: Fortification) -> Fort | None:
    """The first Fortification of a kind in a hex, if there is one."""
    return next((fort for fort in forts_in(state, name).values() if fort.kind is what), None)


def forbidding(
    state: State,
    name: str,
    what: Fortification,
    *,
    hexside: int | None = None,
    beside: dict[str, Fort] | None = None,
) -> Iterator[tuple[str, str]]:
    """What forbids a Fortification in a hex: each with its rule.

    A Roadblock is to obstruct a hexside. Beside it are those of the state, or these.
    """
    kinds = [kind.name for kind in ground_terrain(state, name)]
    limited = limited_kind(state, name)
    if limited is not None and what not in OCCUPANCY[limited].fortifications:
        yield str(limited), OCCUPANCY[limited].rule
    if not counter_allowed(state.setting, what):
        yield from ((kind, "AD3.2") for kind in sorted(set(kinds) & set(COMBINED.values())))
    if what is Fortification.FORTIFIED_BUILDING:
        yield from _not_fortified(state, name)
    else:
        rule, forbidden = _FORBIDDEN[what]
        for kind in kinds:
            if kind in forbidden:
                yield str(kind), "F7.42" if kind in _SANDS else rule
    if what in _MINES and is_interior(state, name):
        yield "Interior Building hex", "B28.1"
    yield from _road_forbids(state, name, what, hexside)
    there = forts_in(state, name) if beside is None else beside
    if label_of(what, name, hexside) in there:
        yield f"the {what} there", _ONE_A_HEX.get(what) or _FORBIDDEN[what][0]
    yield from not_beside(what, (fort.kind for fort in there.values()))


def not_beside(what: Fortification, there: Iterable[Fortification]) -> Iterator[tuple[str, str]]:
    """What else in a hex forbids a Fortification: a trench and a foxhole one another (B27.51)."""
    pair = {Fortification.FOXHOLE, Fortification.TRENCH}
    if what in pair:
        yield from ((f"the {kind} there", "B27.51") for kind in there if kind in pair - {what})


def _not_fortified(state: State, name: str) -> Iterator[tuple[str, str]]:
    """Why a hex cannot be a Fortified Building (B23.9, AD3.3)."""
    building = state.ground.get(name, BARE).building
    if building is None or building.rubbled_from == 0:
        yield "no building", "B23.9"
    elif house_in(state, name) is not None:
        yield "Mosque or Temple", "AD3.3"


def _road_forbids(
    state: State, name: str, what: Fortification, hexside: int | None
) -> Iterator[tuple[str, str]]:
    """What roads and bridges forbid, or ask for."""
    roads = road_into(state, name)
    if what in ENTRENCHMENTS and Road.PAVED in roads:
        yield "paved road", "B27.1"
    if what is Fortification.A_P_MINES and _bare_pavement(state, name):
        yield "paved road", "B28.1"
    if what in _OFF_BRIDGES and real_bridge_in(state.setting, name):
        yield "Bridge", _FORBIDDEN[what][0]
    if what is Fortification.ROADBLOCK:
        if hexside is None and not roads:
            yield "no road", "B29.1"
        elif hexside is not None and hexside not in road_hexsides(state.setting, name):
            yield f"no road across hexside {hexside}", "B29.1"


def _bare_pavement(state: State, name: str) -> bool:
    """Whether no mines are hidden on the paved road of a hex: no debris is on it (B3.5)."""
    return Road.PAVED in road_into(state, name) and not arid_debris_in(state, name)


def seen_there(state: State, name: str) -> bool:
    """Whether A-T Mines lie in full view in a hex: on a bridge or a paved road (B28.53)."""
    return _bare_pavement(state, name) or real_bridge_in(state.setting, name)


@decider
def entrench(state: State, command: Entrench, dice: Dice) -> Decision:
    """An Entrenching Attempt of a squad, or its equivalent, in its PFPh (B27.11)."""
    if state.moment.phase is not Phase.PFPH:
        refuse(Reason.WRONG_PHASE, "B27.11", "Entrenching Attempts are made in the PFPh")
    side = owner_of(state, command.side, "B27.11")
    if side != state.attacker:
        why = f"the {side} are not the ATTACKER, whose PFPh it is"
        refuse(Reason.NOT_ATTACKER, "B27.11", why)
    name = hex_of(state, command.hex, "B27.11")
    dug = label_of(Fortification.FOXHOLE, name)
    others = {label: fort for label, fort in forts_in(state, name).items() if label != dug}
    for why, rule in forbidding(state, name, Fortification.FOXHOLE, beside=others):
        refuse(Reason.NO_FORTIFICATION_HERE, rule, f"{why} in {name} forbids a foxhole")
    label = label_of(Fortification.FOXHOLE, name)
    there = state.fortifications.get(label)
    squads = 0 if there is None else there.squads
    if squads >= MOST_SQUADS:
        why = f"the foxhole in {name} holds {squads} squads, and no more"
        refuse(Reason.NO_FORTIFICATION_HERE, "B27.12", why)
    one, two = dice.roll("Entrenching Attempt", 2)
    if one + two + command.drm + sum(entrenching_drm(state, name).values()) > ENTRENCHED_AT_MOST:
        yield EntrenchingFailed(name, "B27.11")
    else:
        yield FoxholeDug(label, name, side, squads + 1, "B27.11")


def opened_by(state: State, fort: Fort) -> tuple[tuple[str, int], ...]:
    """The hexside that opens when a Fortification goes, as each of its hexes counts it."""
    if fort.hexside is None:
        return ()
    across = state.setting.area.across(fort.hex, fort.hexside)
    here = (fort.hex, fort.hexside)
    return (here,) if across is None else (here, (across, turned(fort.hexside, 3)))


def take_away(state: State, label: str, rule: str) -> Telling:
    """A Fortification is gone; who was in it is in its hex."""
    fort = state.fortifications[label]
    for name, unit in sorted(state.units.items()):
        if unit.hex == fort.hex and fort.kind in SHELTERS.get(unit.station, ()):
            state = yield UnitStationed(name, Station.GROUND, "B27.4")
    return (yield FortificationRemoved(label, fort.kind, fort.hex, opened_by(state, fort), rule))


@decider
def unfortify(state: State, command: RemoveFortification, _: Dice) -> Decision:
    """A Fortification counter is removed, as the players resolved it."""
    fort = state.fortifications.get(command.label)
    if fort is None:
        why = f"there is no Fortification {command.label}; `show all` names those in play"
        refuse(Reason.UNKNOWN_FORTIFICATION, "B27", why)
    yield from take_away(state, command.label, "B29.5" if opened_by(state, fort) else "B27")
