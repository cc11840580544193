"""Real logs and saves of VASL, made by other people; skipped where they are not at hand.

The expected dice and phases were read in the text of the files by eye.
"""

from contextlib import suppress
from functools import cache
from pathlib import Path

import attrs
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import BadInput
from replays import load_scenario
from replays.auditing.report_page import report_html
from replays.cli.main import main
from replays.vasl.chat import RollSeen, TrackSeen, WordsSeen
from replays.vasl.container import read_archive
from replays.vasl.correction import Corrections
from replays.vasl.encoding import Encoding, decode, encode
from replays.vasl.fact import History, read_history
from replays.vasl.importer import history_as_json, history_lines, imported
from replays.vasl.log_audit import audit_history
from replays.vasl.log_report import vasl_document, vasl_report
from tests.drawn import examples

DATA = Path(__file__).parent.parent.parent / "shared" / "data" / "vlog"

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the VASL logs are not beside this checkout"
)


@cache
def _history(*names: str) -> History:
    return read_history([read_archive(DATA / name) for name in names])


def _rolls(*names: str) -> list[tuple[int, str, str, tuple[int, ...], str]]:
    return [
        (fact.where.step, fact.line.purpose, fact.line.kind, fact.line.dice, fact.line.who)
        for fact in _history(*names).facts
        if isinstance(fact, RollSeen)
    ]


def _phases(*names: str) -> list[tuple[int, str]]:
    facts = _history(*names).facts
    return [(f.where.step, str(f.track)) for f in facts if isinstance(f, TrackSeen)]


def test_phases_between_dice() -> None:
    """`custom-labels.vlog` goes from the RPh to the MPh, with eight rolls and two labels."""
    assert _phases("custom-labels.vlog") == [
        (0, "Axis Turn 1 - RPh"),
        (8, "Axis Turn 1 - PFPh"),
        (15, "Axis Turn 1 - MPh"),
    ]
    assert [dice for _, _, _, dice, _ in _rolls("custom-labels.vlog")] == [
        *((5, 3), (3,), (6, 6), (6,), (4, 4), (6,), (2, 1), (1,))
    ]
    words = [f.text for f in _history("custom-labels.vlog").facts if isinstance(f, WordsSeen)]
    assert words == ["!!vt-label Custom Label 1", "!!vt-label Custom label 2"]


def test_players_with_names_of_any_kind() -> None:
    """`download-test.vlog` has a quotation mark in one name and Japanese in the other."""
    assert [(dice, who) for _, _, _, dice, who in _rolls("download-test.vlog")] == [
        ((4, 1), 'Joey "The Lips" Blow'),
        ((2, 5), 'Joey "The Lips" Blow'),
        ((2,), 'Joey "The Lips" Blow'),
        ((4, 6), "日本 Guy"),
        ((2, 6), "日本 Guy"),
        ((3,), "日本 Guy"),
        ((2, 6), 'Joey "The Lips" Blow'),
        ((2, 3), 'Joey "The Lips" Blow'),
        ((3,), 'Joey "The Lips" Blow'),
    ]
    assert [track for _, track in _phases("download-test.vlog")] == [
        *("UN Turn 1 - RPh", "UN Turn 1 - PFPh", "UN Turn 1 - MPh")
    ]


def test_logs_of_one_game_join_in_order() -> None:
    """The two halves of `multiple-1` join as they were saved, and tell what the whole does."""
    joined = _history("multiple-1b.vlog", "multiple-1a.vlog")
    assert [file.archive.name for file in joined.files] == ["multiple-1a.vlog", "multiple-1b.vlog"]
    assert joined.gaps == []
    whole, halves = _rolls("multiple-1.vlog"), _rolls("multiple-1b.vlog", "multiple-1a.vlog")
    assert [roll[1:] for roll in halves] == [roll[1:] for roll in whole]
    assert [track for _, track in _phases("multiple-1b.vlog", "multiple-1a.vlog")] == [
        *("Allied Turn 1 - RPh", "Allied Turn 1 - PFPh", "Allied Turn 1 - MPh")
    ]
    assert whole[0] == (4, "IFT", "DR", (5, 2), "Alice")
    assert whole[-1] == (22, "IFT", "DR", (6, 4), "Bob")


def test_a_gap_between_logs_is_told() -> None:
    """Logs between which the track jumps, or that share no counter, are not joined in silence."""
    gaps = _history("multiple-1.vlog", "multiple-2.vlog").gaps
    assert "is there a log between them" in gaps[0]
    assert "of another game" in gaps[-1]


def test_saves_are_read_as_logs_are() -> None:
    """A save of a whole scenario has its counters, the wind and the turn, and no steps."""
    history = _history("hill621.vsav")
    assert history.files[0].steps == 0
    assert _phases("hill621.vsav") == [(0, "Axis Turn 1 - RPh")]
    assert any(getattr(fact, "value", None) == "No Wind" for fact in history.facts)


@pytest.mark.parametrize("path", sorted(DATA.glob("*")), ids=lambda path: path.name)
def test_every_real_file_is_read_whole(path: Path) -> None:
    """No command of a real file is unknown, and its text comes back out of every encoding."""
    archive = read_archive(path)
    assert archive.encoding is Encoding.HEX
    history = read_history([archive])
    assert history.unknown == []
    for encoding in Encoding:
        assert decode(encode(encoding, archive.text)) == (encoding, archive.text)
    assert main(["report", str(path)]) == 0


def test_the_commands_show_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`khamsin import` and `khamsin dice` say it in lines, JSON and CSV."""
    log = str(DATA / "custom-labels.vlog")
    assert main(["import", log]) == 0
    shown = capsys.readouterr().out
    assert "Axis Turn 1 - PFPh" in shown
    assert "Other DR 5,3 by test" in shown
    assert main(["import", log, "--json"]) == 0
    said = orjson.loads(capsys.readouterr().out)
    assert said["players"] == ["test"]
    assert said["unknown"] == []
    assert main(["dice", log, "--rolls", str(tmp_path / "r.csv")]) == 0
    lines = (tmp_path / "r.csv").read_text().splitlines()
    assert len(lines) == 9
    assert lines[1] == "step 3 of custom-labels.vlog,Axis Turn 1 - RPh,test,Other,DR,5,3,"


PIECES = ("\x1b", "\\", "\t", "/", ";", "'", "<", ">", "LOG\t", "*** (IFT DR) ", "9" * 30, "\u2028")


@examples(60)
@given(data=st.data())
def test_damaged_real_logs_are_read_or_refused(data: st.DataObject) -> None:
    """Decoded, a real log may be cut, flipped or doubled anywhere: it is read, or refused."""
    name = data.draw(st.sampled_from(["3d6", "custom-labels", "download-test", "multiple-1"]))
    archive = read_archive(DATA / f"{name}.vlog")
    text = archive.text
    for _ in range(data.draw(st.integers(1, 8))):
        at, to = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
        match data.draw(st.integers(0, 3)):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + text[at : at + 200] + text[at:]
            case 2:
                text = text[:at] + data.draw(st.sampled_from(PIECES)) + text[at:]
            case _:
                text = text[:to]
    history = read_history([attrs.evolve(archive, text=text), archive])
    assert list(history_lines(history))
    assert history_as_json(history)["files"]
    assert report_html(vasl_document(vasl_report(history, None, Corrections())))
    scenario = load_scenario("bir-el-qaha")
    for act in (imported, audit_history):
        with suppress(BadInput):
            assert act(history, scenario, Corrections())
