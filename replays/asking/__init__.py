"""Questions about a moment of a game, and their answers as text and JSON."""
