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
        logged: what the log has.
        right: what the rules give, all else as in the log.
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
        logged_density: the Dust of the log.
        right_density: the Dust by the rules.
        range: in hexes.
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
class Otherwise:
    """An entry that the rules decide otherwise once a mistake before it is corrected.

    Attributes:
        entry: its number.
        moment: when it was given.
        order: its words.
        rule: the rule behind the difference.
        logged: what the log says.
        right: what follows without the mistake.
    """

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
        followed: the corrected game could be played along.
        why_not: why not, or why only so far; empty if it was played to the end.
        told: the consequence in sentences.
        spans: what stood otherwise, and how long.
        shots: what wrong Dust did to shots.
        orders: how many orders were given while something stood otherwise.
        otherwise: entries that come out otherwise, the first of them.
        more: how many there are beyond those.
    """

    followed: bool
    why_not: str
    told: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    shots: tuple[DustOnShots, ...] = ()
    orders: int = 0
    otherwise: tuple[Otherwise, ...] = ()
    more: int = 0


@attrs.frozen
class FoundFault:
    """A finding of the audit.

    Attributes:
        moment: when.
        rule: the rule behind it, or ``log.*``.
        says: that rule in our own words.
        logged: what the log says.
        expected: what the rules give.
    """

    moment: str
    rule: str
    says: str
    logged: str
    expected: str


@attrs.frozen
class Mistake:
    """All findings of one entry, and what followed from them.

    Attributes:
        entry: number of the entry; 0 is the header.
        order: its words; empty where no order could be read.
        findings: what was found in it.
        consequence: what followed.
    """

    entry: int
    order: str
    findings: tuple[FoundFault, ...]
    consequence: Consequence


@attrs.frozen
class WeatherTold:
    """The weather of a Player Turn, once its Wind Change DR is made.

    Attributes:
        player_turn: such as ``3.2``.
        dr: the dice of the Wind Change DR; empty if none is logged.
        by_hand: people entered these dice.
        wind: Wind Force by the log.
        direction: hexside to which it blows; None if to none.
        gusts: whether there are Gusts.
        rain: the rain.
        dust: the Dust density.
        ec: the EC.
        ruled_wind: Wind Force by the rules.
        ruled_gusts: whether the rules give Gusts.
        ruled_rain: the rain by the rules.
        ruled_dust: the Dust density by the rules.
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
        seen: how many had it, by the rules and the dice.
        of: how many Player Turns there were.
        expected: how many there are on average.
        as_many: the chance of as many or more.
        as_few: the chance of as few or fewer.
        two_sided: twice the smaller of both, at most 1.
        verdict: in words.
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
        n: how many rolls.
        mean: of their totals.
        low: the least mean in the range where 95 of 100 of so many fair rolls have theirs.
        high: the greatest.
        p: the chance that the mean of fair dice lies as far off or farther, on either side.
        adjusted: the same, corrected for the number of rows judged (Holm); None if not judged.
        verdict: in words.
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
class RulingTold:
    """A ruling in force.

    Attributes:
        id: its id.
        question: what is open.
        choice: the answer in force, as logs name it.
        says: that answer in words.
        usual: it is the default.
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
        khamsin: always ``report``.
        log: the name of the file.
        scenario: title of its scenario.
        sides: the sides, the one that moves first first.
        clean: nothing was found.
        verdict: the verdict in a sentence.
        summary: what matters most, in sentences.
        entries: how many entries the log has.
        ending: how the log ends, and when.
        mistakes: entries with findings, in order, with what followed.
        more: findings beyond those that are told.
        following: entries that differ only because of an earlier finding, or cannot be judged.
        weather: the weather of each Player Turn.
        luck: the weather against its exact odds.
        luck_told: what may be said of all of them together.
        dice: the dice by side and purpose.
        dice_told: what may be said of all of them together.
        rulings: the rulings in force.
        by_hand: entries whose dice people entered.
        taken_back: entries that were taken back.
        parent: the log from which this one branched off; empty if from none.
        acknowledged: who signed the log, up to which entry, and what nobody signed.
        unchecked: what could not be checked, and why.
        sealed: how the dice are sealed, by whose keys, and what that proves; empty if they are not.
        engine: version of the engine that wrote the log.
        audited_by: version of the engine that made this report.
        format: version of the log format.
        seal: the hash of the last line.
        commands: the commands with which anybody can repeat this.
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
    weather: tuple[WeatherTold, ...]
    luck: tuple[Luck, ...]
    luck_told: str
    dice: tuple[DiceTest, ...]
    dice_told: str
    rulings: tuple[RulingTold, ...]
    by_hand: tuple[int, ...]
    taken_back: tuple[int, ...]
    parent: str
    acknowledged: tuple[str, ...]
    unchecked: tuple[str, ...]
    sealed: tuple[str, ...]
    engine: str
    audited_by: str
    format: int
    seal: str
    commands: tuple[str, ...]
