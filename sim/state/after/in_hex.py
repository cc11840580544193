"""A state with other things in one of its hexes."""

from events.moment import Moment
from sim.state import BARE, NO_FIRE, Ground, LevelFire, State, but


def ground_in(state: State, name: str) -> Ground:
    """What lies in a hex."""
    found: Ground = state.ground.get(name, BARE)
    return found


def with_ground(state: State, name: str, new: Ground) -> State:
    """The state with this in a hex; a hex with nothing in it is not listed."""
    if new == BARE:
        there = name in state.ground
        return but(state, ground=state.ground.delete(name)) if there else state
    return but(state, ground=state.ground.set(name, new))


def with_fire(ground: Ground, level: int, fire: LevelFire) -> Ground:
    """A hex with this fire at one of its levels; a level without fire is not listed."""
    if fire != NO_FIRE:
        return but(ground, fires=ground.fires.set(level, fire))
    return but(ground, fires=ground.fires.delete(level)) if level in ground.fires else ground


def one_more_flame(ground: Ground, level: int, moment: Moment) -> Ground:
    """A hex with a further Flame at one of its levels."""
    return with_fire(ground, level, LevelFire((*ground.fire_at(level).flames, moment)))
