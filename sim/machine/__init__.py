"""The machine: commands in, events or a refusal out, and the one door through which dice come."""
