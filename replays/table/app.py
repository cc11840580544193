"""The table as a web application: a page, its requests, and what is pushed to it."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from json import dumps as as_text
from typing import Final

from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from events.errors import BadInput
from events.json_bytes import NotJson, loads
from replays import telemetry
from replays.page.requests import complaint
from replays.page.viewer import page_html
from replays.table.doors import Allowed, Doors
from replays.table.host import Host
from replays.table.links import Links

__all__ = ["LARGEST", "MOST_LISTENING", "News", "table_app"]

LARGEST: Final = 64 * 1024
"""No request has a longer body, in bytes."""

MOST_LISTENING: Final = 200
"""So many pages may wait for news at once."""

_SLOWEST: Final = 15.0
"""So many seconds may the body of a request take to come."""

_STILL_THERE: Final = 15.0
"""After so many seconds without news a line is sent, so that a lost connection is noticed."""


class News:
    """Tells everybody who listens that there are more entries.

    Attributes:
        count: how many entries there are.
        listening: how many listen.
        over: the table is closed.
    """

    def __init__(self, count: int) -> None:
        """Begin.

        Args:
            count: how many entries there are.
        """
        self.count, self.listening, self.over = count, 0, False
        self._changed = asyncio.Event()

    def tell(self, count: int) -> None:
        """There are so many entries; to be called in the event loop."""
        self.count = max(self.count, count)
        self._ring()

    def close(self) -> None:
        """The table is closed; whoever listens leaves."""
        self.over = True
        self._ring()

    def _ring(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def stream(self, seen: int) -> AsyncIterator[str]:
        """What there is to tell, as server-sent events; the id of each is the count of entries.

        Args:
            seen: how many entries the page has; what is new is told at once.
        """
        self.listening += 1
        try:
            yield "retry: 500\n\n"
            while not self.over:
                changed = self._changed
                if seen != self.count:
                    seen = self.count
                    yield f"id: {seen}\ndata: {as_text({'count': seen})}\n\n"
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), _STILL_THERE)
                except TimeoutError:
                    yield ": still there\n\n"
        finally:
            self.listening -= 1


def table_app(host: Host, links: Links, names: Allowed, news: News) -> ASGIApp:
    """The application of a table.

    Args:
        host: has the game.
        links: the tokens of those who record and of those who watch.
        names: by which names it is reached.
        news: where its host tells of new entries.
    """
    table = _Table(host, links, news)
    routes = [
        Route("/{token}/", table.page, methods=["GET"]),
        Route("/{token}/ask", table.ask, methods=["POST"]),
        Route("/{token}/events", table.events, methods=["GET"]),
        Route("/{token}/log", table.log, methods=["GET"]),
    ]
    return Doors(Starlette(routes=routes, exception_handlers={404: _nothing, 405: _nothing}), names)


async def _nothing(_: Request, __: Exception) -> Response:
    return _wrong("there is nothing here; open the link that `khamsin table` showed", 404)


def _wrong(what: str, status: int) -> Response:
    return JSONResponse({"error": {"what": what, "where": "", "expected": ""}}, status)


class _Table:
    """Answers requests that came through the doors."""

    def __init__(self, host: Host, links: Links, news: News) -> None:
        self._host, self._links, self._news = host, links, news

    def _records(self, request: Request) -> bool | None:
        return self._links.records(request.path_params["token"])

    async def page(self, request: Request) -> Response:
        """The page."""
        if self._records(request) is None:
            return await _nothing(request, LookupError())
        title = self._host.game.header.scenario.name
        return Response(page_html(title, "http", connect="'self'"), media_type="text/html")

    async def ask(self, request: Request) -> Response:
        """The reply to a request of the page."""
        records = self._records(request)
        if records is None:
            return await _nothing(request, LookupError())
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return _wrong("this is not JSON; a request is expected as application/json", 415)
        try:
            raw = await asyncio.wait_for(_body(request), _SLOWEST)
        except TimeoutError:
            return _wrong("this request took too long to come", 408)
        except ClientDisconnect:
            return Response(status_code=400)
        if raw is None:
            return _wrong(f"this request is longer than {LARGEST} bytes", 413)
        try:
            value = loads(raw)
        except (NotJson, RecursionError):
            return JSONResponse(complaint(BadInput("this is not JSON; a request is expected")))
        try:
            reply = await to_thread.run_sync(partial(self._host.answer, value, records=records))
        except Exception as error:  # noqa: BLE001 - the table goes on, and says whose fault it is
            telemetry.current().error("fault", exception=repr(error))
            return _wrong(f"this is a fault of Khamsin ({type(error).__name__})", 500)
        return JSONResponse(reply)

    async def events(self, request: Request) -> Response:
        """New entries, as server-sent events, from the last that the page knows."""
        if self._records(request) is None:
            return await _nothing(request, LookupError())
        if self._news.listening >= MOST_LISTENING:
            return _wrong(f"{MOST_LISTENING} pages are open already", 503)
        last = request.headers.get("last-event-id", "")
        seen = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else -1
        return StreamingResponse(self._news.stream(seen), media_type="text/event-stream")

    async def log(self, request: Request) -> Response:
        """The log, byte for byte."""
        if self._records(request) is None:
            return await _nothing(request, LookupError())
        raw: bytes = await to_thread.run_sync(self._host.log_bytes)
        name = self._host.file_name.encode("ascii", "replace").decode().replace('"', "_")
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(raw, media_type="application/octet-stream", headers=headers)


async def _body(request: Request) -> bytes | None:
    """The body of a request; None if it is too long."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > LARGEST:
            return None
    return bytes(found)
