"""Answers to questions as a page shows them: rows of words, and fragments that draw them."""

from collections.abc import Iterator
from typing import Any, Final

from events.errors import BadInput
from events.orders import split_words
from replays.asking.answer import cells
from replays.asking.ask import expected_in_short, given_in_short, read_question
from replays.asking.rulebook import rule_words
from replays.drawing.sightline import draw_line, draw_los
from replays.drawing.svg import HIGH, centre, corners, dot, label, path, ring, tag, title
from replays.game.text import shown
from replays.page.frame import Fragments, contents
from sim.asking.answer import Answer, signed
from sim.asking.catalogue import answer, question_class
from sim.asking.question import BadQuestion
from sim.map.playing_area import PlayingArea
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Modifier, Total
from sim.questions.entry_cost import EntryCostAnswer, EntryCostQuestion
from sim.questions.shot import ShotAnswer
from sim.questions.terrain import TerrainQuestion
from sim.questions.view import ViewAnswer
from sim.state import State

_COLOURS: Final = ("#2f7fb5", "#5aa9a2", "#a9c46c", "#efc94c", "#f0913a", "#d95f2b", "#b23a2f")
"""By the least DRM, from +0 on; the last stands for more as well."""

HEAT_STYLE: Final = "\n".join(
    (
        ".unseen-hex{fill:#241f1a;fill-opacity:.46}",
        *(f".heat{n}{{fill:{colour};fill-opacity:.62}}" for n, colour in enumerate(_COLOURS)),
        ".heatdrm{font-size:19px;font-weight:bold;fill:#1c1712;paint-order:stroke;"
        "stroke:#fff;stroke-width:3px}",
        ".seer{fill:none;stroke:#fff;stroke-width:5}",
        ".seerdot{fill:#1f5fa8;stroke:#fff;stroke-width:2}",
    )
)
"""What the style sheet of a picture lacks for it."""


def draw_heat(area: PlayingArea, found: ViewAnswer, firer: str) -> Iterator[str]:
    """The hexes that are seen by their DRM, those that are not, and who looks."""
    hidden = "".join(ring(corners(area.place(name), 1.004)) for name in found.hidden)
    yield path(hidden, "unseen-hex")
    words = heat_words(found)
    for name, seen in found.seen.items():
        place = area.place(name)
        yield tag(
            "g",
            title(f"{name}: {words[name]}"),
            path(ring(corners(place, 0.985)), f"heat{_step(seen.low)}"),
            label(_drm(seen.low, seen.high), centre(place) + 0.12j * HIGH, "heatdrm"),
        )
    yield path(ring(corners(area.place(firer), 0.94)), "seer")
    yield path(dot(centre(area.place(firer)), 7), "seerdot")


def _step(drm: int) -> int:
    return min(max(drm, 0), len(_COLOURS) - 1)


def _drm(low: int, high: int) -> str:
    return signed(low) if low == high else f"{signed(low)}–{high}"


def heat_words(found: ViewAnswer) -> dict[str, str]:
    """Every other hex, and how it is seen, in words."""
    seen = {
        name: f"seen at range {each.range}, DRM {_drm(each.low, each.high)}"
        for name, each in found.seen.items()
    }
    return seen | dict.fromkeys(found.hidden, "not seen")


def heat_key(found: ViewAnswer) -> list[list[str]]:
    """The steps that occur, as words and class; hexes that are not seen last."""
    steps = sorted({_step(each.low) for each in found.seen.values()})
    last = len(_COLOURS) - 1
    rows = [[f"{signed(n)}{' or more' if n == last else ''}", f"heat{n}"] for n in steps]
    return [*rows, *([["not seen", "unseen-hex"]] if found.hidden else [])]


def question_words(text: str) -> list[str]:
    """The words of a question as people type it, a leading ``?`` and ``why-not`` left out.

    Raises:
        BadInput: when there is no word.
    """
    words = split_words(text.strip().removeprefix("?"))
    words = [each for each in words if each.lower().removeprefix("--") != "why-not"]
    if not words:
        raise BadInput("there is no question; expected one such as `shot B3 H6`", "text")
    return words


def answered(state: State, words: list[str], fragments: Fragments) -> dict[str, Any]:
    """The answer to a question at a state.

    Args:
        state: of which it is asked.
        words: its name and what follows, without a moment.
        fragments: where what draws it is kept.

    Raises:
        BadInput: when there is no such question, or it cannot be asked.
    """
    cls = question_class(words[0].lower())
    try:
        found = answer(state, read_question(state, cls, given_in_short(cls, words[1:])))
    except BadQuestion as error:
        fields = {field.name: field.word for field in cls.fields}
        said = error.renamed(fields.__getitem__)
        raise BadInput(f"{said.what}{expected_in_short(cls)}", said.where) from None
    return _reply(state, found, fragments) | {"asked": shown(" ".join(words))}


def _reply(state: State, found: Answer, fragments: Fragments) -> dict[str, Any]:
    """An answer as plain values."""
    reply: dict[str, Any] = {
        "moment": str(state.moment),
        "verdict": shown(found.verdict),
        "total": _total(found.total) if found.items else "",
        "items": [_item(each) for each in found.items],
        "near": [
            {"name": shown(n.name), "kind": n.kind.value, "rule": n.rule, "why": shown(n.why)}
            for n in found.near
        ],
        "lines": [shown(line) for line in found.lines()],
    }
    rules = [*(each.rule for each in found.items), *(each.rule for each in found.near)]
    return reply | _drawn(state, found, fragments) | {"rules": rule_words(rules)}


def _item(each: Modifier) -> dict[str, str]:
    amount, kind, name, rule, why = cells(each)
    return {"amount": amount, "name": shown(name), "kind": kind, "rule": rule, "why": shown(why)}


def _total(total: Total) -> str:
    if total.low == total.high:
        return signed(total.low)
    return f"{signed(total.low)} to {signed(total.high)}"


def _drawn(state: State, found: Answer, fragments: Fragments) -> dict[str, Any]:
    """What draws an answer: under the counters and over them."""
    area = state.setting.area
    if isinstance(found, ShotAnswer):
        line = "".join(filter(None, draw_line(area, found)))
        over = "".join(filter(None, draw_los(area, found)))
        under = [fragments.add(line)]
        drawn = {"under": under, "over": [fragments.add(over)]}
        blocked = found.blocked is not None
        return {"drawn": drawn, "blocked": blocked} | ({"total": ""} if blocked else {})
    if isinstance(found, ViewAnswer):
        firer = getattr(found.question, "firer").hex  # noqa: B009 - of this question only
        heat = fragments.add("".join(filter(None, draw_heat(area, found, firer))))
        seen = {"hexes": heat_words(found), "key": heat_key(found)}
        return {"drawn": {"under": [heat], "over": []}, "seen": seen}
    return {}


def hex_reply(state: State, name: str, fragments: Fragments) -> dict[str, Any]:
    """What a hex is, what lies in it, and what each kind of mover pays to enter it."""
    found = answer(state, TerrainQuestion(hex=name))
    reply = _reply(state, found, fragments)
    rows = {kind.value: _costs(state, name, kind) for kind in MoverKind}
    rules = {each["rule"] for row in rows.values() for each in row["items"]}
    reply["rules"] |= rule_words(rules)
    return reply | {
        "hex": shown(name),
        "stack": contents(state).get(name, []),
        "entry": [{"mover": mover, **row} for mover, row in rows.items()],
    }


def _costs(state: State, name: str, kind: MoverKind) -> dict[str, Any]:
    """What entry costs a kind of mover from each adjacent hex, the same costs told together."""
    costs: dict[str, list[str]] = {}
    items: dict[str, dict[str, str]] = {}
    for origin in state.setting.area.neighbours(name).values():
        asked = EntryCostQuestion(origin=origin, hex=name, mover=kind)
        try:
            found = answer(state, asked)
        except BadQuestion as error:
            costs.setdefault(error.what, []).append(origin)
            continue
        costs.setdefault(_cost(found), []).append(origin)
        items |= {f"{each.name} {each.rule}": _item(each) for each in found.items}
    rows = [[shown(cost), origins] for cost, origins in costs.items()]
    return {"costs": rows, "items": [*items.values()]}


def _cost(found: Answer) -> str:
    """The cost alone; why not, where the hex may not be entered."""
    if isinstance(found, EntryCostAnswer) and found.cost is not None:
        cost = f"{float(found.cost):g}"
        return f"{cost}, Bog Check" if found.bog_check else cost
    return found.verdict
