"""``khamsin play``, ``do`` and ``init``: a game is begun, gone on with, and never lost."""

import io
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest
from hypothesis import given

from events.commands import Enter
from events.scenario import BoardSpec, BuildingSpec, FortificationSpec, Scenario, VehicleSpec
from replays.asking.session import Session
from replays.auditing.audit import audit
from replays.cli import play
from replays.game.bundled import bundled, bundled_text
from replays.game.drive import drive
from replays.game.game import Game
from replays.game.scenario_file import load_scenario, read_scenario, scenario_toml
from replays.testing import strategies
from tests import cases
from tests.drawn import examples
from tests.table import make_vehicle, scenario
from tests.test_cli import Khamsin, Said

Types = Callable[..., Said]


@pytest.fixture
def pipes(khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch) -> Types:
    """``khamsin play`` with this on standard input."""

    def call(text: str | bytes, *arguments: str) -> Said:
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return khamsin("play", *arguments)

    return call


def listed() -> list[str]:
    """The names of the files here."""
    return sorted(path.name for path in Path().iterdir())


# init -----------------------------------------------------------------------------------------


def test_init_writes_a_scenario_that_is_sound(khamsin: Khamsin) -> None:
    """The scenario to start from passes ``check`` as it stands, and can be played."""
    said = khamsin("init", "mine.toml")
    assert (said.code, said.err) == (0, "")
    assert "khamsin play GAME --scenario mine.toml" in said.out
    assert khamsin("check", "mine.toml").lines[0] == "Saturday game is sound"
    assert khamsin("run", "mine.toml", "-o", "mine.jsonl").code == 0
    assert audit("mine.jsonl").clean


@cases("cls", Scenario, BoardSpec, VehicleSpec, BuildingSpec, FortificationSpec)
def test_the_scenario_to_start_from_explains_every_key(cls: type) -> None:
    """Every key of a scenario stands in it with a comment, in use or to be taken into use."""
    keys = {field.name for field in attrs.fields(cls)} - {"depiction", "vasl"}  # of imports alone
    said = bundled_text(".", "template").replace("# ", "")
    assert {key for key in keys if f"\n{key} = " not in said and f"[{key}]" not in said} == set()


def test_init_never_overwrites(khamsin: Khamsin) -> None:
    """A file that is there stays as it is."""
    Path("mine.toml").write_text("precious", encoding="utf-8")
    said = khamsin("init", "mine.toml")
    assert said.code == 2
    assert said.err == (
        "khamsin: mine.toml: this file exists already and is left as it is; name another\n"
    )
    assert Path("mine.toml").read_text(encoding="utf-8") == "precious"
    assert listed() == ["mine.toml"]


@pytest.mark.parametrize("name", bundled())
def test_init_from_what_is_bundled_and_from_a_game(khamsin: Khamsin, name: str) -> None:
    """A scenario taken from the bundled ones, from a game, or from a file is the same."""
    assert khamsin("init", "one.toml", "--from", name).code == 0
    assert khamsin("do", "one.jsonl", "--scenario", "one.toml").code == 0
    assert khamsin("init", "two.toml", "--from", "one.jsonl").code == 0
    assert khamsin("init", "three.toml", "--from", "two.toml").code == 0
    for copy in ("one.toml", "two.toml", "three.toml"):
        assert load_scenario(copy) == load_scenario(name)


@examples(60)
@given(strategies.scenarios())
def test_a_scenario_that_is_written_reads_back(scenario: Scenario) -> None:
    """Whatever a scenario says, its TOML says the same."""
    assert read_scenario(scenario_toml(scenario), "here") == scenario


@cases(
    "arguments, complaint",
    (("mine",), "mine: a name that ends in .toml is expected"),
    (("mine.toml", "--from", "nowhere"), "nowhere: there is no such game; bundled scenarios"),
    (("gone/mine.toml",), "gone/mine.toml: this cannot be written"),
)
def test_init_says_what_is_wrong(
    khamsin: Khamsin, arguments: tuple[str, ...], complaint: str
) -> None:
    """One sentence and exit code 2, and nothing is written."""
    said = khamsin("init", *arguments)
    assert (said.code, said.out) == (2, "")
    assert complaint in said.err
    assert listed() == []


# do -------------------------------------------------------------------------------------------

NEW = ("saturday.jsonl", "--scenario", "bir-el-qaha", "--seed", "x")


def test_do_begins_a_game_and_goes_on_with_it(khamsin: Khamsin) -> None:
    """Orders are given one after the other; another call goes on where the first ended."""
    said = khamsin("do", *NEW, "wc 3 4", "phase MPh")
    assert (said.code, said.err) == (0, "")
    assert said.lines[0] == (
        "saturday.jsonl: a new game of 'Wind over Bir el Qaha', seed 'x', dice from the table or "
        "the seed"
    )
    assert "PFPh, MPh" in said.out
    said = khamsin("do", "saturday.jsonl", "start PzA")
    assert said.lines[0].startswith("saturday.jsonl: 'Wind over Bir el Qaha', 3 entries, open at")
    assert len(Game.load("saturday.jsonl").entries) == 4
    assert audit("saturday.jsonl").clean


def test_do_stops_at_the_first_wrong_order_and_keeps_the_rest(khamsin: Khamsin) -> None:
    """What was accepted stays, what follows the wrong order is not done, and both are said."""
    said = khamsin("do", *NEW, "wc 3 4", "move PzA Z9", "phase MPh")
    assert said.code == 2
    assert said.err == (
        "khamsin: order 2: `move PzA Z9` is refused, reason 7 (wrong-phase), D2.1: vehicles move "
        "in the MPh, not 1.1/RPh; `phase MPh` goes there; entries 1 to 2 stand in saturday.jsonl\n"
    )
    assert [entry.n for entry in Game.load("saturday.jsonl").entries] == [1, 2]
    said = khamsin("do", "saturday.jsonl", "walk")
    assert "; nothing was added to saturday.jsonl" in said.err


def test_do_takes_orders_of_a_file_first(khamsin: Khamsin) -> None:
    """Orders of a file come before those of the command line; its lines are numbered."""
    Path("day.orders").write_text("wc 3 4\n\nphase MPh # go\n", encoding="utf-8")
    assert khamsin("do", *NEW, "--orders", "day.orders", "start PzA").code == 0
    Path("wrong.orders").write_text("move PzA C3\n\nmove PzA\n", encoding="utf-8")
    said = khamsin("do", "saturday.jsonl", "--orders", "wrong.orders")
    assert "wrong.orders, line 3: HEX is missing" in said.err
    assert "entry 5 stands in saturday.jsonl" in said.err
    said = khamsin("do", "saturday.jsonl", "--orders", "gone.orders")
    assert (said.code, said.err) == (
        2,
        "khamsin: gone.orders: there is no such file; nothing was added to saturday.jsonl\n",
    )


def test_do_takes_what_khamsin_orders_writes(khamsin: Khamsin) -> None:
    """A whole order file makes the same log again; an option that says otherwise is refused."""
    assert khamsin("do", *NEW, "--dice", "either", "wc 3 4", "phase MPh", "dice seed").code == 0
    assert "are `seed` already" in khamsin("do", "saturday.jsonl", "dice seed").err
    khamsin("orders", "saturday.jsonl", "-o", "whole.orders")
    again = ("do", "again.jsonl", *NEW[1:], "--orders", "whole.orders")
    assert khamsin(*again).code == 0
    assert Path("again.jsonl").read_bytes() == Path("saturday.jsonl").read_bytes()
    Path("top.orders").write_text('game 7\nseed "a b" # text\ndice table\nwc 3 4\n')
    fresh = ("do", "other.jsonl", "--scenario", "bir-el-qaha", "--orders", "top.orders")
    for option, what in (("--seed", "seed 'a b', not of 'q'"), ("--game", "game 7, not of 8")):
        wrong = khamsin(*fresh, option, {"--seed": "q", "--game": "8"}[option])
        assert f"the order file is of {what}; leave one of them out" in wrong.err
        assert not Path("other.jsonl").exists()
    assert "of dice table, not of seed" in khamsin(*fresh, "--dice", "seed").err
    assert khamsin(*fresh).code == 0
    header = Game.load("other.jsonl").header
    assert (header.seed, header.game, header.dice) == ("a b", 7, "table")


def test_do_in_json_gives_the_entries_that_were_added(khamsin: Khamsin) -> None:
    """The entries as the log has them, those before a wrong order too."""
    said = khamsin("do", *NEW, "--json", "wc 3 4", "undo", "walk")
    assert said.code == 2
    assert [(each["n"], each["do"]["order"]) for each in said.json] == [
        (1, "phase"),
        (2, "wc"),
        (3, "undo"),
    ]
    assert said.json[1]["dice"][0]["dice"] == [3, 4]


def test_the_choice_of_dice_stands_in_the_log(khamsin: Khamsin) -> None:
    """Who rolls is chosen as a game begins or later, and holds until something else is chosen."""
    assert khamsin("do", *NEW, "--dice", "table").code == 0
    assert "wind change: two dice are due" in khamsin("do", "saturday.jsonl", "wc").err
    assert khamsin("do", "saturday.jsonl", "--dice", "seed", "wc").code == 0
    said = khamsin("do", "saturday.jsonl", "phase RPh", "wc 3 4")
    assert "the seed rolls in this game" in said.err
    assert "dice seed" in khamsin("story", "saturday.jsonl").out


@cases(
    "arguments, complaint",
    (("do", "new.jsonl", "wc"), "new.jsonl: there is no such log; a new one needs a scenario"),
    (("do", "zawiya"), "as in `--scenario zawiya`"),
    (("do", "old.jsonl", "--seed", "y"), "old.jsonl: this game has another seed"),
    (("do", "old.jsonl", "--game", "3"), "old.jsonl: this game has number 0"),
    (("do", "old.jsonl", "--scenario", "zawiya"), "this is a game of 'Wind over Bir el Qaha'"),
    (("do", "old.jsonl", "--dice", "mine"), "invalid choice: 'mine'"),
    (("do", "old.jsonl", "wc", "--what"), "unrecognized arguments: --what"),
    (("play", "template.toml"), "template.toml: this is a scenario, and a game log is expected"),
    (("play", "new.jsonl", "--scenario", "gone.toml"), "gone.toml: there is no such file"),
)
def test_what_cannot_be_opened_is_said(
    khamsin: Khamsin, arguments: tuple[str, ...], complaint: str
) -> None:
    """A game that cannot be begun or gone on with leaves everything as it was."""
    assert khamsin("do", "old.jsonl", *NEW[1:]).code == 0
    assert khamsin("init", "template.toml").code == 0
    before = {name: Path(name).read_bytes() for name in listed()}
    said = khamsin(*arguments)
    assert said.code == 2
    assert complaint in said.err
    assert len(said.err.splitlines()) == 1
    assert {name: Path(name).read_bytes() for name in listed()} == before


# play: lines of standard input ------------------------------------------------------------------


def test_play_takes_plain_lines(pipes: Types) -> None:
    """Orders, questions and comments on standard input; no prompt is shown."""
    said = pipes("wc 3 4\n\n# now\nrecovery\nphase MPh", *NEW)
    assert (said.code, said.err) == (0, "")
    assert "seed 'x'" in said.lines[0]
    assert "Recovered on an Original dr" in said.out
    assert "setup> " not in said.out
    assert len(Game.load("saturday.jsonl").entries) == 3


def test_a_wrong_line_is_said_with_its_number_and_the_rest_goes_on(pipes: Types) -> None:
    """Exit code 2 at the end, though what follows a wrong line is done."""
    said = pipes("wc 3 4\nfoo\nphase MPh\nmove PzA\nstart PzA\n", *NEW)
    assert said.code == 2
    assert said.err.splitlines() == [
        "khamsin: line 2: 'foo' is neither an order nor a question; `help` shows what is "
        "understood",
        "khamsin: line 4: HEX is missing; expected: move VEHICLE HEX [MP] [paved|unpaved] "
        "[reverse] [ovr] [DICE]",
    ]
    assert "PzA Starts" in said.out
    assert audit("saturday.jsonl").clean


def test_nothing_is_read_after_quit(pipes: Types) -> None:
    """``quit`` leaves; the log goes on another day."""
    assert pipes("wc 3 4\nquit\nphase MPh\n", *NEW).code == 0
    assert len(Game.load("saturday.jsonl").entries) == 2
    assert pipes("phase MPh\n", "saturday.jsonl").code == 0
    assert len(Game.load("saturday.jsonl").entries) == 3


def test_lines_that_are_no_text_are_refused_one_by_one(pipes: Types) -> None:
    """Bytes that are not UTF-8 and lines without end are complaints, and the rest goes on."""
    said = pipes(b"\xef\xbb\xbfwc 3 4\n\xff\xfe\nnote " + b"x" * 50_000 + b"\nphase MPh\n", *NEW)
    assert said.code == 2
    assert said.err.splitlines() == [
        "khamsin: line 2: this is not UTF-8 text",
        "khamsin: line 3: this line is longer than 10000 bytes",
    ]
    assert len(Game.load("saturday.jsonl").entries) == 3


def test_a_new_game_without_a_seed_has_one_that_nobody_knows(pipes: Types) -> None:
    """Two games begun without a seed have different ones, each said as it begins."""
    seeds = set()
    for log in ("one.jsonl", "two.jsonl"):
        said = pipes("", log, "--scenario", "bir-el-qaha")
        seed = Game.load(log).header.seed
        assert f"seed {seed!r}" in said.lines[0]
        seeds.add(seed)
    assert len(seeds) == 2


# play: a prompt ---------------------------------------------------------------------------------


def keys(*lines: str | type[BaseException]) -> tuple[play.Reader, list[str]]:
    """What people type at the prompt, and the prompts that they saw."""
    left, seen = iter(lines), []

    def read(prompt: str) -> str:
        seen.append(prompt)
        line = next(left, EOFError)
        if isinstance(line, str):
            return line
        raise line

    return read, seen


@pytest.fixture
def sitting() -> Session:
    """A session at a new game in memory."""
    return Session(Game.new(load_scenario("bir-el-qaha"), "x"))


def test_the_prompt_goes_on_after_mistakes_and_clears_the_line_at_ctrl_c(
    sitting: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong line is said and asked again; Ctrl-C is no end, Ctrl-D is."""
    read, seen = keys("wc 3 4", "foo", KeyboardInterrupt, "phase MPh")
    assert play.at_the_prompt(sitting, read) == 0
    assert seen == ["setup> ", *["1.1/RPh German> "] * 3, "1.1/MPh German> "]
    captured = capsys.readouterr()
    assert "PFPh, MPh" in captured.out
    assert captured.err.startswith("'foo' is neither an order nor a question")


def test_a_terminal_without_the_extra_has_a_plain_prompt(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal that can show nothing else, Python's own ``input`` asks."""
    read, seen = keys("wc 3 4")
    monkeypatch.setattr("sys.stdin", _Terminal())
    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setenv("TERM", "dumb")
    said = khamsin("play", *NEW)
    assert (said.code, said.err) == (0, "")
    assert seen == ["setup> ", "1.1/RPh German> "]
    assert "Wind Change DR 3,4" in said.out


class _Terminal(io.StringIO):
    """A standard input that is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_the_prompt_completes_and_remembers(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tab completes what stands behind the last blank; the orders so far are the history."""
    readline = pytest.importorskip("readline", reason="this Python has no readline")
    khamsin("do", *NEW, "wc 3 4", "phase MPh")
    read, _ = keys()
    monkeypatch.setattr("sys.stdin", _Terminal())
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setenv("TERM", "xterm")
    readline.clear_history()
    try:
        assert khamsin("play", NEW[0]).code == 0
        count = readline.get_current_history_length()
        assert [readline.get_history_item(count - n) for n in (1, 0)] == ["wc 3 4", "phase MPh"]
        assert readline.get_completer_delims() == " "
    finally:
        readline.clear_history()
        readline.set_completer(None)


def test_what_tab_offers_begins_behind_the_last_blank(sitting: Session) -> None:
    """A label in quotes has blanks, so only the rest of it is put in."""
    for line in ("wc 3 4", "phase MPh"):
        sitting.take(line)
    assert play.completed(sitting, ("motion Hu", 7), 0) == "Humber"
    assert play.completed(sitting, ("motion Hu", 7), 1) is None


def test_what_is_offboard_is_driven_in_at_the_edge() -> None:
    """All vehicles that are willing enter, here and there, and the log is as the rules decide."""
    game = Game.new(scenario(vehicles=[make_vehicle(f"P{n}") for n in range(9)]), "1")
    list(drive(game))
    entered = [entry.do.to for entry in game.entries if isinstance(entry.do, Enter)]
    assert len(set(entered)) > 3
    assert all(game.state.setting.area.on_edge(name) for name in entered)
