import numpy as np
import pytest
import traitlets
from scipy.special import logit

import brierwidgets as bw
from tests.widgets.conftest import HOSTILE, live, make_comparison, say

CHARTS = [bw.RegretCurve, bw.LogOddsCurve, bw.DecisionCurve]


def numbers(sent):
    return np.asarray(sent, dtype=float)


@pytest.fixture(params=CHARTS, ids=lambda chart: chart.__name__)
def chart(request, comparison, opened):
    return opened(request.param(comparison, interval=(0.05, 0.2)))


def mean_heights(chart):
    return dict(zip(chart._lines, chart._means.y[:, 0], strict=True))


def test_the_band_and_the_mean_lines_follow_the_interval(chart, comparison):
    chart.interval = ("1%", "10%")
    ends = chart.curve.to_axis(np.array([0.01, 0.1]))
    assert np.allclose(chart._brush.selected, ends)
    assert np.allclose(chart._means.x, ends)
    table = comparison.scores((0.01, 0.1), spacing="log-odds" if isinstance(chart, bw.LogOddsCurve) else "cost")
    column = "net_benefit" if isinstance(chart, bw.DecisionCurve) else "mean_regret"
    assert mean_heights(chart) == pytest.approx(table[column].to_dict())


def test_a_move_does_not_redraw_the_curves(chart):
    before = {name: (line.x, line.y) for name, line in chart._lines.items()}
    chart.interval = (0.1, 0.3)
    assert all(chart._lines[name].x is x and chart._lines[name].y is y for name, (x, y) in before.items())


def test_the_curve_drawn_is_the_curve(chart, comparison):
    costs = chart.curve.from_axis(chart._lines["good"].x)
    expected = chart.curve.heights(comparison["good"], np.clip(costs, 0, 1))
    assert np.allclose(chart._lines["good"].y, expected, atol=2e-3)


def test_a_drag_of_the_band_sets_the_interval_to_round_numbers(chart):
    place = chart.curve.to_axis
    say(chart._brush, brushing=True)
    say(chart._brush, selected=[float(place(0.10137)), float(place(0.2513))])
    assert chart.interval == (0.101, 0.252) or chart.interval == pytest.approx((0.101, 0.251), abs=1.1e-3)
    assert np.allclose(chart._brush.selected, place(np.array([0.10137, 0.2513])))  # do not fight the hand
    say(chart._brush, brushing=False)
    assert np.allclose(chart._brush.selected, place(np.array(chart.interval)))


def test_the_last_place_and_the_letting_go_may_come_together(chart):
    place = chart.curve.to_axis
    say(chart._brush, brushing=True)
    say(chart._brush, selected=[float(place(0.1)), float(place(0.25))])
    say(chart._brush, brushing=False, selected=[float(place(0.1201)), float(place(0.3))])
    assert chart.interval == (0.12, 0.3)
    assert np.allclose(chart._brush.selected, place(np.array([0.12, 0.3])))


def test_dragging_one_edge_keeps_the_other_exact(chart):
    chart.interval = (0.0512345, 0.2)
    place = chart.curve.to_axis
    say(chart._brush, selected=[float(place(0.0512345)), float(place(0.3))])
    assert chart.interval == (0.0512345, 0.3)


def test_a_click_beside_the_band_keeps_the_interval(chart):
    say(chart._brush, selected=None)
    assert chart.interval == (0.05, 0.2)
    assert np.allclose(chart._brush.selected, chart.curve.to_axis(np.array([0.05, 0.2])))


def test_the_pointer_reads_exact_values(chart, comparison):
    event = {"type": "mousemove", "relativeX": 74 + 0.5 * 500, "boundingRectWidth": 602}
    chart._on_pointer(event)
    cost = chart.state.cost
    middle = (chart._x.min + chart._x.max) / 2
    assert cost == pytest.approx(float(chart.curve.from_axis(middle)))
    assert chart._rule.visible
    assert chart._rule.x[0] == pytest.approx(middle)
    tp = 1000 * comparison["good"].counts(cost).tp / comparison.total
    assert f"{tp:.1f}" in chart._readout.value or f"{tp:.2f}" in chart._readout.value
    assert "treat none" in chart._readout.value
    chart._on_pointer({"type": "mouseleave"})
    assert chart.state.cost is None
    assert not chart._rule.visible
    chart._on_pointer(event | {"relativeX": 3})
    assert chart.state.cost is None


def test_a_cost_can_be_typed_to_read(chart):
    say(chart._read, value="1:19")
    assert chart.state.cost == 0.05
    assert "At 5% (1 : 19)" in chart._readout.value
    say(chart._read, value="lots")
    assert "cannot be read" in chart.notice.value
    assert chart.state.cost == 0.05
    say(chart._read, value="")
    assert chart.state.cost is None
    assert chart.notice.value == ""


def test_the_legend_switches_models_off_and_on(chart):
    boxes = chart._legend._boxes
    say(boxes["bold"], value=False)
    assert chart.state.shown == ["good", "flat"]
    assert not chart._lines["bold"].visible
    assert mean_heights(chart)["bold"] < chart._y.min  # out of sight; a line of NaN alone makes bqplot complain
    chart.state.shown = ["bold"]
    assert [box.value for box in boxes.values()] == [False, True, False]
    assert chart._lines["bold"].visible


def test_zoom_fits_both_axes_to_the_interval(chart):
    chart.interval = (0.05, 0.06)
    wide = chart._y.max - chart._y.min
    chart._zoom.value = True
    low, high = chart.curve.from_axis(np.array([chart._x.min, chart._x.max]))
    assert 0.03 < low < 0.05
    assert 0.06 < high < 0.08
    assert chart._y.max - chart._y.min < wide
    chart.interval = (0.1, 0.12)
    low, high = chart.curve.from_axis(np.array([chart._x.min, chart._x.max]))
    assert 0.05 < low < 0.1
    chart.state.zoom = False
    assert not chart._zoom.value
    assert np.allclose(chart.curve.from_axis(chart._x.max), chart.curve.limits.high)


def test_confidence_bands_can_be_switched_on(chart, comparison):
    assert not any(ribbon.visible for ribbon in chart._ribbons.values())
    say(chart._bands, value=True)
    ribbon = chart._ribbons["good"]
    assert ribbon.visible
    costs = np.clip(chart.curve.from_axis(ribbon.x), *chart.curve.limits)
    half = (ribbon.y[1] - ribbon.y[0]) / 2
    assert np.allclose(half, 1.96 * chart.curve.errors(comparison["good"], costs), atol=2e-3)
    chart.state.shown = ["flat"]
    assert not ribbon.visible


def test_ticks_are_labelled_as_probabilities_and_odds(chart):
    labels = set(chart._x_axis.tick_labels.values()), set(chart._odds_axis.tick_labels.values())
    assert all(label.endswith("%") for label in labels[0])
    assert all(" : " in label for label in labels[1])
    keys = [float(key) for key in chart._x_axis.tick_labels]
    assert np.allclose(keys, chart._x_axis.tick_values)


def test_two_curves_linked_to_one_slider_stay_in_step(comparison, opened):
    slider = opened(bw.IntervalSlider((0.05, 0.2)))
    curves = [opened(kind(comparison)) for kind in CHARTS]
    moves = []
    for curve in curves:
        traitlets.link((slider, "value"), (curve, "interval"))
        curve.state.observe(moves.append, "move")
    say(slider._track, value=[float(logit(0.1)), float(logit(0.3))])
    assert {curve.interval for curve in curves} == {(0.1, 0.3)}
    assert len(moves) == len(curves)  # one move each: no loops
    say(curves[0]._brush, selected=numbers([0.2, 0.4]).tolist())
    assert slider.value == (0.2, 0.4)
    assert {curve.interval for curve in curves} == {(0.2, 0.4)}
    assert len(moves) == 2 * len(curves)


def test_a_chart_takes_rows_a_comparison_or_a_state(comparison, opened):
    shared = bw.ExplorerState(comparison, interval=(0.05, 0.2))
    one, two = (opened(bw.RegretCurve(shared)) for _ in range(2))
    one.interval = (0.1, 0.3)
    assert two.interval == shared.interval == (0.1, 0.3)
    alone = opened(bw.RegretCurve([0, 1], {"a": [0.2, 0.7]}, interval=("10%", "40%")))
    assert alone.interval == (0.1, 0.4)


def test_closing_a_view_leaves_a_shared_state_alone(comparison):
    before = live()
    state = bw.ExplorerState(comparison, interval=(0.05, 0.2))
    kept, closed = bw.RegretCurve(state), bw.LogOddsCurve(state)
    closed.close()
    closed.close()
    state.interval = (0.1, 0.3)
    assert kept.interval == (0.1, 0.3)
    kept.close()
    assert live() == before


def test_decision_axes_change_what_area_means(comparison, opened):
    chart = opened(bw.DecisionCurve(comparison, interval=(0.05, 0.2), axis="quadratic"))
    table, rate = comparison.scores((0.05, 0.2)), comparison.prevalence
    width = np.diff(chart._means.x)[0]
    assert (rate - mean_heights(chart)["good"]) * width == pytest.approx(table.loc["good", "brier"] / 2)
    say(chart._axes, index=2)
    assert chart.axis == "logarithmic"
    width = np.diff(chart._means.x)[0]
    assert (rate - mean_heights(chart)["good"]) * width == pytest.approx(table.loc["good", "log_loss"])
    with pytest.raises(traitlets.TraitError):
        chart.axis = "square"


def test_an_error_in_a_callback_is_shown(chart, monkeypatch):
    monkeypatch.setattr("brierwidgets.views._curve_chart.read_at", lambda *_: 1 / 0)
    say(chart._read, value="5%")
    assert "ZeroDivisionError" in chart.notice.value
    assert chart.notice.layout.display is None or chart.notice.layout.display == ""


def test_names_are_text_everywhere(opened):
    chart = opened(bw.RegretCurve(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    say(chart._read, value="5%")
    assert HOSTILE not in chart._readout.value
    assert "&lt;img" in chart._readout.value
    box = chart._legend._boxes[HOSTILE]
    assert not box.description_allow_html


@pytest.mark.parametrize("kind", [*CHARTS, bw.ScoreTable, bw.VerdictText], ids=lambda kind: kind.__name__)
def test_unknown_arguments_name_the_nearest(kind, comparison):
    before = live()
    with pytest.raises(TypeError, match=rf"{kind.__name__} has no argument 'intervall'. Did you mean 'interval'"):
        kind(comparison, intervall=(0.1, 0.2))
    assert live() == before


def test_one_class_only_still_draws(opened):
    chart = opened(bw.RegretCurve([1, 1, 1], {"a": [0.2, 0.6, 0.9]}, interval=(0.1, 0.5)))
    assert np.isfinite(chart._lines["a"].y).all()
