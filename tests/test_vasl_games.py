"""Games of ours as VASL logs and back; and the audit, which finds what a forger put into one."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import attrs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.entry import Entry
from events.errors import BadInput
from replays import Game, load_scenario
from replays.cli.main import main
from replays.game.drive import drive
from replays.testing import games
from replays.vasl.command import ESC
from replays.vasl.container import Archive, archive_bytes
from replays.vasl.correction import Corrections
from replays.vasl.encoding import Encoding, join, split
from replays.vasl.exporter import vasl_log
from replays.vasl.fact import MarkerShown, read_history
from replays.vasl.importer import imported
from replays.vasl.log_audit import audit_history
from sim.state import State
from tests import cases
from tests.drawn import examples

GOLDEN: Final = Path(__file__).parent / "golden"
DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "vasl.md"
DESERT: Final = ("bir-el-qaha", "beda-fomm", "tebaga", "trigh-capuzzo", "djebel", "dyo-gazala")
BY_HAND: Final = (
    "wind-and-gust",
    "rain",
    "vehicle-dust",
    "a-vehicles-life",
    "rubble",
    "dyo",
    "desert-mud",
)


def _driven(name: str, seed: str) -> Game:
    game = Game.new(load_scenario(name), seed)
    for _ in drive(game):
        pass
    return game


def _ordered(name: str, *orders: str) -> Game:
    """A golden game, or its scenario by other orders."""
    game = Game.new(load_scenario(str(GOLDEN / f"{name}.toml")), "golden")
    lines = orders or (GOLDEN / f"{name}.orders").read_text().splitlines()
    for line in lines:
        if line.split("#")[0].strip():
            game.do(line.split("#")[0])
    return game


@cache
def _game(name: str) -> Game:
    return _driven(name, "there and back") if name in DESERT else _ordered(name)


def _log(game: Game, *, orders: bool = True) -> Archive:
    return vasl_log(game.header, game.beginning, game.entries, name="game.vlog", orders=orders)


def _climate(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """What happened to wind, sky and Dust, and who entered, and when; not what else was done."""
    return [
        (str(entry.at), str(event))
        for entry in entries
        for event in entry.then
        if type(event).__name__ == "VehicleEntered"
        or (
            type(event).__module__ in ("events.sky", "events.dust")
            and not type(event).__name__.startswith(("Vehicle", "FFE"))
        )
    ]


# There and back -----------------------------------------------------------------------------------


@cases("name", *DESERT, *BY_HAND)
def test_a_game_comes_back_bit_for_bit(name: str) -> None:
    """A game written as a VASL log is read as the very game it was, dice of the table and all."""
    game = _game(name)
    found = imported(read_history([_log(game)]), game.header.scenario, Corrections())
    assert found.stopped is None
    assert found.game.log_bytes() == game.log_bytes()


@pytest.mark.rule("D8.23")
def test_secret_dice_are_told_when_they_act() -> None:
    """No chat of ours tells the Secret DR or dr of Mud before the vehicle bogs by it."""
    begun = ["phase RPh", "wc 3 4", "phase MPh", "start Cruiser", "move Cruiser D3 2mp 5 6 2"]
    for more, told in (
        (["move Cruiser C4"], False),
        (["move Cruiser C4", "move Cruiser D4"], True),
    ):
        log = _log(_ordered("desert-mud", *begun, *more))
        assert ("5,6 ***" in log.text) is told
        assert not told or log.text.index("5,6 ***") < log.text.index("MS\\/Bog")
        assert ("(Other dr) 2 ***" in log.text) is told
        assert "5 6 2" not in log.text
    damaged = attrs.evolve(log, text=log.text.replace("veiled ", "veiled %"))
    history = read_history([damaged])
    stopped = imported(history, _game("desert-mud").header.scenario, Corrections()).stopped
    assert "this veiled order is damaged" in str(stopped)


@examples(12)
@given(game=games())
def test_any_game_comes_back(game: Game) -> None:
    """Whatever is drawn and played, its VASL log gives it back, and VASL knows every command."""
    history = read_history([_log(game)])
    assert history.unknown == []
    found = imported(history, game.header.scenario, Corrections())
    assert found.game.log_bytes() == game.log_bytes()


@examples(40)
@given(game=games())
def test_no_game_of_ours_is_accused(game: Game) -> None:
    """Of dice, turn track and counters alone, the audit finds nothing in what the rules decided.

    What its replay does not say to be lost comes back, but SMOKE, of no known side, Arid Debris,
    which is not laid, and units.
    """
    history = read_history([_log(game, orders=False)])
    report = audit_history(history, game.header.scenario, Corrections())
    assert report.findings == []
    replay = report.replay
    assert replay.not_used or replay.stopped or _left(replay.game.state) == _left(game.state)


def _left(state: State) -> list[object]:
    """Vehicles, FFE, buildings, rubble and fires, as far as counters show them."""
    vehicles = [(v.hex, v.destroyed, v.bogged, v.mired) for v in state.vehicles.values()]
    ffes = sorted((each.hex, str(each.kind), each.calibre) for each in state.ffes.values())
    ground = ((at, g.building, g.rubble, g.fires, g.shellholes) for at, g in state.ground.items())
    return [*vehicles, *ffes, *sorted((each for each in ground if any(each[1:])), key=str)]


@cases("seed", "s0", "s8", "s12")
def test_vehicles_that_share_a_hex_accuse_nobody(seed: str) -> None:
    """One Motion counter beside two vehicles, two Dusts in a hex, more MP than VASL tells of."""
    game = _driven("bir-el-qaha", seed)
    history = read_history([_log(game, orders=False)])
    assert audit_history(history, game.header.scenario, Corrections()).findings == []


@cases("name", *DESERT[:5], "wind-and-gust", "rain", "a-vehicles-life", "spreading-fire")
def test_the_climate_is_inferred_where_no_order_goes_along(name: str) -> None:
    """Of dice and turn track alone wind, rain and Dust come back, and the audit finds nothing."""
    game = _game(name)
    history, scenario = read_history([_log(game, orders=False)]), game.header.scenario
    found = imported(history, scenario, Corrections())
    assert found.stopped is None
    assert not found.ours
    assert _climate(found.game.entries) == _climate(game.entries)
    if name in ("tebaga", "djebel"):  # whose vehicles do nothing that VASL does not show
        came, were = (
            {one: each.hex for one, each in played.state.vehicles.items()}
            for played in (found.game, game)
        )
        assert came == were
    report = audit_history(history, scenario, Corrections())
    assert report.findings == []
    assert report.replay.stopped is None
    assert report.checked["Wind Force"] > 0


def test_what_was_taken_back_is_taken_back_in_vasl_too() -> None:
    """Only what stands moves counters and the turn track, and a mere Start or Stop is seen."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="a")
    game.do_all(["wc 6 6", "undo", "wc 4 3", "phase MPh", "start PzB", "start PzA", "move PzA C3"])
    game.do_all(["move PzA D3", "undo", "move PzA D2", "phase RPh", "wc 1 1 6", "undo", "undo"])
    game.do_all(["phase RPh", "wc 3 4", "phase RPh", "wc 3 4", "phase MPh", "stop PzA", "phase"])
    history = read_history([_log(game, orders=False)])
    report = audit_history(history, game.header.scenario, Corrections())
    assert (report.findings, report.doubts) == ([], [])
    assert report.replay.game.state.vehicles == game.state.vehicles


@pytest.mark.rule("D8.21")
def test_a_vehicle_that_bogs_as_it_leaves_its_hex_is_not_where_the_table_has_it() -> None:
    """Its counter that went on all the same is told, and that no Bog counter lies with it."""
    game = Game.new(load_scenario("zawiya"), "b")
    game.do_all(["wc 3 4", "phase RPh", "wc 3 4", "phase MPh", "start M13", "move M13 K6"])
    game.do_all(["move M13 L6", "move M13 M7 2 3", "phase RPh"])
    log = _log(game, orders=False)
    history = read_history([attrs.evolve(log, text=log.text.replace(") 2,3 ***", ") 6,6 ***"))])
    one, two = imported(history, game.header.scenario, Corrections()).not_used
    assert (one.what, one.why) == ("M13 to M7", "by its dice it stays in L6")
    assert (two.what, two.why) == ("M13 in L6", "by its dice it bogs, without a Bog counter")


def test_a_property_at_nothing_in_a_save_is_no_word_of_the_players() -> None:
    """What is set to nothing while the game goes on is one."""
    log, said = _log(_game("rain"), orders=False), "MutableProperty\tlv_level\t\tNONE\tMain Map"
    text = log.text.replace("end_save", f"{said}{ESC}end_save{ESC}LOG\t{said}", 1)
    facts = read_history([attrs.evolve(log, text=text)]).facts
    shown = [each for each in facts if isinstance(each, MarkerShown) and each.source == "property"]
    assert [each.where.step for each in shown] == [1, 1]


# Mistakes -----------------------------------------------------------------------------------------

Steps = list[str]


def _without(*beginnings: str) -> Callable[[Steps], Steps]:
    """A log in which some steps were forgotten."""
    forgotten = tuple(f"LOG\t{each}" for each in beginnings)
    return lambda steps: [step for step in steps if not step.startswith(forgotten)]


def _changed(old: str, new: str) -> Callable[[Steps], Steps]:
    """A log in which some words are others, in the first step that has them."""

    def change(steps: Steps) -> Steps:
        at = next(n for n, step in enumerate(steps) if old in step)
        return [*steps[:at], steps[at].replace(old, new), *steps[at + 1 :]]

    return change


def _added(after: str, *lines: str) -> Callable[[Steps], Steps]:
    """A log with lines of the chat after the first step that has some words."""

    def add(steps: Steps) -> Steps:
        at = next(n for n, step in enumerate(steps) if after in step) + 1
        return [*steps[:at], *(f"LOG\tCHAT{line}" for line in lines), *steps[at:]]

    return add


def _laid(after: str, marker: str) -> Callable[[Steps], Steps]:
    """A log in which a marker is laid on the map after the first step that has some words."""

    def lay(steps: Steps) -> Steps:
        at = next(n for n, step in enumerate(steps) if after in step) + 1
        step = f"LOG\t+/9999/piece;K;D;art;{marker}/Main Map;100;60;0"
        return [*steps[:at], step, *steps[at:]]

    return lay


def _only_first(beginning: str) -> Callable[[Steps], Steps]:
    """A log in which a marker was changed once, and never again."""

    def keep(steps: Steps) -> Steps:
        hits = [n for n, step in enumerate(steps) if step.startswith(f"LOG\t{beginning}")]
        return [step for n, step in enumerate(steps) if n not in hits[1:]]

    return keep


STORM: Final = "wc 6 6/RPh/wc 1 1 5/RPh/wc 6 6/RPh/wc 6 6/RPh/wc 1 1 6/RPh/wc 1 1 2/RPh"
WET: Final = "wc 3 4/RPh/wc 5 5/RPh/wc 5 6/RPh/wc 1 2/RPh"
DRIVE: Final = (
    "wc 3 4/MPh/start Rolls/move Rolls G5/move Rolls G6/start Tows/move Tows M5/move Tows M6"
    "/stop Tows/RPh/wc 3 4/RPh/wc 3 4/MPh/RPh"
)
GAMES: Final = {"wind-and-gust": STORM, "rain": WET, "vehicle-dust": DRIVE}


@cache
def _played(name: str) -> Game:
    """A game in which mistakes are made: the scenario, and its orders and phases in short."""
    orders = GAMES[name].split("/")
    return _ordered(name, *(f"phase {each}" if each.endswith("Ph") else each for each in orders))


BY_DEFENDER: Final = _changed("6,6 ***   <German>", "6,6 ***   <British>")
THIRD_DIE: Final = "*** (IFT DR) 3,3,4 *** - total with Light Dust (F11.71): 8     <German>  "
DUST_ELSEWHERE: Final = _changed("Veh Dust/2\tMain Map;1075;690", "Veh Dust/2\tMain Map;962;690")
MISTAKES: Final = {
    "dust-not-raised": ("wind-and-gust", _changed("D/9005/2", "D/9005/1")),
    "dust-left-standing": ("wind-and-gust", _only_first("D/9005")),
    "gusts-not-shown": ("wind-and-gust", _without("D/9003")),
    "gusts-left-standing": ("wind-and-gust", _only_first("D/9003")),
    "wind-force": ("wind-and-gust", _without("D/9001")),
    "wind-direction": ("wind-and-gust", _without("D/9002")),
    "wind-change-missing": ("wind-and-gust", _without("CHAT*** (Other DR) 1,1")),
    "wind-change-by-defender": ("wind-and-gust", BY_DEFENDER),
    "said-otherwise": ("wind-and-gust", _added("6,6 ***", "<British> - no gusts")),
    "dust-die-undue": ("wind-and-gust", _added("New: Axis Turn 1 - PFPh", THIRD_DIE)),
    "phase-order": ("wind-and-gust", _without("CHAT* New: Allied Turn 1", "D/9000")),
    "rain-not-shown": ("rain", _without("D/9004")),
    "rain-left-standing": ("rain", _only_first("D/9004")),
    "rain-strength": ("rain", _changed("D/9004/3", "D/9004/2")),
    "dust-in-rain": ("rain", _without("-/9005")),
    "mist": ("rain", _laid("*** (Other DR) 3,4", "Mist")),
    "heat-haze": ("rain", _laid("*** (Other DR) 3,4", "Heat Haze")),
    "vehicle-dust-missing": ("vehicle-dust", _without("+/100019", "D/100019", "-/100019")),
    "vehicle-dust-left-standing": ("vehicle-dust", _without("-/100039")),
    "vehicle-dust-side": ("vehicle-dust", _without("D/100019")),
    "vehicle-dust-undue": ("vehicle-dust", DUST_ELSEWHERE),
}

OF_THE_DR: Final = ("wind-change-missing", "wind-change-by-defender")
"""What is wrong with a Wind Change DR itself, which needs no word of where that was."""


def _rules_of(kind: str) -> str:
    """The rules that docs/vasl.md has for a kind of finding."""
    rows = re.findall(r"^\| (`[a-z].*?) \| (.*?) \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    named: dict[str, str] = {
        name: rules for names, rules in rows for name in re.findall(r"`([a-z-]+)`", names)
    }
    return named.get(kind) or next(named[k] for k in named if k[0] == "-" and kind.endswith(k))


@cases("kind", *MISTAKES)
def test_the_audit_finds_what_was_put_in(kind: str) -> None:
    """Each kind of mistake is found, at a step of the log that VASL can be stepped to."""
    name, change = MISTAKES[kind]
    game = _played(name)
    archive = _log(game, orders=False)
    text = join(change(split(archive.text, ESC)), ESC)
    history = read_history([Archive("tampered.vlog", archive.encoding, text, archive.module)])
    report = audit_history(history, game.header.scenario, Corrections())
    told = (*report.findings, *report.doubts)
    found = [each for each in told if each.kind == kind]
    assert found, [each.kind for each in told]
    assert found[0].rule in _rules_of(kind) or kind == "said-otherwise"
    assert 0 < found[0].where.step <= history.files[0].steps
    assert history.said_at(found[0].where)
    by = any("by the Wind Change DR of" in line for line in found[0].lines(history))
    assert by is (kind not in OF_THE_DR)
    assert any(kind in line for line in report.lines(history))


RAIN: Final = "Rain (E3.51) +0/+1/... is in effect."
HEAVY: Final = "Heavy Rain (E3.51) +1/+2/... is in effect."
OVER: Final = "No LV is in effect."
MIST: Final = "Mist (E3.32) +0/+1/... is in effect."


@cases(
    "said, kinds",
    ((RAIN, HEAVY, OVER), set()),
    ((RAIN, HEAVY, ""), {"rain-left-standing"}),
    ((RAIN, "", OVER), {"rain-strength"}),
    ((OVER, HEAVY, OVER), {"rain-not-shown"}),
    ((MIST, HEAVY, OVER), {"rain-not-shown", "mist"}),
)
def test_low_visibility_is_audited_by_its_button_too(
    said: tuple[str, str, str], kinds: set[str]
) -> None:
    """Players who use VASL's button for LV and no Rain counter are audited by its lines."""
    game = _played("rain")
    archive = _log(game, orders=False)
    steps = [each for each in split(archive.text, ESC) if "/9004/" not in each]
    for dice, words in zip(("5,5", "5,6", "1,2"), said, strict=True):
        if words:
            steps = _added(f"*** (Other DR) {dice}", words)(steps)
    history = read_history([Archive("x.vlog", archive.encoding, join(steps, ESC), archive.module)])
    report = audit_history(history, game.header.scenario, Corrections())
    assert {each.kind for each in report.findings} == kinds


@cases("name", *GAMES)
def test_the_games_of_the_mistakes_are_clean_before(name: str) -> None:
    """Without the mistakes the audit finds nothing in those games."""
    game = _played(name)
    history = read_history([_log(game, orders=False)])
    assert audit_history(history, game.header.scenario, Corrections()).findings == []


@examples(25)
@given(data=st.data())
def test_no_log_is_too_strange_to_be_walked_through(data: st.DataObject) -> None:
    """Steps that are left out, doubled, moved or changed end in a report, or in one sentence."""
    game = _played(data.draw(st.sampled_from(list(GAMES))))
    steps = split(_log(game, orders=data.draw(st.booleans())).text, ESC)
    for _ in range(data.draw(st.integers(1, 12))):
        one, two = (data.draw(st.integers(0, len(steps) - 1)) for _ in range(2))
        match data.draw(st.integers(0, 3)):
            case 0:
                del steps[one]
            case 1:
                steps.insert(two, steps[one])
            case 2:
                steps[one], steps[two] = steps[two], steps[one]
            case _:
                old, new = (
                    data.draw(st.sampled_from(["1", "2", "6", "Axis", "RPh", "/", "G5"]))
                    for _ in range(2)
                )
                steps[one] = steps[one].replace(old, new)
    history = read_history([Archive("x.vlog", Encoding.PLAIN, join(steps, ESC))])
    for act in (imported, audit_history):
        with suppress(BadInput):
            assert act(history, game.header.scenario, Corrections())


# The commands -------------------------------------------------------------------------------------


@pytest.fixture
def storm(tmp_path: Path) -> Path:
    """The log of a storm, as ours and as one of VASL."""
    game = _ordered("wind-and-gust")
    game.save(tmp_path / "storm.jsonl")
    (tmp_path / "plain.vlog").write_bytes(archive_bytes(_log(game, orders=False)))
    return tmp_path


def test_out_and_in_again_by_command(storm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`khamsin export` writes what `khamsin import` makes the same file of."""
    scenario = str(GOLDEN / "wind-and-gust.toml")
    out, back = str(storm / "out.vlog"), str(storm / "back.jsonl")
    assert main(["export", str(storm / "storm.jsonl"), "-o", out]) == 0
    assert main(["import", out, "--scenario", scenario, "-o", back]) == 0
    assert (storm / "back.jsonl").read_bytes() == (storm / "storm.jsonl").read_bytes()
    assert main(["audit", back]) == 0
    assert main(["export", str(storm / "storm.jsonl"), "-o", out]) == 2
    assert main(["export", str(storm / "storm.jsonl"), "-o", str(storm / "out.txt")]) == 2
    assert "exists already" in capsys.readouterr().err


def test_an_import_says_what_it_took_for_the_wind_change_dr(
    storm: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every inference is told, with its step and how sure it is; JSON has the same."""
    scenario = str(GOLDEN / "wind-and-gust.toml")
    log = str(storm / "plain.vlog")
    assert main(["import", log, "--scenario", scenario, "-o", str(storm / "in.jsonl")]) == 0
    assert "1.1/RPh: 6,6 by German is the Wind Change DR, step 1 of" in capsys.readouterr().out
    assert main(["import", log, "--scenario", scenario, "--json"]) == 0
    said = orjson.loads(capsys.readouterr().out)
    assert said["stopped"] is None
    assert [each["dice"] for each in said["wind_changes"]][:2] == [[6, 6], [1, 1]]
    assert main(["audit", log, "--scenario", scenario, "--json"]) == 0
    assert orjson.loads(capsys.readouterr().out)["findings"] == []


def test_corrections_beside_a_log_are_read(storm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sidecar file says which roll was not the Wind Change DR; then the audit misses one."""
    scenario = str(GOLDEN / "wind-and-gust.toml")
    log = storm / "plain.vlog"
    sidecar = storm / "plain.vlog.toml"
    sidecar.write_text('[[steps]]\nstep = 1\nis = "nothing"\n')
    assert main(["audit", str(log), "--scenario", scenario]) == 1
    assert "wind-change-missing" in capsys.readouterr().out
    assert main(["import", str(log), "--scenario", scenario]) == 1
    assert "a correction can say which roll it was" in capsys.readouterr().out
    sidecar.write_text('[[steps]]\nstep = 1\nis = "nothing"\norders = ["wc 6 6"]\n')
    assert main(["audit", str(log), "--scenario", scenario]) == 0


@cases(
    "words, sentence",
    (["audit", "plain.vlog"], "named with --scenario"),
    (["audit", "storm.jsonl", "--scenario", "tebaga"], "this goes with a log of VASL"),
    (["report", "gone.vlog", "--scenario", "tebaga"], "gone.vlog: there is no such file"),
    (["audit", "plain.vlog", "--scenario", "tebaga", "--seal", "x"], "not with one of VASL"),
    (["import", "plain.vlog", "-o", "x.jsonl"], "this goes with --scenario"),
    (["import", "plain.vlog", "plain.vlog"], "named twice"),
    (["import", "storm.jsonl"], "this is a game log, and a log or save of VASL is expected"),
    (["export", "plain.vlog", "-o", "y.vlog"], "`khamsin import`, `dice` and `audit` take one"),
    (["story", "plain.vlog"], "this is a log or save of VASL, and a game log is expected"),
)
def test_words_that_do_not_go_together(
    words: list[str],
    sentence: str,
    storm: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What cannot be done is one sentence, with exit code 2."""
    monkeypatch.chdir(storm)
    assert main(words) == 2
    assert sentence in capsys.readouterr().err


def test_sides_that_nobody_can_tell_are_asked_for() -> None:
    """Where the turn track's words fit no side, a correction is asked for, and helps."""
    game = _ordered("wind-and-gust")
    archive = _log(game, orders=False)
    text = archive.text.replace("Axis", "Reds").replace("Allied", "Blues")
    history = read_history([Archive("x.vlog", archive.encoding, text)])
    with pytest.raises(BadInput, match="which side is 'Reds'"):
        imported(history, game.header.scenario, Corrections())
    found = imported(history, game.header.scenario, Corrections(sides={"Reds": "German"}))
    assert _climate(found.game.entries) == _climate(game.entries)


def test_rolls_of_setup_are_given_by_corrections(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a DYO scenario leaves to rolls stands in no VASL log; orders at step 0 say it."""
    game = _ordered("dyo")
    log, scenario = tmp_path / "dyo.vlog", str(GOLDEN / "dyo.toml")
    log.write_bytes(archive_bytes(_log(game, orders=False)))
    assert main(["import", str(log), "--scenario", scenario]) == 1
    assert "leaves `weather` to a roll" in capsys.readouterr().out
    setup = [
        " ".join([each.do.word, *(str(die) for roll in each.dice for die in roll.dice)])
        for each in game.entries
        if str(each.at) == "setup" and each.dice
    ]
    lines = ", ".join(f'"{order}"' for order in setup)
    (tmp_path / "dyo.vlog.toml").write_text(f"[[steps]]\nstep = 0\norders = [{lines}]\n")
    back = tmp_path / "back.jsonl"
    main(["import", str(log), "--scenario", scenario, "-o", str(back)])
    assert _climate(Game.load(back).entries)[:6] == _climate(game.entries)[:6]


@cases("old, new, others", ("Tows", "4-6-7", 2), (" CE (Rolls) moves", " moves", 0))
def test_moves_of_other_counters_are_counted(old: str, new: str, others: int) -> None:
    """No vehicles of the scenario; and a move that the chat tells by the plain name is no other."""
    game = _played("vehicle-dust")
    archive = _log(game, orders=False)
    assert old in archive.text
    history = read_history([Archive("x.vlog", archive.encoding, archive.text.replace(old, new))])
    assert imported(history, game.header.scenario, Corrections()).others == others


def test_a_counter_set_straight_or_put_aside_has_not_moved() -> None:
    """A vehicle dragged within its hex, or off the map, is no order, and nothing to complain of."""
    game = _played("vehicle-dust")
    archive = _log(game, orders=False)
    drag = "LOG\tM/10003/Main Map/{1}/null/Main Map/{0}/null/khamsin"
    spots = ("1075/754", "1080/760", "9000/9000")
    dragged = [*split(archive.text, ESC), drag.format(*spots[:2]), drag.format(*spots[1:])]
    histories = (
        read_history([Archive("x.vlog", archive.encoding, text)])
        for text in (archive.text, join(dragged, ESC))
    )
    plain, found = (imported(each, game.header.scenario, Corrections()) for each in histories)
    assert found.not_used == plain.not_used == []
    assert found.game.state == plain.game.state


def test_an_audit_that_stops_is_not_clean(storm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a scenario where the other side moves first the log begins too late, and that is told."""
    log = str(storm / "plain.vlog")
    scenario = (GOLDEN / "wind-and-gust.toml").read_text()
    other = storm / "other.toml"
    other.write_text(scenario.replace("turns = 4", 'turns = 4\nfirst = "British"'))
    assert main(["audit", log, "--scenario", str(other)]) == 1
    said = capsys.readouterr().out
    assert "the log begins at 1.2/RPh" in said
    assert said.splitlines()[-1] == "nothing could be checked before the audit stopped"
