"""Games played while a simulated disk fails: ``python -m tests.faults --seeds 10000``."""
