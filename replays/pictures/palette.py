"""The colours of a board, and the style sheet of a picture."""

from typing import Final

from events.terms import Base, Density

__all__ = ["STYLE", "VEIL", "ground_colour", "side_colour"]

_GROUND: Final = {
    Base.DESERT: ("#eee0bd", "#dcc08c", "#c8a169", "#b1854f", "#99703f", "#825c33"),
    Base.TEMPERATE: ("#c3d6a0", "#cfc08b", "#bb9e67", "#a4824f", "#8c6a3f", "#755633"),
}
_VALLEY: Final = {
    Base.DESERT: ("#dcd9bb", "#c9ccb0", "#b5bda4"),
    Base.TEMPERATE: ("#aebf9f", "#98ac91", "#829a83"),
}


def ground_colour(base: Base, level: int) -> str:
    """The colour of bare ground: browner the higher it is, a greenish gray below level 0."""
    if level < 0:
        return _VALLEY[base][min(-level, 3) - 1]
    return _GROUND[base][min(level, 5)]


VEIL: Final = {
    Density.NONE: 0.0,
    Density.LIGHT: 0.13,
    Density.MODERATE: 0.24,
    Density.HEAVY: 0.36,
    Density.VERY_HEAVY: 0.47,
    Density.EXTREMELY_HEAVY: 0.58,
}
"""How much the dust of a density covers."""

_SIDES: Final = {
    "german": "#a9bccf",
    "italian": "#b9bdb4",
    "british": "#dbc48f",
    "australian": "#dbc48f",
    "french": "#9fbfe0",
    "american": "#a9bf86",
    "russian": "#c79d6c",
    "japanese": "#e6cf73",
    "partisan": "#c79d6c",
}
_OTHERS: Final = ("#a9bccf", "#dbc48f")


def side_colour(side: str, sides: tuple[str, str]) -> str:
    """The colour of a side's counters: that of its nationality, if the side is called after it."""
    colour = _SIDES.get(side.strip().lower())
    return colour or _OTHERS[side == sides[1]]


STYLE: Final = """
text{font-family:'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif;
 text-anchor:middle;fill:#2b2419}
path,line,rect,circle,polygon{fill:none;stroke-linecap:round;stroke-linejoin:round}
.paper{fill:#fbf8f0}
.frame{stroke:#3b2f1e;stroke-width:2}
.grid{stroke:#4a3c26;stroke-opacity:.5;stroke-width:.9}
.dots{fill:#4a3c26;fill-opacity:.75}
.name{font-size:9.5px;fill:#3a2f1d;paint-order:stroke;stroke:#f6eedb;stroke-opacity:.4;
 stroke-width:.8px;stroke-linejoin:round}
.level{font-size:9px;font-weight:bold;fill:#6d4a1e;paint-order:stroke;stroke:#f6eedb;
 stroke-opacity:.4;stroke-width:.8px}
.seam{stroke:#3b2f1e;stroke-width:1.4;stroke-dasharray:9 5;stroke-opacity:.7}
.contour{stroke:#7a4f1f;stroke-width:2.4}
.contour2{stroke:#5d3a14;stroke-width:4.2}
.foot{stroke:#4a2f10;stroke-opacity:.16;stroke-width:9}
.veil{fill:#c99d5c}
.grains{fill:#7d5a2a}
.ink{stroke:#5b4a30;stroke-width:1.1}
.scrub{stroke:#7c7a36;stroke-width:1.3}
.brush{stroke:#4f7a38;stroke-width:1.5}
.stones{fill:#a79f8f;stroke:#6f675a;stroke-width:.8}
.stipple{fill:#b58a45}
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
.hole{fill:#8c7a5c;fill-opacity:.55;stroke:#4f4128;stroke-width:1.2}
.paving{stroke:#a89c83;stroke-width:.8}
.kerb{fill:#d8d3c6;stroke:#5f5a4e;stroke-width:1.3}
.pool{fill:#7fb2cf;stroke:#35698a;stroke-width:1.1}
.other{font-size:8px;font-style:italic}
.bank{stroke:#6f4f25}
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
.roof{stroke:#2d2a26;stroke-opacity:.45;stroke-width:.9}
.dome{fill:#c9c7c1;stroke:#3c3b3a;stroke-width:1.3}
.storeys{font-size:11px;font-weight:bold;fill:#fff;paint-order:stroke;stroke:#2b2419;
 stroke-width:2.2px}
.stone-rubble{fill:#8f8d89;stroke:#3f3d3a;stroke-width:1}
.wooden-rubble{fill:#94693c;stroke:#3f2712;stroke-width:1}
.debris{fill:#c0ad8b;stroke:#75603c;stroke-width:.8}
.placed{fill:#cbb184;stroke:#75603c;stroke-width:.8}
.break{stroke:#fff3d4;stroke-width:7}
.breakline{stroke:#7d5a24;stroke-width:1.3;stroke-dasharray:3 3}
.drift{fill:#8d8a86;fill-opacity:.34;stroke:#6c6965;stroke-width:1.4;stroke-dasharray:2 4}
.dustdrift{fill:#b98f4e;fill-opacity:.36;stroke:#8a6427;stroke-width:1.4;stroke-dasharray:2 4}
.blast{fill:#d0402b;fill-opacity:.18;stroke:#a92c1a;stroke-width:1.6;stroke-dasharray:7 4}
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
.hull{fill:#3d4a3a;stroke:#1d241b;stroke-width:.7}
.tyre{fill:#23201b}
.turret{fill:#586853;stroke:#1d241b;stroke-width:.7}
.gun{stroke:#1d241b;stroke-width:1.7}
.infantry{stroke:#1d241b;stroke-width:1.3}
.headcount{fill:#1d241b}
.wreck{stroke:#b3200e;stroke-width:3;stroke-opacity:.9}
.id{font-weight:bold}
.small{font-size:7px}
.on{fill:#fff;font-weight:bold}
.touched{stroke:#1f5fa8;stroke-width:2.6;stroke-opacity:.75}
.halo{stroke:#fff;stroke-width:6;stroke-opacity:.85}
.los{stroke:#1f5fa8;stroke-width:3}
.unseen{stroke:#c2210f;stroke-width:3;stroke-dasharray:3 7}
.end{fill:#fff;stroke:#1f5fa8;stroke-width:3}
.cross{stroke:#c2210f;stroke-width:6}
.crosshalo{stroke:#fff;stroke-width:10}
.drm{fill:#fff6d8;stroke:#a05a00;stroke-width:1.6}
.drmtext{font-size:13px;font-weight:bold;fill:#8a4700}
.panel{fill:#fffdf6;stroke:#3b2f1e;stroke-width:1.2}
.rule{stroke:#cbbd9f;stroke-width:1}
.title{font-size:17px;font-weight:bold;text-anchor:start}
.fact{font-size:12.5px;text-anchor:start}
.key{font-size:12px;fill:#7d6b4c;text-anchor:start}
.head{font-size:11px;font-weight:bold;fill:#7d6b4c;text-anchor:start;letter-spacing:.08em}
.rose{stroke:#3b2f1e;stroke-width:1.2;fill:#f4ead2}
.arrow{fill:#2f6ea3;stroke:#173f61;stroke-width:1}
.north{fill:#3b2f1e}
.swatch{stroke:#4a3c26;stroke-width:.8}
""".strip()
"""The style sheet."""
