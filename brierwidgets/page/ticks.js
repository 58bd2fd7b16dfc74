/** Ticks at round cost ratios, wherever an axis bends them to, as `ui/ticks.py`, and axes with them, as `ui/cost_axis.py`. */
import { expit, logit, tickCost, tickPerThousand } from "../words/numbers.js";

const ROUND_SHARES = [0, 0.5, 0.1, 0.01, 0.001, 0.002, 0.005, 0.02, 0.05, 0.2, 0.3, 0.003, 0.007, 0.015, 0.03, 0.04, 0.07, 0.15, 0.4];
const ROUND_ODDS = [1, 10, 100, 1000, 3, 30, 300, 5, 2, 20, 50, 200, 500, 4, 15, 40, 150];
const ROUND_LOG_ODDS = [0, -2, -4, -6, -1, -3, -5];
const mirrored = (costs) => costs.flatMap((cost) => [cost, 1 - cost]);
/** Cost ratios that look round in each unit, the roundest first: each is followed by its mirror image. */
const ROUND_COSTS = {
  "probability": mirrored(ROUND_SHARES),
  "odds": mirrored([0, ...ROUND_ODDS.map((times) => 1 / (1 + times))]),
  "log-odds": mirrored(ROUND_LOG_ODDS.map(expit)),
};

/** Round numbers, about `wanted` of them, inside a range of any size. */
export function round_steps([low, high], wanted = 8) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toFixed(12)));
}

/** The next round number, so that an axis stands still while what it shows moves a little. */
export function round_up(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15].find((factor) => factor * power >= value);
  return Number((power * step).toPrecision(12));
}

/** About so many cost ratios at even steps of a unit; where it has no end, near the other end. */
function even_steps(visible, wanted, unit) {
  if (unit === "probability") return round_steps(visible, wanted);
  const [low, high] = [visible[0] || visible[1] / 8, 1 - (1 - visible[1] || (1 - visible[0]) / 8)];
  if (unit === "log-odds") return round_steps([logit(low), logit(high)], wanted).map(expit);
  if (low >= 0.5) return even_steps([1 - high, 1 - low], wanted, unit).map((cost) => 1 - cost);
  return round_steps([(1 - high) / high, (1 - low) / low], wanted).map((times) => 1 / (1 + times));
}

/** Cost ratios in the visible range that are round in a unit, far enough apart on the curve's axis to be read. */
export function cost_ticks(curve, visible, most = 11, unit = "probability") {
  const even = even_steps(visible, Math.min(8, most), unit);
  if (curve.straight && unit === "probability") return even;
  const [first, last] = visible.map(curve.to_axis);
  const apart = ((last - first) / most) * (1 - 1e-9);
  const kept = new Map();
  for (const tick of [...ROUND_COSTS[unit], ...even]) {
    if (tick < visible[0] - 1e-12 || tick > visible[1] + 1e-12) continue;
    const place = curve.to_axis(tick);
    if ([...kept.keys()].every((other) => Math.abs(place - other) >= apart)) kept.set(place, tick);
  }
  return [...kept.keys()].sort((one, other) => one - other).map((place) => kept.get(place));
}

/** Set the ticks of a bqplot axis and what is written at each. */
export function write_ticks(axis, places, values, text) {
  const rounded = places.map((place) => Number(place.toFixed(9)));
  // Labels first: bqplot writes new ticks with the labels it had before.
  axis.set("tick_labels", Object.fromEntries(rounded.map((place, i) => [String(Number(place.toPrecision(12))), text(values[i])])));
  axis.set("tick_values", Float64Array.from(rounded));
}

/** Write round cost ratios along an axis that is laid out as `curve` does. */
export function write_costs(axis, curve, visible, most, unit) {
  const ticks = cost_ticks(curve, visible, most, unit);
  write_ticks(axis, ticks.map(curve.to_axis), ticks, (cost) => tickCost(cost, unit));
}

/** Show the cost ratios from one end of `visible` to the other on a scale with its axis. */
export function fit_costs(scale, axis, curve, visible, most, unit) {
  const [min, max] = visible.map(curve.to_axis);
  scale.set({ min, max });
  write_costs(axis, curve, visible, most, unit);
}

/** Show these heights of curves, with about so many round ones written per 1,000 people. */
export function fit_heights(scale, axis, [min, max], wanted) {
  scale.set({ min, max });
  const steps = round_steps([min, max], wanted);
  write_ticks(axis, steps, steps, tickPerThousand);
}
