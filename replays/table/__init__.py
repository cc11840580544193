"""A game on a page that several browsers look at, and in which they record; see docs/table.md.

Needs Starlette and uvicorn (the ``table`` extra).
"""
