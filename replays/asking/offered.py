"""The words that an order can go on with: own vehicles, hexes beside them, legal values."""

from collections.abc import Iterable, Sequence

from events.commands import Command, Enter, Move
from events.orders import Form
from sim.chapter_a.whereabouts import hex_named
from sim.machine.options import Option, Thing, option_of, subject_of
from sim.machine.reach import path_of, reach_of
from sim.state import State


def words_offered(state: State, form: Form, words: Sequence[str]) -> Iterable[str] | None:
    """What may follow the words of an order; None where that is not of one vehicle or unit."""
    command = form.command
    subject = subject_of(command) if issubclass(command, Command) else None
    if subject is None or not issubclass(command, Command) or subject is not form.fields[0]:
        return None
    if not subject.kind.among:
        return None
    labels: Sequence[str] = sorted(getattr(state, subject.kind.among))
    if subject.kind.form == "name":
        return labels if len(words) == 1 else ()
    things = [Thing(subject.kind.form, label) for label in labels]
    if len(words) == 1:
        return _subjects(state, things, command)
    named = [each for each in things if each.id.lower() == words[1].lower()]
    return _after(state, named[0], command, form, words[2:]) if named else ()


def _subjects(state: State, things: list[Thing], command: type[Command]) -> list[str]:
    """Those that can be ordered so; those of the ATTACKER where none can be; or else all."""
    able = [each.id for each in things if _can(state, each, command)]
    return able or [each.id for each in things if _own(state, each)] or [e.id for e in things]


def _can(state: State, thing: Thing, command: type[Command]) -> bool:
    if command is Move and state.vehicles[thing.id].hex is not None:
        return bool(_next_hexes(state, thing.id))  # a Start may come first
    return isinstance(option_of(state, thing, command), Option)


def _next_hexes(state: State, vehicle: str) -> Iterable[str]:
    reach = reach_of(state, vehicle, most=1)
    return () if reach is None else reach.hexes


def _own(state: State, thing: Thing) -> bool:
    if thing.kind == "unit":
        return state.units[thing.id].side == state.attacker
    return state.setting.vehicles[thing.id].side == state.attacker


def _after(
    state: State, thing: Thing, command: type[Command], form: Form, words: Sequence[str]
) -> list[str]:
    """What may follow the thing and some words after it."""
    others = [each for each in form.fields[1:] if not each.needed]
    more = [word for each in others for word in each.kind.terms if each.bare]
    more += [each.word for each in others if not each.bare and each.word not in words]
    if command in (Move, Enter):
        hexes = [hex_named(state, each) for each in words]
        path, end = path_of(state, thing.id, [each for each in hexes if each is not None])
        go_on = _next_hexes(end, thing.id) if path.stands and None not in hexes else ()
        return [*go_on, *(more if words else ())]
    found = option_of(state, thing, command)
    needed = [each for each in form.fields[1:] if each.needed]
    if len(words) >= len(needed) or not isinstance(found, Option):
        return more
    fields = {each.name: each for each in found.fields}
    return [*(fields[needed[len(words)].name].among or ())]
