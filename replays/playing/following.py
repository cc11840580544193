"""Whole games out of orders: an order file followed, and its game kept in a log."""

from pathlib import Path

import attrs

from events.chain import BEGINNING
from events.disk import write_whole
from events.errors import BadInput, in_file
from events.log_writer import LogWriter, write_log
from events.scenario import Scenario
from events.terms import DiceFrom
from replays import telemetry
from replays.elsewhere import no_such_log, to_write
from replays.files import exists
from replays.playing.game import Game
from replays.playing.logs import open_log
from replays.playing.order_files import OrderFile, read_orders

__all__ = ["Kept", "agreed", "begin", "give_all", "keep", "play_orders"]

USUAL_SEED = "1"
"""The seed where nobody says another."""


def begin(
    scenario: Scenario, file: OrderFile | None, seed: str | None = None, game: int | None = None
) -> Game:
    """A new game, of the seed and the number that an order file or somebody says.

    Raises:
        BadInput: when they say different things, or the scenario is not sound.
    """
    dice = None
    if file is not None:
        seed, game, dice = agreed(file, seed, game)
    return Game.new(
        scenario, USUAL_SEED if seed is None else seed, game or 0, dice or DiceFrom.EITHER
    )


def agreed(
    file: OrderFile,
    seed: str | None = None,
    game: int | None = None,
    dice: DiceFrom | str | None = None,
) -> tuple[str | None, int | None, DiceFrom | str | None]:
    """Seed, number and who rolls, as an order file or somebody says; None where nobody does.

    Raises:
        BadInput: when they say different things.
    """
    found = (("seed", file.seed, seed), ("game", file.game, game), ("dice", file.dice, dice))
    for word, said, asked in found:
        if None not in (said, asked) and said != asked:
            one, two = (str(e) if word != "seed" else repr(e) for e in (said, asked))
            raise BadInput(
                f"the order file is of {word} {one}, not of {two}; leave one of them out", word
            )
    return (
        file.seed if seed is None else seed,
        file.game if game is None else game,
        file.dice if dice is None else dice,
    )


def give_all(game: Game, file: OrderFile) -> None:
    """Give a game all orders of a file.

    Raises:
        BadInput: at the first wrong or refused line, with its number; what was given before it
            stays.
    """
    log = telemetry.current().bind(game=game.header.game, seed=game.header.seed)
    for number, words, order in file.orders:
        try:
            game.do(order.command, order.dice)
        except BadInput as error:
            raise error.inside(f"line {number}") from None
        log.debug("order", line=number, order=words, moment=str(game.state.moment))


def play_orders(
    scenario: Scenario, text: str, seed: str | None = None, number: int | None = None
) -> Game:
    """Play a scenario by the text of an order file.

    Args:
        scenario: what is played.
        text: orders, one a line, and what may stand at their top.
        seed: the seed; that of the file, or 1, if None.
        number: number of the game among those of its seed, likewise.

    Raises:
        BadInput: at the first wrong or refused line, with its number.
    """
    file = read_orders(text)
    game = begin(scenario, file, seed, number)
    give_all(game, file)
    return game


@attrs.frozen
class Kept:
    """How a game came into its log.

    Attributes:
        seal: the hash of the last line.
        before: how many entries the log had already; None when it is new.
    """

    seal: str
    before: int | None


def keep(game: Game, path: str | Path) -> Kept:
    """Write the log of a game, or go on with one that is a beginning of it.

    A log that appears is whole at once; one that is there only ever grows.

    Raises:
        BadInput: when the file holds something else or more, or cannot be written.
    """
    if no_such_log(path) is not None:
        return _keep_elsewhere(game, path)
    path = Path(path)
    if not (exists(path) and path.is_file()):
        return Kept(game.save(path), None)
    new = game.log_bytes()
    with in_file(str(path)):
        found = _bytes_of(path)
        if found == new:
            return Kept(game.seal(), len(game.entries))
        old = found[: found.rfind(b"\n") + 1]
        if not old and new.startswith(found):
            write_whole(path, [new])
            return Kept(game.seal(), 0)
        if not old or not new.startswith(old):
            raise BadInput(f"{_what(old, new)}; it is left as it is, name another with -o")
        with LogWriter.resume(path) as writer:
            before = writer.n
            if not _has_line(new, before, writer.seal):
                raise BadInput("another program wrote this log just now; it is left as it is")
            if before < len(game.entries):
                writer.append(*game.entries[before:])
            return Kept(writer.seal, before)


def _keep_elsewhere(game: Game, path: str | Path) -> Kept:
    """The same of a log that is in no file."""
    before = None
    if exists(path):
        with open_log(path) as reader:
            before = sum(1 for _ in reader.lines())
    with to_write(path, new=before is None) as file:
        write_log(file, game.header, game.entries)
    return Kept(game.seal(), before)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"this cannot be read ({error.strerror})") from None


def _has_line(log: bytes, number: int, seal: str) -> bool:
    """Whether the line of this number, the header being 0, has this hash in a log."""
    lines = log.split(b"\n")
    return number < len(lines) and lines[number].endswith(b'"' + seal.encode() + b'"}')


def _what(old: bytes, new: bytes) -> str:
    """What a file is that is no beginning of a game."""
    if old.startswith(new):
        return "this log has the whole game already, and more after it"
    if old.startswith(BEGINNING):
        return "this file exists already, and is the log of another game"
    return "this file exists already, and is not the log of a game"
