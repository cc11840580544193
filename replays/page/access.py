"""The doors of a table: what may come in, and what goes with everything that goes out.

A page on the machine of a player is reached by every other page that its browser has open, and by
names that anybody can point to it. So Host and Origin must be exactly ours; nothing is said to
whoever comes by another name.
"""

import os
import secrets
from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from replays.game.address import store_of
from replays.game.file import write_file

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
    stored = store_of(log)
    which = str(Path(log).resolve()) if stored is None else stored[0].identity(stored[1])
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


EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - only where somebody asks for it
"""Addresses that mean every network of the machine."""

_ALWAYS: Final = {
    "cache-control": "no-store",
    "content-security-policy": "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""What goes with every answer. The page's own policy stands in the page."""


@attrs.frozen
class Allowed:
    """By which names a table is reached.

    Attributes:
        hosts: what the Host header may say.
        origins: what the Origin header may say.
    """

    hosts: frozenset[str]
    origins: frozenset[str]


def allowed(host: str, port: int, others: Iterable[str] = ()) -> Allowed:
    """The names of a table.

    Args:
        host: the address at which it is served.
        port: the port.
        others: origins that lead to it, such as ``https://table.example.org``.

    Raises:
        BadInput: when one of the others is no origin.
    """
    names = {host, "localhost", "127.0.0.1", "::1"}
    hosts = {f"[{name}]:{port}" if ":" in name else f"{name.lower()}:{port}" for name in names}
    origins = {f"http://{each}" for each in hosts}
    for other in others:
        parts = urlsplit(other)
        plain = f"{parts.scheme}://{parts.netloc}"
        if parts.scheme not in ("http", "https") or not parts.netloc or other.rstrip("/") != plain:
            why = "this is no origin; expected one such as https://table.example.org"
            raise BadInput(why, other[:80])
        hosts.add(parts.netloc.lower())
        origins.add(plain.lower())
    return Allowed(frozenset(hosts), frozenset(origins))


class Doors:
    """Lets in what is meant for this table, and nothing else."""

    def __init__(self, app: ASGIApp, names: Allowed) -> None:
        """Stand before an application.

        Args:
            app: the application.
            names: by which names it is reached.
        """
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":  # nothing here speaks anything else
            return
        why = self._refused(scope)

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers[name] = value
            await send(message)

        if why:
            said = {"error": {"what": why, "where": "", "expected": ""}}
            await JSONResponse(said, 403)(scope, receive, answered)
        else:
            await self._app(scope, receive, answered)

    def _refused(self, scope: Scope) -> str:
        """Why a request is not let in; empty if it is."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._names.hosts:
            return "this table is not reached by that name"
        if any(each.lower() not in self._names.origins for each in origins) or len(origins) > 1:
            return "another page may not ask this table"
        if scope["method"] == "POST" and not origins:
            return "a request without an Origin is not taken"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "another page may not ask this table"
        return ""
