"""Games of a library wherever a log is taken: ``library:NAME`` is read, played, made, watched."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from events.recorder import RecordConflict
from replays import Game, ask, audit, load_scenario, odds
from replays.asking.session import Session
from replays.cli.main import main
from replays.game.address import file_stem
from replays.library.database import GAME
from replays.library.library import Library

SCENARIO: Final = "bir-el-qaha"
ORDERS: Final = ("wc 3 4", "phase MPh", "start PzA", "note so far")
NASTY: Final = ("a//b/", "../up", "C:\\x", "Ünï çödé", "library:a")


def _begun(where: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make a library that `KHAMSIN_LIBRARY` names, with a game `sat`; and an empty folder."""
    monkeypatch.setenv("KHAMSIN_LIBRARY", where)
    monkeypatch.chdir(tmp_path)
    with Library.open(create=True) as library:
        library.play("sat", load_scenario(SCENARIO), "alamein").do_all(ORDERS)


@pytest.fixture
def place(anywhere: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A place where `sat` was begun, of each kind in turn."""
    _begun(anywhere, monkeypatch, tmp_path)
    return anywhere


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a file, `l.db`, in which `sat` was begun."""
    _begun(str(tmp_path / "l.db"), monkeypatch, tmp_path)
    return tmp_path


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    capsys.readouterr()
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


# Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        "show GAME",
        "show GAME --at #2 --json",
        "story GAME",
        "story GAME --to 1.1/RPh --json",
        "audit GAME --json",
        "orders GAME",
        "diff GAME 1.1/RPh end",
        "ask due GAME",
        "ask shot GAME --firer B3 --target H6 --attack TH --at #2",
        "odds GAME",
        "map GAME",
        "los GAME",
        "dice GAME",
        "report GAME --json",
        "check GAME",
        "sensitivity GAME",
        "show GAME --at 7.1",
        "show GAME --at nonsense",
        "audit GAME --seal 00",
    ],
)
def test_a_game_of_a_library_is_read_as_a_file_is(
    here: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """Every reading command says of `library:sat` what it says of the log that is exported."""
    assert main(["library", "export", "sat", "-o", "sat"]) == 0
    code, out, err = _said(capsys, *(command.replace("GAME", "library:sat").split(" ")))
    again = _said(capsys, *(command.replace("GAME", "sat").split(" ")))
    assert (code, out.replace("library:sat", "sat"), err.replace("library:sat", "sat")) == again
    assert (here / "sat").exists()


def test_python_reads_a_game_of_a_library_by_its_name(place: str) -> None:
    """The front door takes the same words: load, audit, ask, odds, and a game that goes on."""
    del place
    game = Game.load("library:sat")
    assert [entry.n for entry in game.entries] == [1, 2, 3, 4, 5]
    assert audit("library:sat").clean
    assert ask("library:sat", "due") == ask(game, "due")
    assert odds("library:sat").reached == odds(game).reached
    with Game.open("library:sat") as going_on:
        going_on.do("undo")
    assert len(Game.load("library:sat").entries) == 6


def test_which_library_is_said_by_an_option_of_any_command(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--library` stands before or after a command, and is stronger than the environment."""
    other = str(here / "other.db")
    assert main(["library", "add", "--library", other, *_exported(here, "sun")]) == 0
    assert _said(capsys, "show", "library:sun")[0] == 2
    for words in (
        ["show", "library:sun", "--library", other],
        ["--library", other, "show", "library:sun"],
        [f"--library={other}", "show", "library:sun"],
        ["show", f"--library={other}", "library:sun"],
        ["library", "--library", other, "list"],
    ):
        assert _said(capsys, *words)[0] == 0
    assert _said(capsys, "show", "library:sun")[0] == 2
    for words, said in (
        (["show", "library:sun", "--library"], "expected one argument"),
        (["show", "library:sun", "--library", ""], "--library: a library is a file or a"),
        (["show", "library:sun", "--library", "no.db"], "no.db: there is no library here"),
        (["show", "library:sun", "--library", "mysql://u@h/d"], "a library is a file, or a URL"),
    ):
        code, out, err = _said(capsys, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert said in err


def _exported(folder: Path, name: str) -> list[str]:
    path = folder / f"{name}.jsonl"
    with Library.open() as library:
        library.export(library.game("sat"), path)
    return [str(path)]


@pytest.mark.parametrize("word", ["show", "audit", "do"])
@pytest.mark.parametrize("name", ["", "SAT", "x" * 300])
def test_a_name_that_no_game_has_is_one_sentence(
    here: Path, capsys: pytest.CaptureFixture[str], word: str, name: str
) -> None:
    """Empty, unknown, in other capitals, too long: each is exit code 2, and nothing is made."""
    code, out, err = _said(capsys, word, f"library:{name}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "this library has no game of that name" in err
    assert sorted(each.name for each in here.iterdir() if not each.name.startswith("l.db")) == []


@pytest.mark.parametrize("name", NASTY)
def test_a_game_can_have_any_printable_name(
    here: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Slashes, dots, spaces and signs are letters of a name, and no way to any file."""
    game = f"library:{name}"
    assert _said(capsys, "do", game, "--scenario", SCENARIO, "--seed", "x", "wc 3 4")[0] == 0
    assert _said(capsys, "do", game, "phase MPh")[0] == 0
    assert _said(capsys, "show", game)[0] == 0
    assert _said(capsys, "audit", game)[0] == 0
    assert _said(capsys, "branch", game, "--at", "#1", "-o", f"{game}2")[0] == 0
    assert _said(capsys, "view", game)[0] == 0
    left = {each.name for each in here.iterdir() if not each.name.startswith("l.db")}
    assert left == {f"{file_stem(game)}.html"}
    with Library.open() as library:
        assert {each.name for each in library.games()} == {"sat", name, f"{name}2"}


def test_a_file_of_such_a_name_is_named_by_its_folder(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`./library:sat` is a file, whatever the library has."""
    Game.new(load_scenario(SCENARIO), "file").save(here / "library:sat")
    assert "0 entries" in _said(capsys, "show", "./library:sat")[1]
    assert "5 entries" in _said(capsys, "show", "library:sat")[1]


# Playing -------------------------------------------------------------------------------------


def test_an_evening_in_a_library_is_that_in_a_file(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`do` in a library writes what it writes in a file, byte for byte, and says the same."""
    said = []
    for game in ("library:evening", "evening"):
        words = ["do", game, "--scenario", SCENARIO, "--seed", "x", "--game", "3"]
        first = _said(capsys, *words, "--dice", "table", "wc 3 4")
        second = _said(capsys, "do", game, "--dice", "either", "phase MPh", "nonsense", "start PzA")
        third = _said(capsys, "do", game, "--json", "start PzA", "undo")
        said.append(
            [(c, o.replace(game, "G"), e.replace(game, "G")) for c, o, e in (first, second, third)]
        )
    assert said[0] == said[1]
    assert main(["library", "export", "evening", "-o", "out"]) == 0
    assert (here / "out").read_bytes() == (here / "evening").read_bytes()
    assert main(["library", "audit"]) == 0


def test_play_takes_lines_into_a_library(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`khamsin play library:NAME` begins a game and goes on with it from standard input."""
    del here

    def play(lines: str, *more: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
        return _said(capsys, "play", "library:sun", *more)

    assert play("wc 3 4\n")[0] == 2
    code, out, err = play("wc 3 4\nterrain D4\nfoo\n", "--scenario", SCENARIO, "--seed", "x")
    assert (code, err.count("\n")) == (2, 1)
    assert "library:sun: a new game of" in out
    assert play("phase MPh\nquit\n")[0] == 0
    with Library.open() as library:
        assert library.game("sun").entries == 3


def test_a_library_is_begun_by_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no library, a game with a scenario begins one; a game without does not."""
    place = tmp_path / "new" / "folder" / "l.db"
    monkeypatch.setenv("KHAMSIN_LIBRARY", str(place))
    code, _, err = _said(capsys, "do", "library:a", "wc 3 4")
    assert (code, err.count("\n"), place.exists()) == (2, 1, False)
    assert _said(capsys, "do", "library:a", "--scenario", SCENARIO, "wc 3 4")[0] == 0
    assert _said(capsys, "show", "library:a")[0] == 0


def test_a_torn_log_is_recovered_before_it_is_added(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is torn goes into a file first; a game of a library never is."""
    (here / "torn.jsonl").write_bytes(Game.load("library:sat").log_bytes() + b'{"n":6,')
    code, _, err = _said(capsys, "library", "add", "torn.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    assert "torn.jsonl, line 7: the last line is torn; `khamsin recover` puts it aside" in err
    assert _said(capsys, "recover", "torn.jsonl")[0] == 0
    assert _said(capsys, "library", "add", "torn.jsonl")[0] == 0
    assert _said(capsys, "recover", "library:torn")[1] == "library:torn is whole: 5 entries\n"


# Making --------------------------------------------------------------------------------------


def test_what_makes_a_log_makes_a_game_of_a_library(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Branches, amended games, played orders: each can go into the library, and is as a file."""
    assert main(["orders", "library:sat", "-o", "sat.orders"]) == 0
    for command in (
        "branch library:sat --at #3 -o GAME",
        "amend library:sat 3 --drop -o GAME",
        f"run {SCENARIO} --orders sat.orders -o GAME",
        f"run {SCENARIO} --turns 1 --seed y -o GAME",
    ):
        for name in ("library:made", "made"):
            code = _said(capsys, *command.replace("GAME", name).split(" "))[0]
            assert code in (0, 1)
        with Library.open() as library:
            found = b"".join(library.log_bytes(library.game("made")))
            assert found == (here / "made").read_bytes()
        if not command.startswith("run"):
            again = _said(capsys, *command.replace("GAME", "library:made").split(" "))
            assert (again[0], again[2].count("\n")) == (2, 1)
            assert "library:made: the library has a game of that name" in again[2]
        renamed = GAME.update().where(GAME.c.name == "made")
        with Library.open() as library, library.database.writing() as connection:
            connection.execute(renamed.values(name=command, name_key=command))
        (here / "made").unlink()
    assert main(["library", "audit"]) == 0


def test_a_run_goes_on_with_a_game_that_it_began(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The orders of a file that grew are added to its game; other orders are refused."""
    (here / "a.orders").write_text("wc 3 4\nphase MPh\n", encoding="utf-8")
    words = ["run", SCENARIO, "--orders", "a.orders", "-o", "library:run"]
    assert "written to library:run" in _said(capsys, *words)[1]
    assert "the same, bit for bit, is in library:run" in _said(capsys, *words)[1]
    (here / "a.orders").write_text("wc 3 4\nphase MPh\nstart PzA\n", encoding="utf-8")
    assert "library:run had the first 3 of them, and has all now" in _said(capsys, *words)[1]
    (here / "a.orders").write_text("wc 6 6 1\n", encoding="utf-8")
    code, _, err = _said(capsys, *words)
    assert (code, err.count("\n")) == (2, 1)
    assert len(Game.load("library:run").entries) == 4


# Others --------------------------------------------------------------------------------------


def test_a_session_reads_in_what_others_did_and_asks_again(place: str) -> None:
    """The second order is refused, told why and by what; a question is answered after the news."""
    with Library.open(place) as one, Library.open(place) as two:
        first, second = Session(one.play("sat")), Session(two.play("sat"))
        first.take("phase RPh")
        with pytest.raises(RecordConflict) as error:
            second.take("stop PzA")
        assert "others were first: 1 entry is new (#6 `phase RPh`)" in str(error.value)
        assert "give it again" in str(error.value)
        assert error.value.lines[0].endswith("+ 1 entry is new, by others")
        assert "#6" in error.value.lines[1]
        second.take("wc 3 4")
        asked = first.take("terrain D4")
        assert asked.lines[0].endswith("+ 1 entry is new, by others")
        assert any("D4 is Open Ground" in line for line in asked.lines)
        second.take("note a")
        second.take("note b")
        told = first.take("")
        assert told.lines[0].endswith("+ 2 entries are new, by others")
        assert first.take("").lines == ()
        assert first.game.log_bytes() == second.game.log_bytes()


def test_do_says_what_others_did(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An order of `do` that came too late is not recorded; the next `do` goes on."""
    original = Game.do
    rival = [True]

    def late(game: Game, order: object, dice: tuple[int, ...] = ()) -> object:
        """Let another be first, once."""
        if rival:
            rival.clear()
            with Library.open(place) as library:
                original(library.play("sat"), "note first")
        return original(game, order, dice)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "do", late)
    code, _, err = _said(capsys, "do", "library:sat", "note late")
    assert (code, err.count("\n")) == (2, 1)
    assert "order 1: others were first: 1 entry is new (#6 `note first`)" in err
    assert "nothing was added to library:sat" in err
    assert _said(capsys, "do", "library:sat", "note late")[0] == 0


@pytest.mark.parametrize("form", ["story", "JSON"])
def test_watch_tells_each_entry_until_the_game_is_finished(
    place: str, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others record is told as it comes, as a story and as lines of JSON."""

    def others(_: float) -> None:
        with Library.open(place) as library, library.play("sat") as game:
            if len(game.entries) > 5:
                game.finish()
            else:
                game.do("note while watched")

    monkeypatch.setattr(
        "replays.library.watch.time", SimpleNamespace(monotonic=float, sleep=others)
    )
    more = ["--json"] if form == "JSON" else []
    code, out, err = _said(capsys, "library", "watch", "sat", "--at", "#3", *more)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    if form == "JSON":
        assert [json.loads(line)["n"] for line in lines] == [4, 5, 6, 7]
        assert json.loads(lines[2])["do"]["text"] == "while watched"
    else:
        assert lines[0] == "sat: 5 entries, open at 1.1/MPh"
        assert lines[1].startswith("#4 ")
        assert "while watched" in out
        assert lines[-1] == "sat: finished at 1.1/MPh"


def test_a_game_is_consistent_read_to_a_command(place: str) -> None:
    """Whatever is recorded while a command reads, it reads the game as it stood at first."""
    from replays.game.address import consistent_read

    with Library.open(place) as library, library.play("sat") as game, consistent_read():
        assert len(Game.load("library:sat").entries) == 5
        game.do("note more")
        assert len(Game.load("library:sat").entries) == 5
    assert len(Game.load("library:sat").entries) == 6
