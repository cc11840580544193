"""A report as one page of HTML: no script, no request, one style sheet known by its hash."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from math import ceil
from typing import Final

from events.terms import Density
from replays.auditing.audit import AuditedEntry
from replays.auditing.document import (
    Block,
    Commands,
    Document,
    Drawn,
    Faults,
    Section,
    Table,
    Timeline,
)
from replays.auditing.finding import OF_THE_FILE, same_ends
from replays.auditing.report_model import WeatherRow
from replays.drawing.map import around, board_svg
from replays.drawing.svg import (
    HIGH,
    SIDE,
    axis,
    centre,
    corners,
    in_page,
    path,
    ring,
    run,
    tag,
    title,
)
from replays.game.position import IMPOSSIBLE
from replays.game.state_view import hexes_named
from replays.game.text import html_page, html_text
from sim.map.hexes import Hex

MOST_BOARDS: Final = 12
"""So many boards are drawn."""

_RADIUS: Final = 2
_RED: Final = "#b3261e"


class FaultBoards:
    """Draws a board for each entry with findings, while an audit reads a log."""

    def __init__(self) -> None:
        self.drawn: dict[int, str] = {}

    def look(self, audited: AuditedEntry) -> None:
        """One more entry."""
        entry, state = audited.entry, audited.written.state
        found = [each for each in audited.findings if each.rule not in OF_THE_FILE]
        if not found or len(self.drawn) >= MOST_BOARDS:
            return
        names = dict.fromkeys(hex_ for each in found for hex_ in each.hexes)
        names = names or dict.fromkeys(hexes_named(state, (entry.do, *entry.then)))
        area = state.setting.area
        try:
            window = around(area, names, _RADIUS)
            ringed = "".join(part for name in names for part in _ring(area.place(name)))
            self.drawn[entry.n] = board_svg(state, None, window, ringed)
        except IMPOSSIBLE:  # nothing there is in play
            return


def _ring(place: Hex) -> Iterator[str]:
    """A red ring with a white edge, and a mark of exclamation: not by colour alone."""
    for colour, width in (("#fff", 8), (_RED, 5)):
        look = f"fill:none;stroke:{colour};stroke-width:{width}"
        yield tag("path", d=ring(corners(place, 0.95)), style=look)
    at = centre(place) + complex(0.5 * SIDE, -0.25 * HIGH)
    look = f"fill:{_RED};stroke:#fff;stroke-width:2"
    yield tag("circle", cx=at.real, cy=at.imag, r=11, style=look)
    look = "fill:#fff;stroke:none;font:bold 17px sans-serif;text-anchor:middle"
    yield tag("text", "!", x=at.real, y=at.imag + 6, style=look)


MARK: Final = "<!doctype html>\n<!-- a report of Khamsin -->\n"
"""How every page begins."""


def report_html(document: Document) -> str:
    """The whole page."""
    return html_page(MARK, document.title, main_html(document))


def main_html(document: Document, drawn: str = "") -> str:
    """What is told, without the page around it; a picture may stand before the sections."""
    verdict = f'<p class="verdict {"clean" if document.clean else "found"}">'
    return "\n".join(
        (
            f"<h1>{html_text(document.title)}</h1>",
            f'<p class="under">{html_text(document.under)}</p>',
            *([f"{verdict}{html_text(document.verdict)}</p>"] if document.verdict else []),
            *([drawn] if drawn else []),
            *(line for section in document.sections for line in _block(section, 2)),
        )
    )


def picture(svg: str, said: str) -> str:
    """A picture as HTML, with the words that stand for it."""
    return f'<figure><div class="wide" tabindex="0">{_image(svg, said)}</div></figure>'


def _image(svg: str, said: str) -> str:
    source, words = b64encode(svg.encode()).decode(), escape(said)
    return f'<img src="data:image/svg+xml;base64,{source}" alt="{words}" title="{words}">'


def _block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Section(name, blocks, link):
            yield "<section>"
            said = html_text(name)
            said = f'<a href="{escape(link)}">{said}</a>' if link else said
            yield f"<h{level}>{said}</h{level}>"
            for each in blocks:
                yield from _block(each, min(level + 1, 6))
            yield "</section>"
        case str():
            yield f"<p>{html_text(block)}</p>"
        case tuple():
            yield "<ul>"
            yield from (f"<li>{html_text(item)}</li>" for item in block)
            yield "</ul>"
        case Table():
            yield from _table(block)
        case Commands(lines):
            yield f"<pre><code>{'<br>'.join(map(html_text, lines))}</code></pre>"
        case Faults():
            yield from _faults(block)
        case Timeline():
            yield from _figure(_timeline_svg(block), _key(block))
            yield "<details><summary>Each Player Turn in words</summary>"
            yield from _table(block.table)
            yield "</details>"
        case Drawn(svg, caption):
            yield from _figure(svg, caption)


def _figure(svg: str, caption: str) -> Iterator[str]:
    yield "<figure>"
    yield f'<div class="wide" tabindex="0">{svg}</div>'
    yield f"<figcaption>{html_text(caption)}</figcaption>"
    yield "</figure>"


def _faults(block: Faults) -> Iterator[str]:
    """Written beside by the rules, what differs in bold, and the board where it went wrong."""
    yield '<div class="faults"><div>'
    for each in block.found:
        first, last = same_ends(each.logged, each.expected)
        yield f'<p class="rule"><b>{html_text(each.rule)}</b> {html_text(each.says)}</p>'
        yield "<dl>"
        for head, text in (("Written", each.logged), ("By the rules", each.expected)):
            end = len(text) - last
            parts = html_text(text[:first]), html_text(text[first:end]), html_text(text[end:])
            apart = f"<strong>{parts[1]}</strong>" if parts[1] and first + last else parts[1]
            yield f"<div><dt>{head}</dt><dd>{parts[0]}{apart}{parts[2]}</dd></div>"
        yield "</dl>"
    yield "</div>"
    if block.board:
        yield _image(block.board, block.said)
    yield "</div>"


def _table(table: Table) -> Iterator[str]:
    """A table; one of words stands cell under cell where there is little room."""
    stacked = not table.numbers
    columns = [' class="number"' if n in table.numbers else "" for n in range(len(table.heads))]
    heads = [html_text(head) for head in table.heads]
    named = [f' data-head="{head}"' if stacked and head else "" for head in heads]
    yield f'<div class="wide" tabindex="0"><table{" class=stack" if stacked else ""}>'
    yield f"<caption>{html_text(table.caption)}</caption>"
    both = zip(columns, heads, strict=True)
    head = "".join(f'<th scope="col"{column}>{each}</th>' for column, each in both)
    yield f"<thead><tr>{head}</tr></thead>"
    yield "<tbody>"
    row_head = 'th scope="row"'
    for row in table.rows:
        cells = (
            f"<{'td' if n else row_head}{columns[n]}{named[n]}>"
            f"{html_text(cell)}</{'td' if n else 'th'}>"
            for n, cell in enumerate(row)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


# The weather along the Player Turns -----------------------------------------------------------

_LEFT: Final = 76.0
_TOP: Final = 30.0
_STEP: Final = (10.0, 32.0)
"""The least and the greatest width of a Player Turn."""

_WIDTH: Final = 400.0
"""How wide it is, so that a telephone shows it whole, unless so many turns need more."""

_LEVEL: Final = 22.0
_ROW: Final = 24.0
_FOOT: Final = _TOP + 5 * _LEVEL
_LEVELS: Final = {str(density): density.level for density in Density}
_FORCES: Final = {"Mild Breeze": 1, "Heavy Winds": 2}
"""How many lines a wind has."""


def _key(timeline: Timeline) -> str:
    ruled = any(turn.ruled_wind for turn in timeline.turns)
    dashed = " Dashed: Dust by the rules, where it is another." if ruled else ""
    found = " Triangles: findings." if timeline.marked else ""
    lines = "Lines: one for a Mild Breeze, two for Heavy Winds."
    return f"Bars: Dust by the log.{dashed} {lines}{found}"


def _timeline_svg(timeline: Timeline) -> str:
    """Draw Dust as steps, and wind, Gusts and rain in rows under them; the page has the style."""
    turns = timeline.turns
    wide = min(max((_WIDTH - _LEFT) / len(turns), _STEP[0]), _STEP[1])
    lefts = [(turn, _LEFT + n * wide) for n, turn in enumerate(turns)]
    longest = max(len(turn.player_turn) for turn in turns)
    often = ceil((8 * longest + 4) / wide)  # as many numbers as there is room for
    feet = [(turn.player_turn, left + wide / 2) for turn, left in lefts[::often]]
    parts = [
        *_scale(_LEFT + wide * len(turns)),
        *(part for turn, left in lefts for part in _turn(turn, left, wide)),
        *(part for turn, left in lefts for part in _ruled(turn, left, wide)),
        *(axis(said, complex(x, _FOOT + 4 * _ROW + 4), "middle") for said, x in feet),
    ]
    for turn, left in lefts:
        if places := timeline.marked.get(turn.player_turn):
            tip = complex(left + wide / 2, _TOP - 8)
            said = title(f"findings in {', '.join(places)}")
            mark = ring((tip, tip + complex(-6, -11), tip + complex(6, -11)))
            parts.append(tag("path", said, d=mark, class_="found"))
    head = "The weather, Player Turn by Player Turn"
    corner = complex(_LEFT + wide * len(turns) + 12, _FOOT + 4 * _ROW + 14)
    return in_page("weather", head, _in_words(turns), parts, corner)


def _in_words(turns: tuple[WeatherRow, ...]) -> str:
    dusty = sum(turn.dust in _LEVELS and turn.dust != "None" for turn in turns)
    rainy = sum(turn.rain != "None" for turn in turns)
    gusty = sum(turn.gusts for turn in turns)
    wrong = sum(turn.dust != turn.ruled_dust for turn in turns)
    return (
        f"Of {len(turns)} Player Turns {dusty} had Dust, {gusty} Gusts and {rainy} rain; in "
        f"{wrong} the Dust was not that of the rules. The table that follows has the same."
    )


def _scale(right: float) -> Iterator[str]:
    for density in Density:
        y = _FOOT - density.level * _LEVEL
        if density is not Density.NONE:
            yield path(run(complex(_LEFT, y), complex(right, y)), "grid")
        said = {"None": "no Dust", "Extremely Heavy": "Extr. Heavy"}.get(density, str(density))
        yield axis(said, complex(_LEFT - 8, y + 4), "end")
    yield path(run(complex(_LEFT, _FOOT), complex(right, _FOOT)), "foot")
    for row, said in enumerate(("Wind", "Gusts", "Rain"), 1):
        yield axis(said, complex(_LEFT - 8, _FOOT + row * _ROW + 4), "end")


def _turn(turn: WeatherRow, left: float, wide: float) -> Iterator[str]:
    high = _LEVELS.get(turn.dust, 0) * _LEVEL
    if high:
        box = {"x": left + 1, "y": _FOOT - high, "width": wide - 2, "height": high}
        said = title(f"{turn.player_turn}: {turn.dust} Dust")
        yield tag("rect", said, **box, class_=f"dust dust{_LEVELS[turn.dust]}")
    force = _FORCES.get(turn.wind, 0)
    for line in range(force):
        y = _FOOT + _ROW + (4 - 7 * line if force > 1 else 0)
        ends = complex(left + wide * 0.22, y), complex(left + wide * 0.78, y)
        yield tag("path", title(f"{turn.player_turn}: {turn.wind}"), d=run(*ends), class_="wind")
    for holds, said, row, class_ in (
        (turn.gusts, "Gusts", 2, "gusts"),
        (turn.rain != "None", turn.rain, 3, "rain"),
    ):
        if holds:
            place = {"cx": left + wide / 2, "cy": _FOOT + row * _ROW, "r": 4.5}
            yield tag("circle", title(f"{turn.player_turn}: {said}"), **place, class_=class_)


def _ruled(turn: WeatherRow, left: float, wide: float) -> Iterator[str]:
    """A line where the rules have another density."""
    if turn.ruled_dust != turn.dust:
        y = _FOOT - _LEVELS.get(turn.ruled_dust, 0) * _LEVEL
        said = title(f"{turn.player_turn}: by the rules {turn.ruled_dust}")
        ends = complex(left, y), complex(left + wide, y)
        yield tag("path", said, d=run(*ends), class_="ruled")
