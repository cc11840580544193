"""What stands in a hex for a LOS to meet, be it terrain, a building or a wreck."""

import attrs

__all__ = ["Feature"]


@attrs.frozen(kw_only=True)
class Feature:
    """Something in a hex that a LOS can meet; see docs/los.md.

    Attributes:
        name: what it is.
        rule: the rule that gives it its effect.
        obstacle: full levels that it rises as a LOS obstacle (A6.2).
        half: it rises a half level more, or is a Half-Level Obstacle (A6.21).
        hindrance: DRM of a LOS Hindrance to same-level LOS (A6.7).
        tall: levels that it rises as an obstacle to a LOS to or from higher levels only (B14.2).
        bare: an orchard out of season, which hinders a LOS from one level higher too (B14.2).
        inherent: it fills its hex, hexsides and vertices included (B.6).
        sunk: it stands IN a Depression, a level below the ground of its hex.
        sectors: the parts of its hex, called by their hexsides, that it covers; none is all (B.1).
        hexsides: only a LOS that touches one of these meets it (D9.4); none is all.
        gates: a LOS that crosses no other hexsides of the hex does not meet it (B6.2).
        art: what shows it where a LOS goes by the art that it touches; none fills its hex.
        spans: it hinders a LOS that passes low over it to below it, as a bridge does (B6.2).
    """

    name: str
    rule: str
    obstacle: int = 0
    half: bool = False
    hindrance: int = 0
    tall: int = 0
    bare: bool = False
    inherent: bool = False
    sunk: bool = False
    sectors: frozenset[int] = frozenset()
    hexsides: frozenset[int] = frozenset()
    gates: frozenset[int] = frozenset()
    spans: bool = False
    art: str = ""

    @property
    def partial(self) -> bool:
        """Whether a LOS through its hex can miss it."""
        return bool(self.sectors or self.hexsides or self.gates)

    @property
    def meets_los(self) -> bool:
        """Whether a LOS meets it at all: it blocks some LOS, or hinders some."""
        return bool(self.obstacle or self.half or self.hindrance or self.tall or self.bare)
