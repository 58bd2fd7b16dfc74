"""Explorers over several horizons, and over several classes."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
import traitlets

from brierwidgets import Comparison, Explorer, SurvivalComparison, one_vs_rest

RNG = np.random.default_rng(3)
SIZE = 300
RATE = np.exp(RNG.normal(0, 0.7, SIZE) - 2)
CAME, LOST = RNG.exponential(1 / RATE), RNG.exponential(8, SIZE)
TIME, EVENT = np.minimum(CAME, LOST), (CAME <= LOST).astype(int)
HORIZONS = [1, 2.5, 5]
RISKS = {"true": lambda horizon: 1 - np.exp(-RATE * horizon), "flat": lambda horizon: np.full(SIZE, horizon / 20)}
CLASSES = ["cold", "flu", "<other>"]
PROBA = RNG.dirichlet([2, 1, 1], SIZE)
ILL = np.array([CLASSES[place] for place in (PROBA.cumsum(axis=1) > RNG.random((SIZE, 1))).argmax(axis=1)])


@pytest.fixture
def horizons():
    shown = Explorer.from_survival(TIME, EVENT, RISKS, horizons=HORIZONS, horizon=2.5, interval=(0.1, 0.4))
    yield shown
    shown.close()


@pytest.fixture
def classes():
    sharper = PROBA**2 / (PROBA**2).sum(1, keepdims=True)
    shown = Explorer.one_vs_rest(ILL, {"m": PROBA, "n": sharper}, CLASSES)
    yield shown
    shown.close()


def test_one_horizon_shows_how_far_cases_were_followed():
    risks = {name: risk(2.5) for name, risk in RISKS.items()}
    explorer = Explorer.from_survival(TIME, EVENT, risks, horizon=2.5, interval=(0.1, 0.4))
    wanted = Comparison.from_survival(TIME, EVENT, risks, horizon=2.5)
    assert explorer.scores().equals(wanted.scores((0.1, 0.4)))
    text = explorer.verdict.text
    assert "The event counts if it came by 2.5." in text
    assert f"{wanted.follow_up.censored} were censored before" in text
    assert "(Kaplan-Meier)" in text
    assert "horizon=2.5" in explorer.to_code()
    explorer.close()


def test_competing_events_have_their_own_estimator():
    kinds = np.where((EVENT == 1) & (RNG.random(SIZE) < 0.3), 2, EVENT)
    explorer = Explorer.from_survival(TIME, kinds, {"m": RISKS["true"](2.5)}, horizon=2.5, interval=(0.1, 0.4))
    assert "(Aalen-Johansen)" in explorer.verdict.text
    assert "had a competing event" in explorer.verdict.text
    explorer.close()


def test_a_horizon_is_chosen_and_everything_follows(horizons):
    compared = SurvivalComparison(TIME, EVENT, RISKS, horizons=HORIZONS)
    for number, horizon in enumerate(HORIZONS):
        horizons._group_choice._control.value = number
        assert horizons.scores().equals(compared.at(horizon).scores((0.1, 0.4)))
        assert f"if it came by {horizon:g}." in horizons.verdict.text
        assert horizons.state.move.prevalence == horizons._base_rate.own == compared.at(horizon).prevalence
    horizons.prevalence = "5%"
    assert horizons.comparison.prevalence == pytest.approx(0.05)
    horizons.state.group = "1"
    assert horizons.comparison.prevalence == pytest.approx(0.05)
    assert horizons._group_choice._control.value == 0


def test_tables_are_built_for_the_horizon_asked_for(horizons):
    horizons.engine.fill()
    assert list(horizons.engine.tables) == ["2.5"]
    horizons.state.group = "5"
    horizons.engine.fill()
    assert list(horizons.engine.tables) == ["2.5", "5"]
    assert "by 5." in horizons.engine.headers["5"]["note"]


def test_a_class_is_chosen_and_everything_follows(classes):
    wanted = one_vs_rest(ILL, {"m": PROBA, "n": PROBA**2 / (PROBA**2).sum(1, keepdims=True)}, CLASSES)
    assert classes.comparison.prevalence == wanted["cold"].prevalence
    for number, name in enumerate(CLASSES):
        classes._group_choice._control.value = number
        assert classes.scores().equals(wanted[name].scores(classes.interval))
        assert f"those of the class {name};" in classes.verdict.text
    assert "groups" not in classes.charts
    assert classes.settings()["group"] == "<other>"
    assert "classes=['cold', 'flu', '<other>']" in classes.to_code()


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (lambda e: e.add_model("b", RISKS["true"](1)), "one comparison for each"),
        (lambda e: e.drop_model("flat"), "one comparison for each"),
        (lambda e: e.add_recalibrated("true"), "one comparison for each"),
        (lambda e: setattr(e.state, "group", "7"), "There is no group '7'"),
    ],
)
def test_models_of_several_horizons_stay(horizons, change, advice):
    before = horizons.scores()
    with pytest.raises((ValueError, traitlets.TraitError), match=advice):
        change(horizons)
    assert horizons.scores().equals(before)


def test_horizons_that_nearly_agree_have_names_of_their_own():
    near = [2.5, 2.5000001]
    explorer = Explorer.from_survival(TIME, EVENT, RISKS, horizons=near, horizon=near[1])
    assert list(explorer.state.groups) == ["2.5", "2.5000001"]
    assert explorer.comparison.follow_up.horizon == near[1]
    explorer.close()


PLAIN = {"m": RISKS["true"](2.5)}
BAD = {
    "no horizon": (lambda: Explorer.from_survival(TIME, EVENT, PLAIN), "horizon is missing"),
    "a list of horizons": (lambda: Explorer.from_survival(TIME, EVENT, RISKS, horizon=[1, 2]), r"horizons=\[1, 2\]"),
    "nobody followed": (lambda: Explorer.from_survival(TIME, EVENT, PLAIN, horizon=1e6), "followed"),
    "nobody followed to one of several": (
        lambda: Explorer.from_survival(TIME, EVENT, RISKS, horizons=[1, 1e6]),
        "followed",
    ),
    "events as text": (lambda: Explorer.from_survival(TIME, EVENT.astype(str), PLAIN, horizon=2), "event"),
    "negative time": (lambda: Explorer.from_survival(-TIME, EVENT, PLAIN, horizon=2), "time"),
    "unknown kinds": (lambda: Explorer.from_survival(TIME, EVENT + 0.5, PLAIN, horizon=2), "event"),
    "risks that fall": (
        lambda: Explorer.from_survival(TIME, EVENT, {"m": lambda t: np.exp(-RATE * t)}, horizons=[1, 2]),
        "cannot fall",
    ),
    "horizons in disorder": (lambda: Explorer.from_survival(TIME, EVENT, RISKS, horizons=[2, 1]), "must increase"),
    "a horizon that is none of them": (
        lambda: Explorer.from_survival(TIME, EVENT, RISKS, horizons=[1, 2], horizon=3),
        "There is no horizon 3",
    ),
    "groups as well": (
        lambda: Explorer.from_survival(TIME, EVENT, RISKS, horizons=[1, 2], groups=EVENT),
        "cannot be shown at once",
    ),
    "groups and classes": (
        lambda: Explorer.one_vs_rest(ILL, PROBA, CLASSES, groups=EVENT),
        "cannot be shown at once",
    ),
    "a strange class": (lambda: Explorer.one_vs_rest([*ILL[:-1], "gout"], PROBA, CLASSES), "gout"),
    "no classes": (lambda: Explorer.one_vs_rest(ILL, PROBA), "classes is missing"),
    "half of the probabilities": (lambda: Explorer.one_vs_rest(ILL, PROBA / 2, CLASSES), "add up to 0.5"),
    "frame with time and groups": (
        lambda: Explorer.from_frame(FRAME, time="t", event="e", horizon=2, models=["m"], groups="e"),
        "one by one",
    ),
    "frame with time and label": (
        lambda: Explorer.from_frame(FRAME, label="e", time="t", event="e", horizon=2, models=["m"]),
        "label",
    ),
    "frame with neither": (lambda: Explorer.from_frame(FRAME, models=["m"]), "label"),
}
ENGINES = {
    "pandas": lambda frame: frame,
    "polars": lambda frame: pl.from_pandas(frame).lazy(),
    "duckdb": duckdb.from_df,
}
FRAME = pd.DataFrame({"t": TIME, "e": EVENT, "m": RISKS["true"](2)})


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_advice(case):
    build, advice = BAD[case]
    with pytest.raises((ValueError, TypeError), match=advice):
        build()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_frame_with_times_and_events(engine):
    frame = ENGINES[engine](FRAME)
    explorer = Explorer.from_frame(frame, time="t", event="e", horizon=2, models={"mine": "m"}, interval=(0.1, 0.4))
    wanted = Comparison.from_survival(TIME, EVENT, {"mine": FRAME["m"]}, horizon=2)
    np.testing.assert_allclose(explorer.scores()["mean_regret"], wanted.scores((0.1, 0.4))["mean_regret"], rtol=1e-9)
    assert "came by 2." in explorer.verdict.text
    explorer.close()
