"""A log of ours out of VASL logs: the environment and vehicle moves, with the dice of the table."""

import json
from collections.abc import Iterator

import attrs

from events.errors import BadInput
from events.moment import Moment
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.playing.game import Game
from replays.vasl.logs.account import Account, OrderSeen
from replays.vasl.logs.corrections import Corrections
from replays.vasl.logs.inference import Inferred
from replays.vasl.logs.placing import NotUsed, Taken, taken_lines
from replays.vasl.logs.walking import Stuck, Walk

__all__ = ["Imported", "import_lines", "imported", "our_orders"]


@attrs.frozen
class Imported:
    """A game that was made of VASL logs.

    Attributes:
        game: the game, as far as it could be made.
        ours: whether orders of ours went along in the logs; then nothing was inferred.
        inferred: the rolls that were taken for Wind Change DR, with their moments.
        not_used: what no order could be made of, and why.
        stopped: where the import could not go on, and why; None if it came to the end.
        others: how often counters moved that are no vehicles of the scenario.
        taken: counters and dragged moves that were taken for orders, with their moments.
    """

    game: Game
    ours: bool
    inferred: tuple[tuple[Moment, Inferred], ...] = ()
    not_used: tuple[NotUsed, ...] = ()
    stopped: NotUsed | None = None
    others: int = 0
    taken: tuple[tuple[Moment, Taken], ...] = ()


def imported(account: Account, scenario: Scenario, corrections: Corrections) -> Imported:
    """A game of ours, of what logs tell.

    Raises:
        BadInput: when it is not known which side is which, or the scenario is not sound.
    """
    ours = our_orders(account)
    if ours:
        return _of_orders(ours, scenario)
    game = Game.new(scenario, dice=DiceFrom.TABLE)
    walk = Walk(account, scenario, corrections, game)
    stopped = None
    try:
        walk.go()
    except Stuck as stuck:
        stopped = NotUsed(stuck.where, "everything from here on", stuck.why)
    inferred, not_used = tuple(walk.inferred), tuple(walk.not_used)
    return Imported(game, False, inferred, not_used, stopped, walk.others, tuple(walk.taken))


def our_orders(account: Account) -> tuple[OrderSeen, ...]:
    """The lines of ours in logs, the header of the game first; none if there is no such header."""
    found = tuple(fact for fact in account.facts if isinstance(fact, OrderSeen))
    return found if found and found[0].text.startswith("game ") else ()


def _of_orders(lines: tuple[OrderSeen, ...], scenario: Scenario) -> Imported:
    """The very game whose orders went along."""
    try:
        game = _begun(lines[0].text, scenario)
    except BadInput as error:
        raise BadInput(f"the line of ours that begins the game: {error}") from None
    for line in lines[1:]:
        _, _, order = line.text.partition(": ")
        try:
            game.do(order)
        except BadInput as error:
            stopped = NotUsed(line.where, line.text, str(error))
            return Imported(game, True, stopped=stopped)
    return Imported(game, True)


def _begun(text: str, scenario: Scenario) -> Game:
    """The game that a header of ours begins."""
    try:
        values = json.loads(text.removeprefix("game "))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or not isinstance(values.get("seed"), str):
        raise BadInput("seed, number and dice are expected, as JSON")
    number = values.get("number", 0)
    if type(number) is not int:
        raise BadInput(f"{str(number)[:40]!r} is no number", "number")
    return Game.new(scenario, values["seed"], number, str(values.get("dice", DiceFrom.EITHER)))


def import_lines(found: Imported, account: Account) -> Iterator[str]:
    """What became of logs, in lines."""
    if found.ours:
        yield "orders of ours went along in this log: the game is that of these orders"
    for moment, each in found.inferred:
        dice = ",".join(map(str, each.dice))
        who = f" by {each.who}" if each.who else ""
        yield (
            f"{moment}: {dice}{who} is the Wind Change DR, {account.place(each.where)} "
            f"({each.confidence:.0%}: {each.why})"
        )
    yield from taken_lines(((str(at), each) for at, each in found.taken), account)
    for one in found.not_used:
        yield f"not used: {one.what}, {account.place(one.where)}: {one.why}"
    if found.others:
        yield f"not used: {found.others} moves of counters that are no vehicles of the scenario"
    if found.stopped is not None:
        one = found.stopped
        yield f"stopped at {account.place(one.where)}: {one.why}"
