import re

import pytest

import brierwidgets as bw
from brierwidgets.formatting import number
from tests.widgets.conftest import HOSTILE, make_comparison


def rows(table):
    found = re.findall(r'<div role="row".*?</div>', table._body.value)
    return [[re.sub(r"<[^>]+>", " ", cell).split() for cell in re.split(r"<span role=", row)[1:]] for row in found]


@pytest.fixture
def table(comparison, opened):
    return opened(bw.ScoreTable(comparison, interval=(0.05, 0.2)))


def test_one_row_a_model_with_the_scores_of_the_comparison(table, comparison):
    table.interval = (0.01, 0.1)
    scores = comparison.scores((0.01, 0.1), standard_errors=True)
    for name, html in zip(table.order, re.findall(r'<div role="row".*?</div>', table._body.value), strict=True):
        for column in ("mean_regret", "brier", "log_loss", "net_benefit", "skill"):
            assert number(scores.loc[name, column]) in html
            assert number(scores.loc[name, f"{column}_se"], 2) in html or column == "mean_regret"
        assert f"{number(1000 * scores.loc[name, 'mean_regret'])} ±" in html


def test_the_best_model_comes_first_and_is_marked(table):
    first = re.search(r'<div role="row" class="bw-row bw-best".*?</div>', table._body.value)
    assert table.order[0] in first.group()
    assert table._body.value.index("bw-best") < table._body.value.index(table.order[1])


def test_a_click_sorts_and_a_second_click_turns_the_order(table, comparison):
    table._heads["log_loss"].click()
    expected = comparison.scores((0.05, 0.2))["log_loss"].sort_values().index.tolist()
    assert table.order == expected
    assert "▲" in table._heads["log_loss"].description
    table._heads["log_loss"].click()
    assert table.order == expected[::-1]
    assert "▼" in table._heads["log_loss"].description
    table._heads["skill"].click()
    assert table.order == comparison.scores((0.05, 0.2))["skill"].sort_values(ascending=False).index.tolist()
    table._heads["model"].click()
    assert table.order == sorted(comparison.names)
    table._heads["auc"].click()
    assert table.order == comparison.scores((0.05, 0.2))["auc"].sort_values(ascending=False).index.tolist()


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


def test_names_are_escaped(opened):
    table = opened(bw.ScoreTable(make_comparison(good=HOSTILE), interval=(0.05, 0.2)))
    assert HOSTILE not in table._body.value
    assert "&lt;img src=x onerror=alert(1)&gt;" in table._body.value


def test_an_infinite_log_loss_is_shown_as_such(opened):
    table = opened(bw.ScoreTable([0, 1], {"a": [0.2, 0.0]}, interval=(0, 0.5)))
    assert "∞" in table._body.value


def test_one_class_has_no_skill_and_no_auc(opened):
    table = opened(bw.ScoreTable([1, 1], {"a": [0.2, 0.7]}, interval=(0.1, 0.5)))
    assert "needs cases of both classes" in table._body.value
