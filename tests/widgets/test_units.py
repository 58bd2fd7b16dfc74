"""Every view writes cost ratios in the unit that was chosen: in its words, and along its axes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import bqplot
import ipywidgets
import pytest

import brierwidgets as bw


def parts(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """Return everything in a view."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def texts(widget: ipywidgets.Widget) -> str:
    """Return every text in a view."""
    return " ".join(part.value for part in parts(widget) if isinstance(part, ipywidgets.HTML))


@pytest.fixture
def explorer(comparison: bw.Comparison) -> Iterator[bw.Explorer]:
    explorer = bw.Explorer(comparison, interval=("1:9", "1:3"), groups=["n", "s"] * 1_000)
    yield explorer
    explorer.close()


@pytest.mark.parametrize(
    "tab",
    ["regret", "log-odds", "decision", "ranking", "calibration", "decomposition", "sensitivity", "costs", "groups"],
)
def test_a_tab_follows_the_unit(explorer: bw.Explorer, tab: str) -> None:
    explorer.tab = tab
    chart = explorer.charts[tab]
    assert "rom 10% to 25%" in texts(chart)
    explorer.slider.unit = "odds"
    assert "rom 1:9 to 1:3" in texts(chart)
    assert "rom 10% to 25%" not in texts(chart)
    explorer.slider.unit = "log-odds"
    assert "rom −2.20 to −1.10" in texts(chart)


#: For each tab, the axes of cost ratios or thresholds: their sides.
AXES = {
    "regret": {"bottom"},
    "calibration": {"bottom"},
    "sensitivity": {"bottom", "left"},
    "threshold": {"bottom"},
    "costs": {"bottom"},
    "groups": {"bottom"},
}


@pytest.mark.parametrize("tab", AXES)
def test_the_axes_of_a_tab_follow_the_unit(explorer: bw.Explorer, tab: str) -> None:
    explorer.tab = tab
    figures = [part for part in parts(explorer.charts[tab]) if isinstance(part, bqplot.Figure)]
    axes = {axis for figure in figures for axis in figure.axes if axis.side in AXES[tab] and axis.tick_labels}

    def written() -> list[str]:
        return [text for axis in axes for text in axis.tick_labels.values()]

    assert axes
    assert all(text.endswith("%") for text in written())
    explorer.slider.unit = "odds"
    assert all(" : " in text for text in written())
    explorer.slider.unit = "log-odds"
    assert all(text[-1].isdigit() or "∞" in text for text in written())
    explorer.slider.unit = "probability"
    assert all(text.endswith("%") for text in written())


def test_one_threshold_speaks_the_unit(explorer: bw.Explorer) -> None:
    explorer.tab = "threshold"
    chart = explorer.charts["threshold"]
    chart.threshold = 0.2
    assert "at 20%, of 100 people" in texts(chart)
    explorer.slider.unit = "odds"
    said = texts(chart)
    assert "at 1:4 (20%), of 100 people" in said
    assert "At a cost ratio of 1:4 (20%)" in said
    assert "beats both from 1:" in said
    explorer.slider.unit = "log-odds"
    assert "at −1.39 in log-odds (20%), of 100 people" in texts(chart)


def test_the_axis_of_a_curve_follows_the_unit(comparison: bw.Comparison) -> None:
    curve = bw.RegretCurve(comparison, interval=(0.1, 0.25))
    assert "20%" in curve._cost_axis.axis.tick_labels.values()
    curve.state.unit = "odds"
    assert {"1 : 10", "1 : 3", "1 : 1"} <= set(curve._cost_axis.axis.tick_labels.values())
    assert "At 1 : " in curve._readout.value
    curve.close()


#: For each view with boxes of cost ratios, those boxes.
BOXES = {
    "sensitivity": ("low", "high"),
    "costs": ("center", "low", "high"),
    "threshold": ("threshold",),  # c = C/L is a ratio in any unit, and odds have a box of their own
    "metric": ("cost", "low", "high"),
}


@pytest.mark.parametrize("tab", BOXES)
def test_boxes_show_the_unit_and_take_what_is_typed_in_it(comparison: bw.Comparison, tab: str) -> None:
    views = {
        "sensitivity": bw.SensitivityMap,
        "costs": bw.CostChart,
        "threshold": bw.ThresholdExplorer,
        "metric": bw.MetricChooser,
    }
    view = views[tab](comparison, interval=(0.1, 0.25))
    boxes = [view._boxes[name] for name in BOXES[tab]]
    assert all(box.value.endswith("%") for box in boxes)
    view.state.unit = "odds"
    assert all(" : " in box.value for box in boxes)
    view.state.unit = "log-odds"
    assert not any("%" in box.value or ":" in box.value for box in boxes)
    boxes[-1].value = "-0.5"
    assert boxes[-1].value == "−0.5000"
    assert view.notice.value == ""
    reached = {"threshold": lambda: view.threshold}.get(tab, lambda: view.interval.high)()
    assert reached == pytest.approx(1 / (1 + math.exp(0.5)))
    view.state.unit = "odds"
    boxes[-1].value = "2"  # 1 : 2
    assert boxes[-1].value == "1 : 2"
    view.close()


def test_an_end_beyond_the_other_is_refused_in_the_unit(comparison: bw.Comparison) -> None:
    view = bw.SensitivityMap(comparison, interval=("1:9", "1:3"))
    view.state.unit = "odds"
    view._boxes["low"].value = "1:2"
    assert "The lower end 1 : 2 would not be on its side of the upper end 1 : 3." in view.notice.value
    assert view._boxes["low"].value == "1:2"
    view.close()


@pytest.mark.parametrize("chart", [bw.RegretCurve, bw.CalibrationCurve, bw.RocCurve])
def test_a_cost_to_read_at_is_typed_in_the_unit(comparison: bw.Comparison, chart: type) -> None:
    view = chart(comparison, interval=(0.1, 0.25))
    assert view._read_box.placeholder == "2%"
    view.state.unit = "odds"
    assert view._read_box.placeholder == "1 : 49"
    view._read_box.value = "4"
    assert view.state.cost == pytest.approx(0.2)
    view.state.unit = "log-odds"
    view._read_box.value = "0"
    assert view.state.cost == pytest.approx(0.5)
    view.close()
