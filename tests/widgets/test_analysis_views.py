"""What all analysis views promise: three ways to build one, a linkable interval, escaping, and a clean end."""

import asyncio
import re

import numpy as np
import pytest
import traitlets

import brierwidgets as bw
from brierwidgets.views._panels import RankingPanels
from brierwidgets.words.numbers import percent
from tests.widgets.conftest import HOSTILE, live, make_comparison, say

VIEWS = [
    bw.CalibrationCurve,
    bw.DecompositionChart,
    bw.PrecisionRecallCurve,
    bw.RocCurve,
    bw.SensitivityMap,
    bw.ThreePanels,
    RankingPanels,
]
RIMS = [(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0.99, 1), (0, 1)]


@pytest.fixture(params=VIEWS, ids=lambda view: view.__name__)
def kind(request):
    return request.param


@pytest.fixture
def view(kind, comparison, opened):
    return opened(kind(comparison, interval=(0.05, 0.2)))


def words(view):
    parts = [view._words, *([view._map_words] if isinstance(view, bw.SensitivityMap) else [])]
    return " ".join(filter(None, (re.sub(r"<[^>]*>", "", part.value) for part in parts)))


def test_three_ways_to_build_one_say_the_same(kind, comparison, opened):
    rows = comparison.rows
    state = bw.ExplorerState(comparison, interval=(0.05, 0.2))
    views = [
        kind(rows.labels, rows.scores, interval=(0.05, 0.2)),
        kind(comparison, interval=(0.05, 0.2)),
        kind(state),
    ]
    texts = {opened(view).text for view in views}
    assert len(texts) == 1
    assert "5%" in texts.pop()
    state.interval = (0.1, 0.3)
    assert [view.interval for view in views] == [(0.05, 0.2), (0.05, 0.2), (0.1, 0.3)]


def test_the_interval_can_be_linked_and_the_words_follow(view):
    slider = bw.IntervalSlider((0.05, 0.2))
    with_slider = traitlets.link((slider, "interval"), (view, "interval"))
    slider.interval = ("10%", "30%")
    assert view.state.interval == (0.1, 0.3)
    assert "10% to 30%" in words(view)
    view.interval = (0.2, 0.4)
    assert slider.value == (0.2, 0.4)
    with_slider.unlink()
    slider.close()


def test_words_are_announced(view):
    assert " bw-live" in view._words.value  # by which the page knows its live region
    assert words(view) == view.text.replace("&", "&amp;")


def test_unknown_arguments_are_refused_with_the_nearest_known(kind, comparison):
    before = live()
    with pytest.raises(TypeError, match=f"{kind.__name__} has no argument 'intervall'. Did you mean 'interval'"):
        kind(comparison, intervall=(0.1, 0.2))
    with pytest.raises(ValueError, match="reversed"):
        kind(comparison, interval=(0.5, 0.1))
    assert live() == before


def test_close_frees_everything(kind, comparison):
    before = live()
    view = kind(comparison, interval=(0.05, 0.2))
    view.interval = (0.1, 0.3)
    view.state.cost = 0.1
    view.close()
    assert live() == before
    view.close()


def test_closing_a_view_leaves_a_shared_state_alive(kind, comparison):
    state = bw.ExplorerState(comparison, interval=(0.05, 0.2))
    view = kind(state)
    view.close()
    before = live()
    state.interval, state.cost, state.zoom, state.bands, state.shown = (0.1, 0.3), 0.2, True, True, ["good"]
    assert live() == before


def test_a_hidden_view_does_not_follow_and_catches_up(view):
    before = words(view)
    view.active = False
    view.interval = (0.1, 0.3)
    view.state.shown = ["good", "flat"]
    view.state.zoom = True
    assert words(view) == before
    view.active = True
    assert "10% to 30%" in words(view)
    assert words(view) == view.text


def test_moves_change_widgets_and_never_make_new_ones(kind, comparison, wire, opened):
    view = opened(kind(comparison, interval=(0.05, 0.2)))
    wire.clear()
    for step in range(20):
        view.interval = (0.05 + step / 100, 0.4 + step / 100)
    assert {sort for sort, _, _ in wire} == {"comm_msg"}


def test_a_move_in_a_drag_is_small(kind, wire, opened):
    view = opened(kind(make_comparison(rows=100_000), interval=(0.05, 0.2)))

    async def drag():  # in a running event loop, as in a notebook: what is slow waits
        sizes = []
        for step in range(10):
            wire.clear()
            view.interval = (0.05 + step / 500, 0.2 + step / 100)
            sizes.append(wire.nbytes)
        view.state._settle.cancel()
        return sizes

    assert 0 < max(asyncio.run(drag())) < 4_500


def test_what_is_slow_waits_until_the_hand_rests(comparison, opened):
    view = opened(bw.SensitivityMap(comparison, interval=(0.05, 0.2), zoom=True))
    before = view.found

    async def drag():
        view.state._settle._delay = 0.01
        view.interval = (0.9, 0.99)
        assert view.found is before
        await asyncio.sleep(0.1)

    asyncio.run(drag())
    assert view.found is not before


def test_names_are_text_in_every_message(kind, wire, opened):
    view = opened(kind(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    view.interval = (0.1, 0.3)
    view.state.cost = 0.1
    checked = 0
    for _, data, _ in wire:
        state = data.get("state", {})
        if state.get("_model_name") == "CheckboxModel":
            assert not state.get("description_allow_html", False)
        for key in ("value", "title", "label", "placeholder"):
            if isinstance(state.get(key), str):
                assert HOSTILE not in state[key]
                checked += "&lt;img" in state[key]
    assert checked


def test_nothing_without_a_place_is_sent(kind, wire, opened):
    """Points at NaN, and lines of nothing but NaN, are errors in the browser's console."""
    y = np.array([0, 1] * 50)
    sure, low = np.where(np.arange(100) % 3, y, 1 - y), np.linspace(0.001, 0.01, 100)
    view = opened(kind(y, {"sure": sure, "low": low}, interval=(0.2, 0.4)))
    for shown in (["sure"], ["low"], [], ["sure", "low"]):
        view.state.shown = shown
        view.interval = (0.0, 1.0) if view.interval.low else (0.2, 0.4)
        view.state.cost = 0.5 if shown else None
    assert view.notice.value == ""
    marks = 0
    for sort, data, _ in wire:
        name = data.get("state", {}).get("_model_name", "") if sort == "comm_open" else ""
        marks += name in ("LinesModel", "ScatterModel", "LabelModel")
    assert marks
    for widget in view_marks(view):
        if widget._model_name in ("ScatterModel", "LabelModel"):
            assert np.isfinite(widget.x).all()
            assert np.isfinite(widget.y).all()
        elif widget.visible:
            assert np.isfinite(np.atleast_2d(widget.y)).any(axis=1).all()


def view_marks(view):
    figures = [part for part in vars(view).values() if type(part).__name__ == "Figure"]
    for panel in getattr(view, "panels", {}).values():
        yield from view_marks(panel)
    for figure in figures:
        yield from (mark for mark in figure.marks if mark._model_name in ("LinesModel", "ScatterModel", "LabelModel"))


def test_other_cases_of_the_same_models_are_shown_at_once(kind, comparison, opened):
    other = make_comparison(seed=1)
    view = opened(kind(comparison, interval=(0.05, 0.2)))
    view.state.comparison = other
    assert view.text == opened(kind(other, interval=(0.05, 0.2))).text
    assert words(view) == view.text


def test_a_bad_number_is_refused_in_the_view(comparison, opened):
    curve = opened(bw.RocCurve(comparison))
    say(curve._read_box, value="huge")
    assert "cannot be read" in curve.notice.value
    say(curve._read_box, value="10%")
    assert curve.notice.value == ""
    assert curve.state.cost == 0.1


@pytest.mark.parametrize("tab", ["paper", "ranking", "calibration", "decomposition", "sensitivity"])
def test_each_is_a_tab_of_the_explorer(comparison, opened, tab):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), tab=tab))
    explorer.interval = (0.1, 0.3)
    assert "10% to 30%" in words(explorer.charts[tab])
    explorer.tab = "regret"
    explorer.interval = (0.2, 0.4)
    assert "10% to 30%" in words(explorer.charts[tab])
    explorer.tab = tab
    assert "20% to 40%" in words(explorer.charts[tab])
    assert f"tab={tab!r}" in explorer.to_code()


def test_a_group_of_one_class_is_explained_and_not_an_error(opened):
    y = np.array([0, 1] * 20 + [0] * 10)
    scores = np.linspace(0.01, 0.9, 50)
    explorer = opened(
        bw.Explorer(y, {"a": scores, "b": scores**2}, groups=["both"] * 40 + ["healthy"] * 10, tab="paper")
    )
    for tab in ("paper", "ranking", "calibration", "decomposition", "sensitivity"):
        explorer.tab = tab
        explorer.state.group = "healthy"
        assert explorer.charts[tab].notice.value == ""
        if tab in ("paper", "ranking"):
            assert "every case is negative" in words(explorer.charts[tab])
        explorer.state.group = "both"
        assert "every case is negative" not in words(explorer.charts[tab])
        assert explorer.charts[tab].notice.value == ""
    assert explorer.notice.value == ""


@pytest.mark.parametrize("zoom", [False, True])
def test_intervals_at_the_rim_are_drawn(kind, comparison, opened, zoom):
    view = opened(kind(comparison, interval=(0.05, 0.2), zoom=zoom))
    panels = [view, *getattr(view, "panels", {}).values()]
    for rim in RIMS:
        view.interval = rim
        assert [panel.notice.value for panel in panels] == [""] * len(panels)
        low, high = map(percent, rim)
        assert f"{low} to {high}" in words(view)
        fresh = opened(kind(comparison, interval=rim, zoom=zoom))
        assert fresh.text == view.text
        axes = [axis for figure in fresh.picture().figures for axis in figure.axes]
        assert all(np.diff(axis.tick_values).min() > 0 for axis in axes if axis.tick_values is not None)


def test_hidden_panels_are_silent_and_catch_up(comparison, wire, opened):
    panels = opened(bw.ThreePanels(comparison, interval=(0.05, 0.2)))
    panels.active = False
    wire.clear()
    panels.state.zoom, panels.state.cost, panels.interval = True, 0.1, (0.1, 0.3)
    assert len(wire) == 0
    panels.active = True
    roc = panels.panels["ROC curve"]
    fresh = opened(bw.RocCurve(panels.state))
    assert np.array_equal(roc._thick.x, fresh._thick.x)
    assert roc._dots.visible


def test_a_hidden_view_wakes_up_to_other_cases_and_a_threshold(opened):
    y = np.array([0, 1] * 20 + [0] * 10)
    scores = np.linspace(0.01, 0.9, 50)
    curve = opened(bw.RocCurve(y, {"a": scores}, groups=["both"] * 40 + ["healthy"] * 10))
    curve.active = False
    curve.state.cost = 0.1
    curve.state.group = "healthy"
    curve.active = True
    assert curve.notice.value == ""
    assert "every case is negative" in words(curve)
    assert not curve._dots.visible
