"""AD: Arid/Desert Terrain rules."""
