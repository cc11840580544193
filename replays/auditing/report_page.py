"""A report as one page of HTML: no script, no request, one style sheet known by its hash."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from events.terms import Density
from replays.auditing.document import (
    Block,
    Commands,
    Items,
    Paper,
    Paragraph,
    Section,
    Table,
    Timeline,
)
from replays.auditing.model import WeatherTold
from replays.drawing.svg import number, path, ring, run, tag, title, words
from replays.game.text import html_text

PAGE_STYLE: Final = """
:root{color-scheme:light dark;--paper:#fbf8f0;--ink:#2b2419;--soft:#6b5b41;--line:#d9ccb0;
--card:#fffdf6;--good:#2f6b3a;--goodpaper:#e6f1e2;--bad:#9a3412;--badpaper:#fbe6d6;
--d1:#f0d9a2;--d2:#dfb66d;--d3:#c08a45;--d4:#8f5b26;--d5:#552f10;--edge:#8a6231;
--wind:#1f5fa8;--gusts:#1b8a7a;--rain:#7b4ba0;--ruled:#b3261e}
@media (prefers-color-scheme:dark){:root{--paper:#1c1813;--ink:#efe6d3;--soft:#bcab8b;
--line:#4a4030;--card:#262019;--good:#a5d6a0;--goodpaper:#213325;--bad:#ffb38a;
--badpaper:#43261a;--d1:#6b5630;--d2:#8d6b34;--d3:#b0813c;--d4:#d09c52;--d5:#f0c27a;
--edge:#e0c691;--wind:#86b7ee;--gusts:#6fd3c2;--rain:#cda6ef;--ruled:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;
font-family:system-ui,'Segoe UI','Helvetica Neue',Arial,'Liberation Sans',sans-serif}
main{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:.4rem 0 .2rem}
h2{font-size:1.25rem;margin:2.4rem 0 .6rem;padding-bottom:.25rem;
border-bottom:2px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .4rem}
h4{font-size:.95rem;margin:1rem 0 .3rem;color:var(--soft)}
h1,h2,h3,h4,p,li,td,th,caption{overflow-wrap:break-word}
p,ul{margin:.5rem 0;max-width:46rem}
ul{padding-left:1.3rem}
li{margin:.25rem 0}
.under{color:var(--soft)}
.verdict{font-weight:600;padding:.8rem 1rem;border-left:.4rem solid;border-radius:.3rem;
max-width:none;margin:1rem 0}
.clean{background:var(--goodpaper);border-color:var(--good);color:var(--good)}
.found{background:var(--badpaper);border-color:var(--bad);color:var(--bad)}
.wide{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;width:100%;font-size:.9rem;background:var(--card)}
caption{text-align:left;color:var(--soft);padding:.3rem 0;font-size:.9rem}
th,td{border:1px solid var(--line);padding:.35rem .55rem;text-align:left;vertical-align:top;
font-weight:400;min-width:3.2rem}
thead th{font-weight:600;border-bottom-width:2px}
tbody th{font-weight:600}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
pre{background:var(--card);border:1px solid var(--line);border-radius:.3rem;padding:.6rem .8rem;
white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}
figure{margin:.8rem 0}
figcaption{color:var(--soft);font-size:.85rem}
svg{display:block}
svg text{font-size:12px;fill:var(--soft)}
.grid{stroke:var(--line);stroke-width:1;fill:none}
.foot{stroke:var(--ink);stroke-width:1.5;fill:none}
.dust{stroke:var(--edge);stroke-width:1}
.dust1{fill:var(--d1)}.dust2{fill:var(--d2)}.dust3{fill:var(--d3)}.dust4{fill:var(--d4)}
.dust5{fill:var(--d5)}
.wind{stroke:var(--wind);stroke-width:2.5;stroke-linecap:round;fill:none}
circle.gusts{fill:var(--gusts)}circle.rain{fill:var(--rain)}
.ruled{stroke:var(--ruled);stroke-width:3;stroke-dasharray:5 3;fill:none}
path.found{fill:var(--ruled)}
:focus-visible{outline:2px solid var(--wind);outline-offset:2px}
@media (max-width:40rem){.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;
clip-path:inset(50%)}
.stack,.stack caption,.stack tbody,.stack tr,.stack th,.stack td{display:block;width:100%}
.stack tr{border:1px solid var(--line);margin-bottom:.6rem}
.stack th,.stack td{border:0;padding:.2rem .6rem}
.stack td::before,.stack th::before{content:attr(data-head);display:block;font-size:.78rem;
font-weight:400;color:var(--soft)}
.stack td:empty{display:none}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--good:#000;
--goodpaper:#fff;--bad:#000;--badpaper:#fff;--d1:#f0d9a2;--d2:#dfb66d;--d3:#c08a45;--d4:#8f5b26;
--d5:#552f10;--edge:#8a6231;--wind:#1f5fa8;--gusts:#1b8a7a;--rain:#7b4ba0;--ruled:#b3261e}
main{max-width:none;padding:0}
.wide{overflow:visible}svg{max-width:100%;height:auto}
body{font-size:10pt}h2,h3,h4,caption{break-after:avoid}tr,figure{break-inside:avoid}}
""".strip()
"""The style sheet; its hash stands in the page, and nothing else is allowed there."""


MARK = "<!doctype html>\n<!-- a report of Khamsin -->\n"
"""How every page begins."""

_KEY = (
    "Bars: Dust by the log. Dashed: Dust by the rules, where it is another. Lines: one for a Mild "
    "Breeze, two for Heavy Winds. Triangles: findings."
)


def html_page(paper: Paper) -> str:
    """The whole page."""
    digest = b64encode(hashlib.sha256(PAGE_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return MARK + "\n".join(
        (
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{html_text(paper.title)}</title>",
            f"<style>{PAGE_STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{html_text(paper.title)}</h1>",
            f'<p class="under">{html_text(paper.under)}</p>',
            f'<p class="verdict {"clean" if paper.clean else "found"}">'
            f"{html_text(paper.verdict)}</p>",
            *(line for section in paper.sections for line in _block(section, 2)),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def _block(block: Block, level: int) -> Iterator[str]:
    match block:
        case Section(title, blocks):
            yield "<section>"
            yield f"<h{level}>{html_text(title)}</h{level}>"
            for each in blocks:
                yield from _block(each, min(level + 1, 6))
            yield "</section>"
        case Paragraph(text):
            yield f"<p>{html_text(text)}</p>"
        case Items(items):
            yield "<ul>"
            yield from (f"<li>{html_text(item)}</li>" for item in items)
            yield "</ul>"
        case Table():
            yield from _table(block)
        case Commands(lines):
            yield f"<pre><code>{'<br>'.join(map(html_text, lines))}</code></pre>"
        case Timeline():
            yield "<figure>"
            yield f'<div class="wide" tabindex="0">{_timeline_svg(block)}</div>'
            yield f"<figcaption>{_KEY}</figcaption>"
            yield "</figure>"


def _table(table: Table) -> Iterator[str]:
    """A table; one of words stands cell under cell where there is little room."""
    heads, words = table.heads, not table.numbers
    yield f'<div class="wide" tabindex="0"><table{" class=stack" if words else ""}>'
    yield f"<caption>{html_text(table.caption)}</caption>"
    head = "".join(
        f'<th scope="col"{_class(table, n)}>{html_text(each)}</th>' for n, each in enumerate(heads)
    )
    yield f"<thead><tr>{head}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        cells = (
            f"<{_name(n)}{_class(table, n)}{_head(heads[n]) if words else ''}>"
            f"{html_text(cell)}</{'td' if n else 'th'}>"
            for n, cell in enumerate(row)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _name(column: int) -> str:
    return "td" if column else 'th scope="row"'


def _head(head: str) -> str:
    return f' data-head="{html_text(head)}"' if head else ""


def _class(table: Table, column: int) -> str:
    return ' class="number"' if column in table.numbers else ""


# The weather along the Player Turns -----------------------------------------------------------

_LEFT: Final = 92.0
_TOP: Final = 30.0
_STEP: Final = (16.0, 56.0)
"""The least and the greatest width of a Player Turn."""

_WIDTH: Final = 860.0
_LEVEL: Final = 22.0
_ROW: Final = 24.0
_LEVELS: Final = {str(density): density.level for density in Density}
_FORCES: Final = {"Mild Breeze": 1, "Heavy Winds": 2}
"""How many lines a wind has."""


def _timeline_svg(timeline: Timeline) -> str:
    """Draw Dust as steps, and wind, Gusts and rain in rows under them; the page has the style."""
    turns = timeline.turns
    wide = min(max((_WIDTH - _LEFT) / len(turns), _STEP[0]), _STEP[1])
    foot = _TOP + 5 * _LEVEL
    high = foot + 4 * _ROW + 14
    parts = [
        *_scale(wide * len(turns), foot),
        *(part for n, turn in enumerate(turns) for part in _turn(turn, n, wide, foot)),
        *_ruled(turns, wide, foot),
        *_numbers(turns, wide, foot),
        *_marks(timeline, wide),
    ]
    right = _LEFT + wide * len(turns) + 12
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(right)} {number(high)}" '
        f'width="{number(right)}" height="{number(high)}" role="img" '
        f'aria-labelledby="weather-title weather-desc">'
        + tag("title", "The weather, Player Turn by Player Turn", id="weather-title")
        + tag("desc", words(_in_words(turns)), id="weather-desc")
        + "".join(parts)
        + "</svg>"
    )


def _in_words(turns: tuple[WeatherTold, ...]) -> str:
    dusty = [turn for turn in turns if _LEVELS.get(turn.dust)]
    rainy = sum(turn.rain != "None" for turn in turns)
    gusty = sum(turn.gusts for turn in turns)
    wrong = sum(turn.dust != turn.ruled_dust for turn in turns)
    return (
        f"Of {len(turns)} Player Turns {len(dusty)} had Dust, {gusty} Gusts and {rainy} rain; in "
        f"{wrong} the Dust was not that of the rules. The table that follows has the same."
    )


def _text(said: str, at: complex, class_: str, anchor: str) -> str:
    return tag("text", words(said), x=at.real, y=at.imag, class_=class_, text_anchor=anchor)


def _scale(wide: float, foot: float) -> Iterator[str]:
    for density in Density:
        y = foot - density.level * _LEVEL
        if density is not Density.NONE:
            yield path(run(complex(_LEFT, y), complex(_LEFT + wide, y)), "grid")
        said = {"None": "no Dust", "Extremely Heavy": "Extr. Heavy"}.get(density, str(density))
        yield _text(said, complex(_LEFT - 8, y + 4), "axis", "end")
    yield path(run(complex(_LEFT, foot), complex(_LEFT + wide, foot)), "foot")
    for row, said in enumerate(("Wind", "Gusts", "Rain"), 1):
        yield _text(said, complex(_LEFT - 8, foot + row * _ROW + 4), "axis", "end")


def _turn(turn: WeatherTold, n: int, wide: float, foot: float) -> Iterator[str]:
    """The bar of a Player Turn, and its marks in the rows."""
    left, level = _LEFT + n * wide, _LEVELS.get(turn.dust, 0)
    if level:
        box = {"x": left + 1, "y": foot - level * _LEVEL, "width": wide - 2}
        said = title(f"{turn.player_turn}: {turn.dust} Dust")
        yield tag("rect", said, **box, height=level * _LEVEL, class_=f"dust dust{level}")
    middle = left + wide / 2
    force = _FORCES.get(turn.wind, 0)
    for line in range(force):
        y = foot + _ROW + (4 - 7 * line if force > 1 else 0)
        ends = complex(left + wide * 0.22, y), complex(left + wide * 0.78, y)
        yield tag("path", title(f"{turn.player_turn}: {turn.wind}"), d=run(*ends), class_="wind")
    if turn.gusts:
        yield _mark(turn, "Gusts", complex(middle, foot + 2 * _ROW), "gusts")
    if turn.rain != "None":
        yield _mark(turn, turn.rain, complex(middle, foot + 3 * _ROW), "rain")


def _mark(turn: WeatherTold, said: str, at: complex, class_: str) -> str:
    name = title(f"{turn.player_turn}: {said}")
    return tag("circle", name, cx=at.real, cy=at.imag, r=4.5, class_=class_)


def _ruled(turns: tuple[WeatherTold, ...], wide: float, foot: float) -> Iterator[str]:
    """A line where the rules have another density."""
    for n, turn in enumerate(turns):
        if turn.ruled_dust != turn.dust:
            y = foot - _LEVELS.get(turn.ruled_dust, 0) * _LEVEL
            ends = complex(_LEFT + n * wide, y), complex(_LEFT + (n + 1) * wide, y)
            said = title(f"{turn.player_turn}: by the rules {turn.ruled_dust}")
            yield tag("path", said, d=run(*ends), class_="ruled")


def _numbers(turns: tuple[WeatherTold, ...], wide: float, foot: float) -> Iterator[str]:
    """Player Turns along the foot, as many as there is room for."""
    often = max(1, round(30 / wide))
    for n, turn in enumerate(turns):
        if n % often == 0:
            at = complex(_LEFT + (n + 0.5) * wide, foot + 4 * _ROW + 4)
            yield _text(turn.player_turn, at, "axis", "middle")


def _marks(timeline: Timeline, wide: float) -> Iterator[str]:
    """A triangle over each Player Turn with findings."""
    for n, turn in enumerate(timeline.turns):
        entries = timeline.marked.get(turn.player_turn)
        if not entries:
            continue
        tip = complex(_LEFT + (n + 0.5) * wide, _TOP - 8)
        corners = tip, tip + complex(-6, -11), tip + complex(6, -11)
        said = ", ".join(f"#{entry}" for entry in entries)
        yield tag("path", title(f"findings in {said}"), d=ring(corners), class_="found")
