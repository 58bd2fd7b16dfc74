"""Every notebook, opened and run in JupyterLab as a reader does: no errors, and its widgets drawn."""

from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("[!.]*.ipynb"))
FIGURE = ".bqplot.figure:visible"
#: How many charts are to be seen when a notebook has run. Those not named show tables, or a question first.
CHARTS = {
    "01-start-here": 1,
    "02-costs-and-thresholds": 2,
    "03-regret-curves": 2,
    "04-log-odds": 1,
    "05-decision-curves": 3,
    "07-breast-cancer": 2,
    "08-calibration": 3,
    "09-auc-and-top-k": 1,
    "10-priors-over-costs": 1,
    "12-your-own-models": 1,
    "13-large-data": 1,
    "14-write-your-own-chart": 2,
    "15-base-rates": 1,
    "16-outcomes-in-time": 1,
    "17-opinions-about-costs": 1,
    "18-who-is-it-best-for": 2,
    "19-partial-auc": 1,
    "20-skill": 1,
    "21-averaging-net-benefit": 2,
    "22-hands-theorem": 2,
    "23-intensive-care": 2,
}
#: Notebooks in which Python writes a text of its own while a hand moves, and what the hand moves.
WRITES = {
    "19-partial-auc": ".bw-handle-upper",
    "21-averaging-net-benefit": ".bw-handle-upper",
    "22-hands-theorem": ".bw-handle-upper",
    "23-intensive-care": ".noUi-handle",
}
#: Such a text: not a part of a view.
TEXT = ".jp-OutputArea .widget-html:not(.brierwidgets *)"
#: Whether a chart shows anything but its axes.
DRAWN = """figure => [...figure.querySelectorAll('path, image, .bargroup rect')].some(
    mark => !mark.closest('.axis') && mark.getBoundingClientRect().width > 20
)"""


def widget_cells(path):
    """Return which code cells show widgets: those whose output nbval does not compare, or that saved a still view."""
    code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    return [
        number
        for number, cell in enumerate(code)
        if "nbval-ignore-output" in cell.metadata.get("tags", []) or "bw-still" in str(cell.outputs)
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_draws(path, notebook):
    page = notebook(path)
    for number in widget_cells(path):
        expect(page.output(number).locator(".brierwidgets, pre").first).to_be_visible()
    expect(page.page.locator(FIGURE)).to_have_count(CHARTS.get(path.stem, 0))
    for figure in page.page.locator(FIGURE).element_handles():
        page.page.wait_for_function(DRAWN, arg=figure)
    if path.stem in WRITES:
        text = page.page.locator(TEXT).first
        before = text.inner_text()
        page.page.locator(WRITES[path.stem]).first.press("ArrowRight")
        expect(text).not_to_have_text(before, use_inner_text=True)
    assert page.page.locator(".bw-notice [role=alert]").all_inner_texts() == []
    assert page.output_errors() == []
    assert page.errors() == []


def test_the_first_one_shows_its_explorer_before_anything_runs(notebook):
    page = notebook(NOTEBOOKS[0], run=False, ready=".bw-still img")
    picture = page.page.locator(".bw-still img")
    picture.scroll_into_view_if_needed()
    page.page.wait_for_function("() => document.querySelector('.bw-still img').naturalWidth > 500")
    expect(page.page.locator(".bw-still")).to_contain_text("For costs from 1.66% to 3%, xgboost (2%) has the lowest")
    expect(page.page.locator(".bw-still")).to_contain_text("Run the cell to make it live.")
    page.run_all()
    page.wait_for(".bw-root .bw-verdict")
    expect(page.page.locator(".bw-still")).to_have_count(0)
    assert page.errors() == []
