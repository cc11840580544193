"""Names in a library that people cannot tell apart: refused for new games, spelled out in lists."""

import unicodedata
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays import Game, load_scenario
from replays.cli.main import main
from replays.game.text import composed, look_of
from replays.library.auditing import audit_game
from replays.library.library import Library
from tests.places import Places

LOG: Final = Path(__file__).parent / "logs" / "rain.jsonl"
NAME: Final = "Café Oase 1"
ALIKE: Final = (
    "café oase 1",
    "CAFÉ OASE 1",
    "C\u0430fé \u041easе 1",  # letters of Cyrillic
    "\uff23afé Oase 1",  # a wide letter
)
NOT_PLAIN: Final = ("Other ", " Other", "O  ther", "Oth\u3164er", "Oth\ufe0fer", "\u2800")


@pytest.fixture
def place(places: Places, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A new library that `KHAMSIN_LIBRARY` names, with a game; and an empty folder."""
    where = places.new()
    monkeypatch.setenv("KHAMSIN_LIBRARY", where)
    monkeypatch.chdir(tmp_path)
    with Library.open(where, create=True) as library:
        library.add(LOG, NAME)
    return where


def _of_the_library(library: Library, name: str) -> list[str]:
    """What an audit finds that the library has of a game, and should not."""
    found = audit_game(library, library.game(name)).findings
    return [each.logged for each in found if each.rule.startswith("library.")]


@pytest.mark.parametrize("name", [*ALIKE, *NOT_PLAIN])
def test_no_new_game_gets_such_a_name(place: str, name: str) -> None:
    """Added, played or written by another command: a sentence, and the library is as it was."""
    with Library.open(place) as library:
        with pytest.raises(BadInput, match=r"looks? like it|shows nothing"):
            library.add(LOG, name)
        with pytest.raises(BadInput, match=r"looks? like it|shows nothing"):
            library.play(name, load_scenario("bir-el-qaha"))
        assert [game.name for game in library.games()] == [NAME]


def test_an_accent_is_one_character_however_it_is_typed(place: str) -> None:
    """A name from a system that takes it apart (NFD) is the same name, to find and to begin."""
    apart = unicodedata.normalize("NFD", NAME)
    assert apart != NAME
    with Library.open(place) as library:
        assert library.add(LOG, apart).entries == 0
        assert library.game(apart).name == NAME
        fresh = unicodedata.normalize("NFD", "Été")
        with library.play(fresh, load_scenario("bir-el-qaha"), "x") as game:
            game.do("wc 3 4")
        assert [each.name for each in library.games()] == [NAME, "Été"]
    assert Game.load(f"library:{fresh}").entries


def test_names_that_differ_to_the_eye_are_names(place: str) -> None:
    """Figures, other accents, other words."""
    with Library.open(place) as library:
        for name in ("Café Oase I", "Cafe Oase 1", "Café Oase 2", "Café-Oase 1", "оазис"):
            assert library.add(LOG, name).fresh


def test_what_was_there_before_goes_on_and_is_spelled_out(
    place: str, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game whose name an older Khamsin took is found, added to and listed."""
    with Library.open(place) as library:
        library.add(LOG, "b")
        places.do(place, "UPDATE game SET name = 'Café Oase 1 ' WHERE name = 'b'")
        assert library.add(LOG, f"{NAME} ").entries == 0
        assert not _of_the_library(library, f"{NAME} ")
    assert main(["library", "list", "--library", place]) == 0
    said = capsys.readouterr().out
    assert "'Caf\\xe9 Oase 1'" in said
    assert "'Caf\\xe9 Oase 1 '" in said
    assert "names in quotes" in said


def test_a_name_that_no_game_can_have_is_a_finding(place: str, places: Places) -> None:
    """Who changed it in the database could command a terminal with it."""
    places.do(place, "UPDATE game SET name = 'a\x1b[31m'")
    with Library.open(place) as library:
        (game,) = library.games()
        found = _of_the_library(library, game.name)
    assert found == ["name 'a\\x1b[31m'"]


@given(st.text(max_size=8))
def test_a_look_is_that_of_every_spelling(name: str) -> None:
    """Capitals and the ways to write an accent make no other look; a look looks like itself."""
    look = look_of(name)
    assert look_of(composed(name)) == look
    assert look_of(unicodedata.normalize("NFD", name)) == look
    assert look_of(f" {name} ") == look
