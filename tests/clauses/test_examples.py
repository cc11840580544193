"""Every example of the core rules: what a user asks or orders, and what the answer says."""

import pytest

from events.errors import BadInput
from replays.asking.examples import Example, examples


@pytest.mark.parametrize(
    "example", examples(), ids=lambda example: f"{'+'.join(example.clauses)} {example.question}"
)
def test_an_example_is_answered_as_the_rule_says(example: Example) -> None:
    """The answer has each text that is expected, and none that is not."""
    assert not example.unsaid(), example.answer()


def test_an_example_that_is_answered_otherwise_is_told() -> None:
    """Texts that are missing, and texts that should not be there; a mark off the board."""
    example = Example(("D9.4a",), "tanks", "", "", (), "shot D3 D7", ("total +1", "D9.4"), "")
    assert example.unsaid() == []
    wrong = ("total +2", "!AFV or wreck", "!blocked")
    example = Example(("D9.4a",), "tanks", "", "", (), "shot D3 D7", wrong, "")
    assert example.unsaid() == ["total +2", "!AFV or wreck"]
    example = Example(("D9.4a",), "tanks", "Z9=h", "", (), "shot D3 D7", (), "")
    with pytest.raises(BadInput, match="Z9 is not on the board"):
        example.answer()
