"""A library of games: logs kept byte for byte in a database, found again by what is in them."""
