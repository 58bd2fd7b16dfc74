"""Chips on a grid of odds."""

import itertools

import numpy as np
import pytest
import traitlets

from brierwidgets import Comparison, CostBoard, costs
from brierwidgets.core.chips import CELLS, ODDS

RNG = np.random.default_rng(2)
Y = RNG.random(600) < 0.1
S = 1 / (1 + np.exp(-RNG.normal(Y * 1.2 - 2.5, 1.0)))
BOTH = Comparison(Y, {"a": S, "<b>": np.sqrt(S)})
CHIPS = [0, 1, 2, 3, 5, 4, 2, 1, 1, 1, 0, 0]


@pytest.fixture
def board():
    shown = CostBoard(BOTH, chips=CHIPS)
    yield shown
    shown.close()


def test_the_grid_goes_from_1_200_to_1_1():
    assert (ODDS[0], ODDS[-1]) == (200, 1)
    assert CELLS[0].low == pytest.approx(1 / 201)
    assert CELLS[-1].high == 0.5
    assert all(before.high == after.low for before, after in itertools.pairwise(CELLS))


def test_costs_are_the_histogram_of_the_chips(board):
    edges = [1 / (1 + more) for more in ODDS]
    assert board.costs == costs.Histogram(edges, [count / 20 for count in CHIPS], spacing="log-odds")
    for name in BOTH:
        assert board.regrets[name] == pytest.approx(BOTH[name].expected_regret(board.costs), rel=1e-12)


def test_rules_without_a_model_are_scored_by_the_mean_cost(board):
    rate, mean = BOTH.prevalence, board.costs.mean
    assert board.regrets["treat all"] == pytest.approx((1 - rate) * mean)
    assert board.regrets["treat none"] == pytest.approx(rate * (1 - mean))


def test_every_chip_chooses_by_its_own_cell(board):
    wanted = {}
    for count, cell in zip(CHIPS, CELLS, strict=True):
        here = {name: BOTH[name].mean_regret(cell, spacing="log-odds") for name in BOTH}
        middle = costs.LogOddsUniform(*cell)
        mean = float(middle.negative_loss(cell.high, cell.low)) / middle.mass
        here |= {"treat all": (1 - BOTH.prevalence) * mean, "treat none": BOTH.prevalence * (1 - mean)}
        best = min(here, key=here.get)
        wanted[best] = wanted.get(best, 0) + count
    assert board.chosen == {name: count for name, count in wanted.items() if count}
    assert sum(board.chosen.values()) == 20


def test_words_and_table_follow_the_chips(board):
    best = min(board.regrets, key=board.regrets.get)
    assert "Weighed by these 20 chips" in board._words.value
    assert "&lt;b&gt;" in board._table.value
    board.chips = [0] * 11 + [1]
    assert "Weighed by this chip, " in board._words.value
    board.chips = [0] * 12
    assert board.costs is None
    assert "No chip lies on the grid yet" in board._words.value
    assert best in {"a", "<b>", "treat all", "treat none"}


def test_hidden_models_are_not_scored(board):
    board.state.shown = ["a"]
    assert set(board.regrets) == {"a", "treat all", "treat none"}


def test_a_hand_in_the_page_is_heard(board):
    heard = []
    board.observe(lambda change: heard.append(change.new), "costs")
    board._grid.chips = [20] + [0] * 11
    assert board.chips == [20] + [0] * 11
    assert heard[-1].mean == pytest.approx(board.costs.mean)


@pytest.mark.parametrize(
    ("chips", "advice"),
    [
        ([0] * 11 + [21], "There are 20 chips, but 21"),
        ([1, 2], "2 numbers, but the grid has 12 cells"),
        ([-1] + [0] * 11, "holds -1 chips"),
        ([0.5] + [0] * 11, "holds 0.5 chips"),
        ([True] + [0] * 11, "holds True chips"),
        ("twenty", "must be a list"),
    ],
)
def test_chips_that_cannot_lie_there_are_refused(board, chips, advice):
    with pytest.raises((ValueError, TypeError), match=advice):
        CostBoard(BOTH, chips=chips)
    before = board.costs
    with pytest.raises(traitlets.TraitError):
        board.chips = chips
    assert board.costs is before
    assert board.chips == CHIPS


def test_all_chips_in_one_cell_have_no_beta(board):
    board.chips = [20] + [0] * 11
    with pytest.raises(ValueError, match="All the weight is in one cell"):
        board.costs.fit_beta()


def test_models_that_tie_are_named_together():
    rng = np.random.default_rng(2)
    y = rng.random(400) < 0.15
    s = 1 / (1 + np.exp(-rng.normal(y * 1.3 - 2, 1.0)))
    board = CostBoard(y, {"one": s, "same": s.copy(), "bold": np.sqrt(s)}, chips=[0] * 4 + [5] * 4 + [0] * 4)
    assert "one and same have the lowest expected regret" in board._words.value
    assert "all would choose one or same" in board._words.value
    assert "0 less than" not in board._words.value
    assert board.chosen == {"one": 20, "same": 20}
    board.close()
