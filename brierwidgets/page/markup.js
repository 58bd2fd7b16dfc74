/** HTML that escapes by default, as `words/html.py`: text from anywhere stays text. */

/** Text that is HTML already. */
class Markup extends String {}

const SPECIAL = /[&<>"']/;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** @param {unknown} text */
function escaped(text) {
  const written = String(text);
  if (text instanceof Markup || !SPECIAL.test(written)) return written;
  return written.replace(/[&<>"']/g, (letter) => ENTITIES[letter]);
}

/** @param {unknown[]} parts @param {string} separator */
export function join(parts, separator = "") {
  return new Markup(parts.map(escaped).join(escaped(separator)));
}

/**
 * An element; an attribute that is null or false is left out, true stands alone.
 * @param {string} name @param {Record<string, unknown>} attributes @param {unknown[]} content
 */
export function tag(name, attributes, ...content) {
  let written = "";
  for (const key in attributes) {
    const value = attributes[key];
    if (value === true) written += ` ${key}`;
    else if (value !== null && value !== undefined && value !== false) written += ` ${key}="${escaped(value)}"`;
  }
  if (name === "br" || name === "img") return new Markup(`<${name}${written}>`);
  return new Markup(`<${name}${written}>${join(content)}</${name}>`);
}

/** A table with one line of headings; the first cell of a row is its heading. */
export function table(heads, rows, attributes) {
  const head = heads.map((text) => (text === "" ? tag("td", {}) : tag("th", { scope: "col" }, text)));
  const body = rows.map(([first, ...cells]) =>
    tag("tr", {}, tag("th", { scope: "row" }, first), ...cells.map((cell) => tag("td", {}, cell))),
  );
  return tag("table", attributes, tag("tr", {}, ...head), ...body);
}

/** Sentences that a screen reader reads out when they change. */
export function spoken(sentences, className = "bw-words bw-said") {
  return tag("div", { class: `${className} bw-live` }, join(sentences, " "));
}

/** What a chart shows, for those who do not see it: `access.js` gives it to the chart of that name in the view. */
export function chart_words(chart, text) {
  return tag("span", { class: "bw-alt", hidden: true, "data-chart": chart }, text);
}

/** A sample of a model's line: [colour, dashes]. */
export function swatch([colour, dashes]) {
  const line = tag("line", {
    x1: 0, y1: 4, x2: 26, y2: 4, stroke: colour, "stroke-width": 3.5, "stroke-dasharray": dashes,
  });
  return tag("svg", { class: "bw-swatch", width: 26, height: 8, "aria-hidden": "true" }, line);
}

/** A model's name after a sample of its line, or after its marker. */
export function model_cell(look, name, glyph = null) {
  const sample = glyph === null ? swatch(look) : tag("i", { class: "bw-glyph", style: `color:${look[0]}` }, glyph);
  return tag("span", { class: "bw-model", title: name }, sample, tag("span", {}, name));
}
