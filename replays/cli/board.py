"""``khamsin board``: boards of VASL made into boards of ours, drawn beside their pictures."""

import argparse
from pathlib import Path

from events.errors import BadInput
from replays.cli.arguments import add_json
from replays.cli.console import say, say_json
from replays.cli.drawing import write_picture
from replays.cli.parser import Parser
from replays.game.file import demand, write_text
from replays.game.scenario_file import board_alone, load_board
from sim.machine.opening import initial_state


def add_board(parser: Parser) -> None:
    """The arguments of ``khamsin board``."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, parser_class=Parser)
    importing = actions.add_parser("import", help="a board file out of a VASL board, with a report")
    _add_source(importing)
    importing.add_argument("-o", "--output", metavar="FILE", help="the board file, in TOML")
    add_json(importing)
    importing.set_defaults(command=import_)
    drawing = actions.add_parser("draw", help="the import beside the picture, to compare by eye")
    _add_source(drawing)
    drawing.add_argument("-o", "--output", metavar="FILE", required=True, help="an SVG")
    drawing.set_defaults(command=draw_board)
    terrain = actions.add_parser("terrain", help="what becomes of each terrain type of VASL")
    terrain.add_argument("word", metavar="WORD", nargs="?", default="", help="only those with it")
    add_json(terrain)
    terrain.set_defaults(command=list_terrain)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a VASL board archive, or a folder of one")
    parser.add_argument(
        "--metadata",
        metavar="FILE",
        help="SharedBoardMetadata.xml of VASL, if it does not lie beside the board",
    )
    parser.add_argument(
        "--ssr", metavar="RULES", help="special rules of VASL, such as SteppeTerrain,NoRoads"
    )
    parser.add_argument(
        "--crop",
        metavar="HEX-HEX",
        help="a part of the board, by its upper left and lower right hex, such as A1-Q10",
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--desert", action="store_const", const=True, help="a Desert Board")
    kinds.add_argument(
        "--temperate", dest="desert", action="store_const", const=False, help="no Desert Board"
    )


def _rules(args: argparse.Namespace) -> list[str]:
    return [word.strip() for word in (args.ssr or "").split(",") if word.strip()]


def import_(args: argparse.Namespace) -> int:
    """Import a board."""
    demand("numpy", "importing a board")
    from replays.game.scenario_file import board_toml  # noqa: PLC0415 - only for this command
    from replays.vasl.board_import import import_board  # noqa: PLC0415 - needs NumPy

    found = import_board(
        args.board,
        metadata=args.metadata,
        rules=_rules(args),
        desert=args.desert,
        crop=args.crop,
    )
    if args.output is not None:
        _write(args.output, board_toml(found.values))
    if args.json:
        say_json({"board": args.board, "output": args.output, **found.report.as_json()})
        return 0
    for line in found.report.lines():
        say(line)
    if args.output is None:
        say("nothing was written; -o FILE writes the board file")
    else:
        say(f"wrote {args.output}; a scenario takes it with `from` under [[boards]]")
    return 0


def _write(name: str, text: str) -> None:
    """Write a board file; over another board file only."""
    path = Path(name)
    if path.suffix.lower() != ".toml":
        raise BadInput("a board file is TOML; a name that ends in .toml is expected", name)
    if path.is_file() and path.stat().st_size:
        try:
            load_board(path.absolute())
        except BadInput:
            raise BadInput("this file is not a board, and would be lost", name) from None
    write_text(path, text)


def draw_board(args: argparse.Namespace) -> int:
    """Draw an import beside the picture of the board."""
    demand("numpy", "importing a board")
    demand("PIL", "drawing a board beside its picture")
    from replays.drawing.map import bare, svg  # noqa: PLC0415 - only where something is drawn
    from replays.drawing.svg import (  # noqa: PLC0415 - likewise
        frame,
        rings,
    )
    from replays.vasl.board_import import (  # noqa: PLC0415 - needs NumPy
        beside_picture,
        doubts,
        import_board,
    )

    found = import_board(
        args.board,
        metadata=args.metadata,
        rules=_rules(args),
        desert=args.desert,
        crop=args.crop,
        pictured=True,
    )
    state = initial_state(board_alone(found.spec))
    size = frame(state.setting.area)
    marks = rings(state.setting.area, doubts(found.report))
    text = beside_picture(found, svg(bare(state)), (size.width, size.height), marks)
    write_picture(args.output, text)
    if found.picture is None:
        say(f"{args.board} has no picture; the import stands alone")
    for line in found.report.lines(briefly=True):
        say(line)
    say(f"drew {args.board}: {args.output}")
    return 0


def list_terrain(args: argparse.Namespace) -> int:
    """List what becomes of the terrain types of VASL."""
    from replays.vasl.terrain_code import terrain_lines, terrain_types  # noqa: PLC0415 - only for this command

    if args.json:
        say_json(terrain_types(args.word))
        return 0
    lines = list(terrain_lines(args.word))
    for line in lines:
        say(line)
    if not lines:
        say(f"no terrain type of VASL has {args.word[:40]!r} in its name or in what becomes of it")
    return 0
