/**
 * What the numbers say, in plain sentences: `words/verdict.py` in JavaScript, from the same templates.
 *
 * `words` is what `brierwidgets.page.sentences()` returns: {templates, rules, counts}. Sentences are plain text; names of
 * models are in them as they are, so put them into text nodes, or through `markup.js`.
 */
import { costText, differentTexts, perThousand, percent, wholeText } from "../words/numbers.js";
import { excludes_zero } from "./guarded.js";
import { rule_in_doubt } from "./leads.js";
import { model_of } from "./readings.js";
import { equal_scores } from "./ties.js";

/** A sentence with its fields filled in; braces inside a name stay as they are. */
export function fill(words, name, fields = {}) {
  return words.templates[name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);
}

/** Names as a person lists them. */
export function list_names(names) {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ");
}

/** A small count as a word. */
function count_word(words, count) {
  return words.counts[count] ?? wholeText(count);
}

/** A range of cost ratios in a unit; within a sentence odds read as one word. */
export function cost_range(words, interval, unit = "probability") {
  const [low, high] = differentTexts([...interval], (cost, digits) => costText(cost, unit, digits).replace(" : ", ":"));
  const said = fill(words, "range", { low, high });
  return unit === "log-odds" ? `${said} in log-odds` : said;
}

/** One cost ratio within a sentence, with the percentage beside what is not one. */
export function cost_in_words(cost, unit = "probability") {
  if (unit === "probability") return percent(cost);
  const written = costText(cost, unit).replace(" : ", ":");
  return `${written}${unit === "log-odds" ? " in log-odds" : ""} (${percent(cost)})`;
}

/** A range of cost ratios within a sentence. */
export function costs_from(words, interval, unit = "probability") {
  return fill(words, "costs", { range: cost_range(words, interval, unit) });
}

/** What is left of the weight of an opinion is rounding. */
const ALL_WEIGHT = 1e-9;
/** A smaller share is not written out, nor is one that lacks less. */
const FEW_WEIGHT = 0.001;

/** As a sentence begins, which costs are averaged over: a range of them, or opinions about them. */
export function for_costs(words, interval, unit, spacing) {
  const costs = costs_from(words, interval, unit);
  if (typeof spacing !== "object") return fill(words, "for_costs", { costs });
  const share = spacing.loss.inside(...interval);
  if (share > 1 - ALL_WEIGHT) return fill(words, "under_opinions");
  return fill(words, "under_part", { costs, share: part_text(share) });
}

function part_text(share) {
  if (share < FEW_WEIGHT) return `under ${percent(FEW_WEIGHT)}`;
  return share <= 1 - FEW_WEIGHT ? percent(share) : `over ${percent(1 - FEW_WEIGHT)}`;
}

/**
 * Put a move into words.
 * @param {object} words
 * @param {import("./tables.js").Tables} tables
 * @param {object} move what `move` returned
 * @param {object} [options]
 * @param {"probability" | "odds" | "log-odds"} [options.unit] how cost ratios are written
 * @param {string} [options.note] what readers must know of the data: `comparison.note`
 * @param {object | null} [options.lead] the lead to tell of, if not the move's own: the kernel's, or null for none
 * @param {boolean} [options.resting] whether a lead of null is final, or still being worked out
 * @returns {{best: string, sentences: string[]}}
 */
export function verdict(words, tables, move, options = {}) {
  const { unit = "probability", note = "", lead = move.lead, resting = true } = options;
  const where = for_costs(words, move.interval, unit, move.spacing);
  if (move.order.length === 0) return { best: "", sentences: [fill(words, "nothing_shown", { where })] };
  if (move.best === null) {
    return { best: "", sentences: [fill(words, "no_weight", { costs: costs_from(words, move.interval, unit) })] };
  }
  const doubt = lead?.clear && !move.rules.has(lead.rival) ? rule_in_doubt(tables, move) : null;
  const facts = { ...move, lead, doubt, resting, where, regrets: regrets_of(move), usual: usual_of(tables, move) };
  const said = [say_who(words, facts), say_how_sure(words, facts), say_ordinary_choice(words, facts), say_base_rate(words, tables), note];
  return { best: move.order[0], sentences: said.filter((sentence) => sentence) };
}

function regrets_of({ summaries, rules }) {
  return new Map([...[...summaries].map(([name, summary]) => [name, summary.mean_regret.value]), ...rules]);
}

/** The models shown that the ordinary Brier score chooses. */
function usual_of(tables, { order }) {
  const brier = (name) => model_of(tables, name).brier_full;
  const lowest = Math.min(...order.map(brier));
  return tables.names.filter((name) => order.includes(name) && equal_scores(brier(name), lowest));
}

/** Who has the lowest mean regret: the best model, or the rule that beats it; null without either. */
export function winner_of(move) {
  if (move.best === null) return null;
  return standing({ ...move, regrets: regrets_of(move) }) === "behind" ? move.best_rule : move.order[0];
}

/** How the best model stands to the better rule. */
function standing({ regrets, order, best_rule }) {
  const [best, rule] = [regrets.get(order[0]), regrets.get(best_rule)];
  if (equal_scores(best, rule)) return "level";
  return best < rule ? "ahead" : "behind";
}

function say_who(words, facts) {
  const { order, rival, best_rule, regrets, where } = facts;
  const lowest = regrets.get(order[0]);
  const [models, tied] = [order.length, facts.tied.length];
  const fields = {
    where,
    inside: where[0].toLowerCase() + where.slice(1),
    best: order[0],
    tied: list_names(facts.tied),
    rule: words.rules[best_rule],
    rival: Object.hasOwn(words.rules, rival) ? words.rules[rival] : rival,
    regret: perThousand(lowest),
    gap: perThousand(Math.abs(regrets.get(rival) - lowest)),
  };
  const stands = standing(facts);
  if (stands === "behind") {
    const which = models === 1 ? "" : fill(words, tied === 1 ? "which_one" : "which_many");
    return fill(words, "rule_ahead", { ...fields, regret: perThousand(regrets.get(best_rule)), which });
  }
  if (stands === "level") return fill(words, "rule_level", { ...fields, have: tied === 1 ? "has" : "have" });
  if (tied === 1) return fill(words, models === 1 ? "only" : "best", fields);
  if (tied === models) return fill(words, "all_tied", fields);
  return fill(words, "some_tied", { ...fields, count: count_word(words, tied), models: count_word(words, models) });
}

function say_how_sure(words, facts) {
  const { lead, prevalence, resting, rivals } = facts;
  if (prevalence === 0 || prevalence === 1) {
    return fill(words, "one_class", { outcome: prevalence === 0 ? "negative" : "positive" });
  }
  if (lead === null) return fill(words, resting ? "only_counts" : "not_resting");
  const stands = standing(facts);
  const ends = stands === "behind" ? [-lead.high, -lead.low] : [lead.low, lead.high];
  const fields = { low: perThousand(ends[0]), high: perThousand(ends[1]) };
  if (stands === "level") return fill(words, "level", { ...fields, rule: words.rules[facts.best_rule] });
  if (lead.clear && ends[0] > 0) return fill(words, "clear", fields) + say_doubt(words, facts.doubt);
  if (excludes_zero(lead.low, lead.high)) {
    return fill(words, "chance_of_many", { ...fields, rivals: count_word(words, rivals) });
  }
  return fill(words, "chance", fields);
}

function say_doubt(words, doubt) {
  if (doubt === null) return "";
  const fields = { rule: words.rules[doubt.rival], low: perThousand(doubt.low), high: perThousand(doubt.high) };
  return ` ${fill(words, "clear_but", fields)}`;
}

/** To which prevalence the cases are weighted, if it is not their own. */
function say_base_rate(words, tables) {
  const { prevalence, prevalence_known, sampled_prevalence, scores_moved } = model_of(tables, tables.names[0]);
  if (!prevalence_known) return "";
  const fields = { rate: percent(prevalence), own: percent(sampled_prevalence) };
  return fill(words, scores_moved ? "base_rate_moved" : "base_rate", fields);
}

function say_ordinary_choice(words, { order, usual, tied }) {
  if (order.length === 1) return "";
  const among = usual.every((name) => tied.includes(name));
  if (among && usual.length === tied.length) return fill(words, tied.length === 1 ? "same_choice" : "same_choices");
  return fill(words, among ? "one_of_choices" : "other_choice", { usual: usual.join(" or ") });
}
