"""Refusals: every reason with its number and rule, the lowest number first, and nothing changed."""

import re
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

WATER: Final[dict[str, Any]] = {
    "boards": [{"name": "X", "desert": True, "ad": True, "map": "0 .\n1 . ~ .\n2 . . ."}],
    "hexsides": [{"kind": "cactus-hedge", "at": ["A1/B1"]}],
    **{key: [] for key in ("vehicles", "buildings", "debris", "roads", "fortifications")},
}
"""Water behind a cactus hedge."""

MOMENTS: Final = {
    "SETUP": "",
    "DUE": "phase RPh",
    "RPH": "phase RPh; wc 3 4",
    **{name: f"phase RPh; wc 3 4; phase {name[:-2]}Ph" for name in ("PFPH", "MPH", "AFPH", "CCPH")},
    "OVER": "phase RPh; wc 3 4; phase RPh; wc 3 4; phase RPh",
    "TURN": "phase RPh; wc 3 4",
    "BROKEN THROUGH": "clear N8 bulldozers 2 across 1 3 3 4",
}
"""Orders that lead to a moment; a TURN later is the next Player Turn."""

FACTS: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "ANY_WIND": {"wind_direction": None},
    "BOTH_DUE": {"weather": "roll", "dyo": True},
    "CLIFF": {"hexsides": [{"kind": "cliff", "at": ["F4/F5"]}]},
    "HEAVY": {"wind": "Heavy Winds"},
    "MUD": {"weather": "Mud", "ec": "Mud"},
    "ONE_TURN": {"turns": 1},
    "OVERCAST": {"weather": "Overcast"},
    "PLAIN": PLAIN,
    "WATER": WATER,
}
"""What is otherwise of the board."""

ODD: Final[dict[str, Command]] = {
    "ODD-MP": Move("Moving", "F5", Fraction(4, 3)),
    "THIRD-MP": Spend("Still", Fraction(1, 3)),
    "TO-SETUP": Advance(Phase.SETUP),
}
"""What no words order."""


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


ONE_FAULT: Final = """
setup-pending | B25.64 | SETUP | phase | ANY_WIND
not-rolled | 11.2 | SETUP | weather 3 4
not-rolled | 11.701 | SETUP | dust 3
wind-change-due | B25.65 | DUE | phase
phase-over | A3 | MPH | phase PFPh
phase-over | A3 | MPH | phase MPh
phase-over | A3 | SETUP | phase MPh
phase-over | A3.1 | RPH | ec 3
wrong-phase | A3.1 | SETUP | start Still
wrong-phase | D2.1 | PFPH | start Still
unknown-vehicle | D1 | MPH | start Nobody
unknown-vehicle | C7.41 | MPH | shock Nobody
unknown-vehicle | C7.42 | RPH | recover Nobody
unknown-vehicle | D8.1 | MPH | immobilize Nobody
unknown-vehicle | D10.1 | MPH | destroy Nobody
unknown-vehicle | D5.3 | MPH | hatch Nobody BU
destroyed | D10.1 | MPH; destroy Still | start Still
destroyed | D10.1 | MPH; destroy Still | destroy Still
out-of-play | A2.5 | MPH | start Away
out-of-play | D2.1 | MPH; exit Edge 1mp | start Edge
out-of-play | D8.1 | MPH | immobilize Away
not-attacker | A3.3 | MPH | start Enemy
stunned-or-shocked | D5.34 | MPH; stun Still | start Still
unknown-hex | B25.1 | MPH | flame ZZ9
unknown-hex | B25.1 | MPH | blaze ZZ9
too-few-mp | D2.1 | MPH | ODD-MP
beyond-allotment | D2.1 | MPH | move Moving F5 13.5mp
beyond-allotment | C10.11 | MPH; spend Still 6.5mp | hook Still
beyond-allotment | C10.12 | MPH; spend Still 6.5mp | unhook Still
already-so | C7.41 | MPH; shock Still | shock Still
already-so | AD3.4 | MPH | debris L8
already-so | B25.1 | MPH; blaze J8 | flame J8
already-so | B25.1 | MPH; blaze J8 | blaze J8
bad-impulse | D14.31 | MPH | impulse spend Still 1mp, spend Still 1mp
no-smoke-now | E3.53 | DUE; wc 5 6 | smoke D4 | OVERCAST
no-smoke-now | E3.734 | RPH | smoke D4 | MUD
wrong-material | B24.1 | MPH | rubble D8 stone | PLAIN
calibre-too-small | B24.11 | MPH | he D8 69mm kia 1 | PLAIN
not-clearable | B24.71 | CCPH | clear D8 squads 1
not-clearable | AD3.45 | CCPH | clear L8 squads 1
not-clearable | B25.4 | CCPH; blaze N8 | clear N8 squads 1
wrong-material | AD3.4 | MPH | debris B1 | WATER
entry-forbidden | B21 | MPH; unit A squad A1 | cross A B1 | WATER
impossible-number | B24.7 | CCPH | clear N8 squads 1 leader -4
impossible-number | B24.7 | CCPH | clear N8 squads 1 leader 2
already-tried | B25.15 | AFPH; flame J8 | flame-check J8
bad-hexsides | B13.4211 | CCPH; BROKEN THROUGH; TURN; phase CCPh | clear N8 squads 1 across 3 1
not-burnable | B25.1 | MPH | flame D4
not-burnable | B25.1 | MPH | blaze D4
impossible-number | B25.11 | PFPH | kindle J8 leader -4
impossible-number | B25.11 | PFPH | kindle J8 smc leader -1
already-tried | B25.6 | AFPH; blaze J8 | spread J8
already-tried | B25.6 | AFPH; blaze J8; blaze D8 | spread
no-fire | B25.6 | AFPH | spread
cannot-enter | B11.4 | MPH | move Moving F5 | CLIFF
no-high-wall | AD4.6 | MPH | breach D4 D5
immobile | D8.2 | MPH; bog Still | start Still
immobile | D8.3 | MPH; immobilize Still | unbog Still
already-so | D8.2 | MPH; bog Still | bog Still
already-so | D8.3 | MPH | unbog Still
not-started | D2.12 | MPH | turn Still
unknown-hex | AD4.6 | MPH | breach D4 ZZ9
not-adjacent | AD4.6 | MPH | breach D4 D6
impossible-number | A4.42 | MPH | unit A squad D4 pp -1
unknown-unit | AD3.312 | MPH | station A shaft
no-fortification-here | B27.12 | MPH | unit A squad D4 entrenched
no-fortification-here | B30.111 | MPH; unit A squad K5 | station A pillbox
overstacked | B30.111 | MPH; unit B HS B7 pillbox | unit A squad B7 pillbox
already-so | D2.3 | MPH | bypass Truck 2
entry-forbidden | D2.31 | MPH | bypass Still 2
cannot-enter | D2.3 | MPH | vbm Moving F5 3
cannot-enter | D2.33 | MPH | vbm Moving F4 3
impossible-number | D2.3 | MPH | vbm Moving F5 7
no-fortification-here | B27.1 | PFPH | entrench D8
not-infantry | 191.3 | MPH; unit MG SW K5 pp 2 | cross MG K6
unknown-unit | A1.1 | MPH | break A
unknown-unit | A1.1 | MPH | rally A
unknown-unit | A1.1 | MPH | remove A
already-so | A.7 | MPH; unit A squad K5 | rally A
"""
"""Orders with one fault each, beside those of `SEVERAL`: reason, rule, before, order, facts."""

SEVERAL: Final = """
[move]
game-over | A3.9 | OVER | move Nobody ZZ9 0mp | ONE_TURN
setup-pending | 11.2 | SETUP | move Nobody ZZ9 0mp | BOTH_DUE
wind-change-due | B25.65 | DUE | move Nobody ZZ9 0mp
wrong-phase | D2.1 | PFPH | move Nobody ZZ9 0mp
unknown-vehicle | D1 | MPH | move Nobody ZZ9 0mp
destroyed | D10.1 | MPH; immobilize Enemy; stun Enemy; destroy Enemy | move Enemy ZZ9 0mp
out-of-play | A2.5 | MPH | move EnemyAway ZZ9 0mp
not-attacker | A3.3 | MPH; immobilize Enemy; stun Enemy | move Enemy ZZ9 0mp
immobile | D8.1 | MPH; immobilize Still; stun Still | move Still ZZ9 0mp
stunned-or-shocked | D5.34 | MPH; stun Still | move Still ZZ9 0mp
not-started | D2.12 | MPH | move Still ZZ9 0mp paved
unknown-hex | D2.1 | MPH | move Moving ZZ9 0mp paved
not-adjacent | D2.1 | MPH | move Moving F6 0mp paved
no-road | B3.4 | MPH | move Moving F5 0mp paved
too-few-mp | F1 | MPH; spend Moving 13mp | move Moving F5 0.5mp
beyond-allotment | D2.1 | MPH; spend Moving 13mp | move Moving F5 1mp
[enter]
wrong-phase | D2.1 | PFPH | enter Nobody ZZ9 0mp
unknown-vehicle | D1 | MPH | enter Nobody ZZ9 0mp
destroyed | D10.1 | MPH; destroy Enemy | enter Enemy ZZ9 0mp
out-of-play | D2.1 | MPH; exit Edge 1mp; TURN; phase MPh | enter Edge ZZ9 0mp
in-play | A2.5 | MPH; immobilize Enemy | enter Enemy ZZ9 0mp
not-attacker | A3.3 | MPH | enter EnemyAway ZZ9 0mp
unknown-hex | A2.5 | MPH | enter Away ZZ9 0mp
not-on-edge | A2.51 | MPH | enter Away D4 0mp
too-few-mp | F1 | MPH | enter Tiny D0 0.5mp
beyond-allotment | D2.1 | MPH | enter Tiny D0 2mp
[exit]
out-of-play | A2.5 | MPH | exit EnemyAway 0mp
not-attacker | A3.3 | MPH | exit Enemy 0mp
not-started | D2.12 | MPH | exit Still 0mp
not-on-edge | A2.6 | MPH | exit Moving 0mp
too-few-mp | D2.1 | MPH | exit Edge 0mp
beyond-allotment | D2.1 | MPH | exit Edge 14mp
[start]
immobile | D8.1 | MPH; spend Still 13mp; immobilize Still | start Still
stunned-or-shocked | C7.41 | MPH; spend Still 13mp; shock Still | start Still
in-motion | D2.12 | MPH; spend Moving 13mp | start Moving
beyond-allotment | D2.1 | MPH; spend Still 13mp | start Still
[stop]
stunned-or-shocked | C7.41 | MPH; spend Still 13mp; shock Still | stop Still
not-started | D2.12 | MPH; spend Still 13mp | stop Still
beyond-allotment | D2.1 | MPH; spend Moving 13mp | stop Moving
[spend]
stunned-or-shocked | D5.34 | MPH; stun Still | spend Still 0mp
too-few-mp | D2.1 | MPH; spend Still 13mp | THIRD-MP
beyond-allotment | D2.1 | MPH; spend Still 13mp | spend Still 0.5mp
[assault]
wrong-phase | D2.1 | MPH; assault Still; phase | assault Still
not-attacker | A3.3 | MPH; immobilize EnemyTruck | assault EnemyTruck
not-afv | D9.31 | MPH; immobilize Truck | assault Truck
immobile | D8.1 | MPH; assault Still; immobilize Still | assault Still
stunned-or-shocked | D5.34 | MPH; assault Still; stun Still | assault Still
already-so | D9.31 | MPH; assault Still | assault Still
[hook]
wrong-phase | D2.1 | PFPH | hook Nobody
destroyed | D10.1 | MPH; destroy Enemy | hook Enemy
not-attacker | A3.3 | MPH; immobilize Enemy | hook Enemy
immobile | D8.1 | MPH; hook Still; immobilize Still | hook Still
stunned-or-shocked | D5.34 | MPH; hook Still; stun Still | hook Still
in-motion | C10.11 | MPH; spend Moving 13mp | hook Moving
beyond-allotment | C10.11 | MPH; hook Still | hook Still
already-so | C10.11 | MPH; hook Still; TURN; TURN; phase MPh | hook Still
[unhook]
stunned-or-shocked | D5.34 | MPH; stun Still | unhook Still
in-motion | C10.12 | MPH; spend Moving 13mp | unhook Moving
beyond-allotment | C10.12 | MPH; spend Still 13mp | unhook Still
already-so | C10.12 | MPH | unhook Still
[stun]
wind-change-due | B25.65 | DUE | stun Nobody
unknown-vehicle | D5.34 | MPH | stun Nobody
destroyed | D5.34 | MPH; destroy Truck | stun Truck
out-of-play | D5.34 | MPH | stun TruckAway
not-afv | D5.34 | MPH | stun Truck
already-so | D5.34 | MPH; stun Still | stun Still
[shock]
destroyed | C7.41 | MPH; shock Still; destroy Still | shock Still
out-of-play | C7.41 | MPH | shock TruckAway
not-afv | C7.41 | MPH | shock Truck
[immobilize]
destroyed | D8.1 | MPH; immobilize Still; destroy Still | immobilize Still
already-so | D8.1 | MPH; immobilize Still | immobilize Still
[recover]
wind-change-due | B25.65 | DUE | recover Nobody
wrong-phase | C7.42 | PFPH | recover Nobody
destroyed | C7.42 | RPH; destroy Truck | recover Truck
out-of-play | C7.42 | RPH | recover TruckAway
not-afv | C7.42 | RPH | recover Truck
already-so | C7.42 | RPH | recover Still
[hatch]
destroyed | D5.3 | MPH; destroy Truck | hatch Truck CE
out-of-play | D5.3 | MPH | hatch TruckAway CE
not-afv | D5.3 | MPH | hatch Truck CE
already-so | D5.3 | MPH | hatch Still CE
[wc]
game-over | A3.9 | OVER | wc 3 4 | ONE_TURN
setup-pending | 11.2 | SETUP | wc 3 4 | BOTH_DUE
wind-change-made | B25.65 | MPH | wc 3 4
wrong-phase | A3.1 | SETUP | wc 3 4
[phase]
game-over | A3.9 | OVER | phase MPh | ONE_TURN
setup-pending | 11.2 | SETUP | phase MPh | BOTH_DUE
wind-change-due | B25.65 | DUE | TO-SETUP
phase-over | A3 | RPH | TO-SETUP
[impulse of one]
wrong-phase | D2.1 | PFPH | impulse start Nobody
unknown-vehicle | D1 | MPH | impulse start Nobody
not-attacker | A3.3 | MPH | impulse start Enemy
not-started | D2.12 | MPH | impulse stop Still
bad-impulse | D14.2 | MPH | impulse start Still
[impulse with a wagon]
wrong-phase | D2.1 | PFPH | impulse start Still, start Wagon
in-motion | D.2 | MPH | impulse start Still, start Wagon
not-started | D.2 | MPH | impulse start Still, stop Wagon
bad-impulse | E11.1 | MPH | impulse start Still, spend Wagon 1mp
[impulse]
not-adjacent | D2.1 | MPH; spend Still 12mp | impulse start Still, move Moving F6 2mp
beyond-allotment | D14.31 | MPH; spend Still 12mp | impulse start Still, move Moving F5 2mp
[smoke]
wrong-phase | A3.1 | SETUP | smoke ZZ9 by Italian | HEAVY
unknown-side | A24.4 | MPH | smoke ZZ9 by Italian | HEAVY
unknown-hex | A24.1 | MPH | smoke ZZ9 | HEAVY
no-smoke-now | A24.6 | MPH | smoke D4 | HEAVY
[ffe]
wind-change-due | B25.65 | DUE | ffe one ZZ9 0mm
unknown-hex | C1.5 | MPH; ffe one D4 80mm | ffe one ZZ9 0mm
name-taken | C1.5 | MPH; ffe one D4 80mm | ffe one D4 0mm
impossible-number | C1.5 | MPH; ffe one D4 80mm | ffe two D4 0mm
[lift]
wind-change-due | B25.65 | DUE | lift one
unknown-ffe | C1.5 | MPH | lift one
[he]
unknown-hex | B24.11 | MPH | he ZZ9 1mm kia 0 level 9
no-building | B24.11 | MPH | he D4 1mm kia 0 level 9
no-such-level | B24.11 | MPH | he D8 1mm kia 0 level 2
calibre-too-small | AD4.42 | MPH | he D8 1mm kia 0
impossible-number | B24.11 | MPH | he D8 80mm kia 0
[rubble]
unknown-hex | B24.1 | MPH | rubble ZZ9 wooden level 9
no-building | B24.1 | MPH | rubble D4 wooden level 9
no-such-level | B24.1 | MPH | rubble D8 wooden level 2
wrong-material | AD4.42 | MPH | rubble D8 wooden
[clear]
wrong-phase | B24.71 | MPH | clear ZZ9 squads -1 across 2 2
unknown-hex | B24.71 | CCPH | clear ZZ9 squads -1 across 2 2
impossible-number | B24.7 | CCPH | clear D4 squads -1 across 2 2
not-clearable | B24.71 | CCPH | clear D4 across 2 2
no-workers | B24.7 | CCPH; clear N8 hs 1 6 6 | clear N8 across 2 2
already-tried | B24.7 | CCPH; clear N8 hs 1 6 6 | clear N8 hs 1 across 2 2
bad-hexsides | B24.71 | CCPH | clear N8 hs 1 across 2 2
[abandon]
wind-change-due | B25.65 | DUE | abandon ZZ9
unknown-hex | B24.8 | MPH | abandon ZZ9
already-so | B24.8 | MPH | abandon D4
[debris]
unknown-hex | AD3.4 | MPH | debris ZZ9 | PLAIN
already-so | AD3.43 | MPH; rubble D8 level 1 1 6 3 | debris E9 | PLAIN
no-ad-terrain | AD3.4 | MPH | debris E9 | PLAIN
[shellholes]
wind-change-due | B25.65 | DUE | shellholes ZZ9
unknown-hex | B2.1 | MPH | shellholes ZZ9
already-so | B2.1 | MPH; shellholes E9 | shellholes E9
wrong-material | B2.1 | MPH; rubble D8 level 1 1 6 3 | shellholes E9
[flame-check]
wrong-phase | B25.15 | MPH | flame-check ZZ9
unknown-hex | B25.15 | AFPH | flame-check ZZ9
no-fire | B25.15 | AFPH | flame-check J8
[kindle]
wrong-phase | B25.11 | MPH | kindle ZZ9 leader 2
unknown-hex | B25.11 | PFPH | kindle ZZ9 leader 2
already-so | B25.11 | PFPH; blaze J8 | kindle J8 leader 2
impossible-number | B25.11 | PFPH | kindle D4 leader 2
not-burnable | B25.11 | PFPH | kindle D4 leader 1
[spread]
wrong-phase | B25.6 | MPH | spread ZZ9
unknown-hex | B25.6 | AFPH | spread ZZ9
no-fire | B25.6 | AFPH | spread J8
[collapse]
wind-change-due | B25.65 | DUE | collapse ZZ9
wrong-phase | B25.66 | MPH | collapse ZZ9
[extinguish]
wind-change-due | B25.65 | DUE | extinguish ZZ9
unknown-hex | B24.72 | MPH | extinguish ZZ9
no-fire | B24.72 | MPH | extinguish J8
[unit]
wind-change-due | B25.65 | DUE | unit Still SW ZZ9 by Italian
unknown-side | A1.1 | MPH | unit Still SW ZZ9 shaft by Italian
unknown-hex | A2.8 | MPH | unit Still SW ZZ9 shaft
name-taken | A1.1 | MPH | unit Still SW D4 shaft
impossible-number | A4.42 | MPH | unit MG SW D4 shaft
no-steeple | AD3.31 | MPH | unit MG SW D4 shaft pp 4
overstacked | AD3.312 | MPH | unit MG SW H8 shaft pp 4
[bypass]
unknown-vehicle | D2.3 | MPH | bypass Nobody 7
impossible-number | D2.3 | MPH | bypass Still 7
[entrench]
wind-change-due | B25.65 | DUE | entrench ZZ9 by Italian
wrong-phase | B27.11 | MPH | entrench ZZ9 by Italian
unknown-side | B27.11 | PFPH | entrench ZZ9 by Italian
not-attacker | B27.11 | PFPH | entrench ZZ9 by British
unknown-hex | B27.11 | PFPH | entrench ZZ9
no-fortification-here | B27.12 | PFPH | entrench B8
[unfortify]
wind-change-due | B25.65 | DUE | unfortify Wire-D4
unknown-fortification | B27 | MPH | unfortify Wire-D4
[station]
already-so | AD3.312 | MPH; unit A squad K5 | station A ground
no-steeple | AD3.31 | MPH; unit A squad K5; cross A K6 | station A shaft
in-crossing | 191.3 | MPH; unit A squad H8; cross A H7 | station A shaft
overstacked | AD3.312 | MPH; unit A squad H8 | station A shaft
[cross with nobody]
wrong-phase | 191.3 | PFPH | cross A ZZ9
unknown-hex | 191.3 | MPH | cross A ZZ9
unknown-unit | 191.3 | MPH | cross A K6
[cross]
wrong-phase | 191.3 | PFPH; unit A squad K5 pp 4 by British; break A | cross A ZZ9
not-attacker | A3.3 | MPH; unit A squad K5 pp 4 by British; break A | cross A ZZ9
unknown-hex | 191.3 | MPH; unit A squad K5 pp 4; break A | cross A ZZ9
not-adjacent | 191.3 | MPH; unit A squad K5 pp 4; break A | cross A K7
beyond-allotment | 191.3 | MPH; unit A squad K5; cross A K6; break A | cross A L5
not-good-order | 191.3 | MPH; unit A squad K5 pp 4; break A | cross A L5
no-cactus-hedge | 191.3 | MPH; unit A squad K5 pp 4; unit B HS L5 by British | cross A L5
too-many-pp | 191.3 | MPH; unit A squad K5 pp 4; unit B HS K6 by British | cross A K6
entry-forbidden | A4.14 | MPH; unit A squad K5; unit B HS K6 by British | cross A K6
[break]
wind-change-due | B25.65 | DUE | break A
already-so | A.7 | MPH; unit A squad K5; break A | break A
not-infantry | A.7 | MPH; unit MG SW K5 pp 2 | break MG
[roll of setup]
game-over | A3.9 | OVER | dust 3 | ONE_TURN
wind-change-due | B25.65 | DUE | dust 3
phase-over | A3.1 | RPH | dust 3
"""
"""Orders with several faults: on each rung the first fault is mended, and the next is named."""

_OF_SLUG: Final = {reason.slug: reason for reason in Reason}


def _case(row: str) -> Case:
    slug, rule, before, order, *facts = row.split(" | ")
    words = "; ".join(MOMENTS.get(each, each) for each in before.split("; "))
    orders = tuple(each for each in words.split("; ") if each)
    return Case(_OF_SLUG[slug], rule, orders, ODD.get(order, order), FACTS["".join(facts)])


CASES: Final = [_case(row) for row in ONE_FAULT.strip().splitlines()]
LADDERS: Final = {
    name: [_case(row) for row in rows.strip().splitlines()]
    for name, rows in re.findall(r"\[(.+)\]\n((?:[^\[\n]+\n)+)", SEVERAL)
}
EVERY: Final = [
    *((str(case), case) for case in CASES),
    *((f"{name} {n}", case) for name, rungs in LADDERS.items() for n, case in enumerate(rungs)),
]


def test_every_reason_is_given() -> None:
    """There are 54 reasons, and no number is without an order that it refuses."""
    assert [reason.value for reason in Reason] == list(range(1, 55))
    assert {case.reason for _, case in EVERY} == set(Reason)


def test_a_refusal_says_all_in_one_line() -> None:
    """Number, name, rule and sentence make one line."""
    table = Table(**WORLD)
    table.do("phase RPh", "wc 3 4", "phase MPh")
    assert str(table.refused("move Still D5 1mp")) == (
        "refused, reason 18 (not-started), D2.12: Still must expend a Start MP first"
    )


def test_a_refused_order_takes_no_dice() -> None:
    """The dice of a seed fall as if a refused order had never been given."""
    orders = (
        *("phase RPh", "wc 3 4", "phase CCPh", "clear N8 squads 2"),
        *("phase RPh", "wc", "phase CCPh", "clear N8 hs 1"),
    )
    bad = ("clear N8", "clear N8 squads 1 across 2 2", "flame-check J8", "wc", "rubble D8 level 3")
    quiet, noisy = Table(**WORLD), Table(**WORLD)
    for order in orders:
        quiet.do(order)
        noisy.do(order)
        for refused in bad:
            if "phase RPh" not in order or refused != "wc":
                noisy.refused(refused)
    assert noisy.game.seal() == quiet.game.seal()


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
