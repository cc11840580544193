"""What a key signed before: the longest checkpoint of each log, in a file beside the key.

So nobody can be brought to sign two logs of one game, and whoever signs now and then finds by
himself that a log was cut short or rewritten since.
"""

import json
from pathlib import Path
from typing import Any, Final, Self

import attrs

from events.errors import BadInput, in_file
from replays.files import read_text, write_private
from replays.json_values import a_hash, a_table, a_text, a_whole
from sim.machine.note_keys import LAST_TIME
from sim.machine.signing import LogPoint

__all__ = ["SignedBefore", "SignedOnce"]

_KIND: Final = "signed before"


@attrs.frozen
class SignedOnce:
    """A checkpoint that a key signed.

    Attributes:
        point: what it says.
        time: when, in seconds since 1970.
    """

    point: LogPoint
    time: int


@attrs.frozen
class SignedBefore:
    """What a key signed before.

    Attributes:
        path: where that is kept.
        logs: the last checkpoint of each log, by the hash of its first line.
        kept: there is such a file.
    """

    path: Path
    logs: dict[str, SignedOnce] = attrs.field(factory=dict)
    kept: bool = False

    @classmethod
    def beside(cls, key: Path) -> Self:
        """What the key in a file signed before; nothing if there is no file beside it.

        Raises:
            BadInput: when the file beside it is none of this kind.
        """
        path = Path(f"{key}.signed")
        if not path.exists():
            return cls(path)
        with in_file(str(path)):
            try:
                value = json.loads(read_text(path))
                logs = a_table(a_table(value).get("logs"))
                if a_text(value, "khamsin") != _KIND:
                    raise BadInput("this is not what a key signed before")
                found = {log: _once(log, a_table(one)) for log, one in logs.items()}
                return cls(path, found, kept=True)
            except (ValueError, RecursionError) as error:
                if isinstance(error, BadInput):
                    raise
                raise BadInput("this is not what a key signed before") from None

    def keep(self, point: LogPoint, time: int) -> None:
        """Add a checkpoint, on disk.

        Raises:
            BadInput: when the file cannot be written.
        """
        logs = {**self.logs, point.log: SignedOnce(point, time)}
        value: dict[str, Any] = {
            "khamsin": _KIND,
            "logs": {
                log: {
                    "entries": once.point.entries,
                    "root": once.point.root,
                    "seal": once.point.seal,
                    "time": once.time,
                }
                for log, once in logs.items()
            },
        }
        write_private(self.path, json.dumps(value, indent=1) + "\n", new=False)


def _once(log: str, value: dict[str, Any]) -> SignedOnce:
    fields = a_whole(value, "entries"), a_hash(value, "root"), a_hash(value, "seal")
    return SignedOnce(
        LogPoint(a_hash({"log": log}, "log"), *fields), a_whole(value, "time", 0, LAST_TIME)
    )
