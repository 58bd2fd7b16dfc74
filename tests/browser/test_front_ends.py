"""One Explorer in every front end that can be had here: it shows, follows the hand, and nobody complains.

``.ci/lowest`` runs the test of JupyterLab, too, with the oldest one that is allowed.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.firefox import firefox
from tests.browser.hands import BAND, DATA, INTERVAL, SHOW, Hands
from tests.browser.lab import LabServer, NotebookServer, open_notebook

VERDICT = "document.querySelector('.bw-explorer .bw-verdict')?.innerText"
OTHERS = "import ipywidgets\nipywidgets.IntSlider()"
GONE = "widget model not found"  # ipywidgets says so in the console, whatever is shown
HANDLE = ".bw-explorer .bw-slider .bw-handle-upper"


@pytest.fixture(scope="module", params=[LabServer, NotebookServer], ids=["JupyterLab", "Notebook"])
def server(request, tmp_path_factory):
    with request.param(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_in_chromium(server, browser, python):
    page = open_notebook(server, browser, [DATA, SHOW, OTHERS], ready=BAND, height=1400)
    try:
        hands = Hands(page, python)
        hands.wait_interval(*INTERVAL)
        hands.agree()
        hands.pull(HANDLE, 60)
        low, high = hands.wait_moved(INTERVAL)
        assert (low, high > INTERVAL[1]) == (INTERVAL[0], True)
        hands.agree()
        page.wait_kernel(f"print(explorer.interval == {(low, high)!r})", "True")
        assert page.errors() == []
        _reopen_without_its_kernel(page)
    finally:
        page.close()


def _reopen_without_its_kernel(page):
    """The still view is there, before a new kernel is and after; a run brings the live one."""
    page.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    page.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    held, waiting = [], [True]  # what asks for a kernel, and whether it has to wait

    def hold(route):
        if waiting and route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.page.route("**/api/sessions*", hold)
    page.page.reload()
    ours, others = page.output(1), page.output(2)
    expect(others).to_contain_text("Loading widget...")
    _is_still(ours)
    with page.page.expect_console_message(lambda message: GONE in message.text):
        waiting.clear()
        for route in held:
            route.continue_()
        page.wait_until_ready()
    expect(others).to_contain_text("Error displaying widget: model not found")  # what is not ours is left alone
    _is_still(ours)
    page.run_all()
    page.wait_for(BAND)
    expect(page.page.locator(".bw-still")).to_have_count(0)
    assert [error for error in page.errors() if GONE not in error] == []


def _is_still(output):
    expect(output.locator(".bw-still")).to_contain_text("For costs from 5% to 20%, good has the lowest")
    expect(output.locator("img")).to_be_visible()
    expect(output).to_contain_text("Run the cell to make it live.")
    assert output.locator("img").evaluate("image => image.naturalWidth") > 500


def test_in_firefox(server):
    with firefox() as page:
        page.open(server.page(server.add([DATA, SHOW])))
        # JupyterLab knows its current notebook by the focus, which Firefox without a window never gives: say it has it.
        panel = "document.querySelector('.jp-NotebookPanel')"
        page.wait(f"!!{panel}")
        page.ask(f"{panel}.dispatchEvent(new FocusEvent('focus'))")
        page.wait("window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady")
        page.ask("window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => true)")
        _drag(page)
        page.ask("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")


def test_a_saved_page_in_firefox(saved):
    with firefox() as page:
        page.open(saved.as_uri())
        _drag(page)


def _drag(page):
    """Pull the upper handle; the words and the shade follow."""
    low, high = INTERVAL
    page.wait(f"document.querySelector('.bw-root')?.dataset.interval === '{low!r},{high!r}'")  # its slider is there
    band = "document.querySelector(\".bw-chart path.area[style*='rgb(25, 118, 210)']\")?.getAttribute('d')"
    before, drawn = page.wait(VERDICT), page.wait(band)
    assert "For costs from 5% to 20%" in before
    page.drag(HANDLE, 60)
    page.wait(f"({VERDICT}).includes('For costs from 5% to') && !({VERDICT}).includes('to 20%')")
    page.wait(f"({band}) !== {drawn!r}")
    assert page.errors() == []
