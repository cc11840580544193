"""AD1.1-AD1.2 AD Terrain as a switch, and what it overrides."""

import json
import re

import pytest

from tests import cases
from tests.clauses.lft import checked, lft
from tests.clauses.reached import khamsin, world

AD = {"ad": True}
NOTATION = "AD Terrain is in effect."

EVERY_KIND = {
    "B2": "o",
    "B4": "w",
    "B6": "g",
    "B8": "cb",
    "D2": "ch",
    "D4": "s",
    "D6": "z",
    "D8": "W",
    "F2": "F",
    "F4": "a",
    "F6": "h",
}


@pytest.mark.rule("AD1.1a")
def test_the_sentence_of_ad_terrain() -> None:
    """check, show and story say in the fixed words that AD Terrain is in effect, or do not."""
    assert NOTATION in checked(lft("LFT4")).splitlines()
    assert NOTATION not in checked(lft("LFT4"), ad=False)
    with_it, without = world(ad=True, on=AD), world(on=AD)
    for game in with_it, without:
        game.to("PFPh")
    for command in "show", "story":
        assert NOTATION in with_it.command(command, "GAME")[1]
        assert NOTATION not in without.command(command, "GAME")[1]
    shown = json.loads(with_it.command("show", "GAME", "--json")[1])
    assert shown["in_effect"] == [NOTATION]


@pytest.mark.rule("AD1.1b")
@cases("hex_", *[*EVERY_KIND][:6], "F6")
def test_without_the_switch_no_ad_rule_is_in_effect(hex_: str) -> None:
    """On a board marked as an AD board no AD rule is cited where AD Terrain is not in effect."""
    game = world(EVERY_KIND, on=AD, month="September")
    found = game.json(f"terrain --hex {hex_}")
    assert not any(rule.startswith("AD") for rule in found["rules"])
    assert found["overrides"] == []
    gun = game.json(f"gun --hex {hex_} --calibre 88 --large")
    assert gun["loses_concealment_on"] == [5, 6]
    assert "(AD" not in gun["verdict"]
    assert not game.json(f"terrain --hex {hex_}")["arid_rooftop"]


@pytest.mark.rule("AD1.1c")
def test_rules_are_cited_with_ad_before_their_number() -> None:
    """Whatever cites a rule of this chapter says AD before its number, never the number alone."""
    game = world(EVERY_KIND, ad=True, on=AD)
    assert "AD4.2" in game.text("gun --hex A1 --calibre 88 --large")
    said = [game.text(f"terrain --hex {hex_}") for hex_ in EVERY_KIND]
    said += [game.text(f"gun --hex {hex_} --calibre 88 --large") for hex_ in EVERY_KIND]
    said.append(game.text("tem --hex D2 --he"))
    cited = {rule for text in said for rule in re.findall(r"\((AD[\d.]+)", text)}
    assert {"AD3.11", "AD3.14", "AD3.21", "AD3.22", "AD3.5"} <= cited
    listed = khamsin("rules")[1]
    for rule in sorted(cited):
        assert rule in listed
        assert not any(re.search(rf"(?<![\d.D]){re.escape(rule[2:])}\b(?!\.\d)\)", t) for t in said)
