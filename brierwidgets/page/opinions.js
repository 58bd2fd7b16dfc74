/** Opinions about costs, as `written_parts` of `core/opinions.py` writes them: parts [weight, kind, low, high, ...]. */
import { clip } from "../words/numbers.js";
import { beta_weights, log_beta, shifted_weights } from "./cost_weights.js";
import { log_odds_width, log_ratio, LOG_ODDS_UNIFORM, NET_BENEFIT_UNIFORM, UNIFORM } from "./losses.js";

/** An interval with less of the weight than this has none to speak of. */
const NO_WEIGHT = 1e-12;
/** Values that were asked for are asked for again: scores stay, and only the ends of the interval move. */
const MOST_KEPT = 200_000;

/** A function of a score that takes long, with its values kept. */
function kept_values(slow) {
  const values = new Map();
  return (score) => {
    let value = values.get(score);
    if (value === undefined) {
      if (values.size > MOST_KEPT) values.clear();
      value = slow(score);
      values.set(score, value);
    }
    return value;
  };
}

/** A distribution known by its losses from 0 and to 1, as differences of them. */
function from_ends({ weight, inside, negative, positive }) {
  const [up, down] = [kept_values(negative), kept_values(positive)];
  return {
    weight, inside,
    negative: (score, low) => up(score) - up(low),
    positive: (score, high) => down(score) - down(high),
  };
}

const PART_KINDS = {
  cost: () => ({ ...UNIFORM, weight: () => 1, inside: (low, high) => high - low }),
  "log-odds": () => ({ ...LOG_ODDS_UNIFORM, weight: (cost) => 1 / (cost * (1 - cost)), inside: log_odds_width }),
  "net-benefit": () => ({
    ...NET_BENEFIT_UNIFORM,
    weight: (cost) => 1 / (1 - cost),
    inside: (low, high) => log_ratio(1 - low, high - low, 1 - high),
  }),
  beta: (p, q) => {
    const weights = beta_weights(p, q);
    const scale = Math.exp(-log_beta(p, q));
    return from_ends({ ...weights, weight: (cost) => scale * weights.weight(cost) });
  },
  shifted: (center) => {
    const weights = shifted_weights(center);
    return from_ends({ ...weights, weight: (cost) => center * (1 - center) * weights.weight(cost) });
  },
};

/**
 * What an opinion weighs: see `Weights` in `cost_weights.js`; its losses take both ends, as a `Loss` does.
 * @param {Array<[number, string, number, number, ...number[]]>} parts
 */
export function opinion_weights(parts) {
  const held = parts.map(([weight, kind, low, high, ...parameters]) => {
    const part = PART_KINDS[kind](...parameters);
    return { ...part, low, high, share: weight / part.inside(low, high) };
  });
  const sum = (value) => {
    let total = 0;
    for (const part of held) total += part.share * value(part);
    return total;
  };
  const within = (cost, { low, high }) => clip(cost, low, high);
  return {
    name: `opinion ${JSON.stringify(parts)}`,
    support: [0, 1],
    weight: (cost) => sum((part) => (cost < part.low || cost > part.high ? 0 : part.weight(cost))),
    inside: (from, to) =>
      sum((part) => {
        const [start, end] = [Math.max(part.low, from), Math.min(part.high, to)];
        return start < end ? part.inside(start, end) : 0;
      }),
    negative: (score, low = 0) => sum((part) => part.negative(within(score, part), within(low, part))),
    positive: (score, high = 1) => sum((part) => part.positive(within(score, part), within(high, part))),
  };
}

/** Mean regret as an opinion weighs costs: a rule, as those of `scores.js`, that stands for a spacing. */
export function opinion_rule(parts) {
  const weights = opinion_weights(parts);
  return {
    label: "mean regret",
    loss: weights,
    scale(low, high) {
      const share = weights.inside(low, high);
      return share > NO_WEIGHT ? 1 / share : NaN;
    },
    per_positive: 0,
  };
}
