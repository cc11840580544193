"""How much work is done, counted instead of timed: so speed stays, on any machine."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from inspect import unwrap
from pathlib import Path
from types import FrameType
from typing import Any, Final

import attrs
import pytest
from hypothesis import given

from events import chain
from events.orders import format_order
from replays import Game, audit, drive, load_scenario, play
from replays.game.position import happen
from replays.game.scenario_file import load_board
from replays.testing import strategies
from sim.chapter_a import path
from sim.chapter_a.los import Location, trace
from sim.chapter_b import cot, mover, roads, trail_breaks
from sim.chapter_b.artificial_terrain import artificial_terrain
from sim.chapter_b.symbology import terrain_map
from sim.los import features
from sim.los.features import field_of
from sim.machine import dice
from sim.machine.cached import last_cached
from sim.machine.opening import initial_state, setting_of
from sim.state import State
from tests import cases
from tests.drawn import examples
from tests.table import scenario


def _calls(act: Callable[[], Any]) -> int:
    """How many calls of Python functions an act takes."""
    count = 0

    def note(_: FrameType, event: str, __: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def _counting(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[Any]:
    """The first arguments of every call of a function from now on."""
    seen: list[Any] = []
    original = getattr(where, name)

    def noting(*args: Any, **kwargs: Any) -> Any:
        seen.append(args[1:2])
        return original(*args, **kwargs)

    monkeypatch.setattr(where, name, noting)
    return seen


# Movement -----------------------------------------------------------------------------------


@cases("work, most", ("play", 100), ("audit", 109))
def test_an_order_takes_no_more_calls_than_it_did(work: str, most: int, tmp_path: Path) -> None:
    """Playing and auditing a driven game stay within so many calls of functions an order.

    Mud (E3.6), Blazes (B25.4) and room in a hex (AD3.61) are asked about as vehicles move.
    """
    game = play(load_scenario("bir-el-qaha"), "calls")
    game.save(tmp_path / "game.jsonl")
    told = [format_order(entry.do) for entry in game.entries[:-1]]

    def again() -> None:
        Game(game.header, game.beginning).do_all(told)

    acts: dict[str, Callable[[], Any]] = {
        "play": again,
        "audit": lambda: audit(tmp_path / "game.jsonl"),
    }
    act = acts[work]
    act()
    assert _calls(act) / len(told) <= most


# Whole games --------------------------------------------------------------------------------


def _driven(games: int) -> None:
    np = pytest.importorskip("numpy", reason="the extra `bulk` is not installed")
    from replays.sweep.job import Piece, job_of
    from replays.sweep.kernel import plan_of
    from replays.sweep.result import play_whole

    facts = load_scenario("bir-el-qaha")
    played, _ = play_whole(plan_of(facts), Piece(job_of(facts, games, full=True), 0, games))
    assert np.shape(played)[1] == games


def test_games_of_a_sweep_share_what_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terrain is worked out for all games at once, and most words of dice for several."""
    dice._block_of_words.cache_clear()
    ciphers = _counting(monkeypatch, dice.Keystream, "__init__")
    _driven(1)
    first, missed = len(ciphers), terrain_map.cache_info().misses
    ciphers.clear()
    dice._block_of_words.cache_clear()
    setting_of.cache_clear()
    _driven(24)
    assert len(ciphers) <= 3 * first
    assert terrain_map.cache_info().misses <= missed + 2


def test_a_game_of_a_sweep_takes_no_more_calls_than_it_did() -> None:
    """A whole game stays within so many calls of functions, on average."""
    first = Game.new(load_scenario("bir-el-qaha"), "calls")

    def act() -> None:
        for number in range(24):
            header = attrs.evolve(first.header, game=number)
            for _ in drive(Game(header, first.beginning), finish=False):
                pass

    act()
    assert _calls(act) / 24 <= 8_900


def test_no_line_is_written_where_no_file_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep of whole games without a file encodes no entry and makes no seal."""
    written = _counting(monkeypatch, chain, "entry_line")
    _driven(3)
    assert written == []


# The codec ----------------------------------------------------------------------------------


def test_the_codec_makes_no_plan_before_it_is_asked_for() -> None:
    """Importing the codec makes nothing for any event or command: who has none pays for none."""
    asked = "from events import codec; print(len(codec._COMMANDS), len(codec._EVENTS))"
    said = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    assert said.stdout.split() == ["0", "0"]


# LOS ----------------------------------------------------------------------------------------


@cases("board, most", ("arid-village", 185), ("desert-33", 90), ("hills", 163))
def test_a_los_takes_no_more_calls_than_it_did(board: str, most: int) -> None:
    """Tracing one LOS over a board stays within so many calls of functions, on average."""
    state = initial_state(attrs.evolve(scenario(vehicles=[]), boards=(load_board(board),)))
    chance = random.Random(1)
    names = list(state.setting.area.record)
    ends = [[Location(name) for name in chance.sample(names, 2)] for _ in range(400)]
    field = field_of(state)

    def act() -> None:
        for one, two in ends:
            trace(field, one, two)

    act()
    assert _calls(act) / len(ends) <= most


# What is cached -----------------------------------------------------------------------------


def _same(one: Any, two: Any) -> bool:
    """Whether two values are equal, field by field."""
    if attrs.has(type(one)):
        return attrs.asdict(one, recurse=False) == attrs.asdict(two, recurse=False)
    return bool(one == two)


def _asked(state: State) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Everything that is cached of a state, and with what it is asked."""
    yield features._standing, (state,)
    yield features._ablaze, (state,)
    yield path._places, (state,)
    for vehicle, found in state.vehicles.items():
        yield mover._mover, (state.setting, vehicle, found.bu, found.towing)
        who = mover.mover_of(state, vehicle)
        for levels in (0, 1):
            yield cot.added_cost, (state, who, levels)
        if found.hex is None:
            continue
        yield trail_breaks._breakable, (state.setting, found.hex)
        for to in state.setting.area.neighbours(found.hex).values():
            yield roads._way, (state.setting, found.hex, to)
            counters = tuple(artificial_terrain(state, to, without=who.beside))
            for road in (None, True, False):
                yield cot._map_cost, (state, who, found.hex, to, road)
                yield cot._map_cost, (state, who, None, to, road is True)
                yield cot._among, (state, who, found.hex, to, road, counters)
                yield cot._among, (state, who, None, to, road is True, counters)


def test_last_cached_knows_the_very_same_things_alone() -> None:
    """Work is spared only where every thing asked for is the very one asked for last."""
    done: list[tuple[object, ...]] = []

    @last_cached
    def pair(one: list[int], two: str) -> tuple[list[int], str]:
        done.append((one, two))
        return one, two

    equal = [[1], [1]]
    assert pair(equal[0], "a") is pair(equal[0], "a")
    assert len(done) == 1
    assert pair(equal[1], "a")[0] is equal[1]
    assert pair(equal[1], "b") == ([1], "b")
    assert pair(equal[0], "a")[0] is equal[0]
    assert len(done) == 4


@examples(25)
@given(strategies.games(most=30))
def test_what_is_cached_is_what_is_worked_out_anew(game: Game) -> None:
    """In every state of a game, each cached answer is that of the same work done again."""
    state = game.beginning
    for entry in game.entries:
        for event in entry.then:
            state = happen(state, event, entry.n)
        for recall, args in _asked(state):
            anew = unwrap(recall)(*args)
            assert _same(recall(*args), anew), (recall.__name__, args[1:])


# What a command loads ------------------------------------------------------------------------

_LOADED: Final = """
import contextlib, gc, io, sys
from replays.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
names = [name for name in sys.modules if name.split(".")[0] in ("events", "sim", "replays")]
made = {
    f"{cls.__module__}.{cls.__qualname__}"
    for cls in gc.get_objects()
    if isinstance(cls, type) and "__attrs_attrs__" in vars(cls)
}
print(len(made), *names, *(name for name in sys.modules if "." not in name))
"""


def _loaded(*words: str) -> tuple[int, set[str]]:
    """How many attrs classes a command makes, and which modules it loads."""
    command = [sys.executable, "-c", _LOADED, *words]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    made, *names = said.stdout.split()
    return int(made), set(names)


@cases("word", "--help", "--version")
def test_help_and_version_load_nothing_of_the_game(word: str) -> None:
    """They make no class of the game, and import neither rule, event nor library."""
    made, names = _loaded(word)
    assert made == 0
    assert len([name for name in names if name.startswith(("events", "sim", "replays"))]) <= 14
    assert names.isdisjoint({"attrs", "cattrs", "immutables", "structlog", "rich", "cryptography"})


def test_the_rulebook_is_looked_up_without_a_rule() -> None:
    """`khamsin rules` reads what is kept; it imports neither chapter nor event."""
    made, names = _loaded("rules", "11.76")
    assert made <= 30
    rules = [name for name in names if name.startswith("sim.chapter_")]
    assert rules == []
    assert "events.vocabulary" not in names


def test_a_question_loads_itself_and_what_it_asks() -> None:
    """A question imports no other, nor what plays, draws, audits or tells a game."""
    made, names = _loaded("ask", "recovery", "bir-el-qaha")
    assert made <= 319
    assert {name for name in names if name.startswith("sim.questions.")} == {
        "sim.questions.recovery"
    }
    others = ("replays.drawing", "replays.auditing", "replays.game.game", "sim.machine.decide")
    assert not [name for name in names if name.startswith(others)]
    assert names.isdisjoint({"structlog", "rich", "numpy"})


def test_a_state_is_shown_without_what_plays_draws_or_rolls(tmp_path: Path) -> None:
    """`show` imports no question, picture, audit or cipher, and nothing that plays a game."""
    Game.new(load_scenario("bir-el-qaha"), "x").do_all(["wc 3 4"]).save(tmp_path / "g.jsonl")
    _, names = _loaded("show", str(tmp_path / "g.jsonl"))
    others = ("pictures", "auditing", "asking", "sessions", "chances", "playing.game", "rulebook")
    assert not [name for name in names if name.startswith(tuple(f"replays.{o}" for o in others))]
    assert not [name for name in names if name.startswith("sim.questions")]
    assert names.isdisjoint({"cryptography", "structlog", "rich", "numpy"})
