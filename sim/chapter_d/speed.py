"""D2.5 ESB and D2.401 Motion attempts: MP beyond the allotment, and Motion in the enemy's MPh."""

from fractions import Fraction
from typing import Final

from events import vehicles
from events.commands import ESB, TryMotion
from events.moment import Phase
from events.terms import TRACKED
from sim.chapter_b.trail_breaks import end_trail_breaks
from sim.chapter_d.bog_checks import after_bog_checks
from sim.chapter_d.cannot_move import may_act
from sim.chapter_d.presence import demand_there
from sim.machine.telling import Decision, Dice, Reason, Refused, decider, in_phase, refuse
from sim.state import State

# D2.5 Excessive Speed Breakdown: a tracked vehicle exceeds its allotment, once in an MPh.
#
# Red MP, and a vehicle that another nation made, are the players' to tell by a DRM of the order.

MOST_OF_ALLOTMENT: Final = Fraction(1, 4)
"""How much of the printed MP may be sought, FRD."""

MAKER_DRM: Final = {
    **dict.fromkeys(("american", "americans", "us", "usa", "united states"), 0),
    **dict.fromkeys(("united states of america", "czech", "czechs", "czechoslovakia"), 0),
    **dict.fromkeys(("russian", "russians", "russia", "soviet", "soviets", "soviet union"), 1),
    **dict.fromkeys(("ussr", "chinese", "china"), 1),
    **dict.fromkeys(("british", "britain", "great britain", "united kingdom", "uk"), 2),
    **dict.fromkeys(("commonwealth", "australian", "australia", "new zealand"), 2),
    **dict.fromkeys(("indian", "india", "south african", "south africa", "canadian"), 2),
    **dict.fromkeys(("canada", "german", "germans", "germany"), 2),
}
"""DRM by whose vehicle it is, as a scenario may call that side."""

OTHERS_DRM: Final = 3
"""DRM of French, Italian and all other vehicles."""

BREAKS_AT_LEAST: Final = 12
"""Final DR at which the vehicle is immobilized instead."""


@decider
@after_bog_checks
def speed(state: State, command: ESB, dice: Dice) -> Decision:
    """Seek MP beyond the allotment."""
    vehicle = command.vehicle
    if refusal := may_act(state, vehicle):
        raise Refused(refusal)
    found, spec = state.vehicles[vehicle], state.setting.vehicles[vehicle]
    most = int(spec.mp * MOST_OF_ALLOTMENT)
    if spec.movement not in TRACKED:
        refuse(Reason.IMPOSSIBLE_NUMBER, "D2.5", f"{vehicle} is a {spec.movement}, not tracked")
    if found.sped_in == state.moment:
        refuse(Reason.ALREADY_TRIED, "D2.5", f"{vehicle} has made its ESB DR in this MPh")
    if found.spent_all:
        why = f"{vehicle} entered a hex for its whole allotment, and goes no farther"
        refuse(Reason.BEYOND_ALLOTMENT, "D2.7", why)
    if found.minimum:
        why = f"{vehicle} made a Minimum Move, with which ESB does not go"
        refuse(Reason.BEYOND_ALLOTMENT, "D2.15", why)
    if not 1 <= command.mp <= most or command.mp % 1:
        may = f"1 to {most} MP" if most else "none"
        why = f"{vehicle} may seek {may}, a quarter of its {spec.mp}, not {command.mp}"
        refuse(Reason.IMPOSSIBLE_NUMBER, "D2.5", why)
    drm = int(command.mp) + MAKER_DRM.get(spec.side.lower(), OTHERS_DRM) + command.drm
    coloured, white = dice.roll(f"ESB {vehicle}", 2)
    fails = coloured + white + drm >= BREAKS_AT_LEAST
    more = 0 if fails else int(command.mp)
    yield vehicles.ESBRolled(vehicle, more, coloured, white, drm, "D2.5")
    if fails:
        state = yield vehicles.VehicleImmobilized(vehicle, "D2.5")
        yield from end_trail_breaks(state, vehicle)


# D2.401 Motion attempts, at an enemy who has just come into LOS in its own MPh.
#
# What that enemy expended in LOS, and that it was out of it before, the players say. The vehicle
# needs no Start in its next MPh, and so raises Dust in the first hex that it leaves then (11.74).


@decider
def try_motion(state: State, command: TryMotion, dice: Dice) -> Decision:
    """Try for Motion."""
    vehicle = command.vehicle
    in_phase(state, Phase.MPH, "D2.401", "Motion is attempted in")
    demand_there(state, vehicle, "D2.401")
    found, spec = state.vehicles[vehicle], state.setting.vehicles[vehicle]
    if spec.side == state.attacker:
        why = f"{vehicle} may try in the MPh of its enemy only"
        refuse(Reason.WRONG_PHASE, "D2.401", why)
    if found.immobile or found.bogged:
        refuse(Reason.IMMOBILE, "D2.401", f"{vehicle} is not Mobile")
    if found.stunned or found.shocked:
        refuse(Reason.STUNNED_OR_SHOCKED, "D2.401", f"{vehicle} is not Mobile")
    if found.tried_motion_in == state.moment:
        refuse(Reason.ALREADY_TRIED, "D2.401", f"{vehicle} has tried in this MPh")
    if not command.mp > 0:
        why = f"an enemy who expended {command.mp} MF or MP has not moved"
        refuse(Reason.IMPOSSIBLE_NUMBER, "D2.401", why)
    (dr,) = dice.roll(f"Motion {vehicle}", 1)
    yield vehicles.MotionTried(vehicle, command.mp, dr, command.drm, "D2.401")
    if dr + command.drm <= command.mp and not found.in_motion:
        yield vehicles.MotionGained(vehicle, "D2.401")
