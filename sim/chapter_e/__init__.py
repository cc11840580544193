"""Chapter E: what the desert needs of Weather rules (rain)."""
