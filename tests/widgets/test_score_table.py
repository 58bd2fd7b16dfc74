import re

import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets.words.numbers import number, per_thousand
from tests.widgets.conftest import HOSTILE, make_comparison, say


def rows(table):
    """Return what each row says, cell by cell, by the name it begins with."""
    found = re.findall(r"<tr class=.*?</tr>", table._body.value)
    cells = [[re.sub(r"<[^>]+>", " ", cell) for cell in re.split(r"<t[hd]", row)[1:]] for row in found]
    texts = [[" ".join(cell.partition(">")[2].split()) for cell in row] for row in cells]
    return {name: row for name, *row in texts}


@pytest.fixture
def table(comparison, opened):
    return opened(bw.ScoreTable(comparison, interval=(0.05, 0.2)))


def test_one_row_a_model_with_the_scores_of_the_comparison(table, comparison):
    table.interval = (0.01, 0.1)
    table.more = True
    scores = comparison.scores((0.01, 0.1), intervals=True)
    said = rows(table)
    assert [name for name in said if name in comparison.names] == table.order
    for name, row in scores.iterrows():
        value, low, high = (per_thousand(row[f"mean_regret{end}"]) for end in ("", "_low", "_high"))
        texts = [f"{value} {low} to {high}", f"{row['rank']:.0f}"]
        for column in ("skill", "brier", "log_loss", "net_benefit"):
            low, high = (number(row[f"{column}_{end}"]) for end in ("low", "high"))
            texts.append(f"{number(row[column])} {low} to {high}")
        assert set(texts) <= set(said[name])
        assert f'title="mean regret {number(row["mean_regret"])}"' in table._body.value


def test_bars_are_as_long_as_mean_regret(table, comparison):
    regrets = comparison.scores((0.05, 0.2), rules=True)["mean_regret"].sort_values()
    widths = [float(width) for width in re.findall(r'class="bw-bar" style="width:([\d.]+)%', table._body.value)]
    assert widths == pytest.approx((100 * regrets / regrets.max()).tolist(), abs=0.051)


def test_the_rules_without_a_model_stand_among_the_models(table, comparison):
    scores = comparison.scores((0.05, 0.2), rules=True)["mean_regret"].sort_values()
    assert list(rows(table)) == scores.index.tolist()
    assert rows(table)["treat none"][0] == per_thousand(scores["treat none"])
    table.sort_by = "model"
    rules = scores[scores.index.isin(["treat all", "treat none"])].index.tolist()
    assert list(rows(table)) == [*sorted(comparison.names), *rules]
    assert table._body.value.count('class="bw-row bw-rule"') == 2


def test_the_best_model_comes_first_and_is_marked(table):
    first = re.search(r'<tr class="bw-row bw-best".*?</tr>', table._body.value)
    assert table.order[0] in first.group()
    assert table._body.value.index("bw-best") < table._body.value.index(table.order[1])


def test_it_is_sorted_by_any_column_either_way(table, comparison):
    scores = comparison.scores((0.05, 0.2))
    say(table.engine, hand={"traits": {table.model_id: {"sort_by": "log_loss", "descending": False, "more": True}}})
    expected = scores["log_loss"].sort_values().index.tolist()
    assert table.order == expected
    assert 'aria-sort="ascending" class="bw-wide"><button' in table._body.value
    table.descending = True
    assert table.order == expected[::-1]
    assert "Bounded log loss\N{NO-BREAK SPACE}▼" in table._body.value
    for column in ("skill", "auc"):
        table.sort_by, table.descending = column, column == "skill"
        assert table.order == scores[column].sort_values(ascending=False).index.tolist()


def test_models_that_are_tied_share_a_rank(opened):
    table = opened(bw.ScoreTable([0, 0, 1], {"a": [0.1, 0.3, 0.8], "twin": [0.1, 0.3, 0.8]}, interval=(0.15, 0.25)))
    assert [row[1] for name, row in rows(table).items() if name in ("a", "twin")] == ["1 =", "1 ="]


def test_rows_that_are_level_but_for_rounding_stay_as_they_are(opened):
    """Nobody is positive at these costs, so both models are the rule that treats none."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        y, scores = np.arange(40) % 4 == 0, rng.uniform(0, 0.2, size=(2, 40)).round(2)
        cases = bw.Comparison(y, dict(zip("ab", scores, strict=True))).at_prevalence(rng.uniform(0.01, 0.1))
        table = opened(bw.ScoreTable(cases, interval=(0.58, 0.5801), spacing="log-odds"))
        for column in ("rank", "mean_regret", "brier"):
            table.sort_by = column
            assert list(rows(table))[:3] == ["a", "b", "treat none"]
            table.descending = column != "rank"
            assert [name for name in rows(table) if name in cases.names] == ["a", "b"]
            table.descending = False


def test_reversals_are_marked(opened):
    # b is best on small costs, a everywhere else.
    y = [0] * 8 + [1] * 2
    models = {"a": [0.1] * 8 + [0.1, 0.9], "b": [0.02] * 8 + [0.3, 0.3]}
    table = opened(bw.ScoreTable(y, models, interval=(0.15, 0.25)))
    scores = bw.Comparison(y, models).scores((0.15, 0.25))
    assert scores["rank"].to_dict() == {"a": 2, "b": 1}
    assert scores["brier_full"].idxmin() == "a"
    assert "rank 1 overall, 2 here" in table._body.value
    assert table._body.value.count("bw-reversal") == 2  # both models, by Brier alone
    assert [rows(table)[name][3] for name in "ab"] == ["1 ▼1", "2 ▲1"]


def test_names_are_escaped(opened):
    table = opened(bw.ScoreTable(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    assert HOSTILE not in table._body.value
    assert "&lt;img src=x onerror=alert(1)&gt;" in table._body.value


def test_an_infinite_log_loss_is_shown_as_such(opened):
    table = opened(bw.ScoreTable([0, 1], {"a": [0.2, 0.0]}, interval=(0, 0.5)))
    table.more = True
    assert "∞" in table._body.value


def test_one_class_has_no_skill_and_no_auc(opened):
    table = opened(bw.ScoreTable([1, 1], {"a": [0.2, 0.7]}, interval=(0.1, 0.5)))
    assert "needs cases of both classes" in table._body.value
