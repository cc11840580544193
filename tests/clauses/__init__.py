"""The contract: every clause of every rule, tried the way that a user would meet it."""
