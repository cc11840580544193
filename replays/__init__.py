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

from typing import TYPE_CHECKING

from events.lazily import lazily

if TYPE_CHECKING:
    from events.errors import BadInput as BadInput
    from replays.asking.ask import ask as ask
    from replays.auditing.audit import audit as audit
    from replays.auditing.report import Finding as Finding
    from replays.auditing.report import Report as Report
    from replays.chances.comparing import compare as compare
    from replays.chances.odds import odds as odds
    from replays.chances.rows import rows as rows
    from replays.chances.sensitivity import sensitivity as sensitivity
    from replays.chances.sensitivity_grid import sensitivity_grid as sensitivity_grid
    from replays.pictures.drawing import draw as draw
    from replays.playing.amending import amend as amend
    from replays.playing.drivers import drive as drive
    from replays.playing.drivers import play as play
    from replays.playing.following import play_orders as play_orders
    from replays.playing.game import Game as Game
    from replays.playing.refused import OrderRefused as OrderRefused
    from replays.report.gathering import report_of as report_of
    from replays.scenarios.bundled import bundled as bundled
    from replays.scenarios.bundled import bundled_boards as bundled_boards
    from replays.scenarios.library import load_board as load_board
    from replays.scenarios.library import load_scenario as load_scenario
    from replays.scenarios.library import read_scenario as read_scenario
    from replays.signing.known_keys import known_keys as known_keys
    from replays.telling.story import tell as tell

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "events.errors": ("BadInput",),
        "replays.asking.ask": ("ask",),
        "replays.auditing.audit": ("audit",),
        "replays.auditing.report": ("Finding", "Report"),
        "replays.chances.comparing": ("compare",),
        "replays.chances.odds": ("odds",),
        "replays.chances.rows": ("rows",),
        "replays.chances.sensitivity": ("sensitivity",),
        "replays.chances.sensitivity_grid": ("sensitivity_grid",),
        "replays.pictures.drawing": ("draw",),
        "replays.playing.amending": ("amend",),
        "replays.playing.drivers": ("drive", "play"),
        "replays.playing.following": ("play_orders",),
        "replays.playing.game": ("Game",),
        "replays.playing.refused": ("OrderRefused",),
        "replays.report.gathering": ("report_of",),
        "replays.scenarios.bundled": ("bundled", "bundled_boards"),
        "replays.scenarios.library": (
            "load_board",
            "load_scenario",
            "read_scenario",
        ),
        "replays.signing.known_keys": ("known_keys",),
        "replays.telling.story": ("tell",),
    },
)
