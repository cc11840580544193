"""The audit of VASL logs: what the rules give from their dice, against markers and words.

What the rules give is the state of a game that is played along (`replay`); nothing here decides
what a DR does. A marker is compared when the turn track leaves a phase, so that players have had
time to set it; what happens by itself between two phases may have been done before or after.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Final, TypeAlias

import attrs

from events.commands import Blaze, Flame, PlaceSmoke, PlaceWP, RubbleLevel
from events.dust import VehicleDustPlaced
from events.errors import BadInput
from events.moment import Moment, Phase
from events.scenario import Scenario
from events.terms import Density, Rain, WindForce
from events.vehicles import VehicleMoved
from replays.game.story import weather_line
from replays.game.text import counted
from replays.vasl.board_line import MAIN_MAP
from replays.vasl.chat import (
    DiceLine,
    LosSeen,
    RollSeen,
    TrackSeen,
    VaslFact,
    VaslStep,
    WordsSeen,
    claims_in,
)
from replays.vasl.correction import Corrections
from replays.vasl.fact import CounterLaid, CounterLifted, History, MarkerShown, Spot
from replays.vasl.importer import order_of_files
from replays.vasl.inferred_wind_change import (
    ATTACKER_FIRES,
    OPEN,
    PERHAPS,
    Inferred,
    PhaseFacts,
    names_wind_change,
)
from replays.vasl.log_boards import SharedBoards
from replays.vasl.marker import NOTHING, SPECIAL_DUST, Topic, is_vehicle_dust
from replays.vasl.replay import LogReplay, ReplayResult, told_as_json
from sim.asking.question import BadQuestion
from sim.chapter_11.dust import dust_die
from sim.chapter_11.heat_haze import HAZES, haze
from sim.chapter_11.low_visibility import no_dlv
from sim.chapter_11.sun_blindness import sun_direction
from sim.chapter_a.los import Location
from sim.machine.due import Bound, due
from sim.questions.shot import ShotQuestion, answer
from sim.shot import Attack
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
        found = told_as_json(self, history) | {"words": history.said_at(self.where)}
        del found["cause"]
        return found | {"cause": self.cause and history.step_as_json(self.cause)}


@attrs.define
class VaslReport:
    """The result of an audit of VASL logs."""

    replay: ReplayResult
    """What the audit rests on."""
    findings: list[VaslFinding] = attrs.field(factory=list)
    doubts: list[VaslFinding] = attrs.field(factory=list)
    """What is less sure than a finding may be, so that it accuses no player."""
    due: list[VaslFinding] = attrs.field(factory=list)
    """What is merely not done yet as the log ends within a phase."""
    checked: Counter[str] = attrs.field(factory=Counter)
    """How many times each thing was checked."""
    unchecked: Counter[str] = attrs.field(factory=Counter)
    """How many times each could not be, by what and why."""
    unmarked: dict[str, None] = attrs.field(factory=dict)
    """What the rules give and no marker of this table has ever shown."""

    @property
    def verdict(self) -> str:
        """What was found, and whether the audit came to the end."""
        found = len(self.findings)
        said = counted(found, "finding") if found else "nothing found"
        if self.doubts:
            said = f"{said if found else 'no finding'}, {len(self.doubts)} perhaps"
        elif not self.checked and not found:
            said = "nothing could be checked"
        return said if self.replay.stopped is None else f"{said} before the audit stopped"

    def lines(self, history: History) -> Iterator[str]:
        """The audit in lines; the verdict comes last."""
        for told, perhaps in ((self.findings, ""), (self.doubts, "perhaps: ")):
            for each in told:
                yield from each.lines(history, perhaps)
        inferred = self.replay.inferred
        if inferred:
            least = min(each.confidence for each in inferred)
            yield f"{len(inferred)} DR taken for the Wind Change DR, the least sure by {least:.0%}"
        for one in inferred:
            if one.confidence < ACCUSES:
                dice, where = ",".join(map(str, one.dice)), history.place(one.where)
                why = f"{one.confidence:.0%}: {one.why}"
                yield f"{one.moment}: {dice} at {where} taken for the Wind Change DR ({why})"
        yield from attrs.evolve(self.replay, others=0).lines(history)  # these are not checked
        for said, counts in (("checked", self.checked), ("not checked", self.unchecked)):
            for what, count in counts.items():
                yield f"{said} {counted(count, 'time')}: {what}"
        if self.due:
            found = dict.fromkeys(f"{each.expected} ({each.rule})" for each in self.due)
            yield f"due as the log ends at {self.due[0].moment}: {', '.join(found)}"
        if self.unmarked:
            yield f"not judged, as the table keeps no markers of them: {', '.join(self.unmarked)}"
        yield self.verdict

    def as_json(self, history: History) -> dict[str, object]:
        """The audit as JSON."""
        replay = self.replay.as_json(history)
        del replay["other_moves"]
        return {
            "findings": [each.as_json(history) for each in self.findings],
            "doubts": [each.as_json(history) for each in self.doubts],
            "due": [each.as_json(history) for each in self.due],
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
    if not any(isinstance(fact, TrackSeen) for fact in history.facts):
        report.unchecked["all of it, as no turn track shows a phase"] += 1
    became = "what became of fires and rubble, and which side of SMOKE is up"
    words = tuple(f"{each.word} " for each in (Flame, Blaze, RubbleLevel, PlaceSmoke, PlaceWP))
    report.unchecked[became] += sum(each.order.startswith(words) for each in result.taken)
    unknown = "commands that were not understood, which an import lists"
    report.unchecked[unknown] += len(history.unknown)
    report.unchecked = +report.unchecked
    return report


ACCUSES: Final = 0.8
"""What is at least so sure is a finding; below it players are asked, not accused."""
_PLAIN: Final = 0.9
_LOST: Final = 0.4
"""How sure it is that a RPh lacks its Wind Change DR: one that the log has whole, or not at all."""

_NONE_SHOWN: Final = {
    **dict.fromkeys((Topic.GUSTS, Topic.MIST), "no"),
    **dict.fromkeys((Topic.RAIN, Topic.DUST), "None"),
    Topic.HAZE: "No Heat Haze",
}
"""What no marker at all shows, where that can be judged."""


def _given(state: State) -> dict[Topic, str | None]:
    """What the rules give, by topic, in the words of markers; None where nothing is to be shown."""
    wind, hazy, low_sun = state.wind, haze(state), sun_direction(state) is not None
    return {
        Topic.WIND: wind.force,
        Topic.DIRECTION: None if wind.direction is None else str(wind.direction),
        Topic.GUSTS: "yes" if wind.gusts else "no",
        Topic.RAIN: state.sky.rain.value,
        Topic.DUST: state.density.value,
        Topic.HAZE: "No Heat Haze" if hazy is None else HAZES[hazy],
        Topic.MIST: "yes" if state.sky.mist else "no",
        Topic.SUN: f"{state.sky.time_of_day if low_sun else 'No'} Sun Blindness",
    }


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


_Fault: TypeAlias = tuple[str, str, str, str]
"""Its kind, its rule, what is shown and what the rules give."""


class _AuditedReplay(LogReplay):
    """A replay that goes on where players left the rules, and writes findings down."""

    def __init__(self, history: History, scenario: Scenario, corrections: Corrections) -> None:
        super().__init__(history, scenario, corrections)
        self.report = VaslReport(self.result)
        self._open: dict[tuple[str, str], _Fault] = {}
        self._cause: VaslStep | None = None
        self._raised: dict[str, str] = {}
        self._read = 0
        self._sure = 1.0
        self._most = 1.0 if self.boards.partner else OPEN
        self._dust = DustDice(self.boards)
        self._others: set[str] = set()
        self._drifted: set[str] = set()
        self._drift_kept = False
        self._left: set[str | None] = set()
        facts = history.facts
        shown = (f.topic for f in facts if isinstance(f, MarkerShown) and f.value is not None)
        laid = (f.basic for f in facts if isinstance(f, CounterLaid))
        self._kept = frozenset[str]([*shown, *[_DUST] * any(map(is_vehicle_dust, laid))])
        self._begun = self.state.density
        self._ends: VaslStep | None = None

    def _find(
        self,
        fault: _Fault,
        where: VaslStep,
        sure: float | None = None,
        moment: Moment | None = None,
    ) -> None:
        """Tell of something, as sure as it is; else as the Wind Change DR of the game are."""
        kind, rule, shown, given = fault
        most = OPEN if kind == "vehicle-dust-missing" else self._most
        sure = min(self._sure if sure is None else sure, most)
        if sure < PERHAPS:
            self.report.unchecked[f"{kind}: what is right there is not sure"] += 1
            return
        told = self.report.findings if sure >= ACCUSES else self.report.doubts
        told = self.report.due if where == self._ends else told
        when = str(moment or self.state.moment)
        told.append(VaslFinding(kind, rule, where, when, shown, given, sure, self._cause))

    def _find_once(
        self,
        about: tuple[str, str],
        fault: _Fault | None,
        where: VaslStep,
        sure: float | None = None,
        since: str = "",
    ) -> None:
        """What is wrong on the table; it is told again if it changes."""
        if fault is None:
            self._open.pop(about, None)
            return
        kind, rule, shown, given = fault
        was = self._open.get(about, ("", "", "", ""))
        if (was[0], *was[2:]) != (kind, shown, given):  # by whichever rule
            self._open[about] = fault
            what = " in ".join(filter(None, about))
            self._find((kind, rule, f"{what}: {shown}{since}", f"{what}: {given}"), where, sure)

    def _hexes(self, what: str, *more: Iterable[str]) -> list[str]:
        """The hexes where something may be wrong now, or was."""
        return sorted({hex_ for of, hex_ in self._open if of == what}.union(*more))

    def _take(self, fact: VaslFact, *, undone: bool) -> None:
        super()._take(fact, undone=undone)
        match fact:
            case CounterLaid(_, piece, basic, at=at) if _COUNTERS.search(basic):
                (self._others.add if at.map == MAIN_MAP else self._others.discard)(piece)
            case CounterLifted(_, piece):
                self._others.discard(piece)

    # What the replay tells ----------------------------------------------------------------------

    def wind_changed(self, found: Inferred) -> None:
        self._cause = found.where
        self._sure = min(self._sure, found.confidence)
        self.report.checked["Wind Change DR"] += 1
        player = self.players.get(found.who)
        if player is not None and player.side not in (None, self.state.attacker):
            shown = f"{found.who} made the Wind Change DR ({found.confidence:.0%} sure)"
            given = f"the ATTACKER makes it: the {self.state.attacker}"
            sure = min(found.confidence, player.sure)
            self._find(("wind-change-by-defender", "B25.65", shown, given), found.where, sure)

    def no_wind_change(self, where: VaslStep, why: str, *, shown: bool) -> None:
        facts, since, unsaid = self.phase.facts, self.phase.since, ""
        looked = any(fact.where in self._corrections.nothing for fact in facts)
        words = (fact.text for fact in facts if isinstance(fact, WordsSeen))
        begins = since.step == 0 and not any(isinstance(fact, RollSeen) for fact in facts)
        if not shown or begins or (since.file and not since.step):
            unsaid = "the log begins after it, or leaves that RPh out"
        elif self._wind is not None:
            unsaid = "a dr that it calls for is not in the log"
        elif not looked and any(map(names_wind_change, words)):
            unsaid = "players wrote of one that is not among the dice"
        elif any(since <= at <= where and "CHAT" in text[:4] for at, text in self.history.unknown):
            unsaid = "dice in that RPh were not understood"
        unsure = not looked and (since.step == 0 or self.phase.free_beside())
        sure = _LOST if unsaid else OPEN if unsure else _PLAIN
        self._cause = None
        self._sure = min(self._sure, sure)
        if unsaid:
            self.report.unchecked[f"Wind Change DR: {unsaid}"] += 1
        else:
            self._find(("wind-change-missing", "B25.65", why, "one in every RPh"), where, sure)

    def out_of_order(self, fact: TrackSeen, why: str) -> None:
        if fact.where.step == 0:  # a gap between files, which is told already
            self.report.unchecked["phases: what was between logs is not in them"] += 1
            return
        expected = "the phases of a Player Turn one after the other"
        self._find(("phase-order", "A3", why, expected), fact.where, _PLAIN)

    def rolled(self, fact: RollSeen) -> None:
        line = fact.line
        if fact.where in self._corrections.nothing:
            return
        if self.state.moment.phase is Phase.RPH and line.dr:
            self._perhaps_twice(fact)
        dusty = self.state.density is not Density.NONE
        if len(line.dice) == 1 and line.free:
            self._dust.single(line.who)
        elif dusty and line.attack:
            why = self._dust.attack(fact, self.state, self.phase, self._ordinary(line))
            counts = self.report.checked if why is None else self.report.unchecked
            counts["dr for Dust" if why is None else f"dr for Dust: {why}"] += 1
        elif line.dr and len(line.dice) == 3 and not dusty:
            self.report.checked["dr for Dust"] += 1
            shown = f"a third die goes with the {line.purpose} DR"
            sure = self._sure if line.for_dust else min(self._sure, OPEN)
            self._find(("dust-die-undue", "11.71", shown, "no Dust"), fact.where, sure)

    def _ordinary(self, line: DiceLine) -> float:
        """How sure an IFT or TH DR is one of ordinary fire at most, by counters and its player."""
        if line.purpose != "TH" and self._others:
            return OPEN
        player, attacks = self.players.get(line.who), ATTACKER_FIRES.get(self.state.moment.phase)
        if attacks is None or (player is not None and player.side is None):
            return 1.0
        attacker = self.state.attacker
        return 1.0 if player is not None and (player.side == attacker) is attacks else OPEN

    def _perhaps_twice(self, fact: RollSeen) -> None:
        """A second DR of a RPh that words call a Wind Change DR, where they named the first too."""
        named, first = self.phase.named, self._cause
        if self.state.clock.wind_rolled and fact.where != first and {fact.where, first} <= named:
            dice = ",".join(map(str, fact.line.dice))
            shown = f"{fact.line.who} calls {dice} a Wind Change DR"
            given = "one in a RPh, and it was made"
            self._find(("wind-change-twice", "B25.65", shown, given), fact.where, _PLAIN)

    def dust_over(self) -> None:
        """A phase is over, or the log: DR that still wait for their Dust dr lack it."""
        for _, where, moment, sure, fault in self._dust.waiting:
            self._find(fault, where, min(sure, self._sure), moment)
        self._dust = DustDice(self.boards)

    def said(self, fact: WordsSeen) -> None:
        """What a player wrote may claim something that the rules decide."""
        if not self.state.clock.wind_rolled:
            return
        for claimed, given, rule in claims_in(fact.text, self.state):
            self.report.checked["what players wrote"] += 1
            if claimed != given:
                shown = f"{fact.who} wrote {fact.text[:80]!r}"
                self._find(("said-otherwise", rule, shown, given), fact.where)

    def phase_over(self, before: State, after: State, where: VaslStep) -> None:
        """The turn track leaves a phase: every marker should be right by now."""
        self.dust_over()
        old, new = _given(before), _given(after)
        for topic in Topic:
            self._compare(topic, old[topic], new[topic], where)
        self._vehicle_dust(before, after, where)
        self._smoke(before, after, where)

    def log_over(self, where: VaslStep) -> None:
        """Players had no time yet for what the last step calls for: it is due, and no finding."""
        self._ends = where
        self.phase_over(self.state, self.state, where)

    # Markers ------------------------------------------------------------------------------------

    def _compare(self, topic: Topic, given: str | None, after: str | None, where: VaslStep) -> None:
        seen, sure = self.shown.get(topic), self._sure
        shown = None if seen is None else seen.value
        if topic not in self._kept:
            if topic is not Topic.DUST or Topic.GUSTS not in self._kept or given == self._begun:
                if given is not None and (topic is Topic.GUSTS or given not in NOTHING):
                    self.report.unmarked[topic] = None
                return
            sure = min(sure, OPEN)  # Gusts raised Dust, and players may remember it
        shown = _NONE_SHOWN.get(topic) if shown is None else shown
        if given is None or shown is None:
            return
        if shown == SPECIAL_DUST:
            self.report.unchecked["Dust: VASL's preferences have a special one"] += 1
            return
        self.report.checked[topic] += 1
        since = " (no marker)"
        if seen is not None and seen.value is not None:
            since = f" ({seen.source}, since {self.history.place(seen.where)})"
        wrong = shown not in (given, after)
        fault = (*_kind(topic, shown, given, self.state), shown, given) if wrong else None
        self._find_once((topic, ""), fault, where, sure, since)

    def _read_dust(self, before: State) -> None:
        """Which vehicle raised Dust in each hex, and which hexes were left in this Player Turn."""
        if before.moment.phase is Phase.RPH:
            self._left.clear()
        for entry in self.game.entries[self._read :]:
            for event in entry.then:
                if isinstance(event, VehicleDustPlaced):
                    self._raised[event.hex] = event.vehicle
                elif isinstance(event, VehicleMoved):
                    self._left.add(event.origin)
        self._read = len(self.game.entries)

    def _vehicle_dust(self, before: State, after: State, where: VaslStep) -> None:
        self._read_dust(before)
        lying, old, new = self._dust_lying(), _dust_sides(before), _dust_sides(after)
        for hex_ in self._raised.keys() - old.keys() - new.keys() - lying.keys():
            del self._raised[hex_]
        if not (lying or old or new):
            return
        if _DUST not in self._kept:
            self.report.unmarked[_DUST] = None
            return
        if self.lost:
            self.report.unchecked["Vehicle Dust: a vehicle is not where the log has it"] += 1
            return
        self.report.checked["Vehicle Dust"] += 1
        for hex_ in self._hexes(_DUST, lying, old, new):
            fault = self._dust_fault(hex_, *(sides.get(hex_, set()) for sides in (lying, old, new)))
            vehicle = after.vehicles.get(self._raised.get(hex_, ""))
            unclear = hex_ in self._left if vehicle is None else vehicle.hex in self.perhaps_stopped
            self._find_once((_DUST, hex_), fault, where, min(self._sure, OPEN) if unclear else None)

    def _dust_fault(
        self, hex_: str, lying: set[bool], old: set[bool], new: set[bool]
    ) -> _Fault | None:
        """What is wrong with the Vehicle Dust of a hex, by the sides that are up and ought to be.

        A missing counter is a perhaps, and so is one that lies where a vehicle was: 11.74 lets a
        vehicle declare more MP, which VASL logs not.
        """
        whose, rule = self._raised.get(hex_), "11.77" if self.state.sky.rained else "11.74"
        if not lying and old and new:
            given = f"that of {whose or 'a vehicle'}, unless it declared more MP"
            return "vehicle-dust-missing", "11.74", "none", given
        if not lying or lying & (old | new):
            return None
        if old and new:
            return "vehicle-dust-side", "11.74", _SIDES[max(lying)], _SIDES[max(old)]
        if old or new:
            return None
        if whose is None:
            return "vehicle-dust-undue", rule, "a counter", "none, no vehicle raised it"
        gone = f"none, that of {whose} is removed"
        return "vehicle-dust-left-standing", rule, "a counter", gone

    def _dust_lying(self) -> dict[str, set[bool]]:
        """The Vehicle Dust counters on the map: whether their Motion side is up, by hex."""
        found: defaultdict[str, set[bool]] = defaultdict(set)
        for counter in self.table.values():
            if is_vehicle_dust(counter.basic) and (counter.at.map or counter.at.named):
                hex_ = self.boards.hex_of(counter.at)
                if hex_ is None:
                    self.report.unchecked["Vehicle Dust: a counter that lies in no hex"] += 1
                else:
                    found[hex_].add("motion" in counter.name.lower())
        return found

    def _smoke(self, before: State, after: State, where: VaslStep) -> None:
        """SMOKE counters, hex by hex; drift is judged once players have laid counters for it.

        Whose SMOKE is decides when it goes, so nothing here is surer than that; but in rain and
        Heavy Winds all goes.
        """
        words, taken = (f"{PlaceSmoke.word} ", f"{PlaceWP.word} "), self.result.taken
        placed = (each.confidence for each in taken if each.order.startswith(words))
        sure = min(self._sure, *placed, 1.0)
        lying = self.counter_orders.smoke()
        old, new = ({each.hex for each in state.smoke.values()} for state in (before, after))
        early, late = (set(chain.from_iterable(s.drift.values())) for s in (before, after))
        drifts = early | late
        in_rain = Rain.NONE not in (before.sky.rain, after.sky.rain)
        rains, heavy = after.sky.rain is not Rain.NONE, after.wind.force is WindForce.HEAVY_WINDS
        rule = "E3.53" if rains else "A24.6" if heavy else "A24.4"
        self._drifted = (self._drifted | drifts) & lying.keys()
        self._drift_kept |= not (drifts - old - new).isdisjoint(lying)
        missing = early & late - old - new if self._drift_kept and not self.lost else set[str]()
        for hex_ in self._hexes("SMOKE", lying, old, new, missing):
            if not lying.get(hex_, True) and not in_rain:
                what = "SMOKE: a counter that the game played along does not have"
                self.report.unchecked[what] += 1
                continue
            if self.lost and hex_ in self._drifted - old - new - drifts:
                what = "SMOKE: what drifted, and a vehicle is not where the log has it"
                self.report.unchecked[what] += 1
                continue
            self.report.checked["SMOKE"] += 1
            fault = None
            if hex_ in old & new | missing and hex_ not in lying:
                fault = "smoke-not-shown", rule, "none", "a counter"
            elif hex_ in lying and hex_ not in old | new | drifts:
                fault = "smoke-left-standing", rule, "a counter", "none"
            most = OPEN if hex_ in missing else 1.0
            known = self._sure if (rains or heavy) and hex_ in lying else sure
            self._find_once(("SMOKE", hex_), fault, where, min(known, most))


def _dust_sides(state: State) -> dict[str, set[bool]]:
    """Whether Vehicle Dust has its Motion side up, by hex: one can have that of several."""
    found: defaultdict[str, set[bool]] = defaultdict(set)
    for dust in state.vehicle_dust.values():
        found[dust.hex].add(dust.motion)
    return found


_DUST: Final = "Vehicle Dust"
_SIDES: Final = {True: "its Motion side is up", False: "its front is up"}


# Dust shot by shot --------------------------------------------------------------------------------

_FIRE: Final = (Phase.PFPH, Phase.MPH, Phase.DFPH, Phase.AFPH)
"""Phases in which units fire; an IFT or TH DR in another is none of a unit's fire."""
_TO_HIT: Final = 0.9
_IFT: Final = 0.85
_NEAR: Final = 50
"""A dr is that of one of the last so many DR."""

_CALLED: Final = re.compile(
    r"\b(?:(?P<OBA>oba|ffe|barrage|artillery|harass\w{0,4})|(?P<DC>dcs?|satchel)"
    r"|(?P<FT>fts?|flame-?thrower)|(?P<FIRE_LANE>fire ?lane|fl)"
    r"|(?P<SPECIFIC_COLLATERAL>collateral)|(?P<RESIDUAL_FP>resid\w{0,4}|rfp))\b",
    re.IGNORECASE,
)
"""What players call attacks that are no ordinary fire."""
_OTHER: Final = re.compile(r"\b(?:[Mm]ines|[Mm]inefield|[Ee]ffects?|[Oo]rdnance|HE|CH)\b")
_TAKEN_BACK: Final = re.compile(
    r"\b(?:wrong|oops|misclick\w{0,3}|mistake|ignore|disregard|scratch|never ?mind|sorry|meant)\b",
    re.IGNORECASE,
)
"""What is written after a roll that was none, or another than its button says."""
_COUNTERS: Final = re.compile(
    r"\A(?:Residual FP|DC|FT|.{0,20}\bFFE|.{0,20}Minefield|.{0,20}Fire Lane)\b", re.IGNORECASE
)
"""Counters that make attacks which are no ordinary fire."""


@attrs.define
class DustDice:
    """The dice of a phase: DR that wait for their Dust dr, and dr that were rolled before.

    Of each DR it has the player, the step, the moment, how sure it is, and what is found without.
    """

    boards: SharedBoards
    waiting: list[tuple[str, VaslStep, Moment, float, _Fault]] = attrs.field(factory=list)
    _spare: int = 0
    _hits: Counter[str] = attrs.field(factory=Counter)

    def single(self, who: str) -> None:
        """A dr was rolled: of the last DR of its player, else of another, else of one to come."""
        near = range(len(self.waiting) - 1, max(-1, len(self.waiting) - _NEAR), -1)
        if near:
            del self.waiting[next((n for n in near if self.waiting[n][0] == who), -1)]
        else:
            self._spare += 1

    def attack(self, roll: RollSeen, state: State, phase: PhaseFacts, most: float) -> str | None:
        """An IFT or TH DR in Dust: why it is not judged; None if it has its dr, or waits for it.

        At most so sure is it that the DR is one of ordinary fire.
        """
        line, die = roll.line, dust_die(state.density)
        to_hit = line.purpose == "TH"
        effect = not to_hit and self._hits[line.who] > 0
        self._hits[line.who] += 1 if to_hit else -effect
        if len(line.dice) == 3 or die is None:
            return None
        if state.moment.phase not in _FIRE:
            return "in this phase no unit fires"
        if effect:
            return "an IFT DR after a TH DR may be the effect of a hit"
        if (why := _exempt(phase, to_hit=to_hit)) is not None:
            return why
        if self._spare:
            self._spare -= 1
            return None
        name, rule, halved = die
        plain = "", f"{name} {halved}"
        along, expected = _along(state, phase, self.boards, to_hit=to_hit) or plain
        if not expected:
            return "its LOS takes none"
        dice, sure = ",".join(map(str, line.dice)), min(_TO_HIT if to_hit else _IFT, most)
        shown = f"{line.purpose} DR {dice} by {line.who or 'a player'}{along}, and no dr with it"
        fault = "dust-dr-missing", rule, shown, expected
        self.waiting.append((line.who, roll.where, state.moment, sure, fault))
        return None


def _beside(phase: PhaseFacts, way: int) -> Iterator[VaslFact]:
    """The facts back to the DR before the one that is read, the last first, or on to the next."""
    end = len(phase.facts) if way > 0 else -1
    facts = (phase.facts[n] for n in range(phase.at + way, end, way))
    return takewhile(lambda fact: not (isinstance(fact, RollSeen) and fact.line.dr), facts)


def _words(facts: Iterable[VaslFact]) -> list[str]:
    return [fact.text for fact in facts if isinstance(fact, WordsSeen)]


def _exempt(phase: PhaseFacts, *, to_hit: bool) -> str | None:
    """Why a DR takes no Dust dr by what players wrote beside it; None if it may take one."""
    after = _words(_beside(phase, 1))
    if any(map(_TAKEN_BACK.search, after)):
        return "players took it back"
    for text in () if to_hit else (*after, *_words(_beside(phase, -1))):
        found = _CALLED.search(text)
        if found and (why := no_dlv(Attack[found.lastgroup or ""])) is not None:
            return why
        if _OTHER.search(text):
            return "players wrote of ordnance or mines"
    return None


def _along(
    state: State, phase: PhaseFacts, boards: SharedBoards, *, to_hit: bool
) -> tuple[str, str] | None:
    """The range of a shot whose LOS was checked before, and what Dust adds along it."""
    los = next((fact for fact in _beside(phase, -1) if isinstance(fact, LosSeen)), None)
    if los is None:
        return None
    origin, to = (boards.hex_of(Spot("", 0, 0, each)) for each in (los.origin, los.to))
    if origin is None or to is None:
        return None
    attack = Attack.TO_HIT if to_hit else Attack.IFT
    question = ShotQuestion(firer=Location(origin), target=Location(to), attack=attack)
    try:
        found = answer(state, question)
    except BadQuestion:
        return None
    met = [each for each in found.items if each.rule.startswith("11.7")]
    said = (
        f"{each.name} {each.die if each.amount is None else f'{each.amount:+}'} ({each.rule})"
        for each in met
    )
    dice = any(each.die is not None for each in met)
    return f", {origin} to {to}, range {found.range}", ", ".join(said) if dice else ""


# A log that has just come -------------------------------------------------------------------------

_MOST_TOLD: Final = 3
"""So many findings, and things that are due, are told."""


def new_findings(after: Sequence[VaslFinding], before: Sequence[VaslFinding]) -> list[VaslFinding]:
    """The findings of an audit that the one of the files before did not have, wherever they are."""
    known = Counter((each.kind, each.moment, each.expected) for each in before)
    found = []
    for each in after:
        key = (each.kind, each.moment, each.expected)
        known[key] -= 1
        if known[key] < 0:
            found.append(each)
    return found


def demand_same_boards(file: History, before: History) -> None:
    """Refuse a file that lies on other boards than those before it: its game is another."""
    theirs, ours = ([each.name for each in of.board_line] for of in (file, before))
    if theirs and ours and set(theirs).isdisjoint(ours):
        why = f"it lies on {', '.join(theirs)}, and the files before it on {', '.join(ours)}"
        raise BadInput(f"{why}; it is of another game", file.files[0].archive.name)


def arrival_lines(
    name: str,
    history: History,
    report: VaslReport,
    new: Sequence[VaslFinding],
    doubts: Sequence[VaslFinding],
) -> Iterator[str]:
    """The three lines about a file by its name, of the audit of all, with what is new in it."""
    joined = (each for each in order_of_files(history) if name in each)
    yield f"{name}: {'; '.join((*_read_of(name, history), *joined))}"
    found = f"new findings: {len(new)} of {len(report.findings)}" if new else "nothing new found"
    yield f"  {'; '.join((found, *_told(history, report, new, doubts)))}"
    state = report.replay.game.state
    next_ = [f"{each.expected} ({each.rule})" for each in report.due]
    next_ += [f"{each.what} ({each.rule})" for each in due(state) if each.bound is not Bound.MAY]
    said = f"; due: {', '.join(next_[:_MOST_TOLD])}" if next_ else ""
    yield f"  now {state.moment}: {weather_line(state)}{said}"


def _read_of(name: str, history: History) -> Iterator[str]:
    for number, file in enumerate(history.files):
        if file.archive.name == name:
            rolls = sum(isinstance(f, RollSeen) and f.where.file == number for f in history.facts)
            yield f"{file.begins or 'no turn track'} to {file.ends or 'none'}"
            yield f"steps {file.steps}, rolls {rolls}"


def _told(
    history: History, report: VaslReport, new: Sequence[VaslFinding], doubts: Sequence[VaslFinding]
) -> Iterator[str]:
    told = [*((each, "") for each in new), *((each, "perhaps ") for each in doubts)]
    for each, perhaps in told[:_MOST_TOLD]:
        what = f"{each.kind} ({each.rule}), {history.place(each.where)}"
        yield f"{perhaps}{what}: {each.shown}, and the rules give {each.expected}"
    if len(told) > _MOST_TOLD:
        yield f"{len(told) - _MOST_TOLD} more, which `khamsin audit` tells"
    if (stopped := report.replay.stopped) is not None:
        yield f"the audit stopped at {history.place(stopped.where)}: {stopped.why}"
