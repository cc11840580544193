"""What README shows is so: its commands, and the list of all in docs/command-line.md."""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from replays.cli.main import COMMANDS, main

CHECKOUT: Final = Path(__file__).parent.parent
README: Final = (CHECKOUT / "README.md").read_text(encoding="utf-8")
LISTED: Final = (CHECKOUT / "docs" / "command-line.md").read_text(encoding="utf-8")


def _consoles() -> list[tuple[list[str], list[str]]]:
    """Each command of a console block, and the lines that stand below it."""
    found: list[tuple[list[str], list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((shlex.split(line[2:]), []))
            else:
                found[-1][1].append(line)
    return found


def _fits(shown: list[str], said: list[str]) -> bool:
    """Whether lines are those shown; ``...`` is any number of lines, or the rest of one."""
    pattern = ""
    for line in shown:
        if line == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += re.escape(line).replace(re.escape("..."), ".*") + r"\n"
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in said)) is not None


def test_commands_say_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other in an empty folder, each says the lines below it."""
    monkeypatch.chdir(tmp_path)
    commands = _consoles()
    assert len(commands) >= 5
    for words, shown in commands:
        assert words[0] == "khamsin"
        assert main(words[1:]) == 0, words
        said = capsys.readouterr().out.splitlines()
        assert _fits(shown, said), (words, said)


def test_every_command_is_named() -> None:
    """The tables of commands have them all, and none that is not there."""
    tables = LISTED[LISTED.index("## Commands") : LISTED.index("## Extras")]
    named = set(re.findall(r"^\| `khamsin ([a-z]+)", tables, re.MULTILINE))
    assert named - {"help"} == set(COMMANDS) - {"help"}


def test_commands_of_sh_blocks_are_commands() -> None:
    """Each line of a block of commands begins with one that there is."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("khamsin")]
    assert lines
    assert {line.split()[1] for line in lines} <= set(COMMANDS)
