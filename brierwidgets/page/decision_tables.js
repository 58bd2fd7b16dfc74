/** Decisions as icons and small tables: `views/_icon_array.py` and `views/_decision_tables.py`. */
import { join, swatch, tag } from "./markup.js";
import { fixed, general, number, percent, wholeText } from "../words/numbers.js";
import { cost_in_words } from "./verdict.js";

const ICON_ORDER = ["tp", "fn", "fp", "tn"];
const ICON_COLUMNS = { 100: 10, 1000: 40 };

/** @typedef {{label: string, colour: string, shape: string}} Outcome how one kind of people is called and drawn */

const plain_sum = ({ tp, fp, fn, tn }) => tp + fp + fn + tn;

/** One icon a person. @param {Record<string, Outcome>} outcomes */
export function icon_array(people, name, outcomes) {
  const total = plain_sum(people);
  const columns = ICON_COLUMNS[total];
  const [patterns, areas, said] = [[], [], []];
  let start = 0;
  for (const kind of ICON_ORDER) {
    const { label, colour, shape } = outcomes[kind];
    const [count, pattern] = [people[kind], `${name}-${kind}`];
    const drawn = tag("path", { d: shape, fill: colour });
    patterns.push(tag("pattern", { id: pattern, width: 10, height: 10, patternUnits: "userSpaceOnUse" }, drawn));
    areas.push(tag("path", { d: icon_run(start, start + count, columns), fill: `url(#${pattern})` }));
    said.push(`${wholeText(count)} ${label}`);
    start += count;
  }
  const attributes = {
    class: "bw-icons",
    viewBox: `0 0 ${10 * columns} ${Math.floor((10 * total) / columns)}`,
    role: "img",
    "aria-label": `Of ${wholeText(total)} people: ${said.join(", ")}`,
  };
  return tag("svg", attributes, tag("defs", {}, ...patterns), ...areas);
}

/** The path around the cells number `start` to `stop` (excluded), row by row. */
function icon_run(start, stop, columns) {
  let path = "";
  while (start < stop) {
    const [row, column] = [Math.floor(start / columns), start % columns];
    const whole_rows = column === 0 ? Math.floor((stop - start) / columns) : 0;
    const width = whole_rows ? columns : Math.min(columns - column, stop - start);
    const height = Math.max(whole_rows, 1);
    path += `M${10 * column} ${10 * row}h${10 * width}v${10 * height}h${-10 * width}z`;
    start += width * height;
  }
  return path;
}

function table_heads(...texts) {
  return tag("tr", {}, ...texts.map((text) => tag("th", { scope: text ? "col" : null }, text)));
}

function table_row(head, cells, attributes = {}) {
  return tag("tr", attributes, tag("th", { scope: "row" }, head), ...cells.map((cell) => tag("td", {}, cell)));
}

function outcome_cell({ label, colour, shape }, count) {
  const icon = tag("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, tag("path", { d: shape, fill: colour }));
  return join([tag("div", {}, icon, tag("b", {}, count)), tag("small", {}, label)]);
}

const share_text = (part, whole = 1) => (Number.isNaN(part) || whole === 0 ? "–" : percent(part / whole));

/** The four kinds of people, as whole people or as rates of each row, with the risk in each column. */
export function confusion_table(decision, people, rates, outcomes) {
  const { tp, fp, fn, tn } = decision.counts;
  let [cells, sums, caption] = [{}, [], ""];
  if (rates) {
    const [need, rest] = [tp + fn, fp + tn];
    cells = {
      tp: share_text(tp, need), fn: share_text(fn, need), fp: share_text(fp, rest), tn: share_text(tn, rest),
    };
    sums = ["100%", "100%", share_text(decision.acted_on), share_text(1 - decision.acted_on), "100%"];
    caption = "Shares of each row";
  } else {
    cells = Object.fromEntries(Object.entries(people).map(([kind, count]) => [kind, wholeText(count)]));
    sums = [
      people.tp + people.fn, people.fp + people.tn, people.tp + people.fp, people.fn + people.tn, plain_sum(people),
    ].map(wholeText);
    caption = `Of ${wholeText(plain_sum(people))} people`;
  }
  const risks = [share_text(decision.risk_if_acted_on), share_text(decision.risk_if_let_go), share_text(tp + fn)];
  const cell = (kind) => outcome_cell(outcomes[kind], cells[kind]);
  return tag(
    "table",
    { class: "bw-confusion" },
    tag("caption", {}, caption),
    table_heads("", "acted on", "let go", "all"),
    table_row("need it", [cell("tp"), cell("fn"), sums[0]]),
    table_row("do not", [cell("fp"), cell("tn"), sums[1]]),
    table_row("all", sums.slice(2)),
    table_row("share who need it", risks, { class: "bw-risk" }),
  );
}

/** The key to the small regret curve, and who scores beyond the axis. */
export function chart_keys(lines, [below, above], [low, high], unit) {
  const keys = lines.map(([label, look]) => tag("span", { class: "bw-key" }, swatch(look), label));
  keys.push(tag("span", { class: "bw-key" }, tag("b", { class: "bw-shade" }), "interval"));
  const out = [[below, "below", low], [above, "above", high]]
    .filter(([share]) => share > 0)
    .map(([share, side, end]) => `${percent(share, 2)} of people score ${side} ${cost_in_words(end, unit)}`);
  if (out.length) keys.push(tag("span", {}, `${out.join(" and ")}: they stand in the end bars.`));
  return tag("div", { class: "bw-icon-keys bw-words" }, ...keys);
}

function amount_text(value) {
  return value >= 1000 ? fixed(value, 0).replace(/\B(?=(\d{3})+$)/g, ",") : general(value, 4);
}

/** What acting and not acting cost, and what each way of deciding comes to for 1,000 people. */
export function cost_table(decision, name, loss) {
  const { tp, fp, fn } = decision.counts;
  const acting = decision.cost * loss;
  const ways = [
    [name, acting * (tp + fp) + loss * fn, decision.regret],
    ["treat all", acting, decision.treat_all],
    ["treat none", loss * (tp + fn), decision.treat_none],
  ];
  const least = Math.min(...ways.map(([, , regret]) => regret));
  const one_person = tag(
    "table",
    { class: "bw-costs" },
    table_heads("", "needs it", "does not"),
    table_row("act", [amount_text(acting), amount_text(acting)]),
    table_row("let go", [amount_text(loss), "0"]),
  );
  const title = "C for everyone acted on, L for everyone missed";
  const heads = [
    tag("th", { scope: "col" }, "per 1,000 people"),
    tag("th", { scope: "col", title }, "expense"),
    tag("th", { scope: "col" }, "regret"),
  ];
  const rows = ways.map(([way, spent, regret]) =>
    table_row(way, [amount_text(1000 * spent), number(1000 * regret)], {
      class: regret <= least + 1e-12 ? "bw-best" : null,
    }),
  );
  const everyone = tag("table", { class: "bw-costs" }, tag("tr", {}, ...heads), ...rows);
  return tag("div", { class: "bw-cost-tables" }, one_person, everyone);
}
