/** Miscalibration against discrimination: what `views/_decomposition_chart.py` does, from tables. */
import { fixed, number } from "../words/numbers.js";
import { decompose } from "./decomposition.js";
import { join, model_cell, spoken, tag } from "./markup.js";
import { rewrite_text } from "./rewrite.js";
import { describe_decomposition } from "./sentences.js";
import { round_steps, round_up } from "./ticks.js";
import { is_seen } from "./visible.js";

/** A piece of a bar, from a share of its room on and as wide as another. */
function bar_piece(element, className, left, width = null, text = "") {
  const wide = width === null ? "" : `;width:${fixed(100 * width, 1)}%`;
  return tag(element, { class: className, style: `left:${fixed(100 * left, 1)}%${wide}` }, text);
}

/** What discrimination takes off to the left of zero, what miscalibration adds to the right. */
function split_bar(colour, part, zero, span) {
  const [off, on] = [part.discrimination / span, part.miscalibration / span];
  const pieces = [bar_piece("i", "bw-zero", zero), bar_piece("i", "bw-off", zero - off, off)];
  if (Number.isFinite(on)) pieces.push(bar_piece("i", "bw-on", zero, on), bar_piece("i", "bw-net", zero - off + on));
  else pieces.push(bar_piece("b", null, zero, null, "▸ ∞"));
  return tag("span", { class: "bw-split", "aria-hidden": "true", style: `--bw-own:${colour}` }, ...pieces);
}

export function decomposition_view(spec, page) {
  const { rule_choice, rule_names, plane, texts, looks, glyphs } = spec;
  const rule = () => rule_names[rule_choice.get("index")];
  const find_parts = () => {
    return new Map(page.state.shown.map((name) => [name, decompose(page.tables, name, rule(), page.interval)]));
  };
  const finite_among = (parts) => [...parts.values()].filter(({ score }) => Number.isFinite(score));

  /** Fit both axes, in the same units, and the lines of equal score to the points. */
  const fit_plane = (parts) => {
    const base = parts.values().next().value.uncertainty;
    const furthest = Math.max(
      0, ...finite_among(parts).flatMap(({ miscalibration, discrimination }) => [miscalibration, discrimination]),
    );
    const reach = round_up(1.12 * furthest || base);
    for (const [scale, axis] of [[plane.x, plane.x_axis], [plane.y, plane.y_axis]]) {
      if (scale.get("max") !== reach) {
        scale.set("max", reach);
        axis.set("tick_values", Float64Array.from(round_steps([0, reach], 4)));
      }
    }
    const levels = round_steps([base - 0.9 * reach, base + 0.9 * reach], 6).filter(
      (level) => (base - level > 0.36 * reach || level - base > 0.1 * reach) && level >= 0,
    );
    const rises = [...levels.map((level) => base - level), 0];
    const tops = rises.map((rise) => Math.min(reach, reach - rise));
    const across = Float64Array.of(0, reach);
    plane.equal.set({ x: across, y: rises.map((rise) => Float64Array.of(rise, rise + reach)) });
    plane.no_model.set({ x: across, y: across });
    plane.notes.set({
      x: Float64Array.from(tops),
      y: Float64Array.from(tops, (top, i) => top + rises[i]),
      text: [...levels.map((level) => number(level)), "no model"],
    });
  };

  const draw_plane = (parts) => {
    for (const [name, point] of Object.entries(plane.points)) {
      const part = parts.get(name);
      const visible = part !== undefined && Number.isFinite(part.score);
      if (visible) {
        point.set({ x: Float64Array.of(part.miscalibration), y: Float64Array.of(part.discrimination), visible });
      } else point.set({ visible });
    }
    if (parts.size) fit_plane(parts);
  };

  const bar_table = (parts) => {
    const finite = finite_among(parts);
    const off = Math.max(0, ...finite.map(({ discrimination }) => discrimination));
    const on = Math.max(0, ...finite.map(({ miscalibration }) => miscalibration));
    const span = off + on || 1;
    const heads = ["Model", "◂ taken off | added ▸", "Discrimi\u00adnation", "Miscali\u00adbration", "Score"];
    const head = heads.map((text) => tag("span", { role: "columnheader" }, text));
    const rows = [tag("div", { role: "row", class: "bw-row bw-row-head" }, ...head)];
    for (const name of page.tables.names.filter((model) => parts.has(model))) {
      const part = parts.get(name);
      const model = tag("span", { role: "rowheader" }, model_cell(looks[name], name, glyphs[name]));
      const numbers = [part.discrimination, part.miscalibration, part.score];
      const cells = numbers.map((value) => tag("span", { role: "cell" }, number(value)));
      const bar = split_bar(looks[name][0], part, off / span, span);
      rows.push(tag("div", { role: "row", class: "bw-row" }, model, bar, ...cells));
    }
    const base = parts.size ? parts.values().next().value.uncertainty : NaN;
    const about =
      `Dashed: no model; forecasting the prevalence for everyone scores ${number(base)}. Solid: taken off by ` +
      "telling cases apart. Striped: added by miscalibration. Thick mark: the score.";
    const bars = tag("div", { role: "table", "aria-label": "Parts of the score" }, ...rows);
    return join([bars, tag("div", { class: "bw-words" }, about)]);
  };

  const sentences = () =>
    describe_decomposition(page.words, page.tables, page.state.shown, rule(), page.interval, page.state.unit);
  const draw = () => {
    if (plane && !page.moving && !is_seen(plane.figure)) return;
    const parts = find_parts();
    if (plane) draw_plane(parts);
    if (texts) rewrite_text(texts.bars, bar_table(parts));
  };
  const write = () => {
    if (texts) rewrite_text(texts.words, spoken(sentences()));
  };

  page.choice(rule_choice, "index", () => page.change({}));
  return { draw, write, sentences, drawn_on: plane?.figure };
}
