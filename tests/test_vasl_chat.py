"""Lines of VASL's chat, over its versions."""

from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from events.moment import Phase
from replays.vasl.chat import (
    InEffectLine,
    MoveLine,
    RollSeen,
    TrackSeen,
    VaslStep,
    VaslTurn,
    WordsSeen,
    chat_line,
)
from replays.vasl.command import piece_of
from replays.vasl.marker import Topic, shown_by_line, shown_by_piece, shown_by_property
from tests import cases

HERE: Final = VaslStep(0, 1)
LIGHT: Final = "total with Light Dust (F11.71): 8"
STATISTICS: Final = "     [1 / 4   avg   10.25 (10.25)]    (01.51 - by random.org)"


@cases(
    "text, purpose, kind, dice, who",
    (f"*** (IFT DR) 5,2 ***   <Joe> {STATISTICS}", "IFT", "DR", (5, 2), "Joe"),
    (f"*** (Other DR) 4,2 ***   <Al>      Allied SAN{STATISTICS}", "Other", "DR", (4, 2), "Al"),
    ("*** (TH DR) 6,2 ***   <test>      [1 / 5]    (01.95)<Hull>", "TH", "DR", (6, 2), "test"),
    ("*** (IFT DR) 5,2,4 ***   <Joe>      [1 / 4]    (01.30)", "IFT", "DR", (5, 2, 4), "Joe"),
    ("*** (RS dr) 2 ***   <日本 Guy>      [1 / 3]", "RS", "dr", (2,), "日本 Guy"),
    ("*** 3d6 = 3,4,1 *** <test>", "3d6", "3 dice", (3, 4, 1), "test"),
    ("*** DR = 5,2 *** <Joe> Axis SAN", "Other", "DR", (5, 2), "Joe"),
    ("** 2d6 = 1,1 *** <Joe>", "2d6", "DR", (1, 1), "Joe"),
    (f"*** (TH DR) 5,2,3 *** - {LIGHT}     <Joe>      [1 / 8]", "TH", "DR", (5, 2, 3), "Joe"),
    ("|*** (IFT DR) 5,2 ***   <Joe>      [1]", "IFT", "DR", (5, 2), "Joe"),
    ("*** (IFT DR) 5,2 ***   &lt;Joe&gt;      [1]", "IFT", "DR", (5, 2), "Joe"),
    ("*** (IFT DR) 5,2 ***   <a>b>      [1 / 8]", "IFT", "DR", (5, 2), "a>b"),
    ("*** (IFT DR) 5 ***   <Joe>      [1 / 8]", "IFT", "dr", (5,), "Joe"),
    ("*** (IFT DR) 5,2 ***", "IFT", "DR", (5, 2), ""),
)
def test_dice_of_every_version(
    text: str, purpose: str, kind: str, dice: tuple[int, ...], who: str
) -> None:
    """Each way in which VASL, VASSAL and extensions have written dice is read."""
    roll = chat_line(text, HERE)
    assert isinstance(roll, RollSeen)
    line = roll.line
    assert (line.purpose, line.kind, line.dice, line.who) == (purpose, kind, dice, who)
    assert line.dr is (kind == "DR")


@cases(
    "text, line",
    ("* New: Axis Turn 1 - PFPh *", TrackSeen(HERE, VaslTurn("Axis", 1, Phase.PFPH))),
    ("* New: UN Turn 10 - CCPh *", TrackSeen(HERE, VaslTurn("UN", 10, Phase.CCPH))),
    ("* Current: Allied Turn 3 - MPh *", TrackSeen(HERE, VaslTurn("Allied", 3, Phase.MPH))),
    ("* PzKpfw IIIH moves 26D5 -> 26D6 *", MoveLine("PzKpfw IIIH", "26D5", "26D6")),
    ("* Veh Dust created in 26D5 *", MoveLine("Veh Dust", None, "26D5")),
    ("Light Dust (F11.71) is in effect.", InEffectLine("Light Dust (F11.71)")),
    ("No Dust is in effect", InEffectLine("No Dust")),
    ("<Bob> - wind change", WordsSeen(HERE, "Bob", "wind change")),
    ("<a>b> - 3 &lt; 4", WordsSeen(HERE, "a>b", "3 < 4")),
    ("&lt;Bob&gt; - hi", WordsSeen(HERE, "Bob", "hi")),
    ("<html><b>x</b></html>", None),
    ("!!<html><style>x", None),
    ("<b> - hi", WordsSeen(HERE, "b", "hi")),
    ("|* New: Axis Turn 1 - PFPh *", TrackSeen(HERE, VaslTurn("Axis", 1, Phase.PFPH))),
    ("* <b>PzIII</b> moves 26D5 -&gt; 26D6 *", MoveLine("PzIII", "26D5", "26D6")),
    ("UNDO: *** (IFT DR) 5,2 *** <A>", None),
    ("*** (IFT DR) 7,2 ***   <Joe>", None),
    ("*** (IFT DR) 0,2 ***   <Joe>", None),
    ("*** percentile = 87 *** <Joe>", None),
    ("*** (IFT DR) 5,2", None),
    ("* Reset: Axis 1st *", None),
    (" Data correctly generated", None),
    ("* New: Axis Turn 0 - RPh *", None),
)
def test_other_lines(text: str, line: object) -> None:
    """The track, moves, new counters, the environment, what people wrote, and what is no dice."""
    assert chat_line(text, HERE) == line


@given(text=st.text(st.sampled_from("*<>() -=,123DRdrCHATkhamsin\n"), max_size=60))
def test_no_line_is_too_strange(text: str) -> None:
    """Whatever stands in the chat is some line, or none of those that are known."""
    chat_line(text, HERE)


@cases(
    "what, shown",
    ("No Dust", [(Topic.DUST, "None")]),
    ("Light Dust (F11.71)", [(Topic.DUST, "Light")]),
    ("Extremely Heavy Dust (F11.732)", [(Topic.DUST, "Extremely Heavy")]),
    ("Special dust", [(Topic.DUST, "Special")]),
    ("Rain (E3.51) +0/+1/...", [(Topic.RAIN, "Rain"), (Topic.MIST, "no")]),
    ("Heavy Rain (E3.51) +1/+2/...", [(Topic.RAIN, "Heavy Rain"), (Topic.MIST, "no")]),
    ("Mist (E3.32) +0/+1/...", [(Topic.RAIN, "None"), (Topic.MIST, "yes")]),
    ("+1 LV (E3.1)", [(Topic.RAIN, "None"), (Topic.MIST, "no")]),
    ("Intense Heat Haze (F11.621)", [(Topic.HAZE, "Intense Heat Haze")]),
    ("Early Morning Sun Blindness (F11.611) +2 => E", [(Topic.SUN, "Early Morning Sun Blindness")]),
    ("Rain of frogs", []),
    ("Heavy Fog (E3.31) L0, +3", []),
)
def test_the_environment_by_its_buttons(what: str, shown: object) -> None:
    """The buttons of VASL say what is in effect in its own words."""
    assert list(shown_by_line(what)) == shown


@cases(
    "names, value, shown",
    ("dust_level DustShaderLevel", "VERY_HEAVY", [(Topic.DUST, "Very Heavy")]),
    ("dust_level DustShaderLevel", "SPECIAL", [(Topic.DUST, "Special")]),
    ("lv_level LowVisShaderLevel", "RAIN", [(Topic.RAIN, "Rain"), (Topic.MIST, "no")]),
    ("lv_level LowVisShaderLevel", "SHADE_ONLY", []),
    ("HeatHazeShaderLevel", "INTENSE_HEAT_HAZE", [(Topic.HAZE, "Intense Heat Haze")]),
    ("SunBlindShaderLevel", "NONE", [(Topic.SUN, "No Sun Blindness")]),
    ("3d6_result DustShaderVisibility", "true", []),
    ("dust_level heat_haze_level lv_level", "LIGHT_FOGL0", []),
)
def test_the_environment_by_properties(
    names: str, value: str, shown: list[tuple[Topic, str]]
) -> None:
    """The global properties have VASL's levels, under the names of all its versions."""
    for name in names.split():
        assert list(shown_by_property(name, value)) == shown


DENSITIES: Final = "Light +,Moderate +,Heavy +,Very Heavy +,Extra-Heavy +"


@cases(
    "basic, level, names, shown",
    ("Rain", 2, "No Rain,Rain,Heavy Rain", (Topic.RAIN, "Rain")),
    ("Dust", 5, DENSITIES, (Topic.DUST, "Extremely Heavy")),
    ("Gusts", 1, ",No Gusts", (Topic.GUSTS, "yes")),
    ("Gusts", 2, ",No Gusts", (Topic.GUSTS, "no")),
    ("Heat Haze", 2, ",Intense +", (Topic.HAZE, "Intense Heat Haze")),
    ("Wind", 3, "No Wind,Mild Breeze,Heavy Winds", (Topic.WIND, "Heavy Winds")),
    ("Light Dust", 1, ",", (Topic.DUST, "Light")),
    ("DTO Dust", 2, "Lt,Md,Hvy,Very Hvy,X-Heavy", (Topic.DUST, "Moderate")),
    ("Dust", 5, "Lt +,Md +,Hvy +,Very Hvy +,X-Heavy +", (Topic.DUST, "Extremely Heavy")),
    ("Vehicle Dust", 1, ",+ motion", None),
    ("Dust Brush", 1, ",", None),
)
def test_markers_by_their_layers(basic: str, level: int, names: str, shown: object) -> None:
    """What a counter of VASL shows, by the names of its layers in the module."""
    layer = f"emb2;;2;;;2;;;2;;;;0;false;0;0;a,b,c,d,e;{names};true;;;"
    piece = piece_of("1", f"{layer}\tpiece;K;D; ;{basic}", f"{level}\tMain Map;5;6;287")
    assert piece is not None
    assert shown_by_piece(piece) == shown
