"""Questions that players ask of a moment of a game: one module each, named after its question.

Here are questions and nothing else; what they are made of is in `sim.asking`.
"""
