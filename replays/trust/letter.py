"""The files that two people send each other: an invitation, and a letter with the game in it."""

import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, Self, cast

import attrs

from events.chain import LogLine
from events.codec import decode_scenario, encode_scenario
from events.commands import Opened
from events.disk import Disk
from events.entry import Header, MailGame
from events.errors import BadInput, in_file
from events.json_bytes import dumps
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.game.file import a_hash, a_text, a_whole, read_raw
from replays.game.file_kind import FileKind, expecting
from replays.game.open_log import new_header, open_log, points_of
from replays.game.output import NEW
from replays.trust.note import SignedNote
from replays.trust.person_key import KeyFile
from replays.version import ENGINE
from sim.trust.mail import answer_text, key_of, mail_faults
from sim.trust.signing import LogPoint, VerifierKey, text_of

_INVITATION: Final = "invitation"
_LETTER: Final = "letter"
_LARGEST: Final = 64_000_000


def _object_in(raw: bytes, kind: str) -> dict[str, Any]:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("khamsin") != kind:
        raise BadInput(f"this is no {kind}, or not all of it")
    return value


def _demand_as_written(raw: bytes, written: Callable[[], bytes]) -> None:
    """See that what was sent is one line of JSON, written as it has to be and in no other way.

    Otherwise two programs that read it could find two letters in it, and it would prove nothing.
    """
    try:
        line = written()
    except (TypeError, ValueError):
        raise BadInput("this has a text that cannot be written as UTF-8") from None
    if raw == line + b"\r\n":
        raise BadInput("this ends with CRLF, as some mail programs write; have it sent as a file")
    if raw not in (line, line + b"\n"):
        raise BadInput(
            "this is not written as `khamsin mail` wrote it: something changed it on its way; have "
            "it sent again, as a file"
        )


@attrs.frozen
class Invitation:
    """What a side proposes: the whole scenario, and its own commitment, signed."""

    engine: str
    scenario: Scenario
    side: int
    """Who invites: 0 for the side that moves first, 1 for the other."""
    nonce: str
    commitment: str
    key: str
    note: str = ""
    """A signed note over the rest."""

    def value(self) -> dict[str, Any]:
        """What is signed."""
        scenario = encode_scenario(self.scenario)
        value = attrs.asdict(self, recurse=False) | {"scenario": scenario}
        del value["note"]
        return {"khamsin": _INVITATION, **value}

    @property
    def digest(self) -> str:
        """The hash of what is signed."""
        return hashlib.sha256(dumps(self.value())).hexdigest()

    def text(self) -> str:
        """The text of its note."""
        return f"khamsin.log/invitation\n{self.digest}\n"

    def signed(self, key: KeyFile, time: int) -> Self:
        """The same, signed."""
        note = SignedNote(self.text(), (key.signed(self.text(), time),))
        return attrs.evolve(self, note=str(note))

    def _line(self) -> bytes:
        return dumps({**self.value(), "note": self.note})

    def write(self, path: Path) -> None:
        """Write it to a new file."""
        NEW.write(path, [self._line(), b"\n"])

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read an invitation; its signature is true."""
        with expecting(path, FileKind.INVITATION), in_file(str(path)):
            raw = read_raw(path, _LARGEST)
            value = _object_in(raw, _INVITATION)
            try:
                scenario = decode_scenario(value.get("scenario"))
            except BadInput as error:
                raise error.inside("scenario") from None
            found = cls(
                a_text(value, "engine"),
                scenario,
                a_whole(value, "side", 0, 1),
                a_hash(value, "nonce"),
                a_hash(value, "commitment"),
                a_text(value, "key"),
                a_text(value, "note"),
            )
            _demand_as_written(raw, found._line)
            key = VerifierKey.parse(found.key)
            if not _signature(found.note, found.text(), key):
                raise BadInput(f"the signature is not that of {key.short} over this invitation")
            return found

    def with_joined(self, nonce: str, commitment: str, key: str) -> Header:
        """The header of the game, with what the other side commits to.

        Raises:
            BadInput: when this engine plays no such game, or both sides have the same of something.
        """
        if self.engine != ENGINE:
            raise BadInput(
                f"this is for Khamsin {self.engine[:40]!r}, and here is {ENGINE}; both sides play "
                f"with the same version"
            )
        both = ((self.nonce, nonce), (self.commitment, commitment), (self.key, key))
        sides = [pair if self.side == 0 else pair[::-1] for pair in both]
        mail = MailGame(sides[0], sides[1], sides[2])
        made = attrs.evolve(new_header(self.scenario, ""), dice=DiceFrom.SEED, mail=mail)
        for said, expected in mail_faults(made):
            raise BadInput(f"{said}; expected: {expected}")
        return made


def invitation_to(header: Header, side: int) -> Invitation:
    """The invitation, unsigned, that a side of a game by mail sent, if it was that side."""
    mail = cast("MailGame", header.mail)
    return Invitation(
        *(header.engine, header.scenario, side),
        *(mail.nonces[side], mail.commitments[side], mail.keys[side]),
    )


def _signature(note: str, text: str, key: VerifierKey) -> bytes:
    """The one signature of a note that has a text, if it is of a key, and true; else nothing."""
    found = SignedNote.parse(note.encode())
    if found.text != text or len(found.signatures) != 1 or str(found) != note:
        return b""
    signature = found.signatures[0]
    true = signature.is_by(key) and key.signed_at(text, signature.blob) is not None
    return signature.blob if true else b""


class _Sent:
    """A disk on which every path leads to the log that was sent."""

    def __init__(self, log: bytes) -> None:
        self._log = log

    def reading(self, path: Path) -> BinaryIO:
        del path
        return io.BytesIO(self._log)


@attrs.frozen
class Letter:
    """A game that a side sends, signed, perhaps with the reveal that answers a question."""

    side: int
    """Who sends it: 0 for the side that moves first, 1 for the other."""
    reveal: str
    """Of the round that is asked for; empty if it answers no question."""
    note: str
    """A signed note of the sender over the whole log."""
    log: bytes
    """The whole log."""

    @property
    def disk(self) -> Disk:
        """A disk that has nothing but its log, under every name."""
        return cast("Disk", _Sent(self.log))

    @property
    def lines(self) -> list[bytes]:
        """The lines of its log, without their ends."""
        return self.log.split(b"\n")[:-1]

    def _line(self) -> bytes:
        value = attrs.asdict(self) | {"log": self.log.decode()}
        return dumps({"khamsin": _LETTER, **value})

    def write(self, path: Path) -> None:
        """Write it to a new file."""
        NEW.write(path, [self._line(), b"\n"])

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a letter; `checked` tells whether it holds."""
        with expecting(path, FileKind.LETTER), in_file(str(path)):
            raw = read_raw(path, _LARGEST)
            value = _object_in(raw, _LETTER)
            found = cls(
                a_whole(value, "side", 0, 1),
                a_hash(value, "reveal") if value.get("reveal") else "",
                a_text(value, "note"),
                a_text(value, "log").encode(),
            )
            _demand_as_written(raw, found._line)
            return found

    def checked(self) -> "CheckedLetter":
        """What it says; its chain, its form and its signature are sound."""
        opened = 0
        with open_log("log", self.disk) as reader, in_file("log"):
            header = reader.header

            def lines() -> Iterator[LogLine]:
                nonlocal opened
                for line in reader.checked():
                    opened = _opened(line) or opened
                    yield line

            _, point = points_of(reader.head.hash, lines(), ())
            if reader.torn is not None:
                raise BadInput("the last line has no end")
        if header.mail is None:
            raise BadInput("this is no game by mail", "log")
        for said, expected in mail_faults(header):
            raise BadInput(f"{said}; expected: {expected}", "log, line 1")
        number = opened + 1 if self.reveal else 0
        text = answer_text(point, number, self.reveal) if number else point.text
        key = key_of(header, self.side)
        if key is None or not (blob := _signature(self.note, text, key)):
            name = header.scenario.order_of_sides[self.side]
            raise BadInput(f"the note is not one of {name} over this log", "note")
        return CheckedLetter(header, point, number, text_of(blob))


@attrs.frozen
class CheckedLetter:
    """A letter whose signature is true."""

    header: Header
    point: LogPoint
    """What its log is. Its `log`, a hash of scenario, keys and commitments, is the same in every
    copy of the game, so two people can compare it."""
    round: int
    """The round that its reveal is of; 0 if it has none."""
    signature: str
    """As an entry has it: time and all, base64."""


def _opened(line: LogLine) -> int:
    """The round that a line opens; 0 if it opens none."""
    do = line.json().get("do")
    number = do.get("round") if isinstance(do, dict) and do.get("order") == Opened.word else 0
    return number if type(number) is int and number > 0 else 0
