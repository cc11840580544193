"""The margins of a map: the banner with the Turn Track, the gauges, the side panel, the caption."""

from cmath import rect
from collections.abc import Iterable, Iterator
from math import radians
from textwrap import wrap
from typing import Final

from events.moment import PHASES
from events.terms import Density, North, TimeOfDay
from replays.drawing.counter import MOST, counters_by_hex, draw_card, draw_emblem
from replays.drawing.palette import side_class
from replays.drawing.sightline import los_facts
from replays.drawing.svg import CORNERS, HIGH, SIDE, dot, label, number, path, ring, run, tag, title
from replays.drawing.terrain import short_name
from replays.drawing.weather import chevrons, sun, veil_over
from sim.chapter_11.in_effect import in_effect
from sim.chapter_ad.lft_boards import printed_bins
from sim.chapter_b.roads import bridge_at
from sim.chapter_b.wind_change import has_direction
from sim.map.hexes import HEXSIDES
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.soundness import MOST_TURNS
from sim.state import Ground, State, Wind

_NORTH: Final = {North.UP: 0, North.RIGHT: 90, North.DOWN: 180, North.LEFT: 270}
_SHORT: Final = ("None", "Light", "Mod.", "Heavy", "V.Hvy", "E.Hvy")
_HOURS: Final = {
    TimeOfDay.EARLY_MORNING: 0.08,
    TimeOfDay.MID_MORNING: 0.3,
    TimeOfDay.MIDDAY: 0.5,
    TimeOfDay.MID_AFTERNOON: 0.7,
    TimeOfDay.LATE_AFTERNOON: 0.92,
}
"""How far along its arc the sun stands."""


def draw_dust_gauge(density: Density | None, at: complex, width: float) -> Iterator[str]:
    """Six boxes from None to Extremely Heavy, each with its veil; the present one is framed."""
    step = width / len(Density)
    for n, each in enumerate(Density):
        left = at + n * step
        wide = step - 3
        shape = ring((left, left + wide, left + complex(wide, 24), left + 24j))
        here = each is density
        yield tag(
            "g",
            title(f"{each} Dust{', now' if here else ''}"),
            path(shape, "d0"),
            veil_over(each, shape),
            path(shape, "current" if here else "gauge"),
            label(_SHORT[n], left + complex(wide / 2, 38), "strong" if here else "tiny", size=10.5),
        )


def draw_wind(wind: Wind, at: complex) -> Iterator[str]:
    """A hex with the numbers of its hexsides, and chevrons to where the wind blows."""
    size = 44 / SIDE
    yield path(ring(at + size * corner for corner in CORNERS), "rose")
    for side in HEXSIDES:
        out = rect(HIGH / 2 * size + 9, radians(60 * (side - 1) - 90))
        here = side == wind.direction
        yield label(str(side), at + out + 4j, "strong" if here else "tiny", size=12 if here else 11)
    if wind.direction is None:
        said = "?" if has_direction(wind.force) else "no wind"
        yield label(said, at + 4j, "key", size=12.5, anchor="middle")
    else:
        yield from chevrons(wind, at, 17)


def draw_north(north: North, at: complex) -> Iterator[str]:
    """An arrow to the north."""
    way = rect(1, radians(_NORTH[north] - 90))
    points = (26 * way, -18 * way + 11j * way, -10 * way, -18 * way - 11j * way)
    yield path(ring(at + point for point in points), "north")
    yield label("N", at + 36 * way + 4j, "strong", size=13)


def draw_scale(at: complex) -> Iterator[str]:
    """How long a hex is."""
    half = HIGH / 2
    yield path(run(at - half - 4j, at - half, at + half, at + half - 4j), "frame")
    yield label("1 hex, 40 m", at + 15j, "tiny")


def draw_hour(state: State, at: complex, width: float) -> Iterator[str]:
    """The sun on its way over the sky, or the moon."""
    hour = state.sky.time_of_day
    if hour is None or hour is TimeOfDay.NONE:
        return
    high = 0.3 * width
    arc = f"M{at.real:.1f},{at.imag:.1f}q{width / 2:.1f},{-2 * high:.1f} {width:.1f},0"
    yield path(arc, "rule")
    yield path(run(at - 6, at + width + 6), "rule")
    if hour is TimeOfDay.NIGHT:
        spot = at + complex(width / 2, -high * 0.6)
        yield tag("g", title("Night"), path(dot(spot, 8), "moon"))
        return
    share = _HOURS[hour]
    spot = at + complex(share * width, -4 * high * share * (1 - share))
    yield tag("g", title(hour), *sun(spot, 6.5))


def facts(state: State) -> Iterator[tuple[str, str, str]]:
    """What is to say of a moment: what about, what, and the rule behind it, if there is one."""
    yield "Moment", f"{state.moment}{', the game is over' if state.clock.over else ''}", ""
    yield "ATTACKER", state.attacker or "before the first RPh", ""
    yield from ((each.name, each.value, each.rule) for each in in_effect(state))
    offboard = [
        key
        for key, vehicle in sorted(state.vehicles.items())
        if vehicle.hex is None and not vehicle.exited
    ]
    if offboard:
        yield "Offboard", ", ".join(offboard), ""


def hex_words(state: State, name: str) -> str:
    """A hex in words: its name, terrain and level, and what lies in it."""
    record = state.setting.area.record[name]
    said = [record.terrain]
    if record.level:
        said.append(f"level {record.level}")
    if board := printed_bins(state.setting.scenario, state.setting.area).get(name):
        said.append(f"with the BIN {board}")
    ground = state.ground.get(name)
    if ground is not None:
        said += _ground_words(ground)
    if (bridge := bridge_at(state.setting, name)) is not None:
        said.append(str(bridge.name))
    said += [str(fort.kind) for fort in state.fortifications.values() if fort.hex == name]
    return f"{name}: {', '.join(said)}"


def _ground_words(ground: Ground) -> Iterator[str]:
    building = ground.building
    if building is not None:
        kind = "mosque" if building.mosque else "temple" if building.temple else "building"
        upper = f" of {building.upper_levels} upper levels" if building.upper_levels else ""
        yield f"{building.material} {kind}{upper}"
        if building.rubbled_from is not None:
            yield f"rubble from level {building.rubbled_from}"
    if ground.rubble is not None:
        yield f"fallen {ground.rubble.material} rubble"
    if ground.debris is not None:
        yield TerrainKind.ARID_DEBRIS
    if ground.shellholes:
        yield "shellholes"
    if ground.fire is not None:
        yield str(ground.fire)


WIDTH: Final = 300.0
"""How wide a column of the panel is."""

_LEFT: Final = 16.0
_VALUES: Final = 112.0
_LETTERS: Final = 40
_GAP: Final = 14.0


class _Pen:
    """Writes a block of the panel from the top down."""

    def __init__(self, heading: str) -> None:
        self.y = 14.0
        self.parts = [label(heading.upper(), complex(_LEFT, self.y), "head")]

    def say(self, text: str, class_: str, x: float, step: float, letters: int) -> None:
        """Words in as many lines as they need."""
        for line in wrap(text, letters) or [""]:
            self.y += step
            self.parts.append(label(line, complex(x, self.y), class_))

    def draw(self, parts: Iterable[str], high: float) -> None:
        """A drawing, which takes some height."""
        self.parts += parts
        self.y += high

    @property
    def block(self) -> tuple[str, float]:
        """What was written, and how high it is."""
        return "".join(self.parts), self.y + _GAP


def draw_legend(state: State, shot: ShotAnswer | None, width: float) -> tuple[str, float]:
    """The panel in as many columns as its width has room for, its upper left corner at the origin.

    Returns:
        The panel, and how high it is.
    """
    blocks = [pen.block for pen in _blocks(state, shot)]
    columns = max(int(width / WIDTH), 1)
    columns = min(columns, len(blocks))
    step = width / columns
    ends = [8.0] * columns
    parts = []
    for drawn, high in blocks:
        column = min(range(columns), key=ends.__getitem__)
        way = f"translate({number(column * step)} {number(ends[column])})"
        parts.append(tag("g", drawn, transform=way))
        ends[column] += high
    tall = max(ends)
    lines = "".join(
        run(complex(n * step, 14), complex(n * step, tall - 14)) for n in range(1, columns)
    )
    mount = tag("rect", x=0, y=0, width=width, height=tall, rx=6, class_="mount")
    return mount + path(lines, "rule") + "".join(parts), tall


def _blocks(state: State, shot: ShotAnswer | None) -> Iterator[_Pen]:
    if shot is not None:
        yield _los(shot)
    yield _legend_now(state)
    yield _dust(state)
    yield _sky(state)
    yield _sides(state)
    piled = {name: said for name, said in counters_by_hex(state).items() if len(said) > MOST}
    if piled:
        yield _piles(state, piled)


def _legend_now(state: State) -> _Pen:
    pen = _Pen("In effect")
    for about, what, rule in facts(state):
        top = pen.y
        pen.say(what, "fact", _VALUES, 17, 21)
        spot, room = complex(_LEFT, top + 17), _VALUES - _LEFT - 3
        pen.parts.append(label(about, spot, "key", size=12.5, width=room))
        if rule:
            spot = complex(WIDTH - _LEFT, top + 17)
            pen.parts.append(label(rule, spot, "tiny", size=9.5, anchor="end"))
    return pen


def _los(shot: ShotAnswer) -> _Pen:
    pen = _Pen("Line of Sight")
    for n, line in enumerate(los_facts(shot)):
        if n == 1:
            pen.say(line, "verdictline", _LEFT, 19, 34)
        else:
            pen.say(line, "fact", _LEFT, 17, _LETTERS)
    return pen


def _dust(state: State) -> _Pen:
    pen = _Pen("Dust")
    gauge = draw_dust_gauge(state.dust, complex(_LEFT, pen.y + 10), WIDTH - 2 * _LEFT)
    pen.draw(gauge, 52)
    return pen


def _sky(state: State) -> _Pen:
    pen = _Pen("Wind and north")
    pen.parts += draw_wind(state.wind, complex(80, pen.y + 66))
    pen.parts += draw_north(state.setting.scenario.north, complex(228, pen.y + 50))
    pen.parts += draw_scale(complex(228, pen.y + 108))
    pen.y += 124
    hour = list(draw_hour(state, complex(150, pen.y + 56), 116))
    if hour:
        pen.parts.append(label("Time of Day", complex(_LEFT, pen.y + 50), "key"))
        pen.draw(hour, 64)
    return pen


def _sides(state: State) -> _Pen:
    pen = _Pen("Sides")
    sides = state.setting.sides
    for n, side in enumerate(sides):
        pen.y += 28
        at = complex(_LEFT + 12, pen.y - 5)
        pen.parts += draw_card(side, sides, at, 24)
        pen.parts += draw_emblem(side, sides, at + 2j, 13)
        pen.parts.append(label(side, at + 20 + 5j, "fact", size=13, width=150))
        said = "moves first" if n == 0 else "moves second"
        pen.parts.append(label(said, complex(WIDTH - _LEFT, at.imag + 5), "tiny", anchor="end"))
    if state.setting.vehicles:
        pen.y += 6
        pen.say("Which way a vehicle faces is not kept.", "note", _LEFT, 16, _LETTERS)
    return pen


def _piles(state: State, piled: dict[str, list[str]]) -> _Pen:
    pen = _Pen("Piles")
    for name, said in piled.items():
        where = short_name(state.setting.area, name)
        pen.say(f"{where}: {'; '.join(said)}", "fact", _LEFT, 17, _LETTERS)
    return pen


BANNER_HEIGHT: Final = 108.0
"""How high the banner is."""

LEAST: Final = 640.0
"""How wide it is at least."""

_PHASE: Final = 40.0
_TALL: Final = 26.0


def moment_words(state: State) -> str:
    """The moment in words: ``Turn 3 of 6, British, MPh``."""
    if state.clock.over:
        return f"the game is over, at {state.moment}"
    if not state.moment.turn:
        return "setup, before the first RPh"
    turns = state.setting.scenario.turns
    return f"Turn {state.moment.turn} of {turns}, {state.attacker}, {state.moment.phase}"


def draw_banner(state: State, width: float, note: str = "") -> str:
    """Title, moment and Turn Track, the upper left corner at the origin.

    Args:
        state: the state.
        width: how wide it is.
        note: what is to be said of the whole picture.
    """
    scenario = state.setting.scenario
    right = width - _PHASE * len(PHASES)
    parts = [label(scenario.name, 22j, "title", size=24, width=right - 16)]
    boards = ", ".join(dict.fromkeys(board.name for board in scenario.boards))
    under = f"{scenario.land}, {scenario.month}; board{'s' * (len(scenario.boards) > 1)} {boards}"
    said = f"{under}; {note}" if note else under
    parts.append(label(said, 42j, "key", size=12.5, width=max(right - 16, 200)))
    parts += _now(state, complex(width, 20))
    parts += _track(state, 56j, right - 20)
    parts += _phases(state, complex(right, 56))
    return "".join(parts)


def _now(state: State, at: complex) -> Iterator[str]:
    yield label(moment_words(state), at, "now", size=18, width=420, anchor="end")


def _track(state: State, at: complex, room: float) -> Iterator[str]:
    """A box a Game Turn, each in two halves: a Player Turn in the colour of its ATTACKER."""
    sides, now = state.setting.sides, state.moment
    turns = min(max(state.setting.scenario.turns, now.turn), MOST_TURNS)
    step = min(room / turns, 54.0)
    for turn in range(1, turns + 1):
        left = at + (turn - 1) * step
        told = f"Game Turn {turn}: {sides[0]}, then {sides[1]}"
        inner = [title(told)]
        for player in (1, 2):
            corner = left + (player - 1) * (step - 4) / 2
            wide = (step - 4) / 2
            here = (turn, player) == (now.turn, now.player)
            class_ = f"turn {side_class(sides[player - 1], sides)}"
            past = (turn, player) < (now.turn, now.player)
            shape = {"x": corner.real, "y": corner.imag, "width": wide, "height": _TALL}
            inner.append(tag("rect", class_=f"{class_} gone" if past else class_, **shape))
            if player == 1:
                inner.append(tag("rect", class_="stripe", **{**shape, "height": 4.0}))
            if here and not state.clock.over:
                inner.append(tag("rect", class_="current", **shape))
        if step >= 15 or turn % 5 == 0 or turn == now.turn:
            spot = left + complex((step - 4) / 2, _TALL / 2 + 5)
            inner.append(label(str(turn), spot, "turnno", size=min(14, step / 2)))
        yield tag("g", *inner)


def _phases(state: State, at: complex) -> Iterator[str]:
    """The eight phases of a Player Turn, the present one pointed out in the ATTACKER's colour."""
    order = list(PHASES)
    now = order.index(state.moment.phase) if state.moment.phase in order else -1
    sides = state.setting.sides
    for n, phase in enumerate(order):
        left = at + n * _PHASE
        tip = 7.0
        shape = ring(
            left + each
            for each in (
                0j,
                complex(_PHASE - tip, 0),
                complex(_PHASE - 1, _TALL / 2),
                complex(_PHASE - tip, _TALL),
                complex(0, _TALL),
                complex(tip - 1, _TALL / 2),
            )
        )
        here = n == now and not state.clock.over
        class_ = "step"
        if here:
            class_ = f"current {side_class(state.attacker or sides[0], sides)}"
        elif n < now:
            class_ = "step past"
        spot = left + complex(_PHASE / 2 + 1, _TALL / 2 + 4)
        said = label(phase, spot, "id" if here else "tiny", size=11)
        yield tag("g", title(f"{phase}{', now' if here else ''}"), path(shape, class_), said)
    if state.attacker is not None:
        corner = at + complex(-22, _TALL / 2)
        yield tag(
            "g",
            title(f"ATTACKER: {state.attacker}"),
            *draw_card(state.attacker, sides, corner, 24),
            *draw_emblem(state.attacker, sides, corner + 2j, 13),
        )
