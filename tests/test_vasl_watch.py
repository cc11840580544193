"""A folder is watched: each log of a game is judged as it comes, with those before it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from replays.cli import watch as command
from replays.cli.main import main
from replays.vasl.command import ESC
from replays.vasl.container import Archive, archive_bytes
from replays.vasl.encoding import Encoding
from tests.interrupts import ctrl_c_heard
from tests.test_cli import Khamsin

SCENARIO: Final = str(Path(__file__).parent / "golden" / "wind-and-gust.toml")
AXIS: Final = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")


def _log(saved: int, begins: str, *lines: str, board: str = "27") -> bytes:
    """A log of chat, in steps; the save before it has a board and the turn track."""
    track = f"+/1/piece;K;D;turn;{begins}/Main Map;165;118;300"
    text = ESC.join(
        [
            "begin_save",
            f"bd\t0\t0\t{board}\t",
            track,
            "end_save",
            *(f"LOG\tCHAT{each}" for each in lines),
        ]
    )
    return archive_bytes(Archive("x", Encoding.HEX, text, "VASL 6.5.1", "3.6", saved))


def _turn(side: str, player: str, dice: str, after: str) -> list[str]:
    """A Player Turn: its Wind Change DR, and the track through its phases to the next RPh."""
    track = [f"* New: {side} Turn 1 - {phase} *" for phase in AXIS[1:]]
    return [f"*** (Other DR) {dice} ***   <{player}> ", *track, f"* New: {after} - RPh *"]


MONDAY: Final = _log(1000, "Axis Turn 1 - RPh", *_turn("Axis", "Hans", "3,4", "Allied Turn 1"))
TUESDAY: Final = _log(
    2000,
    "Allied Turn 1 - RPh",
    "*** (Other DR) 3,3 ***   <Tom> ",
    "<Tom> - gusts this turn",
    *_turn("Allied", "Tom", "3,3", "Axis Turn 2")[1:],
)
LATE: Final = _log(3000, "Axis Turn 3 - RPh", *_turn("Axis", "Hans", "3,4", "Allied Turn 3"))


def _put(path: Path, raw: bytes) -> None:
    """Write a file at one stroke."""
    beside = path.with_name("part")
    beside.write_bytes(raw)
    beside.replace(path)


def test_a_log_is_told_in_three_lines(khamsin: Khamsin) -> None:
    """What came, what is new in it, what holds now and is due; exit code 1 for a new finding."""
    for name, raw in (("mon.vlog", MONDAY), ("tue.vlog", TUESDAY), ("late.vlog", LATE)):
        Path(name).write_bytes(raw)
    first = khamsin("watch", "mon.vlog", "--scenario", SCENARIO)
    assert (first.code, first.err) == (0, "")
    assert first.lines == [
        "mon.vlog: Axis Turn 1 - RPh to Allied Turn 1 - RPh; steps 9, rolls 1",
        "  nothing new found",
        "  now 1.2/RPh: Mild Breeze to hexside 3, EC Dry, no Dust; due: the Wind Change DR, first "
        "in each RPh (B25.65)",
    ]
    second = khamsin("watch", "mon.vlog", "tue.vlog", "--scenario", SCENARIO)
    assert second.code == 1
    came, found, now = second.lines
    assert came == "tue.vlog: Allied Turn 1 - RPh to Axis Turn 2 - RPh; steps 10, rolls 1"
    assert found.startswith("  new findings: 1 of 1; said-otherwise (B25.651), step 2 of tue.")
    assert now.startswith("  now 2.1/RPh: ")
    late = khamsin("watch", "mon.vlog", "tue.vlog", "late.vlog", "--scenario", SCENARIO)
    assert "; a gap: tue.vlog ends at Axis Turn 2 - RPh, and late.vlog begins at" in late.lines[0]
    assert "said-otherwise" not in late.out
    again = khamsin("watch", "mon.vlog", "late.vlog", "tue.vlog", "--scenario", SCENARIO)
    assert "said-otherwise" in again.lines[1]


def test_a_folder_is_watched_until_ctrl_c(tmp_path: Path) -> None:
    """Each file in a child, as it comes; one that is cut off is told, and does not end it."""
    words = ["watch", str(tmp_path), "--scenario", SCENARIO, "--every", "0"]
    script = "import sys; from replays.cli import main; sys.exit(main())"
    with ctrl_c_heard():
        running = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert running.stdout is not None
    assert running.stdout.readline().startswith(f"watching {tmp_path} for .vlog and .vsav files")
    (tmp_path / "note.txt").write_text("not a log")
    _put(tmp_path / "mon.vlog", MONDAY)
    assert [running.stdout.readline()[:9] for _ in range(3)] == [
        "mon.vlog:",
        "  nothing",
        "  now 1.2",
    ]
    _put(tmp_path / "tue.vlog", TUESDAY[:300])
    cut = running.stdout.readline()
    assert cut == f"{tmp_path / 'tue.vlog'} is left out until it changes\n"
    _put(tmp_path / "tue.vlog", TUESDAY)
    told = [running.stdout.readline() for _ in range(3)]
    assert "new findings: 1 of 1; said-otherwise" in told[1]
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert (running.returncode, out) == (130, "")
    assert err == (
        f"khamsin: {tmp_path / 'tue.vlog'}: this is not a zip file, or it is cut off; a .vlog or "
        ".vsav is expected\n"
    )


def test_a_file_that_still_grows_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is taken when two looks find the same; again when it changed, and no more when it went."""
    seen: list[list[str]] = []
    log, other = tmp_path / "a.vlog", tmp_path / "b.VSAV"

    def judged(words: list[str], _: Any) -> int:
        seen.append([Path(word).name for word in words if word.startswith(str(tmp_path))])
        return 0

    acts: Iterator[Callable[[], object]] = iter(
        [
            lambda: log.write_bytes(b"1"),
            lambda: log.write_bytes(b"12"),
            lambda: None,
            lambda: other.write_bytes(b"1"),
            lambda: None,
            lambda: log.write_bytes(b"123"),
            lambda: None,
            log.unlink,
            lambda: other.write_bytes(b"12"),
            lambda: None,
        ]
    )

    def sleep(_: float) -> None:
        act = next(acts, None)
        if act is None:
            raise KeyboardInterrupt
        act()

    monkeypatch.setattr(command, "bounded", judged)
    monkeypatch.setattr("time.sleep", sleep)
    assert main(["watch", str(tmp_path), "--scenario", SCENARIO]) == 130
    assert seen == [["a.vlog"], ["a.vlog", "b.VSAV"], ["b.VSAV", "a.vlog"], ["b.VSAV"]]


def test_what_cannot_be_watched_is_refused(khamsin: Khamsin, tmp_path: Path) -> None:
    """A folder and a log, a scenario that is none, a file that is not there, another game's."""
    (tmp_path / "logs").mkdir()
    Path("mon.vlog").write_bytes(MONDAY)
    Path("other.vsav").write_bytes(_log(9, "Axis Turn 9 - RPh", board="4"))
    folder = str(tmp_path / "logs")
    for words, why in (
        ((folder, "x.vlog", "--scenario", SCENARIO), "one folder is watched"),
        ((folder, "--scenario", "nowhere.toml"), "nowhere.toml"),
        (("gone.vlog", "--scenario", SCENARIO), "there is no such file"),
        (("mon.vlog", "other.vsav", "--scenario", SCENARIO), "other.vsav: it lies on 4, and"),
    ):
        said = khamsin("watch", *words)
        assert (said.code, said.err.count("\n")) == (2, 1)
        assert why in said.err
