"""Where a library on a server is: its URL, what is shown of it, and why nobody answers there."""

import os
from contextlib import closing
from functools import partial
from typing import Any, Final, NoReturn

import attrs
import psycopg
from psycopg.conninfo import conninfo_to_dict

from events.errors import BadInput
from replays.library.postgres_connection import PatientConnection

_FORM: Final = "postgresql://USER@HOST/DATABASE"

_PATIENT: Final[dict[str, Any]] = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "fallback_application_name": "khamsin",
}
"""When a server that does not answer counts as lost; the URL may say otherwise."""

_OF_THEIRS: Final = {"connect_timeout": "PGCONNECT_TIMEOUT"}
"""What a variable of libpq says may say otherwise too."""

_AT_WORK: Final = """SELECT 1 FROM pg_catalog.pg_stat_activity
 WHERE pid = %s AND backend_start = %s::timestamptz AND wait_event_type IS DISTINCT FROM 'Client'"""
"""A process of the server that does not wait for its client; one that has nothing to do does."""


@attrs.frozen
class Address:
    """A server's URL, taken apart.

    Attributes:
        shown: what people see of it; no password.
        parameters: what it says, as libpq names it.
        patience: after so many seconds a server that owes an answer counts as silent; None is
            never.
    """

    shown: str
    parameters: dict[str, Any] = attrs.field(repr=False)
    patience: float | None

    @classmethod
    def of(cls, url: str) -> "Address":
        """The address of a URL.

        Raises:
            BadInput: when it is none.
        """
        try:
            said = conninfo_to_dict(url)
        except psycopg.Error:
            raise _unreadable() from None
        except UnicodeError:
            raise _unreadable() from None
        hosts, ports = _listed(said, "host"), _listed(said, "port")
        told = "".join(hosts) + str(said.get("dbname", "")) + str(said.get("user", ""))
        if "@" in told or not all(port.isdigit() for port in ports if port):
            raise _unreadable()
        patient = {
            name: value
            for name, value in _PATIENT.items()
            if os.environ.get(_OF_THEIRS.get(name, "")) is None
        }
        shown, parameters = _shown(said, hosts, ports), patient | said
        return cls(shown, parameters, _patience(parameters["tcp_user_timeout"], shown))

    def connect(self) -> PatientConnection:
        """A connection to the server, each statement a transaction of its own.

        Raises:
            psycopg.OperationalError: when there is none to be had.
            BadInput: when something else is wrong with the URL.
        """
        try:
            connection = PatientConnection.connect(**self.parameters, autocommit=True)
        except psycopg.OperationalError:
            raise
        except psycopg.Error:
            raise _unreadable() from None
        connection.patience = self.patience
        return connection

    def attend(self, connection: PatientConnection, pid: int, since: str) -> None:
        """Have it asked on another connection whether the server works, where one falls silent.

        Args:
            connection: that.
            pid: the server's process behind it.
            since: when that began, as the server says.
        """
        connection.works = partial(self._is_at_work, pid, since)

    def _is_at_work(self, pid: int, since: str) -> bool:
        try:
            with closing(self.connect()) as other:
                return bool(other.execute(_AT_WORK, (pid, since)).fetchall())
        except (psycopg.Error, BadInput):
            return False

    def refuse(self, error: psycopg.Error) -> NoReturn:
        """Say why there is no connection.

        Raises:
            BadInput: always.
        """
        raise BadInput(_why(str(error)), self.shown) from None


def _unreadable() -> BadInput:
    why = (
        f"this is not a URL that PostgreSQL knows; {_FORM} is expected, perhaps with ?OPTION=VALUE "
        f"of libpq; in a password @ is written %40, / %2F, : %3A"
    )
    return BadInput(why, "postgresql://")


def _patience(said: str | int, shown: str) -> float | None:
    """Milliseconds of libpq as seconds; none or less are for ever.

    Raises:
        BadInput: when it is no number.
    """
    try:
        milliseconds = int(said)
    except ValueError:
        why = f"tcp_user_timeout is a whole number of milliseconds, or 0 for no end; not {said!r}"
        raise BadInput(why, shown) from None
    return milliseconds / 1000 if milliseconds > 0 else None


def _listed(said: dict[str, Any], name: str) -> list[str]:
    return str(said[name]).split(",") if name in said else []


def _shown(said: dict[str, Any], hosts: list[str], ports: list[str]) -> str:
    """The URL without what nobody is to see."""
    ports = ports * len(hosts) if len(ports) == 1 else ports or [""] * len(hosts)
    servers = [
        (f"[{host}]" if ":" in host else host) + (f":{port}" if port else "")
        for host, port in zip(hosts, ports, strict=False)
        if not host.startswith("/")
    ]
    user = f"{said['user']}@" if "user" in said else ""
    database = f"/{said['dbname']}" if "dbname" in said else ""
    more = [f"host={host}" for host in hosts if host.startswith("/")]
    more += [f"port={port}" for port in ports[:1] if more and port]
    more += [f"service={said['service']}"] if "service" in said else []
    return f"postgresql://{user}{','.join(servers)}{database}{'?' if more else ''}{'&'.join(more)}"


_NOT_NOW: Final = ("starting up", "shutting down", "in recovery mode", "not yet accepting")
_NOT_EVER: Final = (
    "authentication failed",
    "no password supplied",
    "pg_hba.conf",
    "does not exist",
)

_WHY: Final = (
    ("password authentication failed", "the server refuses this user or this password"),
    ("no password supplied", "the server asks for a password; `PGPASSWORD` or a passfile gives it"),
    ("authentication failed", "the server refuses this user"),
    ("pg_hba.conf", "the server lets nobody in from here as this user (its pg_hba.conf)"),
    ("No such file or directory", "no server answers there; is it running?"),
    ("Connection refused", "no server answers there; is it running?"),
    ("timeout expired", "no server answers there within the time"),
    ("timed out", "no server answers there within the time"),
    ("closed the connection unexpectedly", "no server answers there, or it hangs up"),
    ("could not translate host name", "there is no host of this name"),
    ("failed to resolve host", "there is no host of this name"),
    ("too many clients", "the server has no more connections to give; try again"),
    ("remaining connection slots", "the server has no more connections to give; try again"),
    ("too many connections", "the server has no more connections to give; try again"),
    ("definition of service", "there is no such service (pg_service.conf)"),
    *((words, "the server is starting or stopping; try again") for words in _NOT_NOW),
)
"""What a server or libpq says, and what that is."""


def not_now(error: psycopg.Error) -> bool | None:
    """Whether it is worth asking again: surely, perhaps (None), or not at all."""
    said = str(error)
    if any(words in said for words in _NOT_NOW):
        return True
    return False if any(words in said for words in _NOT_EVER) else None


def _why(said: str) -> str:
    for words, why in _WHY:
        if words in said:
            return why
    if 'database "' in said and "does not exist" in said:
        return "the server has no such database; its owner makes one with `createdb`"
    if 'role "' in said and "does not exist" in said:
        return "the server knows no such user"
    return f"there is no connection to this server ({' '.join(said.split())[:200]})"
