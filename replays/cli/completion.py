"""A script with which a shell completes commands."""

import argparse
from typing import Final

from replays.cli.argument import Parser
from replays.cli.console import say, say_all
from replays.cli.main import COMMANDS, fill
from replays.game.bundled import bundled

ARGUMENTS: Final = "shell:{bash,zsh,fish}  the shell that will read it"

_TAKES_SCENARIOS: Final = ("run", "check", "odds", "compare", "sensitivity", "sweep", "map")

_BASH: Final = """_khamsin() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words=
  if [ $COMP_CWORD -eq 1 ]; then
    COMPREPLY=($(compgen -W '{commands}' -- $word))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}}
complete -o filenames -F _khamsin khamsin"""
"""Files are completed as well: logs, scenarios and orders are files."""


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
    say_all(_BASH.format(commands=commands, cases=cases).splitlines())


def _words(name: str) -> list[str]:
    parser = Parser(prog=name)
    fill(name, parser)
    found: list[str] = []
    for action in parser._actions:
        found += [option for option in action.option_strings if option.startswith("--")]
        if not action.option_strings and action.choices is not None:
            found += [str(each) for each in action.choices]
    return found + (list(bundled()) if name in _TAKES_SCENARIOS else [])
