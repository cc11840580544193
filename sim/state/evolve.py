"""``evolve``: the state that follows from a state and one event.

What an event does is in a module of `sim.state.effects`. `mypy` names an event without an effect,
by `tests/exhaustive.py`.
"""

import pkgutil
from importlib import import_module

from events.register import Event
from sim.state import State, effects
from sim.state.effects import EFFECTS

__all__ = ["EFFECTS", "evolve"]

for _module in pkgutil.iter_modules(effects.__path__, "sim.state.effects."):
    import_module(_module.name)


def evolve(state: State, event: Event) -> State:
    """The state after an event. The old state stays as it was.

    Raises:
        KeyError: when the event speaks of something that is not in the state; only a log that was
            tampered with has such events.
    """
    return EFFECTS[type(event)](state, event)
