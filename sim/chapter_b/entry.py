"""What the entry of a hex costs, once it is worked out."""

from fractions import Fraction
from functools import cached_property
from typing import Final

import attrs

from events.terms import MP, Fortification, Station, UnitKind
from sim.chapter_ad.room import HALF_SQUADS, half_squads, limit_in
from sim.chapter_b.fortifications import ENTRENCHMENTS, forts_in
from sim.chapter_b.mover import Mover
from sim.map.terrain import read_costs
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Kind, Modifier, WhyNot, sum_of
from sim.state import State


@attrs.frozen
class EntryCost:
    """What it costs to enter a hex."""

    amount: Fraction | None
    """MF or MP; None if it may not enter."""
    items: tuple[Modifier, ...]
    bog: bool = False
    """A Bog Check is due in the hex entered (D8.21)."""
    why_not: WhyNot | None = None
    bog_drm: tuple[Modifier, ...] = ()
    hexside_bog: tuple[Modifier, ...] | None = None
    """What terrain adds to a Bog Check that is due at once, in the hex that is left, as the hexside
    is crossed (B9.4, AD4.6); None if none is due."""
    breaches: bool = False
    """It breaches a High Wall as it enters (AD4.6)."""
    whole: bool = False
    leaving_bog: tuple[Modifier, ...] | None = None
    """What terrain adds to a Bog Check that is due at once, in the hex that is left, as the vehicle
    leaves its road or Trail Break (B13.421), or climbs out of a Depression (B19.4, B20.46); None if
    none is due."""
    minimum: bool = False
    """The vehicle has less than it costs, and makes a Minimum Move (D2.15)."""

    @cached_property
    def at_once(self) -> tuple[tuple[Modifier, ...], ...]:
        """What terrain adds to each Bog Check in the hex that is left, in their order."""
        leaving = () if self.leaving_bog is None else (self.leaving_bog,)
        return leaving if self.hexside_bog is None else (*leaving, self.hexside_bog)

    @cached_property
    def least(self) -> MP | None:
        """The fewest MP or MF that do; None if it may not enter."""
        amount = self.amount
        if amount is None:
            return None
        return amount.numerator if amount.denominator == 1 else amount


# B27.4 What Fortifications in a hex cost who enters it, and who goes beneath or inside one.
#
# They are no Artificial Terrain (B.9): what they cost is added to COT, and never multiplied with
# it.

_COSTS: Final = {
    Fortification.WIRE: ("B26.4", read_costs("+COT NA NA NA 4+COTB 2+COTB 4+COTB 4+COTB")),
    Fortification.FOXHOLE: ("B27.4", read_costs("+COT 1+COT 1+COT 2+COT 2+COT +COT +COT 4+COT")),
    Fortification.TRENCH: ("B27.4", read_costs("+COT 1+COT NA NA NA +COTB NA NA")),
}
"""What a Fortification costs beyond COT, as the Terrain Chart has it, and its rule."""

WIRE_BOG_DRM: Final = 2
"""What Wire adds to the Bog Check of who moves into it (D8.21)."""

BENEATH_MF: Final = 1
"""MF to go beneath an entrenchment, or into a pillbox, and as many to come out (B27.4, B30)."""


def past_fortifications(state: State, mover: Mover, name: str, entry: EntryCost) -> EntryCost:
    """What an entry costs with the Fortifications that are in the hex.

    Where terrain takes the whole allotment they cost no more, but bar it and ask for Bog Checks.
    """
    for fort in forts_in(state, name).values():
        rule, costs = _COSTS.get(fort.kind, ("", None))
        if costs is None or entry.amount is None:
            continue
        cost = costs[mover.kind]
        if not cost.allowed:
            rule = "B27.55" if fort.kind is Fortification.TRENCH else rule
            why_not = WhyNot(rule, f"{mover.kind} may not enter a {fort.kind}")
            return EntryCost(None, (), why_not=why_not)
        drm, amount, items = entry.bog_drm, entry.amount, entry.items
        if cost.bog and fort.kind is Fortification.WIRE:
            drm = (*drm, Modifier(fort.kind, "D8.21", Kind.DRM, WIRE_BOG_DRM))
        if cost.points and not entry.whole:
            amount += cost.points
            items += (Modifier(fort.kind, rule, mover.points, cost.points, why="beyond COT"),)
        bog = entry.bog or cost.bog
        entry = attrs.evolve(entry, amount=amount, items=items, bog=bog, bog_drm=drm)
    return entry


MOST_HALF_SQUADS: Final = 6
"""What a Location holds of a side: three squads, as HS (A5.1)."""


def past_stacking(state: State, mover: Mover, name: str, entry: EntryCost) -> EntryCost:
    """What an entry costs with the squads that are then too many in the Location (A5.11).

    Who enters on foot is taken for a squad; vehicles in the hex count for nothing.
    """
    here = [
        unit
        for unit in state.units.values()
        if unit.hex == name and unit.station in (Station.GROUND, Station.ENTRENCHED)
    ]
    own = state.setting.vehicles[mover.vehicle].side if mover.vehicle else None
    sides = {unit.side for unit in here} if own is None else {own}
    most = max((half_squads(u for u in here if u.side == side) for side in sides), default=0)
    most += HALF_SQUADS[UnitKind.SQUAD] if mover.points is Kind.MF else 0
    limit = limit_in(state, name)
    squads = limit.squads if limit is not None else None
    normal = MOST_HALF_SQUADS if squads is None else squads * HALF_SQUADS[UnitKind.SQUAD]
    over = (most - normal + 1) // 2
    if over <= 0 or entry.amount is None or entry.whole:
        return entry
    why = f"each squad or part of one beyond {'three' if squads is None else squads}"
    item = Modifier("stacking", "A5.11", mover.points, Fraction(over), why=why)
    return attrs.evolve(entry, amount=entry.amount + over, items=(*entry.items, item))


JOINED: Final = frozenset({Fortification.TRENCH, Fortification.PILLBOX})
"""Fortifications that are joined where one of two adjacent ones is a trench (B27.54, B30.8)."""


def beneath(
    what: Fortification | None, mover: Mover, entry: EntryCost, left: Fortification | None
) -> EntryCost:
    """What an entry costs who goes on beneath an entrenchment, or into a pillbox, or leaves one.

    From a trench into a joined one it is 1 MF, twice that uphill, and only SMOKE adds (B27.54).
    """
    if mover.kind is not MoverKind.INFANTRY or entry.amount is None:
        return entry
    if {what, left} <= JOINED and Fortification.TRENCH in (what, left):
        up = any(each.name == "higher elevation" for each in entry.items)
        why = "doubled, to a higher elevation" if up else "whatever the terrain"
        items = (
            Modifier("joined trenches", "B27.54", mover.points, BENEATH_MF * (1 + up), why=why),
            *(each for each in entry.items if each.rule == "A24.7"),
        )
        return attrs.evolve(entry, amount=Fraction(sum_of(items)), items=items)
    for way, fort in (("out of", left), ("into", what)):
        if fort is not None:
            rule, mf = "B27.4" if fort in ENTRENCHMENTS else "B30", Fraction(BENEATH_MF)
            item = Modifier(f"{way} the {fort}", rule, mover.points, mf, why="beyond COT")
            entry = attrs.evolve(entry, amount=(entry.amount or 0) + mf, items=(*entry.items, item))
    return entry
