/** Which model an opinion about costs chooses: `views/_opinion_note.py` and `words/opinions.py`, from tables. */
import { percent } from "../words/numbers.js";
import { lowest_sentence } from "./cost_board.js";
import { spoken } from "./markup.js";
import { model_of, TREAT_ALL, TREAT_NONE } from "./readings.js";
import { plain_score, regret_rule } from "./scores.js";
import { fill, list_names } from "./verdict.js";

/** What share of the opinions would choose each model: `describe_choices`. */
function choice_words(words, weights, choices) {
  const shares = new Map();
  choices.forEach((name, i) => shares.set(name, (shares.get(name) ?? 0) + weights[i]));
  const order = [...shares.keys()].sort((one, other) => shares.get(other) - shares.get(one));
  const count = choices.length;
  if (order.length === 1) return fill(words, count === 1 ? "one_opinion" : "same_opinions", { count, name: order[0] });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const phrases = order.map((name, i) => `${percent(shares.get(name) / total)} ${i === 0 ? "would choose " : ""}${name}`);
  return fill(words, "opinions", { count, choices: list_names(phrases) });
}

export function opinion_view({ text, mean, pieces }, page) {
  const draw = () => {
    const { tables, state, words } = page;
    if (!state.shown.length) return text.set("value", String(spoken([""])));
    const on = ([, spacing, low, high]) => (name) => {
      const model = model_of(tables, name);
      return plain_score(model, model.total, regret_rule(spacing), [low, high]);
    };
    const { prevalence } = model_of(tables, tables.names[0]);
    const regrets = new Map(
      state.shown.map((name) => [name, pieces.reduce((sum, piece) => sum + piece[0] * on(piece)(name), 0)]),
    );
    regrets.set(TREAT_ALL, (1 - prevalence) * mean);
    regrets.set(TREAT_NONE, prevalence * (1 - mean));
    const choices = pieces.map((piece) => {
      const found = state.shown.map(on(piece));
      return state.shown[found.indexOf(Math.min(...found))];
    });
    const first = lowest_sentence(words, fill(words, "opinion_given", { mean: percent(mean) }), regrets);
    const said = `${first} ${choice_words(words, pieces.map(([weight]) => weight), choices)}`;
    return text.set("value", String(spoken([said])));
  };
  return { draw };
}
