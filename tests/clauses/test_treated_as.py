"""Terrain that a rule treats as another: every question has one answer of both."""

import re
from typing import Final

import pytest

from events.errors import BadInput
from tests import cases
from tests.clauses.reached import Played, world

ON: Final = {"ad": True}
MOVERS: Final = (
    *("--mover infantry", "--mover cavalry", "--mover horse-drawn", "--mover motorcycle"),
    *("--mover armoured-car", "--mover fully-tracked", "--mover halftrack", "--mover truck"),
)
ENTRIES: Final = ("D4 --to D5", "D5 --to D4", "D5 --to D6", "D4 --to D5 --road yes")
QUESTIONS: Final = (
    *("terrain --hex D5", "tem --hex D5", "tem --hex D5 --indirect", "ambush --hex D5"),
    *("burn --hex D5", "rally --hex D5", "concealment --hex D5 --enemy D9", "sighting --hex D5"),
    *("rout --hex D5 --enemy D9", "rout --hex D5", "stacking --hex D5", "view --from D5"),
    *("gun --hex D5 --gun AT --calibre 50", "gun --hex D5 --gun MTR --calibre 81"),
    *(f"fortification --hex D5 --what {what}" for what in ("Foxhole", "Trench", "Wire", "Pillbox")),
    *(
        f"shot --from {one} --to {other} --attack {attack}{more}"
        for one, other in (("D3", "D5"), ("D5", "D3"), ("D2", "D8"), ("D6", "D5"), ("D5", "E5"))
        for attack in ("IFT", "TH --shell HE", "OBA")
        for more in ("", " --moving", " --against vehicle")
    ),
    *("interdiction --from D3 --to D5", "interdiction --from D4 --to D5"),
    *(f"{ask} --from {way} {mover}" for ask in ("entry-cost", "may-enter") for way in ENTRIES
      for mover in MOVERS),
    *(f"bog --from {way} {mover}" for way in ENTRIES for mover in MOVERS[2:]),
    *(f"bog --to D5 {mover}" for mover in MOVERS[2:]),
)  # fmt: skip


def said(game: Played, question: str) -> str:
    """An answer, or why there is none, without the names that tell the two apart."""
    try:
        told = game.text(question)
    except BadInput as error:
        told = f"{type(error).__name__}: {error}"
    told = re.sub(r"overrides: .*", "", told)
    return re.sub(r"\s+", " ", re.sub(r"\bOasis\b", "Stream", told).replace("AD3.62", "B20"))


@pytest.mark.rule("AD3.62", "AD3.62a")
@cases("beside", ".", "y", "u", "r")
def test_an_oasis_is_a_stream_to_every_question(beside: str) -> None:
    """Cost, Bog, LOS, FFMO, Interdiction, TEM, concealment, Fortifications, fire."""
    oasis = world({"D5": "a", "D6": beside}, on=ON, ad=True)
    stream = world({"D5": "r", "D6": beside}, on=ON, ad=True)
    for question in QUESTIONS:
        assert said(oasis, question) == said(stream, question), question
    assert "FFMO" in oasis.names("shot --from D4 --to D5 --attack IFT --moving")
