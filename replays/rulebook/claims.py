"""What the modules of ``sim`` say of themselves: the rules they do, the core rules they name."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache, partial
from types import ModuleType

import sim

__all__ = ["claims", "core_claims"]


def _modules() -> Iterator[ModuleType]:
    """The modules of ``sim``; those of bulk answers do no rule of their own, and need NumPy."""
    for found in pkgutil.walk_packages(sim.__path__, "sim."):
        if not found.name.startswith("sim.bulk"):
            yield importlib.import_module(found.name)


@lru_cache(maxsize=1)
def claims() -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """The module of every rule done, and module and what is missing of every rule begun.

    Raises:
        ValueError: when two modules claim a rule.
    """
    done: dict[str, str] = {}
    partly: dict[str, tuple[str, str]] = {}
    for module in _modules():
        for rule in getattr(module, "RULES", ()):
            if rule in done:
                raise ValueError(f"both {done[rule]} and {module.__name__} claim {rule}")
            done[rule] = module.__name__
        for rule, missing in getattr(module, "PARTLY", {}).items():
            partly[rule] = (module.__name__, missing)
    return done, partly


@lru_cache(maxsize=1)
def core_claims() -> dict[str, tuple[str, ...]]:
    """The modules that do or name each core rule, by its id; first the one that is about it."""
    found: dict[str, list[ModuleType]] = {}
    for module in _modules():
        for rule in getattr(module, "CORE", ()):
            found.setdefault(rule, []).append(module)
    return {
        rule: tuple(each.__name__ for each in sorted(modules, key=partial(_aside, rule)))
        for rule, modules in found.items()
    }


def _aside(rule: str, module: ModuleType) -> tuple[bool, bool]:
    """How far a module is from being about a rule: its first words name that; or its chapter."""
    title = (module.__doc__ or "").split(" ", 1)[0]
    return title.split("-")[0] != rule, f".chapter_{rule[0].lower()}." not in module.__name__
