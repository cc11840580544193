"""``khamsin library sweep``: many games of each scenario that games of a library have."""

import argparse

from events.errors import BadInput
from events.scenario import Scenario
from replays.cli.arguments import text
from replays.cli.codes import BAD_INPUT
from replays.cli.console import warn
from replays.cli.library_work import asked_for
from replays.cli.parser import Parser
from replays.cli.searches import add_searches
from replays.cli.sweep import add_sweep_options, sweep_all
from replays.library.library import Library
from replays.library.row import LibraryGame
from sim.soundness import sound


def add_library_sweep(parser: Parser) -> None:
    """The arguments of ``khamsin library sweep``."""
    parser.add_argument("names", type=text, nargs="*", metavar="NAME", help="only of these games")
    add_sweep_options(parser)
    add_searches(parser)
    parser.set_defaults(command=sweep_library)


def sweep_library(args: argparse.Namespace) -> int:
    """Sweep every scenario of a library once; one that cannot be played is told of and left out."""
    with Library.open() as library:
        scenarios, wrong = _scenarios(library, asked_for(library, args))
    for sentence in wrong:
        warn(f"khamsin: {sentence}")
    code = sweep_all(args, scenarios, together=True)
    return code or (BAD_INPUT if wrong else 0)


def _scenarios(library: Library, games: list[LibraryGame]) -> tuple[dict[str, Scenario], list[str]]:
    """Each scenario of some games, by its name, and what cannot be read or played.

    Scenarios of one name that differ have the name of their first game behind it.
    """
    first: dict[Scenario, LibraryGame] = {}
    wrong = []
    for game in games:
        try:
            with library.reader(game) as reader:
                scenario = reader.header.scenario
            if scenario not in first:
                first[sound(scenario)] = game
        except BadInput as error:
            wrong.append(str(error if game.name in error.where else error.inside(game.name)))
    titles = [scenario.name for scenario in first]
    called = {
        name if titles.count(name) == 1 else f"{name} ({game.name})": scenario
        for (scenario, game), name in zip(first.items(), titles, strict=True)
    }
    return called, wrong
