"""The audit of VASL logs: what the rules give from their dice, against markers and words.

What the rules give is the state of a game that is played along (`replay`); nothing here decides
what a DR does. A marker is compared when the turn track leaves a phase, so that players have had
time to set it; what happens by itself between two phases may have been done before or after.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Final

import attrs

from events.commands import PlaceSmoke
from events.dust import VehicleDustPlaced
from events.moment import Phase
from events.scenario import Scenario
from events.terms import Density, Rain
from replays.vasl.board_line import MAIN_MAP
from replays.vasl.chat import claims_in
from replays.vasl.correction import Corrections
from replays.vasl.dust_dice import DustDice, makes_other_attacks
from replays.vasl.fact import (
    CounterLaid,
    CounterLifted,
    History,
    MarkerShown,
    RollSeen,
    TrackSeen,
    VaslFact,
    VaslStep,
    WordsSeen,
)
from replays.vasl.inferred_wind_change import (
    Inferred,
    Seat,
    named_wind_changes,
    names_wind_change,
)
from replays.vasl.marker import NOTHING, SPECIAL_DUST, Topic, is_vehicle_dust
from replays.vasl.replay import LogReplay, ReplayResult
from replays.vasl.seats import fires_as_attacker
from sim.chapter_11.heat_haze import HAZES, haze
from sim.chapter_11.sun_blindness import sun_direction
from sim.state import State


@attrs.frozen
class VaslFinding:
    """Something on the table that is not as the rules have it, at the step where it can be seen.

    It is so sure, from 0 to 1. The cause is the step of the DR behind it; None if there is none.
    """

    kind: str
    rule: str
    where: VaslStep
    moment: str
    shown: str
    expected: str
    sure: float = 1.0
    cause: VaslStep | None = None

    def lines(self, history: History, perhaps: str = "") -> Iterator[str]:
        """The finding in lines, with the line of the chat that a player sees there."""
        words = history.said_at(self.where)
        yield f"{perhaps}{history.place(self.where)}{f', {words!r}' if words else ''}"
        yield f"    {self.moment}  {self.kind} ({self.rule}), {self.sure:.0%} sure"
        yield f"    the log shows  {self.shown}"
        yield f"    the rules give {self.expected}"
        if self.cause is not None and self.cause != self.where:
            yield f"    by the Wind Change DR of {history.place(self.cause)}"

    def as_json(self, history: History) -> dict[str, object]:
        """The finding as JSON."""
        return {
            "kind": self.kind,
            "rule": self.rule,
            **history.step_as_json(self.where),
            "words": history.said_at(self.where),
            "moment": self.moment,
            "shown": self.shown,
            "expected": self.expected,
            "sure": self.sure,
            "cause": self.cause and history.step_as_json(self.cause),
        }


@attrs.define
class VaslReport:
    """The result of an audit of VASL logs.

    Attributes:
        replay: what the audit rests on.
        doubts: what is less sure than a finding may be, so that it accuses no player.
        checked: how many times each thing was checked.
        unchecked: how many times each could not be, by what and why.
        unmarked: what the rules give and no marker of this table has ever shown.
        markers: whether the table keeps any markers of the weather.
    """

    replay: ReplayResult
    findings: list[VaslFinding] = attrs.field(factory=list)
    doubts: list[VaslFinding] = attrs.field(factory=list)
    checked: Counter[str] = attrs.field(factory=Counter)
    unchecked: Counter[str] = attrs.field(factory=Counter)
    unmarked: dict[str, None] = attrs.field(factory=dict)
    markers: bool = True

    @property
    def verdict(self) -> str:
        """What was found, and whether the audit came to the end."""
        found = len(self.findings)
        said = f"{found} finding{'s' * (found != 1)}" if found else "nothing found"
        if not self.checked and not found:
            said = "nothing could be checked"
        return said if self.replay.stopped is None else f"{said} before the audit stopped"

    def lines(self, history: History) -> Iterator[str]:
        """The audit in lines; the verdict comes last."""
        for finding in self.findings:
            yield from finding.lines(history)
        for doubt in self.doubts:
            yield from doubt.lines(history, "perhaps: ")
        inferred = self.replay.inferred
        if inferred:
            least = min(each.confidence for each in inferred)
            yield f"{len(inferred)} DR taken for the Wind Change DR, the least sure by {least:.0%}"
        for each in inferred:
            if each.confidence < _DOUBTFUL:
                dice = ",".join(map(str, each.dice))
                yield (
                    f"{each.moment}: {dice} at {history.place(each.where)} taken for the Wind "
                    f"Change DR ({each.confidence:.0%}: {each.why})"
                )
        yield from attrs.evolve(self.replay, others=0).lines(history)  # these are not checked
        for said, counts in (("checked", self.checked), ("not checked", self.unchecked)):
            for what, count in counts.items():
                yield f"{said} {count} time{'s' * (count != 1)}: {what}"
        if self.unmarked:
            why = "shows no marker of them" if self.markers else "keeps no weather markers"
            yield f"not judged, as the table {why}: {', '.join(self.unmarked)}"
        yield self.verdict

    def as_json(self, history: History) -> dict[str, object]:
        """The audit as JSON."""
        replay = self.replay.as_json(history)
        del replay["other_moves"]
        return {
            "findings": [each.as_json(history) for each in self.findings],
            "doubts": [each.as_json(history) for each in self.doubts],
            "checked": dict(self.checked),
            "unchecked": dict(self.unchecked),
            "not_judged": list(self.unmarked),
            **replay,
        }


def audit_history(history: History, scenario: Scenario, corrections: Corrections) -> VaslReport:
    """Audit logs against a scenario."""
    audit = _AuditedReplay(history, scenario, corrections)
    result, report = audit.run(), audit.report
    audit.dust_over()
    for told in (report.findings, report.doubts):
        told.sort(key=lambda each: each.where)
    if (stopped := result.stopped) is None:
        others = "moves of counters that are no vehicles of the scenario"
        report.unchecked[others] += result.others
    else:
        left = sum(isinstance(f, TrackSeen) and f.where >= stopped.where for f in history.facts)
        report.unchecked["phases after the audit stopped"] += left
    report.unchecked = +report.unchecked
    return report


ACCUSES: Final = 0.8
"""What is at least so sure is a finding; below it players are asked, not accused."""
PERHAPS: Final = 0.5
"""What is less sure than this is not told at all, only counted."""

_DOUBTFUL: Final = 0.85
"""A Wind Change DR that is less sure than this is listed."""
_PLAIN: Final = 0.9
_BEGUN: Final = 0.6
_CORRECTED: Final = 0.95
_LOST: Final = 0.4
"""How sure it is that a RPh lacks its Wind Change DR: one that the log has whole; one in which it
begins, or with a DR beside it; one whose rolls a person looked at; one that is not in it."""
_OTHER_GAME: Final = 0.6
"""How sure anything is where the boards of the log are none of the scenario."""

_NONE_SHOWN: Final = {
    Topic.GUSTS: "no",
    Topic.RAIN: Rain.NONE.value,
    Topic.DUST: Density.NONE.value,
    Topic.HAZE: "No Heat Haze",
    Topic.MIST: "no",
}
"""What no marker at all shows, where that can be judged."""


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


_SURE_AT_BEST: Final = {"vehicle-dust-missing": 0.6}
"""11.74 lets a vehicle declare more MP, which VASL does not log."""


class _AuditedReplay(LogReplay):
    """A replay that goes on where players left the rules, and writes findings down."""

    def __init__(self, history: History, scenario: Scenario, corrections: Corrections) -> None:
        super().__init__(history, scenario, corrections)
        self.report = VaslReport(self.result)
        self._open: dict[tuple[str, str], tuple[str, str]] = {}
        self._cause: VaslStep | None = None
        self._raised: dict[str, str] = {}
        self._read = 0
        self._sure = 1.0
        self._most = 1.0 if self.boards.partner else _OTHER_GAME
        self._dust = DustDice(self.boards)
        self._others: set[str] = set()
        self._named: tuple[VaslStep | None, dict[VaslStep, float]] = None, {}
        facts = history.facts
        shown = (f.topic for f in facts if isinstance(f, MarkerShown) and f.value is not None)
        self._kept = frozenset[str](shown)
        laid = (f.basic for f in facts if isinstance(f, CounterLaid))
        self._keeps_dust = any(map(is_vehicle_dust, laid))
        self.report.markers = bool(self._kept)
        self._dusty = scenario.dust not in (None, Density.NONE)

    def _find(
        self,
        kind: str,
        rule: str,
        where: VaslStep,
        shown: str,
        expected: str,
        sure: float | None = None,
        moment: str = "",
    ) -> None:
        """Tell of something, as sure as it is; else as the Wind Change DR of the game are."""
        moment = moment or str(self.state.moment)
        sure = min(self._sure if sure is None else sure, _SURE_AT_BEST.get(kind, self._most))
        if sure < PERHAPS:
            self.report.unchecked[f"{kind}: what is right there is not sure"] += 1
            return
        told = self.report.findings if sure >= ACCUSES else self.report.doubts
        told.append(VaslFinding(kind, rule, where, moment, shown, expected, sure, self._cause))

    def _find_once(
        self,
        about: tuple[str, str],
        kind: str,
        rule: str,
        where: VaslStep,
        shown: str,
        given: str,
        sure: float | None = None,
    ) -> None:
        """Something that lies on the table, and is told again only if it changed."""
        if self._open.get(about) != (kind, shown):
            self._open[about] = (kind, shown)
            what = " in ".join(filter(None, about))
            self._find(kind, rule, where, f"{what}: {shown}", f"{what}: {given}", sure)

    def _take(self, fact: VaslFact, *, undone: bool) -> None:
        super()._take(fact, undone=undone)
        match fact:
            case CounterLaid(_, piece, basic, at=at) if makes_other_attacks(basic):
                (self._others.add if at.map == MAIN_MAP else self._others.discard)(piece)
            case CounterLifted(_, piece):
                self._others.discard(piece)

    # What the replay tells ----------------------------------------------------------------------

    def wind_changed(self, found: Inferred) -> None:
        self._cause = found.where
        self._sure = min(self._sure, found.confidence)
        self.report.checked["Wind Change DR"] += 1
        if found.by_attacker is False:
            shown = f"{found.who} made the Wind Change DR ({found.confidence:.0%} sure)"
            given = f"the ATTACKER makes it: the {self.state.attacker}"
            sure = min(found.confidence, self.seats[found.who].sure)
            self._find("wind-change-by-defender", "B25.65", found.where, shown, given, sure)

    def no_wind_change(self, where: VaslStep, why: str, *, shown: bool) -> None:
        facts, since = self.phase.facts, self.phase.since
        sure, unsaid = _PLAIN, ""
        if not shown or (since.step == 0 and (since.file or not any(map(_is_roll, facts)))):
            sure, unsaid = _LOST, "the log begins after it, or leaves that RPh out"
        elif any(fact.where in self.nothing for fact in facts):
            sure = _CORRECTED
        elif self.made is not None:
            sure, unsaid = _LOST, "a dr that it calls for is not in the log"
        elif any(isinstance(f, WordsSeen) and names_wind_change(f.text) for f in facts):
            sure, unsaid = _LOST, "players wrote of one that is not among the dice"
        elif since.step == 0 or self.phase.free_before() or self.phase.free_after():
            sure = _BEGUN
        self._cause = None
        self._sure = min(self._sure, sure)
        if unsaid:
            self.report.unchecked[f"Wind Change DR: {unsaid}"] += 1
        else:
            self._find("wind-change-missing", "B25.65", where, why, "one in every RPh", sure)

    def out_of_order(self, fact: TrackSeen, why: str) -> None:
        if fact.where.step == 0:  # a gap between files, which is told already
            self.report.unchecked["phases: what was between logs is not in them"] += 1
            return
        expected = "the phases of a Player Turn one after the other"
        self._find("phase-order", "A3", fact.where, why, expected, _PLAIN)

    def rolled(self, fact: RollSeen) -> None:
        line = fact.line
        if self.state.moment.phase is Phase.RPH and line.dr:
            self._perhaps_twice(fact)
        third, dusty = len(line.dice) == 3, self.state.density is not Density.NONE
        if len(line.dice) == 1 and line.free:
            self._dust.single(line.who)
        elif dusty and line.attack:
            fires, alone = self._fires(self.seats.get(line.who)), not self._others
            why = self._dust.attack(fact, self.state, self.phase, alone=alone, fires=fires)
            counts = self.report.checked if why is None else self.report.unchecked
            counts["dr for Dust" if why is None else f"dr for Dust: {why}"] += 1
        elif line.dr and third and not dusty:
            if " Dust (" not in line.rest or "Special" in line.rest:
                self.report.unchecked["dr for Dust: a third die that VASL has for something"] += 1
                return
            self.report.checked["dr for Dust"] += 1
            shown = f"a third die goes with the {line.purpose} DR, for Dust"
            self._find("dust-die-undue", "11.71", fact.where, shown, "no Dust")

    def _fires(self, seat: Seat | None) -> bool:
        """Whether it is known that a player fires in this phase."""
        attacks = fires_as_attacker(self.state.moment.phase)
        if attacks is None or (seat is not None and seat.side is None):
            return True
        return seat is not None and (seat.side == self.state.attacker) is attacks

    def _perhaps_twice(self, fact: RollSeen) -> None:
        """A second DR of a RPh that words call a Wind Change DR, where they named the first too."""
        if not self.state.clock.wind_rolled or fact.where == self._cause:
            return
        if self._named[0] != self.phase.since:  # once for each RPh
            self._named = self.phase.since, named_wind_changes(self.phase.facts)
        named = self._named[1]
        if fact.where in named and self._cause in named:
            dice = ",".join(map(str, fact.line.dice))
            shown = f"{fact.line.who} calls {dice} a Wind Change DR"
            given, sure = "one in a RPh, and it was made", named[fact.where]
            self._find("wind-change-twice", "B25.65", fact.where, shown, given, sure)

    def dust_over(self) -> None:
        """A phase is over, or the log: DR that still wait for their Dust dr lack it."""
        for each in self._dust.waiting:
            sure = each.sure if self._dusty else min(each.sure, self._sure)
            about = (each.roll.where, each.shown, each.expected, sure, each.moment)
            self._find("dust-dr-missing", each.rule, *about)
        self._dust.clear()

    def said(self, fact: WordsSeen) -> None:
        """What a player wrote may claim something that the rules decide."""
        if not self.state.clock.wind_rolled:
            return
        for claimed, given, rule in claims_in(fact.text, self.state):
            self.report.checked["what players wrote"] += 1
            if claimed != given:
                shown = f"{fact.who} wrote {fact.text[:80]!r}"
                self._find("said-otherwise", rule, fact.where, shown, given)

    def phase_over(self, before: State, after: State, where: VaslStep) -> None:
        """The turn track leaves a phase: every marker should be right by now."""
        self.dust_over()
        old, new = _given(before), _given(after)
        for topic in Topic:
            self._compare(topic, {old[topic], new[topic]}, old[topic], where)
        self._vehicle_dust(before, after, where)
        self._smoke(before, after, where)

    # Markers ------------------------------------------------------------------------------------

    def _compare(
        self, topic: Topic, right: set[str | None], given: str | None, where: VaslStep
    ) -> None:
        seen = self.shown.get(topic)
        shown = None if seen is None else seen.value
        if topic not in self._kept:
            if given is not None and (topic is Topic.GUSTS or given not in NOTHING):
                self.report.unmarked[topic] = None
            return
        shown = _NONE_SHOWN.get(topic) if shown is None else shown
        if given is None or shown is None:
            return
        if shown == SPECIAL_DUST:
            self.report.unchecked["Dust: VASL's preferences have a special one"] += 1
            return
        self.report.checked[topic] += 1
        if shown in right:
            self._open.pop((topic, ""), None)
        elif self._open.get((topic, "")) != (shown, given):
            self._open[topic, ""] = (shown, given)
            kind, rule = _kind(topic, shown, given, self.state)
            since = "no marker"
            if seen is not None and seen.value is not None:
                since = f"{seen.source}, since {self.history.place(seen.where)}"
            self._find(kind, rule, where, f"{topic}: {shown} ({since})", f"{topic}: {given}")

    def _vehicle_dust(self, before: State, after: State, where: VaslStep) -> None:
        for entry in self.game.entries[self._read :]:
            for event in entry.then:
                if isinstance(event, VehicleDustPlaced):
                    self._raised[event.hex] = event.vehicle
        self._read = len(self.game.entries)
        lying = self._dust_lying()
        old = {dust.hex: dust.motion for dust in before.vehicle_dust.values()}
        new = {dust.hex: dust.motion for dust in after.vehicle_dust.values()}
        for hex_ in self._raised.keys() - old.keys() - new.keys() - lying.keys():
            del self._raised[hex_]
        if not self._keeps_dust and (old or new):
            self.report.unmarked[_DUST] = None
        if not self._keeps_dust or not (lying or old or new):
            return
        if self.lost:
            self.report.unchecked["Vehicle Dust: a vehicle is not where the log has it"] += 1
            return
        self.report.checked["Vehicle Dust"] += 1
        missing = {h: self._missing(h) for h in sorted(old) if h in new and h not in lying}
        extra = {h: self._extra(h) for h in lying if h not in old and h not in new}
        turned = {
            hex_: ("vehicle-dust-side", _side(side), _side(old[hex_]))
            for hex_, side in lying.items()
            if hex_ in old and hex_ in new and side not in (old[hex_], new[hex_])
        }
        faults = missing | extra | turned
        for hex_, (kind, shown, given) in faults.items():
            rule = "11.77" if hex_ in extra and before.sky.rained else "11.74"
            self._find_once((_DUST, hex_), kind, rule, where, shown, given)
        for key in [k for k in self._open if k[0] == _DUST and k[1] not in faults]:
            del self._open[key]

    def _dust_lying(self) -> dict[str, bool]:
        """The Vehicle Dust counters on the map: whether their Motion side is up, by hex."""
        found: dict[str, bool] = {}
        for counter in self.table.values():
            if is_vehicle_dust(counter.basic) and (counter.at.map or counter.at.named):
                hex_ = self.boards.hex_of(counter.at)
                if hex_ is None:
                    self.report.unchecked["Vehicle Dust: a counter that lies in no hex"] += 1
                else:
                    found[hex_] = "motion" in counter.name.lower()
        return found

    def _missing(self, hex_: str) -> tuple[str, str, str]:
        whose = self._raised.get(hex_, "a vehicle")
        return "vehicle-dust-missing", "none", f"that of {whose}, unless it declared more MP"

    def _extra(self, hex_: str) -> tuple[str, str, str]:
        if hex_ in self._raised:
            gone = f"none, that of {self._raised[hex_]} is removed"
            return "vehicle-dust-left-standing", "a counter", gone
        return "vehicle-dust-undue", "a counter", "none, no vehicle raised it"

    def _smoke(self, before: State, after: State, where: VaslStep) -> None:
        """SMOKE counters, hex by hex; drift is on the table only if players lay counters for it.

        Whose SMOKE is decides when it goes, so nothing here is surer than that.
        """
        taken = (each for each in self.result.taken if each.order.startswith(_SMOKE))
        sure = min([self._sure, *(each.confidence for each in taken)])
        lying = self.counter_orders.smoke()
        old, new = ({each.hex for each in state.smoke.values()} for state in (before, after))
        drifts = set(chain.from_iterable((*before.drift.values(), *after.drift.values())))
        in_rain = Rain.NONE not in (before.sky.rain, after.sky.rain)
        for hex_ in sorted(lying.keys() | old | new):
            if not lying.get(hex_, True) and not in_rain:
                self.report.unchecked[
                    "SMOKE: a counter that the game played along does not have"
                ] += 1
                continue
            self.report.checked["SMOKE"] += 1
            rule = "E3.53" if after.sky.rain is not Rain.NONE else "A24.4"
            about = ("SMOKE", hex_)
            if hex_ in old & new and hex_ not in lying:
                what = ("smoke-not-shown", rule, where, "none", "a counter")
                self._find_once(about, *what, sure)
            elif hex_ in lying and hex_ not in old | new | drifts:
                what = ("smoke-left-standing", rule, where, "a counter", "none")
                self._find_once(about, *what, sure)
            else:
                self._open.pop(about, None)


_DUST: Final = "Vehicle Dust"
_SMOKE: Final = f"{PlaceSmoke.word} "


def _is_roll(fact: VaslFact) -> bool:
    return isinstance(fact, RollSeen)


def _side(motion: bool) -> str:
    return "its Motion side is up" if motion else "its front is up"
