"""Handing a game with sealed dice over, and taking one: each e-mail is a log, signed, and a link.

The side that hands over signs the log as it stands and gives the link of the stretch that the other
plays. The other's link is missing still, so the dice of that stretch are fixed and no side knows
them. The side that takes it opens its own link with it, and knows them from then on.
"""

import base64
import shlex
from pathlib import Path

import attrs

from events.commands import Command, Opened, Struck
from events.errors import BadInput, in_file
from replays.auditing.audit import audit
from replays.auditing.finding import Finding
from replays.game.drive import keep
from replays.game.file import exists
from replays.game.game import Game
from replays.game.secrets import SecretFile
from replays.trust.check import checked, demand_free, demand_ours
from replays.trust.exchange import demand_in_turn, pass_pen, send, signed_log
from replays.trust.message import HandOver
from replays.trust.note import Checkpoint
from replays.trust.own_log import LogName, demand_clean, not_known, own_lines, way_back
from sim.trust.sealing import (
    is_together,
    opened_faults,
    other_side,
    player_turn,
    stretch_of,
    who_plays,
)


@attrs.frozen
class SealedTaken:
    """What came of a log that was handed over.

    Attributes:
        stretch: the number of the links that are open now; 0 if none are ours to roll with.
        findings: what an audit found; nothing was taken if it found anything.
        together: orders are asked for in this game.
        asked: the orders that the other side asks for.
        pen: it is for us to give orders now, or to ask for them.
        told: where orders are asked for, what came of opening the links, as a story.
        struck: the orders of the sheet that are not played: the rules refuse the first of them.
        begun: what the game is called by both sides, if its log is new here.
    """

    entries: int
    stretch: int = 0
    findings: tuple[Finding, ...] = ()
    together: bool = False
    asked: tuple[Command, ...] = ()
    pen: bool = False
    told: str = ""
    over: bool = False
    struck: tuple[Command, ...] = ()
    begun: str = ""


# Handing over -------------------------------------------------------------------------------


def hand_over(log: LogName, secret: Path, file: Path) -> HandOver:
    """Hand a game over: sign its log, and give the link of the stretch that the other plays.

    Where orders are asked for, the pen goes to the other side, and no link. The same log can be
    handed over again; with the same link no other can.
    """
    ours = SecretFile.read(secret)
    demand_free(file)
    with in_file(str(log)), Game.open(log) as game:
        demand_ours(game.header, ours)
        if is_together(game.header):
            pass_pen(game, log, ours)
        else:
            _due(game, ours.side)
            demand_clean(log)
        made = handed(game, ours)
    send(made, file, f"next {shlex.quote(str(log))}")
    return made


def handed(game: Game, ours: SecretFile) -> HandOver:
    """A game as it is handed over where it stands: signed, and where one is due with a link."""
    stretch = 0 if is_together(game.header) else _due(game, ours.side)
    return signed_log(ours, game, stretch, link=stretch > 0)


def _due(game: Game, side: int) -> int:
    """The stretch whose link is given now; 0 if the game is over or has not begun."""
    opened, due = game.position.opened, stretch_of(game.state.moment)
    if game.position.finished or game.state.clock.over:
        return 0
    if opened is not None and opened.stretch == due:
        turn = player_turn(due)
        raise BadInput(
            f"Player Turn {turn} is not over; a game is handed over when the next has begun"
        )
    if who_plays(due) != side:
        return due
    if opened is None:
        return 0
    raise BadInput(f"Player Turn {player_turn(due)} is ours: `khamsin seal take` opens its dice")


# Taking -------------------------------------------------------------------------------------


def take(file: Path, log: LogName, secret: Path) -> SealedTaken:
    """Take a game that was handed over: check it, go on with our log, and open what is ours.

    Where that fails, nothing was taken.
    """
    ours = SecretFile.read(secret)
    given, own = HandOver.read(file), own_lines(log, secret)
    with in_file(str(file)):
        header, checkpoint = checked(given)
        demand_ours(header, ours)
        if given.side != other_side(ours.side):
            raise BadInput("this was handed over by our own side")
        begun = not exists(log)
        fresh = not_known(given, own, log, ours)
        report = audit("log", disk=given.disk)
        if not report.clean:
            return SealedTaken(0, findings=report.findings)
        game = Game.load("log", given.disk)
        opened = _to_open(game, given, checkpoint, ours)
    if fresh:
        keep(game, log)
    called = given.game if begun else ""
    taken = SealedTaken(fresh - begun, together=is_together(header), begun=called)
    if opened is None:
        exchange = game.position.exchange
        ends, ours_now = game.position.finished, exchange.pen == ours.side
        return attrs.evolve(taken, asked=exchange.asked, pen=ours_now and not ends, over=ends)
    with Game.open(log) as mine:
        if len(mine.entries) == checkpoint.entries:
            if is_together(header):  # what we signed as we asked, and perhaps forgot
                signed_log(ours, mine, opened.stretch)
            mine.do(opened)
        elif mine.entries[checkpoint.entries].do != opened:
            raise BadInput(
                f"entry {checkpoint.entries + 1} stands where the dice of this are to be opened: "
                f"it was recorded out of turn. {way_back(log, secret)}",
                str(log),
            )
        told = mine.story(f"#{checkpoint.entries + 1}") if taken.together else ""
        struck = _struck(mine, game.position.exchange.asked)
    return attrs.evolve(taken, stretch=opened.stretch, told=told, pen=True, struck=struck)


def _struck(game: Game, asked: tuple[Command, ...]) -> tuple[Command, ...]:
    """Which of the orders that were asked for the rules refused, with those after them."""
    last = game.entries[len(game.entries) - 1].do if game.entries else None
    return asked[-last.orders :] if isinstance(last, Struck) else ()


def _demand_link(game: Game, given: HandOver, ours: SecretFile) -> None:
    if is_together(game.header) or game.position.finished or game.state.clock.over:
        return
    opened, due = game.position.opened, stretch_of(game.state.moment)
    if who_plays(due) == ours.side and (opened is None or opened.stretch != due):
        theirs = game.header.scenario.order_of_sides[given.side]
        turn = player_turn(due)
        raise BadInput(
            f"{theirs} signed this without the link {due} that Player Turn {turn} needs, so its "
            f"dice cannot be opened; have {theirs} give it with `khamsin seal next`, and play "
            f"nothing before"
        )


def _to_open(
    game: Game, given: HandOver, checkpoint: Checkpoint, ours: SecretFile
) -> Opened | None:
    """The entry that opens the dice whose link was handed over, if one was."""
    stretch, asking = given.stretch, ""
    if is_together(game.header):
        demand_in_turn(game, given)
        asking = base64.b64encode(ours.signature(checkpoint.entries, checkpoint.head)).decode()
    elif stretch and who_plays(stretch) != ours.side:
        raise BadInput(f"stretch {stretch} is not ours to play", "stretch")
    if not stretch:
        _demand_link(game, given, ours)
        return None
    links = (given.link, ours.link(stretch))
    opened = Opened(
        stretch,
        links if given.side == 0 else (links[1], links[0]),
        checkpoint.head,
        checkpoint.signature,
        asking,
    )
    position, n = game.position, checkpoint.entries + 1
    faults = opened_faults(
        game.header,
        game.state.moment,
        position.exchange,
        position.opened,
        n,
        checkpoint.head,
        opened,
    )
    for said, expected in faults:
        raise BadInput(f"{said}; expected: {expected}", "link")
    return opened
