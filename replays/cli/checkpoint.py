"""A log up to an entry, signed: make, sign, add, verify."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from events.codec import to_json
from events.errors import BadInput, in_file
from replays.cli.argument import GAME, JSON, KEYS, MOMENT, new_path
from replays.cli.console import CLEAN, FINDINGS, counted, mention_torn, say, say_all, say_json, warn
from replays.game.address import store_of
from replays.game.file import exists
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.named_moment import parse_when
from replays.game.story import acknowledged_text
from replays.trust.checkpoint import (
    LogSeen,
    NotSigned,
    ToSign,
    acknowledge,
    add_to_log,
    entries_at,
    point_in,
    see_anyhow,
)
from replays.trust.note import SignedNote
from replays.trust.person_key import KeyFile, known_keys
from replays.trust.verdict import GivenNote, NoteRead, read_notes, verdicts


def sign_log(args: argparse.Namespace) -> int:
    """Sign a log as it is; exit code 1 if it contradicts what this key signed before."""
    upto = entries_at(Path(args.log), parse_when(args.at))
    return _sign(args, ToSign(upto=upto, audited=args.audit))


def sign_note(args: argparse.Namespace) -> int:
    """Add a signature to a checkpoint; exit code 1 if the log is not the checkpoint's."""
    keys = known_keys(args.key)
    return _sign(args, ToSign(_note(args.note), keys=keys, audited=args.audit))


def _note(name: str) -> SignedNote:
    note = SignedNote.read(Path(name))
    with in_file(name):
        point_in(note)
    return note


def _sign(args: argparse.Namespace, wanted: ToSign) -> int:
    out = new_path(args.output)
    if exists(out) or out.is_symlink():
        raise BadInput("this file exists already and is left as it is; name another", str(out))
    key = KeyFile.read(Path(args.secret))
    try:
        made = acknowledge(key, Path(args.log), int(time.time()), out, wanted)
    except NotSigned as error:
        say(str(error))
        return FINDINGS
    for each in made.remarks:
        warn(f"khamsin: {each}")
    say(f"{key.public.short} signed {counted(made.point.entries, 'entry')}, seal {made.point.seal}")
    return CLEAN


def add_note(args: argparse.Namespace) -> int:
    """Write into a log who signed it; exit code 1 if the note is not of this log."""
    keys = known_keys(args.key)
    note = _note(args.note)
    try:
        with in_file(args.note):
            added = add_to_log(note, Path(args.log), keys)
    except NotSigned as error:
        say(str(error))
        return FINDINGS
    say_all(map(acknowledged_text, added))
    if not added:
        say(f"{args.log} says all this already")
    return CLEAN


def verify(args: argparse.Namespace) -> int:
    """What checkpoints prove; exit code 1 if that is something wrong."""
    keys = known_keys(args.key)
    given, log = _sorted(args.files)
    notes = read_notes(given, keys)
    seen = None if log is None else see_anyhow(log, {note.point.entries for note in notes}, keys)
    if seen is not None and seen.torn:
        mention_torn(str(log))
    said = list(verdicts(notes, seen, int(time.time())))
    wrong = any(line.finding for line in said)
    if args.json:
        told: dict[str, Any] = {"true": not wrong}
        told["notes"] = [_note_as_json(note, seen) for note in notes]
        told["said"] = [
            {"text": each.text, "finding": each.finding, "against": [*map(str, each.against)]}
            for each in said
        ]
        say_json(told)
    else:
        say_all(line.text for line in said)
    return FINDINGS if wrong else CLEAN


def _sorted(files: Sequence[str]) -> tuple[list[GivenNote], Path | None]:
    """Notes, and the log among them if there is one."""
    notes, logs = [], []
    for name in files:
        if store_of(name) is not None or kind_of_file(name) is FileKind.LOG:
            logs.append(Path(name))
        else:
            notes.append(GivenNote(name, _note(name)))
    if len(logs) > 1:
        raise BadInput("this is a second log; one at a time is compared", str(logs[1]))
    if not notes:
        raise BadInput("this is a game log; a checkpoint of it is expected too", str(logs[0]))
    return notes, logs[0] if logs else None


def _note_as_json(note: NoteRead, log: LogSeen | None) -> dict[str, object]:
    point = note.point
    return {
        "file": note.name,
        **to_json(point),
        "signed": [{"key": str(key), "time": time} for key, time in note.signed],
        "false": [*map(str, note.false)],
        "unknown": list(note.strangers),
        "in_log": None if log is None else log.points.get(point.entries) == point,
    }


_SIGNER: Final = """
--with:secret FILE!  your secret key
-o, --output NEW!    the new note
--audit              sign only if an audit is clean
"""

ACTIONS: Final = {
    sign_log: f"""make  sign a log as it is now, or as it was at a moment
        {GAME}
        {MOMENT}
        {_SIGNER}
    """,
    sign_note: f"""sign  add your signature to a checkpoint of a log
        note:NOTE            the checkpoint that another person sent
        log:GAME             your copy of the log, or library:NAME
        {_SIGNER}
        {KEYS}
    """,
    add_note: """add  write into a log who signed it
        note:NOTE      a checkpoint of the log
        log:GAME       the log, or library:NAME
        --key KEY...!  a public key that counts, or a file with one a line; again for another
    """,
    verify: f"""verify  what checkpoints prove, and against whom
        files:FILE...  checkpoints, and a game log
        {KEYS}
        {JSON}
    """,
}
