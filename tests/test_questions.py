"""What holds of every question and answer, whatever the game: properties, and the document."""

import contextlib
import io
import re
import tempfile
from pathlib import Path
from typing import Any, Final

import attrs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from events.errors import BadInput
from events.field import Choice, FieldKind, Flag, Number, Several
from events.moment import Phase
from events.terms import Density, Fire, Fortification, Kindler, Rain
from replays import Game
from replays.asking.answer import answer_as_json, answer_as_text
from replays.asking.ask import ask
from replays.cli.ask import flag_of
from replays.cli.main import main
from replays.testing import games
from sim.asking.answer import Answer
from sim.asking.catalogue import question_class, question_names
from sim.asking.question import AHex, ALocation, Named
from sim.chapter_11.night import Light
from sim.chapter_11.residual_fp_and_cc import LEAVES_RESIDUAL_FP
from sim.chapter_a.smoke import smoke_in
from sim.chapter_b.depressions import depressions_of
from sim.chapter_b.sheltered import missing
from sim.chapter_d.vca import Facing, vertex_facing
from sim.modifiers import Kind
from sim.questions.options import AThing
from sim.questions.shot import ShotAnswer
from sim.questions.view import ViewAnswer
from sim.shot import AERIAL, NO_LOS, Attack, Shell, Target
from sim.state import BARE, Smoke, State, replace
from tests.drawn import examples

MANY: Final = examples(60)
FEW: Final = examples(25)


RULE: Final = re.compile(r"[A-Z]{0,2}\.?\d+(\.\d+)?[A-D]?")
"""How a rule looks: 11.71, B.10, A24.2, AD3.47, E7, 191.8."""

MOVING: Final = ("entry-cost", "may-enter", "bog", "breach", "thrown")
"""Questions about two adjacent hexes."""

BESIDE: Final = {
    **dict.fromkeys((*MOVING, "street-fighting"), ("origin", "hex")),
    "wall-advantage": ("firer", "hex"),
    "bypass": ("hex", "along"),
    "dash": ("origin", "across"),
}
"""Questions about adjacent hexes: which fields they are."""

COUNTRY: Final = """
    A   B   C   D   E   F   G   H   I
0       .       .       d       .
1   .   s   .   h   .   o   .   w   .
2   .   .   .1  .1  .   .   s   .   b
3   .   h1  .2  .1  .   .   .   .   .
4   y   .   .1  .   .   .   .   k   .
5   y   .   .   .   .   .   h   .   .
6   .   y   c   .   .   D   .   g   .
7   .   .   .   s   .   .   .   .   n
8   .   .   .   .   o   H   .   .   .
"""
"""A little of everything: hills, a wadi, obstacles, Hindrances."""


def rich(*, ad: bool) -> dict[str, Any]:
    """Facts of scenarios on a board with a little of everything."""
    board = {"name": "X", "desert": True, "ad": ad, "map": COUNTRY}
    return {"boards": [board], "ad": ad, **({} if ad else {"debris": []})}


@st.composite
def played(draw: DrawFn, most: int = 25) -> Game:
    """Games on a plain board or on one with a little of everything, some way into play."""
    facts = draw(st.sampled_from([{}, rich(ad=False), rich(ad=True)]))
    return draw(games(most=most, **facts))


@st.composite
def states(draw: DrawFn) -> State:
    """States of games, some of them in a sky or Dust that their game did not come to."""
    state = draw(played(most=15)).state
    if draw(st.booleans()):
        state = replace(state, dust=draw(st.sampled_from(Density)))
    if draw(st.booleans()):
        rain, mist = draw(st.sampled_from(Rain)), draw(st.booleans())
        state = replace(state, sky=attrs.evolve(state.sky, rain=rain, mist=mist))
    for name in draw(st.lists(_hexes(state), max_size=3)):
        state = with_smoke(state, name, dispersed=draw(st.booleans()))
    return state


def with_smoke(state: State, name: str, *, dispersed: bool = False) -> State:
    """The same state with one more SMOKE counter."""
    label = f"more {len(state.smoke)}"
    return replace(state, smoke=state.smoke.set(label, Smoke(name, "German", dispersed=dispersed)))


def _hexes(state: State) -> SearchStrategy[str]:
    return st.sampled_from(list(state.setting.area.record))


def _locations(state: State, *, anywhere: bool = False) -> SearchStrategy[str]:
    """Locations as people write them, upper levels of buildings included."""
    ground = {name: state.ground.get(name, BARE).building for name in state.setting.area.record}
    upper = [
        f"{name}@{level}"
        for name, building in ground.items()
        if building is not None
        for level in range(building.top + 1)
    ]
    found = _hexes(state)
    if upper:
        found |= st.sampled_from(upper)
    if anywhere:
        found |= st.builds("{}@{}".format, _hexes(state), st.integers(0, 20))
    return found


@st.composite
def _walks(draw: DrawFn, state: State, least: int, most: int) -> list[str]:
    """Hexes, each adjacent to the last."""
    path = [draw(_hexes(state))]
    while len(path) < draw(st.integers(least, most)):
        path.append(draw(st.sampled_from(list(state.setting.area.neighbours(path[-1]).values()))))
    return path


def _values(state: State, kind: FieldKind) -> SearchStrategy[Any]:
    """Values of a kind, as people write them."""
    match kind:
        case Named():
            there = sorted(getattr(state, f"{kind.what}s"))
            return st.sampled_from(there) if there else st.none()
        case ALocation():
            return _locations(state, anywhere=kind.any_level)
        case AHex():
            return _hexes(state)
        case AThing():
            labels = sorted((*state.vehicles, *state.units))
            return (st.sampled_from(labels) if labels else st.none()) | _hexes(state)
        case Several():
            return st.lists(_values(state, kind.of), min_size=kind.least, max_size=3)
        case Number():
            return st.integers(kind.least, kind.most)
        case Flag():
            return st.booleans()
        case Choice():
            return st.sampled_from(kind.terms)
        case _:
            raise AssertionError(kind)


@st.composite
def _beside(draw: DrawFn, state: State, name: str) -> dict[str, Any]:
    """The adjacent hexes of a question that asks for some."""
    found: dict[str, Any] = dict(zip(BESIDE.get(name, ()), draw(_walks(state, 2, 2)), strict=False))
    if name == "mud-bog":
        found["path"] = draw(_walks(state, 1, 6))
    if name == "dash":
        beyond = state.setting.area.neighbours(found["across"]).values()
        found["hex"] = draw(st.sampled_from([to for to in beyond if to != found["origin"]]))
    if name in ("entry-cost", "may-enter"):
        around = sorted(state.setting.area.neighbours(found["hex"]).values())
        found["along"] = draw(st.none() | st.sampled_from(around))
    return found


@st.composite
def questions(draw: DrawFn, state: State, name: str | None = None) -> tuple[str, dict[str, Any]]:
    """A question that can be asked of a state, with all that it needs to know."""
    name = name or draw(st.sampled_from(question_names()))
    given = {
        field.name: draw(_values(state, field.kind))
        for field in question_class(name).fields
        if field.needed or (field.name not in _UNDRAWN and draw(st.booleans()))
    }
    given |= draw(_beside(state, name))
    if name == "burn":
        if "to" in given:
            given["hex"], given["to"] = draw(_walks(state, 2, 2))
        if given.get("by") == Kindler.SMC:
            given.pop("leadership", None)
    if name == "options" and given.get("of") not in state.vehicles:
        given.pop("path", None)
    if name == "shot":
        if given.get("attack") == Attack.CC:
            given["target"] = given["firer"]
            given.pop("range", None)
        if given.get("against") == Target.BOTH:
            given["area"] = True
        _agree_on_vertex(state, given)
    if name == "gun":
        _agree_on_gun(given, draw(_walks(state, 2, 2)))
    _agree(name, given)
    _agree_on_places(state, given)
    if not given.get("towing"):
        given.pop("mtr", None)
    return name, {key: value for key, value in given.items() if value is not None}


_UNDRAWN: Final = ("otherwise", "from_within", "from_bypass")  # no state has what they need


def _agree_on_vertex(state: State, given: dict[str, Any]) -> None:
    """Take away the vertex of who cannot be in Bypass: not on the ground of another hex (A4.3)."""
    one, two = str(given["firer"]), str(given["target"])
    low, same = two in depressions_of(state.setting), one.partition("@")[0] == two
    if low or same or "@" in two or state.moment.phase is not Phase.MPH:
        given.pop("vertex", None)


def _agree_on_shot(name: str, given: dict[str, Any]) -> None:
    """Take away what does not go with the attack of a shot."""
    if given.get("against") in (Target.AERIAL, Target.BOTH if name == "view" else None):
        given.pop("against", None)
    if given.get("shell") == Shell.AP and {"none", "OBA", "oba-accuracy"} & {name, *given.values()}:
        given.pop("shell")  # 11.623
    if given.get("vertex") is not None:
        given.pop("spotter", None)  # who looks may be in the hex of the target
    if given.get("attack", Attack.TO_HIT) not in (Attack.TO_HIT, Attack.OBA):  # C3.7
        given.pop("critical_hit", None)
    if given.get("attack", Attack.TO_HIT) != Attack.TO_HIT:
        given.pop("spotter", None)
    shot = given.get("shell") in (Shell.AP, Shell.SMOKE)  # no HE
    if shot or given.get("attack", Attack.TO_HIT) not in LEAVES_RESIDUAL_FP:
        given.pop("fp", None)


def _agree_on_places(state: State, given: dict[str, Any]) -> None:
    """Take away Fortifications, units and CA that are not where the question asks for them."""
    where = str(given.get("target", given.get("hex", ""))).split("@")[0]
    for key in ("within", "into"):
        if key in given and missing(state, where, Fortification(given[key])):
            given.pop(key)
    unit = state.units.get(given.get("unit") or "")
    if unit is not None and unit.hex != where:
        given.pop("unit")
    if "ca" in given:
        facing = vertex_facing(Facing(given["ca"]), state.setting.scenario.north)
        if facing is None:
            given.pop("ca")


_TOGETHER: Final[dict[str, tuple[set[str], tuple[str, ...]]]] = {
    "interdiction": ({"morale", "roll"}, ("morale", "roll", "dust_roll")),
    "rooftop": ({"gun", "calibre"}, ("gun", "calibre")),
    "sighting": ({"hex"}, ("firer",)),
}
"""What some questions need, and what of theirs goes with it alone."""


def _agree(name: str, given: dict[str, Any]) -> None:
    """Take away what does not go with the rest."""
    if name in ("shot", "view", "oba-accuracy"):
        _agree_on_shot(name, given)
    if name == "view" and given.get("attack") in NO_LOS | AERIAL:
        given.pop("attack")
    if given.get("area") and given.get("attack", Attack.TO_HIT) != Attack.TO_HIT:
        given.pop("area")
        if given.get("against") == Target.BOTH:
            given.pop("against")
    needed, others = _TOGETHER.get(name, (set(), ()))
    if any(given.get(key) is None for key in needed):
        for key in others:
            given.pop(key, None)
    if name == "illumination" and given.get("light") != Light.BLAZE:
        given.pop("levels", None)
    if name in MOVING:
        _agree_on_mover(name, given)


def _agree_on_gun(given: dict[str, Any], walk: list[str]) -> None:
    """Let a Gun be Manhandled between adjacent hexes; no Dug-In vehicle is."""
    if given.get("dug_in"):
        given.pop("vehicular", None)
    if given.get("dug_in") or given.get("vehicular"):
        given.pop("emplaced", None)
        given.pop("manhandled_from", None)
    if "manhandled_from" in given:
        given["manhandled_from"], given["hex"] = walk


def _agree_on_mover(name: str, given: dict[str, Any]) -> None:
    """Take away what does not go with the mover of an entry cost."""
    if given:
        if name == "bog" and given.get("mover") in (None, "infantry", "cavalry"):
            given["mover"] = "truck"
        given.pop("bu", None)
        given.pop("road", None)
        if given.get("mover") in (None, "infantry", "cavalry"):
            given.pop("towing", None)
            given.pop("riders", None)
            given.pop("convoy", None)
        if given.get("vehicle") is not None:
            given.pop("mover", None)
            given.pop("allotment", None)


@st.composite
def shots(draw: DrawFn, state: State) -> dict[str, Any]:
    """What a shot needs to know."""
    given = draw(questions(state, "shot"))[1]
    given.pop("vertex", None)  # other ends are put in its place
    return given


def check(answer: Answer) -> None:
    """What holds of every answer."""
    assert answer.question.name in question_names()
    assert answer.verdict
    assert "\n" not in answer.verdict
    for item in answer.items:
        assert RULE.fullmatch(item.rule), item
        assert item.name
        assert item.kind in Kind
        assert (item.amount is None) is (item.die is not None)
    for near in answer.near:
        assert RULE.fullmatch(near.rule), near
        assert near.name
        assert near.why.strip()
    assert not {each.name for each in answer.near} & {
        each.name for each in answer.items if each.kind in (Kind.DLV, Kind.LV)
    }
    total = answer.total
    assert sum(total.chances.values()) == 1
    assert all(chance > 0 for chance in total.chances.values())
    assert (min(total.chances), max(total.chances)) == (total.low, total.high)
    assert total.low <= total.high
    fixed = sum(item.amount for item in answer.items if item.amount is not None)
    assert total.fixed == fixed
    if not any(item.die for item in answer.items):
        assert total.low == total.fixed == total.high


# Properties -----------------------------------------------------------------------------------


@MANY
@given(st.data())
def test_asking_changes_nothing(data: st.DataObject) -> None:
    """Whatever is asked of a game, its state, log and seal stay what they were."""
    game = data.draw(played())
    state, log, seal, count = game.state, game.log_bytes(), game.seal(), len(game.entries)
    copy = attrs.asdict(state, recurse=False, filter=lambda field, _: field.name != "setting")
    for _ in range(3):
        name, given_ = data.draw(questions(game.state))
        answer = ask(game, name, **given_)
        check(answer)
        assert ask(game, name, **given_) == answer
        assert {answer: True}[ask(state, name, **given_)]
        answer_as_json(answer, state, rulings=False)
        list(answer_as_text(answer, state, why_not=True))
    assert game.state is state
    assert hash(game.state) == hash(state)
    assert copy == attrs.asdict(
        state, recurse=False, filter=lambda field, _: field.name != "setting"
    )
    assert (game.log_bytes(), game.seal(), len(game.entries)) == (log, seal, count)


@pytest.mark.parametrize("name", question_names())
@FEW
@given(st.data())
def test_every_answer_is_sound(name: str, data: st.DataObject) -> None:
    """Rules look like rules, what did not apply has a reason, and chances add up to one."""
    state = data.draw(states())
    answer = ask(state, name, **data.draw(questions(state, name))[1])
    check(answer)
    orjson.dumps(answer_as_json(answer, state, rulings=False))


@MANY
@given(st.data())
def test_more_smoke_never_helps_a_shot(data: st.DataObject) -> None:
    """Another SMOKE counter lowers no total, and clears no blocked LOS."""
    state = data.draw(states())
    given_ = data.draw(shots(state))
    before = ask(state, "shot", **given_)
    more = with_smoke(state, data.draw(_hexes(state)), dispersed=data.draw(st.booleans()))
    after = ask(more, "shot", **given_)
    assert after.total.fixed >= before.total.fixed
    assert _blocked(after) or not _blocked(before)


def _blocked(answer: Answer) -> bool:
    assert isinstance(answer, ShotAnswer)
    return answer.blocked is not None


@MANY
@given(st.data())
def test_denser_dust_never_helps_a_shot(data: st.DataObject) -> None:
    """Denser Dust lowers no total, clears no LOS, and brings no FFMO or Interdiction back."""
    state = data.draw(states())
    given_ = data.draw(shots(state))
    before: Answer | None = None
    for density in Density:
        after = ask(replace(state, dust=density), "shot", **given_)
        assert isinstance(after, ShotAnswer)
        if isinstance(before, ShotAnswer):
            assert after.total.fixed >= before.total.fixed
            assert _blocked(after) or not _blocked(before)
            assert before.ffmo or not after.ffmo
            assert before.interdiction or not after.interdiction
            if after.facts["range"]:
                assert after.total.low >= before.total.low
                assert after.total.high >= before.total.high
        before = after


@pytest.mark.rule("A24.8")
@MANY
@given(st.data())
def test_los_is_blocked_both_ways_alike(data: st.DataObject) -> None:
    """Who cannot be fired at cannot fire back, unless SMOKE is at one of the ends (A24.8)."""
    state = data.draw(states())
    one, two = data.draw(_locations(state)), data.draw(_locations(state))
    there = ask(state, "shot", firer=one, target=two)
    back = ask(state, "shot", firer=two, target=one)
    assert there.facts["range"] == back.facts["range"]
    if not any(_in_smoke(state, end.split("@")[0]) for end in (one, two)):
        assert _blocked(there) is _blocked(back)


def _in_smoke(state: State, name: str) -> bool:
    there = [label for label, found in state.vehicles.items() if found.hex == name]
    return smoke_in(state, name, there) or state.ground.get(name, BARE).fire is Fire.BLAZE


@FEW
@given(st.data())
def test_a_view_is_the_shots_that_it_sums_up(data: st.DataObject) -> None:
    """A hex is hidden if a shot at its ground is blocked, and else has the shot's DRM but TEM."""
    state = data.draw(states())
    firer = data.draw(_locations(state))
    attack = data.draw(st.sampled_from(["TH", "IFT"]))
    against = data.draw(st.sampled_from(["infantry", "vehicle"]))
    view = ask(state, "view", firer=firer, attack=attack, against=against)
    assert isinstance(view, ViewAnswer)
    others = set(state.setting.area.record) - {firer.split("@")[0]}
    assert {*view.seen, *view.hidden} == others
    assert len(view.seen) + len(view.hidden) == len(others)
    for name in data.draw(st.lists(st.sampled_from(sorted(others)), min_size=5, max_size=20)):
        shot = ask(state, "shot", firer=firer, target=name, attack=attack, against=against)
        assert isinstance(shot, ShotAnswer)
        if shot.los.inside:
            continue  # test_a_view_within_one_building
        assert _blocked(shot) is (name in view.hidden), name
        tem = sum(int(each.amount or 0) for each in shot.items if each.kind is Kind.TEM)
        if name in view.seen:
            seen = view.seen[name]
            assert seen.range == shot.los.range
            assert (seen.low, seen.high) == (shot.total.low - tem, shot.total.high - tem), name


@FEW
@given(st.data())
def test_python_and_the_command_line_agree(data: st.DataObject) -> None:
    """``ask`` on a log, and ``khamsin ask --json`` on it, give the same answer."""
    game = data.draw(played())
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "game.jsonl")
        game.save(path)
        for _ in range(3):
            name, given_ = data.draw(questions(game.state))
            answer = ask(path, name, **given_)
            expected = orjson.dumps(answer_as_json(answer, game.state))
            words = ["ask", name, path, *arguments(name, given_), "--json", "--why-not"]
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main(words)
            assert (code, err.getvalue()) == (0, ""), words
            assert orjson.loads(out.getvalue()) == orjson.loads(expected)


def arguments(name: str, given_: dict[str, Any]) -> list[str]:
    """Options as the command line takes them."""
    words: list[str] = []
    for field in question_class(name).fields:
        value = given_.get(field.name)
        if value is True:
            words.append(flag_of(field))
        elif isinstance(value, list):
            words += [flag_of(field), *value] if value else []
        elif value is not None and value is not False:
            words.append(f"{flag_of(field)}={value}")
    return words


WRONG: Final = st.one_of(
    st.text(max_size=6),
    st.sampled_from(["²", "٣", "-1", "1e3", "00000012345", "D4@", "@1", "D4@99", "\0", " D4 "]),
)


@MANY
@given(st.data())
def test_wrong_values_are_bad_input_and_nothing_else(data: st.DataObject) -> None:
    """Whatever text stands for an option, there is an answer or one sentence of complaint."""
    state = data.draw(played(most=3)).state
    name, given_ = data.draw(questions(state))
    fields = [each for each in question_class(name).fields if type(each.kind) is not Flag]
    if not fields:
        return
    spoilt = data.draw(st.sampled_from(fields))
    value = data.draw(WRONG)
    if isinstance(spoilt.kind, Number) and value.isdigit() and not _plain_number(value):
        return  # test_numbers_that_only_look_like_it
    with contextlib.suppress(BadInput):
        check(ask(state, name, **{**given_, spoilt.name: value}))


def _plain_number(text: str) -> bool:
    return text.isascii() and len(text) <= 6
