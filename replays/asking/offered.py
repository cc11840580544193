"""The words that an order can go on with: vehicles that can do it, hexes beside, legal values."""

from collections.abc import Iterable, Sequence

from events.commands import Enter, Move
from events.field import as_word
from events.orders import Form
from sim.chapter_a.whereabouts import hex_named
from sim.machine.options import Option, Thing, option_of, subject_of
from sim.machine.reach import path_of, reach_of
from sim.state import State


def words_offered(state: State, form: Form, words: Sequence[str]) -> Iterable[str] | None:
    """What may follow the words of an order; None where that is not of a vehicle or unit."""
    subject = subject_of(form.command)
    if subject is None or not subject.kind.among:
        return None
    labels = sorted(getattr(state, subject.kind.among))
    things = [Thing(subject.kind.form, label) for label in labels]
    if len(words) == 1:
        able = [each.id for each in things if _can(state, each, form)]
        return map(as_word, able or labels)
    named = [each for each in things if as_word(each.id).lower() == words[1].lower()]
    return _after(state, named[0], form, words[2:]) if named else ()


def _can(state: State, thing: Thing, form: Form) -> bool:
    if form.command is Move and state.vehicles[thing.id].hex is not None:
        return bool(_next_hexes(state, thing.id))  # a Start may come first
    return isinstance(option_of(state, thing, form.command), Option)


def _next_hexes(state: State, vehicle: str) -> Iterable[str]:
    reach = reach_of(state, vehicle, most=1)
    return () if reach is None else reach.hexes


def _after(state: State, thing: Thing, form: Form, words: Sequence[str]) -> list[str]:
    """What may follow the thing and some words after it."""
    others = [each for each in form.fields[1:] if not each.needed]
    more = [word for each in others for word in each.kind.terms if each.bare]
    more += [each.word for each in others if not each.bare and each.word not in words]
    if form.command in (Move, Enter):
        hexes = [hex_named(state, each) for each in words]
        path, end = path_of(state, thing.id, [each for each in hexes if each is not None])
        go_on = _next_hexes(end, thing.id) if path.stands and None not in hexes else ()
        return [*go_on, *(more if words else ())]
    found = option_of(state, thing, form.command)
    needed = [each.name for each in form.fields[1:] if each.needed]
    if len(words) >= len(needed) or not isinstance(found, Option):
        return more
    return [*next(each.among or () for each in found.fields if each.name == needed[len(words)])]
