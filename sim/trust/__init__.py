"""Commit-reveal dice and signatures, as pure functions."""
