"""The report of a game: what followed from a mistake, the luck of its weather, its page."""

import base64
import copy
import hashlib
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise, product
from math import comb
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # it ships no types

from events.scenario import Scenario
from replays import Game, audit, load_scenario, odds, report_of
from replays.auditing.dice_table import fair_chance
from replays.auditing.document import document_of, text_lines
from replays.auditing.luck import luck_of
from replays.auditing.report_model import GameReport, Mistake
from replays.cli.main import main
from sim.climate.climate import Climate
from sim.climate.exact_odds import count_chances
from sim.climate.walk import climate_table
from sim.machine.opening import initial_state
from tests import Capsys, cases
from tests.schema import schema_of
from tests.table import scenario
from tests.test_audit import _chained, _values

Log = list[dict[str, Any]]

TANK = {"id": "PzA", "side": "German", "movement": "fully-tracked", "mp": 13, "at": "D4"}


def the_log(*orders: str, **facts: Any) -> Log:
    """The lines of a game with dice that people rolled."""
    game = Game.new(scenario(**{"wind": "Heavy Winds", "vehicles": [], "turns": 5, **facts}), "x")
    for order in orders:
        game.do(order)
    return _values(game)


def player_turns(*rolls: str) -> list[str]:
    """The orders of Player Turns in which nothing but the Wind Change DR is rolled."""
    return [order for roll in rolls for order in (f"wc {roll}", "phase RPh")]


def reported(folder: Path, log: Log, forge: Callable[[Log], None]) -> GameReport:
    """The report of a log in which a mistake was put, with hashes that fit."""
    copied = copy.deepcopy(log)
    forge(copied)
    path = folder / "game.jsonl"
    path.write_bytes(_chained(copied))
    return report_of(path)


def without(tag: str, nth: int = 0) -> Callable[[Log], None]:
    """Leave one event of a kind out."""

    def forge(log: Log) -> None:
        lines = [n for n, v in enumerate(log) for e in v.get("then", ()) if e["event"] == tag]
        line = log[lines[nth]]
        line["then"] = [event for event in line["then"] if event["event"] != tag]

    return forge


def the_mistake(report: GameReport) -> Mistake:
    """The only entry with findings."""
    (mistake,) = report.mistakes
    return mistake


# What followed ------------------------------------------------------------------------------


@pytest.mark.rule("11.76")
def test_dust_that_was_not_taken_down_stood_too_long(tmp_path: Path) -> None:
    """Dust rises twice, should fall when the pair ceases, and rises again three turns later.

    By 11.76 Light Dust was due from 2.1 on; at 3.2 it rises to Moderate, which the log has anyway.
    By 11.71 and 11.72 a dr halved gives 0 to 3 rounded down, 1 to 3 rounded up: 0.5 more.
    """
    log = the_log(*player_turns("6 6", "6 6", "3 4", "3 4", "3 4", "6 6", "3 4"))
    found = the_mistake(reported(tmp_path, log, without("dust_fell")))
    assert [(each.rule, each.logged) for each in found.findings] == [("11.76", "nothing")]
    assert "Heavy Winds with Gusts" in found.findings[0].says
    (span,) = found.consequence.spans
    assert (span.fact, span.logged, span.right) == ("Dust", "Moderate", "Light")
    assert (span.since, span.until, span.player_turns) == ("2.1/RPh", "3.2/RPh", 3)
    assert {(s.logged, s.right, s.mean) for s in found.consequence.shots} == {((1, 3), (0, 3), 0.5)}
    assert "Moderate Dust stood three Player Turns too long" in found.consequence.told[0]


@pytest.mark.rule("11.71", "11.76")
def test_dust_that_never_rose_was_missing(tmp_path: Path) -> None:
    """Light Dust that is left out is missing up to the next event that names the density.

    It should have come in 1.1 and be gone when Gusts end in 1.2: one Player Turn, in which a shot
    lacked a dr halved FRD: up to +3, 1.5 on average.
    """
    begun = "wc 6 6", "phase MPh", "start PzA", "phase RPh"
    log = the_log(*begun, *player_turns("3 4", "3 4"), vehicles=[TANK])
    found = the_mistake(reported(tmp_path, log, without("dust_rose"))).consequence
    (span,) = found.spans
    assert (span.logged, span.right, span.player_turns) == ("None", "Light", 1)
    assert {(shot.logged, shot.right, shot.mean) for shot in found.shots} == {
        ((0, 0), (0, 3), -1.5)
    }
    assert found.told[0].startswith("Light Dust was missing for one Player Turn")
    assert found.told[-1] == "One order of players was given meanwhile; each comes out as logged."


@pytest.mark.rule("11.73")
def test_moves_under_the_wrong_dust_come_out_otherwise(tmp_path: Path) -> None:
    """In Heavy Dust each hex costs a vehicle one MP more: both moves cost 2, and not 1."""
    orders = ["wc 3 4", "phase MPh", "start PzA", "move PzA D5", "move PzA D6 1mp", "stop PzA"]
    log = the_log(*orders, dust="Moderate", vehicles=[TANK])

    def forge(lines: Log) -> None:
        change = lines[2]
        change["dice"][0]["dice"] = [6, 6]
        change["then"][0] |= {"coloured": 6, "white": 6}
        change["then"].append({"event": "gusts_began", "rule": "B25.651"})

    found = the_mistake(reported(tmp_path, log, forge))
    assert "Dust was only Moderate" in found.consequence.told[0]
    one, two = found.consequence.otherwise
    assert (one.order, two.order) == ("move PzA D5", "move PzA D6 1mp")
    assert "(1 MP)" in one.logged
    assert "(2 MP)" in one.right
    assert two.logged == "it was done"
    assert "not allowed" in two.right
    assert found.consequence.orders == 4
    # Heavy Dust at range 12: half of it, and a dr halved FRD: 6 to 9 against 1 to 3 of Moderate
    shots = {shot.range: shot for shot in found.consequence.shots}
    assert (shots[12].logged, shots[12].right, shots[12].mean) == ((1, 3), (6, 9), -5.5)


def test_what_followed_from_a_forged_die(tmp_path: Path) -> None:
    """A die that the seed does not give brings Dust and Gusts that were not to be."""
    facts = scenario(wind="Heavy Winds", vehicles=[], turns=3)
    game = Game.new(facts, "two faces")
    for index in range(4):
        game.do("wc 6 6" if index == 1 else "wc")
        game.do("phase RPh")

    def forge(log: Log) -> None:
        for value in log[1:]:
            for roll in value["dice"]:
                roll["source"] = "seed"

    found = the_mistake(reported(tmp_path, _values(game), forge)).consequence
    facts_told = {span.fact: span for span in found.spans}
    assert (facts_told["Dust"].logged, facts_told["Dust"].right) == ("Light", "None")
    assert (facts_told["Gusts"].since, facts_told["Gusts"].player_turns) == ("1.2/RPh", 1)


def test_what_was_taken_back_has_no_consequence(tmp_path: Path) -> None:
    """A mistake in an entry that is taken back leaves nothing behind."""
    log = the_log("wc 6 6", "undo", "wc 3 4", "phase RPh")
    found = the_mistake(reported(tmp_path, log, without("dust_rose"))).consequence
    assert found.spans == ()
    assert "Nothing followed" in found.told[0]


def test_a_finding_about_the_file_changes_nothing(tmp_path: Path) -> None:
    """An edited hash is a finding, and nothing on the map followed from it."""
    log = the_log(*player_turns("3 4", "3 4"))
    path = tmp_path / "game.jsonl"
    lines = _chained(log).splitlines()
    value = orjson.loads(lines[-1])
    lines[-1] = orjson.dumps(value | {"hash": "0" * 64})
    path.write_bytes(b"\n".join([*lines, b""]))
    found = the_mistake(report_of(path))
    assert [each.rule for each in found.findings] == ["log.hash"]
    assert not found.consequence.followed


def test_a_report_finds_what_the_audit_finds(tmp_path: Path) -> None:
    """Findings, entries and seal are those of the audit, whatever is wrong."""
    log = the_log(*player_turns("6 6", "6 6", "3 4", "3 4"))
    for forge in (without("dust_fell"), without("gusts_ended"), without("wind_change_rolled", 1)):
        report = reported(tmp_path, log, forge)
        judged = audit(tmp_path / "game.jsonl")
        told = [(m.entry, f.rule, f.logged) for m in report.mistakes for f in m.findings]
        assert told == [(each.entry, each.rule, each.logged) for each in judged.findings]
        assert (report.seal, report.following) == (judged.seal, judged.consequences)


def test_a_fire_that_was_left_out_is_told(tmp_path: Path) -> None:
    """What lies in hexes is told as well: Flames that the log does not place."""
    wooden = [{"hex": "H6", "material": "wooden", "upper_levels": 1}]
    two = ["flame H6", "flame H6 level 1"]
    log = the_log("wc 3 4", "phase PFPh", *two, "phase RPh", buildings=wooden)
    for nth, right in enumerate(("fire Flame", "fires above 1 (flames")):
        found = the_mistake(reported(tmp_path, log, without("flame_placed", nth))).consequence
        assert found.spans[0].fact == "hex H6"
        assert found.spans[0].right.startswith(right)


def test_a_scenario_that_is_not_sound_has_no_odds(tmp_path: Path) -> None:
    """Where the boards were taken away, the report says that there are no odds."""

    def forge(log: Log) -> None:
        log[0]["scenario"]["boards"] = []

    report = reported(tmp_path, the_log(*player_turns("3 4")), forge)
    assert report.luck == ()
    assert "not sound" in report.luck_told


# Luck ---------------------------------------------------------------------------------------


def _gusts(climate: Climate) -> bool:
    return climate.wind.gusts


def _dusty(climate: Climate) -> bool:
    return climate.density.level > 0


def test_the_number_of_gusts_is_binomial() -> None:
    """In Clear Weather Gusts come on a 12 alone, each Player Turn anew: a binomial number."""
    facts = scenario(wind="Heavy Winds", vehicles=[])
    found = count_chances(climate_table(initial_state(facts)), 7, _gusts)
    p = Fraction(1, 36)
    assert found == tuple(comb(7, k) * p**k * (1 - p) ** (7 - k) for k in range(8))


ROLLED: Final[dict[str, Any]] = {
    "wind": "roll",
    "wind_direction": None,
    "dust": "roll",
    "vehicles": [],
}


@cases("facts", load_scenario("bir-el-qaha"), scenario(dyo=True, **ROLLED))
def test_no_dust_at_all_has_the_chance_that_the_odds_give(facts: Scenario) -> None:
    """The chance of no dusty Player Turn is what is left of the chance ever to reach Dust."""
    found = count_chances(climate_table(initial_state(facts)), 2 * facts.turns, _dusty)
    reached = odds(facts).reached
    assert 1 - found[0] == max(reached.values())
    assert sum(found) == 1


def test_what_cannot_be_otherwise_has_no_luck_in_it() -> None:
    """Without wind and Dust to begin with, no measure of Dust is told."""
    facts = scenario(wind="No Wind", vehicles=[], weather="Clear", ec="Wet")
    table = initial_state(facts)
    assert all("Dust" not in each.what for each in luck_of(facts, [table]))
    assert luck_of(facts, []) == ()


# Dice ---------------------------------------------------------------------------------------


@cases("dice", 1, 2, 3, 4)
def test_the_chance_of_a_mean_is_that_of_all_ways_to_roll(dice: int) -> None:
    """The chance that fair dice are as far off is counted over every way in which they can fall."""
    ways = Counter(sum(each) for each in product(range(1, 7), repeat=dice))
    for total in ways:
        far = abs(2 * total - 7 * dice)
        count = sum(n for other, n in ways.items() if abs(2 * other - 7 * dice) >= far)
        assert fair_chance(dice, total) == pytest.approx(count / 6**dice)


def test_the_chance_is_about_the_same_where_it_is_no_longer_exact() -> None:
    """Beyond the limit the normal curve gives nearly what is worked out die by die."""
    assert fair_chance(2001, 7004 + 120) == pytest.approx(fair_chance(2000, 7000 + 120), rel=0.05)


def test_loaded_dice_are_told(tmp_path: Path, capsys: Capsys) -> None:
    """Forty DR of 12 are unusual whatever the number of rows; so many Gusts are not impossible."""
    log = the_log(*player_turns(*["6 6"] * 40), turns=40)
    report = reported(tmp_path, log, lambda _: None)
    assert report.dice[0].n == 40
    assert report.dice[0].verdict == "unusually high"
    assert "That proves nothing" in report.dice_told
    main(["report", str(tmp_path / "game.jsonl")])
    said = capsys.readouterr().out
    assert "That proves nothing" in said
    (gusts,) = re.findall(r"Gusts +40.*", said)
    assert gusts.split()[3:5] == ["<0.01%", "100.0%"]


# Pages --------------------------------------------------------------------------------------

NASTY = "<script>alert(1)</script>|**x**`&\x1b[2J"


class _Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def wrong_log() -> bytes:
    """A log with a mistake, a hostile name and vehicles that moved."""
    orders = ["wc 6 6", "phase MPh", "start PzA", "move PzA D5", "phase RPh", "wc 3 4"]
    log = the_log(*orders, vehicles=[TANK], name=NASTY, sides=("German", "British"))
    without("dust_fell")(log)
    return _chained(log)


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """That log."""
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(wrong_log())
    return path


def test_a_page_has_no_script_and_one_style(wrong: Path) -> None:
    """The policy allows the one style sheet by its hash; nothing in the page needs more."""
    out = wrong.with_name("r.html")
    assert main(["report", str(wrong), "-o", str(out)]) == 1
    text = out.read_text(encoding="utf-8")
    page = _Page(text)
    policy = next(
        attributes["content"] or ""
        for tag, attributes in page.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:;")
    names = Counter(tag for tag, _ in page.tags)
    assert not {"script", "link", "img", "iframe", "object", "base", "form"} & set(names)
    for _, attributes in page.tags:
        assert not {"style", "src", "href", "srcset"} & attributes.keys()
        assert not [key for key in attributes if key.startswith("on")]
    assert "<script>alert(1)</script>" in page.text
    assert "\x1b" not in text


def test_a_page_has_the_board_where_it_went_wrong_and_links_to_the_replay(
    tmp_path: Path, capsys: Capsys
) -> None:
    """Hexes of a forged move are ringed; entries lead into a view file, and to no other page."""
    orders = ["wc 3 4", "phase MPh", "start PzA", "move PzA D5"]
    log = the_log(*orders, vehicles=[TANK])
    log[-1]["then"][0]["mp"] = 0
    path, out, view = (tmp_path / each for each in ("game.jsonl", "r.html", "game.html"))
    path.write_bytes(_chained(log))
    pages = []
    for before in ("", "<!doctype html>another page", None):
        if before is None:
            view.unlink()
            main(["view", str(path), "-o", str(view)])
        elif before:
            view.write_text(before)
        assert main(["report", str(path), "-o", str(out)]) == 1
        pages.append(out.read_text(encoding="utf-8"))
    links = [re.findall('href="([^"]*)"', page) for page in pages]
    n = len(log) - 1
    assert links == [[], [], [f"game.html#{n}"]]
    (board,) = re.findall('src="data:image/svg\\+xml;base64,([^"]*)"', pages[0])
    drawn = base64.b64decode(board).decode()
    assert drawn.count(">!</text>") == 2, "where it went from and to"
    (said,) = re.findall('alt="([^"]*)"', pages[0])
    assert said.endswith("D4, D5 ringed.")
    assert "<dd>PzA goes from D4 to D5 <strong>(0 MP)</strong></dd>" in pages[0]
    capsys.readouterr()
    main(["report", str(path)])
    assert "Written: PzA goes from D4 to D5 (0 MP)" in capsys.readouterr().out


def test_a_page_can_be_read_by_ear(wrong: Path) -> None:
    """One title, headings without gaps, a caption and scopes for every table, words for the SVG."""
    out = wrong.with_name("r.html")
    main(["report", str(wrong), "-o", str(out)])
    page = _Page(out.read_text(encoding="utf-8"))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    names = [tag for tag, _ in page.tags]
    assert names.count("table") == names.count("caption") >= 3
    assert all("scope" in attributes for tag, attributes in page.tags if tag == "th")
    (svg,) = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert svg["role"] == "img"
    assert {"title", "desc"} <= set(names)
    ids = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
    assert set((svg["aria-labelledby"] or "").split()) <= ids
    assert dict(page.tags)["html"] == {"lang": "en"}


@cases("name", "rain", "wind-and-gust")
def test_the_chart_shows_the_weather_of_each_player_turn(name: str, tmp_path: Path) -> None:
    """A mark for its Dust, Gusts and rain, and a line for a Mild Breeze, two for Heavy Winds."""
    log, out = Path(__file__).parent / "logs" / f"{name}.jsonl", tmp_path / "r.html"
    main(["report", str(log), "-o", str(out)])
    marks: Counter[str] = Counter()
    for turn in report_of(log).weather:
        lines = {"Mild Breeze": 1, "Heavy Winds": 2}.get(turn.wind, 0)
        marks[f"{turn.player_turn}: {turn.wind}"] = lines
        marks[f"{turn.player_turn}: {turn.dust} Dust"] = turn.dust != "None"
        marks[f"{turn.player_turn}: {turn.rain}"] = turn.rain != "None"
        marks[f"{turn.player_turn}: Gusts"] = turn.gusts
    drawn = out.read_text(encoding="utf-8").partition("<svg")[2].partition("</svg>")[0]
    assert Counter(re.findall("<title>(.*?)</title>", drawn)) == +marks


def test_json_fits_its_schema(wrong: Path, capsys: Capsys) -> None:
    """What is written as JSON, to a file or to the terminal, is what the schema says."""
    out = wrong.with_name("r.json")
    assert main(["report", str(wrong), "-o", str(out)]) == 1
    capsys.readouterr()
    assert main(["report", str(wrong), "--json"]) == 1
    said = orjson.loads(capsys.readouterr().out)
    assert said == orjson.loads(out.read_bytes())
    Draft202012Validator(schema_of("report")).validate(said)
    assert said["scenario"] == NASTY
    assert not Draft202012Validator(schema_of("report")).is_valid(said | {"entries": "x"})


def test_every_form_says_the_same(wrong: Path, capsys: Capsys) -> None:
    """Terminal and page have the verdict, what followed, and how to verify."""
    page = wrong.with_name("r.html")
    main(["report", str(wrong), "-o", str(page)])
    capsys.readouterr()
    main(["report", str(wrong)])
    texts = capsys.readouterr().out, page.read_text(encoding="utf-8")
    seal = audit(wrong).seal
    for text in texts:
        assert "One finding in one entry" in text
        assert "Light Dust stood one Player Turn too long" in text
        assert f"khamsin audit wrong.jsonl --seal {seal}" in text


def test_a_table_stands_where_it_just_has_room(wrong: Path) -> None:
    """With one column of the terminal less it is told row by row."""
    document = document_of(report_of(wrong))
    (row,) = (line for line in text_lines(document, 200) if line.startswith("  Gusts "))
    assert row in text_lines(document, len(row))
    assert row not in text_lines(document, len(row) - 1)


def test_the_codes_are_those_of_the_audit(tmp_path: Path, wrong: Path, capsys: Capsys) -> None:
    """0 for a clean game, 1 for findings, 2 with one sentence for what cannot be used."""
    clean = tmp_path / "clean.jsonl"
    clean.write_bytes(_chained(the_log(*player_turns("3 4"))))
    assert main(["report", str(clean)]) == 0
    assert main(["report", str(clean), "--finished"]) == 1
    assert main(["report", str(clean), "--seal", "0" * 64]) == 1
    assert main(["report", str(wrong)]) == 1
    (tmp_path / "mine.html").write_text("<p>mine")
    capsys.readouterr()
    for words in (
        [str(tmp_path / "none.jsonl")],
        [str(clean), "-o", str(tmp_path / "r.pdf")],
        [str(clean), "-o", str(tmp_path / "mine.html")],
        [str(clean), "-o", str(tmp_path / "no" / "r.html")],
        [str(clean), "-o", str(tmp_path / "r.json"), "--json"],
        [str(clean), "--seal", "x"],
        [str(clean), "-o", str(clean)],
    ):
        assert main(["report", *words]) == 2, words
        assert capsys.readouterr().err.count("\n") == 1
    assert (tmp_path / "mine.html").read_text() == "<p>mine"
    for _ in range(2):  # over a report of before
        for kind in ("html", "json"):
            assert main(["report", str(clean), "-o", str(tmp_path / f"r.{kind}")]) == 0
