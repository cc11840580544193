"""Chapter A: what the desert needs of Infantry and basic rules (turn sequence, SMOKE)."""
