"""What `replays.testing` draws and tells: a broken rule is found, and told so that it is played."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis.stateful import invariant, run_state_machine_as_test
from hypothesis.statistics import collector
from hypothesis.strategies import SearchStrategy

from events.errors import BadInput
from events.terms import EC, Density, Weather, WindForce
from replays import Game
from replays.cli.main import main
from replays.testing import DesertMachine, WeatherTrail, game, games, steps, trail, weather
from sim.chapter_11 import wind_and_rain
from sim.chapter_b import wind_change
from sim.machine.telling import Telling
from sim.state import State, Wind
from tests import cases
from tests.drawn import examples

TESTING: Final = Path(__file__).parent.parent / "docs" / "testing.md"
DYO: Final[dict[str, Any]] = {
    "dyo": True,
    "ec": "Dry",
    **dict.fromkeys(("weather", "time_of_day", "wind", "dust"), "roll"),
}
SHRUNK: Final = (Phase.generate, Phase.shrink)


def _rises_only_in_the_pair(turn: Any) -> None:
    if turn.after.density.level > turn.before.density.level:
        assert turn.after.wind.force is WindForce.HEAVY_WINDS
        assert turn.after.wind.gusts


def _none_after_rain(turn: Any) -> None:
    assert not (turn.after.sky.rained and turn.after.density is not Density.NONE)


def _gusts_by_the_dr(turn: Any) -> None:
    least = 10 if turn.after.sky.weather is Weather.GUSTY else 12
    assert turn.after.wind.gusts == (turn.dr >= least)


def _keeps_dust(_: State, state: State) -> Telling:
    yield from ()
    return state


BROKEN: Final[tuple[tuple[object, str, Any, Callable[[Any], None]], ...]] = (
    (Wind, "heavy_gusts", property(lambda wind: wind.gusts), _rises_only_in_the_pair),
    (wind_and_rain, "end_all_dust", _keeps_dust, _none_after_rain),
    (wind_change, "GUSTY_AT_LEAST", 11, _gusts_by_the_dr),
)
"""A rule each, what it is broken to, and a property of it."""


def _told(test: Callable[[], None]) -> dict[str, str]:
    """The parts of what is told of the example on which a test fails, by their titles."""
    with pytest.raises(AssertionError) as error:
        test()
    notes = "\n".join(error.value.__notes__)
    parts = re.split(r"^--- (.*)\n", notes, flags=re.MULTILINE)
    return {"": notes, **dict(zip(parts[1::2], parts[2::2], strict=True))}


def _made(line: str, **names: object) -> Any:
    """What a line makes that was told."""
    return eval(line, {"game": game, "trail": trail, **names})  # noqa: S307 - it is ours


def _part(told: dict[str, str], title: str) -> str:
    (found,) = (text.strip() for key, text in told.items() if key.startswith(title))
    return found


def _play(told: dict[str, str], folder: Path) -> Game:
    """The game that ``khamsin run`` makes of what was told."""
    for name in ("found.toml", "found.orders"):
        (folder / name).write_text(_part(told, name) + "\n", encoding="utf-8")
    files = (str(folder / "found.toml"), "--orders", str(folder / "found.orders"))
    assert main(["run", *files, "-o", str(folder / "game.jsonl")]) == 0
    return Game.load(folder / "game.jsonl")


@pytest.mark.parametrize(("where", "name", "broken", "holds"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_rule_is_found_and_told(
    where: object,
    name: str,
    broken: Any,
    holds: Callable[[Any], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The least weather is told as files that play, as their story and as a line that fails."""

    @examples(200, database=None, phases=SHRUNK)
    @given(weather())
    def each(drawn: WeatherTrail) -> None:
        for turn in drawn:
            holds(turn)

    each()
    monkeypatch.setattr(where, name, broken)
    told = _told(each)
    assert _play(told, tmp_path).story() == _part(told, "its story")
    (kept,) = re.findall(r"^@example\((trail\(.*\))\)  #", told[""], re.MULTILINE)
    found = _made(kept)
    assert repr(found) == kept
    assert len(found.player_turns) <= 2
    with pytest.raises(AssertionError):
        holds(found.player_turns[-1])
    monkeypatch.undo()
    for turn in _made(kept):
        holds(turn)


def test_a_machine_tells_orders_as_they_are_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds that Dust rises by Gusts alone; its program and its files make the same game."""

    class Dusty(DesertMachine):
        @invariant()
        def dust_rises_only_in_heavy_winds(self) -> None:
            if (
                self.before.dust is not None
                and self.state.density.level > self.before.density.level
            ):
                assert self.state.wind.heavy

    monkeypatch.setattr(Wind, "heavy_gusts", property(lambda wind: wind.gusts))
    few = settings(max_examples=400, stateful_step_count=12, database=None, phases=SHRUNK)
    told = _told(lambda: run_state_machine_as_test(Dusty, settings=few))
    assert "Draw " not in told[""]
    state = Dusty()
    for step in re.findall(r"^state\.(?:begin|play)\(.*\)$", told[""], re.MULTILINE):
        _made(step, state=state)
    with pytest.raises(AssertionError):
        state.dust_rises_only_in_heavy_winds()
    assert state.game.story() == _play(told, tmp_path).story() == _part(told, "its story")


@examples(60)
@given(games(most=30))
def test_a_game_is_made_again_by_its_repr(drawn: Game) -> None:
    """The call that is told of a game makes the same log, byte by byte."""
    assert _made(repr(drawn)).log_bytes() == drawn.log_bytes()


@examples(100)
@given(weather())
@example(trail("weather 1 1; time-of-day 3; wind-force 6; wind-direction 2; dust 6; wc 6 6", **DYO))
def test_a_trail_is_the_weather_of_its_game(drawn: WeatherTrail) -> None:
    """Before each roll is what was after the last; a game of the same rolls ends alike."""
    assert _made(repr(drawn)) == drawn
    for one, two in zip(drawn.player_turns, drawn.player_turns[1:], strict=False):
        assert (one.after.sky, one.after.wind, one.after.dust) == (
            *(two.before.sky, two.before.wind, two.before.dust),
        )
    assert drawn.game.state == (drawn.rolls[-1].after if drawn.rolls else drawn.beginning)
    rolled = [entry.then for entry in drawn.game.entries if entry.dice]
    assert rolled == [roll.events for roll in drawn.rolls]


@cases(
    "orders, sentence",
    ("wc 6", "`wc 6`: `wc` with its dice would be due"),
    ("wc", "`wc`: `wc` with its dice would be due"),
    ("wc 3 4 5", "`wc 3 4 5`: `wc` with its dice would be due"),
    ("ec 3", "`ec 3`: `wc` with its dice would be due"),
    ("wc 3 4; wc 3 4; wc 3 4", "the game is over after 2 of these 3 rolls"),
)
def test_a_trail_takes_what_is_due(orders: str, sentence: str) -> None:
    """Another order than the one that is due, or other dice than it takes, are refused."""
    with pytest.raises(BadInput, match=re.escape(sentence)):
        trail(orders, ec=EC.DRY.value, turns=1, wind="Mild Breeze", wind_direction=1)
    with pytest.raises(BadInput, match="-1 is no whole number from 0 on"):
        weather(most=-1)


@cases("drawn", weather(most=3), games(most=3))
def test_statistics_tell_what_happened(drawn: SearchStrategy[Any]) -> None:
    """A property that holds because nothing happened is seen."""
    told: list[Any] = []
    with cast("Any", collector).with_value(told.append):
        examples(10)(given(drawn)(lambda _: None))()
    assert "WindChangeRolled" in str(told)


def test_what_the_docs_show_is_told() -> None:
    """The first property of docs/testing.md fails, and tells each line that is shown there."""
    text = TESTING.read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    shown = re.findall(r"```text\n(.*?)```", text, re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - it is ours
    told = _told(settings(database=None, phases=SHRUNK)(names["test_dust_rises_in_gusts"]))[""]
    assert {line for line in shown.splitlines() if line.strip()} <= set(told.splitlines())


def test_steps_are_the_events_with_the_states_around_them() -> None:
    """Within an order too, so that each event meets the state before and after it."""
    played = game("wc 3 4; phase mph", wind="Mild Breeze", wind_direction=1, ec="Dry")
    found = list(steps(played))
    assert [each.event for each in found] == [e for entry in played.entries for e in entry.then]
    assert all(one.after is two.before for one, two in pairwise(found))
    assert (found[0].before, found[-1].after) == (played.beginning, played.state)
    reached = [str(each.after.moment) for each in found]
    assert reached[-2:] == ["1.1/PFPh", "1.1/MPh"]  # both of one order
    played.do("undo")
    assert [*steps(played)][-1].after == played.state  # what was taken back is no step
