"""What the dice of each game of a library did, against what they do, and what is still to come.

All of it is exact, and as `khamsin report` and `khamsin odds` have it of one log. In a library one
game in so many looks unusual; so what is told of all games together is corrected for their number.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import attrs

from events.codec import plain
from events.converters import structure
from events.errors import BadInput
from events.json_bytes import dumps, loads
from replays.auditing.audit import Passage, audit
from replays.auditing.luck import ChancesSeen, dice_tests, holm, luck_told
from replays.auditing.model import Chance, DiceTest, Luck
from replays.chances.odds import odds
from replays.game.open_log import start_of
from replays.library.games import LibraryGame
from replays.library.handing import GameLog, Handed, Unread
from replays.library.library import Library
from replays.library.results import ODDS, GameNote, kept
from replays.library.working import Errand
from sim.climate.exact_odds import DUSTY
from sim.state import State

SELDOM: Final = 0.05
"""Chances below this are called unusual."""


@attrs.frozen
class ToCome:
    """What is to come in a game that goes on, from its end on.

    Attributes:
        since: the moment from which it is worked out.
        player_turns: how many Wind Change DRs are left, the present Player Turn counted if its own
            has been made.
        reached: the chance of at least each density, in any of these Player Turns.
        rained: the chance that it has rained by the last of them.
    """

    since: str
    player_turns: int
    reached: dict[str, Chance]
    rained: Chance


@attrs.frozen
class GameOdds:
    """The dice of a game.

    Attributes:
        name: of the game.
        luck: its weather against the exact odds of its scenario.
        told: what may be said of that, or why nothing can be.
        dice: its dice against fair ones, by who rolled them for what.
        to_come: what is to come; None where the game is over.
    """

    name: str
    luck: tuple[Luck, ...]
    told: str
    dice: tuple[DiceTest, ...]
    to_come: ToCome | None

    @property
    def player_turns(self) -> int:
        """How many Player Turns of weather there are."""
        return self.luck[0].of if self.luck else 0

    @property
    def least_usual(self) -> Luck | None:
        """The measure of the weather that is least usual; None where there is none."""
        return min(self.luck, key=lambda each: each.two_sided, default=None)

    @property
    def weather(self) -> float | None:
        """The chance of such a measure or a less usual one, corrected for how many there are."""
        least = self.least_usual
        return None if least is None else min(1.0, least.two_sided * len(self.luck))

    @property
    def fair(self) -> float | None:
        """The chance that the dice of some row of fair dice lie as far off, corrected likewise."""
        judged = [each.adjusted for each in self.dice if each.adjusted is not None]
        return min(judged, default=None)


@attrs.frozen
class WeighedGame:
    """The dice of a game among those of others.

    Attributes:
        odds: those of the game alone.
        weather: the chance that its weather is so unusual, corrected for the number of games; None
            where nothing can be said.
        dice: the same of its dice.
    """

    odds: GameOdds
    weather: float | None
    dice: float | None

    @property
    def unusual(self) -> bool:
        """Either is unusual even among so many games."""
        return any(each is not None and each < SELDOM for each in (self.weather, self.dice))


def weighed_together(found: Sequence[GameOdds]) -> list[WeighedGame]:
    """Games among each other: each chance is corrected for how many games there are (Holm)."""
    weather = _corrected([each.weather for each in found])
    dice = _corrected([each.fair for each in found])
    return [WeighedGame(*each) for each in zip(found, weather, dice, strict=True)]


def _corrected(chances: Iterable[float | None]) -> list[float | None]:
    there = list(chances)
    corrected = iter(holm([each for each in there if each is not None]))
    return [None if each is None else next(corrected) for each in there]


def weigh(game: Handed, log: GameLog) -> GameOdds:
    """The dice of a log: one audit, with somebody who looks on."""
    try:
        header = log.beginning().header
        seen = _Seen(start_of(header.scenario), ChancesSeen(header))
        report = audit(log.path, disk=log.disk, onlooker=seen.look)
    except BadInput as error:
        return GameOdds(game.game.name, (), f"The log cannot be read: {error.what}.", (), None)
    luck, why = seen.chances.luck(report.taken_back)
    dice = dice_tests(seen.chances.rolls)
    to_come = None if report.ending.word == "finished" else _to_come(seen.state)
    return GameOdds(game.game.name, luck, why or luck_told(luck), dice, to_come)


@attrs.define
class _Seen:
    """Who looks on: what the dice did, and where the log stands."""

    state: State
    chances: ChancesSeen

    def look(self, passage: Passage) -> None:
        """One more entry."""
        self.chances.look(passage)
        self.state = passage.written.state


def _to_come(state: State) -> ToCome | None:
    """What is to come from a state on; None where nothing is."""
    if state.clock.over:
        return None
    try:
        found = odds(state)
    except BadInput:  # no Wind Change DR is left, or the scenario cannot be played
        return None
    reached = {density.value: _chance(found.reached[density]) for density in DUSTY}
    turns, last = len(found.player_turns), found.player_turns[-1]
    return ToCome(str(found.since), turns, reached, _chance(last.rained))


def _chance(value: Fraction) -> Chance:
    return Chance(f"{value.numerator}/{value.denominator}", float(value))


def _settle(_: Library, game: Handed, found: GameOdds | Unread) -> tuple[GameOdds, GameNote | None]:
    if isinstance(found, Unread):
        return GameOdds(game.game.name, (), f"The log cannot be read: {found.why}.", (), None), None
    return found, GameNote(game.game, dumps(plain(found)))


WEIGHING: Final = Errand(ODDS, weigh, _settle)
"""What `work_through` does for the odds of games."""


def odds_before(library: Library) -> Iterator[tuple[LibraryGame, GameOdds]]:
    """What is kept of the dice of games that are as they were then.

    What somebody changed is left out, so that it is worked out anew.

    Raises:
        BadInput: when the library cannot be read.
    """
    games = {(game.id, game.seal): game for game in library.games()}
    for number, seal, body in kept(library, ODDS):
        game = games.get((number, seal))
        if game is None:
            continue
        try:
            found = structure(loads(body), GameOdds)
            for chance in _chances(found):
                Fraction(chance.exact)
        except (ValueError, ArithmeticError, LookupError):
            continue
        yield game, attrs.evolve(found, name=game.name)


def _chances(found: GameOdds) -> Iterator[Chance]:
    for each in found.luck:
        yield each.as_many
        yield each.as_few
    if found.to_come is not None:
        yield from (found.to_come.reached[density.value] for density in DUSTY)
        yield found.to_come.rained
