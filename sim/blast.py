"""An attack as the TEM of a hex sees it: what is fired, and by what."""

import attrs


@attrs.frozen
class Blast:
    """What an attack is to the TEM of a hex.

    Attributes:
        indirect: it is Indirect Fire.
        oba: OBA fires it, or it is a Bombardment; other Indirect Fire is that of a mortar.
        ordnance: ordnance or OBA fires it.
        bombardment: a Bombardment (C1.8).
        calibre: of the ordnance, in mm; None if it is not said.
    """

    indirect: bool = False
    oba: bool = False
    ordnance: bool = False
    he: bool = False
    dc: bool = False
    bombardment: bool = False
    calibre: int | None = None
    critical_hit: bool = False
    vehicle: bool = False
