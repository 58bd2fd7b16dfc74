/** The named scores on an interval, each with its standard error and guarded interval: `core/scores.py`. */
import {
  constant_forecast_loss,
  LOSSES,
  LOG_ODDS_UNIFORM,
  log_odds_width,
  NET_BENEFIT_UNIFORM,
  UNIFORM,
} from "./losses.js";
import { guarded_interval, guarded_mean, interval_around, is_bounded, moved, plain_mean, sums_of } from "./guarded.js";

/** Refuse an interval whose width in log-odds is infinite. */
function inner_width(low, high) {
  if (low === 0 || high === 1) {
    throw new RangeError("The interval is infinitely wide in log-odds, so an average over it does not exist.");
  }
  return log_odds_width(low, high);
}

/** Scores that are means over cases of scale x loss + per_positive x y. */
export const RULES = {
  brier: { label: "bounded Brier score", loss: UNIFORM, scale: () => 2, per_positive: 0 },
  "log-loss": { label: "bounded log loss", loss: LOG_ODDS_UNIFORM, scale: () => 1, per_positive: 0 },
  "mean-regret": { label: "mean regret", loss: UNIFORM, scale: (low, high) => 1 / (high - low), per_positive: 0 },
  "mean-regret-log-odds": {
    label: "mean regret over log-odds",
    loss: LOG_ODDS_UNIFORM,
    scale: (low, high) => 1 / inner_width(low, high),
    per_positive: 0,
  },
  "net-benefit": {
    label: "mean net benefit",
    loss: NET_BENEFIT_UNIFORM,
    scale: (low, high) => -1 / (high - low),
    per_positive: 1,
  },
};

/** The rule of mean regret for a spacing: "cost", "log-odds", or a rule itself, as `opinion_rule` makes them. */
export function regret_rule(spacing) {
  if (typeof spacing === "object") return spacing;
  if (spacing !== "cost" && spacing !== "log-odds") throw new RangeError("spacing must be 'cost' or 'log-odds'.");
  return RULES[spacing === "cost" ? "mean-regret" : "mean-regret-log-odds"];
}

/** The largest loss of a negative and of a positive case on an interval, scaled; infinite where there is no bound. */
export function largest_losses(rule, [low, high]) {
  const scale = Math.abs(rule.scale(low, high));
  return [scale * rule.loss.negative(high, low), scale * rule.loss.positive(low, high)];
}

/** Sums of the losses of the negatives and of the positives, with their bounds; not scaled. */
function class_sums({ negatives, positives }, loss, [low, high]) {
  return [
    sums_of(negatives.moments(loss, low, high), negatives, loss.negative(high, low)),
    sums_of(positives.moments(loss, low, high), positives, loss.positive(low, high)),
  ];
}

/** Sums of the pointwise scores of the negatives and of the positives. */
export function loss_sums(model, rule, interval) {
  const [negatives, positives] = class_sums(model, rule.loss, interval);
  const scale = rule.scale(...interval);
  return [moved(negatives, scale), moved(positives, scale, rule.per_positive)];
}

/** Mean over cases of scale x loss + per_positive x y, with its standard error and interval. */
function mean_of(model, [negative, positive], scale, per_positive = 0) {
  const value = (scale * (negative.total + positive.total) + per_positive * positive.weight) / model.total;
  if (!Number.isFinite(value)) return { value, standard_error: NaN, low: NaN, high: NaN };
  const classes = [moved(negative, scale), moved(positive, scale, per_positive)];
  const { error } = plain_mean(classes, model.prevalence_known);
  return { value, standard_error: error, ...guarded_interval(classes, model.prevalence_known) };
}

const UNDEFINED_SCORE = { value: NaN, standard_error: NaN, low: NaN, high: NaN };

function skill_of(model, sums, loss, [low, high]) {
  const { total, prevalence } = model;
  if (!(prevalence > 0 && prevalence < 1)) return UNDEFINED_SCORE;
  const score = (sums[0].total + sums[1].total) / total;
  if (!Number.isFinite(score)) return { ...UNDEFINED_SCORE, value: -Infinity };
  const baseline = constant_forecast_loss(prevalence, loss, low, high);
  // The baseline moves with the sampled prevalence too.
  const { standard_error } = mean_of(model, sums, -1 / baseline.score, (score / baseline.score ** 2) * baseline.slope);
  return { value: 1 - score / baseline.score, standard_error, ...skill_interval(model, sums, loss, low, high) };
}

function skill_interval({ prevalence_known: known }, sums, loss, low, high) {
  if (!sums.every(is_bounded)) return { low: NaN, high: NaN };
  const [negative, positive] = sums;
  const score = guarded_mean(sums, known).center;
  const rate = guarded_mean([moved(negative, 0), moved(positive, 0, 1)], known).center;
  const baseline = constant_forecast_loss(rate, loss, low, high);
  const slope = (score / baseline.score ** 2) * baseline.slope;
  const classes = [moved(negative, -1 / baseline.score), moved(positive, -1 / baseline.score, slope)];
  return interval_around({ center: 1 - score / baseline.score, error: guarded_mean(classes, known).error });
}

/** Every score of a model on an interval. */
export function summarize(model, interval, spacing) {
  const averaged = regret_rule(spacing);
  const sums = new Map([...LOSSES, averaged.loss].map((loss) => [loss, class_sums(model, loss, interval)]));
  const score = ({ loss, scale, per_positive }) =>
    mean_of(model, sums.get(loss), scale(...interval), per_positive);
  return {
    mean_regret: score(averaged),
    brier: score(RULES.brier),
    log_loss: score(RULES["log-loss"]),
    net_benefit: score(RULES["net-benefit"]),
    skill: Number.isNaN(averaged.scale(...interval))
      ? UNDEFINED_SCORE
      : skill_of(model, sums.get(averaged.loss), averaged.loss, interval),
  };
}

/** A score without its error. */
export function plain_score(tables, total, rule, [low, high]) {
  const lost = tables.negatives.moments(rule.loss, low, high).total + tables.positives.moments(rule.loss, low, high).total;
  return (rule.scale(low, high) * lost + rule.per_positive * tables.positives.total) / total;
}
