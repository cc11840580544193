"""The same dice and LOS for many at once, as arrays (the ``bulk`` extra)."""
