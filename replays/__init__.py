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

from events.errors import BadInput
from replays.asking.ask import ask
from replays.auditing.audit import Finding, Report, audit
from replays.chances.odds import odds
from replays.chances.sensitivity import sensitivity
from replays.playing.drivers import drive, play
from replays.playing.game import Game, OrderRefused
from replays.scenarios.library import (
    bundled,
    bundled_boards,
    load_board,
    load_scenario,
    read_scenario,
)
from replays.telling.story import tell

__all__ = [
    "BadInput",
    "Finding",
    "Game",
    "OrderRefused",
    "Report",
    "ask",
    "audit",
    "bundled",
    "bundled_boards",
    "drive",
    "load_board",
    "load_scenario",
    "odds",
    "play",
    "read_scenario",
    "sensitivity",
    "tell",
]
