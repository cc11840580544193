"""Where a table is reached: its addresses, its links, and what a phone's camera reads.

Without segno (of the extra ``table``) there are links and no QR codes.
"""

import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Final

import attrs

from replays.page.access import EVERYWHERE, AccessTokens, bracketed

_FAR: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "2001:db8::1")
"""Addresses of networks: the way to each begins at an address of this machine."""


def lan_addresses() -> list[str]:
    """The addresses of this machine at which others may reach it, IPv4 first; nothing is sent."""
    found = []
    for far in _FAR:
        family = socket.AF_INET6 if ":" in far else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM)
        found += [str(info[4][0]) for info in named]
    reached = [each for each in dict.fromkeys(found) if _from_elsewhere(each)]
    return sorted(reached, key=lambda each: ":" in each)


def _from_elsewhere(address: str) -> bool:
    """Whether an address of this machine means it on another one too."""
    found = ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_unspecified or found.is_link_local)


@attrs.frozen
class Served:
    """Where a table is served, with which tokens, and whether they are kept for the next time."""

    host: str
    port: int
    tokens: AccessTokens
    kept: bool

    @property
    def hosts(self) -> list[str]:
        """The addresses that lead to it, the one to be told first."""
        if self.host not in EVERYWHERE:
            return [self.host]
        found = [each for each in lan_addresses() if (":" in each) == (":" in self.host)]
        return [*found, socket.gethostname()]

    @property
    def by_phone(self) -> bool:
        """Whether other machines can reach it."""
        return self.host in EVERYWHERE or _from_elsewhere(self.host)

    def links(self, token: str) -> list[str]:
        """The addresses of the page for the holder of a token."""
        return [f"http://{bracketed(host)}:{self.port}/{token}/" for host in self.hosts]

    def shared(self, *, records: bool) -> dict[str, Any]:
        """Links with their QR codes; that to record is for those alone who have it."""
        reply = {"watch": self._card(self.tokens.watch)}
        return reply | ({"record": self._card(self.tokens.record)} if records else {})

    def _card(self, token: str) -> dict[str, Any]:
        first, *others = (
            {"link": link, "qr": qr_image(link) if self.by_phone else ""}
            for link in self.links(token)
        )
        return {**first, "also": others}


def qr_image(text: str) -> str:
    """A QR code as the address of an SVG image; empty without segno."""
    made = _qr(text)
    return "" if made is None else str(made.svg_data_uri(scale=4, light="#fff"))


def qr_lines(text: str, *, colour: bool = False) -> Iterator[str]:
    """A QR code for a terminal, two rows of modules a line; none without segno.

    With ``colour`` it is black on white, as a camera needs it, on a dark terminal too.
    """
    made = _qr(text)
    rows = [] if made is None else [[*map(bool, row)] for row in made.matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        modules = zip(upper, lower, strict=True)
        line = "".join(_HALVES[each] for each in modules)
        yield f"\x1b[30;107m{line}\x1b[0m" if colour else line


_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def _qr(text: str) -> Any:
    try:
        import segno  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    return segno.make(text, error="m", micro=False)
