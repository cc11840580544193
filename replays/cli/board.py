"""Import a board of VASL, draw it beside its picture."""

import argparse
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from events.codec import to_json
from events.errors import BadInput
from replays.cli.argument import JSON
from replays.cli.console import say, say_all, say_json
from replays.drawing.map import svg, without_counters
from replays.drawing.svg import frame, rings
from replays.game.bundled import TOML
from replays.game.file import demand
from replays.game.output import Output, write_picture
from replays.game.scenario_file import board_alone, load_board, load_overlay, values_toml
from replays.vasl.terrain_code import terrain_lines, terrain_types
from sim.machine.opening import initial_state

if TYPE_CHECKING:
    from replays.vasl.board_import import ImportedBoard

_SOURCE: Final = """
board:BOARD        a VASL board archive, such as bd27
--metadata FILE    SharedBoardMetadata.xml of VASL, if it does not lie beside the board
--ssr RULES        special rules of VASL, such as SteppeTerrain,NoRoads
--overlay PLACE...  an overlay as scenario cards say it, "H1 on H6-G7"; again for another
--crop HEX-HEX     a part of the board, by its upper left and lower right hex, such as A1-Q10
--desert           a Desert Board
| --temperate      no Desert Board
"""


def _imported(args: argparse.Namespace, *, pictured: bool = False) -> "ImportedBoard":
    demand("numpy", "importing a board")
    from replays.vasl.board_import import import_board  # noqa: PLC0415 - needs NumPy
    from replays.vasl.board_overlay import Placing  # noqa: PLC0415 - needs NumPy

    return import_board(
        args.board,
        metadata=args.metadata,
        rules=[word.strip() for word in (args.ssr or "").split(",") if word.strip()],
        desert=True if args.desert else False if args.temperate else None,
        crop=args.crop,
        pictured=pictured,
        overlays=[Placing.of(text) for text in args.overlay or ()],
    )


def _overlay(args: argparse.Namespace) -> "ImportedBoard":
    demand("numpy", "importing an overlay")
    from replays.vasl.board_import import import_overlay  # noqa: PLC0415 - needs NumPy

    if len(args.overlay or ()) != 1:
        raise BadInput("--overlay names one overlay of this archive, such as H1", args.board)
    return import_overlay(args.board, args.overlay[0], metadata=args.metadata)


def import_(args: argparse.Namespace) -> None:
    is_overlay = Path(args.board).name.lower().startswith("ovr")
    found = _overlay(args) if is_overlay else _imported(args)
    if args.output is not None:
        _write(args.output, values_toml(found.values), load_overlay if is_overlay else load_board)
    if args.json:
        say_json(
            {"board": args.board, "output": args.output, "report": to_json(found.report.notes)}
        )
        return
    say_all(found.report.lines())
    if args.output is None:
        say("nothing was written; -o FILE writes the board file")
    else:
        place = f'`place = "{found.values.get("overlay")} on 27H6-G7"` under [[overlays]]'
        how = place if is_overlay else "`from` under [[boards]]"
        say(f"wrote {args.output}; a scenario takes it with {how}")


def _write(name: str, text: str, load: Callable[[Path], object]) -> None:
    """Write a file; over another of its kind only."""

    def is_one(path: Path) -> bool:
        with contextlib.suppress(BadInput):
            load(path.absolute())
            return True
        return False

    kind = "a board" if load is load_board else "an overlay"
    Output(kind, (TOML,), is_one).write(name, text)


def draw_board(args: argparse.Namespace) -> None:
    demand("PIL", "drawing a board beside its picture")
    found = _imported(args, pictured=True)
    from replays.vasl.board_import import beside_picture, doubts  # noqa: PLC0415 - needs NumPy

    state = initial_state(board_alone(found.spec))
    size = frame(state.setting.area)
    marks = rings(state.setting.area, doubts(found.report))
    text = beside_picture(found, svg(without_counters(state)), (size.width, size.height), marks)
    write_picture(args.output, text)
    if found.picture is None:
        say(f"{args.board} has no picture; the import stands alone")
    say_all(found.report.lines(briefly=True))
    say(f"drew {args.board}: {args.output}")


def list_terrain(args: argparse.Namespace) -> None:
    word = args.word or ""
    if args.json:
        say_json(terrain_types(word))
    else:
        none = f"no terrain type of VASL has {word[:40]!r} in its name or in what becomes of it"
        say_all([*terrain_lines(word)] or [none])


ACTIONS: Final = {
    import_: f"""import  a board file out of a VASL board, with a report
        {_SOURCE}-o, --output FILE     the board file, in TOML
        {JSON}
    """,
    draw_board: f"""draw  the import beside the picture, to compare by eye
        {_SOURCE}-o, --output FILE!    an SVG
    """,
    list_terrain: f"""terrain  what becomes of each terrain type of VASL
        word:[WORD]  only those with it
        {JSON}
    """,
}
