"""The teaching views follow the hand in the page: while the kernel is busy, and as Python says afterwards."""

from __future__ import annotations

import json

from playwright.sync_api import expect

DATA = """
import numpy as np
import brierwidgets as bw

models = bw.datasets.load_vickers17(n=4000)
rows = models.rows
scores = {"calibrated": rows.scores["Underestimating"], "<b>keen</b>": rows.scores["Highly sensitive"]}
comparison = bw.Comparison(rows.labels, scores)
"""
THRESHOLD = """
view = bw.ThresholdExplorer(comparison, interval=("5%", "20%"), cost="10%")
view
"""


def drag_over(notebook, css, shares):
    """Press on a chart, move over it, and return what `.bw-verdict` said at every step."""
    box = notebook.wait_for(css).bounding_box()
    mouse = notebook.page.mouse
    at = [box["x"] + share * box["width"] for share in shares]
    y = box["y"] + box["height"] / 2
    mouse.move(at[0], y)
    mouse.down()
    said = []
    for x in at:
        mouse.move(x, y)
        said.append(shown(notebook))
    mouse.up()
    return said


def shown(notebook):
    """Return the view's parts as the page shows them now."""
    return notebook.page.evaluate(
        """() => ({
            words: document.querySelector('.bw-verdict').parentElement.textContent,  // with those of the charts
            icons: document.querySelector('svg.bw-icons').outerHTML,
            confusion: document.querySelector('.bw-confusion').outerHTML,
            costs: document.querySelector('.bw-cost-tables').outerHTML,
            boxes: [...document.querySelectorAll('.bw-root input[type=text]:not(.bw-base-box)')].map(box => box.value),
        })"""
    )


def python_html(notebook):
    """Return the same parts as Python draws them, through the browser's own parser."""
    code = (
        "import json; print(json.dumps({name: getattr(view, '_' + name).value "
        "for name in ('words', 'icons', 'confusion', 'costs')}"
        " | {'boxes': list(view._texts().values()), 'threshold': view.threshold}))"
    )
    drawn = json.loads(notebook.kernel(code))
    parsed = notebook.page.evaluate(
        """drawn => {
            const parse = (html) => { const box = document.createElement('div'); box.innerHTML = html; return box; };
            return {
                words: parse(drawn.words).textContent,
                icons: parse(drawn.icons).querySelector('svg').outerHTML,
                confusion: parse(drawn.confusion).querySelector('table').outerHTML,
                costs: parse(drawn.costs).querySelector('div').outerHTML,
                boxes: drawn.boxes,
            };
        }""",
        drawn,
    )
    return parsed, drawn["threshold"]


def test_one_threshold_follows_the_hand_while_python_is_busy(notebook):
    page = notebook([DATA, THRESHOLD], ready="svg.bw-icons", height=1200)
    before = page.at_rest(lambda: shown(page))
    with page.busy_kernel():
        said = drag_over(page, ".bw-drag >> nth=0", [0.2 + 0.02 * step for step in range(20)])
        for part in ("words", "icons", "confusion", "costs"):
            assert len({step[part] for step in said}) >= 10, part
        assert said[-1]["words"] != before["words"]
        in_page = page.at_rest(lambda: shown(page))
    python, threshold = page.at_rest(lambda: python_html(page))
    assert in_page["words"] == python["words"]
    for part in ("icons", "confusion", "costs"):
        assert in_page[part] == python[part]
    assert sorted(in_page["boxes"]) == sorted(python["boxes"])
    assert page.at_rest(lambda: shown(page)) == in_page
    assert threshold > 0.3

    # The second chart, when cost and threshold are apart, and the slider with the keyboard.
    page.kernel("view.together = False")
    with page.busy_kernel():
        drag_over(page, ".bw-drag >> nth=1", [0.5, 0.4, 0.3, 0.25])
        page.page.locator(".bw-threshold .noUi-handle").focus()
        for _ in range(8):
            page.page.keyboard.press("ArrowLeft")
        in_page = page.at_rest(lambda: shown(page))
        assert in_page["words"] != python["words"]
    python, after = page.at_rest(lambda: python_html(page))
    for part in ("words", "icons", "confusion", "costs"):
        assert in_page[part] == python[part]
    assert page.at_rest(lambda: shown(page)) == in_page
    assert after < threshold
    assert float(page.kernel("print(view.cost)")) < 0.3

    # The base rate, in a panel whose slider is as wide as it.
    page.page.click(".bw-base-open")
    assert page.page.locator(".bw-base-range").bounding_box()["width"] > 250
    box = page.page.locator(".bw-base-box")
    box.fill("0.123457%")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    page.page.fill(".bw-base-box", "1:49")
    page.page.keyboard.press("Enter")
    page.wait_kernel("print(view.prevalence)", "0.02")
    python, _ = python_html(page)
    in_page = shown(page)
    for part in ("words", "icons", "confusion", "costs"):
        assert in_page[part] == python[part]
    assert page.errors() == []
    assert page.output_errors() == []


def test_a_threshold_that_python_sets_stays_whatever_the_steps_of_the_slider(notebook):
    page = notebook([DATA, THRESHOLD], ready=".bw-root[data-live] svg.bw-icons", height=1200)
    page.page.locator(".bw-threshold .noUi-handle").focus()
    for cost, text in ((0.123456, "12.3456%"), (0.0777, "7.77%"), (0.33331, "33.331%")):
        page.kernel(f"view.threshold = {cost}")
        page.page.wait_for_function(
            "text => [...document.querySelectorAll('.bw-root input')].some(box => box.value === text)", arg=text
        )
        page.at_rest(lambda: shown(page), 0.8)  # until a page that took it for a hand would have told Python
        assert page.kernel("print(view.threshold)") == str(cost)
    page.page.keyboard.press("ArrowLeft")
    page.wait_kernel("print(0.3 < view.threshold < 0.333)", "True")
    # Nor does a step of a key round to where it began: here the axis is so long that half a per cent is round.
    for cost in (0.5, 0.4):
        page.kernel(f"view.threshold = 0.95\nview.threshold = {cost}")
        page.at_rest(lambda: shown(page), 0.8)
        before = cost
        for _ in range(3):
            page.page.keyboard.press("ArrowLeft")
            page.wait_kernel(f"print({before} - 0.005 < view.threshold < {before})", "True")
            before = float(page.kernel("print(view.threshold)"))
    assert page.errors() == []


def test_the_controls_of_one_threshold_need_no_python(notebook):
    offline = THRESHOLD.replace("\nview\n", "\nview.engine.offline = True\nview\n")
    page = notebook([DATA, offline], ready="svg.bw-icons", height=1200)
    seen = [page.at_rest(lambda: shown(page))]

    def changed(*parts):
        for _ in range(100):
            now = shown(page)
            if all(now[part] != seen[-1][part] for part in parts):
                break
            page.page.wait_for_timeout(20)
        seen.append(now)
        for part in parts:
            assert seen[-1][part] != seen[-2][part], part

    with page.busy_kernel():
        page.page.locator(".bw-root select").select_option(index=1)
        changed("words", "icons", "confusion", "costs")
        page.page.locator("button", has_text="1,000 people").click()
        changed("icons", "confusion")
        page.page.locator("button", has_text="rates").click()
        changed("confusion")
        page.page.locator("button", has_text="log-odds").click()
        boxes = page.page.locator(".bw-threshold-costs input")
        boxes.nth(1).fill("250")
        boxes.nth(1).press("Enter")
        changed("costs", "boxes")
        boxes.nth(3).fill("1:5")
        boxes.nth(3).press("Enter")
        changed("words", "boxes")
        boxes.nth(0).fill("900")
        boxes.nth(0).press("Enter")
        page.wait_text(".bw-notice", "Acting costs C = 900 and a missed case L = 250")
        boxes.nth(0).fill("50")
        boxes.nth(0).press("Enter")
        changed("costs")
        in_page, lines = page.at_rest(lambda: (shown(page), drawn_lines(page)))
    python, threshold = page.at_rest(lambda: python_html(page))
    assert threshold == 0.2
    for part in ("words", "icons", "confusion", "costs"):
        assert in_page[part] == python[part], part
    assert page.at_rest(lambda: drawn_lines(page)) == lines
    assert page.errors() == []


def drawn_lines(page):
    """Return the lines, bars and ticks of the charts, to a tenth of a pixel."""
    return page.page.evaluate(
        """() => {
            const round = text => text.replace(/[0-9.]+/g, number => Number(number).toFixed(1));
            const charts = [...document.querySelectorAll('.bw-chart')];
            const paths = charts.flatMap(chart => [...chart.querySelectorAll('path')]);
            return [
                ...paths.map(path => round(path.getAttribute('d') ?? '')),
                ...charts.flatMap(chart => [...chart.querySelectorAll('.tick text')].map(text => text.textContent)),
            ];
        }"""
    )


TABS = """
site = np.where(np.arange(4000) < 30, "tiny", np.where(np.arange(4000) % 3 == 0, "north", "<i>south</i>"))
explorer = bw.Explorer(comparison, interval=("5%", "20%"), groups=site, tab="groups")
explorer
"""
#: For each tab, what the page shows and what Python wrote there.
FOLLOWED = {
    "groups": {
        ".widget-tab .bw-verdict": "view._words.value",
        ".bw-group .widget-html-content": "list(card.facts.value for card in view._cards.values())",
    },
    "costs": {".widget-tab .bw-said": "view._words.value", ".bw-cost-scores": "view._table.value"},
    "chooser": {".bw-advice": "view._result.value"},
}


def html_of(notebook, css):
    """Return the visible elements as HTML, all of them."""
    return notebook.page.evaluate(
        """css => [...document.querySelectorAll(css)].filter(element => element.offsetParent).map(element =>
            css.includes('content') ? element.innerHTML : element.outerHTML)""",
        css,
    )


def parsed(notebook, texts):
    """Return HTML as the browser writes it."""
    return notebook.page.evaluate(
        """texts => texts.map(text => {
            const box = document.createElement('div');
            box.innerHTML = text;
            return box.innerHTML;
        })""",
        texts,
    )


def test_groups_costs_and_chooser_follow_while_python_is_busy(notebook):
    page = notebook([DATA, TABS], ready=".bw-group .bw-chart path.line", height=1300)
    for tab, parts in FOLLOWED.items():

        def read(parts=parts):
            return {css: html_of(page, css) for css in parts}

        page.kernel(f"explorer.tab = {tab!r}")
        for css in parts:
            page.page.locator(css).locator("visible=true").first.wait_for()
        page.at_rest(read, 0.8)  # the tables of a new tab come when it is in sight
        with page.busy_kernel():
            handle = page.page.locator(".bw-handle-upper").bounding_box()
            x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
            page.page.mouse.move(x, y)
            page.page.mouse.down()
            steps = []
            for step in range(1, 16):
                before = page.page.locator(".bw-root").first.get_attribute("data-interval")
                page.page.mouse.move(x + 6 * step, y)
                # A busy browser joins moves that come within a frame: the next one waits until this one shows.
                expect(page.page.locator(".bw-root").first).not_to_have_attribute("data-interval", before)
                steps.append(read())
            page.page.mouse.up()
            for css in parts:
                assert len({json.dumps(step[css]) for step in steps}) >= 10, (tab, css)
            in_page = page.at_rest(read)
        page.kernel(f"view = explorer.charts[{tab!r}]")
        for css, code in parts.items():
            written = page.at_rest(lambda code=code: page.kernel(f"import json; print(json.dumps({code}))"))
            texts = json.loads(written)
            assert in_page[css] == parsed(page, texts if isinstance(texts, list) else [texts]), (tab, css)
        assert page.at_rest(read) == in_page, tab
    assert page.errors() == []
    assert page.output_errors() == []


#: More scores than the tables of all groups may have in a notebook: 9,000 cases of two models.
LARGE = """
models = bw.datasets.load_vickers17(n=9000)
scores = {name: models.rows.scores[name] for name in ("Underestimating", "Highly sensitive")}
view = bw.Explorer(models.rows.labels, scores, interval=("5%", "20%"), groups=["n", "s", "w"] * 3000, tab="groups")
view
"""
#: What shows the interval in the tab of the groups: their numbers, the sentence above them and the thick lines.
OF_INTERVAL = [
    ".bw-group .widget-html",
    ".widget-html:has(> * > .bw-verdict)",
    ".bw-group path.line[style*='width: 6']",
]


def opacities(page):
    """Return how strong the parts of each kind are that show the interval, in the tab of the groups."""
    return page.page.evaluate(
        """kinds => kinds.map(css => [...document.querySelectorAll(`.widget-tab-contents ${css}`)]
            .map(part => Math.min(getComputedStyle(part).opacity, part.style.opacity || 1)))""",
        OF_INTERVAL,
    )


def test_groups_without_tables_are_faint_until_python_has_answered(notebook):
    page = notebook([DATA, LARGE], ready=".bw-group .bw-chart path.line", height=1300)
    page.wait_for(".bw-root[data-live]")
    plain = [[1, 1, 1], [1], [1, 1, 1]]
    assert page.at_rest(lambda: opacities(page)) == plain
    numbers = page.page.locator(".bw-group .widget-html-content").first
    before = numbers.inner_text()
    with page.busy_kernel():
        page.drag(".bw-handle-upper", 60)  # and lets go
        faint = page.at_rest(lambda: opacities(page), 0.8)
        assert [len(kind) for kind in faint] == [len(kind) for kind in plain]
        assert max(max(kind) for kind in faint) < 0.5
        assert numbers.inner_text() == before
    expect(numbers).not_to_have_text(before, use_inner_text=True)
    assert page.at_rest(lambda: opacities(page)) == plain
    assert page.errors() == []
