"""A wire to a PostgreSQL that breaks or falls silent: at a chosen message between the two.

It listens like a server, passes the messages of the protocol on one by one, counts them once it is
armed, and does its harm at one of them: in the middle of it, or after it. So "the connection was
lost at each step" is a loop over a number. A wire that falls silent stays a connection, and carries
nothing from then on in one direction or in both.
"""

import contextlib
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, Self

import attrs

from tests.postgres import PrivateServer

__all__ = ["TO_CLIENT", "TO_SERVER", "Cut", "Wire", "wired"]

TO_SERVER: Final = "to the server"
TO_CLIENT: Final = "to the client"


@attrs.frozen
class Cut:
    """What is to go wrong.

    Attributes:
        way: the direction in which messages are counted.
        number: of the message, from 1.
        holding: only messages with these bytes are counted.
        whole: the message still arrives as a whole; otherwise half of it does.
        action: what happens to the server before the connection breaks.
        keeps: the connection to the server stays, and only the client's breaks.
        silent: nothing breaks, but nothing goes these ways any more; the server is never told that
            its client is gone.
    """

    way: str
    number: int
    whole: bool = True
    action: Callable[[], None] | None = None
    keeps: bool = False
    holding: bytes = b""
    silent: tuple[str, ...] = ()


class Wire:
    """Passes messages between clients and a server of this machine. A context manager.

    Args:
        port: where the server listens.

    Attributes:
        port: where this listens.
        count: messages since it was armed, in that direction.
        done: the cut that was asked for last has been made.
        silent: it fell silent on a client that has not hung up yet.
        open: it was not closed.
        kept: connections to the server that have no client any more.
    """

    def __init__(self, port: int) -> None:
        """Listen."""
        self._server = port
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._cut: Cut | None = None
        self.count = 0
        self.done = self.silent = False
        self.open = True
        self.kept = list[socket.socket]()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def arm(self, cut: Cut) -> None:
        """Count messages from now on, and break at one of them."""
        self.count, self.done, self._cut = 0, False, cut

    def disarm(self) -> None:
        """Let all pass."""
        self._cut = None

    def clock(self) -> float:
        """The time; it stands still but where the wire is silent.

        So a deadline, however short, passes there and nowhere else, however busy the machine is.
        """
        return time.monotonic() if self.silent else 0.0

    def _accept(self) -> None:
        while True:
            client, _ = self._socket.accept()
            if not self.open:
                client.close()
                return
            with contextlib.suppress(OSError):
                server = socket.create_connection(("127.0.0.1", self._server))
                thread = threading.Thread(target=_Line(self, client, server).pass_all)
                self._threads.append(thread)
                thread.start()
                continue
            _reset(client)

    def cut_at(self, message: bytes, way: str) -> Cut | None:
        """What is to go wrong at a message, if anything."""
        cut = self._cut
        if cut is None or cut.way != way or cut.holding not in message:
            return None
        self.count += 1
        if self.count != cut.number:
            return None
        self._cut, self.done, self.silent = None, True, bool(cut.silent)
        return cut

    def close(self) -> None:
        """Hang up."""
        self.open = False
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port)).close()
        for thread in self._threads:
            thread.join()
        self._socket.close()
        for each in self.kept:
            each.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class _Line:
    """One connection through a wire."""

    def __init__(self, wire: Wire, client: socket.socket, server: socket.socket) -> None:
        self._wire, self._client, self._server = wire, client, server
        self._cut: Cut | None = None
        self._sides, self._rest = [client, server], {client: b"", server: b""}
        self._first = True

    def pass_all(self) -> None:
        """Pass all messages on until one side ends, or it is broken."""
        try:
            for end in self._sides:  # else each message waits until the one before is confirmed
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while self._wire.open:
                ready, _, _ = select.select(self._sides, [], [], 0.2)
                if not all(self._goes_on(side) for side in ready):
                    return
        except OSError:
            return
        finally:
            cut = self._cut
            if cut is not None and cut.silent:
                self._wire.silent = False
            _reset(self._client)
            if cut is not None and (cut.keeps or cut.silent):
                self._wire.kept.append(self._server)
            else:
                _reset(self._server)

    def _goes_on(self, side: socket.socket) -> bool:
        """Pass on what comes from a side; False if that is the end."""
        data = side.recv(1 << 16)
        if not data:
            self._sides = [self._client]
            return self._cut is not None and side is self._server  # nothing tells the client
        by_client = side is self._client
        messages, self._rest[side] = _split(self._rest[side] + data, self._first and by_client)
        self._first = self._first and not (by_client and messages)
        way = TO_SERVER if by_client else TO_CLIENT
        return all(self._passes(message, way) for message in messages)

    def _passes(self, message: bytes, way: str) -> bool:
        """Pass a message on, or not; False if the connection breaks at it."""
        other = self._server if way == TO_SERVER else self._client
        if self._cut is None:
            self._cut = cut = self._wire.cut_at(message, way)
            if cut is None or cut.whole:
                other.sendall(message)
            else:
                other.sendall(message[: len(message) // 2])
            if cut is not None and cut.action is not None:
                cut.action()
        elif way not in self._cut.silent:
            other.sendall(message)
        return self._cut is None or bool(self._cut.silent)


def _split(data: bytes, first: bool) -> tuple[list[bytes], bytes]:
    """Whole messages, and what is left; the first message of a client has no letter in front."""
    messages = list[bytes]()
    while True:
        letter = 0 if first else 1
        if len(data) < letter + 4:
            return messages, data
        size = letter + struct.unpack("!I", data[letter : letter + 4])[0]
        if len(data) < size:
            return messages, data
        messages.append(data[:size])
        data, first = data[size:], False


def _reset(end: socket.socket) -> None:
    """Close as a machine does that is gone: the other side is told nothing but that."""
    with contextlib.suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    end.close()


@contextlib.contextmanager
def wired(server: PrivateServer, more: str = "") -> Iterator[tuple[Wire, str, str]]:
    """A wire to a new database of a server.

    Args:
        server: that.
        more: what the URL says besides.

    Yields:
        the wire, the URL through it, and the URL without it.
    """
    database = server.new_database()
    with Wire(server.port) as wire:
        url = server.net_url(database).replace(f":{server.port}/", f":{wire.port}/")
        yield wire, f"{url}?sslmode=disable&gssencmode=disable{more}", server.url(database)
