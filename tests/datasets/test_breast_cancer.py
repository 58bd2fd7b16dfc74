"""The synthetic cohort shows the published scores; a file of one's own is checked cell by cell."""

import numpy as np
import pandas as pd
import pytest

from brierwidgets.datasets import load_breast_cancer

MODELS = ["logistic without density", "logistic with density", "xgboost", "xgboost (2%)"]
PAPER = (1.66 / 101.66, 3 / 103)
PUBLISHED = pd.DataFrame(
    {
        "auc": [0.601, 0.606, 0.574, 0.591],
        "brier_full": [0.0263, 0.0263, 0.0263, 0.0415],
        "log_loss_full": [0.156, 0.156, 0.155, 0.193],
        "log_loss": [0.0153, 0.0153, 0.0153, 0.0123],
        "brier": [0.000662, 0.000662, 0.000662, 0.000545],
    },
    index=MODELS,
)
DECIMALS = {"auc": 3, "brier_full": 4, "log_loss_full": 3, "log_loss": 4, "brier": 6}


@pytest.fixture(scope="module")
def cohort():
    return load_breast_cancer()


def test_a_file_of_the_study_is_read_as_it_is(tmp_path):
    """The header of the public file, with cells that pandas' quick parser gets wrong in the last digit."""
    names = ["climatological", "logistic_minimal", "logistic_+_density", "random_forest", "xgboost", "xgboost_2pct"]
    rng = np.random.default_rng(0)
    cells = rng.random((300, len(names))) / 30
    lines = [",".join(["cancer", *names])] + [
        ",".join([str(i % 7 // 6), *(repr(float(cell)) for cell in row)]) for i, row in enumerate(cells)
    ]
    file = tmp_path / "bcsc.csv"
    file.write_text("\n".join(lines) + "\n")
    models = load_breast_cancer(file)
    assert models.names == names
    assert models.note == "", "nothing says that a file is synthetic"
    for place, name in enumerate(names):
        assert models.rows.scores[name].tolist() == cells[:, place].tolist()


def test_synthetic_women_carry_a_note(cohort):
    assert "synthetic" in cohort.note
    assert cohort.subset(cohort.rows.labels).note == cohort.note


class TestSynthetic:
    def test_size(self, cohort):
        assert cohort.rows.labels.size == 10_732
        assert cohort.rows.labels.sum() == 284
        assert cohort.names == MODELS

    @pytest.mark.parametrize("column", PUBLISHED)
    def test_published_scores_in_the_digits_printed(self, cohort, column):
        found = cohort.scores(PAPER)[column].round(DECIMALS[column])
        assert found.tolist() == PUBLISHED[column].tolist()

    @pytest.mark.parametrize("interval", [PAPER, ("1.66%", "3%")])
    def test_the_reversal(self, cohort, interval):
        table = cohort.scores(interval)
        for inside in ("mean_regret", "brier", "log_loss"):
            assert table[inside].idxmin() == "xgboost (2%)"
        assert table["net_benefit"].idxmax() == "xgboost (2%)"
        for overall in ("brier_full", "log_loss_full"):
            assert table[overall].idxmax() == "xgboost (2%)"

    def test_why_it_reverses(self, cohort):
        scores = cohort.rows.scores
        assert all(scores[name].max() < PAPER[0] for name in MODELS[:3])  # these treat no one
        treat_none = cohort.prevalence * np.log(PAPER[1] / PAPER[0])
        assert cohort["xgboost"].log_loss(PAPER) == pytest.approx(treat_none, rel=1e-12)
        assert np.mean(scores["xgboost (2%)"] > PAPER[1]) > 0.9  # this treats nearly everyone

    def test_it_is_the_same_each_time(self, cohort):
        again = load_breast_cancer().rows
        assert np.array_equal(again.labels, cohort.rows.labels)
        assert all(np.array_equal(again.scores[name], cohort.rows.scores[name]) for name in MODELS)

    def test_models_agree_on_women_as_models_do(self, cohort):
        correlation = np.corrcoef([cohort.rows.scores[name] for name in MODELS])
        assert correlation.min() > 0.4
        assert correlation[0, 1] < 0.95

    def test_the_docstring_says_so(self):
        assert "Without a path the women are synthetic" in load_breast_cancer.__doc__


class TestFile:
    @pytest.fixture
    def write(self, tmp_path):
        def writer(text, encoding="utf-8"):
            path = tmp_path / "mine.csv"
            path.write_bytes(text.encode(encoding))
            return path

        return writer

    def test_round_trip(self, cohort, tmp_path):
        path = tmp_path / "cohort.csv"
        pd.DataFrame({"cancer": cohort.rows.labels.astype(int), **cohort.rows.scores}).to_csv(path, index=False)
        again = load_breast_cancer(str(path))
        assert again.names == MODELS
        pd.testing.assert_frame_equal(again.scores(PAPER), cohort.scores(PAPER), rtol=1e-12)

    @pytest.mark.parametrize("labels", ["0 1 1", "0.0 1.0 1.0", "False True True", "FALSE TRUE TRUE"])
    def test_outcomes_as_programs_write_them(self, write, labels):
        path = write("mine,cancer\r\n" + "".join(f"0.{i}, {label}\r\n" for i, label in enumerate(labels.split())))
        models = load_breast_cancer(path)
        assert models.names == ["mine"]
        assert models.rows.labels.tolist() == [False, True, True]
        assert models.rows.scores["mine"].tolist() == [0.0, 0.1, 0.2]

    def test_a_byte_order_mark_is_not_part_of_a_name(self, write):
        assert load_breast_cancer(write("cancer,a\n0,0.1\n1,1e-3\n", "utf-8-sig")).names == ["a"]

    def test_scores_are_read_to_the_last_digit(self, write):
        scores = np.random.default_rng(0).random(500)
        lines = "".join(f"{int(score > 0.5)},{float(score)!r}\n" for score in scores)
        np.testing.assert_array_equal(load_breast_cancer(write(f"cancer,a\n{lines}")).rows.scores["a"], scores)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "is empty"),
            ("cancer,a\n", "no cases"),
            ("outcome,a\n0,0.1\n", "no column 'cancer': its header holds 'outcome', 'a'. Rename"),
            ("cancer;a\n0;0.1\n", "looks like ';'-separated: .* Save it with commas"),
            ("cancer\n0\n1\n", "no model"),
            (",cancer,a\n0,0,0.1\n", r"column number 1 has no name.*index=False"),
            ("cancer,a,a\n0,0.1,0.2\n", "two columns called 'a'"),
            ("cancer,a\n0,0.1\n1,0.3\n2,0.2\n2,0.2\n", r"line 4, column 'cancer' holds '2' \(2 such in all\), but an"),
            ("cancer,a\n0,0.1\n,0.3\n", "line 3, column 'cancer' is empty, but"),
            ("cancer,a\nno,0.1\nyes,0.3\n", "line 2, column 'cancer' holds 'no'"),
            ("cancer,a\n0,0.1\n1,high\n", "line 3, column 'a' holds 'high', but a score is a number"),
            ("cancer,a\n0,0.1\n1,\n", "line 3, column 'a' is empty"),
            ("cancer,a\n0,0.1\n1,nan\n", "line 3, column 'a' holds 'nan'"),
            ("cancer,a\n0,0.1\n1,inf\n", "line 3, column 'a' holds 'inf'"),
            ("cancer,a\n0,-0.1\n1,0.2\n", "line 2, column 'a' holds '-0.1'"),
            ("cancer,a\n0,0.1\n\n1,0.2\n", "line 3"),
            ("cancer,a,b\n0,0.1,0.2\n1,0.2\n", "line 3, column 'b' is empty"),
            ("cancer,a\n0,0.1\n1,0.2,0.3\n", "line 3, saw 3"),
            (
                "id,cancer,a\n1001,0,0.1\n1002,1,0.2\n",
                r"line 2, column 'id' holds '1001' .*drop\(columns='id'\)",
            ),
            ("name,cancer,a\nAnn,0,0.1\nBea,1,0.2\n", r"column 'name' holds 'Ann' .*drop\(columns='name'\)"),
        ],
    )
    def test_faults_name_file_column_and_line(self, write, text, message):
        with pytest.raises(ValueError, match=message) as caught:
            load_breast_cancer(write(text))
        assert "mine.csv" in str(caught.value)

    def test_the_advice_on_identifiers_works(self, write):
        path = write("id,cancer,a\n1001,0,0.1\n1002,1,0.2\n")
        other = path.with_name("predictions.csv")
        pd.read_csv(path).drop(columns="id").to_csv(other, index=False)
        assert load_breast_cancer(other).names == ["a"]

    def test_another_encoding(self, write):
        with pytest.raises(ValueError, match=r"mine\.csv is not UTF-8"):
            load_breast_cancer(write("cancer,modèle\n0,0.1\n", "latin-1"))

    def test_no_such_file(self, tmp_path):
        with pytest.raises(FileNotFoundError, match=r"no file .*nowhere\.csv"):
            load_breast_cancer(tmp_path / "nowhere.csv")
