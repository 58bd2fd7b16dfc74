// How numbers are written and read in the page: the same, to the letter, as numbers.py beside this file.
// A number is taken to 12 significant digits first, then rounded half upwards (see digits.py).
// A module that needs it is sent with this text in front of its own (see page/__init__.py).

/** @param {number} cost */
export const logit = cost => Math.log(cost / (1 - cost));

/** @param {number} place */
export const expit = place => 1 / (1 + Math.exp(-place));

/** @param {number} value @param {number} low @param {number} high */
export const clip = (value, low, high) => Math.min(Math.max(value, low), high);

const KEPT_DIGITS = 12;
const ROUNDING = 1e-14; // what is smaller is 0 but for rounding

/** Twelve digits as text and the power of ten of the first: 0.0166 is {digits: "166000000000", power: -2}.
 * @param {number} value */
function digitsOf(value) {
  const [mantissa, power] = Math.abs(value).toExponential(KEPT_DIGITS - 1).split("e");
  return { digits: mantissa.replace(".", ""), power: Number(power) };
}

/** The first `kept` digits, rounded half up; one digit more if that carries over.
 * @param {string} digits @param {number} kept */
function roundDigits(digits, kept) {
  if (kept >= digits.length) return digits.padEnd(kept, "0");
  if (kept < 0) return "0";
  const up = digits[kept] >= "5" ? 1 : 0;
  return String(Number(digits.slice(0, kept)) + up).padStart(kept, "0");
}

/** @param {string} text */
const withoutZeros = text => text.includes(".") ? text.replace(/\.?0+$/, "") : text;

/** Write so many decimals, as `fixed` in digits.py.
 * @param {number} value @param {number} decimals */
export function fixed(value, decimals) {
  const { digits, power } = digitsOf(value);
  const text = roundDigits(digits, power + 1 + decimals).padStart(decimals + 1, "0");
  const sign = value < 0 && /[1-9]/.test(text) ? "-" : "";
  const point = text.length - decimals;
  return sign + text.slice(0, point) + (decimals > 0 ? `.${text.slice(point)}` : "");
}

/** Write a share as a percentage with so many decimals; a dash where there is none.
 * @param {number} share @param {number} decimals */
export function roundedPercent(share, decimals = 0) {
  return Number.isNaN(share) ? "–" : `${fixed(100 * share, decimals)}%`;
}

/** @param {number} value @param {number} digits */
function scientific(value, digits) {
  let { digits: text, power } = digitsOf(value);
  text = roundDigits(text, digits);
  if (text.length > digits) [text, power] = [text.slice(0, digits), power + 1];
  const exponent = String(Math.abs(power)).padStart(2, "0");
  const mantissa = `${text[0]}${digits > 1 ? "." : ""}${text.slice(1)}`;
  return `${value < 0 ? "-" : ""}${mantissa}e${power < 0 ? "-" : "+"}${exponent}`;
}

/** Write at most so many significant digits, as Python's format "g" does.
 * @param {number} value @param {number} digits */
export function general(value, digits) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return "0";
  const [mantissa, power] = scientific(value, digits).split("e");
  if (Number(power) < -4 || Number(power) >= digits) return `${withoutZeros(mantissa)}e${power}`;
  return withoutZeros(fixed(value, digits - 1 - Number(power)));
}

/** The same with a comma between thousands; a large number is written out.
 * @param {number} value @param {number} digits */
export function grouped(value, digits) {
  const text = general(value, digits);
  const [whole, ...rest] = (text.includes("e+") ? fixed(value, 0) : text).split(/(?=[.e])/);
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + rest.join("");
}

/** @param {number} value @param {number} digits */
export function number(value, digits = 3) {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) < ROUNDING) return "0";
  const rounded = scientific(value, digits);
  const decimals = Math.max(0, digits - 1 - Number(rounded.split("e")[1]));
  return (decimals < 9 ? fixed(value, decimals) : rounded).replaceAll("-", "−");
}

/** A share as a count per 1,000 people.
 * @param {number} value */
export const perThousand = value => number(1000 * value, 3);

/** @param {number} cost @param {number} digits */
export function percent(cost, digits = 3) {
  const edge = Math.min(cost, 1 - cost) * 100;
  if (!(edge > 0)) return `${fixed(cost * 100, 0)}%`;
  return `${withoutZeros(fixed(cost * 100, Math.max(0, digits - 1 - digitsOf(edge).power)))}%`;
}

/** @param {number} cost @param {number} digits */
export function odds(cost, digits = 3) {
  if (cost <= 0) return "0 : 1";
  if (cost >= 1) return "1 : 0";
  return cost <= 0.5 ? `1 : ${sideOfOdds((1 - cost) / cost, digits)}` : `${sideOfOdds(cost / (1 - cost), digits)} : 1`;
}

/** A side of odds; a large one is written out, not with an exponent.
 * @param {number} times @param {number} digits */
function sideOfOdds(times, digits) {
  const text = general(times, digits);
  return text.includes("e+") ? fixed(Number(text), 0) : text;
}

/** @param {number} cost @param {string} unit @param {number} digits */
export function costText(cost, unit, digits = 3) {
  if (unit === "odds") return odds(cost, digits);
  return unit === "log-odds" ? number(logit(cost), digits) : percent(cost, digits);
}

/** Numbers with three digits, or with as many more as it takes for different ones to read differently.
 * @param {number[]} values @param {(value: number, digits: number) => string} write */
export function differentTexts(values, write) {
  const written = (digits) => values.map((value) => write(value, digits));
  const different = new Set(written(MOST_DIGITS)).size;
  let digits = 3;
  while (new Set(written(digits)).size < different) digits += 1;
  return written(digits);
}

/** With so many digits what reads alike is alike, but for rounding. */
export const MOST_DIGITS = 9;

const EXACT_DIGITS = { "probability": 6, "odds": 4, "log-odds": 4 };

/** A cost ratio with as many digits as a box to type in shows.
 * @param {number} cost @param {string} unit */
export const exactText = (cost, unit) => costText(cost, unit, EXACT_DIGITS[unit]);

/** The whole number nearest to a value; a half goes to the even one, as Python's `round` has it.
 * @param {number} value */
function roundHalfEven(value) {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

/** Snap a cost ratio to a round number as fine as one step of the slider there.
 * @param {number} cost */
export function niceCost(cost) {
  if (!(cost > 0 && cost < 1)) return cost;
  const resolution = 0.02 * cost * (1 - cost);
  const power = Math.floor(Math.log10(resolution));
  const unit = Number(`1e${power}`); // 10 ** power is not always the nearest number
  const step = [5, 2, 1].find(many => many * unit <= resolution * 1.05);
  return Number((roundHalfEven(cost / (step * unit)) * step * unit).toFixed(Math.min(2 - power, 100)));
}

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const PLAIN = new RegExp(`^${NUMBER}$`);
const PERCENT = new RegExp(`^(${NUMBER})\\s*%$`);
const ODDS = new RegExp(`^(${NUMBER})\\s*:\\s*(${NUMBER})$`);

/** The number that was typed, with commas between thousands or not; NaN where it is none. */
export function typedAmount(typed) {
  const text = typed.trim().replaceAll(",", "");
  return PLAIN.test(text) && Number.isFinite(Number(text)) ? Number(text) : NaN;
}

/** Read what was typed: percentages and odds always, a bare number in the unit in use.
 * @param {string} typed @param {string} unit
 * @returns {{cost?: number, problem?: "empty" | "unread" | "odds" | "outside", value?: number}} */
export function parseInUnit(typed, unit) {
  const text = typed.trim().replaceAll("−", "-");
  if (text === "") return { problem: "empty" };
  let value;
  const pair = ODDS.exec(unit === "odds" && PLAIN.test(text) ? `1:${text}` : text);
  if (pair) {
    const [harm, benefit] = [Number(pair[1]), Number(pair[2])];
    if (harm < 0 || benefit < 0 || harm + benefit === 0) return { problem: "odds" };
    value = harm / (harm + benefit);
  } else if (PERCENT.test(text)) {
    value = Number(PERCENT.exec(text)[1]) / 100;
  } else if (PLAIN.test(text)) {
    value = unit === "log-odds" ? expit(Number(text)) : Number(text);
  } else {
    return { problem: "unread" };
  }
  return value >= 0 && value <= 1 ? { cost: value } : { problem: "outside", value };
}

/** The ends of an interval; nothing where they are not known.
 * @param {{low: number, high: number}} ends @param {(end: number) => string} write */
export function endsText({ low, high }, write) {
  return Number.isNaN(low) || Number.isNaN(high) ? "" : `${write(low)} to ${write(high)}`;
}

const WHOLE = new Intl.NumberFormat("en-US"); // made once: that takes longer than to write a number

/** A whole number with a comma between thousands. */
export const wholeText = count => WHOLE.format(count);

/** A share of people as people among 1,000: a whole number, and honest about the last one. */
export function peoplePerThousand(share) {
  const exact = 1000 * share;
  if (exact > ROUNDING && exact < 0.5) return "under 1";
  if (exact > 999.5 && exact < 1000 * (1 - ROUNDING)) return "over 999";
  const up = Math.round(exact);
  return wholeText(up - exact === 0.5 && up % 2 ? up - 1 : up); // halves go to the even number
}

/** A cost ratio along an axis.
 * @param {number} cost @param {string} unit */
export const tickCost = (cost, unit) => withoutZeros(costText(cost, unit));

/** A round number of an axis per 1,000. */
export function tickPerThousand(value) {
  return String(Number((1000 * value).toPrecision(6))).replace("-", "−");
}
