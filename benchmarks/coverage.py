"""How often 95% intervals cover, and how often "clear" is said in error: ``python benchmarks/coverage.py``.

Three models of one marker, samples drawn many times, and the truth from a million cases. An interval covers where it
holds the true mean regret, or the true difference between two models or between a model and a rule. A verdict is
false where the lead is called clear and the leader is truly worse than the rival named. Plain is the mean with 1.96
standard errors on either side, and clear by that; guarded is what the package says.
"""

from __future__ import annotations

import argparse
import functools
from typing import NamedTuple

import numpy as np
from scipy.special import expit, logit

from brierwidgets import Comparison
from brierwidgets.core.differences import paired_difference
from brierwidgets.core.guarded import excludes_zero, z_value
from brierwidgets.core.move import lead, make_move
from brierwidgets.core.rules import RULE_NAMES, TREAT_ALL, TREAT_NONE, difference_to_rule
from brierwidgets.core.scoring_rules import RULES

_TRUTH = 1_000_000
LOW, HIGH = (0.0166, 0.03), (0.05, 0.2)


class Setting(NamedTuple):
    """One kind of sample."""

    prevalence: float
    interval: tuple[float, float]
    rows: int
    score: str = "mean-regret"
    kind: str = "plain"  # or "ties", "random weights", or one of CHANCES
    strength: float = 1.2  # by how many standard deviations the marker tells positives from negatives


#: The twelve settings that the method was chosen on.
TWELVE = [Setting(p, interval, n) for p in (0.02, 0.3) for interval in (LOW, HIGH) for n in (200, 1_000, 5_000)]
#: The same where few cases decide, with other scores.
OTHERS = [
    Setting(p, interval, n, score)
    for score in ("mean-regret-log-odds", "net-benefit", "brier-skill")
    for p in (0.02, 0.3)
    for interval in (LOW, HIGH)
    for n in (200, 1_000)
]
#: Weights of several kinds, scores rounded to ties, prevalence of 5 in 1,000, the whole range of costs.
HARDER = [
    Setting(0.1, HIGH, 400, kind="weights"),
    Setting(0.3, LOW, 1_000, kind="weights"),
    Setting(0.02, LOW, 2_000, kind="weights"),
    Setting(0.1, HIGH, 400, kind="low weights"),
    Setting(0.02, LOW, 2_000, kind="low weights"),
    Setting(0.1, HIGH, 400, kind="random weights"),
    Setting(0.1, HIGH, 400, kind="case-control"),
    Setting(0.1, HIGH, 400, kind="ties"),
    Setting(0.3, LOW, 400, kind="ties"),
    Setting(0.005, LOW, 2_000),
    Setting(0.005, HIGH, 5_000),
    Setting(0.1, (0.0, 1.0), 200, "brier"),
]


#: Taken from settings that were chosen before looking, the two weakest included.
FRESH = [
    Setting(0.01, LOW, 500),
    Setting(0.002, (0.002, 0.01), 10_000, strength=1.8),
    Setting(0.05, (0.02, 0.05), 300),
    Setting(0.05, (0.1, 0.3), 200, strength=0.6),
    Setting(0.15, (0.1, 0.2), 150),
    Setting(0.97, (0.8, 0.95), 400),
    Setting(0.005, (0.005, 0.02), 1_500, strength=1.5),
    Setting(0.02, (0.02, 0.03), 300, "net-benefit", strength=1.8),
    Setting(0.03, (0.02, 0.05), 1_500, kind="sloping weights", strength=1.5),
    Setting(0.1, (0.2, 0.4), 300, kind="steep weights", strength=1.5),
    Setting(0.02, (0.01, 0.03), 2_500, kind="ten to one", strength=0.8),
    Setting(0.25, (0.03, 0.08), 600, kind="random weights"),
]


#: The chance that a case was sampled, by outcome and marker; it weighs the inverse.
CHANCES = {
    "weights": lambda _, marker: np.where(marker > 0.5, 0.2, 0.9),
    "low weights": lambda _, marker: np.where(marker < 0.5, 0.2, 0.9),
    "case-control": lambda y, _: np.where(y, 0.9, 0.2),
    "sloping weights": lambda _, marker: np.maximum(expit(-0.5 - 0.9 * marker), 0.05),
    "steep weights": lambda _, marker: np.maximum(expit(-1 - 1.2 * marker), 0.03),
    "ten to one": lambda _, marker: np.where(marker > 1, 0.1, 1.0),
}


class Coverage(NamedTuple):
    """Shares of samples whose interval covers, counts of false verdicts, and how much wider guarded intervals are."""

    score: tuple[float, float]
    difference: tuple[float, float]
    to_none: tuple[float, float]
    to_all: tuple[float, float]
    false_clear: tuple[int, int]
    wider: float


def draw(
    setting: Setting, rows: int, rng: np.random.Generator
) -> tuple[np.ndarray, dict[str, np.ndarray], np.ndarray | None]:
    """Return outcomes, the scores of three models, and weights."""
    y = rng.random(rows) < setting.prevalence
    marker = rng.normal(size=rows) + setting.strength * y
    log_odds = logit(setting.prevalence) - setting.strength**2 / 2 + setting.strength * marker
    scores = {
        "calibrated": expit(log_odds),
        "noisy": expit(log_odds + 0.7 * rng.normal(size=rows)),
        "bold": expit(1.5 * log_odds + 1.0),
    }
    if setting.kind == "ties":
        scores = {name: np.round(column, 2) for name, column in scores.items()}
    weights = None
    if setting.kind == "random weights":
        weights = 0.1 + rng.exponential(size=rows)
    elif setting.kind in CHANCES:
        chance = CHANCES[setting.kind](y, marker)
        kept = rng.random(rows) < chance
        y, scores = y[kept], {name: column[kept] for name, column in scores.items()}
        weights = 1 / chance[kept]
    return y, scores, weights


@functools.cache
def truth(setting: Setting) -> dict[str, float]:
    """Return the true score of each model, and those of the rules as differences to the first model."""
    kind = "ties" if setting.kind == "ties" else "plain"
    y, scores, weights = _population(setting.prevalence, kind, setting.strength)
    models = Comparison(y, scores, sample_weight=weights)
    found = {name: models[name].estimate(setting.score, setting.interval).value for name in scores}
    if not setting.score.endswith("skill"):
        for rule in RULE_NAMES:
            gaps = models.differences(setting.interval, reference=rule, rule=setting.score)
            found[rule] = gaps.loc["calibrated", "estimate"]
    return found


@functools.lru_cache(maxsize=2)
def _population(
    prevalence: float, kind: str, strength: float
) -> tuple[np.ndarray, dict[str, np.ndarray], np.ndarray | None]:
    setting = Setting(prevalence, HIGH, 0, kind=kind, strength=strength)
    return draw(setting, _TRUTH, np.random.default_rng(1))


def cover(setting: Setting, samples: int, seed: int = 0) -> Coverage:
    """Draw samples and count how often intervals hold the truth."""
    rng = np.random.default_rng(seed)
    true = truth(setting)
    covered = np.zeros((4, 2))
    widths = np.zeros(2)
    false_clear = np.zeros(2, dtype=int)
    skill = setting.score.endswith("skill")
    for _ in range(samples):
        y, scores, weights = draw(setting, setting.rows, rng)
        while not 0 < y.sum() < y.size:
            y, scores, weights = draw(setting, setting.rows, rng)
        models = Comparison(y, scores, sample_weight=weights)
        found = models["calibrated"].estimate(setting.score, setting.interval)
        covered[0] += _holds(found.value, found, true["calibrated"])
        if skill:
            continue
        rule = RULES[setting.score]
        first = models["calibrated"]
        bounds = make_move(models, setting.interval, "cost", []).interval
        points = [rule.pointwise(y, scores[name], bounds) for name in ("noisy", "calibrated")]
        gap = paired_difference(*points, y, rule.largest_losses(bounds), weights)
        covered[1] += _holds(gap.estimate, gap, true["noisy"] - true["calibrated"])
        widths += 2 * z_value() * gap.standard_error, gap.high - gap.low
        for row, name in enumerate((TREAT_NONE, TREAT_ALL), start=2):
            against = difference_to_rule(first, name, setting.score, bounds)
            covered[row] += _holds(against.estimate, against, true[name])
        if setting.score == "mean-regret":
            false_clear += _false_verdicts(models, setting, true)
    shares = covered / samples
    if skill:
        shares[1:] = np.nan
    pairs = [(float(plain), float(guarded)) for plain, guarded in shares]
    return Coverage(
        *pairs, (int(false_clear[0]), int(false_clear[1])), float(widths[1] / widths[0]) if widths[0] else np.nan
    )


def _holds(value: float, found: object, true: float) -> tuple[bool, bool]:
    error = found.standard_error
    return abs(value - true) <= z_value() * error, found.low <= true <= found.high


def _false_verdicts(models: Comparison, setting: Setting, true: dict[str, float]) -> tuple[bool, bool]:
    """Whether a clear lead of one model over the next is wrong: by the plain interval, and as the package says it."""
    move = make_move(models, setting.interval, "cost", models.names)
    best, second = move.best, move.runner_up
    wrong = true[best] > true[second]
    if not wrong:
        return False, False
    gap = models.differences(setting.interval, reference=best).loc[second]
    found = lead(models, move)
    said = found.clear if found.rival == second else excludes_zero(gap["low"], gap["high"], move.rivals)
    return gap["estimate"] > z_value() * gap["standard_error"], bool(said)


def write_line(setting: Setting, samples: int) -> str:
    """Return the line of the table for one setting."""
    found = cover(setting, samples)
    low, high = setting.interval
    kind = "" if setting.kind == "plain" else f", {setting.kind}"
    shares = " | ".join(f"{a:.3f} → {b:.3f}" for a, b in found[:4]).replace("nan → nan", "–")
    clear = "{} → {}".format(*found.false_clear) if setting.score == "mean-regret" else "–"
    where = f"{setting.prevalence:g}, {100 * low:g}%–{100 * high:g}%, {setting.rows:,}{kind}"
    wider = "–" if np.isnan(found.wider) else f"{found.wider:.2f}"
    return f"| {where} | {setting.score} | {shares} | {clear} | {wider} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=400, help="samples for each setting")
    samples = parser.parse_args().samples
    print(
        "| prevalence, costs, rows | score | score: plain → guarded | difference | to treat none | to treat all "
        f"| false clear of {samples} | width |\n|---|---|---|---|---|---|---|---|"
    )
    for setting in (*TWELVE, *OTHERS, *HARDER, *FRESH):
        print(write_line(setting, samples), flush=True)


if __name__ == "__main__":
    main()
