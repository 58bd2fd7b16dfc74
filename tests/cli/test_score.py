"""``brierwidgets score``, run as a user runs it."""

import io
import json
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from brierwidgets import Comparison
from brierwidgets.cli import main
from brierwidgets.cli.predictions import read_file

INTERVAL = ("1.66%", "3%")


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    n = 400
    y = rng.integers(0, 2, n)
    return pd.DataFrame(
        {
            "name": [f"case {i}" for i in range(n)],
            "y": y,
            "logistic": np.clip(0.03 * rng.random(n) + 0.01 * y, 0, 1),
            "forest": np.round(0.001 + 0.06 * rng.random(n), 3),
            "w": rng.integers(1, 4, n),
            "outcome": np.where(y == 1, "died", "lived"),
        }
    )


@pytest.fixture
def csv(table, tmp_path):
    path = tmp_path / "predictions.csv"
    table.to_csv(path, index=False)
    return str(path)


#: What a command says while it works for longer than two seconds, which a slow machine may take.
WAITING = re.compile(r"(\r[^\r\n]+ \d+ s)+, done\n")


def run(capsys, *argv):
    """The exit code, standard output and standard error of a command."""
    try:
        code = main(["score", *argv])
    except SystemExit as ended:
        code = ended.code
    captured = capsys.readouterr()
    return code, captured.out, WAITING.sub("", captured.err)


def in_json(capsys, *argv):
    code, out, err = run(capsys, *argv, "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    return answer, pd.DataFrame(answer["models"]).set_index("model")


def assert_scores(read, expected):
    # Models that came by way of JSON are an index of text, which pandas 3 has a type of its own for.
    pd.testing.assert_frame_equal(read, expected, check_dtype=False, check_index_type=False, rtol=1e-12)


MODELS = ["--models", "logistic", "forest"]


def test_prints_a_table_that_people_can_read(table, csv, capsys):
    code, out, err = run(capsys, csv, "--label=y", *MODELS, "--interval", *INTERVAL)
    assert (code, err) == (0, "")
    first, blank, header, *rows = out.splitlines()
    assert first == "400 cases, 46.8% positive; cost ratios from 1.66% to 3%"
    assert blank == ""
    expected = Comparison(table["y"], table[["logistic", "forest"]]).scores(INTERVAL, rules=True)
    assert header.split() == list(expected.columns)
    assert list(expected.index[-2:]) == ["treat all", "treat none"]  # the rivals of every model
    for line, (name, row) in zip(rows, expected.T.items(), strict=True):
        assert line.startswith(f"{name} ")
        cells = line.removeprefix(name).split()
        np.testing.assert_allclose([float(cell) for cell in cells], row, rtol=1e-3, atol=1e-12)


def test_a_reader_that_has_seen_enough_is_no_fault(csv):
    """As with ``brierwidgets score ... | head -1``."""
    command = [sys.executable, "-m", "brierwidgets", "score", csv, "--label=y", *MODELS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as asked:
        asked.stdout.close()
        said = WAITING.sub("", asked.stderr.read())
    assert said == ""
    assert asked.returncode == 1


def test_groups_are_scored_one_by_one(table, csv, capsys):
    cut = ["--label=y", *MODELS, "--groups=outcome", "--interval", *INTERVAL]
    by_part = {"north": table.index < 150, "south": table.index >= 150}
    path = csv.replace("predictions", "sites")
    table.assign(outcome=np.where(by_part["north"], "north", "south")).to_csv(path, index=False)
    code, out, err = run(capsys, path, *cut)
    assert (code, err) == (0, "")
    assert "\noutcome north: 150 cases, " in out
    answer, everyone = in_json(capsys, path, *cut)
    assert_scores(everyone, Comparison(table["y"], table[["logistic", "forest"]]).scores(INTERVAL))
    assert [part["group"] for part in answer["groups"]] == ["north", "south"]
    for part in answer["groups"]:
        rows = table[by_part[part["group"]]]
        expected = Comparison(rows["y"], rows[["logistic", "forest"]])
        assert part["cases"] == len(rows)
        assert_scores(pd.DataFrame(part["models"]).set_index("model"), expected.scores(INTERVAL))
        none = next(rule for rule in part["rules"] if rule["model"] == "treat none")
        wanted = expected.scores(INTERVAL, rules=True).loc["treat none"]
        assert (none["mean_regret"], none["rank"]) == (pytest.approx(wanted["mean_regret"]), wanted["rank"])


def test_a_group_may_lack_a_class_whatever_the_labels(tmp_path, capsys):
    path = tmp_path / "sites.csv"
    path.write_text("ended,p,site\ndied,0.3,a\nlived,0.2,a\nlived,0.4,b\nlived,0.1,b\n")
    answer, _ = in_json(capsys, str(path), "--label=ended", "--pos-label=died", "--models=p", "--groups=site")
    assert [(part["group"], part["prevalence"]) for part in answer["groups"]] == [("a", 0.5), ("b", 0.0)]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["0.1", "0.7", "-", "0.9"], "Column 'p' holds '-' in case 3, but needs numbers (1 of 4 cells are none)."),
        (["10%", "70%", "40%", "90%"], "Column 'p' holds '10%' in case 1, but needs numbers (4 of 4 cells are none)."),
        (['"0,1"', '"0,7"', '"0,4"', '"0,9"'], "Column 'p' holds '0,1' in case 1, but needs numbers"),
    ],
)
def test_scores_that_a_cell_made_text_are_refused_and_not_left_out(cells, said, tmp_path, capsys):
    path = tmp_path / "few.csv"
    path.write_text("y,p,q\n" + "".join(f"{case % 2},{cell},0.5\n" for case, cell in enumerate(cells)))
    code, out, err = run(capsys, str(path), "--label=y")
    assert (code, out) == (1, "")
    assert said in err
    assert "such as 0.35. If the column is not a model, name the columns that are with --models.\n" in err
    assert run(capsys, str(path), "--label=y", "--models", "q")[0] == 0


@pytest.mark.parametrize(
    ("labels", "options", "said"),
    [
        ("no yes no yes", ["--pos-label=Yes"], "which holds 'no', 'yes'. Check its spelling and type.\n"),
        ("0 1 2 1", [], "but this is about two classes. Reduce it to two classes first.\n"),
    ],
)
def test_advice_has_no_python_that_a_command_cannot_take(labels, options, said, tmp_path, capsys):
    path = tmp_path / "few.csv"
    path.write_text("y,p\n" + "".join(f"{label},0.5\n" for label in labels.split()))
    code, _, err = run(capsys, str(path), "--label=y", *options)
    assert code == 1
    assert err.endswith(said)


@pytest.mark.parametrize("interval", [INTERVAL, ("0.0166", "0.03"), ("166:9834", "3:97"), ("1.66 %", ".03")])
def test_an_interval_can_be_typed_in_any_form(interval, table, csv, capsys):
    answer, scores = in_json(capsys, csv, "--label=y", *MODELS, "--interval", *interval)
    assert answer["interval"] == pytest.approx([0.0166, 0.03], rel=1e-14)
    assert (answer["cases"], answer["prevalence"]) == (400, table["y"].mean())
    assert_scores(scores, Comparison(table["y"], table[["logistic", "forest"]]).scores((0.0166, 0.03)))


@pytest.mark.parametrize("ending", ["parquet", "tsv", "csv.gz"])
def test_reads_other_formats(ending, table, tmp_path, capsys):
    path = tmp_path / f"predictions.{ending}"
    if ending == "parquet":
        table.to_parquet(path)
    else:
        table.to_csv(path, index=False, sep="\t" if ending == "tsv" else ",")
    _, scores = in_json(capsys, str(path), "--label=y", *MODELS)
    assert_scores(scores, Comparison(table["y"], table[["logistic", "forest"]]).scores())


def test_reads_standard_input(table, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(table.to_csv(index=False)))
    _, scores = in_json(capsys, "-", "--label=y", *MODELS)
    assert_scores(scores, Comparison(table["y"], table[["logistic", "forest"]]).scores())


def test_weights_labels_spacing_and_standard_errors(table, csv, capsys):
    options = ["--label=outcome", "--pos-label=died", "--weight=w", "--spacing=log-odds", "--standard-errors"]
    answer, scores = in_json(capsys, csv, *options, *MODELS, "--interval", *INTERVAL)
    expected = Comparison(table["y"], table[["logistic", "forest"]], sample_weight=table["w"])
    assert answer["cases"] == table["w"].sum()
    assert_scores(scores, expected.scores(INTERVAL, spacing="log-odds", standard_errors=True))


def test_every_other_column_of_numbers_is_a_model(table, csv, capsys):
    code, out, err = run(capsys, csv, "--label=y", "--weight=w")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["logistic", "forest", "treat", "treat"]
    assert err == "Left out, since they hold no numbers: 'name', 'outcome'.\n"


@pytest.mark.parametrize(
    ("labels", "positive"), [([2, 1, 2, 1], "1"), ([False, True, False, True], "True"), ([0.5, 1.5, 0.5, 1.5], "1.5")]
)
def test_the_positive_label_takes_the_kind_of_its_column(labels, positive, tmp_path, capsys):
    path = tmp_path / "few.csv"
    pd.DataFrame({"y": labels, "p": [0.1, 0.7, 0.4, 0.9]}).to_csv(path, index=False)
    _, scores = in_json(capsys, str(path), "--label=y", f"--pos-label={positive}")
    assert scores.loc["p", "brier_full"] == pytest.approx((0.01 + 0.09 + 0.16 + 0.01) / 4)


def test_json_has_no_numbers_that_json_does_not_know(tmp_path, capsys):
    path = tmp_path / "ones.csv"
    path.write_text("y,p\n1,0\n1,0.5\n")
    _, scores = in_json(capsys, str(path), "--label=y")
    assert scores.loc["p", "log_loss_full"] == "inf"
    assert scores.loc["p", "auc"] is None
    _, out, _ = run(capsys, str(path), "--label=y")
    assert out.splitlines()[3].split() == ["p", "0.3125", "0.625", "inf", "0.25", "-", "-", "2", "0.625", "inf"]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--label=Y"], "has no column 'Y'. Did you mean 'y'?"),
        (["--label=y", "--models", "forrest"], "has no column 'forrest'. Did you mean 'forest'?"),
        (
            ["--label=outcome", *MODELS],
            "holds 'died', 'lived', so it is not clear which class is positive. Pass --pos-l",
        ),
        (["--label=outcome", *MODELS, "--pos-label=dead"], "--pos-label='dead' does not occur in column 'outcome'"),
        (["--label=y"], "Model 'w' holds "),
        (["--label=y"], "name the columns that are with --models."),
        (["--label=y", *MODELS, "--spacing=log-odds"], "infinitely wide in log-odds"),
    ],
)
def test_what_cannot_be_done_is_said_with_exit_code_1(argv, said, csv, capsys):
    code, out, err = run(capsys, csv, *argv)
    assert (code, out) == (1, "")
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.csv", None, "does not exist. Give the path of a CSV or Parquet file."),
        ("", None, "is a folder."),
        ("table.xlsx", b"PK", "should end in .csv, .tsv or .parquet"),
        ("empty.csv", b"", "is empty. It needs a header and one line a case."),
        ("broken.parquet", b"not parquet at all", "could not be read as Parquet:"),
        ("latin.csv", "y,p\n0,\xe9\n".encode("latin-1"), "is not UTF-8 text"),
        ("semicolon.csv", b"y;p;q\n0;0.1;0.2\n1;0.3;0.4\n", "looks like ';'-separated: its first line is 'y;p;q'."),
        ("decimal.csv", b"y;p;q\n0;0,1;0,2\n1;0,3;1\n", "looks like ';'-separated: its first line is 'y;p;q'."),
        ("tabs.csv", b"y\tp\n0\t0.1\n", "looks like tab-separated"),
        ("text.csv", b"y,p\n0,low\n1,high\n", "There is no column of scores"),
        ("header.csv", b"y,p\n", "has a header but no cases."),
    ],
)
def test_files_that_cannot_be_read_are_said_with_exit_code_1(name, content, said, tmp_path, capsys):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    code, out, err = run(capsys, str(path), "--label=y")
    assert (code, out) == (1, "")
    assert said in err


def test_scores_are_read_to_the_last_digit(tmp_path, capsys):
    scores = np.random.default_rng(0).random(500)
    pd.DataFrame({"y": scores > 0.5, "p": scores}).to_csv(tmp_path / "p.csv", index=False)
    np.testing.assert_array_equal(read_file(str(tmp_path / "p.csv"))["p"], scores)


@pytest.mark.parametrize(
    ("weight", "shown"), [("2", "4"), ("12345678901", "24,691,357,802"), ("0.125", "0.25"), ("76.36462715", "152.729")]
)
def test_weights_are_written_as_people_write_them(weight, shown, tmp_path, capsys):
    (tmp_path / "p.csv").write_text(f"y,p,w\n0,0.1,{weight}\n1,0.6,{weight}\n")
    _, out, _ = run(capsys, str(tmp_path / "p.csv"), "--label=y", "--weight=w")
    assert out.startswith(f"2 cases with a weight of {shown} in all, 50% positive;")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "required: --label"),
        (["--label=y", "--interval", "3%", "1%"], "argument --interval: The interval (0.03, 0.01) is reversed."),
        (["--label=y", "--interval", "3", "5"], "argument --interval: The lower end of the interval must lie between"),
        (["--label=y", "--interval", "low", "5%"], "cannot be read. Write a number between 0 and 1, a percentage"),
        (["--label=y", "--interval", "5%"], "expected 2 arguments"),
        (["--label=y", "--spacing=linear"], "invalid choice"),
    ],
)
def test_wrong_usage_has_exit_code_2(argv, said, csv, capsys):
    code, out, err = run(capsys, csv, *argv)
    assert (code, out) == (2, "")
    assert said in err


def test_help_has_examples(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "brierwidgets score predictions.csv --label y --interval 1.66% 3%" in out
    assert "percentages (1.66%) or odds (1:59)" in " ".join(out.split())


def test_as_a_command_of_its_own(csv):
    command = [
        sys.executable,
        "-m",
        "brierwidgets",
        "score",
        csv,
        "--label",
        "y",
        *MODELS,
        "--interval",
        "1:59",
        "1:32",
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "cost ratios from 1.67% to 3.03%" in ended.stdout
