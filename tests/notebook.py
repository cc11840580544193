"""The notebook of the documentation: ``python -m tests.notebook`` runs it and keeps its outputs."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

CHECKOUT: Final = Path(__file__).parent.parent
NOTEBOOK: Final = CHECKOUT / "docs" / "notebook.ipynb"


def ran() -> Any:
    """The notebook with the outputs that its cells give now, in this Python."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    paths = [str(CHECKOUT), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    with tempfile.TemporaryDirectory() as folder:  # where its sockets are
        kernel = AsyncKernelManager(
            kernel_name="python3", transport="ipc", connection_file=f"{folder}/kernel.json"
        )
        home = {"metadata": {"path": CHECKOUT}}
        NotebookClient(
            notebook, km=kernel, timeout=300, resources=home, coalesce_streams=True
        ).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            if len(output.get("data", ())) > 1:
                del output["data"]["text/plain"]  # what a table or a picture is for
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
    }
    return notebook


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else NOTEBOOK
    nbformat.write(ran(), where)
    sys.stdout.write(f"{where} has the outputs of today\n")
