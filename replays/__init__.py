"""What people do with desert games: play, replay, tell and audit them.

The API in one breath::

    from replays import Game, audit, load_scenario

    game = Game.new(load_scenario("bir-el-qaha"), seed="alamein")
    game.do("wc 6 6")                  # a Wind Change DR rolled at the table
    game.do("phase MPh")
    game.do("start PzA")
    game.save("game.jsonl")
    audit("game.jsonl").clean
"""

from events.errors import BadInput
from replays.audit import Finding, Report, audit
from replays.drivers import drive, play
from replays.game import Game, OrderRefused
from replays.scenarios import bundled, load_scenario, read_scenario
from replays.story import tell

__all__ = [
    "BadInput",
    "Finding",
    "Game",
    "OrderRefused",
    "Report",
    "audit",
    "bundled",
    "drive",
    "load_scenario",
    "play",
    "read_scenario",
    "tell",
]
