/** Where a model is worth having, in a sentence: `words/one_threshold.py`. */
import { logit } from "../words/numbers.js";
import { cost_range } from "./verdict.js";

/** Stretches nearer to each other in log-odds than this are told as one. */
const NEAR_STRETCHES = 0.02;

/** For which cost ratios a model is worth having; stretches that nearly touch are told as one. */
export function useful_sentence(words, name, stretches, unit) {
  const joined = [];
  for (const [low, high] of stretches) {
    const last = joined.at(-1);
    if (last && logit(low) - logit(last[1]) < NEAR_STRETCHES) last[1] = high;
    else joined.push([low, high]);
  }
  const to_4 = (cost) => Math.round(cost * 1e4) / 1e4;
  const kept = joined.map(([low, high]) => [to_4(low), to_4(high)]).filter(([low, high]) => low < high);
  if (!kept.length) {
    const seldom = stretches.length ? "At hardly any cost ratio" : "At no cost ratio";
    return `${seldom} does ${name} beat both treating all and treating none.`;
  }
  const by_width = [...kept].sort((one, other) => one[0] - one[1] - (other[0] - other[1]));
  const widest = by_width.slice(0, 2).sort((one, other) => one[0] - other[0]);
  const said = widest.map((stretch) => cost_range(words, stretch, unit)).join(" and ");
  const more = kept.length - widest.length;
  const rest = more ? `, and on ${more} shorter stretch${more > 1 ? "es" : ""}` : "";
  return `Decided at the cost ratio itself, ${name} beats both ${said}${rest}.`;
}
