"""Climates: wind, rain and Dust without a board, and their exact chances."""
