"""Score tables as CSV, LaTeX and Markdown."""

import io

import numpy as np
import pandas as pd
import pytest

import brierwidgets as bw
from brierwidgets.export import to_csv, to_latex, to_markdown

NAMES = ["plain", r"50% off_{x} & $y$ #1 ~^\ <b>", "[v2] *new*", "a | b", "two\nlines", "`code` &amp;", "−∞"]


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(1)
    y = rng.random(50) < 0.4
    return bw.Comparison(y, {name: rng.random(50) for name in NAMES}).scores((0.1, 0.4), standard_errors=True)


def test_csv_gives_back_every_digit(scores, tmp_path):
    text = to_csv(scores, tmp_path / "scores.csv")
    assert (tmp_path / "scores.csv").read_text(encoding="utf-8") == text
    old = tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1)
    exact = {"float_precision": "round_trip"} if old else {}  # newer versions do so always
    read = pd.read_csv(io.StringIO(text), index_col="model", **exact)
    read.index = read.index.astype(object)
    pd.testing.assert_frame_equal(read, scores, check_exact=True)


def test_csv_runs_no_formula_and_no_format_chokes_on_a_name(tmp_path):
    names = ["=cmd|' /C calc'!A0", "@SUM(1)", "nul \x00", "half \ud800"]
    scores = bw.Comparison([0, 1], {name: [0.25, 0.5] for name in names}).scores((0.2, 0.6))
    written = pd.read_csv(io.StringIO(to_csv(scores, tmp_path / "scores.csv")))
    assert written["model"].tolist() == ["'=cmd|' /C calc'!A0", "'@SUM(1)", "nul \ufffd", "half \ufffd"]
    for write in (to_latex, to_markdown):
        assert "half \ufffd" in write(scores, tmp_path / "scores.txt")


def rows_of_latex(text):
    inside = text.split("\\midrule\n")[1].split("\\bottomrule")[0]
    return [row.removesuffix(" \\\\").split(" & ") for row in inside.splitlines()]


def test_latex_has_the_numbers_and_no_special_character_of_a_name(scores):
    text = to_latex(scores[["mean_regret", "rank", "brier_full"]])
    assert text.startswith("\\begin{tabular}{lrrr}\n\\toprule\nModel & Mean regret & Rank & Brier \\\\\n")
    rows = rows_of_latex(text)
    assert [row[0] for row in rows] == [
        "plain",
        r"50\% off\_\{x\} \& \$y\$ \#1 \textasciitilde{}\textasciicircum{}\textbackslash{} \textless{}b\textgreater{}",
        "{[}v2{]} {*}new{*}",
        r"a \textbar{} b",
        "two lines",
        r"`code` \&amp;",
        r"$-$$\infty$",
    ]
    for row, (_, expected) in zip(rows, scores.iterrows(), strict=True):
        assert float(row[1]) == pytest.approx(expected["mean_regret"], rel=0.006)
        assert int(row[2]) == expected["rank"]


def test_markdown_has_one_cell_a_value_whatever_the_name(scores):
    lines = to_markdown(scores[["mean_regret", "rank"]]).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[0].split("|")[2].strip() == "Mean regret"
    bars = [line.replace(r"\|", "").count("|") for line in lines]
    assert bars == [4] * (len(NAMES) + 2)
    assert r"| a \| b " in lines[5]
    assert r"\<b\>" in lines[3]
    assert r"\[v2\] \*new\*" in lines[4]
    assert r"\`code\` \&amp;" in lines[7]


@pytest.mark.parametrize(
    ("value", "latex", "markdown"),
    [(-0.0125, "$-$0.0125", "−0.0125"), (np.inf, r"$\infty$", "∞"), (np.nan, "--", "–"), (0.000663, "0.000663", None)],
)
def test_numbers_are_written_for_people(value, latex, markdown):
    table = pd.DataFrame({"skill": [value]}, index=pd.Index(["a"], name="model"))
    assert f"a & {latex} \\\\" in to_latex(table)
    assert to_markdown(table).splitlines()[-1].split("|")[2].strip() == (markdown or latex)


def test_digits_and_files(scores, tmp_path):
    table = pd.DataFrame({"auc": [2 / 3]}, index=pd.Index(["a"], name="model"))
    assert "0.67 " in to_markdown(table, tmp_path / "t.md", digits=2)
    assert "0.66667 " in to_latex(table, tmp_path / "t.tex", digits=5)
    assert (tmp_path / "t.md").read_text(encoding="utf-8") == to_markdown(table, digits=2)
    assert (tmp_path / "t.tex").read_text(encoding="utf-8") == to_latex(table, digits=5)


def test_standard_errors_have_headings(scores):
    assert "| ± Mean regret |" in to_markdown(scores)
    assert r"& $\pm$ Mean regret &" in to_latex(scores)


def test_an_explorer_writes_the_table_it_shows(comparison, opened, tmp_path):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), shown=["bold", "good"], spacing="log-odds"))
    table = explorer.scores()
    assert list(table.index) == ["good", "bold"]
    assert explorer.to_csv(tmp_path / "a.csv") == to_csv(table)
    assert explorer.to_latex(tmp_path / "a.tex", digits=4) == to_latex(table, digits=4)
    assert explorer.to_markdown(tmp_path / "a.md", digits=4) == to_markdown(table, digits=4)
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "a.tex", "a.md"}
