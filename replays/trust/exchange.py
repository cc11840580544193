"""The way ``together``: orders are asked for, answered with a link, and played as asked for.

The side that asks writes the orders into the log and signs it; that is the one log for which both
sides give their links of this number. The other side answers with its link, signed for exactly that
log. So the dice are fixed before either can know them, and what is rolled with them is fixed too.
"""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from events.commands import Acknowledged, Asked, BookCommand, Command, Doing, Finish, PenPassed
from events.entry import Header
from events.errors import BadInput, in_file
from events.orders import Order, format_order
from replays.auditing.audit import audit
from replays.auditing.finding import Finding
from replays.game.dice_source import SealedDice, step_before
from replays.game.drive import keep
from replays.game.game import Game, OrderRefused
from replays.game.secrets import SecretFile, SignedHead
from replays.trust.check import checked, demand_free, demand_ours
from replays.trust.message import HandOver
from replays.trust.note import note_of
from replays.trust.own_log import LogName, demand_clean, hashes_of, not_known, own_lines
from sim.machine.decide import resolve
from sim.machine.telling import Refusal
from sim.trust.sealing import due_stretch, is_together, other_side


def demand_going_on(ours: SecretFile, game: Game) -> None:
    """See that a log goes on with what its side signed, before anything is added to it."""
    ours.signing_on(hashes_of(game))


def signed_log(ours: SecretFile, game: Game, number: int = 0, *, link: bool = False) -> HandOver:
    """Sign a log, and keep in the secrets what was signed before the other side can have it.

    The link of this number (0 is none) serves this log alone from now on; ``link`` gives it away.
    """
    hashes = hashes_of(game)
    entries, head = len(game.entries), hashes[-1]
    with ours.signing_now() as before:
        giving = before.giving(number, SignedHead(entries, head)) if number else before
        after = giving.signing_on(hashes)
        if others := game.catch_up():
            raise BadInput(
                f"another program recorded {others[0].n}..{others[-1].n} in this game just now, "
                f"and nothing was signed; see what that is, and go on from there"
            )
        after.keep()
    given = (number, ours.link(number)) if link else None
    signature = ours.signature(entries, head, given)
    note = note_of(ours.terms, ours.side, ours.key, entries, head, signature, given)
    return HandOver(ours.side, *(given or (0, "")), note, game.log_bytes())


def send(made: HandOver, file: Path, again: str) -> None:
    """Write what was signed to the new file that is sent."""
    try:
        made.write(file)
    except BadInput as error:
        why = f"{error.what}; nothing is lost, and `khamsin seal {again} -o FILE` writes it again"
        raise BadInput(why, error.where) from None


@attrs.frozen
class Answered:
    """What was answered.

    Attributes:
        findings: what an audit found; nothing was answered if it found anything.
    """

    orders: tuple[Command, ...]
    findings: tuple[Finding, ...] = ()


def _last(game: Game) -> Doing | None:
    """What the last entry does that is not a mere signature; None if there is none."""
    steps = (each.do for each in reversed(game.entries) if not isinstance(each.do, Acknowledged))
    return next(steps, None)


def sheet_of(orders: Iterable[Order]) -> list[Command]:
    """Orders as they can be asked for."""
    sheet: list[Command] = []
    for each in orders:
        words = format_order(each.command, each.dice)
        if each.dice:
            raise BadInput(f"`{words}`: the dice of this game are sealed, so enter none")
        if isinstance(each.command, BookCommand):
            raise BadInput(f"`{words}` takes no dice, so it is not asked for: give it as it is")
        sheet.append(each.command)
    return sheet


def _due(game: Game) -> int:
    return due_stretch(game.header, game.state.moment, game.position.opened)


def _demand_together(header: Header) -> None:
    if not is_together(header):
        raise BadInput(
            "the dice of this game are opened a Player Turn at a time, and no order is asked for: "
            "`khamsin seal next` hands it over"
        )


def _demand_pen(game: Game, ours: SecretFile) -> None:
    if game.position.exchange.pen != ours.side:
        name = game.header.scenario.order_of_sides[other_side(ours.side)]
        raise BadInput(f"{name} gives the orders now, and hands the game over with `seal next`")


def ask(log: LogName, secret: Path, orders: Sequence[Command], file: Path) -> tuple[Command, ...]:
    """Ask for orders: what they roll cannot be known before the other side has answered.

    What was asked for once can be sent again, and not be taken back: who could ask anew could
    choose.
    """
    demand_free(file)
    ours = SecretFile.read(secret)
    with in_file(str(log)), Game.open(log) as game:
        demand_ours(game.header, ours)
        _demand_together(game.header)
        _demand_pen(game, ours)
        demand_clean(log)
        waiting, number = game.position.exchange.asked, _due(game)
        if not waiting:
            _demand_new(game, ours, number, orders)
            ours.demand_writable()
            game.do(Asked(tuple(orders)))
        elif orders and tuple(orders) != waiting:
            words = ", ".join(f"`{format_order(each)}`" for each in waiting)
            raise BadInput(
                f"{words} was asked for, and waits for its answer; nothing that was asked for can "
                f"be taken back"
            )
        made, asked = signed_log(ours, game, number), game.position.exchange.asked
    send(made, file, f"ask {shlex.quote(str(log))}")
    return asked


def _demand_new(game: Game, ours: SecretFile, number: int, orders: Sequence[Command]) -> None:
    if not orders:
        raise BadInput("which orders? `khamsin seal ask GAME ORDER ... -o FILE`")
    if (before := ours.given.get(number)) is not None:
        raise BadInput(
            f"this is an old copy of the game: in a log of {before.entries} entries that ends with "
            f"hash {before.head} orders were asked for already; take the answer to them"
        )
    demand_going_on(ours, game)
    state = game.state
    first = step_before(state, orders[0]) or orders[0]
    try:
        found = resolve(state, first, SealedDice(first))
    except BadInput:  # it comes to its dice
        return
    if isinstance(found, Refusal):
        raise OrderRefused(format_order(first), found)


def answer(file: Path, log: LogName, secret: Path, out: Path) -> Answered:
    """Answer a side that asked for orders: take its log, sign exactly that, and give our link.

    Where that fails, nothing was taken or given.
    """
    demand_free(out)
    ours = SecretFile.read(secret)
    given, own = HandOver.read(file), own_lines(log, secret)
    with in_file(str(file)):
        header, _ = checked(given)
        demand_ours(header, ours)
        _demand_together(header)
        if given.side != other_side(ours.side):
            raise BadInput("this was asked for by our own side")
        fresh = not_known(given, own, log, ours)
        if (report := audit("log", disk=given.disk)).findings:
            return Answered((), report.findings)
        game = Game.load("log", given.disk)
        demand_in_turn(game, given)
        orders = game.position.exchange.asked
        if not orders or given.stretch:
            raise BadInput("no orders are asked for here; `khamsin seal take` takes it")
    if fresh:
        keep(game, log)
    made = signed_log(ours, game, _due(game), link=True)
    send(made, out, f"answer {shlex.quote(str(file))} {shlex.quote(str(log))}")
    return Answered(orders)


def pass_pen(game: Game, log: LogName, ours: SecretFile) -> None:
    """Give the pen to the other side, which has it perhaps already; a game that is over stays."""
    last, exchange = _last(game), game.position.exchange
    passed = isinstance(last, PenPassed) and exchange.pen != ours.side
    if not passed and not game.position.finished:
        if exchange.asked:
            raise BadInput("orders wait for their answer; `khamsin seal take` takes it")
        _demand_pen(game, ours)
        demand_going_on(ours, game)
        demand_clean(log)
        ours.demand_writable()
        game.do(PenPassed())


def demand_in_turn(game: Game, given: HandOver) -> None:
    """See that a log was handed over where two sides hand a game over, by the right one."""
    last, pen = _last(game), game.position.exchange.pen
    match last:
        case Asked():
            right = given.side == (other_side(pen) if given.stretch else pen)
        case PenPassed():
            right = pen != given.side and not given.stretch
        case _:
            right = (last is None or isinstance(last, Finish)) and not given.stretch
    if not right:
        raise BadInput("this was not handed over where its side asks, answers or ends its orders")
