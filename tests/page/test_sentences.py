"""The page says what Python says, to the letter, on the same data sets as the numbers; names stay text."""

import math
from dataclasses import replace

import numpy as np
import pytest

from brierwidgets import Comparison
from brierwidgets.core.calibration import decompose
from brierwidgets.core.intervals import Interval, expit
from brierwidgets.core.move import lead, make_move
from brierwidgets.core.one_threshold import decide
from brierwidgets.core.outlines import cases_inside
from brierwidgets.core.people import whole_people
from brierwidgets.core.ranking import roc_auc
from brierwidgets.core.tables import build_tables
from brierwidgets.core.thresholds import Counts
from brierwidgets.page import sentences
from brierwidgets.words.calibration import describe_calibration
from brierwidgets.words.decomposition import describe_decomposition
from brierwidgets.words.html import join, spoken, tag
from brierwidgets.words.numbers import UNITS
from brierwidgets.words.one_threshold import describe_charts, describe_decision
from brierwidgets.words.ranking import describe_ranking
from brierwidgets.words.sensitivity import describe_interval
from brierwidgets.words.verdict import verdict
from tests.page.conftest import on_wire
from tests.page.data_sets import DataSet, large, small
from tests.page.test_agreement import LARGE, SMALL, batches

RULES = ("brier", "log-loss")

SAY = """({words, sets}) => sets.map(({tables, intervals, names, note, spacing, areas, unit}) => {
  const read = open_tables(tables);
  return intervals.map((interval) => {
    const inner = interval[0] > 0 && interval[1] < 1;
    const moved = page.move(read, interval, inner ? spacing : "cost", names);
    const decisions = names.map((name) => page.decide(read, name, ...interval));
    return {
      verdicts: ["probability", "odds", "log-odds"].map((unit) => page.verdict(words, read, moved, {unit, note})),
      moving: page.verdict(words, read, moved, {lead: null, resting: false}).sentences,
      alone: page.verdict(words, read, page.move(read, interval, "cost", names.slice(0, 1))).sentences,
      nothing: page.verdict(words, read, page.move(read, interval, "cost", [])).sentences,
      sampled: moved.lead !== null && moved.lead.sampled,
      parts: ["brier", "log-loss"].map((rule) => page.describe_decomposition(words, read, names, rule, interval, unit)),
      calibration: page.describe_calibration(words, read, names, interval, unit),
      ranking: areas && page.describe_ranking(words, read, new Map(areas), "AUC", interval, unit),
      decisions: names.map((name, i) => page.describe_decision(words, name, decisions[i], 1000, unit)),
      charts: names.map((name, i) => page.describe_charts(words, name, decisions[i], 100, unit)),
      interval: page.describe_interval(words, moved, moved.lead, unit),
    };
  });
})"""


def spacing_of(data):
    return ("cost", "log-odds")[data.seed % 2]


def unit_of(data):
    return UNITS[data.seed % 3]


def areas_of(models):
    return {name: roc_auc(models[name]) for name in models} if 0.0 < models.prevalence < 1.0 else None


def say(scripts, sets):
    given = []
    for data in sets:
        models = data.comparison
        areas = areas_of(models)
        given.append(
            {
                "tables": on_wire(build_tables(dict(models.items()), models.rows)),
                "intervals": data.intervals,
                "names": models.names,
                "note": models.note,
                "unit": unit_of(data),
                "spacing": spacing_of(data),
                "areas": areas and list(areas.items()),
            }
        )
    return scripts.evaluate(SAY, {"words": sentences(), "sets": given})


def wanted_move(data, interval):
    inner = interval[0] > 0.0 and interval[1] < 1.0
    return make_move(data.comparison, interval, spacing_of(data) if inner else "cost", data.comparison.names)


@pytest.mark.parametrize("seeds", batches(SMALL), ids=lambda seeds: f"{seeds[0]}-{seeds[-1]}")
def test_every_sentence_is_the_same(scripts, seeds):
    sets = [small(seed) for seed in seeds]
    for data, answers in zip(sets, say(scripts, sets), strict=True):
        for interval, said in zip(data.intervals, answers, strict=True):
            where = (data.seed, interval)
            check_verdicts(data.comparison, wanted_move(data, interval), said, where)
            check_views(data, interval, said, where)
            check_map(data, interval, said, where)


def test_a_rule_that_may_be_as_good_as_a_clear_winner_is_named(scripts):
    rng = np.random.default_rng(2)
    labels = rng.random(1_000) < 0.1
    log_odds = -2.3 + 0.5 * (rng.normal(size=1_000) + 0.5 * labels)
    models = Comparison(labels, {"a": expit(log_odds), "bold": expit(log_odds + 0.3)})
    data = DataSet(0, models, [(0.05, 0.2)])
    ((said,),) = say(scripts, [data])
    assert "But whether any model beats treating none is not clear" in said["verdicts"][0]["sentences"][1]
    check_verdicts(models, wanted_move(data, (0.05, 0.2)), said, "in doubt")


def check_verdicts(models, move, said, where):
    ahead = lead(models, move)
    for unit, found in zip(UNITS, said["verdicts"], strict=True):
        wanted = verdict(models, move, ahead, unit=unit)
        assert found == {"best": wanted.best, "sentences": wanted.sentences}, where
    assert said["moving"] == verdict(models, move, None, resting=False).sentences[: len(said["moving"])], where
    first = make_move(models, move.interval, "cost", models.names[:1])
    assert [*said["alone"], *([models.note] if models.note else [])] == verdict(
        models, first, lead(models, first)
    ).sentences
    nothing = make_move(models, move.interval, "cost", [])
    assert said["nothing"] == verdict(models, nothing, None).sentences


def check_views(data, interval, said, where):
    models, bounds, unit = data.comparison, Interval(*interval), unit_of(data)
    for rule, found in zip(RULES, said["parts"], strict=True):
        parts = {name: decompose(models[name], rule=rule, interval=interval) for name in models}
        assert found == describe_decomposition(parts, bounds, unit), where
    inside = {name: cases_inside(models[name], bounds) for name in models}
    assert said["calibration"] == describe_calibration(inside, bounds, unit), where
    areas = areas_of(models)
    if areas:
        silent = [name for name in models if sum(models[name].counts(bounds.low)[:2]) == 0.0]
        assert said["ranking"] == describe_ranking(areas, "AUC", bounds, silent, unit), where
    for name, found in zip(models, said["decisions"], strict=True):
        assert found == describe_decision(name, decide(models[name], *interval), 1000, unit), where
    for name, found in zip(models, said["charts"], strict=True):
        assert tuple(found) == describe_charts(name, decide(models[name], *interval), 100, unit), where


def check_map(data, interval, said, where):
    models, move = data.comparison, wanted_move(data, interval)
    found = models.best_over_intervals(list(interval), spacing=move.spacing)
    ahead = lead(models, move)
    if ahead is not None and ahead.rival == move.runner_up:
        found = replace(found, low=np.full((2, 2), ahead.low), high=np.full((2, 2), ahead.high))
    assert said["interval"] == describe_interval(found, 0, 1, unit_of(data)), where


@pytest.mark.parametrize(("seed", "size", "weighted"), [setting for setting in LARGE if setting[1] >= 20_000])
def test_many_rows_say_the_same_but_for_a_sampled_error(scripts, seed, size, weighted):
    data = large(seed, size, weighted=weighted)
    (answers,) = say(scripts, [data])
    compared = 0
    for interval, said in zip(data.intervals, answers, strict=True):
        if math.log(interval[1] / max(interval[0], 1e-9)) < 0.02:
            continue  # narrower than a step of the slider
        move = wanted_move(data, interval)
        found, wanted = (
            said["verdicts"][0]["sentences"],
            verdict(data.comparison, move, lead(data.comparison, move)).sentences,
        )
        if said["sampled"]:
            found, wanted = [found[0], *found[2:]], [wanted[0], *wanted[2:]]
        assert found == wanted, interval
        compared += 1
    assert compared >= 5


def test_whole_people_add_up_alike(scripts):
    rng = np.random.default_rng(5)
    shares = rng.dirichlet(np.ones(4), 500)
    shares[:50] = rng.multinomial(8, [0.25] * 4, 50) / 8
    shares = [row for row in shares.tolist() if sum(row) > 0]
    names = ["tp", "fp", "fn", "tn"]
    found = scripts.evaluate(
        "(rows) => rows.map((row) => Object.values(page.whole_people(row, 1000)))",
        [dict(zip(names, row, strict=True)) for row in shares],
    )
    assert found == [list(whole_people(Counts(*row), 1000)) for row in shares]


HOSTILE = ["<img src=x onerror=alert(1)>", "a & b", "\"quoted\" 'both'", "{best}", "$& $1", "__proto__", "</script>"]


def test_names_stay_text_in_sentences_and_in_markup(scripts):
    found = scripts.evaluate(
        """([words, names]) => ({
          filled: names.map((best) => page.fill(words, "only_shown", {where: "Here", best})),
          spoken: String(page.spoken(names)),
          cell: String(
            page.tag("td", {title: names[2], hidden: true, lang: null}, names[0], page.tag("b", {}, names[1]))),
        })""",
        [sentences(), HOSTILE],
    )
    assert found["filled"] == [f"Here: {name}, the only model shown." for name in HOSTILE]
    assert found["spoken"] == spoken(HOSTILE)
    assert found["cell"] == tag("td", HOSTILE[0], tag("b", HOSTILE[1]), title=HOSTILE[2], hidden=True, lang=None)
    assert "<img" not in found["spoken"]
    assert str(join(["<"])) == scripts.evaluate("() => String(page.join(['<']))")
