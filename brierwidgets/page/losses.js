/**
 * What a case loses over an interval of cost ratios, for three ways of weighing them: `core/costs.py` in JavaScript.
 *
 * `negative(score, low)` is the integral of c w(c) from `low` to `score`, `positive(score, high)` that of (1 - c) w(c)
 * from `score` to `high`. Both are accurate for a score next to the other end.
 *
 * @typedef {object} Loss
 * @property {string} name
 * @property {(score: number, low: number) => number} negative
 * @property {(score: number, high: number) => number} positive
 */
import { clip } from "../words/numbers.js";

const SMALL_GAP = 0.05;
const EXCESS_TERMS = 13;

/** ln(whole / rest), where gap = whole - rest: accurate for a small gap and for a small rest. */
export function log_ratio(whole, gap, rest) {
  if (gap < rest) return Math.log1p(gap / rest);
  return rest > 0 ? Math.log(whole) - Math.log(rest) : Infinity;
}

/** Width of an interval in log-odds. */
export function log_odds_width(low, high) {
  return log_ratio(high, high - low, low) + log_ratio(1 - low, high - low, 1 - high);
}

/** (-ln(1 - x) - x) / x^2 for a small x, where the formula itself cancels. */
function excess(x) {
  let total = 1 / (EXCESS_TERMS + 1);
  for (let n = EXCESS_TERMS - 2; n >= 0; n -= 1) total = total * x + 1 / (n + 2);
  return total;
}

/** Every cost ratio equally likely: the Brier score's view. @type {Loss} */
export const UNIFORM = {
  name: "uniform",
  negative: (score, low) => ((score - low) * (score + low)) / 2,
  positive: (score, high) => ((high - score) * (1 - score + (1 - high))) / 2,
};

/** Every log-odds of the cost ratio equally likely: the view of log loss. @type {Loss} */
export const LOG_ODDS_UNIFORM = {
  name: "log-odds",
  negative: (score, low) => log_ratio(1 - low, score - low, 1 - score),
  positive: (score, high) => log_ratio(high, high - score, score),
};

/** Thresholds equally likely, regret measured in net benefit. @type {Loss} */
export const NET_BENEFIT_UNIFORM = {
  name: "net-benefit",
  negative(score, low) {
    const gap = (score - low) / (1 - low);
    if (gap < SMALL_GAP) return low * gap + gap * gap * excess(gap);
    return low - score + log_ratio(1 - low, score - low, 1 - score);
  },
  positive: (score, high) => high - score,
};

export const LOSSES = [UNIFORM, LOG_ODDS_UNIFORM, NET_BENEFIT_UNIFORM];

/** The integrated regret of forecasting `rate` for everyone, and its slope in `rate`. */
export function constant_forecast_loss(rate, loss, low, high) {
  const clipped = clip(rate, low, high);
  const if_negative = loss.negative(clipped, low);
  const if_positive = loss.positive(clipped, high);
  return { score: (1 - rate) * if_negative + rate * if_positive, slope: if_positive - if_negative };
}
