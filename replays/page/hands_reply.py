"""What a page is told before it records: which dice are due, and what would follow.

And how orders are given in one go. Dice are those of people; the seed's are never looked at.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from events.commands import BookCommand, Command, WindChange
from events.entry import MUD_BOG_DR, MUD_HEX_DR, Entry, Header, Roll
from events.errors import BadInput
from events.moment import Phase
from events.orders import format_order, parse_order
from events.recorder import RecordConflict
from events.terms import DiceFrom
from events.vehicles import BogChecked, VehicleBogged
from replays.asking.session import Session, is_order
from replays.game.dice_source import step_before
from replays.game.game import Game, OrderRefused
from replays.game.position import Position
from replays.game.story import tell, weather_line
from sim.machine.decide import resolve
from sim.machine.dice import DiceDue, EnteredDice, dice_of_roll
from sim.machine.due import NOW, Bound, due
from sim.machine.telling import Refusal
from sim.state import State, replace

_FACES: Final = 6
_FIRST: Final = (Bound.MUST, Bound.ITSELF)


def complaint(error: BadInput) -> dict[str, Any]:
    """What a reply says of a request that cannot be met: what, where, and what was expected.

    Of an order that the rules refuse also the rule, and why in a sentence.
    """
    what, _, expected = error.what.partition("; expected ")
    said = {"what": what, "where": error.where, "expected": expected}
    if isinstance(error, OrderRefused):
        refusal = error.refusal
        said |= {"why": refusal.why, "rule": refusal.rule, "name": refusal.reason.slug}
    return {"error": said}


# Dice -----------------------------------------------------------------------------------------


def dice_reply(
    header: Header, position: Position, line: str, shown: Sequence[int]
) -> dict[str, Any]:
    """Which die of an order is due after some that people rolled; after the last, what follows.

    ``line`` of the reply is the order with those of these dice that it rolls.
    """
    order = parse_order(line)
    command, dice = order.command, (*order.dice, *shown)
    if isinstance(command, BookCommand):
        raise BadInput("this takes no dice; expected an order of play", "line")
    by_seed = position.dice is DiceFrom.SEED or header.mail is not None
    reply: dict[str, Any] = {
        "line": format_order(command, dice),
        "label": command.title,
        "from": "seed",
    }
    reply |= {"rolls": [], "next": None, "done": False, "says": ""}
    if by_seed:
        return reply
    reply["from"] = position.dice.value
    source = EnteredDice(dice, position.used)
    try:
        state = _after_setup(position.state, command)
        outcome = resolve(state, command, source)
    except DiceDue as error:
        return reply | _due(error)
    if isinstance(outcome, Refusal):
        raise OrderRefused(line, outcome)
    rolls = [_roll(each.purpose, len(each.dice)) for each in source.rolls]
    used = tuple(die for each in source.rolls for die in each.dice)
    entry = Entry(1, state.moment, command, tuple(source.rolls), outcome.events)
    said = "; ".join(_what_follows(state, [entry], outcome.state))
    line = format_order(command, used)
    return reply | {"line": line, "rolls": rolls, "done": True, "says": said}


def _what_follows(state: State, entries: Sequence[Entry], after: State) -> Iterator[str]:
    """What follows of dice, in the words of the story."""
    alone = [each.do for each in entries] == [WindChange()]
    if alone and replace(after, clock=state.clock) == state:
        yield f"nothing changes: {weather_line(state)}"
        return
    yield from (each.text for each in tell(state, entries) if each.kind == "event")
    kinds = {type(event) for each in entries for event in each.then}
    if BogChecked in kinds and VehicleBogged not in kinds:
        yield "it does not bog"


def _after_setup(state: State, command: Command) -> State:
    """The state in which an order of play is given: setup ends first, where it rolls no more."""
    while state.moment.phase is Phase.SETUP and (step := step_before(state, command)) is not None:
        outcome = resolve(state, step, EnteredDice(()))
        if isinstance(outcome, Refusal):
            raise OrderRefused(format_order(step), outcome)
        state = outcome.state
    return state


def _roll(purpose: str, count: int) -> dict[str, Any]:
    return {"of": purpose[:1].upper() + purpose[1:], "dice": [*dice_of_roll(purpose, count)]}


def _due(error: DiceDue) -> dict[str, Any]:
    rows = [_roll(each.purpose, len(each.dice)) for each in error.rolls]
    rows.append(_roll(error.purpose, error.count))
    name = rows[-1]["dice"][error.left]
    following = {"name": name, "of": rows[-1]["of"], "faces": _FACES}
    return {"rolls": rows, "next": following}


# Orders in one go -----------------------------------------------------------------------------


def give(game: Game, lines: Sequence[str]) -> dict[str, Any]:
    """Give orders one after the other, up to the first that is refused or waits for dice.

    ``given`` says how many were recorded, ``until`` the order whose dice come first, ``rolled``
    what dice showed, and ``says`` what followed of the last that did.
    """
    reply: dict[str, Any] = {"accepted": True, "lines": [], "given": 0, "rolled": [], "says": ""}
    for line in lines:
        if reply["given"] and (first := _dice_first(game.state, line)):
            return reply | {"until": first}
        before = game.state
        try:
            if not is_order(line):
                raise BadInput("this is no order; expected one such as `phase`", "do")
            said = Session(game).take(line)
        except RecordConflict as error:
            reply["lines"] += [error.what, *error.lines]
            return reply | {"accepted": False, "late": True}
        except BadInput as error:
            refused = {"line": line, **complaint(error)["error"]}
            return reply | {"accepted": False, "refused": refused}
        reply["lines"] += said.lines
        reply["given"] += 1
        reply["rolled"] += [_shown(each) for entry in said.entries for each in entry.dice]
        if any(each.dice for each in said.entries):
            reply["says"] = "; ".join(_what_follows(before, said.entries, game.state))
        if said.stopped:  # some of a path was done
            refused = {"line": line, **complaint(BadInput(said.stopped))["error"]}
            return reply | {"accepted": False, "refused": refused}
    return reply


def _shown(roll: Roll) -> dict[str, Any]:
    """What a roll showed; of a Secret DR and its dr, nothing."""
    secret = roll.purpose.startswith((MUD_BOG_DR, MUD_HEX_DR))
    return _roll(roll.purpose, len(roll.dice)) | {"shown": [] if secret else [*roll.dice]}


def _dice_first(state: State, line: str) -> str | None:
    """The order whose dice come before another one; None if there is none."""
    words = line.split()
    for each in due(state):
        if each.order and each.dice and each.at == NOW and each.bound in _FIRST:
            order = each.order.split()
            return None if words[: len(order)] == order else each.order
    return None
