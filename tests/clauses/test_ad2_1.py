"""AD2.1-AD2.13 The AD boards, and what ``khamsin check`` says of maps that are not as they are."""

import re
from typing import Any

import pytest

from tests import cases
from tests.clauses.lft import checked, lft, picture, play

ALL = ["LFT3", "LFT4", "LFT5", "LFT6", "LFT7", "LFT8", "LFT9", "LFT10"]
DESERT = ["C8", "F8", "H7", "N7", "P8", "W7", "X7", "AA8", "DD6"]
TEMPERATE = ["B7", "I7", "P7", "EE6"]


def faults(*boards: dict[str, Any], **facts: Any) -> list[str]:
    """The lines of ``check`` that say where a map is not as its board."""
    said = checked(*boards, **facts).splitlines()
    return [line for line in said if line.startswith("board ") and ", with its BIN" not in line]


@pytest.mark.rule("AD2.1a", "AD2.1b", "AD2.1c")
@pytest.mark.parametrize("bin_", ALL)
def test_the_boards_lft3_to_lft10_are_ad_boards(bin_: str) -> None:
    """Each is known, prints its BIN in B8 (LFT5 in B9), and is pointed out where it is not AD."""
    where = "B9" if bin_ == "LFT5" else "B8"
    assert faults(lft(bin_)) == []
    assert f"board {bin_} is an AD board, with its BIN in {where} (AD2.1)" in checked(lft(bin_))
    assert any("AD2.1)" in line and bin_ in line for line in faults(lft(bin_, ad=False)))
    drawn = picture(play(lft(bin_)))
    assert f"{where}: Open Ground, with the BIN {bin_}" in drawn
    printed = re.findall(rf'<text[^>]*class="([^"]*)"[^>]*>{bin_}<', drawn)
    assert printed == ["name under", "name"]  # one BIN: a halo, and the ink on it
    assert drawn.count(f"BIN {bin_}") == 1


@pytest.mark.rule("AD2.1a")
@cases("bin_", "LFT2", "LFT11", "LFT1")
def test_no_other_board_is_an_ad_board(bin_: str) -> None:
    """A board with another BIN of that kind is pointed out if it is marked as an AD board."""
    (line,) = faults(lft(bin_))
    assert line.endswith("(AD2.1)")
    assert f"{bin_} is not an AD board" in line
    assert faults(lft(bin_, ad=False)) == []


@pytest.mark.rule("AD2.11a")
def test_lft3_has_a_ravine() -> None:
    """A map of LFT3 without a valley or a Deir is pointed out."""
    assert faults(lft("LFT3")) == faults(lft("LFT3", {"D4": "e"})) == []
    (line,) = faults(lft("LFT3", {"D4": "."}))
    assert "ravine" in line
    assert line.endswith("(AD2.11)")


@pytest.mark.rule("AD2.11c", "AD2.11d", "AD2.11e")
def test_the_ravine_is_a_valley_or_a_deir() -> None:
    """It is ground at level -1, or by SSR a Deir at level 0; that of LFT4 stays what it is."""
    boards = lft("LFT3"), lft("LFT4", {"D4": ".-1"})
    for facts in {}, {"ravine": "valley"}:
        found = play(*boards, **facts).json("terrain --hex LFT3D4")
        assert (found["level"], found["terrain"]) == (-1, ["Open Ground"])
    game = play(*boards, ravine="deir")
    found = game.json("terrain --hex LFT3D4")
    assert (found["level"], found["terrain"], found["rules"]) == (0, ["Deir"], ["F4"])
    assert game.json("terrain --hex LFT4D4")["level"] == -1
    printed = play(lft("LFT3", {"D4": "e"})).json("terrain --hex D4")
    assert (printed["level"], printed["terrain"]) == (-1, ["Open Ground"])


@pytest.mark.rule("AD2.11c")
def test_a_valley_has_crest_lines() -> None:
    """The rim of a valley hides what lies below behind it from who stands off the rim."""
    valley = {"D4": ".-1", "D5": ".-1", "D6": ".-1"}
    game = play(lft("LFT3", valley))
    assert game.json("shot --from D1 --to D4")["blocked"]
    assert game.json("shot --from D3 --to D5")["blocked"] is None


@pytest.mark.rule("AD2.11b", "F4.5")
@cases(
    "words, tem",
    ("--from D1 --to D5 --attack IFT", 1),
    ("--from D1 --to D4 --attack IFT", 1),
    ("--from D3 --to D4 --attack IFT", 0),
    ("--from D3 --to D5 --attack IFT", 0),
    ("--from D5 --to D4 --attack IFT", 0),
    ("--from G1 --to D5 --attack IFT", 0),
    ("--from D1 --to D5 --attack OBA", 0),
    ("--from D1 --to D5 --indirect", 0),
    ("--from D1 --to D5 --against vehicle", 0),
    ("--from D4 --to D1 --attack IFT", 0),
)
def test_a_deir_covers_across_its_lip(words: str, tem: int) -> None:
    """+1 vs Direct Fire from the same level, across a Lip that is not one of the firer's hex."""
    deir = {"D4": ".-1", "D5": ".-1", "G1": ".1"}
    game = play(lft("LFT3", deir), ravine="deir")
    found = game.ask(f"shot {words}")
    assert sum(int(each.amount or 0) for each in found.items if each.kind == "TEM") == tem
    assert game.json(f"shot {words}")["blocked"] is None
    if tem:
        assert {each.rule for each in found.items if each.kind == "TEM"} == {"F4.5"}


@pytest.mark.rule("AD2.11b", "F4.5")
def test_a_vehicle_in_a_deir_may_be_hull_down() -> None:
    """Instead of the TEM a vehicle may claim HD status there."""
    game = play(lft("LFT3"), ravine="deir")
    text = game.text("shot --from D1 --to D4 --against vehicle")
    assert "may claim HD" in text
    assert "may claim HD" not in game.text("shot --from D3 --to D4 --against vehicle")


@pytest.mark.rule("AD2.12a")
@cases("bin_", "LFT6", "LFT7")
def test_the_hill_boards_have_a_hill(bin_: str) -> None:
    """A flat map of either is pointed out."""
    found = faults(lft(bin_, {"D4": ".", "D5": "."}))
    assert f"board {bin_}" in found[0]
    assert any("hill board" in line and line.endswith("(AD2.12)") for line in found)


@pytest.mark.rule("AD2.12b", "AD2.12c")
@cases(
    "bare, village, hex_",
    ({"E4": "w"}, {}, "E4"),
    ({}, {"E4": "w"}, "E4"),
    ({"E4": ".2"}, {"E4": ".1"}, "E4"),
    ({"E4": ".'"}, {}, "E4"),
    ({"E4": "."}, {"E4": "."}, ""),
)
def test_lft7_is_lft6_with_a_village(
    bare: dict[str, str], village: dict[str, str], hex_: str
) -> None:
    """Terrain, level and base terrain of every hex beside the village are the same on both."""
    found = faults(lft("LFT6", bare), lft("LFT7", village))
    assert [line.split(":")[0] for line in found] == ([f"board LFT7, {hex_}"] if hex_ else [])


@pytest.mark.rule("AD2.12c")
def test_only_lft7_has_a_village_and_on_its_hill() -> None:
    """A building of LFT6 that LFT7 lacks, and a village off the hill, are pointed out."""
    off, road, cliff = [{"hex": "H4"}], {"hexes": ["L4", "L5"]}, {"kind": "cliff", "at": ["F5/F6"]}
    more: dict[str, Any] = {"debris": [{"hex": "J4"}], "hexsides": [cliff], "roads": [road]}
    told = "".join(faults(lft("LFT6", buildings=[*off, {"hex": "D4"}], **more), lft("LFT7")))
    assert re.search("H4 has a building.*J4 has Arid Debris.*a cliff.*a road.*has it too", told)
    assert faults(lft("LFT7")) == []
    for at in off, []:
        assert ["on its hill" in line for line in faults(lft("LFT7", buildings=at))] == [True]
    assert faults(lft("LFT6"), lft("LFT7", {"D4": "w1"})) == []


@pytest.mark.rule("AD2.13a", "AD2.13b", "AD2.13c", "AD2.13d", "AD2.4n")
def test_lft10_has_two_base_terrains() -> None:
    """Each hex has the base that its map record says, whatever else it holds; one base is wrong."""
    board = lft("LFT10", {"C8": "w", "B7": "h'", "I7": "s'", "H7": "o"})
    assert faults(board) == []
    game = play(board)
    for hex_, base, kind in (
        ("C8", "desert", "Light Woods"),
        ("H7", "desert", "Olive Grove"),
        ("B7", "temperate", "Hammada"),
        ("I7", "temperate", "Scrub"),
    ):
        found = game.json(f"terrain --hex {hex_}")
        assert (found["base"], found["terrain"]) == (base, [kind])
    flat = lft("LFT10", dict.fromkeys(TEMPERATE, "."))
    assert any("two kinds of base terrain" in line for line in faults(flat))


@pytest.mark.rule("AD2.13e", "AD2.13f")
@cases("hex_, mark", *((each, ".'") for each in DESERT), *((each, ".") for each in TEMPERATE))
def test_the_hexes_of_lft10_that_the_rules_name(hex_: str, mark: str) -> None:
    """Nine hexes are desert and four Temperate; the other base in one of them is pointed out."""
    assert faults(lft("LFT10")) == []
    (line,) = faults(lft("LFT10", {hex_: mark}))
    assert line.startswith(f"board LFT10, {hex_}: ")
    assert line.endswith("(AD2.13)")


@pytest.mark.rule("AD2.4n")
def test_temperate_hammada_on_other_ad_boards() -> None:
    """A map of another AD board may hold it too, and it is Temperate there."""
    game = play(lft("LFT4", {"D4": "h'", "D6": "s'"}))
    assert game.json("terrain --hex D4")["base"] == "temperate"
    assert game.json("terrain --hex D6")["base"] == "temperate"
    assert "D4: Hammada" in picture(game)


@pytest.mark.rule("AD3.11c", "AD3.131b", "AD3.132b", "AD3.15a", "AD3.2b", "AD3.2c")
@cases(
    "bin_, hex_, facts, rule",
    ("LFT6", "O8", {"marks": {"O8": "."}}, "AD3.11"),
    ("LFT6", "O8", {"marks": {"O8": "o'"}}, "AD3.11"),
    ("LFT9", "Y5", {"marks": {"Y5": "b"}}, "AD3.131"),
    ("LFT9", "X4/W5", {"hexsides": []}, "AD3.132"),
    ("LFT9", "X4/W5", {"hexsides": [{"kind": "hedge", "at": ["X4/W5"]}]}, "AD3.132"),
    ("LFT9", "Z8", {"marks": {"Z8": "b"}}, "AD3.15"),
    ("LFT5", "CC2", {"marks": {"CC2": "b"}}, "AD3.2"),
    ("LFT5", "CC2", {"marks": {"CC2": "ch"}}, "AD3.2"),
    ("LFT5", "V1", {"marks": {"V1": "h"}}, "AD3.2"),
)
def test_what_the_rules_name_is_on_the_map(
    bin_: str, hex_: str, facts: dict[str, Any], rule: str
) -> None:
    """A hex or hexside that the rules name and that the map has otherwise is pointed out."""
    assert faults(lft(bin_)) == []
    (line,) = faults(lft(bin_, **facts))
    assert line.startswith(f"board {bin_}, {hex_}: ")
    assert line.endswith(f"({rule})")
