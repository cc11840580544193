"""Questions about movement: what a hex costs, whether it may be entered, Bog, High Walls."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from events.errors import BadInput
from replays.asking.options import Option, Question
from sim.chapter_b.cot import FOOT, Mover, mover_of
from sim.chapter_b.roads import road_between, road_into
from sim.chapter_d.afv import is_afv
from sim.map.mover_kind import MoverKind
from sim.questions.answer import Answer
from sim.questions.bog import ask_bog
from sim.questions.breach import Device, ask_breach, ask_thrown
from sim.questions.entry import ask_entry_cost, ask_may_enter
from sim.state import State

__all__ = ["MOVEMENT_QUESTIONS"]

_CAN_BUTTON_UP: Final = (
    MoverKind.FULLY_TRACKED,
    MoverKind.HALFTRACK,
    MoverKind.ARMOURED_CAR,
)


def _mover(state: State, given: Mapping[str, Any]) -> Mover:
    label = given["vehicle"]
    if label is None:
        kind = MoverKind(given["mover"] or MoverKind.INFANTRY)
        if given["bu"] and kind not in _CAN_BUTTON_UP:
            raise BadInput(f"{kind} is no AFV, and cannot be Buttoned Up", "--bu")
        if given["towing"] and kind in FOOT:
            raise BadInput(f"{kind} tows no Gun", "--towing")
        allotment = 4 if given["allotment"] is None else given["allotment"]
        return Mover(kind, allotment, given["bu"], given["towing"])
    for option in ("mover", "allotment"):
        if given[option] is not None:
            raise BadInput(f"the vehicle {label} has its own", f"--{option}")
    spec, vehicle = state.setting.vehicles[label], state.vehicles[label]
    if given["bu"] and not is_afv(spec):
        raise BadInput(f"{label} is no AFV, and cannot be Buttoned Up", "--bu")
    return attrs.evolve(
        mover_of(state, label),
        bu=vehicle.bu or given["bu"],
        towing=vehicle.towing or given["towing"],
    )


def _adjacent(state: State, given: Mapping[str, Any]) -> None:
    if state.setting.area.hexside(given["origin"], given["hex"]) is None:
        raise BadInput(f"{given['origin']} and {given['hex']} are not adjacent", "--to")


def _road(state: State, given: Mapping[str, Any]) -> bool | None:
    road = {"yes": True, "no": False}.get(given["road"])
    if road and given["origin"] is None:
        if not road_into(state, given["hex"]):
            raise BadInput(f"no road is in {given['hex']}", "--road")
        return road
    if road and road_between(state, given["origin"], given["hex"]) is None:
        raise BadInput(f"no road joins {given['origin']} and {given['hex']}", "--road")
    return road


def _answer_entry(
    state: State, given: Mapping[str, Any], answer: Callable[..., Answer] = ask_entry_cost
) -> Answer:
    _adjacent(state, given)
    road, mover = _road(state, given), _mover(state, given)
    return answer(state, mover, given["origin"], given["hex"], road=road)


def _answer_bog(state: State, given: Mapping[str, Any]) -> Answer:
    mover, origin = _mover(state, given), given["origin"]
    if mover.kind in FOOT:
        raise BadInput(f"{mover.kind} never bogs; a kind of vehicle is expected", "--mover")
    if origin is None:
        return ask_bog(state, mover, None, given["hex"], road=_road(state, given))
    _adjacent(state, given)
    return ask_bog(state, mover, origin, given["hex"], road=_road(state, given))


def _answer_breach(state: State, given: Mapping[str, Any]) -> Answer:
    _adjacent(state, given)
    return ask_breach(state, _mover(state, given), given["origin"], given["hex"])


def _answer_thrown(state: State, given: Mapping[str, Any]) -> Answer:
    _adjacent(state, given)
    device = Device(given["device"])
    return ask_thrown(
        state, given["origin"], given["hex"], device, cx=given["cx"], cdr=given["cdr"]
    )


_LEFT: Final = Option("origin", "the hex that is left", needed=True, word="from")
_ENTERED: Final = Option("hex", "the hex that is entered", needed=True, word="to")
_MOVER: Final = (
    Option("mover", "who; infantry if left out", "choice", choices=tuple(MoverKind)),
    Option("vehicle", "a vehicle of the game, instead of a kind", "vehicle"),
    Option("allotment", "printed MF or MP; 4 if left out", "number", least=1),
    Option("bu", "it is a BU AFV", "flag", default=False),
    Option("towing", "it tows a Gun", "flag", default=False),
)
_BY_ROAD: Final = Option(
    "road", "whether it uses the road; it does where one is", "choice", choices=("yes", "no")
)

MOVEMENT_QUESTIONS: Final = (
    Question(
        "entry-cost",
        "what a hex costs to enter, item by item",
        (_LEFT, _ENTERED, *_MOVER, _BY_ROAD),
        _answer_entry,
    ),
    Question(
        "may-enter",
        "whether a hex may be entered at all, and why not",
        (_LEFT, _ENTERED, *_MOVER, _BY_ROAD),
        lambda state, given: _answer_entry(state, given, ask_may_enter),
    ),
    Question(
        "bog",
        "which Bog Checks an entry or a VCA change takes, and how likely it bogs",
        (
            Option("origin", "the hex that is left; none for a VCA change", word="from"),
            Option("hex", "the hex that is entered, or in which it turns", needed=True, word="to"),
            *_MOVER,
            _BY_ROAD,
        ),
        _answer_bog,
    ),
    Question(
        "breach",
        "what it takes to breach a High Wall",
        (_LEFT, _ENTERED, *_MOVER),
        _answer_breach,
    ),
    Question(
        "thrown",
        "what befalls a MOL or DC thrown over a High Wall",
        (
            Option("origin", "the thrower's hex", needed=True, word="from"),
            Option("hex", "the target's hex", needed=True, word="to"),
            Option("device", "what is thrown", "choice", default="DC", choices=tuple(Device)),
            Option("cx", "the thrower is CX", "flag", default=False),
            Option("cdr", "the Original coloured dr", "number", least=1, most=6),
        ),
        _answer_thrown,
    ),
)
"""Questions about movement, in the order in which players meet them."""
