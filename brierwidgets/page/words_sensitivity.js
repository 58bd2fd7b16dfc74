/** On how many intervals each model is best: `describe_sensitivity` of `words/sensitivity.py`, to the letter. */
import { roundedPercent } from "../words/numbers.js";
import { list_names } from "./verdict.js";

/** On how many of the intervals something is so, where 0% means none of them and 100% all. */
export function share_of_intervals(share, under = "under ", over = "over ") {
  if (share > 0 && share < 0.005) return `${under}1%`;
  return share >= 0.995 && share < 1 ? `${over}99%` : roundedPercent(share);
}

/** On how many of the intervals each model is best. @param {ReturnType<typeof import("./best_models.js").leader_shares>} found */
export function describe_sensitivity({ shares, tied, beaten }) {
  const sentences = [];
  const rarely = [];
  for (const { name, best, clear } of [...shares].sort((one, other) => other.best - one.best)) {
    if (best < 0.005) {
      rarely.push(name);
      continue;
    }
    const surely = Number.isNaN(clear) || shares.length === 1 ? "" : ` (clearly on ${share_of_intervals(clear)})`;
    const [verb, whole] = sentences.length ? ["on", ""] : ["is best on", " of these intervals"];
    sentences.push(`${name} ${verb} ${share_of_intervals(best)}${whole}${surely}`);
  }
  if (tied > 0) {
    const share = share_of_intervals(tied);
    sentences.push(sentences.length ? `models are equal on ${share}` : `Models are equal on ${share} of these intervals`);
  }
  if (rarely.length && rarely.length < shares.length) sentences.push(`${list_names(rarely)} on hardly any or none`);
  const models = shares.length === 1 ? "it" : "every model";
  if (beaten > 0) sentences.push(`treating all or none beats ${models} on ${share_of_intervals(beaten)}`);
  return `${sentences.join("; ")}.`;
}
