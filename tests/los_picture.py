"""docs/los-by-picture.svg: a small board drawn here, imported, and a fan of LOS that go by its art.

``python -m tests.los_picture`` draws it anew. The art is circles and a rectangle; the same shapes
make the grids that are imported as a board of VASL, and the picture.
"""

import io
import tempfile
import zipfile
from math import hypot
from pathlib import Path
from typing import Final

import attrs
import numpy as np

from replays.game.scenario_file import board_alone
from replays.vasl.board_archive import Array, Grid
from replays.vasl.board_grid import Lattice, lattice
from replays.vasl.board_import import import_board
from sim.chapter_a.los import Location, LosReport, los
from sim.los.canvas import Canvas
from sim.los.drawn import picture_of
from sim.machine.opening import initial_state
from sim.map.board import local_name
from sim.map.hexes import dot_of
from sim.state import State
from tests.vasl_boards import losdata, points_between

PAGE: Final = Path(__file__).parents[1] / "docs" / "los-by-picture.svg"
WIDTH, HEIGHT, SIZE = 13, 5, (675, 322)
FROM: Final = "C3"
TARGETS: Final = ("I2", "K2", "L3", "L4", "K5", "J5", "H5", "F5", "G1", "E1", "L2")

Circle = tuple[float, float, float]
WOODS: Final[tuple[Circle, ...]] = (
    *((322, 92, 21), (338, 78, 18), (350, 100, 17), (306, 78, 13)),
    *((448, 212, 20), (462, 230, 19), (436, 238, 15)),
    *((228, 34, 15), (244, 24, 14), (214, 22, 12)),
)
BRUSH: Final[tuple[Circle, ...]] = (
    *((282, 196, 19), (298, 208, 17), (272, 212, 15)),
    *((388, 128, 17), (402, 140, 17), (378, 142, 13), (556, 66, 18), (540, 54, 14)),
    *((226, 258, 16), (242, 270, 15)),
)
HILL: Final[tuple[Circle, ...]] = ((618, 232, 44), (632, 262, 40), (604, 268, 34))
HOUSE: Final = (366, 246, 408, 272)
CODES: Final = {"Woods": 60, "Brush": 25, "building": 41}
INK: Final = {"clear": "#1f7a3a", "hindered": "#c77700", "blocked": "#b3261e"}


def _in_circles(circles: tuple[Circle, ...]) -> Array:
    xs, ys = np.arange(SIZE[0])[:, None] + 0.5, np.arange(SIZE[1])[None, :] + 0.5
    found = np.zeros(SIZE, bool)
    for x, y, r in circles:
        found |= (xs - x) ** 2 + (ys - y) ** 2 < r * r
    return found


def _grid() -> Grid:
    terrain, elevation = np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.int8)
    elevation[_in_circles(HILL)] = 1
    terrain[_in_circles(BRUSH)] = CODES["Brush"]
    terrain[_in_circles(WOODS)] = CODES["Woods"]
    left, top, right, bottom = HOUSE
    terrain[left:right, top:bottom] = CODES["building"]
    return Grid(WIDTH, HEIGHT, elevation, terrain)


def _lattice() -> Lattice:
    return lattice(WIDTH, HEIGHT, *SIZE)


def states() -> tuple[State, State]:
    """The board imported and put in play: judged by its art, and judged by whole hexes."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as file:
        file.writestr("LOSData", losdata(_grid()))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bd7"
        path.write_bytes(raw.getvalue())
        spec = import_board(str(path)).spec
    alone = board_alone(spec)
    whole = attrs.evolve(alone, rulings={"A6.1-art": "hexes"})
    return initial_state(alone), initial_state(whole)


def _word(report: LosReport) -> str:
    if report.blocked:
        return "blocked"
    return "hindered" if report.hindrance else "clear"


def _stopped(canvas: Canvas, lattice_: Lattice, report: LosReport) -> tuple[float, float] | None:
    """The point at which a LOS is blocked."""
    if report.block is None:
        return None
    names = {local_name(place): place for place in lattice_.hexes}
    one, two = (canvas.point(names[end.hex]) for end in (report.firer, report.target))
    first, last = sorted((one, two))
    points = [
        (first[0] + dx, first[1] + dy)
        for dx, dy in points_between(last[0] - first[0], last[1] - first[1])
    ]
    for x, y in points if first == one else points[::-1]:
        shown = canvas.shown[canvas.raster[(x + 1) * canvas.down + y]]
        if shown.of == report.block.hex and shown.key:
            return x, y
    return None


def _circles(circles: tuple[Circle, ...], class_: str) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{r}" class="{class_}"/>' for x, y, r in circles)


def _ground(hexes: Lattice) -> list[str]:
    wide, high = hexes.pitch
    side, half = wide * 2 / 3, high / 2
    lines, names = [], []
    for place in hexes.hexes:
        x, y = dot_of(place, hexes.pitch)
        d = f"M{x - side:.1f} {y:.1f}L{x - side / 2:.1f} {y - half:.1f}h{side:.1f}"
        lines.append(f"{d}L{x + side:.1f} {y:.1f}")
        if 0 < x < SIZE[0] and y - half > -1:
            names.append(f'<text x="{x:.1f}" y="{y - half + 10:.1f}">{local_name(place)}</text>')
    left, top, right, bottom = HOUSE
    return [
        f'<rect width="{SIZE[0]}" height="{SIZE[1]}" class="ground"/>',
        _circles(HILL, "hill"),
        _circles(BRUSH, "brush"),
        _circles(WOODS, "woods"),
        f'<path d="M{left} {top}H{right}V{bottom}H{left}z" class="house"/>',
        f'<path d="{"".join(lines)}" class="grid"/>',
        *names,
    ]


_STYLE: Final = (
    "text{font:8px 'Liberation Sans',Arial,sans-serif;text-anchor:middle;fill:#5d5238}"
    ".ground{fill:#ecdfb8}.hill{fill:#d3b67c}.brush{fill:#a9b665}.woods{fill:#5f7a3c}"
    ".house{fill:#8d8d93;stroke:#4b4b50}.grid{fill:none;stroke:#a4946a;stroke-width:.7}"
    ".los{fill:none;stroke-width:2.2;stroke-linecap:round}.rest{stroke-dasharray:1 5;opacity:.8}"
    ".end{stroke:#fff;stroke-width:1.2}.key text{text-anchor:start;font-size:11px;fill:#33291a}"
)


def _lines(art: State, whole: State, hexes: Lattice) -> list[str]:
    canvas = picture_of(art.setting)
    assert canvas is not None
    names = {local_name(place): place for place in hexes.hexes}
    x1, y1 = canvas.point(names[FROM])
    drawn = []
    for target in TARGETS:
        report = los(art, Location(FROM), Location(target))
        other = _word(los(whole, Location(FROM), Location(target)))
        word = _word(report)
        x2, y2 = canvas.point(names[target])
        x, y = _stopped(canvas, hexes, report) or (x2, y2)
        ink = INK[word]
        drawn.append(f'<path d="M{x1} {y1}L{x} {y}" class="los" stroke="{ink}"/>')
        if (x, y) != (x2, y2):
            drawn.append(f'<path d="M{x} {y}L{x2} {y2}" class="los rest" stroke="{ink}"/>')
            drawn.append(f'<circle cx="{x}" cy="{y}" r="3.6" fill="{ink}" class="end"/>')
        drawn.append(f'<circle cx="{x2}" cy="{y2}" r="5" fill="{ink}" class="end"/>')
        if other != word:
            drawn.append(
                f'<circle cx="{x2}" cy="{y2}" r="9" fill="none" stroke="{INK[other]}" '
                'stroke-width="2" stroke-dasharray="3 2"/>'
            )
        assert hypot(x2 - x1, y2 - y1) > 1
    drawn.append(f'<circle cx="{x1}" cy="{y1}" r="7" fill="#22304f" class="end"/>')
    return drawn


def _key() -> list[str]:
    y = SIZE[1] + 18
    found = ['<g class="key">']
    x = 8
    for word, said, wide in (
        ("clear", "clear", 62),
        ("hindered", "hindered", 82),
        ("blocked", "blocked, at the art that it touches", 214),
    ):
        found.append(f'<circle cx="{x + 5}" cy="{y - 4}" r="5" fill="{INK[word]}" class="end"/>')
        found.append(f'<text x="{x + 15}" y="{y}">{said}</text>')
        x += wide
    found.append(
        f'<circle cx="{x + 9}" cy="{y - 4}" r="8" fill="none" stroke="{INK["blocked"]}" '
        'stroke-width="2" stroke-dasharray="3 2"/>'
    )
    found.append(f'<text x="{x + 23}" y="{y}">what whole hexes would say instead</text>')
    return [*found, "</g>"]


def picture() -> str:
    """The picture as a standalone SVG."""
    art, whole = states()
    hexes = _lattice()
    size = f"0 0 {SIZE[0]} {SIZE[1] + 28}"
    title = f"LOS from {FROM} by the picture of a board"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            '<rect width="100%" height="100%" fill="#fffdf6"/>',
            *_ground(hexes),
            *_lines(art, whole, hexes),
            *_key(),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(picture(), encoding="utf-8")
