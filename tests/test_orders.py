"""Orders: every command can be written in words, and the words give the command back."""

import shlex
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import orders
from events.commands import (
    COMMANDS,
    Advance,
    Bombard,
    Clear,
    Cross,
    Doing,
    Impulse,
    Move,
    PlaceSmoke,
    PlaceUnit,
    Spend,
    Start,
    Stop,
)
from events.errors import BadInput
from events.moment import PHASES, Phase
from events.orders import FORMS, Form, format_order, parse_order, parse_orders
from events.terms import (
    Armour,
    DiceFrom,
    GroundPressure,
    Hatch,
    Kindler,
    LightKind,
    Material,
    Movement,
    Road,
    Station,
    UnitKind,
)
from tests import cases
from tests.drawn import examples

SOME = examples(30)

NAMES = st.text("PzAbc019_.-ÄßЖ漢", min_size=1, max_size=40)
"""Names of vehicles and FFE that need no quotation marks."""

HEXES = st.text("ABGZ0279.-", min_size=1, max_size=9)
NO_DICE = HEXES.filter(lambda text: not text.isdigit())
"""Hexes that cannot be taken for dice."""

NUMBERS = st.integers(-9999, 9999)
MPS = st.integers(0, 999) | st.integers(0, 999).map(lambda n: Fraction(2 * n + 1, 2))
TEXTS = st.text(max_size=20)
NOTES = (
    st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=40)
    .map(lambda text: f"a{' '.join(text.split())}".strip())
    .filter(str.isprintable)
)
"""Notes as they are kept: one line, no spaces around it."""


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One of these values, or None."""
    return st.none() | values


def terms(kind: type[StrEnum]) -> st.SearchStrategy[Any]:
    """One of a list of terms."""
    return st.sampled_from(list(kind))


VEHICLE_WORDS = (
    *("start", "stop", "bog-check", "assault", "stun", "shock"),
    *("immobilize", "destroy", "recover", "hook", "unhook", "bog", "unbog"),
)
UNIT_WORDS = ("break", "rally", "remove")
HEX_WORDS = ("abandon", "debris", "shellholes")
FIRE_WORDS = ("flame", "flame-check", "blaze")
BARE_WORDS = ("weather", "time-of-day", "ec", "wind-force", "wind-direction", "dust", "wc")
FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "phase": {"to": maybe(st.sampled_from(PHASES))},
    "move": {
        "vehicle": NAMES,
        "to": HEXES,
        "mp": maybe(MPS),
        "road": maybe(terms(Road)),
        "reverse": st.booleans(),
    },
    "enter": {"vehicle": NAMES, "to": HEXES, "mp": maybe(MPS), "road": maybe(terms(Road))},
    "vehicle": {
        "id": NAMES,
        "side": TEXTS,
        "movement": terms(Movement),
        "mp": NUMBERS,
        "ground_pressure": terms(GroundPressure),
        "armour": terms(Armour),
        **dict.fromkeys(("towing", "bu", "motion"), st.booleans()),
        "at": maybe(HEXES),
        "bypass": maybe(NUMBERS),
        "mtr": maybe(NUMBERS),
    },
    "turn": {"vehicle": NAMES, "mp": maybe(MPS)},
    "vbm": {"vehicle": NAMES, "to": HEXES, "hexside": NUMBERS, "mp": maybe(MPS)},
    "esb": {"vehicle": NAMES, "mp": MPS, "drm": NUMBERS},
    "motion": {"vehicle": NAMES, "mp": MPS, "drm": NUMBERS},
    "breach": {"hex": HEXES, "to": HEXES},
    "exit": {"vehicle": NAMES, "mp": MPS},
    "spend": {"vehicle": NAMES, "mp": MPS},
    "hatch": {"vehicle": NAMES, "hatch": terms(Hatch)},
    "smoke": {
        "hex": HEXES,
        "gray": st.booleans(),
        "dispersed": st.booleans(),
        "side": maybe(TEXTS),
    },
    "wp": {"hex": HEXES, "gray": st.booleans(), "dispersed": st.booleans(), "side": maybe(TEXTS)},
    "grenade": {
        "hex": HEXES,
        "to": HEXES,
        "exponent": NUMBERS,
        "wp": st.booleans(),
        "cx": st.booleans(),
    },
    "ffe": {"name": NAMES, "hex": HEXES, "calibre": NUMBERS},
    "lift": {"name": NAMES},
    "light": {"kind": terms(LightKind), "hex": HEXES},
    "he": {"hex": HEXES, "calibre": NUMBERS, "kia": NUMBERS, "level": NUMBERS},
    "rubble": {"hex": HEXES, "material": maybe(terms(Material)), "level": NUMBERS},
    "clear": {
        "hex": HEXES,
        "squads": NUMBERS,
        "hs": NUMBERS,
        "leader": NUMBERS,
        "bulldozers": NUMBERS,
        "across": maybe(st.tuples(NUMBERS, NUMBERS)),
        "side": maybe(TEXTS),
    },
    "unit": {
        "unit": NAMES,
        "kind": terms(UnitKind),
        "hex": HEXES,
        "station": maybe(terms(Station)),
        "involuntary": st.booleans(),
        "side": maybe(TEXTS),
        "pp": NUMBERS,
    },
    "station": {"unit": NAMES, "station": terms(Station), "involuntary": st.booleans()},
    "cross": {"unit": NAMES, "to": HEXES},
    **{word: {"unit": NAMES} for word in UNIT_WORDS},
    "extinguish": dict.fromkeys(("level", "squads", "hs", "leader"), NUMBERS) | {"hex": HEXES},
    "kindle": {"hex": HEXES, "by": maybe(terms(Kindler)), "leader": NUMBERS, "level": NUMBERS},
    "spread": {"hex": maybe(NO_DICE)},
    "collapse": {"hex": maybe(NO_DICE)},
    "bypass": {"vehicle": NAMES, "hexside": NUMBERS},
    "entrench": {"hex": HEXES, "side": maybe(TEXTS), "drm": NUMBERS},
    "unfortify": {"label": NAMES},
    **{word: {"vehicle": NAMES} for word in VEHICLE_WORDS},
    **{word: {"hex": HEXES} for word in HEX_WORDS},
    **{word: {"hex": HEXES, "level": NUMBERS} for word in FIRE_WORDS},
    **{word: {} for word in BARE_WORDS},
    "undo": {"entry": maybe(st.integers(1, 10**9 - 1))},
    "note": {"text": NOTES},
    "finish": {},
    **{word: {} for word in ("opened", "asked", "struck", "passed", "declined")},
    "acknowledged": {},
    "dice": {"source": terms(DiceFrom)},
}
"""What orders can say in each field."""

STEPS = ("start", "move", "vbm", "enter", "exit", "spend", "turn", "stop")


def commands(word: str) -> st.SearchStrategy[Doing]:
    """Any command of a word, as orders can say it."""
    if word == "impulse":
        steps = st.one_of([commands(each) for each in STEPS])
        return st.builds(Impulse, st.lists(steps, min_size=1, max_size=4).map(tuple))
    return st.builds(COMMANDS[word], **FIELDS[word])


DICE = st.lists(st.integers(1, 6), max_size=5).map(tuple)
EXAMPLES = {
    "phase": "phase MPh",
    "move": "move PzA D5 1.5mp paved reverse",
    "vbm": "vbm PzA D5 3 2mp",
    "esb": "esb PzA 3mp drm -1",
    "motion": "motion PzA 3mp drm 1",
    "enter": "enter PzA A3 2mp",
    "vehicle": "vehicle Late by German truck mp 20 low none towing bu at D4 motion bypass 2 mtr 81",
    "exit": "exit PzA 1mp",
    "spend": "spend PzA 2mp",
    "impulse": "impulse start PzA, move PzB D5 1mp",
    "hatch": "hatch PzA BU",
    "smoke": "smoke D4 gray dispersed by German",
    "wp": "wp D4 gray dispersed by German",
    "grenade": "grenade D4 D5 exponent 3 wp cx",
    "ffe": "ffe oba D4 150mm",
    "lift": "lift oba",
    "light": "light starshell D4",
    "he": "he D4 150mm kia 2 level 1",
    "rubble": "rubble D4 stone level 1",
    "kindle": "kindle D4 hs leader -1 level 1",
    "spread": "spread D4",
    "collapse": "collapse D4",
    "bypass": "bypass PzA 2",
    "entrench": "entrench D4 by German drm -1",
    "unfortify": "unfortify Roadblock-D4-2",
    "extinguish": "extinguish D4 level 1 squads 2 hs 1 leader -1",
    "clear": "clear D4 squads 2 hs 1 leader -1 bulldozers 1 across 1 4 by German",
    "unit": "unit MG SW D4 shaft involuntary by German pp 5",
    "station": "station MG steeple involuntary",
    "destroy": "destroy PzA burning",
    "unbog": "unbog PzA helper PzB leader -1",
    "undo": "undo 12",
    "note": "note 'first blood at D4'",
    "dice": "dice table",
}


def example(form: Form) -> str:
    """A right order of a form."""
    if form.command.word in EXAMPLES:
        return EXAMPLES[form.command.word]
    place = {"VEHICLE": "PzA", "HEX": "D4", "NAME": "A", "[MP]": "2mp", "[level N]": "level 1"}
    return " ".join([form.command.word, *(place[piece.usage] for piece in form.fields)])


# Words and commands --------------------------------------------------------------------------


@pytest.mark.parametrize("word", COMMANDS)
@SOME
@given(data=st.data())
def test_every_command_is_read_back_from_its_words(word: str, data: st.DataObject) -> None:
    """Writing a command in words and reading the words gives the same command."""
    command = data.draw(commands(word))
    order = parse_order(format_order(command))
    assert order.command == command
    assert repr(order.command) == repr(command)
    assert order.dice == ()


@pytest.mark.parametrize("word", [word for word, form in FORMS.items() if form.command.rolls])
@SOME
@given(data=st.data())
def test_dice_are_read_back_with_their_order(word: str, data: st.DataObject) -> None:
    """An order that rolls is read back together with the dice that people rolled for it."""
    command, dice = data.draw(commands(word)), data.draw(DICE)
    if word in STEPS or word == "impulse":
        dice = dice[: len(dice) // 2 * 2]
    order = parse_order(format_order(command, dice))
    assert (order.command, order.dice) == (command, dice)


@SOME
@given(st.lists(st.one_of([commands(word) for word in COMMANDS if word != "smoke"]), max_size=4))
def test_a_file_of_orders_is_read_line_by_line(given_orders: list[Doing]) -> None:
    """The words of commands, one a line, give these commands with their line numbers."""
    text = "".join(f"{format_order(command)}\n" for command in given_orders)
    found = [(number, order.command) for number, _, order in parse_orders(text)]
    assert found == list(enumerate(given_orders, start=1))


@cases("name", "Ö1", "漢", "-", ".", "_", "MPh", "paved", "x" * 40)
def test_every_name_that_a_scenario_allows_can_be_ordered(name: str) -> None:
    """A vehicle whose name is sound in a scenario is read back from the words of its orders."""
    for command in (Start(name), Impulse((Start(name), Stop(name)))):
        assert parse_order(format_order(command)).command == command


@cases("side", "No. #1", "#")
def test_a_number_sign_in_quotation_marks_begins_no_comment(side: str) -> None:
    """The words of a command that name a side with ``#`` are read back from a file of orders."""
    command = PlaceSmoke("D4", side=side)
    assert [order.command for _, _, order in parse_orders(format_order(command))] == [command]


# Forms ---------------------------------------------------------------------------------------


def test_every_command_has_a_form() -> None:
    """Forms and commands have the same words, and each form makes its own command."""
    assert list(FORMS) == list(COMMANDS)
    assert {word: form.command for word, form in FORMS.items()} == COMMANDS


@pytest.mark.parametrize("word", FORMS)
def test_every_form_explains_itself(word: str) -> None:
    """Each form's usage begins with its word and shows every field; it says what it is for."""
    form = FORMS[word]
    assert form.usage.split()[0] == word
    assert form.command.about
    assert ("[DICE]" in form.usage) == bool(form.command.rolls)
    for piece in form.fields:
        assert piece.usage in form.usage


@pytest.mark.parametrize("word", FORMS)
def test_every_form_reads_its_example(word: str) -> None:
    """A right order of each form gives a command of its class."""
    assert type(parse_order(example(FORMS[word])).command) is COMMANDS[word]


@cases(
    "words, command",
    ("phase", Advance()),
    ("phase mph", Advance(Phase.MPH)),
    ("move PzA d5 2MP", Move("PzA", "D5", 2)),
    ("move PzA D5 2", Move("PzA", "D5", 2)),
    ("move PzA D5 1½mp PAVED", Move("PzA", "D5", Fraction(3, 2), Road.PAVED)),
    ("spend PzA 3/2", Spend("PzA", Fraction(3, 2))),
    ("spend PzA 4/2mp", Spend("PzA", 2)),
    ("spend PzA .5", Spend("PzA", Fraction(1, 2))),
    ("smoke D4 dispersed gray", PlaceSmoke("D4", gray=True, dispersed=True)),
    ('smoke D4 by "New Zealand"', PlaceSmoke("D4", side="New Zealand")),
    ("he D4 150 kia +2 level 1", Bombard("D4", 150, 2, 1)),
    ("clear D4 across 1 4 squads 2", Clear("D4", squads=2, across=(1, 4))),
    ("  start   PzA  ", Start("PzA")),
    ("unit A hs d4", PlaceUnit("A", UnitKind.HS, "D4")),
    ("unit MG sw D4 pp 4 Shaft", PlaceUnit("MG", UnitKind.SW, "D4", Station.SHAFT, pp=4)),
    ("cross A d5", Cross("A", "D5")),
)
def test_orders_may_be_written_in_several_ways(words: str, command: Doing) -> None:
    """Case, order of options and ways to write MP are free."""
    assert parse_order(words).command == command


# Wrong orders --------------------------------------------------------------------------------

WRONG = {
    "weather 7": "'7' is not a die; expected 1 to 6",
    "dust 26T4 27K7": "`shot A B` tells the Dust between two hexes; expected: dust [DICE]",
    "wc 0 1": "'0' is not a die",
    "wc ٣ 1": "'٣' is not a die",
    "phase tea": "'tea' is none of RPh",
    "phase setup": "'setup' is none of RPh",
    "phase MPh 7": "'7' is not a die",
    "phase 7": "'7' is not a die",
    "unit A tank D4": "'tank' is none of squad, HS, crew, SMC, SW",
    "unit A squad": "HEX is missing",
    "station A roof": "'roof' is none of ground, shaft, steeple",
    "cross A": "HEX is missing",
    "start": "VEHICLE is missing",
    "start Pz A": "'A' is too much; a name with a blank stands in quotation marks",
    "start Pz;A": "'Pz;A' is not a name",
    f"start {'x' * 41}": "is not a name",
    "move PzA": "HEX is missing",
    "move PzA D5 manymp": "'manymp' is not a number of MP; expected such as 2mp or 1.5mp",
    "move PzA D5 many": "'many' is not a die",
    "move PzA D5 mp": "'mp' is not a number of MP",
    "move PzA D5 -1mp": "'-1mp' is not a number of MP",
    "move PzA D5 1.3mp": "'1.3mp' is not a number of MP",
    "move PzA D5 1e9mp": "'1e9mp' is not a number of MP",
    "move PzA D5 1/0": "'1/0' is not a number of MP",
    "move PzA D5 2mp gravel": "'gravel' is not a die",
    "move PzA D/5 2mp": "'D/5' is not a hex",
    "hatch PzA": "BU|CE is missing",
    "hatch PzA open": "'open' is none of BU, CE",
    "smoke D4 by": "by SIDE] is not complete",
    "smoke D4 gray gray": "'gray' is too much",
    "ffe oba D4 big": "'big' is not a number; expected: ffe NAME HEX MM",
    "he D4 150mm": "kia N is missing",
    "he D4 150mm kia": "kia N is not complete",
    "rubble D4 straw": "'straw' is not a die",
    "clear D4 across 1": "across N N] is not complete",
    "clear D4 squads 12345": "'12345' is not a number",
}
"""Wrong orders, and what is said of them."""


@pytest.mark.parametrize("words", WRONG)
def test_wrong_lines_are_named_with_number_complaint_and_form(words: str) -> None:
    """A wrong line of a file is named with its number, what is wrong, and the form expected."""
    text = f"# a comment\n\nwc 3 4   # rolled\n{words}\nwc 3 4\n"
    with pytest.raises(BadInput) as caught:
        list(parse_orders(text))
    message = str(caught.value)
    assert message.startswith("line 4: ")
    assert WRONG[words] in message
    assert message.endswith(f"expected: {FORMS[words.split(maxsplit=1)[0]].usage}")
    assert "\n" not in message


@pytest.mark.parametrize("word", [word for word in FORMS if word != "note"])
def test_too_many_words_are_refused_by_every_form(word: str) -> None:
    """A word too many is an error in every order, with the form that was expected."""
    with pytest.raises(BadInput, match=r"is too much|is not a die") as caught:
        parse_order(f"{example(FORMS[word])} nonsense")
    wanted = "move" if word == "impulse" else word
    assert FORMS[wanted].usage in str(caught.value)


def test_orders_are_read_one_by_one() -> None:
    """The lines before a wrong one are given before the complaint."""
    lines = parse_orders("wc 3 4\nphase MPh\nnonsense\n")
    assert next(lines)[0] == 1
    assert next(lines)[0] == 2
    with pytest.raises(BadInput, match="line 3"):
        next(lines)


@examples(200)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*FORMS, "PzA", "D4", "2mp", "3", "by", "'", ","]), max_size=8).map(
        " ".join
    )
)
def test_whatever_is_written_is_an_order_or_bad_input(text: str) -> None:
    """Any text gives an order or one sentence, never another error."""
    try:
        order = parse_order(text)
    except BadInput as error:
        message = str(error)
    else:
        message = format_order(order.command, order.dice)
        assert parse_order(message) == order
    assert message


@SOME
@given(st.text(" \t\r\n\x0b\x1c\xa0\u2003#,;|&$*~aB6½٣", max_size=30))
def test_words_without_quotes_are_those_of_a_shell(text: str) -> None:
    """Where nothing is quoted, an order is split into the words that a shell would see."""
    assert orders.split_words(text) == shlex.split(text)
