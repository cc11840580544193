"""Questions about what somebody does from a Location, and to another."""

from sim.asking.question import Question, asked, question
from sim.chapter_a.los import Location

__all__ = ["FromQuestion", "FromToQuestion"]


@question
class FromQuestion(Question):
    """What somebody does from a Location."""

    firer: Location = asked("from where: D4, or D4@1 for a level", word="from")


@question
class FromToQuestion(FromQuestion):
    """What somebody does from a Location to another."""

    target: Location = asked("at which Location", word="to")
