"""Run notebooks from top to bottom, and save them as they are kept here: ``python docs/_tools/notebooks.py 05 17``.

Of a cell that shows a view the still view is kept, which readers see before anything runs.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
KEPT = ("text/html", "text/markdown", "text/plain", "image/png")


def run(path: Path) -> None:
    """Run a notebook and save it; one that fails is left as it was."""
    notebook = nbformat.read(path, as_version=4)
    settings = dict(notebook.metadata)
    NotebookClient(notebook, timeout=300, store_widget_state=False, resources={"metadata": {"path": FOLDER}}).execute()
    notebook.metadata = nbformat.from_dict(settings)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [kept(output) for output in cell.outputs if is_seen(output)]
    nbformat.write(notebook, path)


def is_seen(output: nbformat.NotebookNode) -> bool:
    """Return whether anything of an output is seen where nothing runs: a widget without a still view is not."""
    data = output.get("data", {})
    return VIEW not in data or "bw-still" in data.get("text/html", "")


def kept(output: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return an output without what waits for a widget that will be gone."""
    if "data" in output:
        output.data = {kind: content for kind, content in output.data.items() if kind in KEPT}
    return output


if __name__ == "__main__":
    for number in sys.argv[1:] or [""]:
        for path in sorted(FOLDER.glob(f"{number}*.ipynb")):
            run(path)
            print(path.name)
