"""A scenario that is set up on a page: what the editor answers, without a browser."""

from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import decode_scenario
from events.json_bytes import dumps, loads
from events.scenario import Scenario
from replays import load_scenario, odds
from replays.game.bundled import bundled, bundled_text
from replays.game.scenario_file import read_scenario
from replays.page.scenario_editor import ScenarioEditor
from replays.page.scenario_form import form
from sim.soundness import faults
from tests.drawn import examples

Reply = dict[str, Any]


def _ask(editor: ScenarioEditor, **request: Any) -> Reply:
    """A reply as a page gets it."""
    found: Reply = loads(dumps(editor.answer(loads(dumps(request)))))
    return found


def _set(editor: ScenarioEditor, *place: str | int, to: Any) -> Reply:
    return _ask(editor, edit="set", place=[*place], value=to)


FIELDS = {each["name"]: each for group in form() for each in group["fields"]}
LISTS = [name for name, each in FIELDS.items() if each["kind"] == "list"]
VALUES = st.one_of(
    st.sampled_from(["B3", "C4", "Libya", "German", "roll", "Dry", "None", "B3/C4", "", "\x1b["]),
    st.integers(-2, 40) | st.booleans() | st.none() | st.floats(allow_nan=True),
    st.lists(st.sampled_from(["B3", "C4", "D4", 3]), max_size=3),
    st.dictionaries(st.sampled_from(["Orchard", "11.76-cease", "B3"]), st.text("aO ", max_size=3)),
)


@st.composite
def edits(draw: st.DrawFn) -> Reply:
    """A change of any field, legal or not."""
    name, n = draw(st.sampled_from([*FIELDS])), draw(st.integers(0, 2))
    of, choice = FIELDS[name].get("of"), draw(st.sampled_from(["set", "set", "add", "remove"]))
    inner: Any = None if not of else draw(st.sampled_from(of))
    field = inner or FIELDS[name]
    value = draw(VALUES | (st.sampled_from(field["among"]) if "among" in field else VALUES))
    like = [pair[0] for pair in FIELDS[name].get("like", ())] or [None]
    if choice == "set":
        place = [name, n, inner["name"]] if inner and name != "rulings" else [name]
        return {"edit": "set", "place": place, "value": value}
    if choice == "add":
        list_ = draw(st.sampled_from(LISTS))
        value = {FIELDS[list_]["where"] or "at": draw(st.sampled_from(["B3", "C4", ["B3"], 7]))}
        return {
            "edit": "add",
            "place": [list_],
            "value": value,
            "like": draw(st.sampled_from([*like, 0])),
        }
    return draw(st.sampled_from([{"edit": "remove", "place": [name, n]}, {"edit": "undo"}]))


@examples(28)
@given(st.sampled_from(["", *bundled()]), st.lists(edits(), max_size=5))
def test_a_draft_is_a_scenario_or_its_faults_are_told(name: str, changes: list[Reply]) -> None:
    """Whatever is changed, the text that would be saved says the same, and `check` of it too."""
    editor = ScenarioEditor(text=bundled_text("scenarios", name) if name else None)
    for change in changes:
        reply = editor.answer(change)
        assert "error" in reply or dumps(reply)
    told = _ask(editor, get="draft")
    again = ScenarioEditor(text=editor.text)
    assert (again.draft, again.text) == (editor.draft, editor.text)
    if told["faults"]:
        assert all(each["what"] for each in told["faults"])
    else:
        drawn = _ask(again, get="draft")
        for key in ("layers", "counters", "board"):
            assert told[key] == drawn[key]
        assert not [*faults(read_scenario(editor.text, "draft"))]
    assert "error" not in _ask(editor, get="odds")


@given(st.recursive(VALUES, lambda inner: st.dictionaries(st.text(), inner) | st.lists(inner)))
def test_no_request_makes_it_fall(request: Any) -> None:
    """What is no request is an error with what was expected."""
    assert "error" in ScenarioEditor().answer(request)


def test_a_small_scenario_is_set_up() -> None:
    """Vehicles like known ones are put down, moved and taken away; each fault has its place."""
    editor = ScenarioEditor()
    assert {name for name, each in FIELDS.items() if each.get("like")} == {"boards", "vehicles"}
    assert not _ask(editor, get="draft")["faults"]
    for hex_, like in (("B3", "PzIII"), ("C4", 0), ("N5", "Crusader")):
        put = {"at": hex_}
        told = _ask(editor, edit="add", place=["vehicles"], like=like, value=put)
    assert [each["id"] for each in told["draft"]["vehicles"]] == ["PzIII", "PzIII-2", "Crusader"]
    assert len(told["counters"]) == 3
    assert {each[1] for each in told["counters"]} >= set(told["fragments"])
    assert "board" not in told
    told = _set(editor, "vehicles", 1, "at", to="Z99")
    assert told["faults"] == [
        {"place": ["vehicles", 1, "at"], "what": "vehicle PzIII-2: 'Z99' is not a hex in play"}
    ]
    assert len(told["counters"]) == 2
    told = _set(editor, "vehicles", 1, "mp", to="thirteen")
    assert ["vehicles", 1, "mp"] in [each["place"] for each in told["faults"]]
    stale = _ask(editor, edit="remove", place=["vehicles", 1], after=told["count"] - 1)
    assert "another page" in stale["error"]["what"]
    told = _ask(editor, edit="remove", place=["vehicles", 1], after=told["count"])
    assert not told["faults"]
    assert editor.scenario().vehicles[1].id == "Crusader"
    assert [each["place"] for each in _ask(editor, edit="undo")["faults"]]
    told = _ask(editor, edit="set", place=["rulings"], value={"D2.4-setup": "perhaps"})
    assert ["rulings", "D2.4-setup"] in [each["place"] for each in told["faults"]]
    before = editor.draft
    for text in ("A", "Ab", "Abc"):
        _ask(editor, edit="set", place=["name"], value=text, typed=True)
    _ask(editor, edit="undo")  # what is typed on in one field is undone at once
    assert editor.draft == before


def test_the_board_is_drawn_as_the_draft_has_it() -> None:
    """What may not be where it is, is left out; a board that cannot be read stays as it was."""
    editor = ScenarioEditor()
    first = _ask(editor, get="draft")
    told = _ask(editor, edit="add", place=["debris"], value={"hex": "Z9"})
    assert told["faults"][0]["place"] == ["debris", 0, "hex"]
    assert "layers" in told
    assert "board" not in _set(editor, "boards", 0, "width", to="wide")
    told = _set(editor, "boards", 0, "width", to=9)
    assert told["board"]["width"] < first["board"]["width"]
    told = _ask(editor, edit="add", place=["boards"], like="hills", value={"name": "28"})
    assert told["draft"]["boards"][1] == {"from": "hills", "name": "28"}
    assert "28B3" in told["board"]["hexes"]
    assert 'from = "hills"' in editor.text


def test_odds_are_those_of_the_command_and_say_what_changed() -> None:
    """Exactly; only what the weather depends on makes other ones."""
    editor = ScenarioEditor(text=bundled_text("scenarios", "bir-el-qaha"))
    told = _ask(editor, get="odds")
    exact = odds(load_scenario("bir-el-qaha"))
    assert told["turns"] == [each.moment.player_turn for each in exact.player_turns]
    assert told["changes"] == []
    _set(editor, "name", to="Another")
    assert _ask(editor, get="odds") == told
    _set(editor, "wind", to="Heavy Winds")
    changes = _ask(editor, get="odds")["changes"]
    assert changes
    assert all("→" in each for each in changes), changes
    _set(editor, "month", to="Juin")
    assert "rows" in _ask(editor, get="odds")
    _set(editor, "ec", to="roll")
    assert "DYO" in _ask(editor, get="odds")["why"]


def test_files_of_boards_are_written_out(tmp_path: Path) -> None:
    """A board of a file stands whole in the draft, so the draft can lie anywhere."""
    (tmp_path / "mine.toml").write_text("width = 9\nheight = 6\ndesert = true\n", "utf-8")
    editor = ScenarioEditor(tmp_path, '[[boards]]\nfrom = "mine.toml"\nname = "M"\n')
    assert _ask(editor, get="form")["boards"] == ["mine.toml"]
    assert editor.draft["boards"] == [{"width": 9, "height": 6, "desert": True, "name": "M"}]
    _ask(editor, edit="add", place=["boards"], like="mine.toml", value={"name": "N"})
    assert editor.draft["boards"][1]["width"] == 9
    refused = _ask(editor, edit="begin", toml="turns = 2026-01-01")
    assert refused["error"]["where"] == "turns"


@pytest.mark.parametrize("name", bundled())
def test_a_bundled_scenario_is_the_same_after_it_was_edited(name: str) -> None:
    """Loaded, saved and loaded again."""
    editor = ScenarioEditor()
    assert not _ask(editor, edit="begin", scenario=name)["faults"]
    assert read_scenario(editor.text, "saved") == load_scenario(name) == editor.scenario()
    assert decode_scenario(editor.draft | {"boards": []}).name


def test_the_form_has_each_field_of_a_scenario_once() -> None:
    """Nothing is listed twice, or forgotten."""
    names = [each["name"] for group in form() for each in group["fields"]]
    assert sorted(names) == sorted(each.name for each in attrs.fields(Scenario))
    assert {each["kind"] for each in FIELDS["vehicles"]["of"]} >= {"hex", "side", "hexside", "flag"}
