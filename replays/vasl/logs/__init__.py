"""What a VASL log tells of a game: dice, phases, markers and chat; and a log of ours made of it."""
