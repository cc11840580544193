"""Replies to questions, of rules and of what can be done: words in rows, and SVG to draw them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import attrs

from events.commands import OF_THE_LOG, WindChange
from events.errors import BadInput
from events.field import InputField
from events.moment import Moment, Phase
from events.orders import split_words
from events.register import Event
from events.sky import ECChanged, WindChangeRolled
from replays.asking.answer import cells
from replays.asking.ask import ask_shorthand, read_question
from replays.asking.rulebook import Clause, Found, find, known_above, rule_words
from replays.asking.rules_page import shown, with_examples
from replays.drawing.sightline import draw_line, draw_los
from replays.drawing.svg import HIGH, centre, corners, dot, label, path, ring, tag, title
from replays.game.dice_source import fill_in
from replays.game.game import Game
from replays.game.position import demand_unfinished
from replays.page.frame import SvgCache
from sim.asking.answer import Answer, signed
from sim.asking.catalogue import answer, question_class
from sim.asking.question import BadQuestion
from sim.chapter_a.los import Location
from sim.machine.decide import resolve
from sim.machine.dice import Dice, outcomes
from sim.machine.options import Thing, commands_of, offer
from sim.machine.telling import Refusal
from sim.map.terrain_kind import MoverKind
from sim.modifiers import Modifier
from sim.questions.entry_cost import EntryCostAnswer, EntryCostQuestion
from sim.questions.options import OptionsQuestion, plain
from sim.questions.shot import ShotAnswer, ShotQuestion
from sim.questions.shot import answer as answer_shot
from sim.questions.terrain import TerrainQuestion
from sim.questions.view import ViewAnswer, ViewQuestion
from sim.shot import AERIAL, Attack, Target
from sim.state import State, replace

AGAINST: Final = (Target.VEHICLE, Target.INFANTRY)

Asked = tuple[State, Location, Location]
"""In which state, from where, at what."""


def total_of(found: ShotAnswer) -> str:
    """The total of a shot as the page says it: ``+4 to +7``; ``no LOS`` where it is blocked."""
    if found.blocked is not None:
        return "no LOS"
    return " to ".join(dict.fromkeys((signed(found.total.low), signed(found.total.high))))


def _shoot(asked: Asked, attack: Attack, against: Target) -> ShotAnswer | str:
    """The answer to a shot, or why it cannot be made so."""
    state, firer, target = asked
    question = ShotQuestion(firer=firer, target=target, attack=attack, against=against)
    try:
        found = answer_shot(state, question)
    except BadQuestion as error:
        return error.renamed(lambda name: name).what
    why = found.verdict.removeprefix("not allowed: ")
    return found if why == found.verdict else why


def shot_response(state: State, ends: list[str], attack: str) -> dict[str, Any]:
    """A shot vs vehicle and vs Infantry; its ends may be hexes, vehicles or units."""
    cache, fields = SvgCache(), {field.name: field for field in question_class("shot").fields}
    given = dict(zip(("firer", "target"), ends, strict=True)) | {"attack": attack}
    firer, target, kind = (_read(fields[name], text, state) for name, text in given.items())
    asked = state, firer, target
    reply: dict[str, Any] = {"from": str(firer), "to": str(target), "attack": kind.value}
    for against in AGAINST:
        found = _shoot(asked, kind, against)
        if isinstance(found, str):
            reply[against.value] = {"verdict": f"not allowed: {found}", "total": "", "items": []}
            continue
        told = {"total": total_of(found), "range": found.range}
        reply[against.value] = _response(state, found, cache) | told
    reply["attacks"] = [*_attacks(asked)]
    reply["next"] = _next_wind(asked, kind)
    reply["rules"] = rule_words(each["rule"] for each in reply["next"])
    return reply | {"moment": str(state.moment), "fragments": cache.text}


def _read(field: InputField, text: str, state: State) -> Any:
    try:
        return field.read(text, state)
    except BadInput as error:
        raise BadInput(error.what, field.word) from None


def _attacks(asked: Asked) -> Iterator[dict[str, Any]]:
    """The kinds of attack on the ground, which of them can be made, and why not."""
    for attack in Attack:
        if attack in AERIAL:
            continue
        found = [_shoot(asked, attack, each) for each in AGAINST]
        why_not = [each for each in found if isinstance(each, str)]
        legal = len(why_not) < len(found)
        row = {"attack": attack.value, "legal": legal}
        yield row if legal else {**row, "why": why_not[0]}


def _next_wind(asked: Asked, attack: Attack) -> list[dict[str, Any]]:
    """By all 36 of the next Wind Change DR, where the totals would be others; all else stays."""
    state, firer, target = asked
    clock = state.clock
    if clock.wind_rolled:
        moment = clock.moment
        later = Moment(moment.turn, moment.player, Phase.RPH)
        state = replace(state, clock=replace(clock, moment=later, wind_rolled=False))
    now = _totals(asked, attack)
    found: dict[tuple[str, ...], list[tuple[Fraction, tuple[Event, ...]]]] = defaultdict(list)
    totals: dict[tuple[Event, ...], tuple[str, ...]] = {}
    for chance, events, after in _winds(state):
        if events not in totals:
            again = replace(after, clock=clock), firer, target
            totals[events] = _totals(again, attack)
        if totals[events] != now:
            found[totals[events]].append((chance, events))
    rows = [_wind_row(total, ways) for total, ways in found.items()]
    return sorted(rows, key=lambda row: -Fraction(row["chance"]))


def _totals(asked: Asked, attack: Attack) -> tuple[str, ...]:
    shots = (_shoot(asked, attack, each) for each in AGAINST)
    return tuple("" if isinstance(each, str) else total_of(each) for each in shots)


def _winds(state: State) -> Iterator[tuple[Fraction, tuple[Event, ...], State]]:
    """What each Wind Change DR, and each dr that it calls for, would bring."""

    def act(dice: Dice) -> Any:
        return resolve(state, WindChange(), dice)

    for chance, _, outcome in outcomes(act):
        if isinstance(outcome, Refusal):
            return
        events = tuple(e for e in outcome.events if not isinstance(e, WindChangeRolled))
        yield chance, events, outcome.state


def _wind_row(
    totals: tuple[str, ...], ways: list[tuple[Fraction, tuple[Event, ...]]]
) -> dict[str, Any]:
    """The winds that lead to the same totals: their chance, how they begin, what they share."""
    likely: dict[Event, Fraction] = defaultdict(Fraction)
    for chance, events in ways:
        likely[events[0]] += chance
    first = sorted(likely, key=lambda event: -likely[event])
    shared = [each for each in ways[0][1] if all(each in events for _, events in ways)]
    shared = [each for each in shared if not isinstance(each, ECChanged)]
    begins = _said(shared[:1] if shared and shared[0] in likely else first)
    told = [each for each in shared if each not in likely][:1]
    row = {"if": ": ".join([begins, *map(str, told)])}
    row |= {"chance": str(sum(likely.values())), "rule": (told or shared or first)[0].rule}
    return row | dict(zip((each.value for each in AGAINST), totals, strict=True))


def _said(events: list[Event]) -> str:
    """Events in words, those of one kind as one."""
    kinds: dict[type[Event], list[str]] = defaultdict(list)
    for each in events:
        kinds[type(each)].append(str(each).partition(",")[0])
    return " or ".join(
        said[0] if len(said) == 1 else said[0].partition(" from ")[0] for said in kinds.values()
    )


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
        under, over = draw_line(area, found), draw_los(area, found, whole=True)
        reply |= {"drawn": {"under": cache.of(under), "over": cache.of(over)}}
        reply["blocked"] = found.blocked is not None
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
    return reply | {"hex": name, "entry": [{"mover": mover, **row} for mover, row in rows.items()]}


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
    return {"costs": [*map(list, costs.items())], "items": [*items.values()]}


def options_reply(
    request: Mapping[str, Any], at: int, state: State, game: Game | None
) -> dict[str, Any]:
    """What can be done at an entry: ``of`` is a name or ``{kind: name}``, the game without.

    Args:
        request: what a page asks.
        at: the number of the entry.
        state: the state after it.
        game: the game, where that entry is its last; what its log takes is told then.
    """
    of = request.get("of")
    if isinstance(of, Mapping):
        of = ", ".join(f"{kind}:{name}" for kind, name in of.items())
    asked = {"of": of, "path": request.get("path")}
    found = answer(state, read_question(state, OptionsQuestion, asked))
    facts = found.facts
    if game is not None:
        _by_the_log(facts, game)
    return {"question": found.question.name, "moment": str(state.moment), "entry": at} | facts


def _by_the_log(facts: dict[str, Any], game: Game) -> None:
    """The orders of the log itself go with those of the game; a finished game takes no others."""
    try:
        demand_unfinished(game.position, game.header)
    except BadInput as error:
        facts["not"] += [_refused(each["order"], each["label"], error) for each in facts["orders"]]
        facts["orders"] = []
    for command in () if facts["of"]["id"] else OF_THE_LOG.values():
        accepted, refused = [], None
        for each in next(commands_of(game.state, Thing(), command, {})):
            try:
                fill_in(
                    game.header, each, game.position, len(game.entries) + 1, game.seal, game.point
                )
                accepted.append(each)
            except BadInput as error:
                refused = refused or error
        if accepted:
            facts["orders"].append(plain(offer(game.state, command, {}, accepted)))
        elif refused is not None:
            facts["not"].append(_refused(command.word, command.title, refused))


def _refused(order: str, label: str, error: BadInput) -> dict[str, Any]:
    return {"order": order, "label": label, "why": error.what}


def rules_reply(text: str) -> dict[str, Any]:
    """What is found; one rule, or one clause, with its examples and their pictures.

    An id that is no rule's is looked for as that of the rule above it, as B25.651 may be B25.65.

    Raises:
        BadInput: when nothing is found.
    """
    sought = text.strip().removeprefix("ruling ")
    found = _found(sought)
    in_full = found.in_full or len(found.rules) + len(found.clauses) == 1

    def told(those: tuple[Clause, ...]) -> list[dict[str, Any]]:
        return _clauses(those) if in_full else []

    parts = [
        {"id": rule.id, "title": rule.title, "says": rule.says, "clauses": told(rule.clauses)}
        for rule in found.rules
    ]
    parts += [
        {"id": each.id, "title": "", "says": "" if in_full else each.text, "clauses": told((each,))}
        for each in found.clauses
    ]
    rulings = [attrs.asdict(ruling) for ruling in found.rulings]
    return {"asked": sought, "found": parts, "rulings": rulings}


def _found(sought: str) -> Found:
    try:
        return find(sought)
    except BadInput:
        if (above := known_above(sought)) is None:
            raise
        return find(above)


def _clauses(those: tuple[Clause, ...]) -> list[dict[str, Any]]:
    return [
        {
            "id": clause.id,
            "text": clause.text,
            "status": clause.status,
            "examples": [attrs.asdict(shown(each)) for each in own],
        }
        for clause, own in with_examples(those)
    ]
