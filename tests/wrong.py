"""Wrong values: which there are for each field, by its type, and cases of them drawn at random.

``python -m tests.wrong 100000 7`` tries so many cases of seed 7 and tells how the commands ended;
``python -m tests.wrong 1 7 --first 4711`` tells one again. A case is a command with a forged log
(its hashes made anew), an order, a question, a scenario or an order file of wrong values.
"""

import argparse
import io
import os
import re
import shlex
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from enum import StrEnum
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints
from unittest.mock import patch

import attrs
import orjson

from events.commands import COMMANDS, OF_RULES, Command
from events.field import fields_of
from events.moment import Moment
from events.register import BaseCommand
from events.vocabulary import EVENTS
from replays.cli.main import main
from replays.game.bundled import bundled
from replays.game.game import Game
from replays.game.scenario_file import load_scenario, scenario_toml
from sim.asking.catalogue import question_class, question_names
from tests import golden
from tests.mail_pair import Pair
from tests.test_bad_input import places, sealed, values_of
from tests.test_codec import a_rich_game

Value = Any
Json = dict[str, Any]

VALUES: Final[tuple[Value, ...]] = (
    *(None, True, False, 0, 1, -1, 7, 2**40, 2**63 - 1, -(2**63), 1.0, 1.5, 1e300),
    *("", " ", "x", "1", "nan", "inf", "1e1000", "1/0", "3/2", "9.1/MPh", "Q99", "A1\x1b[2J"),
    *([], {}, [[]], [{}], [1, 2], ["x"], {"a": 1}, {"order": "wc"}, [{"order": "undo"}]),
)
"""Values of every kind that JSON has, and words that are in no closed list."""

FAR: Final[tuple[Value, ...]] = ("9" * 400, "x" * 5000, [0] * 3000, "é" * 300, 10**6, 2**31, -999)
"""What is far too much."""


# What a type demands, worked out apart from the codec ------------------------------------------


_RIGHT: Final = {str: "A1", int: 1, bool: True, Moment: "1.1/MPh", Fraction: "3/2"}


def right(kind: Any) -> Value:
    """A plain value of a type."""
    if get_origin(kind) in (Union, UnionType):
        return right(get_args(kind)[0])
    if get_origin(kind) is tuple:
        return [right(each) for each in get_args(kind) if each is not Ellipsis]
    if get_origin(kind) is dict:
        return {"x": right(get_args(kind)[1])}
    if kind in _RIGHT:
        return _RIGHT[kind]
    if issubclass(kind, Command):
        return {"order": "stop", "vehicle": "A"}
    if attrs.has(kind):
        return sample(kind)
    return next(iter(kind)).value


def sample(cls: type[Any]) -> dict[str, Value]:
    """All fields of a class with right values in their plain form."""
    return {name: right(kind) for name, kind in types_of(cls).items()}


_TYPES: Final[dict[Any, dict[str, Any]]] = {}


def types_of(cls: Any) -> dict[str, Any]:
    """The fields of a class, each with its type."""
    if cls not in _TYPES:
        hints = get_type_hints(cls)
        _TYPES[cls] = {field.name: hints[field.name] for field in attrs.fields(cls)}
    return _TYPES[cls]


def fits(kind: Any, value: Value) -> bool:
    """Whether a plain value is one of a type."""
    if get_origin(kind) in (Union, UnionType):
        return any(fits(each, value) for each in get_args(kind))
    if get_origin(kind) is tuple:
        return _fits_tuple(get_args(kind), value)
    if get_origin(kind) is dict:
        return isinstance(value, dict) and all(fits(get_args(kind)[1], v) for v in value.values())
    if issubclass(kind, BaseCommand):
        rest = {**value} if isinstance(value, dict) else {}
        named = OF_RULES.get(rest.pop("order", ""))
        return named is not None and issubclass(named, kind) and _fits_class(named, rest)
    if attrs.has(kind) and kind is not Moment:
        return isinstance(value, dict) and _fits_class(kind, value)
    if issubclass(kind, StrEnum):
        return type(value) is str and value in [member.value for member in kind]
    if kind in (Moment, Fraction):
        return value == "3/2" if kind is Fraction else value in ("1.1/MPh", "9.1/MPh")
    return type(value) is kind


def _fits_tuple(kinds: tuple[Any, ...], value: Value) -> bool:
    if not isinstance(value, list):
        return False
    if kinds[-1] is Ellipsis:
        return all(fits(kinds[0], each) for each in value)
    return len(kinds) == len(value) and all(map(fits, kinds, value))


def _fits_class(cls: type[Any], value: dict[str, Value]) -> bool:
    kinds = types_of(cls)
    needed = {field.name for field in attrs.fields(cls) if field.default is attrs.NOTHING}
    return needed <= {*value} <= {*kinds} and all(fits(kinds[k], v) for k, v in value.items())


# Logs --------------------------------------------------------------------------------------------


def _of_the_log() -> Game:
    """A short game with notes, table dice, something taken back, and a closing entry."""
    game = Game.new(load_scenario("bir-el-qaha"), seed="forged")
    for order in ("wc 3 4", "note dawn", "phase MPh", "undo", "dice seed", "phase MPh"):
        game.do(order)
    for order in ("start PzA", "stop PzA", "note 'all stand'", "finish"):
        game.do(order)
    return game


def _by_mail() -> bytes:
    """A game by mail with a round, a batch that was struck out, and a side that passed."""
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        pair = Pair(Path(folder))
        pair.agree(0, "wc", "phase MPh", "start PzA")
        pair.pass_on(0)
        return Path(pair.logs[0]).read_bytes()


@cache
def honest() -> tuple[bytes, ...]:
    """The logs that are forged: golden games, of all, of the log's orders, a branch, mail."""
    kept = _of_the_log()
    games = [*map(golden.play, golden.NAMES), a_rich_game().game, kept, kept.branch("#7")]
    return (*(game.log_bytes() for game in games), _by_mail())


@cache
def _kin(log: bytes) -> dict[str, list[Value]]:
    """All values that a log has under each key."""
    found: dict[str, list[Value]] = {}
    for holder, key in places(values_of(log)):
        if isinstance(key, str) and holder[key] not in found.setdefault(key, []):
            found[key].append(holder[key])
    return found


def _spoilt(draw: Random, value: Value) -> Value:
    """A value near another: a number beside it, a word with a letter more, a list with an item."""
    if isinstance(value, str) and value:
        return draw.choice(
            (f"{value}x", value[:-1], value.upper(), f" {value}", value * 2, value[1:])
        )
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return min(value, 2**62) + draw.choice((-40, -1, 1, 6, 1000))
    if isinstance(value, list) and value:
        return draw.choice((value + value[:1], value[:-1], value[::-1], value[0]))
    if isinstance(value, dict):
        return {**value, "x": 1}
    return draw.choice(VALUES)


def _another(draw: Random, holder: Any, key: Any, kin: Mapping[str, list[Value]]) -> None:
    """A value gives way to one that is wrong there, or may be."""
    how = draw.random()
    if how < 0.45:
        holder[key] = deepcopy(draw.choice(VALUES))
    elif how < 0.55:
        holder[key] = deepcopy(draw.choice(FAR))
    elif how < 0.75:
        holder[key] = _spoilt(draw, holder[key])
    elif how < 0.95 and key in kin:
        holder[key] = deepcopy(draw.choice(kin[key]))
    elif isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    else:
        del holder[key]


def _a_value(draw: Random, values: list[Value], log: bytes) -> None:
    line = values[0] if draw.random() < 0.2 else draw.choice(values)
    found = [*places(line)]
    if found:
        _another(draw, *draw.choice(found), _kin(log))


def _an_event(draw: Random, values: list[Value], log: bytes) -> None:
    """An event, or an order, of one entry comes to another, is left out or stands twice."""
    entry = draw.choice(values[1:] or values)
    events = entry.get("then")
    if draw.random() < 0.3:
        entry["do"] = deepcopy(draw.choice(_kin(log)["do"]))
    elif isinstance(events, list):
        others = [each for them in _kin(log)["then"] for each in them] or [{}]
        place = draw.randint(0, len(events))
        events[place : place + draw.randint(0, 2)] = [
            deepcopy(draw.choice(others)) for _ in range(draw.randint(0, 2))
        ]


def _any_class(draw: Random, values: list[Value], _: bytes) -> None:
    """An entry of an event or an order out of nowhere, perhaps with one field wrong."""
    classes, tag = draw.choice(((EVENTS, "event"), (COMMANDS, "order")))
    name = draw.choice([*classes])
    made = {tag: name, **sample(classes[name])}
    for key in made:
        if key in ("hex", "to", "origin", "vehicle", "unit", "at") and draw.random() < 0.8:
            made[key] = {"vehicle": "PzA", "unit": "a"}.get(key, draw.choice(("D4", "D5", "H4")))
    if len(made) > 1 and draw.random() < 0.5:
        _another(draw, made, draw.choice([*made][1:]), {})
    entry = draw.choice(values[1:] or values)
    if tag == "order":
        entry["do"] = made
    else:
        entry.setdefault("then", []).append(made) if isinstance(entry.get("then", []), list) else 0


def _order_of_lines(draw: Random, values: list[Value], _: bytes) -> None:
    """Entries are left out, doubled or moved; their numbers fit again, or do not."""
    if len(values) < 3:
        return
    one, two = (draw.randint(1, len(values) - 1) for _ in range(2))
    how = draw.randrange(4)
    if how == 0:
        del values[one]
    elif how == 1:
        values.insert(two, deepcopy(values[one]))
    elif how == 2:
        values[one], values[two] = values[two], values[one]
    else:
        del values[min(one, two) : max(one, two)]
    if draw.random() < 0.5:
        for n, value in enumerate(values[1:], 1):
            value["n"] = n


_FORGERS: Final = (_a_value,) * 6 + (_an_event,) * 2 + (_any_class,) * 3 + (_order_of_lines,)


def forged(draw: Random) -> bytes:
    """A log that a person forged in a few places, with hashes that fit."""
    log = draw.choice(honest())
    values = values_of(log)
    if draw.random() < 0.4:
        del values[draw.randint(1, len(values)) :]  # what is forged stands where play goes on
    for _ in range(draw.randint(1, 2)):
        draw.choice(_FORGERS)(draw, values, log)
    return sealed([orjson.dumps(value) for value in values])


def bytes_changed(draw: Random, whole: bytes) -> bytes:
    """A file with some bytes changed, cut out or put in."""
    result = whole
    for _ in range(draw.randint(1, 4)):
        place, length = draw.randint(0, len(result)), draw.randint(0, 8)
        some = draw.choice((b'"', b"\n", b"[", b"}", b"\xff", b"9", draw.randbytes(length)))
        result = result[:place] + some + result[place + length :]
    return result


MOMENTS: Final = ("end", "1.1/MPh", "1.2", "setup", "#3", "dawn")
WAYS: Final = """\
audit LOG|audit LOG --json|audit LOG --finished --rulings|audit LOG --parent honest
audit honest --parent LOG|report LOG|report LOG --json|report LOG --finished|report LOG -o new.html
report LOG -o new.md|show LOG --at AT|show LOG --at AT --json|story LOG|story LOG --json
story LOG --from AT|map LOG --at AT --terminal|map LOG -o new.svg|map LOG --governed
map LOG --los D4 H7 -o new.svg|branch LOG --at AT -o new.jsonl|diff LOG AT end|diff LOG honest
diff honest LOG --json|odds LOG --given AT --turns 1|play LOG|do LOG 'phase MPh'|do LOG wc --json
do LOG 'move PzA D6'|do LOG 'exit PzA 1'|do LOG undo|do LOG 'note x'|do LOG --dice table
amend LOG #1 'wc 3 5' -o new.jsonl|amend LOG #3 --drop -o new.jsonl|orders LOG -o new.orders
orders LOG|recover LOG|view LOG -o new.html|los LOG --range 1|dice LOG
dispute LOG honest|check LOG|export LOG -o new.vsav|compare LOG honest|mail show LOG
--library new.db library add LOG|ask due LOG|ask in-effect LOG|ask view LOG --from B3 --at AT
ask shot LOG --from D4 --to H7 --why-not|ask entry-cost LOG --from D4 --to D5 --vehicle PzA
ask burn LOG --hex H6|ask bog LOG --vehicle PzA --to D5|ask tem LOG --hex H4|ask mud-bog LOG
ask stacking LOG --hex H4|ask rally LOG --hex H4|ask prohibitions LOG|ask overlay LOG
ask bypass LOG --hex E6 --along 1|ask dash LOG --from D4 --across D5|ask options LOG --of PzA
ask options LOG --of D4 --why-not|ask options LOG --at AT
""".replace("\n", "|").split("|")[:-1]
"""What the command line does with a log; ``AT`` is any moment."""

TYPED: Final = """\
show
story
due
shot D4 H7
? entry-cost D4 D5 vehicle PzA
map
note 'typed'
wc
undo
phase MPh
start PzA
move PzA D5
quit
"""


Case = tuple[dict[str, bytes], list[str]]
"""Files, and the words of the command; ``LOG`` is among those of files that are not read only."""


def of_a_log(draw: Random) -> Case:
    """A forged log, and a command that reads it."""
    log = forged(draw) if draw.random() < 0.9 else bytes_changed(draw, draw.choice(honest()))
    words = shlex.split(draw.choice(WAYS).replace("AT", draw.choice(MOMENTS)))
    return {"LOG": log, "honest": honest()[-3]}, words


# Orders ------------------------------------------------------------------------------------------


@cache
def _orders() -> tuple[tuple[bytes, tuple[str, ...]], ...]:
    """Open logs of golden games, each with the orders of its game."""
    found = []
    for name in golden.NAMES:
        text = (golden.FOLDER / f"{name}.orders").read_text(encoding="utf-8")
        lines = tuple(line for line in text.splitlines() if line.strip())
        found.append((golden.play(name).log_bytes(), lines))
    return tuple(found)


def _wrong_words(draw: Random, line: str) -> str:
    """An order with a word or two that are others, more or fewer."""
    words = line.split()
    for _ in range(draw.randint(0, 2)):
        place = draw.randrange(len(words) + 1)
        others = (str(draw.choice(VALUES)), str(draw.choice(FAR)), draw.choice([*COMMANDS]), "6")
        more = [draw.choice(others)] if draw.random() < 0.8 else []
        words[place : place + draw.randint(0, 1)] = more
    return " ".join(words)


def _any_order(draw: Random) -> str:
    """An order of any kind by its form, each field with a word that may be one."""
    word = draw.choice([*COMMANDS])
    said = [word]
    for field in fields_of(COMMANDS[word]):
        value = draw.choice(("PzA", "D5", "H4", "1", "2mp", "3", "German", *field.kind.terms[:4]))
        if draw.random() < 0.85:
            said += [value] if field.bare else [field.word, value]
    return _wrong_words(draw, " ".join(said)) if draw.random() < 0.3 else " ".join(said)


def of_an_order(draw: Random) -> Case:
    """An order with wrong words, given where a game stands."""
    log, lines = draw.choice(_orders())
    whole = log.splitlines(keepends=True)
    part = b"".join(whole[: draw.randint(1, len(whole))])
    order = _any_order(draw) if draw.random() < 0.5 else _wrong_words(draw, draw.choice(lines))
    more = ["--json"] if draw.random() < 0.2 else []
    how = draw.choice((["do", "LOG", "--", order], ["do", "LOG", *more, order], ["help", order]))
    return {"LOG": part}, [*how]


def of_an_order_file(draw: Random) -> Case:
    """An order file with wrong lines, run from its scenario."""
    name = draw.choice(golden.NAMES)
    lines = (golden.FOLDER / f"{name}.orders").read_text(encoding="utf-8").splitlines()
    for _ in range(draw.randint(1, 3)):
        place = draw.randrange(len(lines))
        how = draw.random()
        if how < 0.6:
            lines[place] = _wrong_words(draw, lines[place])
        elif how < 0.8:
            lines[place:place] = [_any_order(draw)]
        else:
            del lines[place]
        if not lines:
            break
    text = "\n".join(lines).encode("utf-8", "replace")
    text = bytes_changed(draw, text) if draw.random() < 0.1 else text
    scenario = (golden.FOLDER / f"{name}.toml").read_bytes()
    words = ["run", "s.toml", "--orders", "o.orders", "-o", "new.jsonl"]
    return {"s.toml": scenario, "o.orders": text}, words


# Questions ---------------------------------------------------------------------------------------


def of_a_question(draw: Random) -> Case:
    """A question with wrong values, in options or in JSON."""
    name = draw.choice(question_names())
    if name == "view" and draw.random() < 0.9:  # it takes as long as all others together
        name = "due"
    log = draw.choice(_orders())[0]
    said: dict[str, Value] = {}
    for field in question_class(name).fields:
        if draw.random() < (0.95 if field.needed else 0.25):
            near = ("D4", "D5", "H4", "PzA", 1, 3, True, *field.kind.terms[:3])
            said[field.word] = draw.choice(near if draw.random() < 0.75 else (*VALUES, *FAR))
    at = ["--at", draw.choice(MOMENTS)] if draw.random() < 0.3 else []
    if draw.random() < 0.5:
        named = {field.word: field.name for field in question_class(name).fields}
        asked = {"question": name, **{named[word]: value for word, value in said.items()}}
        return {"LOG": log, "q.json": orjson.dumps(asked)}, ["ask", "q.json", "LOG", *at]
    words = [
        word
        for key, value in said.items()
        for word in ([f"--{key}"] if value is True else [f"--{key}={value}"])
    ]
    return {"LOG": log}, ["ask", name, "LOG", *words, *at, *draw.choice(([], ["--json"]))]


# Scenarios ---------------------------------------------------------------------------------------


@cache
def _scenarios() -> tuple[str, ...]:
    files = [golden.FOLDER / f"{name}.toml" for name in golden.NAMES]
    whole = [scenario_toml(load_scenario(name)) for name in bundled()]
    return (*(file.read_text(encoding="utf-8") for file in files), *whole)


def _toml(value: Value) -> str:
    """A value in TOML, as one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(str(k))} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return (
            '"'
            + "".join(c if c.isalnum() and c.isascii() else f"\\u{ord(c):04x}" for c in value)
            + '"'
        )
    return str(value).lower() if isinstance(value, bool | float) else str(value)


def _without_none(value: Value) -> Value:
    if isinstance(value, dict):
        return {key: _without_none(each) for key, each in value.items() if each is not None}
    return (
        [_without_none(each) for each in value if each is not None]
        if isinstance(value, list)
        else value
    )


BEGINNINGS: Final = (
    *("check s.toml", "run s.toml -o new.jsonl", "map s.toml -o new.svg", "ask due s.toml"),
    *("odds s.toml --turns 1", "compare s.toml djebel", "check s.toml --json"),
    *("init new.jsonl --scenario s.toml", "los s.toml --range 1", "sweep s.toml --games 2"),
)
"""What the command line does with a scenario."""


def of_a_scenario(draw: Random) -> Case:
    """A scenario with wrong values, and a command that begins with one."""
    text = draw.choice(_scenarios())
    if draw.random() < 0.15:
        raw = bytes_changed(draw, text.encode())
    else:
        facts = tomllib.loads(text)
        for _ in range(draw.randint(1, 2)):
            holder, key = draw.choice([*places(facts)])
            _another(draw, holder, key, {})
            if draw.random() < 0.2 and isinstance(holder, dict):
                holder[key] = draw.choice((float("nan"), float("inf"), -0.0, 10**30))
        lines = (f"{_toml(str(key))} = {_toml(each)}" for key, each in _without_none(facts).items())
        raw = "\n".join(lines).encode()
    return {"s.toml": raw}, draw.choice(BEGINNINGS).split()


# Trying them -------------------------------------------------------------------------------------

KINDS: Final[dict[Callable[[Random], Case], int]] = {
    of_a_log: 55,
    of_an_order: 15,
    of_a_question: 9,
    of_a_scenario: 15,
    of_an_order_file: 6,
}
"""What is drawn, and how often."""


def case_of(seed: int, number: int) -> Case:
    """A case by its seed and number: always the same."""
    draw = Random(f"{seed} {number}")
    return draw.choices([*KINDS], [*KINDS.values()])[0](draw)


class Tried(NamedTuple):
    """How a command ended: its exit code, what it said, and what is wrong with that."""

    code: int
    out: str
    err: str
    wrong: str


def said(words: Sequence[str]) -> tuple[int, str, str]:
    """The exit code of a command, and what it says on both outputs."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(TYPED.encode()))
    untranslated = patch.object(argparse, "_", str)  # each of 45 parsers looks for translations
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", typed),
        untranslated,
    ):
        code = main(words)
    return code, out.getvalue(), err.getvalue()


def tried(case: Case, folder: Path, *before: str) -> Tried:
    """Run a case in a folder, which is the current one: nothing but a sentence may come of it."""
    files, words = case
    for path in folder.iterdir():
        path.unlink()
    for name, content in files.items():
        Path(name).write_bytes(content)
    code, out, err = said([*before, *words])
    wrong = ""
    if code not in (0, 1, 2):
        wrong = f"exit code {code}"
    elif "Traceback" in err or (code == 2 and not _in_a_sentence(words, err)):
        wrong = "not one sentence"
    for name, content in files.items():
        kept = Path(name).read_bytes()
        if not (kept.startswith(content) if words[0] in ("do", "play") else kept == content):
            wrong = wrong or f"{name} is not as it was"
    return Tried(code, out, err, wrong)


def _in_a_sentence(words: list[str], err: str) -> bool:
    """Whether one sentence was said; a prompt says more, and JSON may have it in its stead."""
    one = err.startswith("khamsin: ") and err.count("\n") == 1
    return one or words[0] == "play" or ("--json" in words and not err)


_PLACE: Final = re.compile(r"[A-Za-z]+ in \w+\.py:[0-9]+")
"""How a sentence about a fault of ours names its place."""


def run() -> int:
    """Try cases, and tell how they ended; exit code 1 if one ended as none may."""
    parser = argparse.ArgumentParser(prog="python -m tests.wrong", description=__doc__)
    parser.add_argument("count", type=int, help="how many cases")
    parser.add_argument("seed", type=int, help="any number: the same gives the same cases")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    args = parser.parse_args()
    ended, told, wrong, start = Counter[int](), Counter[str](), 0, time.perf_counter()
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        for number in range(args.first, args.first + args.count):
            case = case_of(args.seed, number)
            found = tried(case, Path(name))
            ended[found.code] += 1
            wrong += bool(found.wrong)
            place = _PLACE.search(found.err)
            kind = place[0] if place else f"{case[1][0]}: {found.wrong}"
            told[kind] += bool(found.wrong)
            if args.count == 1 or (found.wrong and told[kind] == 1):
                more = tried(case, Path(name), "--log", "text") if found.code == 3 else found
                sys.stdout.write(f"{number}: {case[1]}: {found.wrong or found.code}\n{more.err}\n")
                sys.stdout.flush()
        os.chdir(home)
    counts = ", ".join(f"{count} with exit code {code}" for code, count in sorted(ended.items()))
    took = time.perf_counter() - start
    sys.stdout.write(f"{args.count} cases in {took:.0f} s: {counts}; {wrong} not as they should\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run())
