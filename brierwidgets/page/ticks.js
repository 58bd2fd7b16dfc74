/** Ticks at round cost ratios, wherever an axis bends them to, as `ui/ticks.py`, and axes with them, as `ui/cost_axis.py`. */
import { costText, tickPerThousand } from "../words/numbers.js";

const LOW_TICKS = [
  0, 0.5, 0.1, 0.01, 0.001, 0.002, 0.005, 0.02, 0.05, 0.2, 0.3, 0.003, 0.007, 0.015, 0.03, 0.04, 0.07, 0.15, 0.4,
];
const ROUND_TICKS = LOW_TICKS.flatMap((cost) => [cost, 1 - cost]).map((cost) => Number(cost.toFixed(9)));

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

/** Round cost ratios in the visible range, far enough apart on the curve's axis to be read. */
export function cost_ticks(curve, visible, most = 11) {
  const straight = round_steps(visible, Math.min(8, most));
  if (curve.straight) return straight;
  const [first, last] = visible.map(curve.to_axis);
  const kept = new Map();
  for (const tick of [...ROUND_TICKS, ...straight]) {
    if (tick < visible[0] - 1e-12 || tick > visible[1] + 1e-12) continue;
    const place = curve.to_axis(tick);
    if ([...kept.keys()].every((other) => Math.abs(place - other) >= (last - first) / most)) kept.set(place, tick);
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
  const ticks = cost_ticks(curve, visible, most);
  write_ticks(axis, ticks.map(curve.to_axis), ticks, (cost) => costText(cost, unit));
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
