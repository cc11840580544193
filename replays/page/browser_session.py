"""The games that lie in a browser, the one that is open, and the command line beside them.

The worker of the site (``site_files/worker.js``) hands every request of its page to a session, as
JSON, and the reply back. What a ``Controller`` answers goes to that of the open game; what begins
with ``site`` is answered here.
"""

import io
import os
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, suppress
from pathlib import Path
from typing import Final

from events.errors import BadInput
from events.json_bytes import NotJson, dumps, loads
from events.scenario import Scenario
from replays.auditing.audit import audit
from replays.auditing.report_page import picture
from replays.drawing.map import svg
from replays.drawing.style import Theme
from replays.game.amend import beside
from replays.game.bundled import TOML, bundled
from replays.game.dice_source import dice_from
from replays.game.file_kind import FileKind, kind_of_file
from replays.game.game import Game
from replays.game.scenario_file import board_alone, load_board, load_scenario
from replays.game.text import escape_controls
from replays.page.controller import Controller, Reply, Request, asked_text, named
from replays.page.hands_reply import complaint
from replays.page.scenario_editor import DRAFT, DraftFile
from sim.machine.opening import initial_state

CommandLine = Callable[[Sequence[str]], int]
VaslPage = Callable[[Sequence[Path], Scenario | None], str]

LOG: Final = ".jsonl"
_SAVE: Final = ".vsav"
_VASL: Final = {".vlog": "a log of VASL", _SAVE: "a save of VASL"}
_ARCHIVE: Final = "a board or overlay of VASL"
_OF_AN_ARCHIVE: Final = re.compile(
    rb"PK\x01\x02.{42}(BoardMetadata\.xml|(bd|ovr)[^/]{1,20}\.(gif|png))", re.DOTALL
)
"""A picture or the metadata of VASL in the list at the end of a zip file."""
_END: Final = 64 * 1024
_NOT_IN_A_NAME: Final = re.compile(r"[^\w.+-]+")
_LONGEST: Final = 80

_ZIPPED: Final = (FileKind.VASL, FileKind.ZIP)
_AT_HAND: Final[Mapping[FileKind | None, tuple[str, ...]]] = {
    FileKind.LOG: ("report", "odds"),
    FileKind.SCENARIO: ("check", "odds"),
}
"""Pages that there are of a file, by its kind."""

_SOON_AUDITED: Final = 200_000
"""A log of so many bytes is audited as it is opened."""


class BrowserSession:
    """A folder of games, and the controller of the one that is open."""

    def __init__(self, folder: str, command_line: CommandLine, vasl_page: VaslPage) -> None:
        """Open no game yet; the command line takes words, and gives an exit code.

        ``vasl_page`` makes the page of logs of VASL, audited where it is given a scenario.
        """
        self._vasl_page = vasl_page
        self._folder = Path(folder)
        self._command_line = command_line
        self._game: Game | None = None
        self._controller: Controller | None = None
        self._name = ""
        self._requests: dict[str, Callable[[Request], Reply]] = {
            "files": self._files,
            "begin": self._begin,
            "open": self._open,
            "close": self._closed,
            "place": self._place,
            "line": self._line,
            "page": self._page,
            "design": self._design,
        }
        self._drafting: DraftFile | None = None

    def answer(self, text: str) -> str:
        """The reply to a request, both as JSON; see ``Controller.answer`` for those of a game."""
        try:
            reply = self._reply(text)
        except BadInput as error:
            reply = complaint(error)
        return dumps(reply).decode()

    def _reply(self, text: str) -> Reply:
        try:
            request = loads(text)
        except NotJson as error:
            raise BadInput(f"this is not JSON ({error})") from None
        if isinstance(request, dict) and "design" in request:
            if self._drafting is None:
                raise BadInput("no scenario is being set up", "design")
            return self._drafting.answer(request["design"])
        if not isinstance(request, dict) or "site" not in request:
            return self._of_game(request)
        return named(self._requests, request, "site", "nothing that the site does")(request)

    # The open game --------------------------------------------------------------------------

    def _of_game(self, request: object) -> Reply:
        if self._controller is None and self._name:
            self._load(self._name)
        if self._controller is None:
            raise BadInput("no game is open; begin one, or open one that lies here")
        if isinstance(request, dict) and "write" in request:
            return self._write(self._controller, request)
        return self._controller.answer(request)

    def _write(self, controller: Controller, request: Request) -> Reply:
        """The open log with another order in it, as a file beside it."""
        made, reply = controller.amended(request)
        path = beside(self._folder / self._name)
        made.game.save(path)
        return reply | {"log": path.name}

    def _load(self, name: str) -> None:
        """Open a game, to play on where its log can be gone on with."""
        path = self._folder / name
        self._unload()
        if path.suffix == LOG:
            with suppress(BadInput):  # then it is one to look at, or the next line says why not
                self._game = Game.open(path)
        plays = self._game is not None
        findings = audit(path).findings if path.stat().st_size <= _SOON_AUDITED else ()
        game = self._game or Game.load_readable(path)
        self._controller = Controller(game, plays=plays, findings=findings)
        self._name = name

    def _unload(self) -> None:
        """Let go of the open game; its log is whole."""
        if self._game is not None:
            self._game.close()
        self._game, self._controller, self._name = None, None, ""

    def _closed(self, _: Request) -> Reply:
        self._unload()
        return {}

    def _begin(self, request: Request) -> Reply:
        scenario = self._scenario(asked_text(request, "scenario"))
        given = {key: asked_text(request, key) for key in ("seed", "dice") if request.get(key)}
        return {"open": self._begun(scenario, given.get("seed"), given.get("dice"))}

    def _begun(self, scenario: Scenario, seed: str | None, dice: str | None = None) -> str:
        """Begin a game, and open it; the name of its log. ``dice`` says who rolls."""
        path, source = self._free(scenario.name.lower(), LOG), dice_from(dice) if dice else None
        self._unload()
        Game.open(path, scenario, seed, dice=source).close()
        self._load(path.name)
        return path.name

    def _design(self, request: Request) -> Reply:
        """Set up a scenario: in a file that lies here, or in a new one."""
        name = asked_text(request, "file").removesuffix(DRAFT) if request.get("file") else ""
        path = self._folder / self._plain(name) if name else self._free("scenario", TOML)
        self._unload()
        self._drafting = DraftFile(path, self._begun)
        return {"design": path.name}

    def _scenario(self, name: str) -> Scenario:
        path = self._folder / self._plain(name)
        return load_scenario(path if path.exists() else name)

    def _open(self, request: Request) -> Reply:
        """Open a file, whatever it is; what cannot be opened is told by the command line."""
        name = self._there(request)
        path = self._folder / name
        kind = kind_of_file(path)
        if kind is FileKind.LOG:
            self._load(name)
            return {"open": name}
        if kind is FileKind.SCENARIO:
            return {"scenario": name, **self._page({"of": "check", "file": name})}
        if kind is FileKind.BOARD:
            drawn = svg(initial_state(board_alone(load_board(path))))
            return {"page": picture(drawn, f"The board {name}")}
        if kind is FileKind.PICTURE and name.lower().endswith(".svg"):
            drawn = path.read_text(encoding="utf-8")
            return {"page": picture(drawn, name)}
        if kind in _ZIPPED and name.lower().endswith(_SAVE):
            return {"vasl": name, **self._set_up(name)}
        if kind in _ZIPPED and name.lower().endswith(tuple(_VASL)):
            return {"vasl": name, **self._page({"of": "vasl", "file": name})}
        what = "an empty file, or one that cannot be read" if kind is None else _called(path, kind)
        if what == _ARCHIVE:
            taken = "`khamsin board import` of an installed Khamsin takes one"
            raise BadInput(f"this is {what}; {taken}", escape_controls(name))
        expected = "a game log, a scenario, a board, or a log or save of VASL"
        raise BadInput(f"this is {what}; expected {expected}", escape_controls(name))

    def _set_up(self, name: str) -> Reply:
        """A scenario out of a save of VASL, and what there is to say of it; made once."""
        made = self._plain(f"{Path(name).stem}{TOML}")
        if (self._folder / made).exists():
            return {"scenario": made, **self._page({"of": "check", "file": made})}
        said = self._said(["scenario", "from", name, "-o", made])
        if not (self._folder / made).exists():
            raise BadInput(said["said"].strip())
        orders = (self._folder / made).with_suffix(".orders")
        head = _in_short(said["said"], orders.name * orders.exists())
        said |= {"said": f"{head}\n{said['said']}"}
        return {"scenario": made, **self._page({"of": "check", "file": made}, said)}

    # Files ----------------------------------------------------------------------------------

    def _there(self, request: Request) -> str:
        """The name of a file that lies here."""
        name = asked_text(request, "file")
        if self._plain(name) != name or not (self._folder / name).is_file():
            raise BadInput("there is no such file here", escape_controls(name))
        return name

    def _place(self, request: Request) -> Reply:
        """Where a file that was dropped can lie, over none that is there."""
        path = Path(self._plain(asked_text(request, "file")))
        return {"file": self._free(path.stem, path.suffix).name}

    @staticmethod
    def _plain(name: str) -> str:
        """A name that a file can have: without folders, and nothing that a command would take."""
        return _NOT_IN_A_NAME.sub("-", name).strip("-.")[:_LONGEST] or "file"

    def _free(self, name: str, suffix: str) -> Path:
        """Where a new file can lie."""
        stem = self._plain(name)
        names = (f"{stem}{n}{suffix}" for n in ("", *(f"-{n}" for n in range(2, 10_000))))
        return next(p for p in (self._folder / each for each in names) if not p.exists())

    def _files(self, _: Request) -> Reply:
        paths = sorted(path for path in self._folder.iterdir() if path.is_file())
        return {"files": [_file(path) for path in paths]}

    # Pages ----------------------------------------------------------------------------------

    def _page(self, request: Request, said: Reply | None = None) -> Reply:
        """A page beside the games, as HTML: odds, a report, a log of VASL, or a check.

        A check may tell what was ``said`` instead, as how the scenario was made.
        """
        from replays.page import site_pages as pages  # noqa: PLC0415 - much that no start needs

        name, what = asked_text(request, "file"), asked_text(request, "of")
        path = self._folder / self._plain(name)
        if what == "odds":
            theme = Theme.DARK if request.get("dark") is True else Theme.TABLE
            return {"page": pages.odds_page(path if path.exists() else load_scenario(name), theme)}
        if what == "check":
            drawn = []
            if said is None or not said["code"]:
                board = svg(initial_state(self._scenario(name)))
                drawn.append(picture(board, "The board as the scenario sets it up"))
            told = said or self._said(["check", name])
            clean, lines = said is None and not told["code"], told["said"].splitlines()
            return {"page": pages.said_page(name, lines, clean, *drawn)}
        if what == "report":
            return {"page": pages.report_page(self._folder / self._there(request))}
        if what == "vasl":
            by = asked_text(request, "scenario") if request.get("scenario") else None
            scenario = None if by is None else self._scenario(by)
            logs = [self._folder / self._there({"file": each}) for each in name.split() or [""]]
            return {"page": self._vasl_page(logs, scenario)}
        raise BadInput("there is no such page; expected odds, check, report or vasl", "of")

    # The command line -----------------------------------------------------------------------

    def _line(self, request: Request) -> Reply:
        """What the command line says to a line, as it would in a terminal in this folder."""
        try:
            words = shlex.split(asked_text(request, "line"))
        except ValueError as error:
            raise BadInput(f"this line cannot be read ({error})", "line") from None
        return self._said(words[1:] if words[:1] == ["khamsin"] else words)

    def _said(self, words: Sequence[str]) -> Reply:
        """What a command says and its exit code; the open game is put away while it runs."""
        name = self._name
        self._unload()
        self._name = name
        said = io.BytesIO()
        with _redirected(said), chdir(self._folder):
            code = self._command_line(words)
        return {"code": code, "said": said.getvalue().decode("utf-8", "replace")}


@contextmanager
def _redirected(said: io.BytesIO) -> Iterator[None]:
    """The standard streams of a command: nothing to read, and what it says in one place."""
    before = sys.stdin, sys.stdout, sys.stderr
    out = io.TextIOWrapper(said, encoding="utf-8", newline="\n", write_through=True)
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO()), out, out
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        out.flush()
        out.detach()


def _in_short(said: str, orders: str) -> str:
    """In front of the report of a setup: how much of it is sure, and what a game begins without."""
    counted = Counter(line.partition(" ")[0] for line in said.splitlines())
    words = {"taken": "taken", "guessed": "guessed", "left": "left", "a": "for a person"}
    head = ", ".join(f"{counted[n]} {each}" for n, each in words.items() if counted[n])
    if "imports it, and a plain one stands in" in said:
        head += ": boards are plain here; the command line imports terrain"
    if orders:
        head += f". A game begins without the orders of {orders}: `do GAME --orders {orders}`"
    return f"{head}."


def scenarios() -> list[Reply]:
    """What there is to say of each bundled scenario on the start screen."""
    found = []
    for name in bundled():
        scenario = load_scenario(name)
        about: Reply = {"name": name, "title": scenario.name, "sides": list(scenario.sides)}
        about |= {"turns": scenario.turns, "land": scenario.land, "month": scenario.month.value}
        found.append(about)
    return found


def _called(path: Path, kind: FileKind) -> str:
    """What a file is, a zip file by what VASL has in it."""
    if kind not in _ZIPPED:
        return str(kind)
    with path.open("rb") as file:
        file.seek(-min(_END, path.stat().st_size), os.SEEK_END)
        archive = _OF_AN_ARCHIVE.search(file.read())
    return _VASL.get(path.suffix.lower(), _ARCHIVE if archive else str(kind))


def _file(path: Path) -> Reply:
    """What there is to say of a file, and the pages that there are of it."""
    kind = kind_of_file(path)
    return {
        "name": path.name,
        "size": path.stat().st_size,
        "kind": "empty" if kind is None else _called(path, kind),
        "pages": list(_AT_HAND.get(kind, ())),
    }
