"""The rulebook's table of contents: every rule that Khamsin is for, by id and title.

Which module does a rule is said by that module alone, in its ``RULES`` (and ``PARTLY``).
"""

from typing import Final

import attrs

__all__ = ["RULEBOOK", "Rule"]


@attrs.frozen
class Rule:
    """One rule: its id, its title, and its kind; a heading only announces others."""

    id: str
    title: str
    kind: str


RULEBOOK: Final = tuple(
    Rule(*row)
    for row in (
        ("B.1", "Symbology", "map"),
        ("B.2", "COT", "cost"),
        ("B.3", "MP costs", "cost"),
        ("B.4", "Hindrance level", "los"),
        ("B.5", "Continuous Slope", "los"),
        ("B.6", "Inherent Terrain", "los"),
        ("B.7", "LOS checks", "query"),
        ("B.8", "Random Direction", "dice"),
        ("B.9", "Artificial Terrain", "map"),
        ("B.10", "Hindrance blockage", "los"),
        ("11.1", "Applicability summary", "config"),
        ("11.2", "Arid Weather Chart", "chart"),
        ("11.3", "Time of Day", "chart"),
        ("11.4", "Arid EC Chart", "chart"),
        ("11.5", "Arid Wind Force", "chart"),
        ("11.6", "Desert Low Visibility", "modifier"),
        ("11.601", "HIP and concealment in DLV", "query"),
        ("11.61", "Sun Blindness, when", "config"),
        ("11.611", "Early Morning", "modifier"),
        ("11.6111", "Early Morning EC", "machine"),
        ("11.612", "Late Afternoon", "modifier"),
        ("11.62", "Heat Haze", "modifier"),
        ("11.621", "Intense Heat Haze", "modifier"),
        ("11.622", "Heat Haze, aerial", "modifier"),
        ("11.623", "Heat Haze, target types", "modifier"),
        ("11.624", "Heat Haze, offboard observer", "modifier"),
        ("11.7", "Dust", "machine"),
        ("11.701", "DYO Dust", "chart"),
        ("11.71", "Light Dust", "modifier"),
        ("11.711", "Interdiction", "modifier"),
        ("11.72", "Moderate Dust", "modifier"),
        ("11.73", "Heavy Dust", "modifier"),
        ("11.731", "Very Heavy Dust", "modifier"),
        ("11.732", "Extremely Heavy Dust", "modifier"),
        ("11.74", "Vehicle Dust", "machine"),
        ("11.741", "Platoon/convoy", "machine"),
        ("11.75", "FFE Dust", "machine"),
        ("11.76", "Wind and Gust", "machine"),
        ("11.761", "Directly into Heavy Wind", "modifier"),
        ("11.77", "Rain", "machine"),
        ("11.78", "Night", "modifier"),
        ("11.79", "Other effects of Dust", "heading"),
        ("11.791", "OBA accuracy", "modifier"),
        ("11.792", "In building", "modifier"),
        ("11.793", "Aerial", "modifier"),
        ("11.794", "Residual FP and CC", "modifier"),
        ("11.8", "Mud", "modifier"),
        ("191.1", "Broken Terrain", "map"),
        ("191.2", "Steppe Terrain", "map"),
        ("191.3", "Cactus hedge", "map"),
        ("191.4", "Cactus patch", "map"),
        ("191.5", "Olive grove", "map"),
        ("191.6", "Vineyard", "map"),
        ("191.7", "Inherent Terrain", "los"),
        ("191.8", "FFE LOS Hindrance", "los"),
        ("AD1.1", "AD notation", "config"),
        ("AD1.2", "Precedence", "config"),
        ("AD2.1", "LFT AD boards", "map"),
        ("AD2.11", "Board LFT3", "config"),
        ("AD2.12", "Boards LFT6 and LFT7", "map"),
        ("AD2.13", "Board LFT10", "map"),
        ("AD2.2", "Overlays", "map"),
        ("AD2.3", "Roads and bridges", "map"),
        ("AD2.4", "DTO/ETO chart choice", "cost"),
        ("AD3.0", "Terrain of AD boards", "heading"),
        ("AD3.11", "Olive grove", "map"),
        ("AD3.12", "AD palm trees", "map"),
        ("AD3.121", "Dense palm trees", "map"),
        ("AD3.131", "Cactus patches", "map"),
        ("AD3.132", "Cactus hedges", "map"),
        ("AD3.14", "Woods", "map"),
        ("AD3.15", "Vineyards", "map"),
        ("AD3.161", "Grain", "map"),
        ("AD3.162", "Thick grain", "map"),
        ("AD3.2", "Combined terrain", "query"),
        ("AD3.21", "Crag-brush", "map"),
        ("AD3.22", "Crag-hammada", "map"),
        ("AD3.3", "Mosque and temple", "map"),
        ("AD3.31", "Minaret and tower", "map"),
        ("AD3.311", "Shaft", "los"),
        ("AD3.312", "Steeple stacking", "query"),
        ("AD3.4", "Arid debris", "machine"),
        ("AD3.41", "Arid debris, nature", "modifier"),
        ("AD3.42", "Arid debris, movement", "cost"),
        ("AD3.43", "Arid debris and rubble", "machine"),
        ("AD3.44", "Arid debris and shellholes", "machine"),
        ("AD3.45", "Arid debris clearance", "machine"),
        ("AD3.46", "Arid debris, fortifications", "query"),
        ("AD3.47", "Arid debris, aerial", "modifier"),
        ("AD3.48", "Arid debris, CA change", "modifier"),
        ("AD3.5", "Arid plaza", "map"),
        ("AD3.61", "Oasis well", "map"),
        ("AD3.62", "Oasis", "map"),
        ("AD3.63", "Oasis palm trees", "map"),
        ("AD3.7", "Fountain", "map"),
        ("AD4.1", "Routing", "query"),
        ("AD4.2", "Gun concealment loss", "query"),
        ("AD4.3", "Scrub", "modifier"),
        ("AD4.4", "Arid buildings", "map"),
        ("AD4.41", "Arid rooftop", "query"),
        ("AD4.411", "Arid rooftop TEM", "modifier"),
        ("AD4.412", "Arid rooftop concealment", "query"),
        ("AD4.42", "Arid building rubble", "machine"),
        ("AD4.5", "Broken terrain (AD)", "map"),
        ("AD4.51", "Broken ground (AD)", "map"),
        ("AD4.6", "High walls", "machine"),
    )
)
"""All rules in the order of the rule documents."""
