"""Lines over the map, and what stands in a hex for a LOS to meet; its rules are in chapter A."""
