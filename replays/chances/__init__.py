"""Exact chances of wind, rain and Dust, and what moves them."""
