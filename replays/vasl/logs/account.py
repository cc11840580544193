"""What the logs of one game tell, step by step: rolls, the turn track, markers, moves, words.

Several logs are joined in the order in which VASSAL saved them. Nothing here knows the scenario.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from replays.vasl.format.archive import Archive
from replays.vasl.format.commands import SetAside, commands_of
from replays.vasl.logs.chat import DiceLine, VaslTurn
from replays.vasl.logs.joining import Part, joining_of
from replays.vasl.logs.markers import Topic

if TYPE_CHECKING:
    from replays.vasl.logs.folding import Folding

__all__ = [
    "Account",
    "CounterLaid",
    "CounterLifted",
    "LogFile",
    "MarkerShown",
    "OrderSeen",
    "PieceWent",
    "RollSeen",
    "Spot",
    "StepUndone",
    "TrackSeen",
    "VaslFact",
    "VaslStep",
    "WordsSeen",
    "account_of",
]


@attrs.frozen(order=True)
class VaslStep:
    """A step of a log: the number of its file, and how often *Step forward* was pressed for it.

    Step 0 is the game as it was saved before the log began.
    """

    file: int
    step: int


@attrs.frozen
class Spot:
    """Where a counter lies: pixels of a map, and the place's name if the chat said it."""

    map: str
    x: int
    y: int
    named: str = ""


@attrs.frozen
class RollSeen:
    """Dice in the chat."""

    where: VaslStep
    line: DiceLine


@attrs.frozen
class TrackSeen:
    """The turn track shows this from now on."""

    where: VaslStep
    track: VaslTurn


@attrs.frozen
class MarkerShown:
    """A marker, a property or a button of the environment shows this from now on.

    Attributes:
        where: the step.
        topic: what it is about.
        value: how it is; None where its counter was taken away and nothing is shown any more.
        source: ``counter``, ``property`` or ``button``.
    """

    where: VaslStep
    topic: Topic
    value: str | None
    source: str


@attrs.frozen
class PieceWent:
    """A counter was moved."""

    where: VaslStep
    piece: str
    name: str
    origin: Spot | None
    to: Spot


@attrs.frozen
class CounterLaid:
    """A counter came on the map, or changed its side or place.

    Attributes:
        where: the step.
        piece: its number in VASL.
        basic: the name of the counter.
        name: what it is called as it lies.
        labels: what is written on it.
        at: where it lies.
        pictures: the pictures that are up, by their names in the module.
    """

    where: VaslStep
    piece: str
    basic: str
    name: str
    labels: tuple[str, ...]
    at: Spot
    pictures: tuple[str, ...] = ()


@attrs.frozen
class CounterLifted:
    """A counter left the map."""

    where: VaslStep
    piece: str
    basic: str


@attrs.frozen
class WordsSeen:
    """What somebody wrote in the chat."""

    where: VaslStep
    who: str
    text: str


@attrs.frozen
class StepUndone:
    """A step was taken back with VASSAL's *Undo*; what follows in this step is its reverse."""

    where: VaslStep


@attrs.frozen
class OrderSeen:
    """A line of ours that went along: the header of a game, or an order."""

    where: VaslStep
    text: str


VaslFact: TypeAlias = (
    RollSeen
    | TrackSeen
    | MarkerShown
    | PieceWent
    | CounterLaid
    | CounterLifted
    | WordsSeen
    | StepUndone
    | OrderSeen
)


@attrs.frozen
class LogFile:
    """One file of a game.

    Attributes:
        archive: the file, unpacked, without its text.
        steps: how many steps it has; 0 in a save.
        commands: how many commands, those in nested ones included.
        begins: what the turn track shows before its first step; None if there is no track.
        ends: what it shows in the end.
    """

    archive: Archive
    steps: int
    commands: int
    begins: VaslTurn | None
    ends: VaslTurn | None


@attrs.frozen(slots=False)
class Account:
    """What the logs of a game tell.

    Attributes:
        files: the files, in the order in which they were joined.
        facts: what is told, in order.
        words: the last line of the chat in each step, as VASL shows it.
        players: who rolled or wrote, in the order in which they first did.
        set_aside: commands that are known and tell nothing that is read here, by word.
        unknown: commands and dice lines that were not understood, as they stand, with their steps.
        joints: what does not fit where two files meet.
        left_out: files, and steps of files, that would have been told twice.
    """

    files: tuple[LogFile, ...]
    facts: tuple[VaslFact, ...]
    words: dict[VaslStep, str]
    players: tuple[str, ...]
    set_aside: Counter[str]
    unknown: tuple[tuple[VaslStep, str], ...]
    joints: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def said_at(self, where: VaslStep) -> str:
        """The line of the chat that a player sees at a step, or the last one before it.

        VASL tells of the turn track in the step after the one that moves it.
        """
        track = self.words.get(VaslStep(where.file, where.step + 1), "")
        if where not in self.words and track.startswith("* New: "):
            return track
        at = bisect_right(self._steps_with_words, where)
        found = self._steps_with_words[at - 1] if at else None
        return self.words[found] if found is not None and found.file == where.file else ""

    @cached_property
    def _steps_with_words(self) -> list[VaslStep]:
        return sorted(self.words)

    def place(self, where: VaslStep) -> str:
        """A step as a sentence names it."""
        name = self.files[where.file].archive.name
        return f"step {where.step} of {name}" if where.step else f"the beginning of {name}"


def account_of(archives: Sequence[Archive]) -> Account:
    """Read the files of one game, in the order in which they were saved.

    Raises:
        BadInput: when one of them has more commands than any log has.
    """
    from replays.vasl.logs.folding import Folding  # noqa: PLC0415 - it is made of these facts

    folding, joining = Folding(), joining_of(archives)
    files: list[LogFile] = []
    set_aside: Counter[str] = Counter()
    joints: list[str] = []
    left_out = [*joining.left_out]
    for number, part in enumerate(joining.parts):
        file = _read(number, part, folding, set_aside)
        if part.told:
            left_out.append(
                f"the first {part.told} steps of {file.archive.name} are the last of "
                f"{files[-1].archive.name}, and are not told again"
            )
        elif files:
            joints += _gaps(files[-1], part, file.begins)
        files.append(file)
    return Account(
        tuple(files),
        tuple(folding.facts),
        folding.words,
        tuple(folding.players),
        set_aside,
        tuple(folding.unknown),
        tuple(joints),
        tuple(left_out),
    )


def _read(number: int, part: Part, folding: "Folding", set_aside: Counter[str]) -> LogFile:
    """Fold one file."""
    folding.begin(number)
    begins, steps, count = None, 0, 0
    for step, command in commands_of(part.archive.text):
        if step != steps:
            if not steps:
                begins = folding.end_of_save()
            folding.end_step()
            if steps == part.told:
                folding.begin_telling(number)
            steps = step
        count += 1
        if isinstance(command, SetAside):
            set_aside[command.word] += 1
        folding.take(VaslStep(number, step), command)
    if not steps:
        begins = folding.end_of_save()
    folding.end_step()
    if steps == part.told:
        folding.begin_telling(number)
    archive = attrs.evolve(part.archive, text="")
    return LogFile(archive, steps, count, begins, folding.track)


_SHOWN: Final = "no turn track"


def _gaps(before: LogFile, part: Part, begins: VaslTurn | None) -> list[str]:
    after, found = part.archive.name, list[str]()
    if before.ends != begins:
        found.append(
            f"{before.archive.name} ends at {before.ends or _SHOWN}, and {after} begins at "
            f"{begins or _SHOWN}; is there a log between them?"
        )
    if part.stranger:
        found.append(
            f"{after} has none of the counters of the files before it; is it a log of another game?"
        )
    return found
