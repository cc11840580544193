"""Pictures: maps, LOS, charts, and the map of a terminal."""
