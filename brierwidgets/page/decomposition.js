/** How much of a score is miscalibration and how much the model tells cases apart: `core/calibration.py`. */
import { model_of } from "./readings.js";
import { plain_score, RULES } from "./scores.js";

/**
 * Split a score: score = miscalibration - discrimination + uncertainty.
 * @param {"brier" | "log-loss" | "mean-regret" | "mean-regret-log-odds"} rule
 * @returns {{score: number, miscalibration: number, discrimination: number, uncertainty: number, label: string,
 *   sure: {positives_at_0: number, negatives_at_1: number}}} `sure` holds the cases that make a score infinite
 */
export function decompose(tables, name, rule, interval) {
  const chosen = RULES[rule];
  const model = model_of(tables, name);
  const [score, best, base] = [model, model.recalibrated, model.constant].map((forecast) =>
    plain_score(forecast, model.total, chosen, interval),
  );
  return {
    score,
    miscalibration: score - best,
    discrimination: base - best,
    uncertainty: base,
    label: chosen.label,
    sure: {
      positives_at_0: interval[0] === 0 ? model.positives.weight_at(0) : 0,
      negatives_at_1: interval[1] === 1 ? model.negatives.weight_at(1) : 0,
    },
  };
}
