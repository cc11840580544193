"""What a unit sees over the whole playing area, and at what DRM."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import attrs

from events.terms import Fortification
from sim.asking.answer import NOT_COVERED, Answer, NotCovered, signed
from sim.asking.by_mover import FromQuestion
from sim.asking.question import BadQuestion, field
from sim.chapter_11.in_building import within_one_building
from sim.chapter_11.residual_fp_and_cc import hinders, without_dust
from sim.chapter_11.sun_blindness import in_sun_blindness_zone
from sim.chapter_a.fire_lane import lane_hindrances, why_no_lane
from sim.chapter_a.los import Location, LosReport, los, trace
from sim.chapter_a.path import path_between
from sim.chapter_a.whereabouts import label_there
from sim.chapter_ad.high_walls import fired_over
from sim.chapter_b.depressions import sunken_of
from sim.chapter_b.hindrance import hindrances_block
from sim.chapter_e.low_visibility import lv_on_los
from sim.chapter_e.nvr import out_of_sight, seen_by_night
from sim.los.features import field_of
from sim.los.line import line_to, offset
from sim.modifiers import Kind, applied, total_of
from sim.questions import shot
from sim.questions.shot import ShotQuestion, climate, of_firer
from sim.shot import AERIAL, HINDERED, NO_LOS, Attack, Shot, Target
from sim.state import Setting, State


class ViewQuestion(FromQuestion, not_judged="TEM and concealment of what is there"):
    """Every hex that a unit sees, and at what DRM."""

    attack: Attack = field(
        "which kind of attack; not OBA, CC, Residual FP, by or vs aircraft", default=Attack.TO_HIT
    )
    against: Target = field("at what", default=Target.INFANTRY)
    bu: bool = field("from a BU AFV, which halves NVR at Night", default=False)
    from_within: Fortification | None = field("from which Fortification of its hex", default=None)
    from_bypass: bool = field("from a vehicle in Bypass", default=False)

    @classmethod
    def implied(cls, state: State, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is known of a unit that is named."""
        return of_firer(state, label_there(state, given.get("firer")))


@attrs.frozen
class Seen:
    """A hex that is seen: TEM there does not count."""

    range: int
    low: int
    high: int
    """The most; more than ``low`` where Dust asks for a die."""


class ViewAnswer(Answer):
    seen: dict[str, Seen]
    hidden: tuple[str, ...]
    nvr: str | NotCovered = NOT_COVERED
    """At Night, what NVR is (E1.1)."""

    def lines(self) -> Iterator[str]:
        by_drm: dict[tuple[int, int], list[str]] = {}
        for name, seen in self.seen.items():
            by_drm.setdefault((seen.low, seen.high), []).append(name)
        for (low, high), names in sorted(by_drm.items()):
            drm = signed(low) if low == high else f"{signed(low)} to {signed(high)}"
            yield f"{drm}: {' '.join(names)}"
        if self.nvr is not NOT_COVERED:
            yield self.nvr


def _hindered(
    state: State, firer: Location, attack: Attack, target: Target
) -> Iterator[tuple[str, bool, int, int]]:
    """Every other hex: whether anything but Hindrances blocks its LOS, and its Hindrances.

    These are counted twice: as they may block, and as DRM. Some attacks take no such DRM.
    """
    if attack is Attack.FIRE_LANE:
        yield from _lane(without_dust(state), firer)
        return
    if attack in HINDERED:
        yield from ((name, block, drm, drm) for name, block, drm in _lines(state, firer))
        return
    low = sunken_of(state.setting)
    for name in state.setting.area.record:
        if name != firer.hex:
            over = fired_over(state, firer.hex, name) if attack is Attack.DC else state
            report = los(over, firer, Location(name, -(name in low)))
            shot = Shot(state, attack, report, target, report.range)
            yield name, report.blocked, sum(hinders(shot, each) for each in report.hindrances), 0


def _by_shots(state: State, question: ViewQuestion) -> Iterator[tuple[str, Seen | None]]:
    """Every other hex, as a shot from a Fortification or a vehicle in Bypass sees it."""
    low = sunken_of(state.setting)
    for name in state.setting.area.record:
        if name == question.firer.hex:
            continue
        ends = ShotQuestion(
            firer=question.firer,
            target=Location(name, -(name in low)),
            attack=question.attack,
            against=question.against,
            bu=question.bu,
            from_within=question.from_within,
            from_bypass=question.from_bypass,
        )
        found = shot.answer(state, ends)
        total = total_of(tuple(each for each in found.items if each.kind in _BETWEEN))
        seen = Seen(found.los.range, int(total.low), int(total.high))
        yield name, None if found.blocked else seen


_BETWEEN: Final = (Kind.LOS_HINDRANCE, Kind.LV, Kind.DLV)


def _lane(state: State, firer: Location) -> Iterator[tuple[str, bool, int, int]]:
    """Every other hex, as a Fire Lane would reach it (A9.22)."""
    met, low = field_of(state), sunken_of(state.setting)
    for name in state.setting.area.record:
        if name != firer.hex:
            report = trace(met, firer, Location(name, -(name in low)))
            barred = report.blocked or why_no_lane(state.setting, report) is not None
            drm = sum(each.drm for each in lane_hindrances(report))
            yield name, barred, drm, drm


def _lines(state: State, firer: Location) -> Iterator[tuple[str, bool, int]]:
    """Every other hex: whether anything but Hindrances blocks its LOS, and its Hindrances."""
    others = [name for name in state.setting.area.record if name != firer.hex]
    low = sunken_of(state.setting)
    if firer.level == -(firer.hex in low):
        try:
            from sim.bulk.los import LosGrid  # noqa: PLC0415 - NumPy is an extra
        except ImportError:
            pass
        else:
            found = _grid(state.setting, firer.hex, LosGrid).trace(state)
            yield from zip(others, found.blocked.tolist(), found.hindrance.tolist(), strict=True)
            return
    seen_by = field_of(state)
    for name in others:
        report = trace(seen_by, firer, Location(name, -(name in low)))
        yield name, report.blocked, report.hindrance


@lru_cache(maxsize=400)
def _grid(setting: Setting, firer: str, grid: Callable[..., Any]) -> Any:
    """The lines from one hex to all others; they stay as they are while dust changes."""
    return grid(setting, [(firer, name) for name in setting.area.record if name != firer])


def answer(state: State, question: ViewQuestion) -> ViewAnswer:
    attack, firer = question.attack, question.firer
    if attack in NO_LOS or attack in AERIAL:
        raise BadQuestion("attack", f"no LOS over the board decides {attack}")
    if question.against in (Target.BOTH, Target.AERIAL):
        raise BadQuestion("against", "a view is asked against infantry, vehicle or none")
    night = None if attack is Attack.FIRE_LANE else seen_by_night(state, firer)  # A9.22
    from_station = question.from_bypass or question.from_within is not None
    at_night = night is not None
    looked = _by_shots(state, question) if from_station else _by_lines(state, question, at_night)
    every = dict(looked)
    seen = {name: each for name, each in every.items() if each is not None}
    return ViewAnswer(
        verdict=f"{firer} sees {len(seen)} of {len(every)} other hexes",
        seen=seen,
        hidden=tuple(name for name in every if name not in seen),
        nvr=night or NOT_COVERED,
    )


def _by_lines(
    state: State, question: ViewQuestion, night: bool
) -> Iterator[tuple[str, Seen | None]]:
    """Every other hex, as it is seen or not; what the climate adds is asked once a direction."""
    firer, attack, target = question.firer, question.attack, question.against
    area = state.setting.area
    here = area.place(firer.hex)
    vehicle = target is Target.VEHICLE
    drms: dict[tuple[int, tuple[int, ...], bool, bool, str], _Climate] = {}
    for name, blocked, toward, drm in _hindered(state, firer, attack, target):
        line = line_to(*offset(here, area.place(name)))
        inside = _inside(state, firer.hex, name)
        sun, at = in_sun_blindness_zone(state, firer.hex, name), name if night else ""
        key = line.length, line.leaves, sun, inside, at
        if key not in drms:
            drms[key] = _climate(state, firer, name, attack, target, inside=inside)
        climate = drms[key]
        dark = night and out_of_sight(state, firer, Location(name), bu=question.bu, vehicle=vehicle)
        if dark or blocked or hindrances_block(toward + climate.los_hindrance, climate.lv):
            yield name, None
        else:
            yield name, Seen(line.length, drm + climate.low, drm + climate.high)


def _inside(state: State, firer: str, name: str) -> bool:
    if firer not in state.setting.area.buildings:
        return False
    path = path_between(state, firer, name)
    return within_one_building(state, firer, name, path.names)


@attrs.frozen
class _Climate:
    """What the climate adds to every shot over the same range the same way."""

    los_hindrance: int
    lv: int
    low: int
    high: int


def _climate(
    state: State, firer: Location, name: str, attack: Attack, target: Target, *, inside: bool
) -> _Climate:
    area = state.setting.area
    line = line_to(*offset(area.place(firer.hex), area.place(name)))
    rise = area.record[name].level - area.record[firer.hex].level - firer.level
    report = LosReport(
        firer=firer,
        target=Location(name),
        range=line.length,
        rise=rise,
        leaves=line.leaves,
        enters=line.enters,
        inside=inside,
    )
    shot = Shot(state, attack, report, target, line.length)
    items, _ = applied(climate(shot))
    total = total_of(items)
    los = sum(each.fixed for each in items if each.kind is Kind.LOS_HINDRANCE)
    lv = 0 if attack is Attack.FIRE_LANE else lv_on_los(shot)
    return _Climate(los, lv, int(total.low), int(total.high))
