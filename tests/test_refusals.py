"""Refusals: every reason with its number and rule, the lowest number first, and nothing changed."""

from fractions import Fraction
from typing import Any, Final

import attrs
import pytest

from events.commands import Advance, Command, Move, Spend
from events.moment import Phase
from sim.machine.telling import Reason, Refusal
from tests.table import TANK, Table

WORLD: Final[dict[str, Any]] = {
    "ec": "Moderate",
    "ad": True,
    "boards": [{"name": "LFT6", "desert": True, "ad": True, "width": 15}],
    "vehicles": [
        {**TANK, "id": "Still"},
        {**TANK, "id": "Moving", "at": "F4", "motion": True},
        {**TANK, "id": "Edge", "at": "F0", "motion": True},
        {**TANK, "id": "Tiny", "at": None, "mp": 1, "towing": True},
        {**TANK, "id": "Away", "at": None},
        {**TANK, "id": "Enemy", "side": "British", "at": "H4"},
        {**TANK, "id": "EnemyAway", "side": "British", "at": None},
        {**TANK, "id": "Truck", "movement": "truck", "armour": "none", "at": "J4", "bypass": 2},
        {**TANK, "id": "TruckAway", "movement": "truck", "armour": "none", "at": None},
        {
            **TANK,
            "id": "EnemyTruck",
            "side": "British",
            "movement": "truck",
            "armour": "none",
            "at": "L4",
        },
        {**TANK, "id": "Wagon", "movement": "horse-drawn", "armour": "none", "at": "N4"},
    ],
    "buildings": [
        {"hex": "D8", "material": "wooden", "upper_levels": 1},
        {"hex": "J8", "material": "stone"},
        {"hex": "H8", "mosque": True},
    ],
    "debris": [{"hex": "L8"}, {"hex": "N8", "origin": "placed"}],
    "hexsides": [{"kind": "cactus-hedge", "at": ["K5/K6", "H8/H7"]}],
    "roads": [{"hexes": ["A5", "B4"]}],
    "fortifications": [
        {"kind": "Foxhole", "hex": "B8", "squads": 3},
        {"kind": "Pillbox", "hex": "B7", "ca": 1},
    ],
}
"""A board with something of everything."""

PLAIN: Final[dict[str, Any]] = {
    "ad": False,
    "debris": [],
    "boards": [{"name": "27", "desert": True, "width": 15}],
}
"""The same without AD Terrain."""

CLIFF: Final[dict[str, Any]] = {"hexsides": [{"kind": "cliff", "at": ["F4/F5"]}]}
"""The same with a cliff."""

WATER: Final[dict[str, Any]] = {
    "boards": [{"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . ~ .\n2 . . ."}],
    "hexsides": [{"kind": "cactus-hedge", "at": ["A1/B1"]}],
    **{key: [] for key in ("vehicles", "buildings", "debris", "roads", "fortifications")},
}
"""Water behind a cactus hedge."""

SETUP: Final = ()
DUE: Final = ("phase RPh",)
RPH: Final = (*DUE, "wc 3 4")
PFPH: Final = (*RPH, "phase PFPh")
MPH: Final = (*RPH, "phase MPh")
AFPH: Final = (*RPH, "phase AFPh")
CCPH: Final = (*RPH, "phase CCPh")
OVER: Final = (*RPH, "phase RPh", "wc 3 4", "phase RPh")
ONE_TURN: Final = {"turns": 1}

FALLEN: Final = "rubble D8 level 1 1 6 3"
"""Rubble falls from D8 to E9."""

SQUAD: Final = "unit A squad K5"
BROKEN: Final = (SQUAD, "break A")
LADEN: Final = "unit A squad K5 pp 4"


@attrs.frozen
class Case:
    """An order that is refused: why, by which rule, and after what."""

    reason: Reason
    rule: str
    before: tuple[str, ...]
    order: str | Command
    facts: dict[str, Any] = attrs.field(factory=dict)

    def __str__(self) -> str:
        return f"{self.reason.slug}: {self.order}"


def _refusal(case: Case) -> Refusal:
    """Play up to the order and have it refused; nothing has changed."""
    table = Table(**{**WORLD, **case.facts})
    table.do(*case.before)
    log, state = table.game.log_bytes(), table.state
    if isinstance(case.order, str):
        refusal = table.refused(case.order)
    else:
        result = table.game.attempt(case.order)
        assert isinstance(result, Refusal)
        refusal = result
    assert table.state is state
    assert table.game.log_bytes() == log
    return refusal


R = Reason

CASES: Final = [
    Case(R.SETUP_PENDING, "B25.64", SETUP, "phase", {"wind_direction": None}),
    Case(R.NOT_ROLLED, "11.2", SETUP, "weather 3 4"),
    Case(R.NOT_ROLLED, "11.701", SETUP, "dust 3"),
    Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "phase"),
    Case(R.PHASE_OVER, "A3", MPH, "phase PFPh"),
    Case(R.PHASE_OVER, "A3", MPH, "phase MPh"),
    Case(R.PHASE_OVER, "A3", SETUP, "phase MPh"),
    Case(R.PHASE_OVER, "A3.1", RPH, "ec 3"),
    Case(R.WRONG_PHASE, "A3.1", SETUP, "start Still"),
    Case(R.WRONG_PHASE, "D2.1", PFPH, "start Still"),
    Case(R.UNKNOWN_VEHICLE, "D1", MPH, "start Nobody"),
    Case(R.UNKNOWN_VEHICLE, "C7.41", MPH, "shock Nobody"),
    Case(R.UNKNOWN_VEHICLE, "C7.42", RPH, "recover Nobody"),
    Case(R.UNKNOWN_VEHICLE, "D8.1", MPH, "immobilize Nobody"),
    Case(R.UNKNOWN_VEHICLE, "D10.1", MPH, "destroy Nobody"),
    Case(R.UNKNOWN_VEHICLE, "D5.3", MPH, "hatch Nobody BU"),
    Case(R.DESTROYED, "D10.1", (*MPH, "destroy Still"), "start Still"),
    Case(R.DESTROYED, "D10.1", (*MPH, "destroy Still"), "destroy Still"),
    Case(R.OUT_OF_PLAY, "A2.5", MPH, "start Away"),
    Case(R.OUT_OF_PLAY, "D2.1", (*MPH, "exit Edge 1mp"), "start Edge"),
    Case(R.OUT_OF_PLAY, "D8.1", MPH, "immobilize Away"),
    Case(R.NOT_ATTACKER, "A3.3", MPH, "start Enemy"),
    Case(R.STUNNED_OR_SHOCKED, "D5.34", (*MPH, "stun Still"), "start Still"),
    Case(R.UNKNOWN_HEX, "B25.1", MPH, "flame ZZ9"),
    Case(R.UNKNOWN_HEX, "B25.1", MPH, "blaze ZZ9"),
    Case(R.TOO_FEW_MP, "D2.1", MPH, Move("Moving", "F5", Fraction(4, 3))),
    Case(R.BEYOND_ALLOTMENT, "D2.1", MPH, "move Moving F5 13.5mp"),
    Case(R.BEYOND_ALLOTMENT, "C10.11", (*MPH, "spend Still 6.5mp"), "hook Still"),
    Case(R.BEYOND_ALLOTMENT, "C10.12", (*MPH, "spend Still 6.5mp"), "unhook Still"),
    Case(R.ALREADY_SO, "C7.41", (*MPH, "shock Still"), "shock Still"),
    Case(R.ALREADY_SO, "AD3.4", MPH, "debris L8"),
    Case(R.ALREADY_SO, "B25.1", (*MPH, "blaze J8"), "flame J8"),
    Case(R.ALREADY_SO, "B25.1", (*MPH, "blaze J8"), "blaze J8"),
    Case(R.BAD_IMPULSE, "D14.31", MPH, "impulse spend Still 1mp, spend Still 1mp"),
    Case(R.NO_SMOKE_NOW, "E3.53", ("phase RPh", "wc 5 6"), "smoke D4", {"weather": "Overcast"}),
    Case(R.NO_SMOKE_NOW, "E3.734", RPH, "smoke D4", {"weather": "Mud", "ec": "Mud"}),
    Case(R.WRONG_MATERIAL, "B24.1", MPH, "rubble D8 stone", PLAIN),
    Case(R.CALIBRE_TOO_SMALL, "B24.11", MPH, "he D8 69mm kia 1", PLAIN),
    Case(R.NOT_CLEARABLE, "B24.71", CCPH, "clear D8 squads 1"),
    Case(R.NOT_CLEARABLE, "AD3.45", CCPH, "clear L8 squads 1"),
    Case(R.NOT_CLEARABLE, "B25.4", (*CCPH, "blaze N8"), "clear N8 squads 1"),
    Case(R.WRONG_MATERIAL, "AD3.4", MPH, "debris B1", WATER),
    Case(R.ENTRY_FORBIDDEN, "B21", (*MPH, "unit A squad A1"), "cross A B1", WATER),
    Case(R.IMPOSSIBLE_NUMBER, "B24.7", CCPH, "clear N8 squads 1 leader -4"),
    Case(R.IMPOSSIBLE_NUMBER, "B24.7", CCPH, "clear N8 squads 1 leader 2"),
    Case(R.ALREADY_TRIED, "B25.15", (*AFPH, "flame J8"), "flame-check J8"),
    Case(
        R.BAD_HEXSIDES,
        "B13.4211",
        (*CCPH, "clear N8 bulldozers 2 across 1 3 3 4", "phase RPh", "wc 3 4", "phase CCPh"),
        "clear N8 squads 1 across 3 1",
    ),
    Case(R.NOT_BURNABLE, "B25.1", MPH, "flame D4"),
    Case(R.NOT_BURNABLE, "B25.1", MPH, "blaze D4"),
    Case(R.IMPOSSIBLE_NUMBER, "B25.11", PFPH, "kindle J8 leader -4"),
    Case(R.IMPOSSIBLE_NUMBER, "B25.11", PFPH, "kindle J8 smc leader -1"),
    Case(R.ALREADY_TRIED, "B25.6", (*AFPH, "blaze J8"), "spread J8"),
    Case(R.ALREADY_TRIED, "B25.6", (*AFPH, "blaze J8", "blaze D8"), "spread"),
    Case(R.NO_FIRE, "B25.6", AFPH, "spread"),
    Case(R.CANNOT_ENTER, "B11.4", MPH, "move Moving F5", CLIFF),
    Case(R.NO_HIGH_WALL, "AD4.6", MPH, "breach D4 D5"),
    Case(R.IMMOBILE, "D8.2", (*MPH, "bog Still"), "start Still"),
    Case(R.IMMOBILE, "D8.3", (*MPH, "immobilize Still"), "unbog Still"),
    Case(R.ALREADY_SO, "D8.2", (*MPH, "bog Still"), "bog Still"),
    Case(R.ALREADY_SO, "D8.3", MPH, "unbog Still"),
    Case(R.NOT_STARTED, "D2.12", MPH, "turn Still"),
    Case(R.UNKNOWN_HEX, "AD4.6", MPH, "breach D4 ZZ9"),
    Case(R.NOT_ADJACENT, "AD4.6", MPH, "breach D4 D6"),
    Case(R.IMPOSSIBLE_NUMBER, "A4.42", MPH, "unit A squad D4 pp -1"),
    Case(R.UNKNOWN_UNIT, "AD3.312", MPH, "station A shaft"),
    Case(R.NO_FORTIFICATION_HERE, "B27.12", MPH, "unit A squad D4 entrenched"),
    Case(R.NO_FORTIFICATION_HERE, "B30.111", (*MPH, SQUAD), "station A pillbox"),
    Case(R.OVERSTACKED, "B30.111", (*MPH, "unit B HS B7 pillbox"), "unit A squad B7 pillbox"),
    Case(R.ALREADY_SO, "D2.3", MPH, "bypass Truck 2"),
    Case(R.ENTRY_FORBIDDEN, "D2.31", MPH, "bypass Still 2"),
    Case(R.CANNOT_ENTER, "D2.3", MPH, "vbm Moving F5 3"),
    Case(R.CANNOT_ENTER, "D2.33", MPH, "vbm Moving F4 3"),
    Case(R.IMPOSSIBLE_NUMBER, "D2.3", MPH, "vbm Moving F5 7"),
    Case(R.NO_FORTIFICATION_HERE, "B27.1", PFPH, "entrench D8"),
    Case(R.NOT_INFANTRY, "191.3", (*MPH, "unit MG SW K5 pp 2"), "cross MG K6"),
    Case(R.UNKNOWN_UNIT, "A1.1", MPH, "break A"),
    Case(R.UNKNOWN_UNIT, "A1.1", MPH, "rally A"),
    Case(R.UNKNOWN_UNIT, "A1.1", MPH, "remove A"),
    Case(R.ALREADY_SO, "A.7", (*MPH, SQUAD), "rally A"),
]
"""Orders with one fault each, beside those of `LADDERS`."""


def test_every_reason_is_given() -> None:
    """There are 54 reasons, and no number is without an order that it refuses."""
    assert [reason.value for reason in Reason] == list(range(1, 55))
    assert {case.reason for _, case in EVERY} == set(Reason)


def test_a_refusal_says_all_in_one_line() -> None:
    """Number, name, rule and sentence make one line."""
    table = Table(**WORLD)
    table.do(*MPH)
    assert str(table.refused("move Still D5 1mp")) == (
        "refused, reason 18 (not-started), D2.12: Still must expend a Start MP first"
    )


def test_a_refused_order_takes_no_dice() -> None:
    """The dice of a seed fall as if a refused order had never been given."""
    orders = (*CCPH, "clear N8 squads 2", "phase RPh", "wc", "phase CCPh", "clear N8 hs 1")
    bad = ("clear N8", "clear N8 squads 1 across 2 2", "flame-check J8", "wc", "rubble D8 level 3")
    quiet, noisy = Table(**WORLD), Table(**WORLD)
    for order in orders:
        quiet.do(order)
        noisy.do(order)
        for refused in bad:
            if "phase RPh" not in order or refused != "wc":
                noisy.refused(refused)
    assert noisy.game.seal() == quiet.game.seal()


# Two faults and more ------------------------------------------------------------------------

BOTH_DUE: Final = {"weather": "roll", "dyo": True}
HEAVY: Final = {"wind": "Heavy Winds"}

LADDERS: Final[dict[str, list[Case]]] = {
    "move": [
        Case(R.GAME_OVER, "A3.9", OVER, "move Nobody ZZ9 0mp", ONE_TURN),
        Case(R.SETUP_PENDING, "11.2", SETUP, "move Nobody ZZ9 0mp", BOTH_DUE),
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "move Nobody ZZ9 0mp"),
        Case(R.WRONG_PHASE, "D2.1", PFPH, "move Nobody ZZ9 0mp"),
        Case(R.UNKNOWN_VEHICLE, "D1", MPH, "move Nobody ZZ9 0mp"),
        Case(
            R.DESTROYED,
            "D10.1",
            (*MPH, "immobilize Enemy", "stun Enemy", "destroy Enemy"),
            "move Enemy ZZ9 0mp",
        ),
        Case(R.OUT_OF_PLAY, "A2.5", MPH, "move EnemyAway ZZ9 0mp"),
        Case(
            R.NOT_ATTACKER, "A3.3", (*MPH, "immobilize Enemy", "stun Enemy"), "move Enemy ZZ9 0mp"
        ),
        Case(R.IMMOBILE, "D8.1", (*MPH, "immobilize Still", "stun Still"), "move Still ZZ9 0mp"),
        Case(R.STUNNED_OR_SHOCKED, "D5.34", (*MPH, "stun Still"), "move Still ZZ9 0mp"),
        Case(R.NOT_STARTED, "D2.12", MPH, "move Still ZZ9 0mp paved"),
        Case(R.UNKNOWN_HEX, "D2.1", MPH, "move Moving ZZ9 0mp paved"),
        Case(R.NOT_ADJACENT, "D2.1", MPH, "move Moving F6 0mp paved"),
        Case(R.NO_ROAD, "B3.4", MPH, "move Moving F5 0mp paved"),
        Case(R.TOO_FEW_MP, "F1", (*MPH, "spend Moving 13mp"), "move Moving F5 0.5mp"),
        Case(R.BEYOND_ALLOTMENT, "D2.1", (*MPH, "spend Moving 13mp"), "move Moving F5 1mp"),
    ],
    "enter": [
        Case(R.WRONG_PHASE, "D2.1", PFPH, "enter Nobody ZZ9 0mp"),
        Case(R.UNKNOWN_VEHICLE, "D1", MPH, "enter Nobody ZZ9 0mp"),
        Case(R.DESTROYED, "D10.1", (*MPH, "destroy Enemy"), "enter Enemy ZZ9 0mp"),
        Case(
            R.OUT_OF_PLAY,
            "D2.1",
            (*MPH, "exit Edge 1mp", "phase RPh", "wc 3 4", "phase MPh"),
            "enter Edge ZZ9 0mp",
        ),
        Case(R.IN_PLAY, "A2.5", (*MPH, "immobilize Enemy"), "enter Enemy ZZ9 0mp"),
        Case(R.NOT_ATTACKER, "A3.3", MPH, "enter EnemyAway ZZ9 0mp"),
        Case(R.UNKNOWN_HEX, "A2.5", MPH, "enter Away ZZ9 0mp"),
        Case(R.NOT_ON_EDGE, "A2.51", MPH, "enter Away D4 0mp"),
        Case(R.TOO_FEW_MP, "F1", MPH, "enter Tiny D0 0.5mp"),
        Case(R.BEYOND_ALLOTMENT, "D2.1", MPH, "enter Tiny D0 2mp"),
    ],
    "exit": [
        Case(R.OUT_OF_PLAY, "A2.5", MPH, "exit EnemyAway 0mp"),
        Case(R.NOT_ATTACKER, "A3.3", MPH, "exit Enemy 0mp"),
        Case(R.NOT_STARTED, "D2.12", MPH, "exit Still 0mp"),
        Case(R.NOT_ON_EDGE, "A2.6", MPH, "exit Moving 0mp"),
        Case(R.TOO_FEW_MP, "D2.1", MPH, "exit Edge 0mp"),
        Case(R.BEYOND_ALLOTMENT, "D2.1", MPH, "exit Edge 14mp"),
    ],
    "start": [
        Case(R.IMMOBILE, "D8.1", (*MPH, "spend Still 13mp", "immobilize Still"), "start Still"),
        Case(
            R.STUNNED_OR_SHOCKED, "C7.41", (*MPH, "spend Still 13mp", "shock Still"), "start Still"
        ),
        Case(R.IN_MOTION, "D2.12", (*MPH, "spend Moving 13mp"), "start Moving"),
        Case(R.BEYOND_ALLOTMENT, "D2.1", (*MPH, "spend Still 13mp"), "start Still"),
    ],
    "stop": [
        Case(
            R.STUNNED_OR_SHOCKED, "C7.41", (*MPH, "spend Still 13mp", "shock Still"), "stop Still"
        ),
        Case(R.NOT_STARTED, "D2.12", (*MPH, "spend Still 13mp"), "stop Still"),
        Case(R.BEYOND_ALLOTMENT, "D2.1", (*MPH, "spend Moving 13mp"), "stop Moving"),
    ],
    "spend": [
        Case(R.STUNNED_OR_SHOCKED, "D5.34", (*MPH, "stun Still"), "spend Still 0mp"),
        Case(R.TOO_FEW_MP, "D2.1", (*MPH, "spend Still 13mp"), Spend("Still", Fraction(1, 3))),
        Case(R.BEYOND_ALLOTMENT, "D2.1", (*MPH, "spend Still 13mp"), "spend Still 0.5mp"),
    ],
    "assault": [
        Case(R.WRONG_PHASE, "D2.1", (*MPH, "assault Still", "phase"), "assault Still"),
        Case(R.NOT_ATTACKER, "A3.3", (*MPH, "immobilize EnemyTruck"), "assault EnemyTruck"),
        Case(R.NOT_AFV, "D9.31", (*MPH, "immobilize Truck"), "assault Truck"),
        Case(R.IMMOBILE, "D8.1", (*MPH, "assault Still", "immobilize Still"), "assault Still"),
        Case(R.STUNNED_OR_SHOCKED, "D5.34", (*MPH, "assault Still", "stun Still"), "assault Still"),
        Case(R.ALREADY_SO, "D9.31", (*MPH, "assault Still"), "assault Still"),
    ],
    "hook": [
        Case(R.WRONG_PHASE, "D2.1", PFPH, "hook Nobody"),
        Case(R.DESTROYED, "D10.1", (*MPH, "destroy Enemy"), "hook Enemy"),
        Case(R.NOT_ATTACKER, "A3.3", (*MPH, "immobilize Enemy"), "hook Enemy"),
        Case(R.IMMOBILE, "D8.1", (*MPH, "hook Still", "immobilize Still"), "hook Still"),
        Case(R.STUNNED_OR_SHOCKED, "D5.34", (*MPH, "hook Still", "stun Still"), "hook Still"),
        Case(R.IN_MOTION, "C10.11", (*MPH, "spend Moving 13mp"), "hook Moving"),
        Case(R.BEYOND_ALLOTMENT, "C10.11", (*MPH, "hook Still"), "hook Still"),
        Case(
            R.ALREADY_SO,
            "C10.11",
            (*MPH, "hook Still", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh"),
            "hook Still",
        ),
    ],
    "unhook": [
        Case(R.STUNNED_OR_SHOCKED, "D5.34", (*MPH, "stun Still"), "unhook Still"),
        Case(R.IN_MOTION, "C10.12", (*MPH, "spend Moving 13mp"), "unhook Moving"),
        Case(R.BEYOND_ALLOTMENT, "C10.12", (*MPH, "spend Still 13mp"), "unhook Still"),
        Case(R.ALREADY_SO, "C10.12", MPH, "unhook Still"),
    ],
    "stun": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "stun Nobody"),
        Case(R.UNKNOWN_VEHICLE, "D5.34", MPH, "stun Nobody"),
        Case(R.DESTROYED, "D5.34", (*MPH, "destroy Truck"), "stun Truck"),
        Case(R.OUT_OF_PLAY, "D5.34", MPH, "stun TruckAway"),
        Case(R.NOT_AFV, "D5.34", MPH, "stun Truck"),
        Case(R.ALREADY_SO, "D5.34", (*MPH, "stun Still"), "stun Still"),
    ],
    "shock": [
        Case(R.DESTROYED, "C7.41", (*MPH, "shock Still", "destroy Still"), "shock Still"),
        Case(R.OUT_OF_PLAY, "C7.41", MPH, "shock TruckAway"),
        Case(R.NOT_AFV, "C7.41", MPH, "shock Truck"),
    ],
    "immobilize": [
        Case(R.DESTROYED, "D8.1", (*MPH, "immobilize Still", "destroy Still"), "immobilize Still"),
        Case(R.ALREADY_SO, "D8.1", (*MPH, "immobilize Still"), "immobilize Still"),
    ],
    "recover": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "recover Nobody"),
        Case(R.WRONG_PHASE, "C7.42", PFPH, "recover Nobody"),
        Case(R.DESTROYED, "C7.42", (*RPH, "destroy Truck"), "recover Truck"),
        Case(R.OUT_OF_PLAY, "C7.42", RPH, "recover TruckAway"),
        Case(R.NOT_AFV, "C7.42", RPH, "recover Truck"),
        Case(R.ALREADY_SO, "C7.42", RPH, "recover Still"),
    ],
    "hatch": [
        Case(R.DESTROYED, "D5.3", (*MPH, "destroy Truck"), "hatch Truck CE"),
        Case(R.OUT_OF_PLAY, "D5.3", MPH, "hatch TruckAway CE"),
        Case(R.NOT_AFV, "D5.3", MPH, "hatch Truck CE"),
        Case(R.ALREADY_SO, "D5.3", MPH, "hatch Still CE"),
    ],
    "wc": [
        Case(R.GAME_OVER, "A3.9", OVER, "wc 3 4", ONE_TURN),
        Case(R.SETUP_PENDING, "11.2", SETUP, "wc 3 4", BOTH_DUE),
        Case(R.WIND_CHANGE_MADE, "B25.65", MPH, "wc 3 4"),
        Case(R.WRONG_PHASE, "A3.1", SETUP, "wc 3 4"),
    ],
    "phase": [
        Case(R.GAME_OVER, "A3.9", OVER, "phase MPh", ONE_TURN),
        Case(R.SETUP_PENDING, "11.2", SETUP, "phase MPh", BOTH_DUE),
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, Advance(Phase.SETUP)),
        Case(R.PHASE_OVER, "A3", RPH, Advance(Phase.SETUP)),
    ],
    "impulse of one": [
        Case(R.WRONG_PHASE, "D2.1", PFPH, "impulse start Nobody"),
        Case(R.UNKNOWN_VEHICLE, "D1", MPH, "impulse start Nobody"),
        Case(R.NOT_ATTACKER, "A3.3", MPH, "impulse start Enemy"),
        Case(R.NOT_STARTED, "D2.12", MPH, "impulse stop Still"),
        Case(R.BAD_IMPULSE, "D14.2", MPH, "impulse start Still"),
    ],
    "impulse with a wagon": [
        Case(R.WRONG_PHASE, "D2.1", PFPH, "impulse start Still, start Wagon"),
        Case(R.IN_MOTION, "D.2", MPH, "impulse start Still, start Wagon"),
        Case(R.NOT_STARTED, "D.2", MPH, "impulse start Still, stop Wagon"),
        Case(R.BAD_IMPULSE, "E11.1", MPH, "impulse start Still, spend Wagon 1mp"),
    ],
    "impulse": [
        Case(
            R.NOT_ADJACENT,
            "D2.1",
            (*MPH, "spend Still 12mp"),
            "impulse start Still, move Moving F6 2mp",
        ),
        Case(
            R.BEYOND_ALLOTMENT,
            "D14.31",
            (*MPH, "spend Still 12mp"),
            "impulse start Still, move Moving F5 2mp",
        ),
    ],
    "smoke": [
        Case(R.WRONG_PHASE, "A3.1", SETUP, "smoke ZZ9 by Italian", HEAVY),
        Case(R.UNKNOWN_SIDE, "A24.4", MPH, "smoke ZZ9 by Italian", HEAVY),
        Case(R.UNKNOWN_HEX, "A24.1", MPH, "smoke ZZ9", HEAVY),
        Case(R.NO_SMOKE_NOW, "A24.6", MPH, "smoke D4", HEAVY),
    ],
    "ffe": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "ffe one ZZ9 0mm"),
        Case(R.UNKNOWN_HEX, "C1.5", (*MPH, "ffe one D4 80mm"), "ffe one ZZ9 0mm"),
        Case(R.NAME_TAKEN, "C1.5", (*MPH, "ffe one D4 80mm"), "ffe one D4 0mm"),
        Case(R.IMPOSSIBLE_NUMBER, "C1.5", (*MPH, "ffe one D4 80mm"), "ffe two D4 0mm"),
    ],
    "lift": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "lift one"),
        Case(R.UNKNOWN_FFE, "C1.5", MPH, "lift one"),
    ],
    "he": [
        Case(R.UNKNOWN_HEX, "B24.11", MPH, "he ZZ9 1mm kia 0 level 9"),
        Case(R.NO_BUILDING, "B24.11", MPH, "he D4 1mm kia 0 level 9"),
        Case(R.NO_SUCH_LEVEL, "B24.11", MPH, "he D8 1mm kia 0 level 2"),
        Case(R.CALIBRE_TOO_SMALL, "AD4.42", MPH, "he D8 1mm kia 0"),
        Case(R.IMPOSSIBLE_NUMBER, "B24.11", MPH, "he D8 80mm kia 0"),
    ],
    "rubble": [
        Case(R.UNKNOWN_HEX, "B24.1", MPH, "rubble ZZ9 wooden level 9"),
        Case(R.NO_BUILDING, "B24.1", MPH, "rubble D4 wooden level 9"),
        Case(R.NO_SUCH_LEVEL, "B24.1", MPH, "rubble D8 wooden level 2"),
        Case(R.WRONG_MATERIAL, "AD4.42", MPH, "rubble D8 wooden"),
    ],
    "clear": [
        Case(R.WRONG_PHASE, "B24.71", MPH, "clear ZZ9 squads -1 across 2 2"),
        Case(R.UNKNOWN_HEX, "B24.71", CCPH, "clear ZZ9 squads -1 across 2 2"),
        Case(R.IMPOSSIBLE_NUMBER, "B24.7", CCPH, "clear D4 squads -1 across 2 2"),
        Case(R.NOT_CLEARABLE, "B24.71", CCPH, "clear D4 across 2 2"),
        Case(R.NO_WORKERS, "B24.7", (*CCPH, "clear N8 hs 1 6 6"), "clear N8 across 2 2"),
        Case(R.ALREADY_TRIED, "B24.7", (*CCPH, "clear N8 hs 1 6 6"), "clear N8 hs 1 across 2 2"),
        Case(R.BAD_HEXSIDES, "B24.71", CCPH, "clear N8 hs 1 across 2 2"),
    ],
    "abandon": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "abandon ZZ9"),
        Case(R.UNKNOWN_HEX, "B24.8", MPH, "abandon ZZ9"),
        Case(R.ALREADY_SO, "B24.8", MPH, "abandon D4"),
    ],
    "debris": [
        Case(R.UNKNOWN_HEX, "AD3.4", MPH, "debris ZZ9", PLAIN),
        Case(R.ALREADY_SO, "AD3.43", (*MPH, FALLEN), "debris E9", PLAIN),
        Case(R.NO_AD_TERRAIN, "AD3.4", MPH, "debris E9", PLAIN),
    ],
    "shellholes": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "shellholes ZZ9"),
        Case(R.UNKNOWN_HEX, "B2.1", MPH, "shellholes ZZ9"),
        Case(R.ALREADY_SO, "B2.1", (*MPH, "shellholes E9"), "shellholes E9"),
        Case(R.WRONG_MATERIAL, "B2.1", (*MPH, FALLEN), "shellholes E9"),
    ],
    "flame-check": [
        Case(R.WRONG_PHASE, "B25.15", MPH, "flame-check ZZ9"),
        Case(R.UNKNOWN_HEX, "B25.15", AFPH, "flame-check ZZ9"),
        Case(R.NO_FIRE, "B25.15", AFPH, "flame-check J8"),
    ],
    "kindle": [
        Case(R.WRONG_PHASE, "B25.11", MPH, "kindle ZZ9 leader 2"),
        Case(R.UNKNOWN_HEX, "B25.11", PFPH, "kindle ZZ9 leader 2"),
        Case(R.ALREADY_SO, "B25.11", (*PFPH, "blaze J8"), "kindle J8 leader 2"),
        Case(R.IMPOSSIBLE_NUMBER, "B25.11", PFPH, "kindle D4 leader 2"),
        Case(R.NOT_BURNABLE, "B25.11", PFPH, "kindle D4 leader 1"),
    ],
    "spread": [
        Case(R.WRONG_PHASE, "B25.6", MPH, "spread ZZ9"),
        Case(R.UNKNOWN_HEX, "B25.6", AFPH, "spread ZZ9"),
        Case(R.NO_FIRE, "B25.6", AFPH, "spread J8"),
    ],
    "collapse": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "collapse ZZ9"),
        Case(R.WRONG_PHASE, "B25.66", MPH, "collapse ZZ9"),
    ],
    "extinguish": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "extinguish ZZ9"),
        Case(R.UNKNOWN_HEX, "B24.72", MPH, "extinguish ZZ9"),
        Case(R.NO_FIRE, "B24.72", MPH, "extinguish J8"),
    ],
    "unit": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "unit Still SW ZZ9 by Italian"),
        Case(R.UNKNOWN_SIDE, "A1.1", MPH, "unit Still SW ZZ9 shaft by Italian"),
        Case(R.UNKNOWN_HEX, "A2.8", MPH, "unit Still SW ZZ9 shaft"),
        Case(R.NAME_TAKEN, "A1.1", MPH, "unit Still SW D4 shaft"),
        Case(R.IMPOSSIBLE_NUMBER, "A4.42", MPH, "unit MG SW D4 shaft"),
        Case(R.NO_STEEPLE, "AD3.31", MPH, "unit MG SW D4 shaft pp 4"),
        Case(R.OVERSTACKED, "AD3.312", MPH, "unit MG SW H8 shaft pp 4"),
    ],
    "bypass": [
        Case(R.UNKNOWN_VEHICLE, "D2.3", MPH, "bypass Nobody 7"),
        Case(R.IMPOSSIBLE_NUMBER, "D2.3", MPH, "bypass Still 7"),
    ],
    "entrench": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "entrench ZZ9 by Italian"),
        Case(R.WRONG_PHASE, "B27.11", MPH, "entrench ZZ9 by Italian"),
        Case(R.UNKNOWN_SIDE, "B27.11", PFPH, "entrench ZZ9 by Italian"),
        Case(R.NOT_ATTACKER, "B27.11", PFPH, "entrench ZZ9 by British"),
        Case(R.UNKNOWN_HEX, "B27.11", PFPH, "entrench ZZ9"),
        Case(R.NO_FORTIFICATION_HERE, "B27.12", PFPH, "entrench B8"),
    ],
    "unfortify": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "unfortify Wire-D4"),
        Case(R.UNKNOWN_FORTIFICATION, "B27", MPH, "unfortify Wire-D4"),
    ],
    "station": [
        Case(R.ALREADY_SO, "AD3.312", (*MPH, SQUAD), "station A ground"),
        Case(R.NO_STEEPLE, "AD3.31", (*MPH, SQUAD, "cross A K6"), "station A shaft"),
        Case(R.IN_CROSSING, "191.3", (*MPH, "unit A squad H8", "cross A H7"), "station A shaft"),
        Case(R.OVERSTACKED, "AD3.312", (*MPH, "unit A squad H8"), "station A shaft"),
    ],
    "cross with nobody": [
        Case(R.WRONG_PHASE, "191.3", PFPH, "cross A ZZ9"),
        Case(R.UNKNOWN_HEX, "191.3", MPH, "cross A ZZ9"),
        Case(R.UNKNOWN_UNIT, "191.3", MPH, "cross A K6"),
    ],
    "cross": [
        Case(R.WRONG_PHASE, "191.3", (*PFPH, f"{LADEN} by British", "break A"), "cross A ZZ9"),
        Case(R.NOT_ATTACKER, "A3.3", (*MPH, f"{LADEN} by British", "break A"), "cross A ZZ9"),
        Case(R.UNKNOWN_HEX, "191.3", (*MPH, LADEN, "break A"), "cross A ZZ9"),
        Case(R.NOT_ADJACENT, "191.3", (*MPH, LADEN, "break A"), "cross A K7"),
        Case(R.BEYOND_ALLOTMENT, "191.3", (*MPH, SQUAD, "cross A K6", "break A"), "cross A L5"),
        Case(R.NOT_GOOD_ORDER, "191.3", (*MPH, LADEN, "break A"), "cross A L5"),
        Case(R.NO_CACTUS_HEDGE, "191.3", (*MPH, LADEN, "unit B HS L5 by British"), "cross A L5"),
        Case(R.TOO_MANY_PP, "191.3", (*MPH, LADEN, "unit B HS K6 by British"), "cross A K6"),
        Case(R.ENTRY_FORBIDDEN, "A4.14", (*MPH, SQUAD, "unit B HS K6 by British"), "cross A K6"),
    ],
    "break": [
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "break A"),
        Case(R.ALREADY_SO, "A.7", (*MPH, *BROKEN), "break A"),
        Case(R.NOT_INFANTRY, "A.7", (*MPH, "unit MG SW K5 pp 2"), "break MG"),
    ],
    "roll of setup": [
        Case(R.GAME_OVER, "A3.9", OVER, "dust 3", ONE_TURN),
        Case(R.WIND_CHANGE_DUE, "B25.65", DUE, "dust 3"),
        Case(R.PHASE_OVER, "A3.1", RPH, "dust 3"),
    ],
}
"""Orders with several faults: on each rung the first fault is mended, and the next is named."""

EVERY: Final = [
    *((str(case), case) for case in CASES),
    *((f"{name} {n}", case) for name, rungs in LADDERS.items() for n, case in enumerate(rungs)),
]


@pytest.mark.rule(
    "A2.8", "A3.9", "A4.13", "A4.14", "A4.42", "A24.1", "A24.6", "B2.1", "B25.65", "C1.5"
)
@pytest.mark.rule("D1.2", "D9.31", "D10.1", "D14.2", "D14.31", "E3.734")
@pytest.mark.parametrize("case", [case for _, case in EVERY], ids=[name for name, _ in EVERY])
def test_a_refusal_has_its_reason_and_its_rule(case: Case) -> None:
    """An order that the rules do not allow is refused for its reason, and leaves no trace.

    Where several reasons hold at once, the one that comes first in the list is the answer.
    """
    refusal = _refusal(case)
    assert (refusal.reason, refusal.rule) == (case.reason, case.rule)


@pytest.mark.parametrize("name", LADDERS)
def test_reasons_follow_each_other_by_their_numbers(name: str) -> None:
    """Mending fault after fault leads to ever higher numbers."""
    numbers = [case.reason.value for case in LADDERS[name]]
    assert numbers == sorted(set(numbers))
    assert len(numbers) > 1
