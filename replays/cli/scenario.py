"""A scenario out of a setup in VASL."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

from events.errors import BadInput
from replays.cli.argument import JSON
from replays.cli.console import CLEAN, FINDINGS, say, say_all, say_json
from replays.game.bundled import TOML
from replays.game.file import exists, read_text
from replays.game.output import NEW, Output
from replays.game.scenario_file import values_toml

if TYPE_CHECKING:
    from replays.vasl.setup import Setup

BOARDS: Final = """
--boards FOLDER  the folder of VASL's board archives; without it boards are plain
"""

NEW_SCENARIO: Final = Output(endings=(TOML,))


def from_save(args: argparse.Namespace) -> int:
    """Write the scenario of a save; exit code 1 if a person is wanted for it."""
    found, files = setup_in(args.save, args.boards, args.output)
    if args.json:
        told = {"output": args.output, "files": files, "orders": found.orders}
        told |= {"notes": [attrs.asdict(each) for each in found.notes]}
        say_json(told | {"faults": [*map(str, found.faults)]})
    else:
        say_all(found.lines())
        say(f"wrote {', '.join(files)}")
    return FINDINGS if found.faults else CLEAN


def setup_in(save: str, boards: str | None, output: str) -> "tuple[Setup, list[str]]":
    """The scenario of a save, written with what belongs to it, and the names of these files."""
    from replays.vasl.container import read_archive  # noqa: PLC0415 - not for the help of `init`
    from replays.vasl.setup import setup_of  # noqa: PLC0415

    path = Path(output)
    NEW_SCENARIO.demand(path)
    found = setup_of(read_archive(save), boards, path)
    texts = {path.with_name(name): text for name, text in found.files.items()}
    if found.orders:
        first = (
            f"# What {path.name} cannot say, for after the first Wind Change DR: `khamsin do GAME`"
        )
        texts[path.with_suffix(".orders")] = "\n".join([f"{first}\n", *found.orders, ""])
    if found.counters:
        first = (
            f"# Which counter is which: `khamsin import LOG --scenario {path.name} --corrections`\n"
        )
        counters = values_toml({"vehicles": found.counters})
        texts[path.with_suffix(".counters.toml")] = first + counters
    texts[path] = found.text(Path(save).name)
    new = [each for each in texts if not exists(each)]
    for each in texts.keys() - set(new):
        if read_text(each) != texts[each]:
            raise BadInput("this file has another content, and would be lost", str(each))
    for each in new:
        NEW.write(each, texts[each])
    return found, [*map(str, texts)]


ACTIONS: Final = {
    from_save: f"""from  a scenario out of a save of VASL, or of where a log begins, with a report
        save:SAVE.vsav  a save or log
        {BOARDS}
        -o, --output FILE!  the scenario, in TOML; board files and orders come beside it
        {JSON}
    """,
}
