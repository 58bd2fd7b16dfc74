"""Charts as pictures, drawn without a browser."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import bqplot
import matplotlib as mpl
import matplotlib.image
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb

import brierwidgets as bw
from brierwidgets.explorer import TABS
from brierwidgets.export import save_picture, still_svg
from brierwidgets.export._drawing import _draw
from brierwidgets.export._marks import tick_text
from brierwidgets.ui import View, band_mark, make_figure
from brierwidgets.ui.palette import BASELINE, look
from brierwidgets.views._density import DENSITY_SHARE
from tests.export.conftest import HOSTILE

CHARTS = {
    "RegretCurve": {},
    "LogOddsCurve": {"bands": True},
    "DecisionCurve": {"axis": "quadratic", "zoom": True},
}


def draw(view, size=(8, 4.5), title=None):
    figure = _draw(view.picture(), size, title)
    figure.draw_without_rendering()
    return figure


def lines_of(figure):
    return {(to_hex(line.get_color()).upper(), line.get_linewidth()): line for line in figure.axes[0].get_lines()}


def mean_height(name, comparison):
    if name == "DecisionCurve":  # on its quadratic axis
        width = (0.95**2 - 0.8**2) / 2
        return comparison.prevalence - comparison.scores((0.05, 0.2))["brier"] / 2 / width
    spacing = "cost" if name == "RegretCurve" else "log-odds"
    return comparison.scores((0.05, 0.2), spacing=spacing)["mean_regret"]


@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_has_the_curves_of_the_chart(name, comparison, opened):
    chart = opened(getattr(bw, name)(comparison, interval=(0.05, 0.2), **CHARTS[name]))
    figure = draw(chart)
    axes, lines = figure.axes[0], lines_of(figure)
    for index, model in enumerate(comparison.names):
        colour = look(index).colour.upper()
        x, y = lines[colour, 1.5].get_data()
        np.testing.assert_array_equal(x, chart._lines[model].x)
        np.testing.assert_array_equal(y, chart._lines[model].y)
        places, heights = lines[colour, 4.5].get_data()
        assert heights == pytest.approx([mean_height(name, comparison)[model]] * 2)
        assert places == pytest.approx(chart.curve.to_axis(np.array([0.05, 0.2])))
    styles = {model: lines[look(index).colour.upper(), 1.5].get_linestyle() for index, model in enumerate(comparison)}
    assert set(styles.values()) == {"-"}
    assert axes.get_xlim() == (chart._x.min, chart._x.max)
    assert axes.get_ylim() == (chart._y.min, chart._y.max)
    assert len([line for line in axes.get_lines() if to_hex(line.get_color()) == BASELINE]) == 2


def test_what_has_a_height_of_its_own_lies_under_the_curves_and_changes_no_axis(comparison, opened):
    chart = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2), costs=bw.costs.Beta(2, 18)))
    axes = draw(chart).axes[0]
    assert axes.get_ylim() == (chart._y.min, chart._y.max)
    density = next(line for line in axes.get_lines() if np.array_equal(line.get_ydata(), chart._density[0].y))
    highest = axes.transAxes.inverted().transform(density.get_transform().transform(density.get_xydata()))[:, 1].max()
    assert highest == pytest.approx(1 / DENSITY_SHARE)


class BandFirst(View):
    """A chart of somebody's own that begins with the band and leaves to bqplot how high it ends."""

    def __init__(self, data, models=None, **options):
        super().__init__(data, models, **options)
        scales = {"x": bqplot.LinearScale(min=0.0, max=1.0), "y": bqplot.LinearScale(min=0.0)}
        self.band = band_mark(scales["x"])
        line = bqplot.Lines(x=np.array([0.0, 1.0]), y=np.array([0.001, 0.003]), scales=scales)
        axes = [bqplot.Axis(scale=scales["x"]), bqplot.Axis(scale=scales["y"], side="left")]
        self.show(make_figure([self.band, line], axes, {}))

    def draw(self, move):
        self.band.x = np.array(move.interval)


def test_a_band_is_as_high_as_the_chart_wherever_it_comes(comparison, opened):
    axes = draw(opened(BandFirst(comparison, interval=(0.05, 0.2)))).axes[0]
    assert axes.get_ylim()[0] == 0.0
    assert 0.003 < axes.get_ylim()[1] < 0.004
    low, high = axes.transAxes.inverted().transform(axes.collections[0].get_window_extent())[:, 1]
    assert (low, high) == pytest.approx((0.0, 1.0))


def test_labels_ticks_and_legend(comparison, opened):
    chart = opened(bw.LogOddsCurve(comparison, interval=(0.05, 0.2)))
    figure = draw(chart, title="Costs $5$")
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == list(chart._cost_axis.axis.tick_labels.values())
    assert [label.get_text() for label in axes.get_yticklabels()] == list(chart._y_axis.tick_labels.values())
    assert (axes.get_xlabel(), axes.get_ylabel()) == (chart.x_label, "Regret per 1,000 people")
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["good", "bold", HOSTILE, "treat all", "treat none"]
    assert legend.get_title().get_text() == "Costs $5$"
    assert not any(text.get_parse_math() for text in (legend.get_title(), *legend.get_texts()))
    box = legend.get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.width
    assert not box.overlaps(axes.get_tightbbox())


class Dots(View):
    """A chart of somebody's own, with the models' names along its left axis."""

    def __init__(self, data, models=None, **options):
        super().__init__(data, models, **options)
        scales = {"x": bqplot.LinearScale(), "y": bqplot.OrdinalScale()}
        names = self.state.comparison.names
        self.dots = bqplot.Scatter(x=np.arange(1.0, len(names) + 1), y=names, scales=scales)
        axes = [bqplot.Axis(scale=scales["x"]), bqplot.Axis(scale=scales["y"], side="left")]
        self.show(make_figure([self.dots], axes, {"left": 160}))


def test_any_mark_may_lie_along_names(comparison, opened):
    view = opened(Dots(comparison))
    axes = draw(view).axes[0]
    np.testing.assert_array_equal(axes.collections[0].get_offsets(), [[1, 0], [2, 1], [3, 2]])
    assert [label.get_text() for label in axes.get_yticklabels()] == comparison.names
    written = ET.fromstring(still_svg(view.picture())).iter("{http://www.w3.org/2000/svg}text")
    assert set(comparison.names) <= {text.text for text in written}


def test_only_the_models_shown_are_drawn(comparison, opened):
    chart = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    chart.state.shown = ["bold"]
    figure = draw(chart)
    texts = [text.get_text() for text in figure.legends[0].get_texts()]
    assert texts == ["bold", "treat all", "treat none"]
    top = figure.axes[0].get_ylim()[1]
    seen = [key for key, line in lines_of(figure).items() if np.any((line.get_ydata() >= 0) & (line.get_ydata() < top))]
    assert {colour for colour, _ in seen} == {look(1).colour.upper(), BASELINE.upper()}


@pytest.mark.parametrize("name", ["_private", "$x$", "a_{b}^c \\frac", "ünï ≤ 5%", "x" * 90])
def test_any_name_is_plain_text(name, opened):
    chart = opened(bw.RegretCurve([0, 1, 0, 1], {name: [0.2, 0.6, 0.4, 0.9]}, interval=(0.2, 0.5)))
    assert draw(chart).legends[0].get_texts()[0].get_text() == name


def test_the_files_are_what_they_say(comparison, opened, tmp_path):
    chart = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2), bands=True))
    before = dict(mpl.rcParams)
    picture = chart.save_png(tmp_path / "chart.png", size=(6, 3), dpi=100)
    pixels = matplotlib.image.imread(picture)[..., :3]
    assert pixels.shape == (300, 600, 3)
    for index in range(3):  # each model's colour is there
        assert np.any(np.all(np.abs(pixels - to_rgb(look(index).colour)) < 0.01, axis=-1))
    root = ET.parse(chart.save_svg(tmp_path / "chart.svg", size=(6, 3))).getroot()
    assert root.attrib["width"] == "432pt"
    assert root.tag.endswith("svg")
    pdf = chart.save_pdf(tmp_path / "chart.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert b"CreationDate" not in pdf
    assert dict(mpl.rcParams) == before
    again = [chart.save_png(tmp_path / "2", size=(6, 3), dpi=100), chart.save_svg(tmp_path / "3", size=(6, 3))]
    assert [path.read_bytes() for path in again] == [
        (tmp_path / f"chart.{kind}").read_bytes() for kind in ("png", "svg")
    ]


@pytest.mark.parametrize("name", ["nul \x00 escape \x1b", "half \ud800"])
def test_a_name_that_no_file_can_hold_breaks_none(name, opened, tmp_path):
    chart = opened(bw.RegretCurve([0, 1, 0, 1], {name: [0.1, 0.4, 0.5, 0.9]}, interval=(0.1, 0.4)))
    for kind in ("svg", "png", "pdf"):
        save_picture(chart, tmp_path / f"chart.{kind}", kind, title=name)
    ET.parse(tmp_path / "chart.svg")


@pytest.mark.parametrize(("ending", "advice"), [("jpg", "Call it x.png"), ("SVG", "save_svg"), ("html", "x.png")])
def test_a_picture_is_what_its_ending_says(ending, advice, comparison, opened, tmp_path):
    chart = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    with pytest.raises(ValueError, match=advice):
        chart.save_png(tmp_path / f"x.{ending}")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match=r"x.pdf would hold a page, .* Call it x.html, or use save_pdf"):
        chart.save_html(tmp_path / "x.pdf")
    assert list(tmp_path.iterdir()) == []
    assert chart.save_png(tmp_path / "version 1.2").exists()


def test_the_readers_own_style_does_not_change_the_picture(comparison, opened, tmp_path):
    chart = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    plain = chart.save_png(tmp_path / "plain.png", size=(4, 3), dpi=50).read_bytes()
    with mpl.style.context("dark_background"):
        assert chart.save_png(tmp_path / "dark.png", size=(4, 3), dpi=50).read_bytes() == plain


def test_an_explorer_saves_the_chart_in_front_or_another_up_to_date(comparison, opened, tmp_path):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), zoom=False))
    explorer.charts["decision"]  # built and left behind a tab
    explorer.interval = (0.1, 0.3)
    single = opened(bw.DecisionCurve(comparison, interval=(0.1, 0.3)))
    options = {"size": (4, 3), "dpi": 50}
    saved = explorer.save_png(tmp_path / "a.png", tab="decision", **options).read_bytes()
    assert saved == single.save_png(tmp_path / "b.png", **options).read_bytes()
    assert not explorer.charts["decision"].active
    front = explorer.save_svg(tmp_path / "a.svg").read_bytes()
    assert front == opened(bw.RegretCurve(comparison, interval=(0.1, 0.3))).save_svg(tmp_path / "b.svg").read_bytes()
    assert explorer.save_pdf(tmp_path / "a.pdf").exists()


@pytest.mark.parametrize("tab", [name for name in TABS if name not in ("threshold", "costs", "chooser", "groups")])
def test_every_tab_with_one_chart_can_be_saved(tab, comparison, opened, tmp_path):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), bands=True))
    pixels = matplotlib.image.imread(explorer.save_png(tmp_path / "a.png", tab=tab, size=(6, 4), dpi=60))[..., :3]
    for index in range(3):
        assert np.any(np.all(np.abs(pixels - to_rgb(look(index).colour)) < 0.1, axis=-1))


def test_what_cannot_be_saved_says_so(comparison, opened, tmp_path):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2)))
    with pytest.raises(ValueError, match="tab must be one of 'regret'"):
        explorer.save_png(tmp_path / "a.png", tab="pie")
    with pytest.raises(TypeError, match=r"ThresholdExplorer is not one chart.*save_html"):
        explorer.save_png(tmp_path / "a.png", tab="threshold")
    with pytest.raises(ValueError, match="kind must be one of 'png'"):
        save_picture(explorer.charts["regret"], tmp_path / "a.gif", "gif")
    with pytest.raises(FileNotFoundError):
        explorer.save_png(tmp_path / "nowhere" / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_the_error_says_how_to_get_it(tmp_path):
    code = """
import sys
sys.modules["matplotlib"] = None
import brierwidgets as bw
explorer = bw.Explorer([0, 1], {"a": [0.2, 0.7]}, interval=(0.1, 0.5))
explorer.save_html(sys.argv[1])
explorer.to_latex()
try:
    explorer.save_png("a.png")
except ImportError as error:
    print(error)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "page.html")], capture_output=True, text=True, check=True
    )
    assert re.search(
        r"matplotlib, which is not installed.*\n *python -m pip install 'brierwidgets\[export\]'", ended.stdout
    )


@pytest.mark.parametrize(
    ("value", "pattern", "text"),
    [
        (0.25, ".6~g", "0.25"),
        (-0.02, ".6~g", "−0.02"),
        (0.2, ".2~%", "20%"),
        (0.125, ".2~%", "12.5%"),
        (0.0, "", "0"),
        (8e-05, ".4~g", "0.00008"),
    ],
)
def test_ticks_are_written_as_on_the_screen(value, pattern, text):
    assert tick_text(value, pattern) == text
