"""A game on a page that several browsers look at, and in which they record; see docs/playing.md.

Needs Starlette and uvicorn (the ``table`` extra).
"""
