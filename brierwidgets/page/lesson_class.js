/** The answers of a class, question by question: bars or a histogram, the share right, the time. */
import { make } from "./elements.js";
import { as_typed } from "./lesson_store.js";
import { general, grouped } from "../words/numbers.js";

const BINS = 12; // at most, about
const DECADES = 20; // how many times the least the greatest is where bars grow with the numbers
const MOST_DECADES = 1e12; // and where no longer, for there would be too many
const ALIKE = 1e-9; // numbers closer than this share of themselves have one bar
const NO_SPREAD = 1e-300; // less cannot be divided
const LISTED = 40; // answers in words that are shown

/** Rows of a CSV text, by the names in its first line; a spreadsheet may have saved it with semicolons.
 * @param {string} text */
function parse_csv(text) {
  const lines = [[""]];
  let quoted = false;
  const source = text.replace(/^\ufeff/, "");
  const separator = source.startsWith("question;") ? ";" : ",";
  for (let i = 0; i < source.length; i += 1) {
    const [letter, line] = [source[i], lines.at(-1)];
    if (quoted && letter === '"' && source[i + 1] === '"') {
      line[line.length - 1] += letter;
      i += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) line.push("");
    else if (letter === "\n" && !quoted) lines.push([""]);
    else if (letter !== "\r" || quoted) line[line.length - 1] += letter;
  }
  const [heads, ...rest] = lines.filter((cells) => cells.length > 1 || cells[0]);
  const rows = (rest ?? []).map((cells) => Object.fromEntries(heads.map((head, i) => [head, as_typed(cells[i] ?? "")])));
  if (separator === ";") { // where that is usual, a comma is the decimal point
    for (const row of rows) {
      for (const name of row.kind === "number" ? ["answer", "expected", "seconds"] : ["seconds"]) row[name] = row[name]?.replace(",", ".");
    }
  }
  return rows;
}

/** What a file of answers says, as rows for `show_class`; an Error where it is none.
 * @param {string} text @param {string} student */
export function rows_of_file(text, student) {
  const rows = parse_csv(text);
  if (!rows.length || !("question" in rows[0]) || !("answer" in rows[0])) {
    throw new Error(`${student} is no file of answers: it has no columns "question" and "answer".`);
  }
  const truth = { true: true, false: false };
  return rows.map(({ question, kind, answer, expected, correct, seconds, name }) => ({
    student: name || student, question, kind, answer, expected, correct: truth[correct?.toLowerCase()] ?? null,
    seconds: seconds ? Number(seconds) : null, named: Boolean(name),
  }));
}

/** Questions in the order of the first file that has them, each with the answers given.
 * @param {{student: string, question: string, answer: string, correct: boolean | null, seconds: number | null}[]} rows */
export function tally(rows) {
  const questions = new Map();
  for (const row of rows) {
    if (!questions.has(row.question)) questions.set(row.question, { question: row.question, kind: row.kind, expected: "", given: [] });
    const found = questions.get(row.question);
    if (row.answer === "" || row.answer === null) continue;
    found.given.push(row);
    found.expected ||= row.expected ?? "";
  }
  return [...questions.values()].map(({ given, ...question }) => {
    const marked = given.filter(({ correct }) => correct !== null);
    const times = given.map(({ seconds }) => seconds).filter((seconds) => seconds !== null).sort((a, b) => a - b);
    const middle = times.length / 2;
    return {
      ...question,
      answers: given.map(({ answer }) => answer),
      marks: given.map(({ correct }) => correct),
      answered: given.length,
      right: marked.length ? marked.filter(({ correct }) => correct).length / marked.length : null,
      seconds: times.length ? (times[Math.ceil(middle) - 1] + times[Math.floor(middle)]) / 2 : null,
    };
  });
}

/** Bars of a histogram, between round numbers: [from, to, count]. What spreads over decades, as opinions about costs do,
 * has edges at 1, 2, 5, 10 and so on; else all bars are equally wide.
 * @param {number[]} values */
export function histogram(values) {
  if (!values.length) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low <= Math.max(NO_SPREAD, ALIKE * high, -ALIKE * low)) return [[rounded(low), rounded(low), values.length]];
  const by_ratio = low > 0 && high / low >= DECADES && high / low <= MOST_DECADES;
  const edges = by_ratio ? edges_by_ratio(low, high) : even_edges(low, high, Math.min(BINS, 2 + values.length));
  edges[0] = Math.min(edges[0], low); // which rounding can put above the least
  return edges.slice(1).map((to, i) => [edges[i], to, values.filter((value) => value >= edges[i] && value < to).length]);
}

function rounded(value) {
  return Number(value.toPrecision(12));
}

/** 1, 2, 5, 10, ... from the last that is not above `low` to the first that is above `high`. */
function edges_by_ratio(low, high) {
  const powers = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)) + 1; power += 1) powers.push(power);
  const all = powers.flatMap((power) => [1, 2, 5].map((step) => rounded(step * 10 ** power)));
  const first = all.findLastIndex((edge) => edge <= low);
  return all.slice(first, all.findIndex((edge) => edge > high) + 1);
}

/** At most about `most` steps of 1, 2 or 5 times a power of ten. */
function even_edges(low, high, most) {
  const least = high / most - low / most; // the whole spread may be too large for a number
  const power = 10 ** Math.floor(Math.log10(least));
  const width = power * [1, 2, 5, 10, 20].find((step) => step * power >= least);
  const edges = [Math.max(rounded(width * Math.floor(rounded(low / width))), -Number.MAX_VALUE)];
  while (edges.at(-1) <= high) edges.push(rounded(edges[0] + width * edges.length));
  return edges;
}

const WRITTEN_OUT = 1e15; // larger numbers are written with a power of ten

/** An answer or the edge of a bar, without the zeros that say how exact a number is. */
function plain(value) {
  return (Math.abs(value) < WRITTEN_OUT ? grouped : general)(value, 6).replaceAll("-", "−");
}

/** A row of the chart: those who were right first, in another colour; a tick where the right answer is.
 * @param {{label: string, count: number, hits: number, is_right: boolean}} row @param {number} most */
function bar({ label, count, hits, is_right }, most) {
  const part = (kind, many) => (many ? [make("div", { class: kind, style: `width: ${(100 * many) / most}%` })] : []);
  return make("tr", { class: is_right ? "bw-right" : null },
    make("th", { scope: "row" }, label),
    make("td", {}, ...part("bw-bar bw-hits", hits), ...part("bw-bar", count - hits)), make("td", {}, count ? String(count) : ""));
}

function number_rows({ answers, marks, expected }) {
  const right = expected === "" ? NaN : Number(expected);
  const given = answers.map((answer, i) => [Number(answer), marks[i]]).filter(([value]) => Number.isFinite(value));
  return histogram(given.map(([value]) => value)).map(([low, high, count]) => {
    const within = (value) => (low === high ? value === low : value >= low && value < high);
    return {
      label: low === high ? plain(low) : `${plain(low)} to under ${plain(high)}`,
      count, hits: given.filter(([value, mark]) => mark && (low === high || within(value))).length, is_right: within(right),
    };
  });
}

function choice_rows({ answers, expected }) {
  const counts = new Map(expected ? [[expected, 0]] : []);
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([label, count]) =>
    ({ label, count, hits: label === expected ? count : 0, is_right: label === expected }));
}

function bars(question) {
  const { kind, answers } = question;
  if (kind === "text") return [make("ul", {}, ...answers.slice(0, LISTED).map((text) => make("li", {}, text)))];
  const rows = kind === "number" ? number_rows(question) : choice_rows(question);
  const most = Math.max(...rows.map(({ count }) => count));
  return [make("table", { class: "bw-bars" }, ...rows.map((row) => bar(row, most)))];
}

/** Students who gave a name, each with how many answers were right: nothing where nobody did. */
function by_name(rows) {
  const students = new Map();
  for (const { student, named, answer, correct } of rows) {
    if (!named || answer === "" || answer === null) continue;
    const counts = students.get(student) ?? { answered: 0, marked: 0, right: 0 };
    students.set(student, { answered: counts.answered + 1, marked: counts.marked + (correct !== null), right: counts.right + (correct === true) });
  }
  if (!students.size) return [];
  const heads = ["Student", "answered", "right"].map((text) => make("th", { scope: "col" }, text));
  const lines = [...students].sort(([one], [other]) => one.localeCompare(other)).map(([name, { answered, marked, right }]) =>
    make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, String(answered)), make("td", {}, `${right} of ${marked}`)));
  return [make("section", {}, make("h3", {}, "Students"), make("table", { class: "bw-answers" }, make("tr", {}, ...heads), ...lines))];
}

/** Show the class's answers in an element.
 * @param {HTMLElement} element @param {object[]} rows */
export function show_class(element, rows) {
  const students = new Set(rows.map(({ student }) => student)).size;
  const shown = tally(rows).filter(({ answered }) => answered).map((question) => {
    const notes = [`${question.answered} of ${students} answered`];
    if (question.right !== null) notes.push(`${Math.round(100 * question.right)}% right`);
    if (question.seconds !== null) notes.push(`half took ${Math.round(question.seconds)} s or less`);
    return make("section", {},
      make("h3", {}, question.question), make("p", { class: "bw-count" }, notes.join(" · ")), ...bars(question));
  });
  const head = students === 1 ? "1 student" : `${students} students`;
  element.replaceChildren(make("h2", {}, rows.length ? head : "No answers yet"), ...shown, ...by_name(rows));
}

/** A place to drop files of answers on; several drops add up, a file that was dropped before takes its own place.
 * @param {HTMLElement} element @param {(rows: object[]) => void} done */
export function drop_files(element, done) {
  const files = new Map();
  const alert = make("p", { role: "alert" });
  const add_files = async (dropped) => {
    alert.textContent = "";
    for (const file of dropped) {
      try {
        files.set(`${file.name} ${file.size} ${file.lastModified}`, rows_of_file(await file.text(), file.name));
      } catch (error) {
        alert.textContent = error.message;
      }
    }
    done([...files.values()].flatMap((rows, i) => rows.map((row) => ({ ...row, student: `${i + 1} ${row.student}` }))));
  };
  const input = make("input", { type: "file", multiple: true, accept: ".csv", onchange: () => add_files(input.files) });
  const zone = make("label", { class: "bw-drop",
    ondragover: (event) => event.preventDefault(),
    ondrop: (event) => {
      event.preventDefault();
      add_files(event.dataTransfer.files);
    } }, "Drop the files of answers here, or choose them: ", input);
  element.append(zone, alert);
}
