"""The page on which a scenario file is set up, served; and the tables of games begun on it."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from events.scenario import Scenario
from replays.game.amend import beside
from replays.game.file import exists
from replays.game.game import Game
from replays.page.access import AccessTokens
from replays.page.links import Served
from replays.page.scenario_editor import DraftFile
from replays.page.server import (
    GameServer,
    News,
    followed,
    known,
    nothing_here,
    replied,
    run_server,
    table_app,
)
from replays.page.view_file import page_html

_LARGEST: Final = 4_000_000
"""The text of a scenario that is sent has no more bytes."""

Told = Callable[[Served, Path | None], None]
"""Is told where the page is served, or the table of a game that was begun, with its log."""


class DesignServer:
    """An application: the page of one scenario file, and a table for each game begun on it."""

    def __init__(self, path: Path, tokens: AccessTokens, told: Told) -> None:
        """Serve a file to the holder of a token."""
        self.file = DraftFile(path, self._begun)
        self.news: list[News] = []
        self._tokens, self._told = tokens, told
        self._tables: dict[str, Starlette] = {}
        self._games = contextlib.ExitStack()
        self._lock = threading.Lock()
        self._design = Starlette(
            routes=[
                Route("/{token}/", self._page, methods=["GET"]),
                Route("/{token}/ask", self._ask, methods=["POST"]),
            ],
            exception_handlers={404: nothing_here, 405: nothing_here},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the table of its token, or to the page of the scenario."""
        token = scope["path"].split("/")[1]
        await self._tables.get(token, self._design)(scope, receive, send)

    async def _page(self, request: Request) -> Response:
        if not known(request, self._tokens):
            return await nothing_here(request)
        html = page_html(self.file.path.name, "http", connect="'self'", page="designer")
        return Response(html, media_type="text/html")

    async def _ask(self, request: Request) -> Response:
        if not known(request, self._tokens):
            return await nothing_here(request)
        return await replied(request, self._answer, largest=_LARGEST)

    def _answer(self, request: object) -> dict[str, Any]:
        with self._lock:
            return self.file.answer(request)

    def served_at(self, address: str, port: int) -> None:
        """All is ready at an address and a port."""
        self._tokens = attrs.evolve(self._tokens, port=port)
        self._served = Served(address, port, self._tokens, self._tokens.keep(self.file.path))
        self._loop = asyncio.get_running_loop()
        self._told(self._served, None)

    def _begun(self, scenario: Scenario, seed: str | None) -> str:
        """Begin a game in a log beside the file, at a table of its own."""
        log = self.file.path.with_suffix(".jsonl")
        log = beside(log) if exists(log) else log
        game = self._games.enter_context(Game.open(log, scenario, seed))
        tokens = attrs.evolve(AccessTokens.of(log), port=self._served.port)
        news = News(0)

        def grew(count: int) -> None:
            self._loop.call_soon_threadsafe(news.tell, count)

        server = GameServer(game, log, grew)
        self._games.enter_context(followed(server))
        self.news.append(news)
        table = table_app(server, tokens, news)
        self._tables |= {tokens.record: table, tokens.watch: table}
        server.served = attrs.evolve(self._served, tokens=tokens, kept=tokens.keep(log))
        self._told(server.served, log)
        return f"../{tokens.record}/"

    def close(self) -> None:
        """Close the games."""
        self._games.close()


def serve_design(
    path: Path, tokens: AccessTokens, at: socket.socket, others: Sequence[str], told: Told
) -> None:
    """Serve the page of a scenario file at a socket until Ctrl-C, and the games begun on it."""
    server = DesignServer(path, tokens, told)
    with contextlib.closing(server):
        asyncio.run(run_server(server, server.news, at, others, server.served_at))
