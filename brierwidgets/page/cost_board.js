/** Chips on a grid of odds, and the models they choose: `views/_cost_board.py` and `words/opinions.py`, from tables. */
import { perThousand } from "../words/numbers.js";
import { spoken, swatch, table, tag } from "./markup.js";
import { model_of } from "./readings.js";
import { rule_regrets, TREAT_ALL, TREAT_NONE } from "./rules.js";
import { plain_score, RULES } from "./scores.js";
import { fill, list_names } from "./verdict.js";

/** Expected regret of the models shown and of both rules under chips. @returns {Map<string, number>} */
function board_regrets(tables, names, cells, chips) {
  const rule = RULES["mean-regret-log-odds"];
  const total = chips.reduce((sum, count) => sum + count, 0);
  const mean = (regret_on) => cells.reduce((sum, cell, i) => sum + (chips[i] ? (chips[i] / total) * regret_on(cell) : 0), 0);
  const { prevalence } = model_of(tables, tables.names[0]);
  return new Map([
    ...names.map((name) => {
      const model = model_of(tables, name);
      return [name, mean((cell) => plain_score(model, model.total, rule, cell))];
    }),
    ...[TREAT_ALL, TREAT_NONE].map((name) => [name, mean((cell) => rule_regrets(prevalence, rule, cell).get(name))]),
  ]);
}

/** From the lowest regret to the highest; those level to nine digits stay as they were. */
const by_regret = (regrets) => {
  const rounded = (name) => Number(regrets.get(name).toPrecision(9));
  return [...regrets.keys()].sort((one, other) => rounded(one) - rounded(other));
};

/** Regrets that differ by less than this share of themselves are level. */
const BOARD_LEVEL = 1e-7;
/** Who has the lowest regret: all of them if several are level, in the order given. */
function level_with_best(regrets) {
  const lowest = Math.min(...regrets.values());
  return [...regrets.keys()].filter((name) => regrets.get(name) <= lowest * (1 + BOARD_LEVEL));
}

/** How many chips would choose each model or rule, or several that are level: lists of names, and numbers of chips. */
function board_choices(tables, names, cells, chips) {
  const counts = new Map();
  chips.forEach((count, place) => {
    if (!count) return;
    const regrets_in_cell = board_regrets(tables, names, cells, cells.map((_, other) => Number(other === place)));
    const best = JSON.stringify(level_with_best(regrets_in_cell));
    counts.set(best, (counts.get(best) ?? 0) + count);
  });
  return [...counts].map(([best, count]) => [JSON.parse(best), count]);
}

const called_in = (words) => (name) => (Object.hasOwn(words.rules, name) ? words.rules[name] : name);

/** Who is lowest, all of those that are level, and how far ahead of the next. */
function lowest_sentence(words, weighed, regrets) {
  const called = called_in(words);
  const tied = level_with_best(regrets);
  const lowest = Math.min(...regrets.values());
  const [rival] = by_regret(regrets).filter((name) => !tied.includes(name));
  const lead = { gap: perThousand(regrets.get(rival) - lowest), rival: rival && called(rival) };
  return fill(words, "board_best", {
    weighed,
    best: list_names(tied.map(called)),
    have: tied.length === 1 ? "has" : "have",
    regret: perThousand(lowest),
    lead: rival === undefined ? "" : fill(words, "board_lead", lead),
  });
}

/** What the chips say, in sentences. */
function board_sentences(words, regrets, chosen) {
  const placed = chosen.reduce((sum, [, count]) => sum + count, 0);
  if (!placed) return [fill(words, "board_empty")];
  const called = called_in(words);
  const first = lowest_sentence(words, fill(words, placed > 1 ? "board_chips" : "board_chip", { chips: placed }), regrets);
  const order = [...chosen].sort(([, one], [, other]) => other - one).map(([names, count]) => [names.map(called).join(" or "), count]);
  if (order.length === 1) return [first, fill(words, "board_all", { name: order[0][0] })];
  const phrases = order.map(([name, count], i) => `${count} ${i === 0 ? "would choose " : ""}${name}`);
  return [first, fill(words, "board_some", { choices: list_names(phrases) })];
}

export function cost_board({ grid, cells, looks, table: body, words }, page) {
  const draw = () => {
    if (!page.tables) return;
    const chips = grid.get("chips");
    const { shown } = page.state;
    const empty = chips.every((count) => count === 0);
    const regrets = empty ? new Map() : board_regrets(page.tables, shown, cells, chips);
    const chosen = empty ? [] : board_choices(page.tables, shown, cells, chips);
    const chips_of = (name) => chosen.reduce((sum, [names, count]) => sum + (names.includes(name) ? count : 0), 0);
    words.set("value", String(spoken(board_sentences(page.words, regrets, chosen), "bw-verdict")));
    const rows = by_regret(regrets).map((name) => {
      const kind = [TREAT_ALL, TREAT_NONE].includes(name) ? "bw-model bw-rule" : "bw-model";
      const model = tag("span", { class: kind, title: name }, swatch(looks[name]), tag("span", {}, name));
      return [model, perThousand(regrets.get(name)), chips_of(name)];
    });
    const scores = table(["", "expected regret per 1,000", "chips that choose it"], rows, { class: "bw-board-scores" });
    body.set("value", String(empty ? tag("div", {}) : scores));
  };
  grid.on("change:chips", () => page.by_script(draw));
  return { draw, refit: draw };
}
