"""The command line: each command does what its help says, in words and in JSON."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import orjson
import pytest

from events.commands import COMMANDS
from events.orders import FORMS
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from replays.game.scenario_file import read_scenario
from sim.rulings import RULINGS
from tests import cases

OPEN = RULINGS.keys()
"""The rulings that a scenario can choose, which logs keep."""

SCENARIO = """\
name = "Two tanks"
land = "Libya"
month = "June"
turns = 2
sides = ["German", "British"]
ec = "Dry"
wind = "Mild Breeze"
wind_direction = 3

[[boards]]
name = "27"
desert = true
width = 15

[[vehicles]]
id = "PzA"
side = "German"
movement = "fully-tracked"
mp = 13
at = "D4"
"""

ORDERS = """\
# Player Turn 1.1, with dice that people rolled
wc 3 4          # nothing changes

phase MPh
start PzA
move PzA D5 1mp
move PzA D6 2mp # raises Vehicle Dust in D5
stop PzA
phase RPh       # Player Turn 1.2
wc 1 1, 5
"""


@attrs.frozen
class Said:
    """What a command said: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return orjson.loads(self.out)


Khamsin = Callable[..., Said]


def command_line(capsys: pytest.CaptureFixture[str]) -> Khamsin:
    """The ``khamsin`` command, called in this process."""

    def call(*arguments: str) -> Said:
        capsys.readouterr()
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


TWO = read_scenario(SCENARIO, "two.toml")


def two_tanks(log: str, orders: Sequence[str]) -> None:
    """Write the log of a game of the small scenario with these orders."""
    with Game.open(log, TWO, seed="s") as game:
        game.do_all(orders)


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario and its orders."""
    Path("two.toml").write_text(SCENARIO, encoding="utf-8")
    Path("orders.txt").write_text(ORDERS, encoding="utf-8")
    return khamsin


def played(khamsin: Khamsin, name: str = "game.jsonl", seed: str = "x", *more: str) -> str:
    """The name of the log of a game that the drivers played."""
    said = khamsin("run", "bir-el-qaha", "--seed", seed, "-o", name, *more)
    assert (said.code, said.err) == (0, "")
    return name


def ordered(khamsin: Khamsin, name: str = "two.jsonl") -> str:
    """The name of the log of a game that followed orders."""
    said = khamsin("run", "two.toml", "--orders", "orders.txt", "-o", name)
    assert (said.code, said.err) == (0, "")
    return name


# demo, run -----------------------------------------------------------------------------------


def test_demo_plays_tells_replays_and_audits(khamsin: Khamsin) -> None:
    """The demo tells a whole game, writes its log, replays it, and finds it clean."""
    said = khamsin("demo")
    assert (said.code, said.err) == (0, "")
    assert "1.1: Player Turn of the German" in said.out
    assert "the game is over" in said.out
    assert re.search(
        r"^log +khamsin-demo\.jsonl: \d+ entries, seal [0-9a-f]{64}$", said.out, re.MULTILINE
    )
    assert "the same game" in said.out
    assert re.search(r"^audit +clean$", said.out, re.MULTILINE)
    assert audit("khamsin-demo.jsonl").clean
    assert khamsin("demo").out == said.out
    Path("khamsin-demo.jsonl").write_text("my own notes")
    assert "khamsin-demo-2.jsonl: " in khamsin("demo").out
    assert Path("khamsin-demo.jsonl").read_text() == "my own notes"


def test_run_plays_a_bundled_scenario_to_its_end(khamsin: Khamsin) -> None:
    """Without orders the drivers play to the end, and the log is named after the scenario."""
    said = khamsin("run", "bir-el-qaha")
    assert (said.code, said.err) == (0, "")
    path = Path("wind-over-bir-el-qaha.game.jsonl")
    game = Game.load(path)
    assert game.state.clock.over
    assert game.header.seed == "1"
    assert (
        said.lines[0] == f"Wind over Bir el Qaha: {len(game.entries)} entries, to its end, seed '1'"
    )
    assert said.lines[1] == f"written to {path}, seal {game.seal()}"


@cases("seed", "x", "", "ä ☀", "a\nb", "-1", "x" * 1000)
def test_run_takes_any_text_as_seed(khamsin: Khamsin, seed: str) -> None:
    """The seed is any text, and the log keeps it."""
    said = khamsin("run", "bir-el-qaha", f"--seed={seed}", "-o", "game.jsonl")
    assert (said.code, said.err) == (0, "")
    assert Game.load("game.jsonl").header.seed == seed
    assert audit("game.jsonl").clean


def test_run_twice_gives_the_same_bytes(khamsin: Khamsin) -> None:
    """The same scenario and seed give the same log, bit for bit, in another file or the same."""
    one, two = played(khamsin, "one.jsonl"), played(khamsin, "two.jsonl")
    assert Path(one).read_bytes() == Path(two).read_bytes()
    said = khamsin("run", "bir-el-qaha", "--seed", "x", "-o", one)
    assert said.code == 0
    assert said.lines[1].startswith("the same, bit for bit, is in one.jsonl")


RUN = ["run", "zawiya", "--orders", "zawiya", "-o", "game.jsonl"]
VIEW = ["view", "game.jsonl", "-o", "game.html"]


def test_hash_seeds_of_python_change_no_byte(khamsin: Khamsin, tmp_path: Path) -> None:
    """Neither log nor page depends on the order in which Python happens to hash texts."""
    assert (khamsin(*RUN).code, khamsin(*VIEW).code) == (0, 0)
    here = [Path(each[-1]).read_bytes() for each in (RUN, VIEW)]
    script = f"from replays.cli.main import main; raise SystemExit(main({RUN}) or main({VIEW}))"
    folder = tmp_path / "other"
    folder.mkdir()
    other = {**os.environ, "PYTHONHASHSEED": "1"}  # here it is random
    subprocess.run([sys.executable, "-c", script], env=other, cwd=folder, check=True)
    assert [Path(folder, each[-1]).read_bytes() for each in (RUN, VIEW)] == here


def test_run_follows_a_file_of_orders(khamsin: Khamsin) -> None:
    """Orders are followed line by line, with comments left out and dice as people rolled them."""
    said = khamsin("run", "two.toml", "--orders", "orders.txt", "-o", "two.jsonl")
    assert (said.code, said.err) == (0, "")
    assert said.lines[0] == "Two tanks: 9 entries, to 1.2/RPh, seed '1'"
    game = Game.load("two.jsonl")
    words = [entry.do for entry in game.entries]
    assert [type(each) for each in words[1:]] == [
        COMMANDS[word] for word in ("wc", "phase", "start", "move", "move", "stop", "phase", "wc")
    ]
    rolled = [tuple(roll.dice) for entry in game.entries for roll in entry.dice]
    assert rolled == [(3, 4), (1, 1), (5,)]
    assert {roll.source for entry in game.entries for roll in entry.dice} == {"table"}
    assert audit("two.jsonl").clean


# story ---------------------------------------------------------------------------------------


# audit ---------------------------------------------------------------------------------------


def test_audit_of_a_right_log_is_clean(khamsin: Khamsin) -> None:
    """A log as it was written has no findings: exit code 0."""
    name = played(khamsin)
    said = khamsin("audit", name)
    assert (said.code, said.err) == (0, "")
    game = Game.load(name)
    verdict = f"{len(game.entries)} entries, finished at 6.2/CCPh: clean"
    assert said.lines[0].startswith("dice of a seed: it could have been tried")
    scenario = "scenario Wind over Bir el Qaha"
    assert said.lines[1:] == [scenario, f"seal {game.seal()}", verdict]
    every = khamsin("audit", name, "--rulings").lines
    assert every[-4:] == said.lines
    assert [line.split(":")[0] for line in every[:-4]] == [f"ruling {key}" for key in sorted(OPEN)]


def test_audit_checks_a_seal_that_was_noted(khamsin: Khamsin) -> None:
    """The right seal is clean; another one is a finding, which also shows a log cut short."""
    name = played(khamsin)
    seal = Game.load(name).seal()
    assert khamsin("audit", name, "--seal", seal).code == 0
    lines = Path(name).read_bytes().splitlines(keepends=True)
    Path(name).write_bytes(b"".join(lines[:-2]))
    assert khamsin("audit", name).code == 0
    said = khamsin("audit", name, "--seal", seal, "--json")
    assert said.code == 1
    (finding,) = said.json["findings"]
    assert (finding["rule"], finding["expected"]) == ("log.seal", seal)


# check, rules, schema, help ------------------------------------------------------------------


@cases("scenario", "bir-el-qaha", "dyo-gazala", "two.toml")
def test_check_as_json_has_its_shape(khamsin: Khamsin, scenario: str) -> None:
    """The JSON of a check says sound, faults and every row of the summary."""
    said = khamsin("check", scenario, "--json")
    assert (said.code, said.err) == (0, "")
    assert list(said.json) == ["sound", "faults", "in_effect", "rules"]
    assert said.json["sound"] is True
    assert said.json["faults"] == []
    for row in said.json["rules"]:
        assert list(row) == ["title", "rules", "applicable", "in_effect", "failing", "open"]
        assert row["in_effect"] in (True, False, None)
        assert (row["in_effect"] is False) == bool(row["failing"])


def test_help_orders_explains_every_order(khamsin: Khamsin) -> None:
    """The help on orders shows every form that people type, with what it is for and its dice."""
    said = khamsin("help", "orders")
    assert (said.code, said.err) == (0, "")
    for form in FORMS.values():
        if " writes it" in form.command.about:
            assert form.usage not in said.lines
            continue
        at = said.lines.index(form.usage)
        assert form.command.about in said.lines[at + 1]
        assert form.command.rolls in said.lines[at + 1]


def test_version(khamsin: Khamsin) -> None:
    """``--version`` names the engine as logs do."""
    said = khamsin("--version")
    assert said.code == 0
    engine = Game.load(played(khamsin)).header.engine
    assert said.out == f"khamsin {engine}\n"


# recover -------------------------------------------------------------------------------------


def test_recover_puts_a_torn_line_aside(khamsin: Khamsin) -> None:
    """The torn bytes go into a file of their own, and the log is whole and clean again."""
    name = played(khamsin)
    log = Path(name).read_bytes()
    Path(name).write_bytes(log[:-40])
    torn = log[:-40].splitlines(keepends=True)[-1]
    said = khamsin("recover", name)
    assert (said.code, said.err) == (0, "")
    count = log.count(b"\n") - 2
    assert f"has {count} whole entries; the torn line is in game.jsonl.torn1" in said.out
    assert Path("game.jsonl.torn1").read_bytes() == torn
    assert Path(name).read_bytes() == b"".join(log.splitlines(keepends=True)[:-1])
    assert khamsin("audit", name).code == 1


def test_a_torn_line_is_mentioned_but_shown_around(khamsin: Khamsin) -> None:
    """Show and story leave a torn line out and say so on standard error."""
    name = played(khamsin)
    whole = {command: khamsin(command, name) for command in ("show", "story")}
    with Path(name).open("ab") as file:
        file.write(b'{"n":')
    for command, before in whole.items():
        said = khamsin(command, name)
        assert (said.code, said.lines[:-1]) == (0, before.lines[:-1])
        assert before.lines[-1].endswith("entries, finished at 6.2/CCPh")
        assert said.lines[-1] == before.lines[-1].replace("finished", "cut off")
        assert said.err.startswith(f"khamsin: {name}: the last line is torn")
        assert f"`khamsin recover {name}`" in said.err


# pipes ---------------------------------------------------------------------------------------


def test_a_closed_pipe_ends_without_a_word(khamsin: Khamsin, tmp_path: Path) -> None:
    """When the reader of a pipe goes away, khamsin stops; that it is clean is not said by 0."""
    name = played(khamsin)
    with subprocess.Popen(
        [sys.executable, "-m", "replays", "story", name],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        assert process.wait(timeout=20) == 3
    assert errors == b""


@cases(
    "words, said",
    ("hlep", "invalid choice: 'hlep'; did you mean 'help'?; expected: khamsin COMMAND"),
    (
        "ask shto x.jsonl",
        "invalid choice: 'shto'; did you mean 'shot'?; expected: khamsin ask QUESTION",
    ),
    (
        "story x.jsonl --form 3",
        "arguments: --form 3; did you mean --from?; expected: khamsin story GAME",
    ),
    ("help mvoe", "there is no help on 'mvoe'; did you mean 'move'?"),
    ("do g.jsonl --scenario bir-el-qaha 'shot PzA PzB'", "is a question, and no order"),
    ("do g.jsonl --scenario bir-el-qaha redo", "give the order that was undone"),
)
def test_what_was_meant_is_said(
    words: str, said: str, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """A command, a question, an option or an order that is nearly one is named, with its help."""
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(words)) == 2
    assert said in capsys.readouterr().err


def test_help_knows_orders_and_questions(capsys: Any) -> None:
    """`khamsin help` tells of an order and of a question as the prompt does."""
    for word, told in (("move", "move VEHICLE HEX"), ("shot", "shot FROM TO"), ("next", "phase [")):
        assert main(["help", word]) == 0
        assert told in capsys.readouterr().out


def test_help_on_an_action_and_a_picture_of_a_board(khamsin: Khamsin) -> None:
    """`help scenario from` is the help of the action; a board alone is drawn, of no land."""
    assert khamsin("help", "scenario", "from").out.startswith("usage: khamsin scenario from ")
    assert khamsin("map", "hills").lines[0] == "Board hills"
