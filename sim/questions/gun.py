"""Whether a 5/8 inch Gun may be in a hex, and what its fire and CA changes take there."""

from collections.abc import Iterator

from events.terms import Fortification, Gun
from sim.asking.answer import Answer, reasons
from sim.asking.by_mover import check_adjacent
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_ad.arid_building import has_rooftop, ordnance_allowed
from sim.chapter_ad.arid_debris import arid_debris_in
from sim.chapter_ad.combined_terrain import counter_allowed, is_combined
from sim.chapter_ad.gun_concealment import CaseA, Mount, case_a, concealment_loss
from sim.chapter_ad.plaza_well_fountain import OCCUPANCY, gun_allowed
from sim.chapter_ad.room import is_fountain, limited_kind
from sim.chapter_b.artificial_terrain import ground_terrain
from sim.chapter_b.fortifications import fort_of
from sim.chapter_b.roads import road_between, road_into
from sim.chapter_f.desert_boards import set_aside_by, why_not_emplaced
from sim.map.terrain import Terrain
from sim.map.terrain_kind import TerrainKind
from sim.modifiers import Kind, Near, applied
from sim.state import State


class GunQuestion(Question):
    """Whether a 5/8 inch Gun may be in a hex, and what it takes there."""

    hex: Hex = field("which hex")
    gun: Gun = field("what it is", default=Gun.OTHER)
    calibre: int = field("in mm", least=1, most=300)
    dm: bool = field("it is dismantled", default=False)
    animal_packed: bool = field("it is Animal-Packed", default=False)
    towed: bool = field("it is Towed", default=False)
    rooftop: bool = field("it is on the rooftop", default=False)
    large: bool = field("it is a Large Target", default=False)
    emplaced: bool = field("it is Emplaced, or sets up so", default=False)
    concealed: bool = field("it sets up hidden or concealed", default=False)
    trench: bool = field("it sets up under a Trench", default=False)
    manhandled_from: Hex | None = field(
        "the adjacent hex from which it is Manhandled", default=None
    )
    dug_in: bool = field("it is a Dug-In vehicle instead of a Gun", default=False)
    vehicular: bool = field("it is the Gun of a vehicle that is not Dug-In", default=False)
    nearest: int | None = field(
        "the range of the nearest Good Order enemy with LOS to it, as it fires",
        default=None,
        least=0,
        most=500,
    )
    mount: Mount = field("non-turreted, slow turret or fast turret, for Case A", default=Mount.NT)


class GunAnswer(Answer):
    allowed: bool
    loses_concealment_on: tuple[int, ...]
    """The coloured dr on which it loses concealment by firing (A12.34)."""
    case_a: CaseA
    """Its Case A TH DRM there, and whether and why they are doubled (C5.11)."""
    arid_debris: bool
    may_set_up_emplaced: bool
    may_be_manhandled: bool


def _forbidding(state: State, question: GunQuestion) -> Iterator[tuple[str, str]]:
    name, gun, calibre = question.hex, question.gun, question.calibre
    kinds = ground_terrain(state, name)
    if is_combined(kinds) and (question.dug_in or not counter_allowed(state.setting, gun, calibre)):
        yield "AD3.2", "only MTR of 82mm or less and RCL are allowed in Combined Terrain"
    yield from _closed_to_guns(state, question, kinds)
    limited = limited_kind(state, name)
    if limited is not None and not (question.dug_in or question.vehicular):
        allowed = gun_allowed(
            limited,
            dm=question.dm,
            animal_packed=question.animal_packed,
            towed=question.towed,
            mtr=calibre if gun is Gun.MTR else 0,
        )
        if not allowed:
            yield OCCUPANCY[limited].rule, f"the {limited} does not hold it so"
    if question.emplaced and (reason := _not_emplaced(state, question, kinds)) is not None:
        yield reason
    if (origin := question.manhandled_from) is not None:
        for hex_, where in (name, "into"), (origin, "out of"):
            if is_combined(ground_terrain(state, hex_)):
                yield "AD3.2", f"no Gun is Manhandled {where} Combined Terrain, {hex_}"
    yield from _on_rooftop(state, question)


def _closed_to_guns(
    state: State, question: GunQuestion, kinds: tuple[Terrain, ...]
) -> Iterator[tuple[str, str]]:
    """B16.41, B17.3 Marsh, crag and Water hold no Gun off road.

    A dismantled MTR may be carried into crag, and what is carried into marsh.
    """
    name, origin = question.hex, question.manhandled_from
    by_road = road_into(state, name) if origin is None else road_between(state, origin, name)
    if question.dug_in or question.vehicular or by_road:
        return
    mtr = question.dm and question.gun is Gun.MTR
    carried = {
        TerrainKind.MARSH: question.dm or question.animal_packed,
        TerrainKind.CRAG: mtr,
        TerrainKind.BOULDER_CRAG: mtr,
        TerrainKind.WATER: False,
    }
    for kind in kinds:
        if not carried.get(kind.name, True):
            yield kind.rule, f"{kind.name} does not hold it so"


def _not_emplaced(
    state: State, question: GunQuestion, kinds: tuple[Terrain, ...]
) -> tuple[str, str] | None:
    """The rule by which the Gun cannot set up Emplaced there, and why; None if it can."""
    if question.rooftop:
        return "B23.85", "none is Emplaced on a rooftop"
    if is_combined(kinds) and question.gun is Gun.MTR:
        return "AD3.2", "no MTR may set up Emplaced there"
    if is_fountain(state, question.hex):
        return "AD3.7", "it may not set up Emplaced there"
    trench = question.trench or fort_of(state, question.hex, Fortification.TRENCH) is not None
    why = why_not_emplaced(
        state.setting, question.hex, kinds, concealed=question.concealed, trench=trench
    )
    return ("F.1A", why) if why else None


def _on_rooftop(state: State, question: GunQuestion) -> Iterator[tuple[str, str]]:
    if not question.rooftop:
        return
    if not has_rooftop(state, question.hex):
        yield "AD4.4", f"{question.hex} has no Arid Rooftop"
    elif not ordnance_allowed(question.gun, question.calibre):
        yield "AD4.41", "a rooftop holds MTR of 82mm or less and RCL of 75mm or less"
    on_ground = question.towed, question.animal_packed, question.trench, question.manhandled_from
    if question.vehicular or question.dug_in or any(on_ground):
        yield "B23.85", "what is on a rooftop was carried there, dismantled"


def answer(state: State, question: GunQuestion) -> GunAnswer:
    name, kinds = question.hex, ground_terrain(state, question.hex)
    _check(state, question)
    kept = _not_emplaced(state, question, kinds)
    why = tuple(Near("Gun", rule, Kind.NUMBER, text) for rule, text in _forbidding(state, question))
    lost = concealment_loss(
        state,
        name,
        large=question.large,
        emplaced=question.emplaced,
        dug_in=question.dug_in,
        vehicular=question.vehicular,
        always=question.gun is Gun.RCL,
        nearest=question.nearest,
    )
    drms, no_drm = applied(lost.verdicts)
    turned = case_a(state, name, question.mount, emplaced=question.emplaced, dug_in=question.dug_in)
    said = f"it may not be there: {reasons(why)}" if why else "it may be there"
    rules = ", ".join([lost.rule, *(each.rule for each in drms)])
    least = f"a coloured {min(lost.on)} or more" if min(lost.on) > 1 else "any DR"
    said += f'; by firing it loses "?" on {least} ({rules})'
    doubled = "is doubled" if turned.doubled else "is not doubled"
    said += f"; its Case A {doubled}: {turned.why} ({turned.rule})"
    if question.emplaced and question.concealed and not why:
        hides = any(kind.concealment for kind in kinds)
        said += f"; it sets up hidden {'anywhere' if hides else 'out of all enemy LOS'} (A12.34)"
        if not hides:
            said += ', and is under a "?" once a Good Order enemy unit has LOS to it'
    if is_combined(kinds):
        said += "; it may not be Manhandled there (AD3.2)"
    if kept is not None:
        said += f"; it may not set up Emplaced there ({kept[0]})"
    elif (aside := set_aside_by(state.setting)) is not None:
        said += f"; it is Emplaced by the normal rule, as F.1A does not apply ({aside})"
    origin = question.manhandled_from
    passed = (kinds,) if origin is None else (kinds, ground_terrain(state, origin))
    return GunAnswer(
        verdict=said,
        items=drms,
        near=(*why, *no_drm),
        allowed=not why,
        loses_concealment_on=lost.on,
        case_a=turned,
        arid_debris=arid_debris_in(state, name),
        may_set_up_emplaced=kept is None,
        may_be_manhandled=not any(map(is_combined, passed)),
    )


def _check(state: State, question: GunQuestion) -> None:
    if question.manhandled_from is not None:
        check_adjacent(state, question.manhandled_from, question.hex, "manhandled_from")
    for each in ("emplaced", "manhandled_from"):
        if (question.dug_in or question.vehicular) and getattr(question, each):
            raise BadQuestion(each, "a vehicle is neither Emplaced nor Manhandled")
    if question.dug_in and question.vehicular:
        raise BadQuestion("vehicular", "a Dug-In vehicle is asked for by --dug-in alone")
