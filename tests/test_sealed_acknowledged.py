"""Acknowledgements in games with sealed dice: the verifier that stands alone, beside the audit."""

import base64
import contextlib
import io
import json
import os
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replays.cli.main import main
from sim.trust.signing import sign
from tests.sealed_pair import VERIFIER, Pair
from tests.test_verifiers_agree import (
    SECRETS,
    acknowledged,
    entry,
    key_of,
    log_with,
    root_of,
)

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")  # a program closes at its end

Do = dict[str, Any]


@pytest.fixture(scope="module")
def sealed_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A sealed game whose first Player Turn is begun; it is ``game.jsonl`` in this folder."""
    pair, before = Pair(tmp_path_factory.mktemp("sealed")), Path.cwd()
    pair.open_first()
    assert main(["do", str(pair.logs[0]), "wc", "phase", "note one", "note two"]) == 0
    os.chdir(pair.logs[0].parent)
    yield pair.logs[0]
    os.chdir(before)


def _verifier(*files: str) -> tuple[int, str]:
    out, code = io.StringIO(), 0
    with contextlib.redirect_stdout(out), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", [str(VERIFIER), *files])
        try:
            runpy.run_path(str(VERIFIER), run_name="__main__")
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
            out.write(f"{ended.code}")
    return code, out.getvalue()


def _both(log: str) -> tuple[int, str]:
    """The verdict of both on a log; it is one. And what the verifier says."""
    code, said = _verifier(log)
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["audit", log]) == code, said
    return code, said


def test_a_true_acknowledgement_is_told_with_its_key_and_its_entries(sealed_log: Path) -> None:
    """By whom and up to which entry; of no entry at all, it is one of the header."""
    log = log_with(entry(acknowledged("monty", 2)), entry(acknowledged(upto=0), 1))
    code, said = _both(log)
    assert code == 0, said
    assert f"signed by {'+'.join(key_of('monty').split('+')[:2])} up to #2" in said
    assert f"signed by {'+'.join(key_of('rommel').split('+')[:2])} up to #0" in said


def _signed_anyhow(**forged: Any) -> Do:
    """An acknowledgement whose signature is over what it says, whatever that is."""
    do = acknowledged() | forged
    base = base64.b64encode(bytes.fromhex(do["root"])).decode()
    text = f"khamsin.log/game/{do['log']}\n{do['entries']}\n{base}\nseal {do['seal']}\n"
    signed = f"cosignature/v1\ntime {do['time']}\n{text}".encode()
    return do | {"signature": base64.b64encode(sign(SECRETS["rommel"], signed)).decode()}


@pytest.mark.parametrize(
    "forged",
    [
        {"entries": -1},
        {"entries": True},
        {"entries": 1.0},
        {"entries": 10**6},
        {"time": -1},
        {"time": True},
        {"time": 7.5},
        {"time": 2**63},
        {"time": 2**70},
        {"root": "0" * 64},
        {"seal": "0" * 64},
        {"log": "0" * 64},
        {"key": key_of("rom mel")},
        {"key": key_of("rom\x1bmel")},
        {"key": key_of("r" * 101)},
        {"key": key_of("rommel", kind=1)},
        {"x": 1},
    ],
    ids=str,
)
def test_who_signs_what_is_not_so_is_found_though_the_signature_is_true(
    sealed_log: Path, forged: Do
) -> None:
    """The holder of a key can sign anything; what stands in the log must be so, too."""
    assert _both(log_with(entry(_signed_anyhow())))[0] == 0
    assert _both(log_with(entry(_signed_anyhow(**forged))))[0] == 1


def test_a_log_that_was_rewritten_has_not_what_was_signed(sealed_log: Path) -> None:
    """The signature is true, and the root is that of other lines."""
    said = json.loads(Path("game.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    other = _signed_anyhow(root=root_of([b"x"]).hex(), seal=said["hash"])
    code, told = _both(log_with(entry(other)))
    assert code == 1
    assert "entry" in told


def test_a_link_that_is_due_is_told(tmp_path: Path) -> None:
    """When a Player Turn is over, the dice of the next wait for the link of who played it."""
    pair = Pair(tmp_path)
    letter = pair.open_first()
    assert "is due" not in _verifier(str(pair.logs[0]), str(letter))[1]
    pair.play_turn(0)
    assert "link 2 of side 1 is due" in _verifier(str(pair.logs[0]))[1]
    assert "is due" not in _verifier(str(pair.give(0)))[1]
