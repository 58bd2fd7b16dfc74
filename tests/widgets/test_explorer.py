import asyncio
import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.special import expit, logit
from sklearn.linear_model import LogisticRegression, RidgeClassifier

import brierwidgets as bw
from brierwidgets.explorer import TABS
from tests.widgets.conftest import HOSTILE, live, make_comparison, move_slider, say

VIEWS = ["regret", "log-odds", "decision"]


def test_one_move_reaches_every_part(explorer):
    move_slider(explorer.slider, 0.1, 0.3)
    assert explorer.interval == explorer.state.interval == explorer.slider.value == (0.1, 0.3)
    assert explorer.verdict.text.startswith("For costs from 10% to 30%")
    assert np.allclose(explorer.charts["regret"]._band.x, [0.1, 0.3])
    best = explorer.scores()["rank"].idxmin()
    assert explorer.table.order[0] == best
    assert best in explorer.verdict.text


def test_a_move_makes_one_move_of_the_state(explorer):
    seen = []
    explorer.state.observe(seen.append, "move")
    move_slider(explorer.slider, 0.1, 0.3)
    assert len(seen) == 1


def test_dragging_the_band_moves_the_slider(explorer):
    say(explorer.engine, hand={"interval": [0.2, 0.5]})
    assert explorer.slider.value == (0.2, 0.5)
    assert explorer.slider._from_kernel[:2] == [0.2, 0.5]


def test_a_hidden_tab_catches_up_when_it_is_opened(explorer):
    chart = explorer.charts["log-odds"]
    before = np.array(chart._means.x)
    move_slider(explorer.slider, 0.1, 0.3)
    assert np.allclose(chart._means.x, before)
    say(explorer._panes.switches[0], index=VIEWS.index("log-odds"))
    assert explorer.tab == "log-odds"
    assert np.allclose(chart._means.x, logit(np.array([0.1, 0.3])))


def test_at_most_six_tabs_hold_every_chart(comparison, opened):
    groups = ["north", "south"] * (int(comparison.total) // 2)
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), groups=groups))
    panes = explorer._panes
    assert list(panes.widget.titles) == ["Curves", "Why", "How far", "One threshold", "Metrics", "Groups"]
    for name in TABS:
        explorer.tab = name
        tab, number = panes.place(name)
        assert panes.widget.selected_index == tab
        switch = panes.switches[tab]
        assert (0 if switch is None else switch.index) == number
        seen = [other for other in panes.names[tab] if panes.rooms[other].layout.display != "none"]
        assert seen == [name]
        assert panes.rooms[name].children == (explorer.charts[name],)
    explorer.tab = "log-odds"
    say(panes.widget, selected_index=1)
    assert explorer.tab == "paper"  # the one that was last in front there
    say(panes.switches[1], index=0)
    assert explorer.tab == "ranking"
    say(panes.widget, selected_index=0)
    assert explorer.tab == explorer.settings()["tab"] == "log-odds"


def test_tabs_that_were_asked_for(comparison, opened):
    explorer = opened(bw.Explorer(comparison, tabs=["costs", "decision", "chooser", {"curves": bw.RegretCurve}]))
    panes = explorer._panes
    assert list(panes.widget.titles) == ["Metrics", "Net benefit", "Curves"]
    assert panes.names == [["costs", "chooser"], ["decision"], ["curves"]]


def test_explorers_are_independent(comparison, opened):
    one, two = (opened(bw.Explorer(comparison, interval=(0.05, 0.2))) for _ in range(2))
    move_slider(one.slider, 0.1, 0.3)
    one.state.shown = ["good"]
    assert two.interval == (0.05, 0.2)
    assert two.state.shown == comparison.names


def test_scores_are_those_of_the_comparison(explorer, comparison):
    pd.testing.assert_frame_equal(explorer.scores(), comparison.scores((0.05, 0.2)))
    explorer.state.shown = ["bold", "flat"]
    assert sorted(explorer.scores()["rank"]) == [1, 2]


def test_spacing_can_be_switched_and_a_refusal_changes_nothing(explorer, comparison):
    say(explorer._spacing, index=1)
    assert explorer.state.spacing == "log-odds"
    expected = comparison.scores((0.05, 0.2), spacing="log-odds")
    pd.testing.assert_frame_equal(explorer.scores(), expected)
    explorer.state.spacing = "cost"
    assert explorer._spacing.value == "cost"
    explorer.interval = (0, 0.5)
    say(explorer._spacing, index=1)
    assert explorer.state.spacing == "cost"
    assert explorer._spacing.value == "cost"
    assert "infinitely wide" in explorer.notice.value


def test_to_code_rebuilds_the_view(explorer, comparison, opened):
    move_slider(explorer.slider, 0.1, 0.3)
    explorer.state.shown = ["good", "flat"]
    explorer.state.zoom = explorer.state.bands = True
    explorer.state.spacing = "log-odds"
    explorer.tab, explorer.slider.unit = "decision", "odds"
    explorer.charts["decision"].axis = "quadratic"
    names = {"comparison": comparison}
    exec(explorer.to_code(), names)
    again = opened(names["explorer"])
    assert again.to_code() == explorer.to_code()
    pd.testing.assert_frame_equal(again.scores(), explorer.scores())
    assert again.verdict.text == explorer.verdict.text


def test_from_predictions_estimators_and_frame(opened):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 2))
    y = np.where(rng.random(200) < expit(X[:, 0]), "sick", "well")
    lr = LogisticRegression().fit(X, y)
    explorer = opened(bw.Explorer.from_estimators({"lr": lr}, X, y, pos_label="sick", interval=(0.1, 0.4)))
    expected = lr.predict_proba(X)[:, list(lr.classes_).index("sick")]
    assert explorer.scores().loc["lr", "brier_full"] == pytest.approx(np.mean((expected - (y == "sick")) ** 2))

    one = opened(bw.Explorer.from_predictions(y == "sick", expected, interval=(0.1, 0.4)))
    two = opened(bw.Explorer.from_predictions(y == "sick", {"lr": expected}, interval=(0.1, 0.4)))
    assert one.scores().loc["model", "brier"] == two.scores().loc["lr", "brier"]

    data = {"sick": (y == "sick").astype(int), "lr": expected}
    for frame in (pd.DataFrame(data), pl.DataFrame(data)):
        explorer = opened(bw.Explorer.from_frame(frame, label="sick", models=["lr"], interval=(0.1, 0.4)))
        assert explorer.scores().loc["lr", "brier"] == two.scores().loc["lr", "brier"]
    with pytest.raises(ValueError, match="no column 'ill'"):
        bw.Explorer.from_frame(pd.DataFrame(data), label="ill", models=["lr"])
    with pytest.raises(TypeError, match="no predict_proba"):
        bw.Explorer.from_estimators({"ridge": RidgeClassifier().fit(X, y)}, X, y, pos_label="sick")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"intervals": (0.1, 0.2)}, "no argument 'intervals'. Did you mean 'interval'"),
        ({"preset": {}}, "Did you mean 'presets'"),
        ({"qwerty": 1}, "It takes data, models, interval"),
    ],
)
def test_unknown_arguments(comparison, wrong, words):
    with pytest.raises(TypeError, match=words):
        bw.Explorer(comparison, **wrong)


@pytest.mark.parametrize("about_rows", [{"names": ["x"]}, {"sample_weight": [1, 2]}, {"pos_label": "yes"}])
def test_what_says_how_to_read_rows_is_not_dropped_where_they_have_been_read(comparison, about_rows):
    (name,) = about_rows
    for data in (comparison, bw.ExplorerState(comparison)):
        with pytest.raises(TypeError, match=f"{name} says how to read .* Pass it when they are read: Comparison"):
            bw.Explorer(data, **about_rows)


def test_a_failed_constructor_leaves_nothing_behind(comparison):
    before = live()
    for wrong in ({"interval": (0.5, 0.1)}, {"tab": "pie"}, {"unit": "feet"}, {"shown": ["nobody"]}, {"axis": "up"}):
        with pytest.raises(ValueError):
            bw.Explorer(comparison, **wrong)
    with pytest.raises(ValueError, match="outside"):
        bw.Explorer([0, 1], {"a": [0.1, 7.0]})
    assert live() == before


def test_close_frees_everything(comparison):
    before = live()
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2))
    assert len(live() - before) > 50
    explorer.close()
    assert live() == before
    explorer.close()


def test_names_are_text_in_every_message(wire, opened):
    explorer = opened(bw.Explorer(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    say(explorer.charts["regret"]._read_box, value="10%")
    for tab in VIEWS:
        explorer.tab = tab
        move_slider(explorer.slider, 0.1, 0.3)
    for _, data, _ in wire:
        state = data.get("state", {})
        for key in ("value", "description", "title", "label"):
            if key == "description" and state.get("_model_name") == "CheckboxModel":
                assert not state.get("description_allow_html", False)
            elif isinstance(state.get(key), str):
                assert HOSTILE not in state[key]
    assert any("&lt;img" in json.dumps(data) for _, data, _ in wire)


def test_a_move_costs_less_than_8_kilobytes_at_a_million_rows(wire, opened):
    explorer = opened(bw.Explorer(make_comparison(rows=1_000_000), interval=(0.05, 0.2), zoom=False))

    async def drag():  # in a running event loop, as in a notebook: what is slow waits
        sizes = []
        for step in range(20):
            wire.clear()
            move_slider(explorer.slider, 0.05 + step / 500, 0.2 + step / 100)
            sizes.append(wire.nbytes)
        return sizes

    sizes = asyncio.run(drag())
    assert 0 < max(sizes) < 8_000


def test_controls_have_their_classes_from_the_first_message_on(wire, opened):
    """A class that came in a second message could come late, and a control without it has no style."""
    opened(bw.Explorer(make_comparison(rows=300), interval=(0.05, 0.2)))
    opened(bw.CostBoard(make_comparison(rows=300)))
    born = [set(data["state"].get("_dom_classes", ())) for kind, data, _ in wire if kind == "comm_open"]
    for name in ("bw-slider", "bw-corner", "bw-base-rate", "bw-board", "bw-line"):
        assert any(name in classes for classes in born), name


@pytest.mark.slow
def test_two_thousand_moves_leave_nothing_behind(wire, opened):
    explorer = opened(bw.Explorer(make_comparison(rows=300), interval=(0.05, 0.2), zoom=False))

    async def drag():
        before = live()
        for step in range(2_000):
            move_slider(explorer.slider, 0.01 + (step % 97) / 500, 0.4 + (step % 89) / 200)
        return before

    kinds = {kind for kind, _, _ in wire}
    wire.clear()
    before = asyncio.run(drag())
    assert live() == before
    assert "comm_open" in kinds
    assert {kind for kind, _, _ in wire} == {"comm_msg"}  # no comm was opened or closed


def test_a_hundred_moves_settle_once(explorer):
    calls = []
    explorer.state.observe(calls.append, "settled")

    async def drag():
        explorer.state._settle._delay = 0.01
        for step in range(100):
            move_slider(explorer.slider, 0.05, 0.1 + step / 200)
        assert calls == []
        await asyncio.sleep(0.1)

    asyncio.run(drag())
    assert len(calls) == 1


def test_narrow_intervals_start_zoomed(comparison, opened):
    assert opened(bw.Explorer(comparison, interval=("1.66%", "3%"))).state.zoom
    assert not opened(bw.Explorer(comparison, interval=(0.1, 0.6))).state.zoom
    assert not opened(bw.Explorer(comparison, interval=("1.66%", "3%"), zoom=False)).state.zoom


@pytest.mark.parametrize("in_front", ["threshold", "regret"])
def test_a_saved_page_opens_with_the_choices_made_in_every_chart(comparison, opened, in_front):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), tab=in_front))
    one, costs = explorer.charts["threshold"], explorer.charts["costs"]
    one.model, one.cost, one.people, one.rates = comparison.names[1], 0.1, 1000, True
    one.together, one.threshold = False, 0.3
    explorer.charts["decomposition"].rule = "log-loss"
    costs.p, costs.q = 3.0, 5.0
    explorer.table.sort_by, explorer.table.descending, explorer.table.more = "auc", True, True
    twin = opened(explorer.page_parts().root)
    made = twin.charts["threshold"]
    assert (made.model, made.cost, made.threshold, made.together) == (comparison.names[1], 0.1, 0.3, False)
    assert (made.people, made.rates) == (1000, True)
    assert twin.charts["decomposition"].rule == "log-loss"
    assert (twin.charts["costs"].p, twin.charts["costs"].q) == (3.0, 5.0)
    assert (twin.table.sort_by, twin.table.descending, twin.table.more) == ("auc", True, True)
    assert (twin.tab, explorer.tab) == (in_front, in_front)
