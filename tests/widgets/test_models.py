"""Models that come and go while somebody looks."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets import RegretCurve
from tests.widgets.conftest import HOSTILE, live, make_comparison


def new_scores(comparison: bw.Comparison) -> np.ndarray:
    assert comparison.rows is not None
    return np.sqrt(comparison.rows.scores["good"])


def describe(explorer: bw.Explorer) -> dict[str, Any]:
    return {name: value for name, value in explorer.settings().items() if name != "shown"}


def test_a_model_comes_and_every_tab_shows_it(comparison: bw.Comparison) -> None:
    explorer = bw.Explorer(
        comparison, interval=(0.05, 0.2), tab="decision", axis="logarithmic", unit="odds", bands=True
    )
    for name in explorer.charts:
        explorer.tab = name
    explorer.tab = "decision"
    explorer.table.sort_by = "auc"
    before, count = describe(explorer), len(live())
    slider = explorer.slider
    explorer.add_model(HOSTILE, new_scores(comparison))
    assert explorer.comparison.names == ["good", "bold", "flat", HOSTILE]
    assert explorer.state.shown == explorer.comparison.names
    assert describe(explorer) == before
    assert explorer.slider is slider
    assert explorer.table.sort_by == "auc"
    expected = comparison.with_model(HOSTILE, new_scores(comparison)).scores((0.05, 0.2))
    assert explorer.scores()["mean_regret"].equals(expected["mean_regret"])
    for name in explorer.charts:
        explorer.tab = name
        explorer.interval = (0.04, 0.3)
        explorer.interval = (0.05, 0.2)
    assert not explorer.notice.value
    explorer.tab = "decision"
    explorer.drop_model(HOSTILE)
    for name in explorer.charts:
        explorer.tab = name
    explorer.tab = "decision"
    assert describe(explorer) == before
    assert not explorer.notice.value
    assert len(live()) == count
    explorer.close()


def test_closing_after_changes_leaves_nothing(comparison: bw.Comparison) -> None:
    before = live()
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2))
    explorer.add_model("new", new_scores(comparison))
    explorer.drop_model("flat")
    explorer.close()
    assert live() == before


def test_a_dropped_comparison_is_not_kept_alive() -> None:
    comparison = make_comparison(200)
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), groups=["n", "s"] * 100)
    explorer.drop_model("flat")
    known = weakref.ref(comparison)
    del comparison
    gc.collect()
    assert known() is None
    explorer.close()


def test_groups_are_cut_anew_and_the_group_stays(comparison: bw.Comparison) -> None:
    labels = np.where(np.arange(2_000) % 3 == 0, "n", "s")
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), groups=labels, group="s", tab="groups")
    explorer.add_model("new", new_scores(comparison))
    assert explorer.state.group == "s"
    expected = comparison.with_model("new", new_scores(comparison)).subset(labels == "s").scores((0.05, 0.2))
    assert explorer.scores()["mean_regret"].equals(expected["mean_regret"])
    explorer.state.group = None
    assert explorer.comparison.names == ["good", "bold", "flat", "new"]
    assert explorer.comparison.total == 2_000
    explorer.close()


def test_the_page_gets_new_tables_and_forgets_old_views(comparison: bw.Comparison) -> None:
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), groups=["n", "s"] * 1_000)
    engine = explorer.engine
    engine._on_message(engine, "tables", [])
    old = {spec["kind"]: spec for spec in engine.specs}
    explorer.add_model("new", new_scores(comparison))
    now = {spec["kind"]: spec for spec in engine.specs}
    assert now["slider"] == old["slider"]
    assert now["curve"] != old["curve"]
    assert list(engine.headers) == [""]
    assert "new" in str(engine.headers[""])
    assert engine.mirrored["shown"] == explorer.comparison.names
    explorer.close()


def test_the_page_gets_views_models_and_tables_in_one_message(
    comparison: bw.Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2))
    engine = explorer.engine
    engine._on_message(engine, "tables", [])
    sent: list[set[str]] = []
    monkeypatch.setattr(engine, "send_state", lambda key=None: sent.append({key} if isinstance(key, str) else set(key)))
    explorer.drop_model("bold")
    assert sent[0] == {"specs", "traits_shown"}  # the old views are gone
    changes = [names for names in sent[1:] if names]
    assert len(changes) == 1
    assert {"specs", "mirrored", "headers", "tables"} <= changes[0]
    explorer.close()


def test_hidden_models_stay_hidden_and_something_is_always_shown(comparison: bw.Comparison) -> None:
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), shown=["bold"])
    explorer.add_model("new", new_scores(comparison))
    assert explorer.state.shown == ["bold", "new"]
    explorer.drop_model("new")
    explorer.drop_model("bold")
    assert explorer.state.shown == ["good", "flat"]
    explorer.close()


def test_mistakes_change_nothing(comparison: bw.Comparison) -> None:
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2))
    table = explorer.table
    for wrong, message in (
        (lambda: explorer.add_model("good", new_scores(comparison)), "There is a model 'good' already"),
        (lambda: explorer.add_model("new", [0.5]), "2000 cases but model 'new' has 1"),
        (lambda: explorer.add_model("new", new_scores(comparison) + 1), "model 'new'"),
        (lambda: explorer.add_model("treat all", new_scores(comparison)), "treat all"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()
    with pytest.raises(KeyError, match="no model 'none'"):
        explorer.drop_model("none")
    curve = RegretCurve(explorer.state)
    with pytest.raises(ValueError, match="RegretCurve shows the same state"):
        explorer.drop_model("good")
    curve.close()
    assert explorer.table is table
    assert explorer.comparison is comparison
    explorer.drop_model("good")
    explorer.drop_model("bold")
    with pytest.raises(ValueError, match="only model"):
        explorer.drop_model("flat")
    explorer.close()


def test_a_chart_that_cannot_be_built_brings_the_old_models_back(comparison: bw.Comparison) -> None:
    class Picky(bw.ui.View):
        def __init__(self, data: Any, models: Any = None, **options: Any) -> None:
            super().__init__(data, models, **options)
            if "new" in self.state.comparison.names:
                raise ValueError("not that one")
            self.show()

    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), tabs=[{"mine": Picky}, "regret"])
    with pytest.raises(ValueError, match="not that one"):
        explorer.add_model("new", new_scores(comparison))
    assert explorer.comparison is comparison
    assert explorer.state.shown == comparison.names
    explorer.interval = (0.1, 0.2)
    assert not explorer.notice.value
    explorer.close()


def test_a_closed_explorer_builds_nothing_and_says_so(comparison: bw.Comparison) -> None:
    before = live()
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2))
    explorer.close()
    explorer.close()
    for ask in (
        lambda: explorer.add_model("new", new_scores(comparison)),
        lambda: explorer.drop_model("bold"),
        lambda: explorer.add_recalibrated("bold"),
        lambda: explorer.charts["calibration"],
    ):
        with pytest.raises(ValueError, match="This Explorer is closed"):
            ask()
    for name in explorer.charts:
        explorer.tab = name
    assert live() == before


def test_nothing_comes_between_while_another_thread_builds(comparison: bw.Comparison) -> None:
    """JupyterLab hears a hand in a thread beside the cells: it may open a tab while a cell adds a model."""
    waited, helpers = [], []

    class Slow(RegretCurve):
        def __init__(self, data: Any, **options: Any) -> None:
            super().__init__(data, **options)
            for ask in hands:
                helper = threading.Thread(target=ask)
                helper.start()
                helper.join(0.1)
                waited.append(helper.is_alive())
                helpers.append(helper)
            hands.clear()

    hands: list[Any] = []
    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), tabs={"regret": RegretCurve, "slow": Slow})
    hands += [lambda: setattr(explorer, "interval", (0.3, 0.4)), lambda: explorer.drop_model("flat")]
    explorer.tab = "slow"
    explorer.add_model("new", new_scores(comparison))
    for helper in helpers:
        helper.join()
    assert waited == [True, True]
    assert explorer.comparison.names == ["good", "bold", "new"]
    assert explorer.interval == explorer.state.move.interval == (0.3, 0.4)
    assert list(explorer.state.move.summaries) == ["good", "bold", "new"]
    assert [view.notice.value for view in (explorer, explorer.verdict, *explorer.charts.built.values())] == [""] * 3
    explorer.close()


def test_what_is_built_for_an_explorer_that_closes_meanwhile_is_freed(comparison: bw.Comparison) -> None:
    before = live()

    class Closing(RegretCurve):
        def __init__(self, data: Any, **options: Any) -> None:
            super().__init__(data, **options)
            explorer.close()  # as another thread may

    explorer = bw.Explorer(comparison, interval=(0.05, 0.2), tabs={"regret": RegretCurve, "closing": Closing})
    explorer.tab = "closing"
    assert live() == before
