"""D8.23 Mud Bog: one Secret Bog DR for the whole MPh of a vehicle, in Desert Mud (11.8).

It is made at the vehicle's first entry of a hex in its MPh; if its Final DR bogs, a Secret dr says
in which of the hexes that count. Where 11.8 is not in effect, Mud Bog is left to the players.
"""

from typing import Final

from events.vehicles import MudHexCounted, SecretBogRolled, VehicleBogged
from sim.chapter_11.mud import counts_for_mud_bog
from sim.chapter_11.mud_in_effect import desert_mud
from sim.chapter_b.mover import Mover
from sim.chapter_d.bog import BOGS_AT_LEAST, bog_drm
from sim.machine.dice import Dice
from sim.machine.telling import Telling
from sim.modifiers import total_of
from sim.state import State

__all__ = ["bog_in_mud", "roll_secret_bog"]

CORE: Final = ("D2.1", "D8.23")


def roll_secret_bog(state: State, mover: Mover, dice: Dice) -> Telling:
    """Make the Secret DR of a vehicle that is about to enter its first hex of this MPh."""
    vehicle = mover.vehicle or ""
    left_to_players = state.setting.rules_that("D2.1-cost", "declared")
    if state.vehicles[vehicle].mud_dr is not None or left_to_players or not desert_mud(state):
        return state
    drm = int(total_of(bog_drm(state, mover)).fixed)
    coloured, white = dice.roll(f"secret bog {vehicle}", 2)
    dr: int | None = None
    if coloured + white + drm >= BOGS_AT_LEAST:
        (dr,) = dice.roll(f"secret dr {vehicle}", 1)
    return (yield SecretBogRolled(vehicle, coloured, white, drm, dr, "D8.23"))


def bog_in_mud(
    state: State, vehicle: str, origin: str | None, name: str, *, paved: bool
) -> Telling:
    """Bog a vehicle that enters the hex in which its Secret DR says that it bogs.

    Args:
        state: after the entry.
        vehicle: who entered.
        origin: the hex that it left; None is offboard.
        name: the hex that it entered.
        paved: whether it entered via a paved road, where no vehicle bogs so.
    """
    found = state.vehicles[vehicle]
    if not found.mud_dr or counts_for_mud_bog(state, origin, name, paved=paved) is not None:
        return state
    number = found.mud_hexes + 1
    state = yield MudHexCounted(vehicle, name, number, "11.8")
    if number == found.mud_dr and not paved:
        state = yield VehicleBogged(vehicle, name, "11.8")
    return state
