"""A log of ours out of VASL logs: the environment and vehicle moves, with the dice of the table."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Any, Final

from events.codec import to_json
from events.errors import BadInput
from events.scenario import Scenario
from events.terms import DiceFrom
from replays.auditing.dice_table import RolledDice
from replays.game.game import Game
from replays.game.text import counted
from replays.vasl.board_line import MAIN_MAPS, OnBoard, VaslMap
from replays.vasl.chat import (
    OrderSeen,
    RollSeen,
    TrackSeen,
    VaslFact,
    VaslStep,
    WordsSeen,
    unveiled,
)
from replays.vasl.correction import Corrections
from replays.vasl.fact import CounterLaid, CounterLifted, History, MarkerShown, PieceWent, Spot
from replays.vasl.log_boards import rows_told
from replays.vasl.placement import NotUsed
from replays.vasl.replay import LogReplay, ReplayResult

_MOST_UNKNOWN: Final = 20
"""So many commands that were not understood are shown; ``--json`` has them all."""

_LONGEST: Final = 100


def history_lines(history: History) -> Iterator[str]:
    """What was found in logs, in lines."""
    yield from files_lines(history)
    rolled = (fact.line for fact in history.facts if isinstance(fact, RollSeen))
    yield f"dice: {_counted(Counter(f'{line.purpose} {line.kind}' for line in rolled))}"
    yield from setup_lines(history)
    table = history.table
    told = [(fact.where, words) for fact in history.facts if (words := _words_of(fact, table))]
    yield f"step by step: {len(told) or 'nothing'}"
    for where, words in told:
        step = f"{where.file + 1}:{where.step}" if len(history.files) > 1 else str(where.step)
        yield f"  {step:>8}  {words}"
    yield f"set aside, known and not read: {_counted(history.set_aside)}"
    yield f"not understood: {len(history.unknown) or 'nothing'}"
    for where, text in history.unknown[:_MOST_UNKNOWN]:
        short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"
        yield f"  {where.file + 1}:{where.step}  {short}"
    if len(history.unknown) > _MOST_UNKNOWN:
        yield f"  and {len(history.unknown) - _MOST_UNKNOWN} more, which --json lists"


def files_lines(history: History) -> Iterator[str]:
    """The files, how they were joined, and the players, in lines."""
    for file in history.files:
        read = file.archive
        made = ", ".join(filter(None, (read.module, f"VASSAL {read.vassal or '?'}")))
        steps = counted(file.steps, "step") if file.steps else "no steps"
        size = f"{counted(file.commands, 'command')}, {steps}"
        track = f"{file.begins or 'nothing'} to {file.ends}" if file.ends else "no turn track"
        yield f"{read.name}: {made}, encoding {read.encoding}, {size}, {track}"
    yield from order_of_files(history)
    yield f"players: {', '.join(history.players) or 'none that rolled or wrote'}"


def order_of_files(history: History) -> Iterator[str]:
    """How files were joined, where there is something to say of it."""
    for each in history.left_out:
        yield f"left out: {each}"
    for joint in history.gaps:
        yield f"a gap: {joint}"


def _counted(counts: Counter[str]) -> str:
    if not counts:
        return "none"
    return f"{counts.total()}: " + ", ".join(f"{name} {n}" for name, n in counts.most_common())


def _words_of(fact: VaslFact, table: VaslMap) -> str | None:
    """A fact in words; None of one that tells players nothing, such as where each counter began."""
    match fact:
        case RollSeen(_, line):
            dice = ",".join(map(str, line.dice))
            return f"{line.purpose} {line.kind} {dice}" + (f" by {line.who}" if line.who else "")
        case TrackSeen(_, track):
            return str(track)
        case MarkerShown(_, topic, value, source):
            return f"{topic}: {'nothing' if value is None else value} ({source})"
        case WordsSeen(_, who, text):
            return f"{who or 'a player'}: {text}"
        case OrderSeen(_, text):
            return f"order of ours: {text}"
        case PieceWent(_, _, name, origin, to):
            return f"{name} goes from {_spot(origin, table)} to {_spot(to, table)}"
        case CounterLaid(where, _, _, name, labels, at) if where.step and at.map:
            called = " ".join((name, *(f"({each[:_LONGEST]})" for each in labels)))
            return f"{called} lies at {_spot(at, table)}"
        case CounterLifted(where, _, basic, at) if where.step:
            return f"{basic} is taken away from {_spot(at, table)}"
        case _:
            return None


def _spot(spot: Spot | None, table: VaslMap) -> str:
    if spot is None:
        return "somewhere"
    at = table.hex_at(spot.x, spot.y) if spot.map in MAIN_MAPS and not spot.named else None
    if at is not None:
        return named(table, at)
    return spot.named or (f"{spot.x},{spot.y}" if spot.map else "no map")


def history_as_json(history: History) -> dict[str, Any]:
    """What was found in logs, as JSON; positions are in pixels, and as hexes where they are any."""
    table = history.table
    return {
        "files": [
            {
                "name": file.archive.name,
                "coat": file.archive.encoding,
                "module": file.archive.module,
                "vassal": file.archive.vassal,
                "saved": file.archive.saved,
                "description": file.archive.description,
                "commands": file.commands,
                "steps": file.steps,
                "begins": file.begins and str(file.begins),
                "ends": file.ends and str(file.ends),
            }
            for file in history.files
        ],
        "boards": [to_json(each) for each in history.board_line],
        **numbers_told(at_the_beginning(history)),
        "players": history.players,
        "facts": [_as_json(fact, table) for fact in history.facts],
        "set_aside": dict(history.set_aside),
        "unknown": [{**to_json(where), "command": text} for where, text in history.unknown],
        "left_out": history.left_out,
        "gaps": history.gaps,
    }


def _as_json(fact: VaslFact, table: VaslMap) -> dict[str, Any]:
    found = {"kind": type(fact).__name__, **to_json(fact)}
    if isinstance(fact, CounterLaid) and fact.at.map in MAIN_MAPS:
        at = table.hex_at(fact.at.x, fact.at.y)
        found["hex"] = at and named(table, at)
    return found | {"track": str(fact.track)} if isinstance(fact, TrackSeen) else found


def imported(history: History, scenario: Scenario, corrections: Corrections) -> ReplayResult:
    """A game of ours, of what logs tell, or the very game whose orders went along in them."""
    ours = [fact for fact in history.facts if isinstance(fact, OrderSeen)]
    if not ours or not ours[0].text.startswith("game "):
        return LogReplay(history, scenario, corrections).run()
    try:
        game = _begun(ours[0].text, scenario)
    except BadInput as error:
        raise BadInput(f"the line of ours that begins the game: {error}") from None
    for line in ours[1:]:
        _, _, order = line.text.partition(": ")
        try:
            game.do(unveiled(order))
        except BadInput as error:
            return ReplayResult(game, True, stopped=NotUsed(line.where, line.text, str(error)))
    return ReplayResult(game, True)


def _begun(text: str, scenario: Scenario) -> Game:
    try:
        values = json.loads(text.removeprefix("game "))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or not isinstance(values.get("seed"), str):
        raise BadInput("seed, number and dice are expected, as JSON")
    number = values.get("number", 0)
    if type(number) is not int:
        raise BadInput(f"{str(number)[:40]!r} is no number", "number")
    return Game.new(scenario, values["seed"], number, str(values.get("dice", DiceFrom.EITHER)))


def import_lines(found: ReplayResult, history: History) -> Iterator[str]:
    """What became of logs, in lines."""
    if found.ours:
        yield "orders of ours went along in this log: the game is that of these orders"
    for each in found.inferred:
        dice = ",".join(map(str, each.dice))
        who = f" by {each.who}" if each.who else ""
        said = f"{dice}{who} is the Wind Change DR, {history.place(each.where)}"
        yield f"{each.moment}: {said} ({each.confidence:.0%}: {each.why})"
    yield from found.lines(history)


def dice_of_history(history: History) -> tuple[RolledDice, ...]:
    """The rolls of VASL logs, in order."""
    found: list[RolledDice] = []
    moment = ""
    for fact in history.facts:
        if isinstance(fact, TrackSeen):
            moment = str(fact.track)
        elif isinstance(fact, RollSeen):
            line, place = fact.line, history.place(fact.where)
            found.append(RolledDice(place, moment, line.who, line.purpose, line.kind, line.dice))
    return tuple(found)


# The setup ----------------------------------------------------------------------------------------

_MOST_NAMES: Final = 40
_LONGEST_LABEL: Final = 20_000
_SNIPER: Final = re.compile(r"(?P<side>.{1,20}?) Sniper: (?P<value>[0-9])")
_TURNS: Final = re.compile(r"([0-9]{1,2})-Turn Track")
_TAG: Final = re.compile(r"<style>[^<]*</style>|<[^<>]*>")
_VALUE: Final = re.compile(r"\b(?P<what>ELR|SAN): (?P<value>[0-9])")
_SIDE: Final = re.compile(r"(?<![\w:-])(?!ELR:|SAN:)(?P<side>[^\W\d_][\w-]*(?: [\w-]+){0,2}):")


def setup_lines(history: History) -> Iterator[str]:
    """The setup in lines; counters beside the boards have no hex, and are counted together."""
    table = history.table
    yield f"boards: {rows_told(table) or 'none'}"
    laid = at_the_beginning(history)
    for what, values in numbers_told(laid).items():
        yield f"{what}: {', '.join(f'{side} {value}' for side, value in values.items())}"
    places: defaultdict[OnBoard | None, Counter[str]] = defaultdict(Counter)
    for counter in laid:
        places[table.hex_at(counter.at.x, counter.at.y)][counter.name] += 1
    beside = places.pop(None, Counter())
    if laid:
        yield f"counters in hexes: {sum(map(Counter.total, places.values())) or 'none'}"
    for at in sorted(filter(None, places), key=lambda at: (at.board, table.centre(at))):
        yield f"  {named(table, at):8}  {_names_counted(places[at])}"
    if beside:
        yield f"counters beside the boards: {beside.total()}"
        yield f"  {_names_counted(beside)}"


def at_the_beginning(history: History) -> list[CounterLaid]:
    """The counters that lie on the main map before the first step."""
    begun, found = VaslStep(0, 0), [f for f in history.facts if isinstance(f, CounterLaid)]
    return [fact for fact in found if fact.where == begun and fact.at.map in MAIN_MAPS]


def numbers_told(laid: list[CounterLaid]) -> dict[str, dict[str, int]]:
    """ELR and SAN by a label that names the sides, SAN by Sniper counters too, and turns."""
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for words in (label_words(label) for fact in laid for label in fact.labels):
        sides = [each["side"] for each in _SIDE.finditer(words)]
        for what in ("ELR", "SAN"):
            values = [int(v["value"]) for v in _VALUE.finditer(words) if v["what"] == what]
            if values and len(values) == len(sides):
                found[what] = dict(zip(sides, values, strict=True))
    if tracks := [each for fact in laid if (each := _TURNS.fullmatch(fact.name))]:
        found["turns"] = {"track": int(tracks[0][1])}
    snipers = [each for fact in laid if (each := _SNIPER.fullmatch(fact.name))]
    if snipers:
        found["SAN"] = {each["side"]: int(each["value"]) for each in snipers}
    return found


def label_words(label: str) -> str:
    """What a label says, without its HTML."""
    return unescape(_TAG.sub(" ", label[:_LONGEST_LABEL]))


def named(table: VaslMap, at: OnBoard) -> str:
    """A hex as VASL's chat calls it."""
    return table.boards[at.board].name * (len(table.boards) > 1) + at.hex


def _names_counted(names: Counter[str]) -> str:
    said = [name + (f" x{n}" if n > 1 else "") for name, n in names.most_common(_MOST_NAMES)]
    more = len(names) - _MOST_NAMES
    return ", ".join(said) + (f" and {more} more names" if more > 0 else "")
