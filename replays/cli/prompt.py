"""The prompt of ``khamsin play`` with completion and history, by prompt_toolkit."""

from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from events.orders import begun_words, format_order
from replays.asking.session import Session, completions


class TableCompleter(Completer):
    """Completes orders and questions by the state that the game is in."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The words that the one before the cursor may become."""
        del complete_event
        begun = document.text_before_cursor
        *_, last = begun_words(begun) or [""]
        last = last if begun.endswith(last) else ""
        for word in completions(self._session.game.state, begun):
            yield Completion(word, start_position=-len(last))


def prompt_reader(
    session: Session, keys: Input | None = None, screen: Output | None = None
) -> Callable[[str], str]:
    """What asks for a line; the orders of the game so far are its history."""
    history = InMemoryHistory()
    for entry in session.game.entries:
        history.append_string(format_order(entry.do, entry.table_dice))
    asking: PromptSession[str] = PromptSession(
        history=history,
        completer=TableCompleter(session),
        complete_while_typing=False,
        input=keys,
        output=screen,
    )
    return asking.prompt
