"""What the counters of a setup in VASL are: whose, which vehicle, unit or Fortification.

A counter is told by its name, its layers, its picture, and the lists of VASL that its traits name:
the Wreck that replaces a tank is of a list of tanks. No counter writes its MP but in its picture.
"""

import re
from typing import Any, Final

import attrs

from events.terms import Armour, Fortification, Movement, UnitKind
from replays.vasl import NAMES
from replays.vasl.command import VassalPiece
from replays.vasl.encoding import split

AXIS: Final[dict[str, str]] = NAMES["nations"]["axis"]
ALLIED: Final[dict[str, str]] = NAMES["nations"]["allied"]
"""The nations of VASL's counters by the folder of their pictures, in VASL's two camps."""

_NATION: Final = re.compile(r"(?:conceal;[^;]*|piece;[^;]*;[^;]*);([a-z]{2})/")
_LIST: Final = re.compile(r"\Areplace;Wreck;.*ListWidget:(\w\w)w/VASSAL\.build\.widget\.PieceSlot:")
_LISTS: Final = {each: Movement(kind) for kind, of in NAMES["lists"].items() for each in of}
"""Movement types by the list of VASL that a vehicle's Wreck is of; its other lists mix them."""


def _form(form: str) -> re.Pattern[str]:
    return re.compile(form, re.IGNORECASE)


_CALLED: Final = (
    (_form(r"\b(?:SPW|half-?track|ht|SdKfz|(?:M|T)\d+A?\d? (?:ht|MC|HMC|MGMC))\b"), "HALFTRACK"),
    (_form(r"\b(?:AC|SC|PSW|Marmon|Daimler|Humber|AB 4[01]|AMD|Kfz)\b"), "ARMOURED_CAR"),
    (_form(r"\b(?:motor)?cycle|\bR ?75\b"), "MOTORCYCLE"),
    (_form(r"\b(?:wagon|horse|cart)\b"), "HORSE_DRAWN"),
    (_form(r"\b(?:truck|tr|ton|Portee|Quad|Jeep|lorry|tractor)\b"), "TRUCK"),
    (_form(r"/\w\wht\Z"), "HALFTRACK"),
    (_form(r"/\w\wac\Z"), "ARMOURED_CAR"),
)
"""Movement types by the name of a counter, or the picture of a generic one."""
_MP: Final = {Movement(kind): mp for kind, mp in NAMES["mp"].items()}
"""What most counters of a kind have."""
_CREWED: Final = {"+ CE", "+ BU"}
FACING: Final = re.compile(r" (?:vca[1-6]|tca[1-6]|ca[1-6]|BU|CE)\b")
"""What a counter of a vehicle has behind its name."""


def nation_of(piece: VassalPiece) -> str:
    """The nation of a counter, as VASL's folders call it; empty if it has none."""
    found = next(filter(None, map(_NATION.match, reversed(piece.types))), None)
    return found[1] if found is not None and found[1] in AXIS | ALLIED else ""


def picture_of(piece: VassalPiece) -> str:
    """The innermost picture of a counter, by its name in the module."""
    return split(piece.types[-1], ";")[3]


@attrs.frozen
class VehicleCounter:
    """A vehicle, or its Wreck.

    The movement type is guessed where no list of VASL says it, and the armour of a Wreck; its MP
    always are.
    """

    name: str
    movement: Movement
    listed: bool
    armour: Armour
    mp: int
    bu: bool
    wreck: bool


def vehicle_of(piece: VassalPiece) -> VehicleCounter | None:
    """The vehicle that a counter is; None if it is none."""
    listed = next(filter(None, map(_LIST.match, piece.types)), None)
    replaced = any(each.startswith("replace;Wreck") for each in piece.types)
    if not nation_of(piece) or not (replaced or "/veh" in picture_of(piece)):
        return None
    hatches = next((each.names for each in piece.layers if set(each.names) == _CREWED), ())
    wreck = piece.basic.endswith(" Wreck")
    closed = wreck or (bool(hatches) and hatches[0] == "+ BU")
    armour = Armour.CLOSED_TOPPED if closed else Armour.OPEN_TOPPED if hatches else Armour.NONE
    movement = _LISTS.get(listed[1]) if listed else None
    called = f"{piece.basic} {picture_of(piece)}"
    by_name = next((what for form, what in _CALLED if form.search(called)), None)
    usual = Movement.TRUCK if armour is Armour.NONE else Movement.FULLY_TRACKED
    guess = Movement[by_name] if by_name else usual
    name = FACING.sub("", piece.basic).removesuffix(" Wreck").strip()
    if movement is Movement.TRUCK and armour is not Armour.NONE:
        movement = None  # a carrier or a tractor, which VASL lists beside trucks
    kind = movement or guess
    bu = armour is not Armour.NONE and piece.name.endswith(" BU")
    return VehicleCounter(name, kind, movement is not None, armour, _MP[kind], bu, wreck)


_SW: Final = r"[LMH]MG|ATR|FT|DC|PIAT|BAZ\d*|PSK|PF|RCL|MTR|Radio|(?:Field )?Phone"
_UNITS: Final = (
    (_form(r"sq\Z"), UnitKind.SQUAD),
    (_form(r"hs\Z"), UnitKind.HS),
    (_form(r"(?:cr|crew)\Z"), UnitKind.CREW),
    (_form(r"\A\d{1,2}[-+]\d(?: AL)?\Z|\bhero|commissar"), UnitKind.SMC),
    (_form(rf"\b(?:{_SW})\b|\.50-cal"), UnitKind.SW),
)
_STATES: Final = re.compile(r"\A(?:broken|dm|Wnd|Berserk|Fanatic|Heroic|malf) ")


_GUNS: Final = re.compile(r"/guns?/")
_CA: Final = re.compile(r" ca[1-6]\b")


def is_gun(piece: VassalPiece) -> bool:
    """Whether a counter, no vehicle, is a Gun: by its picture, or its CA, which no SW has."""
    return any(map(_GUNS.search, piece.types)) or bool(_CA.search(piece.name))


def unit_of(piece: VassalPiece) -> tuple[str, UnitKind] | None:
    """The name and the kind of a unit or SW; None if a counter is none. No Gun is one."""
    if not nation_of(piece) or is_gun(piece):
        return None
    name = _STATES.sub("", piece.name)
    return next(((name, kind) for form, kind in _UNITS if form.search(name)), None)


_HOLDS: Final = _form(r"\A(?:([123])S )?foxhole")
_PILLBOX: Final = _form(r"\A(?:([123])\+)?(\d)\+(\d) (?:pill|PTO)box(?:.* ca([1-6]))?")
_ROADBLOCK: Final = _form(r"\Aroadblock(?:.* ca([1-6]))?")
_PLAIN: Final = (Fortification.TRENCH, Fortification.SANGAR, Fortification.WIRE)
_A_T: Final = _form(r"\bA-?T\b")


def fort_of(piece: VassalPiece) -> dict[str, Any] | None:
    """The Fortification that a counter is, as a scenario has it, but for its hex; None if none."""
    name, more = piece.name, dict[str, int]()
    kind = next((each for each in _PLAIN if each == piece.basic), None)
    if found := _HOLDS.match(name):
        kind, more = Fortification.FOXHOLE, {"squads": int(found[1] or 1)}
    elif found := _PILLBOX.match(name):
        keys = ("squads", "ca_tem", "nca_tem", "ca")
        kind = Fortification.PILLBOX
        more = {key: int(value or 1) for key, value in zip(keys, found.groups(), strict=True)}
    elif found := _ROADBLOCK.match(name):
        kind, more = Fortification.ROADBLOCK, {"hexside": int(found[1] or 1)}
    elif piece.basic == "Minefield":
        a_t = any(map(_A_T.search, piece.labels))
        kind = Fortification.A_T_MINES if a_t else Fortification.A_P_MINES
    return None if kind is None else {"kind": kind.value, **more}
