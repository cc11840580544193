"""``report_of``: the report of a game, gathered while one audit reads it."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from events.entry import Header
from events.orders import format_order
from replays.asking.rulebook import rulings
from replays.auditing.audit import AuditedEntry, audit
from replays.auditing.consequence import Counterfactual, consequence_of, counted, not_followed
from replays.auditing.document import listed
from replays.auditing.finding import OF_THE_FILE, Finding, Report
from replays.auditing.luck import ChancesSeen, dice_tests, dice_told, luck_told
from replays.auditing.report_model import Consequence, FoundFault, GameReport, Mistake, RulingRow
from replays.auditing.signatures import acknowledged_lines, mail_lines, tail_of
from replays.game.open_log import open_log
from replays.version import ENGINE
from sim.trust.signing import VerifierKey

MOST_FOLLOWED: Final = 12
"""So many entries with mistakes are followed, each by a corrected game of its own."""

_MOST_KEYS: Final = 8
"""So many keys stand in the commands that a report names; of more it says a file."""


class _Seen(ChancesSeen):
    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.corrected: list[Counterfactual] = []
        self.orders: dict[int, str] = {}

    def look(self, audited: AuditedEntry) -> None:
        super().look(audited)
        entry = audited.entry
        for each in self.corrected:
            each.follow(audited)
        if audited.findings:
            self.orders[entry.n] = format_order(entry.do)
            follows = any(finding.rule not in OF_THE_FILE for finding in audited.findings)
            if follows and len(self.corrected) < MOST_FOLLOWED:
                self.corrected.append(Counterfactual(self._header, audited))


def report_of(
    path: str | Path,
    *,
    seal: str | None = None,
    finished: bool = False,
    by_mail: bool = False,
    parent: str | Path | None = None,
    keys: Sequence[VerifierKey] | None = None,
    progress: Callable[[int], None] | None = None,
    on_entry: Callable[[AuditedEntry], object] = lambda _: None,
    upto: int | None = None,
) -> GameReport:
    """The report of a game: its audit, what followed from each finding, its weather and dice.

    What may be demanded of it, ``on_entry`` and ``upto`` are as for `audit`.

    Raises:
        BadInput: when the file, or the parent, is not a log at all, or the seal cannot be one.
    """
    with open_log(path) as reader:
        header, format_ = reader.header, reader.format
    seen = _Seen(header)

    def look(entry: AuditedEntry) -> None:
        seen.look(entry)
        on_entry(entry)

    audited = audit(
        *(path, seal, progress, parent),
        finished=finished,
        by_mail=by_mail,
        keys=keys,
        on_entry=look,
        upto=upto,
    )
    luck, no_luck = seen.luck(audited.taken_back)
    dice = dice_tests(seen.rolls)
    mistakes = tuple(_mistakes(audited, seen))
    made = GameReport(
        khamsin="report",
        log=Path(path).name,
        scenario=header.scenario.name,
        sides=header.scenario.order_of_sides,
        clean=audited.clean,
        verdict=_verdict(audited, mistakes),
        summary=(),
        entries=audited.entries,
        ending=str(audited.ending),
        mistakes=mistakes,
        more=audited.more,
        following=audited.consequences,
        owed=audited.owed,
        weather=seen.weather(audited.taken_back),
        luck=luck,
        luck_told=no_luck or luck_told(luck),
        dice=dice,
        dice_told=dice_told(dice),
        rulings=tuple(_rulings(audited)),
        by_hand=tuple(audited.by_hand),
        taken_back=tuple(audited.taken_back),
        parent="" if audited.parent is None else audited.parent.log or "a game without a log",
        acknowledged=tuple(acknowledged_lines(audited)),
        unchecked=(),
        by_mail=tuple(mail_lines(audited)) if audited.mail is not None else (),
        engine=header.engine,
        audited_by=ENGINE,
        format=format_,
        seal=audited.seal,
        commands=tuple(_commands(path, audited, parent, keys, finished=finished, by_mail=by_mail)),
    )
    unchecked = _unchecked(made, audited, known=seal is not None, trunk=parent)
    return attrs.evolve(made, summary=tuple(_summary(made)), unchecked=tuple(unchecked))


# Findings ---------------------------------------------------------------------------------------


def _verdict(audited: Report, mistakes: tuple[Mistake, ...]) -> str:
    where = f"{counted(audited.entries, 'entry', 'entries')}, {audited.ending}"
    owed = ""
    if audited.owed:
        rolls = counted(len(audited.owed), "roll", "rolls")
        owed = f" Left undone: {rolls} that the rules demand."
    if audited.clean:
        return f"Clean: {where}; everything in it is as the rules and the dice have it.{owed}"
    found = counted(len(audited.findings) + audited.more, "finding")
    places = counted(len(mistakes), "entry", "entries")
    return f"{found.capitalize()} in {places}: {where}.{owed}"


def _mistakes(audited: Report, seen: _Seen) -> Iterator[Mistake]:
    followed = {each.entry: each for each in seen.corrected}
    by_entry: dict[int, list[Finding]] = {}
    for finding in audited.findings:
        by_entry.setdefault(finding.entry, []).append(finding)
    for entry, findings in by_entry.items():
        consequence = _consequence(entry, findings, followed, seen)
        faults = tuple(
            FoundFault(
                each.moment, each.rule, each.sentence, each.logged, each.expected, each.hexes
            )
            for each in findings
        )
        yield Mistake(entry, seen.orders.get(entry, ""), faults, consequence)


def _consequence(
    entry: int, findings: list[Finding], followed: dict[int, Counterfactual], seen: _Seen
) -> Consequence:
    if entry in followed:
        return consequence_of(followed[entry])
    rules = {finding.rule for finding in findings}
    if rules <= OF_THE_FILE:
        return not_followed("it is about the file, and changes nothing on the map")
    if entry == 0:
        return not_followed("it is about the whole game, which another scenario would make another")
    if entry in seen.orders:
        return not_followed(f"only the first {MOST_FOLLOWED} entries with findings are followed")
    return not_followed("what stood there cannot be read")


def _rulings(audited: Report) -> Iterator[RulingRow]:
    for key, ruling in sorted(audited.rulings.items()):
        known = rulings().get(key)
        if known is None:
            yield RulingRow(key, "", ruling.choice, "", usual=False)
            continue
        said = known.choices.get(ruling.choice, "")
        usual = ruling.choice == known.default
        yield RulingRow(key, known.question, ruling.choice, said, usual)


# What may be said of it -------------------------------------------------------------------------


def _summary(made: GameReport) -> Iterator[str]:
    told = [each for each in made.mistakes if each.consequence.followed]
    for mistake in told[:3]:
        yield f"Entry {mistake.entry}: {mistake.consequence.told[0]}"
    if len(told) > 3:
        yield f"What followed from {counted(len(told) - 3, 'more entry', 'more entries')} is below."
    yield made.luck_told
    if made.by_hand:
        entries = counted(len(made.by_hand), "entry has", "entries have")
        yield f"{entries.capitalize()} dice that people entered; these no program can derive again."


def _unchecked(
    made: GameReport, audited: Report, *, known: bool, trunk: str | Path | None
) -> Iterator[str]:
    """What an audit of this log cannot tell, each with what would tell it."""
    if not known:
        yield (
            "Whether this is the game that was played, and not another one honestly played from "
            "the same scenario: compare its seal with the one noted when the game ended (--seal)."
        )
    if not made.ending.startswith("finished") and not known:
        yield "Whether entries were cut off its end: it has no closing entry."
    if made.by_hand:
        entries = listed(made.by_hand, 20)
        yield (
            f"What dice people entered really showed, in {entries}; an opponent who keeps a log "
            f"too can tell."
        )
    yield from _of_the_seed(audited)
    if made.parent and trunk is None:
        yield f"Whether it shares the past of {made.parent}, from which it branched off (--parent)."
    if made.following:
        said = counted(made.following, "entry differs", "entries differ")
        yield f"{said.capitalize()} only because of an earlier finding, or cannot be judged."
    if made.more:
        yield f"{counted(made.more, 'more finding').capitalize()} were counted only."
    yield "Shots, Morale Checks and their dice: a log has none, only what the desert does to them."


def _of_the_seed(audited: Report) -> Iterator[str]:
    """What no report can tell of the dice that a seed rolled, or both sides made."""
    if audited.mail is None:
        if audited.seeded:
            yield "Whether the seed was tried until it rolled well: a seed leaves no trace of that."
        return
    if tail := tail_of(audited):
        yield (
            f"Whether {tail} were played so: they stand after the last signature of a side, so "
            f"the side that shows this log could give other orders, or none, but no other dice."
        )
    yield (
        "Whether the two keys are of two people, and of whom: who has the secrets of both sides "
        "can choose dice. Compare the keys with those that the players know as theirs."
    )


def _file(path: str | Path) -> str:
    """The name of a file as a shell reads it, and no option."""
    name = Path(path).name
    return shlex.quote(name if not name.startswith("-") else f"./{name}")


def _commands(
    path: str | Path,
    audited: Report,
    parent: str | Path | None,
    keys: Sequence[VerifierKey] | None,
    *,
    finished: bool,
    by_mail: bool,
) -> Iterator[str]:
    """What finds the same again: all that was demanded, or that the log has."""
    asked = " --finished" if finished or audited.ending.word == "finished" else ""
    asked += " --by-mail" if by_mail or audited.mail is not None else ""
    asked += f" --parent {_file(parent)}" if parent is not None else ""
    sealed = f" --seal {audited.seal}" if audited.seal else ""
    known = "".join(f" --key {shlex.quote(str(key))}" for key in keys or ())
    if len(keys or ()) > _MOST_KEYS:
        known = " --key KEYS"
    for command in ("audit", "report"):
        yield f"khamsin {command} {_file(path)}{asked}{sealed}{known}"
