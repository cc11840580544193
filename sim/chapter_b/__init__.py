"""Chapter B: what the desert needs of terrain rules (wind, rubble, clearance, fire)."""
