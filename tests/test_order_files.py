"""Games as order files, and `run`: the same game again, kept and gone on with."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Finish, Move
from events.errors import BadInput
from events.orders import format_order, parse_order
from events.terms import DiceFrom
from replays.auditing.audit import audit
from replays.game import drive
from replays.game.drive import play_orders
from replays.game.game import Game, as_shared
from replays.game.order_file import read_orders
from tests import cases
from tests.drawn import examples
from tests.kept import kept_games
from tests.test_cli import ORDERS, SCENARIO, TWO, Khamsin

SOME = examples(15)


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario and its orders."""
    Path("two.toml").write_text(SCENARIO, encoding="utf-8")
    Path("day.orders").write_text(ORDERS, encoding="utf-8")
    return khamsin


def run(khamsin: Khamsin, log: str = "game.jsonl", orders: str = "day.orders") -> bytes:
    """The log of the scenario, run by orders."""
    said = khamsin("run", "two.toml", "--orders", orders, "-o", log)
    assert (said.code, said.err) == (0, "")
    return Path(log).read_bytes()


@SOME
@given(kept_games())
def test_the_orders_of_a_game_make_it_again(game: Game) -> None:
    """Bit for bit: entered dice, undo, notes, changes of who rolls and the closing entry too."""
    again = play_orders(game.header.scenario, game.orders())
    assert again.log_bytes() == game.log_bytes()


@SOME
@given(kept_games(), st.data())
def test_the_orders_of_a_branch_make_its_entries_again(game: Game, data: st.DataObject) -> None:
    """All but what its header says of its parent, and the seal that follows from that."""
    made = game.branch(f"#{data.draw(st.integers(0, len(game.entries)))}")
    again = play_orders(made.header.scenario, made.orders())
    assert [as_shared(each) for each in again.entries] == [as_shared(e) for e in made.entries]
    assert again.header.parent is None


@examples(60)
@given(st.text(max_size=30).filter(lambda text: text.isascii() or text.encode("utf-8", "ignore")))
def test_every_seed_is_read_as_it_is_written(seed: str) -> None:
    """Also with quotation marks, line ends and number signs in it."""
    try:
        game = Game.new(TWO, seed, 7, "table")
    except BadInput:
        return
    file = read_orders(game.orders())
    assert (file.seed, file.game, file.dice) == (seed, 7, DiceFrom.TABLE)
    assert list(file.orders) == []


def test_a_log_becomes_an_order_file_and_a_log(khamsin: Khamsin) -> None:
    """By the commands that the docs name; the file tells moments and dice of the seed."""
    first = run(khamsin)
    said = khamsin("orders", "game.jsonl", "-o", "again.orders")
    assert (said.code, said.err) == (0, "")
    text = Path("again.orders").read_text(encoding="utf-8")
    assert "# 1.2/RPh\n" in text
    assert "\nwc 3 4\n" in text
    assert khamsin("orders", "game.jsonl").out == text
    assert run(khamsin, "again.jsonl", "again.orders") == first
    said = khamsin("orders", "game.jsonl", "-o", "again.orders")
    assert said.code == 2
    assert "exists already" in said.err


def test_the_closing_entry_comes_by_itself_or_by_order() -> None:
    """As it did in the game; so a second `finish` after an `undo` is an order again."""
    game = Game.new(TWO, "s")
    while not game.state.clock.over:
        game.do("wc" if not game.state.clock.wind_rolled else "phase RPh")
    assert isinstance(game.entries[-1].do, Finish)
    assert [line for line in game.orders().splitlines() if "finish" in line] == [
        f"# finish   (entry {len(game.entries)}, by itself)"
    ]
    game.do_all(["undo", "note 'one word more'", "finish"])
    assert game.orders().splitlines()[-1] == "finish"
    assert play_orders(TWO, game.orders()).log_bytes() == game.log_bytes()


@cases("dice", "6,", "6,6,1", "6, 6, 1")
def test_an_odd_number_of_dice_is_not_taken_for_mp(dice: str) -> None:
    """After a move without its MP, numbers with a comma are dice; that is how they are written."""
    order = parse_order(f"move PzA D5 {dice}")
    assert order.command == Move("PzA", "D5")
    assert order.dice == tuple(int(die) for die in dice.split(",") if die)
    assert parse_order(format_order(order.command, order.dice)) == order


def test_run_honours_the_top_of_an_order_file(khamsin: Khamsin) -> None:
    """Seed, number of the game and who rolls stand in the header, and are no entries."""
    Path("top.orders").write_text('# mine\nseed "a b"\ngame 3\ndice table\n\nwc 3 4\n')
    run(khamsin, orders="top.orders")
    header = Game.load("game.jsonl").header
    assert (header.seed, header.game, header.dice) == ("a b", 3, DiceFrom.TABLE)
    assert [entry.do.word for entry in Game.load("game.jsonl").entries] == ["phase", "wc"]


@cases(
    "text, what",
    ("seed", "line 1: 'seed' does not say the seed; expected: seed \"TEXT\""),
    ('seed "a', "line 1: 'seed \"a' does not say the seed"),
    ("seed a b", "line 1: 'seed a b' does not say the seed"),
    ("\ngame x", "line 2: 'game x' does not say the game; expected: game N"),
    ("dice of", "line 1: 'dice of' does not say the dice; expected: dice table|seed|either"),
    ("game 1\ngame 1", "line 2: `game` stands here twice"),
    ("wc 3 4\nseed x", "line 2: `seed` stands at the top, before all orders"),
    ("game 99999999999", "game: 99999999999 is not a number of a game"),
)
def test_wrong_lines_at_the_top(text: str, what: str) -> None:
    """Each is one sentence, with its line."""
    with pytest.raises(BadInput) as caught:
        play_orders(TWO, text)
    assert str(caught.value).startswith(what)


@cases(
    "flag, value, what",
    ("--seed", "other", "seed: the order file is of seed 'mine', not of 'other'"),
    ("--game", "4", "game: the order file is of game 3, not of 4"),
)
def test_file_and_command_line_must_not_differ(
    khamsin: Khamsin, flag: str, value: str, what: str
) -> None:
    """A clash is one sentence; the same value is none."""
    Path("top.orders").write_text("seed mine\ngame 3\nwc 3 4\n")
    said = khamsin("run", "two.toml", "--orders", "top.orders", flag, value)
    assert said.code == 2
    assert what in said.err
    assert said.err.count("\n") == 1
    same = ("--seed", "mine", "--game", "3", "-o", "game.jsonl")
    assert khamsin("run", "two.toml", "--orders", "top.orders", *same).code == 0


def test_what_was_accepted_before_a_wrong_order_is_kept(khamsin: Khamsin) -> None:
    """One sentence says where it stopped and how to go on; the mended file goes on."""
    whole = run(khamsin, "whole.jsonl")
    wrong = ORDERS.replace("move PzA D6 2mp", "move PzA G9 2mp")
    Path("wrong.orders").write_text(wrong, encoding="utf-8")
    said = khamsin("run", "two.toml", "--orders", "wrong.orders", "-o", "game.jsonl")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("khamsin: wrong.orders, line 7: `move PzA G9 2mp` is refused")
    assert "is in game.jsonl: 5 entries, to 1.1/MPh; mend the line" in said.err
    assert said.err.count("\n") == 1
    assert whole.startswith(Path("game.jsonl").read_bytes())
    assert audit("game.jsonl").clean
    said = khamsin("run", "two.toml", "--orders", "day.orders", "-o", "game.jsonl")
    assert said.code == 0
    assert "game.jsonl had the first 5 of them, and has all now" in said.out
    assert Path("game.jsonl").read_bytes() == whole


def test_every_beginning_of_a_game_is_gone_on_with(khamsin: Khamsin) -> None:
    """Cut anywhere, as a kill or a full disk leaves it, it becomes the whole game again."""
    whole = run(khamsin, "whole.jsonl")
    path = Path("game.jsonl")
    ends = [n + 1 for n, byte in enumerate(whole) if byte == ord("\n")]
    for size in [0, 1, ends[0] - 1, *ends, *(end - 7 for end in ends[1:]), *(e + 9 for e in ends)]:
        path.write_bytes(whole[:size])
        assert run(khamsin) == whole
        for aside in Path().glob("game.jsonl.torn*"):
            aside.unlink()


@cases(
    "content, what",
    (b"my notes\n", "is not the log of a game"),
    (b"my notes", "is not the log of a game"),
    ("other", "is the log of another game"),
    ("longer", "has the whole game already, and more after it"),
)
def test_nothing_else_is_ever_touched(khamsin: Khamsin, content: bytes | str, what: str) -> None:
    """What is no beginning of the game stays as it is, byte for byte."""
    path = Path("game.jsonl")
    if content == "longer":
        run(khamsin)
        with Game.open(path) as game:
            game.do("note 'and on'")
    elif content == "other":
        Game.new(TWO, "another").save(path)
    else:
        assert isinstance(content, bytes)
        path.write_bytes(content)
    before = path.read_bytes()
    said = khamsin("run", "two.toml", "--orders", "day.orders", "-o", "game.jsonl")
    assert said.code == 2
    assert what in said.err
    assert path.read_bytes() == before


KILLED = """\
import os, signal, sys
from events import disk
from replays.cli import run
from replays.cli.main import main

calls = 0

def counted(call):
    def stop(self, *arguments):
        global calls
        if calls == count:
            os.kill(os.getpid(), signal.SIGKILL)
        calls += 1
        return call(self, *arguments)
    return stop

system = type(disk.DISK)
for name in ("create", "open", "write", "cut", "sync", "put", "put_new", "remove", "sync_folder"):
    setattr(system, name, counted(getattr(system, name)))
for count in map(int, sys.stdin):
    if not (child := os.fork()):
        os._exit(main(sys.argv[1:]))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs a command anew for each number that it is told, in a process that it says the end of."""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_killed_run_leaves_all_or_nothing_and_is_gone_on_with(khamsin: Khamsin) -> None:
    """Killed before each of its system calls: no log, or the whole one, under the final name."""
    whole = run(khamsin, "whole.jsonl")
    path = Path("game.jsonl")
    command = [sys.executable, "-c", KILLED, "run", "two.toml", "--orders", "day.orders"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        [*command, "-o", "game.jsonl"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, env=environment,
    ) as running:  # fmt: skip
        assert running.stdin is not None
        assert running.stdout is not None
        for count in range(40):
            path.unlink(missing_ok=True)
            print(count, file=running.stdin, flush=True)
            code = next(line for line in running.stdout if line.lstrip("-").strip().isdigit())
            assert not path.exists() or path.read_bytes() == whole
            assert run(khamsin) == whole
            if code == "0\n":
                assert count > 3
                return
            assert int(code) == -signal.SIGKILL
    raise AssertionError("it never came to its end")


def test_a_log_that_another_program_wrote_meanwhile_is_left_as_it_is(
    khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking at a log and going on with it, another program may have added an entry."""
    log = Path("meanwhile.jsonl")
    game = Game.new(TWO, "meanwhile")
    for order in ("wc 3 4", "phase MPh"):
        game.do(order)
    game.save(log)
    seen = log.read_bytes()
    with Game.open(log) as other:
        other.do("note 'mine'")
    written = log.read_bytes()
    game.do("start PzA")
    game.do("stop PzA")
    monkeypatch.setattr(drive, "open_to_read", lambda *_: io.BytesIO(seen))
    with pytest.raises(BadInput, match="another program wrote this log just now"):
        drive.keep(game, log)
    assert log.read_bytes() == written
