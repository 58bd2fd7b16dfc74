/** Deciding without a model, by treating all or none: `core/rules.py` in JavaScript. */
import { largest_losses } from "./scores.js";

export const TREAT_ALL = "treat all";
export const TREAT_NONE = "treat none";

/** Regret at one cost ratio. */
export function rule_regret(rule, prevalence, cost) {
  return rule === TREAT_ALL ? cost * (1 - prevalence) : (1 - cost) * prevalence;
}

/** Net benefit at one cost ratio; of treating all at 1 there is none. */
export function rule_benefit(rule, prevalence, cost) {
  if (rule === TREAT_NONE) return 0;
  return cost < 1 ? prevalence - ((1 - prevalence) * cost) / (1 - cost) : NaN;
}

/** Regret averaged over an interval as a score does it, by rule. @returns {Map<string, number>} */
export function rule_regrets(prevalence, score, interval) {
  const [negative, positive] = largest_losses(score, interval);
  return new Map([
    [TREAT_ALL, (1 - prevalence) * negative],
    [TREAT_NONE, prevalence * positive],
  ]);
}
