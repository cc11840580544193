"""``khamsin completion``: a script with which bash, zsh or fish completes its words.

The script is made from the commands and their arguments themselves, and needs nothing installed.
"""

import argparse
import importlib
from typing import Final

from replays.cli.console import say
from replays.cli.parser import Parser
from replays.game.bundled import bundled

_SHELLS: Final = ("bash", "zsh", "fish")
_TAKES_SCENARIOS: Final = ("run", "check", "odds", "compare", "sensitivity", "sweep", "map")


def add_completion(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``khamsin completion``."""
    parser.add_argument("shell", choices=_SHELLS, help="the shell that will read it")
    parser.set_defaults(command=completion)


def completion(args: argparse.Namespace) -> int:
    """Write the script to standard output."""
    words = {name: _words(name, args.modules[name]) for name in args.commands}
    for line in _fish(words) if args.shell == "fish" else _bash(words, zsh=args.shell == "zsh"):
        say(line)
    return 0


def _words(name: str, module: str) -> list[str]:
    """What may follow a command: its options, its choices, bundled scenarios, questions."""
    parser = Parser(prog=name)
    getattr(importlib.import_module(f"replays.cli.{module}"), f"add_{name}")(parser)
    found: list[str] = []
    for action in parser._actions:
        found += [option for option in action.option_strings if option.startswith("--")]
        if not action.option_strings and action.choices is not None:
            found += [str(each) for each in action.choices]
    return found + (list(bundled()) if name in _TAKES_SCENARIOS else [])


def _bash(words: dict[str, list[str]], *, zsh: bool) -> list[str]:
    """Files are completed as well: logs, scenarios and orders are files."""
    cases = [f"    {name}) words={_quoted(each)} ;;" for name, each in words.items()]
    load = ["autoload -U +X bashcompinit && bashcompinit"] if zsh else []
    return [
        *load,
        "_khamsin() {",
        "  local word=${COMP_WORDS[COMP_CWORD]} words=",
        "  if [ $COMP_CWORD -eq 1 ]; then",
        f"    COMPREPLY=($(compgen -W {_quoted([*words])} -- $word))",
        "    return",
        "  fi",
        "  case ${COMP_WORDS[1]} in",
        *cases,
        "  esac",
        '  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))',
        "}",
        "complete -o filenames -F _khamsin khamsin",
    ]


def _quoted(words: list[str]) -> str:
    return f"'{' '.join(words)}'"


def _fish(words: dict[str, list[str]]) -> list[str]:
    first = f"complete -c khamsin -n __fish_use_subcommand -f -a {_quoted([*words])}"
    rest = [
        f"complete -c khamsin -n '__fish_seen_subcommand_from {name}' -a {_quoted(each)}"
        for name, each in words.items()
    ]
    return [first, *rest]
