"""A log of VASL as a page: what it tells, or what the audit of it by a scenario found."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from events.scenario import Scenario
from replays.auditing.document import Document, Faults, Section
from replays.auditing.report_model import FoundFault
from replays.auditing.report_page import main_html
from replays.vasl.container import read_archive
from replays.vasl.correction import Corrections
from replays.vasl.fact import History, read_history
from replays.vasl.importer import history_lines
from replays.vasl.log_audit import VaslFinding, audit_history


def vasl_page(log: Path, scenario: Scenario | None) -> str:
    """What a log of VASL tells, or what the audit of it by a scenario found.

    Without a scenario there is nothing to audit by.
    """
    history = read_history([read_archive(str(log))])
    if scenario is None:
        parts = tuple(_grouped(history_lines(history)))
        return main_html(Document(f"VASL: {log.name}", "", True, "", parts))
    report = audit_history(history, scenario, Corrections())
    lines = list(attrs.evolve(report, findings=[], doubts=[]).lines(history))
    clean = not report.findings and report.replay.stopped is None
    sections = (
        *_found("What was found", report.findings, history),
        *_found("Wrong only if players did not do what no log shows", report.doubts, history),
        Section("How it was audited", (tuple(lines[:-1]),)),
    )
    count = len(report.findings)
    verdict = f"{count} finding{'s' * (count != 1)}" if count else "Nothing found"
    stopped = "" if report.replay.stopped is None else "; the audit stopped before the end"
    name, by = f"VASL: {log.name}", f"by {scenario.name}"
    return main_html(Document(name, by, clean, f"{verdict}{stopped}.", sections))


def _found(head: str, findings: list[VaslFinding], history: History) -> Iterator[Section]:
    if findings:
        yield Section(head, tuple(_finding(each, history) for each in findings))


def _finding(each: VaslFinding, history: History) -> Section:
    """What the table showed beside what the rules give, and where players see it."""
    words = history.said_at(each.where)
    fault = FoundFault(each.moment, each.rule, each.kind, each.shown, each.expected, ())
    said = (f"In the chat: {words}",) if words else ()
    head = f"{each.moment}, {history.place(each.where)}"
    return Section(head, (Faults((fault,), "", ""), *said))


def _grouped(lines: Iterable[str]) -> Iterator[Section]:
    """Lines as sections: what is indented belongs to the line above it; the others come first."""
    groups: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(" "):
            groups[-1][1].append(line.strip())
        else:
            groups.append((line, []))
    alone = tuple(head for head, under in groups if not under)
    yield Section("In short", (alone,))
    yield from (Section(head, (tuple(under),)) for head, under in groups if under)
