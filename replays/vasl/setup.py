"""A scenario of ours out of a save of VASL, or out of the state in which a log begins.

Boards, vehicles, Fortifications and weather go into the scenario; what only orders can set up
becomes orders, which are tried in a game of it. What a scenario cannot say is told, by counter.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from events.codec import decode_scenario
from events.commands import Destroy, PlaceFFE
from events.errors import BadInput
from events.field import LABEL, as_word
from events.orders import format_order
from events.terms import EC, Armour, Density, Month, UnitKind, Weather
from replays.game.file import demand, exists
from replays.game.game import Game
from replays.game.scenario_file import every_fault, load_board, values_toml, with_whole_boards
from replays.vasl import NAMES
from replays.vasl.board_line import MAIN_MAPS, BoardLine, LaidBoard, VaslMap, read_board_line
from replays.vasl.chat import track_of
from replays.vasl.command import CommandKind, VassalPiece, chain_of, commands_of, piece_of
from replays.vasl.container import Archive
from replays.vasl.importer import label_words
from replays.vasl.marker import (
    NOTHING,
    MarkerKind,
    Topic,
    calibre_in,
    ec_of,
    marker_of,
    shown_by_piece,
    shown_by_property,
    wreck_of,
)
from replays.vasl.placement import NO_CALIBRE, order_of
from replays.vasl.setup_counter import ALLIED, AXIS, fort_of, is_gun, nation_of, unit_of, vehicle_of
from sim.map.board import local_name

TAKEN, GUESSED, LEFT = "taken", "guessed", "left"


@attrs.frozen
class SetupNote:
    """What became of something on the table: how sure that is, what it is, where it lies, why."""

    sure: str
    what: str
    at: str
    why: str


@attrs.define
class Setup:
    """A scenario out of a save.

    ``values`` are those of its file, ``files`` the new board files beside it; ``orders`` set up
    what no scenario can, after the first Wind Change DR; ``counters`` are the vehicles by the
    numbers that their counters have in VASL; ``faults`` are what `khamsin check` says.
    """

    values: dict[str, Any] = attrs.field(factory=dict)
    files: dict[str, str] = attrs.field(factory=dict)
    orders: list[str] = attrs.field(factory=list)
    counters: dict[str, str] = attrs.field(factory=dict)
    notes: list[SetupNote] = attrs.field(factory=list)
    faults: list[BadInput] = attrs.field(factory=list)

    def note(self, sure: str, what: str, at: str, why: str) -> None:
        """Say what became of something."""
        self.notes.append(SetupNote(sure, what, at, why))

    def lines(self) -> Iterator[str]:
        """What was taken, guessed and left, in lines; of what is the same is told in one.

        Many things that a line names are not all named again by a later one.
        """
        same: dict[tuple[str, str], Counter[str]] = {}
        named: set[str] = set()
        for note in self.notes:
            at = f" ({note.at})" if note.at else ""
            same.setdefault((note.sure, note.why), Counter())[note.what + at] += 1
        for wanted in (TAKEN, GUESSED, LEFT):
            for (sure, why), found in same.items():
                if sure == wanted:
                    many = ", ".join(
                        f"{n} x {what}" if n > 1 else what for what, n in found.items()
                    )
                    if len(found) > _MOST_AGAIN and named >= found.keys():
                        many = f"{next(iter(found))} and {len(found) - 1} others of those above"
                    named |= found.keys()
                    yield f"{sure:8} {many}: {why}"
        for fault in self.faults:
            yield f"a person is wanted: {fault}"

    def text(self, source: str) -> str:
        """The scenario as TOML."""
        return f"# The setup of {source}\n{values_toml(self.values)}"


def setup_of(archive: Archive, folder: str | None, beside: Path) -> Setup:
    """The scenario of the first state of a save or log.

    Args:
        archive: the save or log.
        folder: VASL's board archives; without one boards are plain, or files beside the scenario.
        beside: the file that the scenario is for; board files are called after it.

    Raises:
        BadInput: where no board is in the folder, or one cannot be imported.
    """
    first, found = _first_state(archive), Setup()
    boards = _Boards(first.boards, folder, beside, found)
    boards.read(first.unread)
    inline = with_whole_boards({"boards": boards.whole}, beside.parent)
    desert = any(each["desert"] for each in inline["boards"])
    reader = _Reader(first, boards, found, archive.name, desert=desert)
    reader.read()
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


_MOST_AGAIN: Final = 4
"""More things than these are not named a second time."""

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
    found.note(LEFT, what, at, fault.what)
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


# Boards -------------------------------------------------------------------------------------------

_DESERT: Final = range(25, 32)
"""Numbers of Desert Boards: what a board is taken for whose terrain is not at hand."""
_BY_KEY: Final = {"SteppeTerrain": "steppe", "BrokenTerrain": "broken"}
"""Special rules of VASL that a scenario says in a key of its own (191)."""
_LONGEST_LINE: Final = 80


class _Boards:
    """The boards of a board line as a scenario lists them, row by row.

    ``places`` are their numbers in the line, in the order of the list; ``whole`` are the boards
    with what is in their files; ``keys`` is what they put into the scenario.
    """

    def __init__(
        self, laid: Sequence[LaidBoard], folder: str | None, beside: Path, found: Setup
    ) -> None:
        self._laid, self._folder, self._beside, self._found = laid, folder, beside, found
        self.table = VaslMap.of(laid)
        self.places = sorted(range(len(laid)), key=lambda n: (laid[n].row, laid[n].column))
        self.values: list[dict[str, Any]] = []
        self.whole: list[dict[str, Any]] = []
        self.keys: dict[str, Any] = {}

    def read(self, unread: str) -> None:
        """Import all boards, or take them from files; a line that was not understood is told."""
        if self._folder is not None:
            demand("numpy", "importing a board")
            from replays.vasl.board_grid import vasl_map  # noqa: PLC0415 - needs NumPy

            self.table = vasl_map(self._laid, self._folder, least=1)
        rows = sorted({each.row for each in self._laid})
        for number in self.places:
            board = self._laid[number]
            values, whole = self._board(number, f"board {board.name}")
            more: dict[str, Any] = {"rotated": True} if board.reversed else {}
            if len(rows) > 1:
                more["row"] = rows.index(board.row) + 1
            twice = sum(each["name"].rstrip("x") == values["name"] for each in self.values)
            more["name"] = values["name"] + "x" * twice
            self.values.append(values | more)
            self.whole.append(whole | more)
        if not self._laid:
            self.values.append({"name": "1", "desert": False})
            self.whole = self.values
            line = repr(unread[:_LONGEST_LINE])
            why = f"{line} is not understood: a board has its own place, and a name"
            why = why if unread else "none lies on the table"
            self._found.note(LEFT, "boards", "", f"{why}; a plain one stands in")

    def _board(self, number: int, called: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """A board as the scenario has it, imported or not; and written out, if it is."""
        board, size, note = self._laid[number], self.table.sizes[number], self._found.note
        for rule in set(board.rules) & _BY_KEY.keys():
            self.keys[_BY_KEY[rule]] = True
            note(TAKEN, called, "", f"{rule}: {_BY_KEY[rule]} = true, for all boards")
        rules = [each for each in board.rules if each not in _BY_KEY]
        crop, part = None, dict[str, Any]()
        if board.crop is not None:
            first, last, wider = size.part(board.crop)
            if first == last:
                box = size.box(board.crop)
                play = f"the part of {called} in play, {box.width} by {box.height} pixels"
                raise BadInput(f"{play}, has no hexes")
            crop = f"{local_name(first)}-{local_name(last)}"
            part = {"width": last.column - first.column + 1, "height": last.row - first.row + 1}
            part["first"] = local_name(first)
            why = ", a hexrow wider than VASL's" if wider else ""
            note(GUESSED if wider else TAKEN, called, "", f"its part {crop}{why}")
        archive = f"{self._folder or ''}/bd{board.name}"
        bring, how = (
            "--boards FOLDER brings what is in VASL's archives",
            "--boards FOLDER imports it",
        )
        if self._folder is not None and exists(archive):
            return self._imported(number, called, archive, rules, crop)
        if self._folder is not None:
            bring = how = f"there is no {Path(archive).name} in {self._folder}"
        file, name = self._beside.parent / f"bd{board.name}.toml", board.name.lstrip("0") or "1"
        for what in (*rules, *(f"overlay {each.name}" for each in board.overlays)):
            note(LEFT, called, "", f"{what}; {bring}")
        if exists(file) and crop is None:
            note(TAKEN, called, "", f"the file {file.name}")
            values = {"from": file.name, "name": load_board(file).name or name}
            return values, values
        note(LEFT, called, "", f"its terrain; {how}, and a plain one stands in")
        plain = {"name": name, "desert": name.isdigit() and int(name) in _DESERT, **part}
        return plain, plain

    def _imported(
        self, number: int, called: str, archive: str, rules: Sequence[str], crop: str | None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A board imported into a file beside the scenario."""
        from replays.vasl.board_archive import SHARED  # noqa: PLC0415 - needs NumPy
        from replays.vasl.board_import import import_board  # noqa: PLC0415 - needs NumPy
        from replays.vasl.board_overlay import Placing  # noqa: PLC0415 - needs NumPy

        board, size, note = self._laid[number], self.table.sizes[number], self._found.note
        cut = size.box(board.crop)
        if min(cut.x, cut.y) < 0 or cut.x + cut.width > size.across + size.pitch[0] / 2:
            raise BadInput(f"the part of {called} in play reaches beyond its {size.across} pixels")
        laid = {f"overlay {Placing(*attrs.astuple(o))}": o for o in board.overlays}
        if (rules or laid) and not exists(Path(archive).with_name(SHARED)):
            what = ", ".join((*rules, *laid))
            raise BadInput(f"{what} of {called} needs {SHARED} of VASL in it", self._folder or "")
        imported = None
        while imported is None:
            try:
                placed = tuple(laid.values())
                imported = import_board(archive, rules=rules, crop=crop, overlays=placed)
            except BadInput as error:
                said = f"overlay {error.what}".partition("; --")[0]
                bad = next((each for each in laid if said.startswith(each)), None)
                known = [each for each in rules if not error.what.startswith(f"{each!r} ")]
                if bad is not None:
                    del laid[bad]
                elif len(known) < len(rules):
                    rules, said = known, error.what
                else:
                    raise
                note(LEFT, called, "", said)
        part = "" if board.crop is None else f"-{crop}"
        file = f"{self._beside.stem}-{board.name}{part}.toml"
        self._found.files[file] = values_toml(imported.values)
        turned, said = ", reversed" * board.reversed, ", ".join((*rules, *laid))
        note(TAKEN, called, "", f"{file}{turned}{f', with {said}' if said else ''}")
        notes = [str(each) for each in imported.report.notes if each.sureness != "understood"]
        for each in notes:
            if each.startswith("overlay "):
                note(LEFT, called, "", each)
        if notes:
            things = "1 thing" if len(notes) == 1 else f"{len(notes)} things"
            note(GUESSED, called, "", f"{things} in it; `khamsin board draw` shows them")
        return {"from": file, "name": imported.values["name"]}, imported.values


# What counters become -----------------------------------------------------------------------------

_TURNS: Final = re.compile(r"([0-9]{1,2})-Turn Track")
_NVR: Final = re.compile(r"NVR ([0-6])")
_NOT_IN_A_NAME: Final = re.compile(r"[^\w .+*/()&\"°-]+")
_STATES: Final = {"Immob.": "immobilize", "Bog": "bog", "Shock": "shock", "stun": "stun"}
"""Orders by the names of counters that lie on a vehicle."""
_MARKS: Final = ("User-Labeled", "Reinf.", "Game Turn", "Axis CVP Count", "Allied CVP Count")
"""Counters that are no part of a setup."""
_WEATHERS: Final = {f"Weather: {each}": each.value for each in Weather} | NAMES["weather"]
"""What the faces of VASL's Weather counter are called; that of Heavy Rain has no name."""
_MONTH: Final = re.compile(
    rf"\([^()]{{0,40}}\b({'|'.join(Month)})\b[^()]{{0,20}} [0-9]{{4}}\)\s*\Z"
)
"""The date with which the label of a scenario ends, such as *(6th April, 1944)*."""
_CAMPS: Final = ("Axis", "Allied")
_FIRST: Final = re.compile(r"(Axis|Allied) 1st")
_VCA: Final = re.compile(r"\bv?ca([1-6])")
_DRIFTED: Final = ", as if placed there; what drifted goes when the wind turns (A24.61)"
_LONGEST: Final = 60
_MOST_ORDERS: Final = 1000


class _Reader:
    """Makes the values of a scenario, orders and notes of a first state."""

    def __init__(
        self, first: _FirstState, boards: _Boards, found: Setup, name: str, *, desert: bool
    ) -> None:
        self._first, self._boards, self._found = first, boards, found
        self._name, self._desert = name, desert
        self.ordered: list[tuple[str, SetupNote]] = []
        self._values: dict[str, Any] = {}
        self._vehicles: list[dict[str, Any]] = []
        self._forts: list[dict[str, Any]] = []
        self._labels: Counter[str] = Counter()
        self._on: dict[tuple[int, int], list[str]] = {}
        self._motion = {(p.x, p.y) for p, _ in first.pieces if p.basic == "Motion"}

    def read(self) -> None:
        """All that the state has."""
        before, self._found.notes = self._found.notes, []
        self._sides, self._side_of = self._camps()
        self._found.notes += before
        for piece, states in sorted(self._first.pieces, key=_first_of_all):
            self._take(piece, states)
        for name, value in self._first.properties:
            for topic, shown in shown_by_property(name, value):
                self._sky(topic, shown, name, told=False)
        for name, times in self._first.elsewhere.items():
            if name not in _MARKS:
                self._note(LEFT, f"{times} x {name}", "", "it lies beside the main map")
        values = self._header() | self._values | self._boards.keys
        if values.get("wind", "No Wind") == "No Wind" and values.pop("wind_direction", None):
            self._note(LEFT, "Wind Dir", "", "there is no direction in No Wind (B25.64)")
        lists = {"vehicles": self._vehicles, "fortifications": self._forts}
        values |= {"boards": self._boards.values} | {key: of for key, of in lists.items() if of}
        self._found.values = values

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
        return values | {"sides": self._sides}

    def _note(self, sure: str, what: str, at: str, why: str) -> None:
        self._found.note(sure, what[:_LONGEST], at, why)

    def _camps(self) -> tuple[list[str], dict[str, str]]:
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
        return sides, of

    # One counter --------------------------------------------------------------------------------

    def _take(self, piece: VassalPiece, states: tuple[str, ...]) -> None:
        if found := next(filter(None, map(_MONTH.search, map(label_words, piece.labels))), None):
            self._values["month"] = found[1]
            self._note(TAKEN, f"month = {found[1]!r}", "", "the date of a label")
        if piece.basic in (*_MARKS, "Motion") or self._track(piece):
            return
        if (shown := shown_by_piece(piece)) is not None:
            self._sky(*shown, piece.name)
        elif not self._fact(piece, states):
            at = self._hex(piece)
            if not (self._vehicle(piece, at) or (at is not None and self._laid(piece, at))):
                self._note(LEFT, piece.name, at or "", self._why_left(piece, at))

    def _why_left(self, piece: VassalPiece, at: str | None) -> str:
        if nation_of(piece) and is_gun(piece):
            return "a scenario has no Guns; a vehicle can tow one"
        marker = marker_of(piece.name)
        if at is None and (unit_of(piece) or fort_of(piece) or marker):
            return "it lies on no hex of the boards"
        if marker is not None and marker.kind is MarkerKind.FFE:
            return NO_CALIBRE
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
        label, side = self._label(found.name), self._side_of[nation_of(piece)]
        spot = piece.x, piece.y
        values: dict[str, Any] = {"id": label, "side": side, "movement": found.movement.value}
        values |= {"mp": found.mp, "armour": found.armour.value}
        motion = at is not None and spot in self._motion and not found.wreck
        more = {"bu": found.bu, "at": at, "motion": motion}
        self._vehicles.append(values | {key: value for key, value in more.items() if value})
        self._found.counters[piece.id] = label
        self._on.setdefault(spot, []).append(label)
        place = at or "offboard"
        sure, guess = [side], [f"mp = {found.mp}, which only its picture shows"]
        (sure if found.listed else guess).append(found.movement)
        armour = "unarmoured" if found.armour is Armour.NONE else found.armour
        (guess if found.wreck else sure).append(armour)
        turned = _VCA.search(piece.name)
        vca = f"; its VCA, from hexside {turned[1]} on, is left" if turned else ""
        self._note(TAKEN, label, place, ", ".join(sure) + vca)
        self._note(GUESSED, label, place, ", ".join(guess))
        if motion:
            self._values["rulings"] = {"D2.4-setup": "ssr"}
            self._note(GUESSED, label, place, "Motion in setup, by SSR (D2.4)")
        if found.wreck:
            burning = wreck_of(label, (piece.name, *piece.labels)).burning
            self._order(format_order(Destroy(label, burning)), f"Wreck of {label}", place)
        return True

    def _order(self, order: str, what: str, at: str, sure: str = TAKEN, more: str = "") -> None:
        """An order that sets something up; whether it is taken is found when it is tried."""
        if len(self.ordered) >= _MOST_ORDERS:
            self._note(LEFT, what, at, f"more than {_MOST_ORDERS} orders are not tried")
        else:
            self.ordered.append((order, SetupNote(sure, what, at, f"order `{order}`{more}")))

    def _laid(self, piece: VassalPiece, at: str) -> bool:
        """What lies in a hex: a Fortification, a unit, SMOKE, fire, rubble, the state of a tank."""
        if (fort := fort_of(piece)) is not None:
            self._forts.append({"hex": at, **fort})
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
        pictures = tuple(each.image for each in piece.layers)
        marker = marker_of(piece.name, pictures, piece.labels)
        if marker is None:
            return False
        order, calibre = order_of(marker, at), calibre_in(piece.labels)
        if marker.kind is MarkerKind.FFE and calibre is not None:
            order = PlaceFFE(self._label(marker.colour or "FFE"), at, calibre, marker.ffe)
        if order is not None:
            sure, more = (GUESSED, _DRIFTED) if marker.gray else (TAKEN, "")
            self._order(format_order(order), piece.name, at, sure, more)
        return order is not None

    def _unit(self, piece: VassalPiece, name: str, kind: UnitKind, at: str) -> None:
        word, owner = as_word(self._label(name)), as_word(self._side_of[nation_of(piece)])
        order = f"unit {word} {kind} {at} by {owner}"
        if kind is UnitKind.SW:
            why = ", whose PP only its picture shows"
            self._order(f"{order} pp 1", piece.name, at, GUESSED, why)
        else:
            self._order(order, piece.name, at)
        if piece.name.startswith("broken "):
            self._order(f"break {word}", piece.name, at)

    # What lies beside the boards ----------------------------------------------------------------

    def _track(self, piece: VassalPiece) -> bool:
        track, camp = track_of(piece.name), _FIRST.search(piece.basic)
        if track is not None and camp is not None:
            first = self._values["first"] = self._sides[_CAMPS.index(camp[1])]
            self._note(TAKEN, piece.basic, "", f"first = {first!r}")
        if track is not None and (track.turn > 1 or track.phase != "RPh"):
            self._note(LEFT, str(track), "", "a scenario begins with Turn 1")
        return track is not None

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
        why = ""
        value: Any
        if ec := ec_of(piece.name):
            key, value = "ec", ec.value
        elif piece.name in _WEATHERS:
            key, value = "weather", _WEATHERS[piece.name]
        elif piece.name == "Weather: Mist":
            key, value = "mist", True
        elif found := _TURNS.fullmatch(piece.basic):
            key, value, why = "turns", int(found[1]), ", as long as the track"
        elif found := _NVR.search(piece.name):
            self._values["time_of_day"] = "Night"
            key, value, why = "nvr", int(found[1]), " at Night"
        elif piece.basic == "North":
            turned = [s for t, s in zip(piece.types, states, strict=True) if t.startswith("rotate")]
            at = int(turned[0]) % 4 if turned and turned[0].isdigit() else 0
            key, value = "north", ("up", "right", "down", "left")[at]
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
