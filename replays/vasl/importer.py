"""A log of ours out of VASL logs: the environment and vehicle moves, with the dice of the table."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import attrs

from events.codec import plain
from events.errors import BadInput
from events.moment import Moment
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.auditing.dice_table import RolledDice
from replays.game.game import Game
from replays.vasl.correction import Corrections
from replays.vasl.fact import (
    Account,
    CounterLaid,
    CounterLifted,
    MarkerShown,
    OrderSeen,
    PieceWent,
    RollSeen,
    Spot,
    TrackSeen,
    VaslFact,
    WordsSeen,
)
from replays.vasl.inference import Inferred
from replays.vasl.placement import NotUsed, Taken, order_lines
from replays.vasl.replay import LogReplay

_MOST_UNKNOWN: Final = 20
"""So many commands that were not understood are shown; ``--json`` has them all."""

_LONGEST: Final = 100


def account_lines(account: Account) -> Iterator[str]:
    """What was found in logs, in lines."""
    for file in account.files:
        read = file.archive
        made = ", ".join(filter(None, (read.module, f"VASSAL {read.vassal or '?'}")))
        size = f"{file.commands} commands, {_steps(file.steps)}"
        yield f"{read.name}: {made}, coat {read.encoding}, {size}"
        if file.begins is not None or file.ends is not None:
            first, last = file.begins or "nothing", file.ends or "nothing"
            yield f"  the track shows {first} first, {last} last"
    yield from joint_lines(account)
    yield f"players: {', '.join(account.players) or 'none that rolled or wrote'}"
    rolls = Counter(
        f"{fact.line.purpose} {fact.line.kind}"
        for fact in account.facts
        if isinstance(fact, RollSeen)
    )
    yield f"dice: {_counted(rolls)}"
    for fact in account.facts:
        words = fact_words(fact)
        if words is not None:
            yield f"  {_where(account, fact):>8}  {words}"
    yield f"set aside, known and not read: {_counted(account.set_aside)}"
    yield f"not understood: {len(account.unknown) or 'nothing'}"
    for where, text in account.unknown[:_MOST_UNKNOWN]:
        short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"
        yield f"  {where.file + 1}:{where.step}  {short}"
    if len(account.unknown) > _MOST_UNKNOWN:
        yield f"  and {len(account.unknown) - _MOST_UNKNOWN} more, which --json lists"


def joint_lines(account: Account) -> Iterator[str]:
    """How files were joined, where there is something to say of it."""
    for each in account.left_out:
        yield f"left out: {each}"
    for joint in account.joints:
        yield f"a gap: {joint}"


def _steps(count: int) -> str:
    return f"{count or 'no'} step{'' if count == 1 else 's'}"


def _counted(counts: Counter[str]) -> str:
    if not counts:
        return "none"
    return f"{counts.total()}: " + ", ".join(f"{name} {n}" for name, n in counts.most_common())


def _where(account: Account, fact: VaslFact) -> str:
    step = str(fact.where.step)
    return f"{fact.where.file + 1}:{step}" if len(account.files) > 1 else step


def fact_words(fact: VaslFact) -> str | None:
    """A fact in words; None of one that tells players nothing, such as where each counter began."""
    match fact:
        case RollSeen(_, line):
            dice = ",".join(map(str, line.dice))
            return f"{line.purpose} {line.kind} {dice}" + (f" by {line.who}" if line.who else "")
        case TrackSeen(_, track):
            return str(track)
        case MarkerShown(_, topic, value, source):
            return f"{topic}: {'nothing' if value is None else value} ({source})"
        case WordsSeen(_, who, text):
            return f"{who or 'somebody'}: {text}"
        case OrderSeen(_, text):
            return f"order of ours: {text}"
        case PieceWent(_, _, name, origin, to):
            return f"{name} goes from {_spot(origin)} to {_spot(to)}"
        case CounterLaid(where, _, _, name, _, at) if where.step and at.map:
            return f"{name} lies at {_spot(at)}"
        case CounterLifted(where, _, basic) if where.step:
            return f"{basic} is taken away"
        case _:
            return None


def _spot(spot: Spot | None) -> str:
    if spot is None:
        return "somewhere"
    return spot.named or (f"{spot.x},{spot.y}" if spot.map else "no map")


def account_as_json(account: Account) -> dict[str, Any]:
    """What was found in logs, as JSON; positions are in pixels."""
    return {
        "files": [
            {
                "name": file.archive.name,
                "coat": file.archive.encoding,
                "module": file.archive.module,
                "vassal": file.archive.vassal,
                "saved": file.archive.saved,
                "description": file.archive.description,
                "commands": file.commands,
                "steps": file.steps,
                "begins": None if file.begins is None else str(file.begins),
                "ends": None if file.ends is None else str(file.ends),
            }
            for file in account.files
        ],
        "players": list(account.players),
        "facts": [{"kind": type(fact).__name__, **_fields(fact)} for fact in account.facts],
        "set_aside": dict(account.set_aside),
        "unknown": [
            {"file": where.file, "step": where.step, "command": text}
            for where, text in account.unknown
        ],
        "left_out": list(account.left_out),
        "gaps": list(account.joints),
    }


def _fields(fact: VaslFact) -> dict[str, Any]:
    if isinstance(fact, TrackSeen):
        return {"where": plain(fact.where), "track": str(fact.track)}
    found: dict[str, Any] = plain(fact)
    return found


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
    replay = LogReplay(account, scenario, corrections)
    replay.go()
    return Imported(
        replay.game,
        False,
        tuple(replay.inferred),
        tuple(replay.not_used),
        replay.stopped,
        replay.others,
        tuple(replay.taken),
    )


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
    taken = ((str(at), each) for at, each in found.taken)
    yield from order_lines(account, taken, found.not_used, found.stopped, found.others)


def dice_of_account(account: Account) -> tuple[RolledDice, ...]:
    """The rolls of VASL logs, in order."""
    found: list[RolledDice] = []
    moment = ""
    for fact in account.facts:
        if isinstance(fact, TrackSeen):
            moment = str(fact.track)
        elif isinstance(fact, RollSeen):
            line = fact.line
            found.append(
                RolledDice(
                    account.place(fact.where), moment, line.who, line.purpose, line.kind, line.dice
                )
            )
    return tuple(found)
