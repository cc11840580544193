"""A whole report: findings, what followed, luck, dice."""

import argparse
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from events.codec import to_json
from events.errors import BadInput
from events.json_bytes import dumps_indented
from replays.auditing.document import Document, document_of, text_lines
from replays.auditing.report import report_of
from replays.auditing.report_page import FaultBoards, report_html
from replays.cli.argument import BY_MAIL, CORRECTIONS, GAME, JSON, KEYS, OF_OURS, OF_VASL, refuse
from replays.cli.console import CLEAN, FINDINGS, progress, say_all, say_json, width_of_lines
from replays.game import telemetry
from replays.game.address import file_stem
from replays.game.file import size_of
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.output import Output, begins
from replays.game.text import escape_controls_in_json
from replays.trust.person_key import known_keys
from replays.vasl.container import is_archive

ARGUMENTS: Final = f"""
{GAME}
more:[GAME.vlog...]  further VASL logs of the same game
-o, --output FILE    write FILE.html or FILE.json instead
--scenario SCENARIO  the scenario of VASL logs, to audit them by
{CORRECTIONS}
--seal SEAL          the hash that the last line should have
--finished           a log without closing entry is a finding
{BY_MAIL}
--parent GAME        the log from which this is a branch
{KEYS}
{JSON}
"""

_JSON: Final = ".json"

_REPORT: Final = Output(
    "a report",
    (".html", ".htm", _JSON),
    begins(rb'<!doctype html>\n<!-- a report of Khamsin|{\n  "khamsin": "report"'),
)


def run(args: argparse.Namespace) -> int:
    """Tell or write the report of a game; exit code 1 if the audit found something."""
    if args.output is not None:
        if args.json:
            raise BadInput("this goes without -o, or write to FILE.json", "--json")
        _REPORT.demand(args.output)
    if args.more and not any(map(is_archive, (args.log, *args.more))):
        raise BadInput("a report is of one game; `khamsin audit` and `dice` take several logs")
    no_log = args.scenario is not None and kind_of_file(args.log) is not FileKind.LOG
    if is_archive(args.log) or args.more or no_log:
        return _report_vasl(args, [args.log, *args.more])
    refuse(args, OF_VASL, "scenario", "corrections", "boards")
    demands = {key: getattr(args, key) for key in ("seal", "finished", "by_mail", "parent")}
    keys, boards = known_keys(args.key) or None, FaultBoards()
    drawing = args.output is not None and Path(args.output).suffix.lower() != _JSON
    with progress(f"auditing {Path(args.log).name}", size_of(args.log)) as bar:
        look: dict[str, Any] = {"on_entry": boards.look} if drawing else {}
        made = report_of(args.log, **demands, keys=keys, progress=bar, **look)
    telemetry.current().debug("reported", log=args.log, mistakes=len(made.mistakes))
    replay = "" if args.output is None else _replay(Path(args.output), args.log)
    _tell(args, document_of(made, boards.drawn, replay), to_json(made))
    return CLEAN if made.clean else FINDINGS


def _report_vasl(args: argparse.Namespace, files: list[str]) -> int:
    """Tell or write the report of VASL logs; exit code 1 if an audit found something."""
    from replays.cli.import_ import history_in, logs_of  # noqa: PLC0415 - no start needs it
    from replays.vasl.correction import Corrections  # noqa: PLC0415
    from replays.vasl.log_report import vasl_document, vasl_report  # noqa: PLC0415 - for these alone

    refuse(args, OF_OURS, "seal", "finished", "by_mail", "parent", "key")
    if args.scenario is not None:
        made = vasl_report(*logs_of(args, files))
    else:
        refuse(args, "this goes with --scenario", "corrections")
        made = vasl_report(history_in(files, args.boards), None, Corrections())
    _tell(args, vasl_document(made), made.as_json())
    return CLEAN if made.clean else FINDINGS


def _tell(args: argparse.Namespace, document: Document, values: Any) -> None:
    """Write a report, or tell it in lines or as JSON."""
    if args.output is not None:
        path = Path(args.output)
        if path.suffix.lower() == _JSON:
            whole = escape_controls_in_json(dumps_indented(values).decode()) + "\n"
        else:
            whole = report_html(document)
        _REPORT.write(path, whole)
        say_all(filter(None, (document.verdict, f"written to {args.output}")))
    elif args.json:
        say_json(values)
    else:
        say_all(text_lines(document, max(width_of_lines(), 40)))


def _replay(report: Path, log: str) -> str:
    """The view file of a log beside a report, to which that leads; empty if there is none."""
    view = report.with_name(f"{file_stem(log)}.html")
    if view == report or not view.is_file():
        return ""
    with view.open("rb") as file:
        return quote(view.name) if b'data-feed="embedded"' in file.read(512) else ""
