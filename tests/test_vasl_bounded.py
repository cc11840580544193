"""What reads files of strangers may take so much memory and time, and ends in one sentence."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from replays.vasl.container import Archive, archive_bytes
from replays.vasl.encoding import MOST_TEXT, Encoding
from tests import cases
from tests.interrupts import ctrl_c_heard

pytest.importorskip("resource", reason="limits are set by the resource module of POSIX")

ESC: Final = "\x1b"
_CHILD: Final = """
import os, re, sys
from replays.cli import bounds, main
bounds.MOST_MEMORY, bounds.MOST_SECONDS = 300, 1
sys.argv[1:2], script = [], sys.argv[1]
exec(script)
"""


def _run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What came of a script, in a process of its own where the bounds are narrow."""
    path = {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", _CHILD, script, *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | path,
    )


def _log(folder: Path, text: str, name: str = "game.vlog") -> str:
    path = folder / name
    path.write_bytes(archive_bytes(Archive(name, Encoding.PLAIN, text, "VASL 6.6", "3.7", 1)))
    return str(path)


DICE: Final = f"begin_save{ESC}end_save{ESC}LOG\tCHAT*** (IFT DR) 5,2 ***   <Bob> "


@cases(
    "work, why",
    ("bytearray(600 << 20)", "it asks for more than 300 MB of memory"),
    ("[0] * 10 ** 9", "it asks for more than 300 MB of memory"),
    ("re.match('(a*)*b', 'a' * 99)", "it takes more than 1 s"),
    ("os.kill(os.getpid(), 9)", "the system ended what read it, with signal 9"),
)
def test_a_reader_that_takes_too_much_is_ended(work: str, why: str, tmp_path: Path) -> None:
    """By Python or beneath it: exit code 2, the file's name, and why, from its parent."""
    said = _run(f"sys.exit(bounds.bounded(sys.argv[1:], lambda _: {work}))", _log(tmp_path, DICE))
    assert (said.returncode, said.stdout) == (2, "")
    (line,) = said.stderr.splitlines()
    assert line.startswith(f"khamsin: {tmp_path / 'game.vlog'}: {why}, which no file of VASL does")


def test_a_command_about_files_of_strangers_runs_in_a_child(tmp_path: Path) -> None:
    """The program's own command line: bounded where a word is such a file, and as it was."""
    log = _log(tmp_path, DICE)
    long = _log(tmp_path, "LOG\tCHAT" + "*" * (MOST_TEXT - 20), "long.vlog")
    narrow = "bounds.MOST_MEMORY, bounds.MOST_SECONDS = 60, 60; sys.exit(main())"
    said = _run(narrow, "dice", long, log)
    assert (said.returncode, said.stdout) == (2, "")
    assert f"{long}, {log}: it asks for more than 60 MB of memory" in said.stderr
    one = _run("sys.exit(main())", "dice", log)
    assert (one.returncode, one.stderr) == (0, "")
    assert "Bob  IFT  DR" in one.stdout
    none = _run("sys.exit(main())", "import", str(tmp_path / "gone.vlog"))
    assert (none.returncode, none.stderr.count("\n")) == (2, 1)


def test_without_fork_a_deadline_is_left(tmp_path: Path) -> None:
    """As on Windows: another process with the same words, which ends in time."""
    log, script = _log(tmp_path, DICE), "del os.fork; sys.exit(main())"
    said = _run(f"bounds.MOST_SECONDS = 120; {script}", "dice", log)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Bob  IFT  DR" in said.stdout
    late = _run(f"bounds.MOST_SECONDS = 0; {script}", "dice", log)
    assert (late.returncode, late.stdout) == (2, "")
    assert f"{log}: it takes more than 0 s" in late.stderr


def test_ctrl_c_ends_the_child_too(tmp_path: Path) -> None:
    """An interrupt that the parent alone gets ends both, with 130, and says nothing."""
    script = "print('on'); sys.exit(bounds.bounded(sys.argv[1:], lambda _: wait()))"
    wait = "def wait():\n print('in', flush=True)\n while True: pass\n"
    with ctrl_c_heard():
        running = subprocess.Popen(
            [sys.executable, "-c", _CHILD, wait + script, _log(tmp_path, DICE)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert running.stdout is not None
    assert [running.stdout.readline() for _ in range(2)] == [b"on\n", b"in\n"]
    running.send_signal(signal.SIGINT)
    _, err = running.communicate()
    assert (running.returncode, err) == (130, b"")


def _logs() -> Iterator[tuple[str, str, int]]:
    """Texts of logs that cost much for their length, with the exit code of ``dice``."""
    yield "a move with blanks behind", "LOG\tCHAT* a moves b -> c" + " " * 3900, 0
    yield "dice of blanks", ESC.join(["LOG\tCHAT*** (" + " " * 3900] * 200), 0
    yield "a line without end", "LOG\tCHAT" + "*" * (MOST_TEXT - 20), 0
    yield "nothing but separators", ESC * (MOST_TEXT - 1), 2
    yield "separators that are quoted", f"\\{ESC}" * (MOST_TEXT // 2 - 1), 2
    nest = "CHATx"
    for _ in range(14):
        nest = nest.replace(ESC, "\\" + ESC) + ESC + nest.replace(ESC, "\\" + ESC)
    yield "commands in commands", nest, 0
    yield "traits in traits", "+/1/" + "\\\t" * 300_000 + "/" + "x\t" * 300_000, 0
    layers = f"emb2;a{';' * 15}{'p,' * 200};{'+n,' * 200};x"
    state = "\\\t".join(["1"] * 8 + ["Main Map;1;1;"])
    piece = "\\\t".join([layers] * 8 + ["piece;;;;Wind"])
    yield "pieces of many layers", ESC.join(f"+/{n}/{piece}/{state}" for n in range(200)), 0
    yield "many players", ESC.join(f"LOG\tCHAT<p{n}> - hi" for n in range(60_000)), 0


@pytest.mark.long
def test_logs_that_are_bombs_take_little(tmp_path: Path) -> None:
    """One after the other in 700 MB and half a minute of one process: said, or refused."""
    logs = [(_log(tmp_path, text, f"{what}.vlog"), code) for what, text, code in _logs()]
    limits = "import resource as r; r.setrlimit(r.RLIMIT_DATA, (700 << 20,) * 2)\n"
    limits += "r.setrlimit(r.RLIMIT_CPU, (30, 30))\n"
    script = f"{limits}print('codes', *(main(['dice', name]) for name in sys.argv[1:]))"
    said = _run(script, *(name for name, _ in logs))
    assert said.stdout.splitlines()[-1].split() == ["codes", *(str(code) for _, code in logs)]
    assert said.stderr.count("there are more than 500000 commands") == 2, said.stderr
