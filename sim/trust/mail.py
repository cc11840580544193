"""A game by mail: dice that neither side can know or choose, made of secrets of both.

Before the game each side draws a chain of secrets, its *reveals*: the last is random, each one
before it is the hash of the one after it, and number 0, the *commitment*, stands in the header. The
active side gives the orders. Those that roll it asks for first, a *batch* at once, and signs the
log that ends with them; the other side answers with its next reveal, signed for exactly that log.
So a *round* is opened: its dice are fixed before either side can know them, and so is what is
rolled with them. docs/trust.md says who is protected from what, and has the vectors.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import attrs

from events import commands
from events.commands import Asked, Command, Declined, Finish, Opened, SidePassed, Struck
from events.entry import Header, MailGame
from events.moment import Moment, Phase
from events.orders import format_order
from events.scenario import Scenario
from events.terms import DiceFrom
from sim.trust.signing import (
    LogPoint,
    SignatureType,
    VerifierKey,
    can_check,
    is_hash,
    parsed_key,
    raw_or_none,
    text_of,
)

MOST_ROUNDS: Final = 100_000
"""No side has more reveals in a game."""

_A_GAME_TURN: Final = 500

Faults: TypeAlias = Iterator[tuple[str, str]]
"""What an entry says, and what is expected."""


def rounds_in(scenario: Scenario) -> int:
    """How many rounds a game can have: 500 a Game Turn."""
    return min(_A_GAME_TURN * scenario.turns, MOST_ROUNDS)


def other_side(side: int) -> int:
    """The opponent of a side."""
    return 1 - side


@attrs.frozen
class Exchange:
    """Where a game stands between its two sides."""

    active: int = 0
    """The side that gives orders: 0 for the one that moves first, 1 for the other."""
    asked: Asked | None = None
    """The question that waits for its answer, if one does."""
    left: tuple[Command, ...] = ()
    """Orders whose dice are open: they are played next, in this order."""
    ending: bool = False
    """Both sides have agreed on the end of the game, which comes next."""

    def after(self, command: commands.BookCommand) -> "Exchange":
        """Where it stands after an entry of the log itself."""
        match command:
            case Asked():
                return Exchange(self.active, command)
            case Opened() if self.asked is not None:
                return Exchange(self.active, None, self.asked.orders, bool(self.asked.end))
            case Struck() | Declined() | Finish():
                return Exchange(self.active)
            case SidePassed():
                return Exchange(other_side(self.active))
            case _:
                return self

    def played(self, command: commands.Doing, at: Moment) -> "Exchange":
        """Where it stands after an order of a batch, given at a moment.

        In setup, what is due before an order of play is rolled by itself, and uses up no order. In
        a log that was forged, orders of the batch may have been left out.
        """
        left = self.left
        if command != left[0] and at.phase is Phase.SETUP:
            return self
        gone = next((n for n, each in enumerate(left, 1) if each == command), 0)
        return attrs.evolve(self, left=left[gone:])


NOTHING_ASKED: Final = Exchange()
"""How every game begins."""


def orders_text(commands: Sequence[Command], most: int = 3) -> str:
    """Orders in a sentence, so many of them."""
    said = ", ".join(f"`{format_order(each)}`" for each in commands[:most])
    more = len(commands) - most
    return f"{said} and {more} more" if more > 0 else said


def asked_text(asked: Asked, most: int = 3) -> str:
    """What was asked for, in a sentence; so many orders of it."""
    return "the end of the game" if asked.end else orders_text(asked.orders, most)


def book_faults(
    header: Header, exchange: Exchange, last: Opened | None, command: commands.BookCommand
) -> Faults:
    """What is wrong with an entry of the log itself between two sides; of several, the first.

    Whether reveals fit is `opened_faults`, and whether the rules refuse what was struck out is
    asked where the rules can be asked. `last` is the round opened before, if one was.
    """
    said = f"`{command.word}`"
    if header.mail is None:
        if isinstance(command, Asked | Struck | Declined | SidePassed):
            yield f"{said}, of a game by mail", "none in this game"
    elif exchange.asked is not None:
        yield from _to_the_question(exchange.asked, command)
    elif exchange.ending and not isinstance(command, Finish):
        yield f"{said} after both agreed on the end", "`finish`"
    elif exchange.left and not isinstance(command, Struck):
        yield f"{said} in the middle of a batch", f"`{format_order(exchange.left[0])}`"
    else:
        yield from _of_the_batch(header, exchange, last, command)


def _to_the_question(asked: Asked, command: commands.BookCommand) -> Faults:
    """What is wrong with an entry right after a question: only its answer comes there."""
    declined = asked.end and isinstance(command, Declined)
    if not isinstance(command, Opened) and not declined:
        yield f"`{command.word}` while a question waits", "`opened`, with the reveals of both sides"


def _of_the_batch(
    header: Header, exchange: Exchange, last: Opened | None, command: commands.BookCommand
) -> Faults:
    used, most = 0 if last is None else last.round, rounds_in(header.scenario)
    match command:
        case Struck(orders) if not orders or orders != len(exchange.left):
            yield f"{orders} orders struck out", f"{len(exchange.left)} are left of the batch"
        case Declined():
            yield "an end declined for which no side asked", "`asked` in the entry before"
        case Opened():
            yield "reveals for which no side asked", "`asked` in the entry before"
        case Asked(end=end) if end not in (0, 1):
            yield f"the end asked for as {end}", "1, or nothing"
        case Asked(orders, end) if end and orders:
            yield "the end asked for along with orders", "the end alone"
        case Asked(orders, end) if not end and not 0 < len(orders) <= commands.MOST_ASKED:
            yield f"a batch of {len(orders)} orders", f"1 to {commands.MOST_ASKED} orders"
        case Asked() if used >= most:
            yield f"a question after round {used}", f"none: this game has {most} rounds"


def ended_faults(header: Header, command: commands.BookCommand) -> Faults:
    """What is wrong with an entry after the closing one of a game by mail: nothing opens it."""
    if header.mail is not None and isinstance(command, commands.Undo):
        yield "the end of a game by mail taken back", "nothing: both sides signed that end"


OF_THE_ATTACKER: Final = frozenset(
    {
        *("phase", "wc", "assault", "esb", "enter", "exit", "impulse", "move", "spend", "start"),
        *("stop", "turn", "vbm", "bog-check", "unbog", "hook", "unhook", "hatch", "entrench"),
        "kindle",
    }
)
"""With these a side goes on with its own Player Turn; the rest either side may have to give."""


def turn_faults(
    header: Header, exchange: Exchange, attacker: str | None, command: commands.Doing
) -> Faults:
    """An order of the ATTACKER, given by the other side of a game by mail; none in setup."""
    if header.mail is None or attacker is None or command.word not in OF_THE_ATTACKER:
        return
    active = header.scenario.order_of_sides[exchange.active]
    if active != attacker:
        yield (
            f"`{format_order(command)}` from {active}",
            f"from {attacker}, whose Player Turn it is",
        )


def finish_faults(header: Header, exchange: Exchange, *, over: bool) -> Faults:
    """What is wrong with a closing entry: before the rules end a game by mail, both must agree."""
    if header.mail is not None and not over and not exchange.ending:
        yield "a game by mail that one side closes alone", "`finish` after both agreed on the end"


def _before(nonce: str, side: int, number: int, reveal: bytes) -> bytes:
    place = bytes.fromhex(nonce) + bytes([side]) + number.to_bytes(4, "big")
    return hashlib.sha256(b"khamsin reveal 2\0" + place + reveal).digest()


@lru_cache(maxsize=4)
def reveals_of(nonce: str, side: int, last: bytes, count: int) -> tuple[str, ...]:
    """A whole chain of reveals, the commitment (number 0) first.

    The nonce is the side's own, of 64 hexadecimal digits; `last` is the 32 bytes of reveal `count`.
    """
    chain = [last]
    for number in range(count, 0, -1):
        chain.append(_before(nonce, side, number, chain[-1]))
    return tuple([reveal.hex() for reveal in reversed(chain)])


def earlier_reveal(nonce: str, side: int, number: int, reveal: str, wanted: int) -> str:
    """The reveal of a smaller number that a reveal leads to."""
    raw = bytes.fromhex(reveal)
    for each in range(number, wanted, -1):
        raw = _before(nonce, side, each, raw)
    return raw.hex()


@lru_cache(maxsize=256)
def round_seed(opened: Opened) -> str | None:
    """The seed of the dice of a round, as 64 hexadecimal digits.

    None where its reveals or its seal are none, as in a forged log.
    """
    right = all(map(is_hash, (opened.seal, *opened.reveals)))
    if not right or not 0 < opened.round <= MOST_ROUNDS:
        return None
    raw = b"".join(map(bytes.fromhex, (*opened.reveals, opened.seal)))
    whole = b"khamsin round 2\0" + opened.round.to_bytes(4, "big") + raw
    return hashlib.sha256(whole).hexdigest()


def answer_text(point: LogPoint, number: int, reveal: str) -> str:
    """What the answering side signs: the checkpoint, and the hash of the reveal it gives for it."""
    digest = text_of(hashlib.sha256(bytes.fromhex(reveal)).digest())
    return f"{point.text}reveal {number} {digest}\n"


def word_text(point: LogPoint, word: str) -> str:
    """What a side signs that passes the orders on, or declines an end: no letter says the same."""
    return f"{point.text}{word}\n"


def word_faults(
    header: Header, exchange: Exchange, point: LogPoint | None, command: commands.BookCommand
) -> Faults:
    """An entry with which a side gives something up, not signed by that side.

    Where signatures cannot be checked, or the log before is not known, it is passed over.
    """
    if isinstance(command, SidePassed | Declined) and header.mail is not None:
        passed = isinstance(command, SidePassed)
        side = exchange.active if passed else other_side(exchange.active)
        if point is None or not can_check():
            return
        if not signed_by(header, side, word_text(point, command.word), command.signed):
            name = header.scenario.order_of_sides[side]
            yield (
                f"`{command.word}` without the signature of {name}",
                f"one over {point.entries} entries and `{command.word}`",
            )


def signed_by(header: Header, side: int, text: str, signature: str) -> bool:
    """Whether a signature, time and all in base64, is that of a side over a text.

    Raises:
        BadInput: where it cannot be checked.
    """
    key, blob = key_of(header, side), raw_or_none(signature)
    return key is not None and blob is not None and key.signed_at(text, blob) is not None


def key_of(header: Header, side: int) -> VerifierKey | None:
    """The key of a side; None where the header has none that can be one."""
    return None if header.mail is None else parsed_key(header.mail.keys[side])


def mail_faults(header: Header) -> Faults:
    """What is wrong with the header of a game by mail."""
    mail = header.mail
    if mail is None:
        return
    yield from _wrong_words(mail)
    if header.seed:
        yield f"a game by mail of seed {header.seed[:64]!r}", "no seed: both sides make the dice"
    if header.dice is not DiceFrom.SEED:
        yield f"a game by mail, and dice from {header.dice}", "dice from the seed alone"
    if header.game:
        yield f"a game by mail, and game {header.game}", "game 0"
    if header.parent is not None or header.made_from is not None:
        yield "a game by mail in a branch or an upgraded log", "a log of its own"


def _wrong_words(mail: MailGame) -> Faults:
    """Numbers that are none, and nonces, commitments or keys that both sides share."""
    for name, words in (("nonce", mail.nonces), ("commitment", mail.commitments)):
        for word in words:
            if not is_hash(word):
                yield f"a game by mail of {name} {word[:70]!r}", "64 hexadecimal digits"
    for word in mail.keys:
        key = parsed_key(word)
        if key is None or key.kind is not SignatureType.COSIGNATURE:
            yield f"a game by mail of key {word[:120]!r}", "a key as `khamsin key show` gives it"
    for name, words in (("nonce", mail.nonces), ("commitment", mail.commitments)):
        if words[0] == words[1]:
            yield f"a game by mail of one {name} for both sides", "one for each"
    one, other = (key.split("+", 2)[-1] for key in mail.keys)  # base64, which has + of its own
    if one == other:
        yield "a game by mail of one key for both sides", "one for each"


_FROM_THE_COMMITMENT: Final = 1000
"""A reveal after one that is false is traced to its commitment only up to this number."""


def opened_faults(
    header: Header, exchange: Exchange, last: Opened | None, point: LogPoint | None, opened: Opened
) -> Faults:
    """What is wrong with an entry that opens a round; of several, the first.

    Where signatures cannot be checked they are passed over. `last` is the round before it, `point`
    the log before this entry, None where that cannot be known.
    """
    mail = header.mail
    if mail is None:
        yield "the reveals of a game by mail", "none: this is no game by mail"
        return
    due, most = 1 if last is None else last.round + 1, rounds_in(header.scenario)
    if exchange.asked is None:
        yield "reveals for which no side asked", "`asked` in the entry before"
    elif opened.round != due or due > most:
        yield f"the reveals of round {opened.round}", f"those of round {due}, of {most}"
    elif point is not None and opened.seal != point.seal:
        yield f"reveals after line {opened.seal[:64]!r}", f"{point.seal}, the line before"
    else:
        yield from _wrong_reveals(header, mail, last, opened)
        if can_check() and point is not None:
            yield from _not_signed(header, exchange.active, point, opened)


def _wrong_reveals(header: Header, mail: MailGame, last: Opened | None, opened: Opened) -> Faults:
    """Reveals that do not lead to the commitments of the header."""
    for side, reveal in enumerate(opened.reveals):
        name, committed = header.scenario.order_of_sides[side], mail.commitments[side]
        if not is_hash(reveal):
            yield f"reveal {reveal[:70]!r} of {name}", "64 hexadecimal digits"
        elif not is_hash(mail.nonces[side]) or not _leads_back(mail, side, last, opened):
            yield (
                f"a reveal of round {opened.round} that {name} did not commit to",
                f"the one whose commitment is {committed}",
            )


def _leads_back(mail: MailGame, side: int, last: Opened | None, opened: Opened) -> bool:
    """Whether a reveal leads to the one of the round before it, or else to its commitment."""
    nonce, number, reveal = mail.nonces[side], opened.round, opened.reveals[side]
    if last is not None and 0 < last.round < number:
        if earlier_reveal(nonce, side, number, reveal, last.round) == last.reveals[side]:
            return True
        if number > _FROM_THE_COMMITMENT:
            return False
    return earlier_reveal(nonce, side, number, reveal, 0) == mail.commitments[side]


def _not_signed(header: Header, active: int, point: LogPoint, opened: Opened) -> Faults:
    """A log that a side did not sign: that which asked, or that which answered."""
    other = other_side(active)
    if not is_hash(opened.reveals[other]):
        return
    text = answer_text(point, opened.round, opened.reveals[other])
    answered, asked = (other, text, opened.answered), (active, point.text, opened.asked)
    for side, said, signature in (answered, asked):
        if not signed_by(header, side, said, signature):
            name = header.scenario.order_of_sides[side]
            yield (
                f"round {opened.round} opened without the signature of {name}",
                f"one over {point.entries} entries{', the reveal' if side == other else ''} and "
                f"the line before",
            )


@attrs.frozen
class MailDue:
    """What one side must do before anything else can be recorded, with the command that does it.

    A log cannot say whether it was done already and is on its way.
    """

    side: str
    what: str

    def __str__(self) -> str:
        return f"from {self.side}: {self.what}"


def mail_due(header: Header, exchange: Exchange, *, over: bool) -> MailDue | None:
    """What is due where a game by mail stands; None where the game just goes on."""
    if header.mail is None or over:
        return None
    names = header.scenario.order_of_sides
    active, other = names[exchange.active], names[other_side(exchange.active)]
    if exchange.asked is not None:
        return MailDue(
            other,
            f"the answer to {asked_text(exchange.asked)} (`khamsin mail take FILE GAME -o "
            f"ANSWER`), with which {active} goes on",
        )
    if exchange.left:
        return MailDue(active, f"the rest of the batch, {orders_text(exchange.left)}")
    return None
