"""SMOKE, FFE, fire and rubble counters of VASL logs become orders; so do dragged vehicles."""

import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.commands import Move, Undo
from events.terms import Fire
from replays import Game, load_scenario
from replays.cli.main import main
from replays.vasl.board_line import LaidBoards
from replays.vasl.command import ESC
from replays.vasl.container import Archive, archive_bytes
from replays.vasl.correction import Corrections
from replays.vasl.encoding import Encoding, join, split
from replays.vasl.exporter import vasl_log
from replays.vasl.fact import read_history
from replays.vasl.importer import imported
from replays.vasl.log_audit import VaslReport, audit_history
from replays.vasl.marker import Marker, MarkerKind, marker_of
from replays.vasl.replay import ReplayResult
from tests import cases
from tests.drawn import examples

GOLDEN: Final = Path(__file__).parent / "golden"
STORM: Final = "wind-and-gust"
DRIVE: Final = "vehicle-dust"

QUIET: Final = ("wc 3 4", "phase PFPh", "phase MPh", "phase RPh", "wc 3 4", "phase RPh", "wc 3 4")


@cases(
    "name, marker",
    ("White +3 Smoke", Marker(MarkerKind.SMOKE)),
    ("White +2 Smoke", Marker(MarkerKind.SMOKE, dispersed=True)),
    ("Gray +2Smoke", Marker(MarkerKind.SMOKE, gray=True, dispersed=True)),
    ("+2 Smoke (Grey)", Marker(MarkerKind.SMOKE, gray=True, dispersed=True)),
    ("+3 Smoke2 Smoke", Marker(MarkerKind.SMOKE, dispersed=True)),
    ("White +2 WP", Marker(MarkerKind.WP)),
    ("Gray +1 WP", Marker(MarkerKind.WP, gray=True, dispersed=True)),
    ("Smoke grenade +2", Marker(MarkerKind.GRENADE)),
    ("Blazing Building", Marker(MarkerKind.BLAZE)),
    ("2-level Blaze", Marker(MarkerKind.BLAZE)),
    ("Flame", Marker(MarkerKind.FLAME)),
    ("Flame-Thrower", None),
    ("Blazing Wreck", None),
    ("Palm Debris", None),
    ("Smoke Mortar", None),
)
def test_what_counters_are_called(name: str, marker: Marker | None) -> None:
    """Counters go by the names that VASL makes of their pictures, over its versions."""
    assert marker_of(name) == marker


@cases(
    "name, ffe, colour",
    ("Red FFE:1", None, "Red"),
    ("Blue OBA FFE:C", None, "Blue"),
    ("Green Har FFE:2", "harassing", "Green"),
    ("+3 Smoke Sm FFE:1", "smoke", ""),
    ("+2 WP WP FFE:1", "wp", ""),
    ("Red HE Barrage FFE:1 rot 1", "barrage", "Red"),
)
def test_what_ffe_counters_are_called(name: str, ffe: str | None, colour: str) -> None:
    """An FFE is told apart by the words on its counter."""
    found = marker_of(name)
    assert found is not None
    assert (found.kind, found.ffe, found.colour) == (MarkerKind.FFE, ffe, colour)


# Logs with counters in them -----------------------------------------------------------------------


def _game(name: str, *orders: str) -> Game:
    path = GOLDEN / f"{name}.toml"
    game = Game.new(load_scenario(str(path) if path.exists() else name), "counters")
    for order in orders:
        game.do(order)
    return game


def _at(game: Game, hex_: str) -> str:
    x, y = LaidBoards.of(game.header.scenario).pixel(hex_)
    return f"Main Map;{x};{y};0"


def _lay(game: Game, id_: str, name: str, hex_: str, label: str = "") -> str:
    if label:
        return f"LOG\t+/{id_}/label;76;x\tpiece;K;D; ;{name}/{label}\t{_at(game, hex_)}"
    return f"LOG\t+/{id_}/piece;K;D; ;{name}/{_at(game, hex_)}"


def _with(game: Game, *added: tuple[str, list[str]]) -> Archive:
    """The log of a game with steps added after the first step that has some words."""
    log = vasl_log(game.header, game.beginning, game.entries, name="x.vlog", orders=False)
    steps = split(log.text, ESC)
    for words, more in added:
        at = next(n for n, step in enumerate(steps) if words in step) + 1
        steps[at:at] = more
    return Archive("x.vlog", Encoding.PLAIN, join(steps, ESC), log.module)


def _import(game: Game, *added: tuple[str, list[str]], **more: object) -> ReplayResult:
    corrections = Corrections(**more)  # type: ignore[arg-type]  # whatever a test says
    history = read_history([_with(game, *added)])
    return imported(history, game.header.scenario, corrections)


def _audit(game: Game, *added: tuple[str, list[str]]) -> VaslReport:
    return audit_history(read_history([_with(game, *added)]), game.header.scenario, Corrections())


PREP: Final = "New: Axis Turn 1 - PFPh"
MOVE: Final = "New: Axis Turn 1 - MPh"


def _orders(found: ReplayResult) -> list[str]:
    return [each.order for each in found.taken]


def test_a_smoke_counter_gives_a_game_with_smoke() -> None:
    """SMOKE that is laid in a PFPh is in the game, the ATTACKER's, told with how sure that is."""
    game = _game(STORM, *QUIET)
    found = _import(game, (PREP, [_lay(game, "500", "White +3 Smoke", "E5")]))
    assert _orders(found) == ["smoke E5 by German"]
    assert found.taken[0].confidence < 0.8
    assert [each.hex for each in found.game.at("1.1/MPh").smoke.values()] == ["E5"]
    assert found.stopped is None
    drag = _drag(game, "D5", "E5").replace("10001", "500")
    for moved in (_lay(game, "500", "White +3 Smoke", "D5"), drag):
        found = _import(game, (PREP, [_lay(game, "500", "White +3 Smoke", "E5"), moved]))
        assert [each.hex for each in found.game.at("1.1/MPh").smoke.values()] == ["D5"]


def test_a_correction_says_that_a_counter_is_nothing_or_another_order() -> None:
    """`is = "nothing"` keeps a counter out; an order at its step wins over it."""
    game = _game(STORM, *QUIET)
    steps = (PREP, [_lay(game, "500", "White +3 Smoke", "E5")])
    where = (
        imported(read_history([_with(game, steps)]), game.header.scenario, Corrections())
        .taken[0]
        .where
    )
    assert _import(game, steps, nothing=frozenset({where})).taken == []
    other = _import(game, steps, orders={where: ("smoke E5 by British",)})
    assert _orders(other) == []
    assert [each.side for each in other.game.at("1.1/MPh").smoke.values()] == ["British"]


OURS: Final = {
    ("wp A2 by German",): ["wp A2 by German"],
    ("smoke A2", "phase AFPh", "smoke A3"): ["smoke A2 by German", "smoke A3 dispersed by German"],
    ("flame B3 level 1",): ["flame B3 level 1"],
    ("phase MPh", "rubble B3 1 2"): ["rubble B3 wooden 1 2"],
    ("bog PzA", "phase RPh", "wc 3 4", "phase MPh", "unbog PzA 1 2"): ["bog PzA", "unbog PzA 1 2"],
    ("destroy Opel burning",): ["destroy Opel", "destroy Opel burning"],
}


@cases("orders", *OURS)
def test_counters_of_ours_give_their_orders_again(orders: tuple[str, ...]) -> None:
    """Without orders beside them, counters and the dice before them give those orders back."""
    found = _import(_game("spreading-fire", "wc 3 4", "phase PFPh", *orders, "phase RPh", "wc 3 4"))
    assert (_orders(found), found.not_used) == (OURS[orders], [])


def test_a_wreck_can_be_taken_back_and_a_vehicle_cannot_go_in_silence() -> None:
    """VASSAL's Undo brings the vehicle back; one whose counter goes alone is told."""
    game = _game(DRIVE, *QUIET)
    rolls = next(s for s in split(_with(game).text, ESC) if s.startswith("+/10001/"))
    wreck = ["LOG\t-/10001", _lay(game, "500", "Rolls Wreck", "G4")]
    back = join(["LOG\tUNDO\ttrue", f"LOG\t{rolls}", "LOG\t-/500", "LOG\tUNDO\tfalse"], ESC)
    assert _import(game, (MOVE, wreck)).game.state.vehicles["Rolls"].destroyed
    for steps, lost in (([*wreck, back], []), (wreck[:1], ["Rolls in G4"])):
        found = _import(game, (MOVE, steps))
        assert not found.game.state.vehicles["Rolls"].destroyed
        assert [one.what for one in found.not_used] == lost


def test_counters_that_no_order_is_for_are_told() -> None:
    """What cannot be ordered is not used, with the reason."""
    game = _game(STORM, *QUIET)
    found = _import(game, (PREP, [_lay(game, "500", "Smoke grenade +2", "E5")]))
    assert found.taken == []
    assert [one.why for one in found.not_used if "no order of ours is for" in one.why]


def test_an_ffe_needs_its_calibre() -> None:
    """A label or a correction says the calibre; without it the FFE is not used."""
    game = _game(STORM, *QUIET)
    bare = (PREP, [_lay(game, "500", "Red FFE:1", "E5")])
    assert "does not say its calibre" in _import(game, bare).not_used[0].why
    found = _import(game, bare, calibres={"Red": 105})
    assert _orders(found) == ["ffe Red E5 105mm"]
    labelled = (PREP, [_lay(game, "500", "Red FFE:1", "E5", "100mm")])
    lifted = ("New: Allied Turn 1 - PFPh", ["LOG\t-/500"])
    found = _import(game, labelled, lifted)
    assert _orders(found) == ["ffe Red E5 100mm", "lift Red"]
    assert not found.game.state.ffes


def test_fire_becomes_orders() -> None:
    """A Flame is placed, and becomes a Blaze as its counter is flipped or gives way to one."""
    game = _game("spreading-fire", *QUIET)
    flame, blaze = (_lay(game, "500", each, "A2") for each in ("Flame", "Blaze"))
    for gone in ([], ["LOG\t-/500"]):
        found = _import(game, (PREP, [flame]), (MOVE, [*gone, blaze]))
        assert _orders(found) == ["flame A2", "blaze A2"]
        assert found.game.state.ground["A2"].fire is Fire.BLAZE


def test_shellholes_stay() -> None:
    """Shellholes are placed; that their counter is taken away later is told."""
    game = _game(STORM, *QUIET)
    gone = ("New: Allied Turn 1 - RPh", ["LOG\t-/500"])
    found = _import(game, (PREP, [_lay(game, "500", "Shellholes", "E5")]), gone)
    assert _orders(found) == ["shellholes E5"]
    assert any("no order takes shellholes away" in one.why for one in found.not_used)


# SMOKE in the audit -------------------------------------------------------------------------------


def test_smoke_left_standing_is_found() -> None:
    """White Dispersed SMOKE leaves in its owner's next PFPh (A24.4); one that stays is found."""
    orders = (*QUIET, "phase RPh", "wc 3 4")
    game = _game(STORM, *orders)
    rolled = "LOG\tCHAT*** (TH DR) 3,3 ***   <German>      [1]"
    smoke = _lay(game, "500", "White +2 Smoke", "E5")
    report = _audit(game, (PREP, [rolled, smoke]))
    assert {each.kind for each in report.findings} == {"smoke-left-standing"}
    report = _audit(game, (PREP, [smoke]))  # whose it is, the log does not tell
    assert {each.kind for each in report.doubts} == {"smoke-left-standing"}
    gone = ("New: Axis Turn 2 - PFPh", ["LOG\t-/500"])
    assert _audit(game, (PREP, [rolled, smoke]), gone).findings == []


def test_smoke_that_went_too_early_is_found() -> None:
    """SMOKE that the rules keep, and whose counter is gone, is found."""
    game = _game(STORM, *QUIET)
    gone = (MOVE, ["LOG\t-/500"])
    roll = "LOG\tCHAT*** (IFT DR) 3,3 ***   <German>      [1]"
    note = [roll, _lay(game, "500", "White +3 Smoke", "E5"), _lay(game, "501", "Shellholes", "F5")]
    report = _audit(game, (PREP, note), gone)
    assert {each.kind for each in report.findings} == {"smoke-not-shown"}


def test_drift_that_was_taken_away_is_a_perhaps() -> None:
    """Where a table lays counters for drift, one that lacks is told."""
    game = _game("spreading-fire", "wc 3 4", "phase PFPh", "smoke A2", "phase RPh", "wc 3 4")
    drift = re.findall(rf"\+/(\d+)/[^{ESC}]*Gray", _with(game).text)
    found = _audit(game, ("New: Axis Turn 1 - RtPh", [f"LOG\t-/{drift[-1]}"]))
    assert [each.kind for each in found.doubts] == ["smoke-not-shown"]


def test_smoke_that_is_laid_in_rain_is_found() -> None:
    """No SMOKE can exist in rain (E3.53): the order is refused, and the counter is a mistake."""
    game = _game("rain", "wc 3 4", "phase RPh", "wc 5 5", "phase RPh", "wc 3 4", "phase PFPh")
    rain = "New: Axis Turn 1 - PFPh"
    report = _audit(game, (rain, [_lay(game, "500", "White +3 Smoke", "E5")]))
    before = ("New: Allied Turn 1 - PFPh", [_lay(game, "500", "White +3 Smoke", "E5")])
    gone = ("*** (Other DR) 5,5", ["LOG\t-/500"])
    assert _audit(game, before, gone).findings == []
    for (one,) in (report.findings, _audit(game, before).findings):
        assert (one.kind, one.rule) == ("smoke-left-standing", "E3.53")


# Vehicles that were dragged -----------------------------------------------------------------------


def _drag(game: Game, to: str, old: str) -> str:
    (x, y), (a, b) = map(LaidBoards.of(game.header.scenario).pixel, (to, old))
    return f"LOG\tM/10001/Main Map/{x}/{y}/null/Main Map/{a}/{b}/null/Joe"


def test_a_vehicle_that_was_dragged_goes_by_the_only_cheapest_way() -> None:
    """A straight way over several hexes at once is taken, and told with how sure it is."""
    game = _game(DRIVE, *QUIET)
    found = _import(game, (MOVE, [_drag(game, "G7", "G4")]))
    assert _orders(found) == ["Rolls by G5 G6 G7"]
    assert found.game.at("1.1/DFPh").vehicles["Rolls"].hex == "G7"
    assert "Rolls" not in {one.what.split()[0] for one in found.not_used}


def test_of_two_ways_that_cost_the_same_none_is_taken() -> None:
    """If the log does not say which way it was, the vehicle stays out, and the ways are named."""
    game = _game(DRIVE, *QUIET)
    found = _import(game, (MOVE, [_drag(game, "I4", "G4")]))
    (one,) = [each for each in found.not_used if each.what.startswith("Rolls")]
    assert "cost the same" in one.why
    assert found.game.state.vehicles["Rolls"].hex == "G4"


def test_a_move_that_was_undone_is_undone() -> None:
    """VASSAL's Undo takes back the move in the game as well, and the vehicle goes on elsewhere."""
    game = _game(DRIVE, *QUIET)
    back = join(["LOG\tUNDO\ttrue", _drag(game, "G4", "G5"), "LOG\tUNDO\tfalse"], ESC)
    steps = [_drag(game, "G5", "G4"), back, _drag(game, "F4", "G4")]
    found = _import(game, (MOVE, steps))
    assert found.game.at("1.1/DFPh").vehicles["Rolls"].hex == "F4"
    assert found.not_used == []
    again = _import(game, (MOVE, [steps[0], _drag(game, "G4", "G5")])).game
    assert [entry.do for entry in again.entries if isinstance(entry.do, Undo | Move)][-2:] == [
        Move("Rolls", "G5"),
        Move("Rolls", "G4"),
    ]


MESS: Final = (
    "White +3 Smoke",
    "Gray +2 Smoke",
    "White +2 WP",
    "Red FFE:1",
    "Flame",
    "Blaze",
    "Stone Rubble",
    "Shellholes",
    "Arid Debris",
)


@examples(25)
@given(data=st.data())
def test_no_mess_of_counters_is_too_much(data: st.DataObject) -> None:
    """Whatever is laid, moved, flipped, undone and taken away ends in a game and in a report."""
    game = _game(DRIVE, *QUIET)
    hexes = ["E5", "G4", "G5", "H4", "G8", "A1"]
    steps = []
    for _ in range(data.draw(st.integers(1, 20))):
        piece, hex_ = data.draw(st.sampled_from(["500", "501"])), data.draw(st.sampled_from(hexes))
        name, label = data.draw(st.sampled_from(MESS)), data.draw(st.sampled_from(["", "105mm"]))
        match data.draw(st.integers(0, 5)):
            case 0 | 1:
                steps.append(_lay(game, piece, name, hex_, label))
            case 2:
                steps.append(f"LOG\t-/{piece}")
            case 3:
                steps.append(_drag(game, hex_, "G4").replace("10001", piece))
            case 4:
                steps.append(_drag(game, hex_, "G4"))
            case _:
                steps.append(join(["LOG\tUNDO\ttrue", _drag(game, hex_, "G5")], ESC))
    where = data.draw(st.sampled_from([PREP, MOVE, "New: Allied Turn 1 - MPh"]))
    found = _import(game, (where, steps))
    assert found.stopped is None
    assert _audit(game, (where, steps)).replay.stopped is None
    again = Game.new(game.header.scenario, dice="table")
    for entry in found.game.entries:
        again.demand(entry.do, [die for roll in entry.dice for die in roll.dice])
    assert again.state == found.game.state


# The command --------------------------------------------------------------------------------------


def test_import_tells_what_it_took_for_orders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`khamsin import` writes the game with the SMOKE in it, and `show` has it."""
    game = _game(STORM, *QUIET)
    log = _with(game, (PREP, [_lay(game, "500", "White +3 Smoke", "E5")]))
    (tmp_path / "x.vlog").write_bytes(archive_bytes(log))
    scenario, out = str(GOLDEN / f"{STORM}.toml"), str(tmp_path / "x.jsonl")
    assert main(["import", str(tmp_path / "x.vlog"), "--scenario", scenario, "-o", out]) == 0
    assert "smoke E5 by German, step" in capsys.readouterr().out
    assert main(["story", out]) == 0
    assert "SMOKE" in capsys.readouterr().out
