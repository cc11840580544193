"""The report of a game: what an audit found and what followed, the weather, its odds, the dice."""
