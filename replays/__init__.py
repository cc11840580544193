"""What people do with desert games: play, replay, tell and audit them.

The API in one breath::

    from replays import Game, audit, load_scenario

    game = Game.new(load_scenario("bir-el-qaha"), seed="alamein")
    game.do("wc 6 6")                  # a Wind Change DR rolled at the table
    game.do("phase MPh")
    game.do("start PzA")
    game.save("game.jsonl")
    audit("game.jsonl").clean
    ask(game, "shot", firer="B3", target="H4", attack="TH").verdict
    odds("bir-el-qaha").reached
"""

import sys
from typing import TYPE_CHECKING

from events.lazily import lazily

if "IPython" in sys.modules:
    from replays.notebook import register

    register(sys.modules["IPython"].get_ipython())

if TYPE_CHECKING:
    from events.errors import BadInput as BadInput
    from replays.asking.ask import ask as ask
    from replays.auditing.audit import audit as audit
    from replays.auditing.finding import Finding as Finding
    from replays.auditing.finding import Report as Report
    from replays.auditing.report import report_of as report_of
    from replays.chances.comparison import compare as compare
    from replays.chances.odds import odds as odds
    from replays.chances.rows import rows as rows
    from replays.chances.sensitivity import sensitivity as sensitivity
    from replays.drawing.map import draw as draw
    from replays.game.amend import amend as amend
    from replays.game.bundled import bundled as bundled
    from replays.game.bundled import bundled_boards as bundled_boards
    from replays.game.drive import drive as drive
    from replays.game.drive import play as play
    from replays.game.drive import play_orders as play_orders
    from replays.game.game import Game as Game
    from replays.game.game import OrderRefused as OrderRefused
    from replays.game.scenario_file import load_board as load_board
    from replays.game.scenario_file import load_scenario as load_scenario
    from replays.game.scenario_file import read_scenario as read_scenario
    from replays.game.story import tell as tell
    from replays.trust.person_key import known_keys as known_keys

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "events.errors": ("BadInput",),
        "replays.asking.ask": ("ask",),
        "replays.auditing.audit": ("audit",),
        "replays.auditing.finding": ("Finding", "Report"),
        "replays.auditing.report": ("report_of",),
        "replays.chances.comparison": ("compare",),
        "replays.chances.odds": ("odds",),
        "replays.chances.rows": ("rows",),
        "replays.chances.sensitivity": ("sensitivity",),
        "replays.drawing.map": ("draw",),
        "replays.game.amend": ("amend",),
        "replays.game.bundled": ("bundled", "bundled_boards"),
        "replays.game.drive": ("drive", "play", "play_orders"),
        "replays.game.game": ("Game", "OrderRefused"),
        "replays.game.scenario_file": ("load_board", "load_scenario", "read_scenario"),
        "replays.game.story": ("tell",),
        "replays.trust.person_key": ("known_keys",),
    },
)
