"""Where the low sun blinds: the Sun Blindness Zone of a hex, and a Covered Arc (11.611, C3.2)."""

from collections.abc import Iterator

from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_11.sun_blindness import in_sun_blindness_zone, sun_direction, why_not_blinded
from sim.chapter_d.vca import Facing, in_covered_arc, vertex_facing
from sim.los.line import distance, offset
from sim.state import State


class SunZoneQuestion(Question):
    """The hexes of a Sun Blindness Zone, and which of them a Covered Arc holds."""

    hex: Hex = field("where the firer is")
    ca: Facing | None = field("where a Gun there faces", default=None)
    range: int = field("how many hexes far to look", default=4)


class SunZoneAnswer(Answer):
    zone: tuple[str, ...]
    covered: tuple[str, ...] | NotCovered = NOT_COVERED
    both: tuple[str, ...] | NotCovered = NOT_COVERED
    """Those in both: fire at them takes the DRM."""

    def lines(self) -> Iterator[str]:
        for said, names in (
            ("zone", self.zone),
            ("Covered Arc", self.covered),
            ("both", self.both),
        ):
            if not isinstance(names, NotCovered):
                yield f"{said}: {' '.join(names) or 'none'}"


def answer(state: State, question: SunZoneQuestion) -> SunZoneAnswer:
    here, area = question.hex, state.setting.area
    place = area.place(here)
    near = (name for name in area.record if distance(place, area.place(name)) <= question.range)
    names = [name for name in near if name != here]
    zone = tuple(name for name in names if in_sun_blindness_zone(state, here, name))
    why = None if sun_direction(state) is not None else why_not_blinded(state)
    seen = f"{len(zone)} hexes at range {question.range} or less are in the zone of {here}"
    verdict = f"nobody is blinded: {why}" if why else seen
    found = SunZoneAnswer(verdict=verdict, zone=zone)
    if question.ca is None:
        return found
    vertex = vertex_facing(question.ca, state.setting.scenario.north)
    if vertex is None:
        raise BadQuestion("ca", f"no vertex of a hex faces {question.ca} on this map")
    covered = tuple(
        name for name in names if in_covered_arc(offset(place, area.place(name)), vertex)
    )
    both = tuple(name for name in covered if name in zone)
    return found.but(covered=covered, both=both)
