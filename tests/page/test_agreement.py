"""The page's arithmetic against Python's, on hundreds of random data sets, in Chromium, from the shipped script."""

import itertools
import math

import numpy as np
import pytest

from brierwidgets import Forecast
from brierwidgets.core.calibration import calibration_curve, decompose
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import lead, make_move, read_at
from brierwidgets.core.outlines import (
    calibration_part,
    calibration_points,
    cases_inside,
    path_part,
    precision_recall_points,
    roc_points,
    thresholds_to_draw,
)
from brierwidgets.core.readings import read_together
from brierwidgets.core.round_costs import round_costs
from brierwidgets.core.tables import build_tables
from tests.page.conftest import on_wire
from tests.page.data_sets import expit, large, small

SPACINGS = ("cost", "log-odds")
SMALL = range(520)
BATCH = 65

MOVES = """(sets) => sets.map(({tables, intervals, names, thresholds}) => {
  const read = open_tables(tables);
  const plain = (made) => ({...made, summaries: [...made.summaries], ranks: [...made.ranks], rules: [...made.rules]});
  const kinds = ["roc", "precision-recall"];
  return {
    moves: intervals.map((interval) => ["cost", "log-odds"].map((spacing) =>
      spacing === "cost" || (interval[0] > 0 && interval[1] < 1)
        ? plain(page.move(read, interval, spacing, names)) : null)),
    readings: thresholds.map((cost) => page.read_at(read, cost, names)),
    alike: thresholds.map((cost) =>
      page.read_together(page.read_at(read, cost, names)).map((alike) => alike.map(({name}) => name))),
    bands: thresholds.map((cost) => names.map((name) =>
      [page.regret_interval(read, name, cost), page.net_benefit_interval(read, name, cost)])),
    inside: intervals.map((interval) => names.map((name) => page.cases_inside(read, name, interval))),
    parts: intervals.map((interval) => names.map((name) =>
      ["brier", "log-loss"].map((rule) => page.decompose(read, name, rule, interval)))),
    paths: intervals.map((interval) => names.map((name) =>
      kinds.map((kind) => page.path_part(read, name, kind, interval, 48)))),
    calibration: names.map((name) => {
      const line = page.calibration_points(read, name, "log-odds", [0.001, 0.999]);
      return [line, ...intervals.map((interval) => page.calibration_part(line.scores, line.values, interval, 48))];
    }),
  };
})"""


def ask(scripts, sets, question=MOVES, extra=lambda _number: {}):
    """Ask the page about data sets; returns its answers and Python's tables."""
    given, built = [], []
    for number, data in enumerate(sets):
        tables = build_tables(dict(data.comparison.items()), data.comparison.rows)
        built.append(tables)
        given.append(
            {
                "tables": on_wire(tables),
                "intervals": data.intervals,
                "names": data.comparison.names,
                "thresholds": thresholds_of(data),
                **extra(number),
            }
        )
    return scripts.evaluate(question, given), built


def thresholds_of(data):
    return [0.0, 1.0, *(end for interval in data.intervals for end in interval)]


def close(found, wanted, relative, floor=0.0):
    """Whether two numbers agree, both infinite or both NaN included."""
    if math.isnan(wanted) or math.isinf(wanted):
        return found == wanted or (math.isnan(found) and math.isnan(wanted))
    return abs(found - wanted) <= relative * max(abs(wanted), floor)


def check_estimate(found, wanted, relative, floor, where):
    """A score to `relative`; its error and interval as far as the spread of nearly equal losses has digits."""
    assert close(found["value"], wanted.value, relative, floor), (where, found, wanted)
    reach = max(abs(wanted.value), floor)
    for key in ("standard_error", "low", "high"):
        assert close(found[key], getattr(wanted, key), relative, reach), (where, key, found, wanted)


def check_move(found, wanted, relative, where, *, floor_of, rules_to=1e-12):
    for name, summary in found["summaries"]:
        exact = wanted.summaries[name]
        for score, estimate in exact._asdict().items():
            check_estimate(summary[score], estimate, relative, floor_of(score) or 0.0, (*where, name, score))
    assert dict(found["ranks"]) == wanted.ranks, where
    assert found["order"] == wanted.order, where
    assert (found["best"], found["runner_up"]) == (wanted.best, wanted.runner_up), where
    assert found["tied"] == wanted.tied, where
    assert (found["best_rule"], found["rival"], found["rivals"]) == (wanted.best_rule, wanted.rival, wanted.rivals)
    for name, regret in found["rules"]:
        assert close(regret, wanted.rules[name], rules_to), (where, name)


def batches(seeds):
    return [seeds[start : start + BATCH] for start in range(0, len(seeds), BATCH)]


@pytest.mark.parametrize("seeds", batches(SMALL), ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_where_tables_are_exact_so_is_the_page(scripts, seeds):
    sets = [small(seed) for seed in seeds]
    answers, _ = ask(scripts, sets)
    for data, answer in zip(sets, answers, strict=True):
        check_exact(data, answer)


def check_exact(data, answer):
    models, names = data.comparison, data.comparison.names
    for interval, moves in zip(data.intervals, answer["moves"], strict=True):
        for spacing, found in zip(SPACINGS, moves, strict=True):
            where = (data.seed, interval, spacing)
            if found is None:
                with pytest.raises(ValueError, match="infinitely wide in log-odds"):
                    make_move(models, interval, spacing, names)
                continue
            wanted = make_move(models, interval, spacing, names)
            # Net benefit and skill are 1 less a loss.
            check_move(found, wanted, 1e-9, where, floor_of={"net_benefit": 1.0, "skill": 1.0}.get)
            check_lead(found["lead"], lead(models, wanted), 1e-9, where)


@pytest.mark.parametrize("seeds", batches(SMALL[::4]), ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_what_charts_draw_is_exact_too(scripts, seeds):
    sets = [small(seed) for seed in seeds]
    answers, _ = ask(scripts, sets)
    for data, answer in zip(sets, answers, strict=True):
        check_drawn(data, answer)


STEPS = """(sets) => sets.map(({tables, names}) => {
  const read = open_tables(tables);
  return names.map((name) => page.step_counts(read.models.get(name)));
})"""


def test_steps_of_calibration_curves_are_counted_past_what_fits_in_8_bits(scripts):
    sets = [small(seed) for seed in SMALL[::8]]
    answers, _ = ask(scripts, sets, STEPS)
    most = 0.0
    for data, answer in zip(sets, answers, strict=True):
        for name, found in zip(data.comparison.names, answer, strict=True):
            curve = calibration_curve(data.comparison[name])
            np.testing.assert_allclose(found["cases"], curve.cases, rtol=1e-12)
            np.testing.assert_allclose(found["positives"], curve.positives, rtol=1e-12)
            most = max(most, *found["cases"])
    assert most > 2**8


def check_drawn(data, answer, check_line=None, parts_to=1e-9):
    models, names = data.comparison, data.comparison.names
    for interval, inside, parts, paths in zip(
        data.intervals, answer["inside"], answer["parts"], answer["paths"], strict=True
    ):
        for name, counted, split, drawn in zip(names, inside, parts, paths, strict=True):
            wanted = cases_inside(models[name], Interval(*interval))
            np.testing.assert_allclose([counted["cases"], counted["positives"]], wanted, rtol=1e-12)
            check_parts(models[name], interval, split, parts_to)
            if check_line is None:  # which points are left out of a long path may hang on its last digit
                check_paths(models[name], interval, drawn)
    for cost, readings in zip(thresholds_of(data), answer["readings"], strict=True):
        for found, wanted in zip(readings, read_at(models, cost, names), strict=True):
            assert found["name"] == wanted.name
            np.testing.assert_allclose(list(found["counts"].values()), wanted.counts, rtol=1e-12, atol=1e-15)
            assert close(found["regret"], wanted.regret, 1e-12, 1e-3), (data.seed, cost)
            assert close(found["net_benefit"], wanted.net_benefit, 1e-12, 1.0), (data.seed, cost)
    check_bands(data, answer)
    for cost, alike in zip(thresholds_of(data), answer["alike"], strict=True):
        together = read_together(read_at(models, cost, names))
        assert alike == [[reading.name for reading in group] for group in together], (data.seed, cost)
    for name, (line, *thick) in zip(names, answer["calibration"], strict=True):
        (check_line or check_calibration)(models[name], data.intervals, line, thick)


def check_bands(data, answer):
    """The edges of the 95% bands about both curves, at each threshold."""
    models, names = data.comparison, data.comparison.names
    for cost, bands in zip(thresholds_of(data), answer["bands"], strict=True):
        for name, found in zip(names, bands, strict=True):
            wanted = (models[name].regret_interval(cost), 1e-3), (models[name].net_benefit_interval(cost), 1.0)
            for ends, (expected, floor) in zip(found, wanted, strict=True):
                for end, value in zip((ends["low"], ends["high"]), expected, strict=True):
                    assert close(end, value, 1e-9, floor), (data.seed, cost, name)


def check_lead(found, wanted, relative, where):
    if wanted is None:
        assert found is None, where
        return
    assert (found["rival"], found["clear"], found["sampled"]) == (wanted.rival, wanted.clear, False), where
    reach = abs(wanted.high - wanted.low)
    for key in ("estimate", "standard_error", "low", "high"):
        assert close(found[key], getattr(wanted, key), relative, reach), (where, key, found, wanted)


def check_parts(forecast, interval, split, relative=1e-9):
    for rule, found in zip(("brier", "log-loss"), split, strict=True):
        wanted = decompose(forecast, rule=rule, interval=interval)
        for key in ("score", "miscalibration", "discrimination", "uncertainty"):
            scale = wanted.score if math.isfinite(wanted.score) else 0.0
            assert close(found[key], getattr(wanted, key), relative, max(scale, wanted.uncertainty)), (
                rule,
                key,
                interval,
            )


def check_paths(forecast, interval, drawn):
    if not 0.0 < forecast.prevalence < 1.0:
        return
    thresholds = thresholds_to_draw(forecast)
    for path, found in zip((roc_points, precision_recall_points), drawn, strict=True):
        wanted = path_part(path, forecast, thresholds, Interval(*interval), 48)
        for key in ("threshold", "x", "y"):
            np.testing.assert_allclose(found[key], getattr(wanted, key), rtol=1e-12, atol=1e-15)


def check_calibration(forecast, intervals, line, thick):
    def to_axis(cost):
        return np.log(cost / (1 - cost))

    scores, values = calibration_points(forecast, to_axis, Interval(0.001, 0.999))
    np.testing.assert_allclose(line["scores"], scores, rtol=1e-12)
    np.testing.assert_allclose(line["values"], values, rtol=1e-12)
    for interval, found in zip(intervals, thick, strict=True):
        wanted = calibration_part(scores, values, Interval(*interval), 48)
        np.testing.assert_allclose(found["scores"], wanted[0], rtol=1e-12)
        np.testing.assert_allclose(found["values"], wanted[1], rtol=1e-9, atol=1e-12)


LARGE = [
    (1_000, 4_500, True),
    *((1_001 + seed, 8_000, True) for seed in range(2)),
    *((2_000 + seed, 20_000, seed % 3 == 2) for seed in range(6)),
    *((3_000 + seed, 200_000, seed == 2) for seed in range(3)),
]


@pytest.mark.parametrize(("seed", "size", "weighted"), LARGE)
def test_where_scores_share_cells_the_page_is_good_to_a_millionth(scripts, seed, size, weighted):
    data = large(seed, size, weighted=weighted)
    (answer,), (tables,) = ask(scripts, [data])
    assert len(tables.data) <= 400_000
    check_large(data, answer)


def check_large(data, answer, good=1e-6):
    models, names, seed = data.comparison, data.comparison.names, data.seed
    for interval, moves, parts in zip(data.intervals, answer["moves"], answer["parts"], strict=True):
        floor_of = floors(models.prevalence, interval)
        # An end of an interval cuts a cell: of one that is narrower than a cell that is all there is to know.
        relative = good if width(interval) > 0.02 else 1e-3
        for spacing, found in zip(SPACINGS, moves, strict=True):
            if found is not None:
                wanted = make_move(models, interval, spacing, names)
                check_move(found, wanted, relative, (seed, interval, spacing), floor_of=floor_of)
                if relative == good:
                    check_sampled_lead(found["lead"], lead(models, wanted), max(wanted.rules.values()), 2 * good)
        for name, split in zip(names, parts, strict=True):
            check_parts(models[name], interval, split, relative)
    for cost, readings in zip(thresholds_of(data), answer["readings"], strict=True):
        for found, wanted in zip(readings, read_at(models, cost, names), strict=True):
            assert list(found["counts"].values()) == pytest.approx(list(wanted.counts), abs=2e-3)
            assert close(found["regret"], wanted.regret, 1e-3, 0.1), (seed, cost)


def width(interval):
    low, high = np.clip(interval, 1e-9, 1 - 1e-9)
    return np.log(high / low) + np.log((1 - low) / (1 - high))


def floors(prevalence, interval):
    """Where a score is next to 0 it is compared with a tenth of what always forecasting the prevalence loses."""
    regret = 0.1 * prevalence * (1 - prevalence)
    known = {
        "mean_regret": regret,
        "brier": 2 * (interval[1] - interval[0]) * regret,
        "log_loss": width(interval) * regret,
        "net_benefit": 1.0,
        "skill": 1.0,
    }
    return known.__getitem__


def check_sampled_lead(found, wanted, regret, good):
    """The lead is as good as the scores; how sure it is comes from a sample, which may miss a rare case."""
    assert found["rival"] == wanted.rival
    assert close(found["estimate"], wanted.estimate, good, regret)
    span = wanted.high - wanted.low
    for key in ("low", "high"):
        relative, scale = (0.1, span) if found["sampled"] else (good, max(span, regret))
        assert close(found[key], getattr(wanted, key), relative, scale)


ENDS = """({tables, name, ends, spacing}) => {
  const read = open_tables(tables);
  return ends.map((interval) => page.move(read, interval, spacing, [name]).summaries.get(name).mean_regret.value);
}"""


STATED = [(2_000, 20_000, False), (2_002, 20_000, True), (3_000, 200_000, False)]


@pytest.mark.parametrize(("seed", "size", "weighted"), STATED)
def test_the_error_that_tables_state_is_not_exceeded(scripts, seed, size, weighted):
    models = large(seed, size, weighted=weighted).comparison
    tables = build_tables(dict(models.items()), models.rows)
    rng = np.random.default_rng(seed)
    by_hand = worst_error(scripts, models, tables, lambda _name: round_ends(rng))
    assert 0.01 * tables.error < by_hand <= tables.error < 1e-6
    typed = worst_error(scripts, models, tables, lambda name: wide_ends(rng, models[name].distinct_scores))
    assert 0.01 * tables.typed_error < typed <= tables.typed_error < (4e-5 if weighted else 2e-6)
    assert typed < (4e-6 if weighted else 1e-6)  # as far as it was found


def worst_error(scripts, models, tables, ends_for):
    """The largest error of a mean regret, compared as `Tables.error` is."""
    floor = 0.1 * models.prevalence * (1 - models.prevalence)
    worst = 0.0
    for name, spacing in itertools.product(models, SPACINGS):
        ends = ends_for(name)
        found = scripts.evaluate(ENDS, {"tables": on_wire(tables), "name": name, "ends": ends, "spacing": spacing})
        wanted = [models[name].mean_regret(tuple(interval), spacing=spacing) for interval in ends]
        worst = max(worst, np.max(np.abs(np.subtract(found, wanted)) / np.maximum(wanted, floor)))
    return worst


def round_ends(rng):
    """Intervals that a hand can reach, half of them as narrow as can be."""
    low = rng.integers(0, round_costs().size - 1, 400)
    high = np.where(rng.random(400) < 0.5, low + 1, rng.integers(low + 1, round_costs().size))
    return np.column_stack([round_costs()[low], round_costs()[high]]).tolist()


def wide_ends(rng, scores):
    """Intervals from a score to somewhere, at least 1 wide in log-odds."""
    odds = np.log(scores[1:-1] / (1 - scores[1:-1]))
    start = rng.choice(odds[np.abs(odds) < 5.5], 400)
    stop = start + np.where(rng.random(400) < 0.5, 1.0, rng.uniform(1.0, 1.4, 400))
    return np.column_stack([expit(start), expit(stop)]).tolist()


READINGS = "({tables, costs, names}) => costs.map((cost) => page.read_at(open_tables(tables), cost, names))"


@pytest.mark.parametrize(("seed", "size", "weighted"), STATED)
def test_counts_under_a_pointer_are_exact(scripts, seed, size, weighted):
    models = large(seed, size, weighted=weighted).comparison
    tables = build_tables(dict(models.items()), models.rows)
    costs = round_costs()[::13].tolist()
    given = {"tables": on_wire(tables), "costs": costs, "names": models.names}
    for cost, readings in zip(costs, scripts.evaluate(READINGS, given), strict=True):
        for found, wanted in zip(readings, read_at(models, cost, models.names), strict=True):
            good = 1e-6 if weighted else 1e-12
            np.testing.assert_allclose(list(found["counts"].values()), wanted.counts, rtol=good, atol=good / 10)


@pytest.mark.parametrize("rows", [100, 1_000, 100_000])  # scores one by one, all of them, and cells
def test_no_move_stops_to_add_up_what_later_ones_look_up(scripts, rows):
    rng = np.random.default_rng(3)
    scores = expit(rng.normal(size=rows))
    tables = build_tables({"a": Forecast(rng.random(rows) < scores, scores)})
    added = """(tables) => {
      const read = open_tables(tables), {negatives, positives} = read.models.get("a");
      const sums = () => [negatives, positives].map((table) => [...table.sums.keys()]);
      const before = sums();
      for (const spacing of ["cost", "log-odds"]) page.move(read, [0.01, 0.99], spacing, ["a"]);
      return [before, sums()];
    }"""
    before, after = scripts.evaluate(added, on_wire(tables))
    assert before == after
    assert (before[0] == []) == (rows == 100)
