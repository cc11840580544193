"""Exact odds of the weather, and which setting moves them."""
