"""Serve a table until somebody stops it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import attrs
import uvicorn

from events.disk import reason
from events.errors import BadInput
from replays import telemetry
from replays.playing.game import Game
from replays.playing.log_place import watching
from replays.table.app import News, table_app
from replays.table.doors import EVERYWHERE, Allowed, allowed
from replays.table.host import Host
from replays.table.links import Links, keep_links

__all__ = ["MOST_REQUESTS", "Served", "bound", "serve"]

_AT_MOST: Final = 1.0
"""So many seconds a look at what others record takes at most, and so a table that ends."""

MOST_REQUESTS: Final = 500
"""So many connections are taken at once."""


@attrs.frozen
class Served:
    """Where a table is served.

    Attributes:
        host: the address.
        port: the port.
        links: its tokens.
        kept: whether the links are kept for the next time.
    """

    host: str
    port: int
    links: Links
    kept: bool

    def link(self, token: str) -> str:
        """The address of the page for whoever has a token."""
        host = socket.gethostname() if self.host in EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/{token}/"


def bound(host: str, port: int, wanted: int) -> socket.socket:
    """A socket at an address.

    Args:
        host: the address.
        port: the port; 0 for the one that is wanted, or any other that is free.
        wanted: where the table was served before; 0 if nowhere.

    Raises:
        BadInput: when the address is none, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in [port] if port else [wanted, 0]:
        try:
            return socket.create_server((host, each), family=family, backlog=128)
        except (OSError, OverflowError) as error:
            if not port and each:
                continue
            why = (
                f"nothing can be served there ({_said(error)}); name another with --host or --port"
            )
            raise BadInput(why, f"{host}:{each}") from None
    raise BadInput("nothing can be served there", f"{host}:{port}")


def _said(error: OSError | OverflowError) -> str:
    return reason(error) if isinstance(error, OSError) else "this is no port"


def serve(
    game: Game,
    log: str | Path,
    links: Links,
    at: socket.socket,
    others: Sequence[str] = (),
    begun: Callable[[Served], None] = lambda _: None,
) -> None:
    """Serve a game until Ctrl-C; what was acknowledged is in its log.

    Where others can record in it too, what they do is read in and told to the pages at once.

    Args:
        game: a game with its log on the disk.
        log: that log.
        links: its tokens.
        at: where to serve it.
        others: origins that lead there too.
        begun: called when it is about to be served.

    Raises:
        BadInput: when the log tells of what cannot have happened, or an origin is none.
    """
    host, port = at.getsockname()[:2]
    names = allowed(socket.gethostname() if host in EVERYWHERE else host, port, others)
    links = attrs.evolve(links, port=port)
    asyncio.run(_serve(game, log, links, at, names, begun))


class _Server(uvicorn.Server):
    """Tells whoever listens that the table is closed, so that nobody keeps it open."""

    def __init__(self, config: uvicorn.Config, news: News) -> None:
        super().__init__(config)
        self._news = news

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._news.close()
        await super().shutdown(sockets)


async def _serve(
    game: Game,
    log: str | Path,
    links: Links,
    at: socket.socket,
    names: Allowed,
    begun: Callable[[Served], None],
) -> None:
    news, loop = News(len(game.entries)), asyncio.get_running_loop()

    def grew(count: int) -> None:
        """Tell of entries that a thread wrote."""
        loop.call_soon_threadsafe(news.tell, count)

    host = Host(game, log, grew)
    address, port = at.getsockname()[:2]
    config = uvicorn.Config(
        table_app(host, links, names, news),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_REQUESTS,
        timeout_graceful_shutdown=2,
    )
    begun(Served(address, port, links, keep_links(log, links)))
    with _followed(host):
        await _Server(config, news).serve([at])


@contextmanager
def _followed(host: Host) -> Iterator[None]:
    """In this block, what others record in the game of a host is read in as it comes."""
    others = watching(host.log)
    if others is None:
        yield
        return
    over = threading.Event()

    def follow() -> None:
        while not over.is_set():
            try:
                if others.wait(_AT_MOST):
                    host.catch_up()
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
