"""Page and Python in step: who is told what, what happens when Python goes, and several hands at once."""

import re

from playwright.sync_api import expect

from tests.browser.hands import BAND, CHART, DATA, INTERVAL, SHOW, Hands

UPPER, LOWER = ".bw-handle-upper", ".bw-handle-lower"
GONE = "Python has stopped"
WATCH = """() => {
    window.sent = [];
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    kernel.anyMessage.connect((_, {msg, direction}) => {
        if (direction === 'send' && msg.header.msg_type === 'comm_msg') window.sent.push(msg.content.data);
    });
}"""
#: Sixty sets, from a cell, an asyncio task and a thread at once.
RACE = """
import asyncio, threading, time

failures, done = [], []

def value(number):
    return (0.02 + number / 1000, 0.5 + number / 200)

def loop(pause):
    try:
        for number in range(60):
            explorer.interval = value(number)
            time.sleep(pause)
    except Exception as error:
        failures.append(repr(error))
    done.append("thread")

async def task(pause):
    try:
        for number in range(60):
            explorer.interval = value(number)
            await asyncio.sleep(pause)
    except Exception as error:
        failures.append(repr(error))
    done.append("task")
"""


RUN = """
other = threading.Thread(target=loop, args=({pause},))
other.start()
loop({pause})
other.join()
"""
LAST = (0.02 + 59 / 1000, 0.5 + 59 / 200)
START = """code => {
    const {kernel} = window.jupyterapp.shell.currentWidget.sessionContext.session;
    window.cell = kernel.requestExecute({code}).done.then(() => null);
}"""


def messages(page):
    return page.page.evaluate("window.sent")


def test_the_kernel_is_silent_while_the_hand_moves(notebook, python):
    notebook = notebook([DATA, SHOW], ready=BAND, height=1400)
    hands, page = Hands(notebook, python), notebook.page
    hands.agree()
    page.evaluate(WATCH)
    notebook.kernel("moves = []\nexplorer.state.observe(lambda change: moves.append(change.new), 'interval')")

    # A drag: one message at its end, which holds the interval, and one move in Python.
    for css in (UPPER, BAND):
        before = hands.interval()
        page.evaluate("window.sent.length = 0")
        notebook.kernel("moves.clear()")
        box = hands.box(css)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        expect(page.locator(".bw-reading").first).to_be_visible()
        page.mouse.down()
        page.mouse.move(x + 60, y, steps=30)
        hands.wait_moved(before)
        assert [sent for sent in messages(notebook) if "cost" not in sent.get("state", {}).get("hand", {})] == []
        page.mouse.up()
        assert notebook.interval("explorer", ".bw-root") == hands.interval()
        assert notebook.kernel("print(len(moves))") == "1"
        states = [sent["state"] for sent in messages(notebook) if "_from_hand" in sent.get("state", {})]
        assert [tuple(state["_from_hand"][:2]) for state in states] == [hands.interval()]
        hands.agree()

    # The pointer reads the chart while Python is busy.
    plot = hands.box(f"{CHART} rect.plotarea_events")
    with notebook.busy_kernel():
        for share in (0.505, 0.705):
            page.mouse.move(plot["x"] + 3 + share * (plot["width"] - 6), plot["y"] + plot["height"] / 2, steps=5)
            expect(page.locator(".bw-reading").first).to_contain_text(f"At {100 * share:.0f}.")
    hands.wait_interval(*hands.interval())

    # Python moves the page, to the last digit, and the last of two sets wins.
    notebook.kernel("explorer.interval = (.021, .303)\nexplorer.interval = (.111, .517)")
    hands.wait_interval(0.111, 0.517)
    hands.agree()
    hands.wait_band()
    assert notebook.kernel("print(*explorer.interval)") == "0.111 0.517"
    assert notebook.errors() == []
    assert notebook.output_errors() == []


def test_views_of_one_explorer_are_in_step_and_two_explorers_are_not(notebook, python):
    other = "other = bw.Explorer(y, models, **options)\nother.add_class('other')\nNone"
    cells = [DATA, SHOW, "explorer", other, "other"]
    notebook = notebook(cells, ready=".other " + BAND.removeprefix(f"{CHART} "), height=4200)
    page = notebook.page
    hands = Hands(notebook, python)
    roots = page.locator(".bw-explorer.bw-root:not(.other)")
    expect(roots).to_have_count(2)
    for number in (0, 1):
        before = hands.interval()
        handle = roots.nth(number).locator(UPPER)
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.mouse.down()
        page.mouse.move(box["x"] + 49, box["y"] + 9, steps=8)
        after = hands.wait_moved(before)
        page.mouse.up()
        for root in roots.all():
            expect(root).to_have_attribute("data-interval", f"{after[0]!r},{after[1]!r}")
        hands.agree()
    assert notebook.kernel("print(*other.interval)") == "0.05 0.2"
    expect(page.locator(".other.bw-root")).to_have_attribute("data-interval", "0.05,0.2")
    notebook.kernel("explorer.close()")
    theirs = Hands(notebook, python, ".other.bw-root")
    page.locator(".other.bw-root").scroll_into_view_if_needed()
    theirs.pull(f".other {LOWER}", -30)
    assert theirs.wait_moved(INTERVAL)[1] == INTERVAL[1]
    assert notebook.errors() == []


def test_without_python_the_view_stays_alive_and_says_so_once(notebook, python):
    notebook = notebook([DATA, SHOW], ready=BAND, height=1400)
    hands, page = Hands(notebook, python), notebook.page
    hands.agree()
    notebook.wait_for(".bw-root[data-live]")  # until then the page cannot go on by itself
    notebook.restart()
    notices = page.locator(".bw-explorer [role=alert]:visible", has_text=GONE)
    expect(notices).to_have_count(1)
    for css, dx in ((UPPER, 60), (BAND, 40)):
        before = hands.interval()
        hands.pull(css, dx)
        hands.wait_moved(before)
        hands.wait_band()
        hands.agree()
    page.locator(".bw-label:visible", has_text="bold").click()
    hands.agree(shown=[name for name in python.comparison.names if name != "bold"])
    python.state.shown = python.comparison.names
    expect(notices).to_have_count(1)
    assert notebook.errors() == []


def test_a_kernel_that_was_shut_down_is_missed_and_so_is_what_it_has_not_drawn(notebook, python):
    notebook = notebook([DATA, SHOW], ready=BAND, height=1400, alone=True)
    hands, page = Hands(notebook, python), notebook.page
    hands.agree()
    notebook.wait_for(".bw-root[data-live]")
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    notices = page.locator(".bw-explorer [role=alert]:visible")
    expect(notices).to_have_text([re.compile(f"{GONE}. You can go on dragging")])
    before = hands.interval()
    hands.pull(UPPER, 60)
    hands.wait_moved(before)
    hands.agree()
    expect(notices).to_have_count(1)
    for tab, said in (("One threshold", f"{GONE} before this chart was drawn"), ("Curves", f"{GONE}. You can go on")):
        page.get_by_role("tab", name=tab, exact=True).click()
        expect(notices).to_have_text([re.compile(said)])


def test_keys_after_a_drag_in_a_chart_are_no_shortcuts_but_the_one_that_runs_the_cell(notebook):
    notebook = notebook([DATA, SHOW, "kept = 1"], ready=BAND, height=1400)
    hands, page = Hands(notebook, None), notebook.page
    notebook.wait_for(".bw-root[data-live]")
    cells = "() => window.jupyterapp.shell.currentWidget.content"
    page.evaluate(f"() => {{ const cells = ({cells})(); cells.activeCellIndex = 2; cells.activate(); }}")
    hands.pull(BAND, 30)
    hands.wait_moved(INTERVAL)
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    for key in "ddab":
        page.keyboard.press(key)
    assert page.evaluate(f"({cells})().widgets.length") == 3
    for css in (None, ".bw-further button, .widget-toggle-button"):  # the chart, and a button
        if css:
            page.locator(css).locator("visible=true").first.focus()
        assert page.evaluate(f"({cells})().activeCellIndex") == 1
        page.keyboard.press("Shift+Enter")
        page.wait_for_function(f"() => ({cells})().activeCellIndex === 2")
        notebook.kernel("")  # the cell has run
        notebook.wait_for(BAND)
    assert notebook.errors() == []


def test_threads_tasks_and_a_hand_at_once(notebook):
    notebook = notebook([DATA, SHOW, RACE], ready=BAND, height=1400)
    hands, page = Hands(notebook, None), notebook.page
    for pause in (0.1, 0.05, 0.01):
        notebook.kernel(f"done.clear()\nkept = asyncio.get_event_loop().create_task(task({pause}))")
        page.evaluate(START, RUN.format(pause=pause))
        for dx in (60, -60, 40):
            hands.pull(UPPER, dx, steps=10)
        page.evaluate("() => window.cell")
        notebook.wait_kernel("print(len(done))", "3")
        assert notebook.kernel("print(failures)") == "[]"
        # Nothing that was said before comes back after this.
        notebook.kernel("explorer.interval = value(59)")
        hands.wait_interval(*LAST)
        for name in ("explorer", "explorer.slider", "explorer.state", "explorer.state.move"):
            assert notebook.kernel(f"print(*{name}.interval)") == f"{LAST[0]!r} {LAST[1]!r}"
    assert notebook.output_errors() == []
    assert notebook.errors() == []


def test_two_browser_tabs_of_one_notebook_are_in_step(notebook, python):
    """Both have a page of their own that answers the hand; Python tells each what was done in the other."""
    first = notebook([DATA, SHOW], ready=BAND, height=1400, alone=True)
    first.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    second = first.page.context.new_page()
    second.goto(re.sub(r"/workspaces/[^/]+/", "/workspaces/second/", first.page.url))
    for page in (first.page, second):
        page.locator(BAND).first.wait_for(state="attached")
    pages = [first.page, second]
    roots = [page.locator(".bw-explorer.bw-root").first for page in pages]
    for root in roots:
        expect(root).to_have_attribute("data-interval", "{!r},{!r}".format(*INTERVAL))
    for page, root in zip(pages, roots, strict=True):
        before = root.get_attribute("data-interval")
        page.bring_to_front()
        handle = page.locator(UPPER).first
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.mouse.down()
        page.mouse.move(box["x"] + 49, box["y"] + 9, steps=8)
        page.mouse.up()
        expect(root).not_to_have_attribute("data-interval", before)
        after = root.get_attribute("data-interval")
        first.wait_kernel("print(*explorer.interval, sep=',')", after)
        for other in roots:
            expect(other).to_have_attribute("data-interval", after)
        python.interval = tuple(map(float, after.split(",")))
        python.state.settle()
        for tab in pages:
            expect(tab.locator(".bw-verdict").first).to_contain_text(python.verdict.text[:40])
    assert first.errors() == []
