"""One quiet screen: what is in sight, what a phone shows, undo, and the buttons in the corner."""

import numpy as np
import pytest
from playwright.sync_api import expect
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.explorer import TABS
from tests.browser.hands import BAND, CHART, DATA, INTERVAL, SHOW, Hands, open_tab
from tests.browser.looks import (
    ASIDE,
    BROKEN,
    CLIPPED,
    CRAMPED,
    CUT,
    FOLDED,
    NARROW,
    ONE_LINE,
    OUTSIDE,
    SHORTENED,
    SMALL,
    SQUEEZED,
    STRUCK,
    THIN,
    UNDRAWN,
    WORDS_IN_LINES,
    charts_end_within,
    luminance,
    nothing_sticks_out,
    wait_for_none,
)

UPPER = ".bw-handle-upper"
MANY = [
    "logistic regression",
    "gradient boosting, recalibrated",
    "naive_bayes_multinomial_v2",
    "overconfident network",
    "support vector machine",
    "K nearest neighbours",
    "a noisy model with a long name",
    "spline",
]


#: Names that hardly fit anywhere: sentences, and a word without a place to break.
LONG = [
    "gradient boosting with isotonic recalibration, trained on 2015-2019",
    "gradient boosting with Platt scaling, trained on 2015-2019",
    "an_identifier_without_any_spaces_that_goes_on_and_on_v2_final",
]


@pytest.fixture(scope="module")
def save_models(tmp_path_factory):
    """Save an Explorer of models with these names as a page on disk."""

    def save(names, size="screen"):
        rng = np.random.default_rng(1)
        z, noise = rng.normal(size=(2, 2000))
        models = {name: expit(z * (1.3 - 0.1 * i) - 2 + 0.2 * i * noise) for i, name in enumerate(names)}
        explorer = bw.Explorer(rng.random(2000) < expit(z - 2), models, interval=INTERVAL, size=size)
        try:
            return explorer.save_html(tmp_path_factory.mktemp("models") / "models.html")
        finally:
            explorer.close()

    return save


def corner_answers_twice(page):
    """Copy the code twice: what is said pushes nothing aside, and the second answer stays as long as the first."""
    said = page.locator(".bw-corner-said")
    said.evaluate(
        """said => {
            window.told = [];
            const note = () => window.told.push([performance.now(), said.textContent]);
            new MutationObserver(note).observe(said, {childList: true});
        }"""
    )
    before = page.locator(".bw-verdict").first.bounding_box()
    for told in (1, 2):
        page.get_by_role("button", name="Copy code").click()
        page.wait_for_function("told => window.told.filter(([, text]) => text === 'Copied').length === told", arg=told)
        assert page.locator(".bw-verdict").first.bounding_box() == before
        page.wait_for_timeout(700)
    expect(said).to_be_empty()
    (last, text), (gone, nothing) = page.evaluate("() => window.told.slice(-2)")
    assert (text, nothing) == ("Copied", "")
    assert gone - last > 1900


def test_one_screen_undo_and_the_corner_in_a_notebook(notebook, tmp_path):
    # alone: what it may copy would stay
    opened = notebook([DATA, SHOW], ready=BAND, width=1280, height=800, alone=True)
    hands, page = Hands(opened, None), opened.page
    assert page.locator(".bw-explorer").get_by_role("tab").count() == 6
    page.wait_for_function(ONE_LINE)  # with presets, groups and a base rate in it
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.wait_for_function("() => matchMedia('(pointer: coarse)').matches")
    page.wait_for_function(ONE_LINE, timeout=20_000)
    finger.detach()
    page.wait_for_function("() => !matchMedia('(pointer: coarse)').matches")
    charts_end_within(page, 700)
    page.evaluate("() => jupyterapp.commands.execute('filebrowser:activate')")
    page.locator("#filebrowser").wait_for()
    charts_end_within(page, 770)  # the controls above them need a second line
    page.evaluate("() => jupyterapp.commands.execute('filebrowser:hide-main')")
    page.locator("#filebrowser").wait_for(state="hidden")
    open_tab(page, "regret")

    undo = page.locator(".bw-corner").get_by_role("button", name="undo")
    expect(undo).to_be_disabled()
    hands.pull(UPPER, 60)
    first = hands.wait_moved(INTERVAL)
    expect(undo).to_be_enabled()
    opened.wait_kernel("print(*explorer.interval)", f"{first[0]!r} {first[1]!r}")
    hands.pull(UPPER, -30)
    hands.wait_moved(first)
    page.keyboard.press("Control+z")  # the handle that was pulled has the focus
    hands.wait_interval(*first)
    undo.click()
    hands.wait_interval(*INTERVAL)
    expect(undo).to_be_disabled()
    opened.wait_kernel("print(*explorer.interval)", f"{INTERVAL[0]!r} {INTERVAL[1]!r}")

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    corner_answers_twice(page)
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.strip() == opened.kernel("print(explorer.to_code())").strip()
    for name, begins in (("Save picture", b"\x89PNG"), ("Save page", b"<!doctype html>")):
        page.get_by_role("button", name="Save ▾").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        assert path.read_bytes()[:15].lower().startswith(begins.lower())

    page.set_viewport_size({"width": 390, "height": 900})  # JupyterLab leaves 274 pixels of a phone
    nothing_sticks_out(page)
    page.set_viewport_size({"width": 800, "height": 900})  # charts in closed tabs hear of it when they are opened
    nothing_sticks_out(page)
    assert opened.errors() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_band_is_as_plain_to_see_on_black_as_on_white(notebook, theme):
    opened = notebook([DATA, SHOW], ready=BAND, theme=theme)
    found = opened.page.locator(BAND).first.evaluate(
        """area => {
            const {fill, opacity} = getComputedStyle(area);
            return [fill, getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor].map(
                colour => colour.match(/\\d+/g).slice(0, 3).map(Number)).concat(Number(opacity));
        }"""
    )
    fill, ground, opacity = np.array(found[0]), np.array(found[1]), found[2]
    dimmer, brighter = sorted(luminance(colour) for colour in (ground, opacity * fill + (1 - opacity) * ground))
    assert (brighter + 0.05) / (dimmer + 0.05) > 1.18


def test_two_views_of_a_cell_do_not_touch(notebook):
    opened = notebook([DATA, "display(*(bw.RegretCurve(y, models) for _ in range(2)))"], ready=".bw-root .bw-chart")
    upper, lower = (view.bounding_box() for view in opened.page.locator(".bw-root:not(.bw-root *)").all())
    assert lower["y"] - upper["y"] - upper["height"] >= 8


@pytest.mark.slow
def test_a_projector_has_large_text_and_thick_lines_on_every_tab(offline, saved_large):
    page = offline(saved_large).page
    assert page.locator("h1").evaluate("e => getComputedStyle(e).fontSize") == "30px"
    for name in TABS:
        open_tab(page, name)
        page.locator(".widget-tab-contents").first.locator(".bw-chart:visible, table:visible").first.wait_for()
        wait_for_none(page, SMALL)
        wait_for_none(page, CLIPPED)
        wait_for_none(page, THIN.replace("PIXELS", "4"))
        if name == "threshold":
            page.wait_for_function(f"() => ({ASIDE})() < 2", timeout=20_000)
    assert page.locator(".bw-handle-upper").bounding_box()["width"] == 27
    nothing_sticks_out(page)


@pytest.mark.parametrize("width", [390, 640, 800])  # a phone, a page of 1280 pixels at 200%, half a screen
def test_nothing_sticks_out_and_undo_needs_no_python(offline, saved, python, width):
    opened = offline(saved)
    hands, page = Hands(opened, python), opened.page
    page.set_viewport_size({"width": width, "height": 1400})
    nothing_sticks_out(page)
    for name in TABS:
        open_tab(page, name)
        wait_for_none(page, THIN.replace("PIXELS", "2"))
    open_tab(page, "regret")
    before = hands.interval()
    hands.pull(UPPER, 15)
    hands.wait_moved(before)
    page.locator(".bw-corner").get_by_role("button", name="undo").click()
    hands.wait_interval(*before)
    for name in ("Copy code", "Save ▾", "Save page", "Save picture"):
        assert page.get_by_role("button", name=name).count() == 0
    texts = [page.locator(css).first for css in ("h1", ".bw-verdict")]
    heading, words = (text.evaluate("e => getComputedStyle(e).fontFamily") for text in texts)
    assert heading == words
    if width > 390:
        for name in TABS:
            open_tab(page, name)
            assert page.evaluate(NARROW) == []
    assert hands.errors() == []


def test_names_of_many_models_are_whole_and_a_hidden_one_has_no_label(offline, save_models):
    page = offline(save_models(MANY)).page
    page.set_viewport_size({"width": 1280, "height": 1400})
    labels = page.locator(".bw-label[data-models]:visible")
    expect(labels).to_have_count(len(MANY))
    page.get_by_label("spline", exact=True).uncheck()
    expect(labels).to_have_count(len(MANY) - 1)  # its switch is in the list above
    labels.first.press("Enter")
    expect(labels).to_have_count(len(MANY) - 2)
    expect(labels.first).to_be_focused()  # not the page as a whole
    for width in (1280, 870, 700):
        page.set_viewport_size({"width": width, "height": 1400})
        for name in TABS:
            if name != "groups":
                open_tab(page, name)
                for faults in (OUTSIDE, CUT, CRAMPED, BROKEN):
                    wait_for_none(page, faults)


@pytest.mark.parametrize("width", [1160, 680])  # what JupyterLab leaves of 1280 and of 800
def test_names_of_usual_length_are_whole_at_the_ends_of_lines(offline, save_models, width):
    names = ["logistic without density", "Severely underestimating", "well calibrated"]
    page = offline(save_models(names), width=width).page
    expect(page.locator(".bw-label[data-models]:visible")).to_have_count(len(names))
    wait_for_none(page, SHORTENED)


@pytest.mark.parametrize(
    "width", [880, 900]
)  # what JupyterLab leaves of 1280 beside its file browser, and a little more
def test_a_chart_is_read_beside_it_where_there_is_room(offline, saved_narrow, width):
    opened = offline(saved_narrow, width=width)
    chart, reading = (opened.page.locator(f"{css}:visible").first for css in (".bw-chart", ".bw-reading"))
    right = opened.at_rest(lambda: chart.bounding_box()["x"] + chart.bounding_box()["width"])
    assert right < reading.bounding_box()["x"]


def test_heads_of_a_decomposition_are_whole_words(offline, tmp_path):
    view = bw.DecompositionChart(bw.datasets.load_breast_cancer())
    page = offline(view.save_html(tmp_path / "view.html"), ready=".bw-row-head", width=1160).page
    wait_for_none(page, FOLDED)


def test_charts_of_groups_stand_in_one_line_below_words_of_any_length(offline, tmp_path):
    y, names = [0, 1] * 200, ["here", "a district with a name that needs more than one line " * 3]
    models = {"a": [0.2, 0.6] * 200, "b": [0.3, 0.4] * 200}
    groups = [names[i // 2 % 2] for i in range(400)]
    view = bw.GroupView(y, models, groups=groups, interval=INTERVAL)
    opened = offline(view.save_html(tmp_path / "view.html"), ready=".bw-group .bw-chart", width=800)
    charts = opened.page.locator(".bw-group .bw-chart").all()
    one, other = opened.at_rest(lambda: [chart.bounding_box()["y"] for chart in charts])
    assert one == pytest.approx(other, abs=1)


def test_scores_with_many_digits_do_not_run_into_the_next_on_a_phone(offline, tmp_path):
    view = bw.CostChart(bw.datasets.load_breast_cancer(), interval=("1.66%", "3%"))
    page = offline(view.save_html(tmp_path / "view.html"), ready=".bw-cost-scores td", width=310).page
    for faults in (OUTSIDE, CRAMPED):
        wait_for_none(page, faults)


def test_names_of_usual_length_are_whole_in_a_table_on_a_phone(offline, tmp_path):
    """Nobody can point at a name there to read the rest of it."""
    view = bw.ScoreTable(bw.datasets.load_vickers17(n=2_000), interval=("5%", "20%"))
    page = offline(view.save_html(tmp_path / "view.html"), ready=".bw-scores td", width=290).page
    wait_for_none(
        page, "() => [...document.querySelectorAll('.bw-model > span')].filter(e => e.scrollWidth > e.clientWidth)"
    )
    for faults in (OUTSIDE, BROKEN, CUT):
        wait_for_none(page, faults)


def test_a_page_says_when_the_scores_average_over_another_axis(offline, tmp_path):
    women = bw.datasets.load_breast_cancer()
    view = bw.Explorer(women, interval=("1%", "5%"), tab="log-odds", tabs=["regret", "log-odds"])
    page = offline(view.save_html(tmp_path / "view.html"), ready=".bw-words").page
    page.locator(".bw-handle-upper").focus()
    page.keyboard.press("ArrowRight")
    words = page.locator(".bw-words:visible")
    for pressed, said in (
        (None, "the scores average over cost ratios instead."),
        ("their log-odds", "it is the model’s score."),
        ("regret", "the scores average over their log-odds instead."),
    ):
        if pressed:
            page.get_by_role("button", name=pressed, exact=True).click()
        expect(words).to_contain_text(said)


def test_the_scale_of_the_survey_begins_within_its_chart_on_a_phone(offline, tmp_path):
    page = offline(bw.SurveyChart().save_html(tmp_path / "view.html"), ready=".bw-survey-scale", width=310).page
    chart, zero = (page.locator(css).first.bounding_box() for css in (".bw-survey", ".bw-survey-scale span"))
    assert zero["x"] >= chart["x"]


@pytest.mark.slow
@pytest.mark.parametrize("names", [[f"model number {i}" for i in range(12)], LONG], ids=["twelve", "long"])
def test_twelve_models_and_long_names_leave_the_chart_in_sight_and_stay_on_a_phone(offline, save_models, names):
    page = offline(save_models(names), width=1160).page  # what JupyterLab leaves of 1280
    tabs = [name for name in TABS if name != "groups"]
    charts_end_within(page, 700, tabs)
    for width in (1160, 1060, 1000, 900, 390, 300):
        page.set_viewport_size({"width": width, "height": 1400})
        for name in tabs:
            open_tab(page, name)
            for faults in (OUTSIDE, CUT):
                wait_for_none(page, faults)


def test_the_costs_of_an_opinion_stay_in_sight_and_in_line_with_their_scores(offline, tmp_path):
    y, models = [0, 1] * 200, {"a": [0.2, 0.6] * 200, "b": [0.3, 0.4] * 200}
    explorer = bw.Explorer(y, models, costs=bw.costs.Beta(2, 8))
    opened = offline(explorer.save_html(tmp_path / "view.html"), width=1160)
    charts_end_within(opened.page, 700, ["costs"])
    rows = [opened.page.locator(f".bw-cost-{css}").all() for css in ("names > div", "scores tr:not(:first-child)")]
    assert len(rows[0]) == 9  # one more than without an opinion
    for name, scores in zip(*rows, strict=True):
        assert name.bounding_box()["y"] == pytest.approx(scores.bounding_box()["y"], abs=2)


@pytest.mark.slow
def test_no_table_of_twelve_models_is_cut_on_a_projector(offline, save_models):
    page = offline(save_models(MANY + LONG + ["nurse"], size="projector"), width=1160).page
    for name in TABS:
        if name != "groups":
            open_tab(page, name)
            for faults in (OUTSIDE, CUT, CRAMPED):
                wait_for_none(page, faults)


def test_titles_of_axes_are_whole_where_three_charts_stand_side_by_side(offline, tmp_path):
    view = bw.ThreePanels(bw.datasets.load_breast_cancer(), interval=("1.66%", "3%"))
    page = offline(view.save_html(tmp_path / "view.html"), ready=".bw-panel .axislabel", width=780).page
    wait_for_none(page, UNDRAWN)
    wait_for_none(page, CLIPPED)


@pytest.fixture(scope="module")
def saved_narrow(tmp_path_factory):
    """Save an Explorer of a narrow interval, whose scores have many digits, as a page on disk."""
    explorer = bw.Explorer(bw.datasets.load_breast_cancer(), interval=("1.66%", "3%"))
    try:
        return explorer.save_html(tmp_path_factory.mktemp("narrow") / "narrow.html")
    finally:
        explorer.close()


def test_no_word_of_the_verdict_stands_alone_below_the_others(offline, saved_narrow):
    page = offline(saved_narrow, width=1280).page
    for width in (1280, 1000, 900, 700):
        page.set_viewport_size({"width": width, "height": 1400})
        page.wait_for_function(f"() => ({WORDS_IN_LINES})().at(-1) > 1", timeout=20_000)


def test_numbers_of_axes_names_in_lists_and_lines_of_models_are_whole(offline, saved_narrow):
    opened = offline(saved_narrow, width=1280)
    page = opened.page
    for name in TABS:
        if name != "groups":
            open_tab(page, name)
            wait_for_none(page, UNDRAWN)
            assert opened.at_rest(lambda: page.evaluate(STRUCK)) == []
    open_tab(page, "threshold")
    wait_for_none(page, SQUEEZED)
    page.wait_for_function(f"() => ({ASIDE})() < 2", timeout=20_000)
    keys = page.locator(".bw-icon-keys:visible .bw-swatch")
    assert {key.bounding_box()["width"] for key in keys.all()} == {26}
    open_tab(page, "costs")
    for head in page.locator(".bw-cost-scores th:has(svg)").all():  # the line of a model stands where its name begins
        line, name = (head.locator(css).bounding_box()["x"] for css in ("svg", "span"))
        assert line == pytest.approx(name, abs=1)


def test_ticks_of_the_slider_mirror_each_other_in_any_width(offline, saved_narrow):
    opened = offline(saved_narrow, width=1280)
    for width in (1280, 900, 720, 560, 390):
        opened.page.set_viewport_size({"width": width, "height": 1400})
        shown = opened.at_rest(opened.page.locator(".bw-slider-ticks span").all_inner_texts)
        assert len(shown) > 5
        assert {round(100 - float(text[:-1]), 3) for text in shown} == {float(text[:-1]) for text in shown}


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 800])
def test_a_longer_verdict_keeps_its_room(offline, save_models, width):
    hands = Hands(offline(save_models(["good", "bold", "noisy", "twin"]), width=width), None)
    lower, upper = hands.page.locator(".bw-slider-box").all()
    bar = hands.page.locator(".widget-tab > .lm-TabBar").first

    def places():
        for low, high in ((0.001, 0.99), (0.01, 0.0166), (0.5, 0.9), (0.03, 0.3)):
            ends = [(lower, low), (upper, high)]
            for box, end in ends if low < hands.interval()[1] else reversed(ends):
                box.fill(f"{end:.4%}")
                box.press("Enter")
            hands.wait_interval(low, high)
            yield hands.widget_page.at_rest(lambda: bar.bounding_box()["y"], 0.2)

    first = list(places())
    assert first == sorted(first)
    assert first[0] < first[-1]
    assert set(places()) == {first[-1]}
    hands.page.set_viewport_size({"width": 1280, "height": 1400})  # where the sentences need fewer lines
    shorter = "high => document.querySelector('.lm-TabBar').getBoundingClientRect().y < high"
    hands.page.wait_for_function(shorter, arg=first[-1])
    assert hands.errors() == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1280])
def test_the_whole_table_keeps_its_names_in_sight(offline, save_models, width):
    page = offline(save_models([f"model {number}" for number in range(1, 13)]), width=width).page
    more = page.locator(".bw-further button")
    if width > 390:  # the arrow stands in one line with its word
        assert more.bounding_box()["height"] < 1.6 * more.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    more.click()
    table = page.locator(".bw-scores:has(table.bw-all)").last
    table.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
    assert table.evaluate("e => e.scrollLeft") > 0
    for name in table.locator("th[scope=row]").all():
        assert name.bounding_box()["x"] >= table.bounding_box()["x"] - 1


@pytest.mark.slow
def test_a_chart_is_lettered_like_the_page(offline, saved):
    page = offline(saved).page
    texts = page.locator(f"{CHART} .axis text")
    wanted = page.locator(".bw-verdict").evaluate("e => getComputedStyle(e).fontFamily")
    assert {text.evaluate("e => getComputedStyle(e).fontFamily") for text in texts.all()} == {wanted}
    quiet, black = (page.locator(css).first for css in (f"{CHART} .axislabel", ".bw-verdict strong"))
    assert quiet.evaluate("e => getComputedStyle(e).fill") != black.evaluate("e => getComputedStyle(e).color")
