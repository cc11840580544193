"""The game with one mistake corrected, played beside the logged one.

At the entry of a mistake the rules decide the order of the log in the state of the log. From there
the orders of the log are given in both, with the dice of the log. Where the log has another
mistake, both games take over what it says; so the two differ by the first mistake alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from events.codec import plain
from events.commands import Advance, BookCommand, Command, Finish, Note, Undo, WindChange
from events.entry import Entry, Header
from events.errors import BadInput
from events.moment import Moment, Phase
from events.orders import format_order
from events.register import Event
from events.terms import Density
from replays.auditing.audit import AuditedEntry
from replays.auditing.compare import attempt, dice_of_entry, differences, folded
from replays.auditing.finding import shortened
from replays.auditing.model import Consequence, DustOnShots, Otherwise, Span
from replays.game.position import Position, play_on, position_after
from replays.game.view import differences as between
from replays.game.view import in_words
from sim.climate.exact_odds import dust_at_range
from sim.machine.decide import Outcome
from sim.machine.telling import Refusal
from sim.modifiers import Total, total_of
from sim.state import State

_SKY: Final[tuple[tuple[str, Callable[[State], Any]], ...]] = (
    ("Dust", lambda state: state.density),
    ("Rain", lambda state: state.sky.rain),
    ("it has rained", lambda state: state.sky.rained),
    ("Gusts", lambda state: state.wind.gusts),
    ("Wind Force", lambda state: state.wind.force),
    ("Wind Direction", lambda state: state.wind.direction),
    ("EC", lambda state: state.sky.ec),
    ("Weather", lambda state: state.sky.weather),
    ("Time of Day", lambda state: state.sky.time_of_day),
    ("Mist", lambda state: state.sky.mist),
    ("breaches", lambda state: tuple(sorted(state.breaches))),
)
"""Facts of the whole game, those first that matter most."""

_THINGS: Final = (
    ("Vehicle Dust of {}", "vehicle_dust"),
    ("SMOKE {}", "smoke"),
    ("drift from {}", "drift"),
    ("FFE {}", "ffes"),
    ("hex {}", "ground"),
    ("Fortification {}", "fortifications"),
    ("{}", "vehicles"),
    ("unit {}", "units"),
)
"""Things that are known by name."""

_MOST_THINGS: Final = 50
"""So many things that differ are looked at in one state."""


@attrs.frozen
class Difference:
    """A fact that is not the same in two states."""

    fact: str
    logged: Any
    right: Any


@attrs.frozen
class Sample:
    """A log beside a corrected game, after an entry.

    Attributes:
        entry: number of the entry.
        moment: where the log stands.
        rolled: its Wind Change DR of this Player Turn is made.
        logged: the state of the log.
        right: that of the corrected game.
        facts: what differs.
    """

    entry: int
    moment: Moment
    rolled: bool
    logged: State
    right: State
    facts: tuple[Difference, ...]


def differing(logged: State, right: State) -> Iterator[Difference]:
    """The facts by which two states differ, those of the weather first."""
    for fact, of in _SKY:
        if (a := of(logged)) != (b := of(right)):
            yield Difference(fact, a, b)
    count = 0
    for called, kind in _THINGS:
        one: Mapping[str, Any] = getattr(logged, kind)
        two: Mapping[str, Any] = getattr(right, kind)
        if one is two or one == two:
            continue
        for name in sorted({*one, *two}):
            if count < _MOST_THINGS and one.get(name) != two.get(name):
                count += 1
                yield Difference(called.format(name), one.get(name), two.get(name))


# How long ---------------------------------------------------------------------------------------


def spans_of(samples: Sequence[Sample]) -> Iterator[tuple[Span, Sample]]:
    """Each difference with how long it stood, and where it began; in the order of its facts."""
    facts = {each.fact: None for sample in samples for each in sample.facts}
    found: list[tuple[Span, Sample]] = []
    for fact in facts:
        found += _of_fact(fact, samples)
    yield from sorted(found, key=_order)


def _order(found: tuple[Span, Sample]) -> tuple[int, int]:
    fact = found[0].fact
    names = [name for name, _ in _SKY]
    return (names.index(fact) if fact in names else len(names), found[1].entry)


def _of_fact(fact: str, samples: Sequence[Sample]) -> Iterator[tuple[Span, Sample]]:
    """The runs of samples in which a fact differs in the same way."""
    weather = any(fact == name for name, _ in _SKY)
    run: list[Sample] = []
    now: Difference | None = None
    for sample in samples:
        here = next((each for each in sample.facts if each.fact == fact), None)
        if now is not None and (here is None or (weather and here != now)):
            yield _span(now, run, str(sample.moment)), run[0]
            run, now = [], None
        if here is not None:
            now = now or here
            run.append(sample)
    if now is not None:
        yield _span(now, run, ""), run[0]


def _span(found: Difference, run: Sequence[Sample], until: str) -> Span:
    logged, right = _both(found.logged, found.right)
    return Span(found.fact, logged, right, str(run[0].moment), until, _player_turns(run))


def _player_turns(run: Iterable[Sample]) -> int:
    """In how many Player Turns there is something to see of it: after their Wind Change DR."""
    return len(
        {
            sample.moment.player_turn
            for sample in run
            if sample.rolled or sample.moment.phase not in (Phase.RPH, Phase.SETUP)
        }
    )


# In words ---------------------------------------------------------------------------------------


def _both(logged: Any, right: Any) -> tuple[str, str]:
    """Two values in words; of two things, what differs between them."""
    a, b = plain(logged), plain(right)
    if not (isinstance(a, dict) and isinstance(b, dict)):
        return _said(a), _said(b)
    one, two = [], []
    for place, old, new in between(a, b):
        name = place.replace("_", " ").replace(".", ", ")
        one.append(f"{name} {_said(in_words(place, old))}")
        two.append(f"{name} {_said(in_words(place, new))}")
    return "; ".join(one) or "otherwise", "; ".join(two) or "otherwise"


def _said(value: Any) -> str:
    """A plain value in a few words."""
    if value is None or value in ("", [], {}, ()):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        told = [f"in {value['hex']}"] if value.get("hex") else []
        told += [
            str(key).replace("_", " ")
            if item is True
            else f"{str(key).replace('_', ' ')} {_said(item)}"
            for key, item in value.items()
            if key != "hex" and item not in (None, False, "", 0, [], {}, ())
        ]
        return ", ".join(told) or "as at setup"
    if isinstance(value, list | tuple):
        return " ".join(map(_said, value))
    return str(value)


MOST_OTHERWISE: Final = 20
"""So many entries that come out otherwise are told; the rest is counted."""

_MOST_SAMPLES: Final = 20_000
"""So many entries are compared after a mistake."""


class Beside:
    """A corrected game under way.

    Attributes:
        entry: number of the entry with the mistake.
        order: its words.
        stopped: why the corrected game cannot be played (on); empty if it can.
        samples: what differed after each entry.
        otherwise: entries that came out otherwise, the first of them.
        further: the numbers of the others.
        orders: the numbers of the entries of players given while something differed.
    """

    def __init__(self, header: Header, audited: AuditedEntry) -> None:
        """Correct the entry of a audited."""
        self.entry = audited.entry.n
        self.order = format_order(audited.entry.do)
        self.stopped = ""
        self.samples: list[Sample] = []
        self.otherwise: list[Otherwise] = []
        self.further: list[int] = []
        self.orders: list[int] = []
        self._header = header
        self._position = audited.written
        self._correct(audited)

    def _correct(self, audited: AuditedEntry) -> None:
        entry, before = audited.entry, audited.before
        if isinstance(entry.do, BookCommand):
            return  # it says something of the log, and changes nothing on the map
        if audited.inferred:
            self.stopped = (
                "the log goes on as if an order had been given that is not in it; with that order "
                "everything fits, so nothing else followed"
            )
            return
        door = dice_of_entry(self._header, before, before.state.moment, entry.dice)
        right = attempt(before.state, entry.do, door)
        if isinstance(right, Outcome):
            state = right.state
        elif right is None:
            self.stopped = "the dice of this entry do not suffice to decide it"
            return
        elif isinstance(entry.do, Advance):
            self.stopped = f"nobody knows how the game would have gone on: {right}"
            return
        else:
            state = before.state  # the order is not allowed, so nothing comes of it
        self._go_on(entry, before, state, audited.written.state)

    def _go_on(self, entry: Entry, before: Position, state: State, logged: State) -> None:
        """Both stand where they stand after an entry."""
        if state is not logged and state == logged:
            state = logged
        self._position = play_on(before, entry.n, entry.dice, state, entry.do)
        self._look(entry.n, logged)

    def _look(self, n: int, logged: State) -> None:
        state = self._position.state
        same = state is logged or state == logged
        if same and not (self.samples and self.samples[-1].facts):
            return
        if len(self.samples) >= _MOST_SAMPLES:
            self.stopped = f"only the {_MOST_SAMPLES} entries after it were compared"
            return
        facts = () if same else tuple(differing(logged, state))
        if self.samples and self.samples[-1].facts == facts:
            facts = self.samples[-1].facts
        clock = logged.clock
        self.samples.append(Sample(n, clock.moment, clock.wind_rolled, logged, state, facts))

    # The entries after it ---------------------------------------------------------------------

    def follow(self, audited: AuditedEntry) -> None:
        """Give the order of the next entry in the corrected game too."""
        if self.stopped:
            return
        entry, logged = audited.entry, audited.written.state
        here = self._position
        if isinstance(entry.do, BookCommand):
            self._follow_book(entry, entry.do, logged)
        elif here.state is audited.before.state:
            self._position = play_on(here, entry.n, entry.dice, logged, entry.do)
            self._look(entry.n, logged)
        elif audited.inferred:
            self.stopped = f"an order is missing before entry {entry.n}"
        elif audited.findings:
            state = folded(here.state, entry.then)
            if state is None:
                self.stopped = f"entry {entry.n} has a mistake of its own that fits only the log"
                return
            self._go_on(entry, here, state, logged)
        else:
            self._go_on(entry, here, self._decided(audited, entry.do), logged)

    def _follow_book(self, entry: Entry, command: BookCommand, logged: State) -> None:
        try:
            self._position = position_after(self._position, entry.n, command)
        except BadInput:
            self.stopped = f"entry {entry.n} takes back what cannot be taken back"
            return
        if isinstance(command, Undo):
            self._forget(command.entry)
        if not isinstance(command, Note | Finish):
            self._look(entry.n, logged)

    def _forget(self, n: int | None) -> None:
        """An entry was taken back: it and what was seen after it count no more."""
        self.samples = [each for each in self.samples if each.entry != n]
        self.otherwise = [each for each in self.otherwise if each.entry != n]
        self.further = [each for each in self.further if each != n]
        self.orders = [each for each in self.orders if each != n]

    def _decided(self, audited: AuditedEntry, command: Command) -> State:
        """The state after an order in the corrected game; what comes out otherwise is kept."""
        entry, here = audited.entry, self._position.state
        door = dice_of_entry(self._header, audited.before, here.moment, entry.dice)
        found = attempt(here, command, door)
        if not isinstance(command, Advance | WindChange):
            self.orders.append(entry.n)
        if isinstance(found, Outcome):
            if found.events != entry.then:
                self._tell(entry, *_first(entry.then, found.events))
            return found.state
        if isinstance(found, Refusal):
            self._tell(entry, found.rule, "it was done", f"not allowed: {found}")
        after = folded(here, entry.then)
        if after is None:
            self.stopped = f"entry {entry.n} is possible only after the mistake"
            return here
        return after

    def _tell(self, entry: Entry, rule: str, logged: str, right: str) -> None:
        if len(self.otherwise) >= MOST_OTHERWISE:
            self.further.append(entry.n)
            return
        order, moment = format_order(entry.do), str(entry.at)
        told = Otherwise(entry.n, moment, order, rule, shortened(logged), shortened(right))
        self.otherwise.append(told)


def _first(logged: tuple[Event, ...], right: tuple[Event, ...]) -> tuple[str, str, str]:
    """Rule, log and rules of all that differs between the events of an entry."""
    found = list(differences(logged, right))
    rule = found[0][0]
    return rule, "; ".join(each[1] for each in found), "; ".join(each[2] for each in found)


_MOST_SPANS: Final = 40
_RANGES: Final = (2, 6, 12, 18)
"""Ranges, in hexes, at which Dust on shots is told."""

_FIRST: Final = 3
"""So many things beside the weather, and so many orders, are told in the sentences."""

_NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
)


def counted(n: int, thing: str, things: str = "") -> str:
    """A number with what is counted: ``two Player Turns``."""
    number = _NUMBERS[n] if n < len(_NUMBERS) else str(n)
    return f"{number} {thing if n == 1 else things or f'{thing}s'}"


def not_followed(why: str) -> Consequence:
    """Nothing can be said of what followed."""
    return Consequence(False, why, (f"What followed cannot be told: {why}.",))


def consequence_of(beside: Beside) -> Consequence:
    """What followed from the mistake that a game beside the log has corrected."""
    if beside.stopped and not beside.samples:
        return not_followed(beside.stopped)
    found = list(spans_of(beside.samples))
    spans = tuple(span for span, _ in found)
    shots = tuple(_shots(found))
    told = [*_told(spans, shots), *_orders_told(beside)]
    if not spans:
        told = ["Nothing followed: the game stands as the rules give it."]
    if beside.stopped:
        told.append(f"It was followed no farther: {beside.stopped}.")
    return Consequence(
        followed=True,
        why_not=beside.stopped,
        told=tuple(told),
        spans=spans[:_MOST_SPANS],
        shots=shots,
        orders=len(beside.orders),
        otherwise=tuple(beside.otherwise),
        more=len(beside.further),
    )


# Shots ------------------------------------------------------------------------------------------


def _shots(found: Iterable[tuple[Span, Sample]]) -> Iterator[DustOnShots]:
    """What wrong Dust does to shots, for each pair of densities once."""
    told = set[tuple[str, str]]()
    for span, sample in found:
        pair = span.logged, span.right
        if span.fact == "Dust" and span.player_turns and pair not in told:
            told.add(pair)
            for range_ in _RANGES:
                yield _at_range(pair, range_, sample)


def _at_range(pair: tuple[str, str], range_: int, sample: Sample) -> DustOnShots:
    logged, right = _total(sample.logged, range_), _total(sample.right, range_)
    mean = _mean(logged) - _mean(right)
    return DustOnShots(*pair, range_, _ends(logged), _ends(right), float(mean))


def _total(state: State, range_: int) -> Total:
    return total_of(dust_at_range(state, range_)[0])


def _mean(total: Total) -> Fraction:
    return sum((amount * chance for amount, chance in total.chances.items()), Fraction(0))


def _ends(total: Total) -> tuple[int, int]:
    return int(total.low), int(total.high)


# Sentences --------------------------------------------------------------------------------------


def _told(spans: Sequence[Span], shots: Sequence[DustOnShots]) -> Iterator[str]:
    weather = [span for span in spans if _of_the_weather(span)]
    for span in weather:
        yield _sentence(span)
        if span.fact == "Dust":
            yield from _shots_told([s for s in shots if _pair(s) == (span.logged, span.right)])
    others = [span for span in spans if not _of_the_weather(span)]
    for span in others[:_FIRST]:
        both = f"{span.logged} in the log, {span.right} by the rules"
        yield f"{_capital(span.fact)}: {both}, {_when(span)}."
    if len(others) > _FIRST:
        yield f"{counted(len(others) - _FIRST, 'more thing')} stood otherwise for a while."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _of_the_weather(span: Span) -> bool:
    return span.fact in ("Dust", "Rain", "Gusts", "Wind Force", "Wind Direction", "EC", "Weather")


def _when(span: Span) -> str:
    return f"from {span.since} to {span.until or 'the end of the log'}"


def _sentence(span: Span) -> str:
    """A span of the weather as a sentence."""
    turns = counted(span.player_turns, "Player Turn")
    if not span.player_turns:
        turns = "no Player Turn after its Wind Change DR"
    if span.fact == "Dust":
        return _dust_sentence(span, turns)
    if span.fact == "Gusts":
        if span.logged == "yes":
            return f"Gusts blew for {turns} in which the rules give none, {_when(span)}."
        return f"Gusts were missing for {turns}, {_when(span)}."
    if span.fact == "Rain" and span.right == "None":
        return f"It rained for {turns} in which the rules give none, {_when(span)}."
    if span.fact == "Rain" and span.logged == "None":
        return f"{span.right} was missing for {turns}, {_when(span)}."
    return f"{span.fact} was {span.logged} for {turns} instead of {span.right}, {_when(span)}."


def _dust_sentence(span: Span, turns: str) -> str:
    logged, right = Density(span.logged), Density(span.right)
    if logged is Density.NONE:
        return f"{right} Dust was missing for {turns}, {_when(span)}."
    instead = "there was to be none" if right is Density.NONE else f"{right} was due"
    if logged.level > right.level:
        return f"{logged} Dust stood {turns} too long, {_when(span)}: {instead}."
    return f"Dust was only {logged} for {turns}, {_when(span)}: {instead}."


def _pair(shot: DustOnShots) -> tuple[str, str]:
    return shot.logged_density, shot.right_density


def _drm(ends: tuple[int, int]) -> str:
    low, high = ends
    return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"


def _shots_told(shots: Sequence[DustOnShots]) -> Iterator[str]:
    """What any shot in that time had too much, or lacked; these logs have no shots."""
    if not shots:
        return
    off = sorted((shot.mean for shot in shots), key=abs)
    word = "too much" if off[-1] > 0 else "too little"
    if len({(shot.logged, shot.right) for shot in shots}) == 1:
        drm = f" of {_drm(shots[0].logged)} instead of {_drm(shots[0].right)}"
        mean = f"{abs(off[0]):g}"
    else:
        drm = ""
        mean = f"{abs(off[0]):g} to {abs(off[-1]):g}, by range,"
    yield (
        f"Whoever fired in that time had a DRM for Dust{drm} that was on average {mean} {word}. "
        f"Shots are not in a log, so how many there were is not known."
    )


def _orders_told(beside: Beside) -> Iterator[str]:
    """Orders given meanwhile, and those that come out otherwise."""
    if not beside.orders and not beside.otherwise:
        return
    number = len(beside.otherwise) + len(beside.further)
    given = counted(len(beside.orders), "order")
    if not number:
        were = "was" if len(beside.orders) == 1 else "were"
        yield f"{_capital(given)} of players {were} given meanwhile; each comes out as logged."
        return
    entries = ", ".join(f"#{each.entry} {each.order}" for each in beside.otherwise[:_FIRST])
    more = f" and {number - _FIRST} more" if number > _FIRST else ""
    comes = "entry comes" if number == 1 else "entries come"
    yield (
        f"{_capital(given)} of players given meanwhile; "
        f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {comes} out otherwise by the "
        f"rules: {entries}{more}."
    )
