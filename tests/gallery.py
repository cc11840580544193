"""The pictures of docs/pictures.md and tests/golden/answers.md, by the commands there.

`tests.derived` draws and types them.
"""

import contextlib
import io
import itertools
import re
import secrets
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from events.orders import format_order
from replays import audit, report_of
from replays.auditing.finding import Finding
from replays.auditing.luck import ChancesSeen
from replays.auditing.report_model import FoundFault
from replays.cli import checkpoint
from replays.cli.main import main
from replays.testing import strategies
from replays.testing.found import DrawnGame
from replays.testing.strategies import Choices
from replays.trust import mail
from replays.trust.person_key import KeyFile
from tests import noise, typed
from tests.golden import play
from tests.test_audit import _chained, _values
from tests.test_report import without, wrong_log
from tests.test_setup import boards_of_setup, desert_setup
from tests.vasl_boards import Canvas

DOCS: Final = Path(__file__).parent.parent / "docs"
ANSWERS: Final = Path(__file__).parent / "golden" / "answers.md"

FORGED: Final = {
    "rain": "dust_vanished",
    "wind-and-gust": "dust_fell",
    "debris-and-fire": "blaze_began",
    "vehicle-dust": "vehicle_dust_placed",
    "rubble": "building_rubbled",
    "a-vehicles-life": "gusts_began",
    "night": "nvr_changed",
    "spreading-fire": "wind_force_changed",
}
"""What is left out of golden games."""


def draw(folder: Path) -> list[Path]:
    """Give the commands of the gallery in a folder: games are played, and pictures drawn there."""
    gallery = (DOCS / "pictures.md").read_text(encoding="utf-8").split("## Gallery")[1]
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for line in re.findall(r"^khamsin .*$", gallery, re.MULTILINE):
            assert main(shlex.split(line)[1:]) == 0, line
    return sorted(folder.glob("*.svg"))


def answers(folder: Path) -> str:
    """The answers that are kept whole, of wrong logs and a board of VASL among others.

    Seals and the number of rulings are left out: they change whenever a ruling is added.
    """
    folder.mkdir()
    for path in (*ANSWERS.parent.glob("*.toml"), *ANSWERS.parent.glob("*.orders")):
        shutil.copy(path, folder)
    one, two, three, *rest, last = lines = wrong_log().splitlines(keepends=True)
    logs = {
        "wrong": lines,
        "gap": [one, two, *rest, last],
        "twice": [one, two, two, three, *rest, last],
        "noise": [one, b"noise\n", two, three, *rest, last],
        "swapped": [one, three, two, *rest, last],
        "torn": [one, two, three, *rest, last[:40]],
        "headless": [re.sub(rb',?"hash":"\w*"', b"", one), two, three, *rest, last],
        "edited": [one, two, three.replace(b"Light", b"Heavy"), *rest, last],
    }
    for name, tag in FORGED.items():
        forged = _values(play(name))
        without(tag)(forged)
        logs[f"forged-{name}"] = [_chained(forged)]
    for name in ("rain", "spreading-fire"):  # of what is rolled, only what happened first is left
        forged = _values(play(name))
        logs[f"bare-{name}"] = [
            _chained([{**v, "then": v["then"][:1]} if v.get("dice") else v for v in forged])
        ]
    for name, log in logs.items():
        (folder / f"{name}.jsonl").write_bytes(b"".join(log))
    boards_of_setup(folder / "boards")
    desert_setup().save(folder / "setup.vsav")
    board = Canvas().line("C1", "C4", 30, 12).line("F1", "F4", 65).low(30)
    board.line("B2", "C2", 66).line("C2", "D2", 66).dot("C2", 84, 9)
    for place, code in {"H2": 60, "G1": 63, "B3": 100, "B4": 101, "I2": 102}.items():
        board.hex(place, code)
    for place, code, reach in (("E1", 41, 12), ("E2", 51, 8), ("F3", 25, 5), ("A2", 5, 9)):
        board.dot(place, code, reach)
    for place, side, code in (("E3", 2, 72), ("D3", 4, 73), ("H2", 3, 75), ("G4", 1, 116)):
        board.side(place, side, code)
    board.dot("D4", 99).raised("H2", 1).raised("H3", 2).raised("A1", -1).save(folder / "bdX")
    with contextlib.chdir(folder), _nothing_by_chance():
        _keys()
        made = typed.tutorial(ANSWERS.read_text(encoding="utf-8"))
        made = "\n".join(
            [made.partition(_DRAWN)[0] + _DRAWN, *_drawn(), _FORGERIES, *_forgeries(), ""]
        )
    made = re.sub(r"\d+ (rulings in force are)", r"The \1", made)
    made = re.sub(r"(the game is|of the log) [0-9a-f]{16,}", r"\1 LOG", made)
    return re.sub(r"\b[0-9a-f]{64}\b", "SEAL", made)


@contextlib.contextmanager
def _nothing_by_chance() -> Iterator[None]:
    """Keys and nonces are the same each time, and a minute passes from signature to signature."""
    count, minutes = itertools.count(), itertools.count(1_700_000_000, 60)
    clock = SimpleNamespace(time=lambda: next(minutes))
    with (
        patch.object(secrets, "token_bytes", lambda n: sha256(b"%d" % next(count)).digest()[:n]),
        patch.object(mail, "time", clock),
        patch.object(checkpoint, "time", clock),
    ):
        yield


def _keys() -> None:
    """The keys of those who sign; who has a second copy can sign what contradicts the first."""
    names = ("rommel", "monty", "witness", "r0mmel")
    known = [str(KeyFile.new(name, Path(f"{name}.key")).public) for name in names][:3]
    Path("keys").write_text("\n".join(["# known", *known, ""]), encoding="utf-8")
    for name in ("rommel", "monty"):
        shutil.copy(f"{name}.key", f"{name}-2.key")


_DRAWN: Final = "What the strategies for people who test draw by some bytes:\n"
_FACTS: Final[tuple[dict[str, Any], ...]] = (
    *({}, {"dust": "Heavy"}, {"ec": "Mud"}, {"time_of_day": "Night"}, {"steppe": True}),
    *({"dyo": True}, {"turns": 1, "weather": "Overcast"}, {"wind": "No Wind", "ec": "Moist"}),
)


def _drawn() -> Iterator[str]:
    """Games of drawn scenarios with some facts, by drawn orders, as their strategies tell them."""
    random = Random("drawn")
    for facts in _FACTS:
        plain = strategies.plain_with(facts)
        for _ in range(5):
            land, things, *vehicles = (Choices(random.randbytes(n)) for n in (16, 17, 7, 7, 7))
            drawn = strategies.everything(land, vehicles, things, facts)
            game = DrawnGame.new(strategies.sound_with(drawn, facts, plain), "x")
            while not game.state.clock.over and len(game.entries) < 25:
                game.attempt(*strategies.legal_order(game.state, *random.choices(range(128), k=2)))
            yield repr(game)
    yield "; ".join(map(format_order, strategies.candidates(game.state)))


_FORGERIES: Final = "What is found where one thing of a golden game was forged:\n"


def _forgeries() -> Iterator[str]:
    """What is said of each forged log; what followed, of an event or an entry that was left out."""
    for name, log in _forged():
        path = Path("forged.jsonl")
        path.write_bytes(_chained(log))
        yield f"\n{name}"
        left_out = name.endswith("left out")
        with patch.object(ChancesSeen, "luck", return_value=((), "")):  # it is not told here
            made = report_of(path).mistakes if left_out else ()
        found: list[tuple[int, FoundFault | Finding]]
        found = [(mistake.entry, each) for mistake in made for each in mistake.findings]
        if not left_out:
            found = [(each.entry, each) for each in audit(path).findings]
        for entry, each in found:
            hexes = " ".join(each.hexes)
            said = f"{each.rule} {each.logged} | {each.expected}"
            yield f"    #{entry} {each.moment} {said}{f' ({hexes})' if hexes else ''}"
        yield from (f"    - {line}" for each in made for line in each.consequence.told)


def _forged() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Golden games with one thing forged: the first event of each kind, the first of each order."""
    known = set[str]()
    for game in sorted(path.stem for path in ANSWERS.parent.glob("*.orders")):
        log = _values(play(game))
        for n, value in enumerate(log[1:], 1):
            for place, event in enumerate(value["then"]):
                if (what := f"event {event['event']}") not in known:
                    known.add(what)
                    then = value["then"]
                    for how, those in (("left out", []), ("twice", [event, event])):
                        new = {**value, "then": [*then[:place], *those, *then[place + 1 :]]}
                        yield f"{game}: {what} {how}", [*log[:n], new, *log[n + 1 :]]
            if (what := f"order {value['do']['order']}") not in known:
                known.add(what)
                for how, entries in _entries_instead(value):
                    forged = [*log[:n], *entries, *log[n + 1 :]]
                    numbered = ({**each, "n": i} for i, each in enumerate(forged[1:], 1))
                    yield f"{game}: {what} {how}", [log[0], *numbered]


def _entries_instead(value: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """What can stand in place of an entry."""
    yield "left out", []
    yield "twice", [value, value]
    if value["dice"]:
        *rolls, last = value["dice"]
        yield "with a roll less", [{**value, "dice": rolls}]
        *dice, die = last["dice"]
        yield (
            "with another die",
            [{**value, "dice": [*rolls, {**last, "dice": [*dice, die % 6 + 1]}]}],
        )


def draw_anew() -> None:
    """Put the pictures into docs/gallery, and the answers into their files."""
    with tempfile.TemporaryDirectory() as made:
        for path in draw(Path(made)):
            (DOCS / "gallery" / path.name).write_bytes(path.read_bytes())
        ANSWERS.write_text(answers(Path(made, "answers")), encoding="utf-8")
    for path in (noise.ANSWERS, noise.LIMITS, noise.TABLES):
        with tempfile.TemporaryDirectory() as made:
            path.write_text(noise.answers(Path(made), path), encoding="utf-8")
