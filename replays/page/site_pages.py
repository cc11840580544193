"""The pages of the site beside a game: odds, a report, what a check says.

Each is the HTML of a report, without the document around it; a link to ``game#12`` means that entry
of the log that the page is about.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from events.scenario import Scenario
from replays.auditing.document import Block, Document, Section, Table, document_of
from replays.auditing.report import report_of
from replays.auditing.report_page import FaultBoards, main_html, picture
from replays.chances.odds import odds
from replays.chances.rows import SHORT
from replays.drawing.chart import chart_svg
from replays.drawing.style import Theme
from replays.page.timeline import weather_chances
from sim.climate.climate import percent

GAME: Final = "game"
"""The address of the log that a page is about; ``game#12`` is an entry of it."""


def report_page(log: Path) -> str:
    """The report of a log: what the audit found with the board, what followed, luck, dice."""
    boards = FaultBoards()
    made = report_of(log, on_entry=boards.look)
    return main_html(document_of(made, boards.drawn, GAME))


def odds_page(source: Scenario | Path, theme: Theme) -> str:
    """The odds of a scenario, or of a game from its end on: the chart, and its numbers."""
    found = odds(source)
    turns = found.player_turns
    heads = ("Player Turn", *SHORT.values(), "Heavy Winds", "Gusts", "Rain")
    rows = ((each.moment.player_turn, *map(percent, weather_chances(each))) for each in turns)
    table = Table("After its Wind Change DR", heads, tuple(rows), frozenset(range(1, len(heads))))
    told = Document(
        f"Odds: {found.name}",
        f"Exact, from {found.since} to {turns[-1].moment.player_turn}.",
        True,
        "",
        (Section("Dust, wind and rain in each Player Turn", (table,)),),
    )
    drawn = picture(chart_svg(found, theme), "The same as a chart; the table below has its numbers")
    return main_html(told, drawn)


def said_page(head: str, lines: Iterable[str], clean: bool, *drawn: str) -> str:
    """What a command says, and pictures that go with it."""
    whole = [""]
    for line in lines:  # one that is indented goes on with the line before it
        if line.startswith(" "):
            whole[-1] += f" {line.strip()}"
        elif line.strip():
            whole.append(line)
    first, *rest = whole[1:] or [""]
    blocks: tuple[Block, ...] = (tuple(rest),) if rest else ()
    sections = (Section("All that it says", blocks),) if blocks else ()
    return main_html(Document(head, "", clean, first, sections), "".join(drawn))
