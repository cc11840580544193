"""The links of a table: one for those who record, one for those who watch.

A link holds a token that nobody can guess, so it is the key and the door in one. Links are kept for
each log, so that a page finds its table again after the server was stopped; only their owner can
read the file.
"""

import os
import secrets
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final

import attrs

from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from replays.elsewhere import keeper_of
from replays.files import write_file

__all__ = ["Links", "keep_links", "links_of", "state_folder"]

_BYTES: Final = 24
"""How many random bytes a token has."""

_LETTERS: Final = 4 * _BYTES // 3
_LARGEST: Final = 4096


@attrs.frozen
class Links:
    """The tokens of a table.

    Attributes:
        record: whoever has it gives orders.
        watch: whoever has it looks and asks.
        port: at which the table was last served; 0 if it was not yet.
    """

    record: str = attrs.field(repr=False)
    watch: str = attrs.field(repr=False)
    port: int = 0

    @classmethod
    def fresh(cls) -> "Links":
        """New tokens, from the system's source of randomness."""
        return cls(secrets.token_urlsafe(_BYTES), secrets.token_urlsafe(_BYTES))

    def records(self, token: str) -> bool | None:
        """Whether a token is that of who records; None if it is none of this table.

        It takes as long for any token of the same length.
        """
        given = token.encode()
        record = compare_digest(given, self.record.encode())
        watch = compare_digest(given, self.watch.encode())
        return record if record or watch else None


def state_folder() -> Path:
    """Where links are kept: ``$XDG_STATE_HOME/khamsin``, else ``~/.local/state/khamsin``."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "state") / "khamsin"


def _file_of(log: str | Path) -> Path:
    kept = keeper_of(log)
    which = str(Path(log).resolve()) if kept is None else kept[0].identity(kept[1])
    name = sha256(which.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return state_folder() / f"table-{name}.json"


def _read(path: Path) -> Links | None:
    """The links that are kept in a file; None where there are none that can be used."""
    try:
        with path.open("rb") as file:
            value = loads(file.read(_LARGEST))
    except (OSError, NotJson):
        return None
    if not isinstance(value, dict):
        return None
    record, watch, port = (value.get(key) for key in ("record", "watch", "port"))
    tokens = (record, watch)
    if not all(isinstance(each, str) and len(each) == _LETTERS for each in tokens):
        return None
    if type(port) is not int or not 0 < port < 1 << 16 or record == watch:
        return None
    return Links(str(record), str(watch), port)


def links_of(log: str | Path, *, new: bool = False) -> Links:
    """The links of a log: those that are kept, or new ones.

    Args:
        log: the log.
        new: leave out those that are kept.
    """
    kept = None if new else _read(_file_of(log))
    return Links.fresh() if kept is None else kept


def keep_links(log: str | Path, links: Links) -> bool:
    """Keep the links of a log for the next time.

    Returns:
        Whether they could be kept.
    """
    path = _file_of(log)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        value = {"record": links.record, "watch": links.watch, "port": links.port}
        write_file(path, dumps(value))
        path.chmod(0o600)
    except (BadInput, OSError):
        return False
    return True
