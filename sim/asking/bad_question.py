"""What cannot be asked, with the field of the question that is to blame."""

from collections.abc import Callable

from events.errors import BadInput

__all__ = ["BadQuestion"]


class BadQuestion(BadInput):
    """A question that cannot be asked, or not of this state.

    Args:
        field: the field to blame.
        sentence: what is wrong with it, with ``{}`` for each of the others.
        others: further fields that the sentence names.
    """

    def __init__(self, field: str, sentence: str, *others: str) -> None:
        """Keep field and sentence apart, so that each caller names fields in his own way."""
        self.field = field
        self.sentence = sentence
        self.others = others
        super().__init__(sentence.format(*others) if others else sentence, field)

    def renamed(self, name: Callable[[str], str]) -> BadInput:
        """The same complaint, its fields called otherwise: by the options of a command, say."""
        others = [name(each) for each in self.others]
        return BadInput(
            self.sentence.format(*others) if others else self.sentence, name(self.field)
        )
