"""Tables for the page: small whatever the number of rows, the same every time, and honest about their error."""

import json

import numpy as np
import pytest

from brierwidgets import Comparison, Forecast
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
    return [place for each in header for place in places(each, start)] if isinstance(header, list) else []


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("rows", [1_000, 4_000, 9_500, 50_000, 300_000])
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
    assert read(tables, model["table"]["scores"]).tolist() == [0.1, 0.6, 0.8]
    assert [read(tables, column).tolist() for (column,) in model["table"]["classes"]] == [[2, 1, 0], [0, 1, 1]]


def test_many_scores_keep_their_weight_in_cells_and_beside_them():
    rng = np.random.default_rng(1)
    scores = np.where(rng.random(50_000) < 0.1, rng.choice([0.0, 0.25, 1.0], 50_000), rng.random(50_000))
    labels = rng.random(50_000) < scores
    forecast = Forecast(labels, scores)
    tables = build_tables({"a": forecast})
    table = tables.header["models"][0]["table"]
    assert read(tables, table["atoms"]["scores"]).tolist() == [0.0, 0.25, 1.0]
    for index, wanted in enumerate((forecast.negatives, forecast.positives)):
        kept = read(tables, table["atoms"]["classes"][index][0])
        assert kept[1] == pytest.approx(wanted.weights[wanted.scores == 0.25].sum())
        assert kept.sum() + read(tables, table["cells"][index]["weight"]).sum() == wanted.total


def test_the_bound_of_the_error_shrinks_with_more_rows_and_is_about_a_millionth():
    tables = [tables_of(comparison(rows)) for rows in (20_000, 100_000, 500_000)]
    for errors in ([each.error for each in tables], [each.narrow_error / 50 for each in tables]):
        assert 2e-6 > errors[0] > errors[1] > errors[2] > 0.0
        assert errors[1] < 1e-6


def test_a_model_is_reduced_once_however_often_others_come_and_go():
    models = comparison(20_000)
    both, one = build_tables(dict(models.items())), build_tables({"b": models["b"]})
    second = both.header["models"][1]
    assert one.header["models"][0] == second | {"start": 0}
    assert one.data == both.data[second["start"] : both.header["models"][2]["start"]]


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
