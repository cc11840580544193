"""What each rule does here, in our own words, and a command that shows it: ``data/rules.toml``.

Examples run in an empty folder, on what is bundled and on the logs that `making_of_logs` names.
"""

import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

import attrs

__all__ = ["RuleExample", "making_of_logs", "rule_examples"]


@attrs.frozen
class RuleExample:
    """A rule in our own words, and at work.

    Attributes:
        id: the rule's id.
        says: what the rule does here, in one sentence.
        example: a command that shows it.
        shows: what the output of the command must have, where that is not the id of the rule.
    """

    id: str
    says: str
    example: str
    shows: tuple[str, ...] = ()

    def proved_by(self, output: str) -> bool:
        """Whether the output of a command has what shows this rule: its id is no other's part."""
        if self.shows:
            return all(words in output for words in self.shows)
        return re.search(rf"(?<![\w.]){re.escape(self.id)}(?!\w|\.\d)", output) is not None


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    text = (resources.files("replays") / "data" / "rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def making_of_logs() -> tuple[str, ...]:
    """The commands that make the logs which examples read."""
    return tuple(_data()["logs"])


@lru_cache(maxsize=1)
def rule_examples() -> dict[str, RuleExample]:
    """The example of every rule, by its id."""
    return {
        rule: RuleExample(rule, row["says"], row["example"], tuple(row.get("shows", ())))
        for rule, row in _data().items()
        if rule != "logs"
    }
