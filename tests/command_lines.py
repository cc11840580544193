"""Command lines made of the parsers: with samples of what they take, and with what does not belong.

``python -m tests.command_lines COUNT SEED`` draws so many, and shows each that ends in a fault;
with a count of 0 it has everything that is read explode.
"""

import argparse
import contextlib
import io
import os
import random
import resource
import shlex
import signal
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final
from unittest import mock

import attrs

from events.errors import BadInput
from replays.cli.argument import Parser
from replays.cli.main import COMMANDS, fill, main
from tests.test_cli import ORDERS, SCENARIO, Said
from tests.vasl_boards import Canvas

HOMES: Final = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
"""What says where a person's own files are."""

SAMPLES: Final = {
    **dict.fromkeys(("GAME", "log", "game", "log:GAME", "--parent", "WHAT"), "game.jsonl"),
    **dict.fromkeys(("SCENARIO", "S", "A", "B", "SCENARIO|GAME", "OTHER"), "two.toml"),
    **dict.fromkeys(("SAVE.vsav", "GAME.vlog", "import files", "watch places"), "log.vlog"),
    **dict.fromkeys(("mail log", "mail take log", "mail ask log"), "mail.jsonl"),
    "board board": "bdX",
    "FOLDER": "boards",
    "--metadata": "meta.xml",
    "VASL.vmod": "log.vlog",
    "--orders": "orders.txt",
    "--pairs": "pairs.txt",
    "--ask": "asked.txt",
    "NOTE": "a.note",
    "--with": "rommel.key",
    "key show key": "rommel.key",
    "--key": "rommel.pub",
    "INVITATION": "invitation",
    "mail show file": "joined",
    "mail take file": "joined",
    "--corrections": "game.toml",
    "dispute files": "a.note",
    "mail join log": "mine.jsonl",
    "library name": "game",
    "design file": "two.toml",
    "ENTRY": "3",
    "ORDER": "due",
    "MOMENT": "1.1",
    "N": "1",
    "SIDE": "German",
    "NAME": "rommel",
    "topic": "move",
    "SEED": "x",
    "X": "x",
    "HEX": "C4",
    "LOCATION": "C4",
    "ADDRESS": "127.0.0.1",
    "ID": "11.6",
    "('FROM', 'TO')": "C4",
    "HEX:HEX": "A1:C4",
    "HEX-HEX": "A1-C4",
    "VEHICLE": "PzA",
}
"""What is given for an argument: by command and name, by option, or by what its help shows."""

OUTPUTS: Final = ("-o", "--plot", "dice --csv", "--rolls", "init file")
"""What names a file that is written."""
INPUTS: Final = frozenset(
    each for each in SAMPLES.values() if "." in each and each not in ("1.1", "127.0.0.1", "11.6")
) | {"bdX", "boards", "invitation", "joined"}

MORE: Final = {
    ("amend",): ("--drop",),
    ("import",): ("--scenario", "two.toml"),
    ("mail", "ask"): ("wc",),
    ("checkpoint", "prove"): ("--entry", "2"),
    ("rules",): ("D9.4",),
}
"""What these commands ask for besides."""


@attrs.frozen
class Line:
    """A command, or an action of one, with its arguments."""

    words: tuple[str, ...]
    arguments: tuple[argparse.Action, ...]

    def names(self, action: argparse.Action) -> tuple[str, ...]:
        """What an argument is called, the most telling first."""
        options = action.option_strings or (action.dest,)
        own = (f"{' '.join(self.words)} {each}" for each in options)
        shown = str(action.metavar)
        return (*own, f"{self.words[0]} {action.dest}", *options, shown)

    def sample(self, action: argparse.Action) -> str:
        """Something that an argument takes."""
        if self.is_output(action):
            return "new"
        if action.choices:
            return str(next(iter(action.choices)))
        return next((SAMPLES[each] for each in self.names(action) if each in SAMPLES), "x")

    def given(self, values: dict[argparse.Action, str]) -> list[str]:
        """The words, with samples for what is needed, and these values."""
        after, options = [], []
        for action in self.arguments:
            needed = action.required and action.nargs != "*"
            if action in values or needed:
                value = values[action] if action in values else self.sample(action)
                count = action.nargs if isinstance(action.nargs, int) else 1
                if action.option_strings:
                    options += [action.option_strings[-1], *[value] * count]
                else:
                    after.append(value)
        return [*self.words, *after, *MORE.get(self.words, ()), *options]

    def is_output(self, action: argparse.Action) -> bool:
        """Whether an argument names what is written."""
        return any(each in OUTPUTS for each in self.names(action))

    def is_input(self, action: argparse.Action) -> bool:
        """Whether an argument names what is read."""
        return self.sample(action) in INPUTS and not self.is_output(action)


def lines() -> Iterator[Line]:
    """Every command, and every action of one."""
    for name in COMMANDS:
        parser = Parser(prog=f"khamsin {name}")
        fill(name, parser)
        yield from _leaves((name,), parser)


def _leaves(words: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[Line]:
    actions = [each for each in parser._actions if each.dest != "help"]
    for each in actions:
        if isinstance(each, argparse._SubParsersAction):
            for word, inner in each.choices.items():
                yield from _leaves((*words, word), inner)
            return
    yield Line(words, tuple(actions))


def prepare() -> None:
    """Put a sample of everything into this folder, and what nothing reads."""
    os.mkfifo("pipe")
    Path("circle").symlink_to("circle")
    with Path("huge").open("wb") as huge:
        huge.truncate(64 << 20)
    texts = {
        "two.toml": SCENARIO,
        "orders.txt": ORDERS,
        "pairs.txt": "C4\tD5\n",
        "asked.txt": "shot C4 D5\n",
        "game.toml": "",
        "meta.xml": "<boardsMetadata/>",
    }
    for name, text in texts.items():
        Path(name).write_text(text)
    Path("boards").mkdir()
    Canvas().dot("C2", 60, 22).save(Path("bdX"))
    side = ("--side", "German", "--with", "rommel.key", "-o", "invitation")
    made = (
        ("run", "two.toml", "--orders", "orders.txt", "-o", "game.jsonl"),
        ("export", "game.jsonl", "-o", "log.vlog"),
        ("key", "new", "rommel", "-o", "rommel.key"),
        ("key", "new", "monty", "-o", "monty.key"),
        ("checkpoint", "make", "game.jsonl", "--with", "rommel.key", "-o", "a.note"),
        ("mail", "invite", "two.toml", *side),
        ("mail", "join", "invitation", "mail.jsonl", "--with", "monty.key", "-o", "joined"),
        ("library", "add", "game.jsonl"),
    )
    for words in made:
        said = called(*words)
        assert said.code == 0, said
    Path("rommel.pub").write_text(called("key", "show", "rommel.key").out)


class TooLong(BaseException):
    """A command goes on and on."""


def called(*words: str) -> Said:
    """Run a command here, without input, network or pages; it is ended if it goes on and on."""

    def end(*_: object) -> None:
        raise TooLong

    def refused(*_: object, **__: object) -> None:
        raise BadInput("not here")

    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape") for _ in range(2))
    clocks = {
        signal.ITIMER_REAL: (signal.SIGALRM, 90),
        signal.ITIMER_VIRTUAL: (signal.SIGVTALRM, 15),
    }
    before = {number: signal.signal(number, end) for number, _ in clocks.values()}
    for clock, (_, seconds) in clocks.items():
        signal.setitimer(clock, seconds)
    try:
        with contextlib.ExitStack() as here:
            for what in ("replays.page.server.bound", "replays.page.site.fetched"):
                here.enter_context(mock.patch(what, refused))
            here.enter_context(mock.patch("time.sleep", refused))
            here.enter_context(mock.patch("replays.cli.site.fetched", refused))
            here.enter_context(mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())))
            here.enter_context(contextlib.redirect_stdout(out))
            here.enter_context(contextlib.redirect_stderr(err))
            code = main(list(words))
    finally:
        for clock, (number, _) in clocks.items():
            signal.setitimer(clock, 0)
            signal.signal(number, before[number])
    texts = []
    for each in (out, err):
        each.flush()
        texts.append(each.buffer.getvalue().decode("utf-8", "replace"))
    return Said(code, *texts)


@cache
def _zip(entry: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(entry, bytes(300_000_000))
    return packed.getvalue()


@contextlib.contextmanager
def bounded_memory(more: int) -> Iterator[None]:
    """Let this process have so many MB more than it has, and no more."""
    now = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (now + (more << 20), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


BOMBS: Final[dict[str, Callable[[], bytes]]] = {
    "NUL": lambda: b"\0",
    "UTF-16": lambda: "ä\n".encode("utf-16"),
    "Latin-1": lambda: b"# \xe4 \xff\n",
    "nothing": lambda: b"",
    "lines": lambda: b"\n" * 4_000_000,
    "one line": lambda: b"x" * 9_000_000,
    "values": lambda: b"a = [" + b"1," * 2_000_000,
    "keys": lambda: b"{" + b",".join(b'"k%d":0' % n for n in range(200_000)) + b"}\n",
    "digits": lambda: b"9" * 1_000_000,
    "zeros": lambda: bytes(9_000_000),
    "lists": lambda: b"[" * 200_000,
    "objects": lambda: b'{"a":' * 200_000,
    "tables": lambda: b"[a]\nb.c" * 50_000,
    "escapes": lambda: b'"' + b"\\u0041" * 600_000 + b'"',
    "comments": lambda: b"# x\n" * 50_000,
    **{f"zip of {name}": partial(_zip, name) for name in ("buildFile", "savedGame", "data")},
}
"""What explodes in a reader, alone or with what it takes around it."""


PLACES: Final = ("pipe", "circle", "none", "none/x", "/dev/zero", "a\0b", "x" * 5000, "huge")
"""Names of what is no file to read: a pipe is not waited for, 64 MB have no line end."""


def explosions(line: Line, action: argparse.Action, first: int, step: int) -> Iterator[str]:
    """Have a command read every so manieth bomb; what it did that is no refusal, in time."""
    sample = Path(line.sample(action))
    good = sample.read_bytes() if sample.is_file() else b""
    whole = [(name, 0) for name in BOMBS] + [(name, 1) for name in BOMBS] * bool(good)
    path = Path(f"BOMB{sample.suffix}")
    for name, within in whole[first::step]:
        half = len(good) // 2 * within
        path.write_bytes(good[:half] + BOMBS[name]() + good[half:] * within)
        began, why = time.process_time(), ""
        try:
            with bounded_memory(500):
                why = fault_in(called(*line.given({action: str(path)})))
        except TooLong:
            why = "it goes on and on"
        path.unlink()
        if not why and time.process_time() - began > 5:  # 2 s where nothing else runs
            why = "it takes long"
        if why:
            yield f"{line.given({action: str(path)})} of {name}, {within}: {why}"


def misread(line: Line, action: argparse.Action, place: str) -> str:
    """What a command did with a place where nothing can be read, if it was no sentence."""
    try:
        said = called(*line.given({action: place}))
    except TooLong:
        return f"{line.words} of {place[:20]}: it goes on and on"
    why = fault_in(said)
    return why and f"{line.given({action: place[:20]})}: {why}"


def fault_in(said: Said) -> str:
    """What a command said, if that is a fault or no single sentence; else nothing."""
    wrong = said.code not in (0, 1, 2, 130) or "Traceback" in said.err
    several = said.code == 2 and said.err.count("\n") != 1
    return f"{said.code}: {said.err[:2000]}" if wrong or several else ""


ODD: Final = (
    *(
        "",
        " ",
        "-",
        "--",
        "-x",
        "--json",
        "é☀",
        "\udcff",
        "a\nb",
        "a\0b",
        "x" * 5000,
        "'",
        '"',
        "\x1b[2J",
    ),
    *("-1", "0", "2", "1.5", "1e3", "²", "NaN", "9" * 30, "4294967296", "0x10", "None", "true"),
    *("/", ".", "..", "/dev/null", "no.such", "no/such.toml", "out.svg", "out.html", "out.toml"),
    *("library:", "library:x", "library:game", "bir-el-qaha", "tebaga", "hills", "out.jsonl"),
    *("#5", "#0", "1.1/MPh", "2.2", "9.9", "end", "setup", "C4", "Z99", "C4@1", "C4-D5", "PzA"),
    *("phase MPh", "wc 3 4", "start PzA", "move PzA D5", "undo", "shot C4 D5", "11.6", "D9.4"),
)
"""What people type, mostly in the wrong place."""


def drawn(chance: random.Random, line: Line) -> list[str]:
    """A line with some of its arguments, some of them odd, perhaps in a wrong order."""
    values = {}
    for action in line.arguments:
        if action.dest in ("jobs", "cluster"):
            continue
        if chance.random() < (0.4 if action.required else 0.2):
            values[action] = chance.choice((*ODD, *SAMPLES.values()))
        elif chance.random() < 0.2:
            values[action] = line.sample(action)
    words = line.given(values)
    if chance.random() < 0.1:
        chance.shuffle(words)
    if chance.random() < 0.1:
        words.insert(chance.randrange(len(words) + 1), chance.choice(ODD))
    return words


def faults_of(count: int, seed: int) -> Iterator[tuple[list[str], str]]:
    """Draw so many lines here; those that end in a fault, go on and on, or say what is no line."""
    chance, every = random.Random(seed), list(lines())
    samples = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    for number in range(count):
        if number % 50 == 0:
            for path, raw in samples.items():
                path.write_bytes(raw)
        words = drawn(chance, chance.choice(every))
        try:
            why = fault_in(called(*words))
        except TooLong:
            why = "it goes on and on"
        if why:
            yield words, why


def _main(count: int, seed: int) -> None:
    """Draw lines; none are all importers with all bombs."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= dict.fromkeys(HOMES, f"{folder}/home")
        Path(folder, "here").mkdir()
        os.chdir(Path(folder, "here"))
        prepare()
        for words, why in faults_of(count, seed):
            print(f"khamsin {shlex.join(words)}\n  {why}", flush=True)  # noqa: T201
        for line in [] if count else lines():
            for action in filter(line.is_input, line.arguments):
                for told in explosions(line, action, 0, 1):
                    print(told, flush=True)  # noqa: T201 - what it is for


if __name__ == "__main__":
    _main(int(sys.argv[1]), int(sys.argv[2]))
