"""The game with one mistake corrected, played beside the logged one, and what that says.

At the entry of a mistake the rules decide the order of the log in the state of the log. From there
the orders of the log are given in both, with the dice of the log. Where the log has another
mistake, both games take over what it says; so the two differ by the first mistake alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from events.commands import Advance, BookCommand, Finish, Note, Undo, WindChange
from events.entry import Entry, Header
from events.errors import BadInput
from events.moment import Phase
from events.orders import format_order
from events.terms import Density
from replays.auditing.audit import AuditedEntry
from replays.auditing.finding import NOTHING, shortened
from replays.auditing.report_model import ChangedEntry, Consequence, DustOnShots, Span
from replays.auditing.reproduction import attempt, dice_of_entry, differences, folded
from replays.game.difference import differences as between
from replays.game.position import Position, play_on, position_after
from replays.game.state_view import in_words, name_of_place, thing_as_json, value_in_words
from sim.climate.exact_odds import dust_at_range
from sim.machine.decide import Outcome
from sim.machine.telling import Refusal
from sim.modifiers import Total, total_of
from sim.state import State

_MOST_THINGS: Final = 50
"""So many things that differ are looked at in one state."""

_MOST_CHANGED: Final = 20
"""So many entries that come out otherwise are told; the rest is counted."""

_MOST_COMPARED: Final = 20_000
"""So many entries are compared after a mistake."""

_MOST_SPANS: Final = 40

_FIRST: Final = 3
"""So many things beside the weather, and so many orders, are told in the sentences."""

_RANGES: Final = (2, 6, 12, 18)
"""Ranges, in hexes, at which Dust on shots is told."""

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
)

_WEATHER: Final[dict[str, Callable[[State], Any]]] = {
    "Dust": lambda state: state.density,
    "Rain": lambda state: state.sky.rain,
    "it has rained": lambda state: state.sky.rained,
    "Gusts": lambda state: state.wind.gusts,
    "Wind Force": lambda state: state.wind.force,
    "Wind Direction": lambda state: state.wind.direction,
    "EC": lambda state: state.sky.ec,
    "Weather": lambda state: state.sky.weather,
    "Time of Day": lambda state: state.sky.time_of_day,
    "Mist": lambda state: state.sky.mist,
    "NVR": lambda state: state.nvr,
    "breaches": lambda state: tuple(sorted(state.breaches)),
}
"""Facts of the whole game, those first that matter most."""

_IN_SENTENCES: Final = {
    *("Dust", "Rain", "Gusts", "Wind Force", "Wind Direction", "EC", "Weather", "NVR"),
}

_THINGS: Final = (
    ("Vehicle Dust of {}", "vehicle_dust"),
    ("SMOKE {}", "smoke"),
    ("drift from {}", "drift"),
    ("FFE {}", "ffes"),
    ("{}", "lights"),
    ("hex {}", "ground"),
    ("Fortification {}", "fortifications"),
    ("{}", "vehicles"),
    ("Bog Check of {}", "bog_checks"),
    ("unit {}", "units"),
)
"""Things that are known by name."""


def counted(n: int, thing: str, things: str = "") -> str:
    """A number with what is counted: ``two Player Turns``."""
    return f"{_number(n)} {thing if n == 1 else things or f'{thing}s'}"


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


# The corrected game -----------------------------------------------------------------------------


@attrs.frozen
class ComparedEntry:
    """The state of a log and that of the corrected game after an entry."""

    entry: int
    logged: State
    right: State
    facts: dict[str, tuple[Any, Any]]
    """What differs, in the log and by the rules; the weather first."""


def differing(logged: State, right: State) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """The facts by which two states differ, those of the weather first."""
    for fact, of in _WEATHER.items():
        if (a := of(logged)) != (b := of(right)):
            yield fact, (a, b)
    count = 0
    for called, kind in _THINGS:
        one: Mapping[str, Any] = getattr(logged, kind)
        two: Mapping[str, Any] = getattr(right, kind)
        if one is two or one == two:
            continue
        for name in sorted({*one, *two}):
            if count < _MOST_THINGS and one.get(name) != two.get(name):
                count += 1
                yield called.format(name), (one.get(name), two.get(name))


class Counterfactual:
    """A corrected game under way.

    Attributes:
        entry: number of the entry with the mistake.
        stopped: why the corrected game cannot be played (on); empty if it can.
        compared: what differed after each entry.
        changed: entries that came out otherwise, the first of them.
        further: the numbers of the others.
        orders: the numbers of the entries of players given while something differed.
    """

    def __init__(self, header: Header, audited: AuditedEntry) -> None:
        self.entry = audited.entry.n
        self.stopped = ""
        self.compared: list[ComparedEntry] = []
        self.changed: list[ChangedEntry] = []
        self.further: list[int] = []
        self.orders: list[int] = []
        self._header = header
        self._position = audited.written
        if not isinstance(audited.entry.do, BookCommand):  # which changes nothing on the map
            self._correct(audited)

    def _correct(self, audited: AuditedEntry) -> None:
        entry, before = audited.entry, audited.before
        state = before.state
        dice = dice_of_entry(self._header, before, state.moment, entry.dice)
        right = attempt(state, entry.do, dice)
        if audited.inferred:
            self.stopped = (
                "the log goes on as if an order had been given that is not in it; with that order "
                "everything fits, so nothing else followed"
            )
        elif right is None:
            self.stopped = "the dice of this entry do not suffice to decide it"
        elif isinstance(right, Refusal) and isinstance(entry.do, Advance):
            self.stopped = f"the log does not say how the game would have gone on: {right}"
        else:  # where the order is not allowed, nothing comes of it
            state = right.state if isinstance(right, Outcome) else state
            self._go_on(entry, before, state, audited.written.state)

    def _go_on(self, entry: Entry, before: Position, state: State, logged: State) -> None:
        if state is not logged and state == logged:
            state = logged
        self._position = play_on(before, entry.n, entry.dice, state, entry.do)
        self._compare(entry.n, logged)

    def _compare(self, n: int, logged: State) -> None:
        state = self._position.state
        same = state is logged or state == logged
        if same and not (self.compared and self.compared[-1].facts):
            return
        if len(self.compared) >= _MOST_COMPARED:
            self.stopped = f"only the {_MOST_COMPARED} entries after it were compared"
            return
        facts = {} if same else dict(differing(logged, state))
        if self.compared and self.compared[-1].facts == facts:
            facts = self.compared[-1].facts
        self.compared.append(ComparedEntry(n, logged, state, facts))

    def follow(self, audited: AuditedEntry) -> None:
        """Give the order of the next entry in the corrected game too."""
        if self.stopped:
            return
        entry, logged = audited.entry, audited.written.state
        here = self._position
        if isinstance(entry.do, BookCommand):
            self._follow_book(entry.n, entry.do, logged)
        elif here.state is audited.before.state:
            self._position = play_on(here, entry.n, entry.dice, logged, entry.do)
            self._compare(entry.n, logged)
        elif audited.inferred:
            self.stopped = f"an order is missing before entry {entry.n}"
        elif audited.findings:
            state = folded(here.state, entry.then)
            if state is None:
                self.stopped = f"entry {entry.n} has a mistake of its own that fits only the log"
            else:
                self._go_on(entry, here, state, logged)
        else:
            self._go_on(entry, here, self._decided(audited), logged)

    def _follow_book(self, n: int, command: BookCommand, logged: State) -> None:
        try:
            self._position = position_after(self._position, n, command)
        except BadInput:
            self.stopped = f"entry {n} takes back what cannot be taken back"
            return
        if isinstance(command, Undo):  # what was seen after that entry counts no more
            gone = command.entry
            self.compared = [each for each in self.compared if each.entry != gone]
            self.changed = [each for each in self.changed if each.entry != gone]
            self.further = [each for each in self.further if each != gone]
            self.orders = [each for each in self.orders if each != gone]
        if not isinstance(command, Note | Finish):
            self._compare(n, logged)

    def _decided(self, audited: AuditedEntry) -> State:
        """The state after an order in the corrected game; what comes out otherwise is kept."""
        entry, here = audited.entry, self._position.state
        dice = dice_of_entry(self._header, audited.before, here.moment, entry.dice)
        found = attempt(here, entry.do, dice)
        if not isinstance(entry.do, Advance | WindChange):
            self.orders.append(entry.n)
        if isinstance(found, Outcome):
            if found.events != entry.then:
                apart = list(differences(here, entry.do, entry.then, found.events))
                said = _joined(each.logged for each in apart)
                self._tell(entry, apart[0].rule, said, _joined(each.expected for each in apart))
            return found.state
        if isinstance(found, Refusal):
            self._tell(entry, found.rule, "it was done", f"not allowed: {found}")
        after = folded(here, entry.then)
        if after is None:
            self.stopped = f"entry {entry.n} is possible only after the mistake"
            return here
        return after

    def _tell(self, entry: Entry, rule: str, logged: str, right: str) -> None:
        if len(self.changed) >= _MOST_CHANGED:
            self.further.append(entry.n)
            return
        said = format_order(entry.do), rule, shortened(logged), shortened(right)
        self.changed.append(ChangedEntry(entry.n, str(entry.at), *said))


def _joined(told: Iterable[str]) -> str:
    """What is told one after the other, as far as it is anything."""
    return "; ".join(each for each in told if each != NOTHING) or NOTHING


# What stood otherwise, and how long -------------------------------------------------------------


def not_followed(why: str) -> Consequence:
    """Nothing can be said of what followed."""
    return Consequence(False, why, (f"What followed cannot be told: {why}.",))


def consequence_of(found: Counterfactual) -> Consequence:
    """What followed from the mistake that a game beside the log has corrected."""
    if found.stopped and not found.compared:
        return not_followed(found.stopped)
    facts = {fact: None for each in found.compared for fact in each.facts}
    spans = [span for fact in facts for span in _spans_of(fact, found.compared)]
    weather = list(_WEATHER)
    spans.sort(
        key=lambda each: (
            weather.index(each[0].fact) if each[0].fact in _WEATHER else len(weather),
            each[1].entry,
        )
    )
    only = tuple(span for span, _ in spans)
    shots = tuple(_shots(spans))
    told = [*_spans_in_words(only, shots), *_orders_in_words(found)]
    if not found.compared:
        told = ["Nothing followed: the game stands as the rules give it."]
    elif not spans:
        told.insert(0, "Nothing in the weather or on the map stood otherwise.")
    if found.stopped:
        told.append(f"It was followed no farther: {found.stopped}.")
    return Consequence(
        followed=True,
        why_not=found.stopped,
        told=tuple(told),
        spans=only[:_MOST_SPANS],
        shots=shots,
        orders=len(found.orders),
        otherwise=tuple(found.changed),
        more=len(found.further),
    )


_Spans = Iterable[tuple[Span, ComparedEntry]]
"""Each difference with how long it stood, and where it began."""


def _spans_of(fact: str, compared: Sequence[ComparedEntry]) -> _Spans:
    """The runs of entries after which a fact differs in the same way."""
    run: list[ComparedEntry] = []
    now: tuple[Any, Any] | None = None
    for each in compared:
        here = each.facts.get(fact)
        if now is not None and (here is None or (fact in _WEATHER and here != now)):
            yield _span(fact, now, run, str(each.logged.moment)), run[0]
            run, now = [], None
        if here is not None:
            now = now or here
            run.append(each)
    if now is not None:
        yield _span(fact, now, run, ""), run[0]


def _span(fact: str, both: tuple[Any, Any], run: Sequence[ComparedEntry], until: str) -> Span:
    """A span, with the Player Turns in which it is seen: those after their Wind Change DR."""
    clocks = [each.logged.clock for each in run]
    turns = {
        clock.moment.player_turn
        for clock in clocks
        if clock.wind_rolled or clock.moment.phase not in (Phase.RPH, Phase.SETUP)
    }
    return Span(fact, *_both(*both), str(clocks[0].moment), until, len(turns))


def _both(logged: Any, right: Any) -> tuple[str, str]:
    a, b = thing_as_json(logged), thing_as_json(right)
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return _said(a), _said(b)
    one, two = [], []
    for place, old, new in between(a, b):
        name = name_of_place(place).replace("mp ", "MP ")
        one.append(f"{name} {_said(in_words(place, old))}")
        two.append(f"{name} {_said(in_words(place, new))}")
    return "; ".join(one) or "otherwise", "; ".join(two) or "otherwise"


def _said(value: Any) -> str:
    said = value_in_words(value)
    return f"in {said[4:]}" if said.startswith("hex ") else said


# Shots ------------------------------------------------------------------------------------------


def _shots(found: _Spans) -> Iterator[DustOnShots]:
    told = set[tuple[str, str]]()
    for span, each in found:
        pair = span.logged, span.right
        if span.fact == "Dust" and span.player_turns and pair not in told:
            told.add(pair)
            for range_ in _RANGES:
                one, two = (
                    total_of(dust_at_range(state, range_)[0]) for state in (each.logged, each.right)
                )
                mean = float(_mean(one) - _mean(two))
                yield DustOnShots(*pair, range_, _ends(one), _ends(two), mean)


def _ends(total: Total) -> tuple[int, int]:
    return int(total.low), int(total.high)


def _mean(total: Total) -> Fraction:
    return sum((amount * chance for amount, chance in total.chances.items()), Fraction(0))


# Sentences --------------------------------------------------------------------------------------


def _spans_in_words(spans: Sequence[Span], shots: Sequence[DustOnShots]) -> Iterator[str]:
    for span in spans:
        if span.fact in _IN_SENTENCES:
            yield _sentence(span)
        if span.fact == "Dust":
            pair = span.logged, span.right
            of_it = [each for each in shots if (each.logged_density, each.right_density) == pair]
            yield from _shots_in_words(of_it)
    others = [span for span in spans if span.fact not in _IN_SENTENCES]
    for span in others[:_FIRST]:
        both = f"{span.logged} in the log, {span.right} by the rules"
        yield f"{_capital(span.fact)}: {both}, {_when(span)}."
    if len(others) > _FIRST:
        more = _capital(counted(len(others) - _FIRST, "more thing"))
        yield f"{more} stood otherwise for a while."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _when(span: Span) -> str:
    return f"from {span.since} to {span.until or 'the end of the log'}"


def _sentence(span: Span) -> str:
    turns = counted(span.player_turns, "Player Turn")
    if not span.player_turns:
        turns = "no Player Turn after its Wind Change DR"
    when = _when(span)
    if span.fact == "Dust":
        logged, right = Density(span.logged), Density(span.right)
        if logged is Density.NONE:
            return f"{right} Dust was missing for {turns}, {when}."
        instead = "there was to be none" if right is Density.NONE else f"{right} was due"
        if logged.level > right.level:
            return f"{logged} Dust stood {turns} too long, {when}: {instead}."
        return f"Dust was only {logged} for {turns}, {when}: {instead}."
    if span.fact == "Gusts" and span.logged != "yes":
        return f"Gusts were missing for {turns}, {when}."
    if span.fact == "Gusts" or (span.fact == "Rain" and span.right == "None"):
        what = "Gusts blew" if span.fact == "Gusts" else "It rained"
        return f"{what} for {turns} in which the rules give none, {when}."
    if span.fact == "Rain" and span.logged == "None":
        return f"{span.right} was missing for {turns}, {when}."
    return f"{span.fact} was {span.logged} for {turns} instead of {span.right}, {when}."


def _drm_text(ends: tuple[int, int]) -> str:
    """The least and the greatest DRM in words."""
    low, high = ends
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def _shots_in_words(shots: Sequence[DustOnShots]) -> Iterator[str]:
    """What any shot in that time had too much, or lacked; these logs have no shots."""
    if not shots:
        return
    off = sorted((shot.mean for shot in shots), key=abs)
    word = "too much" if off[-1] > 0 else "too little"
    drm, mean = "", f"{abs(off[0]):g} to {abs(off[-1]):g}, by range,"
    if len({(shot.logged, shot.right) for shot in shots}) == 1:
        drm = f" of {_drm_text(shots[0].logged)} instead of {_drm_text(shots[0].right)}"
        mean = f"{abs(off[0]):g}"
    yield (
        f"A unit that fired in that time had a DRM for Dust{drm} that was on average {mean} "
        f"{word}. Shots are not in a log, so how many there were is not known."
    )


def _orders_in_words(found: Counterfactual) -> Iterator[str]:
    """Orders given meanwhile, and those that come out otherwise."""
    if not found.orders and not found.changed:
        return
    number = len(found.changed) + len(found.further)
    given = f"{_capital(counted(len(found.orders), 'order'))} of players"
    if not number:
        were = "was" if len(found.orders) == 1 else "were"
        yield f"{given} {were} given meanwhile; each comes out as logged."
        return
    entries = ", ".join(f"#{each.entry} {each.order}" for each in found.changed[:_FIRST])
    more = f" and {number - _FIRST} more" if number > _FIRST else ""
    comes = "entry comes" if number == 1 else "entries come"
    yield (
        f"{given} given meanwhile; {_number(number)} {comes} out otherwise by the rules: "
        f"{entries}{more}."
    )
