"""The vocabulary: every command and event is said once, and what is released never changes."""

import importlib
import importlib.util
import pkgutil
from pathlib import Path

import attrs

import events
from events.codec import encode_command, encode_event
from events.commands import COMMANDS, Spread
from events.dust import FFEPlaced
from events.orders import FORMS
from events.register import BookCommand, Command, Event
from events.sky import GustsBegan
from events.vocabulary import EVENTS

RELEASED = Path(__file__).parent / "golden"


def _released(what: str) -> list[str]:
    return (RELEASED / f"{what}.txt").read_text(encoding="utf-8").splitlines()


def test_no_module_of_events_is_forgotten() -> None:
    """Every class of an event or a command, in whatever module, is found by its tag or word."""
    for module in pkgutil.walk_packages(events.__path__, "events."):
        importlib.import_module(module.name)
    waiting, found, register = [Event, Command, BookCommand], set[type](), Event.__module__
    while waiting:
        below = [each for each in waiting.pop().__subclasses__() if "events." in each.__module__]
        waiting += below
        found |= {each for each in below if attrs.has(each) and each.__module__ != register}
    assert found == {*EVENTS.values(), *COMMANDS.values()}


def test_the_tags_of_events_are_those_released() -> None:
    """A tag that logs use never changes and never goes; a new one is added to the list."""
    assert list(EVENTS) == _released("tags")


def test_the_words_of_commands_are_those_released() -> None:
    """A word that orders and logs use never changes and never goes; nor does the form of its order.

    A new command is added to the list, and a piece to a form only where it may be left out.
    """
    assert [form.usage for form in FORMS.values()] == _released("forms")
    assert [usage.split()[0] for usage in _released("forms")] == list(COMMANDS)


def test_a_tag_follows_from_the_name_of_the_class() -> None:
    """Capitals in a row are one word of the tag, as in FFE, and logs use the tag."""
    assert FFEPlaced.tag == "ffe_placed"
    assert encode_event(GustsBegan("B25.651")) == {"event": "gusts_began", "rule": "B25.651"}
    assert encode_command(Spread("B2")) == {"order": "spread", "hex": "B2"}
