"""The format of VASSAL's logs and saves: a zip, a coat, a sequence of commands, pieces.

Nothing here knows of ASL.
"""
