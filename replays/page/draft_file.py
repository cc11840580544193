"""A scenario file that is set up on a page, and the draft of it that is kept until it is saved."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from events.errors import BadInput, in_file
from events.scenario import Scenario
from replays.game.amend import beside
from replays.game.file import exists, read_text
from replays.game.file_kind import FileKind, mistaken
from replays.game.output import NEW, OWN
from replays.page.controller import Reply, asked_text
from replays.page.hands_reply import complaint
from replays.page.scenario_editor import ScenarioEditor

DRAFT = ".draft"
"""What follows the name of a file in that of its draft."""

Begin = Callable[[Scenario, str | None], str]
"""Begins a game of a scenario, perhaps with a seed; says where its page is."""


class DraftFile:
    """Answers the page of one scenario file: as a ``ScenarioEditor``, and ``save`` and ``begin``.

    Every change is on disk before it is answered, in a draft beside the file. The file itself is
    written when that is asked for, and never over what another program has made of it meanwhile.
    """

    def __init__(self, path: Path, begin: Begin) -> None:
        """Go on with the draft of a file, if there is one, else with the file."""
        self.path, self._draft = path, Path(f"{path}{DRAFT}")
        self._begin = begin
        self._found = self._text_there()
        other = None if self._found is None else mistaken(path, FileKind.SCENARIO)
        if other is not None:
            raise other
        with in_file(str(path)):
            self.editor = ScenarioEditor(path.parent, self._found)
        self._saved = None if self._found is None else self.editor.text
        if exists(self._draft):
            with in_file(str(self._draft)):
                self.editor.take(read_text(self._draft))

    def _text_there(self) -> str | None:
        return read_text(self.path) if exists(self.path) else None

    def answer(self, request: object) -> Reply:
        """The reply to a request; see docs/page.md."""
        try:
            if isinstance(request, Mapping) and "save" in request:
                return self._save()
            if isinstance(request, Mapping) and "begin" in request:
                seed = asked_text(request, "seed") if request.get("seed") else None
                return {"open": self._begin(self.editor.scenario(), seed)}
        except BadInput as error:
            return complaint(error)
        reply = self.editor.answer(request)
        if "count" not in reply:
            return reply
        return {**reply, **self._kept(), "file": self.path.name, "saved": self.saved}

    @property
    def saved(self) -> bool:
        """Whether the file says what the draft does."""
        return self.editor.text == self._saved

    def _kept(self) -> Reply:
        """Keep the draft; what a reply says of it if it could not be kept."""
        try:
            if self.editor.changed and not self.saved:
                OWN.write(self._draft, self.editor.text)
            else:
                with suppress(OSError):
                    self._draft.unlink(missing_ok=True)
        except BadInput as error:
            return {"unkept": error.what}
        return {}

    def _save(self) -> Reply:
        there, text, says = self._text_there(), self.editor.text, [f"{self.path.name} is saved"]
        if there is not None and self.saved:
            return {"file": self.path.name, "saved": True, "says": says}
        if there not in (None, self._found):
            raise BadInput(
                "another program has changed this file since it was opened, and it is left as it "
                "is; take the TOML from this page, and save it elsewhere",
                self.path.name,
            )
        if there is not None and there != self._saved:
            former = Path(f"{self.path}.before")
            former = beside(former) if exists(former) else former
            NEW.write(former, there)
            says.append(f"what stood there, with its comments, is {former.name}")
        (NEW if there is None else OWN).write(self.path, text)
        self._found = self._saved = text
        return {"file": self.path.name, "saved": True, "says": says, **self._kept()}
