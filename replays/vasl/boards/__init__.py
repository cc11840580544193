"""VASL boards: their archives read, and made into boards of ours with a report."""
