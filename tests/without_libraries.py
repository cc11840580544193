"""The games of a folder, played with the standard library and pure Python alone.

``python -m tests.without_libraries FOLDER [--blocked]`` writes logs, questions and odds into a
folder; with ``--blocked`` nothing can import orjson, cryptography or the C of immutables.
"""

import sys
from pathlib import Path

LIBRARIES = ("orjson", "immutables._map", "cryptography")


def write(folder: Path) -> None:
    """Write what games, questions, odds and audits make of the three libraries."""
    from contextlib import redirect_stdout
    from io import StringIO

    from replays.cli.main import main
    from replays.game.bundled import bundled
    from replays.game.drive import drive
    from replays.game.game import Game
    from replays.game.scenario_file import load_scenario
    from tests import golden

    for name in golden.NAMES:
        golden.play(name).save(folder / f"{name}.jsonl")
    for name in bundled():
        game = Game.new(load_scenario(name), "日本 🎲")
        for _ in drive(game, 2):
            pass
        game.save(folder / f"driven-{name}.jsonl")
    log = str(folder / "rubble.jsonl")
    for number, words in enumerate(
        (
            ["show", log, "--json"],
            ["show", log],
            ["ask", "due", log, "--json"],
            ["story", log],
            ["audit", log, "--json"],
            ["odds", "bir-el-qaha", "--turns", "2"],
            ["ask", '{"question": "in-effect"}', log],
        )
    ):
        said = StringIO()
        with redirect_stdout(said):
            code = main(words)
        (folder / f"said-{number}.txt").write_text(
            f"{code}\n{said.getvalue().replace(str(folder), '')}", encoding="utf-8"
        )


if __name__ == "__main__":
    if "--blocked" in sys.argv:
        for library in LIBRARIES:
            sys.modules[library] = None  # type: ignore[assignment]
    write(Path(sys.argv[1]))
