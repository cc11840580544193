"""What a ruling is."""

import attrs


@attrs.frozen
class Ruling:
    """One open question and the answers that a scenario can choose.

    A question with one answer alone is a *reading*: what we take the text to say, and why. It is
    no setting of a scenario; it belongs to the engine's version.

    Attributes:
        id: its name; starts with the rule that it is about.
        question: what is open.
        choices: every answer, by the word that scenarios use; the first is the default.
        version: raised whenever what an answer does changes.
        since: the edition of this list in which it first stands; older logs do not have it.
    """

    id: str
    question: str
    choices: dict[str, str]
    version: int = 1
    since: int = 1

    @property
    def default(self) -> str:
        """The answer of a scenario that says nothing."""
        return next(iter(self.choices))

    @property
    def open(self) -> bool:
        """Whether a scenario can choose."""
        return len(self.choices) > 1
