"""Documents with what their commands say here and now; `tests.derived` writes them."""

import base64
import contextlib
import hashlib
import io
import json
import re
import shlex
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from unittest.mock import patch

from PIL import Image

from replays.cli import play, vasl_page
from replays.cli.main import main
from replays.page.browser_session import BrowserSession

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

    text = _PACKED.sub(unpacked, path.read_bytes().replace(b"\r\n", b"\n"))
    return hashlib.sha256(text).hexdigest()[:16]


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
