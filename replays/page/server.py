"""The table as a web application: a page, its requests, what is pushed to it, its server."""

import asyncio
import gc
import socket
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from json import dumps as as_text
from pathlib import Path
from typing import Any, Final

import attrs
import uvicorn
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from events.disk import open_to_read, reason
from events.errors import BadInput, in_file
from events.json_bytes import NotJson, dumps, loads
from replays.auditing.audit import audit
from replays.auditing.document import document_of
from replays.auditing.report import report_of
from replays.auditing.report_page import FaultBoards, report_html
from replays.game import telemetry
from replays.game.address import disk_of, file_stem, store_of
from replays.game.amend import beside
from replays.game.game import Game
from replays.game.store import watching
from replays.page.access import (
    ALWAYS,
    ASKING,
    LISTENING,
    RECORDING,
    AccessTokens,
    Connection,
    HttpPolicy,
    refusal,
)
from replays.page.controller import Controller
from replays.page.hands_reply import complaint
from replays.page.links import Served
from replays.page.view_file import page_html

_LARGEST: Final = 64 * 1024
"""No request has a longer body, in bytes."""

_MOST_WAITING: Final = 20
"""So many questions by the link to watch may wait at once from one address."""

_SWITCH: Final = 0.0005
"""After so many seconds a question that is worked out lets an order go on."""

_STILL_THERE: Final = 15.0
"""After so many seconds without news a line is sent, so that a lost connection is noticed."""

_SOON: Final = 0.1
"""So many seconds after entries were written those who listen are told."""

_AT_MOST: Final = 1.0
"""So many seconds a look at what others record takes at most, and so a table that ends."""

_NEW, _QUEUED = 5, 1024
"""So many new connections are taken before others are heard again, and so many wait for that."""


class GameServer:
    """Keeps a game with its log, answers the pages of those who record and of those who watch."""

    def __init__(
        self, game: Game, log: str | Path, grew: Callable[[int], None] = lambda _: None
    ) -> None:
        """Audit a game with a log; ``grew`` is told how many entries there are when it grows."""
        self.game, self.log = game, log
        self.served: Served | None = None
        self._grew = grew
        self._lock = threading.Lock()
        self._shown = game.as_it_stands()
        findings = audit(log).findings if game.entries or game.fault else ()
        with in_file(str(log)):
            self._recording = Controller(game, plays=game.fault is None, findings=findings)
            self._watching = Controller(self._shown, findings=findings)

    def catch_up(self) -> None:
        """Read in what others have recorded in the game, and tell the pages."""
        with self._lock:
            if self.game.catch_up():
                self._show()

    def _show(self) -> None:
        """From now on those who watch see the game as it stands; tell them."""
        self._shown = self.game.as_it_stands()
        self._grew(len(self.game.entries))

    def answer(self, request: object, *, records: bool) -> dict[str, Any]:
        """The reply to the request of a page; orders are taken from those who record.

        What those who watch ask waits for no order, and no order for it; it is asked one at a time.
        """
        if self.served and isinstance(request, Mapping) and request.get("get") == "share":
            return self.served.shared(records=records)
        if not records:
            self._watching.game = self._shown
            return self._watching.answer(request)
        with self._lock:
            before = len(self.game.entries)
            try:
                if isinstance(request, Mapping) and "write" in request:
                    return self._write(request)
                return self._recording.answer(request)
            except BadInput as error:
                return complaint(error)
            finally:
                if len(self.game.entries) != before:
                    self._show()

    def _write(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The log with another order in it, beside this one."""
        made, reply = self._recording.amended(request)
        path = beside(Path(self.log))
        made.game.save(path)
        for controller in (self._recording, self._watching):
            controller.branched(path.stem, reply["entry"] - 1)
        self._grew(len(self.game.entries))
        return reply | {"log": path.name}

    @property
    def file_name(self) -> str:
        """What a copy of the log is called."""
        stored = store_of(self.log) is not None
        return f"{file_stem(self.log)}.jsonl" if stored else Path(self.log).name

    def log_bytes(self) -> bytes:
        """The log as it is on the disk, up to the last entry that was acknowledged."""
        if self.game.fault is not None:
            with open_to_read(Path(self.log), disk_of(self.log)) as file:
                return file.read()
        return self._shown.log_bytes()

    def report(self) -> str:
        """The report of the log as it is now, as a page that leads back into the game."""
        boards = FaultBoards()
        upto = None if self.game.fault else len(self._shown.entries)
        made = report_of(self.log, upto=upto, on_entry=boards.look)
        return report_html(document_of(made, boards.drawn, "./"))


class News:
    """Tells all listeners how many entries there are; to be called in the event loop."""

    def __init__(self, count: int) -> None:
        self.count, self._over, self._waking = count, False, False
        self._changed = asyncio.Event()

    def tell(self, count: int) -> None:
        """There are so many entries; who listens hears it when the order is answered."""
        self.count = max(self.count, count)
        if not self._waking:
            self._waking = True
            asyncio.get_running_loop().call_later(_SOON, self._wake)

    def close(self) -> None:
        """The table is closed, and who listens leaves."""
        self._over = True
        self._wake()

    def _wake(self) -> None:
        self._waking = False
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def stream(self, seen: int) -> AsyncIterator[str]:
        """What a page has not seen, as server-sent events whose id is the count of entries."""
        yield "retry: 500\n\n"
        while not self._over:
            changed = self._changed
            if seen != self.count:
                seen = self.count
                yield f"id: {seen}\ndata: {as_text({'count': seen})}\n\n"
                continue
            try:
                async with asyncio.timeout(_STILL_THERE):
                    await changed.wait()
            except TimeoutError:
                yield ": still there\n\n"


def _wrong(what: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"error": {"what": what, "where": "", "expected": ""}}, status, headers)


async def nothing_here(request: Request, __: Exception | None = None) -> Response:
    """The answer where nothing is served."""
    why = "there is nothing here; open the link that `khamsin table` showed"
    return await refusal(request.scope, why, 404)


def known(request: Request, tokens: AccessTokens) -> bool | None:
    """Whether a request came by the link to record; None if by no link. It gets a place."""
    records = tokens.records(request.path_params["token"])
    if records is not None:
        request.state.connection.take(RECORDING if records else ASKING)
    return records


class _Turns:
    """Questions by the link to watch: one at a time, and addresses take turns."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._queues = dict[str, asyncio.Lock]()
        self._waiting = Counter[str]()

    async def run(self, request: Request, work: Callable[[], Response]) -> Response:
        """What is worked out in a thread; who asks too much at once waits, and is told so."""
        peer = request.state.connection.peer
        if self._waiting[peer] >= _MOST_WAITING:
            await request.state.connection.pause(1)
            why = f"{_MOST_WAITING} questions from your address wait already; ask again"
            return _wrong(why, 429, {"retry-after": "1"})
        self._waiting[peer] += 1
        try:
            async with self._queues.setdefault(peer, asyncio.Lock()), self._turn:
                return await to_thread.run_sync(work)
        finally:
            self._waiting[peer] -= 1
            if not self._waiting[peer]:
                del self._waiting[peer], self._queues[peer]


_Answer = Callable[[Request, bool], Awaitable[Response]]
"""Answers a request of who records (True) or watches."""


class _Table:
    """Answers requests that the policy let in."""

    def __init__(self, server: GameServer, tokens: AccessTokens, news: News) -> None:
        self._server, self._tokens, self._news = server, tokens, news
        self._turns = _Turns()
        html = page_html(server.game.header.scenario.name, "http", connect="'self'")
        self._page = Response(html, media_type="text/html")

    def with_token(self, answer: _Answer) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            records = known(request, self._tokens)
            return await (nothing_here(request) if records is None else answer(request, records))

        return answered

    async def _run(self, request: Request, records: bool, work: Callable[[], Response]) -> Response:
        """Work something out: for who records at once, for others in their turn."""
        return await (to_thread.run_sync(work) if records else self._turns.run(request, work))

    async def page(self, request: Request, records: bool) -> Response:
        return await self._run(request, records, lambda: self._page)

    async def ask(self, request: Request, records: bool) -> Response:
        answer = partial(self._server.answer, records=records)
        return await replied(request, answer, partial(self._run, request, records))

    async def events(self, request: Request, records: bool) -> Response:
        """New entries, as server-sent events, from the last that the page knows."""
        if not records:
            request.state.connection.take(LISTENING)
        last = request.headers.get("last-event-id", "")
        seen = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else -1
        return StreamingResponse(self._news.stream(seen), media_type="text/event-stream")

    async def log(self, request: Request, records: bool) -> Response:
        name = self._server.file_name.encode("ascii", "replace").decode().replace('"', "_")
        headers = {"content-disposition": f'attachment; filename="{name}"'}

        def made() -> Response:
            raw = self._server.log_bytes()
            return Response(raw, media_type="application/octet-stream", headers=headers)

        return await self._run(request, records, made)

    async def report(self, request: Request, records: bool) -> Response:
        def made() -> Response:
            return Response(self._server.report(), media_type="text/html")

        return await self._run(request, records, made)


def table_app(server: GameServer, tokens: AccessTokens, news: News) -> Starlette:
    """The application of a table, to stand behind an `HttpPolicy`."""
    table = _Table(server, tokens, news)
    routes = [
        Route(f"/{{token}}/{path}", table.with_token(answer), methods=[method])
        for path, answer, method in (
            ("", table.page, "GET"),
            ("ask", table.ask, "POST"),
            ("events", table.events, "GET"),
            ("log", table.log, "GET"),
            ("report", table.report, "GET"),
        )
    ]
    return Starlette(routes=routes, exception_handlers={404: nothing_here, 405: nothing_here})


async def replied(
    request: Request,
    answer: Callable[[object], dict[str, Any]],
    run: Callable[[Callable[[], Response]], Awaitable[Response]] = to_thread.run_sync,
    largest: int = _LARGEST,
) -> Response:
    """The reply to a request that came as JSON; ``run`` works it out in a thread."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        return _wrong("this is not JSON; a request is expected as application/json", 415)
    try:
        raw = await _body(request, largest)
    except ClientDisconnect:
        return Response(status_code=400)
    if raw is None:
        return _wrong(f"this request is longer than {largest} bytes", 413)
    return await run(partial(_reply, answer, raw))


def _reply(answer: Callable[[object], dict[str, Any]], raw: bytes) -> Response:
    try:
        said = dumps(answer(loads(raw)))
    except (NotJson, RecursionError):
        said = dumps(complaint(BadInput("this is not JSON; a request is expected")))
    except Exception as error:  # noqa: BLE001 - the table goes on, and says whose fault it is
        telemetry.current().error("fault", exception=repr(error))
        return _wrong(f"this is a fault of Khamsin ({type(error).__name__})", 500)
    return Response(said, media_type="application/json")


async def _body(request: Request, largest: int) -> bytes | None:
    """The body of a request; None if it is too long."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > largest:
            return None
    return bytes(found)


def bound(host: str, port: int, wanted: int) -> socket.socket:
    """A socket at an address and a port; for 0 the one that is wanted, or one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in [port] if port else [wanted, 0]:
        try:
            return socket.create_server((host, each), family=family, backlog=128)
        except (OSError, OverflowError) as error:
            if not port and each:
                continue
            said = reason(error) if isinstance(error, OSError) else "this is no port"
            why = f"nothing can be served there ({said}); name another with --host or --port"
            raise BadInput(why, f"{host}:{each}") from None
    raise BadInput("nothing can be served there", f"{host}:{port}")


def serve(
    game: Game,
    log: str | Path,
    tokens: AccessTokens,
    at: socket.socket,
    others: Sequence[str] = (),
    begun: Callable[[Served], None] = lambda _: None,
) -> None:
    """Serve a game at a socket until Ctrl-C; what was acknowledged is in its log.

    Where others can record in it too, what they do is read in and told to the pages at once.
    ``others`` are origins that lead there too; ``begun`` is called when all is ready.
    """

    async def run() -> None:
        news, loop = News(len(game.entries)), asyncio.get_running_loop()

        def grew(count: int) -> None:
            """Tell of entries that a thread wrote."""
            loop.call_soon_threadsafe(news.tell, count)

        def ready(address: str, port: int) -> None:
            found = attrs.evolve(tokens, port=port)
            server.served = Served(address, port, found, found.keep(log))
            begun(server.served)

        server = GameServer(game, log, grew)
        with followed(server):
            await run_server(table_app(server, tokens, news), [news], at, others, ready)

    asyncio.run(run())


class _Server(uvicorn.Server):
    """Tells who listens that the table is closed, so that no page keeps it open.

    Its places for who has said nothing are more than it takes connections in three rounds, so that
    each is heard, however many come.
    """

    def __init__(self, config: uvicorn.Config, news: Sequence[News]) -> None:
        super().__init__(config)
        self._news = news

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(_QUEUED)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for each in self._news:
            each.close()
        await super().shutdown(sockets)


async def run_server(
    app: ASGIApp,
    news: Sequence[News],
    at: socket.socket,
    others: Sequence[str],
    ready: Callable[[str, int], None],
) -> None:
    """Serve an application at a socket until Ctrl-C; ``ready`` is told the address and port."""
    address, port = at.getsockname()[:2]
    config = uvicorn.Config(
        HttpPolicy(app, address, port, others),
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        headers=ALWAYS,
        backlog=_NEW,
        timeout_graceful_shutdown=2,
    )
    sys.setswitchinterval(_SWITCH)
    gc.freeze()  # what is there by now is not looked through again while an order waits
    ready(address, port)
    await _Server(config, news).serve([at])


@contextmanager
def followed(server: GameServer) -> Iterator[None]:
    """In this block, what others record in the game of a server is read in as it comes."""
    others = watching(server.log)
    if others is None:
        yield
        return
    over = threading.Event()

    def follow() -> None:
        while not over.is_set():
            try:
                if others.wait(_AT_MOST):
                    server.catch_up()
            except BadInput as error:  # a server that is away comes back
                telemetry.current().debug("others", error=str(error))
                over.wait(_AT_MOST)

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        others.close()
