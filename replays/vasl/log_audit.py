"""The audit of VASL logs: what the rules give from their dice, against markers and words.

What the rules give is the state of a game that is played along (`replay`); nothing here decides
what a DR does. A marker is compared when the turn track leaves a phase, so that players have had
time to set it; what happens by itself between two phases may have been done before or after.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import attrs

from events.dust import VehicleDustPlaced
from events.scenario import Scenario
from events.terms import Density, Rain
from replays.vasl.chat import claims_in
from replays.vasl.correction import Corrections
from replays.vasl.fact import Account, RollSeen, TrackSeen, VaslStep, WordsSeen
from replays.vasl.inference import Inferred, names_wind_change
from replays.vasl.marker import (
    SPECIAL_DUST,
    Topic,
    is_vehicle_dust,
    shows_nothing,
    vehicle_dust_in_motion,
)
from replays.vasl.placement import NotUsed, Taken, hex_of, order_lines
from replays.vasl.replay import LogReplay
from sim.chapter_11.heat_haze import HAZES, haze
from sim.chapter_11.sun_blindness import sun_direction
from sim.state import State


@attrs.frozen
class VaslFinding:
    """Something on the table that is not as the rules have it.

    Attributes:
        kind: what sort of thing, such as ``dust-not-raised``.
        where: the step at which it can be seen.
        moment: where the game stood.
        shown: what the log shows.
        expected: what the rules give.
        cause: the step of the DR behind it; None if there is none.
    """

    kind: str
    rule: str
    where: VaslStep
    moment: str
    shown: str
    expected: str
    cause: VaslStep | None = None


@attrs.frozen
class VaslReport:
    """The result of an audit of VASL logs.

    Attributes:
        findings: what was found, in order.
        doubts: what is wrong only if players did not do what no log shows, such as declare MP.
        checked: how many times each thing was checked.
        unchecked: how many times each could not be, by what and why.
        inferred: the rolls that were taken for Wind Change DR, with their moments.
        not_used: what in the logs was not understood as an order.
        stopped: where the audit could not go on; None if it came to the end.
        taken: counters and dragged moves that were taken for orders, with their moments.
    """

    findings: tuple[VaslFinding, ...]
    doubts: tuple[VaslFinding, ...]
    checked: Counter[str]
    unchecked: Counter[str]
    inferred: tuple[tuple[str, Inferred], ...]
    not_used: tuple[NotUsed, ...]
    stopped: NotUsed | None
    taken: tuple[tuple[str, Taken], ...] = ()


def audit_account(account: Account, scenario: Scenario, corrections: Corrections) -> VaslReport:
    """Audit logs against a scenario.

    Raises:
        BadInput: when it is not known which side is which, or the scenario is not sound.
    """
    auditor = _Auditor()
    replay = LogReplay(account, scenario, corrections, auditor)
    replay.go()
    if (stopped := replay.stopped) is None:
        others = "moves of counters that are no vehicles of the scenario"
        auditor.unchecked[others] += replay.others
    else:
        left = sum(isinstance(f, TrackSeen) and f.where >= stopped.where for f in account.facts)
        auditor.unchecked["phases after the audit stopped"] += left
    return VaslReport(
        tuple(auditor.findings),
        tuple(auditor.doubts),
        auditor.checked,
        +auditor.unchecked,
        tuple((str(moment), found) for moment, found in replay.inferred),
        tuple(replay.not_used),
        stopped,
        tuple((str(moment), taken) for moment, taken in replay.taken),
    )


_NONE_SHOWN: Final = {
    Topic.GUSTS: "no",
    Topic.RAIN: Rain.NONE.value,
    Topic.DUST: Density.NONE.value,
    Topic.HAZE: "No Heat Haze",
    Topic.MIST: "no",
}
"""What no marker at all shows, where that can be judged."""

_ALWAYS: Final = (Topic.RAIN, Topic.DUST)
"""Topics that are judged where players use no marker of the environment at all."""


def _given(state: State) -> dict[Topic, str | None]:
    """What the rules give, by topic, in the words of markers; None where nothing is to be shown."""
    wind, hazy = state.wind, haze(state)
    return {
        Topic.WIND: wind.force,
        Topic.DIRECTION: None if wind.direction is None else str(wind.direction),
        Topic.GUSTS: "yes" if wind.gusts else "no",
        Topic.RAIN: state.sky.rain.value,
        Topic.DUST: state.density.value,
        Topic.HAZE: "No Heat Haze" if hazy is None else HAZES[hazy],
        Topic.MIST: "yes" if state.sky.mist else "no",
        Topic.SUN: _sun(state),
    }


def _sun(state: State) -> str:
    if sun_direction(state) is None or state.sky.time_of_day is None:
        return "No Sun Blindness"
    return f"{state.sky.time_of_day} Sun Blindness"


_KINDS: Final = {
    Topic.WIND: ("wind-force", "B25.65"),
    Topic.DIRECTION: ("wind-direction", "B25.64"),
    Topic.HAZE: ("heat-haze", "11.62"),
    Topic.MIST: ("mist", "E3.32"),
    Topic.SUN: ("sun-blindness", "11.61"),
}


def _kind(topic: Topic, shown: str, expected: str, state: State) -> tuple[str, str]:
    """What sort of finding a difference is, and its rule."""
    match topic:
        case Topic.GUSTS:
            return ("gusts-not-shown" if expected == "yes" else "gusts-left-standing"), "B25.651"
        case Topic.RAIN if shown == Rain.NONE:
            return "rain-not-shown", "E3.51"
        case Topic.RAIN:
            return ("rain-left-standing" if expected == Rain.NONE else "rain-strength"), "E3.51"
        case Topic.DUST if state.sky.rained:
            return "dust-in-rain", "11.77"
        case Topic.DUST:
            raised = Density(expected).level > Density(shown).level
            return ("dust-not-raised" if raised else "dust-left-standing"), "11.76"
    return _KINDS[topic]


_DOUBTS: Final = ("vehicle-dust-missing",)
"""Kinds that are no findings: 11.74 lets a vehicle declare more MP, which VASL does not log."""


class _Auditor:
    """What watches a replay, and writes findings down."""

    def __init__(self) -> None:
        self.findings: list[VaslFinding] = []
        self.doubts: list[VaslFinding] = []
        self.checked: Counter[str] = Counter()
        self.unchecked: Counter[str] = Counter()
        self._open: dict[object, tuple[str, str]] = {}
        self._cause: VaslStep | None = None
        self._raised: dict[str, str] = {}
        self._read = 0
        self._words: WordsSeen | None = None

    def _find(
        self, kind: str, rule: str, where: VaslStep, state: State, shown: str, expected: str
    ) -> None:
        moment = str(state.moment)
        told = self.doubts if kind in _DOUBTS else self.findings
        told.append(VaslFinding(kind, rule, where, moment, shown, expected, self._cause))

    # What the replay tells ----------------------------------------------------------------------

    def wind_changed(self, replay: LogReplay, found: Inferred) -> None:
        """The Wind Change DR was found."""
        self._cause = found.where
        self.checked["Wind Change DR"] += 1
        if found.by_attacker is False:
            attacker = replay.state.attacker
            shown = f"{found.who} made the Wind Change DR ({found.confidence:.0%} sure)"
            self._find(
                "wind-change-by-defender",
                "B25.65",
                found.where,
                replay.state,
                shown,
                f"the ATTACKER makes it: the {attacker}",
            )

    def no_wind_change(self, replay: LogReplay, where: VaslStep, why: str) -> None:
        """None was found."""
        self._cause = where
        self._find("wind-change-missing", "B25.65", where, replay.state, why, "one in every RPh")

    def out_of_order(self, replay: LogReplay, fact: TrackSeen, why: str) -> None:
        """The turn track went astray."""
        expected = "the phases of a Player Turn one after the other"
        self._find("phase-order", "A3", fact.where, replay.state, why, expected)

    def rolled(self, replay: LogReplay, fact: RollSeen) -> None:
        """Dice, of which some may be for Dust."""
        state, line = replay.state, fact.line
        words, self._words = self._words, None
        again = state.clock.wind_rolled and fact.where != self._cause
        if again and line.dr and words is not None and words.who == line.who:
            dice = ",".join(map(str, line.dice))
            self._find(
                "wind-change-twice",
                "B25.65",
                fact.where,
                state,
                f"{line.who} calls {dice} a Wind Change DR",
                "one in a RPh, and it was made",
            )
        third = len(line.dice) == 3
        if not line.dr or not (third or line.purpose in ("IFT", "TH")):
            return
        dusty = state.density is not Density.NONE
        if dusty and not third:
            self.unchecked["dr for Dust: these dice have no third die"] += 1
            return
        self.checked["dr for Dust"] += 1
        if third and not dusty:
            self._find(
                "dust-die-undue",
                "11.71",
                fact.where,
                state,
                f"a third die goes with the {line.purpose} DR, for Dust",
                "no Dust",
            )

    def said(self, replay: LogReplay, fact: WordsSeen) -> None:
        """What somebody wrote, where it claims something that the rules decide."""
        self._words = fact if names_wind_change(fact.text) else None
        state = replay.state
        if not state.clock.wind_rolled:
            return
        for claimed, given, rule in claims_in(fact.text, state):
            self.checked["what players wrote"] += 1
            if claimed != given:
                shown = f"{fact.who} wrote {fact.text[:80]!r}"
                self._find("said-otherwise", rule, fact.where, state, shown, given)

    def phase_over(self, replay: LogReplay, before: State, after: State, where: VaslStep) -> None:
        """The turn track leaves a phase: every marker should be right by now."""
        old, new = _given(before), _given(after)
        for topic in Topic:
            self._compare(replay, topic, {old[topic], new[topic]} - {None}, old[topic], where)
        self._vehicle_dust(replay, before, after, where)
        self._smoke(replay, before, after, where)

    # Markers ------------------------------------------------------------------------------------

    def _compare(
        self,
        replay: LogReplay,
        topic: Topic,
        right: set[str | None],
        given: str | None,
        where: VaslStep,
    ) -> None:
        seen = replay.shown.get(topic)
        shown = None if seen is None else seen.value
        if shown is None and (replay.shown or topic in _ALWAYS):
            shown = _NONE_SHOWN.get(topic)
        if given is None or shown is None:
            if given is not None and not (topic is not Topic.GUSTS and shows_nothing(given)):
                self.unchecked[f"{topic}: the table has no marker of it"] += 1
            return
        if shown == SPECIAL_DUST:
            self.unchecked["Dust: VASL's preferences have a special one"] += 1
            return
        self.checked[topic] += 1
        if shown in right:
            self._open.pop(topic, None)
            return
        if self._open.get(topic) == (shown, given):
            return
        self._open[topic] = (shown, given)
        kind, rule = _kind(topic, shown, given, replay.state)
        since = (
            "no marker"
            if seen is None or seen.value is None
            else f"{seen.source}, since {replay.account.place(seen.where)}"
        )
        self._find(
            kind, rule, where, replay.state, f"{topic}: {shown} ({since})", f"{topic}: {given}"
        )

    def _vehicle_dust(
        self, replay: LogReplay, before: State, after: State, where: VaslStep
    ) -> None:
        for entry in replay.game.entries[self._read :]:
            for event in entry.then:
                if isinstance(event, VehicleDustPlaced):
                    self._raised[event.hex] = event.vehicle
        self._read = len(replay.game.entries)
        lying = self._lying(replay)
        still = {dust.hex for dust in (*before.vehicle_dust.values(), *after.vehicle_dust.values())}
        for hex_ in self._raised.keys() - still - lying.keys():
            del self._raised[hex_]
        if not lying and not before.vehicle_dust and not after.vehicle_dust:
            return
        if replay.lost:
            self.unchecked["Vehicle Dust: a vehicle is not where the log has it"] += 1
            return
        self.checked["Vehicle Dust"] += 1
        old = {dust.hex: dust.motion for dust in before.vehicle_dust.values()}
        new = {dust.hex: dust.motion for dust in after.vehicle_dust.values()}
        faults = {
            **{hex_: self._missing(hex_) for hex_ in old if hex_ in new and hex_ not in lying},
            **{hex_: self._extra(hex_) for hex_ in lying if hex_ not in old and hex_ not in new},
            **{
                hex_: ("vehicle-dust-side", _side(side), _side(old[hex_]))
                for hex_, side in lying.items()
                if hex_ in old and hex_ in new and side not in (old[hex_], new[hex_])
            },
        }
        for hex_, (kind, shown, given) in faults.items():
            if self._open.get(("Vehicle Dust", hex_)) != (kind, shown):
                self._open["Vehicle Dust", hex_] = (kind, shown)
                self._find(
                    kind,
                    "11.74",
                    where,
                    replay.state,
                    f"Vehicle Dust in {hex_}: {shown}",
                    f"Vehicle Dust in {hex_}: {given}",
                )
        dusts = [k for k in self._open if isinstance(k, tuple) and k[0] == "Vehicle Dust"]
        for key in [k for k in dusts if k[1] not in faults]:
            del self._open[key]

    def _smoke(self, replay: LogReplay, before: State, after: State, where: VaslStep) -> None:
        """SMOKE counters, hex by hex; drift is on the table only if players lay counters for it."""
        lying = replay.counter_orders.smoke()
        old, new, drifts = _smoky(before), _smoky(after), _drifted(before) | _drifted(after)
        in_rain = Rain.NONE not in (before.sky.rain, after.sky.rain)
        for hex_ in sorted(lying.keys() | old | new):
            key = ("SMOKE", hex_)
            if not lying.get(hex_, True) and not in_rain:
                self.unchecked["SMOKE: a counter that the game played along does not have"] += 1
                continue
            self.checked["SMOKE"] += 1
            missing = hex_ in old & new and hex_ not in lying
            left = hex_ in lying and hex_ not in old | new | drifts
            if not (missing or left):
                self._open.pop(key, None)
                continue
            kind = "smoke-not-shown" if missing else "smoke-left-standing"
            shown, given = ("none", "a counter") if missing else ("a counter", "none")
            if self._open.get(key) != (kind, hex_):
                self._open[key] = (kind, hex_)
                rule = "E3.53" if after.sky.rain is not Rain.NONE else "A24.4"
                words = (f"SMOKE in {hex_}: {shown}", f"SMOKE in {hex_}: {given}")
                self._find(kind, rule, where, replay.state, *words)

    def _lying(self, replay: LogReplay) -> dict[str, bool]:
        """The Vehicle Dust counters on the map: whether their Motion side is up, by hex."""
        area, found = replay.state.setting.area, dict[str, bool]()
        for counter in replay.table.values():
            if not is_vehicle_dust(counter.basic) or not (counter.at.map or counter.at.named):
                continue
            hex_ = hex_of(area, counter.at)
            if hex_ is None:
                self.unchecked["Vehicle Dust: a counter that lies in no hex"] += 1
            else:
                found[hex_] = vehicle_dust_in_motion(counter.name)
        return found

    def _missing(self, hex_: str) -> tuple[str, str, str]:
        whose = self._raised.get(hex_, "a vehicle")
        return "vehicle-dust-missing", "none", f"that of {whose}, unless it declared more MP"

    def _extra(self, hex_: str) -> tuple[str, str, str]:
        if hex_ in self._raised:
            gone = f"none, that of {self._raised[hex_]} is removed"
            return "vehicle-dust-left-standing", "a counter", gone
        return "vehicle-dust-undue", "a counter", "none, no vehicle raised it"


def _smoky(state: State) -> set[str]:
    return {each.hex for each in state.smoke.values()}


def _drifted(state: State) -> set[str]:
    return {each for line in state.drift.values() for each in line}


def _side(motion: bool) -> str:
    return "its Motion side is up" if motion else "its front is up"


_DOUBTFUL: Final = 0.85
"""What is less sure than this is listed."""


def report_lines(report: VaslReport, account: Account) -> Iterator[str]:
    """An audit in lines; the verdict comes last."""
    for finding in report.findings:
        yield from _finding_lines(finding, account)
    for doubt in report.doubts:
        yield from _finding_lines(doubt, account, "perhaps: ")
    if report.inferred:
        least = min(each.confidence for _, each in report.inferred)
        count = len(report.inferred)
        yield f"{count} DR taken for the Wind Change DR, the least sure by {least:.0%}"
    for moment, each in report.inferred:
        if each.confidence < _DOUBTFUL:
            dice = ",".join(map(str, each.dice))
            yield (
                f"{moment}: {dice} at {account.place(each.where)} taken for the Wind Change DR "
                f"({each.confidence:.0%}: {each.why})"
            )
    yield from order_lines(account, report.taken, report.not_used, report.stopped)
    for what, count in report.checked.items():
        yield f"checked {count} time{'' if count == 1 else 's'}: {what}"
    for what, count in report.unchecked.items():
        yield f"not checked {count} time{'' if count == 1 else 's'}: {what}"
    found = len(report.findings)
    verdict = "nothing found" if not found else f"{found} finding{'' if found == 1 else 's'}"
    yield verdict if report.stopped is None else f"{verdict} before the audit stopped"


def _finding_lines(finding: VaslFinding, account: Account, perhaps: str = "") -> Iterator[str]:
    words = account.said_at(finding.where)
    yield f"{perhaps}{account.place(finding.where)}{f', {words!r}' if words else ''}"
    yield f"    {finding.moment}  {finding.kind} ({finding.rule})"
    yield f"    the log shows  {finding.shown}"
    yield f"    the rules give {finding.expected}"
    if finding.cause is not None and finding.cause != finding.where:
        yield f"    by the Wind Change DR of {account.place(finding.cause)}"
