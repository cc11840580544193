"""The art of the lines over a board, kept beside it: the same answers, nothing of it trusted."""

import random
import subprocess
import sys
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from events.scenario import BoardSpec
from replays.game.line_cache import CacheFile, beside_board
from replays.game.scenario_file import load_board
from replays.vasl.board_import import import_board
from sim.bulk.art import MAGIC
from sim.bulk.lines import LineBook, book_of
from sim.bulk.los import BulkLos, LosGrid
from sim.chapter_a.los import Location, trace
from sim.chapter_b.depressions import sunken_of
from sim.los.features import field_of
from sim.los.line import distance
from sim.state import State
from tests import cases
from tests.drawn import examples, share
from tests.test_cli import Khamsin
from tests.test_los_by_art import SCENARIO, _state
from tests.test_los_in_drawn_depressions import PATCHES, SIDES, WAYS, _bridged, _painted
from tests.vasl_boards import BOARDS, WHY, Canvas

real = pytest.mark.skipif(not BOARDS.is_dir(), reason=WHY)

Pairs = list[tuple[str, str]]


def _pairs(state: State, most: int = 99) -> Pairs:
    area = state.setting.area
    return [
        (one, two)
        for one, two in combinations(area.record, 2)
        if distance(area.place(one), area.place(two)) <= most
    ]


def _same(one: BulkLos, two: BulkLos) -> bool:
    parts = ((each.blocked, each.hindrance, *each.nearest()) for each in (one, two))
    return all(map(np.array_equal, *parts))


def _book(state: State, raw: bytes = b"") -> LineBook:
    book = book_of(state.setting)
    assert book is not None
    if raw:
        book.take(raw)
    return book


@cache
def _board(name: str) -> BoardSpec:
    return import_board(str(BOARDS / f"bd{name}")).spec


@real
@cases("geometry", "art", "hexes")
@cases("name", "01", "15", "28")
def test_bulk_and_single_agree_on_boards_of_vasl(name: str, geometry: str) -> None:
    """A sample of all pairs of a real board: blocked or not alike, with the same Hindrance."""
    state = _state(_board(name), rulings={} if geometry == "art" else {"A6.1-art": "hexes"})
    pairs = random.Random(7).sample(_pairs(state, 20), share(600))
    found, field = LosGrid(state.setting, pairs).trace(state), field_of(state)
    low = sunken_of(state.setting)
    assert (field.picture is not None) is (geometry == "art")
    for n, (one, two) in enumerate(pairs):
        report = trace(field, *(Location(end, -(end in low)) for end in (one, two)))
        assert report.blocked == bool(found.blocked[n]), (one, two)
        assert report.blocked or report.hindrance == int(found.hindrance[n]), (one, two)


@real
@cases("name", "01", "15", "28")
def test_cached_lines_answer_as_drawn_ones_on_boards_of_vasl(name: str) -> None:
    """What is kept of a real board answers as what is drawn does, and draws no line again."""
    state = _state(_board(name))
    pairs = random.Random(8).sample(_pairs(state, 20), share(5000))
    fresh, book = LosGrid(state.setting, pairs).trace(state), _book(state)
    LosGrid(state.setting, pairs, book)
    again = _book(state, book.in_bytes())
    back = [pair[::-1] for pair in pairs]
    assert _same(fresh, LosGrid(state.setting, pairs, again).trace(state))
    LosGrid(state.setting, back, again)
    assert again.drawn == 0
    assert again.in_bytes() == book.in_bytes()


@examples(12)
@given(WAYS, PATCHES, SIDES)
def test_cached_lines_answer_as_drawn_ones_on_any_board(
    tmp_path_factory: pytest.TempPathFactory,
    ways: list[tuple[int, list[int]]],
    patches: list[tuple[int, int, int, int]],
    sides: list[tuple[int, int, int]],
) -> None:
    """Whatever is painted, whichever pairs were asked for first, the other way round, or twice."""
    path = _painted(ways, patches, sides).save(tmp_path_factory.mktemp("b") / "bdX")
    state = _state(import_board(str(path), desert=False).spec)
    pairs = _pairs(state)
    some = [*pairs[::3], *(pair[::-1] for pair in pairs[::7]), pairs[0], (pairs[0][0],) * 2]
    book = _book(state)
    LosGrid(state.setting, some, book)
    book = _book(state, book.in_bytes())
    mixed = [*pairs[::2], *some]
    fresh = LosGrid(state.setting, mixed).trace(state)
    assert _same(fresh, LosGrid(state.setting, mixed, book).trace(state))
    last = _book(state, book.in_bytes())
    assert _same(fresh, LosGrid(state.setting, mixed, last).trace(state))
    assert last.drawn == 0


@pytest.fixture
def khamsin(khamsin: Khamsin, tmp_path: Path) -> Khamsin:
    """The ``khamsin`` command in a folder with two boards, ``x.toml`` and ``y.toml``."""
    for name, canvas in (("x", _bridged().dot("E2", 60)), ("y", Canvas().dot("C2", 60))):
        path = canvas.save(tmp_path / f"bd{name}")
        assert khamsin("board", "import", str(path), "-o", f"{name}.toml").code == 0
    return khamsin


def _said(khamsin: Khamsin, *words: str) -> str:
    found = khamsin("los", *words)
    assert (found.code, found.err) == (0, "")
    return found.out


def _cache() -> CacheFile:
    state = _state(load_board("x.toml"))
    found = CacheFile.of(Path("x.los"), state.setting)
    assert found is not None
    return found


def test_the_command_keeps_what_it_drew(khamsin: Khamsin) -> None:
    """The first time it writes the file, then draws only what is new; `--no-keep` does neither."""
    bare = _said(khamsin, "x.toml", "--range", "4", "--no-keep")
    assert not Path("x.los").exists()
    assert _said(khamsin, "x.toml", "--range", "4") == bare
    few = Path("x.los").read_bytes()
    assert few.startswith(MAGIC)
    assert _said(khamsin, "x.toml", "--range", "4") == bare
    assert Path("x.los").read_bytes() == few
    every = _said(khamsin, "x.toml", "--no-keep")
    assert _said(khamsin, "x.toml") == every
    assert len(Path("x.los").read_bytes()) > len(few)
    book = _cache().book
    state = _state(load_board("x.toml"))
    LosGrid(state.setting, _pairs(state), book)
    assert book.drawn == 0


def _flipped(raw: bytes, at: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :]


def test_a_damaged_file_is_never_used(khamsin: Khamsin) -> None:
    """One bit changed anywhere, cut short or longer: refused in a sentence, before it is used."""
    _said(khamsin, "x.toml", "--range", "3")
    raw = Path("x.los").read_bytes()
    assert not _cache().said
    chance = random.Random(5)
    places = [*range(200), *(chance.randrange(len(raw)) for _ in range(200)), len(raw) - 1]
    cuts = [raw[:size] for size in (1, 11, 12, 50, 150, 200, len(raw) // 2, len(raw) - 1)]
    bits = chance.sample(places, share(len(places)))
    for hurt in (*(_flipped(raw, at) for at in bits), *cuts, raw + b"\0", raw * 2):
        Path("x.los").write_bytes(hurt)
        found = _cache()
        assert found.said
        assert found.book.kept is None or not len(found.book.kept.pairs)


def _swapped(raw: bytes, **words: str) -> bytes:
    head, _, body = raw.partition(b"\n")
    names = ("magic", "version", "of", "hash", "pairs", "art", "ways")
    facts = dict(zip(names, head.decode().split(), strict=True)) | words
    return " ".join(facts.values()).encode() + b"\n" + body


@cases(
    "words, why",
    ({"version": "0"}, "none of this version"),
    ({"version": "999999999"}, "none of this version"),
    ({"of": "0" * 64}, "another board, or the board has changed"),
    ({"pairs": "999999999999"}, "cut short, or too long"),
    ({"art": "999999999999", "ways": "0"}, "cut short, or too long"),
    ({"pairs": "9" * 40}, "none of this version"),
    ({"hash": "0" * 64}, "damaged"),
)
def test_a_stale_or_hostile_file_is_replaced(
    words: dict[str, str], why: str, khamsin: Khamsin
) -> None:
    """Another version, another board, sizes that cannot be: worked out anew, and written again."""
    bare = _said(khamsin, "x.toml", "--range", "3")
    raw = Path("x.los").read_bytes()
    Path("x.los").write_bytes(_swapped(raw, **words))
    assert why in _cache().said
    assert _said(khamsin, "x.toml", "--range", "3") == bare
    assert Path("x.los").read_bytes() == raw


def test_the_file_of_another_board_is_not_used(khamsin: Khamsin) -> None:
    """Under this board's name it is replaced; so it is when the board itself has changed."""
    _said(khamsin, "y.toml")
    Path("y.los").rename("x.los")
    bare = _said(khamsin, "x.toml", "--no-keep")
    assert "another board" in _cache().said
    assert _said(khamsin, "x.toml") == bare
    Path("x.toml").write_bytes(Path("y.toml").read_bytes())
    assert _said(khamsin, "x.toml") == _said(khamsin, "y.toml")


def test_numbers_that_cannot_be_are_refused(khamsin: Khamsin) -> None:
    """With a sound hash too: pairs out of order, art that there is not, counts that do not fit."""
    _said(khamsin, "x.toml", "--range", "3")
    kept = _cache()
    lines = kept.book.kept
    assert lines is not None
    for field, value in (("pairs", -1), ("pairs", 2**62), ("counts", 2**32 - 1), ("art", 60_000)):
        copy = {name: np.array(getattr(lines, name)) for name in ("pairs", "counts", "art")}
        copy[field][3] = value
        kept.book.kept = type(lines)(**copy, **{n: getattr(lines, n) for n in WAYS_OF_LINES})
        Path("x.los").write_bytes(kept.book.in_bytes())
        assert "impossible numbers" in _cache().said


WAYS_OF_LINES = ("ways", "far", "joined", "crest")


def test_what_is_no_such_file_is_left_alone(khamsin: Khamsin) -> None:
    """A user's own file, a folder, or no place to write: the answers come all the same."""
    bare = _said(khamsin, "x.toml", "--range", "3", "--no-keep")
    Path("x.los").write_text("my own notes", encoding="utf-8")
    assert _said(khamsin, "x.toml", "--range", "3") == bare
    assert Path("x.los").read_text(encoding="utf-8") == "my own notes"
    Path("x.los").unlink()
    Path("x.los").mkdir()
    assert _said(khamsin, "x.toml", "--range", "3") == bare
    Path("x.los").rmdir()
    Path("x.los").symlink_to(Path("nowhere") / "x.los")
    assert _said(khamsin, "x.toml", "--range", "3") == bare
    assert not Path("nowhere").exists()


def test_two_processes_at_once(khamsin: Khamsin) -> None:
    """Both answer, and what they leave is a whole file."""
    bare = _said(khamsin, "x.toml", "--range", "5", "--no-keep")
    words = [sys.executable, "-m", "replays", "los", "x.toml", "--range"]
    both = [
        subprocess.Popen([*words, far], stdout=subprocess.PIPE, text=True) for far in ("5", "6")
    ]
    said = [each.communicate()[0] for each in both]
    assert [each.returncode for each in both] == [0, 0]
    assert said[0].strip() == bare.strip()
    assert not _cache().said
    assert [path.name for path in Path().iterdir() if path.name.startswith(".")] == []


def test_a_scenario_uses_the_file_of_its_one_board(khamsin: Khamsin) -> None:
    """Where it takes the board from its file as it is; not turned, not of two, not of a game."""
    one = '[[boards]]\nfrom = "x.toml"\nname = "1"\n'
    for boards, expected in (
        (one, Path("x.los")),
        (one + "rotated = true\n", None),
        (one + one.replace('"1"', '"2"'), None),
        ('[[boards]]\nfrom = "desert-33"\nname = "1"\n', None),
    ):
        Path("g.toml").write_text(SCENARIO.format(boards=boards), "utf-8")
        assert beside_board("g.toml") == expected
    Path("g.toml").write_text(SCENARIO.format(boards=one), "utf-8")
    assert _said(khamsin, "g.toml", "--range", "3") == _said(khamsin, "x.toml", "--range", "3")
    assert not _cache().said
    assert khamsin("run", "g.toml", "-o", "g.khamsin").code == 0
    assert beside_board("g.khamsin") is None
    assert beside_board("desert-33") is None
