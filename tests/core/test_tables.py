"""Tables for the page: small whatever the number of rows, the same every time, and honest about their error."""

import json

import numpy as np
import pytest

from brierwidgets import Comparison, Forecast
from brierwidgets.core.cells import Cells, Grid
from brierwidgets.core.chips import ODDS
from brierwidgets.core.round_costs import round_costs, round_costs_and
from brierwidgets.core.tables import CASES, build_tables

TYPES = {"f8": 8, "f4": 4, "u4": 4, "u2": 2, "u1": 1}


def comparison(rows, *, weighted=False, seed=0):
    rng = np.random.default_rng(seed)
    labels = rng.random(rows) < 0.2
    odds = rng.normal(labels * 1.0, 1.0) - 1.5
    models = {
        name: 1 / (1 + np.exp(-odds - rng.normal(0, noise, rows)))
        for name, noise in zip("abc", (0, 0.3, 0.9), strict=True)
    }
    return Comparison(labels, models, sample_weight=rng.exponential(size=rows) if weighted else None)


def tables_of(models):
    return build_tables(dict(models.items()), models.rows)


def read(tables, place):
    kind, offset, length = place
    return np.frombuffer(tables.data, f"<{kind}", length, offset)


def places(header, start=0):
    """Every array of a header; those of a model are counted from its start."""
    if isinstance(header, list) and len(header) == 3 and header[0] in list(TYPES):
        kind, offset, length = header
        return [(kind, start + offset, length)]
    if isinstance(header, dict):
        start += header.get("start", 0)
        header = list(header.values())
    return [place for part in header for place in places(part, start)] if isinstance(header, list) else []


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rows", [1_000, 4_000, 5_500, 11_800, 50_000, 300_000])
def test_three_models_take_no_more_than_400_kb(rows, weighted):
    tables = tables_of(comparison(rows, weighted=weighted))
    assert 10_000 < len(tables.data) <= 400_000
    assert len(json.dumps(tables.header, allow_nan=False)) < 8_000


@pytest.mark.parametrize("weighted", [False, True])
def test_arrays_lie_one_after_the_other_at_multiples_of_8(weighted):
    tables = tables_of(comparison(20_000, weighted=weighted))
    end = 0
    for kind, offset, length in sorted(places(tables.header), key=lambda place: place[1]):
        assert offset % 8 == 0
        assert 0 <= offset - end < 8
        end = offset + length * TYPES[kind]
    assert 0 <= len(tables.data) - end < 8


def test_few_scores_are_kept_as_they_are():
    forecast = Forecast([0, 0, 1, 1, 0], [0.1, 0.6, 0.6, 0.8, 0.1])
    tables = build_tables({"a": forecast})
    (model,) = tables.header["models"]
    assert (model["exact"], tables.error, tables.header["cases"]) == (True, 0.0, None)
    negatives, positives = model["table"]
    assert read(tables, negatives["scores"]).tolist() == read(tables, positives["scores"]).tolist() == [0.1, 0.6, 0.8]
    assert [read(tables, side["weights"]).tolist() for side in (negatives, positives)] == [[2, 1, 0], [0, 1, 1]]


def test_a_score_of_one_case_needs_no_weight():
    tables = build_tables({"a": Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])})
    (model,) = tables.header["models"]
    assert [list(side) for side in model["table"]] == [["scores"], ["scores"]]
    assert [read(tables, side["scores"]).tolist() for side in model["table"]] == [[0.1, 0.6], [0.4, 0.8]]


def test_classes_share_their_scores_where_that_is_lighter():
    rng = np.random.default_rng(5)
    scores = np.round(0.8 * rng.random(200_000), 4)
    tables = build_tables({"a": Forecast(rng.random(200_000) < scores, scores)})
    (model,) = tables.header["models"]
    assert model["exact"]
    assert model["table"][0]["scores"] == model["table"][1]["scores"]
    kept = [read(tables, side["weights"]) for side in model["table"]]
    assert sum(int(weights.sum()) for weights in kept) == 200_000


def test_many_scores_keep_their_weight_in_cells_and_beside_them():
    rng = np.random.default_rng(1)
    scores = np.where(rng.random(50_000) < 0.1, rng.choice([0.0, 0.25, 1.0], 50_000), rng.random(50_000))
    labels = rng.random(50_000) < scores
    forecast = Forecast(labels, scores)
    tables = build_tables({"a": forecast})
    table = tables.header["models"][0]["table"]
    for index, (wanted, apart) in enumerate([(forecast.negatives, [0.0, 0.25]), (forecast.positives, [0.25, 1.0])]):
        assert read(tables, table["atoms"][index]["scores"]).tolist() == apart
        kept = read(tables, table["atoms"][index]["weights"])
        assert kept[apart.index(0.25)] == wanted.weights[wanted.scores == 0.25].sum()
        assert kept.sum() + read(tables, table["cells"][index]["weight"]).sum() == wanted.total


@pytest.mark.parametrize("weighted", [False, True])
def test_the_bound_of_the_error_is_below_a_millionth_wherever_a_hand_can_reach(weighted):
    for rows in (13_000, 20_000, 100_000, 500_000):
        tables = tables_of(comparison(rows, weighted=weighted))
        assert 0.0 < tables.error < (5e-7 if weighted else 1e-7)
        assert tables.error < tables.typed_error < (3e-5 if weighted else 2e-6)


def test_sums_that_are_looked_up_make_the_same_cells_as_sums_added_up(monkeypatch):
    rng = np.random.default_rng(4)
    scores = 1 / (1 + np.exp(-rng.normal(-1.0, 2.5, 400_000)))
    scores[::7] = np.round(scores[::7], 3)
    scores[:3000] = rng.choice([0.0, 0.3, 1.0], 3000)
    forecast = Forecast(rng.random(400_000) < scores, scores)
    atoms = np.array([0.0, 0.3, 1.0])
    grid = Grid.of(forecast, atoms, 3_000, round_costs())
    for label in (0, 1):
        made = []
        for many in (0, 10**9):
            monkeypatch.setattr("brierwidgets.core.cells._MANY", many)
            made.append(Cells.of(forecast, label, grid, atoms))
        looked_up, added_up = made
        assert looked_up.weight.tolist() == added_up.weight.tolist()
        assert np.abs(looked_up.mean - added_up.mean).max() <= 1
        assert np.abs(looked_up.spread - added_up.spread).max() <= 1
        assert (looked_up.spread != added_up.spread).mean() < 0.01


def test_an_edge_of_a_cell_is_at_every_cost_a_hand_can_reach():
    forecast = comparison(50_000)["a"]
    grid = Grid.of(forecast, np.zeros(0), 5_000, round_costs())
    inside = [cost for cost in round_costs() if grid.low < cost < grid.high]
    assert len(inside) > 600
    assert np.isin(np.array(inside) * (1 - forecast._slack), grid.reached).all()
    assert 4_000 < grid.edges.size <= 5_000


def test_an_edge_of_a_cell_is_where_an_opinion_ends():
    ends = np.array([0.0, 1 / 7, 0.1 * (1 - 1e-9), 0.1, 0.2 + 1e-12, 1 / 3, 1.0])
    found = round_costs_and((*ends.tolist(), *(1 / (1 + odds) for odds in ODDS)))
    assert np.isin([1 / 7, 0.1, 0.2, 1 / 3, 1 / 201, 1 / 16], found).all()
    assert not np.isin([0.0, 0.1 * (1 - 1e-9), 0.2 + 1e-12, 1.0], found).any()
    assert (np.diff(found) > 1e-9 * found[1:]).all()
    assert round_costs_and(tuple(np.linspace(0.01, 0.9, 9_000).tolist())).size <= round_costs().size + 1_000
    low = 1 / (1 + np.exp(np.linspace(4, 12, 30_000)))  # many scores below all that a hand can reach
    far = tuple(np.linspace(1e-5, 9e-4, 40).tolist())
    grid = Grid.of(Forecast(np.arange(30_000) % 2, low), np.zeros(0), 5_000, round_costs_and(far))
    assert grid.edges.size <= 5_000
    assert (grid.edges < -7).sum() < 400


def test_the_sample_of_many_rows_is_spread_over_them_and_leaves_out_what_weighs_nothing():
    rng = np.random.default_rng(6)
    labels = rng.random(300_000) < 0.3
    place = np.linspace(0.001, 0.999, 300_000)  # the score says which row it is
    weights = np.where(np.arange(300_000) % 3 == 0, 0.0, 1.5)
    tables = tables_of(Comparison(labels, {"a": place}, sample_weight=weights))
    cases = tables.header["cases"]
    kept = np.sort(read(tables, cases["scores"][0]).astype(float))
    assert (cases["number"], kept.size) == (200_000, CASES)
    assert np.unique(kept).size > 0.99 * CASES  # on the wire some become equal
    assert read(tables, cases["weights"]).tolist() == [1.5] * CASES
    assert np.abs(kept - np.linspace(0.001, 0.999, CASES)).max() < 0.05


def test_a_model_is_reduced_once_however_often_others_come_and_go():
    models = comparison(20_000)
    both, one = build_tables(dict(models.items())), build_tables({"b": models["b"]})
    second = both.header["models"][1]
    assert one.header["models"][0] == second | {"start": 0}
    stop = both.header["models"][2]["start"]
    assert one.data[: stop - second["start"]] == both.data[second["start"] : stop]


def test_up_to_4000_cases_are_all_kept_and_of_more_as_many_of_either_class():
    all_kept = tables_of(comparison(CASES))
    assert all_kept.header["cases"]["complete"]
    models = comparison(50_000)
    drawn = tables_of(models)
    labels = read(drawn, drawn.header["cases"]["labels"])
    assert (drawn.header["cases"]["complete"], drawn.header["cases"]["number"]) == (False, 50_000)
    assert (labels.sum(), (1 - labels).sum()) == (CASES / 2, CASES / 2)
    assert tables_of(models).data == drawn.data


def test_the_rarer_class_is_kept_whole():
    rng = np.random.default_rng(2)
    labels = np.arange(20_000) < 300
    tables = tables_of(Comparison(labels, {"a": rng.random(20_000)}))
    assert read(tables, tables.header["cases"]["labels"]).sum() == 300
    assert tables.header["cases"]["labels"][2] == CASES


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_alone_is_no_obstacle(label):
    rng = np.random.default_rng(3)
    tables = build_tables({"a": Forecast(np.full(20_000, label), rng.random(20_000))})
    whole = read(tables, tables.header["models"][0]["whole"])
    assert whole[:2].tolist() == ([20_000.0, 0.0] if label == 0 else [0.0, 20_000.0])
    assert np.isnan(whole[4])
