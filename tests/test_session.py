"""A session at the table: orders, questions and words of its own, line by line."""

import re
from collections.abc import Sequence

import pytest

from events.errors import BadInput
from events.orders import format_order, parse_order
from events.scenario import Scenario
from replays.asking.ask import _shorthand_fields
from replays.asking.session import Session, completions
from replays.game.game import Game
from replays.game.scenario_file import load_scenario, read_scenario
from sim.asking.catalogue import question_class
from tests import cases
from tests.table import TANK, scenario
from tests.test_ask_cli import ASKED, DUSTY, MUD
from tests.test_movement import GROVE


def palms() -> Scenario:
    """Two tanks, of which PzA stands beside palm trees."""
    board = {"name": "LFT9", "desert": True, "ad": True, "map": GROVE}
    tanks = [{**TANK, "at": "A1"}, {**TANK, "id": "PzB", "at": "D3"}]
    return scenario(boards=[board], ad=True, vehicles=tanks)


def session(name: str = "bir-el-qaha", dice: str = "either") -> Session:
    """A new game and a player who sits down at it."""
    return Session(Game.new(load_scenario(name), "alamein", dice=dice))


def after(*lines: str, name: str = "bir-el-qaha", dice: str = "either") -> Session:
    """A session in which these lines were said, none of them wrong."""
    sitting = session(name, dice)
    for line in lines:
        sitting.take(line)
    return sitting


def said(sitting: Session, line: str) -> str:
    """What a session says to a line."""
    return "\n".join(sitting.take(line).lines)


def refused(sitting: Session, line: str) -> str:
    """What a session says to a line that is wrong; nothing changes by it."""
    before = (sitting.game.state, len(sitting.game.entries))
    with pytest.raises(BadInput) as error:
        sitting.take(line)
    assert (sitting.game.state, len(sitting.game.entries)) == before
    return str(error.value)


def test_an_order_says_what_followed_by_which_rule_and_what_is_now() -> None:
    """After an order come its story, each line with its rule, and one line of what is in effect."""
    lines = session().take("wc 1 1 2").lines
    assert [" ".join(line.split()) for line in lines] == [
        "#1 setup phase",
        "1.1: Player Turn of the German A3.1",
        "#2 1.1/RPh wc [wind change 1,1; wind change 2 at the table]",
        "Wind Change DR 1,1 B25.65",
        "the wind turns from hexside 3 to hexside 5 B25.65",
        "= 1.1/RPh, German: Mild Breeze to hexside 5, EC Dry, no Dust (B25.63, 11.4, 11.71)",
    ]


def test_a_wrong_line_changes_nothing_and_what_came_before_it_stays() -> None:
    """After a refused order the game is where it was, with all that was accepted before."""
    sitting = after("wc 3 4", "phase MPh", "start PzA")
    assert "is refused, reason 19 (unknown-hex)" in refused(sitting, "move PzA Z9")
    assert len(sitting.game.entries) == 4
    assert "PzA goes from B3 to C3" in said(sitting, "move PzA C3")


@cases(
    "line, complaint",
    ("mve PzA C3", "'mve' is neither an order nor a question; did you mean 'move'?"),
    ("wind 3 4", "'wind' is neither an order nor a question; did you mean 'wc'?"),
    ("when is Dust gone", "'when' is neither an order nor a question; `help` shows"),
    ("los B3 H4", "'los' is neither an order nor a question; did you mean 'shot'?"),
    ("audit", "'audit' is a command of its own, beside this one: `khamsin audit`"),
    ("dice", "table|seed|either is missing; expected: dice table|seed|either"),
    ("walk", "'walk' is neither an order nor a question; `help` shows what is understood"),
    ("shot B3", "to: this is needed: at which Location; expected: shot FROM TO ..., see"),
    ("shot B3 H4 foo", "attack: 'foo' is none of TH, IFT"),
    ("shot B3 H4 --foo 3", "'--foo' is not an option of shot"),
    ("shot B3 H4 attack", "TH|IFT|"),
    ("shot B3 H4 moving moving", "'moving' is given twice"),
    ("terrain B3 B4", "'B4' is too much; expected: terrain HEX"),
    ("terrain B3 at", "a moment is missing after 'at'"),
    ("terrain B3 at 3.1", "the game did not come to 3.1"),
    ("terrain ZZ9", "'ZZ9' is not a hex in play"),
    ("map B3", "a LOS has two ends; expected: map [FROM TO]"),
    ("show 1.1 1.2", "'1.2' is too much; expected: show [MOMENT] [all]"),
    ("story 1.1 1.2 2.1", "'2.1' is too much; expected: story [FROM [TO]]"),
    ("quit now", "'now' is too much; expected: quit"),
    ("help me", "there is no help on 'me'; "),
    ("? walk", "'walk' is not a question; expected one of"),
    ('? shot "B3', "a quotation mark is not closed"),
)
def test_what_is_wrong_is_said_in_one_sentence(line: str, complaint: str) -> None:
    """A line that cannot be done is refused with what was expected."""
    assert complaint in refused(after("wc 3 4"), line)


def test_a_question_in_short_is_the_question_of_the_command() -> None:
    """Bare words are what is needed, in order; others follow their word, dashes or not."""
    sitting = after("wc 3 4")
    whole = said(sitting, "shot --from B3 --to I2 --attack IFT --moving")
    assert whole.startswith("1.1/RPh: ")
    assert "range 7" in whole
    for short in (
        "shot B3 I2 IFT moving",
        "shot B3 I2 attack IFT moving",
        "? shot B3 I2 IFT moving",
        "?shot from B3 to I2 moving attack ift",
        "SHOT to I2 B3 moving IFT  # from where the tank is",
    ):
        assert said(sitting, short) == whole
    assert said(sitting, "shot B3 I2 TH") != whole


def test_hexes_fill_the_places_of_a_question_that_needs_only_some() -> None:
    """More bare words than are needed fill the fields from the first on; several take all."""
    sitting = after("wc 3 4")
    for bare, named in (
        ("? bog B3 C3 truck", "? bog --to C3 --from B3 --mover truck"),
        ("concealment D4 E5 E6", "concealment --hex D4 enemy E5 E6"),
        ("burn E4 E5", "burn --to E5 --hex E4"),
    ):
        assert said(sitting, bare) == said(sitting, named)


def test_a_question_may_be_of_another_moment_and_say_why_not() -> None:
    """``at`` and ``why-not`` go with every question."""
    sitting = after("wc 3 4", "phase MPh", "start PzA", "move PzA C3")
    assert said(sitting, "recovery at 1.1/RPh").startswith("1.1/RPh: ")
    assert said(sitting, "recovery at #1").startswith("1.1/RPh: ")
    assert "not applied:" in said(sitting, "shot B3 I2 why-not")
    assert "not applied:" not in said(sitting, "shot B3 I2")


def test_what_is_both_order_and_question_is_the_order_but_for_a_question_mark() -> None:
    """``bypass`` orders; with ``?`` before it, or with options, it asks."""
    sitting = after("wc 3 4")
    assert "expected: bypass VEHICLE N" in refused(sitting, "bypass D4 E4")
    asked = said(sitting, "? bypass D4 E4")
    assert asked.startswith("1.1/RPh: Bypass of D4 along D4/E4")
    assert said(sitting, "bypass --hex D4 --along E4") == asked


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row[0])
def test_every_question_can_be_asked_in_short(row: tuple[str, ...]) -> None:
    """Without dashes a question gets the answer that it gets with them; and it has its help."""
    text = MUD if row[0].startswith("mud-bog") else DUSTY
    sitting = Session(Game.new(read_scenario(text, "here"), "x"))
    asked = said(sitting, f"? {row[0]}")
    assert row[1] in asked
    name, *words = row[0].split()
    bare = row[0].replace("--", "").split()[1:]
    fields = _shorthand_fields(question_class(name), words)
    assert _shorthand_fields(question_class(name), bare) == fields
    assert said(sitting, f"help {name}").strip()


def test_undo_takes_back_the_last_order_and_both_are_told() -> None:
    """``undo`` is an order: the entry that it takes back does not count, and stays in the story."""
    sitting = after("wc 3 4")
    before = sitting.game.state
    sitting.take("phase MPh")
    assert "#3 does not count any more; the game stands at 1.1/RPh" in said(sitting, "undo")
    assert sitting.game.state == before
    assert "phase MPh" in said(sitting, "story")
    assert "the last one that stands is 2" in refused(sitting, "undo #3")
    assert "#2 does not count any more" in said(sitting, "undo #2")


def test_show_story_and_map_are_of_any_moment() -> None:
    """The state now or then, a part of the story, a map with a LOS."""
    sitting = after("wc 3 4", "phase MPh", "start PzA", "note here", "move PzA C3")
    assert "Vehicle PzA in C3" in said(sitting, "show")
    assert "Vehicle PzA in B3" in said(sitting, "show here")
    assert said(sitting, "show #2").startswith("1.1/RPh (after entry 2)")
    assert said(sitting, "story #3 #4").startswith("#3 ")
    assert "#6" not in said(sitting, "story 1.1/RPh #4")
    assert "PzA" in said(sitting, "map")
    assert "LOS" in said(sitting, "map C3 I2")


@cases("way", ("phase MPh", "phase RPh"), ("phase AFPh", "phase"))
def test_what_a_rule_demands_and_a_phase_passed_over_is_said(way: tuple[str, str]) -> None:
    """A Flame for which no player rolled is named once its AFPh is over; ``undo`` goes back."""
    sitting = after("wc 3 4", "phase AFPh", "flame E4", "phase RPh", "wc 3 4", way[0])
    assert sitting.game.state.moment.player == 2
    told = said(sitting, way[1])
    assert "! left undone in 1.2/AFPh: `flame-check E4`, " in told
    assert "(B25.15); `undo` goes back" in told
    assert "left undone" not in said(sitting, "undo")
    for line in ("phase AFPh", "flame-check E4 3 3"):
        if way[0] == "phase MPh" or line != "phase AFPh":
            sitting.take(line)
    assert "left undone" not in said(sitting, "phase RPh")


def test_show_leaves_out_what_the_boards_print() -> None:
    """Hexes that are as they were before the game are shown on demand only."""
    sitting = after("wc 3 4", "phase AFPh", "debris E4", name="zawiya")
    assert "Hex L4" not in said(sitting, "show")
    assert "Hex E4: debris placed" in said(sitting, "show")
    assert "Hex L4: building" in said(sitting, "show all")
    assert "Hex L4: building" in said(sitting, "show #1 all")


def test_the_words_of_a_note_need_no_quotes() -> None:
    """`show` takes all its words for one moment."""
    sitting = after("wc 3 4", "note the long evening", "phase MPh")
    assert said(sitting, "show the long evening") == said(sitting, "show 'the long evening'")
    assert said(sitting, "show the long evening").startswith("1.1/RPh (after entry 3)")
    assert "'the short evening' is neither a moment" in refused(sitting, "show the short evening")


def test_a_hex_without_its_board_is_hinted_at() -> None:
    """With several boards a hex is called by its board too, with one without; that is said."""
    sitting = session("dyo-gazala")
    expected = "it is called by its board too, such as 26D4 or 28D4"
    assert expected in refused(sitting, "terrain D4")
    assert expected in refused(sitting, "terrain d4")
    assert "board" not in refused(sitting, "terrain ZZ99")
    assert "board" not in refused(sitting, "terrain {0.x}")
    assert "board" not in refused(session("bir-el-qaha"), "terrain ZZ1")
    assert "with one board it is called D4" in refused(session("bir-el-qaha"), "terrain 27d4")
    for line in ("weather 3 3", "wc 3 4"):
        sitting.take(line)
    assert expected in refused(sitting, "flame D4")


def test_those_of_an_impulse_are_told_in_the_order_of_their_names() -> None:
    """Whatever order they acted in, and in every process alike."""
    names = [f"{letter}{number}" for letter in "GFEDCBA" for number in (6, 4)]
    tanks = [{**TANK, "id": name, "at": name} for name in names]
    sitting = Session(Game.new(scenario(vehicles=tanks), "alamein"))
    for line in ("wc 3 4", "phase MPh"):
        sitting.take(line)
    told = said(sitting, "impulse " + ", ".join(f"start {name}" for name in names))
    assert re.findall(r"(\w+) has 12 MP left", told) == sorted(names)


def test_empty_lines_and_comments_say_nothing_and_quit_leaves() -> None:
    """Nothing is said to nothing; ``#12`` is an entry, everything else after ``#`` a comment."""
    sitting = session()
    for line in ("", "  \n", "# Saturday", "\t# 12"):
        assert sitting.take(line).lines == ()
    assert not sitting.take("help").leave
    assert sitting.take("quit").leave
    assert sitting.take("exit  # it is late").leave


# Dice ----------------------------------------------------------------------------------------


@cases(
    "lines, wrong, complaint",
    ((), "wc", "`wc`: wind change: two dice are due; enter them after the order"),
    ((), "wc 3", "wind change: two dice are due, and 1 of them is entered; enter all dice"),
    ((), "wc 1 1", "wind change: one die is due after wind change 1 1; enter all dice of"),
    ((), "wc 3 4 5", "no roll is due for these dice: 5"),
    (("wc 3 4", "phase MPh", "start PzA"), "phase MPh 5", "is refused, reason 6"),
)
def test_dice_of_the_table_that_are_missing_are_named(
    lines: Sequence[str], wrong: str, complaint: str
) -> None:
    """Where people roll, an order without its dice says which are due, and after which."""
    assert complaint in refused(after(*lines, dice="table"), wrong)


def test_setup_at_the_table_names_its_rolls_one_after_the_other() -> None:
    """Before the first order of play come the rolls of setup, each with its dice."""
    sitting = session("dyo-gazala", "table")
    assert refused(sitting, "wc 3 4") == (
        "before `wc`, `weather`: weather: two dice are due; enter them after the order"
    )
    sitting.take("weather 3 4")
    assert "before `wc`, `time-of-day`: time of day: one die is due" in refused(sitting, "wc 3 4")


def test_a_bog_check_that_is_due_is_named_by_the_next_order() -> None:
    """An order that takes no dice leaves the Bog Check before it to its own order."""
    sitting = Session(Game.new(palms(), "x", dice="table"))
    for line in ("wc 3 4", "phase MPh", "start PzA", "start PzB", "move PzA B1"):
        sitting.take(line)
    assert refused(sitting, "stop PzB") == (
        "`stop PzB`: bog PzA: two dice are due; it takes none itself, so `bog-check PzA` comes "
        "before it"
    )
    assert refused(sitting, "move PzB D2") == (
        "`move PzB D2`: bog PzA: two dice are due; enter them after the order"
    )
    assert "there is no vehicle PzX" in refused(sitting, "move PzX D2")  # before any dice
    assert "bog PzA" in said(sitting, "bog-check PzA 1 2")
    assert "PzB" in said(sitting, "stop PzB")


# Completion ----------------------------------------------------------------------------------


def test_words_complete_to_orders_questions_labels_and_hexes() -> None:
    """Completion knows the words of orders and questions, and what is in the game."""
    state = after("wc 3 4").game.state
    assert completions(state, "sho") == ("shock", "shot", "show")
    assert "move" in completions(state, "")
    assert completions(state, "move Pz") == ("PzA", "PzB")
    assert completions(state, "ffe one c1") == ("C1",)
    assert completions(state, "phase m") == ("MPh",)
    assert completions(state, "shot B3 I2 mov") == ("moving",)
    assert completions(state, "shot B3 I2 attack res") == ("Residual FP",)
    assert completions(state, "? byp") == completions(state, "help byp") == ("bypass",)
    assert completions(state, "?byp") == ("?bypass",)
    assert completions(state, "dice t") == ("table",)
    assert completions(state, "walk x") == ()


@cases(
    "typed, offered",
    ("move ", ("Opel", "PzA", "PzB")),  # A3.3: the ATTACKER's, who may Start first
    ("move pza ", ("A3", "A4", "B2", "B4", "C3", "C4")),
    ("move PzA C4 d", ("D3", "D4")),  # the next hex of a path
    ("move PzA D4 e", ()),  # E4 is a building (B23.41), E5 one hex too far
    ("stop ", ("Crusader", "Humber", "Opel", "PzA", "PzB")),  # D2.13: none can yet, so all
    ("hatch ", ("PzA", "PzB")),  # D5.2: a truck has no hatch
    ("hatch PzA ", ("BU",)),
    ("motion ", ("Crusader", "Humber")),  # D2.401: in the enemy's MPh only
    ("unbog PzA h", ("helper",)),
    ("wc ", ()),
)
def test_an_order_goes_on_with_what_the_rules_allow(typed: str, offered: tuple[str, ...]) -> None:
    """Own vehicles, hexes that can be entered from the end of a path, values that are legal."""
    assert completions(after("wc 3 4", "phase MPh").game.state, typed) == offered


# Words as players type them ---------------------------------------------------------------------


@cases(
    "typed, told",
    ("note it's late", "note it's late"),
    ('NOTE "he said" #5, and left', 'note "he said" #5, and left'),
    ("note 'quoted'", "note quoted"),
    ("note C:\\x   and  more", "note C:\\x and more"),
    ('note \'tis "late"', 'note \'tis "late"'),
    ("note '\"two  blanks\"'", "note '\"two  blanks\"'"),
)
def test_a_note_is_the_rest_of_the_line(typed: str, told: str) -> None:
    """Apostrophes, number signs and backslashes are text; what is told can be typed again."""
    sitting = session()
    (entry,) = sitting.take(typed).entries
    assert said(sitting, "story").endswith(f"setup  {told}")
    assert parse_order(told).command == entry.do


def test_labels_are_typed_in_any_case() -> None:
    """The label of that very case comes first; of several others a player must say which."""
    tanks = [{**TANK, "at": "B3"}, {**TANK, "id": "PZB", "at": "B4"}]
    tanks.append({**TANK, "id": "pzB", "at": "B5"})
    game = Game.new(scenario(vehicles=tanks, ec="Very Dry"), "1")
    sitting = Session(game.do_all(["wc 3 4", "phase MPh", "unit Shepherds squad D5"]))
    assert "start PzA" in said(sitting, "start pza")
    assert "start pzB" in said(sitting, "start pzB")
    assert "'pzb' may be PZB or pzB" in refused(sitting, "start pzb")
    assert "'pzb' may be PZB or pzB" in refused(sitting, "? bog B4 vehicle pzb")
    assert "break Shepherds" in said(sitting, "break shepherds")
    assert said(sitting, "shot PZA shepherds") == said(sitting, "shot PzA Shepherds")
    assert said(sitting, "? bog C4 vehicle pza") == said(sitting, "? bog C4 vehicle PzA")
    assert said(sitting, "smoke D5 by british").splitlines()[0].endswith("smoke D5 by British")


def test_a_path_is_one_line_and_an_order_for_each_hex() -> None:
    """The log is as if each move was typed; a refusal or a due Bog Check ends it, and is said."""
    ready = ("wc 3 4", "phase MPh", "start PzA")
    by_one = after(*ready, "move PzA C4", "move PzA D4 2mp", "move PzA E5")
    sitting = after(*ready)
    reply = sitting.take("move pza C4 d4 2mp E5 F4 G4")
    assert reply.stopped.startswith(
        "`move PzA F4` is not done yet: the Bog Check in E5 comes first"
    )
    assert reply.entries == tuple(by_one.game.entries)[-3:]
    assert sitting.game.entries == by_one.game.entries
    assert [each.split()[0] for each in reply.lines if each[0] == "#"] == ["#5", "#6", "#7"]
    assert reply.lines[-1].split()[0] == ">"  # what is due now
    assert not sitting.take("move PzA F4 3 4 G4").stopped
    reply = after(*ready).take("move PzA C4 C9 C4")
    assert (len(reply.entries), "C9 is not in play" in reply.stopped) == (1, True)
    assert "C9 is not in play" in refused(after(*ready), "move PzA C9 C4")


@cases(
    "typed, meant",
    ("phase movement", "phase MPh"),
    ("phase Prep Fire", "phase PFPh"),
    ("phase close combat phase", "phase CCPh"),
    ("phase rout", "phase RtPh"),
    ("next", "phase"),
    ("next mph", "phase MPh"),
)
def test_phases_have_their_names_and_next(typed: str, meant: str) -> None:
    """A phase is called by its name in words; `next` is `phase`; the log has what it had."""
    sitting = after("wc 3 4")
    assert format_order(sitting.take(typed).entries[0].do) == meant
    assert sitting.game.entries == after("wc 3 4", meant).game.entries


@cases(
    "before, line, hint",
    (("wc 3 4", "phase PFPh"), "move PzA B4", "`phase MPh` goes there"),
    (("wc 3 4", "phase MPh"), "move PzA B4", "Start MP first: `start PzA`"),
    (("wc 3 4", "phase MPh"), "enter Stuart K8", "`khamsin run SCENARIO --orders FILE`"),
    ((), "redo", "give the order that was undone"),
    ((), "nxet", "did you mean 'next'?"),
    ((), "? shto B3 H6", "did you mean 'shot'?"),
    ((), "help mvoe", "did you mean 'move'?"),
)
def test_what_is_refused_says_what_to_type(before: tuple[str, ...], line: str, hint: str) -> None:
    """A refusal ends with the words that lead on, where they are known."""
    assert hint in refused(after(*before), line)


def test_a_narrow_terminal_shows_every_line_and_its_rule() -> None:
    """At 80 columns no line is longer, rules stand at the right edge, and no word is lost."""
    ready = ("wc 1 1 2", "phase MPh", "start PzA", "move PzA C4 D4 E5 F4", "note tea")
    wide, narrow = session(), Session(session().game, 80)
    for line in (*ready, "story"):
        one, other = (each.take(line).lines for each in (wide, narrow))
        assert max(map(len, other)) <= 80
        assert sorted(" ".join(one).split()) == sorted(" ".join(other).split())
    rules = [line.split()[-1] for line in other if len(line) > 72 and line[:6] == " " * 6]
    assert {"B25.65", "D2.12", "D8.2"} <= set(rules)


def test_help_fits_a_narrow_terminal() -> None:
    """The rest of a line stands below its last column, of a long usage below its words."""
    sitting = Session(Game.new(load_scenario("bir-el-qaha"), "x"), 80)
    lines = sitting.take("help shot").lines
    assert max(map(len, lines)) <= 80
    assert f"{'':20}Aerial, Heavy AA, Aerial Combat" in lines
    assert lines[1].startswith("    FP|CC")
