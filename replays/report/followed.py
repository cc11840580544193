"""What followed from a mistake, in spans, numbers and sentences."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from events.terms import Density
from replays.report.beside import Beside
from replays.report.facts import Sample, spans_of
from replays.report.model import Consequence, DustOnShots, Span
from sim.climate.dust_at_range import dust_at_range
from sim.modifiers import Total, total_of
from sim.state import State

__all__ = ["consequence_of", "counted", "not_followed"]

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
