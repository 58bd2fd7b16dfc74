import math
import re

import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets.core.calibration import decompose
from tests.widgets.conftest import say

Y = [0, 0, 1, 1]
MODELS = {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}


@pytest.fixture
def chart(comparison, opened):
    return opened(bw.DecompositionChart(comparison, interval=(0.05, 0.2)))


def place(chart, name):
    point = chart._points[name]
    return float(point.x[0]), float(point.y[0])


def test_by_hand(opened):
    # "a" on [0, 1]: Brier 0.1925, recalibrated (0, 1/2, 1/2, 1) 0.125, no model 0.25.
    chart = opened(bw.DecompositionChart(Y, MODELS, interval=(0, 1)))
    assert chart.parts["a"] == pytest.approx((0.1925, 0.0675, 0.125, 0.25))
    assert place(chart, "a") == pytest.approx((0.0675, 0.125))
    # "b" ranks without a fault: recalibrated, its score is 0. (0.04 + 0.04 + 0.01 + 0.49) / 4 = 0.145.
    assert place(chart, "b") == pytest.approx((0.145, 0.25))


@pytest.mark.parametrize("rule", ["brier", "log-loss"])
def test_points_follow_every_move(chart, comparison, rule):
    chart.rule = rule
    for interval in ((0.05, 0.2), (0.1, 0.6), (0.01, 0.02)):
        chart.interval = interval
        for name, forecast in comparison.items():
            _, miscalibration, discrimination, _ = decompose(forecast, rule=rule, interval=interval)
            assert place(chart, name) == (miscalibration, discrimination)
            assert chart._x.max > miscalibration
            assert chart._y.max > discrimination


def test_both_axes_have_the_same_units(chart):
    chart.interval = (0.1, 0.6)
    assert chart._x.max == chart._y.max
    assert np.array_equal(chart._x_axis.tick_values, chart._y_axis.tick_values)


def test_lines_of_equal_score(chart):
    base = next(iter(chart.parts.values())).uncertainty
    (first, last), heights = chart._equal.x, chart._equal.y
    np.testing.assert_allclose(heights[:, 1] - heights[:, 0], last - first)  # miscalibration costs what it costs
    labels = [text for text in chart._notes.text if text != "no model"]
    scores = base - heights[: len(labels), 0]
    np.testing.assert_allclose(scores, [float(text) for text in labels], rtol=0.01)
    assert heights[-1].tolist() == [0, last]  # no model
    assert chart._notes.text[-1] == "no model"
    # Each label is inside the chart, at the upper end of its line.
    assert (chart._notes.x <= last).all()
    np.testing.assert_allclose(np.maximum(chart._notes.x, chart._notes.y), last)


def test_bars_are_in_proportion(chart):
    chart.interval = (0.1, 0.6)
    parts = chart.parts
    rows = dict(re.findall(r'title="(\w+)".*?(<span class="bw-split".*?</span>)', chart._bars.value))
    widths = {name: [float(width) for width in re.findall(r"width:([\d.]+)%", row)] for name, row in rows.items()}
    off, on = max(p.discrimination for p in parts.values()), max(p.miscalibration for p in parts.values())
    for name, part in parts.items():
        expected = 100 * part.discrimination / (off + on), 100 * part.miscalibration / (off + on)
        assert widths[name] == pytest.approx(expected, abs=0.06)


def test_the_rule_can_be_switched_by_hand(chart):
    say(chart._rules, index=1)
    assert chart.rule == "log-loss"
    assert "bounded log loss" in chart._words.value
    with pytest.raises(ValueError, match="rule must be one of 'brier', 'log-loss'"):
        bw.DecompositionChart(Y, MODELS, rule="accuracy")


def test_an_infinite_score_is_no_point_and_says_why(opened):
    chart = opened(bw.DecompositionChart([0, 1, 1, 0], {"sure": [0.2, 0.0, 0.9, 0.1], "calm": [0.2, 0.3, 0.9, 0.1]}))
    chart.rule = "log-loss"
    chart.interval = (0, 1)
    assert math.isinf(chart.parts["sure"].score)
    assert not chart._points["sure"].visible
    assert chart._points["calm"].visible
    assert "▸ ∞" in chart._bars.value
    assert "1 positive scored 0" in chart.text
    chart.interval = (0.1, 1)
    assert chart._points["sure"].visible
    assert chart.notice.value == ""


def test_axes_stand_still_while_points_move_a_little(chart):
    chart.interval = (0.05, 0.2)
    before = chart._x.max
    chart.interval = (0.05, 0.2001)
    assert chart._x.max == before


def test_one_part_alone(comparison, opened):
    plane = opened(bw.DecompositionChart(comparison, show="plane"))
    assert plane._bars.value == ""
    assert len(plane.picture().figures) == 1
    bars = opened(bw.DecompositionChart(comparison, show="bars"))
    assert "bw-split" in bars._bars.value
    assert bars.picture().figures == []
    with pytest.raises(ValueError, match="show must be one of 'both', 'bars', 'plane'"):
        bw.DecompositionChart(comparison, show="pie")


def test_without_models(chart):
    chart.state.shown = []
    assert "no model is shown" in chart.text
    assert not any(point.visible for point in chart._points.values())
    assert chart.notice.value == ""


def test_models_that_do_nothing_are_at_the_corner_of_a_chart_in_proportion(comparison, opened):
    chart = opened(bw.DecompositionChart(comparison, interval=(0.9999, 1)))
    assert place(chart, "good") == (0, 0)
    assert 0 < chart._x.max < 1e-8  # no model scores 1e-9 there
    assert chart._x_axis.tick_values[-1] == pytest.approx(chart._x.max)
