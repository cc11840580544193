"""Every example of the core rules: what a user asks or orders, and what the answer says."""

import json
import re
import zlib
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase
from typing import Final

import pytest

from events.errors import BadInput
from replays.asking.answer import answer_as_json
from replays.asking.rulebook import known_above, rulebook_as_json
from replays.asking.rules_page import Example, ExampleOutcome, examples
from replays.game.state_view import state_as_text
from replays.game.text import html_text
from tests.clauses.reached import khamsin

DATA: Final = Path(__file__).parents[2] / "replays" / "data" / "examples"
SUMS: Final = Path(__file__).parents[1] / "golden" / "examples.txt"
"""Of each rule, a sum of all that its examples say."""
CITED: Final = re.compile(r"\b(?:AD|[A-F])\d*\.\d+")


def rule_of(example: Example) -> str:
    """The rule of the first clause that it proves."""
    return example.clauses[0].rstrip(ascii_lowercase)


OF_RULES: Final = {
    rule: [*some] for rule, some in groupby(sorted(examples(), key=rule_of), rule_of)
}


def whole(outcome: ExampleOutcome) -> str:
    """All that a user can read of an example: its story, the state at its end, the answer."""
    said, game = [outcome.text], outcome.game
    if game is not None:
        said += [game.story(), *state_as_text(game.state, len(game.entries))]
        if outcome.answer is not None:
            said.append(json.dumps(answer_as_json(outcome.answer, game.state, rulings=False)))
    return "\n".join(said)


def sum_of(outcomes: Iterable[ExampleOutcome]) -> str:
    """The sum of what some examples say, as its file has it."""
    return f"{zlib.crc32(''.join(map(whole, outcomes)).encode()):08x}"


@cache
def sums() -> dict[str, str]:
    """The sums that are kept, by rule."""
    return dict(map(str.split, SUMS.read_text(encoding="utf-8").splitlines()))


def summed() -> str:
    """The sums as they are now (``python -m tests.derived``)."""
    found = {rule: sum_of(each.outcome() for each in some) for rule, some in OF_RULES.items()}
    return "".join(f"{rule} {each}\n" for rule, each in found.items())


@pytest.mark.parametrize("rule", OF_RULES)
def test_examples_are_answered_as_the_rule_says(rule: str) -> None:
    """The answer has each text that is expected, and none that is not; what counts is told once.

    Each rule that it or an event cites is one that ``khamsin rules`` knows. All else that a user
    can read of them is as it was when their sum was kept.
    """
    outcomes = [example.outcome() for example in OF_RULES[rule]]
    for example, outcome in zip(OF_RULES[rule], outcomes, strict=True):
        assert not example.unsaid(outcome.text), (example, outcome.text)
        cited = CITED.findall(outcome.text)
        if (answer := outcome.answer) is not None:
            near = {(each.name, each.rule, each.kind) for each in answer.near}
            counted = {(each.name, each.rule, each.kind) for each in answer.items}
            cited += [rule for _, rule, _ in near | counted]
            assert not near & counted, example
            assert len(set(answer.near)) == len(answer.near), example
        assert all(map(known_above, cited)), (example, cited)
    assert sums()[rule] == sum_of(outcomes), "read what changed; run python -m tests.derived"


def test_no_row_of_the_examples_is_left_out() -> None:
    """Each line below the head that is not blank and no remark is an example."""
    rows = [
        line.split("\t")[0]
        for path in DATA.glob("*.tsv")
        for _, *lines in [path.read_text(encoding="utf-8").splitlines()]
        for line in lines
        if line.strip() and not line.startswith("#")
    ]
    assert sorted(rows) == sorted(" ".join(each.clauses) for each in examples())


def test_an_example_that_is_answered_otherwise_is_told() -> None:
    """Texts that are missing, and texts that should not be there; a mark off the board."""
    example = Example(("D9.4a",), "tanks", "", "", (), "shot D3 D7", ("total +1", "D9.4"), "")
    assert example.unsaid(example.outcome().text) == []
    wrong = ("total +2", "!AFV or wreck", "!blocked")
    example = Example(("D9.4a",), "tanks", "", "", (), "shot D3 D7", wrong, "")
    assert example.unsaid(example.outcome().text) == ["total +2", "!AFV or wreck"]
    example = Example(("D9.4a",), "tanks", "Z9=h", "", (), "shot D3 D7", (), "")
    with pytest.raises(BadInput, match="Z9 is not on the board"):
        example.outcome()


def test_examples_are_read_on_a_page_with_their_pictures(tmp_path: Path) -> None:
    """What is asked, answered and often mistaken, beside the board; other files are kept."""
    page = tmp_path / "tanks.html"
    assert khamsin("rules", "D9.4", "-o", str(page)) == (0, f"{page}: 1 rule\n", "")
    text = page.read_text(encoding="utf-8")
    own = [each for each in examples() if any(c.startswith("D9.4") for c in each.clauses)]
    assert text.count("<img ") == text.count('<figure class="example">') == len(own)
    assert all(html_text(each.mistake) in text for each in own)
    assert any(each.mistake for each in own)
    assert "ask shot --from D3 --to D7" in text
    assert khamsin("rules", "D9.4", "-o", str(page))[0] == 0
    (tmp_path / "notes.html").write_text("mine", encoding="utf-8")
    for name, why in (("notes.html", "would be lost"), ("x.txt", "ends in .html or .htm")):
        code, _, said = khamsin("rules", "D9.4", "-o", str(tmp_path / name))
        assert (code, why in said) == (2, True)
    assert khamsin("rules", "D9.4", "--json", "-o", str(page))[0] == 2
    assert khamsin("rules", "11.76", "-o", str(page))[0] == 0
    (rule,) = rulebook_as_json("11.76")["rules"]
    told = [rule["says"], *(each["text"] for each in rule["clauses"])]
    text = page.read_text(encoding="utf-8")
    assert all(html_text(each) in text for each in told if each)
    assert rule["says"]
