/** The score table: what `views/_score_table.py` writes, from a move. */
import { swatch, tag } from "./markup.js";
import { rank } from "./move.js";
import { rewrite } from "./rewrite.js";
import { is_hidden } from "./visible.js";
import { endsText, number, perThousand } from "../words/numbers.js";

/** A score to sort by: those that are level but for rounding stay as they were. */
const rounded = (value) => Number(value.toPrecision(9));

export function score_table(spec, page) {
  const { body, looks, columns, ranks } = spec;
  const view = spec.view.model_id;
  const state = page.traits(spec);
  const selector = `.bw-scores-${view}`;

  /** Sort by the heading that was clicked, or show more columns. */
  const clicked = (event) => {
    const key = event.target.closest(`${selector} button`)?.dataset.key;
    if (!key) return;
    if (key === "more") state.more = !state.more;
    else {
      state.descending = key === state.sort_by ? !state.descending : spec.largest_first.includes(key);
      state.sort_by = key;
    }
    page.draw();
    page.touch(view, { ...state });
  };

  const whole = (name, key) => page.tables.models.get(name)[key];

  const value_of = (move, name) => {
    const key = state.sort_by;
    if (key === "model") return name.toLowerCase();
    if (key === "rank") return move.ranks.get(name);
    if (ranks.some(([known]) => known === key)) return key === "auc" ? -whole(name, key) : whole(name, key);
    const { value } = move.summaries.get(name)[key];
    return Number.isNaN(value) ? Infinity : rounded(value);
  };

  const regret_of = (move, name) => move.rules.get(name) ?? move.summaries.get(name).mean_regret.value;

  /** The models as sorted now, and the rules where their mean regret puts them, else at the end. */
  const with_rules = (move, order) => {
    const sign = state.descending ? -1 : 1;
    let rows = order;
    const regrets = new Map([...order, ...move.rules.keys()].map((name) => [name, rounded(regret_of(move, name))]));
    const later = (one, other) => sign * (regrets.get(one) - regrets.get(other));
    const rules = [...move.rules.keys()].sort(later);
    for (const rule of rules) {
      let place = -1;
      if (["rank", "mean_regret"].includes(state.sort_by)) {
        place = rows.findIndex((name) => later(name, rule) > 0);
      }
      rows = place < 0 ? [...rows, rule] : [...rows.slice(0, place), rule, ...rows.slice(place)];
    }
    return rows;
  };

  const width = (key) => (spec.first.includes(key) ? null : "bw-wide");

  const head = (key) => {
    const [title, hint] = columns[key];
    const sorted = key === state.sort_by;
    const arrow = sorted ? (state.descending ? "\u00a0▼" : "\u00a0▲") : "";
    const way = sorted ? (state.descending ? "descending" : "ascending") : null;
    const button = { type: "button", "data-key": key, title: `${hint}. Click to sort.` };
    return tag("th", { scope: "col", "aria-sort": way, class: width(key) }, tag("button", button, title + arrow));
  };

  const regret_cell = (move, name, longest) => {
    const none = { low: NaN, high: NaN };
    const estimate = move.rules.has(name)
      ? { value: move.rules.get(name), ...none }
      : move.summaries.get(name).mean_regret;
    const share = longest > 0 ? (100 * estimate.value) / longest : 0;
    const bar = tag("i", { class: "bw-bar", style: `width:${share.toFixed(1)}%;background:${looks[name][0]}` });
    return tag(
      "div", { class: "bw-amount", title: `mean regret ${number(estimate.value)}` },
      tag("span", {}, bar),
      tag("b", {}, perThousand(estimate.value)),
      tag("small", {}, endsText(estimate, perThousand)),
    );
  };

  const score = (estimate) => tag(
    "span", { class: "bw-worth" }, number(estimate.value), tag("small", {}, endsText(estimate, (end) => number(end))),
  );

  const rank_cell = (name, key, place, rank_inside) => {
    if (Number.isNaN(whole(name, key))) return tag("span", { title: "needs cases of both classes" }, "–");
    if (rank_inside === null || place === rank_inside) return tag("span", {}, place);
    const [arrow, kind] = place > rank_inside ? ["▲", "bw-up"] : ["▼", "bw-down"];
    const moved = tag("span", { class: kind }, `${arrow}${Math.abs(place - rank_inside)}`);
    const title = `rank ${place} overall, ${rank_inside} here`;
    return tag("span", { class: "bw-reversal", title }, `${place}\u00a0`, moved);
  };

  const row = (name, kind, cells, shown) => {
    const title = kind === "bw-rule" ? `${name}: needs no model` : name;
    const model = tag("span", { class: "bw-model" }, swatch(looks[name]), tag("span", {}, name));
    return tag(
      "tr", { class: `bw-row ${kind}`.trim() },
      tag("th", { scope: "row", title }, model),
      ...shown.slice(1).map((key) => tag("td", { class: width(key) }, cells.get(key) ?? "")),
      tag("td", { class: "bw-further" }),
    );
  };

  let asleep = null; // whether nobody saw the table when the hand began to move: to look makes the browser lay the page out
  const draw = (move) => {
    asleep = page.moving ? asleep ?? is_hidden(selector) : null;
    if (asleep) {
      page.sights.skipped = true; // so the page draws again when the hand has let go, or a click has opened something
      return;
    }
    const names = [...move.summaries.keys()];
    const values = new Map(names.map((name) => [name, value_of(move, name)]));
    const sign = state.descending ? -1 : 1;
    const compare = (one, other) => (one < other ? -sign : one > other ? sign : 0);
    const sorted = [...names].sort((one, other) => compare(values.get(one), values.get(other)));
    const usual = ranks.map(([key, highest_first]) => [
      key,
      rank(new Map(names.map((name) => [name, highest_first ? -whole(name, key) : whole(name, key)]))),
    ]);
    const shown = [...spec.shown, ...(state.more ? spec.further : [])];
    const scores = ["skill", ...spec.further].filter((key) => shown.includes(key));
    const order = with_rules(move, sorted);
    const longest = Math.max(0, ...order.map((name) => regret_of(move, name)));
    const rows = order.map((name) => {
      const cells = new Map([["mean_regret", regret_cell(move, name, longest)]]);
      if (move.rules.has(name)) return row(name, "bw-rule", cells, shown);
      const rank_inside = move.best === null ? null : move.ranks.get(name);
      const tied = [...move.ranks.values()].filter((place) => place === rank_inside).length > 1;
      const no_rank = tag("span", { title: spec.no_weight }, "–");
      cells.set("rank", rank_inside === null ? no_rank : tag("b", {}, tied ? `${rank_inside}\u00a0=` : rank_inside));
      for (const key of scores) cells.set(key, score(move.summaries.get(name)[key]));
      for (const [key, places] of usual) cells.set(key, rank_cell(name, key, places.get(name), rank_inside));
      return row(name, rank_inside === 1 ? "bw-best" : "", cells, shown);
    });
    const more = { type: "button", "data-key": "more", "aria-expanded": state.more ? "true" : "false" };
    const further = tag("th", { scope: "col", class: "bw-further" }, tag("button", more, state.more ? "less ▴" : "more ▾"));
    const written = String(tag(
      "table", { class: state.more ? "bw-all" : "", "aria-label": "Scores on the interval" },
      tag("thead", {}, tag("tr", {}, ...shown.map(head), further)),
      tag("tbody", {}, ...rows),
    ));
    const held = document.activeElement?.closest(selector) ? document.activeElement.dataset.key : null;
    rewrite(body, document.querySelectorAll(`${selector} .widget-html-content`), written);
    if (held) document.querySelector(`${selector} button[data-key="${held}"]`)?.focus();
  };

  return {
    draw,
    clicked,
    id: view,
    traits: state,
  };
}
