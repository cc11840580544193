"""Boards of a VASL log beside those of a scenario: hexes of counters, and what differs."""

from pathlib import Path
from typing import Any

from events.scenario import Scenario
from replays.cli.main import main
from replays.vasl.board_line import GEOMORPHIC, BoardSize, LaidBoards, OnBoard
from replays.vasl.chat import VaslStep
from replays.vasl.command import ESC
from replays.vasl.container import Archive, archive_bytes
from replays.vasl.correction import Corrections
from replays.vasl.encoding import Encoding, join
from replays.vasl.fact import History, PieceWent, Spot, read_history
from replays.vasl.importer import history_as_json, history_lines, imported
from replays.vasl.log_boards import SharedBoards
from tests import Capsys, cases
from tests.table import scenario

TANK = {"id": "PzA", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "27D4"}
TWO = [{"name": "27", "desert": True}, {"name": "28", "desert": True, "row": 2, "rotated": True}]
HALF = [{"name": "28", "desert": True, "width": 17, "first": "Q1"}]
TRACK = "+/9/piece;K;D;x;Axis Turn 1 - RPh/Main Map;9;9;0"


def laid(boards: str, *counters: tuple[str, int, int], label: str = "") -> History:
    """A save of a board line, with counters at pixels; one more has a label."""
    commands = [f"bd\t{boards}"] if boards else []
    commands += [
        f"+/{n}/piece;K;D; ;{name}/Main Map;{x};{y};0"
        for n, (name, x, y) in enumerate(counters, 10)
    ]
    if label:
        said = label.replace("/", r"\/")
        commands.append(f"+/8/label;76;x\tpiece;K;D; ;Label/{said}\tMain Map;20;20;0")
    text = join(["begin_save", TRACK, *commands, "end_save"], ESC)
    return read_history([Archive("a.vsav", Encoding.PLAIN, text)])


def shared(line: str, setup: Scenario, **more: Any) -> SharedBoards:
    """The boards of a line beside those of a scenario, with corrections."""
    return SharedBoards.of(laid(line), setup, Corrections(**more))


@cases("boards", TWO, HALF, [{"name": "bir", "desert": True, "width": 5, "height": 4}])
def test_counters_lie_as_the_scenario_has_it_where_a_log_names_no_boards(
    boards: list[dict[str, Any]],
) -> None:
    """Each hex, turned or cut boards among them, is where an export puts its counters."""
    one = laid("", ("a counter", 500, 500))
    setup = scenario(boards=boards, vehicles=[])
    found, pixel = SharedBoards.of(one, setup, Corrections()), LaidBoards.of(setup).pixel
    for name in found.area.around:
        assert found.hex_of(Spot("Main Map", *pixel(name))) == name
    assert "names no boards" in next(found.differences())


@cases("line", "0\t0\t28\tbd\t1\t0\tr027\t", "0\t0\tr27\tbd\t0\t1\t30\tbd\t0\t2\t28\t")
def test_a_hex_is_called_as_its_board_prints_it(line: str) -> None:
    """However boards lie in the log, and whatever else lies there; the chat's names likewise."""
    found = shared(line, scenario(boards=TWO, vehicles=[]))
    numbers = {found.scenario.boards[to].name: n for n, to in found.partner.items()}
    for board, number in numbers.items():
        for hex_ in ("B3", "D4", "Q9", "FF3", "BB5"):
            x, y = found.table.centre(OnBoard(number, hex_))
            assert found.hex_of(Spot("Main Map", x + 9, y - 9)) == found.area.name(board + hex_)
            assert found.hex_of(Spot("", 0, 0, f"0{board}{hex_} level 1")) == board + hex_
    assert found.hex_of(Spot("", 0, 0, "D4")) is None
    assert found.hex_of(Spot("Main Map", 5, 5)) is None
    assert found.hex_of(Spot("Casualties", 800, 800)) is None


SAME = "0\t0\t27\tbd\t0\t1\tr28\t"


@cases(
    "line, facts, sentence",
    (SAME, {}, ""),
    ("0\t0\t27\tbd\t0\t1\t28\t", {}, "27 / 28, row by row"),
    ("0\t0\tr27\tbd\t0\t1\tr28\t", {}, "r27 / r28, row by row"),
    ("0\t1\t27\tbd\t0\t0\tr28\t", {}, "r28 / 27, row by row"),
    ("0\t0\t27\tbd\t1\t0\tr28\t", {}, "27, r28, row by row"),
    ("0\t0\t27\t", {}, "27, row by row"),
    (f"{SAME}bd\t0\t2\t9\t", {}, "27 / r28 / 9, row by row"),
    ("0\t0\t27\t900\t0\t-1\t645\tbd\t0\t1\tr28\t", {}, "27 (Q1-GG10) / r28, row by row"),
    (f"{SAME}SSR\tSteppeTerrain\t", {}, "27 / r28 (SteppeTerrain), row by row"),
    (SAME, {"broken": True}, "the scenario 27 (BrokenTerrain) / r28 (BrokenTerrain)"),
    ("0\t0\t27\tOVR\tH1\tG6\tG7\tbd\t0\t1\tr28\t", {}, "27 (h1 on G6-G7) / r28, row by row"),
    (
        "0\t0\t2\tbd\t0\t1\t4\t",
        {},
        "the log has 2 / 4, row by row, and the scenario 27 / r28, so no counter",
    ),
)
def test_what_differs_is_said(line: str, facts: dict[str, Any], sentence: str) -> None:
    """One sentence for each difference, and none where there is none."""
    found = shared(line, scenario(boards=TWO, vehicles=[], **facts))
    told = list(found.differences())
    assert [each for each in told if sentence not in each] == []
    assert bool(told) == bool(sentence)


def test_vehicles_that_set_up_elsewhere_are_told() -> None:
    """By their counters, wrecks too, and those without; a hex of two boards has two names."""
    setup = scenario(boards=TWO, vehicles=[TANK, {**TANK, "id": "PzB", "at": None}])
    there = shared(SAME, setup).table.centre(OnBoard(1, "B3"))
    found = imported(laid(SAME, ("PzA", *there)), setup, Corrections())
    assert found.differences == (
        "vehicles of the scenario without a counter of that name: PzB; `[vehicles]` in the "
        "corrections can name theirs",
        "PzA begins in 28B3 in the log, and in 27D4 in the scenario",
    )
    assert "differs: PzA begins in 28B3" in "\n".join(found.lines(laid(SAME)))
    named = [
        {**TANK, "id": f"PzA{n}", "at": at}
        for n, at in (("", None), (" 2", None), (" 3", "27D4"), (" 4", None))
    ]
    setup = scenario(boards=TWO, vehicles=named)
    at = shared(SAME, setup).table.centre(OnBoard(0, "D4"))
    lie = ("PzA", 5, 5), ("PzA", *there), ("PzA", *at), ("PzA", 5, 9)
    assert list(SharedBoards.of(laid(SAME, *lie), setup, Corrections()).differences()) == [
        "PzA 2 begins in 28B3 in the log, and in no hex in the scenario"
    ]
    seam = scenario(boards=TWO, vehicles=[{**TANK, "at": "28B10"}])
    here = shared(SAME, seam).table.centre(OnBoard(0, "FF10"))
    wreck = laid(SAME, ("PzA Wreck", *here))
    assert not list(SharedBoards.of(wreck, seam, Corrections()).differences())
    history = laid(SAME, lie[2])
    history.facts.append(PieceWent(VaslStep(0, 1), "", "", None, Spot("Main Map", *there, "27D4")))
    one, two = SharedBoards.of(history, setup, Corrections()).differences()
    assert "of that name: PzA, PzA 2, PzA 4;" in one
    assert two.endswith("chat, which is taken, says in parentheses: 28B3 (27D4)")


def test_corrections_name_one_board_for_another() -> None:
    """A board of one's own may stand for one of VASL's."""
    setup = scenario(boards=[{"name": "bir", "desert": True}], vehicles=[])
    assert shared("0\t0\t25\t", setup).partner == {}
    found = shared("0\t0\t025\t", setup, boards={"25": "bir"})
    assert found.hex_of(Spot("Main Map", 400 + 169, 400 + 32 * 7)) == "D3"
    assert list(found.differences()) == []


def test_a_save_tells_its_setup() -> None:
    """Boards with what is special of them, counters by hex or beside the boards, SAN and ELR."""
    players = (
        "<style>a {b:c;}</style><td>New Zealand:<td>ELR: 4 <td>SAN: 3<td>Axis Minor: ELR: 2 SAN: 5"
    )
    history = laid(
        "0\t0\tr26\t900\t0\t900\t645\tOVR\th1\tG6\tG7\tSSR\tSteppeTerrain\tbd\t1\t0\t27\t",
        *(
            ("LMG", 1300, 432),
            ("4-4-7", 1300, 432),
            ("4-4-7", 1301, 433),
            ("GE Sniper: 4", 2000, 10),
            ("10-Turn Track", 1500, 10),
        ),
        ("4-4-7", 400 + 900 - 844, 400 + 645 - 548),
        label=players,
    )
    lines, boards = list(history_lines(history)), "r26 (Q1-GG10, h1 on G6-G7, SteppeTerrain), 27"
    assert lines[lines.index(f"boards: {boards}") :][:-3] == [
        f"boards: {boards}",
        "ELR: New Zealand 4, Axis Minor 2",
        "SAN: GE 4",
        "turns: track 10",
        "counters in hexes: 4",
        "  26FF8     4-4-7",
        "  27A1      4-4-7 x2, LMG",
        "counters beside the boards: 3",
        "  GE Sniper: 4, 10-Turn Track, Label",
        "step by step: 1",
    ]
    told = history_as_json(history)
    assert told["ELR"] == {"New Zealand": 4, "Axis Minor": 2}
    assert [fact.get("hex") for fact in told["facts"] if "hex" in fact][:2] == ["27A1", "27A1"]


def test_sizes_of_boards_are_those_of_their_archives(tmp_path: Path, capsys: Capsys) -> None:
    """A board beside a narrow one begins where that ends; a folder without the archives is told."""
    history = laid("0\t0\t9\tbd\t1\t0\t27\t", ("LMG", 400 + 900 + 169, 400 + 32 * 7))
    assert history_as_json(history)["facts"][-1]["hex"] == "9T3"
    history.sizes = (BoardSize(900, 645), GEOMORPHIC)
    assert history_as_json(history)["facts"][-1]["hex"] == "27D3"
    setup = scenario(boards=TWO, vehicles=[])
    found = SharedBoards.of(history, setup, Corrections())
    assert found.hex_of(Spot("Main Map", 1469, 624)) == "27D3"
    text = join(["begin_save", "bd\t0\t0\t9\t", "end_save"], ESC)
    save = tmp_path / "a.vsav"
    save.write_bytes(archive_bytes(Archive("a.vsav", Encoding.PLAIN, text, "VASL 6.6.8")))
    assert main(["import", str(save), "--boards", str(tmp_path)]) == 2
    assert "boards of the save are not in this folder: bd9" in capsys.readouterr().err
