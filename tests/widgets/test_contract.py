"""What every exported view promises, whoever wrote it."""

import copy
import inspect
import logging
import pickle

import bqplot
import ipywidgets as widgets
import numpy as np
import pytest
import traitlets

import brierwidgets as bw
from brierwidgets import lessons
from brierwidgets.controls import ChipGrid
from brierwidgets.explorer import TABS
from brierwidgets.ui import Frame, View
from tests.widgets.conftest import live, make_comparison

HOSTILE = {
    "good": "<img src=x onerror=alert(1)>",
    "bold": '"><script>alert(2)</script>',
    "flat": "&lt;b&gt; ' onmouseover='alert(3)",
}
LABELS = np.array(["north", "<i>south</i>"], dtype=object)


class OwnChart(View):
    """A chart as a user writes it, with public names only."""

    def __init__(self, data, models=None, **options):
        super().__init__(data, models, **options)
        scales = {"x": bqplot.OrdinalScale(), "y": bqplot.LinearScale()}
        self.bars = bqplot.Bars(x=[], y=[], scales=scales)
        self.show(bqplot.Figure(marks=[self.bars]))

    def draw(self, move):
        self.bars.x = list(move.summaries)
        self.bars.y = [summary.mean_regret.value for summary in move.summaries.values()]


EXPORTED = [getattr(bw, name) for name in bw.__all__ if isinstance(getattr(bw, name), type)]
VIEWS = [view for view in EXPORTED if issubclass(view, View)] + [
    *{tab.view for tab in TABS.values() if tab.view not in EXPORTED},
    OwnChart,
]
VIEWS.sort(key=lambda view: view.__name__)


@pytest.fixture(params=VIEWS, ids=lambda view: view.__name__)
def view_class(request):
    return request.param


def groups_of(comparison):
    return LABELS[np.arange(comparison.rows.labels.size) % 2]


def build(view_class, comparison, **options):
    if view_class is bw.GroupView:
        options.setdefault("groups", groups_of(comparison))
    if view_class is bw.ThresholdExplorer:
        options.setdefault("cost", 0.15)
    return view_class(comparison, **{"interval": (0.05, 0.2), **options})


def test_it_starts_at_the_interval_that_every_view_starts_at(view_class, comparison, opened):
    options = {"groups": groups_of(comparison)} if view_class is bw.GroupView else {}
    assert opened(view_class(comparison, **options)).interval == (0.05, 0.5) == bw.IntervalSlider().value


def count_handlers(state):
    return sum(len(kinds) for names in state._trait_notifiers.values() for kinds in names.values())


def texts(view):
    """Everything a widget of the view would show as HTML."""
    waiting, seen = [view], set()
    while waiting:
        widget = waiting.pop()
        if id(widget) in seen:
            continue
        seen.add(id(widget))
        if isinstance(widget, widgets.HTML) and not widget.value.startswith("<style"):
            yield widget.value
        waiting += [child for child in getattr(widget, "children", ()) if isinstance(child, widgets.Widget)]


def test_every_exported_view_is_here():
    assert {bw.RegretCurve, bw.Explorer, bw.ScoreTable, bw.VerdictText, bw.GroupView, bw.MetricChooser} <= set(VIEWS)
    others = [view.__name__ for view in EXPORTED if issubclass(view, widgets.Widget) and view not in VIEWS]
    assert others == ["IntervalSlider", "PrevalenceSlider", "SurveyChart"]  # about no state, with tests of their own


def test_its_interval_is_the_state_s(view_class, comparison, opened):
    view = opened(build(view_class, comparison))
    drawn, draw = [], view.draw
    view.draw = lambda move: (drawn.append(move.interval), draw(move))
    view.interval = ("1%", "10%")
    assert view.state.interval == (0.01, 0.1)
    assert drawn == [(0.01, 0.1)]  # once
    view.state.interval = (0.3, 0.4)
    assert view.interval == (0.3, 0.4)
    with pytest.raises(traitlets.TraitError):
        view.interval = (0.4, 0.3)
    assert view.interval == view.state.interval == (0.3, 0.4)
    view.draw = lambda _move: 1 / 0
    view.interval = (0.1, 0.2)
    assert "ZeroDivisionError: division by zero" in view.notice.value  # what goes wrong in it shows
    assert view.state.interval == (0.1, 0.2)


def test_two_views_can_be_linked(view_class, comparison, opened):
    view, other = opened(build(view_class, comparison)), opened(bw.RegretCurve(comparison))
    link = traitlets.link((other, "interval"), (view, "interval"))
    other.interval = (0.1, 0.3)
    assert view.state.interval == (0.1, 0.3)
    view.interval = (0.2, 0.3)
    assert other.state.interval == (0.2, 0.3)
    link.unlink()


def test_hidden_it_is_silent_and_then_catches_up(view_class, comparison, opened, wire):
    view = opened(build(view_class, comparison))
    view.active = False
    wire.clear()
    state = view.state
    state.interval = (0.1, 0.4)
    state.zoom = not state.zoom
    state.bands = not state.bands
    state.shown = ["good", "flat"]
    state.cost = 0.2
    if state.groups is not None:
        state.group = "north"
    hidden_parts = 0 if view_class is not bw.Explorer else len(wire)  # its slider, words and table are still seen
    assert len(wire) == hidden_parts
    view.active = True
    fresh = opened(
        build(view_class, comparison, interval=(0.1, 0.4), zoom=state.zoom, bands=state.bands, shown=["good", "flat"])
    )
    if fresh.state.groups is not None:
        fresh.state.group = "north"
    fresh.state.cost = 0.2
    numberless = [text for text in texts(view) if "bw-" in text and "url(#" not in text]
    assert sorted(numberless) == sorted(text for text in texts(fresh) if "bw-" in text and "url(#" not in text)


def test_closing_frees_everything(view_class, comparison):
    before = live()
    view = build(view_class, comparison)
    if isinstance(view, bw.Explorer):
        for name in view.charts:
            view.tab = name
    view.interval = (0.1, 0.3)
    view.close()
    view.close()
    assert live() == before


def test_it_is_not_pickled_or_copied_and_says_what_to_keep(view_class, comparison, opened):
    view = opened(build(view_class, comparison))
    for duplicate in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=f"{view_class.__name__} .*cannot be pickled or copied. .* data it was"):
            duplicate(view)


def test_an_explorer_s_settings_and_data_can_be_pickled(comparison, opened):
    explorer = opened(bw.Explorer(comparison, interval=("2%", "1:4"), costs=[(0.02, 0.1), (0.1, 0.3)], tab="decision"))
    data, settings = pickle.loads(pickle.dumps((comparison, explorer.settings())))
    again = opened(bw.Explorer(data, **settings))
    assert again.settings() == explorer.settings()
    assert again.verdict.text == explorer.verdict.text


@pytest.mark.parametrize(
    ("wrong", "kind", "advice"),
    [
        ({"prevalence": 2}, ValueError, "write '2%'"),
        ({"prevalence": [0.1]}, TypeError, "The prevalence must be a number"),
        ({"interval": (0.3, 0.2)}, ValueError, r"Pass \(0.2, 0.3\)"),
        ({"interval": 0.3}, TypeError, r"must be a pair"),
        ({"interval": (0, 1), "spacing": "log-odds"}, ValueError, "infinitely wide"),
        ({"spacing": "wide"}, ValueError, "spacing must be one of 'cost', 'log-odds', 'opinion', not 'wide'"),
        ({"shown": ["nobody"]}, ValueError, "no model 'nobody'"),
        ({"group": "east"}, ValueError, "has no groups"),
    ],
)
def test_a_bad_argument_is_refused_as_everywhere(comparison, wrong, kind, advice):
    for build_it in (bw.Explorer, bw.RegretCurve, bw.ExplorerState):
        with pytest.raises(kind, match=advice) as caught:
            build_it(comparison, **wrong)
        assert not isinstance(caught.value, traitlets.TraitError)


@pytest.mark.parametrize(
    ("control", "wrong", "advice"),
    [
        (bw.IntervalSlider, {"value": (0.3, 0.2)}, r"Pass \(0.2, 0.3\)"),
        (bw.PrevalenceSlider, {"own": 0.2, "prevalence": 2}, "write '2%'"),
        (ChipGrid, {"chips": [1]}, "Pass one for each"),
    ],
)
def test_a_control_refuses_as_views_do_and_leaves_nothing_behind(control, wrong, advice):
    before = live()
    with pytest.raises(ValueError, match=advice):
        control(**wrong)
    with pytest.raises(TypeError, match=f"{control.__name__} has no argument 'chip"):
        control(chipz=3)
    assert live() == before
    assert not any(one.kind is one.VAR_KEYWORD for one in inspect.signature(control).parameters.values())


def test_a_shared_state_lives_on_without_its_observers(view_class, comparison):
    options = {"groups": bw.GroupView is view_class and groups_of(comparison)}
    state = bw.ExplorerState(comparison, interval=(0.1, 0.3))
    if options["groups"] is not False:
        state = build(view_class, comparison).state
    before = count_handlers(state)
    view = view_class(state)
    assert count_handlers(state) > before
    view.close()
    assert count_handlers(state) == before
    state.interval = (0.2, 0.3)


def test_a_constructor_that_fails_leaves_nothing_behind(view_class, comparison):
    before = live()
    with pytest.raises(TypeError, match=r"has no argument 'intervall'\. Did you mean 'interval'"):
        view_class(comparison, intervall=(0.1, 0.2))
    with pytest.raises(ValueError):
        build(view_class, comparison, interval=(0.3, 0.2))
    with pytest.raises(ValueError):
        build(view_class, comparison, shown=["nobody"])
    if "axis" in view_class.class_trait_names():
        with pytest.raises(ValueError):
            build(view_class, comparison, axis="square")
    assert live() == before

    class FailsAtTheEnd(view_class):
        def __init__(self, data, **options):
            super().__init__(data, **options)
            raise RuntimeError("too late")

    groups = {"groups": groups_of(comparison)} if view_class is bw.GroupView else {}
    with pytest.raises(RuntimeError, match="too late"):
        FailsAtTheEnd(comparison, **groups)
    assert live() == before
    state = bw.ExplorerState(comparison)
    handlers = count_handlers(state)
    if view_class is bw.GroupView:
        with pytest.raises(ValueError, match="no groups to compare"):
            view_class(state)
    assert count_handlers(state) == handlers


@pytest.mark.parametrize("names", [{}, {"good": "$x^2$", "bold": "=cmd|' /C calc'!A0"}], ids=["markup", "formulas"])
def test_hostile_names_stay_text(view_class, opened, names):
    view = opened(build(view_class, make_comparison(600, **(names or HOSTILE))))
    if isinstance(view, bw.Explorer):
        for name in view.charts:
            view.tab = name
    view.state.cost = 0.1
    for text in texts(view):
        assert "<img" not in text
        assert "<script" not in text
        assert "onmouseover='" not in text


@pytest.mark.parametrize("count", [0, 1])
def test_no_model_and_one_model(view_class, comparison, opened, count):
    view = opened(build(view_class, comparison, shown=["good"][:count]))
    if isinstance(view, bw.Explorer):
        for name in view.charts:
            view.tab = name
    view.interval = (0.1, 0.3)
    assert view.notice.value == ""


def test_a_comparison_of_one_model(view_class, opened):
    alone = bw.Comparison(np.arange(60) % 3 == 0, {"only": np.linspace(0.01, 0.9, 60)})
    view = opened(build(view_class, alone))
    view.interval = (0.1, 0.3)
    assert view.notice.value == ""


@pytest.mark.slow
@pytest.mark.parametrize("interval", [(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0.99, 1), (0, 1)])
@pytest.mark.parametrize("zoom", [False, True])
def test_every_valid_interval_draws(view_class, comparison, opened, interval, zoom):
    view = opened(build(view_class, comparison, zoom=zoom))
    if isinstance(view, bw.Explorer):
        for name in view.charts:
            view.tab = name
    view.interval = interval
    assert view.notice.value == ""
    again = opened(build(view_class, comparison, interval=interval, zoom=zoom))
    assert again.notice.value == ""


def test_errors_show_in_the_widget_and_their_traceback_goes_to_the_log(comparison, opened, caplog):
    class Broken(OwnChart):
        def draw(self, move):
            super().draw(move)
            if move.interval.low > 0.5:
                raise RuntimeError("no such chart")

    view = opened(Broken(comparison, interval=(0.05, 0.2)))
    with caplog.at_level(logging.ERROR, logger="brierwidgets"):
        view.interval = (0.6, 0.7)
    assert "RuntimeError: no such chart" in view.notice.value
    assert caplog.records[0].exc_info[1].args == ("no such chart",)
    view.interval = (0.1, 0.2)
    assert view.notice.value == ""


def test_the_style_sheet_comes_once(view_class, comparison, opened):
    view = opened(build(view_class, comparison))
    if isinstance(view, bw.Explorer):
        for name in view.charts:
            view.tab = name

    def sheets(widget):
        own = isinstance(widget, widgets.HTML) and widget.value.startswith("<style")
        return own + sum(map(sheets, getattr(widget, "children", ())))

    assert sheets(view) == 1


def test_its_repr_is_one_short_line(view_class, comparison, opened):
    text = repr(opened(build(view_class, comparison)))
    assert "\n" not in text
    assert len(text) < 160
    assert text.startswith(view_class.__name__)


def test_completion_knows_every_option(view_class):
    names = set(inspect.signature(view_class).parameters)
    assert {"data", "models", "interval", "shown", "zoom", "groups"} <= names


@pytest.mark.parametrize(
    ("function", "some"),
    [
        (bw.Explorer.from_predictions, {"y_true", "y_prob", "interval", "names", "tabs"}),
        (bw.Explorer.from_estimators, {"estimators", "interval", "groups", "tabs"}),
        (bw.Explorer.from_frame, {"label", "horizon", "interval", "tabs"}),
        (bw.Explorer.from_survival, {"horizons", "interval", "groups", "tabs"}),
        (bw.Explorer.one_vs_rest, {"classes", "interval", "tabs"}),
        *((getattr(view, f"save_{kind}"), {"dpi"}) for view in (View, bw.Explorer) for kind in ("png", "svg", "pdf")),
        *((getattr(lessons, name), {"hints"}) for name in lessons.__all__ if name.startswith("ask_")),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_completion_knows_the_options_that_a_function_passes_on(function, some):
    parameters = inspect.signature(function).parameters
    assert some <= set(parameters)
    assert not any(one.kind is one.VAR_KEYWORD for one in parameters.values())


def test_a_chart_of_one_s_own_is_a_tab_and_a_picture(comparison, opened, tmp_path):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), tabs={"mine": OwnChart}, tab="mine"))
    chart = explorer.charts["mine"]
    explorer.interval = (0.1, 0.3)
    expected = comparison.scores((0.1, 0.3))["mean_regret"]
    assert chart.bars.y == pytest.approx(expected.tolist())
    assert isinstance(chart, Frame)
    assert explorer.save_png(tmp_path / "mine.png", dpi=40).stat().st_size > 1000
    assert list(explorer.charts)[-1] == "mine"


@pytest.mark.parametrize(
    ("tabs", "message"),
    [
        (["regret", "regrets"], "There is no tab 'regrets'"),
        ("regret", "must be a list of names"),
        ([], "at least one tab"),
        ({"mine": OwnChart.__name__}, "a subclass of brierwidgets.ui.View"),
        (["groups"], "Pass groups="),
    ],
)
def test_tabs_that_cannot_be(comparison, tabs, message):
    before = live()
    with pytest.raises((TypeError, ValueError), match=message):
        bw.Explorer(comparison, tabs=tabs)
    assert live() == before


def test_tabs_can_be_left_out(comparison, opened):
    explorer = opened(bw.Explorer(comparison, tabs=["decision", {"mine": OwnChart}]))
    assert list(explorer.charts) == ["decision", "mine"]
    assert explorer.tab == "decision"
    with pytest.raises(traitlets.TraitError, match="The tabs are 'decision', 'mine'"):
        explorer.tab = "regret"


def test_a_click_on_zoom_sends_as_little_with_all_tabs_built(comparison, opened, wire):
    sizes = []
    for build_all in (False, True):
        explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), groups=groups_of(comparison)))
        if build_all:
            for name in explorer.charts:
                explorer.tab = name
            explorer.tab = "regret"
        wire.clear()
        explorer.state.zoom = not explorer.state.zoom
        sizes.append((len(wire), wire.nbytes))
    assert sizes[0][0] == sizes[1][0]
    assert sizes[0][1] == pytest.approx(sizes[1][1], rel=0.02)
