"""A game: its scenario, log, moments, orders, story and state, wherever its log is kept."""
