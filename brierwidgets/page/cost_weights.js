/** How each metric weighs cost ratios: `core/metric_weights.py` and the distributions of `core/costs.py`. */
import { log_odds_width } from "./losses.js";
import { model_of } from "./readings.js";

/** Log loss cares about costs without end on either side; it is weighed on these. */
const WEIGHED_COSTS = [0.001, 0.999];
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln of the gamma function, for x > 0. */
function log_gamma(x) {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - log_gamma(1 - x);
  const shift = x - 1 + 7.5;
  const sum = LANCZOS.slice(1).reduce((all, part, i) => all + part / (x + i), LANCZOS[0]);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(shift) - shift + Math.log(sum);
}

export const log_beta = (p, q) => log_gamma(p) + log_gamma(q) - log_gamma(p + q);

/** The continued fraction of the incomplete beta function, for x below its mean. */
function beta_fraction(p, q, x) {
  const tiny = 1e-300;
  let [c, d] = [1, 1 - ((p + q) * x) / (p + 1)];
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let found = d;
  for (let m = 1; m < 500; m += 1) {
    const even = (m * (q - m) * x) / ((p + 2 * m - 1) * (p + 2 * m));
    const odd = (-(p + m) * (p + q + m) * x) / ((p + 2 * m) * (p + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 + term * d;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = 1 + term / c;
      if (Math.abs(c) < tiny) c = tiny;
      step = c * d;
      found *= step;
    }
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return found;
}

/** The share of Beta(p, q) below x and the share above it, each with all its digits. */
function beta_shares(p, q, x) {
  if (x <= 0) return [0, 1];
  if (x >= 1) return [1, 0];
  const front = Math.exp(p * Math.log(x) + q * Math.log1p(-x) - log_beta(p, q));
  if (x < (p + 1) / (p + q + 2)) {
    const below = (front * beta_fraction(p, q, x)) / p;
    return [below, 1 - below];
  }
  const above = (front * beta_fraction(q, p, 1 - x)) / q;
  return [1 - above, above];
}

/** The share of Beta(p, q) between two cost ratios. */
export function beta_between(p, q, low, high) {
  const [[below_low, above_low], [below_high, above_high]] = [beta_shares(p, q, low), beta_shares(p, q, high)];
  return below_low >= 0.5 ? above_low - above_high : below_high - below_low;
}

/**
 * Distributions of the cost ratio, whose losses are from 0 to a score and from a score to 1.
 * @typedef {{inside: (low: number, high: number) => number, weight: (cost: number) => number, support: number[],
 *   negative?: (score: number) => number, positive?: (score: number) => number}} Weights
 */

/** @returns {Weights} */
export function beta_weights(p, q) {
  return {
    support: [0, 1],
    weight: (cost) => {
      const power = (base, exponent) => (exponent === 0 ? 1 : base ** exponent);
      return power(cost, p - 1) * power(1 - cost, q - 1);
    },
    inside: (low, high) => beta_between(p, q, low, high),
    negative: (score) => (p / (p + q)) * beta_between(p + 1, q, 0, score),
    positive: (score) => (q / (p + q)) * beta_between(p, q + 1, score, 1),
  };
}

/** The uniform distribution moved in log-odds so that its median is `center`. @returns {Weights} */
export function shifted_weights(center) {
  const scale = (cost) => center * (1 - cost) + (1 - center) * cost;
  const partial = (middle, score) => {
    // m (1 - m) / k^2 [ln(D/m) + m/D - 1] with k = 1 - 2m and D = m + k score; near k = 0 by its series in x = k score/m.
    const x = ((1 - 2 * middle) * score) / middle;
    let ramp = (Math.log1p(x) - x / (1 + x)) / (x * x);
    if (Math.abs(x) < 0.02) ramp = Array.from({ length: 14 }, (_, n) => ((n + 1) / (n + 2)) * (-x) ** n).reduce((a, b) => a + b);
    return ((center * (1 - center)) / (middle * middle)) * score * score * ramp;
  };
  return {
    support: [0, 1],
    weight: (cost) => 1 / scale(cost) ** 2,
    inside: (low, high) => (center * (1 - center) * (high - low)) / (scale(low) * scale(high)),
    negative: (score) => partial(center, score),
    positive: (score) => partial(1 - center, 1 - score),
  };
}

/** What a metric of the cost chart weighs, by its key; null for those without a density. @returns {Weights | null} */
export function metric_weights(key, { p, q, center }, interval, spacing) {
  const flat = { weight: () => 1, inside: (low, high) => high - low };
  const logarithmic = { weight: (cost) => 1 / (cost * (1 - cost)), inside: log_odds_width };
  if (key === "brier") return { support: [0, 1], ...flat };
  if (key === "log-loss") return { support: WEIGHED_COSTS, ...logarithmic };
  if (key === "beta-2-2") return beta_weights(2, 2);
  if (key === "beta") return beta_weights(p, q);
  if (key === "shifted") return shifted_weights(center);
  if (key === "bounded") return { support: interval, ...(spacing === "cost" ? flat : logarithmic) };
  return null;
}

/** The share of a metric's weight on the interval; `name` is the model whose scores AUC weighs. */
export function weight_inside(key, weights, [low, high], tables, name) {
  if (key === "accuracy") return low <= 0.5 && 0.5 <= high ? 1 : 0;
  if (weights === null) {
    const { negatives, positives, total } = model_of(tables, name);
    return [negatives, positives].reduce((all, table) => all + table.up_to(high) - table.below(low), 0) / total;
  }
  const [from, to] = [Math.max(low, weights.support[0]), Math.min(high, weights.support[1])];
  return from < to ? weights.inside(from, to) / weights.inside(...weights.support) : 0;
}

/** The score of a model by a metric that does not depend on the interval. */
export function whole_score(key, weights, tables, name) {
  const model = model_of(tables, name);
  const { negatives, positives, total, slack } = model;
  if (key === "brier") return model.brier_full;
  if (key === "log-loss") return model.log_loss_full;
  if (key === "auc") return model.auc;
  if (key === "accuracy") {
    const cut = 0.5 * (1 - slack);
    return (negatives.below(cut) + positives.total - positives.below(cut)) / total;
  }
  if (weights === null) return NaN;
  const lost = ({ scores, weights: case_weights, atoms }, loss) =>
    scores.reduce((all, score, i) => all + case_weights[i] * loss(score), atoms ? lost(atoms, loss) : 0);
  const regret = (lost(negatives, weights.negative) + lost(positives, weights.positive)) / total;
  return key === "shifted" ? 2 * regret : regret;
}
