"""Golden playthroughs: games that a player can check by eye, one for each area of the rules."""

from string import Formatter
from typing import Final

import attrs
import pytest

from events.spreading_fire import BuildingHeld
from events.vocabulary import EVENTS
from replays.auditing.audit import audit
from tests.golden import FOLDER, NAMES, play, story

OF_OLDER_GAMES: Final = {BuildingHeld}
"""Events of logs that other rules wrote: no game has them any more (B25.66)."""


@pytest.mark.rule("11.76", "11.74", "11.77", "11.701", "11.2", "11.4", "AD3.43", "AD3.44", "AD4.42")
@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_tells_its_story(name: str) -> None:
    """The story of a golden game is the one that was read and kept (python -m tests.golden)."""
    assert story(name) == (FOLDER / f"{name}.story").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_audits_clean(name: str, tmp_path: pytest.TempPathFactory) -> None:
    """Dice rolled by hand and entered audit clean when the rules were followed."""
    path = f"{tmp_path}/game.jsonl"
    play(name).save(path)
    report = audit(path)
    assert report.findings == ()
    assert report.clean


def test_every_event_happens_in_some_golden_game() -> None:
    """No event is without an example that a player can read."""
    seen = {type(event) for name in NAMES for entry in play(name).entries for event in entry.then}
    assert seen == set(EVENTS.values()) - OF_OLDER_GAMES


def test_every_event_has_a_sentence() -> None:
    """An event says in its class how a story tells it, and of nothing that it has not."""
    for tag, event in EVENTS.items():
        assert event.says or "__str__" in vars(event), tag
        names = {name.partition(".")[0] for _, name, *_ in Formatter().parse(event.says) if name}
        assert names <= {*(each.name for each in attrs.fields(event)), *dir(event)}, tag
