"""A whole report: findings, what followed, luck, dice."""

import argparse
from pathlib import Path
from typing import Final

from events.codec import to_json
from events.errors import BadInput
from events.json_bytes import dumps_indented
from replays.auditing.document import document_of
from replays.auditing.report import report_of
from replays.auditing.report_model import GameReport
from replays.auditing.report_page import html_page
from replays.auditing.report_text import text_lines
from replays.cli.argument import GAME, JSON, KEYS, SEALED
from replays.cli.console import CLEAN, FINDINGS, progress, say, say_all, say_json, width_of_lines
from replays.game import telemetry
from replays.game.file import demand_harmless, size_of, write_text
from replays.game.text import escape_controls_in_json
from replays.trust.person_key import known_keys
from replays.vasl.container import is_archive

ARGUMENTS: Final = f"""
{GAME}
-o, --output FILE  write FILE.html or FILE.json instead
--seal SEAL        the hash that the last line should have
--finished         a log without closing entry is a finding
{SEALED}
--parent GAME      the log from which this is a branch
{KEYS}
{JSON}
"""

_KINDS: Final = (".html", ".htm", ".json")

_BEGINNINGS: Final = (b"<!doctype html>\n<!-- a report of Khamsin", b'{\n  "khamsin"')
"""How the reports begin that may be written over."""


def run(args: argparse.Namespace) -> int:
    """Tell or write the report of a game; exit code 1 if the audit found something."""
    if args.output is not None:
        if args.json:
            raise BadInput("this goes without -o, or write to FILE.json", "--json")
        _demand_writable(Path(args.output))
    if is_archive(args.log):
        raise BadInput(
            "this is a log of VASL; `khamsin import --scenario ... -o GAME` makes a game of ours "
            "of it, and `khamsin audit` audits it",
            args.log,
        )
    demands = {key: getattr(args, key) for key in ("seal", "finished", "sealed", "parent")}
    keys = known_keys(args.key) or None
    with progress(f"auditing {Path(args.log).name}", size_of(args.log)) as bar:
        made = report_of(args.log, **demands, keys=keys, progress=bar)
    telemetry.current().debug("reported", log=args.log, mistakes=len(made.mistakes))
    if args.output is not None:
        write_text(Path(args.output), _written(made, Path(args.output).suffix.lower()))
        say(made.verdict)
        say(f"written to {args.output}")
    elif args.json:
        say_json(to_json(made))
    else:
        say_all(text_lines(document_of(made), max(width_of_lines(), 40)))
    return CLEAN if made.clean else FINDINGS


def _written(made: GameReport, kind: str) -> str:
    if kind == ".json":
        return escape_controls_in_json(dumps_indented(to_json(made)).decode()) + "\n"
    return html_page(document_of(made))


def _demand_writable(path: Path) -> None:
    if path.suffix.lower() not in _KINDS:
        raise BadInput(f"a name that ends in {', '.join(_KINDS)} is expected", str(path))
    demand_harmless(path, "a report", _BEGINNINGS)
