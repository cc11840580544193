"""A Fortification counter at one moment."""

import attrs

from events.terms import Fortification


@attrs.frozen(slots=False)
class Fort:
    """A Fortification counter (B26-B30).

    Attributes:
        hex: where it lies.
        kind: what it is.
        side: whose; None if it is nobody's.
        hexside: of a Roadblock, the hexside that it obstructs.
        squads: how many squads an entrenchment or pillbox holds; 0 for others.
        ca: of a Pillbox, the first of the two hexsides of its CA, clockwise.
        ca_tem: of a Pillbox, its TEM vs fire from within its CA.
        nca_tem: of a Pillbox, its TEM vs other fire.
    """

    hex: str
    kind: Fortification
    side: str | None = None
    hexside: int | None = None
    squads: int = 0
    ca: int | None = None
    ca_tem: int = 0
    nca_tem: int = 0
