"""Amending: another order in the place of an old one, and all that came later given again."""

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from events.commands import Acknowledged, BookCommand, Command, Finish, Note, Undo
from events.entry import Entry
from events.errors import BadInput
from events.field import MAX_NOTE
from events.log import happened
from events.orders import format_order
from replays.game.file import exists
from replays.game.game import Game
from replays.game.position import taken_back
from sim.machine.decide import resolve
from sim.machine.dice import DiceLeft, EnteredDice
from sim.machine.telling import Refusal


@attrs.frozen
class Unfit:
    """A later entry that does not fit any more, or not with its dice."""

    entry: int
    order: str
    reason: str

    def __str__(self) -> str:
        return f"#{self.entry} `{self.order}`: {self.reason}"


@attrs.frozen
class Amended:
    """A game with another order in it."""

    game: Game
    """The new game, in memory; its header names the old one."""
    given_again: int
    """How many later entries were given again."""
    unfit: tuple[Unfit, ...]
    """Those that did not fit, in order; a note of the new game tells each."""

    @property
    def later(self) -> int:
        """How many later entries there were to give again."""
        return self.given_again + sum(each.reason != _NO_DICE for each in self.unfit)


def amend(game: Game, entry: int, orders: Sequence[str] = ()) -> Amended:
    """Play a game with other orders in the place of an entry; the game itself stays as it is.

    What stood before the entry is shared. What came later and was not taken back is given again:
    dice of the seed are rolled at their addresses, dice that people rolled are kept.
    """
    gone = taken_back(map(happened, game.entries))
    _demand_amendable(game, entry, gone)
    made = game.shared(entry - 1)
    for number, words in enumerate(orders, 1):
        try:
            made.do(words)
        except BadInput as error:
            raise error.inside(f"order {number}") from None
    later = [
        each
        for each in game.entries[entry:]
        if each.n not in gone and not isinstance(each.do, Undo | Acknowledged)
    ]
    count, unfit = 0, []
    for each in later:
        if isinstance(each.do, Finish) and made.position.finished:
            continue
        left = _give_again(made, each)
        if left is None or left.reason == _NO_DICE:
            count += not isinstance(each.do, Finish)
        if left is not None:
            unfit.append(left)
            _open(made)
            made.do(Note(_short(f"amended: #{left.entry} {left.order}: {left.reason}")))
    if made.state.clock.over:
        made.finish()
    return Amended(made, count, tuple(unfit))


_NO_DICE = "given again without its dice: no roll is due for them now"


def _demand_amendable(game: Game, n: int, gone: dict[int, int]) -> None:
    last = len(game.entries)
    if n == 0:
        raise BadInput("entry 0 is the header: another scenario or seed is another game")
    if not 0 < n <= last:
        raise BadInput(f"there is no entry {n}: this game has {last}")
    command = game.entries[n - 1].do
    if isinstance(command, Undo):
        raise BadInput(
            f"entry {n} takes back entry {command.entry}; `khamsin branch --at '#{n - 1}'` plays "
            f"on as if it had not"
        )
    if n in gone:
        raise BadInput(f"entry {n} was taken back by entry {gone[n]}, and does not count any more")
    if isinstance(command, Acknowledged):
        raise BadInput(f"entry {n} says what a person signed, and is no order")
    if isinstance(command, Finish):
        raise BadInput(
            f"entry {n} closes the log; `undo` opens it again, and `khamsin branch` leaves it out"
        )


def _open(game: Game) -> None:
    if game.position.finished:
        game.do(Undo())


def _give_again(game: Game, entry: Entry) -> Unfit | None:
    """Give an entry of the old game in the new one; what does not fit, if anything does not."""
    command, dice = entry.do, entry.table_dice
    words = format_order(command, dice)
    if isinstance(command, BookCommand) and not isinstance(command, Finish):
        _open(game)
    try:
        game.do(Finish() if isinstance(command, Finish) else command, dice)
    except BadInput as error:
        if dice and not isinstance(command, BookCommand) and _rolls_nothing(game, command):
            game.do(command)
            return Unfit(entry.n, words, _NO_DICE)
        return Unfit(
            entry.n, words, error.what.removeprefix(f"`{words}` is ").removeprefix(f"`{words}`: ")
        )
    return None


def _rolls_nothing(game: Game, command: Command) -> bool:
    """Whether an order is legal and rolls no die."""
    try:
        return not isinstance(resolve(game.state, command, EnteredDice(())), Refusal)
    except DiceLeft:
        return False


def _short(text: str) -> str:
    shown = "".join(each if each.isprintable() else "?" for each in text)
    return shown if len(shown) <= MAX_NOTE else f"{shown[: MAX_NOTE - 4]} ..."


def beside(path: Path) -> Path:
    """A name beside that of a log, with the next number that is free."""
    stem, number = path.stem, 2
    found = re.fullmatch(r"(.+)-([0-9]{1,6})", stem)
    if found is not None:
        stem, number = found[1], int(found[2]) + 1
    while exists(aside := path.with_name(f"{stem}-{number}{path.suffix}")):
        number += 1
    return aside
