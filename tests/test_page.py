"""The controller of a page: its replies are what pictures, stories and questions say."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.json_bytes import dumps, loads
from events.terms import Rain
from replays import Game, load_scenario, odds
from replays.asking.rules_page import examples
from replays.drawing.map import LAYERS, PRINTED, effective_terrain, layer
from replays.game.position import Position, follow
from replays.page.controller import Controller
from replays.page.frame import difference
from sim.climate.climate import percent

LOGS = sorted((Path(__file__).parent / "logs").glob("*.jsonl"))


def _desk(path: Path) -> Controller:
    return Controller(Game.load(path))


def applied(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The object that a difference makes of one, as docs/page.md tells it."""
    after = dict(before)
    for key, (how, *what) in change.items():
        if how == 0:
            after[key] = what[0]
        elif how == 1:
            items = list(before[key])
            for at, gone, new in reversed(what[0]):
                items[at : at + gone] = new
            after[key] = items
        elif how == 2:
            after[key] = applied(before[key], what[0])
        else:
            del after[key]
    return after


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=2), inner, max_size=4)
    ),
    max_leaves=20,
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), PLAIN, max_size=4)


@given(OBJECTS, OBJECTS)
def test_a_difference_makes_one_object_of_the_other(
    one: dict[str, Any], two: dict[str, Any]
) -> None:
    """What differs between two objects, put to the first, gives the second, also through JSON."""
    change = loads(dumps(difference(one, two)))
    assert applied(one, change) == two
    assert bool(change) == (one != two)


@pytest.mark.parametrize("path", LOGS[1::2], ids=lambda path: path.stem)
def test_frames_by_differences_are_those_drawn_whole(path: Path) -> None:
    """Each frame of differences equals the frame asked for alone, by another controller."""
    controller, other = _desk(path), _desk(path)
    reply = controller.answer({"get": "frames"})
    frame = reply["first"]
    for n, step in enumerate(["", *reply["steps"]]):
        frame = applied(frame, step) if n else frame
        alone = other.answer({"get": "frames", "from": n, "to": n})
        assert frame == alone["first"]
        ids = {each for layer in frame["layers"].values() for each in layer}
        ids |= {each for _, each, *_ in frame["counters"]}
        assert ids <= alone["fragments"].keys()
        assert all(reply["fragments"][each] == alone["fragments"][each] for each in ids)


@pytest.mark.parametrize("path", LOGS[::2], ids=lambda path: path.stem)
def test_a_frame_has_the_pieces_that_map_draws(path: Path) -> None:
    """The fragments of each layer, put together, are what a picture of that state is made of."""
    controller = _desk(path)
    text = controller.cache.text
    position = Position(controller.game.beginning)
    printed = {name: "".join(layer(position.state, name)) for name in PRINTED}
    for n, entry in enumerate([None, *controller.game.entries]):
        position = position if entry is None else follow(position, entry)
        frame = controller.frame(n)
        layers = frame["layers"] | {"counters": []}
        for name in LAYERS:
            drawn = "".join(text[each] for each in layers[name])
            whole = printed.get(name) or "".join(layer(position.state, name))
            if name == "counters":
                drawn = "".join(
                    f'<g transform="translate({x:g} {y:g})">{text[id_]}</g>'
                    for _, id_, x, y in frame["counters"]
                )
                low = (y for _, id_, _, y in frame["counters"] if "card" in text[id_][:20])
                assert all(b < a + 40 for a, b in pairwise(low)), "no card covers a name"
            assert drawn.replace(" data-style=", " style=") == whole


def test_the_governed_board_is_that_of_map() -> None:
    """A page has the layers of `map --governed` where they are others than the printed ones."""
    controller = Controller(Game.new(load_scenario("tebaga"), seed="1"))
    reply = controller.answer({"get": "head"})
    made = effective_terrain(controller.game.beginning)
    layers = reply["board"]["governed"]
    assert layers
    for name in PRINTED:
        ids = layers.get(name, controller.frame(0)["layers"][name])
        drawn = "".join(controller.cache.text[each] for each in ids)
        assert drawn.replace(" data-style=", " style=") == "".join(layer(made, name))
    assert all(each in reply["fragments"] for ids in layers.values() for each in ids)


def test_the_rulebook_is_looked_up_by_id_or_words() -> None:
    """One rule has its clauses, examples and pictures; many are listed; so are rulings."""
    controller = Controller(Game.new(load_scenario("bir-el-qaha"), seed="1"))
    (rule,) = controller.answer({"get": "rules", "text": "D9.4"})["found"]
    shown = [each for clause in rule["clauses"] for each in clause["examples"]]
    assert len(shown) == sum(any(c.startswith("D9.4") for c in e.clauses) for e in examples())
    assert all(each["picture"].startswith("data:image/svg+xml,") for each in shown)
    assert any("ask shot" in each["asked"][-1] and each["mistake"] for each in shown)
    listed = controller.answer({"get": "rules", "text": "dust"})["found"]
    assert len(listed) > 20
    assert not any(each["clauses"] for each in listed)
    (single,) = controller.answer({"get": "rules", "text": "mirror"})["found"]
    assert single["clauses"], "what is found alone is told in full"
    (alone,) = controller.answer({"get": "rules", "text": "11.74ak"})["found"]
    assert [each["id"] for each in alone["clauses"]] == ["11.74ak"]
    (above,) = controller.answer({"get": "rules", "text": "D9.49z"})["found"]
    assert above["id"] == "D9.4"
    (ruling,) = controller.answer({"get": "rules", "text": "ruling 11.76-cease"})["rulings"]
    assert ruling["default"] in ruling["choices"]
    assert "error" in controller.answer({"get": "rules", "text": "zyzzyva"})


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["get", "do", "from", "to", "at", "hex", "text", "line", "after", "ids", "known"]
)
WORDS = st.sampled_from(
    [
        *("head", "frames", "story", "shot", "hex", "ask", "complete", "odds", "rules"),
        *("B3", "wc", "shot B3"),
    ]
)


@given(HOSTILE | st.dictionaries(KEYS, HOSTILE | WORDS | st.integers(-1, 9), max_size=5))
def test_no_request_makes_a_desk_raise(request: Any) -> None:
    """Whatever is asked, the reply is an object, and one that can be sent."""
    reply = DESK.answer(request)
    assert isinstance(reply, dict)
    dumps(reply)


DESK = Controller(Game.new(load_scenario("bir-el-qaha"), seed="1"))


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        ([], "request"),
        ({}, "get"),
        ({"get": "everything"}, "get"),
        ({"get": "frames", "from": 9}, "from"),
        ({"get": "frames", "from": 0, "to": 10**9}, "to"),
        ({"get": "frames", "from": True}, "from"),
        ({"get": "shot", "from": "B3"}, "to"),
        ({"get": "hex", "hex": "ZZ99"}, "hex"),
        ({"get": "ask", "text": "shot"}, "needed"),
        ({"get": "ask", "text": "x" * 5000}, "long"),
        ({"do": ["wc 3 4"], "after": 0}, "orders"),
    ],
    ids=str,
)
def test_what_cannot_be_met_is_said_in_words(request_: Any, word: str) -> None:
    """A request that cannot be met gets what, where and what was expected."""
    error = DESK.answer(request_)["error"]
    assert {"what", "where", "expected"} == error.keys()
    assert word in f"{error['what']} {error['where']} {error['expected']}"


def test_orders_are_taken_once_and_told() -> None:
    """A controller that plays does one line and says what followed; who comes late is told so."""
    controller = Controller(Game.new(load_scenario("bir-el-qaha"), seed="1"), plays=True)
    done = controller.answer({"line": "wc 3 4", "after": 0})
    assert done["accepted"]
    assert (
        done["count"] == controller.answer({"get": "head"})["count"] == len(controller.game.entries)
    )
    told = controller.answer({"get": "story", "from": done["count"]})["lines"]
    assert {each["entry"] for each in told} == {done["count"]}
    late = controller.answer({"line": "phase MPh", "after": 0})
    assert not late["accepted"]
    assert late["count"] == done["count"]
    assert "error" in controller.answer({"line": "phase nowhere", "after": done["count"]})
    assert controller.count == done["count"]
    assert "error" in controller.answer({"do": "wc 3 4", "after": done["count"]})


def test_a_typed_line_is_an_order_before_it_is_a_question() -> None:
    """One request takes what people type; ``?`` asks where an order has the same word."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="1")
    controller = Controller(game, plays=True)

    def typed(line: str, **more: int) -> Any:
        return controller.answer({"line": line, "after": controller.count} | more)

    assert typed("wc 3 4")["accepted"]
    assert typed("bog PzA")["accepted"]  # an order, and a question
    assert "costs 1 MP" in typed("? bog B4 vehicle PzA")["verdict"]
    assert typed("shot B3 H6 # far", at=0)["moment"] == "setup"
    for line, said in (("quit", "close"), ("map", "B3"), ("help wc", "wc"), ("show", "1.1")):
        assert said in "\n".join(typed(line)["lines"]), line
    assert "did you mean 'move'" in typed("mve PzA B4")["error"]["what"]
    assert typed("phase MPh", after=0)["accepted"] is False
    before, game_of_watcher = controller.count, Controller(game)
    assert game_of_watcher.answer({"line": "shot B3 H6"})["verdict"]
    assert game_of_watcher.answer({"line": "show"})["lines"]
    assert "looked at" in game_of_watcher.answer({"line": "undo", "after": before})["error"]["what"]
    assert controller.count == before


def test_the_odds_of_a_page_are_those_of_odds() -> None:
    """The next Player Turns have the exact chances of `khamsin odds`; the present one is past."""
    game = Game.new(load_scenario("zawiya"), seed="1")
    for line, first in (("", "1.1"), ("wc 3 4", "1.2")):
        if line:
            game.do(line)
        found = Controller(game).answer({"get": "odds"})
        chances = {each.moment.player_turn: each for each in odds(game).player_turns}
        assert found["turns"][0] == first
        rows = {name: told for name, *told in found["rows"]}
        assert rows["Gusts"] == [percent(chances[turn].gusts) for turn in found["turns"]]
        rain = [percent(1 - chances[turn].rain[Rain.NONE]) for turn in found["turns"]]
        assert rows["Rain"] == rain


def test_an_answer_on_a_page_is_that_of_ask() -> None:
    """A shot of a page has the verdict, the items and what nearly applied of `ask shot`."""
    game = Game.load(LOGS[[path.stem for path in LOGS].index("dyo-gazala")])
    controller = Controller(game)
    from replays import ask

    reply = controller.answer({"get": "ask", "text": "shot 26C9 26H5"})
    found = ask(game, "shot", firer="26C9", target="26H5")
    assert reply["verdict"] == found.verdict
    assert [each["rule"] for each in reply["items"]] == [each.rule for each in found.items]
    assert [each["why"] for each in reply["near"]] == [each.why for each in found.near]
    assert set(reply["drawn"]["over"]) <= reply["fragments"].keys()
    assert not reply["fragments"].keys() & controller.cache.text.keys()  # nothing of it is kept


def test_a_counter_that_moves_keeps_its_id_and_its_picture() -> None:
    """Of a vehicle that goes on alone only where it lies is another, so it can be seen going."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="1")
    game.do_all(["phase", "wc 3 4", "phase MPh", "start PzA", "move PzA C4", "move PzA D4"])
    controller = Controller(game)
    (one, two) = (
        next(each for each in controller.frame(n)["counters"] if each[0] == "PzA")
        for n in (controller.count - 1, controller.count)
    )
    assert one[:2] == two[:2]
    assert one[2:] != two[2:]
