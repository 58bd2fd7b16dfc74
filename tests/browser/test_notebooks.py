"""Every notebook, opened and run in JupyterLab as a reader does: no errors, and its widgets drawn."""

from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("[!.]*.ipynb"))


def widget_cells(path):
    """Return which code cells show widgets: those whose output nbval does not compare."""
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    return [number for number, cell in enumerate(code) if "nbval-ignore-output" in cell.metadata.get("tags", [])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_draws(path, notebook):
    page = notebook(path)
    for number in widget_cells(path):
        output = page.output(number)
        expect(output.locator(".brierwidgets, pre").first).to_be_attached()
        for figure in output.locator(".bqplot.figure").all():
            expect(figure.locator("path.line, .dot, rect").first).to_be_attached()
    alerts = page.page.locator(".bw-notice [role=alert]").all_inner_texts()
    assert alerts == []
    assert page.output_errors() == []
    assert page.errors() == []
