/** What an answer may be, how it is read and when it is right: the same as `lessons/_answers.py`, to the letter. */
import { general, number, parseInUnit } from "../words/numbers.js";

const ANSWER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(%?)$/;
const PLAIN_ANSWER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const ENDLESS = /^[+-]?(?:nan|inf|infinity)$/i;

/** Write an answer for people, with its unit.
 * @param {string | number} answer @param {string} unit */
export function write_answer(answer, unit = "") {
  if (typeof answer === "string") return answer;
  const text = Number.isInteger(answer) ? general(answer, 10).replaceAll("-", "−") : number(answer);
  return text + (unit === "" || unit === "%" ? unit : ` ${unit}`);
}

function bare(typed, unit) {
  const text = String(typed).trim().replaceAll("−", "-");
  return unit && unit !== "%" && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
}

/** Whether a percentage is written as a share: 0.05 for 5%. */
function is_share(text, unit) {
  return unit === "%" && PLAIN_ANSWER.test(text) && Math.abs(Number(text)) > 0 && Math.abs(Number(text)) < 1;
}

/** A text between quotes, as Python shows it. */
function quoted(text) {
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}

/** A number from what was typed, or an Error with advice. */
function read_number(typed, unit) {
  const text = bare(typed, unit);
  const endless = new Error(`${quoted(text)} is not a number that can be compared. Give a finite one.`);
  if (ENDLESS.test(text)) throw endless;
  const written = ANSWER.exec(text);
  let value;
  if (text.includes(":")) {
    const { cost } = parseInUnit(text, "probability");
    if (cost !== undefined) return unit === "%" ? 100 * cost : cost;
  } else if (written) {
    value = Number(written[1]) / (written[2] && unit !== "%" ? 100 : 1);
  }
  if (value === undefined) {
    const hint = text.includes(",") ? "Write a point, not a comma: 0.5." : "Write it as 12, 0.5, 2% or 1:49.";
    throw new Error(`${quoted(String(typed).trim())} is not a number. ${hint}`);
  }
  if (!Number.isFinite(value)) throw endless;
  return is_share(text, unit) ? value * 100 : value;
}

/** Refuse what cannot be. `limits` are [low, high], null where there is no limit. */
function within(value, { limits, unit }) {
  const [low, high] = limits;
  if ((low === null || value >= low) && (high === null || value <= high)) return value;
  const [first, last] = limits.map((end) => (end === null ? "" : write_answer(end, unit)));
  const where = first && last ? `lies between ${first} and ${last}` : first ? `is at least ${first}` : `is at most ${last}`;
  throw new Error(`${write_answer(value, unit)} cannot be: the answer ${where}.`);
}

/** The answer as it is kept, or an Error with advice.
 * @param {{kind: string, unit: string, limits: (number | null)[]}} question @param {string} typed */
export function read_answer(question, typed) {
  if (question.kind === "number") return within(read_number(typed, question.unit), question);
  if (!typed.trim()) throw new Error("The answer is empty. Write a few words.");
  return question.kind === "text" ? typed.trim() : typed;
}

/** How what is typed would be understood, for the box to say; nothing where that is plain or cannot be. */
export function understood(question, typed) {
  const { kind, unit } = question;
  if (kind !== "number") return "";
  let value;
  try {
    value = read_number(typed, unit);
  } catch {
    return "";
  }
  try {
    within(value, question);
  } catch (error) {
    return error.message;
  }
  const text = bare(typed, unit);
  const understood = general(value, 10).replaceAll("-", "−");
  if (is_share(text, unit)) return `read as ${understood}%; for ${text}% write ${text}%`;
  if (unit === "%") return `read as ${understood}%`;
  return text.replaceAll("-", "−") === understood ? "" : `read as ${understood}`;
}

/** Whether an answer is right; null where nobody can say.
 * @param {{correct: unknown, also: number[], tolerance: number}} right */
export function judge(question, { correct, also, tolerance }, answer) {
  if (answer === null || answer === undefined || correct === null) return null;
  if (question.kind !== "number") return answer === correct;
  return [correct, ...also].some((right) => {
    const slack = 1e-9 * Math.max(Math.abs(answer), Math.abs(right));
    return Math.abs(answer - right) <= tolerance + slack;
  });
}

/** A text that ends a sentence: with its own sign, or with a full stop. */
export function with_stop(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What is said when the answer is revealed. */
export function judgement(question, right, answer) {
  const given = write_answer(answer, question.unit);
  const is_right = judge(question, right, answer);
  if (is_right === null) return `You said: ${with_stop(given)}`;
  const truth = with_stop(write_answer(right.correct, question.unit));
  if (!is_right) return `✗ Not quite. You said: ${with_stop(given)} The answer: ${truth}`;
  return question.kind === "choice" ? `✓ Right: ${truth}` : `✓ Right. You said ${given.replace(/\.$/, "")}; it is ${truth}`;
}
