"""The state after each event: one tiny function an event, in the modules of the vocabulary."""
