import numpy as np
import pytest
import traitlets
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.words.numbers import people_per_thousand
from tests.widgets.conftest import HOSTILE, live, make_comparison, move_slider, say

CHARTS = [bw.RegretCurve, bw.LogOddsCurve, bw.DecisionCurve]


@pytest.fixture(params=CHARTS, ids=lambda chart: chart.__name__)
def chart(request, comparison, opened):
    return opened(request.param(comparison, interval=(0.05, 0.2)))


def mean_heights(chart):
    return dict(zip(chart._lines, chart._means.y[:, 0], strict=True))


def test_the_band_and_the_mean_lines_follow_the_interval(chart, comparison):
    chart.interval = ("1%", "10%")
    ends = chart.curve.to_axis(np.array([0.01, 0.1]))
    assert np.allclose(chart._band.x, ends)
    assert np.allclose(chart._means.x, ends)
    table = comparison.scores((0.01, 0.1), spacing="log-odds" if isinstance(chart, bw.LogOddsCurve) else "cost")
    column = "net_benefit" if isinstance(chart, bw.DecisionCurve) else "mean_regret"
    assert mean_heights(chart) == pytest.approx(table[column].to_dict())


def test_a_move_does_not_redraw_the_curves(chart):
    before = {name: (line.x, line.y) for name, line in chart._lines.items()}
    chart.interval = (0.1, 0.3)
    assert all(chart._lines[name].x is x and chart._lines[name].y is y for name, (x, y) in before.items())


def test_the_curve_drawn_is_the_curve(chart, comparison):
    axes = {"RegretCurve": lambda x: x, "LogOddsCurve": expit, "DecisionCurve": lambda x: x}
    costs = np.clip(axes[type(chart).__name__](chart._lines["good"].x), 0, 1)
    y, s = comparison.rows.labels, comparison.rows.scores["good"]
    acted_on = s[:, None] >= costs * (1 - 1e-12)
    found, alarms = (acted_on & y[:, None]).mean(axis=0), (acted_on & ~y[:, None]).mean(axis=0)
    if isinstance(chart, bw.DecisionCurve):
        expected = found - alarms * costs / (1 - costs)
    else:
        expected = costs * alarms + (1 - costs) * (y.mean() - found)
    assert np.allclose(chart._lines["good"].y, expected, atol=1e-12)


def test_the_page_tells_where_a_hand_left_the_band(chart):
    say(chart.engine, hand={"interval": [0.101, 0.252]})
    assert chart.interval == (0.101, 0.252)
    assert np.allclose(chart._band.x, chart.curve.to_axis(np.array([0.101, 0.252])))
    say(chart.engine, hand={"interval": [0.4, 0.3]})
    assert chart.interval == (0.101, 0.252)
    assert "reversed" in chart.notice.value
    say(chart.engine, hand={"shown": []})
    assert chart.state.shown == ["good", "bold", "flat"]  # a page can set nothing else


def test_the_page_tells_where_the_pointer_rests(chart, comparison):
    say(chart.engine, hand={"cost": 0.15})
    assert chart.state.cost == 0.15
    assert chart._rule.visible
    assert chart._rule.x[0] == pytest.approx(float(chart.curve.to_axis(0.15)))
    counts, total = comparison["good"].counts(0.15), comparison.total
    people = [people_per_thousand(count / total) for count in (counts.tp + counts.fp, counts.fn)]
    assert "".join(f"<td>{count}</td>" for count in people) in chart._readout.value
    assert "treat none" in chart._readout.value
    say(chart.engine, hand={"cost": None})
    assert chart.state.cost is None
    assert not chart._rule.visible


def test_a_cost_can_be_typed_to_read(chart):
    say(chart._read_box, value="1:19")
    assert chart.state.cost == 0.05
    assert "At 5% (1 : 19)" in chart._readout.value
    say(chart._read_box, value="lots")
    assert "cannot be read" in chart.notice.value
    assert chart.state.cost == 0.05
    say(chart._read_box, value="")
    assert chart.state.cost is None
    assert chart.notice.value == ""


def test_the_legend_switches_models_off_and_on(chart):
    boxes = chart._legend.boxes
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
    good = comparison["good"]
    interval = good.net_benefit_interval if isinstance(chart, bw.DecisionCurve) else good.regret_interval
    assert np.allclose(ribbon.y, interval(costs), rtol=1e-6, atol=1e-9)
    assert (ribbon.y[0] <= chart._lines["good"].y).all()
    assert (ribbon.y[1] >= chart._lines["good"].y).all()
    chart.state.shown = ["flat"]
    assert not ribbon.visible


def test_ticks_are_percentages_and_heights_per_1000_people(chart):
    assert all(label.endswith("%") for label in chart._cost_axis.axis.tick_labels.values())
    heights = {float(key): text for key, text in chart._y_axis.tick_labels.items()}
    assert all(float(text.replace("−", "-")) == pytest.approx(1000 * height) for height, text in heights.items())
    assert any(0.01 < height < 0.2 for height in heights)
    keys = [float(key) for key in chart._cost_axis.axis.tick_labels]
    assert np.allclose(keys, chart._cost_axis.axis.tick_values)


def test_tiny_ticks_are_named_as_bqplot_looks_them_up(comparison, opened):
    chart = opened(bw.RegretCurve(comparison, interval=("1:100000", "1:10000"), zoom=True))
    assert "0.00002" in chart._cost_axis.axis.tick_labels
    assert chart._cost_axis.axis.tick_labels["0.00002"] == "0.002%"
    assert chart._y_axis.tick_labels["0.00005"] == "0.05"  # per 1,000


def test_two_curves_linked_to_one_slider_stay_in_step(comparison, opened):
    slider = opened(bw.IntervalSlider((0.05, 0.2)))
    curves = [opened(kind(comparison)) for kind in CHARTS]
    moves = []
    for curve in curves:
        traitlets.link((slider, "value"), (curve, "interval"))
        curve.state.observe(moves.append, "move")
    move_slider(slider, 0.1, 0.3)
    assert {curve.interval for curve in curves} == {(0.1, 0.3)}
    assert len(moves) == len(curves)  # one move each: no loops
    say(curves[0].engine, hand={"interval": [0.2, 0.4]})
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


def test_a_chart_of_an_explorer_s_state_is_as_large_as_that(comparison, opened):
    for size in ("screen", "projector"):
        explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), size=size))
        chart = opened(bw.RegretCurve(explorer.state))
        for view in (explorer, chart):
            assert {"bw-screen", "bw-projector"} & set(view._dom_classes) == {f"bw-{size}"}


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


def test_a_chart_says_when_the_scores_average_over_another_axis(comparison, opened):
    regret = opened(bw.RegretCurve(comparison, interval=(0.05, 0.2)))
    charts = [regret, opened(bw.LogOddsCurve(regret.state)), opened(bw.DecisionCurve(regret.state))]
    own, apart = "it is the model’s score.", "the scores average over {} instead."
    for spacing, ends in {
        "cost": [own, apart.format("cost ratios"), own],
        "log-odds": [apart.format("their log-odds"), own, own],
    }.items():
        regret.state.spacing = spacing
        regret.state.settle()
        assert [chart._words.value.removesuffix("</div>").split("there; ")[1] for chart in charts] == ends


def test_decision_axes_change_what_area_means(comparison, opened):
    chart = opened(bw.DecisionCurve(comparison, interval=(0.05, 0.2), axis="quadratic"))
    table, rate = comparison.scores((0.05, 0.2)), comparison.prevalence
    width = np.diff(chart._means.x)[0]
    assert (rate - mean_heights(chart)["good"]) * width == pytest.approx(table.loc["good", "brier"] / 2)
    chart.axis = "logarithmic"
    width = np.diff(chart._means.x)[0]
    assert (rate - mean_heights(chart)["good"]) * width == pytest.approx(table.loc["good", "log_loss"])
    with pytest.raises(traitlets.TraitError):
        chart.axis = "square"


def test_an_error_in_a_callback_is_shown(chart, monkeypatch):
    monkeypatch.setattr("brierwidgets.views._curve_chart.read_at", lambda *_: 1 / 0)
    say(chart._read_box, value="5%")
    assert "ZeroDivisionError" in chart.notice.value
    assert chart.notice.layout.display is None or chart.notice.layout.display == ""


def test_names_are_text_everywhere(opened):
    chart = opened(bw.RegretCurve(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    say(chart._read_box, value="5%")
    assert HOSTILE not in chart._readout.value
    assert "&lt;img" in chart._readout.value
    box = chart._legend.boxes[HOSTILE]
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


def test_many_models_that_decide_alike_are_read_in_one_row(opened):
    y = np.random.default_rng(0).random(200) < 0.3
    scores = np.random.default_rng(1).random(200)
    models = {"a": scores, "b": scores, "c": scores, "<d>": 1 - scores}
    chart = opened(bw.RegretCurve(y, models, interval=(0.05, 0.2)))
    chart.state.cost = 0.3
    assert chart._readout.value.count("<tr>") == 5  # heads, 3 models, <d>, two rules
    assert 'title="a, b, c"' in chart._readout.value
    assert "3 models</span>" in chart._readout.value
    chart.state.shown = ["a", "b", "<d>"]
    assert "models</span>" not in chart._readout.value
    chart.state.cost = 0.0  # all decide alike where everyone is treated
    chart.state.shown = list(models)
    assert 'title="a, b, c, &lt;d&gt;"' in chart._readout.value
