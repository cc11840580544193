"""What VASL logs tell, as lines for people and as JSON."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from events.codec import plain
from replays.vasl.logs.account import (
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

__all__ = ["account_as_json", "account_lines", "fact_words", "joint_lines"]

_MOST_UNKNOWN: Final = 20
"""So many commands that were not understood are shown; ``--json`` has them all."""

_LONGEST: Final = 100


def account_lines(account: Account) -> Iterator[str]:
    """What was found in logs, in lines."""
    for file in account.files:
        read = file.archive
        made = ", ".join(filter(None, (read.module, f"VASSAL {read.vassal or '?'}")))
        size = f"{file.commands} commands, {_steps(file.steps)}"
        yield f"{read.name}: {made}, coat {read.coat}, {size}"
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
                "coat": file.archive.coat,
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
