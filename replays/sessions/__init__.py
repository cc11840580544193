"""A game as it is played: one line of text after the other, and what there is to say to each."""
