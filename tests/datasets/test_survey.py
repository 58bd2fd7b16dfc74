"""The published shares, and the tally that gives such shares from summaries of papers."""

import json

import pytest
from scipy.stats import binomtest

from brierwidgets.datasets import load_survey, tally_reviews


class TestPublished:
    def test_shares(self):
        shares = load_survey().set_index(["venue", "metric"])["share"].dropna()
        assert shares.to_dict() == {
            ("ICML", "accuracy"): 0.558,
            ("FAccT", "accuracy"): 0.613,
            ("CHIL", "accuracy"): 0.336,
            ("CHIL", "AUC-ROC"): 0.788,
            ("ICML", "AUC-PR"): 0.087,
            ("FAccT", "AUC-PR"): 0.029,
            ("CHIL", "AUC-PR"): 0.277,
        }

    def test_the_rest_is_a_bound_and_no_share(self):
        rest = load_survey().query("metric == 'every other metric'")
        assert rest["share"].isna().all()
        assert rest["upper_bound"].tolist() == [0.25] * 3

    def test_what_was_not_printed_is_missing(self):
        survey = load_survey().set_index(["metric", "venue"])
        assert survey.loc["AUC-ROC"].loc[["ICML", "FAccT"]].isna().all(axis=None)
        assert survey.loc[survey["share"].notna(), "upper_bound"].isna().all()


def paper(venue="CHIL", metrics=(), charts=(), **changes):
    return {
        "venue": venue,
        "has_classifier": True,
        "classifier_type": "binary",
        "has_experiments": True,
        "metrics": {name: {"present": present, "context": "Table 1"} for name, present in dict(metrics).items()},
        "visualizations": {name: {"present": present} for name, present in dict(charts).items()},
        **changes,
    }


class TestTally:
    def test_counts_by_venue_and_metric(self):
        shares = tally_reviews(
            [
                paper(metrics={"accuracy": True, "AUC": True}, charts={"ROC curve": True}),
                paper(metrics={"accuracy": False, "AUC": True}),
                paper(metrics={"accuracy": True}),
                paper("ICML", metrics={"accuracy": True}),
            ]
        ).set_index(["venue", "metric"])
        assert shares["count"].to_dict() == {
            ("CHIL", "accuracy"): 2,
            ("CHIL", "AUC"): 2,
            ("ICML", "accuracy"): 1,
            ("ICML", "AUC"): 0,
            ("CHIL", "ROC curve"): 1,
            ("ICML", "ROC curve"): 0,
        }
        assert shares.loc["CHIL", "total"].tolist() == [3, 3, 3]
        assert shares.loc[("CHIL", "accuracy"), "share"] == pytest.approx(2 / 3)
        assert shares.query("kind == 'visualization'").index.tolist() == [("CHIL", "ROC curve"), ("ICML", "ROC curve")]

    @pytest.mark.parametrize(("count", "total"), [(0, 4), (3, 7), (10, 10), (81, 100)])
    def test_wilson_intervals(self, count, total):
        row = tally_reviews([paper(metrics={"m": i < count}) for i in range(total)]).iloc[0]
        expected = binomtest(count, total).proportion_ci(method="wilson")
        assert [row["low"], row["high"]] == pytest.approx([expected.low, expected.high], rel=1e-9, abs=1e-15)

    def test_only_binary_classifiers_with_experiments_count(self):
        found = tally_reviews(
            [
                paper(metrics={"m": True}),
                {"venue": "CHIL", "has_classifier": False, "has_experiments": True},
                {"venue": "CHIL", "has_classifier": True, "has_experiments": False, "metrics": None},
                paper(classifier_type="multiclass", metrics={"m": True}),
                paper(classifier_type=" Binary ", metrics={"m": False}),
            ],
            errors="report",
        )
        assert found.shares[["count", "total"]].to_numpy().tolist() == [[1, 2]]
        assert found.excluded.to_numpy().tolist() == [
            [1, "no classifier"],
            [2, "no experiments"],
            [3, "classifier_type 'multiclass' is not binary"],
        ]
        assert found.malformed.empty

    def test_other_words_for_binary(self):
        both = [paper(metrics={"m": True}), paper(classifier_type="both", metrics={"m": True})]
        assert tally_reviews(both)["total"].tolist() == [1]
        assert tally_reviews(both, binary_types=["binary", "both"])["total"].tolist() == [2]

    def test_a_venue_without_papers_that_count_is_shown(self):
        shares = tally_reviews(
            [paper(metrics={"m": True}), {"venue": "ICML", "has_classifier": False, "has_experiments": True}]
        ).set_index("venue")
        assert shares.loc["ICML", "total"] == 0
        assert shares.loc["ICML", ["share", "low", "high"]].isna().all()

    def test_json_text(self):
        assert tally_reviews([json.dumps(paper(metrics={"m": True}))])["count"].tolist() == [1]

    BAD = (
        ('{"venue": "CHIL", ', "is not JSON"),
        (["CHIL"], "is a list"),
        (None, "is a NoneType"),
        (paper(venue=""), "'venue' must be a name"),
        ({**paper(), "venue": None}, "'venue' must be a name"),
        (paper(has_classifier="yes"), "'has_classifier' must be true or false, not 'yes'"),
        (paper(has_experiments=None), "'has_experiments' must be true or false"),
        (paper(classifier_type=None), "'classifier_type' must be text"),
        ({**paper(), "metrics": ["accuracy"]}, "'metrics' must be a mapping"),
        ({**paper(), "visualizations": None}, "'visualizations' must be a mapping"),
        ({**paper(), "metrics": {"AUC": True}}, "'metrics', 'AUC' needs 'present'"),
        ({**paper(), "metrics": {"AUC": {"present": "no"}}}, "'metrics', 'AUC' needs 'present'"),
    )

    @pytest.mark.parametrize(("record", "reason"), BAD)
    def test_each_fault_is_told(self, record, reason):
        found = tally_reviews([paper(metrics={"m": True}), record], errors="report")
        assert found.malformed["number"].tolist() == [1]
        assert reason in found.malformed["reason"].iloc[0]
        assert found.shares["total"].tolist() == [1]

    def test_all_malformed_records_are_numbered_in_one_error(self):
        good = paper(metrics={"m": True})
        records = [good, None, good, paper(venue=3, has_classifier=1), good]
        with pytest.raises(ValueError, match="2 of the records are malformed") as caught:
            tally_reviews(records)
        message = str(caught.value)
        assert "record 1: is a NoneType" in message
        assert "record 3: 'has_classifier' must be true or false, not 1; 'venue' must be a name, not 3" in message

    def test_bad_calls(self):
        with pytest.raises(ValueError, match="'raise' or 'report'"):
            tally_reviews([], errors="ignore")
        with pytest.raises(TypeError, match=r"pass \[record\]"):
            tally_reviews(paper())
        assert tally_reviews([]).empty
