"""Games by mail, attacked by one of the two, or by a forger of logs and letters.

A forger here holds what he can hold: his own key, all that was ever sent, and any log. What he
signs himself is signed anew; where a test gives him the keys of both, that is to show that the
attack is found by its own mark, and not only by a signature that is missing.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

from events.commands import Asked, Declined, SidePassed, Struck, WindChange
from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from replays.trust.letter import Letter
from replays.trust.note import SignedNote
from sim.trust.mail import Exchange, book_faults, mail_faults
from tests import Capsys, cases
from tests.drawn import part
from tests.mail_pair import (
    ODD,
    Forge,
    Lines,
    Pair,
    add,
    as_written,
    lines_of,
    mail,
    opened,
    places,
    rechained,
    refuses,
)
from tests.table import scenario

BATCH = ("wc", "shellholes D4", "shellholes D5", "phase")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Four rounds, the orders passed on twice; the last batch is one of three orders."""
    pair = Pair(tmp_path_factory.mktemp("mail"))
    for side in (0, 1):
        pair.agree(side, "wc", "phase")
        assert pair.do(side, *["phase"] * 7) == 0
        pair.pass_on(side)
    pair.agree(0, *BATCH[:1])
    pair.agree(0, *BATCH[1:])
    assert audit(pair.logs[0]).clean
    return pair


def found(log: Path) -> list[tuple[str, str]]:
    """Rule, and what the log says, of all that an audit finds."""
    return [(each.rule, each.logged) for each in audit(log).findings]


def copied(pair: Pair, folder: Path) -> Path:
    """A copy of the log, to forge."""
    return Path(shutil.copy(pair.logs[0], folder / "log.jsonl"))


# After the answer: what one side can do alone, with the dice known --------------------------


def _swapped(lines: Lines) -> None:
    one, two = places(lines, "shellholes")
    lines[one], lines[two] = lines[two], lines[one]


def _exchanged(lines: Lines) -> None:
    """Another hex than the one that was asked for."""
    place = places(lines, "shellholes")[0]
    lines[place] = json.loads(json.dumps(lines[place]).replace("D4", "E5"))


def _instead(order: str, **more: Any) -> Forge:
    """Something else in the place of the second order of the batch, and nothing after it."""

    def forge(lines: Lines) -> None:
        place = places(lines, "shellholes")[1]
        add(lines, order, place, **more)
        del lines[place + 1 :]

    return forge


AFTER: dict[str, tuple[Forge, str]] = {
    "dropped": (
        lambda lines: lines.pop(places(lines, "shellholes")[0]),
        "`shellholes D5` in the middle of a batch",
    ),
    "swapped": (_swapped, "`shellholes D5` in the middle of a batch"),
    "added": (
        lambda lines: add(lines, "note", places(lines, "shellholes")[1], text="x"),
        "`note` in the middle of a batch",
    ),
    "exchanged": (_exchanged, "`shellholes E5` in the middle of a batch"),
    "struck early": (_instead("struck", orders=2), "`shellholes D5` struck out"),
    "struck wrongly": (lambda lines: add(lines, "struck", orders=3), "3 orders struck out"),
    "asked": (_instead("asked", orders=[{"order": "wc"}]), "`asked` in the middle of a batch"),
    "passed": (_instead("passed"), "`passed` in the middle of a batch"),
    "finished": (_instead("finish", entries=15), "a game by mail that one side closes alone"),
    "ended alone": (
        lambda lines: add(lines, "finish", entries=len(lines) - 1),
        "a game by mail that one side closes alone",
    ),
    "declined": (lambda lines: add(lines, "declined"), "an end declined for which no side asked"),
    "taken back": (lambda lines: add(lines, "undo", entry=len(lines) - 1), ""),
    "dice": (lambda lines: add(lines, "dice", source="table"), "dice table"),
}


@pytest.mark.parametrize("name", AFTER)
def test_a_batch_is_played_as_it_was_asked_for(played: Pair, tmp_path: Path, name: str) -> None:
    """Once the dice are known nothing is dropped, swapped, added or struck out; all is one log."""
    forge, said = AFTER[name]
    forged = rechained(copied(played, tmp_path), forge)
    if said:
        assert ("log.mail", said) in found(forged)
    else:
        assert "log.undo" in [rule for rule, _ in found(forged)]
    main(["story", str(forged)])
    main(["do", str(forged), "phase"])


def test_the_dice_of_a_round_roll_nothing_after_its_batch(tmp_path: Path) -> None:
    """Who asked knows the seed of the last round for ever; with it nothing more is rolled."""
    pair = Pair(tmp_path)
    pair.agree(0, "phase")
    game = Game.load(pair.logs[0])
    game.position = attrs.evolve(game.position, exchange=Exchange(0, None, (WindChange(),)))
    assert game.do("wc").dice
    forged = tmp_path / "forged.jsonl"
    game.save(forged)
    said = audit(forged).findings
    assert {each.rule for each in said} == {"log.mail"}  # one each roll, by whatever dice
    assert said[0].expected == "no roll before its order was asked for and answered"


# Reveals and signatures ---------------------------------------------------------------------


@cases(
    "forge",
    lambda lines: lines[places(lines, "asked")[-1]]["do"]["orders"].reverse(),
    lambda lines: add(lines, "note", places(lines, "asked")[-1], text="until I like the wind"),
)
@cases("cheat", 0, 1)
def test_a_question_has_both_signatures(
    played: Pair, tmp_path: Path, forge: Forge, cheat: int
) -> None:
    """Either side, with all reveals open, can make another question; not the other's hand."""
    forged = rechained(copied(played, tmp_path), forge, signers=[played.secret(cheat)])
    name = ("German", "British")[1 - cheat]
    said = [text for rule, text in found(forged) if rule == "log.mail"]
    assert said[0] == f"round 4 opened without the signature of {name}"


def _batch(lines: Lines) -> dict[str, Any]:
    do: dict[str, Any] = lines[places(lines, "asked")[-1]]["do"]
    return do


def _respelled(name: str) -> Forge:
    """The same signature in another spelling of base64."""

    def forge(lines: Lines) -> None:
        do = opened(lines)
        last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        do[name] = do[name].rstrip("=")
        do[name] = (
            do[name][:-1] + last[last.index(do[name][-1]) ^ 1] + "==" * (len(do[name]) % 4 > 0)
        )

    return forge


MARKS: dict[str, tuple[Forge, str]] = {
    "early reveals": (
        lambda lines: opened(lines, 1).update(reveals=opened(lines, 2)["reveals"]),
        "a reveal of round 2 that German did not commit to",
    ),
    "old reveals": (
        lambda lines: opened(lines).update(reveals=opened(lines, 2)["reveals"]),
        "a reveal of round 4 that German did not commit to",
    ),
    "swapped reveals": (
        lambda lines: opened(lines)["reveals"].reverse(),
        "a reveal of round 4 that German did not commit to",
    ),
    "a made-up reveal": (
        lambda lines: opened(lines).update(reveals=[opened(lines)["reveals"][0], "ab" * 32]),
        "a reveal of round 4 that British did not commit to",
    ),
    "again": (lambda lines: opened(lines).update(round=3), "the reveals of round 3"),
    "ahead": (lambda lines: opened(lines).update(round=5), "the reveals of round 5"),
    "unasked": (
        lambda lines: lines.pop(places(lines, "asked")[-1]),
        "reveals for which no side asked",
    ),
    "empty": (lambda lines: _batch(lines).pop("orders"), "a batch of 0 orders"),
    "an end with orders": (
        lambda lines: _batch(lines).update(end=1),
        "the end asked for along with orders",
    ),
    "too many": (
        lambda lines: _batch(lines).update(orders=_batch(lines)["orders"] * 34),
        "a batch of 102 orders",
    ),
    "not opened": (
        lambda lines: lines.pop(places(lines, "opened")[-1]),
        "`shellholes D4` while a question waits",
    ),
    "declined orders": (
        lambda lines: lines[places(lines, "opened")[-1]].update(do={"order": "declined"}),
        "`declined` while a question waits",
    ),
}


@pytest.mark.parametrize("name", MARKS)
def test_a_forged_opening_is_found_though_both_sign_it(
    played: Pair, tmp_path: Path, name: str
) -> None:
    """Early, late, swapped or made up reveals, and batches that are none, each by its own mark."""
    forge, said = MARKS[name]
    signers = [played.secret(side) for side in (0, 1)]
    forged = rechained(copied(played, tmp_path), forge, signers=signers)
    assert ("log.mail", said) in found(forged)
    out = tmp_path / "no"
    assert mail("ask", str(forged), "wc", "--with", str(played.keys[0]), "-o", str(out)) == 2
    assert not out.exists()


@cases("name", "asked", "answered")
def test_a_signature_has_one_spelling(played: Pair, tmp_path: Path, name: str) -> None:
    """Base64 with other spare bits is no signature."""
    forged = rechained(copied(played, tmp_path), _respelled(name))
    assert any("opened without the signature of" in text for _, text in found(forged))


def _same(name: str) -> Forge:
    """The commitment or key of the other, copied."""
    return lambda lines: lines[0]["mail"].update({name: lines[0]["mail"][name][:1] * 2})


@cases(
    "forge, said",
    (_same("commitments"), "a game by mail of one commitment for both sides"),
    (_same("nonces"), "a game by mail of one nonce for both sides"),
    (_same("keys"), "a game by mail of one key for both sides"),
    (lambda lines: lines[0]["mail"].update(nonces=["ab" * 32, "x"]), "a game by mail of nonce"),
    (lambda lines: lines[0]["mail"].update(keys=["a", "b"]), "a game by mail of key"),
    (lambda lines: lines[0].update(seed="x"), "a game by mail of seed"),
    (lambda lines: lines[0].update(game=1), "a game by mail, and game 1"),
    (lambda lines: lines[0].update(dice="either"), "a game by mail, and dice from either"),
    (lambda lines: lines[0]["scenario"].update(name="As I like it"), "round 1 opened without"),
    (lambda lines: lines[0].update(engine="0.0.1"), "round 1 opened without the signature"),
)
def test_another_header_is_found(played: Pair, tmp_path: Path, forge: Forge, said: str) -> None:
    """A copied commitment, or another scenario or engine under the same signatures."""
    forged = rechained(copied(played, tmp_path), forge)
    assert any(rule == "log.mail" and text.startswith(said) for rule, text in found(forged))


def test_keys_that_end_alike_are_two(played: Pair) -> None:
    """Base64 has + of its own: what stands behind the last one is not the key."""
    header = Game.load(played.logs[0]).header
    assert header.mail is not None
    keys = ("rommel+00000000+AB+cd", "monty+00000000+CD+cd")
    made = attrs.evolve(header, mail=attrs.evolve(header.mail, keys=keys))
    assert [what for what, _ in mail_faults(made) if "one key" in what] == []


def test_a_game_at_one_table_has_no_entry_of_two_sides() -> None:
    """What is asked, struck out, declined and passed is of games by mail alone."""
    header = Game.new(scenario(), seed="one table").header
    for command in (Asked((WindChange(),)), Struck(1), Declined(), SidePassed()):
        (said,) = book_faults(header, Exchange(), None, command)
        assert said == (f"`{command.word}`, of a game by mail", "none in this game")


def test_the_commitment_of_another_game_is_none_here(played: Pair, tmp_path: Path) -> None:
    """Replayed: the commitment and the reveals that a side had in another game are of a nonce."""
    chain = played.secret(1).reveals("cd" * 32, 1, 3000)

    def forge(lines: Lines) -> None:
        lines[0]["mail"]["commitments"][1] = chain[0]
        for number in range(1, 5):
            opened(lines, number - 1)["reveals"][1] = chain[number]

    signers = [played.secret(side) for side in (0, 1)]
    forged = rechained(copied(played, tmp_path), forge, signers=signers)
    said = [text for rule, text in found(forged) if rule == "log.mail"]
    assert said[:1] == ["a reveal of round 1 that British did not commit to"]


def test_a_side_does_not_make_itself_active(played: Pair, tmp_path: Path) -> None:
    """Who passes himself the orders has no signature of the other in the right place."""
    forged = rechained(
        copied(played, tmp_path),
        lambda lines: lines.pop(places(lines, "passed")[-1]),
        signers=[played.secret(0)],
    )
    assert any("without the signature of British" in text for _, text in found(forged))


# Two questions with one reveal --------------------------------------------------------------


def _restore(pair: Pair, side: int) -> Any:
    """A side's log and what its key remembers, to be put back later as a cheat does."""
    files = [Path(pair.logs[side]), Path(f"{pair.keys[side]}.signed")]
    before = [each.read_bytes() for each in files]

    def restore() -> None:
        for each, raw in zip(files, before, strict=True):
            each.write_bytes(raw)

    return restore


def test_an_order_in_the_other_player_turn_is_a_finding(tmp_path: Path) -> None:
    """A modified copy that moves a vehicle of the other side is told of by rule and entry."""
    pair = Pair(tmp_path)
    pair.agree(0, "wc")
    assert pair.do(0, *["phase"] * 6) == 0
    pair.agree(0, "phase", "phase", "wc")  # the last is struck out
    log = Path(pair.logs[0])
    forged = rechained(log, lambda lines: add(lines, "start", vehicle="Humber"))
    assert "log.turn" in [rule for rule, _ in found(forged)]


def test_going_back_to_old_copies_rolls_nothing_else(tmp_path: Path, capsys: Capsys) -> None:
    """Another question gets no answer, and is proof with the first."""
    pair = Pair(tmp_path)
    restore = _restore(pair, 0)
    first, answer = pair.agree(0, "wc")
    rolled = Path(pair.logs[0]).read_bytes()
    restore()
    assert pair.take(0, answer, "--latest") == 2  # the other side could have made that question
    assert "your key signed nothing of it" in capsys.readouterr().err
    assert pair.take(0, first, "--latest") == 0
    assert pair.take(0, answer, "--latest") == 0
    events = [line["dice"] for line in lines_of(pair.logs[0])[1:]]
    assert events == [json.loads(line)["dice"] for line in rolled.splitlines()[1:]]
    restore()
    assert pair.do(0, "note better weather") == 0
    second = pair.letter()
    assert pair.by(0, "ask", str(pair.logs[0]), "wc", "--latest", out=second) == 0
    capsys.readouterr()
    before = Path(pair.logs[1]).read_bytes()
    assert pair.take(1, second, out=tmp_path / "no") == 2
    assert "cannot belong to one game; your key signed another" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()
    assert Path(pair.logs[1]).read_bytes() == before
    assert main(["dispute", str(first), str(second)]) == 1
    assert f"PROVED: {pair.secret(0).public.short} signed" in capsys.readouterr().out


def test_a_reveal_serves_one_question(tmp_path: Path, capsys: Capsys) -> None:
    """Though the log of the side that answers was lost, its key refuses the second question."""
    pair = Pair(tmp_path)
    restore = _restore(pair, 0)
    question, _ = pair.agree(0, "wc")
    restore()
    second = pair.letter()
    assert pair.by(0, "ask", str(pair.logs[0]), "phase", "--latest", out=second) == 0
    capsys.readouterr()
    files = [str(question), str(second), str(pair.logs[1])]
    for words in (["dispute", *files], ["diff", *map(str, pair.logs)], ["mail", "show", files[1]]):
        main(words)
        said = capsys.readouterr().out
        assert (said.count("for: `phase`"), said.count("PROVED")) == (1, words[0] == "dispute")
    Path(pair.logs[1]).unlink()
    assert pair.take(1, second, out=tmp_path / "no") == 2
    assert "does not go on with the one of 1 entries that was signed" in capsys.readouterr().err
    assert not any(each.exists() for each in (tmp_path / "no", Path(pair.logs[1])))


# Letters and invitations --------------------------------------------------------------------


def _reveal(pair: Pair, number: int) -> str:
    """A later reveal of the second side."""
    nonce = lines_of(pair.logs[1])[0]["mail"]["nonces"][1]
    return pair.secret(1).reveals(nonce, 1, 3000)[number]


@cases(
    "forge, why",
    (lambda letter, pair: letter.update(reveal=_reveal(pair, 2)), "the note is not one of British"),
    (lambda letter, _: letter.update(reveal="cd" * 32), "the note is not one of British"),
    (lambda letter, _: letter.update(reveal=""), "the note is not one of British"),
    (lambda letter, _: letter.update(side=0), "the note is not one of German"),
    (
        lambda letter, _: letter.update(log=letter["log"][: letter["log"].rindex('{"n":')]),
        "the note is not one of British",
    ),
    (lambda letter, _: letter.update(log=letter["log"][:-1]), "the last line has no end"),
    (lambda letter, _: letter.update(note="x"), "has no text, an empty line and signatures"),
    (
        lambda letter, _: letter.update(
            note=letter["note"] + letter["note"].splitlines()[-1] + "\n"
        ),
        "the note is not one of British",
    ),
    (lambda letter, _: letter.update(more=1), "not written as `khamsin mail` wrote it"),
    (lambda letter, _: letter.update(khamsin="game"), "this is a game log"),
    (lambda letter, _: letter.update(log="\ud800"), "cannot be written as UTF-8"),
)
def test_a_forged_answer_is_refused_with_a_sentence(
    tmp_path: Path, capsys: Capsys, forge: Any, why: str
) -> None:
    """Early, swapped or withheld reveals, another log, another side: nothing is opened or left."""
    pair = Pair(tmp_path)
    refuses(pair, 0, pair.answer(1, pair.ask(0, "wc")), forge, why, capsys)


@cases(
    "forge",
    lambda value: value.update(side=0),
    lambda value: value.update(nonce="ab" * 32),
    lambda value: value.update(commitment="ab" * 32),
    lambda value: value["scenario"].update(wind="Heavy Winds"),
    lambda value: value.update(note="x"),
    lambda value: value.update(key="x"),
    lambda value: value.pop("engine"),
)
def test_a_forged_invitation_is_refused(
    tmp_path: Path, played: Pair, capsys: Capsys, forge: Any
) -> None:
    """It is signed: who swaps the key signs as another, and what is left of it is nothing."""
    value = json.loads(played.invitation.read_text(encoding="utf-8"))
    forge(value)
    path, log = tmp_path / "forged", tmp_path / "game.jsonl"
    path.write_text(as_written(value), encoding="utf-8")
    capsys.readouterr()
    joining = ("join", str(path), str(log), "--with", str(played.keys[0]))
    assert mail(*joining, "-o", str(tmp_path / "no")) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [each.name for each in tmp_path.iterdir()] == ["forged"]


def test_a_game_is_that_of_the_invitation(tmp_path: Path, capsys: Capsys) -> None:
    """A joiner who signs another scenario, or another commitment for us, is refused."""
    pair = Pair(tmp_path)
    log = rechained(
        Path(pair.logs[0]), lambda lines: lines[0]["scenario"].update(wind="Heavy Winds")
    )
    game = Game.load(log)
    point, key = game.point(), pair.secret(0)
    note = SignedNote(point.text, (key.signed(point.text, 5),))
    letter = tmp_path / "cheat"
    Letter(0, "", str(note), game.log_bytes()).write(letter)
    new = tmp_path / "side1" / "new.jsonl"
    capsys.readouterr()
    assert mail("take", str(letter), str(new), "--with", str(pair.keys[1])) == 2
    assert "another game came of this invitation already" in capsys.readouterr().err
    assert not new.exists()


def test_what_a_mail_program_did_to_a_letter_is_named(tmp_path: Path, capsys: Capsys) -> None:
    """A line end of Windows is told as such, and nothing is taken."""
    pair = Pair(tmp_path)
    question = pair.ask(0, "wc")
    question.write_bytes(question.read_bytes().replace(b"\n", b"\r\n"))
    assert pair.take(1, question, out=pair.letter()) == 2
    assert "this ends with CRLF, as some mail programs write" in capsys.readouterr().err


def test_an_answer_serves_one_question_of_one_game(tmp_path: Path, capsys: Capsys) -> None:
    """One of another game is none here; an answer before its question was asked is none."""
    pair, other = Pair(tmp_path / "one"), Pair(tmp_path / "two")
    before = Path(pair.logs[0]).read_bytes()
    assert pair.take(0, other.agree(0, "wc")[1]) == 2
    assert "this is no game of the key" in capsys.readouterr().err
    assert Path(pair.logs[0]).read_bytes() == before


def test_a_question_against_the_rules_gets_no_answer(tmp_path: Path, capsys: Capsys) -> None:
    """The audit comes before the reveal: who changed a die and signed it is told so."""
    pair = Pair(tmp_path)
    pair.agree(0, "wc")

    def forge(lines: Lines) -> None:
        dice = lines[-1]["dice"][0]["dice"]
        dice[0] = dice[0] % 6 + 1
        add(lines, "asked", orders=[{"order": "phase"}])

    _found_by_the_other(pair, forge, "log.dice", capsys)


def _found_by_the_other(pair: Pair, forge: Forge, said: str, capsys: Capsys) -> None:
    """What side 0 forged, signed with its key and sent, is found, and changes nothing."""
    key = pair.secret(0)
    game = Game.load(rechained(Path(pair.logs[0]), forge, signers=[key]))
    note = SignedNote(game.point().text, (key.signed(game.point().text, 5),))
    letter, out = pair.letter(), pair.letter()
    Letter(0, "", str(note), game.log_bytes()).write(letter)
    before = Path(pair.logs[1]).read_bytes()
    capsys.readouterr()
    assert pair.take(1, letter, out=out) == 1
    assert said in capsys.readouterr().out
    assert not out.exists()
    assert Path(pair.logs[1]).read_bytes() == before


def test_a_side_gives_nothing_up_for_the_other(tmp_path: Path, capsys: Capsys) -> None:
    """Who has the yes to an end knows a reveal, and cannot go on; nor is a Player Turn handed back.

    He could choose what to ask for with the dice that he knows, or give the other's orders.
    """
    pair = Pair(tmp_path)
    pair.pass_on(0)

    def pass_back(lines: Lines) -> None:
        add(lines, "note", text="I surrender")
        add(lines, "passed")

    _found_by_the_other(pair, pass_back, "`passed` without the signature of British", capsys)
    pair.pass_on(1)
    pair.answer(1, pair.ask(0, "finish"))

    def decline(lines: Lines) -> None:
        add(lines, "declined")
        add(lines, "asked", orders=[{"order": "phase"}])

    _found_by_the_other(pair, decline, "`declined` without the signature of British", capsys)


# Anything at all ----------------------------------------------------------------------------

BATCHES: tuple[object, ...] = (
    [{"order": "note", "text": "x"}],
    [{"order": "asked", "orders": []}],
    [{"order": "wc"}] * 200,
    [[[[]]]],
)
"""What no batch of orders is."""


@pytest.mark.parametrize("value", ODD + BATCHES, ids=range(len(ODD + BATCHES)))
def test_no_value_in_an_exchange_is_a_fault_of_ours(
    played: Pair, tmp_path: Path, capsys: Capsys, value: object
) -> None:
    """Fields of questions, openings, headers and letters, with anything in their place."""
    log = copied(played, tmp_path)
    lines = lines_of(log)
    asked, open_ = places(lines, "asked")[-1], places(lines, "opened")[-1]
    fields = [(asked, "orders"), (asked, "end"), (places(lines, "shellholes")[-1], "order")]
    fields += [(open_, name) for name in ("round", "reveals", "asked", "answered")]
    fields += [(0, name) for name in ("nonces", "commitments", "keys")]
    for place, name in part(fields):

        def forge(lines: Lines, place: int = place, name: str = name) -> None:
            lines[place]["do" if place else "mail"][name] = value

        forged = rechained(log, forge)
        assert main(["audit", str(forged)]) in (1, 2)
        assert main(["story", str(forged)]) in (0, 1, 2)
        assert main(["do", str(forged), "phase"]) in (0, 2)
        assert main(["dispute", str(forged)]) in (0, 1, 2)
        action = ("--with", str(played.keys[0]), "-o", str(tmp_path / "out"))
        assert mail("ask", str(forged), "phase", *action) == 2
    for letter in (played.joined, played.invitation):
        for name in part(json.loads(letter.read_text(encoding="utf-8"))):
            changed = json.loads(letter.read_text(encoding="utf-8")) | {name: value}
            (tmp_path / "odd").write_text(as_written(changed), encoding="utf-8")
            assert mail("show", str(tmp_path / "odd")) in (0, 2)
            assert main(["dispute", str(tmp_path / "odd")]) in (0, 1, 2)
    assert "fault of Khamsin" not in capsys.readouterr().err
