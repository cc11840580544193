"""Sealed dice by e-mail: secrets that are kept, and plain files that two people send each other."""
