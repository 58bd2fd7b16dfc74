import numpy as np
import pytest
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.core.ranking import average_precision, roc_auc, roc_curve
from brierwidgets.ui.palette import look
from tests.widgets.conftest import make_comparison, say

Y = [0, 0, 1, 1]
MODELS = {"a": [0.1, 0.6, 0.4, 0.8], "low": [0.01, 0.02, 0.03, 0.04]}


@pytest.fixture
def roc(opened):
    return opened(bw.RocCurve(Y, MODELS, interval=(0.5, 0.7)))


@pytest.fixture
def precision(opened):
    return opened(bw.PrecisionRecallCurve(Y, MODELS, interval=(0.5, 0.7)))


def points(mark):
    return list(zip(mark.x.tolist(), mark.y.tolist(), strict=True))


def test_the_whole_curve_is_drawn(roc, precision):
    assert points(roc._lines["a"]) == [(0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)]
    x, y = precision._lines["a"].x, precision._lines["a"].y
    assert x.tolist() == [0, 0.5, 0.5, 1, 1]
    np.testing.assert_allclose(y, [np.nan, 1, 1 / 2, 2 / 3, 1 / 2])


def test_thresholds_of_the_interval_are_a_thick_part(roc):
    # At 70% one positive is found; at 60% and 50% one negative more is decided positive. Nobody in "low" is.
    np.testing.assert_allclose(roc._thick.x[0], [0, 0.5, 0.5])
    np.testing.assert_allclose(roc._thick.y[0], [0.5, 0.5, 0.5])
    np.testing.assert_allclose(roc._thick.x[1], 0)
    assert points(roc._ends) == [(0, 0.5), (0.5, 0.5), (0, 0), (0, 0)]
    assert roc._ends.colors == [look(0).colour] * 2 + [look(1).colour] * 2
    roc.interval = (0.02, 0.4)
    np.testing.assert_allclose(roc._thick.x[1, [0, -1]], [0, 0.5])
    np.testing.assert_allclose(roc._thick.y[1, [0, -1]], [0, 1])


def test_no_positive_decision_has_no_precision(precision):
    assert points(precision._ends) == [(0.5, 1), (0.5, 0.5)]
    assert precision._ends.colors == [look(0).colour] * 2
    precision.interval = (0.9, 0.95)
    assert not precision._ends.visible
    assert "No score of a and low reaches 90%: they decide nobody positive there." in precision.text


def test_curves_stay_as_they_are_in_a_move(roc):
    before = {name: (line.x, line.y) for name, line in roc._lines.items()}
    roc.interval = (0.1, 0.3)
    assert all(roc._lines[name].x is x and roc._lines[name].y is y for name, (x, y) in before.items())


def test_the_numbers_are_those_of_the_core(comparison, opened):
    roc, precision = (opened(kind(comparison, interval=(0.05, 0.2))) for kind in (bw.RocCurve, bw.PrecisionRecallCurve))
    for name, forecast in comparison.items():
        assert roc._areas[name] == roc_auc(forecast)
        assert precision._areas[name] == average_precision(forecast)
    counts = comparison["good"].counts(0.05)
    assert f"{100 * counts.tp / comparison['good'].positives.total:.1f}%" in roc._table.value
    assert f"{100 * counts.tp / (counts.tp + counts.fp):.1f}%" in precision._table.value


def test_no_more_than_500_points_at_any_size(opened):
    large = make_comparison(rows=200_000)
    roc = opened(bw.RocCurve(large, interval=(0.05, 0.2)))
    full = roc_curve(large["good"])
    for line in roc._lines.values():
        assert 300 < line.x.size <= 500
    assert set(roc._lines["good"].x) <= set(full.false_positive_rate)
    assert roc._thick.x.shape[1] <= 48


def test_a_threshold_to_read_at_is_typed_or_comes_from_another_chart(roc):
    say(roc._read_box, value="50%")
    assert points(roc._dots) == [(0.5, 0.5), (0, 0)]
    assert "at 50%" in roc._table.value
    roc.state.cost = 0.03
    assert points(roc._dots) == [(1, 1), (0, 1)]
    say(roc._read_box, value="")
    assert not roc._dots.visible
    assert roc._table.value.count("colgroup") == 2


def test_what_is_hidden_has_no_dot(roc):
    roc.state.cost = 0.5
    roc.state.shown = ["low"]
    assert points(roc._dots) == [(0, 0)]
    assert roc._dots.colors == [look(1).colour]


def test_models_can_be_hidden(roc):
    roc.state.shown = ["low"]
    assert not roc._lines["a"].visible
    assert "<td>" in roc._table.value
    assert ">a<" not in roc._table.value
    assert points(roc._ends) == [(0, 0), (0, 0)]
    roc.state.shown = []
    assert not roc._ends.visible
    assert roc.text == "Thick: decisions with thresholds from 50% to 70%."


def test_precision_has_room_when_positives_are_rare(opened):
    rng = np.random.default_rng(0)
    y = rng.random(20_000) < 0.02
    y[0] = True
    scores = expit(-4 + 0.3 * rng.normal(size=20_000) + 0.1 * y)
    scores[0] = 0.9
    chart = opened(bw.PrecisionRecallCurve(y, {"weak": scores}, interval=("1%", "3%")))
    assert 0.03 < chart._y.max <= 0.1
    assert "The first few decisions reach a precision of 100%, off the chart." in chart.text
    assert opened(bw.RocCurve(y, {"weak": scores}))._y.max == 1


def test_baselines_are_chance_and_prevalence(roc, precision):
    assert roc._base.y.tolist() == [0, 1]
    assert precision._base.y.tolist() == [0.5, 0.5]


def test_details_can_be_left_out(opened):
    roc = opened(bw.RocCurve(Y, MODELS, details=False, legend=False))
    assert (roc._table.value, roc._words.value) == ("", "")
    roc.interval = (0.1, 0.2)
    assert roc._table.value == ""
