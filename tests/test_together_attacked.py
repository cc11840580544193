"""Games whose orders are asked for, attacked by one of the two, or by a forger of logs.

A forger here holds what he can hold: his own secrets, all that was ever sent, and any log. What he
signs himself is signed anew; where a test gives him the secrets of both, that is to show that the
attack is found by its own mark, and not only by a signature that is missing.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.commands import WindChange
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from replays.game.secrets import SecretFile
from replays.trust.note import note_of
from sim.trust.sealing import Exchange, links_of
from tests import Capsys, cases
from tests.sealed_pair import (
    ODD,
    Forge,
    Lines,
    Pair,
    add,
    as_written,
    lines_of,
    opened,
    places,
    rechained,
    refuses,
    seal,
)

SHEET = ("wc", "shellholes D4", "shellholes D5", "phase")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Four sheets, the pen passed twice; the last sheet is one of four orders."""
    pair = Pair(tmp_path_factory.mktemp("together"), way="together")
    pair.agree(0, "wc", "phase")
    pair.pass_pen(0)
    pair.agree(1, "phase", "phase")
    pair.pass_pen(1)
    for _ in range(5):
        assert main(["do", str(pair.logs[0]), "phase"]) == 0
    pair.agree(0, *SHEET[:1])
    pair.agree(0, *SHEET[1:])
    assert audit(pair.logs[0]).clean
    return pair


def found(log: Path) -> list[tuple[str, str]]:
    """Rule, and what the log says, of all that an audit finds."""
    return [(each.rule, each.logged) for each in audit(log).findings]


def copied(pair: Pair, folder: Path) -> Path:
    """A copy of the log, to forge."""
    return Path(shutil.copy(pair.logs[0], folder / "log.jsonl"))


# After the answer: what one side can do alone, with the dice known ------------------------------


def _swapped(lines: Lines) -> None:
    one, two = places(lines, "shellholes")
    lines[one], lines[two] = lines[two], lines[one]


def _exchanged(lines: Lines) -> None:
    """Another hex than the one that was asked for."""
    place = places(lines, "shellholes")[0]
    lines[place] = json.loads(json.dumps(lines[place]).replace("D4", "E5"))


def _instead(order: str, **more: Any) -> Forge:
    """Something else in the place of the second order of the sheet, and nothing after it."""

    def forge(lines: Lines) -> None:
        place = places(lines, "shellholes")[1]
        add(lines, order, place, **more)
        del lines[place + 1 :]

    return forge


AFTER: dict[str, tuple[Forge, str]] = {
    "dropped": (
        lambda lines: lines.pop(places(lines, "shellholes")[0]),
        "`shellholes D5` in the middle of a sheet",
    ),
    "swapped": (_swapped, "`shellholes D5` in the middle of a sheet"),
    "added": (
        lambda lines: add(lines, "note", places(lines, "shellholes")[1], text="x"),
        "`note` in the middle of a sheet",
    ),
    "exchanged": (_exchanged, "`shellholes E5` in the middle of a sheet"),
    "struck early": (_instead("struck", orders=2), "`shellholes D5` struck out"),
    "struck wrongly": (lambda lines: add(lines, "struck", orders=3), "3 orders struck out"),
    "asked": (_instead("asked", orders=[{"order": "wc"}]), "`asked` in the middle of a sheet"),
    "passed": (_instead("passed"), "`passed` in the middle of a sheet"),
    "finished": (_instead("finish", entries=15), "`finish` in the middle of a sheet"),
}


@pytest.mark.parametrize("name", AFTER)
def test_a_sheet_is_played_as_it_was_asked_for(played: Pair, tmp_path: Path, name: str) -> None:
    """Once the dice are known nothing is dropped, swapped, added or struck out; all is one log."""
    forge, said = AFTER[name]
    forged = rechained(copied(played, tmp_path), forge)
    assert ("log.sealed", said) in found(forged)
    main(["story", str(forged)])
    main(["do", str(forged), "phase"])


def test_the_dice_of_a_sheet_roll_nothing_after_it(tmp_path: Path) -> None:
    """Who asked knows the key of his last sheet for ever; with it nothing more is rolled."""
    pair = Pair(tmp_path, way="together")
    pair.agree(0, "phase")
    game = Game.load(pair.logs[0])
    with_key = attrs.evolve(game.position, exchange=Exchange(0, (), (WindChange(),)))
    game.position = with_key
    entry = game.do("wc")
    assert entry.dice
    forged = tmp_path / "forged.jsonl"
    game.save(forged)
    said = audit(forged).findings
    assert {each.rule for each in said} == {"log.sealed"}  # one each roll, by whatever dice
    assert said[0].expected == "no roll before its order was asked for and answered"


def test_what_was_rolled_is_not_taken_back_in_a_forged_log(played: Pair, tmp_path: Path) -> None:
    """Undo, and ask for other dice: an undo of an order of a sheet is a finding."""
    log = copied(played, tmp_path)
    forged = rechained(log, lambda lines: add(lines, "undo", entry=len(lines) - 1))
    assert "log.undo" in [rule for rule, _ in found(forged)]


# The links and signatures --------------------------------------------------------------------


@cases(
    "forge",
    lambda lines: lines[places(lines, "asked")[-1]]["do"]["orders"].reverse(),
    lambda lines: add(lines, "note", places(lines, "asked")[-1], text="until I like the wind"),
)
@cases("cheat", 0, 1)
def test_a_question_has_both_signatures(
    played: Pair, tmp_path: Path, forge: Forge, cheat: int
) -> None:
    """Either side, with all links of it open, can make another question; not the other's hand."""
    mine = played.secrets(cheat)
    forged = rechained(copied(played, tmp_path), forge, signers=[mine])
    name = ("German", "British")[1 - cheat]
    said = [text for rule, text in found(forged) if rule == "log.sealed"]
    assert said[0] == f"stretch 4 opened without the signature of {name}"


def _sheet(lines: Lines) -> dict[str, Any]:
    do: dict[str, Any] = lines[places(lines, "asked")[-1]]["do"]
    return do


MARKS: dict[str, tuple[Forge, str]] = {
    "early links": (
        lambda lines: opened(lines, 1).update(links=opened(lines, 2)["links"]),
        "a link of stretch 2 that German did not commit to",
    ),
    "old links": (
        lambda lines: opened(lines).update(links=opened(lines, 2)["links"]),
        "a link of stretch 4 that German did not commit to",
    ),
    "swapped links": (
        lambda lines: opened(lines)["links"].reverse(),
        "a link of stretch 4 that German did not commit to",
    ),
    "a made-up link": (
        lambda lines: opened(lines).update(links=[opened(lines)["links"][0], "ab" * 32]),
        "a link of stretch 4 that British did not commit to",
    ),
    "again": (lambda lines: opened(lines).update(stretch=3), "the links of stretch 3"),
    "ahead": (lambda lines: opened(lines).update(stretch=5), "the links of stretch 5"),
    "unasked": (
        lambda lines: lines.pop(places(lines, "asked")[-1]),
        "links of dice for which no side asked",
    ),
    "empty": (lambda lines: _sheet(lines).pop("orders"), "a sheet of 0 orders"),
    "too many": (
        lambda lines: _sheet(lines).update(orders=_sheet(lines)["orders"] * 34),
        "a sheet of 102 orders",
    ),
    "not opened": (
        lambda lines: lines.pop(places(lines, "opened")[-1]),
        "`shellholes D4` while orders wait for their dice",
    ),
}


@pytest.mark.parametrize("name", MARKS)
def test_a_forged_opening_is_found_though_both_sign_it(
    played: Pair, tmp_path: Path, name: str
) -> None:
    """Early, late, swapped or made up links, and sheets that are none, each by its own mark."""
    forge, said = MARKS[name]
    signers = [played.secrets(side) for side in (0, 1)]
    forged = rechained(copied(played, tmp_path), forge, signers=signers)
    assert ("log.sealed", said) in found(forged)
    assert seal("ask", str(forged), "wc", "-o", str(tmp_path / "no")) == 2
    assert not (tmp_path / "no").exists()


def _same(name: str) -> Forge:
    """The commitment or key of the other, copied."""
    return lambda lines: lines[0]["sealed"].update({name: lines[0]["sealed"][name][:1] * 2})


@cases(
    "forge, said",
    (_same("tips"), "sealed dice of one tip for both sides"),
    (_same("keys"), "sealed dice of one key for both sides"),
    (lambda lines: lines[0]["sealed"].update(nonce="ab" * 32), "sealed dice of terms"),
    (lambda lines: lines[0]["sealed"].update(way="alone"), "sealed dice of terms"),
    (lambda lines: lines[0].update(engine="0.0.1"), "sealed dice of terms"),
    (lambda lines: lines[0]["scenario"].update(name="Wind as I like it"), "sealed dice of terms"),
    (lambda lines: lines[0]["scenario"].update(first="British"), "sealed dice of terms"),
    (
        lambda lines: next(iter(lines[0]["rulings"].values())).update(version=99),
        "sealed dice of terms",
    ),
    (lambda lines: lines[0].update(game=1), "sealed dice, and game 1"),
    (lambda lines: lines[0].update(dice="either"), "sealed dice, and dice from either"),
)
def test_other_terms_are_found_though_both_sign(
    played: Pair, tmp_path: Path, forge: Forge, said: str
) -> None:
    """Another scenario, ruling, engine or way under the same terms, or a copied commitment."""
    signers = [played.secrets(side) for side in (0, 1)]
    forged = rechained(copied(played, tmp_path), forge, signers=signers)
    assert any(rule == "log.sealed" and text.startswith(said) for rule, text in found(forged))


def test_the_commitment_of_another_game_is_none_here(played: Pair, tmp_path: Path) -> None:
    """Replayed: the tip and the links that a side had in another game belong to other terms."""
    other = Pair(tmp_path / "other", way="together")
    links = other.secrets(1)
    chain = links_of(links.terms, 1, bytes.fromhex(links.last), links.count)

    def forge(lines: Lines) -> None:
        lines[0]["sealed"]["tips"][1] = chain[0]
        for number in range(1, 5):
            opened(lines, number - 1)["links"][1] = chain[number]

    signers = [played.secrets(side) for side in (0, 1)]
    forged = rechained(copied(played, tmp_path), forge, signers=signers)
    said = [text for rule, text in found(forged) if rule == "log.sealed"]
    assert said[:1] == ["a link of stretch 1 that British did not commit to"]


def test_the_pen_is_not_taken(played: Pair, tmp_path: Path) -> None:
    """Who passes himself the pen has no signature of the other in the right place."""

    def forge(lines: Lines) -> None:
        del lines[places(lines, "passed")[-1]]

    forged = rechained(copied(played, tmp_path), forge, signers=[played.secrets(0)])
    assert any("without the signature of British" in text for _, text in found(forged))


# Reload, and two questions with one link -------------------------------------------------------


def test_going_back_to_old_copies_rolls_nothing_else(tmp_path: Path, capsys: Capsys) -> None:
    """Old log and secrets: another question gets no answer, and is proof with the first."""
    pair = Pair(tmp_path, way="together")
    secret = SecretFile.beside(pair.logs[0])
    old = pair.logs[0].read_bytes(), secret.read_bytes()
    first, answer = pair.agree(0, "wc")
    rolled = pair.dice(0)
    pair.logs[0].write_bytes(old[0])
    secret.write_bytes(old[1])
    assert pair.take(0, answer) == 0
    assert pair.dice(0) == rolled
    pair.logs[0].write_bytes(old[0])
    secret.write_bytes(old[1])
    assert main(["do", str(pair.logs[0]), "note better weather"]) == 0
    second = pair.ask(0, "wc")
    capsys.readouterr()
    before = pair.logs[1].read_bytes()
    assert seal("answer", str(second), str(pair.logs[1]), "-o", str(tmp_path / "no")) == 2
    assert "cannot belong to one game" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()
    assert pair.logs[1].read_bytes() == before
    assert seal("compare", str(first), str(second)) == 1
    assert "German signed both" in capsys.readouterr().out


def test_who_answers_gives_a_link_for_one_question(tmp_path: Path, capsys: Capsys) -> None:
    """Though his log was lost, his secrets refuse the second question."""
    pair = Pair(tmp_path, way="together")
    secret = SecretFile.beside(pair.logs[0])
    old, keys = pair.logs[0].read_bytes(), secret.read_bytes()
    pair.agree(0, "wc")
    pair.logs[0].write_bytes(old)
    secret.write_bytes(keys)
    second = pair.ask(0, "phase")
    pair.logs[1].unlink()
    assert seal("answer", str(second), str(pair.logs[1]), "-o", str(tmp_path / "no")) == 2
    assert "no other log can have it" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_what_was_signed_is_gone_on_with(tmp_path: Path, capsys: Capsys) -> None:
    """Who passed the pen, and goes back before that, is not made to sign a second log."""
    pair = Pair(tmp_path, way="together")
    assert main(["do", str(pair.logs[0]), "phase"]) == 0
    old = pair.logs[0].read_bytes()
    pair.pass_pen(0)
    pair.logs[0].write_bytes(old)
    for action in (["ask", "wc"], ["next"]):
        words = [action[0], str(pair.logs[0]), *action[1:], "-o", str(tmp_path / "no")]
        assert seal(*words) == 2
        said = "does not go on with the one of 2 entries that was signed"
        assert said in capsys.readouterr().err
    assert not (tmp_path / "no").exists()
    assert pair.logs[0].read_bytes() == old
    pair.agree(1, "wc")
    letter = pair.give(1)
    assert pair.take(0, letter) == 0  # the log of the other side mends it


def test_who_played_out_of_turn_is_told_how_to_go_on(tmp_path: Path, capsys: Capsys) -> None:
    """A log that went on by itself is moved away, and the letter taken again."""
    pair = Pair(tmp_path, way="together")
    pair.stray(1, "note not my turn")
    letter = pair.ask(0, "wc")
    before = pair.logs[1].read_bytes()
    assert seal("answer", str(letter), str(pair.logs[1]), "-o", str(tmp_path / "no")) == 2
    assert "the log is made anew from it" in capsys.readouterr().err
    assert pair.logs[1].read_bytes() == before
    pair.logs[1].rename(tmp_path / "aside")
    assert pair.take(0, pair.reply(1, letter)) == 0


# Letters -------------------------------------------------------------------------------------


def _link_of(pair: Pair, number: int) -> str:
    other = pair.secrets(1)
    return links_of(other.terms, 1, bytes.fromhex(other.last), other.count)[number]


@cases(
    "forge, why",
    (lambda letter, pair: letter.update(link=_link_of(pair, 2)), "what is signed is not this link"),
    (
        lambda letter, pair: letter.update(stretch=2, link=_link_of(pair, 2)),
        "what is signed is not this link",
    ),
    (lambda letter, _: letter.update(link="cd" * 32), "what is signed is not this link"),
    (
        lambda letter, _: letter.update(log=letter["log"][: letter["log"].rindex('{"n":')]),
        "what is signed is not this log",
    ),
    (lambda letter, _: letter.update(side=0), "not a checkpoint signed by the other side"),
    (lambda letter, _: letter.update(stretch=0, link=""), "what is signed is not this link"),
)
def test_a_forged_answer_is_refused_with_a_sentence(
    tmp_path: Path, capsys: Capsys, forge: Any, why: str
) -> None:
    """Early, swapped or withheld links, another log, another side: nothing is opened."""
    pair = Pair(tmp_path, way="together")
    refuses(pair, 0, pair.reply(1, pair.ask(0, "wc")), forge, why, capsys)


def test_an_answer_serves_one_question_of_one_game(tmp_path: Path, capsys: Capsys) -> None:
    """An old answer, one of another game, and a question where an answer is expected."""
    pair = Pair(tmp_path / "one", way="together")
    other = Pair(tmp_path / "two", way="together")
    _, old = pair.agree(0, "wc")
    question = pair.ask(0, "phase")
    for letter, why in (
        (old, "has this already"),
        (question, "by our own side"),
        (other.agree(0, "wc")[1], "other terms"),
    ):
        before = pair.logs[0].read_bytes()
        assert pair.take(0, letter) == 2
        assert why in capsys.readouterr().err
        assert pair.logs[0].read_bytes() == before


def test_only_a_question_is_answered(tmp_path: Path, capsys: Capsys) -> None:
    """Neither a game that was handed over, nor an answer, nor one's own question."""
    pair = Pair(tmp_path, way="together")
    question, answer = pair.agree(0, "wc")
    letter = pair.give(0)
    out = ["-o", str(tmp_path / "no")]
    for each, side, why in (
        (letter, 1, "no orders are asked for here"),
        (question, 0, "by our own side"),
        (answer, 0, "no orders are asked for here"),
    ):
        before = pair.logs[side].read_bytes()
        if each == answer:
            pair.logs[0].unlink()
        assert seal("answer", str(each), str(pair.logs[side]), *out) == 2
        assert why in capsys.readouterr().err
        pair.logs[side].write_bytes(before)
    assert not (tmp_path / "no").exists()


def test_a_question_against_the_rules_gets_no_answer(tmp_path: Path, capsys: Capsys) -> None:
    """The audit comes before the link: who changed a die and signed it is told so."""
    pair = Pair(tmp_path, way="together")
    pair.agree(0, "wc")
    mine = pair.secrets(0)

    def forge(lines: Lines) -> None:
        dice = lines[-1]["dice"][0]["dice"]
        dice[0] = dice[0] % 6 + 1
        add(lines, "asked", orders=[{"order": "phase"}])

    forged = rechained(pair.logs[0], forge)
    lines = lines_of(forged)
    entries, head = len(lines) - 1, lines[-1]["hash"]
    note = note_of(mine.terms, 0, mine.key, entries, head, mine.signature(entries, head))
    letter = tmp_path / "cheat"
    value = {"khamsin": "sealed hand-over", "side": 0, "stretch": 0, "link": ""}
    log = forged.read_text(encoding="utf-8")
    letter.write_text(as_written({**value, "checkpoint": note, "log": log}), encoding="utf-8")
    before = pair.logs[1].read_bytes()
    for action in (["answer", "-o", str(tmp_path / "no")], ["take"]):
        words = [action[0], str(letter), str(pair.logs[1]), *action[1:]]
        assert seal(*words) == 1
        assert "log.dice" in capsys.readouterr().out
    assert not (tmp_path / "no").exists()
    assert pair.logs[1].read_bytes() == before


# Anything at all --------------------------------------------------------------------------------

SHEETS: tuple[object, ...] = (
    [{"order": "note", "text": "x"}],
    [{"order": "asked", "orders": []}],
    [{"order": "wc"}] * 200,
    [[[[]]]],
)
"""What no sheet of orders is."""


@pytest.mark.parametrize("value", ODD + SHEETS, ids=range(len(ODD + SHEETS)))
def test_no_value_in_an_exchange_is_a_fault_of_ours(
    played: Pair, tmp_path: Path, capsys: Capsys, value: object
) -> None:
    """Each field of questions, openings and what is struck out, with anything in its place."""
    log = copied(played, tmp_path)
    lines = lines_of(log)
    fields = [(places(lines, "asked")[-1], "orders"), (places(lines, "opened")[-1], "asking")]
    fields += [(places(lines, "opened")[-1], "stretch"), (places(lines, "shellholes")[-1], "order")]
    for place, name in fields:

        def forge(lines: Lines, place: int = place, name: str = name) -> None:
            lines[place]["do"][name] = value

        forged = rechained(log, forge)
        assert main(["audit", str(forged)]) in (1, 2)
        assert main(["story", str(forged)]) in (0, 1, 2)
        assert main(["do", str(forged), "phase"]) in (0, 2)
        out = ["-o", str(tmp_path / "out"), "--secret", f"{played.logs[0]}.secret"]
        assert seal("ask", str(forged), "phase", *out) == 2
        assert seal("next", str(forged), *out) == 2
    assert "fault of Khamsin" not in capsys.readouterr().err
