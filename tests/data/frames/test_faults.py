"""What is wrong with a frame is said by name, with a count and with advice."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from brierwidgets import Comparison, Forecast

GOOD = pd.DataFrame(
    {
        "y": [0, 1, 0, 1],
        "logistic": [0.1, 0.8, 0.3, 0.6],
        "forest": [0.2, 0.9, 0.4, 0.5],
        "w": [1.0, 2.0, 0.0, 1.0],
        "answer": ["no", "yes", "no", "yes"],
    }
)


def refusal(frame=GOOD, error=ValueError, **options):
    options = {"label": "y", "models": ["logistic", "forest"]} | options
    with pytest.raises(error) as caught:
        Comparison.from_frame(frame, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"models": ["logistics"]}, ValueError, "The frame has no column 'logistics'. Did you mean 'logistic'?"),
        ({"label": "outcome 3"}, ValueError, "The frame has no column 'outcome 3'. Its columns are 'y', 'logistic',"),
        ({"weight": "W"}, ValueError, "The frame has no column 'W'. Did you mean 'w'?"),
        ({"label": None}, TypeError, "The column of the label is None. Pass its name."),
        ({"models": ["forest", "y"]}, ValueError, "Column 'y' is named twice: as the label and as a model."),
        ({"models": ["forest", "forest"]}, ValueError, "Column 'forest' is named twice: as a model and as a model."),
        ({"weight": "forest"}, ValueError, "Column 'forest' is named twice: as a model and as the weight."),
        ({"models": "forest"}, TypeError, "models must be a list of column names"),
        ({"models": []}, ValueError, "models is empty."),
        ({"models": ["answer"]}, TypeError, "Column 'answer' holds String values, but needs numbers."),
        ({"weight": "answer"}, TypeError, "Column 'answer' holds String values, but needs numbers."),
        ({"bins": 2}, ValueError, "bins must be at least 3"),
        ({"bins": 10.5}, TypeError, "bins must be a whole number"),
        ({"bins": True}, TypeError, "bins must be a whole number"),
    ],
)
def test_columns_and_options(options, error, said):
    assert refusal(error=error, **options).startswith(said)


def test_not_a_frame():
    assert refusal([[0, 1]], TypeError).startswith("A list is not a dataframe that can be read here.")


@pytest.mark.parametrize("frame", [GOOD[:0], pl.from_pandas(GOOD).lazy().head(0)])
def test_no_rows(frame):
    assert refusal(frame) == "The frame has no rows: there is nothing to score. Pass at least one case."


@pytest.mark.parametrize(
    ("column", "values", "said"),
    [
        (
            "forest",
            [10.0, 90.0, 40.0, 0.5],
            "Column 'forest' lies outside [0, 1] in 3 of 4 rows, as 90. These look like",
        ),
        ("forest", [-2.0, 3.0, 0.1, 0.5], "Column 'forest' lies outside [0, 1] in 2 of 4 rows, as -2. These look like"),
        ("forest", [0.1, None, 0.1, None], "Column 'forest' is missing, NaN or infinite in 2 of 4 rows. Drop those"),
        ("w", [1.0, -1.0, -2.0, 1.0], "Column 'w' is negative in 2 of 4 rows, but weights cannot be negative."),
        ("w", [1.0, None, 2.0, 1.0], "Column 'w' is missing, NaN or infinite in 1 of 4 rows. Give every row a finite"),
        ("w", [0.0] * 4, "Column 'w' is zero in every row: nothing is left to score."),
        ("y", [0.0, None, 1.0, None], "Column 'y' is missing in 2 of 4 rows. Drop the rows without an outcome first."),
        ("y", [0, 1, 2, 3], "Column 'y' holds 4 different labels (0, 1, 2, 3), but this is about two classes; 2 of 4"),
        ("y", [1, 2, 1, 2], "column 'y' holds 1, 2, so it is not clear which class is positive. Pass pos_label=2 or"),
    ],
)
@pytest.mark.parametrize("lazy", [False, True])
def test_values(column, values, said, lazy):
    frame = GOOD.assign(**{column: values})
    assert refusal(pl.from_pandas(frame).lazy() if lazy else frame, weight="w").startswith(said)


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize(
    ("labels", "pos_label", "said"),
    [
        (["no", "yes", "no", "yes"], None, "column 'answer' holds 'no', 'yes', so it is not clear which class is"),
        (
            ["no", "yes", "no", "yes"],
            "Yes",
            "pos_label='Yes' does not occur in column 'answer', which holds 'no', 'yes'",
        ),
        (["no", "yes", "no", "yes"], 1, "pos_label=1 does not occur in column 'answer', which holds 'no', 'yes'"),
        (["no", "yes", "no", None], "yes", "Column 'answer' is missing in 1 of 4 rows."),
        (["no", "yes", "a", "b"], "yes", "Column 'answer' holds 4 different labels ('a', 'b', 'no', 'yes')"),
        ([0, 1, 0, 1], "1", "pos_label='1' does not occur in column 'answer', which holds 0, 1"),
        ([0, 2, 0, 2], 1, "pos_label=1 does not occur in column 'answer', which holds 0, 2"),
        (
            [False, True, False, True],
            "yes",
            "pos_label='yes' does not occur in column 'answer', which holds False, True",
        ),
        ([0.0, 2.0, float("nan"), 2.0], 2.0, "Column 'answer' is missing in 1 of 4 rows."),
    ],
)
def test_labels(labels, pos_label, said, lazy):
    table = GOOD.assign(answer=labels)
    frame = pl.from_pandas(table, nan_to_null=False).lazy() if lazy else table
    assert refusal(frame, label="answer", pos_label=pos_label).startswith(said)


def test_labels_of_a_kind_that_has_no_two_classes():
    frame = GOOD.assign(y=pd.Timestamp("2026-01-01"))
    assert refusal(frame, TypeError).startswith("Column 'y' holds Datetime")


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        ([False, True, False, True], None),
        ([False, True, False, True], 1),
        ([True, False, True, False], False),
        ([0.0, 1.0, 0.0, 1.0], None),
        ([2, 1, 2, 1], 1),
        ([2, 1, 2, 1], np.int64(1)),
        (["b", "a", "b", "a"], "a"),
        (pd.Categorical(["b", "a", "b", "a"]), "a"),
        (pd.array([0, 1, 0, 1], dtype="Int8"), None),
    ],
)
@pytest.mark.parametrize("lazy", [False, True])
def test_labels_that_are_understood(labels, pos_label, lazy):
    frame = GOOD.assign(y=labels)
    frame = pl.from_pandas(frame).lazy() if lazy else frame
    read = Forecast.from_frame(frame, label="y", score="forest", pos_label=pos_label)
    assert read.brier_score() == pytest.approx(Forecast(GOOD["y"], GOOD["forest"]).brier_score(), rel=1e-14)


@pytest.mark.parametrize(("value", "prevalence"), [(0, 0.0), (1, 1.0)])
@pytest.mark.parametrize("pos_label", [None, 1])
def test_one_class_only_is_scored(value, prevalence, pos_label):
    read = Forecast.from_frame(GOOD.assign(y=value), label="y", score="forest", pos_label=pos_label)
    assert read.prevalence == prevalence


def test_differences_say_why_counts_cannot_be_paired():
    read = Comparison.from_frame(GOOD, label="y", models=["logistic", "forest"])
    with pytest.raises(ValueError, match=r"holds only counts\. Build it from the rows"):
        read.differences()
