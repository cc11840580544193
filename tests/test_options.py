"""The options of all questions: what numbers they take, and what holds where one is left out."""

import tomllib
from typing import Any, Final

import pytest

from events.field import Number
from events.terms import Base, Fortification, Gun, Kindler
from replays.asking.ask import question_as_json
from sim.asking.catalogue import question_class, question_names
from sim.chapter_11.hip_and_concealment import Seeker
from sim.chapter_11.night import Light
from sim.chapter_11.oba_accuracy import Observer
from sim.chapter_ad.gun_concealment import Mount
from sim.chapter_ad.high_walls import Device
from sim.map.terrain_kind import MoverKind
from sim.shot import Attack, Shell, Target
from tests.clauses.reached import Played
from tests.test_ask_cli import DUSTY, MUD, WORDS

MOVERS: Final = ("bog", "breach", "entry-cost", "may-enter")

NUMBERS: Final[dict[tuple[str, str], tuple[int, int]]] = {
    # one die
    ("interdiction", "dust-roll"): (1, 6),
    ("mud-bog", "dr"): (1, 6),
    ("thrown", "cdr"): (1, 6),
    # two dice
    ("bx", "number"): (2, 12),
    ("interdiction", "roll"): (2, 12),
    # hexsides and vertices
    ("fortification", "hexside"): (1, 6),
    **{("shot", each): (1, 6) for each in ("vertex", "over")},
    ("wall-advantage", "bypass"): (1, 6),
    # in mm: what a Gun of a counter has, and what any ordnance or a bomb has
    ("gun", "calibre"): (1, 300),
    ("rooftop", "calibre"): (1, 300),
    ("shot", "calibre"): (1, 500),
    ("tem", "calibre"): (1, 500),
    **{(name, "mtr"): (1, 500) for name in MOVERS},
    # hexes, MF, MP and FP: whatever two digits hold
    ("oba-accuracy", "range"): (0, 99),
    ("shot", "range"): (0, 99),
    ("sun-zone", "range"): (0, 99),
    ("shot", "fp"): (1, 99),
    **{(name, "allotment"): (1, 99) for name in MOVERS},
    ("gun", "nearest"): (0, 500),
    ("dash", "mf"): (1, 8),
    ("rout", "mf"): (1, 6),
    # levels of a building, 0 the ground; as many levels can be ablaze as it has
    ("burn", "level"): (0, 5),
    ("illumination", "levels"): (1, 5),
    # what counters of personnel have
    ("burn", "leadership"): (0, 3),
    ("interdiction", "morale"): (0, 10),
}
"""The least and the most of each option that is a number."""

BESIDE: Final = {
    ("shot", "fp"): "--attack IFT",
    ("rooftop", "calibre"): "--gun MTR",
    **{(name, "mtr"): "--mover truck --towing" for name in MOVERS},
}
"""What goes with an option."""

DEFAULTS: Final[dict[tuple[str, str], Any]] = {
    ("burn", "level"): 0,
    ("burn", "leadership"): 0,
    ("burn", "by"): Kindler.SQUAD,
    ("bypass", "mover"): MoverKind.INFANTRY,
    ("concealment", "unit"): Seeker.INFANTRY,
    ("fortification", "what"): Fortification.FOXHOLE,
    ("gun", "gun"): Gun.OTHER,
    ("gun", "mount"): Mount.NT,
    ("illumination", "light"): Light.STARSHELL,
    ("options", "path"): [],
    ("oba-accuracy", "observer"): Observer.OBSERVER,
    ("oba-accuracy", "against"): Target.INFANTRY,
    ("oba-accuracy", "shell"): Shell.HE,
    ("overlay", "printed"): Base.DESERT,
    ("overlay", "otherwise"): [],
    ("rooftop", "enemy"): [],
    ("rout", "enemy"): [],
    ("dash", "mf"): 4,
    ("rout", "mf"): 6,
    ("shot", "attack"): Attack.TO_HIT,
    ("shot", "against"): Target.INFANTRY,
    ("sighting", "against"): Target.INFANTRY,
    ("sun-zone", "range"): 4,
    ("thrown", "device"): Device.DC,
    ("view", "attack"): Attack.TO_HIT,
    ("view", "against"): Target.INFANTRY,
}
"""What holds where an option is left out; of all others nothing is said, or it is not so."""


def asked_of(name: str) -> Played:
    """The game that a question is asked of, as in the tests of the command line."""
    return Played(tomllib.loads(MUD if name == "mud-bog" else DUSTY), "options")


def words(name: str, *, without: str = "") -> str:
    """A question in words that can be answered, but for an option."""
    given = list(WORDS[name])
    flag = f"--{without}"
    if flag in given:
        at = given.index(flag)
        del given[at : at + 2]
    return " ".join([name, *given])


def needed(name: str) -> str:
    """A question in words with nothing but what is needed; infantry, if left out, never bogs."""
    said = dict[str, list[str]]()
    for word in WORDS[name]:
        if word.startswith("--"):
            said[word] = []
        else:
            said[list(said)[-1]].append(word)
    flags = {f"--{field.word}" for field in question_class(name).fields if field.needed}
    kept = [word for flag in said if flag in flags for word in (flag, *said[flag])]
    return " ".join([name, *kept, *(["--mover truck"] if name == "bog" else [])])


@pytest.mark.parametrize("name", question_names())
def test_numbers_are_refused_by_one_out_of_their_range(name: str) -> None:
    """The least and the most are taken; one less and one more get one sentence with both."""
    fields = question_class(name).fields
    found = [field.word for field in fields if isinstance(field.kind, Number)]
    assert set(found) == {word for of, word in NUMBERS if of == name}
    game = asked_of(name)
    for word in found:
        said, (least, most) = words(name, without=word), NUMBERS[name, word]
        for wrong in (least - 1, most + 1):
            why = game.why_refused(f"{said} --{word}={wrong}")
            assert f"is not a number from {least} to {most}" in why, (word, wrong)
            assert "\n" not in why
        if word in ("mtr", "allotment"):
            said = said.replace(" --vehicle PzA", "").replace(" --towing", "")
            said += "" if "--mover" in said else " --mover truck"
        for right in (least, most):
            game.ask(f"{said} {BESIDE.get((name, word), '')} --{word} {right}")


@pytest.mark.parametrize("name", question_names())
def test_what_holds_where_an_option_is_left_out(name: str) -> None:
    """A question that has only what it needs is the one with every default said."""
    given = question_as_json(asked_of(name).ask(needed(name)).question)
    for field in question_class(name).fields:
        if field.needed or (name, field.word) == ("bog", "mover"):
            continue
        value, expected = given[field.name], DEFAULTS.get((name, field.word))
        assert value is False or value == expected, field.word
