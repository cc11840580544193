"""The audit of VASL logs, told in lines."""

from collections.abc import Iterator
from typing import Final

from replays.vasl.logs.account import Account
from replays.vasl.logs.auditing import VaslFinding, VaslReport
from replays.vasl.logs.placing import taken_lines

__all__ = ["report_lines"]

_DOUBTFUL: Final = 0.85
"""What is less sure than this is listed."""


def report_lines(report: VaslReport, account: Account) -> Iterator[str]:
    """An audit in lines; the verdict comes last."""
    for finding in report.findings:
        yield from _finding_lines(finding, account)
    for doubt in report.doubts:
        yield from _finding_lines(doubt, account, "perhaps: ")
    if report.inferred:
        least = min(each.confidence for _, each in report.inferred)
        count = len(report.inferred)
        yield f"{count} DR taken for the Wind Change DR, the least sure by {least:.0%}"
    for moment, each in report.inferred:
        if each.confidence < _DOUBTFUL:
            dice = ",".join(map(str, each.dice))
            yield (
                f"{moment}: {dice} at {account.place(each.where)} taken for the Wind Change DR "
                f"({each.confidence:.0%}: {each.why})"
            )
    yield from taken_lines(report.taken, account)
    for one in report.not_used:
        yield f"not used: {one.what}, {account.place(one.where)}: {one.why}"
    if report.stopped is not None:
        one = report.stopped
        yield f"stopped at {account.place(one.where)}: {one.why}"
    for what, count in report.checked.items():
        yield f"checked {count} time{'' if count == 1 else 's'}: {what}"
    for what, count in report.unchecked.items():
        yield f"not checked {count} time{'' if count == 1 else 's'}: {what}"
    found = len(report.findings)
    verdict = "nothing found" if not found else f"{found} finding{'' if found == 1 else 's'}"
    yield verdict if report.stopped is None else f"{verdict} before the audit stopped"


def _finding_lines(finding: VaslFinding, account: Account, perhaps: str = "") -> Iterator[str]:
    words = account.said_at(finding.where)
    yield f"{perhaps}{account.place(finding.where)}{f', {words!r}' if words else ''}"
    yield f"    {finding.moment}  {finding.kind} ({finding.rule})"
    yield f"    the log shows  {finding.shown}"
    yield f"    the rules give {finding.expected}"
    if finding.cause is not None and finding.cause != finding.where:
        yield f"    by the Wind Change DR of {account.place(finding.cause)}"
