"""How far a light illuminates at night (E1.9, 11.78)."""

from collections.abc import Iterator

from events.terms import TimeOfDay
from sim.asking.answer import NOT_COVERED, Answer, NotCovered
from sim.asking.question import BadQuestion, Hex, Question, field
from sim.chapter_11.night import Light, dust_at_night, lit_radius
from sim.chapter_e.illumination import levels_ablaze, lit_by
from sim.modifiers import Kind, Modifier, applied, total_of
from sim.state import State


class IlluminationQuestion(Question):
    """How far a light reaches at night."""

    light: Light = field("which light", default=Light.STARSHELL)
    levels: int | None = field(
        "levels of a Blaze; those ablaze in its hex, or 1, if left out",
        default=None,
        least=1,
        most=5,
    )
    hex: Hex | None = field(
        "where it is; then the hexes that it illuminates are listed", default=None
    )


class IlluminationAnswer(Answer):
    radius: int
    """In hexes."""
    illuminated: tuple[str, ...] | NotCovered = NOT_COVERED

    def lines(self) -> Iterator[str]:
        if self.illuminated is not NOT_COVERED:
            yield f"illuminated: {', '.join(self.illuminated)}"


def answer(state: State, question: IlluminationQuestion) -> IlluminationAnswer:
    light = question.light
    if question.levels not in (None, 1) and light is not Light.BLAZE:
        raise BadQuestion("levels", f"only a Blaze has blazing levels, not a {light}")
    ablaze = levels_ablaze(state, question.hex or "") or (0,)
    base = lit_radius(light, question.levels or len(ablaze))
    items, near = applied(
        [Modifier(light.value, "E1.9", Kind.RADIUS, base), dust_at_night(state, base)]
    )
    radius = int(total_of(items).fixed)
    hexes = "1 hex" if radius == 1 else f"{radius} hexes"
    reach = f"within {hexes}" if radius else "its own hex only"
    article = "an" if light is Light.IR else "a"
    night = state.sky.time_of_day is TimeOfDay.NIGHT
    warning = "" if night else "it is not Night (E1); at Night "
    return IlluminationAnswer(
        verdict=f"{warning}{article} {light} illuminates {reach}",
        items=items,
        near=near,
        radius=radius,
        illuminated=NOT_COVERED
        if question.hex is None
        else lit_by(state, light, question.hex, radius, max(ablaze)),
    )
