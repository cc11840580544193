"""Sealed dice by letter, keys, checkpoints, and what they prove."""
