"""The margins of a map: the banner, the side panel, and what is told of a moment and of a hex."""

from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from events.terms import North
from replays.drawing.counter import draw_card, draw_side_marker, piles
from replays.drawing.sightline import los_facts
from replays.drawing.svg import CORNERS, HIGH, SIDE, direction, label, moved, path, ring, run, tag
from replays.drawing.weather import chevrons
from sim.chapter_11.in_effect import in_effect
from sim.chapter_ad.lft_boards import printed_bins
from sim.chapter_ad.roads_and_bridges import bridge_at
from sim.chapter_b.fortifications import forts_in
from sim.chapter_b.wind_change import has_direction
from sim.map.hexes import HEXSIDES
from sim.map.terrain_kind import TerrainKind
from sim.questions.shot import ShotAnswer
from sim.state import Ground, State, Wind

_NORTH: Final = {North.UP: -1j, North.RIGHT: 1, North.DOWN: 1j, North.LEFT: -1}


def draw_wind(wind: Wind, at: complex) -> Iterator[str]:
    """A hex with the numbers of its hexsides, and chevrons to where the wind blows."""
    size = 44 / SIDE
    yield path(ring(at + size * corner for corner in CORNERS), "rose")
    for side in HEXSIDES:
        out = (HIGH / 2 * size + 9) * direction(side)
        here = side == wind.direction
        yield label(str(side), at + out + 4j, "strong" if here else "tiny", size=12 if here else 11)
    if wind.direction is None:
        said = "?" if has_direction(wind.force) else "no wind"
        yield label(said, at + 4j, "key", size=12.5, anchor="middle")
    else:
        yield from chevrons(wind, at, 17)


def facts(state: State) -> Iterator[tuple[str, str, str]]:
    """What is to say of a moment: what about, what, and the rule behind it, if there is one."""
    yield "Moment", f"{state.moment}{', the game is over' if state.clock.over else ''}", ""
    yield "ATTACKER", state.attacker or "before the first RPh", ""
    yield from ((each.name, each.value, each.rule) for each in in_effect(state))
    vehicles = sorted(state.vehicles.items())
    away = {key for key, each in vehicles if each.exited or each.destroyed}
    if offboard := [key for key, each in vehicles if each.hex is None and key not in away]:
        yield "Offboard", ", ".join(offboard), ""


def hex_words(state: State, name: str) -> str:
    """A hex in words: its name, terrain and level, and what lies in it."""
    record = state.setting.area.record[name]
    said = [record.terrain]
    if record.level:
        said.append(f"level {record.level}")
    if board := printed_bins(state.setting).get(name):
        said.append(f"with the BIN {board}")
    ground = state.ground.get(name)
    if ground is not None:
        said += _ground_words(ground)
    if (bridge := bridge_at(state.setting, name)) is not None:
        said.append(str(bridge.name))
    said += [str(fort.kind) for fort in forts_in(state, name).values()]
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


class _Block:
    """A block of the panel, written from the top down."""

    def __init__(self, heading: str) -> None:
        self.y = 14.0
        self.parts = [label(heading.upper(), complex(_LEFT, self.y), "head")]

    def say(
        self,
        text: str,
        class_: str = "fact",
        x: float = _LEFT,
        step: float = 17,
        letters: int = _LETTERS,
    ) -> None:
        for line in wrap(text, letters) or [""]:
            self.y += step
            self.parts.append(label(line, complex(x, self.y), class_))


def draw_panel(state: State, shot: ShotAnswer | None, width: float) -> tuple[str, float]:
    """The panel in as many columns as its width has room for; and how high it is."""
    blocks = [*_blocks(state, shot)]
    columns = min(max(int(width / WIDTH), 1), len(blocks))
    step = width / columns
    ends = [8.0] * columns
    parts = []
    for block in blocks:
        column = min(range(columns), key=ends.__getitem__)
        way = moved(complex(column * step, ends[column]))
        parts.append(tag("g", *block.parts, transform=way))
        ends[column] += block.y + _GAP
    tall = max(ends)
    lines = "".join(
        run(complex(n * step, 14), complex(n * step, tall - 14)) for n in range(1, columns)
    )
    mount = tag("rect", x=0, y=0, width=width, height=tall, rx=6, class_="mount")
    return mount + path(lines, "rule") + "".join(parts), tall


def _blocks(state: State, shot: ShotAnswer | None) -> Iterator[_Block]:
    if shot is not None:
        yield _los(shot)
    yield _in_effect(state)
    yield _sky(state)
    yield _sides(state)
    if piled := [*piles(state)]:
        block = _Block("Piles")
        for name, said in piled:
            block.say(f"{name}: {'; '.join(said)}")
        yield block


def _in_effect(state: State) -> _Block:
    block = _Block("In effect")
    for about, what, rule in facts(state):
        top = block.y + 17
        block.say(what, x=_VALUES, letters=21)
        room = _VALUES - _LEFT - 3
        block.parts.append(label(about, complex(_LEFT, top), "key", size=12.5, width=room))
        if rule:
            spot = complex(WIDTH - _LEFT, top)
            block.parts.append(label(rule, spot, "tiny", size=9.5, anchor="end"))
    return block


def _los(shot: ShotAnswer) -> _Block:
    block = _Block("Line of Sight")
    first, verdict, *lines = los_facts(shot)
    block.say(first)
    block.say(verdict, "verdictline", step=19, letters=34)
    for line in lines:
        block.say(line)
    return block


def _sky(state: State) -> _Block:
    block = _Block("Wind and north")
    block.parts += draw_wind(state.wind, complex(80, block.y + 66))
    at, way = complex(228, block.y + 50), _NORTH[state.setting.scenario.north]
    points = (26 * way, -18 * way + 11j * way, -10 * way, -18 * way - 11j * way)
    block.parts.append(path(ring(at + point for point in points), "north"))
    block.parts.append(label("N", at + 36 * way + 4j, "strong", size=13))
    at, half = complex(228, block.y + 108), HIGH / 2
    block.parts.append(path(run(at - half - 4j, at - half, at + half, at + half - 4j), "frame"))
    block.parts.append(label("1 hex, 40 m", at + 15j, "tiny"))
    block.y += 124
    return block


def _sides(state: State) -> _Block:
    block = _Block("Sides")
    sides = state.setting.sides
    for side, said in zip(sides, ("moves first", "moves second"), strict=True):
        block.y += 28
        at = complex(_LEFT + 12, block.y - 5)
        block.parts += draw_card(side, sides, at, 24)
        block.parts += draw_side_marker(side, sides, at + 2j, 13)
        block.parts.append(label(side, at + 20 + 5j, "fact", size=13, width=150))
        block.parts.append(label(said, complex(WIDTH - _LEFT, at.imag + 5), "tiny", anchor="end"))
    if state.setting.vehicles:
        block.y += 6
        block.say("Which way a vehicle faces is not kept.", "note", step=16)
    return block


BANNER_HEIGHT: Final = 56.0
"""How high the banner is."""

LEAST: Final = 640.0
"""How wide it is at least."""


def moment_words(state: State) -> str:
    """The moment in words: ``Turn 3 of 6, British, MPh``."""
    if state.clock.over:
        return f"the game is over, at {state.moment}"
    if not state.moment.turn:
        return "setup, before the first RPh"
    turns = state.setting.scenario.turns
    return f"Turn {state.moment.turn} of {turns}, {state.attacker}, {state.moment.phase}"


def draw_banner(state: State, width: float, note: str = "") -> str:
    """Title and moment, with a note; the upper left corner at the origin."""
    scenario = state.setting.scenario
    right = width - 320
    boards = ", ".join(dict.fromkeys(board.name for board in scenario.boards))
    when = f"{scenario.land}, {scenario.month}; " if scenario.land else ""
    under = f"{when}board{'s' * (len(scenario.boards) > 1)} {boards}"
    said = f"{under}; {note}" if note else under
    return "".join(
        (
            label(scenario.name, 22j, "title", size=24, width=right - 16),
            label(said, 42j, "key", size=12.5, width=max(right - 16, 200)),
            label(moment_words(state), width + 20j, "now", size=18, width=420, anchor="end"),
        )
    )
