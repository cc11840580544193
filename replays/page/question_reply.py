"""Answers to questions as a page shows them: rows of words, and SVG that draws them."""

from collections.abc import Iterator
from typing import Any, Final

from events.errors import BadInput
from events.field import InputField
from events.orders import split_words
from replays.asking.answer import cells
from replays.asking.ask import ask_shorthand
from replays.asking.rulebook import rule_words
from replays.drawing.sightline import draw_line, draw_los
from replays.drawing.svg import HIGH, centre, corners, dot, label, path, ring, tag, title
from replays.page.frame import SvgCache
from replays.page.shot_reply import shot_each
from sim.asking.answer import Answer, signed
from sim.asking.catalogue import answer, question_class
from sim.asking.question import BadQuestion
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Modifier
from sim.questions.entry_cost import EntryCostAnswer, EntryCostQuestion
from sim.questions.shot import ShotAnswer
from sim.questions.terrain import TerrainQuestion
from sim.questions.view import ViewAnswer, ViewQuestion
from sim.state import State

_HOTTEST: Final = 6
"""The last colour of the style sheet, which stands for greater DRM as well."""


def question_words(text: str) -> list[str]:
    """The words of a question as people type it, a leading ``?`` and ``why-not`` left out."""
    words = split_words(text.strip().removeprefix("?"))
    words = [each for each in words if each.lower().removeprefix("--") != "why-not"]
    if not words:
        raise BadInput("there is no question; expected one such as `shot B3 H6`", "text")
    return words


def response(state: State, words: list[str]) -> dict[str, Any]:
    """The answer to a question, its name and what follows, without a moment."""
    cls, cache = question_class(words[0].lower()), SvgCache()
    found = ask_shorthand(state, cls, words[1:])
    return _response(state, found, cache) | {"asked": " ".join(words), "fragments": cache.text}


def shot_response(state: State, ends: list[str], attack: str) -> dict[str, Any]:
    """A shot vs vehicle and vs Infantry; its ends may be hexes, vehicles or units."""
    cls, cache = question_class("shot"), SvgCache()
    fields = {field.name: field for field in cls.fields}
    given = dict(zip(("firer", "target"), ends, strict=True)) | {"attack": attack}
    firer, target, kind = (_read(fields[name], text, state) for name, text in given.items())

    def shown(found: ShotAnswer) -> dict[str, Any]:
        return _response(state, found, cache)

    reply = shot_each(state, firer, target, kind, shown)
    return reply | {"moment": str(state.moment), "fragments": cache.text}


def _read(field: InputField, text: str, state: State) -> Any:
    try:
        return field.read(text, state)
    except BadInput as error:
        raise BadInput(error.what, field.word) from None


def _response(state: State, found: Answer, cache: SvgCache) -> dict[str, Any]:
    """An answer as plain values, with what draws it under the counters and over them."""
    total, area = found.total, state.setting.area
    sums = dict.fromkeys((signed(total.low), signed(total.high)))
    reply: dict[str, Any] = {
        "moment": str(state.moment),
        "verdict": found.verdict,
        "total": " to ".join(sums) if found.items else "",
        "items": [_item(each) for each in found.items],
        "near": [
            {"name": n.name, "kind": n.kind.value, "rule": n.rule, "why": n.why} for n in found.near
        ],
        "lines": [*found.lines()],
    }
    if isinstance(found, ShotAnswer):
        under, over = (cache.of(draw(area, found)) for draw in (draw_line, draw_los))
        reply |= {"drawn": {"under": under, "over": over}, "blocked": found.blocked is not None}
        reply["total"] *= not reply["blocked"]
    elif isinstance(found, ViewAnswer) and isinstance(found.question, ViewQuestion):
        words = heat_words(found)
        heat = cache.of(_draw_heat(state, found, found.question.firer.hex, words))
        reply |= {"drawn": {"under": heat, "over": []}}
        reply |= {"seen": {"hexes": words, "key": _heat_legend(found)}}
    rules = [*(each.rule for each in found.items), *(each.rule for each in found.near)]
    return reply | {"rules": rule_words(rules)}


def _item(each: Modifier) -> dict[str, str]:
    amount, kind, name, rule, why = cells(each)
    return {"amount": amount, "name": name, "kind": kind, "rule": rule, "why": why}


def _draw_heat(state: State, found: ViewAnswer, firer: str, words: dict[str, str]) -> Iterator[str]:
    """The hexes that are seen by their DRM, those that are not, and who looks."""
    area = state.setting.area
    hidden = "".join(ring(corners(area.place(name), 1.004)) for name in found.hidden)
    yield path(hidden, "unseen-hex")
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
    return min(max(drm, 0), _HOTTEST)


def _drm(low: int, high: int) -> str:
    return signed(low) if low == high else f"{signed(low)}–{high}"


def heat_words(found: ViewAnswer) -> dict[str, str]:
    """Every other hex, and how it is seen, in words."""
    seen = {
        name: f"seen at range {each.range}, DRM {_drm(each.low, each.high)}"
        for name, each in found.seen.items()
    }
    return seen | dict.fromkeys(found.hidden, "not seen")


def _heat_legend(found: ViewAnswer) -> list[list[str]]:
    """The steps that occur, as words and class; hexes that are not seen last."""
    steps = sorted({_step(each.low) for each in found.seen.values()})
    rows = [[f"{signed(n)}{' or more' if n == _HOTTEST else ''}", f"heat{n}"] for n in steps]
    return [*rows, *([["not seen", "unseen-hex"]] if found.hidden else [])]


def hex_response(state: State, name: str) -> dict[str, Any]:
    """What a hex is, and what each kind of mover pays to enter it."""
    reply = _response(state, answer(state, TerrainQuestion(hex=name)), SvgCache())
    rows = {kind.value: _costs(state, name, kind) for kind in MoverKind}
    reply["rules"] |= rule_words(each["rule"] for row in rows.values() for each in row["items"])
    return reply | {
        "hex": name,
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
        cost = found.verdict  # why not, where the hex may not be entered
        if isinstance(found, EntryCostAnswer) and found.cost is not None:
            cost = f"{float(found.cost):g}{', Bog Check' if found.bog_check else ''}"
        costs.setdefault(cost, []).append(origin)
        items |= {f"{each.name} {each.rule}": _item(each) for each in found.items}
    return {
        "costs": [[cost, origins] for cost, origins in costs.items()],
        "items": [*items.values()],
    }
