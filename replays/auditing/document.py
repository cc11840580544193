"""A report put into words: sections of paragraphs, lists, tables, commands and pictures; as lines.

HTML and plain text are written from the same document, so they say the same.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from events.errors import BadInput
from events.moment import parse_moment
from replays.auditing.consequence import counted
from replays.auditing.finding import where_apart
from replays.auditing.report_model import (
    Consequence,
    DiceTest,
    FoundFault,
    GameReport,
    Luck,
    Mistake,
    WeatherRow,
)
from replays.game.text import columns


@attrs.frozen
class Table:
    """A table; the first cell of each row is its head, ``numbers`` are columns flush right."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()


@attrs.frozen
class Commands:
    """Commands to type, one a line."""

    lines: tuple[str, ...]


@attrs.frozen
class Timeline:
    """The picture of the weather, with the table that text has instead."""

    turns: tuple[WeatherRow, ...]
    """The weather of each Player Turn."""
    marked: dict[str, tuple[str, ...]]
    """The Player Turns with findings, each with the places of these."""
    table: Table
    """The same in words."""


@attrs.frozen
class Drawn:
    """A picture in SVG that takes its colours from the page; text has the table beside it."""

    svg: str
    caption: str


@attrs.frozen
class Faults:
    """What is written in an entry, and what is so by the rules; pages have the board beside it."""

    found: tuple[FoundFault, ...]
    board: str
    """The SVG of the board where it went wrong; empty if no hex is concerned."""
    said: str
    """What that picture shows."""


@attrs.frozen
class Section:
    """A part with a heading; what it holds may be sections again."""

    title: str
    blocks: tuple["Block", ...]
    link: str = ""
    """Where the heading leads; empty if nowhere."""


Block: TypeAlias = "str | tuple[str, ...] | Table | Commands | Timeline | Drawn | Faults | Section"
"""A paragraph, a list of such, and what else a section has."""


@attrs.frozen
class Document:
    """A whole report: title, a line under it, the verdict and whether it is good, sections."""

    title: str
    under: str
    clean: bool
    verdict: str
    sections: tuple[Section, ...]


def document_of(
    report: GameReport, boards: Mapping[int, str] = MappingProxyType({}), replay: str = ""
) -> Document:
    """The document that a report makes.

    ``boards`` are pictures by the numbers of entries, ``replay`` a view file to which those lead.
    """
    by_mail = tuple(map(_sentence, report.by_mail))
    sections = (
        Section("In short", (report.summary,)),
        Section("What was found", tuple(_findings(report, boards, replay))),
        Section("The weather", tuple(_weather(report))),
        Section("The dice", tuple(dice_blocks(report.dice, report.dice_told))),
        Section("Rulings, and what people did by hand", tuple(_by_hand(report))),
        *([Section("By mail", (by_mail,))] if by_mail else []),
        Section("What could not be checked", (report.unchecked,)),
        Section("How anybody can verify this", tuple(_verify(report))),
    )
    under = f"{report.log}: {' against '.join(report.sides)}"
    return Document(f"Report: {report.scenario}", under, report.clean, report.verdict, sections)


# Findings ---------------------------------------------------------------------------------------


def _findings(report: GameReport, boards: Mapping[int, str], replay: str) -> Iterator[Block]:
    if not report.mistakes:
        yield "Nothing."
    for mistake in report.mistakes:
        moment = mistake.findings[0].moment if mistake.entry else ""
        order = f"{mistake.order[:60]}{'...' if len(mistake.order) > 60 else ''}"
        where = f"Entry {mistake.entry}" if mistake.entry else "The header"
        heading = ", ".join(filter(None, (where, moment, order)))
        link = f"{replay}#{mistake.entry}" if replay else ""
        blocks = _mistake(mistake, boards.get(mistake.entry, ""))
        yield Section(heading, tuple(blocks), link)
    if report.more:
        yield f"{report.more} more findings were counted only."
    if report.following:
        yield (
            f"Entries that differ only because of an earlier finding, or cannot be judged: "
            f"{report.following}."
        )
    if report.owed:
        told = tuple(_sentence(f"entry {each.entry}: {each}") for each in report.owed)
        yield Section("Rolls that were left undone", (told,))


def _mistake(mistake: Mistake, board: str) -> Iterator[Block]:
    found = mistake.findings
    hexes = ", ".join(dict.fromkeys(hex_ for each in found for hex_ in each.hexes))
    said = f"The board at {found[0].moment} as it is written; {hexes or 'its hexes'} ringed."
    yield Faults(found, board, said)
    if mistake.consequence.followed:
        yield Section("What followed", tuple(_consequence(mistake.consequence)))
    else:
        yield from mistake.consequence.told


def _consequence(found: Consequence) -> Iterator[Block]:
    yield found.told if len(found.told) > 1 else found.told[0]
    if found.spans:
        yield Table(
            "What stood otherwise than by the rules",
            ("What", "In the log", "By the rules", "From", "To", "Player Turns"),
            tuple(
                (
                    *(span.fact, span.logged, span.right, span.since),
                    *(span.until or "the end", str(span.player_turns)),
                )
                for span in found.spans
            ),
            frozenset({5}),
        )
    if found.otherwise:
        more = f" (and {found.more} more)" if found.more else ""
        yield Table(
            f"Entries that come out otherwise once this is corrected{more}",
            ("Entry", "Moment", "Order", "Rule", "The log says", "By the rules"),
            tuple(
                (f"#{one.entry}", one.moment, one.order, one.rule, one.logged, one.right)
                for one in found.otherwise
            ),
        )


# Weather and dice -------------------------------------------------------------------------------


def _weather(report: GameReport) -> Iterator[Block]:
    if not report.weather:
        yield report.luck_told
        return
    marked = marked_turns((m.findings[0].moment, f"#{m.entry}") for m in report.mistakes)
    table = weather_table(report.weather, "after its Wind Change DR")
    yield Timeline(report.weather, marked, table)
    yield Section("Was this luck?", tuple(_luck(report)))


def weather_table(weather: Sequence[WeatherRow], when: str) -> Table:
    """The weather of each Player Turn; a column without a word in it is left out."""
    heads = ("Player Turn", "DR", "Wind", "Gusts", "Rain", "Dust", "EC", "By the rules")
    rows = list(map(_turn, weather))
    kept = [n for n in range(len(heads)) if any(row[n] for row in rows)]
    return Table(
        f"The weather in each Player Turn, {when}",
        tuple(heads[n] for n in kept),
        tuple(tuple(row[n] for n in kept) for row in rows),
    )


def marked_turns(found: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The places of findings by their Player Turn, of their moments and places."""
    marked: dict[str, tuple[str, ...]] = {}
    for moment, place in found:
        try:
            turn = parse_moment(moment).player_turn
        except BadInput:
            continue
        marked[turn] = (*marked.get(turn, ()), place)
    return marked


def _turn(told: WeatherRow) -> tuple[str, ...]:
    hand = " by hand" if told.by_hand else ""
    blows = "" if told.direction is None else f" to {told.direction}"
    return (
        *(told.player_turn, f"{','.join(map(str, told.dr))}{hand}", f"{told.wind}{blows}"),
        *("yes" if told.gusts else "-", "-" if told.rain == "None" else told.rain),
        *(
            "-" if told.dust == "None" else told.dust,
            told.ec,
            ", ".join(_ruled(told)) or "the same" if told.ruled_wind else "",
        ),
    )


def _ruled(told: WeatherRow) -> Iterator[str]:
    if told.ruled_wind != told.wind:
        yield told.ruled_wind
    if told.ruled_gusts != told.gusts:
        yield "Gusts" if told.ruled_gusts else "no Gusts"
    if told.ruled_rain != told.rain:
        yield "no rain" if told.ruled_rain == "None" else told.ruled_rain
    if told.ruled_dust != told.dust:
        yield "no Dust" if told.ruled_dust == "None" else f"{told.ruled_dust} Dust"


def _luck(report: GameReport) -> Iterator[Block]:
    yield report.luck_told
    if report.luck:
        yield Table(
            f"Player Turns of {report.luck[0].of} that had it, against the exact odds of the "
            f"scenario",
            ("Measure", "Had it", "Expected", "As many or more", "As few or fewer", "Verdict"),
            tuple(map(_measure, report.luck)),
            frozenset({1, 2, 3, 4}),
        )
        yield (
            "Expected and chances are exact, from the scenario's setup on. What the rules make "
            "certain or impossible is left out. A measure is called unusual where twice the "
            "smaller chance is below 5%; of many measures one will be so now and then, and they "
            "go with one another. Counted is what the rules make of the dice, not what a mistaken "
            "log says."
        )


def _measure(luck: Luck) -> tuple[str, ...]:
    return (
        *(luck.what, str(luck.seen)),
        "<0.01" if luck.expected < 0.01 else f"{luck.expected:.2f}",
        *(_percent(luck.as_many.decimal), _percent(luck.as_few.decimal), luck.verdict),
    )


def _percent(chance: float) -> str:
    """A chance in percent; only what is impossible or certain reads so."""
    if 0 < chance < 0.0001:
        return "<0.01%"
    if 0.999 < chance < 1:
        return ">99.9%"
    return f"{100 * chance:.{2 if 0 < chance < 0.01 else 1}f}%"


def dice_blocks(tests: Sequence[DiceTest], told: str) -> Iterator[Block]:
    """What may be said of dice, and the rows that can be judged."""
    yield told
    judged = [test for test in tests if test.adjusted is not None]
    if judged:
        yield dice_table(judged, "Dice by purpose and by the side whose Player Turn it is")
    if judged and len(judged) < len(tests):
        few = counted(len(tests) - len(judged), "row")
        yield f"{few.capitalize()} with fewer rolls can show nothing; `khamsin dice` has all."


def dice_table(tests: Sequence[DiceTest], caption: str) -> Table:
    """Dice by who rolled and what for, beside as many fair ones."""
    heads = ("Who", "What for", "Dice", "Rolls", "Mean", "Fair, 95%", "p", "Corrected", "Verdict")
    return Table(caption, heads, tuple(map(_row, tests)), frozenset({3, 4, 5, 6, 7}))


def _row(test: DiceTest) -> tuple[str, ...]:
    return (
        *(test.who, test.purpose, test.kind, str(test.n), f"{test.mean:.2f}"),
        f"{test.low:.2f} to {test.high:.2f}",
        f"{test.p:.3f}",
        "-" if test.adjusted is None else f"{test.adjusted:.3f}",
        test.verdict,
    )


# The rest ---------------------------------------------------------------------------------------


def _by_hand(report: GameReport) -> Iterator[Block]:
    chosen = [ruling for ruling in report.rulings if not ruling.usual]
    if chosen:
        yield Table(
            "Rulings that are not the defaults",
            ("Ruling", "The question", "In force"),
            tuple((each.id, each.question, each.says or each.choice) for each in chosen),
        )
    usual = len(report.rulings) - len(chosen)
    yield (f"{usual} rulings in force are the defaults; `khamsin audit --rulings` lists them.")
    yield f"Dice that people entered: {listed(report.by_hand)}."
    yield f"Taken back: {listed(report.taken_back)}."
    if report.parent:
        yield f"This log is a branch of {report.parent}."
    for line in report.acknowledged:
        yield _sentence(line)


def _sentence(line: str) -> str:
    return f"{line[:1].upper()}{line[1:]}."


def listed(entries: Sequence[int], most: int = 30) -> str:
    """Entries by number, so many at most."""
    said = ", ".join(f"#{n}" for n in entries[:most])
    more = len(entries) - most
    return f"{said} and {more} more" if more > 0 else said or "none"


def _verify(report: GameReport) -> Iterator[Block]:
    yield (
        f"With the log and Khamsin {report.audited_by} (it was written by {report.engine}, in "
        f"format {report.format}) anybody gets the same findings:"
    )
    yield Commands(report.commands)
    seal = report.seal or "none: the last line has no hash"
    yield f"Seal: {seal}"
    yield (
        "The seal is the hash of the last line. Each line's hash covers the line before it, so it "
        "fits this log alone: compare it with the one that was noted when the game ended."
    )


_PROSE: Final = 100
"""No line of prose is longer."""


def text_lines(document: Document, width: int) -> Iterator[str]:
    """The document in lines."""
    yield document.title
    yield document.under
    yield ""
    yield from _wrapped(document.verdict, width, "", "")
    for section in document.sections:
        yield ""
        yield section.title.upper()
        for block in section.blocks:
            yield from _block(block, width, "")


def _block(block: Block, width: int, margin: str) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            yield ""
            yield f"{margin}{title}"
            for each in blocks:
                yield from _block(each, width, f"{margin}  ")
        case str():
            yield from _wrapped(block, width, margin, margin)
        case tuple():
            for item in block:
                yield from _wrapped(item, width, f"{margin}- ", f"{margin}  ")
        case Timeline(_, _, table):
            yield from _block(table, width, margin)
        case Table():
            yield ""
            yield from _table(block, width, margin)
        case Commands(lines):
            yield from (f"{margin}  {line}" for line in lines)
        case Faults(found):
            yield from _faults(found, width, margin)


def _faults(found: tuple[FoundFault, ...], width: int, margin: str) -> Iterator[str]:
    """Rule and sentence, what is written, and what is so by the rules."""
    inner = f"{margin}  ", f"{margin}    "
    for each in found:
        logged, expected = where_apart(each.logged, each.expected)
        rule = f"{each.rule}: {each.says}" if each.says else each.rule
        yield from _wrapped(rule, width, margin, margin)
        yield from _wrapped(f"Written: {logged}", width, *inner)
        yield from _wrapped(f"By the rules: {expected}", width, *inner)


def _table(found: Table, width: int, margin: str) -> Iterator[str]:
    """A table where it has room; else row by row."""
    yield f"{margin}{found.caption}:"
    lines = list(columns([found.heads, *found.rows], found.numbers))
    if max(map(len, lines)) + len(margin) <= width:
        yield from (f"{margin}{line}".rstrip() for line in lines)
        return
    for row in found.rows:
        for head, cell in zip(found.heads, row, strict=True):
            if cell:
                said = f"{head}: {cell}" if head else cell
                yield from _wrapped(said, width, f"{margin}  ", f"{margin}    ")
        yield ""


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """Prose in lines, with what stands before the first and before the rest."""
    prose = min(width, _PROSE)
    return textwrap.wrap(text, prose, initial_indent=first, subsequent_indent=rest)
