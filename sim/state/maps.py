"""The maps of a state: each change makes a new map, and the old one stays as it was."""

from immutables import Map

__all__ = ["Map"]
