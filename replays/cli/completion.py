"""A script with which a shell completes commands."""

import argparse
from typing import Final

from replays.cli.argument import Parser
from replays.cli.console import say, say_all
from replays.cli.main import COMMANDS, fill
from replays.game.bundled import bundled, bundled_text

ARGUMENTS: Final = "shell:{bash,zsh,fish}  the shell that will read it"

_TAKES_SCENARIOS: Final = ("run", "check", "odds", "compare", "sensitivity", "sweep", "map")


def run(args: argparse.Namespace) -> None:
    words = {name: " ".join(_words(name)) for name in COMMANDS}
    commands = " ".join(COMMANDS)
    if args.shell == "fish":
        say(f"complete -c khamsin -n __fish_use_subcommand -f -a '{commands}'")
        for name, each in words.items():
            say(f"complete -c khamsin -n '__fish_seen_subcommand_from {name}' -a '{each}'")
        return
    if args.shell == "zsh":
        say("autoload -U +X bashcompinit && bashcompinit")
    cases = "\n".join(f"    {name}) words='{each}' ;;" for name, each in words.items())
    script = bundled_text(".", "completion", ".bash").replace("COMMANDS", commands)
    say_all(script.replace("CASES", cases).splitlines())


def _words(name: str) -> list[str]:
    parser = Parser(prog=name)
    fill(name, parser)
    found: list[str] = []
    for action in parser._actions:
        found += [option for option in action.option_strings if option.startswith("--")]
        if not action.option_strings and action.choices is not None:
            found += [str(each) for each in action.choices]
    return found + (list(bundled()) if name in _TAKES_SCENARIOS else [])
