"""A game told: its story, its states as text and JSON."""
