"""A connection to a server that may fall silent: nobody waits for an answer that cannot come.

A network that is half open keeps a connection and carries nothing on it: a router has forgotten
it, or a machine stands still. So where a server owes an answer and says nothing for some time, it
is asked on another connection whether it works on that answer. If it does, it is waited for,
however long it takes; otherwise the connection is given up, as if it had broken.
"""

from collections.abc import Callable, Generator
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGresult

T = TypeVar("T")

_INTERVAL: Final = 0.1
"""So often it is looked how long nothing came, in seconds."""


class ServerSilent(psycopg.OperationalError):
    """The server says nothing, and does not work on what it was asked either."""


class PatientConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that is given up when its server has fallen silent.

    Attributes:
        patience: after so many seconds of silence `works` is asked; None waits for ever.
        works: whether the server works on what it was asked here.
        heard: when something came from it last, by `monotonic`.

    Raises:
        ServerSilent: by whatever waits for an answer; the connection is closed then.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        """Nothing was asked yet."""
        super().__init__(*args, **more)
        self.patience: float | None = None
        self.works: Callable[[], bool] = lambda: False
        self.heard = monotonic()

    def wait(self, gen: PQGen[T], *args: Any, **more: Any) -> T:
        """Wait for what a generator of psycopg waits for, but not for a server that is gone."""
        return super().wait(self._attended(gen), *args, **more)

    def still_there(self) -> None:
        """See that a server of which nothing was heard for long still answers."""
        if self.patience is not None and monotonic() - self.heard > self.patience:
            self.execute("SELECT 1")

    def answer_to(self, words: bytes) -> PGresult:
        """Ask something, and wait for the answer even if somebody hits Ctrl-C meanwhile.

        That is raised when the answer is here, so that it is known what became of what was asked.
        Whoever hits it twice closes the connection.

        Raises:
            psycopg.Error: when the server is gone.
        """
        answering, kept = self._attended(self._answer(words)), list[KeyboardInterrupt]()
        try:
            answer = self._unhindered(answering, kept)
        except BaseException:
            self.close()
            if kept:
                raise kept[0] from None
            raise
        if kept:
            raise kept[0]
        return answer

    def _unhindered(self, gen: PQGen[T], kept: list[KeyboardInterrupt]) -> T:
        """Wait for a generator; the first Ctrl-C is kept."""
        try:
            wanted = next(gen)
            while True:
                ready = 0
                try:
                    ready = self._ready(int(wanted))
                except KeyboardInterrupt as error:
                    if kept:
                        raise
                    kept.append(error)
                wanted = gen.send(ready)
        except StopIteration as end:
            found: T = end.value
            return found

    def _ready(self, wanted: int) -> int:
        with DefaultSelector() as selector:
            selector.register(self.pgconn.socket, wanted)
            return sum(events for _, events in selector.select(_INTERVAL))

    def _answer(self, words: bytes) -> Generator[Any, Any, PGresult]:
        """Send a statement, and take its last result."""
        self.pgconn.send_query(words)
        while self.pgconn.flush():
            if (yield EVENT_READ | EVENT_WRITE) & EVENT_READ:
                self.pgconn.consume_input()
        answers = list[PGresult]()
        while True:
            while self.pgconn.is_busy():
                if (yield EVENT_READ):
                    self.pgconn.consume_input()
            answer = self.pgconn.get_result()
            if answer is None:
                break
            answers.append(answer)
        while told := self.pgconn.notifies():
            if self.pgconn.notify_handler is not None:  # else nobody hears of it
                self.pgconn.notify_handler(told)
        return answers[-1]

    def _attended(self, gen: PQGen[T]) -> Generator[Any, Any, T]:
        """What a generator waits for, with a look at the server where nothing comes."""
        since, doubted = monotonic(), False
        try:
            wanted = next(gen)
            while True:
                ready = (yield wanted) or 0
                if ready:
                    since, doubted = monotonic(), False
                    self.heard = since if ready & EVENT_READ else self.heard
                elif self._owes(since):
                    doubted = self._has_failed(doubted)
                    since = since if doubted else monotonic()
                wanted = gen.send(ready)
        except StopIteration as end:
            found: T = end.value
            return found

    def _has_failed(self, doubted: bool) -> bool:
        """Whether the server seems to be gone; the second time in a row it is.

        Its answer may have been on its way when it was asked.

        Raises:
            ServerSilent: when it is; the connection is closed.
        """
        try:
            if not doubted:
                return not self.works()
            raise ServerSilent("the server answers no more")
        except BaseException:
            self.close()
            raise

    def _owes(self, since: float) -> bool:
        """Whether an answer has not come for longer than it is waited for."""
        return (
            self.patience is not None
            and monotonic() - since > self.patience
            and self.pgconn.transaction_status == TransactionStatus.ACTIVE
        )
