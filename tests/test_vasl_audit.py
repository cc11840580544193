"""The audit of VASL logs is right or silent: logs in VASL's own forms, and what is found in them.

What each log shows was written down before the audit read it. A log is a list of steps in short:
`PFPh` moves the turn track, `Hans IFT 5,2` rolls with VASL's button, `Hans: wc` writes, and
`+Gusts 1` puts up a side of one of VASL's counters.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.scenario import Scenario
from events.terms import Density, WindForce
from replays import Game, load_scenario
from replays.game.drive import drive
from replays.vasl.board_line import LaidBoards
from replays.vasl.chat import VaslStep
from replays.vasl.command import ESC
from replays.vasl.container import Archive
from replays.vasl.correction import Corrections
from replays.vasl.encoding import Encoding, split
from replays.vasl.exporter import vasl_log
from replays.vasl.fact import History, read_history
from replays.vasl.importer import imported
from replays.vasl.inferred_wind_change import sides_of_players
from replays.vasl.log_audit import VaslReport, audit_history
from tests import cases
from tests.drawn import examples

GOLDEN: Final = Path(__file__).parent / "golden"
WIND: Final = load_scenario(str(GOLDEN / "wind-and-gust.toml"))
DUST: Final = attrs.evolve(WIND, dust=Density.LIGHT)
HEAVY: Final = attrs.evolve(WIND, dust=Density.HEAVY)
RALLY: Final = "Axis Turn 1 - RPh"
BOTH: Final = {"Hans": "German", "Tom": "British"}

SLOTS: Final = {
    "Gusts": "ML/Gust,ML/GustB;,No Gusts",
    "Wind": "ML/WindNo,ML/WindMB,ML/WindHW;No Wind,Mild Breeze,Heavy Winds",
    "Residual FP": "MS/RFP01,MS/RFP02;1 FP,2 FP",
}
"""Counters of VASL 6.5, by the pictures of their layer and the names that go with these."""


def _slot(name: str, level: str) -> str:
    layer = f"emb2;;2;;Flip;2;F;;2;;;;0;false;0;0;{SLOTS[name].replace('/', chr(92) + '/')}"
    type_ = f"{layer};true;;;;false;;1;1;true;;70,130;\tpiece;K;D; ;{name}"
    return f"+/{name}/{type_}/{level}\tMain Map;100;60;0"


def _step(text: str) -> str:
    """A step of a log, by its short form."""
    if found := re.fullmatch(r"(\w+) (\w+) ([\d,]+)(?: (Light|Moderate))?", text):
        who, what, dice, dust = found.groups()
        kind = "DR" if "," in dice else "dr"
        total = f" - total with {dust} Dust (F11.71): 8  " if dust else ""
        return (
            f"CHAT*** ({what} {kind}) {dice} ***{total}   <{who}>      [1 / 8   avg   7]    (01.30)"
        )
    if found := re.fullmatch(r"(?:(Axis|Allied) (\d) )?(\w+Ph)", text):
        return f"CHAT* New: {found[1] or 'Axis'} Turn {found[2] or 1} - {found[3]} *"
    if found := re.fullmatch(r"LOS (\w+) (\w+) (\w+) (\d+)", text):
        who, one, two, far = found.groups()
        return f"CHAT{who} Checked LOS from {one} to {two}, Range={far}"
    if found := re.fullmatch(r"\+(.+) (\d)", text):
        return _slot(found[1], found[2])
    if text.startswith(("M/", "*")):
        return text if text.startswith("M/") else f"CHAT{text}"
    who, _, said = text.partition(": ")
    return f"CHAT<{who}> - {said}"


def _history(*steps: str, begins: str = RALLY, save: Sequence[str] = ()) -> History:
    track = f"+/track/piece;K;D;turn;{begins}/Main Map;165;118;300"
    log = (f"LOG\t{_step(each)}" for each in steps)
    text = ESC.join(["begin_save", track, *save, "end_save", *log])
    return read_history([Archive("x.vlog", Encoding.PLAIN, text, "VASL 6.5.1")])


def _audit(scenario: Scenario, *steps: str, begins: str = RALLY) -> VaslReport:
    history = _history(*steps, begins=begins)
    known = {who: side for who, side in BOTH.items() if who in history.players}
    return audit_history(history, scenario, Corrections(players=known))


def _told(report: VaslReport) -> tuple[set[str], set[str]]:
    """What is found, and what is told as a perhaps, by kind and step."""
    told = report.findings, report.doubts
    found, perhaps = ({f"{one.kind}@{one.where.step}" for one in each} for each in told)
    return found, perhaps


WC: Final = ("Hans: wc", "Hans Other 3,4")
MISSING: Final = {"dust-dr-missing@4"}
NEXT_MISSING: Final = {"dust-dr-missing@5"}
UNDUE: Final = {"dust-die-undue@4"}
GUSTY: Final = ("Hans: wc", "Hans Other 6,6", "PFPh")
BACK: Final = (*WC, "PFPh", "MPh", "Tom IFT 3,4,4 Light", "PFPh", "Hans IFT 3,3,4 Light", "MPh")


@cases(
    "scenario, steps, found, perhaps",
    (DUST, (*WC, "PFPh", "Hans TH 5,2", "MPh"), MISSING, ()),
    (DUST, (*WC, "PFPh", "Hans IFT 5,2", "Tom Other 3"), (), ()),
    (DUST, (*WC, "PFPh", "Hans IFT 5,2", "Hans RS 3", "Tom MC 3,3"), MISSING, ()),
    (DUST, (*WC, "PFPh", "Hans IFT 5,2", "Hans IFT 3,3", "Hans Other 3"), MISSING, ()),
    (DUST, (*WC, "MPh", "Hans TH 5,2", "Tom IFT 3,3", "Hans Other 3"), NEXT_MISSING, ()),
    (DUST, (*WC, "PFPh", "Hans Other 3", "Hans IFT 5,2"), (), ()),
    (DUST, (*WC, "PFPh", "Hans TH 5,2,1 Light", "Hans IFT 6,6"), (), ()),
    (DUST, (*WC, "PFPh", "Hans: FFE:1 resolves", "Hans IFT 5,2"), (), ()),
    (DUST, (*WC, "PFPh", "Hans: HE effect", "Hans IFT 5,2"), (), ()),
    (DUST, (*WC, "PFPh", "Hans: he is done for", "Hans IFT 5,2", "MPh"), NEXT_MISSING, ()),
    (DUST, (*WC, "PFPh", "Hans IFT 5,2", "Hans: oops, wrong button"), (), ()),
    (DUST, (*WC, "PFPh", "Hans: oops", "Hans IFT 5,2", "MPh"), NEXT_MISSING, ()),
    (DUST, (*WC, "+Residual FP 2", "MPh", "Tom IFT 5,2", "APh"), (), NEXT_MISSING),
    (DUST, (*WC, "PFPh", "Tom IFT 5,2", "MPh"), (), MISSING),
    (DUST, (*WC, "RtPh", "Hans IFT 5,2", "Hans CC 5,2", "Hans MC 3,3"), (), ()),
    (
        DUST,
        ("Hans Rally 4,4", "PFPh", "Hans TH 5,2", "MPh"),
        (),
        {"wind-change-missing@2", "dust-dr-missing@3"},
    ),
    (DUST, ("Ann Other 3,4", "PFPh", "Bob IFT 5,2", "Cid MC 4,4"), {"dust-dr-missing@3"}, ()),
    (WIND, (*WC, "PFPh", "Hans IFT 5,2,3 Light"), UNDUE, ()),
    (WIND, (*WC, "PFPh", "Hans IFT 5,2,3"), (), UNDUE),  # a version whose die may be another
    (WIND, (*GUSTY, "Tom: no gusts"), {"said-otherwise@4"}, ()),
    (WIND, (*GUSTY, "Tom: no gusts?"), (), ()),
    (WIND, (*GUSTY, "Tom: if there are no gusts I burn it"), (), ()),
    (DUST, (*WC, "PFPh", "MPh", "PFPh", "Hans IFT 3,3,4 Light", "MPh"), (), ()),
    (WIND, ("*** (Other DR) 0,7 ***   <Hans>", "PFPh"), (), ()),  # a DR not understood
    (DUST, (*BACK, "DFPh"), {"phase-order@6"}, ()),  # and what follows is no other mistake
)
def test_what_is_found_and_what_is_a_perhaps(
    scenario: Scenario, steps: tuple[str, ...], found: object, perhaps: object
) -> None:
    """11.71 shot by shot: no exempt attack, none with its die or dr; claims, and the turn track."""
    assert _told(_audit(scenario, *steps)) == (set(found), set(perhaps))  # type: ignore[call-overload]


def test_a_correction_withdraws_a_finding_about_dice() -> None:
    """A roll that is nothing, such as one of a game told beside this one, lacks no Dust dr."""
    history = _history(*WC, "PFPh", "Hans TH 5,2")
    said = Corrections(players={"Hans": "German"}, nothing=frozenset({VaslStep(0, 4)}))
    assert audit_history(history, DUST, said).findings == []


@pytest.mark.rule("11.73")
def test_a_finding_has_the_range_where_a_los_was_checked() -> None:
    """Then all that Dust adds there is told."""
    steps = ("PFPh", "LOS Hans D5 G6 3", "Hans IFT 5,2", "Hans IFT 4,4", "MPh")
    one, two = _audit(HEAVY, *WC, *steps).findings
    assert "D5 to G6, range 3" in one.shown
    assert one.expected == "Heavy Dust +2 (11.73), Light Dust +dr/2 FRD (11.71)"
    assert "range" not in two.shown
    assert "11.71" in two.rule


# The Wind Change DR ------------------------------------------------------------------------------

TURN: Final = (*WC, "PFPh", "CCPh")
NEXT: Final = (*TURN, "Allied 1 RPh")
LATE: Final = (*TURN, "Tom Other 4,5", "Allied 1 RPh")  # which may have been the Wind Change DR
SOLO: Final = ("Solo Other 3,4", "PFPh", "Allied 1 RPh", "Solo Other 6,6")  # plays both sides
PREP: Final = "Allied 1 PFPh"


@cases(
    "steps, taken, found, perhaps",
    (("Tom Other 2,3", "Hans Other 3,3", "Hans: WC no change"), [(3, 3)], (), ()),
    (("Tom Other 2,3", "Hans Other 3,3"), [(3, 3)], (), ()),
    (("Hans: wc", "Hans Rally 4,4", "Hans Other 4,5"), [(4, 5)], (), ()),
    (("Hans Other 4,5", "Tom: wc: no change", "Hans Other 2,2"), [(4, 5)], (), ()),
    (("Hans Other 2,2", "Hans: forgot the wc", "Hans Other 4,5"), [(4, 5)], (), ()),
    (("Hans Other 2,2", "PFPh", "Hans: forgot wc", "RPh", "Hans Other 4,5"), [(4, 5)], (), ()),
    (("Hans Other 4,5", "Hans: wc", "Tom Other 2,2"), [(4, 5)], (), ()),
    (("Hans: the wind smells of you", "Hans Other 4,5", "Hans Other 2,2"), [(4, 5)], (), ()),
    ((*WC, "Hans: wc", "Hans Other 5,5"), [(3, 4)], {"wind-change-twice@4"}, ()),
    (("Tom: wc", "Tom Other 3,4"), [(3, 4)], {"wind-change-by-defender@2"}, ()),
    (("Tom Other 3,4",), [(3, 4)], (), {"wind-change-by-defender@1"}),
    (("Hans Rally 4,4", "PFPh"), [], (), {"wind-change-missing@2"}),
    (("PFPh", "Hans: wc", "Hans Other 4,5"), [(4, 5)], (), ()),
    ((*NEXT, "Tom Rally 2,3", PREP), [(3, 4)], {"wind-change-missing@7"}, ()),
    ((*TURN, "Tom: wc", "Tom Other 4,5", NEXT[-1], PREP), [(3, 4), (4, 5)], (), ()),
    ((*NEXT, "Tom: wc 7, no change", PREP), [(3, 4)], (), ()),
    ((*NEXT, PREP, "Tom Other 4,5"), [(3, 4)], (), {"wind-change-missing@6"}),
    ((*LATE, PREP), [(3, 4)], (), {"wind-change-missing@7"}),
    ((*NEXT, "Tom Other 6,6", PREP, "Tom: no gusts"), [(3, 4), (6, 6)], {"said-otherwise@8"}, ()),
    ((*SOLO, PREP, "Solo: no gusts"), [(3, 4), (6, 6)], {"said-otherwise@6"}, ()),
    ((*LATE, "Tom Other 6,6", PREP, "Tom: no gusts"), [(3, 4), (6, 6)], (), {"said-otherwise@9"}),
)
def test_which_roll_was_the_wind_change_dr(
    steps: tuple[str, ...], taken: list[tuple[int, int]], found: object, perhaps: object
) -> None:
    """The ATTACKER's own, named before or after; no accusation where the log leaves it open."""
    report = _audit(WIND, *steps)
    assert [each.dice for each in report.replay.inferred] == taken
    assert _told(report) == (set(found), set(perhaps))  # type: ignore[call-overload]


def test_a_log_that_begins_after_its_rph_has_no_missing_dr() -> None:
    """What was before the log is not in it."""
    report = _audit(WIND, "Hans IFT 3,3", "MPh", begins="Axis Turn 1 - PFPh")
    assert _told(report) == (set(), set())
    assert any("the log begins after it" in each for each in report.unchecked)


FIRED: Final = ("PFPh", "Hans IFT 4,4", "Axis 2 RPh", "Tom Other 3,4", "Axis 2 DFPh", "Tom IFT 3,3")


@cases(
    "steps, said, sides",
    ((*WC, *FIRED), {}, BOTH),  # both open a RPh of one side; fire tells them apart
    (("Hans Other 3,4", "Axis 2 RPh", "Tom Other 3,4"), {}, {}),
    (("Hans Other 3,4", "Tom: hello", "Ann: I watch"), {}, {"Hans": "German"}),
    (("Hans Other 3,4", "Tom MC 3,4", "Ann: I watch"), {}, BOTH),
    (("Tom Other 3,4", "Hans: hello"), {"Tom": "British"}, BOTH),
)
def test_two_players_have_two_sides(
    steps: tuple[str, ...], said: dict[str, str], sides: dict[str, str]
) -> None:
    """One of each, by who opens RPhs and who fires when; where that is open, neither has one."""
    tracks = {"Axis": "German", "Allied": "British"}
    found = sides_of_players(_history(*steps), WIND, tracks, Corrections(players=said))
    assert {who: each.side for who, each in found.items()} == sides
    if sides.keys() == {"Hans"}:  # one RPh opened: one more for it than against it
        assert found["Hans"].sure == pytest.approx(4 / 6)


# Markers, words and the turn track ---------------------------------------------------------------

STORM: Final = attrs.evolve(WIND, wind=WindForce.HEAVY_WINDS)


@cases(
    "scenario, steps, told, unmarked",
    (WIND, GUSTY, (set(), set()), {"Wind Force", "Wind Direction", "Gusts"}),
    (WIND, ("+Gusts 2", *GUSTY), ({"gusts-not-shown@4"}, set()), {"Wind Force", "Wind Direction"}),
    (WIND, ("+Gusts 2", *GUSTY[:2]), (set(), set()), {"Wind Force", "Wind Direction"}),  # is due
    (WIND, ("+Wind 1", *GUSTY), ({"wind-force@4"}, set()), {"Wind Direction", "Gusts"}),
    (  # Dust rises by Gusts that the table shows, and may be remembered
        STORM,
        ("+Gusts 2", *GUSTY[:2], "+Gusts 1", "PFPh"),
        (set(), {"dust-not-raised@5"}),
        {"Wind Force", "Wind Direction"},
    ),
)
def test_only_markers_that_a_table_keeps_are_judged(
    scenario: Scenario, steps: tuple[str, ...], told: object, unmarked: set[str]
) -> None:
    """The rest is one line, however many phases there are."""
    report = _audit(scenario, *steps)
    assert _told(report) == told
    assert [each.expected for each in report.due] == ["Gusts: yes"] * ("PFPh" not in steps)
    (line,) = [each for each in report.lines(_history(*steps)) if each.startswith("not judged")]
    assert set(line.partition(": ")[2].split(", ")) == unmarked


@cases(
    "ids, called, went, hexes",
    (("Valentine-II", "x"), "Valentine II", (1, "C4", "C5"), ("C5", "G4")),
    (("Valentine II", "Valentine II 2"), "Valentine II vca3", (2, "G4", "G5"), ("C4", "G5")),
    (("Valentine II", "Valentine II 2"), "Valentine II", (3, "A1", "A2"), ("C4", "G4")),
)
def test_a_counter_is_known_by_the_name_of_its_vehicle(
    ids: tuple[str, str], called: str, went: tuple[int, str, str], hexes: object
) -> None:
    """With blanks or without; of several with one name by their hexes, and none is any other."""
    scenario = load_scenario(str(GOLDEN / "vehicle-dust.toml"))
    both = (attrs.evolve(scenario.vehicles[n], id=id_) for n, id_ in enumerate(ids))
    scenario = attrs.evolve(scenario, vehicles=(*both, *scenario.vehicles[2:]))
    spot = {hex_: LaidBoards.of(scenario).pixel(hex_) for hex_ in ("C4", "G4", "A1", *went[1:])}
    lies = [(n, *spot[at]) for n, at in enumerate(("C4", "G4", "A1"), 1)]
    save = [f"+/{n}/piece;K;D;x;{called}/Main Map;{x};{y};0" for n, x, y in lies]
    n, (a, b), (x, y) = went[0], spot[went[1]], spot[went[2]]
    move = f"M/{n}/Main Map/{x}/{y}/null/Main Map/{a}/{b}/null/Tom"
    found = imported(_history(*WC, "MPh", move, save=save), scenario, Corrections())
    assert tuple(found.game.state.vehicles[id_].hex for id_ in ids) == hexes


# Honest tables -----------------------------------------------------------------------------------

PLAYED: Final = ("bir-el-qaha", "tebaga", "djebel", "wind-and-gust")
CHAT: Final = (
    *("hi", "no gusts?", "if gusts begin I am dead", "hope the dust is light", "wind smells"),
    *("wc was last turn lol", "your turn", "rally first", "thinking"),
)
WEATHER: Final = re.compile(r"(?:LOG\t)?[-+D]/900[1-9]")


@cache
def _plain(name: str) -> tuple[Scenario, tuple[str, ...]]:
    """The steps of a game that was played by the rules, as VASL logs them."""
    path = GOLDEN / f"{name}.toml"
    game = Game.new(load_scenario(str(path) if path.exists() else name), "honest")
    for _ in drive(game):
        pass
    log = vasl_log(game.header, game.beginning, game.entries, name="x.vlog", orders=False)
    return game.header.scenario, tuple(split(log.text, ESC))


@st.composite
def _tables(draw: st.DrawFn) -> tuple[Scenario, list[str]]:
    """An honest game by two people who talk, rally, fire in Dust with its dr, and click too far."""
    scenario, steps = _plain(draw(st.sampled_from(PLAYED)))
    who = dict(zip(scenario.sides, draw(st.permutations(["Hans", "Tom"])), strict=True))
    marked, phase, told = draw(st.booleans()), "RPh", list[str]()
    for step in steps:
        if WEATHER.match(step) and not marked:
            continue
        made = re.match(r"LOG\tCHAT\*\*\* \(Other DR\) .*<(.*)>", step)
        attacker = who[made[1]] if made else ""
        other = next(each for each in who.values() if each != attacker)
        around: list[tuple[list[str], list[str]]] = [([], [])]
        if made and phase == "RPh":
            around += [
                ([f"{attacker}: wc"], []),
                ([f"{other}: WC please"], [f"{attacker}: wc no change", f"{attacker} Other 3,3"]),
                ([f"{attacker} Rally 3,5"], [f"{other} Rally 4,4", f"{other}: {CHAT[5]}"]),
            ]
        found = re.match(r"LOG\tCHAT\* New: (.*) - (\w+Ph) \*", step)
        if found:
            phase = found[2]
            back = [f"* New: {found[1]} - {each} *" for each in ("CCPh", phase)]
            around += [([], back), ([], [f"{other}: {draw(st.sampled_from(CHAT))}"])]
            if phase in ("PFPh", "MPh", "DFPh"):
                around.append(([], ["Tom TH 2,3", "Tom Other 4", "Tom IFT 5,5"]))
        before, after = draw(st.sampled_from(around))
        told += [f"LOG\t{_step(each)}" for each in before]
        told.append(step.replace(f"<{made[1]}>", f"<{attacker}>") if made else step)
        told += [f"LOG\t{_step(each)}" for each in after]
    return scenario, told


@examples(40)
@given(table=_tables())
def test_an_honest_table_is_never_accused(table: tuple[Scenario, list[str]]) -> None:
    """Whatever players of a sound game say and roll beside it, nothing is called a finding."""
    scenario, steps = table
    history = read_history([Archive("x.vlog", Encoding.PLAIN, ESC.join(steps), "VASL 6.5.1")])
    report = audit_history(history, scenario, Corrections())
    assert report.findings == []
    assert report.replay.stopped is None
