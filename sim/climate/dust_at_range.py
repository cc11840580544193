"""What the climate does to a shot over open ground at a range: its Dust, and whether it is blocked.

Nothing stands on the ground, and the shot is not into the wind: a climate has no direction.
"""

from events.errors import BadInput
from sim.chapter_11.dust import dust_on_shot
from sim.chapter_11.low_visibility import toward_blockage
from sim.chapter_a.los import Location, LosReport
from sim.chapter_b.hindrance_blockage import hindrances_block
from sim.chapter_e.low_visibility import lv_drm
from sim.modifiers import Modifier, applied
from sim.shot import Attack, Shot, Target
from sim.state import State

__all__ = ["MOST_RANGE", "dust_at_range", "proper_range"]

MOST_RANGE = 99
"""Hexes; the longest range that can be asked about."""

_ANYWHERE = Location("open ground")


def proper_range(range_: int) -> int:
    """A range that can be asked about.

    Raises:
        BadInput: when it is none.
    """
    if not 0 <= range_ <= MOST_RANGE:
        raise BadInput(f"{range_} is not a range from 0 to {MOST_RANGE}", "range")
    return range_


def dust_at_range(state: State, range_: int) -> tuple[tuple[Modifier, ...], bool]:
    """What Dust adds to a TH DR at a range, and whether Dust, rain and Mist block its LOS (B.10).

    Args:
        state: now; only its climate counts.
        range_: in hexes.
    """
    report = LosReport(
        firer=_ANYWHERE,
        target=_ANYWHERE,
        range=range_,
        rise=0,
        continuous_slope=False,
        touched=(),
        block=None,
        hindrances=(),
        left_out=(),
        leaves=(),
        enters=(),
        inside=False,
    )
    shot = Shot(state, Attack.TO_HIT, report, Target.INFANTRY, range_)
    modifiers, _ = applied(dust_on_shot(shot))
    return modifiers, hindrances_block(toward_blockage(modifiers), lv_drm(state, range_))
