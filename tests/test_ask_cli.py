"""``khamsin ask`` on the command line: every question in words and in JSON, and all bad input."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from replays.cli.ask import flag_of
from replays.game.game import Game
from sim.asking.catalogue import question_class, question_names
from tests import cases
from tests.test_bad_input import complaint, everything, prepared
from tests.test_cli import Khamsin

DUSTY: Final = """\
name = "A storm"
land = "Libya"
month = "June"
turns = 2
sides = ["German", "British"]
ec = "Dry"
time_of_day = "Midday"
wind = "Heavy Winds"
wind_direction = 1
dust = "Extremely Heavy"

[[boards]]
name = "27"
desert = true
width = 19

[[buildings]]
hex = "F5"
upper_levels = 1

[[vehicles]]
id = "PzA"
side = "German"
movement = "fully-tracked"
mp = 13
at = "D4"
bu = true
"""

MUD: Final = """\
name = "Mud"
land = "Libya"
month = "January"
turns = 2
sides = ["German", "British"]
weather = "Mud"
ec = "Mud"

[[boards]]
name = "27"
desert = true
map = '''
0     .   .
1   . . . . .
2   . . . h .
3   . . s . .
4   . . . h .
5   . . . . .
'''
"""

Refuses = Callable[..., str]


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a game and two scenarios."""
    Path("two.jsonl").write_bytes(prepared()["two.jsonl"])
    Path("dusty.toml").write_text(DUSTY, encoding="utf-8")
    Path("mud.toml").write_text(MUD, encoding="utf-8")
    return khamsin


@pytest.fixture
def refuses(khamsin: Khamsin) -> Refuses:
    """A call of ``khamsin ask`` that must be refused; it gives the complaint."""

    def call(*arguments: str) -> str:
        before = everything()
        return complaint(khamsin("ask", *arguments), before)

    return call


ASKED: Final[tuple[tuple[str, ...], ...]] = (
    # what is asked, the verdict, and more that the text says
    (
        "shot --from D5 --to D8 --attack IFT --moving",
        "total +4 and +dr/2 FRU: +5 to +7",
        "+3         LOS Hindrance  Extremely Heavy Dust  11.732",
        "+dr/2 FRU  DLV            Moderate Dust         11.72",
        "+1         DLV            into Heavy Wind       11.761",
        "LOS D5 to D8: range 3",
        "FFMO does not apply: Extremely Heavy Dust is a LOS Hindrance",
        "Interdiction not possible: Extremely Heavy Dust is a LOS Hindrance",
    ),
    ("view --from D5 --against vehicle", "D5 sees ", "+3 to +5: "),
    (
        "interdiction --from D5 --to D8 --morale 7 --roll 8 --dust-roll 4",
        "no Interdiction: Extremely Heavy Dust is a LOS Hindrance",
    ),
    (
        "oba-accuracy --from A1 --to D4 --observer offboard",
        "total +",
        "Intense Heat Haze     11.624",
    ),
    ("terrain --hex D4", "D4 is ", "chart: F"),
    ("stacking --hex D4", "AD Terrain limits nothing in D4; A5 applies"),
    (
        "overlay --hexes D4 D5 --printed temperate",
        "its hexes are temperate: its own colour counts, as AD Terrain is not in effect (AD1.1)",
    ),
    ("gun --hex D4 --gun MTR --calibre 81", "it may be there; by firing it loses"),
    ("fortification --hex D4 --what wire", "Wire may be placed in D4"),
    ("rooftop --hex D4 --enemy D5", "D4 has no Arid Rooftop (AD4.4)"),
    (
        "sighting --hex D4",
        "total +2: it passes on an Original DR of 6 or less (E7.3); but Extremely Heavy Dust",
        "+1  DRM  Dust               11.793",
    ),
    (
        "illumination --light Blaze --levels 3 --hex H5",
        "it is not Night (E1); at Night a Blaze illuminates within 1 hex",
        "-5  hexes  Dust at night  11.78",
        "illuminated: ",
    ),
    (
        "concealment --hex A5 --enemy G5 R5",
        "the normal rules apply: A5 is not Concealment Terrain (A12.12)",
    ),
    (
        "options --of D5",
        "hex D5: ",
        "not smoke: the first RPh has not begun: `phase` comes first (A3.1)",
    ),
    (
        "recovery --cx",
        "total +2: Recovered on an Original dr of 3 or less",
        "+1  DRM  Dust  11.731",
        "+1  DRM  CX    A4.51",
    ),
    (
        "entry-cost --from D4 --to D5 --vehicle PzA --towing",
        "4 MP",
        "Heavy Dust",
        "BU in Very Heavy Dust  11.731",
        "towing",
    ),
    ("may-enter --from D4 --to D5 --mover truck", "yes, for 2 MP", "Heavy Dust"),
    ("bog --from D4 --to D5 --vehicle PzA", "3 MP and no Bog Check"),
    ("breach --from D4 --to D5 --vehicle PzA", "no High Wall divides D4 from D5"),
    (
        "thrown --from D4 --to D5 --device MOL --cdr 6",
        "no High Wall divides D4 from D5: nothing changes",
    ),
    ("sun-zone --hex D5 --range 2", "nobody is blinded: ", "zone: none"),
    ("tem --hex D5 --indirect", "D5: no TEM"),
    (
        "wall-advantage --from D5 --to D4 --held",
        "no Wall Advantage: neither wall nor hedge divides D5 from D4 (B9.32)",
    ),
    (
        "bx --number 12",
        "a printed B or X number of 12 is 11",
        "-1  number  Extremely Heavy Dust  11.732  a non-Aerial unit",
    ),
    ("due", "`phase` comes first (A3.1)", "must: `phase`, setup ends"),
    ("in-effect", "7 things are in effect everywhere", "Wind: "),
    ("prohibitions", "Extremely Heavy Dust forbids Double Time, Gallop and attacks"),
    (
        "rout --hex D5 --enemy D8",
        "D5 is not Rout terrain; from there the nearest is F5, 3 MF away; no Interdiction: ",
    ),
    ("rally --hex D5", "D5 is not Rally Terrain"),
    ("ambush --hex D5 --concealed", "Ambush is possible in D5: a unit is concealed (A11.4)"),
    (
        "bypass --hex F5 --along F6 --mover truck",
        "Bypass of F5 along F5/F6 by truck is possible, as far as terrain says",
    ),
    (
        "dash --from F5 --across F6 --to F7",
        "a Dash from F5 across F6 to F7 is not possible: no road is in F6 (A4.63)",
    ),
    (
        "street-fighting --from F5 --to F6",
        "Street Fighting from F5 vs a vehicle in F6 is not possible: no road is in F6 (A11.8)",
    ),
    (
        "burn --hex F5 --by HS --leadership 2",
        "F5 burns as stone building (B23): Kindling on a Final DR of 8 or more, 7/12",
        "-1  DRM  HS",
        "+2  DRM  Leadership  B25.11",
        "spreading number: 9",
    ),
    (
        "mud-bog --path C1 C2 C3 C4 --dr 2",
        "the hexes that count are C2, C4; with a Secret dr of 2 it bogs in C4",
        "C3: it is not Open Ground",
    ),
)


WORDS: Final = {asked.split()[0]: asked.split()[1:] for asked, *_ in ASKED}
"""What each question is asked with."""


def test_every_question_is_asked_here() -> None:
    """These tests know every question."""
    assert WORDS.keys() == set(question_names())


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row[0])
def test_every_question_in_words_and_json(khamsin: Khamsin, row: tuple[str, ...]) -> None:
    """Moment and verdict, each modifier with its rule; on demand what nearly applied, and why."""
    question, *words = row[0].split()
    scenario = "mud.toml" if question == "mud-bog" else "dusty.toml"
    before, asked = everything(), ("ask", question, scenario, *words)
    said, full = khamsin(*asked, "--why-not"), khamsin(*asked, "--json", "--why-not").json
    assert (said.code, said.err) == (0, "")
    assert said.lines[0].startswith(f"setup: {row[1]}")
    near = full["why_not"]
    expected = [f"  not judged: {full['not_judged']}"] if full["not_judged"] else []
    expected += ["  not applied:"] if near else []
    expected += [
        f"    {each['name']} ({each['rule']}, {each['kind']}): {each['why']}" for each in near
    ]
    told = len(said.lines) - len(expected)
    assert said.lines[told:] == expected
    for piece in row[2:]:
        assert piece in "\n".join(said.lines[:told]), piece
    if question in ("shot", "entry-cost"):  # one tells what nearly applied, one what is not judged
        assert khamsin(*asked).lines == said.lines[:told]
        del full["why_not"]
        assert khamsin(*asked, "--json").json == full
    assert (full["question"], full["moment"]) == (question, "setup")
    assert full["verdict"].startswith(row[1])
    assert {"items", "total"} <= full.keys()
    assert everything() == before
    shown = khamsin("ask", question, "--help").out
    for field in question_class(question).fields:
        assert flag_of(field) in shown


@cases(
    "at, moment, total",
    ("setup", "setup", 0),
    ("1.1/RPh", "1.1/RPh", 0),
    ("1.1/MPh", "1.1/MPh", 2),
    ("1.1", "1.1/CCPh", 2),
    ("before", "1.1/MPh", 0),
    ("after", "1.1/MPh", 2),
    ("end", "1.2/RPh", 0),  # Heavy Winds have come
    (None, "1.2/RPh", 0),
)
def test_every_kind_of_moment(khamsin: Khamsin, at: str | None, moment: str, total: int) -> None:
    """A question about a moment knows of the Vehicle Dust there then, and of no other."""
    game = Game.load("two.jsonl")
    raised = next(n for n, e in enumerate(game.entries, 1) if "VehicleDust" in repr(e.then))
    at = {"before": f"#{raised - 1}", "after": f"#{raised}"}.get(at or "", at)
    words = () if at is None else ("--at", at)
    said = khamsin("ask", "shot", "two.jsonl", "--from", "D2", "--to", "D9", *words, "--json")
    assert said.code == 0, said
    assert said.json["moment"] == moment
    found = [each for each in said.json["items"] if each["name"] == "Vehicle Dust of PzA"]
    assert sum(each["amount"] for each in found) == total


def test_choices_and_hexes_in_small_letters(khamsin: Khamsin) -> None:
    """Hexes and choices are read in small letters; those that are needed, without an option too."""
    said = khamsin("ask", "shot", "dusty.toml", "--from", "d5", "--to", "d8", "--attack", "ift")
    assert "LOS D5 to D8" in said.out
    assert khamsin("ask", "shot", "dusty.toml", "d5", "--attack", "ift", "d8").out == said.out
    said = khamsin(
        "ask", "concealment", "dusty.toml", "--hex", "a5", "--enemy", "g5", "r5", "--json"
    )
    assert said.json["ranges"] == {"G5": 6, "R5": 17}


# Bad input ------------------------------------------------------------------------------------

SHOT: Final = ("shot", "two.jsonl", "--from", "D4", "--to", "H4")

_WRONG: Final = """
                                                           | QUESTION
shoot two.jsonl                                            | 'shoot'
shot                                                       | GAME
shot two.jsonl                                             | --from
shot two.jsonl --from D4                                   | --to
shot two.jsonl --from                                      | --from
shot two.jsonl --from Z99 --to D4                          | --from: 'Z99'
shot two.jsonl --from D4@1 --to H4                         | no level 1
shot dusty.toml --from F5@2 --to H4                        | it has levels 0 to 1
oba-accuracy two.jsonl --from D4@21 --to H4                | 21
shot two.jsonl --from D4 --to H4 --attack spear            | --attack: 'spear'
oba-accuracy two.jsonl --from D4 --to H4 --observer pigeon | --observer
entry-cost two.jsonl --from D4 --to D5 --mover camel       | --mover
entry-cost two.jsonl --from D4 --to D5 --vehicle PzZ       | --vehicle: there is no vehicle 'PzZ'
shot two.jsonl --from D4 --to H4 --range 100               | 0 to 99
shot two.jsonl --from D4 --to H4 --range far               | --range: 'far' is not a number
interdiction two.jsonl --from D4 --to H4 --morale 11       | --morale
interdiction two.jsonl --from D4 --to H4 --roll 13         | 2 to 12
illumination two.jsonl --levels 0                          | 1 to 5
bx two.jsonl                                               | --number
bx two.jsonl --number 15                                   | 2 to 12
shot two.jsonl --from D4 --to H4 --morale 7                | --morale
shot two.jsonl --from D4 --to H4 --nonsense                | --nonsense
shot two.jsonl --from D4 --to H4 D9                        | D9
entry-cost two.jsonl --from D4 --to D6                     | not adjacent
mud-bog mud.toml --path C1 C3                              | not adjacent
concealment two.jsonl --hex D4 --enemy D5 Q99              | --enemy: 'Q99'
shot two.jsonl --from D4 --to H4 --attack CC               | same hex
shot two.jsonl --from D4 --to H4 --against both            | --area
shot two.jsonl --from D4 --to H4 --vertex 1 --at 1.1/DFPh   | (A4.33)
sighting two.jsonl --from D4                               | --hex
shot two.jsonl --from D4 --to H4 --at noon                 | 'noon' is neither a moment
shot two.jsonl --from D4 --to H4 --at 2.2/MPh              | did not come to 2.2/MPh
bx dusty.toml --number 9 --at 1.1                          | setup
bx none.jsonl --number 12                                  | none.jsonl
"""
"""What is asked for, and what the complaint must say."""

WRONG: Final = (
    *(
        (tuple(words.split()), said.strip())
        for words, said in (line.split("|") for line in _WRONG.strip().splitlines())
    ),
    (("shot", "two.jsonl", "--from", "D4", "--to", "D\x00"), "--to"),
    (("shot", "two.jsonl", "--from", "D4", "--to", "x" * 5000), "--to"),
    ((*SHOT, "--range", "9" * 5000), "--range"),
    (("bx", "", "--number", "12"), ""),
    (("bx", "x" * 5000, "--number", "12"), ""),
)


@pytest.mark.parametrize(("words", "said"), WRONG)
@pytest.mark.parametrize("json", [(), ("--json",)], ids=["text", "json"])
def test_bad_input(
    refuses: Refuses, words: tuple[str, ...], said: str, json: tuple[str, ...]
) -> None:
    """Whatever cannot be asked gets one sentence that names it, and exit code 2."""
    if words or not json:
        assert said in refuses(*words, *json)


@cases("number", "²", "0000009999")
def test_numbers_that_only_look_like_it(khamsin: Khamsin, number: str) -> None:
    """A superscript is not a number, and zeros before it make no number smaller."""
    assert khamsin("ask", "bx", "two.jsonl", "--number", number).code == 2
