"""Questions that players ask of a moment of a game; every answer is a list of modifiers."""
