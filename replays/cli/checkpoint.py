"""A log up to an entry, signed: make, sign, add, prove."""

import argparse
import time
from pathlib import Path
from typing import Final

from events.errors import BadInput, in_file
from replays.cli.argument import GAME, KEYS, MOMENT
from replays.cli.console import CLEAN, FINDINGS, say, say_all, warn
from replays.game.named_moment import END, parse_when
from replays.game.output import NEW
from replays.game.store import point_of_game
from replays.game.story import acknowledged_text
from replays.game.text import counted
from replays.trust.checkpoint import (
    NotSigned,
    ToSign,
    acknowledge,
    add_to_log,
    prove_entry,
    prove_growth,
)
from replays.trust.note import SignedNote
from replays.trust.person_key import known_keys, signing


def sign_log(args: argparse.Namespace) -> int:
    """Sign a log as it is; exit code 1 if it contradicts what this key signed before."""
    when = parse_when(args.at)
    upto = None if when == END else point_of_game(args.log, when).entry
    return _sign(args, ToSign(upto=upto, audited=args.audit))


def sign_note(args: argparse.Namespace) -> int:
    """Add a signature to a checkpoint; exit code 1 if the log is not the checkpoint's."""
    keys = known_keys(args.key)
    note = SignedNote.read(Path(args.note))
    return _sign(args, ToSign(note, keys=keys, audited=args.audit))


def _sign(args: argparse.Namespace, wanted: ToSign) -> int:
    out = Path(args.output)
    NEW.demand(out)
    with signing(Path(args.secret), latest=args.latest) as by:
        try:
            made = acknowledge(by, Path(args.log), int(time.time()), out, wanted)
        except NotSigned as error:
            say(str(error))
            return FINDINGS
    key = by.key
    for each in made.remarks:
        warn(f"khamsin: {each}")
    say(f"{key.public.short} signed {counted(made.point.entries, 'entry')}, seal {made.point.seal}")
    return CLEAN


def add_note(args: argparse.Namespace) -> int:
    """Write into a log who signed it; exit code 1 if the note is not of this log."""
    keys = known_keys(args.key)
    note = SignedNote.read(Path(args.note))
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


def prove(args: argparse.Namespace) -> int:
    """Prove that an entry is in what was signed, or that one checkpoint goes on with another."""
    notes, log = [SignedNote.read(Path(each)) for each in args.notes], Path(args.log)
    try:
        if len(notes) == 2 and args.entry is None:
            text = prove_growth(log, *notes)
        elif len(notes) == 1 and args.entry is not None:
            text = prove_entry(log, notes[0], args.entry)
        else:
            raise BadInput("two notes are expected, or one note and --entry N")
    except NotSigned as error:
        say(str(error))
        return FINDINGS
    NEW.write(args.output, text)
    say(f"{args.output}: `khamsin dispute` takes it along with the notes")
    return CLEAN


_SIGNER: Final = """
--with:secret FILE!  your secret key
--latest             I say that nothing is missing in what is kept beside the key
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
    prove: """prove  prove from a log that one note goes on with another, or has an entry
        log:GAME             the log, or library:NAME
        notes:NOTE...        two checkpoints of it, or one
        --entry N            with one note: the entry that it has
        -o, --output FILE!   the new proof
    """,
}
