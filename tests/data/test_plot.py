"""Static figures of a comparison."""

import subprocess
import sys

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances
from matplotlib.figure import Figure

import brierwidgets as bw
from brierwidgets.ui.palette import look
from brierwidgets.views._plot import PLOTS
from tests.widgets.conftest import make_comparison

COMPARISON = make_comparison(flat="<b>flat</b>")


@pytest.mark.parametrize("kind", PLOTS)
def test_every_kind_is_a_figure_with_axes_and_a_key(kind):
    figure = COMPARISON.plot(kind, ("5%", "20%"), title="On <b>costs</b>")
    assert isinstance(figure, Figure)
    assert figure._repr_png_()[:4] == b"\x89PNG"
    assert all(axes.get_xlabel() or axes.get_ylabel() for axes in figure.axes)
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()][:3] == COMPARISON.names
    assert legend.get_title().get_text() == "On <b>costs</b>"


def test_the_thick_lines_are_the_mean_regrets_of_the_interval():
    figure = COMPARISON.plot("regret", (0.05, 0.2), spacing="cost", shown=["good"])
    thick = [line for line in figure.axes[0].get_lines() if line.get_linewidth() == 4.5]
    heights = {line.get_color().upper(): line.get_ydata() for line in thick}
    expected = COMPARISON.scores((0.05, 0.2)).loc["good", "mean_regret"]
    np.testing.assert_allclose(heights[look(0).colour.upper()], expected)
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == ["good", "treat all", "treat none"]


def test_the_axis_speaks_the_unit():
    axes = COMPARISON.plot("log-odds", (0.05, 0.2), unit="odds").axes[0]
    assert "odds" in axes.get_xlabel()
    assert any(":" in label.get_text() for label in axes.get_xticklabels())


def test_nothing_is_left_behind():
    opened = set(_instances)
    COMPARISON.plot("decision", bands=True)
    with pytest.raises(ValueError, match="no model 'who'"):
        COMPARISON.plot("decision", shown=["who"])
    assert set(_instances) <= opened


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("pie",), {}, r"kind must be one of 'regret', .*'roc'.*, not 'pie'"),
        (("regret", (0.3, 0.1)), {}, "reversed"),
        (("regret",), {"unit": "stone"}, "unit"),
        (("log-odds", (0, 0.5)), {"spacing": "log-odds"}, "infinitely wide"),
    ],
)
def test_what_cannot_be_drawn_is_explained(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        COMPARISON.plot(*arguments, **options)


def test_counts_are_enough():
    counted = bw.Forecast.from_counts([0.1, 0.4, 0.8], positives=[1, 3, 6], negatives=[9, 4, 1])
    figure = bw.Comparison.from_forecasts({"counted": counted}).plot("roc")
    assert figure.axes[0].get_ylabel() == "True positive rate"


def test_without_matplotlib_the_error_says_how_to_get_it():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from brierwidgets.data import Comparison\n"
        "try: Comparison([0, 1], {'a': [0.2, 0.7]}).plot('regret')\n"
        "except ImportError as error: print(error)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'brierwidgets[export]'" in ended.stdout
