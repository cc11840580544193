"""The report of VASL logs: findings, the weather that the table shows, dice by player and time."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import attrs

from events.codec import to_json
from events.scenario import Scenario
from replays.auditing.dice_over_time import (
    MOST_PLAYERS,
    dice_runs,
    player_turns,
    running_svg,
    runs_table,
    turns_table,
)
from replays.auditing.document import (
    Block,
    Document,
    Drawn,
    Faults,
    Section,
    Timeline,
    dice_table,
    marked_turns,
    weather_table,
)
from replays.auditing.luck import dice_tests, dice_told
from replays.auditing.report_model import FoundFault, WeatherRow
from replays.auditing.report_page import main_html
from replays.vasl.chat import TrackSeen
from replays.vasl.container import read_archive
from replays.vasl.correction import Corrections, sides_of
from replays.vasl.fact import History, MarkerShown, read_history
from replays.vasl.importer import dice_of_history, files_lines, history_lines, setup_lines
from replays.vasl.log_audit import VaslFinding, VaslReport, audit_history
from replays.vasl.log_boards import SharedBoards
from replays.vasl.marker import Topic
from sim.state import State


@attrs.frozen
class VaslLogReport:
    """What the logs of a game tell, and what the audit of them by a scenario found."""

    history: History
    by: Scenario | None
    """The scenario; None, and no audit, if none is given."""
    audited: VaslReport | None
    turns: Mapping[str, str]
    """The Player Turns by their moments in the scenario, as the turn track names them."""
    fits: bool = True
    """Whether each board of the scenario lies on the table."""

    @property
    def clean(self) -> bool:
        """Whether an audit, if there was one, came to the end and found nothing."""
        audited = self.audited
        return audited is None or not (audited.findings or audited.replay.stopped)

    @property
    def verdict(self) -> str:
        """What the audit found, in a sentence; empty without one."""
        return f"{self.audited.verdict.capitalize()}." if self.audited else ""

    def as_json(self) -> dict[str, object]:
        """The report as JSON; what the logs tell step by step is that of an import."""
        history, rolls = self.history, dice_of_history(self.history)
        audited = {} if self.audited is None else self.audited.as_json(history)
        return {
            "khamsin": "report of VASL logs",
            "logs": [file.archive.name for file in history.files],
            "scenario": self.by and self.by.name,
            "clean": self.clean,
            "verdict": self.verdict,
            "players": history.players,
            "gaps": history.gaps,
            "left_out": history.left_out,
            "weather": to_json(weather_rows(self)),
            "dice": to_json(dice_tests(rolls)),
            "dice_over_time": to_json(dice_runs(rolls)),
            "audit": audited,
        }


def vasl_report(
    history: History, scenario: Scenario | None, corrections: Corrections
) -> VaslLogReport:
    """Make the report of logs, audited where a scenario is given."""
    if scenario is None:
        return VaslLogReport(history, None, None, {})
    sides, order = sides_of(history, scenario, corrections), scenario.order_of_sides
    tracks = [fact.track for fact in history.facts if isinstance(fact, TrackSeen)]
    turns = {
        f"{each.turn}.{order.index(sides[each.side]) + 1}": f"{each.side} {each.turn}"
        for each in tracks
    }
    audited = audit_history(history, scenario, corrections)
    shared = SharedBoards.of(history, scenario, corrections).partner
    whole = len(set(shared.values())) == len(scenario.boards)
    fits = whole or not audited.replay.differences
    return VaslLogReport(history, scenario, audited, turns, fits)


def vasl_page(logs: Iterable[Path], scenario: Scenario | None) -> str:
    """The report of logs as the site shows it, with all that they tell, step by step."""
    history = read_history([read_archive(str(log)) for log in logs])
    made = vasl_report(history, scenario, Corrections())
    told = Section("What the log tells, step by step", tuple(_grouped(history_lines(made.history))))
    document = vasl_document(made)
    return main_html(attrs.evolve(document, sections=(*document.sections, told)))


def vasl_document(made: VaslLogReport) -> Document:
    """The document that a report makes."""
    history = made.history
    names = ", ".join(file.archive.name for file in history.files)
    sections = [Section("In short", ((*files_lines(history), next(setup_lines(history))),))]
    if made.audited is not None:
        sections += _audited(made.audited, history)
    sections += [
        Section("The weather as the table shows it", tuple(_weather(made))),
        Section("The dice", tuple(_dice(history))),
    ]
    by = "no scenario is given, so nothing is audited" if made.by is None else f"by {made.by.name}"
    verdict, clean = made.verdict, made.clean and made.fits
    if made.audited is not None and not made.fits:
        boards = made.audited.replay.differences[0].partition(";")[0]
        verdict = f"The scenario does not fit: {boards}."
    return Document(f"VASL: {names}", by, clean, verdict, tuple(sections))


# Findings ---------------------------------------------------------------------------------------


def _audited(audited: VaslReport, history: History) -> Iterator[Section]:
    found = [_finding(each, history) for each in audited.findings]
    yield Section("What was found", tuple(found) or ("Nothing.",))
    if audited.doubts:
        head = "Perhaps, but not sure enough to say so"
        yield Section(head, tuple(_finding(each, history) for each in audited.doubts))
    if differences := audited.replay.differences:
        yield Section("Where log and scenario differ", (differences,))
    replay = attrs.evolve(audited.replay, differences=())
    *lines, _ = attrs.evolve(audited, findings=[], doubts=[], replay=replay).lines(history)
    yield Section("How it was audited", (tuple(lines),))


def _finding(each: VaslFinding, history: History) -> Section:
    """What the table showed beside what the rules give, and where players see it."""
    words = history.said_at(each.where)
    named = each.kind.replace("-", " ").capitalize()
    fault = FoundFault(each.moment, each.rule, named, each.shown, each.expected, ())
    said = (f"{each.sure:.0%} sure: {each.kind}.", *([f"In the chat: {words}"] if words else []))
    head = f"{each.moment}, {history.place(each.where)}"
    return Section(head, (Faults((fault,), "", ""), *said))


# The weather ------------------------------------------------------------------------------------


def _weather(made: VaslLogReport) -> Iterator[Block]:
    rows = weather_rows(made)
    shown = {fact.topic for fact in made.history.facts if isinstance(fact, MarkerShown)}
    if missing := [topic for topic in _DRAWN if topic not in shown]:
        yield f"The log has no marker of {', '.join(missing)}."
    if rows and (shown or made.audited is not None):
        findings = () if made.audited is None else made.audited.findings
        places = ((each.moment, made.history.place(each.where)) for each in findings)
        marked = {made.turns.get(turn, ""): at for turn, at in marked_turns(places).items()}
        table = weather_table(rows, "as it stands when the turn track leaves it")
        yield Timeline(rows, marked, table)
    if shown:
        yield Section("Markers as they changed", (tuple(_changes(made.history)),))


_DRAWN: Final = (Topic.WIND, Topic.GUSTS, Topic.RAIN, Topic.DUST)


def _changes(history: History) -> Iterator[str]:
    track = "before the turn track"
    for fact in history.facts:
        if isinstance(fact, TrackSeen):
            track = str(fact.track)
        elif isinstance(fact, MarkerShown):
            said = f"{fact.topic} {fact.value or 'nothing'} ({fact.source})"
            yield f"{track}, {history.place(fact.where)}: {said}"


def weather_rows(made: VaslLogReport) -> tuple[WeatherRow, ...]:
    """What the markers show in each Player Turn, when the turn track leaves it."""
    states = {} if made.audited is None else made.audited.replay.ends_of_turns
    ruled = {made.turns[turn]: state for turn, state in states.items() if turn in made.turns}
    shown: dict[Topic, str | None] = {}
    rows: dict[str, WeatherRow] = {}
    turn = ""
    for fact in made.history.facts:
        if isinstance(fact, MarkerShown):
            shown[fact.topic] = fact.value
        elif isinstance(fact, TrackSeen):
            turn = f"{fact.track.side} {fact.track.turn}"
        if turn:
            rows[turn] = _row(turn, shown, ruled.get(turn))
    return tuple(rows.values())


def _row(turn: str, shown: Mapping[Topic, str | None], ruled: State | None) -> WeatherRow:
    seen = {topic: value for topic, value in shown.items() if value is not None}
    direction = seen.get(Topic.DIRECTION)
    wind, gusts = seen.get(Topic.WIND, "-"), seen.get(Topic.GUSTS) == "yes"
    rain, dust = seen.get(Topic.RAIN, "None"), seen.get(Topic.DUST, "None")
    said = "", gusts, rain, dust
    if ruled is not None:
        said = str(ruled.wind.force), ruled.wind.gusts, str(ruled.sky.rain), str(ruled.density)
    return WeatherRow(
        *(turn, (), False, wind, None if direction is None else int(direction), gusts, rain, dust),
        *("", *said),
    )


# The dice ---------------------------------------------------------------------------------------


def _dice(history: History) -> Iterator[Block]:
    rolls = dice_of_history(history)
    tests, runs = dice_tests(rolls), dice_runs(rolls)
    yield dice_told(tests)
    if not runs:
        return
    drawn = f" Drawn: {MOST_PLAYERS} of {len(runs)} players." if len(runs) > MOST_PLAYERS else ""
    many = f", for {len(runs)} players together" if len(runs) > 1 else ""
    yield Drawn(
        running_svg(runs, player_turns(rolls)),
        "Line: all pips of a player's dice so far, less 3.5 a die; up is high. Shaded: where fair "
        "dice are at that roll 95 times in 100 (pointwise; a line of fair dice may well leave it "
        "somewhere). Dashed: where the lines of fair dice stay from first to last in 95 games of "
        f"100 or more (simultaneous{many}).{drawn}",
    )
    yield runs_table(runs)
    yield turns_table(rolls, runs)
    yield dice_table(tests, "Dice by player and purpose")


def _grouped(lines: Iterable[str]) -> Iterator[Block]:
    """Lines as lists: what is indented belongs to the line above it."""
    groups: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(" "):
            groups[-1][1].append(line.strip())
        else:
            groups.append((line, []))
    yield tuple(head for head, under in groups if not under)
    yield from (Section(head, (tuple(under),)) for head, under in groups if under)
