"""Bad input of every kind: one sentence on standard error, exit code 2, nothing changed."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.orders import parse_orders
from replays.auditing.audit import audit
from replays.game.drive import drive
from replays.game.game import Game
from replays.game.scenario_file import load_scenario
from tests import cases
from tests.test_cli import ORDERS, SCENARIO, TWO, Khamsin, Said

Refuses = Callable[..., str]


def sealed(bodies: list[bytes]) -> bytes:
    """A log of these JSON objects, each with the hash that docs/formats.md describes."""
    before, lines = "0" * 64, []
    for body in bodies:
        before = hashlib.sha256(before.encode() + body).hexdigest()
        lines.append(body[:-1] + b',"hash":"' + before.encode() + b'"}\n')
    return b"".join(lines)


def values_of(log: bytes) -> list[Any]:
    """The JSON objects of a log without their hashes."""
    values = [orjson.loads(line) for line in log.splitlines()]
    for value in values:
        del value["hash"]
    return values


def rewritten(log: bytes, change: Callable[[list[Any]], Any]) -> bytes:
    """A log with its JSON changed, and hashes that fit again."""
    values = values_of(log)
    change(values)
    return sealed([orjson.dumps(value) for value in values])


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a JSON value with each of its keys or indexes."""
    for key in list(value) if isinstance(value, dict) else list(range(len(value))):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def everything() -> dict[str, tuple[int, int, bytes]]:
    """What lies in this folder: size, time and the first bytes of each file."""
    found = {}
    for path in sorted(Path().rglob("*")):
        facts = path.lstat()
        start = b""
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                start = file.read(100_000)
        found[str(path)] = (facts.st_size, facts.st_mtime_ns, start)
    return found


@lru_cache(maxsize=1)
def prepared() -> dict[str, bytes]:
    """A scenario, its orders and two logs, one of them to its end."""
    driven = Game.new(load_scenario("bir-el-qaha"), seed="x")
    for _ in drive(driven):
        pass
    ordered = Game.new(TWO, seed="1")
    for _, _, order in parse_orders(ORDERS):
        ordered.do(order.command, order.dice)
    return {
        "two.toml": SCENARIO.encode(),
        "orders.txt": ORDERS.encode(),
        "game.jsonl": driven.log_bytes(),
        "two.jsonl": ordered.log_bytes(),
    }


@pytest.fixture
def khamsin(khamsin: Khamsin) -> Khamsin:
    """The ``khamsin`` command in a folder with a scenario, its orders and two logs."""
    for name, content in prepared().items():
        Path(name).write_bytes(content)
    return khamsin


@pytest.fixture
def refuses(khamsin: Khamsin) -> Refuses:
    """A call of ``khamsin`` that must be refused; it gives the complaint."""

    def call(*arguments: str) -> str:
        before = everything()
        return complaint(khamsin(*arguments), before)

    return call


def complaint(said: Said, before: dict[str, tuple[int, int, bytes]]) -> str:
    """The one line of a refusal; nothing else may have happened."""
    assert said.code == 2, said
    assert said.err.startswith("khamsin: ")
    assert said.err.endswith("\n")
    assert said.err.count("\n") == 1, said.err
    assert "Traceback" not in said.err + said.out
    assert everything() == before
    return said.err.removesuffix("\n")


# Files that cannot be read -------------------------------------------------------------------

READERS: dict[str, tuple[str, ...]] = {
    "show": ("show", "FILE"),
    "story": ("story", "FILE"),
    "audit": ("audit", "FILE"),
    "recover": ("recover", "FILE"),
    "diff moments": ("diff", "FILE", "1.1", "2.1"),
    "diff first": ("diff", "FILE", "game.jsonl"),
    "diff second": ("diff", "game.jsonl", "FILE"),
    "check": ("check", "FILE"),
    "run": ("run", "FILE", "-o", "new.jsonl"),
    "orders": ("run", "two.toml", "--orders", "FILE", "-o", "new.jsonl"),
}
"""Every way in which a command reads a file."""

LOG_READERS = [name for name in READERS if name not in ("check", "run", "orders")]


def reading(how: str, file: str) -> list[str]:
    """The arguments that make a command read this file."""
    return [file if word == "FILE" else word for word in READERS[how]]


JUNK = (
    b"",
    b"\n",
    b"   \n\n",
    b"\xff\xfe\xfa\n",
    b"\xef\xbb\xbf",
    bytes(range(256)) * 40,
    b"\x7fELF\x02\x01\x01" + bytes(3000),
    b"PK\x03\x04 no text \x00\n" * 100,
    b"null\n",
    b"[]\n",
    b"5\n",
    b'"x"\n',
    b"[" * 20_000,
    b"[" * 20_000 + b"\n",
    b'{"a":' * 20_000 + b"\n",
    b"\xed\xb3\xbf\n",
    b"hello\n",
)


@pytest.mark.parametrize("how", READERS)
def test_files_of_something_else(refuses: Refuses, how: str) -> None:
    """Empty files, binary junk, broken UTF-8 and deep nesting are refused by every command."""
    for content in JUNK:
        Path("bad").write_bytes(content)
        assert "bad" in refuses(*reading(how, "bad"))


# Scenarios -----------------------------------------------------------------------------------

HUGE_NUMBER = "9" * 5000
NAME = 'name = "Two tanks"'

NAMES = {
    "not TOML": ("name = Two tanks", "this is not TOML"),
    "duplicate key": ('name = "Two tanks"\nname = "Three tanks"', "this is not TOML"),
    "duplicate inline table": ('name = "x"\nrulings = {}\nrulings = {}', "this is not TOML"),
    "a date": ("name = 1942-06-01", "name: "),
    "an impossible date": ("name = 1942-13-41", "this is not TOML"),
    "nan for a name": ("name = nan", "name: nan is not a text"),
    "inf for a name": ("name = -inf", "name: -inf is not a text"),
    "a list": ('name = ["x"]', "name: "),
    "a table": ('name = {a = "x"}', "name: "),
    "empty name": ('name = " "', "name: a name is expected"),
    "unknown key": ('name = "x"\nweahter = "Clear"', "did you mean 'weather'"),
    "many unknown keys": ('name = "x"\nxyzzy = 1', "'xyzzy' is an unknown key; known are name"),
    "control character": ('name = "a\u0007b"', "this is not TOML"),
    "half a surrogate": ('name = "\\ud800"', "this is not TOML"),
    "unknown ruling": ('name = "x"\nrulings = {x = "y"}', "there is no such ruling"),
    "unknown answer": (
        'name = "x"\nrulings = {"11.76-cease" = "never"}',
        "'never' is not an answer",
    ),
    "deep list": ("name = " + "[" * 5000, "nested too deeply"),
    "deep value": (
        "name." + ".".join("a" * 2000) + " = 1",
        "line 1: a dotted key has more than 16 parts",
    ),
    "a number of 5000 digits": (f"name = {HUGE_NUMBER}", ""),
}
"""What may stand for the name of the scenario, and what is said of it."""

WRONG_SCENARIOS: dict[str, tuple[str, str, str]] = {
    **{key: (NAME, text, what) for key, (text, what) in NAMES.items()},
    "text for a number": ("turns = 2", 'turns = "2"', "turns: '2' is not a whole number"),
    "no turns": ("turns = 2\n", "", "'turns' is missing"),
    "too few turns": ("turns = 2", "turns = 0", "0 is not a number of turns"),
    "too many turns": ("turns = 2", "turns = 99999999999999999999", "is not a number of turns"),
    "misspelt key": ("turns = 2", "trns = 2", "'trns' is an unknown key; did you mean 'turns'"),
    "endless turns": ("turns = 2", "turns = 0x" + "f" * 5000, "turns: "),
    "digits of turns": ("turns = 2", f"turns = {HUGE_NUMBER}", ""),
    "bombardments": ("turns = 2", "turns = 2\nbombardments = 99999999999999999999", "bombardments"),
    "month": ('"June"', '"Juni"', "did you mean 'June'"),
    "noon": ("turns = 2", 'turns = 2\ntime_of_day = "Noon"', "'Night'\n"),  # is not "None"
    "land": ('"Libya"', '"Lybia"', "did you mean 'Libya'"),
    "one side": ('["German", "British"]', '["German"]', "sides: "),
    "same sides": ('["German", "British"]', '["German", "German"]', "sides: "),
    "deep sides": ('sides = ["German", "British"]', "sides." + ".".join("a" * 2000) + " = 1", ""),
    "hexside": ("wind_direction = 3", "wind_direction = 7", "7 is not a hexside from 1 to 6"),
    "side of a vehicle": (
        'side = "German"',
        'side = "Italian"',
        "vehicles[0].side: vehicle PzA: 'Italian'",
    ),
    "hex of a vehicle": ('at = "D4"', 'at = "Q99"', "vehicles[0].at: vehicle PzA: 'Q99' is not"),
    "key of a vehicle": ("mp = 13", "mp = 13\nid2 = 1", "vehicles[0]: 'id2' is an unknown key"),
    "name of a vehicle": ('id = "PzA"', 'id = "Pz,A"', "vehicles[0].id: 'Pz,A' is not an id"),
    "width": ("width = 15", "width = 14", "boards[0].width: 14 is not a width"),
    "endless width": ("width = 15", "width = 1000000001", "boards[0].width: "),
    "map": ("width = 15", 'map = "x"', "boards[0].map: "),
    "duplicate table": ("[[vehicles]]", "[rulings]\n[rulings]\n[[vehicles]]", "this is not TOML"),
    "unknown table": ("[[vehicles]]", "[[vehicels]]", "did you mean 'vehicles'"),
    "one vehicle not in a list": ("[[vehicles]]", "[vehicles]", "vehicles"),
    "vehicles as a text": ("turns = 2", 'turns = 2\nbuildings = ""', "buildings"),
    "hexes as a text": ("turns = 2", 'turns = 2\nroads = [{hexes = "D4"}]', "roads[0].hexes"),
}
"""What is replaced in a sound scenario, and what is said of it."""


@pytest.mark.parametrize("wrong", WRONG_SCENARIOS)
def test_wrong_scenarios(refuses: Refuses, wrong: str) -> None:
    """A scenario that is no TOML or has a wrong value is refused, with the place of the value."""
    old, new, what = WRONG_SCENARIOS[wrong]
    assert SCENARIO.count(old) == 1
    Path("bad.toml").write_text(SCENARIO.replace(old, new), encoding="utf-8")
    message = refuses("check", "bad.toml")
    assert message.startswith("khamsin: bad.toml")
    assert what in f"{message}\n"


def test_a_line_that_is_not_utf_8_is_numbered(refuses: Refuses) -> None:
    """The line with the first byte that is not UTF-8 is named, in scenarios and orders."""
    Path("bad.toml").write_bytes(SCENARIO.encode() + b"# \xff\n")
    line = SCENARIO.count("\n") + 1
    assert f"bad.toml, line {line}: this is not UTF-8 text" in refuses("check", "bad.toml")
    Path("bad.txt").write_bytes(b"wc 3 4\n# \xe4\n")
    message = refuses("run", "two.toml", "--orders", "bad.txt")
    assert "bad.txt, line 2: this is not UTF-8 text" in message


# Arguments -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("",),
        ("a\nb",),
        ("\udcff",),
        ("show",),
        ("show", "game.jsonl", "game.jsonl"),
        ("show", "game.jsonl", "--fly"),
        ("audit", "game.jsonl", "a\nb"),
        ("run",),
        ("run", "two.toml", "--orders"),
        ("schema",),
        ("schema", "x"),
        ("rules", "99.9"),
        ("rules", ""),
        ("rules", "\udcff"),
        ("help", "x"),
        ("help", "a\nb"),
        ("diff",),
        ("diff", "game.jsonl"),
        ("diff", "game.jsonl", "1.1"),
        ("diff", "game.jsonl", "1.1", "2.1", "3.1"),
        ("diff", "game.jsonl", "1.1", "2.1", "--at", "end"),
        ("demo", "x"),
        ("--log", "loud", "demo"),
    ],
    ids=repr,
)
def test_wrong_arguments(refuses: Refuses, arguments: tuple[str, ...]) -> None:
    """Arguments that no command takes are refused in one line."""
    refuses(*arguments)


@cases("number", "", "x", "-1", "1.5", "1e3", "4294967296", "9" * 30, "²", "a\nb")
def test_wrong_game_numbers(refuses: Refuses, number: str) -> None:
    """The number of a game is a whole number from 0 to 4294967295."""
    assert "game" in refuses("run", "two.toml", f"--game={number}")


@cases("seed", "\udcff", "a\ud800b")
def test_a_seed_that_is_no_text(refuses: Refuses, seed: str) -> None:
    """A seed that cannot be written as UTF-8 is refused."""
    assert "seed" in refuses("run", "two.toml", "--seed", seed)


NO_MOMENTS = (
    "",
    " ",
    "x",
    "0.1/MPh",
    "3.3/MPh",
    "3/MPh",
    "3.1/XPh",
    "#",
    "#x",
    "#-1",
    "3.1/",
    "a\nb",
)
TOO_LATE = ("9.1/MPh", "9.1", "#999999", "#107")


@cases(
    "words",
    "show game.jsonl --at",
    "story game.jsonl --from",
    "diff game.jsonl 1.1",
    "diff game.jsonl game.jsonl --at",
)
def test_what_is_no_moment_of_the_game(refuses: Refuses, words: str) -> None:
    """What is no moment is refused with the forms expected, one too late with where it ends."""
    for moment in NO_MOMENTS:
        said = refuses(*words.split(), moment)
        forms = ("is not a moment; expected such as", "is neither a moment, such as")
        assert any(f"{form} 3.2/MPh" in said for form in forms)
    for moment in TOO_LATE:
        said = refuses(*words.split(), moment)
        assert "game.jsonl: the game did not come to " in said
        assert said.endswith("it has 105 entries and stands at 6.2/CCPh")


@cases("seal", "", "x", "0" * 63, "g" * 64)
def test_what_cannot_be_a_seal(refuses: Refuses, seal: str) -> None:
    """What is not 64 hexadecimal digits is refused: it says nothing of the log."""
    assert "is not a seal; expected are 64 hex" in refuses("audit", "game.jsonl", f"--seal={seal}")


# Orders --------------------------------------------------------------------------------------

WRONG_ORDERS: dict[str, tuple[str, str]] = {
    "unknown order": ("moove PzA D5 1mp", "line 3: 'moove' is not an order; did you mean 'move'?"),
    "incomplete": ("move PzA", "line 3: HEX is missing; expected: move VEHICLE HEX [MP]"),
    "no die": ("wc 3 7", "line 3: '7' is not a die; expected 1 to 6; expected: wc [DICE]"),
    "dice left over": (
        "phase RPh\nwc 3 4 5",
        "line 4: `wc 3 4 5`: no roll is due for these dice: 5",
    ),
    "too few dice": (
        "phase RPh\nwc 3",
        "line 4: `wc 3`: wind change: two dice are due, and 1 of them is entered",
    ),
    "missing die of a change": (
        "phase RPh\nwc 1 1",
        "line 4: `wc 1 1`: wind change: one die is due after wind change 1 1",
    ),
    "refused": (
        "phase MPh\nmove PzA D5 1mp",
        "line 4: `move PzA D5 1mp` is refused, reason 18 (not-started), D2.",
    ),
    "refused at once": (
        "wc 3 4",
        "line 3: `wc 3 4` is refused, reason 5 (wind-change-made), B25.65",
    ),
    "unknown vehicle": ("phase MPh\nstart PzX", "line 4: `start PzX` is refused, reason 9"),
    "open quotation mark": ("smoke D4 by 'New", "line 3: a quotation mark is not closed"),
    "impulses in impulses": ("impulse " * 700, "line 3: "),
    "a long word": ("x" * 100_000, "line 3: "),
    "a long number": (f"spend PzA {HUGE_NUMBER}mp", "line 3: "),
    "many dice": ("wc " + "1 " * 10_000, "line 3: "),
    "binary": ("wc \0 \x01", "line 3: "),
}
"""What follows a comment and a Wind Change DR, and what is said of it."""


@pytest.fixture
def stops(khamsin: Khamsin) -> Refuses:
    """A call of ``run`` that must stop at an order; it gives the complaint.

    The log has what was accepted before it, and nothing else has changed.
    """

    def call(orders: str) -> str:
        before = everything()
        said = khamsin("run", "two.toml", "--orders", orders, "-o", "new.jsonl")
        assert audit("new.jsonl").clean
        Path("new.jsonl").unlink()
        return complaint(said, before)

    return call


@pytest.mark.parametrize("wrong", WRONG_ORDERS)
def test_wrong_orders(stops: Refuses, wrong: str) -> None:
    """A wrong or refused order is named with its line, and what came before it is kept."""
    words, what = WRONG_ORDERS[wrong]
    Path("bad.txt").write_text(f"# bad\nwc 3 4\n{words}\n", encoding="utf-8")
    message = stops("bad.txt")
    assert message.startswith("khamsin: bad.txt, line ")
    assert what in message
    assert len(message) < 1000


# Output --------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell to limit files")
def test_a_disk_that_is_full(khamsin: Khamsin) -> None:
    """A log that cannot be written whole is one line of error, without traceback."""
    assert khamsin("check", "bir-el-qaha").code == 0
    done = subprocess.run(
        [
            *("/bin/sh", "-c", 'ulimit -f 4; exec "$@"', "sh", sys.executable, "-B"),
            *("-m", "replays", "run", "bir-el-qaha", "-o", "new.jsonl"),
        ],
        capture_output=True,
        check=False,
    )
    assert done.stderr.count(b"\n") == 1, done.stderr.decode()
    assert done.stderr.startswith(b"khamsin: new.jsonl: ")
    assert done.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_standard_output_that_is_full(khamsin: Khamsin) -> None:
    """An answer that cannot be written is one line of error, without traceback."""
    assert khamsin("show", "game.jsonl").code == 0
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "replays", "show", "game.jsonl"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.stderr.count(b"\n") == 1, done.stderr.decode()
    assert done.stderr.startswith(b"khamsin: ")
    assert done.returncode == 3


# Logs ----------------------------------------------------------------------------------------


def change(name: str, alter: Callable[[list[Any]], Any]) -> None:
    """Rewrite a log, with hashes that fit."""
    Path(name).write_bytes(rewritten(Path(name).read_bytes(), alter))


WRONG_HEADERS: dict[str, Callable[[Any], Any]] = {
    "no game": lambda h: h.update(khamsin="chess"),
    "no program": lambda h: h.pop("khamsin"),
    "unknown format": lambda h: h.update(format=99),
    "no format": lambda h: h.pop("format"),
    "no seed": lambda h: h.pop("seed"),
    "game below 0": lambda h: h.update(game=-1),
    "game above all": lambda h: h.update(game=2**32),
    "unknown key": lambda h: h.update(note="x"),
    "no scenario": lambda h: h.pop("scenario"),
    "scenario as a text": lambda h: h.update(scenario="bir-el-qaha"),
    "empty scenario": lambda h: h.update(scenario={}),
    "unknown key of the scenario": lambda h: h["scenario"].update(note="x"),
    "broken map": lambda h: h["scenario"]["boards"][0].update(map="x"),
    "impossible width": lambda h: h["scenario"].update(
        boards=[{"name": "1", "desert": True, "width": 10**12}]
    ),
    "unknown ruling": lambda h: h["scenario"].update(rulings={"x": "y"}),
    "one side": lambda h: h["scenario"].update(sides=["A"]),
    "rulings as a list": lambda h: h.update(rulings=[]),
    "broken ruling": lambda h: h.update(rulings={"11.76-cease": "once"}),
}


@pytest.mark.parametrize("how", [name for name in LOG_READERS if name != "recover"])
@pytest.mark.parametrize("wrong", WRONG_HEADERS)
def test_wrong_headers(refuses: Refuses, how: str, wrong: str) -> None:
    """A log whose header is wrong is refused, with the place, by all that need its game."""
    Path("bad.jsonl").write_bytes(Path("game.jsonl").read_bytes())
    change("bad.jsonl", lambda values: WRONG_HEADERS[wrong](values[0]))
    assert "bad.jsonl, " in refuses(*reading(how, "bad.jsonl"))


def first(values: list[Any], order: str) -> Any:
    """The first entry with this order."""
    return next(value for value in values[1:] if value["do"]["order"] == order)


WRONG_ENTRIES: dict[str, Callable[[list[Any]], Any]] = {
    "a hex that is none": lambda v: first(v, "move")["then"][0].update(to="Q99"),
    "a hex without name": lambda v: first(v, "move")["then"][0].update(to=""),
    "a vehicle that is none": lambda v: first(v, "move")["then"][0].update(vehicle="nobody"),
    "MP of a million digits": lambda v: first(v, "move")["do"].update(mp="1e1000000"),
    "MP by nothing": lambda v: first(v, "move")["do"].update(mp="1/0"),
    "wind to no hexside": lambda v: v[0]["scenario"].update(wind_direction=9),
    "no boards": lambda v: v[0]["scenario"].update(boards=[]),
    "no vehicles": lambda v: v[0]["scenario"].update(vehicles=[]),
    "a moment far away": lambda v: v[1]["then"][0].update(moment="9999.2/CCPh"),
    # what leaves all that happened as it was, and is not as the engine writes it
    "a key more": lambda v: v[1].update(note="x"),
    "a key more in an order": lambda v: first(v, "move")["do"].update(note="x"),
    "a key more in an event": lambda v: first(v, "move")["then"][0].update(note="x"),
    "keys in another order": lambda v: v[1].update(n=v[1].pop("n")),
}
"""Changes by a forger who made all hashes fit again."""


@pytest.mark.parametrize("wrong", WRONG_ENTRIES)
def test_wrong_entries_with_fitting_hashes_are_findings(khamsin: Khamsin, wrong: str) -> None:
    """Whatever it is, the audit ends with findings; show and story go as far as can be read."""
    change("game.jsonl", WRONG_ENTRIES[wrong])
    said = khamsin("audit", "game.jsonl", "--json")
    assert (said.code, said.err) == (1, "")
    assert said.json["findings"]
    before = everything()
    for command in ("show", "story"):
        said = khamsin(command, "game.jsonl")
        assert (said.err.count("\n"), everything()) == (bool(said.code), before)
        assert (said.code == 2) == (wrong == "no boards")
        assert (": readable to #" in said.err) == (said.code == 1)


def test_recover_refuses_a_changed_log(refuses: Refuses) -> None:
    """A log that was changed is not mended, even where its last line is torn."""
    log = Path("game.jsonl").read_bytes()
    Path("bad.jsonl").write_bytes(log.replace(b'"n":5', b'"n":6') + b"torn")
    assert "bad.jsonl: readable to #4 of 105: line 6: this line was changed" in refuses(
        "recover", "bad.jsonl"
    )
