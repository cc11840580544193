"""Rulings: what Khamsin does where the rules are silent, lost or read in two ways.

Each is a named, versioned setting of a scenario with a default, kept in every log; or a *reading*
of one answer, which is listed beside them (`Ruling.open`). `khamsin rules` says what is open, and
what each answer means (`replays/data/rulings.tsv`).
"""

from collections.abc import Mapping
from typing import Final, Self

import attrs

from events.errors import BadInput, meant
from events.ruling import RulingInForce


@attrs.frozen
class Ruling:
    """One open question and the answers that a scenario can choose.

    A question with one answer alone is a *reading*: what we take the text to say, and why. It is
    no setting of a scenario; it belongs to the engine's version.

    Attributes:
        id: its name; starts with the rule that it is about.
        choices: every answer, by the word that scenarios use; the first is the default.
        version: raised whenever what an answer does changes.
        since: the edition of this list in which it first stands; older logs do not have it.
        lost: it fills in for a list that our copy of the rule has lost.
    """

    id: str
    choices: tuple[str, ...]
    version: int = 1
    since: int = 1
    lost: bool = False

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

    @property
    def open(self) -> bool:
        """Whether a scenario can choose."""
        return len(self.choices) > 1


RULINGS: Final[dict[str, Ruling]] = {
    ruling.id: ruling
    for ruling in (
        Ruling.of("11.2-regions", "by-geography"),
        Ruling.of("11.3-stated", "as-table", "sun-only", since=4),
        Ruling.of("11.4-mud", "no-dr"),
        Ruling.of("11.5-dyo", "dyo"),
        Ruling.of("11.601-enemies", "each-his-own", "all", since=4),
        Ruling.of("11.611-conditions", "in-or-on", "in", lost=True),
        Ruling.of("11.611-own-hex", "no"),
        Ruling.of("11.611-plane", "plane", "none", since=5),
        Ruling.of("11.6111-stated", "rejected"),
        Ruling.of("11.6111-steppe", "moist"),
        Ruling.of("11.62-cavalry", "as-infantry"),
        Ruling.of("11.623-plane", "lesser", since=5),
        Ruling.of("11.624-instead", "instead"),
        Ruling.of("11.701-heavy", "moderate", "none", "heavy"),
        Ruling.of("11.71-non-ordnance", "ift", since=4),
        Ruling.of("11.711-pin", "pins", "passes", since=4),
        Ruling.of("11.73-range-0", "negates", "with-drm", since=4),
        Ruling.of("11.73-whole", "none", since=5),
        Ruling.of("11.731-aerial", "all", "but-e7", since=4),
        Ruling.of("11.732-ffmo", "applies", "negated", since=4),
        Ruling.of("11.74-paved", "hexside", since=4),
        Ruling.of("11.74-offboard", "none", since=4),
        Ruling.of("11.74-wind", "either", "both", since=4),
        Ruling.of("11.74-stack", "smoke-limit", since=4),
        Ruling.of("11.74-removal", "printed-example", "next-pfph", lost=True),
        Ruling.of("11.74-start", "ever", since=5),
        Ruling.of("11.74-exit", "next-pfph", "at-once"),
        Ruling.of("11.74-drift", "drifts", "still"),
        Ruling.of("11.74-assault", "any", since=5),
        Ruling.of("11.741-cost", "own", "impulse"),
        Ruling.of("11.75-changes", "plus-2", "none", lost=True),
        Ruling.of("11.76-cease", "once", "each-turn"),
        Ruling.of("11.761-attacks", "takes-dlv", "any-fire", since=2),
        Ruling.of("11.761-where", "heavy-dust", "any-dust", since=4),
        Ruling.of("11.78-night", "one-per-level", "none", lost=True),
        Ruling.of("11.791-haze", "by-range", "none", since=4),
        Ruling.of("11.791-plane", "hex", since=5),
        Ruling.of("11.792-heavy", "counts", "none", since=4),
        Ruling.of("11.792-ffe", "plain", "none", since=4),
        Ruling.of("11.794-residual", "los-hindrance", "none", since=4),
        Ruling.of("11.8-ec", "mud", "weather", since=4),
        Ruling.of("11.8-rain", "wet", "mud", since=4),
        Ruling.of("11.8-road", "counts", "uncounted", since=2),
        Ruling.of("191.1-cost", "chapter-b", "desert", since=4),
        Ruling.of("191.1-crag", "rubble", since=4),
        Ruling.of("191.1-emplaced", "guns", since=4),
        Ruling.of("191.1-entrenching", "two", since=4),
        Ruling.of("191.1-hillock", "open", since=4),
        Ruling.of("191.1-inherent", "191.7", since=4),
        Ruling.of("191.1-motorcycle", "hammada", "players", since=4),
        Ruling.of("191.1-overlays", "as-board", since=4),
        Ruling.of("191.1-road", "becomes", since=4),
        Ruling.of("191.1-routing", "all", since=4),
        Ruling.of("191.1-seam", "desert-only", since=4),
        Ruling.of("191.2-broken", "broken", "steppe", since=4),
        Ruling.of("191.2-haze", "free", since=4),
        Ruling.of("191.2-printed", "no", since=4),
        Ruling.of("191.2-season", "seasons", "always", since=4),
        Ruling.of("191.2-sun", "very-dry", "always", since=4),
        Ruling.of("191.3-approach", "whole", "rest", since=4),
        Ruling.of("191.3-hazard", "while-ti", "own-turn", since=4),
        Ruling.of("191.3-idle", "off", "waits", since=3),
        Ruling.of("191.3-pp", "both", "crossing", since=4),
        Ruling.of("191.3-rallied", "finishes", "anew", since=4),
        Ruling.of("191.6-motorcycle", "bogs", "spared", since=4),
        Ruling.of("191.8-beside", "apart", since=4),
        Ruling.of("191.8-height", "blind-hex", "both-ends", since=4),
        Ruling.of("191.8-hexside", "fills", "crossed", since=4),
        Ruling.of("B.1-depiction", "map", since=4),
        Ruling.of("B.1-hindrances", "add", "larger", since=4),
        Ruling.of("B.2-abrupt", "levels", since=4),
        Ruling.of("B.5-level", "ground", since=4),
        Ruling.of("B.6-hill", "height", since=4),
        Ruling.of("B.8-reference", "first", since=4),
        Ruling.of("B.9-lost", "nothing", since=4),
        Ruling.of("B.9-rubble", "terrain", since=4),
        Ruling.of("B.10-out", "counts", since=4),
        Ruling.of("AD2.13-primarily", "hex", since=4),
        Ruling.of("AD2.2-edge", "in-play", since=4),
        Ruling.of("AD2.2-boards", "all", since=4),
        Ruling.of("AD2.3-border", "entered", since=4),
        Ruling.of("AD2.4-beside", "no", since=4),
        Ruling.of("AD2.4-wagons", "exempt", since=4),
        Ruling.of("AD3.121-cost", "half", since=4),
        Ruling.of("AD3.121-riders", "woods", since=4),
        Ruling.of("AD3.121-fire", "forest", "palms", since=4),
        Ruling.of("AD3.131-path", "foot", since=4),
        Ruling.of("AD3.2-counters", "all", "guns", since=4),
        Ruling.of("AD3.22-ordnance", "he", "either", since=4),
        Ruling.of("AD3.22-critical", "reduced", "any", since=4),
        Ruling.of("AD3.3-symbol", "ssr", since=4),
        Ruling.of("AD3.31-falls", "nothing", since=5),
        Ruling.of("AD3.31-unsaid", "first"),
        Ruling.of("AD3.312-voluntary", "both", "temple", since=4),
        Ruling.of("AD3.312-kinds", "each", "common", since=4),
        Ruling.of("AD3.41-ec", "as-building", "as-terrain"),
        Ruling.of("AD3.42-cavalry", "na", since=4),
        Ruling.of("AD3.42-cost", "alone", "plus-cot", since=5),
        Ruling.of("AD3.42-leaving", "road", since=5),
        Ruling.of("AD3.42-drm", "one", since=4),
        Ruling.of("AD3.61-inherent", "interior", "inherent", since=4),
        Ruling.of("AD3.61-mounts", "free", since=4),
        Ruling.of("AD3.62-pond", "whole", "adjacent", since=4),
        Ruling.of("AD3.62-orchard", "printed", since=4),
        Ruling.of("AD3.63-well", "no", "too", since=4),
        Ruling.of("AD3.63-ssr", "ssr", "palms", since=4),
        Ruling.of("AD3.7-fountain", "street", since=4),
        Ruling.of("AD4.1-base", "desert", "everywhere", since=4),
        Ruling.of("AD4.1-grain", "standing", "printed", since=4),
        Ruling.of("AD4.3-boards", "all", "ad-boards", since=4),
        Ruling.of("AD4.4-hexes", "each", since=4),
        Ruling.of("AD4.411-indirect", "as-hedge", "full", since=4),
        Ruling.of("AD4.412-advantage", "any", "beyond-range", since=4),
        Ruling.of("AD4.5-boards", "191.1", since=4),
        Ruling.of("AD4.5-lane", "one", "dearer", since=4),
        Ruling.of("AD4.5-track", "no", since=4),
        Ruling.of("AD4.51-brush", "both", since=4),
        Ruling.of("AD4.51-open", "ground", since=4),
        Ruling.of("AD4.6-breach", "open", since=4),
        Ruling.of("AD4.6-cavalry", "no", since=4),
        Ruling.of("AD4.6-ground", "beside", since=4),
        Ruling.of("AD4.6-cost", "alone", "plus-cot", since=3),
        Ruling.of("A6.1-art", "art", "hexes", since=4),
        Ruling.of("A6.1-sides", "alike", since=4),
        Ruling.of("A6.21-behind", "never", "hides", since=2),
        Ruling.of("A11.4-rubble", "rubble", since=5),
        Ruling.of("A24.61-above", "nowhere", since=5),
        Ruling.of("A24.62-drift", "none", since=5),
        Ruling.of("A6.7-combination", "add", since=4),
        Ruling.of("B10.23-drop", "yes", since=4),
        Ruling.of("B13.3-bu", "full", since=5),
        Ruling.of("B13.421-leaving", "as-turn"),
        Ruling.of("B13.421-partial", "tracks-on", since=5),
        Ruling.of("B14.6-road", "art", "hexsides", since=5),
        Ruling.of("B19.2-connected", "unless-banked"),
        Ruling.of("B19.21-floor", "floor", "ground", since=5),
        Ruling.of("B24.11-whole", "rubbled", since=5),
        Ruling.of("B24.2-height", "as-building", since=5),
        Ruling.of("B24.3-rally", "no", since=5),
        Ruling.of("B24.6-stays", "falls", since=4),
        Ruling.of("B24.6-terrain", "anything", since=4),
        Ruling.of("B25.1-combination", "easiest", since=5),
        Ruling.of("B25.2-below", "upward", since=5),
        Ruling.of("B25.2-top", "over", since=5),
        Ruling.of("B25.4-enter", "no", since=4),
        Ruling.of("B25.6-height", "ground", since=4),
        Ruling.of("B25.6-wind", "graded", "none", since=3),
        Ruling.of("B25.62-attached", "fills", since=4),
        Ruling.of("B25.63-levels", "beside", since=5),
        Ruling.of("B25.651-also", "dr", since=5),
        Ruling.of("B25.651-no-wind", "spread", since=4),
        Ruling.of("B27.1-debris", "any", since=5),
        Ruling.of("C3.71-levels", "kept", "dropped", since=5),
        Ruling.of("C9.3-range", "spotter", "firer", since=5),
        Ruling.of("D2.1-cost", "charged", "declared", since=3),
        Ruling.of("D2.1-delay", "any"),
        Ruling.of("D2.4-setup", "never", "ssr", since=4),
        Ruling.of("D2.11-road", "one", "two", since=5),
        Ruling.of("D2.14-impulse", "gone", "there", since=5),
        Ruling.of("D4.21-hedge", "tem", "hull-down", since=5),
        Ruling.of("D6.21-debris", "stay", "bail-out", since=5),
        Ruling.of("D8.2-when", "after-fire", since=5),
        Ruling.of("D8.21-whole", "none", since=4),
        Ruling.of("D8.3-tracked", "part", "full", since=5),
        Ruling.of("E3.51-mud", "mud", "wet"),
        Ruling.of("E3.6-ec", "mud", since=4),
        Ruling.of("E3.65-scrub", "open-ground", "as-11.8", since=5),
        Ruling.of("E7.3-weather", "each", "once", since=5),
    )
}
"""Every ruling, by id."""

_DEFAULTS: Final = {
    key: RulingInForce(ruling.default, ruling.version)
    for key, ruling in RULINGS.items()
    if ruling.open
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
        if key not in RULINGS or not RULINGS[key].open:
            known = [key for key, ruling in RULINGS.items() if ruling.open]
            hint = meant(key, known, f"; known are {', '.join(known)}")
            raise BadInput(f"there is no such ruling{hint}", f"rulings.{key}")
        if choice not in RULINGS[key].choices:
            answers = " or ".join(RULINGS[key].choices)
            raise BadInput(
                f"{choice[:60]!r} is not an answer; expected {answers}", f"rulings.{key}"
            )
    return _DEFAULTS | {
        key: RulingInForce(choice, RULINGS[key].version)
        for key, choice in chosen.items()
        if key in _DEFAULTS
    }
