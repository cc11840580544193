"""Ask anything about a moment of a game, without changing it (B.7).

::

    answer = ask("game.jsonl", "shot", at="3.2/MPh", firer="D4", target="H7", attack="TH")
    answer.verdict, answer.items, answer.near
"""

import itertools
from collections.abc import Mapping
from enum import StrEnum, unique
from pathlib import Path
from typing import Any, Final

import attrs

from events.errors import BadInput
from events.scenario import Scenario
from events.terms import Base, Kindler
from replays.asking.movement_questions import MOVEMENT_QUESTIONS
from replays.asking.options import Option, Question, read_option
from replays.playing.game import Game
from replays.playing.sources import state_of
from sim.chapter_11.night import Light
from sim.chapter_11.oba_accuracy import Observer
from sim.chapter_a.los import los
from sim.questions.answer import Answer
from sim.questions.burn import ask_burn
from sim.questions.checks import (
    ask_break_number,
    ask_concealment,
    ask_illumination,
    ask_interdiction,
    ask_mud_bog,
    ask_oba_accuracy,
    ask_prohibitions,
    ask_recovery,
    ask_rooftop,
    ask_sighting,
)
from sim.questions.limits import ask_fortification, ask_gun, ask_stacking
from sim.questions.overlay import ask_overlay
from sim.questions.rally import ask_rally
from sim.questions.rout import ask_rout
from sim.questions.shot import NO_LOS, ask_shot
from sim.questions.tem import ask_tem
from sim.questions.terrain import ask_terrain
from sim.questions.view import ask_view
from sim.shot import AERIAL, Attack, Shell, Shot, Target
from sim.state import State

__all__ = ["QUESTIONS", "Option", "Question", "ask"]


@unique
class Gun(StrEnum):
    """What AD Terrain tells apart among 5/8 inch Guns."""

    MTR = "MTR"
    RCL = "RCL"
    OTHER = "other"


@unique
class Fortification(StrEnum):
    """Fortifications, as players name them."""

    FOXHOLE = "Foxhole"
    TRENCH = "Trench"
    SANGAR = "Sangar"
    PILLBOX = "Pillbox"
    WIRE = "Wire"
    A_P_MINES = "A-P Mines"
    A_T_MINES = "A-T Mines"
    ROADBLOCK = "Roadblock"
    FORTIFIED_BUILDING = "Fortified Building"


def _choice(name: str, help_: str, kind: type[StrEnum], default: StrEnum) -> Option:
    return Option(name, help_, "choice", default=default.value, choices=tuple(kind))


_FROM: Final = Option(
    "firer", "from where: D4, or D4@1 for a level", "location", needed=True, word="from"
)
_TO: Final = Option("target", "at which Location", "location", needed=True, word="to")
_RANGE: Final = Option("range", "Aerial Range, or another range than the map's", "number")


def _shot(state: State, given: Mapping[str, Any], **changes: Any) -> Shot:
    attack = Attack(given.get("attack", Attack.TO_HIT))
    report = los(state, given["firer"], given["target"])
    if attack in AERIAL:
        report = attrs.evolve(report, inside=False)
    values: dict[str, Any] = {
        "attack": attack,
        "target": Target(given.get("against", Target.INFANTRY)),
        "range": report.range if given.get("range") is None else given["range"],
        "area": given.get("area", False),
        "shell": None if given.get("shell") is None else Shell(given["shell"]),
        "moving": given.get("moving", False),
        "indirect": given.get("indirect", False),
        "hazardous": given.get("hazardous", False),
    }
    return Shot(state=state, los=report, **(values | changes))


def _answer_shot(state: State, given: Mapping[str, Any]) -> Answer:
    shot = _shot(state, given)
    if shot.target is Target.BOTH and not shot.area and shot.attack is not Attack.OBA:
        raise BadInput(
            "an attack on Infantry and a vehicle at once is asked for each of them, unless it uses "
            "the Area Target Type (--area)",
            "--against",
        )
    if shot.area and shot.attack is not Attack.TO_HIT:
        raise BadInput("only a TH attack uses the Area Target Type", "--area")
    if shot.attack is Attack.CC and shot.los.range:
        raise BadInput("CC is between units in the same hex", "--to")
    if shot.target is Target.AERIAL and (
        shot.attack not in AERIAL or shot.attack is Attack.GROUND_SUPPORT
    ):
        raise BadInput(
            f"{shot.attack} is not fired at Aerial units; expected --attack 'vs Aerial'",
            "--against",
        )
    if shot.attack in AERIAL and shot.attack is not Attack.GROUND_SUPPORT:
        shot = attrs.evolve(shot, target=Target.AERIAL)
    return ask_shot(shot)


def _answer_view(state: State, given: Mapping[str, Any]) -> Answer:
    attack = Attack(given["attack"])
    if attack in NO_LOS or attack in AERIAL:
        raise BadInput(f"no LOS over the board decides {attack}", "--attack")
    return ask_view(state, given["firer"], attack, Target(given["against"]))


def _answer_interdiction(state: State, given: Mapping[str, Any]) -> Answer:
    shot = _shot(state, given, attack=Attack.IFT)
    if (given["morale"] is None) is not (given["roll"] is None):
        raise BadInput("Morale Level and Original DR go together", "--roll")
    if given["dust_roll"] is not None and given["roll"] is None:
        raise BadInput("a Dust dr goes with the Original DR that it modifies", "--dust-roll")
    return ask_interdiction(shot, given["morale"], given["roll"], given["dust_roll"])


def _answer_oba(state: State, given: Mapping[str, Any]) -> Answer:
    return ask_oba_accuracy(_shot(state, given, attack=Attack.IFT), Observer(given["observer"]))


def _answer_rooftop(state: State, given: Mapping[str, Any]) -> Answer:
    if (given["gun"] is None) is not (given["calibre"] is None):
        raise BadInput("a Gun and its calibre go together", "--calibre")
    return ask_rooftop(state, given["hex"], given["enemy"], given["gun"], given["calibre"] or 0)


def _answer_light(state: State, given: Mapping[str, Any]) -> Answer:
    light = Light(given["light"])
    if given["levels"] not in (None, 1) and light is not Light.BLAZE:
        raise BadInput(f"only a Blaze has blazing levels, not a {light}", "--levels")
    return ask_illumination(state, light, given["levels"] or 1, given["hex"])


def _answer_mud(state: State, given: Mapping[str, Any]) -> Answer:
    path = given["path"]
    for one, two in itertools.pairwise(path):
        if state.setting.area.hexside(one, two) is None:
            raise BadInput(f"{one} and {two} are not adjacent", "--path")
    return ask_mud_bog(state, path, given["dr"])


def _answer_burn(state: State, given: Mapping[str, Any]) -> Answer:
    to, by, leader = given["to"], Kindler(given["by"]), -given["leadership"]
    if to is not None and state.setting.area.hexside(given["hex"], to) is None:
        raise BadInput(f"{given['hex']} and {to} are not adjacent", "--to")
    if by is Kindler.SMC and leader:
        raise BadInput("a SMC kindles alone, and undirected", "--leadership")
    return ask_burn(state, given["hex"], to, by, leader)


QUESTIONS: Final = {
    question.name: question
    for question in (
        Question(
            "shot",
            "what applies to an attack: LOS, Hindrances, LV, DLV, TEM, FFMO, Interdiction",
            (
                _FROM,
                _TO,
                _choice("attack", "which kind of attack", Attack, Attack.TO_HIT),
                _choice("against", "at what", Target, Target.INFANTRY),
                _RANGE,
                Option("area", "it uses the Area Target Type", "flag", default=False),
                Option("shell", "what is fired", "choice", choices=tuple(Shell)),
                Option("moving", "the target moves, FFMO may apply", "flag", default=False),
                Option("indirect", "it is Indirect Fire", "flag", default=False),
                Option(
                    "hazardous",
                    "the target is under Hazardous Movement",
                    "flag",
                    default=False,
                ),
            ),
            _answer_shot,
        ),
        Question(
            "view",
            "every hex that a unit sees, and at what DRM",
            (
                _FROM,
                _choice("attack", "which kind of attack", Attack, Attack.TO_HIT),
                _choice("against", "at what", Target, Target.INFANTRY),
            ),
            _answer_view,
        ),
        Question(
            "interdiction",
            "whether a routing unit can be Interdicted, and by which DRM",
            (
                _FROM,
                _TO,
                Option("morale", "Morale Level of the unit", "number", most=10),
                Option("roll", "the Original DR", "number", least=2, most=12),
                Option("dust_roll", "the subsequent dr", "number", least=1, most=6),
            ),
            _answer_interdiction,
        ),
        Question(
            "oba-accuracy",
            "what modifies an OBA Accuracy dr",
            (
                Option("firer", "the Observer's Location", "anywhere", needed=True, word="from"),
                _TO,
                _choice("observer", "who observes", Observer, Observer.OBSERVER),
                _choice("against", "what is in the hex", Target, Target.INFANTRY),
                _RANGE,
                Option("shell", "what is fired", "choice", choices=tuple(Shell), default="HE"),
            ),
            _answer_oba,
        ),
        Question(
            "terrain",
            "what a hex is, by which rules, and what follows",
            (Option("hex", "which hex", needed=True),),
            lambda state, given: ask_terrain(state, given["hex"]),
        ),
        Question(
            "sighting",
            "what modifies a Sighting TC",
            (Option("hex", "the hex of what is to be sighted"),),
            lambda state, given: ask_sighting(state, given["hex"]),
        ),
        Question(
            "illumination",
            "how far a light reaches at night",
            (
                _choice("light", "which light", Light, Light.STARSHELL),
                Option("levels", "levels of a Blaze; 1 if left out", "number", least=1, most=5),
                Option("hex", "where it is; then the hexes that it illuminates are listed"),
            ),
            _answer_light,
        ),
        Question(
            "concealment",
            "HIP entrenchments and concealment gain in DLV",
            (
                Option("hex", "a hex of Concealment Terrain", needed=True),
                Option("enemy", "hexes of unbroken enemy ground units", "hexes", needed=True),
            ),
            lambda state, given: ask_concealment(state, given["hex"], given["enemy"]),
        ),
        Question(
            "stacking",
            "how much a hex holds, where AD Terrain limits it",
            (Option("hex", "which hex", needed=True),),
            lambda state, given: ask_stacking(state, given["hex"]),
        ),
        Question(
            "overlay",
            "which base terrain an overlay has where it lies",
            (
                Option("hexes", "the hexes that it covers", "hexes", needed=True),
                _choice("printed", "the colour of its hexes as printed", Base, Base.DESERT),
            ),
            lambda state, given: ask_overlay(state, given["hexes"], Base(given["printed"])),
        ),
        Question(
            "gun",
            "whether a 5/8 inch Gun may be in a hex, and what it takes there",
            (
                Option("hex", "which hex", needed=True),
                _choice("gun", "what it is", Gun, Gun.OTHER),
                Option("calibre", "in mm", "number", needed=True, least=1, most=300),
                Option("dm", "it is dismantled", "flag", default=False),
                Option("animal_packed", "it is Animal-Packed", "flag", default=False),
                Option("towed", "it is Towed", "flag", default=False),
                Option("rooftop", "it is on the rooftop", "flag", default=False),
                Option("large", "it is a Large Target", "flag", default=False),
            ),
            lambda state, given: ask_gun(
                state, given["hex"], given["gun"], given["calibre"], dict(given)
            ),
        ),
        Question(
            "fortification",
            "whether a Fortification may be placed in a hex",
            (
                Option("hex", "which hex", needed=True),
                _choice("what", "which Fortification", Fortification, Fortification.FOXHOLE),
            ),
            lambda state, given: ask_fortification(state, given["hex"], given["what"]),
        ),
        Question(
            "rooftop",
            "what an Arid Rooftop gives, and to whom it is Open Ground",
            (
                Option("hex", "the building", needed=True),
                Option("enemy", "Locations of unbroken enemies", "locations", default=()),
                Option("gun", "5/8 inch ordnance", "choice", choices=("MTR", "RCL", "other")),
                Option("calibre", "its calibre in mm", "number", least=1, most=300),
            ),
            _answer_rooftop,
        ),
        Question(
            "recovery",
            "what modifies a Recovery dr",
            (Option("cx", "the unit is CX", "flag", default=False),),
            lambda state, given: ask_recovery(state, cx=given["cx"]),
        ),
        Question(
            "tem",
            "the TEM of a hex and its hexsides",
            (
                Option("hex", "which hex", needed=True),
                Option("indirect", "vs Indirect Fire", "flag", default=False),
                Option("he", "vs HE of ordnance and OBA, and vs DC", "flag", default=False),
                Option("vehicle_target", "to a vehicle", "flag", default=False),
            ),
            lambda state, given: ask_tem(
                state,
                given["hex"],
                indirect=given["indirect"],
                he=given["he"],
                vehicle=given["vehicle_target"],
            ),
        ),
        Question(
            "bx",
            "what a printed B or X number is now",
            (
                Option("number", "the printed number", "number", needed=True, least=2, most=12),
                Option("aerial", "the unit is Aerial", "flag", default=False),
            ),
            lambda state, given: ask_break_number(state, given["number"], aerial=given["aerial"]),
        ),
        Question(
            "prohibitions",
            "what Dust forbids: Double Time, Gallop, Aerial attacks",
            (),
            lambda state, _: ask_prohibitions(state),
        ),
        Question(
            "mud-bog",
            "which hexes count for Mud Bog, and where a vehicle bogs",
            (
                Option("path", "the hexes of its MPh, from where it begins", "hexes", needed=True),
                Option("dr", "the Secret dr", "number", least=1, most=6),
            ),
            _answer_mud,
        ),
        *MOVEMENT_QUESTIONS,
        Question(
            "rout",
            "whether a broken unit routs to a hex, and where to from it",
            (
                Option("hex", "which hex", "location", needed=True),
                Option("enemy", "Locations of enemies who may Interdict", "locations", default=()),
                Option("mf", "its MF; 6 if left out", "number", default=6, least=1, most=12),
                Option("trench", "there is a trench in the hex", "flag", default=False),
            ),
            lambda state, given: ask_rout(
                state, given["hex"], given["enemy"], given["mf"], trench=given["trench"]
            ),
        ),
        Question(
            "rally",
            "whether a hex gives the Rally Terrain bonus",
            (Option("hex", "which hex", needed=True),),
            lambda state, given: ask_rally(state, given["hex"]),
        ),
        Question(
            "burn",
            "what burns in a hex, and the chances that it kindles, grows and spreads",
            (
                Option("hex", "which hex", needed=True),
                Option("to", "the adjacent hex whose DRM are listed, when it is ablaze"),
                _choice("by", "who makes a Kindling attempt", Kindler, Kindler.SQUAD),
                Option(
                    "leadership",
                    "what the Leadership of who directs it adds to a Kindling DR",
                    "number",
                    default=0,
                    least=0,
                    most=3,
                ),
            ),
            _answer_burn,
        ),
    )
}
"""Every question, by name."""


def ask(
    source: State | Game | Scenario | str | Path,
    question: str,
    at: str | None = None,
    **options: Any,
) -> Answer:
    """The answer to a question; nothing is changed or logged (B.7).

    Args:
        source: a state, a game, the path of a log, or a scenario as it sets up.
        question: one of `QUESTIONS`.
        at: the moment, for a game or a log.
        options: what the question needs to know, as `QUESTIONS` says.

    Raises:
        BadInput: when there is no such question, log or moment, or an option is impossible.
    """
    if question not in QUESTIONS:
        known = ", ".join(QUESTIONS)
        raise BadInput(f"{question[:40]!r} is no question; expected one of {known}")
    asked = QUESTIONS[question]
    unknown = options.keys() - {option.name for option in asked.options}
    if unknown:
        known = ", ".join(option.name for option in asked.options)
        raise BadInput(f"{min(unknown)!r} is no option of {question}; expected {known}")
    state = state_of(source, at)
    given = {each.name: read_option(state, each, options.get(each.name)) for each in asked.options}
    return asked.answer(state, given)
