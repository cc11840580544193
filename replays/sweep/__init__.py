"""Sweeps: millions of games of a scenario at once, every one of them reproducible.

NumPy (the extra ``bulk``) is needed; files need PyArrow too (the extra ``sweep``).
"""
