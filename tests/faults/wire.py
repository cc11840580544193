"""A wire to a PostgreSQL that breaks: between a client and the server, at a chosen message.

It listens like a server, passes the messages of the protocol on one by one, counts them once it is
armed, and does its harm at one of them: in the middle of it, or after it. So "the connection was
lost at each step" is a loop over a number.
"""

import contextlib
import select
import socket
import struct
import threading
from collections.abc import Callable
from typing import Final, Self

import attrs

__all__ = ["TO_CLIENT", "TO_SERVER", "Cut", "Wire"]

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
    """

    way: str
    number: int
    whole: bool = True
    action: Callable[[], None] | None = None
    keeps: bool = False
    holding: bytes = b""


class Wire:
    """Passes messages between clients and a server of this machine. A context manager.

    Args:
        port: where the server listens.

    Attributes:
        port: where this listens.
        count: messages since it was armed, in that direction.
        done: the cut that was asked for last has been made.
    """

    def __init__(self, port: int) -> None:
        """Listen."""
        self._server = port
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._cut: Cut | None = None
        self.count = 0
        self.done = False
        self._open = True
        self._kept = list[socket.socket]()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def arm(self, cut: Cut) -> None:
        """Count messages from now on, and break at one of them."""
        self.count, self.done, self._cut = 0, False, cut

    def disarm(self) -> None:
        """Let all pass."""
        self._cut = None

    def _accept(self) -> None:
        while True:
            client, _ = self._socket.accept()
            if not self._open:
                client.close()
                return
            with contextlib.suppress(OSError):
                server = socket.create_connection(("127.0.0.1", self._server))
                thread = threading.Thread(target=self._pass_all, args=(client, server))
                self._threads.append(thread)
                thread.start()
                continue
            _reset(client)

    def _pass_all(self, client: socket.socket, server: socket.socket) -> None:
        """Pass all messages of a connection on until one side ends or it is cut."""
        rest = {client: b"", server: b""}
        first = True
        try:
            while self._open:
                ready, _, _ = select.select([client, server], [], [], 0.2)
                for side in ready:
                    data = side.recv(1 << 16)
                    if not data:
                        return
                    other, way = (server, TO_SERVER) if side is client else (client, TO_CLIENT)
                    messages, rest[side] = _split(rest[side] + data, first and side is client)
                    first = first and not (side is client and messages)
                    for message in messages:
                        if not self._passes(message, way, other):
                            self._perhaps_keep(server)
                            return
        except OSError:
            return
        finally:
            _reset(client)
            _reset(server)

    def _perhaps_keep(self, server: socket.socket) -> None:
        """The server is not told that its client is gone, if that is wanted."""
        cut, self._cut = self._cut, None
        if cut is not None and cut.keeps:
            self._kept.append(socket.socket(fileno=server.detach()))

    def _passes(self, message: bytes, way: str, other: socket.socket) -> bool:
        """Pass a message on; False if the connection breaks at it."""
        cut = self._cut
        if cut is None or cut.way != way or cut.holding not in message:
            other.sendall(message)
            return True
        self.count += 1
        if self.count != cut.number:
            other.sendall(message)
            return True
        self.done = True
        other.sendall(message if cut.whole else message[: len(message) // 2])
        if cut.action is not None:
            cut.action()
        return False

    def close(self) -> None:
        """Hang up."""
        self._open = False
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port)).close()
        for thread in self._threads:
            thread.join()
        self._socket.close()
        for each in self._kept:
            each.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


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
