import numpy as np
import pytest
from scipy.special import logit

import brierwidgets as bw
from brierwidgets.core.bootstrap import bootstrap_calibration
from brierwidgets.core.calibration import calibration_curve
from brierwidgets.ui.palette import look
from tests.widgets.conftest import make_comparison, say

Y = [0, 0, 1, 1]
MODELS = {"a": [0.1, 0.6, 0.4, 0.8], "low": [0.01, 0.02, 0.03, 0.04]}


@pytest.fixture
def small(opened):
    return opened(bw.CalibrationCurve(Y, MODELS, interval=(0.3, 0.5)))


@pytest.fixture
def chart(comparison, opened):
    return opened(bw.CalibrationCurve(comparison, interval=(0.05, 0.2)))


def test_steps_of_the_isotonic_regression(small):
    # "a" in order: 0, 1, 0, 1; the middle two are pooled.
    assert small._lines["a"].x.tolist() == [0.1, 0.4, 0.6, 0.8]
    assert small._lines["a"].y.tolist() == [0, 0.5, 0.5, 1]
    assert small._lines["low"].y.tolist() == [0, 0, 1, 1]


def test_scores_in_the_interval_are_a_thick_part(small):
    np.testing.assert_allclose(small._means.x[0, [0, 1, -1]], [0.3, 0.4, 0.5])
    np.testing.assert_allclose(small._means.y[0, [0, 1, -1]], [1 / 3, 0.5, 0.5], rtol=1e-6)
    assert not np.diff(small._means.x[1]).any()  # no score of "low" is there
    assert "low gives them to nobody" in small.text
    small.interval = (0.02, 0.03)
    np.testing.assert_allclose(small._means.x[1, [0, -1]], [0.02, 0.03])


@pytest.mark.parametrize("axis", ["probability", "log-odds"])
def test_the_thick_part_lies_on_the_line_as_it_is_drawn(opened, axis):
    chart = opened(bw.CalibrationCurve(Y, MODELS, interval=(0.15, 0.35), axis=axis))
    line, x, y = chart._lines["a"], chart._means.x[0], chart._means.y[0]
    np.testing.assert_allclose(y, np.interp(x, line.x, line.y), atol=1e-5)
    np.testing.assert_allclose(chart.curve.from_axis(x[[0, -1]].astype(float)), [0.15, 0.35], rtol=1e-5)


def test_dots_have_the_size_of_their_steps(small):
    first = small._dots.x.size - 2  # "low" has two steps of two cases each
    assert small._dots.size[:first].tolist() == [0.25, 0.5, 0.25]
    assert small._dots.x[:first].tolist() == [0.1, 0.5, 0.8]
    assert small._dots.size[first:].tolist() == [0.5, 0.5]
    assert small._dots.colors == [look(0).colour] * 3 + [look(1).colour] * 2


def test_weights_that_are_no_cases_have_three_digits(opened):
    weighted = bw.Comparison([0, 1, 1], {"a": [0.5, 0.5, 0.5]}, sample_weight=[99.123456, 1, 7])
    assert "<td>107</td><td>8</td>" in opened(bw.CalibrationCurve(weighted, interval=(0.4, 0.6)))._readout.value


def test_the_readout_has_the_step_and_its_counts(small):
    say(small._read_box, value="50%")
    assert "Cases that score 50%:" in small._readout.value
    assert "<td>50%</td><td>40%–60%</td><td>2</td><td>1</td>" in small._readout.value
    assert "<td>–</td><td>no case</td>" in small._readout.value
    say(small._read_box, value="")
    assert "the middle of the band" in small._readout.value


def test_the_histogram_holds_every_case(chart, comparison):
    for name, bars in chart._bars.items():
        assert bars.y[::2].sum() == pytest.approx(1)
        inside = comparison.rows.scores[name] < 0.5
        chosen = chart.curve.from_axis(bars.x[::2]) < 0.5 - 1e-9
        assert bars.y[::2][chosen].sum() == pytest.approx(inside.mean(), abs=0.01)
    assert chart._histogram.marks[0].scales["x"] is chart._x  # they zoom together
    assert chart._share.max >= max(bars.y.max() for bars in chart._bars.values())


def test_rare_outcomes_are_laid_out_in_log_odds_unless_told_otherwise(comparison, opened):
    assert opened(bw.CalibrationCurve(comparison)).axis == "log-odds"
    assert opened(bw.CalibrationCurve(Y, MODELS)).axis == "probability"
    chart = opened(bw.CalibrationCurve(comparison, axis="probability"))
    assert chart._lines["good"].x.max() < 1
    chart.axis = "log-odds"
    assert chart._lines["good"].x.min() < 0
    curve = calibration_curve(comparison["good"])
    places = logit(np.clip(curve.left, 0.001, 0.999))
    assert np.isin(np.round(places, 9), np.round(chart._lines["good"].x, 9)).all()
    with pytest.raises(ValueError, match="axis must be one of"):
        bw.CalibrationCurve(comparison, axis="odds")


def test_shares_of_0_and_1_are_drawn_at_the_edge_of_log_odds(opened):
    chart = opened(bw.CalibrationCurve(Y, MODELS, axis="log-odds"))
    assert chart._lines["a"].y[[0, -1]] == pytest.approx([logit(0.001), logit(0.999)])
    assert chart._baselines["perfectly calibrated"].x == pytest.approx([logit(0.001), logit(0.999)])


def test_bands_are_made_on_request_and_kept(chart, comparison):
    assert not any(ribbon.visible for ribbon in chart._ribbons.values())
    assert len(chart._bands_of) == 0
    say(chart._bands, value=True)
    ribbon, line = chart._ribbons["good"], chart._lines["good"]
    assert ribbon.visible
    assert ribbon.x.size <= 500
    heights = np.interp(ribbon.x, line.x, line.y)
    assert np.mean((ribbon.y[0] <= heights + 1e-9) & (heights <= ribbon.y[1] + 1e-9)) > 0.95
    kept = chart._bands_of[comparison["good"]]
    expected = bootstrap_calibration(comparison["good"], kept.score, replicates=200)
    np.testing.assert_array_equal(kept.low, expected.low)
    chart.interval = (0.1, 0.5)
    chart.state.zoom = True
    assert chart._bands_of[comparison["good"]] is kept


def test_a_hidden_chart_does_not_resample(chart):
    chart.active = False
    chart.state.bands = True
    assert len(chart._bands_of) == 0
    chart.active = True
    assert len(chart._bands_of) == 3
    assert chart._ribbons["good"].visible


def test_bands_of_many_cases_are_resampled_from_few_levels(opened):
    large = make_comparison(rows=50_000)
    chart = opened(bw.CalibrationCurve(large, bands=True))
    chart.state.shown = ["good"]
    band = chart._bands_of[large["good"]]
    value = np.interp(band.score, calibration_curve(large["good"]).left, calibration_curve(large["good"]).value)
    dense = (band.score > 0.02) & (band.score < 0.3)
    assert np.mean((band.low <= value) & (value <= band.high) | ~dense) > 0.95
    assert all(line.x.size <= 500 for line in chart._lines.values())


def test_zooming_shows_the_interval_on_both_axes(chart):
    chart.interval = (0.05, 0.1)
    chart.state.zoom = True
    low, high = chart.curve.from_axis(chart._x.min), chart.curve.from_axis(chart._x.max)
    assert 0.01 < low < 0.05
    assert 0.1 < high < 0.3
    bottom, top = chart.curve.from_axis(chart._y.min), chart.curve.from_axis(chart._y.max)
    assert bottom <= low * (1 + 1e-9)
    assert top >= high * (1 - 1e-9)
    assert len(chart._y_axis.tick_values) >= 3


def test_models_can_be_hidden(chart):
    chart.state.shown = ["flat"]
    assert [line.visible for line in chart._lines.values()] == [False, False, True]
    assert [bars.visible for bars in chart._bars.values()] == [False, False, True]
    assert set(chart._dots.colors) == {look(2).colour}
    chart.state.shown = []
    assert not chart._dots.visible
    assert chart.notice.value == ""
