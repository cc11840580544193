"""A game by mail: invite, join, ask, take, pass. Each letter is the game, signed by its sender.

The active side asks for orders, signs the log that ends with the question, and sends it; the other
takes it, and answers with its reveal for exactly that log; the first takes the answer, opens the
round with its own reveal, and plays what it asked for. Nothing is sent before what was signed is
remembered beside the key, and nothing is taken that does not go on with it.
"""

import json
import secrets
import shlex
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias, cast

import attrs

from events.chain import LogLine, header_line
from events.commands import (
    Acknowledged,
    Asked,
    BookCommand,
    Command,
    Declined,
    Doing,
    Finish,
    Opened,
    SidePassed,
    Struck,
)
from events.entry import Header, MailGame
from events.errors import BadInput, in_file
from events.orders import Order, format_order
from events.scenario import Scenario
from replays.auditing.audit import audit
from replays.auditing.finding import Finding
from replays.game.address import store_of
from replays.game.dice_source import UnopenedDice, step_before
from replays.game.drive import keep
from replays.game.file import exists
from replays.game.game import Game, OrderRefused
from replays.game.open_log import open_log, points_of
from replays.game.output import NEW
from replays.game.own_side import Invited, SignedBefore, SignedOnce
from replays.trust.checkpoint import demand_clean
from replays.trust.letter import CheckedLetter, Invitation, Letter, invitation_to
from replays.trust.note import SignedNote
from replays.trust.person_key import Signer
from replays.version import ENGINE
from sim.machine.decide import resolve
from sim.machine.telling import Refusal
from sim.trust.mail import (
    answer_text,
    asked_text,
    opened_faults,
    other_side,
    rounds_in,
    turn_faults,
    word_text,
)
from sim.trust.signing import LogPoint, raw_of, text_of

LogName: TypeAlias = str | Path
"""What a log is called: a file, or ``library:`` and the name of a game."""


def demand_free(*names: LogName) -> None:
    """See that nothing is where logs and files are to be, and that each has a place of its own."""
    for name in names:
        if (stored := store_of(name)) is not None:
            stored[0].demand_free(stored[1])
    NEW.demand(*(name for name in names if store_of(name) is None))


# Before a game ------------------------------------------------------------------------------


def invite(scenario: Scenario, side: str, by: Signer, file: Path) -> Invitation:
    """Commit to the dice of a side, and write its invitation, signed."""
    sides = scenario.order_of_sides
    if side not in sides:
        raise BadInput(f"{side[:40]!r} is none of {sides[0]!r} and {sides[1]!r}", "--side")
    demand_free(file)
    by.demand_latest()
    nonce, place = secrets.token_hex(32), sides.index(side)
    commitment = by.key.reveals(nonce, place, rounds_in(scenario))[0]
    bare = Invitation(ENGINE, scenario, place, nonce, commitment, by.public)
    made = bare.signed(by.key, int(time.time()))
    by.remember(by.memory.with_nonce(nonce, Invited(made.digest)))
    made.write(file)
    return made


def join(file: Path, log: LogName, by: Signer, answer: Path) -> Letter:
    """Join a game: commit to the dice of the other side, begin the log, and write the answer."""
    demand_free(log, answer)
    by.demand_latest()
    invitation = Invitation.read(file)
    side, nonce = other_side(invitation.side), secrets.token_hex(32)
    commitment = by.key.reveals(nonce, side, rounds_in(invitation.scenario))[0]
    with in_file(str(file)):
        game = Game(invitation.with_joined(nonce, commitment, by.public))
    begun = Invited(invitation.digest, game.seal())
    by = by.remember(by.memory.with_nonce(nonce, begun))
    made = _letter(by, game, side)
    game.save(log)
    _send(made, answer, log)
    return made


# What we sign -------------------------------------------------------------------------------


def _letter(by: Signer, game: Game, side: int, number: int = 0) -> Letter:
    """Sign a game as it stands, and remember that before the other side can have it.

    With a number, it answers the question of that round with our reveal.
    """
    point = game.point()
    by = _bound(by, game.header, point.log, side)
    by.demand_latest()
    log = game.log_bytes()
    time_ = _demand_going_on(by.memory, log, point)
    if others := game.catch_up():
        raise BadInput(
            f"another program recorded {others[0].n}..{others[-1].n} in this game just now, and "
            f"nothing was signed; see what that is, and go on from there"
        )
    by.remember(by.memory.with_point(point, time_, number))
    reveal = _reveal(by, game.header, side, number) if number else ""
    text = answer_text(point, number, reveal) if number else point.text
    note = SignedNote(text, (by.key.signed(text, time_),))
    return Letter(side, reveal, str(note), log)


def _demand_going_on(memory: SignedBefore, log: bytes, point: LogPoint) -> int:
    """See that a log goes on with what its side signed; the time to sign it with."""
    once = memory.logs.get(point.log)
    if once is None:
        return int(time.time())
    if once.point == point:  # it is signed as it was: an entry has that signature
        return once.time
    if _points(log, once.point.entries).get(once.point.entries) != once.point or (
        once.round and not _opens(log, once)
    ):
        raise BadInput(
            f"this log does not go on with the one of {once.point.entries} entries that was signed "
            f"already, and has seal {once.point.seal}: with both signatures the other side could "
            f"prove that there are two; take the last letter, yours or the other's, again"
        )
    return max(once.time, int(time.time()))


def _points(log: bytes, *counts: int) -> dict[int, LogPoint]:
    with open_log("log", Letter(0, "", "", log).disk) as reader:
        return points_of(reader.head.hash, reader.lines(), counts)[0]


def _opens(log: bytes, once: SignedOnce) -> bool:
    """Whether a log that goes on after a reveal was given for it goes on with that round."""
    do = json.loads(log.split(b"\n")[once.point.entries + 1])["do"]
    return (do["order"], do.get("round")) == (Opened.word, once.round)


def _word(by: Signer, game: Game, word: str) -> str:
    """Our signature with which we pass the orders on, or decline the end, as an entry has it."""
    point = game.point()
    time_ = _demand_going_on(by.memory, game.log_bytes(), point)
    return text_of(by.key.signed(word_text(point, word), time_).blob)


def _reveal(by: Signer, header: Header, side: int, number: int) -> str:
    mail = cast("MailGame", header.mail)
    return by.key.reveals(mail.nonces[side], side, rounds_in(header.scenario))[number]


def _send(made: Letter, file: Path, log: LogName) -> None:
    """Write what was signed to the new file that is sent."""
    try:
        made.write(file)
    except BadInput as error:
        why = f"{error.what}; nothing is lost: `khamsin mail again {shlex.quote(str(log))} -o FILE`"
        raise BadInput(f"{why} writes it again", error.where) from None


def side_of(header: Header, by: Signer) -> int:
    """Our side of a game by mail.

    Raises:
        BadInput: when it is no such game, or not of this key.
    """
    if header.mail is None:
        raise BadInput("this is no game by mail")
    if by.public not in header.mail.keys:
        raise BadInput(f"this is no game of the key {by.key.public.short}")
    return header.mail.keys.index(by.public)


# Asking and passing -------------------------------------------------------------------------


def batch_of(orders: Iterable[Order]) -> Asked:
    """Orders as they can be asked for; `finish` alone asks for the end."""
    batch: list[Doing] = []
    for each in orders:
        words = format_order(each.command, each.dice)
        if each.dice:
            raise BadInput(f"`{words}`: both sides make the dice of this game, so enter none")
        if isinstance(each.command, BookCommand) and not isinstance(each.command, Finish):
            raise BadInput(f"`{words}` takes no dice, so it is not asked for: give it as it is")
        batch.append(each.command)
    if batch == [Finish()]:
        return Asked((), end=1)
    if Finish() in batch:
        raise BadInput("`finish` is asked for alone, not along with orders")
    return Asked(tuple(cast("list[Command]", batch)))


def ask(log: LogName, by: Signer, wanted: Asked, file: Path) -> Asked:
    """Ask for orders: what they roll cannot be known before the other side has answered.

    What was asked for once can be sent again, and not be taken back: who could ask anew could
    choose.
    """
    demand_free(file)
    by.demand_latest()
    with in_file(str(log)), Game.open(log) as game:
        side = _demand_active(game, by)
        waiting = game.position.exchange.asked
        if waiting is None:
            _demand_allowed(game, wanted)
            _record(game, by, log, wanted)
        elif wanted not in (Asked(), waiting):
            raise BadInput(
                f"{asked_text(waiting)} was asked for, and waits for its answer; nothing that was "
                f"asked for can be taken back"
            )
        made, asked = _letter(by, game, side), cast("Asked", game.position.exchange.asked)
    _send(made, file, log)
    return asked


def _demand_active(game: Game, by: Signer) -> int:
    side = side_of(game.header, by)
    if game.position.exchange.active != side:
        name = game.header.scenario.order_of_sides[other_side(side)]
        raise BadInput(f"{name} gives the orders now, until `khamsin mail pass` passes them on")
    return side


def _demand_allowed(game: Game, wanted: Asked) -> None:
    """See that the first order of a batch is not refused before it comes to its dice."""
    if wanted == Asked():
        raise BadInput("which orders? `khamsin mail ask GAME ORDER ... -o FILE`")
    if wanted.end:
        return
    first = step_before(game.state, wanted.orders[0]) or wanted.orders[0]
    for said, expected in turn_faults(
        game.header, game.position.exchange, game.state.attacker, first
    ):
        raise BadInput(f"{said}; expected: {expected}")
    try:
        found = resolve(game.state, first, UnopenedDice(first))
    except BadInput:  # it comes to its dice
        return
    if isinstance(found, Refusal):
        raise OrderRefused(format_order(first), found)


def _record(game: Game, by: Signer, log: LogName, command: BookCommand) -> None:
    """Add an entry to a log that goes on with what we signed, and that an audit finds clean."""
    by = _bound(by, game.header, game.point().log, side_of(game.header, by))
    _demand_going_on(by.memory, game.log_bytes(), game.point())
    demand_clean(log)
    game.do(command)


def pass_on(log: LogName, by: Signer, file: Path) -> Letter:
    """Let the other side give the orders, or sign the end of a game that is over.

    What was passed on already, or declined, is written once more.
    """
    demand_free(file)
    by.demand_latest()
    with in_file(str(log)), Game.open(log) as game:
        side, exchange = side_of(game.header, by), game.position.exchange
        passed = isinstance(_last(game), SidePassed | Declined) and exchange.active != side
        if not passed and not game.position.finished:
            if exchange.asked is not None:
                raise BadInput(f"{asked_text(exchange.asked)} waits for its answer")
            _demand_active(game, by)
            _record(game, by, log, SidePassed(_word(by, game, SidePassed.word)))
        made = _letter(by, game, side)
    _send(made, file, log)
    return made


def again(log: LogName, by: Signer, file: Path) -> Letter:
    """Write the last letter of our side once more: the log as it was signed, signed as it was."""
    demand_free(file)
    with in_file(str(log)):
        game = Game.load(log)
        side, once = side_of(game.header, by), by.memory.logs.get(header_line(game.header)[1])
        if once is None:
            raise BadInput("nothing of this game was signed yet")
        lines = game.log_bytes().split(b"\n")[: once.point.entries + 1]
        sent = Letter(side, "x" * bool(once.round), "", b"\n".join([*lines, b""]))
        signed = Game.load("log", sent.disk)
        if not _is_in_turn(signed, sent):
            raise BadInput("what was signed last is no letter; `ask`, `pass` or `take` writes one")
        made = _letter(by, signed, side, once.round)
    _send(made, file, log)
    return made


def _last(game: Game) -> Doing | None:
    """What the last entry does that is not a mere signature; None if there is none."""
    steps = (each.do for each in reversed(game.entries) if not isinstance(each.do, Acknowledged))
    return next(steps, None)


def _due(game: Game) -> int:
    """The round that is opened next."""
    return 1 if game.position.opened is None else game.position.opened.round + 1


# Taking -------------------------------------------------------------------------------------


@attrs.frozen
class Taken:
    """What came of a letter."""

    entries: int = 0
    """How many entries our log lacked."""
    findings: tuple[Finding, ...] = ()
    """What an audit found; nothing was taken if it found anything."""
    begun: str = ""
    """What the game is called by both sides, if its log is new here."""
    own: bool = False
    """It is a letter of our own side, which was taken back in."""
    asked: Asked | None = None
    """What the other side asks for, and waits for our answer."""
    answered: bool = False
    """An answer to it was written."""
    told: str = ""
    """What came of opening a round, as a story."""
    struck: tuple[Command, ...] = ()
    """Orders of the batch that are not played: the rules refuse the first of them."""
    active: bool = False
    """We give the orders now."""
    over: bool = False


def take(
    file: Path, log: LogName, by: Signer, out: Path | None = None, *, decline: bool = False
) -> Taken:
    """Take a letter: check it, go on with our log, and play or answer what it brings.

    Where that fails, nothing was taken, and nothing is left of it.

    Args:
        file: the letter.
        log: our log, new or not.
        by: the person whose key is one of the game.
        out: where the answer to a question goes; without it a question is not answered.
        decline: the answer to a question for the end of the game is no.
    """
    if out is not None:
        demand_free(out)
        by.demand_latest()
    letter, own = Letter.read(file), _own_lines(log)
    with in_file(str(file)):
        checked = letter.checked()
        side = side_of(checked.header, by)
        _demand_ours(by, checked.header, side, own=letter.side == side)
        fresh = _not_known(letter, own, log, by.memory.logs.get(checked.point.log))
        if letter.side != side and len(own) > len(letter.lines):
            _demand_played(letter, own, log)
            return _standing(_gone_on(log, len(letter.lines)), log, side)
        report = audit("log", disk=letter.disk)
        if not report.clean:
            return Taken(findings=report.findings)
        game = Game.load("log", letter.disk)
        if not _is_in_turn(game, letter):
            raise BadInput(
                "this was not sent where its side asks, answers, passes on or ends a game"
            )
        if letter.side != side:
            _demand_none_of_ours(game, by, len(letter.lines) - fresh, side)
            _demand_signable(game, by, letter, answers=out is not None, decline=decline)
        by = _bound(by, checked.header, checked.point.log, side, taken=True)
        if letter.side == side:
            return _taken_back(game, log, by, checked, fresh)
        opened = _opening(game, by, side, letter, checked)
    if fresh:
        keep(game, log)
    taken = Taken(fresh - (not own), begun="" if own else checked.point.log)
    if opened is not None:
        taken = _played(taken, log, game, opened)
    elif game.position.exchange.asked is not None and out is not None:
        return _answered(taken, log, by, out, decline=decline)
    return _standing(taken, log, side)


def _gone_on(log: LogName, first: int) -> Taken:
    """What a crash left of a batch is played, and told with the dice from entry ``first`` on."""
    if not Game.load(log).position.exchange.left:
        return Taken()
    with Game.open(log) as mine:
        return Taken(told=mine.story(f"#{first}"))


def _standing(taken: Taken, log: LogName, side: int) -> Taken:
    """The same, with where the game stands."""
    position = Game.load(log).position
    asked = position.exchange.asked if position.exchange.active != side else None
    active = position.exchange.active == side and not position.finished
    return attrs.evolve(taken, asked=asked, active=active, over=position.finished)


def _demand_ours(by: Signer, header: Header, side: int, *, own: bool) -> None:
    """See that a header has what we committed to, and is that of an invitation of ours."""
    mail = cast("MailGame", header.mail)
    nonce, count = mail.nonces[side], rounds_in(header.scenario)
    invited = by.memory.nonces.get(nonce)
    if by.key.reveals(nonce, side, count)[0] != mail.commitments[side]:
        raise BadInput("this game has another commitment than the one of our key")
    if invited is None:
        by.demand_latest(lost=not own)
        return
    log = header_line(header)[1]
    if invited.log not in ("", log):
        raise BadInput(
            f"another game came of this invitation already, {invited.log[:32]}: one commitment "
            f"serves one game"
        )
    theirs = [invitation_to(header, each).digest for each in (side, other_side(side))]
    if invited.invitation not in theirs:
        raise BadInput("this is not the game of the invitation: something of it was changed")


def _bound(by: Signer, header: Header, log: str, side: int, *, taken: bool = False) -> Signer:
    """Remember which game a commitment serves, before anything of it is signed.

    A memory that lacks a game from which no letter was `taken` just now is not the whole.
    """
    nonce = cast("MailGame", header.mail).nonces[side]
    known = by.memory.nonces.get(nonce)
    if known is not None and known.log == log:
        return by
    by.demand_latest(lost=known is None and not taken)
    digest = invitation_to(header, side).digest if known is None else known.invitation
    memory = by.memory.with_nonce(nonce, Invited(digest, log))
    lost = known is None and not by.latest  # we drew that nonce: it asks until --latest is said
    return by.remember(attrs.evolve(memory, moved=memory.moved or lost))


def _demand_played(letter: Letter, own: Sequence[LogLine], log: LogName) -> None:
    """See that a log which went on after an answer went on with its round."""
    entry = len(letter.lines)
    do = own[entry].json().get("do")
    reveals = do.get("reveals", ()) if isinstance(do, dict) else ()
    if letter.reveal and letter.reveal not in reveals:
        why = f"entry {entry} was recorded out of turn. {_move_away(log)}"
        raise BadInput(why, str(log))


def _taken_back(game: Game, log: LogName, by: Signer, checked: CheckedLetter, fresh: int) -> Taken:
    """A letter of our own side: what a backup has forgotten is known again."""
    once = by.memory.logs.get(checked.point.log)
    known = (-1, 0) if once is None else (once.point.entries, once.round)
    if known < (checked.point.entries, checked.round):
        when = int.from_bytes(raw_of(checked.signature)[:8], "big")
        by.remember(by.memory.with_point(checked.point, when, checked.round))
    if fresh:
        keep(game, log)
    return _standing(Taken(fresh, own=True), log, side_of(checked.header, by))


def _opening(
    game: Game, by: Signer, side: int, letter: Letter, checked: CheckedLetter
) -> Opened | None:
    """The entry that opens the round whose answer a letter is, if it is one."""
    if not checked.round:
        return None
    by.demand_latest()
    ours = _reveal(by, game.header, side, checked.round)
    time_ = _demand_going_on(by.memory, letter.log, checked.point)
    signature = text_of(by.key.signed(checked.point.text, time_).blob)
    opened = Opened(
        checked.round,
        (letter.reveal, ours) if side else (ours, letter.reveal),
        checked.point.seal,
        signature,
        checked.signature,
    )
    position = game.position
    for said, expected in opened_faults(
        game.header, position.exchange, position.opened, checked.point, opened
    ):
        raise BadInput(f"{said}; expected: {expected}", "reveal")
    by.remember(by.memory.with_point(checked.point, time_))
    return opened


def _played(taken: Taken, log: LogName, game: Game, opened: Opened) -> Taken:
    """Open a round in our log, and play what was asked for."""
    count, asked = len(game.entries), cast("Asked", game.position.exchange.asked)
    with Game.open(log) as mine:
        mine.do(opened)
        told = mine.story(f"#{count + 1}")
        last = mine.entries[len(mine.entries) - 1].do
    struck = asked.orders[-last.orders :] if isinstance(last, Struck) else ()
    return attrs.evolve(taken, told=told, struck=struck)


def _demand_signable(
    game: Game, by: Signer, letter: Letter, *, answers: bool, decline: bool
) -> None:
    """See that a letter goes on with what we signed; an end to decline, that we did not agree."""
    asked, point = game.position.exchange.asked, game.point()
    once = by.memory.logs.get(point.log)
    if once is not None and (once.point.entries <= point.entries or (answers and asked)):
        _demand_going_on(by.memory, letter.log, point)
    if not decline:
        return
    if asked is not None and not asked.end:
        raise BadInput("only the end of the game can be declined, and no orders", "--decline")
    if once is not None and once.round and once.point == point:
        raise BadInput("you agreed to this already, and who agreed cannot decline", "--decline")


def _answered(taken: Taken, log: LogName, by: Signer, out: Path, *, decline: bool) -> Taken:
    """Answer the question that a log ends with: our reveal for it, or no to the end."""
    with in_file(str(log)), Game.open(log) as game:
        side, asked = side_of(game.header, by), game.position.exchange.asked
        if asked is None:
            raise BadInput("this log went on after that question, which is answered already")
        if decline:
            game.do(Declined(_word(by, game, Declined.word)))
        made = _letter(by, game, side, 0 if decline else _due(game))
    _send(made, out, log)
    return attrs.evolve(taken, asked=asked, answered=True)


def _is_in_turn(game: Game, letter: Letter) -> bool:
    """Whether a letter is sent where two sides hand a game over, by the right one."""
    last, active = _last(game), game.position.exchange.active
    if isinstance(last, Asked):
        return letter.side == (other_side(active) if letter.reveal else active)
    if isinstance(last, SidePassed | Declined):
        return letter.side == other_side(active) and not letter.reveal
    return (last is None or isinstance(last, Finish)) and not letter.reveal


def _demand_none_of_ours(game: Game, by: Signer, known: int, side: int) -> None:
    """See that the other side recorded nothing while we give the orders; ``known`` lines we have.

    An earlier turn of ours ends with our signature, so only the one that is not passed on counts.
    """
    if game.position.exchange.active != side:
        return
    once = by.memory.logs.get(game.point().log)
    signed = max(known - 1, 0 if once is None else once.point.entries)
    for entry in reversed(game.entries):
        if isinstance(entry.do, SidePassed) or entry.n <= signed:
            return
        if not isinstance(entry.do, Declined):
            raise BadInput(
                f"entry {entry.n} was recorded while you give the orders, and your key signed "
                f"nothing of it; if you know of it, take your own last letter first"
            )


def _own_lines(log: LogName) -> list[LogLine]:
    """The lines of our own log, that of its header first; none if it is not there."""
    if not exists(log):
        return []
    with open_log(log) as reader, in_file(str(log)):
        try:
            return [reader.head, *reader.checked()]
        except BadInput as error:
            raise BadInput(f"{error.what}. {_move_away(log)}", error.where) from None


def _move_away(log: LogName) -> str:
    """What helps where our own log went on when it should not have, or is spoilt."""
    if store_of(log) is None:
        return f"Move {log} away, and take this again: the log is made anew from it"
    return f"Take this into a new game: its log is made anew from it, and {log} stays as it is"


def _not_known(
    letter: Letter, own: Sequence[LogLine], log: LogName, once: SignedOnce | None
) -> int:
    """How many lines our log lacks of those of a letter."""
    theirs, known = letter.lines, [line.raw for line in own]
    common = min(len(known), len(theirs))
    if known[:common] != theirs[:common]:
        differs = next(n for n in range(common) if known[n] != theirs[n])
        if not differs:
            raise BadInput(f"this is of another game than {log}: take it into a log of its own")
        signed = once and _points(letter.log, once.point.entries).get(once.point.entries)
        if once is not None and signed != once.point:
            what = "your key signed another log than this; `khamsin dispute` tells what is proved"
        else:
            what = f"if {log} went on out of turn: {_move_away(log)}"
        raise BadInput(
            f"entry {differs} is not the one that {log} has: keep both files, they cannot belong "
            f"to one game; {what}"
        )
    return len(theirs) - common
