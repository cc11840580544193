"""The connections of a table: how long each may take to say what it wants, and how many there are.

Places are never refused. Where all of a kind are taken, the address that has the most of them gives
up its oldest; so only who takes many loses any, and who just came is heard.
"""

import asyncio
from collections import Counter
from ipaddress import ip_address
from typing import Any, Final

import attrs
import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SLOWEST: Final = 15.0
"""So many seconds may a request take to come, from accept to the end of its body."""


@attrs.frozen(eq=False)
class Place:
    """What connections of this process are for, and how many of them there may be.

    Attributes:
        most: so many may have it.
        held: those that have it, the oldest first.
    """

    most: int
    held: "dict[Connection, None]" = attrs.field(factory=dict, repr=False)


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
        """Wait for a request, but not for long."""
        self.take(SILENT)
        self._hang_up()
        self._deadline = self.loop.call_later(SLOWEST, self._late)

    def _late(self) -> None:
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
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
        self._hang_up()
        self._leave()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._listen()
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
