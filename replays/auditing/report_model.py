"""What a report says, as plain values: the shape of ``khamsin report -o FILE.json``."""

import attrs

from replays.auditing.finding import Owed


@attrs.frozen
class Chance:
    """A chance, exactly and as a decimal."""

    exact: str
    decimal: float


@attrs.frozen
class Span:
    """Something that stood otherwise than by the rules for a while."""

    fact: str
    """What it is, such as ``Dust``."""
    logged: str
    right: str
    since: str
    """The moment from which they differ."""
    until: str
    """The moment from which they are the same again; empty if they differ to the end."""
    player_turns: int
    """In how many Player Turns, counted after their Wind Change DR, they differ."""


@attrs.frozen
class DustOnShots:
    """What wrong Dust did to any shot at a range over open ground."""

    logged_density: str
    right_density: str
    range: int
    logged: tuple[int, int]
    """The least and the greatest DRM by the log."""
    right: tuple[int, int]
    """The least and the greatest DRM by the rules."""
    mean: float
    """How much too high the DRM was on average; below 0 where it was too low."""


@attrs.frozen
class ChangedEntry:
    """An entry that the rules decide otherwise once a mistake before it is corrected."""

    entry: int
    moment: str
    order: str
    rule: str
    logged: str
    right: str


@attrs.frozen
class Consequence:
    """What followed from a mistake: the log beside the same game with that mistake corrected."""

    followed: bool
    why_not: str
    """Why not, or why only so far; empty if it was played to the end."""
    told: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    shots: tuple[DustOnShots, ...] = ()
    orders: int = 0
    """How many orders were given while something stood otherwise."""
    otherwise: tuple[ChangedEntry, ...] = ()
    """Entries that come out otherwise, the first of them."""
    more: int = 0


@attrs.frozen
class FoundFault:
    """A finding of the audit."""

    moment: str
    rule: str
    says: str
    """That rule in our own words."""
    logged: str
    expected: str
    hexes: tuple[str, ...]


@attrs.frozen
class Mistake:
    """All findings of one entry, and what followed from them."""

    entry: int
    """Number of the entry; 0 is the header."""
    order: str
    """Its words; empty where no order could be read."""
    findings: tuple[FoundFault, ...]
    consequence: Consequence


@attrs.frozen
class WeatherRow:
    """The weather of a Player Turn, once its Wind Change DR is made."""

    player_turn: str
    """Such as ``3.2``."""
    dr: tuple[int, ...]
    """The dice of the Wind Change DR; empty if none is logged."""
    by_hand: bool
    """People entered these dice."""
    wind: str
    direction: int | None
    """Hexside to which it blows; None if to none."""
    gusts: bool
    rain: str
    dust: str
    ec: str
    ruled_wind: str
    """The wind by the rules; empty where a VASL log is not audited."""
    ruled_gusts: bool
    ruled_rain: str
    ruled_dust: str


@attrs.frozen
class Luck:
    """How often something was so, against the exact chance of that."""

    what: str
    """What was counted, in Player Turns."""
    seen: int
    of: int
    expected: float
    as_many: Chance
    """The chance of as many or more."""
    as_few: Chance
    """The chance of as few or fewer."""
    two_sided: float
    """Twice the smaller of both, at most 1."""
    verdict: str


@attrs.frozen
class DiceTest:
    """The dice of a side and a purpose, against fair ones."""

    who: str
    """The side; ``all`` for both."""
    purpose: str
    """What for; ``all`` for everything."""
    kind: str
    """``DR`` or ``dr``."""
    n: int
    mean: float
    low: float
    """The least mean in the range where 95 of 100 of so many fair rolls have theirs."""
    high: float
    p: float
    """The chance that the mean of fair dice lies as far off or farther, on either side."""
    adjusted: float | None
    """The same, corrected for the number of rows judged (Holm); None if not judged."""
    verdict: str


@attrs.frozen
class RulingRow:
    """A ruling in force."""

    id: str
    question: str
    choice: str
    """The answer in force, as logs name it."""
    says: str
    """That answer in words."""
    usual: bool


@attrs.frozen
class GameReport:
    """The report of a game."""

    khamsin: str
    log: str
    scenario: str
    sides: tuple[str, ...]
    """The sides, the one that moves first first."""
    clean: bool
    verdict: str
    summary: tuple[str, ...]
    entries: int
    ending: str
    mistakes: tuple[Mistake, ...]
    """Entries with findings, in order, with what followed."""
    more: int
    """Findings beyond those that are told."""
    following: int
    """Entries that differ only because of an earlier finding, or cannot be judged."""
    owed: tuple[Owed, ...]
    """Rolls that the rules demand and that were not made."""
    weather: tuple[WeatherRow, ...]
    luck: tuple[Luck, ...]
    luck_told: str
    dice: tuple[DiceTest, ...]
    dice_told: str
    rulings: tuple[RulingRow, ...]
    by_hand: tuple[int, ...]
    taken_back: tuple[int, ...]
    parent: str
    """The log from which this one branched off; empty if from none."""
    acknowledged: tuple[str, ...]
    unchecked: tuple[str, ...]
    by_mail: tuple[str, ...]
    """Of a game by mail, by whose keys, and what that proves; else empty."""
    engine: str
    audited_by: str
    """Version of the engine that made this report."""
    format: int
    seal: str
    commands: tuple[str, ...]
    """The commands with which a reader can repeat this."""
