"""Sealed dice: dice that no side could know or choose, made of secrets of both sides.

Before the game each side has a chain of secrets, its *links*; the last of them is random, each one
before it is the hash of the one after it, and the end of the chain, its *tip*, stands in the
header. A *stretch* is a Player Turn, or a sheet of orders that were asked for (`exchange`). Its
dice are those of a seed that is the hash of the terms, a link of each side, and the hash of the
last line that was written before a side could know both. docs/trust.md says who is protected from
what, and has the vectors that never change.
"""

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import attrs

from events.codec import encode_scenario, to_json
from events.commands import (
    MOST_ASKED,
    Asked,
    BookCommand,
    Command,
    Doing,
    Opened,
    PenPassed,
    Struck,
    Undo,
)
from events.entry import Header, Sealing
from events.json_bytes import dumps
from events.moment import Moment, Phase
from events.orders import format_order
from events.scenario import Scenario
from events.terms import DiceFrom, SealedWay
from sim.trust.signing import can_check, is_hash, proper_key, text_of, verifies

# Sealed dice, the way ``together``: who has the pen, and which orders were asked for.
#
# The side with the pen gives orders. Those that take dice it asks for first, a sheet of them at
# once; the other side answers with its link, and the dice of exactly this sheet are open. What was
# asked for is played then, all of it and nothing else: no side chooses anything once a die can be
# known.


MOST_LINKS: Final = 100_000
"""No side has more links in a game."""

_A_GAME_TURN: Final = {SealedWay.ALONE: 2, SealedWay.TOGETHER: 500}


def links_in(scenario: Scenario, way: SealedWay) -> int:
    """How many links each side has in a game: one a Player Turn, or 500 sheets a Game Turn."""
    return min(_A_GAME_TURN[way] * scenario.turns, MOST_LINKS)


def is_together(header: Header) -> bool:
    """Whether the dice of a game are sealed in such a way that orders are asked for."""
    return header.sealed is not None and header.sealed.way is SealedWay.TOGETHER


@attrs.frozen
class Exchange:
    """Where a game stands between its two sides."""

    pen: int = 0
    """The side that gives orders: 0 for the one that moves first, 1 for the other."""
    asked: tuple[Command, ...] = ()
    """Orders that were asked for, whose links are not open yet."""
    left: tuple[Command, ...] = ()
    """Orders whose links are open: they are played next, in this order."""

    def after(self, command: BookCommand) -> "Exchange":
        """Where it stands after an entry of the log itself."""
        match command:
            case Asked(orders):
                return Exchange(self.pen, orders)
            case Opened() if self.asked:
                return Exchange(self.pen, (), self.asked)
            case Struck():
                return Exchange(self.pen)
            case PenPassed():
                return attrs.evolve(self, pen=1 - self.pen)
            case _:
                return self

    def played(self, command: Doing, at: Moment) -> "Exchange":
        """Where it stands after an order of a sheet, given at a moment.

        In setup, what is due before an order of play is rolled by itself, and uses up no order. In
        a log that was forged, orders of the sheet may have been left out.
        """
        left = self.left
        if command != left[0] and at.phase is Phase.SETUP:
            return self
        gone = next((n for n, each in enumerate(left, 1) if each == command), 0)
        return attrs.evolve(self, left=left[gone:])


NOTHING_ASKED: Final = Exchange()
"""How every game begins."""


def book_faults(
    header: Header, exchange: Exchange, used: int, command: BookCommand
) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry of the log itself between two sides; of several, the first.

    Whether links fit is `opened_faults`, and whether the rules refuse what was struck out is asked
    where the rules can be asked. `used` links of each side are open. Yields what the entry says,
    and what is expected.
    """
    said = f"`{command.word}`"
    if not is_together(header):
        if isinstance(command, Asked | Struck | PenPassed):
            yield f"{said}, of dice that are sealed in the way `together`", "none in this game"
    elif exchange.asked and not isinstance(command, Opened):
        yield f"{said} while orders wait for their dice", "`opened`, with the links of both sides"
    elif exchange.left and not isinstance(command, Struck):
        yield f"{said} in the middle of a sheet", f"`{format_order(exchange.left[0])}`"
    else:
        yield from _of_the_sheet(header, exchange, used, command)


def _of_the_sheet(
    header: Header, exchange: Exchange, used: int, command: BookCommand
) -> Iterator[tuple[str, str]]:
    match command:
        case Struck(orders) if not orders or orders != len(exchange.left):
            yield f"{orders} orders struck out", f"{len(exchange.left)} are left of the sheet"
        case Opened() if not exchange.asked:
            yield "links of dice for which no side asked", "`asked` in the entry before"
        case Asked(orders) if not 0 < len(orders) <= MOST_ASKED:
            yield f"a sheet of {len(orders)} orders", f"1 to {MOST_ASKED} orders"
        case Asked() if used >= (most := links_in(header.scenario, SealedWay.TOGETHER)):
            yield f"orders asked for after sheet {used}", f"none: this game has {most} links a side"


_FROM_THE_TIP: Final = 1000
"""A link after one that is false is traced to its tip only if it has no higher number."""

GivenLink: TypeAlias = tuple[int, str]
"""A link that a side gives away: its number, and the link."""


def _canonical(value: Any) -> bytes:
    """JSON with sorted keys and no spaces: one text for one value."""
    plainly = json.loads(dumps(value))
    text = json.dumps(plainly, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def terms_of(header: Header) -> str:
    """The hash of what both agree on before a game, as 64 hexadecimal digits.

    Scenario, rulings, version of the engine, sides, how the dice are sealed, and a number that was
    used once: no secret that was chosen for other terms can be used for these.
    """
    sealing = header.sealed
    scenario = hashlib.sha256(_canonical(encode_scenario(header.scenario))).hexdigest()
    terms = {
        "engine": header.engine,
        "nonce": "" if sealing is None else sealing.nonce,
        "rulings": {key: to_json(header.rulings[key]) for key in header.rulings},
        "scenario": scenario,
        "sides": header.scenario.order_of_sides,
        "way": "" if sealing is None else sealing.way.value,
    }
    return hashlib.sha256(b"khamsin terms 1\0" + _canonical(terms)).hexdigest()


# Links --------------------------------------------------------------------------------------


def _before(terms: str, side: int, number: int, link: bytes) -> bytes:
    place = bytes.fromhex(terms) + bytes([side]) + number.to_bytes(4, "big")
    return hashlib.sha256(b"khamsin link 1\0" + place + link).digest()


def links_of(terms: str, side: int, last: bytes, count: int) -> list[str]:
    """A whole chain of links, the tip (number 0) first.

    Side 0 moves first; `last` is 32 random bytes, the link of number `count`.
    """
    chain = [last]
    for number in range(count, 0, -1):
        chain.append(_before(terms, side, number, chain[-1]))
    return [link.hex() for link in reversed(chain)]


def tip_of(terms: str, side: int, number: int, link: str) -> str:
    """The tip to which a link of a number belongs."""
    return earlier_link(terms, side, number, link, 0)


def earlier_link(terms: str, side: int, number: int, link: str, wanted: int) -> str:
    """The link of a smaller number that a link leads to."""
    raw = bytes.fromhex(link)
    for each in range(number, wanted, -1):
        raw = _before(terms, side, each, raw)
    return raw.hex()


# Stretches ----------------------------------------------------------------------------------


def stretch_of(moment: Moment) -> int:
    """The stretch of a moment: Player Turns are counted from 1, and setup belongs to the first."""
    return 2 * moment.turn - 2 + moment.player if moment.turn else 1


def player_turn(stretch: int) -> str:
    """The Player Turn that is a stretch, such as ``3.2``."""
    return f"{(stretch + 1) // 2}.{2 - stretch % 2}"


def who_plays(stretch: int) -> int:
    """The side that plays a stretch: 0 for the one that moves first, 1 for the other."""
    return (stretch - 1) % 2


def other_side(side: int) -> int:
    """The opponent of a side."""
    return 1 - side


@lru_cache(maxsize=256)
def stretch_key(terms: str, opened: Opened) -> str | None:
    """The seed of the dice of a stretch, as 64 hexadecimal digits.

    None where the terms, the links or the hash are none, as in a forged log.
    """
    hashes = (terms, opened.head, *opened.links)
    if not all(map(is_hash, hashes)) or not 0 < opened.stretch <= MOST_LINKS:
        return None
    links = b"".join(bytes.fromhex(link) for link in opened.links)
    place = bytes.fromhex(terms) + opened.stretch.to_bytes(4, "big")
    whole = b"khamsin stretch 1\0" + place + links + bytes.fromhex(opened.head)
    return hashlib.sha256(whole).hexdigest()


# Checkpoints --------------------------------------------------------------------------------


def checkpoint_text(terms: str, entries: int, head: str, given: GivenLink | None = None) -> str:
    """What a side signs when it hands a log over: which game, how many entries, the last hash.

    It has the form of a C2SP checkpoint, with the hash of the chain where that has a tree's root.
    A link that is given away with the log is signed too, by its hash: so no side can say later that
    he sent another. `head` is the hash of the last line.
    """
    text = f"khamsin.log/{terms}\n{entries}\n{text_of(bytes.fromhex(head))}\n"
    return text if given is None else f"{text}{link_line(*given)}\n"


def link_line(number: int, link: str) -> str:
    """What a side signs of a link that it gives away: its number and its hash."""
    return f"link {number} {text_of(hashlib.sha256(bytes.fromhex(link)).digest())}"


def has_signed(
    header: Header,
    side: int,
    entries: int,
    head: str,
    signature: str,
    given: GivenLink | None = None,
) -> bool:
    """Whether a signature, in base64, is that of a side over a checkpoint of its game.

    Raises:
        BadInput: where it cannot be checked.
    """
    hashes = [head] if given is None else [head, given[1]]
    if header.sealed is None or not all(map(is_hash, hashes)):
        return False
    try:
        key = bytes.fromhex(header.sealed.keys[side])
        raw = base64.b64decode(signature, validate=True)
    except ValueError:
        return False
    return verifies(key, checkpoint_text(header.seed, entries, head, given).encode(), raw)


# Faults -------------------------------------------------------------------------------------


def sealing_faults(header: Header) -> Iterator[tuple[str, str]]:
    """What is wrong with a header of sealed dice: what it says, and what is expected."""
    sealing = header.sealed
    if sealing is None:
        return
    yield from _wrong_words(sealing)
    if header.seed != (terms := terms_of(header)):
        said = f"sealed dice of terms {header.seed[:64]!r}"
        yield said, f"{terms}, those of this scenario, these rulings and this engine"
    if header.dice is not DiceFrom.SEED:
        yield f"sealed dice, and dice from {header.dice}", "dice from the seed alone"
    if header.game:
        yield f"sealed dice, and game {header.game}", "game 0"
    if header.parent is not None or header.made_from is not None:
        yield "sealed dice in a branch or an upgraded log", "a log of its own"


def _wrong_words(sealing: Sealing) -> Iterator[tuple[str, str]]:
    """Numbers of a sealing that are none, and tips or keys that both sides share."""
    for name, words in (("nonce", (sealing.nonce,)), ("tip", sealing.tips), ("key", sealing.keys)):
        for word in words:
            if not is_hash(word):
                yield f"sealed dice of {name} {word[:70]!r}", "64 hexadecimal digits"
        if len(words) == 2 and words[0] == words[1]:
            yield f"sealed dice of one {name} for both sides", "one for each"
    for key in filter(is_hash, sealing.keys):
        if not proper_key(bytes.fromhex(key)):
            yield f"sealed dice of key {key}", "a key for which not everybody can sign"


def due_stretch(header: Header, moment: Moment, last: Opened | None) -> int:
    """The number of the links that can be opened next; `last` is the opening before, if any."""
    if is_together(header):
        return 1 if last is None else last.stretch + 1
    return stretch_of(moment)


def opened_faults(
    header: Header,
    moment: Moment,
    exchange: Exchange,
    last: Opened | None,
    entry: int,
    head: str,
    opened: Opened,
) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry that opens links; of several, the first.

    Where signatures cannot be checked they are passed over. `last` is the opening before it, `head`
    the hash of the line before it. Yields what the entry says, and what is expected.
    """
    sealing = header.sealed
    if sealing is None:
        yield "the links of a sealed game", "none: the dice of this game are not sealed"
        return
    due, most = due_stretch(header, moment, last), links_in(header.scenario, sealing.way)
    if not is_hash(header.seed):
        yield f"terms {header.seed[:70]!r}", "64 hexadecimal digits"
    elif wrong := next(book_faults(header, exchange, due - 1, opened), None):
        yield wrong
    elif opened.stretch != due or due > most:
        yield f"the links of stretch {opened.stretch}", f"those of stretch {due}, of {most}"
    elif last is not None and last.stretch >= due:
        yield f"the links of stretch {due} once more", "each stretch opened once"
    elif opened.head != head:
        yield f"links opened after line {opened.head[:64]!r}", f"{head}, the line before"
    else:
        yield from _wrong_links(header, sealing, last, opened)
        if can_check():
            yield from _not_signed(header, exchange, entry, opened)


def ended_faults(header: Header, command: BookCommand) -> Iterator[tuple[str, str]]:
    """What is wrong with an entry after the closing one of a sealed game.

    Both sign the end in letters, which the log has not; so nothing in it may go back behind the
    end, where all dice are known.
    """
    if header.sealed is not None and isinstance(command, Undo):
        yield "the end of a game with sealed dice taken back", "nothing: both sides sign that end"


def _wrong_links(
    header: Header, sealing: Sealing, last: Opened | None, opened: Opened
) -> Iterator[tuple[str, str]]:
    """Links that do not belong to the tips of the header."""
    for side, (link, tip) in enumerate(zip(opened.links, sealing.tips, strict=True)):
        name = header.scenario.order_of_sides[side]
        if not is_hash(link):
            yield f"link {link[:70]!r} of {name}", "64 hexadecimal digits"
        elif not _leads_back(header.seed, side, tip, last, opened):
            yield (
                f"a link of stretch {opened.stretch} that {name} did not commit to",
                f"the one whose tip is {tip}",
            )


def _leads_back(terms: str, side: int, tip: str, last: Opened | None, opened: Opened) -> bool:
    """Whether a link leads to the one that was opened before it, or else to its tip."""
    number, link = opened.stretch, opened.links[side]
    if last is not None and 0 < last.stretch < number:
        if earlier_link(terms, side, number, link, last.stretch) == last.links[side]:
            return True
        if number > _FROM_THE_TIP:
            return False
    return tip_of(terms, side, number, link) == tip


def _not_signed(
    header: Header, exchange: Exchange, entry: int, opened: Opened
) -> Iterator[tuple[str, str]]:
    """A log that a side did not sign: that which handed it over, or answered, or asked."""
    asks = is_together(header)
    side = exchange.pen if asks else who_plays(opened.stretch)
    gives = other_side(side)
    given = opened.stretch, opened.links[gives]
    signatures: list[tuple[int, str, GivenLink | None]] = [(gives, opened.signature, given)]
    if asks:
        signatures.append((side, opened.asking, None))
    elif opened.asking:
        yield "the signature of who asked for orders", "none: this game has no such orders"
    for signer, signature, link in signatures:
        if not has_signed(header, signer, entry - 1, opened.head, signature, link):
            name = header.scenario.order_of_sides[signer]
            yield (
                f"stretch {opened.stretch} opened without the signature of {name}",
                f"one over {entry - 1} entries{', the link' if link else ''} and the line before",
            )


# What is due between the two sides of a game with sealed dice, before anything else can come.


_MOST_NAMED: Final = 3


@attrs.frozen
class SealedDue:
    """What one side must do before anything else can be recorded, with the command that does it.

    A log cannot say whether it was done already and is on its way.
    """

    side: str
    what: str

    def __str__(self) -> str:
        return f"from {self.side}: {self.what}"


def sealed_due(
    header: Header, moment: Moment, exchange: Exchange, last: Opened | None, *, over: bool
) -> SealedDue | None:
    """What is due where a game with sealed dice stands; None where the game just goes on.

    `last` is the entry that opened links before, if there was one.
    """
    if header.sealed is None or over:
        return None
    names = header.scenario.order_of_sides
    if is_together(header):
        number = due_stretch(header, moment, last)
        return _of_a_sheet(exchange, number, names[exchange.pen], names[other_side(exchange.pen)])
    stretch = stretch_of(moment)
    if last is not None and last.stretch == stretch:
        return None
    player, other = names[who_plays(stretch)], names[other_side(who_plays(stretch))]
    turn = player_turn(stretch)
    return SealedDue(
        other,
        f"the game, signed, with its link of Player Turn {turn} (`khamsin seal next`), with which "
        f"{player} opens the dice (`khamsin seal take`)",
    )


def _of_a_sheet(exchange: Exchange, number: int, pen: str, other: str) -> SealedDue | None:
    if exchange.asked:
        return SealedDue(
            other,
            f"the answer to {_orders(exchange.asked)}, signed, with its link {number} (`khamsin "
            f"seal answer`), with which {pen} rolls (`khamsin seal take`)",
        )
    if exchange.left:
        return SealedDue(pen, f"the rest of the sheet, {_orders(exchange.left)}")
    return None


def _orders(commands: Sequence[Command]) -> str:
    said = ", ".join(f"`{format_order(each)}`" for each in commands[:_MOST_NAMED])
    more = len(commands) - _MOST_NAMED
    return f"{said} and {more} more" if more > 0 else said
