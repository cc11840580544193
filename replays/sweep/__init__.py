"""Sweeps: millions of games of a scenario at once, every one of them reproducible."""
