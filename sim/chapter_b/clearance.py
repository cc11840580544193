"""B24.7-B24.8 and AD3.45 Clearance of Fallen rubble and debris, Trail Breaks and Labor.

A Final DR of 2 or less places a Trail Break across two hexsides; once every hexside is crossed, the
rubble and its Trail Breaks are gone. A Flame is put out alike, EC counting (B24.72).
"""

from typing import Final

import attrs

from events.commands import Abandon, Clear, Extinguish
from events.ground import (
    ClearanceFailed,
    DebrisCleared,
    ExtinguishRolled,
    LaborEnded,
    RubbleCleared,
    TrailBreakPlaced,
)
from events.moment import Phase
from events.register import at_level
from events.terms import DebrisOrigin
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_b.burnable import ec_verdict
from sim.chapter_b.fire import flame_in, one_flame_out, smother
from sim.machine.telling import Decision, Dice, Reason, decider, hex_of, in_phase, refuse
from sim.map.hexes import HEXSIDES
from sim.modifiers import Modifier
from sim.state import BARE, Ground, State, Work

SUCCEEDS_AT_MOST: Final = 2
MOST_LABOR: Final = -2
"""The Labor DRM after a second failure; it grows no further (B24.8)."""

NO_LABOR: Final = 0
"""The Labor DRM after a success: its counter is removed (B24.8)."""

NO_LEADER: Final = 0
"""The Leadership DRM where a leader has no squad, HS or crew to direct (B24.7)."""

SQUAD_DRM: Final = -1
FURTHER_SQUAD_DRM: Final = -2
FURTHER_HS_DRM: Final = -1
BULLDOZER_DRM: Final = -5


def clearance_drm(
    squads: int = 0, hs: int = 0, leader: int = 0, bulldozers: int = 0, labor: int = 0
) -> int:
    """The DRM of a Clearance DR (B24.71).

    The first squad counts -1, each further one -2; HS and crews -1, but the first is free where
    no other unit does the work; a bulldozer -5. Labor is what failures have earned (B24.8).
    """
    drm = labor + leader + BULLDOZER_DRM * bulldozers
    if squads:
        drm += SQUAD_DRM + FURTHER_SQUAD_DRM * (squads - 1)
    further = hs if squads or bulldozers else max(hs - 1, 0)
    return drm + FURTHER_HS_DRM * further


@attrs.frozen
class _Site:
    """What is cleared in a hex."""

    name: str
    ground: Ground
    debris: bool

    @property
    def breaks(self) -> tuple[tuple[int, int], ...]:
        rubble = self.ground.rubble
        return self.ground.debris_breaks if rubble is None else rubble.trail_breaks

    @property
    def rule(self) -> str:
        return "AD3.45" if self.debris else "B24.71"


def _site(state: State, name: str) -> _Site:
    ground = state.ground.get(name, BARE)
    if 0 in ground.blazing:
        refuse(Reason.NOT_CLEARABLE, "B25.4", f"no unit can work in the Blaze of {name}")
    if ground.building is not None:
        why = f"{name} is a building hex; its rubble is never cleared"
        refuse(Reason.NOT_CLEARABLE, "B24.71", why)
    if ground.rubble is not None:
        return _Site(name, ground, debris=False)
    if not arid_debris_in(state, name):
        refuse(Reason.NOT_CLEARABLE, "B24.71", f"{name} has neither Fallen rubble nor Arid Debris")
    if ground.debris is DebrisOrigin.PRINTED:
        refuse(Reason.NOT_CLEARABLE, "AD3.45", f"the Arid Debris in {name} is printed on the board")
    return _Site(name, ground, debris=True)


def _crossed(breaks: tuple[tuple[int, int], ...]) -> set[int]:
    return {side for pair in breaks for side in pair}


def _hexsides(site: _Site, across: tuple[int, int] | None) -> tuple[int, int]:
    """The two hexsides that a Trail Break is to join, in ascending order."""
    if across is None:
        crossed = _crossed(site.breaks)
        first, second, *_ = [s for s in HEXSIDES if s not in crossed] + sorted(crossed)
        across = (first, second)
    one, two = sorted(across)
    if one == two or one not in HEXSIDES or two not in HEXSIDES:
        why = "a Trail Break joins two different hexsides from 1 to 6"
        refuse(Reason.BAD_HEXSIDES, "B24.71", why)
    if (one, two) in site.breaks:
        why = f"a Trail Break joins hexsides {one} and {two} already"
        refuse(Reason.BAD_HEXSIDES, "B13.4211", why)
    return one, two


def _demand_side(state: State, side: str | None) -> None:
    """Refuse a side that does not clear now: it is not its own CCPh (B24.71)."""
    if side is None or side == state.attacker:
        return
    if side not in state.setting.sides:
        refuse(Reason.UNKNOWN_SIDE, "B24.71", f"there is no side {side}")
    why = f"Clearance is rolled in one's own CCPh, and the {side} is not the ATTACKER"
    refuse(Reason.NOT_ATTACKER, "B24.71", why)


def _demand_numbers(leader: int, *units: int) -> None:
    """Refuse numbers of units, or a Leadership DRM, that cannot be."""
    if min(units) < 0 or not -3 <= leader <= 1:
        why = "numbers of units and Leadership must be possible"
        refuse(Reason.IMPOSSIBLE_NUMBER, "B24.7", why)


def _site_of(state: State, command: Clear) -> _Site:
    """What an order clears."""
    in_phase(state, Phase.CCPH, "B24.71", "Clearance is rolled in")
    _demand_side(state, command.side)
    name = hex_of(state, command.hex, "B24.71")
    _demand_numbers(command.leader, command.squads, command.hs, command.bulldozers)
    site = _site(state, name)
    if not any((command.squads, command.hs, command.bulldozers)):
        refuse(Reason.NO_WORKERS, "B24.7", "a MMC or bulldozer must do the work")
    if site.ground.work is not None and site.ground.work.tried == state.moment:
        refuse(Reason.ALREADY_TRIED, "B24.7", f"all who clear {site.name} share one DR a CCPh")
    return site


@decider
def clear(state: State, command: Clear, dice: Dice) -> Decision:
    """Make a Clearance DR."""
    site = _site_of(state, command)
    across = _hexsides(site, command.across)
    labor = (site.ground.work or Work()).labor
    leader = command.leader if command.squads or command.hs else NO_LEADER
    drm = clearance_drm(command.squads, command.hs, leader, command.bulldozers, labor)
    if sum(dice.roll(f"clearance {site.name}", 2)) + drm > SUCCEEDS_AT_MOST:
        more = max(labor - 1, MOST_LABOR)
        yield ClearanceFailed(site.name, more, state.moment, "B24.8")
        return
    state = yield TrailBreakPlaced(
        site.name, across, site.debris, NO_LABOR, state.moment, site.rule
    )
    if _crossed((*site.breaks, across)) == set(HEXSIDES):
        if site.debris:
            state = yield DebrisCleared(site.name, work_ends=True, rule=site.rule)
        else:
            under = site.ground.debris is DebrisOrigin.PLACED
            state = yield RubbleCleared(site.name, work_ends=not under, rule=site.rule)
        yield from smother(state, site.name)


@decider
def abandon(state: State, command: Abandon, _: Dice) -> Decision:
    """The units at work leave; their Labor counter goes (B24.8)."""
    name = hex_of(state, command.hex, "B24.8")
    work = state.ground.get(name, BARE).work
    if work is None or work.labor == 0:
        refuse(Reason.ALREADY_SO, "B24.8", f"{name} has no Labor counter")
    yield LaborEnded(name, "B24.8")


# B24.72 Infantry try to put out the Flames of their Location, in their own MPh or DFPh.

HAMPERED_AT_MOST: Final = 6
"""The highest Final DR that keeps a Flame from becoming a Blaze in its Player Turn (B24.721)."""


def extinguish_drm(state: State, name: str, squads: int, hs: int, leader: int) -> int:
    """The DRM of a DR to put out a Flame: those of Clearance, and EC."""
    ec = ec_verdict(state, name)
    found = ec.amount if isinstance(ec, Modifier) else 0
    return clearance_drm(squads, hs, leader) + int(found or 0)


def _demand_attempt(state: State, command: Extinguish, name: str) -> None:
    """Refuse an attempt by units that may make none."""
    now = state.moment.phase
    if now not in (Phase.MPH, Phase.DFPH):
        why = f"Flames are put out in one's own MPh or DFPh, and it is the {now}"
        refuse(Reason.WRONG_PHASE, "B24.72", why)
    _demand_numbers(command.leader, command.squads, command.hs)
    if command.squads + command.hs == 0:
        refuse(Reason.NO_WORKERS, "B24.7", "a MMC must do the work")
    if state.ground[name].fire_at(command.level).tried == state.moment:
        why = f"all who put out the Flames in {name} share one DR for each"
        refuse(Reason.ALREADY_TRIED, "B24.7", why)


@decider
def extinguish(state: State, command: Extinguish, dice: Dice) -> Decision:
    """Put out one Flame, or with units make the DR of each; a Blaze cannot be put out (B24.72)."""
    level = command.level
    name = flame_in(state, command.hex, level, "B24.72")
    if not (command.squads or command.hs or command.leader):
        yield from one_flame_out(state, name, level, "B24.72")
        return
    _demand_attempt(state, command, name)
    drm = extinguish_drm(state, name, command.squads, command.hs, command.leader)
    for _ in state.ground[name].fire_at(level).flames:
        coloured, white = dice.roll(f"extinguish {at_level(name, level)}", 2)
        final = coloured + white + drm
        out, hampered = final <= SUCCEEDS_AT_MOST, SUCCEEDS_AT_MOST < final <= HAMPERED_AT_MOST
        rule = "B24.721" if hampered else "B24.72"
        state = yield ExtinguishRolled(
            name, coloured, white, drm, out, hampered, state.moment, rule, level
        )
        if out:
            state = yield from one_flame_out(state, name, level, "B24.72")
