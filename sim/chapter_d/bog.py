"""D8.2 Bog: the Bog Check DR, what modifies it, and what it does.

A Final DR of 12 or more bogs, and ends the vehicle's MPh. When the check is made, and how a bogged
vehicle comes free, is in `sim.chapter_d.bog_checks`.
"""

from fractions import Fraction
from typing import Final

from events import vehicles
from events.commands import Bog
from events.entry import MUD_BOG_DR, MUD_HEX_DR
from events.terms import Fortification, GroundPressure, Movement
from sim.chapter_11.applicability import desert_mud
from sim.chapter_11.mud import counts_for_mud_bog
from sim.chapter_a.smoke import end_wreck
from sim.chapter_b.bog_terrain import in_building
from sim.chapter_b.fortifications import label_of, take_away
from sim.chapter_b.leaving import on_paved_road
from sim.chapter_b.mover import Mover
from sim.chapter_b.trail_breaks import end_trail_breaks
from sim.chapter_d.presence import demand_there
from sim.machine.telling import Decision, Dice, Reason, Telling, decider, refuse
from sim.map.terrain_kind import MoverKind
from sim.modifiers import DR, Kind, Modifier, dr_chance, total_of
from sim.state import BogDue, State

BOGS_AT_LEAST: Final = 12
"""Final DR at which a vehicle bogs."""

LIGHT_MTR: Final = range(76, 108)
"""Calibres of the MTR, in mm, whose towing does not count (D8.21)."""

PRESSURE_DRM: Final = {GroundPressure.LOW: 0, GroundPressure.NORMAL: 1, GroundPressure.HIGH: 2}

CELLAR: Final = 6
"""Original coloured dr of a Bog Check inside a building at which an AFV falls into the cellar."""


def bog_drm(
    state: State,
    mover: Mover,
    terrain: tuple[Modifier, ...] = (),
    name: str | None = None,
    *,
    paved: bool = False,
) -> tuple[Modifier, ...]:
    """All DRM of a Bog Check (D8.21) in a hex, or somewhere in the open.

    Mud is neither inside a building nor on a paved road, by which it is about to enter or came.
    """
    pressure = f"{mover.pressure} ground pressure"
    mud = state.sky.mud_exists and not (paved or _firm(state, mover, name))
    own = (
        (pressure, PRESSURE_DRM[mover.pressure]),
        ("towing", int(mover.towing and mover.mtr not in LIGHT_MTR)),
        ("Mud", int(mud)),
        ("not fully-tracked", int(mover.kind is not MoverKind.FULLY_TRACKED)),
        ("truck-type MP", int(mover.kind is MoverKind.TRUCK)),
    )
    mine = (Modifier(name, "D8.21", Kind.DRM, amount) for name, amount in own if amount)
    return (*mine, *terrain)


def _firm(state: State, mover: Mover, name: str | None) -> bool:
    """Whether a vehicle has no mud under it in a hex."""
    if name is None:
        return False
    here = mover.vehicle is not None and state.vehicles[mover.vehicle].hex == name
    return in_building(state, name) or (here and on_paved_road(state, mover.vehicle or ""))


def bog_chance(drm: tuple[Modifier, ...]) -> Fraction:
    """The chance that a Bog Check with these DRM bogs."""
    return dr_chance(drm, BOGS_AT_LEAST)


def bog_due(state: State, mover: Mover, name: str, terrain: tuple[Modifier, ...]) -> BogDue:
    """The Bog Check that a vehicle has to make in a hex."""
    return BogDue(name, int(total_of(bog_drm(state, mover, terrain, name)).fixed))


def check_bog(
    state: State, mover: Mover, name: str, terrain: tuple[Modifier, ...], dice: Dice
) -> Telling:
    """Make the Bog Check DR of a vehicle of the game in a hex at once, and bog it if it fails."""
    vehicle, due = mover.vehicle or "", bog_due(state, mover, name, terrain)
    coloured, white = dice.roll(f"bog {vehicle}", 2)
    state = yield vehicles.BogChecked(vehicle, due.hex, coloured, white, due.drm, "D8.21")
    return (yield from suffer_bog(state, vehicle, due, coloured, white))


def bogs(state: State, due: BogDue, coloured: int, white: int) -> str | None:
    """The rule by which a Bog Check DR stops a vehicle; None if it does not.

    A Final DR of 12 or more bogs it; an Original coloured 6 inside a building drops it into the
    cellar (B23.41).
    """
    if coloured == CELLAR and in_building(state, due.hex):
        return "B23.41"
    return "D8.2" if coloured + white + due.drm >= BOGS_AT_LEAST else None


def stopping_chance(state: State, due: BogDue) -> Fraction:
    """The chance that a Bog Check DR stops a vehicle: that it bogs it, or worse."""
    stopped = [bogs(state, due, one, two) for one in DR for two in DR]
    return Fraction(len(stopped) - stopped.count(None), len(stopped))


def suffer_bog(state: State, vehicle: str, due: BogDue, coloured: int, white: int) -> Telling:
    """What a Bog Check DR does: a fall into the cellar, a Bog, the end of Wire, or nothing."""
    rule = bogs(state, due, coloured, white)
    if rule == "D8.2":
        state = yield vehicles.VehicleBogged(vehicle, due.hex, rule)
        return (yield from end_trail_breaks(state, vehicle))
    if rule is not None:  # it is gone, and leaves no wreck
        state = yield vehicles.VehicleDestroyed(vehicle, rule)
        return (yield from end_wreck(state, vehicle, rule))
    wire = label_of(Fortification.WIRE, due.hex)
    tracked = state.setting.vehicles[vehicle].movement is Movement.FULLY_TRACKED
    if coloured == 1 and tracked and wire in state.fortifications:
        return (yield from take_away(state, wire, "B26.53"))
    return state


@decider
def bog(state: State, command: Bog, _: Dice) -> Decision:
    """A vehicle bogs by a roll that the players made."""
    vehicle = command.vehicle
    demand_there(state, vehicle, "D8.2")
    found = state.vehicles[vehicle]
    if found.bogged or found.immobile:
        refuse(Reason.ALREADY_SO, "D8.2", f"{vehicle} cannot move already")
    state = yield vehicles.VehicleBogged(vehicle, found.hex or "", "D8.2")
    yield from end_trail_breaks(state, vehicle)


# D8.23 Mud Bog: one Secret Bog DR for the whole MPh of a vehicle, in Desert Mud (11.8).
#
# It is made at the vehicle's first entry of a hex in its MPh; if its Final DR bogs, a Secret dr
# says in which of the hexes that count. Motorcycles make none. Where 11.8 is not in effect, Mud Bog
# is left to the players.


def roll_secret_bog(state: State, mover: Mover, dice: Dice) -> Telling:
    """Make the Secret DR of a vehicle that is about to enter its first hex of this MPh."""
    vehicle = mover.vehicle or ""
    left_to_players = state.setting.rules_that("D2.1-cost", "declared")
    spared = mover.kind is MoverKind.MOTORCYCLE or left_to_players
    if state.vehicles[vehicle].mud_dr is not None or spared or not desert_mud(state):
        return state
    drm = int(total_of(bog_drm(state, mover)).fixed)
    coloured, white = dice.roll(f"{MUD_BOG_DR} {vehicle}", 2)
    dr: int | None = None
    if coloured + white + drm >= BOGS_AT_LEAST:
        (dr,) = dice.roll(f"{MUD_HEX_DR} {vehicle}", 1)
    return (yield vehicles.SecretBogRolled(vehicle, coloured, white, drm, dr, "D8.23"))


def bog_in_mud(
    state: State, vehicle: str, origin: str | None, name: str, *, paved: bool
) -> Telling:
    """Bog a vehicle that enters the hex in which its Secret DR says that it bogs.

    Via a paved road no vehicle bogs so.
    """
    found = state.vehicles[vehicle]
    if not found.mud_dr or counts_for_mud_bog(state, origin, name, paved=paved) is not None:
        return state
    number = found.mud_hexes + 1
    state = yield vehicles.MudHexCounted(vehicle, name, number, "11.8")
    if number == found.mud_dr and not paved:
        state = yield vehicles.VehicleBogged(vehicle, name, "11.8")
    return state
