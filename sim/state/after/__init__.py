"""The state after each event: one case an event, in the modules of the vocabulary."""
