"""Games with sealed dice whose logs are in a library: each side its own, or both in one."""

import json
from pathlib import Path

import pytest

from replays import Game, audit
from replays.cli.main import main
from replays.game.secrets import SecretFile
from replays.library.library import Library
from replays.trust.message import HandOver
from replays.trust.own_log import hashes_of
from tests import Capsys
from tests.sealed_pair import SCENARIO, SIDES, seal, verified

WAYS = ("alone", "together")
MINE, THEIRS = "library:rommel's game", "library:Monty/1"


@pytest.fixture
def place(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> str:
    """A file, not there yet, that `KHAMSIN_LIBRARY` names; and an empty folder."""
    monkeypatch.chdir(tmp_path)
    where = str(tmp_path_factory.mktemp("library") / "l.db")
    monkeypatch.setenv("KHAMSIN_LIBRARY", where)
    return where


class Post:
    """Two sides of one game, and what they send each other.

    Attributes:
        logs: the log of each side, of the one that moves first first.
        secrets: their secrets.
    """

    def __init__(self, logs: tuple[str, str], way: str = "alone") -> None:
        """The side that moves first invites, the other joins, and the first takes the answer."""
        self.logs = logs
        self.secrets = [Path("one.secret"), Path("two.secret")]
        self.sent = 0
        begin = ["begin", SCENARIO, logs[0], "--side", SIDES[0], "--way", way, "-o", "invitation"]
        assert self.seal(0, *begin) == 0
        assert self.seal(1, "join", "invitation", logs[1], "-o", "joined") == 0
        if logs[0] == logs[1]:
            return
        assert self.seal(0, "take", "joined", logs[0]) == 0

    def seal(self, side: int, *words: str) -> int:
        """``khamsin seal`` with the secrets of a side; the exit code."""
        return seal(*words, "--secret", str(self.secrets[side]))

    def send(self, side: int, *words: str) -> str:
        """What a side sends; its file."""
        self.sent += 1
        letter = f"letter{self.sent}"
        action, *rest = words
        file = [rest.pop()] if action == "answer" else []
        assert self.seal(side, action, *file, self.logs[side], *rest, "-o", letter) == 0
        return letter

    def take(self, side: int, letter: str) -> None:
        """Take what was sent."""
        assert self.seal(side, "take", letter, self.logs[side]) == 0

    def do(self, side: int, *orders: str) -> int:
        """``khamsin do``; the exit code."""
        return main(["do", self.logs[side], *orders])

    def turn(self, side: int) -> None:
        """Play a Player Turn to its end."""
        with Game.open(self.logs[side]) as game:
            game.do("wc")
            turn = game.state.moment.player_turn
            while game.state.moment.player_turn == turn:
                game.do("phase")

    def agree(self, side: int, *orders: str) -> None:
        """Ask, answer and play."""
        question = self.send(side, "ask", *orders)
        self.take(side, self.send(1 - side, "answer", question))


def play_some(post: Post, way: str) -> None:
    """Two Player Turns, or three sheets, and the game handed over."""
    if way == "alone":
        for side in (0, 1):
            post.turn(side)
            post.take(1 - side, post.send(side, "next"))
    else:
        post.agree(0, "wc", "phase")
        assert post.do(0, "note so far") == 0
        post.take(1, post.send(0, "next"))
        post.agree(1, "phase", "phase")
        post.take(0, post.send(1, "next"))


def raw(log: str) -> bytes:
    """The bytes of a log."""
    return Game.load(log).log_bytes()


@pytest.mark.parametrize("way", WAYS)
def test_each_side_has_its_game_in_a_library(place: str, way: str) -> None:
    """Both have the same log, clean, and true for who does not know Khamsin."""
    post = Post((MINE, THEIRS), way)
    play_some(post, way)
    theirs = raw(THEIRS)
    assert theirs == raw(MINE)[: len(theirs)]
    assert audit(THEIRS).clean
    assert audit(MINE).clean
    with Library.open(place) as library:
        library.export(library.game("Monty/1"), Path("monty.jsonl"))
    found = verified(Path("monty.jsonl"), *sorted(Path().glob("letter*")))
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("way", WAYS)
def test_both_sides_share_one_game_of_a_library(place: str, way: str) -> None:
    """The secrets stay files of their own; letters go to and fro, and there is one log."""
    del place
    post = Post(("library:both", "library:both"), way)
    if way == "alone":
        post.take(0, "joined")
    play_some(post, way)
    assert audit("library:both").clean


def test_a_name_that_a_game_has_or_cannot_have_is_refused(place: str, capsys: Capsys) -> None:
    """Before anything is written; nothing is left in the way."""
    del place
    Post((MINE, THEIRS))
    before = sorted(Path().iterdir())
    capsys.readouterr()
    for name, why in ((MINE, "has a game of that name"), ("library:", "printable characters")):
        begin = ["begin", SCENARIO, name, "--side", SIDES[0], "-o", "new", "--secret", "s"]
        for words in (begin, ["join", "invitation", name, "-o", "new", "--secret", "s"]):
            assert seal(*words) == 2
            said = capsys.readouterr().err
            assert why in said
            assert said.count("\n") == 1
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize("way", WAYS)
def test_a_log_in_a_file_and_in_a_library_are_never_signed_differently(
    place: str, capsys: Capsys, way: str
) -> None:
    """The same secrets serve both: of two that went on by themselves only one is signed."""
    post = Post((MINE, THEIRS), way)
    if way == "alone":
        post.turn(0)
    else:
        post.agree(0, "wc")
    with Library.open(place) as library:
        library.export(library.game("rommel's game"), Path("copy.jsonl"))
    with Game.open("copy.jsonl") as copy:
        copy.do("undo" if way == "alone" else "note in the file alone")
        if way == "alone":
            copy.do("phase")
    post.send(0, "next")
    capsys.readouterr()
    before = Path("copy.jsonl").read_bytes()
    assert post.seal(0, "next", "copy.jsonl", "-o", "second") == 2
    said = capsys.readouterr().err
    assert "signed already" in said or "was given away for a log" in said
    assert (Path("copy.jsonl").read_bytes(), Path("second").exists()) == (before, False)


def test_who_takes_a_letter_at_the_same_time_is_told(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    """Two programs of one side take the same answer: the second is refused, and has it anyway."""
    del place
    post = Post((MINE, THEIRS), "together")
    question = post.send(0, "ask", "wc")
    answer = post.send(1, "answer", question)
    once = list[bool]()

    def meanwhile(game: Game) -> list[str]:
        if not once:
            once.append(True)
            post.take(0, answer)
        return hashes_of(game)

    monkeypatch.setattr("replays.trust.exchange.hashes_of", meanwhile)
    capsys.readouterr()
    assert post.seal(0, "take", answer, MINE) == 2
    said = capsys.readouterr().err
    assert "another program recorded" in said
    assert said.count("\n") == 1
    assert [each.do.word for each in Game.load(MINE).entries] == [
        "asked",
        "opened",
        "phase",
        "wc",
    ]


def test_what_somebody_records_while_it_is_signed_is_not_passed_over(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    """Nothing is signed then, and the link is not given away: the next hand-over has all."""
    del place
    post = Post((MINE, THEIRS))
    post.turn(0)
    once = list[bool]()

    def meanwhile(game: Game) -> list[str]:
        if not once:
            once.append(True)
            with Game.open(MINE) as other:
                other.do("undo")
                other.do("phase")
        return hashes_of(game)

    monkeypatch.setattr("replays.trust.exchange.hashes_of", meanwhile)
    capsys.readouterr()
    before = post.secrets[0].read_bytes()
    assert post.seal(0, "next", MINE, "-o", "letter") == 2
    assert "nothing was signed" in capsys.readouterr().err
    assert (post.secrets[0].read_bytes(), Path("letter").exists()) == (before, False)
    post.take(1, post.send(0, "next"))
    assert raw(THEIRS)[: len(raw(MINE))] == raw(MINE)


def test_two_programs_never_sign_with_the_same_secrets_at_once(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    """Of two copies of a game that differ, signed at the same moment, one gets a signature."""
    post = Post((MINE, THEIRS), "together")
    with Library.open(place) as library:
        library.export(library.game("rommel's game"), Path("copy.jsonl"))
    codes = list[int]()
    real = SecretFile.keep

    def meanwhile(self: SecretFile, *, new: bool = False) -> None:
        if not codes:
            codes.append(post.seal(0, "ask", "copy.jsonl", "phase", "-o", "second"))
        real(self, new=new)

    monkeypatch.setattr(SecretFile, "keep", meanwhile)
    capsys.readouterr()
    question = post.send(0, "ask", "wc")
    assert codes == [2]
    assert "another program uses this just now" in capsys.readouterr().err
    assert not Path("second").exists()
    assert HandOver.read(Path(question)).log == raw(MINE)
    assert post.seal(0, "ask", "copy.jsonl", "-o", "second") == 2
    assert list(Path().glob(".*")) == []
    assert json.loads(post.secrets[0].read_text())["signed"]["entries"] == 1
