"""Wrong values in every field that there is, and cases of them drawn: each is one sentence."""

import itertools
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import attrs
import orjson
import pytest

from events import codec
from events.commands import COMMANDS
from events.entry import FORMAT, MAX_GAME, Header, Roll
from events.errors import BadInput
from events.vocabulary import EVENTS
from replays.library.database import GAME, LINE, TERM
from tests.drawn import share
from tests.test_bad_input import sealed, values_of
from tests.test_codec import entry
from tests.wrong import VALUES, Json, case_of, fits, honest, said, sample, tried, types_of

DRAWN: Final = 360
"""So many cases are drawn in full; ``python -m tests.wrong`` draws as many as one likes."""


class Hole(NamedTuple):
    """A field: the whole that it is in, the part of that, what holds it, its name and type."""

    whole: Json
    part: str
    holder: Json
    name: str
    kind: Any


def _wholes() -> Iterator[tuple[Json, str, Json, type[Any]]]:
    """An entry for each order and event and one with a roll, and a header."""
    for word, command in COMMANDS.items():
        fields = {"order": word, **sample(command)}
        yield entry(do=fields), "do", fields, command
    for tag, event in EVENTS.items():
        fields = {"event": tag, **sample(event)}
        yield entry(then=[fields]), "then[0]", fields, event
    roll = sample(Roll)
    yield entry(dice=[roll]), "dice[0]", roll, Roll
    header = {"khamsin": "game", **sample(Header), "format": FORMAT}
    yield header, "", header, Header


def _holes(whole: Json, part: str, holder: Json, cls: type[Any]) -> Iterator[Hole]:
    """The fields of a class, and of what is in them."""
    for name, kind in types_of(cls).items():
        yield Hole(whole, part, holder, name, kind)
        held = holder[name]
        inner = held[0] if isinstance(held, list) else held
        of = next((each for each in (kind, *get_args(kind)) if attrs.has(each)), None)
        if of is not None and isinstance(inner, dict) and types_of(of).keys() <= inner.keys():
            yield from _holes(whole, part, inner, of)


HOLES: Final = tuple(hole for whole in _wholes() for hole in _holes(*whole))
"""Every field of every order, event, roll and header, those of scenarios among them."""


def _fits(hole: Hole, value: Any) -> bool:
    """Whether a value is of the type of a field; the number of a game has bounds too."""
    return fits(hole.kind, value) and not (hole.name == "game" and not 0 <= value <= MAX_GAME)


def _read(hole: Hole) -> BadInput | None:
    """What the reading that names faults says of a whole."""
    try:
        (codec.decode_entry if hole.part else codec.decode_header)(hole.whole)
    except BadInput as error:
        return error
    return None


def _taken(hole: Hole) -> bool:
    """Whether the reading that names nothing takes a whole."""
    value = orjson.loads(orjson.dumps(hole.whole))
    try:
        (codec.take_happened if hole.part == "then[0]" else codec.take_doing)(value)
    except (LookupError, TypeError, ValueError, AttributeError):
        return False
    return True


@pytest.mark.long
def test_what_a_field_holds_is_of_its_type_or_is_named() -> None:
    """Every other value in each field: all readings go by its type, or name part and field.

    The types are judged by the test itself, apart from the codec.
    """
    strange = []
    for number, hole in enumerate(HOLES):
        right = hole.holder[hole.name]
        for value in (right, *VALUES[number % 2 :: 2]):
            hole.holder[hole.name] = value
            fit, error = value is right or _fits(hole, value), _read(hole)
            place = error.where if error else ""
            named = place.startswith(hole.part) and hole.name in place
            if fit is not (error is None) or (error and not named):
                strange.append(f"{hole.part}, {hole.name} = {value!r}: {error}")
            if hole.part and _taken(hole) is not fit:
                strange.append(f"{hole.part}, {hole.name} = {value!r} is taken otherwise")
        hole.holder[hole.name] = right
    assert strange == []


READ: Final = (
    *("story LOG", "orders LOG", "audit LOG", "report LOG", "do LOG undo", "dispute LOG"),
    *("diff LOG honest", "view LOG -o new.html", "branch LOG --at end -o new.jsonl", "dice LOG"),
    *("amend LOG #1 --drop -o new.jsonl", "--library new.db library add LOG", "play LOG"),
)
"""Commands that read what was ordered and what happened."""

FOLD: Final = (
    *("show LOG", "map LOG --terminal", "ask due LOG", "odds LOG --turns 1", "los LOG --range 1"),
    *("diff LOG setup end", "export LOG -o new.vsav"),
)
"""Commands that only follow what happened."""


def test_every_command_names_line_and_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong value in a field, all hashes made anew: each command says where, and exits 1 or 2."""
    monkeypatch.chdir(tmp_path)
    values, draw, strange = values_of(honest()[0])[:4], Random(27), list[str]()
    read, either = cycle(READ), cycle((*READ, *FOLD))
    for hole in draw.sample(HOLES, share(len(HOLES))):
        right = hole.holder[hole.name]
        wrong = [value for value in VALUES if not fits(hole.kind, value)]
        hole.holder[hole.name] = draw.choice(wrong)
        lines = [*values, {**hole.whole, "n": 4}] if hole.part else [hole.whole, *values[1:]]
        log = sealed([orjson.dumps(line) for line in lines])
        hole.holder[hole.name] = right
        words = next(read if hole.part in ("do", "dice[0]") else either).split()
        found = tried(({"LOG": log, "honest": honest()[0]}, words), tmp_path)
        line = "(#4 |Entry 4, |line 5[,:] )" if hole.part else "line 1, "
        place = f"{line}.*{re.escape(hole.part)}.*{hole.name}"
        told = re.search(place, found.out + found.err, re.DOTALL)
        if found.wrong or found.code not in (1, 2) or not told:
            strange.append(f"{words} {hole.part}, {hole.name}: {found}"[:600])
    assert strange == []


def test_drawn_cases_end_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forged logs, orders, questions, scenarios and order files with wrong values."""
    monkeypatch.chdir(tmp_path)
    cases = ((number, case_of(27, number)) for number in range(share(DRAWN)))
    found = ((number, case[1], tried(case, tmp_path)) for number, case in cases)
    assert [each for each in found if each[2].wrong] == []


OF_A_LIBRARY: Final = (
    *("library list", "library audit", "library list", "library export g -o new.jsonl"),
    *("story library:g", "audit library:g", "do library:g undo", "library search PzA"),
)


def test_rows_of_a_library_that_hold_another_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text, a number or bytes in each column, as SQLite lets a person edit it: no command fails."""
    monkeypatch.chdir(tmp_path)
    Path("g.jsonl").write_bytes(honest()[0])
    assert said(["--library=l.db", "library", "add", "g.jsonl"])[0] == 0
    whole, ways = Path("l.db").read_bytes(), cycle(OF_A_LIBRARY)
    for table, value in itertools.product((GAME, LINE, TERM), ("x", 5, 1.5, b"\xff")):
        for column in table.columns:
            Path("l.db").write_bytes(whole)
            with closing(sqlite3.connect("l.db")) as database, suppress(sqlite3.IntegrityError):
                database.execute(
                    " ".join(["UPDATE", table.name, "SET", column.name, "= ?"]), (value,)
                )
                database.commit()
            words = next(ways)
            code, _, err = said(["--library=l.db", *words.split()])
            assert code in (0, 1, 2), (table.name, column.name, value, words, err)
            Path("new.jsonl").unlink(missing_ok=True)
