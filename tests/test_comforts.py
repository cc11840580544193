"""Small comforts: hints, help, completion, a story in JSON, pictures in notebooks, short reprs."""

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import orjson
import pytest

from events.errors import BadInput
from replays import Game, ask, audit, load_scenario, odds
from replays.asking.answer import answer_as_html
from replays.cli.main import main
from replays.notebook import odds_as_html


def _orders(tmp_path: Path, *lines: str) -> str:
    (tmp_path / "day.orders").write_text("\n".join(lines))
    return str(tmp_path / "day.orders")


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        (["wind 3 4"], "'wind' is not an order; did you mean 'wc'?"),
        (["star PzA"], "did you mean 'start'?"),
        (["wc 3"], "two dice are due, and 1 of them is entered"),
        (["wc 3 4", "phase MPh", "start pzat"], "there is no vehicle pzat; did you mean 'PzA'?"),
        (["move PzA B3 2 mp"], "MP are written as one word, 2mp; expected: move VEHICLE HEX"),
    ],
)
def test_hints_of_orders(
    lines: list[str], hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a player wrote wrongly is answered with what he probably meant."""
    orders = _orders(tmp_path, *lines)
    assert main(["run", "bir-el-qaha", "--orders", orders, "-o", str(tmp_path / "g.jsonl")]) == 2
    assert hint in capsys.readouterr().err


def test_a_scenario_may_be_named_and_a_game_is_no_log(tmp_path: Path) -> None:
    """In Python too what is wrong is a sentence, and a Moment is a moment."""
    game = Game.new("bir-el-qaha", "a")
    assert game.header == Game.new(load_scenario("bir-el-qaha"), "a").header
    for _ in range(2):
        Game.open(tmp_path / "g.jsonl", "bir-el-qaha").close()
    assert game.at(str(game.state.moment)) == game.state
    wrong: list[tuple[Callable[[Any], object], Any, str]] = [
        (partial(Game.new, "bir-el-qaha"), 5, "seed: this is not text"),
        (game.at, (3, 2), "is neither a moment"),
        (audit, game, "`save` writes one"),
    ]
    for act, given, said in wrong:
        with pytest.raises(BadInput, match=said):
            act(given)


def test_completion_in_bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bash completes commands, options and questions with it, and zsh as bash does."""
    assert main(["completion", "bash"]) == 0
    (tmp_path / "c.bash").write_text(capsys.readouterr().out)

    def completed(*words: str) -> list[str]:
        script = (
            "source c.bash; "
            f"COMP_WORDS=(khamsin {' '.join(words)}); COMP_CWORD={len(words)}; "
            "_khamsin; echo ${COMPREPLY[@]}"
        )
        done = subprocess.run(
            ["/bin/bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    assert completed("sens") == ["sensitivity"]
    assert completed("story", "--f") == ["--from"]
    assert completed("ask", "sig") == ["sighting"]
    assert completed("check", "teb") == ["tebaga"]
    assert completed("audit", "c.b") == ["c.bash"]
    assert main(["completion", "zsh"]) == 0
    bash = (tmp_path / "c.bash").read_text()
    assert capsys.readouterr().out == f"autoload -U +X bashcompinit && bashcompinit\n{bash}"


def _played(path: Path) -> Game:
    game = Game.new(load_scenario("bir-el-qaha"), "comfort")
    for order in ("wc 3 4", "phase MPh", "start PzA", "move PzA B4 1mp"):
        game.do(order)
    game.save(path)
    return game


def test_a_story_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line of a story with its moment, entry, kind, text and rule; --from and --to too."""
    log = str(tmp_path / "g.jsonl")
    _played(tmp_path / "g.jsonl")
    assert main(["story", log, "--json"]) == 0
    told = orjson.loads(capsys.readouterr().out)
    lines = told["lines"]
    assert told["ending"] == {"word": "open", "moment": "1.1/MPh"}
    assert {line["kind"] for line in lines} == {"order", "event", "now"}
    orders = [line["text"] for line in lines if line["kind"] == "order"]
    assert orders[-1] == "move PzA B4 1mp"
    assert all(line["rule"] for line in lines if line["kind"] == "event")
    assert main(["story", log, "--json", "--from", "1.1/MPh"]) == 0
    later = orjson.loads(capsys.readouterr().out)["lines"]
    assert {line["moment"] for line in later} == {"1.1/MPh"}
    assert main(["story", log, "--json", "--to", "1.1/RPh"]) == 0
    assert orjson.loads(capsys.readouterr().out)["ending"] is None
    assert main(["story", log, "--json", "--from", "1.1/MPh", "--to", "setup"]) == 2
    assert capsys.readouterr().out == ""


def test_pictures_in_notebooks(tmp_path: Path) -> None:
    """A game shows itself as a picture; `svg` draws any moment of it."""
    game = _played(tmp_path / "g.jsonl")
    picture = game._repr_svg_()
    assert picture == game.svg()
    assert picture != game.svg("setup")
    assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 - drawn here


def test_answers_and_odds_in_notebooks() -> None:
    """They show themselves as tables with every modifier and every Player Turn; all is escaped."""
    game = Game.new(load_scenario("bir-el-qaha"), "x")
    found = ask(game, "shot", firer="B3", target="H6")
    shown = ET.fromstring(f"<div>{answer_as_html(found)}</div>")  # noqa: S314 - made here
    cells = [["".join(cell.itertext()) for cell in row] for row in shown.iter("tr")][1:]
    assert [row[2:] for row in cells] == [[e.name, e.rule, e.why] for e in found.items]
    assert found.verdict in "".join(shown.itertext())
    chances = odds(attrs.evolve(load_scenario("bir-el-qaha"), name="<b>Bir & so"))
    table = ET.fromstring(odds_as_html(chances))  # noqa: S314 - likewise
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    assert [row[0] for row in rows[1:]] == [e.moment.player_turn for e in chances.player_turns]
    assert rows[0][1:3] == ["Dust None", "Dust Light"]
    assert "<b>Bir & so" in "".join(table.itertext())


def test_a_state_is_short() -> None:
    """What Python shows of a state fits in a line, and tells Dust to be rolled from none."""
    settled = repr(Game.new(load_scenario("bir-el-qaha")).state)
    assert settled == "<State at setup, wind Mild Breeze, Dust None, 5 vehicles, 0 units>"
    assert "Dust to be rolled" in repr(Game.new(load_scenario("dyo-gazala")).state)


@pytest.mark.parametrize("text", ["D6-E6", "d6/e6", "AA10-BB9", "D6:2"])
def test_a_hexside_where_a_hex_is_expected(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Orders and questions say in one sentence that a hexside is given by its two hexes."""
    game = Game.new(load_scenario("bir-el-qaha"), "x")
    for order in (f"breach {text}", f"breach A4 {text}", f"move PzA {text}"):
        with pytest.raises(BadInput, match="is not a hex; a hexside is given by its two hexes"):
            game.do(order)
    asked = ("ask", "terrain", "bir-el-qaha", "--hex", text)
    assert main([*asked]) == 2
    assert "is not a hex in play; a hexside is given by" in capsys.readouterr().err
    if ":" not in text:
        with pytest.raises(BadInput, match=r": (D6 E6|AA10 BB9)"):
            game.do(f"breach {text}")
