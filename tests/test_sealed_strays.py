"""What goes wrong between two people with sealed dice without a forger: strays, names, bad keys."""

import json
from pathlib import Path

from replays.cli.main import main
from replays.game.game import Game
from replays.game.secrets import SecretFile
from replays.trust.message import HandOver
from tests import Capsys, cases
from tests.sealed_pair import SCENARIO, Pair, as_written, seal

IDENTITY = "01" + "00" * 31
"""As a key: for it any person can sign."""


@cases("order", "note ready", "phase", "wind")
def test_nothing_is_recorded_before_the_dice_are_open(
    tmp_path: Path, capsys: Capsys, order: str
) -> None:
    """Who joined waits for the first letter; so it fits, and his dice are open then."""
    pair = Pair(tmp_path)
    assert main(["do", str(pair.logs[0]), order]) == 2
    capsys.readouterr()
    letter = pair.give(1)
    assert pair.take(0, letter) == 0
    assert "the dice of Player Turn 1.1 are open" in capsys.readouterr().out
    assert main(["do", str(pair.logs[0]), "wc"]) == 0


def test_a_log_that_went_on_out_of_turn_is_made_anew_from_the_letter(
    tmp_path: Path, capsys: Capsys
) -> None:
    """The sentence says how, and what it says helps; no person is accused."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.exchange(0)
    pair.play_turn(1)
    letter = pair.give(1)
    pair.stray(0, "undo", "note I went on", "phase")
    assert pair.take(0, letter) == 2
    assert f"Move {pair.logs[0]} away, keep the secrets" in capsys.readouterr().err
    pair.logs[0].rename(tmp_path / "aside")
    assert pair.take(0, letter) == 0
    pair.exchange(0)
    assert pair.logs[0].read_bytes() == pair.logs[1].read_bytes()[: len(pair.logs[0].read_bytes())]


@cases("line", b"x", b'{"do":{"order":[]}}')
@cases("way", "alone", "together")
def test_a_spoilt_log_of_ones_own_is_made_anew_too(
    tmp_path: Path, capsys: Capsys, way: str, line: bytes
) -> None:
    """Whatever stands in it: one sentence names the line, and accuses nobody."""
    pair = Pair(tmp_path, way=way)
    if way == "alone":
        pair.open_first()
        letter = pair.exchange(0)
        words = ["take", str(letter), str(pair.logs[1])]
    else:
        letter = pair.ask(0, "wc")
        assert pair.take(1, letter) == 0
        words = ["answer", str(letter), str(pair.logs[1]), "-o", str(tmp_path / "reply")]
    log = pair.logs[1]
    log.write_bytes(log.read_bytes() + line + b"\n")
    capsys.readouterr()
    assert seal(*words) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"khamsin: {log}, line ")
    assert f"Move {log} away, keep the secrets" in said
    assert said.count("\n") == 1
    log.rename(tmp_path / "aside")
    assert seal(*words) == 0


def test_a_wrong_link_is_proof_against_who_signed_it(tmp_path: Path, capsys: Capsys) -> None:
    """The link is signed with the log: its sender cannot say that he sent another."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)
    secret = Path(f"{pair.logs[0]}.secret")
    value = json.loads(secret.read_text(encoding="utf-8"))
    honest = SecretFile.read(secret)
    good = pair.give(0)

    class Liar(SecretFile):
        """Signs as the side does, and gives another link."""

        def link(self, stretch: int) -> str:
            return "ab" * 32

    liar = Liar(
        secret,
        **{name: value[name] for name in ("terms", "nonce", "side", "last")},
        count=value["count"],
        signing=value["signing"],
    )
    given = HandOver.read(good)
    from replays.trust.exchange import signed_log

    bad = tmp_path / "bad"
    signed_log(liar, Game.load(pair.logs[0]), given.stretch, link=True).write(bad)
    honest.keep()
    before = pair.logs[1].read_bytes()
    capsys.readouterr()
    assert pair.take(1, bad) == 2
    assert "German did not commit to" in capsys.readouterr().err
    assert pair.logs[1].read_bytes() == before
    assert seal("compare", str(bad), str(bad)) == 1
    assert "German signed a link 2 to which that side did not commit" in capsys.readouterr().out
    assert seal("compare", str(good), str(good)) == 0


def test_nobody_joins_a_side_for_which_everybody_can_sign(tmp_path: Path, capsys: Capsys) -> None:
    """A key of small order is refused before anything is written."""
    invitation = tmp_path / "invitation"
    game = tmp_path / "game"
    assert seal("begin", SCENARIO, str(game), "--side", "German", "-o", str(invitation)) == 0
    value = json.loads(invitation.read_text(encoding="utf-8"))
    invitation.write_text(as_written(value | {"key": IDENTITY}), encoding="utf-8")
    other = tmp_path / "other"
    assert seal("join", str(invitation), str(other), "-o", str(tmp_path / "answer")) == 2
    assert "a key for which not everybody can sign" in capsys.readouterr().err
    assert not list(tmp_path.glob("other*"))


@cases("output", "no/such/folder", "game", "game.secret")
def test_a_game_that_cannot_begin_leaves_nothing(tmp_path: Path, output: str) -> None:
    """A folder that is not there, or one name for two files: nothing is left in the way."""
    words = ["begin", SCENARIO, str(tmp_path / "game"), "--side", "German", "-o"]
    assert seal(*words, str(tmp_path / output)) == 2
    assert not list(tmp_path.iterdir())
    assert seal(*words, str(tmp_path / "invitation")) == 0
