"""Questions as values: what they are made of, what is refused, and that a module makes one."""

import importlib
import inspect
import io
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_type_hints

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # it ships no types

import sim.questions
from events.errors import BadInput
from events.field import Number
from events.terms import Gun, Kindler
from replays.asking.answer import answer_as_json
from replays.asking.ask import ask, question_as_json, question_from_json, read_question
from replays.game.store import state_of
from sim import BadQuestion, answer
from sim.asking.answer import Answer
from sim.asking.by_mover import ByMoverQuestion
from sim.asking.catalogue import question_class, question_names
from sim.asking.question import Question
from sim.chapter_11.night import Light
from sim.chapter_a.los import Location
from sim.map.terrain_kind import MoverKind
from sim.questions.bog import BogQuestion
from sim.questions.breach import BreachQuestion
from sim.questions.burn import BurnQuestion
from sim.questions.bx import BXQuestion
from sim.questions.concealment import ConcealmentQuestion
from sim.questions.entry_cost import EntryCostQuestion
from sim.questions.fortification import FortificationQuestion
from sim.questions.gun import GunQuestion
from sim.questions.illumination import IlluminationQuestion
from sim.questions.interdiction import InterdictionQuestion
from sim.questions.may_enter import MayEnterQuestion
from sim.questions.mud_bog import MudBogQuestion
from sim.questions.oba_accuracy import OBAAccuracyQuestion
from sim.questions.rooftop import RooftopQuestion
from sim.questions.rout import RoutQuestion
from sim.questions.shot import ShotQuestion
from sim.questions.terrain import TerrainQuestion
from sim.questions.thrown import ThrownQuestion
from sim.questions.view import ViewQuestion
from sim.shot import Attack, Target
from sim.state import State
from tests import cases
from tests.drawn import examples
from tests.schema import schema_of
from tests.table import TANK, Table
from tests.test_cli import Khamsin
from tests.test_questions import played, questions

FEW: Final = examples(25)

HERE: Final = Location("D4")
THERE: Final = Location("D7")


def modules() -> list[ModuleType]:
    """Every module of questions."""
    found = pkgutil.iter_modules(sim.questions.__path__)
    return [importlib.import_module(f"sim.questions.{each.name}") for each in found]


def question_validator() -> Any:
    """What knows whether JSON fits the schema of questions."""
    return Draft202012Validator(schema_of("question"))


# Modules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_a_module_answers_its_own_question(module: ModuleType) -> None:
    """A module has one class of questions, and its ``answer`` takes a state and just that class."""
    name = module.__name__.rpartition(".")[2].replace("_", "-")
    cls = question_class(name)
    assert cls.__module__ == module.__name__
    assert cls.__name__.removesuffix("Question").lower() == name.replace("-", "")
    hints = get_type_hints(module.answer)
    assert list(inspect.signature(module.answer).parameters) == ["state", "question"]
    assert hints["state"] is State
    assert hints["question"] is cls
    assert issubclass(hints["return"], Answer)


def test_the_catalogue_is_the_modules() -> None:
    """Names are those of the modules, in alphabetical order, and every class says what it asks."""
    names = [each.name for each in pkgutil.iter_modules(sim.questions.__path__)]
    assert list(question_names()) == sorted(name.replace("_", "-") for name in names)
    for name in question_names():
        cls = question_class(name)
        assert cls.about()
        assert not cls.about().endswith(".")
        assert all(field.help for field in cls.fields)


# What is refused ------------------------------------------------------------------------------

WRONG_TYPES: Final[dict[str, tuple[type[Question], dict[str, Any], str]]] = {
    "text for a term": (
        FortificationQuestion,
        {"hex": "D4", "what": "wiree"},
        "what: 'wiree' is none of Foxhole, Trench",
    ),
    "the value of a term": (FortificationQuestion, {"hex": "D4", "what": "Wire"}, "what: 'Wire'"),
    "text for a Location": (ShotQuestion, {"firer": "D4", "target": THERE}, "firer: 'D4'"),
    "a number for a hex": (TerrainQuestion, {"hex": 4}, "hex: '4' is not a hex in play"),
    "text for a truth": (GunQuestion, {"hex": "D4", "calibre": 9, "dm": "no"}, "dm: 'no' is nei"),
    "a list for a tuple": (MudBogQuestion, {"path": ["D4"]}, "path: at least one hex"),
    "a hex among Locations": (RooftopQuestion, {"hex": "D4", "enemy": ("D5",)}, "enemy: 'D5'"),
    "none of what is needed": (TerrainQuestion, {"hex": None}, "hex: 'None' is not a hex"),
    "a number for a label": (
        EntryCostQuestion,
        {"origin": "D4", "hex": "D5", "vehicle": 7},
        "vehicle: there is no vehicle '7'",
    ),
    "text for yes or no": (
        EntryCostQuestion,
        {"origin": "D4", "hex": "D5", "road": "yes"},
        "road: 'yes' is none of yes, no",
    ),
}


@pytest.mark.parametrize("wrong", WRONG_TYPES)
def test_values_of_another_type_are_refused(wrong: str) -> None:
    """A question takes terms, Locations and tuples, and no text that looks like them."""
    cls, values, what = WRONG_TYPES[wrong]
    with pytest.raises(BadQuestion) as caught:
        cls(**values)
    assert str(caught.value).startswith(what)


BOTH: Final = {"against": Target.BOTH}

REFUSED: Final[dict[str, tuple[Question, str]]] = {
    "CC from afar": (ShotQuestion(firer=HERE, target=THERE, attack=Attack.CC), "target"),
    "both at once": (ShotQuestion(firer=HERE, target=THERE, against=Target.BOTH), "against"),
    "an Area Target Type of MG": (
        ShotQuestion(firer=HERE, target=THERE, attack=Attack.IFT, area=True),
        "area",
    ),
    "a Gun at a plane": (ShotQuestion(firer=HERE, target=THERE, against=Target.AERIAL), "against"),
    "Ground Support at a plane": (
        ShotQuestion(firer=HERE, target=THERE, attack=Attack.GROUND_SUPPORT, against=Target.AERIAL),
        "against",
    ),
    "from off the map": (ShotQuestion(firer=Location("Z99"), target=THERE), "firer"),
    "at no level": (ShotQuestion(firer=HERE, target=Location("D7", 3)), "target"),
    "an Observer in the sky": (
        OBAAccuracyQuestion(firer=Location("D4", 21), target=THERE),
        "firer",
    ),
    "a view of OBA": (ViewQuestion(firer=HERE, attack=Attack.OBA), "attack"),
    "a view of planes": (ViewQuestion(firer=HERE, attack=Attack.VS_AERIAL), "attack"),
    "Morale without a DR": (InterdictionQuestion(firer=HERE, target=THERE, morale=7), "roll"),
    "a DR without Morale": (InterdictionQuestion(firer=HERE, target=THERE, roll=7), "roll"),
    "a Dust dr alone": (InterdictionQuestion(firer=HERE, target=THERE, dust_roll=3), "dust_roll"),
    "a hex off the map": (TerrainQuestion(hex="Q9"), "hex"),
    "a hex in small letters": (TerrainQuestion(hex="d4"), "hex"),
    "levels of a starshell": (IlluminationQuestion(light=Light.STARSHELL, levels=2), "levels"),
    "an enemy off the map": (
        ConcealmentQuestion(hex=Location("D4"), enemy=(Location("Q9"),)),
        "enemy",
    ),
    "a Gun without a calibre": (RooftopQuestion(hex="D4", gun=Gun.MTR), "calibre"),
    "a calibre without a Gun": (RooftopQuestion(hex="D4", calibre=81), "calibre"),
    "an enemy at no level": (RoutQuestion(hex=HERE, enemy=(Location("D5", 2),)), "enemy"),
    "a leap in mud": (MudBogQuestion(path=("D4", "D6")), "path"),
    "fire that leaps": (BurnQuestion(hex="D4", to="D6"), "to"),
    "a directed SMC": (BurnQuestion(hex="D4", by=Kindler.SMC, leadership=1), "leadership"),
    "an entry from afar": (EntryCostQuestion(origin="D4", hex="D6"), "hex"),
    "may enter from afar": (MayEnterQuestion(origin="D4", hex="D6"), "hex"),
    "a breach from afar": (BreachQuestion(origin="D4", hex="D6"), "hex"),
    "thrown too far": (ThrownQuestion(origin="D4", hex="D6"), "hex"),
    "bog from afar": (BogQuestion(origin="D4", hex="D6", mover=MoverKind.TRUCK), "hex"),
    "men who bog": (BogQuestion(hex="D4"), "mover"),
    "BU on foot": (EntryCostQuestion(origin="D4", hex="D5", bu=True), "bu"),
    "a Gun towed on foot": (EntryCostQuestion(origin="D4", hex="D5", towing=True), "towing"),
    "a kind of a vehicle": (
        EntryCostQuestion(origin="D4", hex="D5", vehicle="PzA", mover=MoverKind.TRUCK),
        "mover",
    ),
    "MP of a vehicle": (
        EntryCostQuestion(origin="D4", hex="D5", vehicle="PzA", allotment=9),
        "allotment",
    ),
    "an unknown vehicle": (EntryCostQuestion(origin="D4", hex="D5", vehicle="PzZ"), "vehicle"),
    "a road of sand": (EntryCostQuestion(origin="D4", hex="D5", road=True), "road"),
    "a turn on no road": (BogQuestion(hex="D4", mover=MoverKind.TRUCK, road=True), "road"),
}
"""Questions that the rules or the state forbid, and the field to blame."""


@pytest.mark.parametrize("wrong", REFUSED)
def test_sim_alone_refuses_what_cannot_be_asked(wrong: str) -> None:
    """What the rules or the state forbid is refused by ``sim.answer``, which names the field."""
    asked, field = REFUSED[wrong]
    with pytest.raises(BadQuestion) as caught:
        answer(Table().state, asked)
    assert caught.value.field == field
    assert str(caught.value) == f"{field}: {caught.value.what}"


def test_a_vehicle_that_is_no_afv_cannot_be_bu() -> None:
    """A truck of the game is not Buttoned Up, whatever the question."""
    truck = {**TANK, "id": "Opel", "movement": "truck", "armour": "none"}
    asked = EntryCostQuestion(origin="D4", hex="D5", vehicle="Opel", bu=True)
    with pytest.raises(BadQuestion, match="bu: Opel is not an AFV"):
        answer(Table(vehicles=[truck]).state, asked)


def test_only_questions_of_the_catalogue_are_answered() -> None:
    """What several questions have in common is not a question itself."""
    with pytest.raises(TypeError, match="ByMoverQuestion is not a question"):
        answer(Table().state, ByMoverQuestion(hex="D4"))


@FEW
@given(st.data())
def test_whoever_is_wrong_is_told_which_field(data: st.DataObject) -> None:
    """A value that does not fit is refused by the name of its field, and of no other."""
    state = data.draw(played(most=3)).state
    name, values = data.draw(questions(state))
    fields = [each for each in question_class(name).fields if isinstance(each.kind, Number)]
    if not fields:
        return
    spoilt = data.draw(st.sampled_from(fields))
    with pytest.raises(BadQuestion) as caught:
        ask(state, name, **{**values, spoilt.name: 1000})
    assert caught.value.field == spoilt.name


# JSON -----------------------------------------------------------------------------------------


@FEW
@given(st.data())
def test_a_question_in_json_is_the_question(data: st.DataObject) -> None:
    """A question is written as JSON that fits the schema, and read back as what it was."""
    state = data.draw(played(most=5)).state
    name, values = data.draw(questions(state))
    asked = read_question(state, question_class(name), values)
    written = orjson.loads(orjson.dumps(question_as_json(asked)))
    assert question_validator().is_valid(written), written
    assert question_validator().is_valid([written, written])
    assert question_from_json(state, written) == asked
    assert ask(state, written) == ask(state, asked) == ask(state, name, **values)


NO_QUESTIONS: Final[dict[str, Any]] = {
    "no object": 7,
    "text": "shot",
    "no name": {"hex": "D4"},
    "a number for a name": {"question": 7},
    "an unknown question": {"question": "shoot"},
    "a module that is none": {"question": "__init__"},
    "an unknown field": {"question": "bx", "number": 12, "cx": True},
    "nothing of what is needed": {"question": "bx"},
    "an unknown term": {"question": "fortification", "hex": "D4", "what": "wiree"},
    "a number too large": {"question": "bx", "number": 13},
    "an object for a hex": {"question": "terrain", "hex": {}},
    "a list for a term": {"question": "fortification", "hex": "D4", "what": []},
    "an object for a list": {"question": "overlay", "hexes": {}},
    "an empty list": {"question": "overlay", "hexes": []},
}


@pytest.mark.parametrize("wrong", NO_QUESTIONS)
def test_json_that_is_no_question(wrong: str) -> None:
    """What is not a question does not fit the schema, and is refused in a sentence."""
    assert not question_validator().is_valid(NO_QUESTIONS[wrong])
    with pytest.raises(BadInput):
        question_from_json(Table().state, NO_QUESTIONS[wrong])


def test_options_go_with_the_name_of_a_question_alone() -> None:
    """A whole question takes no more options."""
    with pytest.raises(BadInput, match="'number' goes with the name of a question"):
        ask(Table().state, BXQuestion(number=12), number=11)


SHOT: Final = {"question": "shot", "firer": "C2", "target": "C6", "attack": "IFT"}
BX: Final = {"question": "bx", "number": 12}


def text(value: Any) -> str:
    """JSON in one line."""
    return orjson.dumps(value).decode()


def test_json_on_the_command_line(khamsin: Khamsin, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question, a list of them, a file and standard input are answered alike, in the order."""
    game = "bir-el-qaha"
    shot = khamsin("ask", "shot", game, "--from", "C2", "--to", "C6", "--attack", "IFT")
    number = khamsin("ask", "bx", game, "--number", "12")
    assert khamsin("ask", text(SHOT), game).out == shot.out
    assert khamsin("ask", text([SHOT, BX]), game).out == shot.out + number.out
    Path("many.json").write_text(text([BX, SHOT]), encoding="utf-8")
    assert khamsin("ask", "many.json", game).out == number.out + shot.out
    stdin = io.TextIOWrapper(io.BytesIO(text(SHOT).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert khamsin("ask", "-", game).out == shot.out


def test_json_answers_say_what_was_asked(khamsin: Khamsin) -> None:
    """An answer in JSON to a question in JSON has all its fields, and is else the usual one."""
    said = khamsin("ask", text(SHOT), "bir-el-qaha", "--json", "--why-not").json
    asked = said.pop("asked")
    assert {**asked, **SHOT} == asked
    assert asked["moving"] is False
    found = ask("bir-el-qaha", asked)
    assert said == answer_as_json(found, state_of("bir-el-qaha"))
    several = khamsin("ask", text([SHOT, BX]), "bir-el-qaha", "--json").json
    assert [each["asked"]["question"] for each in several] == ["shot", "bx"]
    assert khamsin("ask", "[]", "bir-el-qaha", "--json").json == []


@cases(
    "word, what",
    ("{", "khamsin: QUESTION: this is not JSON"),
    ("none.json", "khamsin: none.json: there is no such file"),
    ('{"question": "shot", "firer": "C2"}', "khamsin: target: this is needed"),
    ('[{"question": "prohibitions"}, 7]', "khamsin: question 2: a question is an object"),
    ('[{"question": "terrain", "hex": "Q9"}]', "khamsin: question 1, hex: 'Q9' is not a hex"),
    ('{"question": "\udcff"}', "khamsin: QUESTION: this is not JSON"),
)
def test_bad_json_on_the_command_line(khamsin: Khamsin, word: str, what: str) -> None:
    """What is not a question in JSON gets one sentence and exit code 2."""
    said = khamsin("ask", word, "bir-el-qaha")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(what), said.err
    assert said.err.count("\n") == 1


# A new question -------------------------------------------------------------------------------

CAMEL: Final = '''\
"""How far a camel goes."""

from enum import StrEnum

from sim.asking.answer import Answer
from sim.asking.question import BadQuestion
from sim.asking.question import Hex
from sim.asking.question import Question, field
from sim.state import State


class Gait(StrEnum):
    """How it goes."""

    WALK = "walk"
    TROT = "trot"


class CamelRideQuestion(Question):
    """How far a camel goes."""

    origin: Hex = field("where it begins", word="from")
    gait: Gait = field("how it goes", default=Gait.WALK)
    days: int = field("for how long", default=1, least=1, most=9)
    laden: bool = field("it carries a load", default=False)


class CamelRideAnswer(Answer):
    """How far it goes."""

    hexes: int

    def lines(self):
        """How far, once more."""
        yield f"on foot: {self.hexes // 2}"


def answer(state: State, question: CamelRideQuestion) -> CamelRideAnswer:
    """How far a camel goes."""
    if question.laden and question.gait is Gait.TROT:
        raise BadQuestion("gait", "it does not trot with a load ({})", "laden")
    hexes = question.days * (20 if question.gait is Gait.TROT else 10)
    said = f"from {question.origin} it goes {hexes} hexes"
    return CamelRideAnswer(verdict=said, hexes=hexes)
'''


@pytest.fixture
def _camel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """One more module of questions, and nothing else."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "camel_ride.py").write_text(CAMEL, encoding="utf-8")
    monkeypatch.setattr(sim.questions, "__path__", [*sim.questions.__path__, str(folder)])
    importlib.invalidate_caches()
    yield
    sys.modules.pop("sim.questions.camel_ride", None)
    vars(sim.questions).pop("camel_ride", None)


@pytest.mark.usefixtures("_camel")
def test_a_new_question_is_one_module(khamsin: Khamsin) -> None:
    """A module put into the package is asked in Python, in words and in JSON, and has a schema."""
    assert "camel-ride" in question_names()
    found = ask("bir-el-qaha", "camel-ride", origin="c2", gait="TROT", days="3")
    assert found.verdict == "from C2 it goes 60 hexes"
    assert found.facts == {"hexes": 60}

    said = khamsin("ask", "camel-ride", "bir-el-qaha", "--from", "C2", "--gait", "trot")
    assert said.lines == ["setup: from C2 it goes 20 hexes", "  on foot: 10"]
    said = khamsin("ask", "camel-ride", "bir-el-qaha", "--from", "C2", "--laden", "--gait", "trot")
    assert said.err == "khamsin: --gait: it does not trot with a load (--laden)\n"
    said = khamsin("ask", "camel-ride", "bir-el-qaha", "--from", "C2", "--days", "0")
    assert said.err == "khamsin: --days: '0' is not a number from 1 to 9\n"
    shown = khamsin("ask", "camel-ride", "--help").out
    assert "how far a camel goes" in shown
    assert "where it begins; needed" in shown
    assert "how it goes; walk if left out" in shown
    assert "camel-ride" in khamsin("ask", "--help").out

    asked = {"question": "camel-ride", "origin": "C2", "days": 2}
    said = khamsin("ask", text(asked), "bir-el-qaha", "--json")
    assert (said.json["hexes"], said.json["asked"]["gait"]) == (20, "walk")
    assert question_validator().is_valid(asked)
    assert not question_validator().is_valid({**asked, "days": 10})
