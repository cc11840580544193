"""The board: hexes, boards put together into a playing area, and what a kind of terrain is."""
