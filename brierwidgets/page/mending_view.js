/** What mending a model gains: `views/_mending_note.py` and `words/mending.py`, from a move. */
import { perThousand } from "../words/numbers.js";
import { excludes_zero, guarded_interval, plain_mean } from "./guarded.js";
import { spoken } from "./markup.js";
import { against_model } from "./leads.js";
import { model_of } from "./readings.js";
import { plain_score, regret_rule } from "./scores.js";
import { fill, for_costs } from "./verdict.js";

/** One sentence about a mended model and the old one. */
function mending_sentence(words, tables, interval, spacing, unit, [mended, old]) {
  const rule = regret_rule(spacing);
  const model = model_of(tables, mended);
  if (Number.isNaN(rule.scale(...interval))) return "";
  const classes = against_model(tables, old, mended, rule, interval);
  const { center } = plain_mean(classes, model.prevalence_known);
  const { low, high } = guarded_interval(classes, model.prevalence_known);
  return fill(words, "mended", {
    where: for_costs(words, interval, unit, spacing),
    new: mended,
    old,
    regret: perThousand(plain_score(model, model.total, rule, interval)),
    gap: perThousand(Math.abs(center)),
    which: center >= 0 ? "less" : "more",
    chance: fill(words, excludes_zero(low, high) ? "mended_sure" : "mended_chance"),
    low: perThousand(low),
    high: perThousand(high),
  });
}

export function mending_view({ text, pairs }, page) {
  const draw = () => {
    const { tables, interval, state, words, spacing } = page;
    if (!tables.cases || !pairs.flat().every((name) => tables.models.has(name))) return;
    const said = pairs.map((pair) =>
      mending_sentence(words, tables, interval, spacing, state.unit, pair));
    text.set("value", String(spoken([said.join(" ")])));
  };
  return { draw };
}
