/** Two questions, and the metric that answers them: `views/_metric_chooser.py`, from tables. */
import { exactText } from "../words/numbers.js";
import { best_of, better_is, model_heads, score_cells } from "./cost_chart.js";
import { spoken, tag } from "./markup.js";
import { net_benefit_at, regret_at } from "./readings.js";
import { interval_texts, state_chooser, type_interval, typed_boxes, typed_cost } from "./typed.js";

/** A number as Python writes it in code. */
function python_number(value) {
  if (Number.isInteger(value)) return `${value}.0`;
  if (Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/e-(\d)$/, "e-0$1");
}

const OFFLINE_BOXES = new Set(["cost", "low", "high"]);
const NEEDS_PYTHON = "Python is needed to rank other cases";

export function metric_chooser(spec, page) {
  const state = page.traits(spec);
  const cell_key = () => `${state.coupling} ${state.threshold}`;

  /** What the cell's calls ask that the tables can answer: by the name of the function. */
  const answers_in_page = (move) => {
    const { interval, tables } = page;
    const width = interval[1] - interval[0];
    const at = python_number(state.cost);
    const within = `, interval=(${interval.map(python_number).join(", ")})`;
    const of_summary = (pick) => (name) => pick(move.summaries.get(name));
    if (cell_key() === "independent range") {
      return {
        brier_score: [within, of_summary(({ brier }) => brier.value)],
        log_loss: [within, of_summary(({ log_loss }) => log_loss.value)],
        mean_regret: [within, of_summary(({ brier }) => brier.value / 2 / width)],
      };
    }
    const whole = {
      brier_score: ["", (name) => tables.models.get(name).brier_full],
      log_loss: ["", (name) => tables.models.get(name).log_loss_full],
      roc_auc: ["", (name) => tables.models.get(name).auc],
      average_precision: ["", (name) => tables.models.get(name).average_precision],
    };
    if (cell_key() !== "independent fixed") return whole;
    return {
      net_benefit: [`, threshold=${at}`, (name) => net_benefit_at(tables, name, state.cost)],
      regret: [`, cost=${at}`, (name) => regret_at(tables, name, state.cost)],
    };
  };

  /** Each call with its value for the models shown: Python's own, unless the tables know better. */
  const worths = (move) => {
    const live = answers_in_page(move);
    const answered = JSON.stringify(state.answered.cases) === JSON.stringify(page.cases);
    return (state.answered.cells[cell_key()] ?? []).map(({ function: asked, code, values, higher, reason }) => {
      const [inside, value] = live[asked] ?? [];
      const own = new Map(Object.entries(values).map(([name, written]) => [name, answered ? Number(written) : NaN]));
      if (!value || (answered && inside === "")) return { code, values: own, higher, reason: answered ? reason : NEEDS_PYTHON };
      const answers = new Map(page.state.shown.map((name) => [name, value(name)]));
      return { code: `${asked}(y_true, y_prob${inside})`, values: answers, higher, reason };
    });
  };

  const values_table = (functions, move) => {
    const names = page.state.shown;
    const code = `from brierwidgets.metrics import ${functions.join(", ")}`;
    const rows = worths(move).map((worth) => {
      const best = best_of(worth.values, names, worth.higher);
      const note = tag("small", {}, worth.reason || better_is(worth.higher));
      const cells = score_cells(names, spec.looks, worth.values, best);
      return tag("tr", {}, tag("th", { scope: "row" }, tag("code", {}, worth.code), note), ...cells);
    });
    const head = tag("tr", {}, tag("th", {}, tag("code", {}, code)), ...model_heads(names, spec.looks));
    return tag("table", { class: "bw-calls" }, head, ...rows);
  };

  const write_result = (move) => {
    const { metrics, reason, caution, practice, functions } = spec.advice[cell_key()];
    const said = [tag("strong", {}, `Use ${metrics.join(", ")}.`), reason, tag("em", {}, caution)];
    const result = tag(
      "div",
      { class: "bw-advice" },
      spoken(said, "bw-verdict"),
      tag("div", { class: "bw-values" }, values_table(functions, move)),
      tag("div", { class: "bw-words" }, tag("b", {}, "What papers do."), " ", practice.join(" ")),
    );
    spec.result.set("value", String(result));
  };

  const refit = () => {
    spec.second.set("value", spec.questions[state.coupling]);
    const asked = spec.asked[cell_key()] ?? [];
    for (const [name, box] of Object.entries(spec.boxes)) {
      // How many can be chosen needs a pass over the cases, for which there is no table.
      const usable = OFFLINE_BOXES.has(name) && state.coupling === "independent";
      box.get("layout").set("display", asked.includes(name) && usable ? "" : "none");
    }
    for (const [key, cell] of Object.entries(spec.cells)) {
      const lit = key === cell_key();
      cell.set({ button_style: lit ? "primary" : "", icon: lit && !page.offline ? "check" : "" });
    }
    for (const [name, values] of Object.entries(spec.choices)) {
      spec.answers[name].set("index", values.indexOf(state[name]));
    }
  };

  const draw = (move) => {
    const follows_interval = cell_key() === "independent range";
    if (!page.offline && !follows_interval) return;
    write_boxes();
    write_result(move);
  };

  const box_texts = () => ({ cost: exactText(state.cost, page.state.unit), ...interval_texts(page) });
  const choose = state_chooser(page, state, refit);

  const write_boxes = typed_boxes(page, spec.boxes, spec.notice, box_texts, (name, text) => {
    if (name === "cost") choose({ cost: typed_cost(text, page.state.unit) });
    else if (name === "low" || name === "high") type_interval(page, name, text);
  });
  for (const [name, values] of Object.entries(spec.choices)) {
    page.choice(spec.answers[name], "index", (index) => choose({ [name]: values[index] }));
  }
  for (const [key, cell] of Object.entries(spec.cells)) {
    const [coupling, threshold] = key.split(" ");
    page.pressed(cell, () => choose({ coupling, threshold }));
  }

  return {
    draw, refit,
    id: spec.view.model_id,
    traits: state,
  };
}
