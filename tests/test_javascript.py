"""The viewer's modules: their own tests by node, their types by tsc."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "js"
TSC = os.environ.get("KHAMSIN_TSC", "")


def _ran(*command: str) -> None:
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_the_modules_of_the_page_compute() -> None:
    """Tests of tests/js: differences, the window, what fingers mean, what a path is drawn of."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed, which runs the tests of the page's modules")
    _ran(node, "--test", *map(str, sorted(FOLDER.glob("*.test.js"))))


def test_the_modules_of_the_page_are_what_their_comments_say() -> None:
    """TypeScript finds no fault in the types of the modules, as strictly as it can."""
    if not TSC:
        pytest.skip("KHAMSIN_TSC does not say where TypeScript's tsc is")
    _ran(TSC, "-p", ".")
