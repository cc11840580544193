"""What may come in at a table, and what goes with everything that goes out.

A page on the machine of a player is reached by every other page that its browser has open, and by
names that a stranger can point to it. So Host and Origin must be exactly ours; a request by another
name learns nothing.
"""

import asyncio
import html
import os
import secrets
import socket
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

import attrs
import h11
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from replays.game.address import store_of
from replays.game.output import OWN

SLOWEST: Final = 15.0
"""So many seconds may a request take to come, from accept to the end of its body."""

_LONG: Final = 3600
"""So many seconds a connection that recorded may be quiet."""


@attrs.frozen(eq=False)
class Place:
    """What connections of this process are for, and how many of them there may be."""

    most: int
    """So many may have it."""
    held: "dict[Connection, None]" = attrs.field(factory=dict, repr=False)
    """Those that have it, the oldest first."""


SILENT: Final = Place(200)
"""Has said nothing yet, or nothing more."""

ASKING: Final = Place(100)
"""Asks by the link to watch."""

LISTENING: Final = Place(200)
"""Waits for news by the link to watch."""

RECORDING: Final = Place(50)
"""Came by the link to record."""

STRANGE: Final = Place(200)
"""Came by no link, and is told so."""


class Connection(H11Protocol):
    """A connection to a table; an application has it as ``connection`` of a request's state."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.app_state = {"connection": self}
        self.peer, self._place = "", SILENT
        self._deadline: asyncio.TimerHandle | None = None
        self._gone = self.loop.create_future()

    async def pause(self, seconds: float) -> None:
        """Let a peer wait, if it waits."""
        await asyncio.wait([self._gone], timeout=seconds)

    def take(self, place: Place) -> None:
        """Take a place; if all are taken, one is given up."""
        self._leave()
        if self.transport.is_closing():
            return
        self._place = place
        place.held[self] = None
        if len(place.held) > place.most:
            most = Counter(each.peer for each in place.held).most_common(1)[0][0]
            own = (each for each in place.held if each.peer == most)
            oldest = next((each for each in own if not each._asks), self)
            oldest._leave()
            oldest.transport.abort()

    @property
    def _asks(self) -> bool:
        """Whether it is about to be given another place."""
        heard = self.cycle is not None and not self.cycle.response_complete
        return heard and self._place is SILENT

    def _leave(self) -> None:
        self._place.held.pop(self, None)

    def _listen(self) -> None:
        """Wait for a request; for long only of who records, to whom a new connection is a delay."""
        self._hang_up()
        if self._place is RECORDING:
            self.timeout_keep_alive = _LONG
            return
        self.take(SILENT)
        self._deadline = self.loop.call_later(SLOWEST, self._late)

    def _late(self) -> None:
        if self.transport.is_closing() or self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.transport.abort()

    def _hang_up(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        address = ip_address(str((self.client or ("::",))[0]))
        self.peer = address.exploded[:19]  # of IPv6 the network, as one person has all of it
        self._listen()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._gone.set_result(None)
        self._hang_up()
        self._leave()
        super().connection_lost(exc)
        # No circle is left, which only a look through all that there is would free.
        self.app_state, self.cycle, self.scope = {}, None, None  # type: ignore[assignment]

    def on_response_complete(self) -> None:
        """Wait for the next request; hang up on a peer who sent it before this answer."""
        if not self.transport.is_closing():
            self._listen()
            if self.conn.trailing_data[0]:
                self.transport.close()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP, with the headers of every answer."""
        headers = [*self.server_state.default_headers, (b"connection", b"close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode()),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


_BYTES: Final = 24
"""How many random bytes a token has."""

_LETTERS: Final = 4 * _BYTES // 3
_LARGEST: Final = 4096
_PAUSE: Final = 0.1

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - only where the player asks for it
"""Addresses that mean every network of the machine."""


@attrs.frozen
class AccessTokens:
    """The tokens of a table: its holder records, or watches.

    They are kept for the next time, with the port, which is 0 before the first.
    """

    record: str = attrs.field(repr=False)
    watch: str = attrs.field(repr=False)
    port: int = 0

    @classmethod
    def of(cls, log: str | Path, *, new: bool = False) -> Self:
        """The tokens of a log: those that are kept, unless new ones are asked for."""
        kept = None if new else cls._read(_file_of(log))
        return kept or cls(secrets.token_urlsafe(_BYTES), secrets.token_urlsafe(_BYTES))

    @classmethod
    def _read(cls, path: Path) -> Self | None:
        """The tokens that are kept in a file; None where there are none that can be used."""
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
        return cls(str(record), str(watch), port)

    def keep(self, log: str | Path) -> bool:
        """Keep them for the next time; whether they could be kept."""
        path = _file_of(log)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            OWN.write(path, dumps(attrs.asdict(self)), private=True)
        except (BadInput, OSError):
            return False
        return True

    def records(self, token: str) -> bool | None:
        """Whether a token is that of who records; None if it is none of this table.

        It takes as long for any token of the same length.
        """
        given = token.encode()
        record = compare_digest(given, self.record.encode())
        watch = compare_digest(given, self.watch.encode())
        return record if record or watch else None


def _file_of(log: str | Path) -> Path:
    """Where tokens are kept: in ``$XDG_STATE_HOME/khamsin``, else ``~/.local/state/khamsin``."""
    stored = store_of(log)
    if "\0" in str(log):
        raise BadInput("there is no such file", str(log))
    which = os.path.realpath(log) if stored is None else stored[0].identity(stored[1])
    name = sha256(which.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base or Path.home() / ".local" / "state")) / "khamsin" / f"table-{name}.json"


ALWAYS: Final = [
    ("cache-control", "no-store"),
    ("content-security-policy", "frame-ancestors 'none'"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
]
"""What goes with every answer. The page's own policy stands in the page."""


def bracketed(host: str) -> str:
    """A host as an address has it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


class HttpPolicy:
    """Lets in what is meant for this table, and nothing else."""

    def __init__(self, app: ASGIApp, host: str, port: int, others: Iterable[str] = ()) -> None:
        """Stand before an application that is served at a host and port.

        Others are origins that lead to it too, such as ``https://table.example.org``.
        """
        names = {host, "localhost", "127.0.0.1", "::1"}
        self._everywhere = host in EVERYWHERE
        if self._everywhere:
            names.add(socket.gethostname())
        self._app, self._port = app, port
        self._hosts = {f"{bracketed(name)}:{port}".lower() for name in names}
        self._origins = {f"http://{each}" for each in self._hosts}
        for other in others:
            parts = urlsplit(other)
            plain = f"{parts.scheme}://{parts.netloc}"
            known = parts.scheme in ("http", "https") and parts.netloc
            if not known or other.rstrip("/") != plain:
                why = "this is no origin; expected one such as https://table.example.org"
                raise BadInput(why, other[:80])
            self._hosts.add(parts.netloc.lower())
            self._origins.add(plain.lower())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":  # nothing here speaks anything else
            return
        why = self._refused(scope)
        app = await refusal(scope, why, 403) if why else self._app
        await app(scope, receive, send)

    def _refused(self, scope: Scope) -> str:
        """Why a request is not let in; empty if it is."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        here = self._here(scope)
        if len(hosts) != 1 or hosts[0].lower() not in (*self._hosts, here):
            return "this table is not reached by that name; open a link that `khamsin table` showed"
        known = (*self._origins, f"http://{here}")
        if any(each.lower() not in known for each in origins) or len(origins) > 1:
            return "another page may not ask this table"
        if scope["method"] == "POST" and not origins:
            return "a request without an Origin is not taken"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "another page may not ask this table"
        return ""

    def _here(self, scope: Scope) -> str:
        """The address at which a request came in, where all of this machine are served.

        No stranger can point it elsewhere, as he can a name.
        """
        address = str((scope.get("server") or ("",))[0]) if self._everywhere else ""
        return f"{bracketed(address)}:{self._port}"


async def refusal(scope: Scope, what: str, status: int) -> Response:
    """Why a request is not met: a page with one sentence for a browser, else JSON.

    It comes after a pause, so that strangers are never more to do than others.
    """
    connection = scope["state"]["connection"]
    connection.take(STRANGE)
    await connection.pause(_PAUSE)
    if "text/html" not in Headers(scope=scope).get("accept", ""):
        return JSONResponse({"error": {"what": what, "where": "", "expected": ""}}, status)
    said = html.escape(f"{what[0].upper()}{what[1:]}.")
    head = "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    return HTMLResponse(f"{head}<title>Khamsin</title><p>{said}</p>", status)
