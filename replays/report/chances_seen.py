"""What the dice of a game did, gathered while its log is audited: its weather, and every roll."""

from collections.abc import Collection

from events.entry import Header
from replays.auditing.passing import Passage
from replays.report.luck import luck_of
from replays.report.model import Luck
from replays.report.weather import WeatherSeen
from replays.vasl.logs.dice_table import RolledDice, dice_of_entries
from sim.soundness import faults

__all__ = ["ChancesSeen"]


class ChancesSeen:
    """What an onlooker of an audit remembers of the dice of a game.

    Attributes:
        weather: where log and rules stood after each Wind Change DR.
        rolls: every roll.
    """

    def __init__(self, header: Header) -> None:
        """Begin before the first entry."""
        self.weather = WeatherSeen()
        self.rolls: list[RolledDice] = []
        self._header = header

    def look(self, passage: Passage) -> None:
        """One more entry."""
        self.weather.look(passage)
        entry = passage.entry
        if entry.dice:
            self.rolls += dice_of_entries(self._header, [entry])

    def luck(self, taken_back: Collection[int]) -> tuple[tuple[Luck, ...], str]:
        """The weather by the rules against its odds, or why that cannot be told.

        Args:
            taken_back: the entries that do not count.
        """
        scenario = self._header.scenario
        turns = self.weather.player_turns(taken_back)
        if any(faults(scenario)):
            return (), "The scenario is not sound, so there are no odds for this weather."
        expected = [f"{n // 2 + 1}.{n % 2 + 1}" for n in range(len(turns))]
        if list(turns) != expected:
            return (), "A Player Turn has no Wind Change DR, so there are no odds for this weather."
        if not turns:
            return (), "No Wind Change DR has been made yet."
        return luck_of(scenario, [ruled for _, ruled in turns.values()]), ""
