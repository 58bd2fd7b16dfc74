"""``brierwidgets report`` and what ``brierwidgets explore`` does before it serves, run as a user runs them."""

import base64
import gzip
import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import pytest

import brierwidgets as bw
from brierwidgets.cli import main
from brierwidgets.cli.predictions import compare_rows

COMMANDS = ("report", "explore")


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 200)
    return pd.DataFrame(
        {
            "y": y,
            "logistic": 0.4 * rng.random(200) + 0.1 * y,
            "forest | new": 0.5 * rng.random(200),
            "w": rng.integers(1, 4, 200),
            "outcome": np.where(y == 1, "died", "lived"),
        }
    )


@pytest.fixture
def csv(table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table.to_csv("predictions.csv", index=False)
    return "predictions.csv"


MODELS = ["--models", "logistic", "forest | new"]


def verdict(table, interval, **options):
    explorer = bw.Explorer(table["y"], table[["logistic", "forest | new"]], interval=interval, **options)
    explorer.close()
    return explorer.verdict.text


def page_state(path):
    found = re.search(r'<script [^>]*id="state"[^>]*>(.*?)</script>', path.read_text(encoding="utf-8"))
    return json.loads(gzip.decompress(base64.b64decode(found[1])))["state"]


class TestReport:
    @pytest.mark.parametrize("interval", [("10%", "1:3"), ("0.1", "25%"), ("1:9", ".25")])
    def test_it_writes_a_page_and_says_the_verdict(self, interval, table, csv, tmp_path, capsys):
        assert main(["report", csv, "--label=y", *MODELS, "--interval", *interval, "-o", "mine.html"]) == 0
        expected = verdict(table, (0.1, 0.25))
        assert capsys.readouterr() == (f"{expected}\nThe page is in mine.html; open it in a browser.\n", "")
        page = tmp_path / "mine.html"
        assert "<title>Which model, for which costs?</title>" in page.read_text(encoding="utf-8")
        boxes = {s["state"]["description"] for s in page_state(page).values() if "indent" in s["state"]}
        assert boxes == {"logistic", "forest | new", "decide at the cost ratio"}

    def test_defaults_title_weights_and_labels(self, table, csv, tmp_path, capsys):
        options = ["--label=outcome", "--pos-label=died", "--weight=w", "--title=Ours < theirs"]
        assert main(["report", csv, *options, *MODELS]) == 0
        text = (tmp_path / "report.html").read_text(encoding="utf-8")
        assert "<h1>Ours &lt; theirs</h1>" in text
        assert verdict(table, (0.05, 0.5), sample_weight=table["w"]) in capsys.readouterr().out

    def test_parquet(self, table, csv, tmp_path, capsys):
        table.to_parquet(tmp_path / "predictions.parquet")
        pages = []
        for file in (csv, "predictions.parquet"):
            assert main(["report", file, "--label=y", *MODELS, "--interval", "5%", "20%"]) == 0
            pages.append(capsys.readouterr().out)
        assert pages[0] == pages[1]

    def test_a_page_that_cannot_be_written(self, csv, tmp_path, capsys):
        assert main(["report", csv, "--label=y", *MODELS, "-o", "nowhere/page.html"]) == 1
        assert "nowhere/page.html: No such file or directory. Choose another with -o." in capsys.readouterr().err
        assert main(["report", csv, "--label=y", *MODELS, "-o", "page.png"]) == 1
        assert "brierwidgets: page.png would hold a page, which its ending denies." in capsys.readouterr().err
        before = (tmp_path / csv).read_bytes()
        assert main(["report", csv, "--label=y", *MODELS, "-o", f"./{csv}"]) == 1
        assert "would replace predictions.csv itself" in capsys.readouterr().err
        assert (tmp_path / csv).read_bytes() == before


@pytest.mark.parametrize(("command", "reads"), [("report", True), ("explore", False)])
def test_help_offers_standard_input_where_it_can_be_read(command, reads, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert ("standard input" in " ".join(capsys.readouterr().out.split())) == reads


@pytest.mark.usefixtures("csv")
@pytest.mark.parametrize("command", COMMANDS)
class TestErrors:
    @pytest.mark.parametrize(
        ("argv", "words"),
        [
            (["nowhere.csv", "--label=y"], "The file nowhere.csv does not exist"),
            (["predictions.csv", "--label=z", *MODELS], "has no column 'z'. Its columns are 'y', 'logistic'"),
            (["predictions.csv", "--label=y", "--models=tree"], "has no column 'tree'"),
            (["predictions.csv", "--label=y", "--weight=kg", *MODELS], "has no column 'kg'"),
            (["predictions.csv", "--label=y", *MODELS, "logistic"], "'logistic' is named twice after --models"),
            (["predictions.csv", "--label=y"], "Model 'w' holds 3.0 in case 4, outside [0, 1]"),
            (["predictions.csv", "--label=outcome", *MODELS], "Pass --pos-label='lived' or --pos-label='died'"),
            (
                ["predictions.csv", "--label=logistic", *MODELS],
                "Column 'logistic' is named twice: as the label and as a model",
            ),
            (["predictions.csv", "--label=y", "--weight=y", *MODELS], "Column 'y' is named twice"),
            (["predictions.csv", "--label=y", "--groups=y", *MODELS], "Column 'y' is named twice"),
            (["predictions.csv", "--label=Y", *MODELS], "has no column 'Y'. Did you mean 'y'?"),
            (["predictions.csv", "--label=logistic", "--models=forest | new"], "'logistic' holds 200 different labels"),
            (
                ["predictions.csv", "--label=y", "--models=outcome"],
                "Column 'outcome' holds 'died' in case 1, but needs numbers",
            ),
        ],
    )
    def test_what_the_user_can_mend_ends_with_1_and_writes_nothing(self, command, argv, words, capsys):
        assert main([command, *argv]) == 1
        out, err = capsys.readouterr()
        assert err.splitlines()[-1].startswith("brierwidgets: ")
        assert words in err
        assert "Traceback" not in out + err
        assert [path.name for path in Path().iterdir()] == ["predictions.csv"]

    @pytest.mark.parametrize(
        "argv",
        [
            ["predictions.csv"],
            ["predictions.csv", "--label=y", "--interval", "30%", "10%"],
            ["predictions.csv", "--label=y", "--interval", "lots", "10%"],
            ["predictions.csv", "--label=y", "--interval", "10%"],
        ],
    )
    def test_wrong_usage_ends_with_2(self, command, argv, capsys):
        with pytest.raises(SystemExit) as ended:
            main([command, *argv])
        assert ended.value.code == 2
        assert "error:" in capsys.readouterr().err

    def test_help_has_examples(self, command, capsys):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0
        out = capsys.readouterr().out
        assert f"brierwidgets {command} predictions.csv --label y --interval 1.66% 3%" in out
        assert "1:59 1:32" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_groups_that_are_not_there_are_told(command, csv, capsys):
    assert main([command, csv, "--label=y", *MODELS, "--groups=site"]) == 1
    assert "has no column 'site'. Its columns are 'y'" in capsys.readouterr().err


class TestExplore:
    @pytest.fixture
    def served(self, monkeypatch):
        """Take the notebook instead of serving it; that it can be served is tested in tests/browser."""
        taken = []

        def take(notebook, *, port, browser):
            taken.append((notebook.name, nbformat.read(notebook, as_version=4), port, browser))

        monkeypatch.setattr("brierwidgets.cli.explore.serve_voila", take)
        return taken

    def test_the_notebook_reads_the_file_as_the_command_did(self, served, table, csv, monkeypatch, tmp_path_factory):
        options = ["--label=outcome", "--pos-label=died", "--weight=w", *MODELS, "--interval", "10%", "1:3"]
        assert main(["explore", csv, *options, "--no-browser", "--port=8899"]) == 0
        ((name, notebook, port, browser),) = served
        assert (name, port, browser) == ("predictions.ipynb", 8899, False)
        nbformat.validate(notebook)
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))  # a kernel starts in the notebook's folder
        body, _, last = notebook.cells[0].source.rpartition("\n")
        names = {}
        exec(body, names)
        explorer = eval(last, names)
        try:
            assert explorer.verdict.text == verdict(table, (0.1, 0.25), sample_weight=table["w"])
        finally:
            explorer.close()

    def test_groups_become_a_choice_and_a_tab(self, served, csv):
        assert main(["explore", csv, "--label=y", *MODELS, "--groups=outcome", "--no-browser"]) == 0
        ((_, notebook, *_),) = served
        body, _, last = notebook.cells[0].source.rpartition("\n")
        names = {}
        exec(body, names)
        explorer = eval(last, names)
        try:
            assert list(explorer.state.groups) == ["died", "lived"]
        finally:
            explorer.close()

    def test_any_file_name_makes_a_notebook_and_leaves_nothing(self, served, table, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("TMPDIR", str(tmp_path / "t"))
        (tmp_path / "t").mkdir()
        monkeypatch.setattr("tempfile.tempdir", None)
        for file in ('it\'s "ours" & {theirs}.csv', ".csv.csv"):
            table.to_csv(file, index=False)
            assert main(["explore", file, "--label=y", *MODELS]) == 0
        assert [name for name, *_ in served] == ["it-s-ours-theirs-.ipynb", "csv.ipynb"]
        assert list((tmp_path / "t").iterdir()) == []

    def test_standard_input_cannot_be_served(self, capsys):
        assert main(["explore", "-", "--label=y"]) == 1
        assert "Save it first" in capsys.readouterr().err


def test_rows_are_kept_so_that_differences_are_paired(csv, table):
    from argparse import Namespace

    args = Namespace(file=csv, label="y", models=["logistic", "forest | new"], weight=None, pos_label=None, groups=None)
    pd.testing.assert_frame_equal(
        compare_rows(args)[0].differences((0.1, 0.3)),
        bw.Comparison(table["y"], table[["logistic", "forest | new"]]).differences((0.1, 0.3)),
    )
