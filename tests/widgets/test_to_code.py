"""The Python that rebuilds a view runs as it is."""

from __future__ import annotations

import gc
import sys
import types
import weakref
from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

DATA = """
import brierwidgets as bw, numpy as np, pandas as pd
rng = np.random.default_rng(0)
z = rng.normal(size=(2, 300))
p, q = 1 / (1 + np.exp(-z))
sick = np.where(rng.random(300) < p, "yes", "no")
weights = rng.integers(1, 4, 300)
site = np.where(rng.random(300) < 0.5, "n", "s")
yes = {"pos_label": "yes"}
"""


@pytest.fixture
def user(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Names of a notebook, with some data."""
    module = types.ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", module)
    exec(DATA, vars(module))
    yield vars(module)
    for name in ("explorer", "before"):
        if name in vars(module):
            vars(module)[name].close()


def rebuild(user: dict[str, Any], cell: str) -> str:
    """Run a cell, then the code of its Explorer, and compare both Explorers."""
    exec(cell, user)
    before = user["before"] = user["explorer"]
    code = before.to_code()
    assert "put " not in code
    exec(code, user)
    again = user["explorer"]
    assert again is not before
    assert again.settings() == before.settings()
    assert again.comparison.names == before.comparison.names
    pd.testing.assert_frame_equal(again.scores(), before.scores())
    return code


@pytest.mark.parametrize(
    "cell",
    [
        "explorer = bw.Explorer(sick, {'a': p, 'b <i>': q}, pos_label='yes', sample_weight=weights)",
        "models = {'a': p}; explorer = bw.Explorer(sick, models, pos_label=np.str_('yes'), interval=('1:9', '1:3'))",
        "both = np.c_[p, q]; explorer = bw.Explorer(sick, both, names=np.array(['a', 'b']), pos_label='yes')",
        "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', groups=site, group='s', tab='groups')",
        "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', presets={'x': (np.float64(0.1), '50%')})",
        "mine = bw.Comparison(sick, {'a': p}, pos_label='yes', prevalence=0.1); explorer = bw.Explorer(mine)",
        "explorer = bw.Explorer(bw.datasets.load_breast_cancer(), interval=('1.66%', '3%'), tabs=['regret'])",
        "explorer = bw.Explorer(bw.datasets.load_vickers17(500, 3, calibrated=True), tab='decision', axis='quadratic')",
        "explorer = bw.Explorer.from_predictions(sick, p, pos_label='yes', sample_weight=weights)",
        (
            "df = pd.DataFrame({'y': sick, 'a': p, 'w': weights, 'site': site})\n"
            "explorer = bw.Explorer.from_frame(df, label='y', models={'A': 'a'}, weight='w', groups='site', **yes)"
        ),
        "state = bw.ExplorerState(bw.Comparison(sick, {'a': p}, pos_label='yes'))\nexplorer = bw.Explorer(state)",
        (
            "class Mine(bw.RegretCurve): pass\n"
            "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', tabs=['regret', {'mine': Mine}], tab='mine')"
        ),
        "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', costs=[(0.1, 0.2), ('20%', '1:1')])",
        "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', tabs={'mine': bw.RegretCurve}, tab='mine')",
        (
            "explorer = bw.Explorer(sick, {'a': p, 'b': q}, pos_label='yes')\n"
            "pq = p * q\nexplorer.add_model('c', pq); explorer.drop_model('a'); explorer.state.shown = ['c']"
        ),
        "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', costs=bw.costs.Beta(2, 8).truncated(0.1, 0.5))",
        "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', costs=[('1:9', 0.2), (0.2, np.float64(0.5))])",
        (
            "mixed = bw.costs.Mixture([(0.5, bw.costs.Point(0.2)), (0.5, bw.costs.Histogram([0.1, 0.3], [1]))])\n"
            "explorer = bw.Explorer(sick, {'a': p}, pos_label='yes', costs=mixed); del mixed"
        ),
        (
            "df = pd.DataFrame({'y': sick, 'a': p, 'b': q, 'w': weights})\n"
            "explorer = bw.Explorer(df['y'], {'A': df.a, 'B': df['b']}, sample_weight=df.w, pos_label='yes')"
        ),
        (
            "df = pd.DataFrame({'y': sick, 'a': p, 'b': q}); old = df.assign(a=q)\n"
            "explorer = bw.Explorer(df.y, df[['b', 'a']], pos_label='yes')"
        ),
        (
            "import polars as pl; df = pl.DataFrame({'y': sick, 'a': p})\n"
            "explorer = bw.Explorer(df['y'], {'a': df['a']}, pos_label='yes', groups=df['y'])"
        ),
    ],
)
def test_it_runs_as_pasted(user: dict[str, Any], cell: str) -> None:
    rebuild(user, cell)


def test_estimators_are_named(user: dict[str, Any]) -> None:
    user["X"], user["clf"] = user["z"].T, LogisticRegression().fit(user["z"].T, user["sick"])
    code = rebuild(user, "explorer = bw.Explorer.from_estimators(clf, X, sick, pos_label='yes')")
    assert "bw.Explorer.from_estimators(\n    clf,\n    X,\n    sick,\n    pos_label='yes'," in code
    user["other"] = LogisticRegression(C=0.1).fit(user["X"], user["sick"])
    assert "    [clf, other],\n" in rebuild(
        user, "explorer = bw.Explorer.from_estimators([clf, other], X, sick, pos_label='yes')"
    )


def test_what_cannot_be_named_is_said(user: dict[str, Any]) -> None:
    exec("explorer = bw.Explorer(sick == 'yes', {'a': p}, sample_weight=weights + 1)", user)
    code = user["explorer"].to_code()
    assert "y_true,  # put the outcomes here" in code
    assert "{'a': p}," in code
    assert "sample_weight=sample_weight,  # put the weights here" in code
    compile(code, "code", "exec")


def test_a_name_that_holds_something_else_by_now_is_not_used(user: dict[str, Any]) -> None:
    exec("explorer = bw.Explorer(sick, {'a': p}, pos_label='yes'); p = q", user)
    assert "models,  # put the scores of each model here" in user["explorer"].to_code()


def test_nothing_is_not_a_name_for_what_is_gone(user: dict[str, Any]) -> None:
    exec("nothing = None; explorer = bw.Explorer(sick == 'yes', {'a': p + 0, 'b': q + 0})", user)
    gc.collect()
    code = user["explorer"].to_code()
    assert "nothing" not in code
    assert "y_true,  # put the outcomes here" in code
    assert "models,  # put the scores of each model here" in code


def test_a_lazy_frame_is_named_without_a_warning(user: dict[str, Any]) -> None:
    exec("import polars as pl; lazy = pl.DataFrame({'sick': sick == 'yes', 'p': p}).lazy()", user)
    assert "    lazy,\n" in rebuild(user, "explorer = bw.Explorer.from_frame(lazy, label='sick', models=['p'])")


def test_nothing_is_kept_alive(user: dict[str, Any]) -> None:
    exec("frame = pd.DataFrame({'a': p}); explorer = bw.Explorer(sick, frame, pos_label='yes')", user)
    known = weakref.ref(user.pop("frame"))
    gc.collect()
    assert known() is None
    user["explorer"].to_code()


@pytest.mark.parametrize(
    "call",
    [
        'from_survival(time, event, {"a": p}, horizon=3, groups=site, costs=asked, group="n")',
        'from_survival(time, event, {"a": both}, horizons=[1, 3], costs=asked, sample_weight=weights)',
        'from_frame(frame, label="sick", models=["p"], pos_label="yes", costs=asked)',
    ],
)
def test_opinions_are_written_however_it_was_built(user: dict[str, Any], call: str) -> None:
    exec("time, event = rng.exponential(5, 300), rng.integers(0, 2, 300)", user)
    exec('both, asked = np.column_stack([p / 2, p]), [(0.1, 0.2), ("20%", "1:1")]', user)
    exec('frame = pd.DataFrame({"sick": sick, "p": p})', user)
    code = rebuild(user, f"explorer = bw.Explorer.{call}")
    assert "costs=asked" in code
    assert ("groups=site" in code) == ("groups=site" in call)
    assert user["explorer"].verdict.text == user["before"].verdict.text
