import math

import numpy as np
import pandas as pd
import pytest

from brierwidgets.datasets import load_survey, tally_reviews
from brierwidgets.datasets._shares import check_shares
from brierwidgets.words.shares import describe_shares

PAPER = {"venue": "CHIL", "has_classifier": True, "classifier_type": "binary", "has_experiments": True}
RECORDS = [
    {**PAPER, "metrics": {"AUC": {"present": present}}, "visualizations": {"ROC": {"present": True}}}
    for present in (True, True, False, False)
]


def test_the_published_survey_is_the_default():
    rows = check_shares()
    assert [(row.venue, row.metric) for row in rows] == list(
        load_survey()[["venue", "metric"]].itertuples(index=False, name=None)
    )
    assert [row.share for row in rows if row.metric == "AUC-PR"] == [0.087, 0.029, 0.277]
    bounds = [row for row in rows if row.metric == "every other metric"]
    assert all(row.upper_bound == 0.25 and math.isnan(row.share) for row in bounds)
    assert all(math.isnan(row.low) and math.isnan(row.total) for row in rows)


def test_a_tally_keeps_its_intervals_and_counts():
    tally = tally_reviews(RECORDS)
    row = check_shares(tally)[0]
    assert (row.venue, row.metric, row.kind, row.share) == ("CHIL", "AUC", "metric", 0.5)
    assert (row.count, row.total) == (2, 4)
    assert (row.low, row.high) == tuple(tally.loc[0, ["low", "high"]])
    reported = tally_reviews(RECORDS, errors="report")
    assert check_shares(reported)[0].kind == "metric"
    assert check_shares(reported)[1].kind == "visualization"


def test_counts_alone_give_the_wilson_interval():
    frame = tally_reviews(RECORDS)
    bare = frame.drop(columns=["low", "high"])
    assert [(row.low, row.high) for row in check_shares(bare)] == [(row.low, row.high) for row in check_shares(frame)]
    # By hand for 2 of 4, z = 1.96: centre 1/2, half width z sqrt(1/16 + z^2/64) / (1 + z^2/4).
    z = 1.959963984540054
    half = z * math.sqrt(1 / 16 + z**2 / 64) / (1 + z**2 / 4)
    assert check_shares(bare)[0].high == pytest.approx(0.5 + half)


def test_a_venue_without_papers_has_no_share():
    frame = pd.DataFrame({"venue": ["A"], "metric": ["m"], "share": [np.nan], "count": [0], "total": [0]})
    row = check_shares(frame)[0]
    assert math.isnan(row.share)
    assert math.isnan(row.low)


@pytest.mark.parametrize(
    ("shares", "error", "words"),
    [
        ([1, 2], TypeError, "DataFrame as load_survey and tally_reviews return"),
        (pd.DataFrame({"venue": ["A"], "share": [0.1]}), ValueError, "no column 'metric'"),
        (load_survey().iloc[:0], ValueError, "no shares to draw"),
        (load_survey().assign(share=60.0), ValueError, r"share must lie.*60 for 'accuracy' at 'ICML' \(row 0\)"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_advice(shares, error, words):
    with pytest.raises(error, match=words):
        check_shares(shares)


def test_words():
    assert "AUC-ROC at CHIL, by 78.8% of papers" in describe_shares(check_shares())
    description = describe_shares(check_shares(tally_reviews(RECORDS)))
    assert description == "Reported most: ROC at CHIL, by 100% of papers. The thin lines are 95% intervals."
