"""The style sheets of pictures: as it is on a table, on a dark page, and on paper."""

import re
from collections.abc import Iterator
from enum import StrEnum, unique
from typing import Final

from events.terms import Density
from replays.drawing.palette import LAND, SIDES
from replays.drawing.svg import dot, path, run, tag
from replays.drawing.terrain import FIELDS
from replays.drawing.weather import grains, sky_patterns


@unique
class Look(StrEnum):
    """What a picture is made for."""

    TABLE = "table"
    DARK = "dark"
    PRINT = "print"


ROOT: Final = {Look.TABLE: "khamsin", Look.DARK: "khamsin-dark", Look.PRINT: "khamsin-print"}
"""The class of a whole picture, under which all its rules stand: nothing leaks into a page."""

_WORDS: Final = """
{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif;
 text-anchor:middle;fill:#2b2419}
path,line,rect,circle,polygon{fill:none;stroke-linecap:round;stroke-linejoin:round}
.cell{fill:inherit}
.paper{fill:#fbf8f0}
.mount{fill:#fffdf6;stroke:#d8cbad;stroke-width:1}
.name{font-size:15px;fill:#4a3c26}
.level{font-size:13px;font-weight:bold;fill:#6d4a1e}
.under{fill:#f6eedb;stroke:#f6eedb;stroke-width:3;stroke-opacity:.75;fill-opacity:.75}
.watermark{font-size:230px;font-weight:bold;fill:#6d4a1e;fill-opacity:.09}
.other{font-size:11px;font-style:italic}
.id{font-weight:bold}
.strong{font-weight:bold}
.storeys{font-size:13px;font-weight:bold;fill:#fff}
.storeys.under{fill:#2b2419;stroke:#2b2419;fill-opacity:1;stroke-opacity:1}
.drmtext{font-size:14px;font-weight:bold;fill:#8a4700}
.badge{font-size:13px;font-weight:bold;fill:#fff}
.verdict{font-size:15px;font-weight:bold;fill:#fff}
.title{font-size:24px;font-weight:bold;text-anchor:start}
.now{font-size:18px;font-weight:bold;text-anchor:start}
.fact{font-size:13px;text-anchor:start}
.verdictline{font-size:14px;font-weight:bold;text-anchor:start}
.note{font-size:12px;fill:#7d6b4c;text-anchor:start;font-style:italic}
.key{font-size:12.5px;fill:#75633f;text-anchor:start}
.head{font-size:11px;font-weight:bold;fill:#75633f;text-anchor:start;letter-spacing:.08em}
.tiny{font-size:11px;fill:#5d4e35}
""".strip()

_FURNITURE: Final = """
.rule{stroke:#d8cbad;stroke-width:1}
.box{fill:#f4ead2;stroke:#b9a67c;stroke-width:1}
.past{fill:#e2d3ad;stroke:#b9a67c;stroke-width:1}
.step{fill:#fffdf6;stroke:#b9a67c;stroke-width:1}
.step.past{fill:#e2d3ad}
.turn{stroke:#8d8372;stroke-width:1}
.turn.gone{fill-opacity:.45}
.stripe{fill:#2b2419;fill-opacity:.8}
.turnno{font-size:14px;font-weight:bold}
.mark{fill:#3b2f1e}
.current{stroke:#2b2419;stroke-width:2}
.rose{stroke:#3b2f1e;stroke-width:1.2;fill:#f4ead2}
.chevron{fill:#2f6ea3;stroke:#173f61;stroke-width:1}
.gust{fill:#fff;stroke:#173f61;stroke-width:1.4}
.north{fill:#3b2f1e}
.gauge{stroke:#8d8372;stroke-width:1}
.sun{fill:#f2b632;stroke:#b9801a;stroke-width:1.2}
.ray{stroke:#d99a1d;stroke-width:2.2}
.moon{fill:#dfe3ee;stroke:#4b5674;stroke-width:1.2}
.swatch{stroke:#4a3c26;stroke-width:.8}
""".strip()

_SKY: Final = """
.veil{fill:#e9e7e2}
.grains{stroke:#6f6758;stroke-opacity:.5;stroke-width:2.1}
.night{fill:#101c3c;fill-opacity:.34}
.drops{stroke:#3f6f9f;stroke-width:1.3;stroke-opacity:.55}
.mist{fill:#fbfcfc;fill-opacity:.3}
.wisps{stroke:#fff;stroke-width:5;stroke-opacity:.45}
.shimmer{stroke:#fff9e6;stroke-width:2;stroke-opacity:.45}
""".strip()

_BOARD: Final = """
.rim{stroke-width:2.4}
.grid{stroke:#4a3c26;stroke-opacity:.42;stroke-width:.9}
.dots{fill:#4a3c26;fill-opacity:.7}
.lane{stroke:#6f4f25}
.hole{fill:#b39d74;stroke:#6b5733;stroke-width:1.1}
.pit{fill:#6b5733;fill-opacity:.55}
.furrow{stroke:#a27d4b;stroke-width:1.6}
.thick{stroke:#8a6a1f;stroke-width:1.3}
.frame{stroke:#3b2f1e;stroke-width:2}
.seam{stroke:#3b2f1e;stroke-width:1.4;stroke-dasharray:9 5;stroke-opacity:.7}
.contour{stroke:#7a4f1f;stroke-width:2.6}
.contour2{stroke:#5d3a14;stroke-width:4.6}
.foot{stroke:#4a2f10;stroke-opacity:.16;stroke-width:9}
.ink{stroke:#5b4a30;stroke-width:1.1}
.scrub{stroke:#83813f;stroke-width:1.5}
.brush{stroke:#4f7a38;stroke-width:1.5}
.stones{fill:#a79f8f;stroke:#6f675a;stroke-width:.8}
.stipple{fill:#b58a45;fill-opacity:.8}
.dune{fill:#f4e3b2;stroke:#a97f3d;stroke-width:1.3}
.mound{fill:#cfa76a;stroke:#7d5829;stroke-width:1.3}
.hachure{stroke:#8a6231;stroke-width:1.1}
.leaf{fill:#5d8a45;stroke:#38592b;stroke-width:1}
.olive{fill:#93a172;stroke:#59663f;stroke-width:1}
.crown{fill:#5f8a48;stroke:#3f6530;stroke-width:1}
.thin{fill:#8fb273;stroke:#587d43;stroke-width:1}
.palm{stroke:#3f7a35;stroke-width:1.9}
.trunk{fill:#7a5a34}
.cactus{stroke:#5c8f4a;stroke-width:3.2}
.spines{stroke:#36602d;stroke-width:.8}
.wheat{stroke:#b08c34;stroke-width:1.1}
.vine{stroke:#6d4d2c;stroke-width:1}
.crag{fill:#9d9c9a;stroke:#56544f;stroke-width:1.1}
.facet{stroke:#6d6b66;stroke-width:.8}
.boulder{fill:#86827c;stroke:#403d38;stroke-width:1.4}
.broken{stroke:#8b6c47;stroke-width:1.3}
.reeds{stroke:#3f7f73;stroke-width:1.3}
.ripple{stroke:#e9f3f8;stroke-opacity:.8;stroke-width:1.1}
.grave{fill:#d9d7d0;stroke:#5d5a52;stroke-width:1}
.paving{stroke:#a89c83;stroke-width:.8}
.kerb{fill:#d8d3c6;stroke:#5f5a4e;stroke-width:1.3}
.pool{fill:#7fb2cf;stroke:#35698a;stroke-width:1.1}
.floor{stroke:#d9c294}
.clay{stroke:#b3935c}
.brook{stroke:#5f9bc0}
.verge{stroke:#6f5f43}
.paved{stroke:#c9c6bd}
.unpaved{stroke:#d8b57c}
.footpath{stroke:#8a6a3a;stroke-width:2.5;stroke-dasharray:5 3}
.railing{stroke:#5f5c58}
.deck{stroke:#cfc9be}
.wall{stroke:#5f5d59;stroke-width:5}
.coping{stroke:#bdbab3;stroke-width:2.4}
.high{stroke:#2f2d2b;stroke-width:8}
.ridge{stroke:#8c8881;stroke-width:3}
.hedge{stroke:#3f6b2c;stroke-width:6.5}
.hedgetop{stroke:#79a659;stroke-width:3.4;stroke-dasharray:.1 5.4}
.prickly{stroke:#6f8f4b;stroke-width:4.6}
.cliff{stroke:#4f3516;stroke-width:3.2}
.teeth{fill:#6d4c22;stroke:#4f3516;stroke-width:1}
.stone-edge{stroke:#3c3b3a;fill:#3c3b3a}
.stone-fill{fill:#9b9a98}
.wooden-edge{stroke:#3f2712;fill:#3f2712}
.wooden-fill{fill:#a5794a}
.wing.stone-fill{stroke:#9b9a98}
.wing.wooden-fill{stroke:#a5794a}
.roof{stroke:#2d2a26;stroke-opacity:.45;stroke-width:.9}
.dome{fill:#c9c7c1;stroke:#3c3b3a;stroke-width:1.3}
.stone-rubble{fill:#8f8d89;stroke:#3f3d3a;stroke-width:1}
.wooden-rubble{fill:#94693c;stroke:#3f2712;stroke-width:1}
.debris{fill:#c0ad8b;stroke:#75603c;stroke-width:.8}
.placed{fill:#cbb184;stroke:#75603c;stroke-width:.8}
.break{stroke:#fff3d4;stroke-width:7}
.breakline{stroke:#7d5a24;stroke-width:1.3;stroke-dasharray:3 3}
.drift{fill:#8d8a86;fill-opacity:.3;stroke:#5c5956;stroke-width:1.6;stroke-dasharray:2 4}
.dustdrift{fill:#b98f4e;fill-opacity:.36;stroke:#8a6427;stroke-width:1.4;stroke-dasharray:2 4}
.blast{fill:#d0402b;fill-opacity:.13;stroke:#a92c1a;stroke-width:1.6;stroke-dasharray:7 4}
.smoke{fill:#fdfdfb;stroke:#6d6d6d;stroke-width:1.4}
.gray{fill:#a9a9a8;stroke:#4a4a4a;stroke-width:1.4}
.dust{fill:#e2c48c;stroke:#8a6427;stroke-width:1.4}
.dustmotion{fill:#cda25c;stroke:#6e4b16;stroke-width:1.4}
.dispersed{stroke-dasharray:4 3}
.streak{stroke:#6e4b16;stroke-width:1.2}
.ffe{fill:#d94a33;stroke:#6e1509;stroke-width:1.4}
.star{fill:#ffd84a;stroke:#a0530d;stroke-width:1}
.flame{fill:#f28a1d;stroke:#a63c07;stroke-width:1.3}
.core{fill:#ffe27a}
.blaze{fill:#d8361a;stroke:#6f1204;stroke-width:1.4}
.piece{stroke:#2b2419;stroke-width:1.2}
.shade{fill:#2b2419;fill-opacity:.28}
.infantry{stroke:#1d241b;stroke-width:1.3}
.wreck{stroke:#b3200e;stroke-width:3;stroke-opacity:.9}
.touched{stroke:#1f5fa8;stroke-width:1.8;stroke-opacity:.55;fill:#1f5fa8;fill-opacity:.07}
.halo{stroke:#fff;stroke-width:7;stroke-opacity:.8}
.los{stroke:#1f5fa8;stroke-width:3.4}
.unseen{stroke:#c2210f;stroke-width:3.4;stroke-dasharray:4 7}
.end{fill:#1f5fa8;stroke:#fff;stroke-width:2}
.cross{stroke:#c2210f;stroke-width:5}
.crosshalo{stroke:#fff;stroke-width:9}
.drm{fill:#fff6d8;stroke:#a05a00;stroke-width:1.6}
.band{fill:#2b2419}
.bandtext{fill:#fff;font-weight:bold}
.status{fill:#2b2419;font-weight:bold}
.inner{stroke:#2b2419;stroke-opacity:.45;stroke-width:.7}
.plain{fill:#2b2419}
.emblemline{stroke:#2b2419;stroke-width:1.6}
.emblemlight{fill:#fff}
.ringed{stroke:#2b2419;stroke-width:.8}
.hull{fill:#46523f;stroke:#1d241b;stroke-width:.8}
.wheel{fill:#23201b}
.tread{fill:#2f2b25}
.hub{fill:#8b857a}
.gun{stroke:#1d241b;stroke-width:2}
.canvas{fill:#a8997a;stroke:#3d3526;stroke-width:.8}
.drifts{font-size:11px;font-weight:bold;fill:#4f3a17}
.headcount{fill:#1d241b}
.count{fill:#8a1f10;stroke:#fff;stroke-width:1.5}
.gone .drm{fill:#eee;stroke:#8d8d8d}
.gone .drmtext{fill:#7a7a7a}
.thread{stroke:#1f5fa8;stroke-width:1.2;stroke-opacity:.7}
.pill{fill:#1f5fa8;stroke:#fff;stroke-width:1.6}
.pill.no{fill:#b3200e}
""".strip()

_DARK: Final = """
.strong{fill:#eadfc7}
.paper{fill:#1d1913}
.mount{fill:#28221a;stroke:#4d4332}
.fact,.title,.now,.verdictline{fill:#eadfc7}
.key,.head,.note,.tiny{fill:#b8a988}
.rule{stroke:#4d4332}
.box{fill:#332b20;stroke:#6d5f45}
.past{fill:#4d4332;stroke:#6d5f45}
.mark,.north{fill:#eadfc7}
.step{fill:#28221a;stroke:#6d5f45}
.step.past{fill:#4d4332}
.current{stroke:#f4ead2}
.rose{fill:#332b20;stroke:#b8a988}
.chevron{fill:#6fb0e6;stroke:#d4e8f9}
.gust{fill:#28221a;stroke:#6fb0e6}
.piece{stroke:#b8a988}
.frame{stroke:#b8a988}
""".strip()

_PRINT: Final = """
{fill:#000}
.paper,.mount,.box{fill:#fff}
.mount,.rule{stroke:#999}
.past{fill:#ddd}
.name,.level,.fact,.key,.head,.note,.tiny{fill:#000}
.under{fill:#fff;stroke:#fff;fill-opacity:.9;stroke-opacity:.9}
.watermark{fill:#000;fill-opacity:.06}
.grid{stroke:#777;stroke-opacity:1;stroke-width:.7}
.contour{stroke:#000;stroke-width:2.4}
.contour2{stroke:#000;stroke-width:4.4}
.foot{stroke:none}
.field{fill:#fff}
.field.rim{fill:#999;stroke:#999}
.floor,.clay,.paved,.brook{stroke:#fff}
.unpaved{stroke:#ccc}
.bank,.verge{stroke:#555}
.veil{fill:#fff;fill-opacity:0}
.night{fill:#000;fill-opacity:.06}
.chevron{fill:#000;stroke:#000}
.gust{fill:#fff;stroke:#000}
.dome,.piece{fill:#fff}
.storeys{fill:#000}
.storeys.under{fill:#fff;stroke:#fff}
.band,.stripe,.plain{fill:#000}
.lost{fill:#ddd}
.stone-fill{fill:#ccc}
.wooden-fill{fill:url(#khamsin-hatch)}
.drift,.dustdrift,.blast{fill:none;stroke:#000}
.pill,.end{fill:#000}
.pill.no,.cross,.unseen{fill:#000}
.cross,.unseen,.los{stroke:#000}
.touched{fill:none;stroke:#000}
.drm{fill:#fff;stroke:#000}
.drmtext{fill:#000}
""".strip()

_COLOUR: Final = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")
_CLASS: Final = re.compile(r' class="([^"]*)"')
_NAMED: Final = re.compile(r"\.([a-z][\w-]*)")
_RULE: Final = re.compile(r"([^{}]*)\{([^}]*)\}")
_PRINT_LAND: Final = {0: "#fff", 1: "url(#khamsin-level1)", 2: "url(#khamsin-level2)"}


def style(look: Look = Look.TABLE, more: str = "", root: str = "", drawn: str | None = None) -> str:
    """The style sheet of a picture; every rule holds under the class of the whole picture alone.

    Args:
        look: what the picture is made for.
        more: further rules.
        root: the class of the whole picture; that of its look if empty.
        drawn: what it is for; rules of classes that are not in it are left out. All rules if None.
    """
    fields = (
        f".{each.name}{{fill:{each.fill}}}.{each.name}.rim{{fill:{each.edge};stroke:{each.edge}}}"
        for each in FIELDS
    )
    sides = (f".{name}{{fill:{colour}}}" for name, colour in SIDES.items())
    land = (f".{name}{{fill:{colour}}}" for name, colour in LAND.items())
    sheet = "\n".join((_WORDS, _FURNITURE, _SKY, *land, *fields, _BOARD, *sides, more))
    if look is Look.PRINT:
        sheet = _COLOUR.sub(_gray, sheet)
        levels = (f".{name}{{fill:{_hatched(name)}}}" for name in LAND)
        sheet = "\n".join((sheet, *levels, _PRINT))
    elif look is Look.DARK:
        sheet = f"{sheet}\n{_DARK}"
    used = None if drawn is None else set(" ".join(_CLASS.findall(drawn)).split())
    return "\n".join(_under(root or ROOT[look], sheet, used))


def _under(root: str, sheet: str, used: set[str] | None) -> list[str]:
    """The rules of a sheet, each under the class of the whole picture."""
    found = []
    for names, body in _RULE.findall(sheet):
        each = [name.strip() for name in names.split(",")]
        if used is not None:
            each = [name for name in each if used.issuperset(_NAMED.findall(name))]
        if each:
            under = ",".join(f".{root} {name}".strip() for name in each)
            found.append(f"{under}{{{' '.join(body.split())}}}")
    return found


def _gray(found: re.Match[str]) -> str:
    """A colour as a light gray of its brightness, as a printer shows it without wasting ink."""
    digits = found[1] if len(found[1]) == 6 else "".join(2 * each for each in found[1])
    red, green, blue = (int(digits[n : n + 2], 16) for n in (0, 2, 4))
    shade = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{3 * f'{min(shade + (255 - shade) // 4, 255):02x}'}"


def _hatched(name: str) -> str:
    """White ground at level 0, hatched the denser the higher, dotted below."""
    if "v" in name:
        return "url(#khamsin-valley)"
    return _PRINT_LAND.get(int(name[-1]), "url(#khamsin-level3)")


def _hatch(id_: str, step: float, wide: float) -> str:
    line = tag(
        "path", d=run(0j, complex(0, step)), style=f"stroke:#888;stroke-width:{wide:g};fill:none"
    )
    return tag(
        "pattern",
        tag("rect", width=step, height=step, style="fill:#fff"),
        line,
        id=id_,
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def patterns(look: Look = Look.TABLE) -> Iterator[str]:
    """What the style sheet of a look refers to; always the same, so that pictures may share it."""
    yield from (grains(each) for each in Density if each is not Density.NONE)
    yield from sky_patterns()
    if look is not Look.PRINT:
        return
    yield _hatch("khamsin-level1", 9, 0.9)
    yield _hatch("khamsin-level2", 5.5, 0.9)
    yield _hatch("khamsin-level3", 3.5, 1.0)
    yield _hatch("khamsin-hatch", 4, 1.6)
    spots = path(dot(3 + 3j, 1), "dots")
    size = {"width": 7.0, "height": 7.0}
    paper = tag("rect", style="fill:#fff", **size)
    yield tag("pattern", paper, spots, id="khamsin-valley", patternUnits="userSpaceOnUse", **size)
