"""A scenario of ours out of a save of VASL, or out of the state in which a log begins.

Boards, vehicles, Fortifications and weather go into the scenario; what only orders can set up
becomes orders, which are tried in a game of it. What a scenario cannot say is told, by counter.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from events.codec import decode_scenario
from events.errors import BadInput
from events.field import LABEL, as_word
from events.orders import format_order
from events.terms import EC, Armour, Density, UnitKind, Weather
from replays.game.game import Game
from replays.game.scenario_file import every_fault, values_toml, with_whole_boards
from replays.vasl.board_line import MAIN_MAPS, BoardLine, read_board_line
from replays.vasl.chat import VaslTurn, track_of
from replays.vasl.command import CommandKind, VassalPiece, chain_of, commands_of, piece_of
from replays.vasl.container import Archive
from replays.vasl.marker import (
    NOTHING,
    Topic,
    marker_of,
    shown_by_piece,
    shown_by_property,
)
from replays.vasl.placement import order_of
from replays.vasl.setup_boards import GUESSED, LEFT, TAKEN, SetupBoards, SetupNote, boards_of
from replays.vasl.setup_counter import ALLIED, AXIS, fort_of, nation_of, unit_of, vehicle_of


@attrs.define
class Setup:
    """A scenario out of a save.

    ``values`` are those of its file, ``files`` the new board files beside it; ``orders`` set up
    what no scenario can, after the first Wind Change DR; ``counters`` are the vehicles by the
    numbers that their counters have in VASL; ``faults`` are what `khamsin check` says.
    """

    values: dict[str, Any]
    files: dict[str, str]
    orders: list[str] = attrs.field(factory=list)
    counters: dict[str, str] = attrs.field(factory=dict)
    notes: list[SetupNote] = attrs.field(factory=list)
    faults: list[BadInput] = attrs.field(factory=list)

    def lines(self) -> Iterator[str]:
        """What was taken, guessed and left, in lines; of what is the same is told in one."""
        same: dict[tuple[str, str], Counter[str]] = {}
        for note in self.notes:
            at = f" ({note.at})" if note.at else ""
            same.setdefault((note.sure, note.why), Counter())[note.what + at] += 1
        for wanted in (TAKEN, GUESSED, LEFT):
            for (sure, why), found in same.items():
                if sure == wanted:
                    many = (f"{n} x {what}" if n > 1 else what for what, n in found.items())
                    yield f"{sure:8} {', '.join(many)}: {why}"
        for fault in self.faults:
            yield f"a person is wanted: {fault}"

    def text(self, source: str) -> str:
        """The scenario as TOML."""
        return f"# The setup of {source}\n{values_toml(self.values)}"


def setup_of(archive: Archive, folder: str | None, beside: Path) -> Setup:
    """The scenario of the first state of a save or log.

    Args:
        archive: the save or log.
        folder: VASL's board archives; without one, see `boards_of`.
        beside: the file that the scenario is for; board files are called after it.

    Raises:
        BadInput: where boards are not in the folder, or one cannot be imported.
    """
    first = _first_state(archive)
    boards = boards_of(first.boards, folder, beside, first.unread)
    inline = with_whole_boards({"boards": boards.whole}, beside.parent)
    desert = any(each["desert"] for each in inline["boards"])
    reader = _Reader(first, boards, archive.name, desert=desert)
    found = reader.read()
    while True:
        whole = found.values | inline
        found.faults = every_fault(whole)
        if not sum(_taken_away(found, fault) for fault in reversed(found.faults)):
            break
    if found.faults:
        found.orders = [order for order, _ in reader.ordered]
        found.notes += [attrs.evolve(note, sure=GUESSED) for _, note in reader.ordered]
    else:
        _try_orders(found, whole, reader.ordered)
    return found


_PLACED: Final = re.compile(r"(fortifications|vehicles)\[(\d+)\]\.(\w+)")


def _taken_away(found: Setup, fault: BadInput) -> bool:
    """Leave a Fortification that may not be where it lies; a vehicle, offboard; an EC guessed."""
    place = _PLACED.fullmatch(fault.where)
    if place is None:
        return fault.where == "ec" and _wetter(found)
    of, number, key = found.values[place[1]], int(place[2]), place[3]
    spec = of[number]
    what, at = spec.get("kind") or spec["id"], spec.get("hex") or spec.get("at")
    if place[1] == "fortifications":
        del of[number]
    elif at is None or key not in ("at", "motion"):
        return False
    else:
        of[number] = {k: v for k, v in spec.items() if k not in ("at", "motion")}
    found.notes.append(SetupNote(LEFT, what, at, fault.what))
    return True


def _wetter(found: Setup) -> bool:
    """Guess an EC that is one step wetter; not in place of one that a counter shows."""
    steps, was = list(EC), found.values["ec"]
    for number, note in enumerate(found.notes):
        if note.what == f"ec = {was!r}" and was != EC.MUD:
            ec = found.values["ec"] = steps[steps.index(was) - 1].value
            found.notes[number] = attrs.evolve(note, what=f"ec = {ec!r}")
            return True
    return False


def _try_orders(found: Setup, values: dict[str, Any], ordered: list[tuple[str, SetupNote]]) -> None:
    """Give the orders to a game of the scenario; those that are refused are left."""
    game = Game.new(decode_scenario(values), "setup")
    game.do("wc")
    for order, note in ordered:
        try:
            game.do(order)
        except BadInput as error:
            found.notes.append(attrs.evolve(note, sure=LEFT, why=error.what))
        else:
            found.orders.append(order)
            found.notes.append(note)


# The first state ----------------------------------------------------------------------------------


@attrs.define
class _FirstState:
    """The pieces on the main map with the states of their traits, boards, and properties."""

    pieces: list[tuple[VassalPiece, tuple[str, ...]]] = attrs.field(factory=list)
    elsewhere: Counter[str] = attrs.field(factory=Counter)
    boards: BoardLine = ()
    unread: str = ""
    properties: list[tuple[str, str]] = attrs.field(factory=list)


def _first_state(archive: Archive) -> _FirstState:
    found = _FirstState()
    for step, command in commands_of(archive.text):
        if step:
            break
        match command:
            case CommandKind.ADD, [id_, type_, state]:
                piece = piece_of(id_, type_, state)
                if piece is not None and piece.map in MAIN_MAPS:
                    found.pieces.append((piece, chain_of(state)))
                elif piece is not None:
                    found.elsewhere[piece.name] += 1
            case CommandKind.BOARDS, [text]:
                boards = read_board_line(text)
                found.boards, found.unread = boards or found.boards, text * (boards is None)
            case CommandKind.PROPERTY, [name, value]:
                found.properties.append((name, value))
    return found


# What counters become -----------------------------------------------------------------------------

_EC: Final = re.compile(r"EC: \S+ (\w[\w ]*)")
_TURNS: Final = re.compile(r"([0-9]{1,2})-Turn Track")
_NVR: Final = re.compile(r"NVR ([0-6])")
_NOT_IN_A_NAME: Final = re.compile(r"[^\w .+*/()&\"°-]+")
_STATES: Final = {"Immob.": "immobilize", "Bog": "bog", "Shock": "shock", "stun": "stun"}
"""Orders by the names of counters that lie on a vehicle."""
_MARKS: Final = ("User-Labeled", "Reinf.", "Game Turn", "Axis CVP Count", "Allied CVP Count")
"""Counters that are no part of a setup."""
_LONGEST: Final = 60
_MOST_ORDERS: Final = 1000


class _Reader:
    """Makes plain values of a scenario, orders and notes of a first state."""

    def __init__(self, first: _FirstState, boards: SetupBoards, name: str, *, desert: bool) -> None:
        self._first, self._boards = first, boards
        self._name, self._desert = name, desert
        self._notes: list[SetupNote] = []
        self.ordered: list[tuple[str, SetupNote]] = []
        self._values: dict[str, Any] = {}
        self._lists: dict[str, Any] = {"vehicles": [], "fortifications": []}
        self._labels: Counter[str] = Counter()
        self._counters: dict[str, str] = {}
        self._camps = self._sides()
        self._on: dict[tuple[int, int], list[str]] = {}
        self._motion = {(p.x, p.y) for p, _ in first.pieces if p.basic == "Motion"}

    def read(self) -> Setup:
        """All that the state has."""
        boards = self._boards
        self._notes += boards.notes
        for piece, states in sorted(self._first.pieces, key=_first_of_all):
            self._take(piece, states)
        for name, value in self._first.properties:
            for topic, shown in shown_by_property(name, value):
                self._sky(topic, shown, name, told=False)
        for name, times in self._first.elsewhere.items():
            if name not in _MARKS:
                self._note(LEFT, f"{times} x {name}", "", "it lies beside the main map")
        values = self._header() | self._values | boards.keys
        if values.get("wind", "No Wind") == "No Wind" and values.pop("wind_direction", None):
            self._note(LEFT, "Wind Dir", "", "there is no direction in No Wind (B25.64)")
        values |= {"boards": boards.values} | {k: of for k, of in self._lists.items() if of}
        return Setup(values, boards.files, notes=self._notes, counters=self._counters)

    def _header(self) -> dict[str, Any]:
        """What every scenario has, and no save says."""
        land, ec = ("Libya", EC.DRY) if self._desert else ("Europe", EC.MODERATE)
        values: dict[str, Any] = {"name": Path(self._name).stem}
        for key, usual, why in (
            ("land", land, "it decides what is an Arid Land"),
            ("month", "June", "it decides Weather and EC with the land"),
            ("turns", 10, "the Game Turns of the scenario card"),
            ("ec", ec.value, "EC of the scenario card"),
        ):
            values[key] = usual
            if key not in self._values:
                self._note(GUESSED, f"{key} = {usual!r}", "", f"no save has it: {why}")
        return values | {"sides": list(self._camps["sides"])}

    def _note(self, sure: str, what: str, at: str, why: str) -> None:
        self._notes.append(SetupNote(sure, what[:_LONGEST], at, why))

    # Sides ------------------------------------------------------------------------------------

    def _sides(self) -> dict[str, Any]:
        """The two sides, and the side of each nation on the table."""
        counted = Counter(filter(None, (nation_of(piece) for piece, _ in self._first.pieces)))
        camps: list[Counter[str]] = [Counter(), Counter()]
        for code, times in counted.items():
            camps[code in ALLIED][(AXIS | ALLIED)[code]] += times
        common = [[name for name, _ in camp.most_common()] for camp in camps]
        sides = [names[0] if names else camp for names, camp in zip(common, _CAMPS, strict=True)]
        alone = next((names for names in common if len(names) > 1), None)
        if alone is not None and not all(common):
            sides = alone[:2]
        of = {}
        for code in counted:
            name = (AXIS | ALLIED)[code]
            of[code] = name if name in sides else sides[code in ALLIED]
            if name != of[code]:
                self._note(GUESSED, f"{name} counters", "", f"they are of the {of[code]} side")
        self._note(GUESSED, f"sides {' and '.join(sides)}", "", "the nations of most counters")
        return {"sides": sides, "of": of}

    # One counter --------------------------------------------------------------------------------

    def _take(self, piece: VassalPiece, states: tuple[str, ...]) -> None:
        if piece.basic in (*_MARKS, "Motion"):
            return
        if (track := track_of(piece.name)) is not None:
            self._track(track, piece.basic)
        elif (shown := shown_by_piece(piece)) is not None:
            self._sky(*shown, piece.name)
        elif not self._fact(piece, states):
            at = self._hex(piece)
            if not (self._vehicle(piece, at) or self._laid(piece, at)):
                self._note(LEFT, piece.name, at or "", self._why_left(piece, at))

    def _why_left(self, piece: VassalPiece, at: str | None) -> str:
        if any("/gun/" in each for each in piece.types):
            return "a scenario has no Guns; a vehicle can tow one"
        if at is None and (unit_of(piece) or fort_of(piece) or marker_of(piece.name)):
            return "it lies on no hex of the boards"
        return "neither a scenario nor an order has such a thing"

    def _hex(self, piece: VassalPiece) -> str | None:
        """The hex of a counter by its name in the scenario; None off the boards."""
        found, boards = self._boards.table.hex_at(piece.x, piece.y), self._boards
        if found is None:
            return None
        name = boards.values[boards.places.index(found.board)]["name"] if boards.values[1:] else ""
        return f"{name}{found.hex}"

    def _label(self, name: str) -> str:
        """A name of its own for a counter: of two with one name, the second has a 2 behind it."""
        base = _NOT_IN_A_NAME.sub(" ", name).strip()[:36].strip() or "counter"
        label = base = base if LABEL.fullmatch(base) else "counter"
        while label.lower() in self._labels:
            self._labels[base.lower()] += 1
            label = f"{base} {self._labels[base.lower()]}"
        self._labels[label.lower()] += 1
        return label

    def _vehicle(self, piece: VassalPiece, at: str | None) -> bool:
        found = vehicle_of(piece)
        if found is None:
            return False
        label, side = self._label(found.name), self._camps["of"][nation_of(piece)]
        values: dict[str, Any] = {"id": label, "side": side, "movement": found.movement.value}
        values |= {"mp": found.mp, "armour": found.armour.value}
        motion = at is not None and (piece.x, piece.y) in self._motion and not found.wreck
        values |= {"bu": True} if found.bu else {}
        values |= {} if at is None else {"at": at}
        values |= {"motion": True} if motion else {}
        self._lists["vehicles"].append(values)
        self._counters[piece.id] = label
        place = at or "offboard"
        armour = "unarmoured" if found.armour is Armour.NONE else found.armour
        sure, guess = [side], [f"mp = {found.mp}, which only its picture shows"]
        (sure if found.listed else guess).append(found.movement)
        (guess if found.wreck else sure).append(armour)
        self._note(TAKEN, label, place, ", ".join(sure) + _turned(piece))
        self._note(GUESSED, label, place, ", ".join(guess))
        if motion:
            self._values["rulings"] = {"D2.4-setup": "ssr"}
            self._note(GUESSED, label, place, "Motion in setup, by SSR (D2.4)")
        self._on.setdefault((piece.x, piece.y), []).append(label)
        if found.wreck:
            self._order(f"destroy {as_word(label)}", f"Wreck of {label}", place)
        return True

    def _order(self, order: str, what: str, at: str, sure: str = TAKEN, more: str = "") -> None:
        """An order that sets something up; whether it is taken is found when it is tried."""
        if len(self.ordered) >= _MOST_ORDERS:
            self._note(LEFT, what, at, f"more than {_MOST_ORDERS} orders are not tried")
            return
        self.ordered.append((order, SetupNote(sure, what, at, f"order `{order}`{more}")))

    def _laid(self, piece: VassalPiece, at: str | None) -> bool:
        """What lies in a hex: a Fortification, a unit, SMOKE, fire, rubble, the state of a tank."""
        if at is None:
            return False
        if (fort := fort_of(piece)) is not None:
            self._lists["fortifications"].append({"hex": at, **fort})
            why = f"{fort['kind']}, of no side: no counter says whose"
            self._note(TAKEN, piece.name, at, why)
            return True
        state = next((word for name, word in _STATES.items() if piece.basic.startswith(name)), None)
        on = self._on.get((piece.x, piece.y), ())
        if state is not None and len(on) == 1:
            self._order(f"{state} {as_word(on[0])}", piece.name, at)
            return True
        if (unit := unit_of(piece)) is not None:
            self._unit(piece, *unit, at)
            return True
        marker = marker_of(piece.name, tuple(each.image for each in piece.layers))
        order = None if marker is None else order_of(marker, at)
        if order is None:
            return False
        self._order(format_order(order), piece.name, at)
        return True

    def _unit(self, piece: VassalPiece, name: str, kind: UnitKind, at: str) -> None:
        label, side = self._label(name), self._camps["of"][nation_of(piece)]
        word, owner = as_word(label), as_word(side)
        pp, sure, more = ("", TAKEN, "") if kind is not UnitKind.SW else _ONE_PP
        order = f"unit {word} {kind} {at} by {owner}{pp}"
        self._order(order, piece.name, at, sure, more)
        if piece.name.startswith("broken "):
            self._order(f"break {word}", piece.name, at)

    # What lies beside the boards ----------------------------------------------------------------

    def _track(self, track: VaslTurn, basic: str) -> None:
        camp = _FIRST.search(basic)
        if camp is not None:
            self._values["first"] = self._camps["sides"][_CAMPS.index(camp[1])]
            self._note(TAKEN, basic, "", f"first = {self._values['first']!r}")
        if track.turn > 1 or track.phase != "RPh":
            self._note(LEFT, str(track), "", "a scenario begins with Turn 1")

    def _sky(self, topic: Topic, value: str, what: str, *, told: bool = True) -> None:
        """A marker or property of the environment; one that shows nothing changes nothing."""
        if value in NOTHING:
            return
        key, said, sure, why = _weather(topic, value)
        if key in self._values and (sure == GUESSED or not told):
            key, why = "", f"{key} is as another counter has it"
        if key:
            self._values[key] = said
        if told or key:
            self._note(sure if key else LEFT, what, "", f"{key} = {said!r}{why}" if key else why)

    def _fact(self, piece: VassalPiece, states: tuple[str, ...]) -> bool:
        """EC, Weather, north, NVR, the turn track: whether a counter is one of these."""
        if (found := _EC.search(piece.name)) and found[1] in list(EC):
            key, value, why = "ec", found[1], ""
        elif piece.name in _WEATHERS:
            key, value, why = "weather", _WEATHERS[piece.name].value, ""
        elif piece.name == "Weather: Mist":
            key, value, why = "mist", True, ""
        elif found := _TURNS.fullmatch(piece.basic):
            key, value, why = "turns", int(found[1]), ", as long as the track"
        elif found := _NVR.search(piece.name):
            self._values["time_of_day"] = "Night"
            key, value, why = "nvr", int(found[1]), " at Night"
        elif piece.basic == "North":
            turned = [s for t, s in zip(piece.types, states, strict=True) if t.startswith("rotate")]
            at = int(turned[0]) % 4 if turned and turned[0].isdigit() else 0
            key, value, why = "north", ("up", "right", "down", "left")[at], ""
        else:
            return False
        self._values[key] = value
        hinted = key == "weather" and value not in piece.name
        sure = GUESSED if hinted or key in ("turns", "north") else TAKEN
        self._note(sure, piece.name, "", f"{key} = {value!r}{why}")
        return True


def _first_of_all(each: tuple[VassalPiece, tuple[str, ...]]) -> tuple[bool, bool]:
    """Vehicles before what lies on them, and Weather before what hints at it."""
    return vehicle_of(each[0]) is None, each[0].basic != "Weather"


_WEATHERS: Final = {f"Weather: {each}": each for each in Weather} | {
    "Weather: Gusty": Weather.GUSTY,
    "Weather: Heavy Rain & Mud": Weather.MUD_AND_OVERCAST,
    "Weather": Weather.OVERCAST,
}
"""What the faces of VASL's Weather counter are called; that of Heavy Rain has no name."""
_CAMPS: Final = ("Axis", "Allied")
_FIRST: Final = re.compile(r"(Axis|Allied) 1st")
_VCA: Final = re.compile(r"\bv?ca([1-6])")
_ONE_PP: Final = (" pp 1", GUESSED, ", whose PP only its picture shows")


def _turned(piece: VassalPiece) -> str:
    found = _VCA.search(piece.name)
    return f"; its VCA, from hexside {found[1]} on, is left" if found else ""


def _weather(topic: Topic, value: str) -> tuple[str, Any, str, str]:
    """Key and value of a scenario for what a marker shows, how sure that is, and why."""
    match topic:
        case Topic.WIND:
            return "wind", value, TAKEN, ""
        case Topic.DIRECTION:
            return "wind_direction", int(value), TAKEN, ""
        case Topic.DUST if value in list(Density):
            return "dust", value, TAKEN, ""
        case Topic.MIST:
            return "mist", value == "yes", TAKEN, ""
        case Topic.GUSTS if value == "yes":
            return "weather", "Clear & Gusty", GUESSED, ", whose Gusts a Wind Change DR brings"
        case Topic.RAIN if not value.startswith("No"):
            return "weather", "Overcast", GUESSED, ", whose rain a Wind Change DR brings"
        case Topic.SUN if not value.startswith("No"):
            return "time_of_day", value.removesuffix(" Sun Blindness"), TAKEN, ""
    return "", None, LEFT, f"{topic}: the rules give it, no scenario says it"
