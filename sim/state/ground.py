"""What lies in a hex at one moment: buildings, rubble and debris, fire, and work on them."""

from typing import Final

import attrs
from immutables import Map

from events.moment import Moment
from events.terms import DebrisOrigin, Fire, Material


@attrs.frozen(slots=False)
class Building:
    """A building hex: intact below ``rubbled_from``, rubble from there up; None is intact.

    Attributes:
        material: what it is built of.
        upper_levels: levels above ground level, rooftop not counted.
        mosque: it is of a Mosque (AD3.3).
        rubbled_from: the level from which it is rubble; None if it stands whole.
        rubble: what that rubble is made of.
        temple: it is of a Temple.
        no_steeple: the Minarets or Towers of its Mosque or Temple are in other hexes (AD3.31).
    """

    material: Material
    upper_levels: int
    mosque: bool = False
    rubbled_from: int | None = None
    rubble: Material | None = None
    temple: bool = False
    no_steeple: bool = False

    @property
    def steepled(self) -> bool:
        """Whether it is a Mosque or a Temple (AD3.3)."""
        return self.mosque or self.temple


@attrs.frozen(slots=False)
class Rubble:
    """Rubble that fell into a hex without building, and the Trail Breaks through it (B24.71)."""

    material: Material
    trail_breaks: tuple[tuple[int, int], ...] = ()


@attrs.frozen(slots=False)
class Work:
    """Clearance work in a hex: the Labor DRM earned, and when it was last tried (B24.8)."""

    labor: int = 0
    tried: Moment | None = None


@attrs.frozen(slots=False)
class Ablaze:
    """A Blaze: when it began, and the Player Turns in which it was last rolled for.

    Attributes:
        began: when it began.
        spread_in: Player Turn of its last Spreading Fire DR (B25.6), such as ``3.2``.
        held_in: Player Turn of the last dr that left its building standing (B25.66); of old logs
            alone, as no such dr is made any more.
    """

    began: Moment
    spread_in: str | None = None
    held_in: str | None = None


@attrs.frozen(slots=False)
class LevelFire:
    """The fire of one Location.

    Attributes:
        flames: for each Flame counter, when it was placed or last rolled for; the oldest first.
        ablaze: what is known of its Blaze; None if it is not ablaze.
        tried: when units last tried to put a Flame out (B24.72).
    """

    flames: tuple[Moment, ...] = ()
    ablaze: Ablaze | None = None
    tried: Moment | None = None

    @property
    def fire(self) -> Fire | None:
        """What burns."""
        if self.ablaze is not None:
            return Fire.BLAZE
        return Fire.FLAME if self.flames else None


NO_FIRE: Final = LevelFire()
"""A Location in which nothing burns."""


_NO_FIRES: Final[Map[int, LevelFire]] = Map()


@attrs.frozen(slots=False)
class Ground:
    """What lies in a hex on top of its printed terrain.

    Attributes:
        building: its building.
        rubble: rubble that fell into it.
        debris: its Arid Debris, which rubble on top makes ineffective (AD3.43).
        debris_breaks: Trail Breaks through the debris (AD3.45).
        tree_breaks: Trail Breaks that vehicles left in its woods or palm trees (B13.421).
        shellholes: it has shellholes.
        fires: its fires, by the building level that burns; 0 is ground level.
        work: Clearance work.
    """

    building: Building | None = None
    rubble: Rubble | None = None
    debris: DebrisOrigin | None = None
    debris_breaks: tuple[tuple[int, int], ...] = ()
    tree_breaks: tuple[tuple[int, int], ...] = ()
    shellholes: bool = False
    fires: Map[int, LevelFire] = _NO_FIRES
    work: Work | None = None

    @property
    def fire(self) -> Fire | None:
        """The worst fire of its levels."""
        if not self.fires:
            return None
        return Fire.BLAZE if self.blazing else Fire.FLAME

    @property
    def blazing(self) -> tuple[int, ...]:
        """The levels that are ablaze, from the lowest up."""
        return tuple(sorted(n for n, each in self.fires.items() if each.ablaze is not None))

    def fire_at(self, level: int) -> LevelFire:
        """The fire of one level."""
        found: LevelFire = self.fires.get(level, NO_FIRE)
        return found


BARE: Final = Ground()
"""A hex with nothing on top of its terrain."""
