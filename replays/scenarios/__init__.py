"""Scenarios and boards, bundled and from files."""
