"""A VASL log that has just come, in three lines: what it is, what is wrong in it, what is due."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from events.errors import BadInput
from replays.game.story import weather_line
from replays.vasl.fact import History, RollSeen
from replays.vasl.importer import order_of_files
from replays.vasl.log_audit import VaslFinding, VaslReport
from sim.machine.due import Bound, due

_MOST: Final = 3
"""So many findings, and things that are due, are told."""


def new_findings(after: Sequence[VaslFinding], before: Sequence[VaslFinding]) -> list[VaslFinding]:
    """The findings of an audit that the one of the files before did not have, wherever they are."""
    known = Counter((each.kind, each.moment, each.expected) for each in before)
    found = []
    for each in after:
        key = (each.kind, each.moment, each.expected)
        if known[key]:
            known[key] -= 1
        else:
            found.append(each)
    return found


def demand_same_boards(file: History, before: History) -> None:
    """Refuse a file that lies on other boards than those before it: its game is another."""
    theirs, ours = ([each.name for each in of.board_line] for of in (file, before))
    if theirs and ours and not set(theirs) & set(ours):
        why = f"it lies on {', '.join(theirs)}, and the files before it on {', '.join(ours)}"
        raise BadInput(f"{why}; it is of another game", file.files[0].archive.name)


def arrival_lines(
    name: str,
    history: History,
    report: VaslReport,
    new: Sequence[VaslFinding],
    doubts: Sequence[VaslFinding],
) -> Iterator[str]:
    """The three lines about a file by its name, of the audit of all, with what is new in it."""
    joined = (each for each in order_of_files(history) if name in each)
    yield f"{name}: {'; '.join((*_read(name, history), *joined))}"
    found = f"new findings: {len(new)} of {len(report.findings)}" if new else "nothing new found"
    yield f"  {'; '.join((found, *_told(history, report, new, doubts)))}"
    state = report.replay.game.state
    next_ = [f"{each.what} ({each.rule})" for each in due(state) if each.bound is not Bound.MAY]
    said = f"; due: {', '.join(next_[:_MOST])}" if next_ else ""
    yield f"  now {state.moment}: {weather_line(state)}{said}"


def _read(name: str, history: History) -> Iterator[str]:
    for number, file in enumerate(history.files):
        if file.archive.name == name:
            rolls = sum(isinstance(f, RollSeen) and f.where.file == number for f in history.facts)
            yield f"{file.begins or 'no turn track'} to {file.ends or 'none'}"
            yield f"steps {file.steps}, rolls {rolls}"


def _told(
    history: History,
    report: VaslReport,
    new: Sequence[VaslFinding],
    doubts: Sequence[VaslFinding],
) -> Iterator[str]:
    told = [*((each, "") for each in new), *((each, "perhaps ") for each in doubts)]
    for each, perhaps in told[:_MOST]:
        yield (
            f"{perhaps}{each.kind} ({each.rule}), {history.place(each.where)}: {each.shown}, and "
            f"the rules give {each.expected}"
        )
    if len(told) > _MOST:
        yield f"{len(told) - _MOST} more, which `khamsin audit` tells"
    if (stopped := report.replay.stopped) is not None:
        yield f"the audit stopped at {history.place(stopped.where)}: {stopped.why}"
