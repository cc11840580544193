"""Two people who play a game with sealed dice by e-mail, and a forger of their logs."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from replays.cli.main import main
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.game.secrets import SecretFile
from tests import Capsys

__all__ = [
    "SIDES",
    "VERIFIER",
    "Forge",
    "Lines",
    "Pair",
    "add",
    "as_written",
    "lines_of",
    "opened",
    "places",
    "rechained",
    "refuses",
    "shortened",
    "verified",
]

VERIFIER = Path(__file__).parent.parent / "docs" / "verify_sealed.py"
BUNDLED = Path(__file__).parent.parent / "replays" / "data" / "scenarios"
SCENARIO = "bir-el-qaha"
SIDES = ("German", "British")

ODD: tuple[object, ...] = (
    *("", "x", "é" * 64, "ab" * 32, "AB" * 32),
    *(-1, 2**70, 1.5, None, True),
    *([], {}, ["a"], ["a", "b"]),
)
"""Values that belong nowhere, or perhaps not here."""


Lines = list[dict[str, Any]]
Forge = Callable[[Lines], object]


class Pair:
    """The two sides of one game, each with a folder of its own; files go through ``post``.

    Attributes:
        logs: the log of each side, of the one that moves first first.
    """

    def __init__(
        self, folder: Path, inviter: int = 1, scenario: str = SCENARIO, way: str = "alone"
    ) -> None:
        """Invite and join."""
        self.folder = folder
        self.logs = [folder / f"side{side}" / "game.jsonl" for side in (0, 1)]
        for log in self.logs:
            log.parent.mkdir(parents=True)
        self.letters = 0
        self.inviter = inviter
        self.invitation = self.letter()
        names = ["--side", load_scenario(scenario).order_of_sides[inviter]]
        begin = ["begin", scenario, str(self.logs[inviter]), *names, "-o", str(self.invitation)]
        assert seal(*begin, "--way", way) == 0
        joiner = 1 - inviter
        self.answer = self.letter()
        joining = ["join", str(self.invitation), str(self.logs[joiner])]
        assert seal(*joining, "-o", str(self.answer)) == 0
        assert self.take(inviter, self.answer) == 0

    def letter(self) -> Path:
        """The path of a new letter."""
        self.letters += 1
        return self.folder / f"letter{self.letters}"

    def take(self, side: int, letter: Path) -> int:
        """Take a letter; the exit code."""
        return seal("take", str(letter), str(self.logs[side]))

    def give(self, side: int) -> Path:
        """Hand over; the letter."""
        letter = self.letter()
        assert seal("next", str(self.logs[side]), "-o", str(letter)) == 0
        return letter

    def open_first(self) -> Path:
        """The second side hands over, if it has not, so that the first can play; the letter."""
        letter = self.answer if self.inviter == 0 else self.give(1)
        if self.inviter == 1:
            assert self.take(0, letter) == 0
        return letter

    def play_turn(self, side: int) -> None:
        """Play a Player Turn to its end: a Wind Change, and the phases."""
        with Game.open(self.logs[side]) as game:
            game.do("wc")
            turn = game.state.moment.player_turn
            while game.state.moment.player_turn == turn and not game.state.clock.over:
                game.do("phase")

    def stray(self, side: int, *orders: str) -> None:
        """A side records out of turn, where no program sees its secrets."""
        secret = SecretFile.beside(self.logs[side])
        elsewhere = secret.rename(secret.with_name("elsewhere"))
        for order in orders:
            assert main(["do", str(self.logs[side]), order]) == 0
        elsewhere.rename(secret)

    def exchange(self, side: int) -> Path:
        """A side plays its Player Turn and hands over, and the other takes; the letter."""
        self.play_turn(side)
        letter = self.give(side)
        assert self.take(1 - side, letter) == 0
        return letter

    def ask(self, side: int, *orders: str) -> Path:
        """Ask for orders; the letter."""
        letter = self.letter()
        assert seal("ask", str(self.logs[side]), *orders, "-o", str(letter)) == 0
        return letter

    def reply(self, side: int, letter: Path) -> Path:
        """Answer a letter that asks for orders; the answer."""
        answer = self.letter()
        assert seal("answer", str(letter), str(self.logs[side]), "-o", str(answer)) == 0
        return answer

    def agree(self, side: int, *orders: str) -> tuple[Path, Path]:
        """Ask for orders, answer, and play them; question and answer."""
        question = self.ask(side, *orders)
        answer = self.reply(1 - side, question)
        assert self.take(side, answer) == 0
        return question, answer

    def pass_pen(self, side: int) -> Path:
        """Hand the pen over; the letter."""
        letter = self.give(side)
        assert self.take(1 - side, letter) == 0
        return letter

    def secrets(self, side: int) -> SecretFile:
        """The secrets of a side."""
        return SecretFile.read(SecretFile.beside(self.logs[side]))

    def dice(self, side: int) -> list[Any]:
        """All rolls in a side's log."""
        return [roll for line in lines_of(self.logs[side])[1:] for roll in line["dice"]]


def shortened(folder: Path, name: str, turns: int) -> str:
    """The file of a bundled scenario, with fewer Game Turns."""
    text = (BUNDLED / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"turns = {turns}" if each.startswith("turns") else each for each in text.splitlines()]
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def seal(*words: str) -> int:
    """``khamsin seal``; the exit code."""
    return main(["seal", *words])


def as_written(value: dict[str, Any]) -> str:
    """A letter as it has to be written, as a forger would write it too."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii="\\ud800" in repr(value)) + "\n"


def refuses(
    pair: Pair,
    side: int,
    letter: Path,
    forge: Callable[[dict[str, Any], Pair], object],
    why: str,
    capsys: Capsys,
) -> None:
    """A side refuses a letter that was forged on its way, in one sentence; its log is as it was."""
    value = json.loads(letter.read_text(encoding="utf-8"))
    forge(value, pair)
    letter.write_text(as_written(value), encoding="utf-8")
    capsys.readouterr()
    before = pair.logs[side].read_bytes()
    assert pair.take(side, letter) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.startswith(f"khamsin: {letter}")
    assert said.count("\n") == 1
    assert pair.logs[side].read_bytes() == before


def places(lines: Lines, order: str) -> list[int]:
    """The entries of an order."""
    return [n for n, line in enumerate(lines) if n and line["do"]["order"] == order]


def opened(lines: Lines, which: int = -1) -> dict[str, Any]:
    """What an entry says that opens links."""
    do: dict[str, Any] = lines[places(lines, "opened")[which]]["do"]
    return do


def add(lines: Lines, order: str, place: int | None = None, **more: Any) -> None:
    """Add an entry that does nothing, before another or at the end; ``line`` is more of it."""
    beside, line = lines[-1 if place is None else place], more.pop("line", {})
    made = {"n": 0, "at": beside["at"], "do": {"order": order, **more}, "dice": [], "then": []}
    lines.insert(len(lines) if place is None else place, made | line)


def lines_of(log: Path) -> Lines:
    """The lines of a log as JSON."""
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def rechained(
    log: Path,
    forge: Forge,
    name: str = "forged.jsonl",
    signers: Sequence[SecretFile] = (),
) -> Path:
    """A log with lines forged, numbered again, and all hashes made anew.

    The head that an `opened` entry names follows, as a forger would have it. Who has secrets signs
    with them: `signers` are the sides that cheat, and of a side that does not the old signature
    stays.
    """
    lines = lines_of(log)
    forge(lines)
    before, written, pen = "0" * 64, [], 0
    for n, line in enumerate(lines):
        line.pop("hash", None)
        if n:
            line["n"] = n
        do = line.get("do", {})
        pen ^= do.get("order") == "passed"
        if do.get("order") == "opened":
            do["head"] = before
            for each in signers:
                _sign(each, do, n - 1, before, 1 - pen if "asking" in do else do["stretch"] % 2)
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        before = sha256((before + body).encode()).hexdigest()
        written.append(f'{body[:-1]},"hash":"{before}"}}\n')
    path = log.with_name(name)
    path.write_text("".join(written), encoding="utf-8")
    return path


def _sign(secret: SecretFile, do: dict[str, Any], entries: int, head: str, gives: int) -> None:
    """Sign what opens links, as the side that gives its link does, or the one that asks."""
    if secret.side == gives:
        given = do["stretch"], do["links"][gives]
        do["signature"] = base64.b64encode(secret.signature(entries, head, given)).decode()
    elif "asking" in do:
        do["asking"] = base64.b64encode(secret.signature(entries, head)).decode()


def verified(*files: Path) -> "subprocess.CompletedProcess[str]":
    """What the verifier says that shares nothing with Khamsin."""
    command = [sys.executable, "-I", str(VERIFIER), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
