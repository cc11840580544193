"""Play by hand, step by step: an evening on a phone, and one by mouse, without a typed order."""

from pathlib import Path
from typing import Any

import pytest

from replays.auditing.audit import audit
from replays.cli.main import main
from replays.game.game import Game
from tests.browser import Live, Opened, browser
from tests.tables import Table

__all__ = ["browser"]

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

ORDERS = """phase; wc 3 4; phase MPh; start PzA; move PzA C4; move PzA D4; move PzA E5;
bog-check PzA 3 4; move PzA F4; undo; move PzA F4; smoke H2 gray; phase; note tea; finish"""

LEAST = 43.5
"""A target is so many pixels wide and high, but for rounding."""


class Hand(Opened):
    """A page, and the hand that touches it or holds a mouse."""

    def __init__(self, browser: Any, link: str, **context: Any) -> None:
        super().__init__(browser, link, **context)
        self.fingers = context.get("has_touch", False)

    def at(self, name: str) -> tuple[float, float]:
        """Where the middle of a hex is."""
        x, y = self.app(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            ".then(() => ((b, [x, y], box) => [box.x + (x - b.window.x) / b.unit, box.y + "
            f"(y - b.window.y) / b.unit])(app.board, app.board.at('{name}'), "
            "app.board.host.getBoundingClientRect()))"
        )
        return x, y

    def tap(self, name: str) -> None:
        """Touch the middle of a hex."""
        (self.page.touchscreen.tap if self.fingers else self.page.mouse.click)(*self.at(name))

    def touch_it(self, where: Any) -> None:
        """Touch something of the page, once it is there and is enabled."""
        (where.first.tap if self.fingers else where.first.click)()

    def press(self, words: str) -> None:
        """Press the button of the dock that has these words."""
        self.touch_it(self.page.locator("#dock button:enabled", has_text=words))

    def button(self, name: str) -> None:
        """Press the button of this name."""
        self.touch_it(self.page.get_by_role("button", name=name))

    def dice(self, coloured: int, white: int) -> None:
        """Touch what two dice show; nothing can be recorded before both are."""
        self.button(f"White die: {white}")
        self.page.wait_for_selector(f"[aria-label='White die: {white}'][aria-pressed=true]")
        assert self.page.locator("#dock .main:disabled").count() == 1
        self.button(f"Coloured die: {coloured}")
        self.page.locator("#dock .main:enabled", has_text=f"{coloured}, {white}").wait_for()

    def dock(self, *words: str) -> None:
        """Wait until the dock has all these words."""
        for each in words:
            self.until("#dock", each)

    def count(self) -> int:
        """How many entries the page knows of."""
        return int(self.app("app.model.count"))

    def inked(self, selector: str) -> int:
        """How many such things are drawn over the board."""
        return int(self.page.locator(f"#map .ink {selector}").count())


def _opened(phone: Hand) -> None:
    """1: the link leads to the board and to what is due, without a scroll to the side."""
    phone.dock("Begin")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 390
    phone.press("Begin")
    phone.dock("DUE", "Wind Change DR")


def _wind_change(phone: Hand) -> None:
    """2 to 6: a pad of two dice; what they mean is told before they are recorded."""
    phone.press("Enter the dice")
    phone.dock("Coloured die", "White die")
    faces = phone.page.locator("#dock .die").all()
    boxes = [box for each in faces if (box := each.bounding_box())]
    assert len(boxes) == 12
    assert all(box["width"] >= LEAST and box["height"] >= LEAST for box in boxes)
    for die in ("White die: 1", "Coloured die: 1", "Wind change dr: 6"):
        phone.button(die)
    phone.dock("to No Wind")
    phone.button("Coloured die: 3")  # the die was misread: the dr is not due any more
    phone.dock("Record 3, 1")
    phone.button("White die: 4")
    phone.dock("nothing changes")
    phone.press("Record 3, 4")
    phone.dock("RPh: nothing is due")
    assert "wc 3 4" in phone.text("#story") or phone.count() == 2
    phone.press("Straight to the MPh")
    phone.dock("The German MPh", "PzA", "PzB", "Opel")


def _path(phone: Hand) -> None:
    """7 to 11: why another does not move; what a hex costs, or why none enters it; a path."""
    phone.tap("H4")
    phone.dock("Crusader", "Choose what it fires at")
    phone.press("More")
    phone.button("Move: not now")
    phone.dock("British", "A3")
    phone.button("Let go")
    phone.dock("The German MPh")
    phone.tap("B3")
    phone.dock("13 of 13 MP left")
    assert phone.inked(".cost") == 6
    phone.tap("E4")
    phone.dock("B23.41")
    assert not phone.inked(".step")
    for name in ("C4", "D4", "E5", "F4"):
        phone.tap(name)
        phone.page.locator(f"#dock .steps li:last-child b:text-is('{name}')").wait_for()
    assert sum(int(each) for each in phone.page.locator("#dock .mp-of").all_inner_texts()) == 9
    assert phone.page.locator("#dock .pill.dust").count() == 2
    assert phone.page.locator("#dock .pill.bog").all_inner_texts() == ["▲ Bog Check 1 in 6"]
    for last in ("E5", "F4"):
        phone.tap("F4")
        phone.page.locator(f"#dock .steps li:last-child b:text-is('{last}')").wait_for()


def _moved(phone: Hand) -> None:
    """12 to 17: a hex alone; up to the Bog Check; the rest waits for it; undo brings it back."""
    phone.press("One hex")
    phone.dock("10 of 13 MP left")
    assert phone.count() == 5
    phone.press("To E5, then dice")
    phone.dock("DUE", "Bog check", "E5")
    phone.tap("G4")
    phone.until("#says", "The dice are due first")
    phone.dice(3, 4)
    phone.dock("it does not bog")
    phone.press("Record 3, 4")
    phone.dock("5 of 13 MP left", "F4")
    phone.press("Go to F4")
    phone.dock("4 of 13 MP left", "in Motion (D2.4)")
    phone.button("Undo")
    phone.dock("5 of 13 MP left", "Go to F4")
    phone.press("Go to F4")
    phone.dock("4 of 13 MP left")
    phone.button("Let go")


def _shot(phone: Hand) -> None:
    """18, 19: both totals with their rules, and what the next Wind Change DR makes of them."""
    phone.tap("B5")
    phone.dock("PzB")
    phone.tap("H4")
    phone.dock("vs vehicle", "+3 to +6", "vs Infantry", "+4 to +7", "AD3.41", "11.74", "11.71")
    near = phone.app("(app.board.zoom(0.3), app.board.unit)")
    phone.press("vs Infantry")
    phone.dock("D9.3", "Gusts", "+2 to +5")
    room, shown = phone.box("#map"), phone.page.locator("#map .end, #map .pill").all()
    for box in [each.bounding_box() or {} for each in shown]:  # both ends and the verdict
        assert room["x"] <= box["x"] <= room["x"] + room["width"] - box["width"]
        assert room["y"] <= box["y"] <= room["y"] + room["height"] - box["height"]
    assert (len(shown), phone.app("app.board.unit") > near) == (3, True)
    phone.press("Done")
    phone.button("Let go")
    assert phone.app("app.board.unit") == near
    phone.page.tap("#fit")
    phone.dock("The German MPh")


def _smoke(phone: Hand) -> None:
    """20: a form of the order's own fields, with the line that it writes; the wind moves it."""
    phone.tap("H2")
    phone.press("SMOKE")
    phone.press("Gray")
    phone.dock("smoke H2 gray")
    phone.press("Record SMOKE")
    phone.until("#says", "smoke H2 gray")
    phone.press("Done")
    phone.press("On to the DFPh")
    phone.dock("DFPh: nothing is due")


def _looked_back(phone: Hand) -> None:
    """21, 22: the slider shows what was, and orders nothing; another game beside this one."""
    count = phone.count()
    phone.page.locator("#entry").evaluate(
        "(each) => { each.value = 7; each.dispatchEvent(new Event('input')); }"
    )
    phone.dock("#7", "Return to now", "nothing is ordered")
    phone.page.locator("#entry").evaluate(
        "(each) => { each.value = 2; each.dispatchEvent(new Event('input')); }"
    )
    phone.press("Amend #2")
    phone.dice(3, 5)
    phone.press("What if 3, 5")
    phone.dock("later entries stand")
    phone.press("Write another log")
    phone.dock("Written", "game-2.jsonl")
    phone.press("Return to now")
    phone.dock("DFPh")
    assert phone.count() == count


def _shared(phone: Hand, table: Table) -> None:
    """23: no link to record before the second touch."""
    phone.page.tap("#share")
    phone.page.wait_for_selector("#dialog .card.watch")
    assert table.record.link not in phone.page.content()
    phone.page.keyboard.press("Escape")


def _two_at_once(phone: Hand, table: Table) -> None:
    """24: what another records while a path is drawn is told, and the path is asked anew."""
    phone.tap("B5")
    phone.dock("PzB")
    assert table.record.do("note tea", phone.count())["accepted"]
    phone.until("#says", "note tea")
    phone.dock("PzB")


def _lost(phone: Hand) -> None:
    """25: without a network nothing is sent; it is there again, and the game is finished."""
    count = phone.count()
    phone.page.context.set_offline(True)
    phone.tap("A4")
    phone.page.wait_for_selector("html[data-link=lost]", timeout=30_000)
    phone.page.context.set_offline(False)
    phone.page.wait_for_selector("html[data-link=live]", timeout=30_000)
    assert phone.count() == count


def _finished(phone: Hand) -> None:
    phone.button("Let go")
    phone.press("Finish")
    phone.dock("The log is closed")
    phone.press("Finish")
    phone.dock("The game is finished")
    assert phone.page.locator("#dock .row").count() == 0


def test_an_evening_on_a_phone(browser: Any, tmp_path: Path) -> None:
    """The 25 steps; the log is that of `khamsin do`, byte for byte, and its audit is clean."""
    for library in ("starlette", "uvicorn"):
        pytest.importorskip(library, reason=f"a table needs {library}, of the extra table")
    main(["init", str(tmp_path / "dusty.toml"), "--from", "bir-el-qaha"])
    scenario = tmp_path / "dusty.toml"
    text = scenario.read_text("utf-8").replace('dust = "None"', 'dust = "Light"')
    scenario.write_text(text, "utf-8")
    log = tmp_path / "game.jsonl"
    begun = ("--scenario", str(scenario), "--seed", "alamein", "--dice", "either")
    with Table(log, *begun) as table, Hand(browser, table.record.link, **PHONE) as phone:
        for step in (_opened, _wind_change, _path, _moved, _shot, _smoke, _looked_back):
            step(phone)
        _shared(phone, table)
        _two_at_once(phone, table)
        _lost(phone)
        _finished(phone)
        assert [each for each in phone.said if "DISCONNECTED" not in each] == []
    orders = [each.strip() for each in ORDERS.replace("\n", " ").split(";")]
    assert main(["do", str(tmp_path / "typed.jsonl"), *orders, *begun]) == 0
    assert log.read_bytes() == (tmp_path / "typed.jsonl").read_bytes()
    assert audit(log).clean
    assert Game.load(log).position.finished


def test_others_and_a_lost_table_are_told_and_nothing_is_sent_again(browser: Any) -> None:
    """A path stays when another records first; what was sent when the table went is told."""
    with Live(browser, **PHONE) as phone:
        phone.game.do_all(["wc 3 4", "phase MPh"])
        phone.app("app.appended()")
        main = phone.page.locator("#dock .main")
        for hex_, then in (("B3", "13 of 13 MP left"), ("C4", "Go to C4")):
            phone.touch(hex_)
            phone.until("#dock", then)
        phone.game.do("note tea")
        main.tap()
        phone.until("#says", "Others recorded #4 first: note tea")
        assert len(phone.game.entries) == 4
        phone.app("app.hands.fresh()")
        phone.there(False)
        main.tap()
        phone.page.wait_for_selector(".lost", state="visible")
        assert main.is_disabled()
        phone.there(True)
        phone.until("#says", "Not recorded: start PzA")
        phone.page.wait_for_selector(".lost", state="hidden")
        main.tap()
        phone.until("#dock", "10 of 13 MP left")
        assert len(phone.game.entries) == 6


def test_a_vehicle_goes_by_keyboard_without_a_tab(browser: Any) -> None:
    """Enter at the end of the path goes there; Esc lets go, then leaves the board to Enter."""
    with Live(browser, **DESK) as hand:
        hand.game.do_all(["wc 3 4", "phase MPh"])
        hand.app("app.appended()")
        hand.until("#dock", "The German MPh")
        for key, then in (("n", ""), ("Enter", "20 of 20 MP left"), ("ArrowRight", "")):
            hand.page.keyboard.press(key)
            hand.until("#dock", then)
        for then in ("Go to B3", "16 of 20 MP left"):
            hand.page.keyboard.press("Enter")
            hand.until("#dock", then)
        for key, then in (("Escape", "The German MPh"), ("Escape", ""), ("Enter", "DFPh: nothing")):
            hand.page.keyboard.press(key)
            hand.until("#dock", then)
        assert hand.game.position.state.moment.phase.value == "DFPh"
