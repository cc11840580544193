"""What a report says, as plain values: the shape of ``khamsin report -o FILE.json``."""

import attrs


@attrs.frozen
class Chance:
    """A chance, exactly and as a decimal."""

    exact: str
    decimal: float


@attrs.frozen
class Span:
    """Something that stood otherwise than by the rules for a while.

    Attributes:
        fact: what it is, such as ``Dust``.
        since: the moment from which they differ.
        until: the moment from which they are the same again; empty if they differ to the end.
        player_turns: in how many Player Turns, counted after their Wind Change DR, they differ.
    """

    fact: str
    logged: str
    right: str
    since: str
    until: str
    player_turns: int


@attrs.frozen
class DustOnShots:
    """What wrong Dust did to any shot at a range over open ground.

    Attributes:
        logged: the least and the greatest DRM by the log.
        right: the least and the greatest DRM by the rules.
        mean: how much too high the DRM was on average; below 0 where it was too low.
    """

    logged_density: str
    right_density: str
    range: int
    logged: tuple[int, int]
    right: tuple[int, int]
    mean: float


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
    """What followed from a mistake: the log beside the same game with that mistake corrected.

    Attributes:
        why_not: why not, or why only so far; empty if it was played to the end.
        orders: how many orders were given while something stood otherwise.
        otherwise: entries that come out otherwise, the first of them.
    """

    followed: bool
    why_not: str
    told: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    shots: tuple[DustOnShots, ...] = ()
    orders: int = 0
    otherwise: tuple[ChangedEntry, ...] = ()
    more: int = 0


@attrs.frozen
class FoundFault:
    """A finding of the audit.

    Attributes:
        says: that rule in our own words.
        hexes: the hexes that it is about.
    """

    moment: str
    rule: str
    says: str
    logged: str
    expected: str
    hexes: tuple[str, ...]


@attrs.frozen
class Mistake:
    """All findings of one entry, and what followed from them.

    Attributes:
        entry: number of the entry; 0 is the header.
        order: its words; empty where no order could be read.
    """

    entry: int
    order: str
    findings: tuple[FoundFault, ...]
    consequence: Consequence


@attrs.frozen
class WeatherRow:
    """The weather of a Player Turn, once its Wind Change DR is made.

    Attributes:
        player_turn: such as ``3.2``.
        dr: the dice of the Wind Change DR; empty if none is logged.
        by_hand: people entered these dice.
        direction: hexside to which it blows; None if to none.
        ruled_wind: the wind by the rules; empty where a VASL log is not audited.
    """

    player_turn: str
    dr: tuple[int, ...]
    by_hand: bool
    wind: str
    direction: int | None
    gusts: bool
    rain: str
    dust: str
    ec: str
    ruled_wind: str
    ruled_gusts: bool
    ruled_rain: str
    ruled_dust: str


@attrs.frozen
class Luck:
    """How often something was so, against the exact chance of that.

    Attributes:
        what: what was counted, in Player Turns.
        as_many: the chance of as many or more.
        as_few: the chance of as few or fewer.
        two_sided: twice the smaller of both, at most 1.
    """

    what: str
    seen: int
    of: int
    expected: float
    as_many: Chance
    as_few: Chance
    two_sided: float
    verdict: str


@attrs.frozen
class DiceTest:
    """The dice of a side and a purpose, against fair ones.

    Attributes:
        who: the side; ``all`` for both.
        purpose: what for; ``all`` for everything.
        kind: ``DR`` or ``dr``.
        low: the least mean in the range where 95 of 100 of so many fair rolls have theirs.
        p: the chance that the mean of fair dice lies as far off or farther, on either side.
        adjusted: the same, corrected for the number of rows judged (Holm); None if not judged.
    """

    who: str
    purpose: str
    kind: str
    n: int
    mean: float
    low: float
    high: float
    p: float
    adjusted: float | None
    verdict: str


@attrs.frozen
class RulingRow:
    """A ruling in force.

    Attributes:
        choice: the answer in force, as logs name it.
        says: that answer in words.
    """

    id: str
    question: str
    choice: str
    says: str
    usual: bool


@attrs.frozen
class GameReport:
    """The report of a game.

    Attributes:
        sides: the sides, the one that moves first first.
        mistakes: entries with findings, in order, with what followed.
        more: findings beyond those that are told.
        following: entries that differ only because of an earlier finding, or cannot be judged.
        parent: the log from which this one branched off; empty if from none.
        by_mail: of a game by mail, by whose keys, and what that proves; else empty.
        audited_by: version of the engine that made this report.
        commands: the commands with which a reader can repeat this.
    """

    khamsin: str
    log: str
    scenario: str
    sides: tuple[str, ...]
    clean: bool
    verdict: str
    summary: tuple[str, ...]
    entries: int
    ending: str
    mistakes: tuple[Mistake, ...]
    more: int
    following: int
    weather: tuple[WeatherRow, ...]
    luck: tuple[Luck, ...]
    luck_told: str
    dice: tuple[DiceTest, ...]
    dice_told: str
    rulings: tuple[RulingRow, ...]
    by_hand: tuple[int, ...]
    taken_back: tuple[int, ...]
    parent: str
    acknowledged: tuple[str, ...]
    unchecked: tuple[str, ...]
    by_mail: tuple[str, ...]
    engine: str
    audited_by: str
    format: int
    seal: str
    commands: tuple[str, ...]
