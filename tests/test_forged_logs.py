"""Forged logs: whatever a log says, its chain valid, each command ends with a code and a sentence.

The forger of ``tests/test_bad_input.py`` puts in what belongs nowhere. This one knows games: he
puts the hex, vehicle, order or event of one place into another, invents hexes, takes boards away,
and leaves out, doubles, moves and renumbers entries.
"""

import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import orjson
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from replays.cli.main import main
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from tests.drawn import examples
from tests.table import Table
from tests.test_bad_input import places, sealed, values_of
from tests.test_codec import a_rich_game

Value = Any
Draw = Callable[..., Any]
Forger = Callable[[Draw, list[Value], bytes], None]

FORGED: Final = examples(150, suppress_health_check=[HealthCheck.data_too_large])


def _of_the_log() -> Game:
    """A short game with notes, table dice, something taken back, and a closing entry."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="forged")
    for order in ("wc 3 4", "note dawn", "phase MPh", "undo", "dice seed", "phase MPh"):
        game.do(order)
    for order in ("start PzA", "stop PzA", "note 'all stand'", "finish"):
        game.do(order)
    return game


@cache
def honest() -> tuple[bytes, ...]:
    """The logs that are forged: one with everything, one with all orders of the log, a branch."""
    rich, kept = a_rich_game().game, _of_the_log()
    return rich.log_bytes(), kept.log_bytes(), kept.branch("#7").log_bytes()


HEXES: Final = ("A1", "Q99", "ZZ1", "O11", "I0", "d4", "D4 ", "", "D4\x1b[2J")
"""Hexes, in play and not, and what is none."""

HUGE: Final = (2**31, 2**53, 2**63 - 1, -(2**63), 10**6, 1e308, "9" * 400, "x" * 5000, [0] * 3000)
"""What is far too much."""


@cache
def _kin(log: bytes) -> dict[str, list[Value]]:
    """All values that a log has under each key."""
    found: dict[str, list[Value]] = defaultdict(list)
    for value in values_of(log):
        for holder, key in places([value]):
            if isinstance(key, str) and holder[key] not in found[key]:
                found[key].append(holder[key])
    return dict(found)


def _copy(value: Value) -> Value:
    return orjson.loads(orjson.dumps(value))


def _another_value(draw: Draw, values: list[Value], log: bytes) -> None:
    """One value gives way to one that stands under the same key elsewhere."""
    keyed = [(holder, key) for holder, key in places(values) if isinstance(key, str)]
    holder, key = draw(st.sampled_from(keyed))
    holder[key] = _copy(draw(st.sampled_from(_kin(log)[key])))


def _another(kind: type, values_of_it: Callable[[Any], Sequence[Value]]) -> Forger:
    """A value of a kind gives way to another: a hex, a number near it, or far too much."""

    def forge(draw: Draw, values: list[Value], _: bytes) -> None:
        found = [each for each in places(values) if isinstance(each[0][each[1]], kind)]
        holder, key = draw(st.sampled_from(found))
        holder[key] = _copy(draw(st.sampled_from(values_of_it(holder[key]))))

    return forge


def _near(number: int) -> Sequence[Value]:
    return [*(number + step for step in (-1, 1, 6, -40, 1000)), *HUGE[:6]]


def _another_board(draw: Draw, values: list[Value], _: bytes) -> None:
    """The boards are other ones: none, fewer, cut, turned, or one twice."""
    boards = values[0].get("scenario", {}).get("boards")
    if not isinstance(boards, list) or not boards:
        return
    how = draw(st.integers(0, 4))
    if how == 0:
        boards.clear()
    elif how == 1:
        boards.pop()
    elif how == 2:
        boards.append(_copy(boards[0]))
    else:
        key = draw(st.sampled_from(["width", "first", "rows", "name", "reversed", "at", "desert"]))
        boards[0][key] = draw(st.sampled_from([1, 2, 33, "A", "", True, None, [1, 2]]))


def _another_event(draw: Draw, values: list[Value], log: bytes) -> None:
    """An event, or an order, of one entry comes to another, is left out or stands twice."""
    entry = draw(st.sampled_from(values[1:] or values))
    if draw(st.booleans()):
        entry["do"] = _copy(draw(st.sampled_from(_kin(log)["do"])))
        return
    events = entry.get("then")
    if not isinstance(events, list):
        return
    if events and draw(st.booleans()):
        events.pop(draw(st.integers(0, len(events) - 1)))
    else:
        all_events = [event for each in _kin(log)["then"] for event in each]
        events.insert(draw(st.integers(0, len(events))), _copy(draw(st.sampled_from(all_events))))


def _another_order(draw: Draw, values: list[Value], _: bytes) -> None:
    """Entries are left out, doubled or moved; their numbers fit again, or do not."""
    if len(values) < 3:
        return
    one = draw(st.integers(1, len(values) - 1))
    two = draw(st.integers(1, len(values) - 1))
    how = draw(st.integers(0, 3))
    if how == 0:
        del values[one]
    elif how == 1:
        values.insert(two, _copy(values[one]))
    elif how == 2:
        values[one], values[two] = values[two], values[one]
    else:
        del values[min(one, two) : max(one, two)]
    if draw(st.booleans()):
        for n, value in enumerate(values[1:], 1):
            if isinstance(value, dict):
                value["n"] = n


def _an_early_end(draw: Draw, values: list[Value], _: bytes) -> None:
    """The log ends early, so that what was forged stands where the next order is given."""
    del values[draw(st.integers(1, len(values))) :]


FORGERIES: Final = (
    *(_another_value, _another_value, _another(str, lambda _: HEXES), _another(int, _near)),
    _another(object, lambda _: HUGE),
    *(_another_board, _another_event, _another_event, _another_order, _an_early_end),
)


@st.composite
def forged(draw: st.DrawFn) -> bytes:
    """A log that a person forged in a few places, with hashes that fit."""
    log = draw(st.sampled_from(honest()))
    values = values_of(log)
    for _ in range(draw(st.integers(1, 3))):
        draw(st.sampled_from(FORGERIES))(draw, values, log)
    return sealed([orjson.dumps(value) for value in values])


MOMENTS: Final = ("end", "1.1/MPh", "1.2", "setup", "#3", "dawn")
QUESTIONS: Final = (
    *(["due"], ["in-effect"], ["shot", "--from", "D4", "--to", "H7"], ["view", "--from", "B3"]),
    *(["entry-cost", "--from", "D4", "--to", "D5", "--vehicle", "PzA"], ["burn", "--hex", "H6"]),
    *(["bog", "--vehicle", "PzA", "--to", "D5"], ["tem", "--hex", "H4"], ["mud-bog"]),
    *(["stacking", "--hex", "H4"], ["rally", "--hex", "H4"], ["prohibitions"], ["overlay"]),
    *(["bypass", "--hex", "E6", "--along", "1"], ["dash", "--from", "D4", "--across", "D5"]),
)
TYPED: Final = """\
show
story
due
shot D4 H7
? entry-cost D4 D5 vehicle PzA
map
note 'typed'
wc
undo
phase MPh
start PzA
move PzA D5
quit
"""


def _ways(path: str) -> Iterator[list[str]]:
    """Everything that the command line does with a log."""
    beside = ["-o", f"{path}.new"]
    yield from (["audit", path, *more] for more in ([], ["--json"], ["--finished", "--rulings"]))
    yield from (["report", path, *more] for more in ([], ["--json"], ["--finished"]))
    yield from (["report", path, "-o", f"{path}.{kind}"] for kind in ("html", "md", "json"))
    yield ["audit", path, "--parent", f"{path}.honest"]
    yield ["audit", f"{path}.honest", "--parent", path]
    for at in MOMENTS:
        yield from (["show", path, "--at", at], ["show", path, "--at", at, "--json"])
        yield from (["story", path, "--from", at], ["map", path, "--at", at, "--terminal"])
        yield ["branch", path, "--at", at, *beside]
        yield ["odds", path, "--given", at, "--turns", "1"]
        yield ["diff", path, at, "end"]
    yield from (["diff", path, f"{path}.honest"], ["diff", f"{path}.honest", path, "--json"])
    yield from (["story", path], ["story", path, "--json"], ["map", path, *beside])
    yield from (["map", path, "--los", "D4", "H7", *beside], ["map", path, "--governed"])
    yield from (["ask", words[0], path, *words[1:], "--why-not"] for words in QUESTIONS)
    yield from (["play", path], ["do", path, "phase MPh"], ["do", path, "wc", "--json"])
    yield from (["do", path, "move PzA D6"], ["do", path, "turn PzA"], ["do", path, "exit PzA 1"])
    yield from (["do", path, "undo"], ["do", path, "note x"], ["do", path, "--dice", "table"])
    for n in ("#1", "#3", "#9"):
        yield from (["amend", path, n, "wc 3 5", *beside], ["amend", path, n, "--drop", *beside])
    yield from (["orders", path], ["orders", path, *beside], ["recover", path])
    yield from (["view", path, *more, "-o", f"{path}.html"] for more in ([], ["--shots"]))


WAYS: Final = tuple(tuple(way) for way in _ways("LOG"))


def said(way: tuple[str, ...], path: Path) -> tuple[int, str]:
    """What a command says on standard error, and its exit code; ``LOG`` is the path."""
    words = [word.replace("LOG", str(path)) for word in way]
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(TYPED.encode()))
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", typed):
        code = main(words)
    return code, err.getvalue()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the forged log is; an honest one stands beside it."""
    path = tmp_path_factory.mktemp("forged") / "game.jsonl"
    path.with_name("game.jsonl.honest").write_bytes(honest()[1])
    return path


# What is not there --------------------------------------------------------------------------


def moved(*forged: tuple[int, int, str, Value]) -> bytes:
    """A log of a tank that moves twice and raises Dust: entry, event, key and value are forged."""
    table = Table()
    table.do("phase RPh", "wc 3 4", "phase MPh", "start PzA", "move PzA D5 2mp", "move PzA D6 2mp")
    values = values_of(table.game.log_bytes())
    for entry, event, key, value in forged:
        values[entry]["then"][event][key] = value
    return sealed([orjson.dumps(value) for value in values])


NOT_THERE: Final = {
    "a vehicle's hex": (moved((6, 0, "to", "Q99")), {"hex 'Q99', which is not in play"}),
    "Dust in no hex": (moved((6, 1, "hex", "D5 ")), {"hex 'D5 ', which is not in play"}),
    "a number": (moved((6, 1, "hex", 7)), {"hex 7, which is not in play", "7 is not a text"}),
    "a list": (moved((6, 0, "to", [])), {"hex [], which is not in play", "[] is not a text"}),
    "Dust of nobody": (
        moved((6, 1, "vehicle", "Nobody")),
        {"vehicle 'Nobody', which is not of its scenario"},
    ),
    "a move of nobody": (moved((6, 0, "vehicle", "Nobody")), {"that cannot have happened"}),
}
"""Logs that tell of what is not there, and what is said of each."""

ASKING_RULES: Final = (
    *(("show", "LOG"), ("map", "LOG"), ("odds", "LOG", "--given", "end"), ("play", "LOG")),
    *(("ask", "due", "LOG"), ("ask", "shot", "LOG", "--from", "D4", "--to", "H7")),
    *(("do", "LOG", "move PzA D5"), ("do", "LOG", "turn PzA"), ("do", "LOG", "exit PzA 1")),
    *(("branch", "LOG", "--at", "end", "-o", "LOG.new"), ("diff", "LOG", "1.1/MPh", "end")),
    ("amend", "LOG", "#2", "wc 4 4", "-o", "LOG.new"),
)
"""Commands that ask a rule of the state at the end of a log."""


@pytest.mark.parametrize("forgery", NOT_THERE)
@pytest.mark.parametrize("way", ASKING_RULES, ids=" ".join)
def test_what_is_not_there_is_one_sentence(path: Path, way: tuple[str, ...], forgery: str) -> None:
    """No rule is asked of a hex or a vehicle that there is not; and nothing is written.

    What only looks does so up to there, and says where that is.
    """
    content, what = NOT_THERE[forgery]
    path.write_bytes(content)
    code, err = said(way, path)
    looks = way[0] in ("show", "map", "ask", "diff")
    assert (code, err.count("\n")) == (1 if looks else 2, 1)
    assert any(each in err for each in what), err
    assert ("readable to #5 of 6: line 7: " in err) == looks
    assert path.read_bytes() == content
    assert not path.with_name("game.jsonl.new").exists()


@pytest.mark.parametrize(
    "way",
    [
        ("do", "LOG", "undo"),
        ("show", "LOG", "--at", "#5"),
        ("amend", "LOG", "#6", "stop PzA", "-o", "LOG.new"),
        ("branch", "LOG", "--at", "#5", "-o", "LOG.new"),
    ],
    ids=" ".join,
)
def test_nobody_goes_back_to_what_is_not_there(path: Path, way: tuple[str, ...]) -> None:
    """A game that passed through a hex that there is not is gone on with, but not from there."""
    content = moved((5, 0, "to", "Q99"), (6, 0, "origin", "Q99"))
    path.write_bytes(content)
    code, err = said(way, path)
    assert code == 2
    assert "hex 'Q99', which is not in play" in err
    assert path.read_bytes() == content
    assert said(("do", "LOG", "stop PzA"), path)[0] == 0


# Whatever there is --------------------------------------------------------------------------


@FORGED
@given(content=forged(), ways=st.lists(st.sampled_from(WAYS), min_size=4, max_size=4))
def test_no_forged_log_makes_a_command_fail(
    path: Path, content: bytes, ways: list[tuple[str, ...]]
) -> None:
    """Exit code 0, 1 or 2, one sentence where it is 2, and what only reads changes nothing."""
    for way in ways:
        path.write_bytes(content)
        path.with_name("game.jsonl.new").unlink(missing_ok=True)
        code, err = said(way, path)
        assert code in (0, 1, 2), (way, err)
        if way[0] not in ("play", "do"):
            assert path.read_bytes() == content, way
        else:
            assert path.read_bytes().startswith(content), way
        if code == 2 and way[0] != "play":
            assert err.startswith("khamsin: "), (way, err)
            assert err.count("\n") == 1, (way, err)
        assert "Traceback" not in err
