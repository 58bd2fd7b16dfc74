/** What a curve chart draws: heights on an axis of costs, as `core/curves.py`. */
import { clip, expit, logit, niceCost } from "../words/numbers.js";
import { net_benefit_at, net_benefit_interval, regret_at, regret_interval } from "./readings.js";
import { rule_benefit, rule_regret } from "./rules.js";

const same = (cost) => cost;
const EDGE = 1e-3;
const GRID_POINTS = 500;
const FEW_SCORES = 120;

/** @typedef {{measure: string, spacing?: "cost" | "log-odds", to_axis: (cost: number) => number, from_axis: (place: number) => number, limits: [number, number], straight: boolean}} Curve */

/** @type {Record<string, Curve>} */
export const CURVES = {
  regret: { measure: "regret", spacing: "cost", to_axis: same, from_axis: same, limits: [0, 1], straight: true },
  "log-odds": {
    measure: "regret",
    spacing: "log-odds",
    to_axis: logit,
    from_axis: expit,
    limits: [EDGE, 1 - EDGE],
    straight: false,
  },
  plain: { measure: "net benefit", to_axis: same, from_axis: same, limits: [0, 0.99], straight: true },
  quadratic: {
    measure: "net benefit",
    to_axis: (cost) => -((1 - cost) ** 2) / 2,
    from_axis: (place) => 1 - Math.sqrt(Math.max(-2 * place, 0)),
    limits: [0, 0.99],
    straight: false,
  },
  logarithmic: { measure: "net benefit", to_axis: Math.log, from_axis: Math.exp, limits: [EDGE, 0.99], straight: false },
};
export const COST_AXES = { probability: CURVES.regret, "log-odds": CURVES["log-odds"] };

/** So many numbers evenly from `start` to `end`. */
export function evenly(start, end, count) {
  const step = (end - start) / (count - 1);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? end : start + i * step));
}

/** The places of both ends; beyond what the axis can ever show, its ends. */
export function on_axis(curve, interval) {
  return interval.map((cost) => curve.to_axis(clip(cost, ...curve.limits)));
}

/** The cost ratio under the pointer, or else in the middle of the band and words to say so. */
export function cost_read(curve, { state, interval }) {
  if (state.cost !== null) return [state.cost, ""];
  const [low, high] = on_axis(curve, interval);
  return [niceCost(curve.from_axis((low + high) / 2)), ", in the middle of the band"];
}

/** The cost ratios to show: all, or the interval with a margin on either side. */
export function visible_costs(curve, interval, zoom) {
  if (!zoom) return curve.limits;
  const [low, high] = on_axis(curve, interval);
  const [first, last] = curve.limits.map(curve.to_axis);
  const margin = high - low > 1e-9 * (last - first) ? 0.6 * (high - low) : 0.02 * (last - first);
  return [curve.from_axis(Math.max(first, low - margin)), curve.from_axis(Math.min(last, high + margin))];
}

/** Cost ratios at which to draw, spread evenly along the axis; the scores of a `model`, if few, as steps. */
export function cost_grid(curve, visible, model = null, points = GRID_POINTS) {
  const places = evenly(...visible.map(curve.to_axis), points);
  const costs = places.map((place) => clip(curve.from_axis(place), ...visible));
  [costs[0], costs[points - 1]] = visible;
  const scores = model?.exact && model.drawn.length <= FEW_SCORES ? Array.from(model.drawn) : [];
  const inside = scores.filter((score) => score > visible[0] && score < visible[1]);
  const steps = inside.flatMap((score) => [score, Math.min(score * (1 + 4e-12), 1)]);
  return steps.length ? [...new Set([...costs, ...steps])].sort((one, other) => one - other) : costs;
}

/** The height of a model's curve at a cost ratio; NaN where there is none. */
export function height_at(tables, name, curve, cost) {
  return curve.measure === "regret" ? regret_at(tables, name, cost) : net_benefit_at(tables, name, cost);
}

/** Both edges of the 95% band at cost ratios. */
export function band_edges(tables, name, curve, costs) {
  const interval_at = curve.measure === "regret" ? regret_interval : net_benefit_interval;
  const ends = costs.map((cost) => interval_at(tables, name, cost));
  return ["low", "high"].map((end) => Float64Array.from(ends, (interval) => interval[end]));
}

/** The height of a rule without a model. */
export function rule_height(curve, rule, prevalence, cost) {
  return curve.measure === "regret" ? rule_regret(rule, prevalence, cost) : rule_benefit(rule, prevalence, cost);
}

/** The heights to show: from 0 over all costs, as tight as the curves allow when zoomed in. */
export function height_range(curve, drawn, zoom) {
  const finite = drawn.flat().filter(Number.isFinite);
  let [lowest, highest] = [Math.min(...finite), Math.max(...finite)];
  if (!zoom) [lowest, highest] = [Math.max(Math.min(lowest, 0), -0.3 * Math.abs(highest)), Math.max(highest, 0)];
  const margin = 0.08 * (highest - lowest) || 0.01;
  const floor = curve.measure === "regret" && lowest < 0.3 * highest ? 0 : lowest - margin;
  return [floor, highest + margin];
}
