"""A picture of a game or scenario, with a LOS if asked."""

import argparse
from typing import Final

from replays.cli.argument import MOMENT, THEME, refuse, theme_of
from replays.cli.console import output, say, say_drawn, width_of_lines
from replays.cli.opened import state_or_board
from replays.drawing.map import around, crop, effective_terrain, svg, widened, without_counters
from replays.drawing.svg import Frame
from replays.drawing.text_map import terminal
from replays.game.output import write_picture
from sim.chapter_a.los import location
from sim.questions.shot import ShotAnswer, ShotQuestion, answer
from sim.state import State

ARGUMENTS: Final = f"""
game:GAME          a game log, a scenario for its setup, or a board
{MOMENT}
--los FROM TO      draw a LOS, D4 H7 or D4@1
-o, --output FILE  write FILE.svg or .png; else a text map
--governed         terrain as Steppe, Broken, AD, month make it
--bare             the boards without any counter
--crop HEX:HEX     this part of the map alone, A1:K10
| --around HEX     the hexes around this one alone
--radius N         how far around; else 6 hexes
{THEME}
--terminal         a text map beside the SVG too
"""

_RADIUS: Final = 6
"""How far around a hex the map goes if the user does not say how far."""


def run(args: argparse.Namespace) -> None:
    state = state_or_board(args.game, args.at)
    sight = None if args.los is None else _los(state, *args.los)
    window = _window(state, args)
    if window is not None and sight is not None:
        window = widened(state.setting.area, window, [location(state, s).hex for s in args.los])
    notes = []
    if args.bare:
        state = without_counters(state)
        notes.append("the boards as they are printed, without counters")
    if args.governed:
        state = effective_terrain(state)
        notes.append("terrain as the scenario makes it, not as it is printed (B.1)")
    note = "; ".join(notes)
    if args.output is not None:
        theme = theme_of(args)
        write_picture(args.output, svg(state, sight, window=window, theme=theme, note=note))
        say(f"drew {args.game} at {state.moment}: {args.output}")
    if args.output is None or args.terminal:
        colour, width = output().isatty(), width_of_lines()
        said = terminal(state, sight, width=width, colour=colour, window=window, note=note)
        say_drawn(said.rstrip("\n"))


def _window(state: State, args: argparse.Namespace) -> Frame | None:
    area = state.setting.area
    if args.around is not None:
        return around(area, [args.around.strip()], _RADIUS if args.radius is None else args.radius)
    refuse(args, "this goes with --around HEX", "radius")
    return None if args.crop is None else crop(area, args.crop)


def _los(state: State, one: str, two: str) -> ShotAnswer:
    """What `ask shot` answers of a TH attack, so that picture and answer never differ."""
    return answer(state, ShotQuestion(firer=location(state, one), target=location(state, two)))
