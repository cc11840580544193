"""Boards and overlays of VASL on which everything lies anywhere: no two of their hexes are alike.

What imports of them say, and digests of what they write, are in tests/golden/boards.md.
"""

import contextlib
import io
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from PIL import Image

from replays.vasl import NAMES
from replays.vasl.board_archive import Array
from replays.vasl.terrain_code import CODES, Meaning
from sim.map.board import local_name
from sim.map.hexes import neighbour
from tests import typed
from tests.vasl_boards import Canvas, archive

ANSWERS: Final = Path(__file__).parent / "golden" / "boards.md"
LIMITS: Final = ANSWERS.with_name("limits.md")
TABLES: Final = ANSWERS.with_name("tables.md")
_KINDS: Final[tuple[Callable[[Meaning], object], ...]] = (
    lambda each: each.kind and not each.depression,
    lambda each: each.depression,
    lambda each: each.road,
    lambda each: each.road,
    lambda each: each.hexside,
    lambda each: each.material,
    lambda each: each.path,
    lambda each: each.bridge,
    lambda each: not each.known,
)
_DEEP: Final = [code for code, each in CODES.items() if each.depression]
_COLOUR: Final = '<color name="{0}_{1}" red="{0}" green="{2}" blue="200" terrain="{3}"{4}/>'
_RULES: Final = """
<underlaySSRule name="MarshToVineyard" image="VineyardP.gif"><color name="14_1"/></underlaySSRule>
<underlaySSRule name="Level1ToBrush" image="BrushP.gif"><color name="0_1"/></underlaySSRule>
<underlaySSRule name="WallToCactusHedge" image="CactusP.gif"/>
<underlaySSRule name="WoodsToMoss" image="MossP.gif"><color name="60_0"/></underlaySSRule>
<colorSSR name="NoRoads"><colorMap fromColor="67_0" toColor="0_0"/>
<colorMap fromColor="67_1" toColor="66_1"/></colorSSR>
<colorSSR name="NoMoss"><colorMap fromColor="Moss" toColor="0_0"/></colorSSR>
<LOSSSRule name="PalmsToBrush" type="terrainMap" fromValue="Palm Trees" toValue="Brush"/>
<LOSSSRule name="WoodsToBrush" type="terrainMap" fromValue="Woods" toValue="Brush"/>
<LOSSSRule name="Level1ToLevel_1" type="elevationMap" fromValue="1" toValue="_1"/>
<LOSSSRule name="MarshToLevel2" type="terrainToElevationMap" fromValue="Marsh" toValue="2"/>
<LOSSSRule name="Level2ToSand" type="elevationToTerrainMap" fromValue="2" toValue="Sand"/>
<LOSSSRule name="Level1ToMoss" type="elevationToTerrainMap" fromValue="1" toValue="Moss"/>
<LOSSSRule name="Nothing" type="ignore" fromValue="" toValue=""/>"""
_OVERLAYS: Final = (
    ("H", "12", "abd"),
    ("W", "12", "ad"),
    ("E", "1", "a"),
    ("D", "1", "af"),
    ("SD", "12", "ab"),
    ("", "1", "ad"),
    ("", "2", "bcf"),
)
"""Letters and numbers of overlays, and the ways that each can be turned."""
_OWN: Final = """<boardMetadata name="Noise 1" version="6.2" boardImageFileName="bdNoise.png"
 width="9" height="4" {}><buildingTypes>
<buildingType hexName="B2" buildingTypeName="Stone Building, 2 Level"/>
<buildingType hexName="E3" buildingTypeName="Wooden Building, 1 Level"/></buildingTypes>
<overlaySSRules><overlaySSRule name="Copse" image="c.png" x="-20" y="-10"/>
<overlaySSRuleSet name="Both"><overlay name="1" image="c.png" x="400" y="200"/>
<overlay name="2" image="c.png" x="120" y="60"/></overlaySSRuleSet></overlaySSRules>
<slopes><slope hex="C2" hexsides="05"/></slopes><rrembankment hex="D3" hexsides="x"/>
</boardMetadata>"""


def _shared() -> str:
    """What all boards share: a colour for each terrain on each level, and special rules."""
    types, colours = [], []
    for code, each in CODES.items():
        inherent = ' isInherentTerrain="TRUE"' if each.kind and code % 3 == 0 else ""
        types.append(f'<terrainType name="{each.name}" typeCode="{code}"{inherent}/>')
        for level in range(-1, 4):
            high = "UNKNOWN" if each.hexside or code % 7 == 6 else level
            name = "UNKNOWN" if code % 29 == 28 else each.name
            green = 40 * level + 50
            colours.append(_COLOUR.format(code, level, green, name, f' elevation="{high}"'))
    inside = "".join((*types, *colours, _RULES))
    return f"<sharedBoardMetadata>{inside}</sharedBoardMetadata>"


def noise(seed: str, size: tuple[int, int] = (450, 258), strokes: int = 130) -> Canvas:
    """A board on which hexes, dots, hexsides, and bands of any width were painted by chance."""
    draw, canvas = Random(seed), Canvas(size)
    hexes = canvas.lattice.hexes
    for _ in range(strokes):
        one, side, test = draw.choice(hexes), draw.randint(1, 6), draw.choice(_KINDS)
        code = draw.choice([code for code, each in CODES.items() if test(each)])
        meaning, name, two = CODES[code], local_name(one), neighbour(one, side)
        reach = draw.choice((1, 3, 5, 7, 9, 12, 16, 22, 30))
        runs = meaning.road or meaning.path or meaning.depression or draw.random() < 0.3
        if meaning.hexside:
            canvas.side(name, side, code, reach % 5 or 3)
        elif runs and two in hexes:
            canvas.line(name, local_name(two), code, min(reach, 12))
        elif draw.random() < 0.2:
            canvas.hex(name, code)
        else:
            canvas.dot(name, code, reach)
        if draw.random() < 0.2:
            canvas.raised(local_name(draw.choice(hexes)), draw.randint(-1, 2))
    return canvas.low(*_DEEP)


def _png(pixels: Array) -> bytes:
    raw = io.BytesIO()
    Image.fromarray(pixels.transpose(1, 0, 2)).save(raw, "PNG")
    return raw.getvalue()


def _picture(canvas: Canvas, seen: Array | None = None, more: Sequence[int] = ()) -> bytes:
    """The board in the colours of its terrain and levels, some of them without a name.

    An overlay is the part that is seen, and has more colours.
    """
    pixels = np.full((*canvas.terrain.shape, 4), 255, np.uint8)
    level = canvas.elevation + np.isin(canvas.terrain, _DEEP)
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = canvas.terrain, 40 * level + 50, 200
    pixels[7::31, 5::17, 2] = 201
    for at, number in enumerate(more):
        pixels[50 + 40 * at : 80 + 40 * at, 20:120, :3] = list(number.to_bytes(3, "big"))
    if seen is not None:
        pixels[~seen] = 0
        pixels = pixels[:280, :194]
    return _png(pixels)


def answers(folder: Path, document: Path = ANSWERS) -> str:
    """The document of answers, typed beside the boards in a folder."""
    _boards(folder)
    for path in (*ANSWERS.parent.glob("*.toml"), *ANSWERS.parent.glob("*.orders")):
        shutil.copy(path, folder)
    with contextlib.chdir(folder):
        made = typed.tutorial(document.read_text(encoding="utf-8"))
    return re.sub(r"\b[0-9a-f]{64}\b", "SEAL", made)


def _boards(folder: Path) -> None:
    """Archives in a folder, with overlays and with what all boards share."""
    (folder / "overlays").mkdir()
    (folder / "SharedBoardMetadata.xml").write_text(_shared(), encoding="utf-8")
    copse = _png(np.full((100, 90, 3), (60, 50, 200), np.uint8))
    small = Canvas().dot("C2", 60, 22).dot("A2", 101, 30).side("E2", 3, 72).side("G1", 1, 72)
    small.side("E4", 4, 73).line("E1", "E2", 65, 9).hex("G2", 0, 2).save(folder / "bd0")
    archive(folder / "bdSmall", {"bdSmall.gif": _picture(small), "c.png": copse})
    for seed in ("bd1", "bd2", "bd3"):
        noise(seed).save(folder / seed)
    large = noise("large", (700, 402))
    members = {"bdNoise.png": _picture(large), "c.png": copse}
    half = _OWN.format('A1CenterX="-1400" hexWidth="87.5" hexHeight="100.5"').encode()
    large.save(folder / "bdLarge", **members, **{"BoardMetadata.xml": half})
    plain = noise("picture")
    members = {"bdNoise.png": _picture(plain), "c.png": copse}
    plain_own = _OWN.format('hasHills="TRUE"').encode()
    archive(folder / "bdPicture", {**members, "BoardMetadata.xml": plain_own})
    plain.save(folder / "bdBoth", **members, **{"BoardMetadata.xml": plain_own})
    older = {
        "bdOlder.gif": _picture(noise("older")),
        "c.png": copse,
        "colors": b"// own\n60_0 40,50,201\n24_1 60 50 201 // later\nMoss 1,2,3\n0_0 0,0,256\n",
        "data": b"version 5.2\ndx 56.25\ndy 64.5 // a hex\nx0 0\ny0 32\n",
        "overlaySSR": b"Copse\nc.png 205,129\n\nLow\nunderlay GrainP.gif 0_0 60_0\n",
    }
    archive(folder / "bdOlder", older)
    wide = noise("wide")
    grid = wide.grid()
    beyond = ((40, 25), (30, 12))
    wide.terrain, wide.elevation = np.pad(grid.terrain, beyond), np.pad(grid.elevation, beyond)
    own = _OWN.format('A1CenterX="40" A1CenterY="62.25" hexWidth="56.25" hexHeight="64.5"')
    wide.save(folder / "bdWide", **{"BoardMetadata.xml": own.encode()})
    for letters, numbers, ways in _OVERLAYS:
        lines, pictures = [], {}
        for name in (f"{letters}{number}".lower() for number in numbers):
            for way in ways:
                piece = noise(name + way, strokes=60)
                seen = np.isin(piece.lattice.hex_of, Random(name + way).sample(range(4, 22), 7))
                colours = [n for each in NAMES["overlays"].get(letters, {}).values() for n in each]
                pictures[f"ovr{name}{way}.gif"] = _picture(piece, seen, colours)
            lines.append(f"{name} {';'.join('c3' if w in ways else ' ' for w in 'abcdef')}")
        data = "\n".join([*lines, "version 2.0"]).encode()
        archive(folder / "overlays" / f"ovr{letters or numbers}", {"data": data, **pictures})
