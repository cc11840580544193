"""AD4.2 When a Large Target non-vehicular Gun loses concealment by firing."""

from typing import Final

from events.terms import EC

__all__ = ["RULES", "loses_concealment_on"]

RULES: Final = ("AD4.2",)
CORE: Final = ("A12.34",)


def loses_concealment_on(ec: EC | None, *, ad: bool, large_target: bool) -> tuple[int, ...]:
    """The coloured dr of an Original TH DR on which a non-vehicular Gun loses its "?" (A12.34).

    Args:
        ec: the EC now.
        ad: AD Terrain is in effect.
        large_target: the Gun is a Large Target.
    """
    if ad and large_target and ec not in (EC.WET, EC.MUD):
        return (4, 5, 6)
    return (5, 6)
