"""Rulings: what Khamsin does where the rules are silent, lost or read in two ways.

Each is a named, versioned setting of a scenario with a default, kept in every log. What each answer
means `replays/data/rulings.tsv` says, where *readings* stand too: questions with one answer alone,
which are no setting of a scenario, and belong to the engine's version.
"""

from collections.abc import Mapping
from typing import Final, Self

import attrs

from events.errors import BadInput, meant
from events.ruling import RulingInForce


@attrs.frozen
class Ruling:
    """One open question and the answers that a scenario can choose."""

    id: str
    """Its name; starts with the rule that it is about."""
    choices: tuple[str, ...]
    """Every answer, by the word that scenarios use; the first is the default."""
    version: int = 1
    """Raised whenever what an answer does changes."""
    since: int = 1
    """The edition of this list in which it first stands; older logs do not have it."""
    lost: bool = False
    """It fills in for a list that our copy of the rule has lost."""

    @classmethod
    def of(
        cls, id_: str, *choices: str, version: int = 1, since: int = 1, lost: bool = False
    ) -> Self:
        """A ruling with these answers."""
        return cls(id_, choices, version, since, lost)

    @property
    def default(self) -> str:
        """The answer of a scenario that says nothing."""
        return self.choices[0]


RULINGS: Final[dict[str, Ruling]] = {
    ruling.id: ruling
    for ruling in (
        Ruling.of("11.3-stated", "as-table", "sun-only", since=4),
        Ruling.of("11.601-enemies", "each-his-own", "all", since=4),
        Ruling.of("11.611-conditions", "in-or-on", "in", lost=True),
        Ruling.of("11.611-plane", "plane", "none", since=5),
        Ruling.of("11.701-heavy", "moderate", "none", "heavy"),
        Ruling.of("11.711-pin", "pins", "passes", since=4),
        Ruling.of("11.73-range-0", "negates", "with-drm", since=4),
        Ruling.of("11.731-aerial", "all", "but-e7", since=4),
        Ruling.of("11.732-ffmo", "applies", "negated", since=4),
        Ruling.of("11.74-wind", "either", "both", since=4),
        Ruling.of("11.74-removal", "printed-example", "next-pfph", lost=True),
        Ruling.of("11.74-exit", "next-pfph", "at-once"),
        Ruling.of("11.74-drift", "drifts", "still"),
        Ruling.of("11.741-cost", "own", "impulse"),
        Ruling.of("11.75-changes", "plus-2", "none", lost=True),
        Ruling.of("11.76-cease", "once", "each-turn"),
        Ruling.of("11.761-attacks", "takes-dlv", "any-fire", since=2),
        Ruling.of("11.761-where", "heavy-dust", "any-dust", since=4),
        Ruling.of("11.78-night", "one-per-level", "none", lost=True),
        Ruling.of("11.791-haze", "by-range", "none", since=4),
        Ruling.of("11.792-heavy", "counts", "none", since=4),
        Ruling.of("11.792-ffe", "plain", "none", since=4),
        Ruling.of("11.794-residual", "los-hindrance", "none", since=4),
        Ruling.of("11.8-ec", "mud", "weather", since=4),
        Ruling.of("11.8-rain", "wet", "mud", since=4),
        Ruling.of("11.8-road", "counts", "uncounted", since=2),
        Ruling.of("191.1-cost", "chapter-b", "desert", since=4),
        Ruling.of("191.1-motorcycle", "hammada", "players", since=4),
        Ruling.of("191.2-broken", "broken", "steppe", since=4),
        Ruling.of("191.2-season", "seasons", "always", since=4),
        Ruling.of("191.2-sun", "very-dry", "always", since=4),
        Ruling.of("191.3-approach", "whole", "rest", since=4),
        Ruling.of("191.3-hazard", "while-ti", "own-turn", since=4),
        Ruling.of("191.3-idle", "off", "waits", since=3),
        Ruling.of("191.3-pp", "both", "crossing", since=4),
        Ruling.of("191.3-rallied", "finishes", "anew", since=4),
        Ruling.of("191.6-motorcycle", "bogs", "spared", since=4),
        Ruling.of("191.8-height", "blind-hex", "both-ends", since=4),
        Ruling.of("191.8-hexside", "fills", "crossed", since=4),
        Ruling.of("B.1-hindrances", "add", "larger", since=4),
        Ruling.of("AD3.121-fire", "forest", "palms", since=4),
        Ruling.of("AD3.2-counters", "all", "guns", since=4),
        Ruling.of("AD3.22-ordnance", "he", "either", since=4),
        Ruling.of("AD3.22-critical", "reduced", "any", since=4),
        Ruling.of("AD3.312-voluntary", "both", "temple", since=4),
        Ruling.of("AD3.312-kinds", "each", "common", since=4),
        Ruling.of("AD3.41-ec", "as-building", "as-terrain"),
        Ruling.of("AD3.42-cost", "alone", "plus-cot", since=5),
        Ruling.of("AD3.61-inherent", "interior", "inherent", since=4),
        Ruling.of("AD3.62-pond", "whole", "adjacent", since=4),
        Ruling.of("AD3.63-well", "no", "too", since=4),
        Ruling.of("AD3.63-ssr", "ssr", "palms", since=4),
        Ruling.of("AD4.1-base", "desert", "everywhere", since=4),
        Ruling.of("AD4.1-grain", "standing", "printed", since=4),
        Ruling.of("AD4.3-boards", "all", "ad-boards", since=4),
        Ruling.of("AD4.411-indirect", "as-hedge", "full", since=4),
        Ruling.of("AD4.412-advantage", "any", "beyond-range", since=4),
        Ruling.of("AD4.5-lane", "one", "dearer", since=4),
        Ruling.of("AD4.6-cost", "alone", "plus-cot", since=3),
        Ruling.of("A6.1-art", "art", "hexes", since=4),
        Ruling.of("A6.21-behind", "never", "hides", since=2),
        Ruling.of("B14.6-road", "art", "hexsides", since=5),
        Ruling.of("B19.21-floor", "floor", "ground", since=5),
        Ruling.of("B25.6-wind", "graded", "none", since=3),
        Ruling.of("C3.71-levels", "kept", "dropped", since=5),
        Ruling.of("C9.3-range", "spotter", "firer", since=5),
        Ruling.of("D2.1-cost", "charged", "declared", since=3),
        Ruling.of("D2.4-setup", "never", "ssr", since=4),
        Ruling.of("D2.11-road", "one", "two", since=5),
        Ruling.of("D2.14-impulse", "gone", "there", since=5),
        Ruling.of("D4.21-hedge", "tem", "hull-down", since=5),
        Ruling.of("D6.21-debris", "stay", "bail-out", since=5),
        Ruling.of("D8.3-tracked", "part", "full", since=5),
        Ruling.of("E3.51-mud", "mud", "wet"),
        Ruling.of("E3.65-scrub", "open-ground", "as-11.8", since=5),
        Ruling.of("E7.3-weather", "each", "once", since=5),
    )
}
"""Every ruling, by id."""

_DEFAULTS: Final = {
    key: RulingInForce(ruling.default, ruling.version) for key, ruling in RULINGS.items()
}

RETIRED: Final[frozenset[str]] = frozenset({"11.75-steppe", "B13.421-cost", "B25.66-collapse"})
"""Rulings that are none any more, as the text turned out to decide: older logs may name them."""

FORMER: Final[dict[str, RulingInForce]] = {"A6.21-behind": RulingInForce("hides", 1)}
"""Defaults that are none any more: older logs name them where their scenarios say nothing."""


def in_force(chosen: Mapping[str, str]) -> dict[str, RulingInForce]:
    """All rulings of a scenario that chose these, defaults filled in.

    Raises:
        BadInput: when there is no such ruling or answer.
    """
    for key, choice in chosen.items():
        if key in RETIRED:
            continue
        if key not in RULINGS:
            hint = meant(key, RULINGS, f"; known are {', '.join(RULINGS)}")
            raise BadInput(f"there is no such ruling{hint}", f"rulings.{key}")
        if choice not in RULINGS[key].choices:
            answers = " or ".join(RULINGS[key].choices)
            why = f"{choice[:60]!r} is not an answer; expected {answers}"
            raise BadInput(why, f"rulings.{key}")
    return _DEFAULTS | {
        key: RulingInForce(choice, RULINGS[key].version)
        for key, choice in chosen.items()
        if key in _DEFAULTS
    }
