"""Rulings on AD4, the terrain of arid lands and deserts."""

from typing import Final

from sim.rulings.ruling import Ruling

__all__ = ["CHAPTER_AD_4"]

CHAPTER_AD_4: Final = (
    Ruling(
        "AD4.1-base",
        "In which hexes does AD4.1 name what a routing unit treats as woods?",
        {
            "desert": "in hexes of desert base terrain, by which AD2.4 tells how to rout",
            "everywhere": "in all hexes, as long as AD Terrain is in effect",
        },
        since=4,
    ),
    Ruling(
        "AD4.1-grain",
        "Does a routing unit treat a Grain hex as woods out of season?",
        {
            "standing": "no: only while grain stands there, as it is Open Ground otherwise",
            "printed": "yes: a Grain hex is one all year",
        },
        since=4,
    ),
    Ruling(
        "AD4.3-boards",
        "In which scrub hexes does AD4.3 negate FFMO and Interdiction?",
        {
            "all": "in all, as AD4.3 asks only for AD rules to be in effect",
            "ad-boards": "in those of AD boards",
        },
        since=4,
    ),
    Ruling(
        "AD4.4-hexes",
        "Is a building of several hexes, some of them Temperate, an Arid Building?",
        {"each": "hex by hex: AD4.4 speaks of a building in a desert-coloured hex"},
        since=4,
    ),
    Ruling(
        "AD4.411-indirect",
        "What is the TEM of an Arid Rooftop vs Indirect Fire?",
        {
            "as-hedge": "that of a hedge, which has none vs Indirect Fire",
            "full": "+1, as the only exception of AD4.411 is an Aerial attack",
        },
        since=4,
    ),
    Ruling(
        "AD4.412-advantage",
        "Which Elevation Advantage reduces the TEM of an Arid Rooftop to 0?",
        {
            "any": "one of a full level or more: AD4.412 would not need its 16 hexes otherwise",
            "beyond-range": "one of more levels than hexes of range, as at a hedge on a hexside",
        },
        since=4,
    ),
    Ruling(
        "AD4.5-boards",
        "What is Broken Terrain on a Desert Board that is not an AD board?",
        {"191.1": "that of 191.1: AD4.5 is about the terrain of AD boards"},
        since=4,
    ),
    Ruling(
        "AD4.5-lane",
        "What does the single lane of a road through a Boulder-Crag mean?",
        {
            "one": "one vehicle or wreck at a time: no second one enters",
            "dearer": "a second vehicle enters, at the cost of passing the first",
        },
        since=4,
    ),
    Ruling(
        "AD4.5-track",
        "Does a printed road that is a Track (AD2.3) lead vehicles into a Boulder-Crag?",
        {"no": "no: on AD boards a road exists only by SSR or in a Temperate hex"},
        since=4,
    ),
    Ruling(
        "AD4.51-brush",
        "What is Brush that becomes Broken Ground?",
        {
            "both": "both: the LOS, fire and cost of Brush, with the TEM and the Bog Check of "
            "Broken Ground; AD4.51 and AD2.4 still tell it from Open Ground"
        },
        since=4,
    ),
    Ruling(
        "AD4.51-open",
        "Which Open Ground becomes Broken Ground beside a Boulder-Crag?",
        {
            "ground": "Open Ground, Deir and Hillock, Temperate ones too, as no base "
            "terrain is named; no Depression, which F13.1 leaves out, and no Plaza or Fountain"
        },
        since=4,
    ),
    Ruling(
        "AD4.6-breach",
        "What is a breached High Wall like?",
        {
            "open": "as if nothing stood there, for LOS, fire and cost: the rules of Factory walls "
            "are not among our documents, and AD4.6 names no cost"
        },
        since=4,
    ),
    Ruling(
        "AD4.6-cavalry",
        "May Cavalry or horses cross a High Wall?",
        {"no": "no: AD4.6 gives a cost for Infantry alone"},
        since=4,
    ),
    Ruling(
        "AD4.6-ground",
        "Which fire does a High Wall bar between ground level Locations?",
        {
            "beside": "that between Locations at or below the ground of their hexes, one of them "
            "beside the wall; from and to other levels, and from farther off, it is an obstacle of "
            "one level, which hides the hex behind it; OBA and other Indirect Fire is not barred"
        },
        since=4,
    ),
    Ruling(
        "AD4.6-cost",
        "What does it cost an AFV to breach a High Wall?",
        {
            "alone": "half its allotment (FRU), the hex behind included",
            "plus-cot": "half its allotment (FRU) and the COT of the hex behind",
        },
        since=3,
    ),
)
"""In the order of their rules."""
