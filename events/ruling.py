"""A ruling as a log keeps it."""

import attrs


@attrs.frozen
class RulingInForce:
    """What a game decided where the rules are silent: a choice, and the version of its wording."""

    choice: str
    version: int
