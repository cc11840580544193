"""Two people who play a game by mail, and a forger of their logs."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from replays.cli.main import main
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from replays.trust.person_key import KeyFile
from sim.trust.mail import answer_text, word_text
from sim.trust.signing import Frontier, LogPoint, raw_of, text_of
from tests import Capsys

__all__ = [
    "ODD",
    "Forge",
    "Lines",
    "Pair",
    "add",
    "as_written",
    "lines_of",
    "mail",
    "opened",
    "places",
    "rechained",
    "refuses",
    "shortened",
]

BUNDLED = Path(__file__).parent.parent / "replays" / "data" / "scenarios"
SCENARIO = "bir-el-qaha"

ODD: tuple[object, ...] = (
    *("", "x", "é" * 64, "ab" * 32, "AB" * 32),
    *(-1, 2**70, 1.5, None, True),
    *([], {}, ["a"], ["a", "b"]),
)
"""Values that belong nowhere, or perhaps not here."""

Lines = list[dict[str, Any]]
Forge = Callable[[Lines], object]


def mail(*words: str) -> int:
    """``khamsin mail``; the exit code."""
    return main(["mail", *words])


class Pair:
    """The two sides of one game, each with a folder and a key of its own.

    Attributes:
        logs: the log of each side, of the one that moves first first.
        keys: their secret keys.
    """

    def __init__(
        self, folder: Path, inviter: int = 1, scenario: str = SCENARIO, names: Sequence[str] = ()
    ) -> None:
        """Invite, join, and take the answer; ``names`` are those of logs in a library."""
        self.folder, self.letters, self.inviter = folder, 0, inviter
        homes = [folder / f"side{side}" for side in (0, 1)]
        self.logs: list[str | Path] = [*names] or [home / "game.jsonl" for home in homes]
        self.keys = [home / "own.key" for home in homes]
        for home, key, name in zip(homes, self.keys, ("rommel", "monty"), strict=True):
            home.mkdir(parents=True, exist_ok=True)
            if not key.exists():
                assert main(["key", "new", name, "-o", str(key)]) == 0
        side = load_scenario(scenario).order_of_sides[inviter]
        self.invitation = self.letter()
        assert self.by(inviter, "invite", scenario, "--side", side, out=self.invitation) == 0
        self.joined = self.letter()
        joining = ("join", str(self.invitation), str(self.logs[1 - inviter]))
        assert self.by(1 - inviter, *joining, out=self.joined) == 0
        assert self.take(inviter, self.joined) == 0

    def letter(self) -> Path:
        """The path of a new letter."""
        self.letters += 1
        return self.folder / f"letter{self.letters}"

    def by(self, side: int, *words: str, out: Path | None = None) -> int:
        """An action of a side, with its key; the exit code."""
        output = () if out is None else ("-o", str(out))
        return mail(*words, "--with", str(self.keys[side]), *output)

    def take(self, side: int, letter: Path, *more: str, out: Path | None = None) -> int:
        """Take a letter; the exit code."""
        return self.by(side, "take", str(letter), str(self.logs[side]), *more, out=out)

    def wrote(self, side: int, action: str, *words: str) -> Path:
        """The letter that an action on its log writes."""
        letter = self.letter()
        assert self.by(side, action, str(self.logs[side]), *words, out=letter) == 0
        return letter

    def ask(self, side: int, *orders: str) -> Path:
        """Ask for orders; the letter."""
        return self.wrote(side, "ask", *orders)

    def answer(self, side: int, letter: Path, *more: str) -> Path:
        """Answer a letter that asks for orders; the answer."""
        answer = self.letter()
        assert self.take(side, letter, *more, out=answer) == 0
        return answer

    def agree(self, side: int, *orders: str) -> tuple[Path, Path]:
        """Ask for orders, answer, and play them; question and answer."""
        question = self.ask(side, *orders)
        answer = self.answer(1 - side, question)
        assert self.take(side, answer) == 0
        return question, answer

    def pass_on(self, side: int) -> Path:
        """Let the other side give the orders; the letter."""
        letter = self.wrote(side, "pass")
        assert self.take(1 - side, letter) == 0
        return letter

    def do(self, side: int, *orders: str) -> int:
        """Give orders in a side's copy; the exit code."""
        return main(["do", str(self.logs[side]), *orders])

    def stray(self, side: int, *orders: str) -> None:
        """A side records out of turn, with a program that sees no key."""
        game = Game.load(self.logs[side])
        game.do_all(orders)
        Path(self.logs[side]).write_bytes(game.log_bytes())

    def secret(self, side: int) -> KeyFile:
        """The key of a side."""
        return KeyFile.read(self.keys[side])


def shortened(folder: Path, name: str, turns: int) -> str:
    """The file of a bundled scenario, with fewer Game Turns."""
    text = (BUNDLED / f"{name}.toml").read_text(encoding="utf-8")
    lines = [f"turns = {turns}" if each.startswith("turns") else each for each in text.splitlines()]
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


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
    """A side refuses a letter that was forged on its way, in one sentence, and nothing is left."""
    value = json.loads(letter.read_text(encoding="utf-8"))
    forge(value, pair)
    letter.write_text(as_written(value), encoding="utf-8")
    capsys.readouterr()
    files = sorted(each for each in pair.folder.rglob("*") if each.is_file())
    before = [each.read_bytes() for each in files]
    assert pair.take(side, letter) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.startswith(f"khamsin: {letter}")
    assert said.count("\n") == 1
    assert sorted(each for each in pair.folder.rglob("*") if each.is_file()) == files
    assert [each.read_bytes() for each in files] == before


def places(lines: Lines, order: str) -> list[int]:
    """The entries of an order."""
    return [n for n, line in enumerate(lines) if n and line["do"]["order"] == order]


def opened(lines: Lines, which: int = -1) -> dict[str, Any]:
    """What an entry says that opens a round."""
    do: dict[str, Any] = lines[places(lines, "opened")[which]]["do"]
    return do


def add(lines: Lines, order: str, place: int | None = None, **more: Any) -> None:
    """Add an entry that does nothing, before another or at the end; ``line`` is more of it."""
    beside, line = lines[-1 if place is None else place], more.pop("line", {})
    made = {"n": 0, "at": beside["at"], "do": {"order": order, **more}, "dice": [], "then": []}
    lines.insert(len(lines) if place is None else place, made | line)


def lines_of(log: Path | str) -> Lines:
    """The lines of a log as JSON."""
    return [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]


def rechained(
    log: Path, forge: Forge, name: str = "forged.jsonl", signers: Sequence[KeyFile] = ()
) -> Path:
    """A log with lines forged, numbered again, and all hashes made anew.

    The seal that an `opened` entry names follows, as a forger would have it. `signers` are the
    keys of sides that cheat: they sign anew; of a side that does not the old signature stays.
    """
    lines, tree, texts = lines_of(log), Frontier(), []
    forge(lines)
    before, first, active = "0" * 64, "", 0
    for n, line in enumerate(lines):
        line.pop("hash", None)
        if n:
            line["n"] = n
        do = line.get("do", {})
        point = LogPoint(first, tree.count, tree.root().hex(), before)
        for each in signers:
            _sign(each, lines[0], do, point, active)
        active ^= do.get("order") == "passed"
        if do.get("order") == "opened":
            do["seal"] = before
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        before = sha256((before + body).encode()).hexdigest()
        first = first or before
        texts.append(f'{body[:-1]},"hash":"{before}"}}\n')
        if n:
            tree.add(texts[-1][:-1].encode())
    path = log.with_name(name)
    path.write_text("".join(texts), encoding="utf-8")
    return path


def _sign(key: KeyFile, header: Any, do: dict[str, Any], point: LogPoint, active: int) -> None:
    """Sign an entry that a side has to sign: the one that asks, or passes, or the other."""
    side, order = header["mail"]["keys"].index(str(key.public)), do.get("order", "")
    if order == "opened":
        name, text = "asked", point.text
        if side != active:
            name, text = "answered", answer_text(point, do["round"], do["reveals"][side])
    elif (order, side) in (("passed", active), ("declined", 1 - active)):
        name, text = "signed", word_text(point, order)
    else:
        return
    time = int.from_bytes(raw_of(do.get(name, ""))[:8], "big")
    do[name] = text_of(key.signed(text, time).blob)
