"""An attack as the TEM of a hex sees it: what is fired, and by what."""

import attrs


@attrs.frozen
class Blast:
    """What an attack is to the TEM of a hex."""

    indirect: bool = False
    aerial: bool = False
    """An aircraft fires it."""
    oba: bool = False
    """OBA fires it, or it is a Bombardment; other Indirect Fire is that of a mortar."""
    ordnance: bool = False
    """Ordnance or OBA fires it."""
    he: bool = False
    dc: bool = False
    bombardment: bool = False
    """A Bombardment (C1.8)."""
    calibre: int | None = None
    """Of the ordnance, in mm; None if it is not said."""
    critical_hit: bool = False
    vehicle: bool = False
