"""The header of a new game, or one sentence on what is impossible in it."""

import attrs

from events.entry import MAX_GAME, Header
from events.errors import BadInput
from events.scenario import Scenario
from replays.version import ENGINE
from sim.machine.opening import initial_state
from sim.soundness import sound

__all__ = ["demand_same", "new_header", "numbered_header", "proper_number"]


def new_header(scenario: Scenario, seed: str, number: int = 0) -> Header:
    """The header of a new game.

    Raises:
        BadInput: when the scenario is not sound, or seed or number are impossible.
    """
    proper_number(number)
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise BadInput("this is not text that can be written as UTF-8", "seed") from None
    rulings = initial_state(sound(scenario)).setting.rulings
    return Header(ENGINE, number, seed, scenario, rulings)


def numbered_header(header: Header, number: int) -> Header:
    """The header of the game of another number, of the same scenario and seed.

    Raises:
        BadInput: when the number is impossible, or the dice are sealed.
    """
    if header.sealed is not None:
        raise BadInput("a game with sealed dice is the only one of its terms", "game")
    return attrs.evolve(header, game=proper_number(number))


def proper_number(number: int) -> int:
    """A number of a game among those of its seed.

    Raises:
        BadInput: when it is none.
    """
    if not 0 <= number <= MAX_GAME:
        raise BadInput(f"{number} is not a number of a game from 0 to {MAX_GAME}", "game")
    return number


def demand_same(
    header: Header, scenario: Scenario | None, seed: str | None, number: int | None
) -> None:
    """See that a game is the one that somebody describes; what is None is left open.

    Raises:
        BadInput: when it is another.
    """
    if scenario is not None and scenario != header.scenario:
        raise BadInput(
            f"this is a game of {header.scenario.name!r}, whose scenario is not the one given; "
            f"leave the scenario out to go on with it"
        )
    if seed is not None and seed != header.seed:
        raise BadInput("this game has another seed; leave the seed out to go on with it")
    if number is not None and number != header.game:
        raise BadInput(f"this game has number {header.game}; leave the number out")
