/** One model across groups of cases: `views/_group_view.py`, from the tables of each group. */
import { endsText, number, perThousand, percent, wholeText } from "../words/numbers.js";
import { cost_grid, CURVES, height_at, height_range, rule_height, visible_costs } from "./curves.js";
import { excludes_zero } from "./guarded.js";
import { join, spoken, tag } from "./markup.js";
import { model_of } from "./readings.js";
import { TREAT_ALL, TREAT_NONE } from "./rules.js";
import { summarize } from "./scores.js";
import { costs_from, fill, for_costs } from "./verdict.js";
import { fit_costs, fit_heights } from "./ticks.js";

const GROUP_POINTS = 160;
const WAITING = "bw-waiting";
const WAITING_LINE = 0.25;

/** Make words faint that show something old. */
function keep_waiting(words, waiting) {
  const others = words.get("_dom_classes").filter((name) => name !== WAITING);
  words.set("_dom_classes", waiting ? [...others, WAITING] : others);
}

/** In which group a model does worst and in which best, and whether that could be chance: `words/groups.py`. */
function groups_sentence(page, model, groups, scores, fewest) {
  const where = for_costs(page.words, page.interval, page.state.unit, page.spacing);
  const small = groups.filter(({ too_small }) => too_small).map(({ name }) => name);
  const left_out = small.length ? ` Too small to judge: ${small.join(", ")} (fewer than ${fewest} of a class).` : "";
  if (scores.size < 2) return `${where}, fewer than two groups are large enough to be compared.${left_out}`;
  const regret = [...scores].map(([name, { mean_regret }]) => ({ name, ...mean_regret }));
  if (regret.some(({ value }) => Number.isNaN(value))) {
    return fill(page.words, "no_weight", { costs: costs_from(page.words, page.interval, page.state.unit) });
  }
  const best = regret.reduce((one, other) => (other.value < one.value ? other : one));
  const worst = regret.reduce((one, other) => (other.value > one.value ? other : one));
  const middle = ({ low, high }) => (low + high) / 2;
  const half = Math.hypot((worst.high - worst.low) / 2, (best.high - best.low) / 2);
  const [from, to] = [middle(worst) - middle(best) - half, middle(worst) - middle(best) + half];
  const pairs = (scores.size * (scores.size - 1)) / 2;
  const chance = excludes_zero(from, to, pairs) ? "more than chance would do" : "which could be chance";
  const span = `95% interval: ${perThousand(from)} to ${perThousand(to)}`;
  const rates = [...scores.values()].map(({ prevalence }) => prevalence);
  const common = [...new Set([Math.min(...rates), Math.max(...rates)].map((rate) => percent(rate)))].join(" to ");
  const with_interval = (score) =>
    `${perThousand(score.value)}, 95% interval ${perThousand(score.low)} to ${perThousand(score.high)}`;
  return (
    `${where}, the mean regret of ${model} is lowest in ${best.name} (${with_interval(best)} per 1,000 people) ` +
    `and highest in ${worst.name} (${with_interval(worst)}): a gap of ${perThousand(worst.value - best.value)} ` +
    `(${span}), ${chance}. Regret depends on how common positives are, here ${common}; ` +
    `skill allows for it.${left_out}`
  );
}

export function group_view(spec, page) {
  const { groups, cards, looks, shared } = spec;
  const state = page.traits(spec);
  const shape = CURVES.regret;
  const judged = groups.filter(({ too_small }) => !too_small);

  const score = (name) => {
    const tables = page.tables_of(name);
    if (!tables) return null;
    const model = model_of(tables, state.model);
    return { ...summarize(model, page.interval, page.spacing), prevalence: model.prevalence };
  };

  const write_facts = ({ cases, positives }, facts, { mean_regret, skill, prevalence }) => {
    const counted = `${wholeText(cases)} cases, ${wholeText(positives)} positive (${percent(prevalence)})`;
    const small = (text) => tag("small", {}, text);
    const [regret_text, skill_text] = [perThousand(mean_regret.value), number(skill.value)].map((text) => tag("b", {}, text));
    const regret_line = join(["mean regret", regret_text, small("per 1,000"), small(endsText(mean_regret, perThousand))], " ");
    const skill_line = join(["skill", skill_text, small(endsText(skill, (end) => number(end)))], " ");
    facts.set("value", String(tag("div", {}, counted, tag("br", {}), regret_line, tag("br", {}), skill_line)));
  };

  const draw = () => {
    const figures = Object.values(cards).map(({ figure }) => figure);
    if (figures.length && !page.seen(figures[0])) return;
    const [low, high] = page.interval;
    const ends = Float64Array.of(low, high);
    shared?.band.set("x", ends);
    const scores = new Map();
    // Without tables Python's answer comes at rest; until then the old one is faint.
    const cases_known = page.messages.knows("prevalence", "recalibrated");
    const known = cases_known && page.messages.knows("interval", "spacing");
    const strength = (is_true) => [is_true ? 1 : WAITING_LINE];
    for (const group of judged) {
      const found = score(group.name);
      const card = cards[group.name];
      if (found) scores.set(group.name, found);
      if (!card) continue;
      card.line.set("opacities", strength(found || cases_known));
      card.mean.set("opacities", strength(found || known));
      keep_waiting(card.facts, !found && !known);
      if (!found) continue;
      card.mean.set({ x: ends, y: new Float64Array(2).fill(found.brier.value / 2 / (high - low)) });
      write_facts(group, card.facts, found);
    }
    const all_found = scores.size === judged.length;
    keep_waiting(spec.words, !all_found && !known);
    if (all_found) {
      const said = groups_sentence(page, state.model, groups, scores, spec.fewest);
      spec.words.set("value", String(spoken([said], "bw-verdict")));
    }
  };

  const draw_line = (line, tables, visible) => {
    const model = model_of(tables, state.model);
    const costs = cost_grid(shape, visible, model, GROUP_POINTS);
    const heights = costs.map((cost) => height_at(tables, state.model, shape, cost));
    line.set({ x: Float64Array.from(costs), y: Float64Array.from(heights) });
    return heights;
  };

  const refit = () => {
    for (const [name, button] of Object.entries(spec.buttons)) {
      button.set("button_style", name === page.state.group ? "primary" : "");
    }
    if (shared) draw_charts();
  };

  const draw_charts = () => {
    const visible = visible_costs(shape, page.interval, page.state.zoom);
    const everyone = page.tables_of("");
    const drawn = everyone ? [draw_line(shared.everyone, everyone, visible)] : [];
    const [colour, , style] = looks[state.model];
    for (const { name } of judged) {
      const [card, tables] = [cards[name], page.tables_of(name)];
      if (!card || !tables) continue;
      drawn.push(draw_line(card.line, tables, visible));
      card.line.set({ colors: [colour], line_style: style });
      card.mean.set("colors", [colour]);
      const { prevalence } = model_of(tables, state.model);
      [TREAT_ALL, TREAT_NONE].forEach((rule, i) => {
        const heights = visible.map((cost) => rule_height(shape, rule, prevalence, cost));
        card.rules[i].set({ x: Float64Array.from(visible), y: Float64Array.from(heights) });
      });
    }
    if (drawn.length) {
      fit_heights(shared.scales.y, shared.axes.y, height_range(shape, drawn, page.state.zoom), 4);
    }
    fit_costs(shared.scales.x, shared.axes.x, shape, visible, spec.ticks, page.state.unit);
  };

  const rest = () => {
    if (page.state.zoom) refit();
    draw();
  };

  page.choice(spec.models, "index", (index) => {
    state.model = page.tables.names[index];
    page.by_script(refit);
    page.draw();
  });
  for (const [name, button] of Object.entries(spec.buttons)) {
    page.pressed(button, () => {
      const group = page.state.group === name ? "" : name;
      if (page.tables_of(group)) page.change({ group });
    });
  }

  return {
    draw, refit, rest,
    figure: Object.values(cards).map(({ figure }) => ({
      model: figure, pad: spec.pad, scale: shared.scales.x, curve: () => shape,
    })),
    id: spec.view.model_id,
    traits: state,
  };
}
