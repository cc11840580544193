"""The themes of pictures: their style sheets, patterns and colours, which are data."""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Final

from events.terms import Base
from replays.drawing.svg import PIXELS, Frame, key_of, number, tag, words
from replays.game.bundled import bundled_text


class Theme(StrEnum):
    """What a picture is made for."""

    TABLE = "table"
    DARK = "dark"
    PRINT = "print"


ROOT: Final = {Theme.TABLE: "khamsin", Theme.DARK: "khamsin-dark", Theme.PRINT: "khamsin-print"}
"""The class of a whole picture, under which all its rules stand: nothing leaks into a page."""

UNIT: Final = 1.2
"""How many units of the board are a pixel of a picture that is not zoomed."""

ROLES: Final = {
    "ground": ("#F1E4C4", "#F1E4C4"),  # of a board, on a dark page too
    "paper": ("#FFFBF2", "#211C15"),
    "ink": ("#241D13", "#F3E9D6"),
    "reach": ("#0B5A99", "#7CC0F5"),
    "hindrance": ("#A34700", "#FFB066"),
    "dust": ("#8A3B00", "#F2B26B"),
    "blocked": ("#4A0A3A", "#F0A8DC"),
    "wind": ("#3E4A4F", "#B8C4CA"),
    "bad": ("#B3261E", "#FF9A8C"),
    "accent": ("#9C3F14", "#F0A46B"),
}
"""What a colour is for, on light and on dark paper: own choice, reach and clear LOS; Hindrances;
Dust; what blocks, and Bog; the wind; what is due or wrong; the next thing to do. Pictures and page
take theirs from here, as ``var(--NAME)``; what lies on a board is always as on light paper."""

_NATIONS: Final = (
    *("german", "italian", "british", "australian", "french", "american"),
    *("russian", "japanese", "partisan"),
)
"""Sides that have a colour of their own, and most an emblem."""

_COLOUR: Final = re.compile(r"#([0-9a-f]{6}|[0-9a-f]{3})\b")
_CLASS: Final = re.compile(r' class="([^"]*)"')
_NAMED: Final = re.compile(r"\.([a-z][\w-]*)")
_RULE: Final = re.compile(r"([^{}]*)\{([^}]*)\}")
_ID: Final = re.compile(r' id="([^"]+)"')
_UNITS: Final = re.compile(r"calc\((-?[\d.]+)px\*var\(--u\)\)")
_ROLE: Final = re.compile(r"var\(--([a-z]+)\)")
_FILL: Final = re.compile(r"^\.([\w-]+)\{fill:(#\w+)\}$", re.MULTILINE)


@cache
def style_sheet(name: str) -> str:
    """A style sheet without its comments; ``&`` is the whole picture, as CSS nests rules."""
    return re.sub(r"/\*.*?\*/", "", bundled_text("pictures", name, ".css"))


@cache
def colour(class_: str) -> str:
    """The colour of bare ground, a field or a side, by its class."""
    fills: dict[str, str] = dict(_FILL.findall(style_sheet("map")))
    return fills[class_]


def ground_class(base: Base, level: int) -> str:
    """The class of bare ground."""
    return f"{base[0].lower()}{'v' if level < 0 else ''}{min(abs(level), 3 if level < 0 else 5)}"


def side_class(side: str, sides: tuple[str, str]) -> str:
    """The class of a side's counters: that of its nationality, if the side is called after it."""
    name = side.strip().lower()
    if name in _NATIONS:
        return name
    return "side-two" if side == sides[1] else "side-one"


def style(
    theme: Theme = Theme.TABLE, more: str = "", root: str = "", drawn: str | None = None
) -> str:
    """The style sheet of a picture; every rule holds under the class of the whole picture alone.

    Rules of classes that are not in what is ``drawn`` are left out; ``more`` are further ones.
    """
    whole = _ROLE.sub(_role, style_sheet("map") + more)
    if theme is Theme.PRINT:
        whole = _COLOUR.sub(_gray, whole)
    if theme is not Theme.TABLE:
        whole += _ROLE.sub(_role, style_sheet(f"map-{theme}"))
    used = None if drawn is None else set(" ".join(_CLASS.findall(drawn)).split())
    found = []
    for names, body in _RULE.findall(whole):
        each = [name.strip() for name in names.split(",")]
        if used is not None:
            each = [name for name in each if used.issuperset(_NAMED.findall(name))]
        if each:
            under = ",".join(f".{root or ROOT[theme]} {name}".removesuffix(" &") for name in each)
            found.append(f"{under}{{{' '.join(body.split())}}}")
    return "\n".join(found)


def _role(found: re.Match[str]) -> str:
    """A role as it looks on a board; what is no role stays a variable."""
    return ROLES[found[1]][0].lower() if found[1] in ROLES else found[0]


def roles() -> str:
    """The roles as variables of a page, whose ``data-theme`` goes before a preference."""
    light, dark = (
        ";".join(f"--{name}:{pair[n].lower()}" for name, pair in ROLES.items()) for n in (0, 1)
    )
    preferred = f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    return f":root{{{light}}}\n{preferred}\n:root[data-theme=dark]{{{dark}}}"


def _gray(found: re.Match[str]) -> str:
    """A colour as a light gray of its brightness, as a printer shows it without wasting ink."""
    digits = found[1] if len(found[1]) == 6 else "".join(2 * each for each in found[1])
    red, green, blue = (int(digits[n : n + 2], 16) for n in (0, 2, 4))
    shade = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{3 * f'{min(shade + (255 - shade) // 4, 255):02x}'}"


def patterns(theme: Theme = Theme.TABLE) -> list[str]:
    """What style sheets refer to, by ids that say what they are; so pictures may share it."""
    more = bundled_text("pictures", "patterns-print", ".svg") if theme is Theme.PRINT else ""
    return (bundled_text("pictures", "patterns", ".svg") + more).splitlines()


def document(
    name: str,
    told: str,
    parts: Sequence[str],
    size: Frame,
    theme: Theme,
    *,
    more: str = "",
    root: str = "",
    defs: Sequence[str] = (),
    unit: float = UNIT,
) -> str:
    """A standalone SVG document with a title, and what screen readers say of it.

    Of ``defs``, patterns, those are taken to which something refers; ``more`` are rules that the
    style sheet of maps does not have, ``root`` the class of the whole picture, if not that of its
    theme. On the board ``unit`` units are a pixel; a page sets this as ``--u`` while it zooms.
    """
    told = words(told)
    parts = [part.replace(PIXELS, f' transform="scale({number(unit)})"') for part in parts]
    ids = key_of(name, told, *parts)
    paper = tag("rect", **size.around, class_="paper")
    css = style(theme, more, root, "".join((paper, *parts, *defs)))
    css = _UNITS.sub(lambda found: f"{number(float(found[1]) * unit)}px", css)
    body = "".join((css, *parts))
    used = [each for each in defs if f"url(#{_ID.findall(each)[0]})" in body]
    box = " ".join(map(number, (size.left, size.top, size.width, size.height)))
    inner = (
        tag("title", words(name), id=f"{ids}-title"),
        tag("desc", told, id=f"{ids}-desc"),
        tag("style", css),
        *([tag("defs", *used)] if defs else []),
        paper,
        *parts,
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(size.width)}" '
        f'height="{number(size.height)}" class="{root or ROOT[theme]}" role="img" '
        f'aria-labelledby="{ids}-title {ids}-desc">\n' + "\n".join(inner) + "\n</svg>\n"
    )
