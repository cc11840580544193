"""Documents with what their commands say here and now; `tests.derived` writes them."""

import base64
import contextlib
import hashlib
import io
import json
import re
import shlex
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from PIL import Image

from replays.cli import play, vasl_page
from replays.cli.main import main
from replays.page.browser_session import BrowserSession
from replays.vasl.command import ESC
from replays.vasl.container import Archive, archive_bytes, read_archive
from replays.vasl.encoding import Encoding, split
from tests.vasl_boards import archive

_BLOCK: Final = re.compile(r"^```(console|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED: Final = re.compile(r"^(setup|[0-9]+\.[12]/[A-Za-z]+ \w+)> (?P<line>.*)$")
_PACKED: Final = re.compile(rb"(?:png;base64,|khamsin-depiction 1\s)([A-Za-z0-9+/=\s]+)")
_SCENARIO: Final = "saturday.toml"
"""What stands in a ``toml`` block is added to this file; a name begins it anew."""


def _commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that are typed at its prompt."""
    command, typed = "", list[str]()
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, typed
            command, typed = line.removeprefix("$ "), []
        elif (found := _TYPED.match(line)) is not None:
            typed.append(found["line"])
    yield command, typed


def _digest(path: Path) -> str:
    """The digest of a file by what is packed in it; programs pack the same into other bytes."""

    def unpacked(found: "re.Match[bytes]") -> bytes:
        raw = base64.b64decode(found[1])
        return zlib.decompress(raw) if raw[:1] == b"x" else Image.open(io.BytesIO(raw)).tobytes()

    raw = read_archive(path).text.encode() if path.suffix == ".vlog" else path.read_bytes()
    text = _PACKED.sub(unpacked, raw.replace(b"\r\n", b"\n"))
    return hashlib.sha256(text).hexdigest()[:16]


def _log(name: str, *lines: str) -> None:
    """Make a log of VASL of some commands, or of those of another log and more."""
    text = ESC.join(
        read_archive(Path(line[1:])).text if line[0] == "@" else _bytes(line).decode()
        for line in lines
    )
    made = Archive(name, Encoding.PLAIN, text, "VASL 6.6", "3.7", 1)
    Path(name).write_bytes(archive_bytes(made))


def _table(name: str, other: str, seed: str) -> None:
    """Make a log out of one in which chance leaves out, swaps, changes and adds steps."""
    draw, found = Random(seed), list[str]()
    for step in split(read_archive(Path(other)).text, ESC):
        chance = draw.random() if step.startswith("LOG") else 1
        if chance < 0.04:
            continue
        if chance < 0.2:
            dice = ",".join(str(draw.randint(1, 6)) for _ in range(draw.randint(1, 3)))
            found.append(f"LOG\tCHAT{draw.choice(_SAID).format(dice)}")
        other = step.replace(" 3", " 6").replace(",1", ",6") if chance < 0.25 else step
        found.insert(len(found) - (chance < 0.06), other if "CHAT***" in step else step)
    _log(name, *found)


_SAID: Final = (
    *("*** (IFT DR) {0},3 ***   <German>", "*** (IFT DR) {0} ***   <British>", "<German> - wc"),
    *("*** (TH DR) 4,{0} ***   <German>", "*** (TH DR) {0} ***   <Ann>", "<British> - no gusts"),
    "*** (IFT DR) 5,2,3 *** - total with Light Dust (F11.71): 8     <German>      [1 / 8]",
    *("*** (Other dr) {0} ***   <German>", "*** 2d6 = {0} *** <German>", "*** DR = {0} *** <Ann>"),
    *("*** (Other DR) {0} ***   <Ann>", "*** (MC DR) {0} ***   <British>", "<Ann> - oops, wrong"),
    *("<German> - dust is heavy", "<British> - wind is now mild breeze", "<Ann> - rain ends"),
    *("<German> - FFE:1 resolves", "<British> - HE effect", "<Ann> - if dust is none, we may"),
    *("German Checked LOS from B2 to D4, Range=3", "British Checked LOS from E6 to C2, Range=5"),
)
"""What is rolled and written beside a game."""


def _board(name: str, other: str, *members: str) -> None:
    """Make the archive of a board out of another one, with members that are texts or files."""
    with zipfile.ZipFile(other) as file:
        found = {each: file.read(each) for each in file.namelist()}
    for each, text in (member.split("=", 1) for member in members):
        found[each] = Path(text[1:]).read_bytes() if text[:1] == "@" else _bytes(text)
    Path(name).parent.mkdir(exist_ok=True)
    archive(Path(name), {each: raw for each, raw in found.items() if raw})


def _bytes(text: str) -> bytes:
    """A text with its line ends and tabs, and ``x{9}`` for as many of a letter."""
    text = _AGAIN.sub(lambda found: found[1] * int(found[2]), text)
    return text.replace("\\n", "\n").replace("\\t", "\t").encode()


_AGAIN: Final = re.compile(r"(.)\{(\d+)\}")
_MADE: Final[dict[str, Callable[..., object]]] = {
    "vlog": _log,
    "board": _board,
    "table": _table,
    "write": lambda name, text: Path(name).write_bytes(_bytes(text)),
}
"""Words that stand for no program, and make a file."""


def _said(command: str, typed: list[str], session: BrowserSession) -> str:
    """What a terminal shows of a command and of what is typed at its prompt.

    ``page`` stands for a page in a browser: what each part of the reply to its request is.
    ``digest`` tells one file from another.
    """
    program, *arguments = shlex.split(command)
    if program == "cat":
        return Path(arguments[0]).read_text(encoding="utf-8")
    if program == "digest":
        return "".join(f"{_digest(Path(name))} {name}\n" for name in arguments)
    if program == "page":
        reply = json.loads(session.answer(arguments[0]))
        return "".join(f"{key}: {json.dumps(part)}\n" for key, part in reply.items())
    if program in _MADE:
        _MADE[program](*arguments)
        return ""
    assert program == "khamsin", command
    left = iter(typed)

    def read(prompt: str) -> str:
        line = next(left, None)
        if line is None:
            raise EOFError
        screen.write(f"{prompt}{line}\n")
        return line

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = io.StringIO()
    with (
        contextlib.redirect_stdout(screen),
        contextlib.redirect_stderr(screen),
        patch("sys.stdin", Terminal()),
        patch.object(play, "_reader", lambda _: read),
    ):
        main(arguments)
    return screen.getvalue()


def tutorial(text: str) -> str:
    """The tutorial, typed in the working folder."""
    session = BrowserSession(".", main, vasl_page)

    def block(found: "re.Match[str]") -> str:
        language, inside = found.groups()
        if language == "toml":
            mode = "w" if inside.startswith("name = ") else "a"
            with Path(_SCENARIO).open(mode, encoding="utf-8") as file:
                file.write(f"\n{inside}")
            return found[0]
        said = "".join(
            f"$ {command}\n{_said(command, typed, session)}" for command, typed in _commands(inside)
        )
        return f"```console\n{said}```"

    return _BLOCK.sub(block, text)


def examples(text: str) -> str:
    """The examples of questions; ``run`` says nothing, as each version has another seal."""

    def block(found: "re.Match[str]") -> str:
        lines = []
        for line in found[2].splitlines():
            if line.startswith("$ "):
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    assert main(shlex.split(line)[2:]) == 0, line
                run = line.startswith("$ khamsin run")
                lines += [line, *([] if run else out.getvalue().splitlines())]
        return "\n".join(["```console", *lines, "```"])

    return _BLOCK.sub(block, text)
