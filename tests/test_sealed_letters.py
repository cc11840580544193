"""What one sees of a letter before one plays on it, and what is missing from it."""

import json
import shlex
from pathlib import Path

import pytest

from replays.cli.main import main
from replays.game.secrets import SecretFile
from replays.trust.message import HandOver
from replays.trust.note import note_of
from tests import Capsys
from tests.sealed_pair import Pair, lines_of, seal


def test_an_invitation_shows_the_whole_scenario_before_one_joins(
    tmp_path: Path, capsys: Capsys
) -> None:
    """What is shown is a scenario file: the invited side can check it, map it, change nothing."""
    invitation, shown = tmp_path / "inv", tmp_path / "shown.toml"
    log = str(tmp_path / "g.jsonl")
    assert seal("begin", "bir-el-qaha", log, "--side", "German", "-o", str(invitation)) == 0
    capsys.readouterr()
    assert seal("show", str(invitation)) == 0
    out = capsys.readouterr().out
    assert out.startswith("# German invites to 'Wind over Bir el Qaha' with sealed dice")
    shown.write_text(out, encoding="utf-8")
    assert main(["check", str(shown)]) == 0
    assert main(["init", str(tmp_path / "two.toml"), "--from", str(shown)]) == 0
    capsys.readouterr()
    assert main(["check", str(invitation)]) == 2
    assert "`khamsin seal show` tells what is in one, and" in capsys.readouterr().err


def test_both_sides_see_what_the_game_is_called(tmp_path: Path, capsys: Capsys) -> None:
    """The name is that of the first line of the log: it has the keys and tips of both."""
    pair = Pair(tmp_path)
    said = capsys.readouterr().out
    pair.open_first()
    said += capsys.readouterr().out
    header = lines_of(pair.logs[0])[0]
    assert said.count(f"the game is {header['hash'][:32]}: both sides see the same") == 2


def test_a_link_that_is_withheld_is_named(tmp_path: Path, capsys: Capsys) -> None:
    """A game signed without the link that is due is not taken: no side is sent in circles."""
    pair = Pair(tmp_path)
    pair.open_first()
    pair.play_turn(0)
    letter = pair.give(0)
    given, ours = HandOver.read(letter), SecretFile.read(SecretFile.beside(pair.logs[0]))
    lines = given.log.splitlines()
    entries, head = len(lines) - 1, json.loads(lines[-1])["hash"]
    note = note_of(ours.terms, 0, ours.key, entries, head, ours.signature(entries, head, None))
    letter.unlink()
    HandOver(0, 0, "", note, given.log).write(letter)
    before = pair.logs[1].read_bytes()
    capsys.readouterr()
    assert pair.take(1, letter) == 2
    said = capsys.readouterr().err
    assert "German signed this without the link 2 that Player Turn 1.2 needs" in said
    assert said.count("\n") == 1
    assert pair.logs[1].read_bytes() == before


def test_secrets_that_others_can_read_are_not_used(tmp_path: Path, capsys: Capsys) -> None:
    """As with a secret key, the sentence says what mends it."""
    pair = Pair(tmp_path)
    secret = SecretFile.beside(pair.logs[0])
    secret.chmod(0o644)
    assert seal("next", str(pair.logs[0]), "-o", str(tmp_path / "letter")) == 2
    assert "(mode 644); `chmod 600` keeps them out" in capsys.readouterr().err


def test_an_order_of_a_sheet_that_is_struck_is_named(tmp_path: Path, capsys: Capsys) -> None:
    """Who takes the answer sees which order the rules refuse, and which are not played for it."""
    pair = Pair(tmp_path, way="together")
    answer = pair.reply(1, pair.ask(0, "wc", "move PzA D5", "phase"))
    capsys.readouterr()
    assert pair.take(0, answer) == 0
    assert "the rules refuse `move PzA D5`, and so not `phase` either" in capsys.readouterr().out


def test_the_commands_of_the_page_do_what_it_says(
    tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both walks through docs/trust.md, each side in its own folder, each file sent by hand."""
    text = (Path(__file__).parent.parent / "docs" / "trust.md").read_text(encoding="utf-8")
    walks = [each for each in text.split("```") if each.lstrip().startswith("rommel$")]
    assert len(walks) == 2
    for number, walk in enumerate(walks):
        folder = tmp_path / f"walk{number}"
        sides = {name: folder / name for name in ("rommel", "monty")}
        for each in sides.values():
            each.mkdir(parents=True)
        for line in walk.strip().splitlines():
            who, words = line.split("$ ", 1)
            command = shlex.split(words, comments=True)[1:]
            monkeypatch.chdir(sides[who])
            if command[0] == "play":
                command = ["do", command[1], "wc", "phase MPh", "phase RPh"]
            elif command[0] == "seal" and command[1] == "begin":
                command += ["--side", "German"] if "--side" not in command else []
            capsys.readouterr()
            assert main(command) == 0, (line, capsys.readouterr().err)
            if "-o" in command:
                sent = command[command.index("-o") + 1]
                for other in sides.values():
                    (other / sent).write_bytes((sides[who] / sent).read_bytes())
            if "tells all four" in line:
                assert "PzA goes from B3 to C4" in capsys.readouterr().out
