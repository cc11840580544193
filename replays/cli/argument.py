"""The arguments of commands, each told in a line as its help has it.

`-o, --output FILE!  where to write` is an option that must be there, `[WORD]` an argument that may
be left out, `WORD...` one or more, `--key KEY...` an option that can be given again,
`--at MOMENT=x` one with a usual value. `log:GAME` is read into `args.log`. A line that begins with
`|` excludes the one before it.
"""

import argparse
import difflib
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from events.errors import BadInput, meant
from replays.cli.console import BAD_INPUT, say_drawn, warn

if TYPE_CHECKING:
    from replays.drawing.style import Theme

GAME: Final = "log:GAME  a game log, or library:NAME"
SCENARIO: Final = "scenario:SCENARIO  a TOML file or a bundled scenario"
MOMENT: Final = "--at MOMENT=end  3.2/MPh, 3.2, #120, end, a note"
JSON: Final = "--json  as JSON"
KEYS: Final = "--key KEY...  a public key that counts, or a file with one a line; again for another"
BY_MAIL: Final = "--by-mail  a log that is no game by mail is a finding"
THEME: Final = """
--print   white, hatched, for a printer
| --dark  for a dark page
"""
PLOT: Final = f"--plot FILE.svg  also draw it, as .svg or .png {THEME}"
CORRECTIONS: Final = """
--corrections FILE  what VASL does not say, as TOML; else the file GAME.vlog.toml, if it is there
--boards FOLDER     VASL's board archives, where boards are larger or smaller than most
"""
OF_VASL: Final = "this goes with a log of VASL; ours names its scenario"
OF_OURS: Final = "this goes with a log of ours, not with one of VASL"
WORK: Final = """
--jobs N           processes; as many as it is worth if left out
--cluster ADDRESS  the scheduler of a Dask cluster; `local` starts one here of --jobs workers
"""

_LINE: Final = re.compile(
    r"(?:(?P<short>-\w), )?(?:(?P<long>--[\w-]+)(?::(?P<to>\w+))? ?|(?P<name>\w+):)"
    r"(?P<open>\[)?(?P<shown>\{.*?\}|[^\]=!]*?)(?P<more>\.\.\.)?\]?(?P<needed>!)?(?:=(?P<usual>.*))?"
)
_CHOICE: Final = re.compile(r"choice: '(?P<said>.*?)'(?P<rest> \(choose from (?P<known>.*)\))")
_FORMS: Final[dict[Any, str]] = {"?": "[{}]", "*": "[{}...]", "+": "{}...", "A...": "{} ..."}
_MOST_CHOICES: Final = 12
"""More words than these are not told one by one."""

_TEXTS: Final = ("MOMENT", "NAME", "ORDER", "SEED", "X", "WORDS", "LAND", "ID")


def text(word: str) -> str:
    """A text of the user's, the same in every locale: its bytes are read as UTF-8.

    Python reads the words of a command line in the locale's encoding. A seed, a note or an order
    would be another text there; the name of a file must stay as the locale has it.
    """
    try:
        return os.fsencode(word).decode()
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{word[:40]!r} is not text in UTF-8") from None


def whole(text: str) -> int:
    """A whole number from 0 on, of a reasonable length."""
    if re.fullmatch(r"-[0-9]{1,12}", text):
        raise argparse.ArgumentTypeError(f"{text} is less than 0")
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number")
    return int(text)


def output(name: str) -> str:
    """The name of a file that is written."""
    if name in ("", "-"):
        raise argparse.ArgumentTypeError(
            f"{name!r} is not the name of a file; ./- is one, and /dev/stdout the standard output"
        )
    return name


def _read(found: re.Match[str]) -> tuple[list[str], dict[str, Any]]:
    """What argparse takes for a line: names, and the rest."""
    shown, again, long = found["shown"], found["more"] is not None, found["long"]
    more: dict[str, Any] = {"metavar": shown}
    if shown.startswith("{"):
        more = {"choices": shown[1:-1].split(",")}
    elif " " in shown:
        more = {"metavar": tuple(shown.split()), "nargs": len(shown.split())}
    else:
        kinds = {"N": whole, **dict.fromkeys(_TEXTS, text)}
        written = found["short"] == "-o" or long in ("--plot", "--csv", "--rolls")
        more["type"] = output if written else kinds.get(shown, str)
    if long is None:
        nargs = {(True, True): "*", (True, False): "?", (False, True): "+"}
        kind = nargs.get((found["open"] is not None, again))
        if kind == "*":
            more["default"] = []  # argparse would call it required
        return [found["name"]], more | ({"nargs": kind} if kind else {})
    if not shown:
        more = {"action": "store_true"}
    elif again:
        more |= {"action": "append", "default": []}
    said = {"default": found["usual"], "required": found["needed"], "dest": found["to"]}
    more |= {key: value for key, value in said.items() if value}
    return [each for each in (found["short"], long) if each], more


Action: TypeAlias = Callable[[argparse.Namespace], int | None]
"""What runs a command, or an action of one: an exit code, or None where all is well."""


def theme_of(args: argparse.Namespace) -> "Theme":
    """What a picture is made for, as it was asked."""
    from replays.drawing.style import Theme  # noqa: PLC0415 - only where something is drawn

    return Theme.PRINT if args.print else Theme.DARK if args.dark else Theme.TABLE


def refuse(args: argparse.Namespace, why: str, *options: str) -> None:
    """Refuse options that are given."""
    for option in options:
        if getattr(args, option) not in (None, False, []):
            raise BadInput(why, f"--{option}")


class Parser(argparse.ArgumentParser):
    """The parser of ``khamsin``, of its commands and of its questions.

    ``words`` are those that it reads, known to what fills it later; ``rest`` is the argument that
    also gets the words which come after options.
    """

    words: Sequence[str] = ()
    rest: str | None = None
    _filler: "Callable[[Parser], None] | None" = None

    def add(self, lines: str) -> None:
        """Take the arguments of some lines."""
        told = [line.strip() for line in lines.strip().splitlines() if line.strip()]
        either: Any = self
        for line, after in zip(told, [*told[1:], ""], strict=True):
            if not line.startswith("|"):
                either = self.add_mutually_exclusive_group() if after.startswith("|") else self
            words, _, said = line.removeprefix("|").strip().partition("  ")
            found = _LINE.fullmatch(words)
            if found is None:
                raise ValueError(line)
            names, more = _read(found)
            either.add_argument(*names, help=said.strip(), **more)
            if more.get("nargs") == "*":
                self.rest = names[0]

    def fill_later(self, filler: "Callable[[Parser], None]") -> None:
        """Have the arguments added when there are words to read, and not before.

        So one command does not import what only others need.
        """
        self._filler = filler

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read words; the arguments that come late are added first."""
        filler, self._filler = self._filler, None
        if filler is not None:
            self.words = args or ()
            filler(self)
        found, left = super().parse_known_args(args, namespace)
        if self.rest is not None and not any(word.startswith("-") for word in left):
            setattr(found, self.rest, [*getattr(found, self.rest), *left])
            left = []
        if left and " " in self.prog:  # a command's own, whose help says what it takes
            known = self._option_string_actions
            near = [n for each in left for n in difflib.get_close_matches(each, known, n=1)]
            hint = f"; did you mean {near[0]}?" if near else ""
            self.error(f"unrecognized arguments: {' '.join(left)}{hint}")
        return found, left

    def _print_message(self, message: str, file: Any = None) -> None:
        """Say a help or a version; argparse itself would hide that it cannot be written."""
        del file
        if message:
            say_drawn(message.rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end with the exit code for it."""
        choice = _CHOICE.search(message)
        if choice is not None:
            known = [each.strip(" '") for each in choice["known"].split(",")]
            hint = meant(choice["said"], [*known, *self._option_string_actions])
            if hint or len(known) > _MOST_CHOICES or not message.startswith("argument -"):
                message = f"{message[: choice.start('rest')]}{hint}"
        warn(f"khamsin: {message}; expected: {self._form()}; `{self.prog} --help` tells more")
        raise SystemExit(BAD_INPUT)

    def _form(self) -> str:
        """What a line is at least, such as ``khamsin compare A B``."""
        words = [self.prog]
        for each in self._actions:
            shown = str(each.metavar or each.dest)
            if each.required and each.option_strings:
                words.append(f"{each.option_strings[0]} {shown}")
            elif not each.option_strings and each.help is not argparse.SUPPRESS:
                if each.choices is not None and len([*each.choices]) <= _MOST_CHOICES:
                    shown = "|".join(each.choices)
                words.append(_FORMS.get(each.nargs, "{}").format(shown))
        return " ".join(words)
