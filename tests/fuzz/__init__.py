"""Fuzzing: what reads the files of strangers, given bytes that no program would write.

``python -m tests.fuzz TARGET [--seconds N]`` mutates the corpus with atheris, which finds its way
by what the code does; ``tests/test_fuzz_corpus.py`` runs the corpus as plain tests.
"""
