"""A game that is played by touching it, on a phone: its log is the one that orders make."""

from typing import Any

import pytest

from replays import Game, load_scenario
from tests.browser import Live, browser

__all__ = ["browser"]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Phone(Live):
    """A page on a phone, whose player has fingers."""

    def __init__(self, browser: Any, game: Game) -> None:
        super().__init__(browser, game, **PHONE)

    def press(self, words: str, then: str) -> None:
        """Touch a button of the dock; then its head or its brown button has these words."""
        self.page.locator(f"#dock button:has-text('{words}')").first.tap()
        self.until("#dock", then)

    def on(self, hex_: str, then: str) -> None:
        """Touch a hex; then the dock has these words."""
        self.touch(hex_)
        self.until("#dock", then)

    def dice(self, coloured: int, white: int) -> None:
        """Touch what two dice show, the white one first: nothing is recorded before both are."""
        record = self.page.locator("#dock .main")
        self.page.locator(f"[aria-label='White die: {white}']").tap()
        assert record.is_disabled()
        self.page.locator(f"[aria-label='Coloured die: {coloured}']").tap()
        self.until("#dock .main", f"Record {coloured}, {white}")


def _game() -> Game:
    return Game.new(load_scenario("bir-el-qaha"), seed="1")


@pytest.fixture
def phone(browser: Any) -> Any:
    """A phone at a game that begins; nothing was complained of in the end."""
    with Phone(browser, _game()) as found:
        yield found
        assert found.said == []


def test_a_player_turn_is_played_by_touch_alone(phone: Phone) -> None:
    """Dice, a path with its Bog Check, undo, a shot, SMOKE, an amended entry, the end."""
    phone.press("Begin", "DUE")
    phone.press("Enter the dice", "White die")
    dice = phone.page.locator("#dock .die")
    boxes = [each.bounding_box() for each in dice.all()]
    assert [(each["width"] >= 44, each["height"] >= 44) for each in boxes] == [(True, True)] * 12
    phone.dice(3, 4)
    phone.until("#dock .out", "nothing changes")
    phone.press("Record 3, 4", "Straight to the MPh")
    phone.press("Straight to the MPh", "The German MPh")
    phone.on("H4", "Touch who fires at it")
    phone.on("B3", "13 of 13 MP left")
    assert phone.page.locator("#map .ink .cost").count() == 6
    phone.on("E4", "B23.41")
    for hex_ in ("C4", "D4", "E5", "F4"):
        phone.on(hex_, hex_)
    phone.on("F4", "To E5, then dice")
    phone.on("F4", "Dust in E5")
    assert phone.text("#dock .main") == "To E5, then dice 8 MP, 5 left"
    phone.press("One hex", "10 of 13 MP left")
    assert len(phone.game.entries) == 5
    phone.press("To E5, then dice", "White die")
    phone.touch("C4")
    phone.until("#says", "The dice are due first")
    phone.dice(3, 4)
    phone.until("#dock .out", "it does not bog")
    phone.press("Record 3, 4", "Go to F4")
    phone.press("Go to F4", "in Motion (D2.4)")
    phone.page.locator("#dock .square").tap()
    phone.until("#dock", "Go to F4")
    phone.press("Go to F4", "in Motion (D2.4)")
    phone.press("Done", "The German MPh")
    phone.on("B5", "13 of 13 MP left")
    phone.on("H4", "vs Infantry")
    assert phone.text("#dock .totals") == "vs vehicle +3 vs Infantry +4"
    phone.press("vs Infantry", "TEM")
    phone.until("#dock .if", "37 in 216")
    phone.press("Done", "13 of 13 MP left")
    phone.press("Done", "The German MPh")
    phone.on("H2", "SMOKE")
    phone.press("SMOKE", "Gray")
    phone.press("Gray", "smoke H2 gray")
    phone.press("Record SMOKE", "SMOKE…")
    phone.seek(2)
    phone.until("#dock", "Looking back")
    phone.press("Amend #2", "White die")
    phone.dice(3, 5)
    phone.press("Record 3, 5", "later entries stand")
    phone.seek(phone.controller.count)
    phone.until("#dock", "The German MPh")
    phone.press("Finish", "The log is closed")
    phone.press("Finish", "The game is finished")
    same = _game()
    same.do_all(["phase", "wc 3 4", "phase MPh", "start PzA", "move PzA C4", "move PzA D4"])
    same.do_all(["move PzA E5", "bog-check PzA 3 4", "move PzA F4", "undo", "move PzA F4"])
    same.do_all(["smoke H2 gray", "finish"])
    assert phone.game.log_bytes() == same.log_bytes()


def test_others_and_a_lost_table_are_told_and_nothing_is_sent_again(phone: Phone) -> None:
    """A path stays when another records first; what was sent when the table went is told."""
    phone.game.do_all(["wc 3 4", "phase MPh"])
    phone.app("app.appended()")
    phone.on("B3", "13 of 13 MP left")
    phone.on("C4", "Go to C4")
    phone.game.do("note tea")
    phone.press("Go to C4", "Go to C4")
    phone.until("#says", "Others recorded #4 first: note tea")
    assert len(phone.game.entries) == 4
    phone.app("app.hands.fresh()")
    phone.there(False)
    phone.page.locator("#dock .main").tap()
    phone.page.wait_for_selector(".lost", state="visible")
    assert phone.page.locator("#dock .main").is_disabled()
    phone.there(True)
    phone.until("#says", "Not recorded: start PzA")
    phone.page.wait_for_selector(".lost", state="hidden")
    phone.press("Go to C4", "10 of 13 MP left")
    assert len(phone.game.entries) == 6
    phone.said.clear()
