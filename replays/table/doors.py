"""The doors of a table: what may come in, and what goes with everything that goes out.

A page on the machine of a player is reached by every other page that its browser has open, and by
names that anybody can point to it. So Host and Origin must be exactly ours; nothing is said to
whoever comes by another name.
"""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import attrs
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from events.errors import BadInput

__all__ = ["EVERYWHERE", "Allowed", "Doors", "allowed"]

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
