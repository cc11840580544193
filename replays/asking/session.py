"""An evening at the table: a line of text goes in, what there is to say comes out.

It knows nothing of terminals; the prompt, tests and whatever else has people at it use the same::

    with Game.open("saturday.jsonl", load_scenario("bir-el-qaha")) as game:
        session = Session(game)
        session.take("wc 3 4").lines
        session.take("shot B3 H6").lines
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final

import attrs

from events.commands import Enter, Finish, Impulse, Move, Note
from events.entry import Entry
from events.errors import BadInput, meant
from events.field import as_word
from events.moment import Phase
from events.orders import (
    FORMS,
    Form,
    Order,
    begun_words,
    form_of,
    format_order,
    order_called,
    parse_line,
    split_words,
    without_comment,
)
from events.recorder import RecordConflict
from events.terms import mp_words
from replays.asking.answer import answer_as_text
from replays.asking.ask import ask_shorthand, help_on
from replays.drawing.text_map import terminal
from replays.game.game import Game, OrderRefused
from replays.game.named_moment import parse_when
from replays.game.order_file import as_labelled
from replays.game.position import Position, way_on
from replays.game.state_view import state_as_text, weather_rules
from replays.game.story import PLAIN_WIDTH, due_between, still_due, tell, weather_line
from replays.game.text import escape_controls
from sim.asking.catalogue import question_class, question_names
from sim.chapter_a.los import location
from sim.chapter_a.whereabouts import hex_named, label_meant
from sim.chapter_d.expenditure import mp_left
from sim.machine.due import due, left_undone
from sim.machine.options import Option, Thing, option_of, subject_of
from sim.machine.reach import path_of, reach_of
from sim.machine.telling import Reason
from sim.questions.shot import ShotQuestion
from sim.questions.shot import answer as answer_shot
from sim.state import State


def words_offered(state: State, form: Form, words: Sequence[str]) -> Iterable[str] | None:
    """What may follow the words of an order; None where that is not of a vehicle or unit."""
    subject = subject_of(form.command)
    if subject is None or not subject.kind.among:
        return None
    labels = sorted(getattr(state, subject.kind.among))
    things = [Thing(subject.kind.form, label) for label in labels]
    if len(words) == 1:
        able = [each.id for each in things if _can(state, each, form)]
        return map(as_word, able or labels)
    named = [each for each in things if as_word(each.id).lower() == words[1].lower()]
    return _after(state, named[0], form, words[2:]) if named else ()


def _can(state: State, thing: Thing, form: Form) -> bool:
    if form.command is Move and state.vehicles[thing.id].hex is not None:
        return bool(_next_hexes(state, thing.id))  # a Start may come first
    return isinstance(option_of(state, thing, form.command), Option)


def _next_hexes(state: State, vehicle: str) -> Iterable[str]:
    reach = reach_of(state, vehicle, most=1)
    return () if reach is None else reach.hexes


def _after(state: State, thing: Thing, form: Form, words: Sequence[str]) -> list[str]:
    """What may follow the thing and some words after it."""
    others = [each for each in form.fields[1:] if not each.needed]
    more = [word for each in others for word in each.kind.terms if each.bare]
    more += [each.word for each in others if not each.bare and each.word not in words]
    if form.command in (Move, Enter):
        hexes = [hex_named(state, each) for each in words]
        path, end = path_of(state, thing.id, [each for each in hexes if each is not None])
        go_on = _next_hexes(end, thing.id) if path.stands and None not in hexes else ()
        return [*go_on, *(more if words else ())]
    found = option_of(state, thing, form.command)
    needed = [each.name for each in form.fields[1:] if each.needed]
    if len(words) >= len(needed) or not isinstance(found, Option):
        return more
    return [*next(each.among or () for each in found.fields if each.name == needed[len(words)])]


_MOST_NAMED: Final = 3


def what_followed(
    before: Position, entries: Sequence[Entry], width: int = PLAIN_WIDTH
) -> Iterator[str]:
    """The story of entries that were just added."""
    for told in tell(before, entries):
        if told.kind != "now":
            yield from told.fitted(width)


def news(game: Game) -> tuple[str, ...]:
    """Read in what others have recorded, and tell it; no lines where they have not."""
    before = game.position
    entries = game.catch_up()
    if not entries:
        return ()
    return f"{'':16} + {_many(entries)} new, by others", *what_followed(before, entries)


def conflict_in_words(game: Game, error: RecordConflict) -> RecordConflict:
    """Go on after an order that came too late: what is new is read in, and told."""
    count = len(game.entries)
    lines = news(game)
    new = game.entries[count:]
    if not new:
        return RecordConflict(error.what, error.where, lines)
    named = ", ".join(f"#{entry.n} `{format_order(entry.do)}`" for entry in new[:_MOST_NAMED])
    more = f" and {len(new) - _MOST_NAMED} more" if len(new) > _MOST_NAMED else ""
    why = (
        f"others were first: {_many(new)} new ({named}{more}); nothing of this order was "
        f"recorded, so look at what is new and give it again"
    )
    return RecordConflict(why, "", lines)


def given(game: Game, order: Order) -> tuple[Entry, ...]:
    """Give a game an order; the entries that it added.

    Raises:
        RecordConflict: when others have recorded since, with what they did; it is read in then.
        BadInput: when it cannot be done.
    """
    count = len(game.entries)
    try:
        game.do(order.command, order.dice)
    except RecordConflict as error:
        raise conflict_in_words(game, error) from None
    except OrderRefused as error:
        BadInput.__init__(error, f"{error}{_way_out(game, order, error)}")
        raise
    return tuple(game.entries[count:])


def _way_out(game: Game, order: Order, error: OrderRefused) -> str:
    """What can be typed instead of an order that was refused; empty where that is not known."""
    reason, command, phase = error.refusal.reason, order.command, game.state.moment.phase
    vehicle = getattr(command, "vehicle", "")
    if reason is Reason.WRONG_PHASE and vehicle and phase in (Phase.RPH, Phase.PFPH):
        return "; `phase MPh` goes there"
    if reason is Reason.WIND_CHANGE_MADE and phase is not Phase.RPH:
        return "; `phase RPh` begins the next Player Turn"
    if reason is Reason.NOT_STARTED and vehicle:
        return f": `start {vehicle}`"
    if reason is Reason.UNKNOWN_HEX:
        return label_meant(game.state, error.refusal.why.split()[0])
    if reason is Reason.UNKNOWN_VEHICLE and isinstance(command, Enter):
        name = game.name or "GAME"
        return (
            f"; one that was forgotten goes into a copy of the scenario; `khamsin orders {name} -o "
            f"FILE` and `khamsin run SCENARIO --orders FILE` play the same game with it"
        )
    return ""


def given_line(game: Game, line: str) -> Iterator[tuple[Position, tuple[Entry, ...]]]:
    """Give a game the order of a line, or each move of a path, up to dice that are due between.

    Yields for each where the game stood before it, and the entries that it added.

    Raises:
        BadInput: when one cannot be done, or waits for dice; those before it stand.
    """
    moved: str | None = None
    _demand_order(line)
    for order in parse_line(line):
        waits = None if moved is None or order.dice else game.state.bog_checks.get(moved)
        if waits is not None:
            words = format_order(as_labelled(game.state, order.command))
            first = f"the Bog Check in {waits.hex} comes first (D8.2): `bog-check {moved}`"
            raise BadInput(f"`{words}` is not done yet: {first}, with dice or without")
        before = game.position
        yield before, given(game, order)
        last = game.entries[-1].do
        moved = last.vehicle if isinstance(last, Enter | Move) else None


def _many(entries: Sequence[Entry]) -> str:
    return "1 entry is" if len(entries) == 1 else f"{len(entries)} entries are"


OWN_WORDS: Final = ("show", "story", "map", "help", "quit", "?")
"""What a session understands beside orders and questions; ``?`` begins a question."""


def is_order(line: str) -> bool:
    """Whether a line is an order, and not a question or a word of the session; orders come first.

    Raises:
        BadInput: when its first word is none of these.
    """
    first, *rest = without_comment(line).lower().split() or [""]
    if not first or first.startswith("?") or first in OWN_WORDS:
        return False
    if first == "exit":  # a vehicle leaves the map; by itself, the player
        return bool(rest)
    if form_of(first) is not None:
        return first not in question_names() or not any(each.startswith("--") for each in rest)
    if first not in question_names():
        _demand_known(first)
    return False


def is_question(line: str) -> bool:
    """Whether a line that is no order is a question, and not a word of the session."""
    first, *_ = without_comment(line).lower().split() or [""]
    return first.startswith("?") or first in question_names()


_BESIDE: Final = frozenset({"amend", "audit", "branch", "check", "diff", "odds", "orders", "rules"})
"""Commands that people type at the prompt of a game."""

_CALLED: Final = {
    "begin": "next",
    "hindrance": "shot",
    "los": "shot",
    "roll": "wc",
    "sight": "shot",
    "cost": "entry-cost",
    "state": "show",
    "status": "show",
    "log": "story",
    "history": "story",
    "board": "map",
    "bye": "quit",
    "q": "quit",
}
"""What people say for questions and for words of the session itself."""


@attrs.frozen
class Reply:
    """What there is to say to a line."""

    lines: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    """The entries that were added to the game."""
    leave: bool = False
    """The player who said the line wants to go."""
    drawn: bool = False
    """The lines are a picture, which may have the colours of a terminal."""
    stopped: str = ""
    """Why the rest of a path was not done; empty where all was."""


def what_is_now(game: Game, before: State | None = None) -> Iterator[str]:
    """The moment, what is in effect, and what is due before play can go on.

    After an order, given the state before it, also how many MP it left; and what happens by itself
    only where that order brought it about.
    """
    state = game.state
    side = f", {state.attacker}" if state.attacker else ""
    left = "".join(f"; {each}" for each in _mp_left(state, before or state))
    now = f"{weather_line(state)} ({weather_rules(state)})"
    yield f"{'':16} = {state.moment}{side}: {now}{left}"
    if game.position.finished:
        yield f"{'':16} = the game is finished; {way_on(game.header)}"
    else:
        yield from () if before is None else _left_undone(before, state)
        if (first := due_between(game.header, game.position)) is not None:
            yield f"{'':16} > {first}"
        known = () if before is None else due(before)
        for each in still_due(due(state), first):
            if each.order is not None or each not in known:
                yield f"{'':16} > {each}"


def _left_undone(before: State, state: State) -> Iterator[str]:
    """What a rule demanded in a phase that was passed over."""
    for at, each in left_undone(before, state):
        what = f"`{each.order}`, {each.what} ({each.rule})"
        yield f"{'':16} ! left undone in {at}: {what}; `undo` goes back"


def _mp_left(state: State, before: State) -> Iterator[str]:
    """How many MP those have left who expended some, while the MPh goes on."""
    if state.moment != before.moment:
        return
    for name, vehicle in sorted(state.vehicles.items()):
        if vehicle.mp_used != before.vehicles[name].mp_used:
            yield f"{name} has {mp_words(mp_left(state, name))} left"


class Session:
    """A game that people play line by line.

    Attributes:
        game: the game; the caller that opened it closes it.
    """

    def __init__(self, game: Game, width: int = PLAIN_WIDTH, *, colour: bool = False) -> None:
        """Sit down at a game."""
        self.game = game
        self._width, self._colour = width, colour
        self._own: dict[str, Callable[[list[str]], Reply]] = {
            "show": self._show,
            "story": self._story,
            "map": self._map,
            "help": lambda words: Reply(tuple(self._hung(help_on(words)))),
            "quit": _leave,
            "exit": _leave,
            "?": self._asked,
        }

    @property
    def prompt(self) -> str:
        """Where the game stands, as a prompt says it."""
        state = self.game.state
        return " ".join([str(state.moment), *([state.attacker] if state.attacker else [])])

    def now(self) -> Reply:
        """Where the game stands, what is in effect and what is due."""
        return Reply(tuple(self._folded(what_is_now(self.game))))

    def _folded(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines that begin far to the right, as they fit the terminal."""
        for line in lines:
            if self._width >= PLAIN_WIDTH or len(line) <= self._width:
                yield line
            else:
                text, more = f"{'':6} {line.strip()}", " " * 10
                yield from wrap(text, self._width, subsequent_indent=more, break_on_hyphens=False)

    def _hung(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines of help as they fit the terminal, the rest of one under its last column."""
        for line in lines:
            column = line.rfind("  ") + 2
            more = " " * (column if 1 < column <= self._width // 2 else 4)
            wide = self._width >= PLAIN_WIDTH or len(line) <= self._width
            yield from [line] if wide else wrap(line, self._width, subsequent_indent=more)

    def take(self, line: str) -> Reply:
        """What there is to say to a line: an order, a question, or a word of the session itself.

        Where others record in the game too, what they did meanwhile is read in and told first. An
        order that they did not know of is not recorded then.

        Args:
            line: one line; ``#`` begins a comment, but ``#12`` is entry 12.

        Raises:
            RecordConflict: when it is an order, and others have recorded since.
            BadInput: when it cannot be done; nothing has changed then.
        """
        text = without_comment(line).strip()
        if is_order(text):
            return self._order(text)
        told, said = news(self.game), Reply()
        first, *words = split_words(text) or [""]
        if first.startswith("?") and len(first) > 1:
            said = self._asked([first[1:], *words])
        elif first:
            own = self._own.get(first.lower())
            said = self._ask(first.lower(), words) if own is None else own(words)
        elif told:
            told = *told, *what_is_now(self.game)
        return attrs.evolve(said, lines=(*map(escape_controls, told), *said.lines))

    def _order(self, text: str) -> Reply:
        before, stopped = self.game.position, ""
        added, said = list[Entry](), list[str]()
        try:
            for here, entries in given_line(self.game, text):
                added += entries
                said += what_followed(here, entries, self._width)
        except BadInput as error:
            if not added:
                raise
            stopped = str(error)
        if not isinstance(added[-1].do, Finish | Note):
            said += self._folded(what_is_now(self.game, before.state))
        return Reply(tuple(said), tuple(added), stopped=stopped)

    def _asked(self, words: list[str]) -> Reply:
        if not words:
            return Reply(tuple(help_on(["questions"])))
        return self._ask(words[0].lower(), words[1:])

    def _ask(self, name: str, words: list[str]) -> Reply:
        cls = question_class(name)
        words, at, why_not = _when_and_why(words)
        state = self.game.state if at is None else self.game.at(at)
        found = ask_shorthand(state, cls, words)
        return Reply(tuple(answer_as_text(found, state, why_not=why_not)))

    def _show(self, words: list[str]) -> Reply:
        game = self.game
        number, state = game.position.entry, game.state
        beside = None if "all" in words else game.beginning
        if at := [word for word in words if word != "all"]:
            if parse_when(at[0]).note is None:
                _at_most(at, 1, "show [MOMENT] [all]")
            number, state = game.stood_at(" ".join(at))
        first = None if at else due_between(game.header, game.position)
        return Reply(tuple(state_as_text(state, number, beside, first)))

    def _story(self, words: list[str]) -> Reply:
        span = _at_most(words, 2, "story [FROM [TO]]")
        told = [line for each in self.game.telling(*span) for line in each.fitted(self._width)]
        if not told and len(span) == 2:
            self.game.at(span[0])
            raise BadInput(f"nothing is told from {span[0]} to {span[1]}")
        return Reply(tuple(told))

    def _map(self, words: list[str]) -> Reply:
        places = _at_most(words, 2, "map [FROM TO]")
        state = self.game.state
        if len(places) == 1:
            raise BadInput("a LOS has two ends; expected: map [FROM TO]")
        shot = None
        if places:
            firer, target = (location(state, each) for each in places)
            shot = answer_shot(state, ShotQuestion(firer=firer, target=target))
        drawn = terminal(state, shot, width=self._width, colour=self._colour)
        return Reply(tuple(drawn.rstrip("\n").split("\n")), drawn=True)


def _leave(words: list[str]) -> Reply:
    _at_most(words, 0, "quit")
    return Reply(leave=True)


def _demand_order(line: str) -> None:
    """Complain of a question, or of a word of the prompt, where orders are given."""
    words = without_comment(line).split()
    if is_order(line) or not words:
        return
    first = words[0].lower().lstrip("?")
    if is_question(line):
        raise BadInput(f"{first!r} is a question, and no order; `khamsin ask {first}` asks it")
    raise BadInput(f"{first!r} is a word of the prompt, and no order; see `khamsin help`")


def _demand_known(first: str) -> None:
    """Complain of a first word that is neither an order nor a question."""
    if first in _BESIDE:
        raise BadInput(f"{first!r} is a command of its own, beside this one: `khamsin {first}`")
    known = [*FORMS, "next", *question_names(), *OWN_WORDS]
    if first == "redo":
        raise BadInput("nothing is done again by a word; give the order that was undone")
    called = order_called(first) or _CALLED.get(first)
    hint = meant(called or first, known, "; `help` shows what is understood", cutoff=0.7)
    raise BadInput(f"{first[:40]!r} is neither an order nor a question{hint}")


def _at_most(words: list[str], most: int, usage: str) -> list[str]:
    if len(words) > most:
        raise BadInput(f"{words[most][:40]!r} is too much; expected: {usage}")
    return words


def _when_and_why(words: list[str]) -> tuple[list[str], str | None, bool]:
    """The words of a question without those about any question: when, and whether why not."""
    left, at, why_not = [], None, False
    rest = iter(words)
    for word in rest:
        plain = word.lower().removeprefix("--")
        if plain == "at":
            at = next(rest, None)
            if at is None:
                raise BadInput("a moment is missing after 'at'")
        elif plain == "why-not":
            why_not = True
        else:
            left.append(word)
    return left, at, why_not


_MOST: Final = 200
"""No more words are offered at once."""


def completions(state: State, text: str) -> tuple[str, ...]:
    """The words that the last word of a line may become, in order; the others stay as they are."""
    words = begun_words(text)
    begun = words.pop() if words and text.endswith(words[-1]) else ""
    if not words and begun.startswith("?"):
        words, begun = ["?"], begun[1:]
        return tuple(f"?{word}" for word in _fitting(question_names(), begun))
    return tuple(_fitting(_words_after(state, words, begun), begun))


def _fitting(words: "Iterator[str] | tuple[str, ...]", begun: str) -> list[str]:
    low = begun.lower()
    return sorted({word for word in words if word.lower().startswith(low)})[:_MOST]


def _words_after(state: State, words: list[str], begun: str) -> Iterator[str]:
    """Words that may follow others."""
    if not words:
        yield from (*FORMS, *question_names(), *OWN_WORDS)
        return
    first = words[0].lower().removeprefix("?") or (words[1].lower() if words[1:] else "")
    asks = words[0].startswith("?") or (first in question_names() and first not in FORMS)
    if words == ["?"]:
        yield from question_names()
        return
    if first == "help":
        yield from (*FORMS, *question_names(), "orders", "questions")
        return
    if asks:
        yield from _of_a_question(first, words)
    elif first in FORMS:
        offered = words_offered(state, FORMS[first], words)
        yield from _of_an_order(state, FORMS[first], words, begun) if offered is None else offered
        return
    labels = (*state.vehicles, *state.units, *state.ffes, *state.fortifications)
    yield from map(as_word, labels)
    if begun:
        yield from state.setting.area.record


def _of_a_question(name: str, words: list[str]) -> Iterator[str]:
    if name not in question_names():
        return
    fields = question_class(name).fields
    for field in fields:
        yield field.word
        if words[-1].lower().removeprefix("--") == field.word:
            yield from field.kind.terms
    yield from ("at", "why-not")


def _of_an_order(state: State, form: Form, words: list[str], begun: str) -> Iterator[str]:
    steps = form.command is Impulse
    if steps:
        yield from (each for each in FORMS if each in ("start", "move", "enter", "stop", "turn"))
        yield from map(as_word, state.vehicles)
    for field in form.fields:
        if field.bare:
            yield from field.kind.terms
        elif field.word not in words:
            yield field.word
        if field.kind.among:
            yield from map(as_word, getattr(state, field.kind.among))
    if begun and (steps or any(field.kind.form == "hex" for field in form.fields)):
        yield from state.setting.area.record
