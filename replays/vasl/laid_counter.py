"""The counters of VASL that show a state of ours: which, with which faces, and where they lie."""

from collections.abc import Callable, Iterator
from typing import Final

import attrs

from events.moment import Phase
from events.scenario import VehicleSpec
from events.terms import (
    EC,
    Armour,
    Density,
    FFEKind,
    Fire,
    Fortification,
    Material,
    Movement,
    Rain,
)
from replays.vasl.board_line import EDGE
from replays.vasl.correction import track_name
from replays.vasl.marker import DUST_COUNTER, MOTION
from replays.vasl.slot import LISTED, NATIONS
from sim.chapter_11.heat_haze import HAZES, haze
from sim.state import State
from sim.state.counter import FFE, Fort, Smoke
from sim.state.ground import Ground

Pixel = tuple[int, int]
Key = tuple[str | int, ...]
"""What a counter stands for, which stays the same as long as it does."""


@attrs.frozen
class LaidCounter:
    """A counter on VASL's table.

    It has the name of its slot in the list, the pictures or names of the layers that are up, the
    pixel where it lies, its own name and a label where it needs them, and how often it is turned.
    An ``open`` vehicle is open-topped: its counter has a CE crew in front.
    """

    slot: str
    faces: tuple[str, ...]
    at: Pixel
    name: str = ""
    label: str = ""
    turned: int = 0
    open: bool = False


_TOP: Final = 330
"""How far below the upper edge the markers lie that are in no hex: beside the boards, above."""
_TRACK_AT: Final = (EDGE + 60, _TOP)
_PHASES: Final = tuple(phase for phase in Phase if phase is not Phase.SETUP)
WEATHER: Final = ("Wind", "Wind Dir", "Gusts", "Rain", "Dust", "Heat Haze", "Mist", "EC")
"""The markers of the environment, as they lie from left to right."""
_DUSTS: Final = ("Lt", "Md", "Hv", "Vhv", "Xhv")
_ECS: Final = dict(zip(EC, ("mud", "wet", "moi", "mod", "dry", "vdr"), strict=True))
_MADE: Final = {Material.STONE: "Stone +", Material.WOODEN: "Wood +"}
_FFES: Final = {FFEKind.HARASSING: "Har FFE", FFEKind.SMOKE: "Sm FFE", FFEKind.WP: "WP FFE"}
_FORTS: Final = {
    Fortification.FOXHOLE: ("Foxhole", "ML/Fox{0.squads}"),
    Fortification.PILLBOX: (
        *("{0.ca_tem}+{0.nca_tem} Pillbox", "ML/PillNCap{0.squads}"),
        "+ ca{0.ca}",
    ),
    Fortification.ROADBLOCK: ("Roadblock", "+ ca{0.hexside}"),
    Fortification.A_P_MINES: ("Minefield",),
    Fortification.A_T_MINES: ("Minefield",),
}
"""Slots and faces of Fortifications, where a slot is not of the same name."""
_COLOURS: Final = ("Red", "Green", "Blue")


def track_slot(state: State) -> str:
    """The turn track of a scenario, by who moves first."""
    one, two = state.setting.sides
    return f"Phase Track {'Allied' if track_name(one, two) == 'Allied' else 'Axis'} 1st"


def track_counter(state: State) -> LaidCounter:
    """The turn track at a moment; before the first Player Turn it shows the first phase."""
    moment, sides = state.moment, state.setting.sides
    player = max(moment.player, 1)
    at = max(0, _PHASES.index(moment.phase)) if moment.phase in _PHASES else 0
    side = track_name(sides[player - 1], sides[2 - player])
    faces = (f"{side} +", f"+- {_PHASES[at]}", f"Turn {max(moment.turn, 1)} ")
    return LaidCounter(track_slot(state), faces, _TRACK_AT, turned=-at % len(_PHASES))


def counters_of(state: State, where: Callable[[str], Pixel]) -> Iterator[tuple[Key, LaidCounter]]:
    """Every counter but the turn track, with what it stands for; a hex lies at a pixel."""
    for name, face in _weather(state).items():
        if face is not None:
            at = (EDGE + 170 + 76 * WEATHER.index(name), _TOP)
            yield (name,), LaidCounter(name, (face,), at)
    for key, (hex_, counter) in _in_hexes(state):
        yield key, attrs.evolve(counter, at=where(hex_))


def _weather(state: State) -> dict[str, str | None]:
    """The face of every marker of the environment; None where it is not on the map."""
    wind, hazy, sky = state.wind, haze(state), state.sky
    return {
        "Wind": wind.force and str(wind.force),
        "Wind Dir": f"ML/Wind{wind.direction}" if wind.direction else None,
        "Gusts": "ML/Gust" if wind.gusts else "ML/GustB",
        "Rain": f"ML/Rain{list(Rain).index(sky.rain)}",
        "Dust": None
        if state.density is Density.NONE
        else f"ML/Dust{_DUSTS[state.density.level - 1]}",
        "Heat Haze": None if hazy is None else ("ML/Haze", "ML/HazeInt")[list(HAZES).index(hazy)],
        "Mist": "ML/MistE332" if sky.mist else None,
        "EC": sky.ec and f"ML/EC{_ECS[sky.ec]}",
    }


_Placed = tuple[str, LaidCounter]


def _counter(slot: str, *faces: str, name: str = "", label: str = "") -> LaidCounter:
    return LaidCounter(slot, faces, (0, 0), name, label)


def _in_hexes(state: State) -> Iterator[tuple[Key, _Placed]]:
    for hex_, ground in sorted(state.ground.items()):
        for key, counter in _on_ground(ground):
            yield (*key, hex_), (hex_, counter)
    for label, fort in sorted(state.fortifications.items()):
        if (laid := _fort(fort)).slot in LISTED.known:
            yield ("fort", label), (fort.hex, laid)
    for name, unit in sorted(state.units.items()):
        yield ("unit", name), (unit.hex, _counter("User-Labeled", label=name))
    for id_, vehicle in sorted(state.vehicles.items()):
        for kind, counter in _vehicle(state, id_):
            yield (kind, id_), (vehicle.hex or "", counter)
    for id_, dust in sorted(state.vehicle_dust.items()):
        face = "ML/VDustM" if dust.motion else "ML/VDust"
        yield ("dust", id_), (dust.hex, _counter(DUST_COUNTER, face))
    yield from _clouds(state)


def _clouds(state: State) -> Iterator[tuple[Key, _Placed]]:
    for name, smoke in sorted(state.smoke.items()):
        yield ("smoke", name), (smoke.hex, _smoke(smoke))
    for source, hexes in sorted(state.drift.items()):
        wp = source in state.smoke and state.smoke[source].wp
        for hex_ in hexes:
            yield ("drift", source, hex_), (hex_, _counter("Gray WP" if wp else "Gray Smoke"))
    for name, ffe in sorted(state.ffes.items()):
        if ffe.kind is not FFEKind.ILLUMINATION:
            yield ("ffe", name), (ffe.hex, _ffe(name, ffe))


def _on_ground(ground: Ground) -> Iterator[tuple[Key, LaidCounter]]:
    house = ground.building
    if house is not None and house.rubbled_from is not None:
        storey = f"ML/RLev{min(house.rubbled_from, 3)}"
        yield ("rubble",), _counter("Rubble", storey, _MADE[house.rubble or house.material])
    if ground.rubble is not None:
        yield ("fallen",), _counter("Fallen Rubble", _MADE[ground.rubble.material])
    if ground.shellholes:
        yield ("shellholes",), _counter("Shellholes", "ML/_sand58")
    for level, burning in ground.fires.items():
        label = f"Level {level}" * (level > 0)
        if burning.fire is Fire.BLAZE:
            yield ("blaze", level), _counter("Blaze", label=label)
        for number, _ in enumerate(burning.flames):
            yield ("flame", level, number), _counter("Flame", label=label)


def _fort(fort: Fort) -> LaidCounter:
    slot, *faces = (each.format(fort) for each in _FORTS.get(fort.kind, (fort.kind,)))
    label = "A-T" if fort.kind is Fortification.A_T_MINES else ""
    turned = (3 - fort.ca) % 6 if fort.ca else (8 - 2 * fort.hexside) % 12 if fort.hexside else 0
    return LaidCounter(slot, tuple(faces), (0, 0), label=label, turned=turned)


def _vehicle(state: State, id_: str) -> Iterator[tuple[str, LaidCounter]]:
    vehicle, spec = state.vehicles[id_], state.setting.vehicles[id_]
    if vehicle.hex is None:
        return
    generic = generic_vehicle(state, spec)
    if vehicle.destroyed:
        label = "burning" if vehicle.burning else id_
        yield "wreck", _counter(f"{generic} Wreck", name=f"{id_} Wreck", label=label)
        return
    crew = "+ BU" if vehicle.bu or spec.armour is Armour.NONE else "+ CE"
    open_ = spec.armour is Armour.OPEN_TOPPED
    yield "vehicle", attrs.evolve(_counter(generic, crew, name=id_, label=id_), open=open_)
    moving = state.moment.phase is Phase.MPH and state.attacker == spec.side and vehicle.mp_used > 0
    if vehicle.in_motion and not moving:
        yield "motion", _counter(MOTION, "MS/Motion")
    if vehicle.bogged or vehicle.mired:
        yield "bog", _counter("Bog", "MS/Mired" if vehicle.mired else "MS/Bog")


def nation(state: State, side: str) -> str:
    """Two letters for the nation of a side, as VASL has them."""
    one, two = state.setting.sides
    axis = track_name(side, two if side == one else one) == "Axis"
    of = NATIONS.get(side.title(), "")
    return of if f"{of} tr" in LISTED.known else "GE" if axis else "BR"


def generic_vehicle(state: State, spec: VehicleSpec) -> str:
    """The slot of the list whose counter is a vehicle of a nation and kind without a name."""
    of = nation(state, spec.side)
    if spec.armour is Armour.NONE:
        return f"{of} tr"
    kinds = {Movement.ARMOURED_CAR: ("AC", "ht"), Movement.HALFTRACK: ("ht", "AC")}
    own, other = (f"{of} {kind}" for kind in kinds.get(spec.movement, ("MT", "MT")))
    return own if own in LISTED.known else other  # not each nation has both


def _smoke(smoke: Smoke) -> LaidCounter:
    if smoke.grenade:
        return _counter("Smoke grenade", "MS/WP12" if smoke.wp else "MS/Smk12")
    if smoke.gray and smoke.dispersed:
        return _counter("Gray WP" if smoke.wp else "Gray Smoke")
    return _counter(
        "WP" if smoke.wp else "Smoke", f"ML/{'WP' if smoke.wp else 'Smk'}{smoke.hindrance}"
    )


def _ffe(name: str, ffe: FFE) -> LaidCounter:
    colour = next((each for each in _COLOURS if name.lower().startswith(each.lower())), "Red")
    label = f"{ffe.calibre}mm"
    if ffe.kind is FFEKind.BARRAGE:
        return _counter(f"{colour} HE Barrage", label=label)
    slot = "FFE" if ffe.kind is None else _FFES[ffe.kind]
    return _counter(slot, f"{colour} +", label=label)
