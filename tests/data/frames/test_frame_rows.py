"""Frames for an Explorer: which columns are models, and when cases come one by one."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from brierwidgets import Comparison, Explorer
from brierwidgets.data import frame_rows
from brierwidgets.data.frame_rows import compare_frame

MODELS = ["sharp", "short"]


@pytest.fixture(scope="module")
def cases():
    rng = np.random.default_rng(4)
    sharp = rng.random(300)
    return pd.DataFrame(
        {
            "y": (rng.random(300) < sharp).astype(int),
            "sharp": sharp,
            "short": rng.random(300),
            "age": rng.integers(20, 90, 300),
            "weight": rng.random(300) + 0.5,
            "site": np.where(rng.random(300) < 0.5, "north", "south"),
        }
    )


def test_every_engine_gives_the_cases_and_their_groups(to_native, cases):
    comparison, groups = compare_frame(
        to_native(cases), label="y", models={"first": "sharp", "second": "short"}, weight="weight", groups="site"
    )
    assert comparison.names == ["first", "second"]
    plain = Comparison(cases["y"], {"first": cases["sharp"], "second": cases["short"]}, sample_weight=cases["weight"])
    pd.testing.assert_frame_equal(comparison.differences((0.1, 0.4)), plain.differences((0.1, 0.4)), rtol=1e-12)
    assert groups["south"].rows.labels.size == (cases["site"] == "south").sum()


def test_without_models_columns_between_0_and_1_are_taken_and_named_aloud(to_native, cases, capsys):
    frame = to_native(cases.drop(columns="weight"))
    assert Comparison.from_frame(frame, label="y", progress=False).names == MODELS
    said = capsys.readouterr().err
    assert said == (
        "Models: 'sharp', 'short', the columns of numbers from 0 to 1. Left out: 'age'. Choose others with models=.\n"
    )


def test_models_can_be_renamed_in_a_comparison(cases):
    renamed = Comparison.from_frame(cases, label="y", models={"first": "sharp", "second": "short"})
    plain = Comparison.from_frame(cases, label="y", models=MODELS)
    assert renamed.names == ["first", "second"]
    np.testing.assert_array_equal(renamed.scores((0.1, 0.4))["brier"], plain.scores((0.1, 0.4))["brier"])


def test_large_frames_elsewhere_are_counted_and_cannot_be_cut(cases, monkeypatch):
    monkeypatch.setattr(frame_rows, "MOST_ROWS", 299)
    comparison, groups = compare_frame(pl.from_pandas(cases).lazy(), label="y", models=MODELS)
    assert (comparison.rows, groups, comparison.total) == (None, None, 300)
    with pytest.raises(ValueError, match="300 rows, more than the 299"):
        compare_frame(pl.from_pandas(cases).lazy(), label="y", models=MODELS, groups="site")
    assert compare_frame(cases, label="y", models=MODELS)[0].rows is not None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"models": "sharp"}, "a list of column names"),
        ({"models": {"a": "shrap"}}, "Did you mean 'sharp'?"),
        ({"models": MODELS, "groups": "clinic"}, "no column 'clinic'. Its columns are"),
        ({"groups": "clinic"}, "no column 'clinic'"),
        ({"weight": "wieght"}, "Did you mean 'weight'"),
        ({"models": MODELS, "weight": "site"}, "needs numbers"),
        ({"models": {"a": "sharp", "b": "sharp"}}, "named twice"),
    ],
)
def test_what_cannot_be_read_is_refused_with_advice(cases, options, said, capsys):
    with pytest.raises((TypeError, ValueError), match=said):
        compare_frame(cases, label="y", **options)
    assert capsys.readouterr().err == ""  # no models are named when a column is misspelt


def test_no_model_at_all(cases):
    with pytest.raises(ValueError, match="'age' holds numbers outside"):
        compare_frame(cases[["y", "age", "site"]], label="y")


def test_an_explorer_takes_a_relation_of_duckdb(cases):
    with duckdb.connect() as connection:
        explorer = Explorer.from_frame(
            connection.from_df(cases), label="y", models=MODELS, weight="weight", groups="site", interval=(0.1, 0.4)
        )
    try:
        assert explorer.comparison.total == pytest.approx(cases["weight"].sum())
        assert list(explorer.state.groups) == ["north", "south"]
    finally:
        explorer.close()
    with pytest.raises(TypeError, match="weight= instead"):
        Explorer.from_frame(cases, label="y", models=MODELS, sample_weight=cases["weight"])
