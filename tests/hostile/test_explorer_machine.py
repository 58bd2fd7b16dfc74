"""An Explorer in the hands of somebody who does everything in any order."""

import math
import re
import sys

import numpy as np
import pytest
import traitlets
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import brierwidgets as bw
from brierwidgets.words.numbers import UNITS
from tests.widgets.conftest import live, move_slider

ROWS = 240
NAMES = ["plain", "<b>bold</b>", "$x^2$", "fourth", "__proto__"]
SITES = ["north", "<i>south</i>", "east"]
INTERVALS = st.one_of(
    st.tuples(st.floats(0, 1), st.floats(0, 1)).filter(lambda ends: ends[1] - ends[0] > 1e-9),
    st.sampled_from([(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0, 1), (0.0166, 0.03), (0.05, 0.2)]),
)
OPINIONS = [
    None,
    [(0.02, 0.1), ("1:9", "50%")],
    bw.costs.Beta(2, 20),
    bw.costs.Point(0.1),
    bw.costs.Histogram([0.01, 0.05, 0.2], [0.25, 0.75], spacing="log-odds"),
]
#: What mended models are called: after the old one, or like another.
MENDED = [f"{name} (recalibrated)" for name in NAMES]


def make_scores():
    rng = np.random.default_rng(5)
    y = rng.random(ROWS) < 0.25
    noise = rng.normal(size=(len(NAMES), ROWS))
    scores = 1 / (1 + np.exp(1.1 - 1.6 * y - np.linspace(0.9, 1.5, len(NAMES))[:, None] * noise))
    return y, dict(zip(NAMES, scores, strict=True))


class ExplorerMachine(RuleBasedStateMachine):
    """Random moves; after each of them every view says what `Comparison` says."""

    def __init__(self):
        super().__init__()
        self.before = live()
        y, self.scores = make_scores()
        # What a user would have called them, for to_code.
        self.variables = {
            "outcomes": y,
            "given": {name: self.scores[name] for name in NAMES[:3]},
            "sites": np.array(SITES, dtype=object)[np.arange(ROWS) % len(SITES)],
        } | {f"scores_{number}": self.scores[name] for number, name in enumerate(NAMES)}
        self.named = vars(sys.modules["__main__"])
        self.named.update(self.variables)

    @initialize(
        grouped=st.booleans(),
        asked=st.booleans(),
        interval=INTERVALS,
        opinion=st.sampled_from(OPINIONS),
        rate=st.sampled_from([None, 0.02, "1:1"]),
    )
    def build(self, grouped, asked, interval, opinion, rate):
        more = {"groups": self.variables["sites"]} if grouped else {}
        more |= {"costs": opinion, "prevalence": rate, "interval": interval}
        self.explorer = bw.Explorer(self.variables["outcomes"], self.variables["given"], **more)
        if asked:  # a page shows it
            self.explorer.engine._on_message(None, "tables", [])

    def allowed(self, name, value):
        """Set a trait of the state; what is refused changes nothing."""
        before = self.explorer.settings()
        try:
            setattr(self.explorer.state, name, value)
        except traitlets.TraitError:
            assert self.explorer.settings() == before

    # --- what a person does -----------------------------------------------------------------

    @rule(interval=INTERVALS)
    def move(self, interval):
        self.allowed("interval", interval)

    @rule(interval=INTERVALS)
    def drag(self, interval):
        spread = self.explorer.state.spacing == "log-odds" and (interval[0] == 0 or interval[1] == 1)
        before = self.explorer.interval
        move_slider(self.explorer.slider, *interval)
        assert self.explorer.interval == (before if spread else interval)
        assert bool(self.explorer.slider._notice) == spread

    @rule(ends=st.tuples(st.floats(), st.floats()).filter(lambda ends: not 0 <= ends[0] < ends[1] <= 1))
    def ask_for_what_cannot_be(self, ends):
        before = self.explorer.settings()
        with pytest.raises(traitlets.TraitError):
            self.explorer.interval = ends
        assert self.explorer.settings() == before

    @rule(place=st.integers(0, 20))
    def open_tab(self, place):
        names = list(self.explorer.charts)
        self.explorer.tab = names[place % len(names)]

    @precondition(lambda self: self.explorer.state.groups is not None)
    @rule(group=st.sampled_from([None, *SITES]))
    def choose_group(self, group):
        self.explorer.state.group = group

    @rule(chosen=st.sets(st.integers(0, len(NAMES) - 1)))
    def show_models(self, chosen):
        names = self.explorer.comparison.names
        self.explorer.state.shown = [name for number, name in enumerate(names) if number in chosen]

    @rule(unit=st.sampled_from(list(UNITS)))
    def choose_unit(self, unit):
        self.explorer.state.unit = unit

    @rule(spacing=st.sampled_from(["cost", "log-odds", "opinion"]))
    def choose_spacing(self, spacing):
        self.allowed("spacing", spacing)

    @rule(name=st.sampled_from(["zoom", "bands"]), value=st.booleans())
    def switch(self, name, value):
        setattr(self.explorer.state, name, value)

    @rule(rate=st.one_of(st.none(), st.floats(0.001, 0.9)), recalibrated=st.booleans())
    def change_base_rate(self, rate, recalibrated):
        self.allowed("prevalence", rate)
        self.allowed("recalibrated", recalibrated)

    @rule(cost=st.one_of(st.none(), st.floats(0, 1)))
    def point(self, cost):
        self.explorer.state.cost = cost

    @rule(column=st.sampled_from(["rank", "model", "brier", "log_loss"]), descending=st.booleans())
    def sort(self, column, descending):
        self.explorer.table.sort_by, self.explorer.table.descending = column, descending

    @rule(number=st.integers(0, len(NAMES) - 1))
    def add(self, number):
        before = self.explorer.settings()
        if NAMES[number] in self.explorer.comparison.names:
            with pytest.raises(ValueError):
                self.explorer.add_model(NAMES[number], self.variables[f"scores_{number}"])
            assert self.explorer.settings() == before
        else:
            self.explorer.add_model(NAMES[number], self.variables[f"scores_{number}"])

    @rule(name=st.sampled_from([*NAMES, *MENDED]))
    def drop(self, name):
        names = self.explorer.comparison.names
        if name in names and len(names) > 1:
            self.explorer.drop_model(name)
        else:
            before = self.explorer.settings()
            with pytest.raises((KeyError, ValueError)):
                self.explorer.drop_model(name)
            assert self.explorer.settings() == before

    @precondition(lambda self: len(self.explorer.comparison.names) < 7)
    @rule(place=st.integers(0, 6), called=st.sampled_from([None, "fourth"]))
    def mend(self, place, called):
        names = self.explorer.comparison.names
        name = names[place % len(names)]
        new = called or f"{name} (recalibrated)"
        if new in names:
            before = self.explorer.settings()
            with pytest.raises(ValueError, match="There is a model"):
                self.explorer.add_recalibrated(name, called=called)
            assert self.explorer.settings() == before
        else:
            self.explorer.add_recalibrated(name, called=called)
            assert self.explorer._mending_note is not None

    @rule()
    def save(self):
        assert self.explorer.to_csv().count("\n") == len(self.explorer.state.shown) + 1
        assert len(self.explorer._repr_mimebundle_()["text/html"]) < 150_000

    @rule()
    def rebuild_from_settings(self):
        widgets = live()
        everyone, groups = self.explorer.state.sampled
        again = bw.Explorer(everyone, groups=groups, **self.explorer.settings())
        try:
            assert again.settings() == self.explorer.settings()
            assert again.verdict.text == self.explorer.verdict.text
        finally:
            again.close()
        assert live() == widgets

    @rule()
    def rebuild_from_code(self):
        widgets = live()
        space = dict(self.named)
        exec(self.explorer.to_code(), space)
        again = space["explorer"]
        try:
            assert again.settings() == self.explorer.settings()
            assert again.scores().equals(self.explorer.scores())
        finally:
            again.close()
        assert live() == widgets

    @rule()
    def close_and_open_again(self):
        (everyone, groups), kept = self.explorer.state.sampled, self.explorer.settings()
        self.explorer.close()
        assert live() == self.before
        self.variables["both"] = self.named["both"] = everyone
        labels = {} if groups is None else {"groups": self.variables["sites"]}
        self.explorer = bw.Explorer(everyone, **labels, **kept)

    # --- what is always so ------------------------------------------------------------------

    @invariant()
    def nothing_went_wrong(self):
        charts = self.explorer.charts
        for view in (self.explorer, self.explorer.verdict, self.explorer.table, *charts.built.values()):
            assert view.notice.value == ""
        in_front = [name for name, chart in charts.built.items() if chart.active]
        assert in_front == [self.explorer.tab]

    @invariant()
    def every_view_says_what_the_comparison_says(self):
        state = self.explorer.state
        assert self.explorer.interval == self.explorer.slider.interval == state.interval
        assert self.explorer.slider.unit == state.unit
        expected = state.comparison.scores(state.interval, spacing=state.averaging).loc[state.shown]
        for name, summary in state.move.summaries.items():
            for column in ("mean_regret", "brier", "log_loss", "net_benefit"):
                got, wanted = getattr(summary, column).value, expected.loc[name, column]
                assert got == pytest.approx(wanted, rel=1e-9, abs=1e-15, nan_ok=True)
        assert list(state.move.summaries) == state.shown
        same = {"interval": state.interval, "spacing": state.spacing, "shown": state.shown, "costs": state.costs}
        alone = bw.ExplorerState(state.comparison, unit=state.unit, **same)
        fresh = bw.ScoreTable(alone)
        try:
            fresh.sort_by, fresh.descending = self.explorer.table.sort_by, self.explorer.table.descending
            assert self.explorer.table._body.value == fresh._body.value
        finally:
            fresh.close()

    @invariant()
    def the_mean_lines_stand_at_the_scores(self):
        state, charts = self.explorer.state, self.explorer.charts
        for chart in charts.built.values():
            if isinstance(chart, bw.RegretCurve) and chart.active:
                weighed = state.averaging if state.spacing == "opinion" else "cost"
                scores = state.comparison.scores(state.interval, spacing=weighed)["mean_regret"]
                heights = dict(zip(chart._lines, np.atleast_2d(chart._means.y)[:, 0], strict=True))
                for name in state.shown:
                    if math.isfinite(scores[name]):
                        assert heights[name] == pytest.approx(scores[name], rel=1e-9, abs=1e-15)

    @invariant()
    def the_page_knows_only_widgets_that_live(self):
        named = set(re.findall(r"IPY_MODEL_([0-9a-f]{32})", str(self.explorer.engine.specs)))
        assert named <= live()

    def teardown(self):
        if hasattr(self, "explorer"):
            self.explorer.close()
        for name in self.variables:
            self.named.pop(name, None)
        assert live() == self.before


ExplorerMachine.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
TestAnExplorer = pytest.mark.slow(ExplorerMachine.TestCase)
