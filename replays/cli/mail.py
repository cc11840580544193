"""A game by mail, with dice that neither side can know or choose."""

import argparse
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from events.commands import Command
from events.errors import BadInput, in_file
from events.orders import format_order, parse_line, parse_orders
from replays.asking.session import what_is_now
from replays.auditing.audit import audit
from replays.auditing.finding import Finding, in_one_sentence
from replays.auditing.signatures import mail_lines
from replays.cli.argument import KEYS, SCENARIO
from replays.cli.console import CLEAN, FINDINGS, say, say_all
from replays.cli.opened import unlike_bundled
from replays.game.address import read_cache
from replays.game.difference import in_a_line
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.game import Game
from replays.game.scenario_file import load_scenario, order_text, scenario_to_read
from replays.game.story import mail_now
from replays.game.text import counted, skeleton
from replays.trust.letter import Invitation, Letter
from replays.trust.mail import Taken, again, ask, batch_of, invite, join, pass_on, take
from replays.trust.person_key import known_keys, signing
from sim.trust.mail import asked_text
from sim.trust.signing import VerifierKey

_MOST_TOLD: Final = 100
"""So many new entries are told, the last."""


def _log(args: argparse.Namespace) -> str:
    return shlex.quote(args.log)


def _mail(action: str, args: argparse.Namespace, words: str = "") -> str:
    return f"`khamsin mail {action} {_log(args)}{words} --with {shlex.quote(args.secret)} -o FILE`"


def send_invitation(args: argparse.Namespace) -> None:
    scenario = load_scenario(args.scenario)
    with signing(Path(args.secret), latest=args.latest) as by:
        invite(scenario, args.side, by, Path(args.output))
        say(f"{by.key.public.short} invites to {scenario.name!r} as {args.side}")
    say(f"send {args.output}; when the answer is there, `khamsin mail take ANSWER GAME` begins")


def join_game(args: argparse.Namespace) -> None:
    invitation = Invitation.read(Path(args.file))
    say_all(_of_invitation(invitation, args.key))
    with signing(Path(args.secret), latest=args.latest) as by:
        made = join(Path(args.file), args.log, by, Path(args.output))
    game = Game.load(args.log)
    say(f"your side is {game.header.scenario.order_of_sides[made.side]}")
    _say_game(game.seal())
    say(f"send {args.output}")
    say_all(_orders(args, game) if made.side == 0 else ["wait for the first letter"])


def _of_invitation(invitation: Invitation, words: list[str]) -> Iterable[str]:
    """Who invites to what, and where that differs from what its name says."""
    key, scenario = VerifierKey.parse(invitation.key), invitation.scenario
    theirs = scenario.order_of_sides[invitation.side]
    known = known_keys(words)
    taken = next((each for each in known if skeleton(each.name) == skeleton(key.name)), key)
    if key not in known and taken != key:
        raise BadInput(
            f"{key.short} has a name like that of {taken.short}, and is another key", "key"
        )
    who = "a key that you know" if key in known else "a stranger: compare this number"
    yield f"{key.short} ({who}) invites to {scenario.name!r}, and plays {theirs}"
    chosen = ", ".join(f"{name} {choice}" for name, choice in scenario.rulings.items())
    yield f"rulings: {chosen or 'all as usual'}"
    yield from unlike_bundled(scenario)


def show_letter(args: argparse.Namespace) -> None:
    path = Path(args.file)
    if kind_of_file(path) is FileKind.INVITATION:
        invitation = Invitation.read(path)
        say_all(f"# {line}" for line in _of_invitation(invitation, args.key))
        say_all(scenario_to_read(invitation.scenario).splitlines())
        return
    if kind_of_file(path) is FileKind.LOG:
        game = Game.load(path)
        if game.header.mail is None:
            raise BadInput("this log is of no game by mail", args.file)
        say_all([mail_now(game.header, game.position), *mail_lines(audit(path))])
        return
    letter = Letter.read(path)
    with in_file(args.file):
        checked = letter.checked()
    scenario, point = checked.header.scenario, checked.point
    side = scenario.order_of_sides[letter.side]
    say(f"{scenario.name!r}, signed by {side} up to entry {point.entries}, seal {point.seal}")
    if checked.round:
        say(f"it answers the question of round {checked.round}")
    if point.entries:
        say(f"it ends with entry {point.entries}, {in_a_line(letter.lines[-1])}")
    _say_game(point.log)


def _say_game(name: str) -> None:
    """What two people can compare by telephone: it has the keys and commitments of both."""
    say(f"the game is {name[:32]} for both sides; if it is not, a letter was changed on its way")


def take_letter(args: argparse.Namespace) -> int:
    """Take a letter; exit code 1 if an audit of its game finds something."""
    read_cache.set(None)  # a log of a library is read again after it was written
    out = None if args.output is None else Path(args.output)
    if args.decline and out is None:
        raise BadInput("-o FILE is expected too: the answer has to be sent", "--decline")
    with signing(Path(args.secret), latest=args.latest) as by:
        taken = take(Path(args.file), args.log, by, out, decline=args.decline)
    if taken.findings:
        return _say_findings(args, taken.findings)
    whose = "your own letter, taken back in" if taken.own else "signed and clean"
    new = "the dice are open" if taken.told else counted(taken.entries, "new entry")
    say(f"{args.log}: {'the game begins' if taken.begun else new}, {whose}")
    if taken.begun:
        _say_game(taken.begun)
    game, told = Game.load(args.log), taken.told
    if taken.entries and not told and not taken.own:
        first = len(game.entries) - taken.entries + 1
        told = game.story(f"#{max(first, len(game.entries) - _MOST_TOLD + 1)}")
        if (left_out := taken.entries - _MOST_TOLD) > 0:
            say(f"{counted(left_out, 'entry')} from #{first} on: `khamsin story {_log(args)}`")
    say_all(told.splitlines())
    _say_struck(args, taken)
    say_all(_next(args, taken, game))
    return CLEAN


def _say_struck(args: argparse.Namespace, taken: Taken) -> None:
    if taken.struck:
        first, *others = taken.struck
        more = f", and so {_words(others)} was not played either" if others else ""
        say(f"the rules refuse {_words([first])}{more}; `khamsin do {_log(args)}` says why")


def _next(args: argparse.Namespace, taken: Taken, game: Game) -> Iterable[str]:
    """What there is to do now."""
    if taken.answered and taken.asked is not None:
        yield f"answered: {asked_text(taken.asked)}; send {args.output}"
    elif taken.asked is not None:
        yield f"asked for: {asked_text(taken.asked)}"
        file = shlex.quote(args.file)
        answer = f"khamsin mail take {file} {_log(args)} --with {shlex.quote(args.secret)} -o FILE"
        yield f"`{answer}` {'agrees to it' if taken.asked.end else 'answers'}, and send that"
        if taken.asked.end:
            yield f"`{answer} --decline` says no, and the game goes on"
    elif taken.over:
        yield f"the game is over; {_mail('pass', args)} signs that, for the other side to keep"
    elif taken.active:
        yield from _orders(args, game)
    else:
        name = game.header.scenario.order_of_sides[game.position.exchange.active]
        yield f"{name} gives the orders now; take what comes"


def _orders(args: argparse.Namespace, game: Game) -> Iterable[str]:
    """What the side that gives the orders can do now."""
    exchange, attacker = game.position.exchange, game.state.attacker
    if exchange.asked is not None:
        again = _mail("again", args)
        yield f"{asked_text(exchange.asked)} waits for the answer; {again} writes the question anew"
    elif attacker not in (None, game.header.scenario.order_of_sides[exchange.active]):
        yield f"{attacker} has the Player Turn: {_mail('pass', args)} hands the orders over"
    else:
        yield from what_is_now(game)
        yield f"your orders: `khamsin do {_log(args)} ORDER ...`; those that roll are asked for:"
        yield f"{_mail('ask', args, words=' ORDER ...')}, and send that"


def _say_findings(args: argparse.Namespace, findings: tuple[Finding, ...]) -> int:
    for each in findings:
        say(f"{each.moment} entry {each.entry}: {each.rule}: {in_one_sentence(each)}")
    say(f"nothing was taken: an audit of {args.file} finds the above")
    return FINDINGS


def _words(commands: Iterable[Command]) -> str:
    return ", ".join(f"`{format_order(each)}`" for each in commands)


def ask_for(args: argparse.Namespace) -> None:
    if args.orders and args.orders_given:
        raise BadInput("orders are given here or in a file, not both", "--orders")
    if args.orders:
        with in_file(args.orders):
            wanted = batch_of(each for _, _, each in parse_orders(order_text(args.orders)))
    else:
        wanted = batch_of(order for each in args.orders_given for order in parse_line(each))
    with signing(Path(args.secret), latest=args.latest) as by:
        asked = ask(args.log, by, wanted, Path(args.output))
    say(f"asked for: {asked_text(asked)}")
    _say_send(args)


def pass_orders(args: argparse.Namespace) -> None:
    with signing(Path(args.secret), latest=args.latest) as by:
        pass_on(args.log, by, Path(args.output))
    _say_send(args)


def write_again(args: argparse.Namespace) -> None:
    with signing(Path(args.secret), latest=args.latest) as by:
        again(args.log, by, Path(args.output))
    _say_send(args)


def _say_send(args: argparse.Namespace) -> None:
    take = f"khamsin mail take FILE {_log(args)} --with {shlex.quote(args.secret)}"
    say(f"send {args.output}; `{take}` takes what comes back, and nothing is recorded before that")


_GAME: Final = "log:GAME            your log of the game, or library:NAME"
_OUT: Final = "-o, --output FILE!  what you send"
_WITH: Final = """--with:secret KEY!  your secret key, as `khamsin key new` makes it
        --latest            I say that nothing is missing in what is kept beside the key"""

ACTIONS: Final = {
    send_invitation: f"""invite  invite an opponent to a game by mail
        {SCENARIO}
        --side SIDE!        your side, as the scenario names it
        {_OUT}
        {_WITH}
    """,
    join_game: f"""join  join a game that you were invited to
        file:INVITATION     what the opponent sent
        log:GAME            the new log of the game: a file, or library:NAME
        {_OUT}
        {_WITH}
        {KEYS}
    """,
    show_letter: f"""show  show what an invitation proposes, what a letter is, or how a game stands
        file:FILE  what the opponent sent, or your log of the game
        {KEYS}
    """,
    take_letter: f"""take  take a letter: play what it brings, or answer what it asks
        file:FILE           what the opponent sent, or a letter of your own
        {_GAME}
        -o, --output FILE   the answer, if orders are asked for
        --decline           the answer is no, if the end is asked for
        {_WITH}
    """,
    ask_for: f"""ask  ask for orders that take dice, or for the end with `finish`
        {_GAME}
        orders_given:[ORDER...]  such as "move PzA D5"
        --orders FILE       a file of orders, one a line
        {_OUT}
        {_WITH}
    """,
    pass_orders: f"""pass  let the other side give the orders, or sign a game that is over
        {_GAME}
        {_OUT}
        {_WITH}
    """,
    write_again: f"""again  write your last letter once more
        {_GAME}
        {_OUT}
        {_WITH}
    """,
}
