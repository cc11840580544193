"""A vehicle at one moment, the Bog Check that it has still to make, and the Dust that it raised."""

import attrs

from events.commands import MP
from events.moment import Moment
from events.scenario import VehicleSpec


@attrs.frozen(slots=False)
class BogDue:
    """A Bog Check that a vehicle has still to make: where, and with what DRM (D8.2).

    Attributes:
        hex: where.
        drm: all its DRM.
        immobilization: the DRM of an Immobilization DR that follows if it does not bog; None if
            none does.
    """

    hex: str
    drm: int
    immobilization: int | None = None


@attrs.frozen(slots=False)
class Vehicle:
    """A vehicle in play.

    Attributes:
        hex: where it is; None is offboard.
        exited: it has left the playing area for good.
        in_motion: it has Started, or sits under a Motion counter (D2.4).
        mp_used: MP expended in its side's present or last MPh.
        started_here: it expended a Start MP in its present hex (11.74).
        assault: it uses, or used, Armored Assault in this MPh (D9.31).
        stunned: until the end of this Player Turn (D5.34).
        shocked: until it recovers (C7.42).
        immobile: immobilized (D8.1).
        destroyed: a wreck.
        towing: it tows a Gun (C10.1).
        bu: its crew is Buttoned Up (D5.2).
        bogged: it is stuck until a Bog Removal DR frees it (D8.2, D8.3).
        mired: bogged, and harder to free (D8.3).
        bypass: the hexside of its hex along which it stands in Bypass (D2.3); None if it does not.
        came_from: the hex from which it entered its present one; None if it set up there.
        bogged_in: the phase in which it bogged last (D8.3); None once it has left the hex for that.
        burning: since when it is a burning wreck (B25.14).
        burn_checked: when it was last rolled for whether it sets its Location afire.
        moved_in: the MPh in which it last entered a hex, or which it last began in Motion (D8.4).
        spent_all: its last entry took all its MP but those to Start and Stop (B13.41).
        hatch_set_in: the phase in which its crew last went BU or CE (D5.33).
        sped_in: the MPh in which it last made an ESB DR (D2.5).
        more_mp: MP that it gained by that.
        tried_motion_in: the MPh in which it last tried for Motion (D2.401).
        mud_dr: Secret dr of its side's present or last MPh (D8.23); 0 if its Secret DR does not bog
            it, None if it has not been made.
        mud_hexes: hexes entered since that count for it (11.8).
    """

    hex: str | None
    exited: bool = False
    in_motion: bool = False
    mp_used: MP = 0
    started_here: bool = False
    assault: bool = False
    stunned: bool = False
    shocked: bool = False
    immobile: bool = False
    destroyed: bool = False
    towing: bool = False
    bu: bool = False
    bogged: bool = False
    mired: bool = False
    came_from: str | None = None
    bypass: int | None = None
    bogged_in: Moment | None = None
    moved_in: Moment | None = None
    burning: Moment | None = None
    burn_checked: Moment | None = None
    spent_all: bool = False
    hatch_set_in: Moment | None = None
    sped_in: Moment | None = None
    more_mp: MP = 0
    tried_motion_in: Moment | None = None
    mud_dr: int | None = None
    mud_hexes: int = 0

    @property
    def halted(self) -> bool:
        """Whether it cannot expend MP, wherever it is and whichever side moves."""
        stuck = self.immobile or self.bogged
        return self.destroyed or self.exited or stuck or self.stunned or self.shocked


def set_up_vehicle(spec: VehicleSpec, place: str | None) -> Vehicle:
    """A vehicle as a game begins, in a hex or offboard."""
    return Vehicle(place, in_motion=spec.motion, towing=spec.towing, bu=spec.bu, bypass=spec.bypass)


@attrs.frozen(slots=False)
class VehicleDust:
    """A Vehicle Dust counter (11.74).

    Attributes:
        hex: where it lies.
        motion: its reverse side is up: its vehicle ended its MPh in Motion.
    """

    hex: str
    motion: bool = False
