import numpy as np
import pandas as pd
import polars as pl
import pytest

import brierwidgets as bw
from brierwidgets.data.groups import FEWEST, Groups, GroupSize

Y = [0, 1, 0, 1, 1, 0]
SCORES = [0.1, 0.6, 0.4, 0.8, 0.2, 0.3]
LABELS = ["b", "a", "b", "a", "b", "a"]


@pytest.fixture
def comparison():
    return bw.Comparison(Y, {"one": SCORES, "two": SCORES[::-1]})


def test_a_group_is_the_comparison_of_its_cases(comparison):
    groups = Groups(comparison, LABELS)
    alone = bw.Comparison([0, 0, 1], {"one": [0.1, 0.4, 0.2], "two": [0.3, 0.8, 0.6]})
    pd.testing.assert_frame_equal(groups["b"].scores((0.1, 0.5)), alone.scores((0.1, 0.5)))
    assert groups.size("b") == GroupSize(positives=1, negatives=2)
    assert groups.everyone is comparison


def test_weights_go_along():
    weights = np.array([1.0, 2.0, 3.0, 4.0, 0.0, 6.0])
    groups = Groups(bw.Comparison(Y, {"one": SCORES}, sample_weight=weights), LABELS)
    alone = bw.Forecast([0, 0, 1], [0.1, 0.4, 0.2], sample_weight=[1.0, 3.0, 0.0])
    assert groups["b"]["one"].estimate("brier", (0.1, 0.9)) == alone.estimate("brier", (0.1, 0.9))
    assert groups.size("b") == (0, 2)  # the case without weight does not count
    assert groups["b"].rows.weights.tolist() == [1.0, 3.0, 0.0]


def test_scores_in_32_bits_keep_their_slack():
    scores = np.array([0.35, 0.35, 0.7], dtype=np.float32)
    part = bw.Comparison([0, 1, 1], {"one": scores}).subset([True, True, False])
    assert part["one"].counts(0.35).tp == 1.0


def test_each_group_is_sorted_once(comparison):
    groups = Groups(comparison, LABELS)
    assert groups["a"] is groups["a"]


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (np.array(LABELS), ["a", "b"]),
        (pl.Series(LABELS), ["a", "b"]),
        (pd.Series(LABELS, dtype="string"), ["a", "b"]),
        (pd.Categorical(LABELS, categories=["c", "b", "a"]), ["b", "a"]),
        (pd.Series(LABELS, dtype=pd.CategoricalDtype(["b", "a"])), ["b", "a"]),
        ([10, 9, 10, 9, 10, 9], ["9", "10"]),
        ([True, False] * 3, ["False", "True"]),
    ],
)
def test_labels_of_any_kind_come_in_their_order(comparison, labels, names):
    groups = Groups(comparison, labels)
    assert list(groups) == names
    assert sum(size.cases for size in map(groups.size, groups)) == 6


@pytest.mark.parametrize(
    ("positives", "negatives", "too_small"),
    [(FEWEST, FEWEST, False), (FEWEST - 1, 500, True), (500, FEWEST - 1, True)],
)
def test_the_rule_for_too_small(positives, negatives, too_small):
    assert GroupSize(positives, negatives).too_small is too_small


@pytest.mark.parametrize(
    ("labels", "error", "words"),
    [
        (LABELS[:-1], ValueError, "groups has 5 labels, but there are 6 cases"),
        (["a", None, "b", "a", np.nan, "b"], ValueError, r"missing at row 1 \(2 of 6 labels.*fillna"),
        (pd.Categorical(["a", None, "b", "a", "b", "b"]), ValueError, "missing at row 1"),
        ("sex", TypeError, "one label a case.*not a str"),
        (None, TypeError, "one label a case"),
        (pd.DataFrame({"sex": LABELS}), TypeError, "join them first"),
        (np.array([LABELS, LABELS]).T, TypeError, "one label a case"),
        ([1, "1", 1, 1, 1, 1], ValueError, "both written '1'"),
        ([[1], [2], [1, 2], [1], [1], [1]], TypeError, "cannot be told apart"),
    ],
)
def test_bad_labels_are_refused_with_advice(comparison, labels, error, words):
    with pytest.raises(error, match=words):
        Groups(comparison, labels)


def test_labels_that_are_measurements_should_be_binned():
    comparison = bw.Comparison([0, 1] * 30, {"one": np.linspace(0, 1, 60)})
    with pytest.raises(ValueError, match=r"60 different labels.*pandas.cut"):
        Groups(comparison, np.arange(60))


def test_a_group_without_weight_cannot_be_scored():
    comparison = bw.Comparison([0, 1, 1], {"one": [0.1, 0.2, 0.3]}, sample_weight=[1, 1, 0])
    with pytest.raises(ValueError, match="Every case of group 'b' has weight 0"):
        Groups(comparison, ["a", "a", "b"])
    with pytest.raises(ValueError, match="no case with weight"):
        comparison.subset([False, False, True])


def test_counts_cannot_be_cut():
    counts = bw.Comparison.from_forecasts({"one": bw.Forecast.from_counts([0.2, 0.7], [1, 3], [8, 2])})
    with pytest.raises(ValueError, match="only counts"):
        Groups(counts, ["a", "b"])
    with pytest.raises(ValueError, match="only counts"):
        counts.subset([True, False])


def test_subset_wants_a_mark_for_each_case(comparison):
    for keep in ([0, 1], [True, False], [1, 0, 0, 0, 0, 1]):
        with pytest.raises(ValueError, match="True or False for each of the 6 cases"):
            comparison.subset(keep)


def test_there_is_no_such_group(comparison):
    groups = Groups(comparison, LABELS)
    for ask in (groups.__getitem__, groups.size):
        with pytest.raises(KeyError, match=r"There is no group 'c'. The groups are 'a', 'b'"):
            ask("c")
    assert "c" not in groups
    assert repr(groups) == "Groups(a: 3 cases, b: 3 cases)"
