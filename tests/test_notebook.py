"""The notebook of the documentation runs, and says what it says there."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

nbformat = pytest.importorskip("nbformat", reason="notebooks need nbclient, of the extra real")
pytest.importorskip("nbclient", reason="notebooks need nbclient, of the extra real")
pytest.importorskip("ipykernel", reason="notebooks need ipykernel, of the extra real")

CHECKOUT: Final = Path(__file__).parent.parent


def _told(notebook: Any) -> list[tuple[str, list[tuple[str, ...]], str]]:
    """Each cell: its text, the kinds of its outputs, and what they say but for pictures."""
    found = []
    for cell in notebook.cells:
        kinds, words = [], ""
        for output in cell.get("outputs", ()):
            data = output.get("data", {"text": output.get("text", "")})
            kinds.append(tuple(sorted(data)))
            words += "".join(str(data[kind]) for kind in sorted(data) if "svg" not in kind)
        found.append((cell.source, kinds, words))
    return found


def test_the_notebook_says_today_what_stands_in_it(tmp_path: Path) -> None:
    """Every cell runs; tables and words are those that are kept, and pictures are pictures."""
    again = tmp_path / "again.ipynb"
    run = [sys.executable, "-m", "tests.notebook", str(again)]
    done = subprocess.run(run, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    kept, now = (
        _told(nbformat.read(path, as_version=4))
        for path in (CHECKOUT / "docs" / "notebook.ipynb", again)
    )
    assert now == kept
    kinds = [kind for _, outputs, _ in now for kind in outputs]
    assert kinds.count(("image/svg+xml",)) == 2
