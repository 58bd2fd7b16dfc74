"""What is left of a view where nothing runs."""

import base64
import html
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import bqplot
import nbformat
import numpy as np
import pytest
from nbconvert import HTMLExporter

import brierwidgets as bw
from brierwidgets.export import still_svg
from brierwidgets.export._marks import height
from brierwidgets.ui import View, make_figure
from brierwidgets.ui.still import STILL_BYTES
from tests.widgets.conftest import make_comparison, opened  # noqa: F401  a fixture

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def comparison():
    return make_comparison()


def still(view):
    bundle = view._repr_mimebundle_()
    bundle = bundle[0] if isinstance(bundle, tuple) else bundle
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == view.model_id
    assert "\n" not in bundle["text/plain"]
    return bundle["text/html"]


def picture_in(text):
    address = re.search(r'<img src="data:image/svg\+xml;base64,([^"]+)"', text)[1]
    return ET.fromstring(base64.b64decode(address))


class Plain(View):
    """The chart of docs/howto/own-chart.md, which names the margin that its label needs and no other."""

    def __init__(self, data, models=None, **options):
        super().__init__(data, models, **options)
        scales = {"x": bqplot.OrdinalScale(), "y": bqplot.LinearScale(min=0)}
        names = self.state.comparison.names
        self.bars = bqplot.Bars(x=names, y=np.ones(len(names)), scales=scales)
        left = bqplot.Axis(scale=scales["y"], side="left", label="Mean regret per 1,000")
        self.show(make_figure([self.bars], [left], {"left": 65}))


def test_a_chart_of_one_s_own_leaves_its_picture_whatever_margins_it_names(comparison, opened):  # noqa: F811
    view = opened(Plain(comparison))
    bars = [float(bar.get("width")) for bar in picture_in(still(view)).findall(f".//{SVG}g/{SVG}rect")]
    assert len(bars) == len(comparison)
    assert min(bars) > 0


def test_an_explorer_leaves_its_sentence_its_chart_and_its_table(comparison, opened):  # noqa: F811
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2)))
    text = still(explorer)
    said = html.unescape(re.sub(r"<[^>]+>", "", text))
    assert explorer.verdict.text in said
    scores = comparison.scores((0.05, 0.2), rules=True).sort_values("mean_regret")["mean_regret"]
    rows = re.findall(r'<th scope="row">(?:<i>)?([^<]+)(?:</i>)?</th><td>(?:<i>)?([^<]+)<', text)
    assert [name for name, _ in rows] == list(scores.index)  # the rules without a model among the models
    assert [float(regret) for _, regret in rows] == pytest.approx(1000 * scores.to_numpy(), rel=5e-3)
    heads = re.findall(r'<th scope="col">([^<]+)<', text)
    assert heads[:3] == ["Model", "Mean regret per 1,000", "Rank here"]  # as many as a phone shows
    ranks = re.findall(r'<th scope="row">[^<]+</th><td>[^<]+</td><td>([^<]*)</td>', text)
    assert ranks == [f"{place}" for place in range(1, len(comparison) + 1)]
    assert picture_in(text).findall(f".//{SVG}polyline")
    assert "Run the cell to make it live." in said
    script = Path(bw.__file__).parent / "page" / "labextension" / "still.js"
    assert text.startswith(re.search("OURS = '([^']+)'", script.read_text())[1])  # how JupyterLab knows it
    explorer.interval = (0.3, 0.4)
    assert "from 30% to 40%" in still(explorer)


def test_a_view_with_an_answer_of_its_own_leaves_that(comparison, opened):  # noqa: F811
    views = {
        bw.ThresholdExplorer(comparison, model="good", cost="10%", people=100): [
            "Acting on good at 10%, of 100 people",
            "missed",
        ],
        bw.CostBoard(comparison, chips=[0, 0, 1, 4, 7, 5, 2, 1, 0, 0, 0, 0]): [
            "Weighed by these 20 chips, ",
            "chips that choose it",
        ],
        bw.CostChart(comparison, interval=("5%", "20%")): ["On costs from 5% to 20%, ", "weight on interval"],
        bw.MetricChooser(comparison, interval=("5%", "20%")): [
            "Use bounded Brier score, ",
            "brier_score(y_true, y_prob",
        ],
    }
    for view, (sentence, in_table) in views.items():
        said = html.unescape(re.sub(r"<[^>]+>", "", still(opened(view))))
        assert said.startswith(sentence)
        assert in_table in said
        assert "lowest mean regret" not in said


def test_the_picture_has_the_curves_of_the_chart(comparison, opened):  # noqa: F811
    chart = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    figure, keys = chart.picture()[0][0], chart.picture()[1]
    drawn = ET.fromstring(still_svg(chart.picture()))
    lines = [line for line in drawn.iter(f"{SVG}polyline") if line.get("stroke-width") == "6"]
    low, high = chart._y.min, chart._y.max
    bottom = float(drawn.get("height")) - figure.fig_margin["bottom"]
    heights = height(figure) - figure.fig_margin["top"] - figure.fig_margin["bottom"]
    assert len(lines) == len(comparison)
    for key, line in zip(keys, lines, strict=False):
        assert line.get("stroke") == key.colour
        y = {float(point.split(",")[1]) for point in line.get("points").split()}
        expected = comparison.scores((0.05, 0.2))["mean_regret"][key.name]
        assert y.pop() == pytest.approx(bottom - (expected - low) / (high - low) * heights, abs=0.06)
        assert not y
    assert [text.text for text in drawn.iter(f"{SVG}text")][: len(keys)] == [key.name for key in keys]


def test_a_line_is_thinned_by_less_than_a_quarter_of_a_pixel():
    from brierwidgets.export._still import _thinned

    x = np.linspace(0, 640, 2_000)
    for y in (200 + 100 * np.sin(x / 40), np.cumsum(np.random.default_rng(1).normal(size=x.size)), np.floor(x / 50)):
        kept = np.array(_thinned(x, y))
        assert len(kept) < x.size
        assert np.abs(np.interp(x, kept[:, 0], kept[:, 1]) - y).max() < 0.3 * np.hypot(1, np.abs(np.diff(y)).max() * 4)
    assert _thinned(x[:0], x[:0]) == []


def test_the_same_view_leaves_the_same_text(opened):  # noqa: F811
    first, second = (opened(bw.Explorer(make_comparison(), interval=(0.05, 0.2), bands=True)) for _ in range(2))
    for name in first.charts:
        first.tab = second.tab = name
        assert still(first) == still(second)
        assert len(still(first)) < STILL_BYTES


@pytest.mark.slow
def test_with_very_many_models_it_stays_small(opened):  # noqa: F811
    rng = np.random.default_rng(0)
    y = rng.random(3_000) < 0.3
    many = {f"model {number}": rng.random(y.size) for number in range(60)}
    explorer = opened(bw.Explorer(y, many, bands=True))
    for name in ("regret", "calibration"):
        explorer.tab = name
        assert len(still(explorer)) < STILL_BYTES


def test_a_slider_and_a_survey_leave_their_words(opened):  # noqa: F811
    assert "Costs from 10% to 20%." in still(opened(bw.IntervalSlider((0.1, 0.2))))
    assert "A base rate of 20%" in still(opened(bw.PrevalenceSlider(0.1, 0.2)))
    assert "AUC-ROC" in still(opened(bw.SurveyChart()))


def test_what_cannot_be_drawn_or_said_is_left_out_and_the_view_is_shown(comparison, opened, caplog):  # noqa: F811
    class Pies(View):
        def __init__(self, data, models=None, **options):
            super().__init__(data, models, **options)
            self.show(bqplot.Figure(marks=[bqplot.Pie(sizes=[1, 2])]))

    class Logarithmic(View):
        def __init__(self, data, models=None, **options):
            super().__init__(data, models, **options)
            scales = {"x": bqplot.LogScale(), "y": bqplot.LinearScale()}
            self.show(bqplot.Figure(marks=[bqplot.Lines(x=[1, 10, 100], y=[1, 2, 3], scales=scales)]))

    class Speechless(Pies):
        def still(self):
            raise RuntimeError("nothing to say")

    for chart in (Pies, Logarithmic):
        text = still(opened(chart(comparison)))
        assert "mean regret" in text
        assert "<img" not in text
    bundle = opened(Speechless(comparison))._repr_mimebundle_()
    assert "text/html" not in bundle
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "nothing to say" in caplog.text


def test_nbconvert_shows_it_where_there_is_no_widget_state(comparison, opened):  # noqa: F811
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2)))
    shown = nbformat.v4.new_output("execute_result", data=explorer._repr_mimebundle_(), execution_count=1)
    cell = nbformat.v4.new_code_cell("explorer", outputs=[shown])
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    body = page[page.index("<body") :]
    assert explorer.verdict.verdict.sentences[0] in body
    assert "data:image/svg+xml;base64," in body
    assert "widget-view" not in body
    assert ".bw-" not in body  # the style sheet, as text


def test_a_drag_costs_nothing_for_it(comparison, opened, monkeypatch):  # noqa: F811
    explorer, made = opened(bw.Explorer(comparison, interval=(0.05, 0.2))), []
    monkeypatch.setattr(View, "still", lambda _self: made.append(1) or [])
    explorer.interval = (0.1, 0.3)
    explorer.tab = "decision"
    assert made == []
    explorer._repr_mimebundle_()
    assert made == [1]
