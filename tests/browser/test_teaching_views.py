"""The teaching views under a hand: mouse, keyboard and typing, in one notebook; and an Explorer cut by groups."""

from playwright.sync_api import expect

HOSTILE = "<img src=x onerror=alert(1)>"
DATA = f"""
import ipywidgets as widgets
import numpy as np
import brierwidgets as bw

models = bw.datasets.load_vickers17(n=4000)
rows = models.rows
scores = {{"calibrated": rows.scores["Underestimating"], {HOSTILE!r}: rows.scores["Highly sensitive"]}}
comparison = bw.Comparison(rows.labels, scores)
"""
VIEWS = """
state = bw.ExplorerState(comparison, interval=("5%", "20%"))
views = [bw.ThresholdExplorer(state), bw.CostChart(state), bw.MetricChooser(state), bw.SurveyChart()]
for view, name in zip(views, ["te", "cc", "mc", "sc"]):
    view.add_class(name)
widgets.VBox(views)
"""
GROUPS = """
site = np.where(np.arange(4000) < 30, "tiny", np.where(np.arange(4000) % 3 == 0, "north", "south"))
explorer = bw.Explorer(comparison, interval=("5%", "20%"), groups=site, tab="groups")
_ = explorer.add_class("ex")
explorer
"""

PHONE = """
import ipywidgets as widgets
import brierwidgets as bw
from brierwidgets.lessons import Question

question = Question("How many have it?", correct=5, unit="%")
widgets.VBox([bw.IntervalSlider(("1.63289%", "2.91262%")), question, bw.SurveyChart()])
"""
#: Boxes that are narrower than what is written in them, or than the example that they show while they are empty.
NARROW = """() => [...document.querySelectorAll('.bw-slider-box, .bw-question input[type=text]')].filter(box => {
    const value = box.value;
    box.value ||= box.placeholder;
    const cut = box.scrollWidth > box.clientWidth;
    box.value = value;
    return cut;
}).map(box => box.outerHTML)"""


#: Colour and opacity of the band of one threshold's curve, and of the sample of it in the key.
SHADES = """() => ['.te path.area[style*="25, 118, 210"]', '.te .bw-shade'].map(css => {
    const {fill, backgroundColor, opacity} = getComputedStyle(document.querySelector(css));
    return [css.endsWith('shade') ? backgroundColor : fill, opacity];
})"""


def words(page, css):
    return page.page.locator(f"{css} .bw-verdict").first.inner_text()


def wait_words(page, css, before):
    expect(page.page.locator(f"{css} .bw-verdict").first).not_to_have_text(before)
    return words(page, css)


def nothing_hostile(page):
    assert page.page.locator("img[src='x']").count() == 0
    assert page.errors() == []
    assert page.output_errors() == []


def test_the_teaching_views_answer_the_hand(notebook):
    page = notebook([DATA, VIEWS], ready=".te svg.bw-icons", height=1200)
    page.wait_for(".cc .bw-chart path.line")
    page.wait_text(".sc", "78.8%")
    page.wait_for(".te.bw-root[data-live]")

    # A drag over the bars moves the threshold, the people and the words.
    icons = page.wait_for(".te svg.bw-icons").get_attribute("aria-label")
    said = words(page, ".te")
    assert said.startswith("Acting on calibrated at 10%")
    page.drag(".te .bw-drag", 100)
    expect(page.page.locator(".te svg.bw-icons")).not_to_have_attribute("aria-label", icons)
    said = wait_words(page, ".te", said)
    page.page.wait_for_timeout(600)  # Python hears of it when the hand rests
    dragged = float(page.kernel("print(views[0].threshold)"))
    assert 0.4 < dragged < 0.9

    band, key = page.page.evaluate(SHADES)
    assert key == band

    # The slider under them by keyboard, a cost by typing.
    page.page.locator(".te .noUi-handle").focus()
    page.page.keyboard.press("ArrowLeft")
    said = wait_words(page, ".te", said)
    page.page.wait_for_timeout(600)
    assert float(page.kernel("print(views[0].threshold)")) < dragged
    box = page.page.locator(".te .bw-threshold-costs input").nth(2)
    box.fill("1:3")
    box.press("Enter")
    page.wait_text(".te .bw-verdict", "At a cost ratio of 25%")
    page.page.locator(".te select").select_option(label=HOSTILE)
    page.wait_text(".te .bw-verdict", f"Acting on {HOSTILE} at 25%")

    # The chooser's table is a set of buttons.
    page.page.locator(".mc .bw-cells button", has_text="net benefit, regret").click()
    page.wait_text(".mc .bw-verdict", "Use net benefit, regret.")
    page.wait_text(".mc table.bw-calls", "net_benefit(y_true, y_prob, threshold=0.05)")
    page.wait_text(".mc table.bw-calls", HOSTILE)
    page.wait_text(".mc .bw-words", "61.3% (FAccT)")

    # The shapes of the metrics bend with the axis.
    shape = page.path(".cc .bw-chart path.line >> nth=2")
    page.page.locator(".cc button", has_text="log-odds").click()
    expect(page.page.locator(".cc .bw-chart path.line").nth(2)).not_to_have_attribute("d", shape)
    page.wait_text(".cc table.bw-cost-scores", HOSTILE)
    nothing_hostile(page)


def test_a_group_restricts_every_view(notebook):
    page = notebook([DATA, GROUPS], ready=".ex .bw-group .bw-chart path.line")
    page.wait_text(".ex .bw-groups", "tiny has 30 cases")
    assert page.page.locator(".ex .bw-group .bw-chart").count() == 2  # the third is too small to be judged
    everyone = page.wait_for(".ex .bw-scores .bw-row").inner_text()
    page.page.locator(".ex .bw-group-list select").select_option(index=2)
    expect(page.page.locator(".ex .bw-scores .bw-row").first).not_to_have_text(everyone)
    assert page.kernel("print(explorer.state.group)") == "south"
    page.page.locator(".ex .bw-group button", has_text="north").click()
    page.wait_text(".ex [role=status] .bw-key", "north has")
    assert page.kernel("print(explorer.state.comparison.total)") == str(
        float(page.kernel("print(sum(site == 'north'))"))
    )
    before = page.path(".ex .bw-group .bw-chart path.line >> nth=-1")
    page.drag(".ex .bw-handle-upper", 60)
    page.wait_path_change(".ex .bw-group .bw-chart path.line >> nth=-1", before)
    nothing_hostile(page)


def test_on_a_phone_boxes_hold_their_text_and_bars_have_room(notebook):
    page = notebook([PHONE], ready=".bw-survey .bw-survey-bar", width=390)
    page.wait_text(".bw-survey", "78.8%")
    assert page.page.locator(".bw-slider-box, .bw-question input[type=text]").count() == 3
    page.page.wait_for_function(f"() => ({NARROW})().length === 0")
    bars = page.page.locator(".bw-survey-group").first
    page.page.wait_for_function("bars => bars.clientWidth > 120", arg=bars.element_handle())
    nothing_hostile(page)
