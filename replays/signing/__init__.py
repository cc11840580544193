"""Signed logs: keys of people, checkpoints that can be mailed, and what others acknowledge."""
