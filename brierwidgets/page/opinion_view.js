/** Who would choose which model: `views/_opinion_note.py` and `words/opinions.py`, from tables. */
import { percent } from "../words/numbers.js";
import { spoken } from "./markup.js";
import { opinion_rule } from "./opinions.js";
import { model_of } from "./readings.js";
import { plain_score, regret_rule } from "./scores.js";
import { fill, list_names } from "./verdict.js";

/** What share of the opinions would choose each model: `describe_opinions`. */
function choice_words(words, weights, choices) {
  const shares = new Map();
  choices.forEach((name, i) => shares.set(name, (shares.get(name) ?? 0) + weights[i]));
  const order = [...shares.keys()].sort((one, other) => shares.get(other) - shares.get(one));
  const count = choices.length;
  if (order.length === 1) return fill(words, count === 2 ? "both_opinions" : "same_opinions", { count, name: order[0] });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const phrases = order.map((name, i) => `${percent(shares.get(name) / total)} ${i === 0 ? "would choose " : ""}${name}`);
  return fill(words, "opinions", { count, choices: list_names(phrases) });
}

export function opinion_view({ text, opinions }, page) {
  const weights = opinions.map(([weight]) => weight);
  // An interval needs no sums of its own.
  const rules = opinions.map(([, parts]) => {
    const [[, kind, low, high]] = parts;
    const even = parts.length === 1 && (kind === "cost" || kind === "log-odds");
    return even ? [regret_rule(kind), [low, high]] : [opinion_rule(parts), [0, 1]];
  });
  let asked = null; // the answer does not depend on the interval
  const draw = () => {
    const { tables, state, words } = page;
    if (asked && asked.tables === tables && asked.shown === state.shown) return null;
    asked = { tables, shown: state.shown };
    const said = state.shown.length > 0 && opinions.length > 1;
    text.get("layout").set("display", said ? "" : "none");
    if (!said) return text.set("value", String(spoken([""])));
    const choices = rules.map(([rule, interval]) => {
      const found = state.shown.map((name) => plain_score(model_of(tables, name), model_of(tables, name).total, rule, interval));
      return state.shown[found.indexOf(Math.min(...found))];
    });
    return text.set("value", String(spoken([choice_words(words, weights, choices)])));
  };
  return { draw };
}
