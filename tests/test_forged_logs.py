"""Logs that were forged with a valid chain: what tells of what is not there is one sentence."""

from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from tests.table import Table
from tests.test_bad_input import sealed, values_of
from tests.wrong import honest, said


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the forged log is; an honest one stands beside it."""
    path = tmp_path_factory.mktemp("forged") / "game.jsonl"
    path.with_name("game.jsonl.honest").write_bytes(honest()[-3])
    return path


def _said(way: tuple[str, ...], path: Path) -> tuple[int, str]:
    code, _, err = said([word.replace("LOG", str(path)) for word in way])
    return code, err


def moved(*forged: tuple[int, int, str, Any]) -> bytes:
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
    """No rule is asked of a hex or a vehicle that there is not; and the log stays as it is.

    What only looks does so up to there, and says where that is; a branch has what is sound.
    """
    content, what = NOT_THERE[forgery]
    path.write_bytes(content)
    code, err = _said(way, path)
    looks = way[0] in ("show", "map", "ask", "diff", "branch")
    assert (code, err.count("\n")) == (1 if looks else 2, 1)
    assert any(each in err for each in what), err
    assert ("readable to #5 of 6: line 7: " in err) == (way[0] != "odds")
    assert path.read_bytes() == content
    made = path.with_name("game.jsonl.new")
    assert made.exists() == (way[0] == "branch")
    made.unlink(missing_ok=True)


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
    code, err = _said(way, path)
    assert code == 2
    assert "hex 'Q99', which is not in play" in err
    assert path.read_bytes() == content
    assert _said(("do", "LOG", "stop PzA"), path)[0] == 0


def test_an_export_tells_of_what_does_not_count(path: Path) -> None:
    """It shows what is written beneath a note, which a replay passes by."""
    table = Table()
    table.do("phase RPh", "wc 3 4", "note x")
    values = values_of(table.game.log_bytes())
    values[3]["then"] = [{"event": "unit_killed", "unit": "a", "hex": "D5", "rule": "A1"}]
    path.write_bytes(sealed([orjson.dumps(value) for value in values]))
    code, err = _said(("export", "LOG", "-o", "LOG.vlog"), path)
    assert code == 2
    assert "entry 3 tells of something that cannot have happened" in err


def test_a_flame_that_burns_in_nothing_is_refused(path: Path) -> None:
    """What is due is told all the same, and no DR is made for the Flame (B25.15)."""
    table = Table(buildings=[{"hex": "H6", "material": "wooden"}])
    table.do("phase RPh", "wc 3 4", "phase PFPh", "flame H6", "phase RPh", "wc 3 4")
    values = values_of(table.game.log_bytes())
    placed = next(e for v in values for e in v.get("then", ()) if e["event"] == "flame_placed")
    placed["hex"] = "H8"
    path.write_bytes(sealed([orjson.dumps(value) for value in values]))
    assert _said(("ask", "due", "LOG"), path) == (0, "")
    assert _said(("do", "LOG", "phase AFPh", "flame-check H8"), path)[0] == 2


def test_a_breach_of_what_is_not_in_play_is_one_sentence(path: Path) -> None:
    """A roadblock that is removed opens two hexsides; a forged log can name any."""
    roadblock = {"hex": "B2", "kind": "Roadblock", "hexside": 3}
    table = Table(roads=[{"hexes": ["B1", "B2", "C3"]}], fortifications=[roadblock])
    table.do("phase RPh", "wc 3 4", "unfortify Roadblock-B2-3")
    values = values_of(table.game.log_bytes())
    opens = next(e["opens"] for v in values for e in v.get("then", ()) if "opens" in e)
    opens[0][0] = "B2B2"
    path.write_bytes(sealed([orjson.dumps(value) for value in values]))
    code, err = _said(("los", "LOG", "--range", "1"), path)
    assert code == 1
    assert "hex 'B2B2', which is not in play" in err
