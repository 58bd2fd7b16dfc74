/** What people type, when Python is not there to read it: `core/intervals.py` and `words/numbers.py`. */
import { say_in } from "./notice.js";
import { exactText, general, parseInUnit } from "../words/numbers.js";

const COST_FORMS = "a number between 0 and 1, a percentage such as '1.66%', or odds such as '1:59'";

/** A cost ratio from what was typed, a bare number in the unit; else an Error with advice. */
export function typed_cost(text, unit) {
  const { cost, problem, value } = parseInUnit(text, unit);
  if (problem === undefined) return cost;
  const shown = text.trim().replaceAll("−", "-");
  if (problem === "odds") {
    throw new Error(`The cost ratio '${shown}' is not a pair of odds: both sides must be >= 0 and one > 0.`);
  }
  if (problem === "outside") {
    const number_shown = general(value, 6);
    const hint = value > 1 && value <= 100 ? ` For ${number_shown} percent write '${number_shown}%'.` : "";
    throw new Error(`The cost ratio must lie between 0 and 1, but it is '${shown}'.${hint}`);
  }
  throw new Error(`The cost ratio '${shown}' cannot be read. Write ${COST_FORMS}.`);
}

/** The interval with one end ("low" or "high") moved to what was typed. */
function typed_interval([low, high], end, text, unit) {
  const cost = typed_cost(text, unit);
  const moved_ends = end === "low" ? [cost, high] : [low, cost];
  if (moved_ends[0] < moved_ends[1]) return moved_ends;
  const [side, place, more] = end === "low" ? ["lower", "upper", "smaller"] : ["upper", "lower", "larger"];
  const other = end === "low" ? high : low;
  throw new Error(
    `The ${side} end ${exactText(cost, unit)} would not be on its side of the ${place} end ${exactText(other, unit)}. ` +
      `Type a ${more} number, or move the ${place} end first.`,
  );
}

/** What boxes named "low" and "high" show of the page's interval. */
export function interval_texts(page) {
  const [low, high] = page.interval.map((cost) => exactText(cost, page.state.unit));
  return { low, high };
}

/** Move one end of the page's interval to what was typed. */
export function type_interval(page, end, text) {
  page.set_interval(typed_interval(page.interval, end, text, page.state.unit));
  page.let_go();
}

/** A function that takes chosen parts of a view's `state`, refits the view and draws. */
export function state_chooser(page, state, refit) {
  return (parts) => {
    Object.assign(state, parts);
    page.by_script(refit);
    page.draw();
  };
}

/**
 * Boxes that show numbers and, without Python, take others. What cannot be taken stays typed, and the notice says why,
 * until one of the numbers is another.
 * @param {object} page @param {Record<string, object>} boxes widgets by name @param {object} notice
 * @param {() => Record<string, string>} texts what they should show
 * @param {(name: string, text: string) => void} accept takes what was typed, or throws an Error with advice
 * @returns {() => void} writes the present numbers
 */
export function typed_boxes(page, boxes, notice, texts, accept) {
  let refused = null; // the numbers when something typed could not be taken
  const write = () => {
    const now = texts();
    if (refused === JSON.stringify(now)) return;
    if (refused) say_in(notice, "");
    refused = null;
    for (const [name, text] of Object.entries(now)) boxes[name].set("value", text);
  };
  const accept_typed = (name, text) => {
    try {
      accept(name, text);
      refused = null;
      say_in(notice, "");
      write();
    } catch (error) {
      refused = JSON.stringify(texts());
      say_in(notice, error.message);
    }
  };
  for (const [name, box] of Object.entries(boxes)) {
    page.choice(box, "value", (text) => {
      // Later: a box that is written to while it tells of a change would go on showing what was typed.
      if (text !== texts()[name]) setTimeout(() => accept_typed(name, text));
    });
  }
  return write;
}
