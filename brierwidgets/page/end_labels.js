/** Names at the ends of lines: `ui/end_labels.py` in JavaScript. */
import { swatch, tag } from "./markup.js";

const SAME = 1; // pixels: lines that are nowhere further apart are one to the eye

/** Places in the order given, near those wanted, none nearer to the next than `pitch`. */
export function spread(wanted, low, high, pitch) {
  const places = [...wanted];
  for (let i = 1; i < places.length; i += 1) places[i] = Math.max(places[i], places[i - 1] + pitch);
  let limit = high;
  for (let i = places.length - 1; i >= 0; i -= 1) {
    places[i] = Math.max(Math.min(places[i], limit), low);
    limit = places[i] - pitch;
  }
  return places;
}

/**
 * The labels of lines in a chart, as buttons that switch them off and on.
 * @param {{name: string, look: [string, string], heights: number[], number: number | null, shown: boolean}[]} lines
 * @param {[number, number]} heights what the chart shows
 * @param {{top: number, height: number, pitch: number}} plot
 */
export function write_labels(lines, [low, high], { top, height, pitch }) {
  const pixel = (high - low) / height;
  const together = [];
  for (const line of lines) {
    const apart = (other) => other.heights.every((at, i) => !(Math.abs(at - line.heights[i]) > SAME * pixel));
    const found = together.find(([other]) => other.shown === line.shown && apart(other));
    if (found) found.push(line);
    else together.push([line]);
  }
  const place = ([line], count) => {
    const known = line.heights.slice(-count).filter(Number.isFinite);
    const mean = known.length ? known.reduce((sum, at) => sum + at, 0) / known.length : low;
    return top + height - Math.min(Math.max((mean - low) / pixel, 0), height);
  };
  const within = ({ heights }) => heights.at(-1) >= low && heights.at(-1) <= high;
  // A rule that leaves the chart before its end has no place for a name; the table beside the chart names it.
  const labels = together
    .filter(([line]) => line.number !== null || within(line))
    .map((group) => ({ group, last: place(group, 1), tail: Number(place(group, 30).toFixed(6)) }))
    .sort((one, other) => Math.round(one.last) - Math.round(other.last) || one.tail - other.tail);
  if (labels.length * pitch > height + pitch) return tag("div", { class: "bw-labels" });
  const places = spread(labels.map(({ last }) => last), top, top + height, pitch);
  const written = labels.map(({ group }, i) => write(group, places[i]));
  return tag("div", { class: "bw-labels" }, ...written);
}

/** How many models share a line or a row: `words/lists.py`. */
export function count_models(count) {
  return `${count} models`;
}

function write(lines, at) {
  const [first] = lines;
  const models = lines.filter(({ number }) => number !== null);
  const style = `top:${at.toFixed(0)}px`;
  if (!models.length) return tag("span", { class: "bw-label", style }, swatch(first.look), tag("i", {}, first.name));
  const text = models.length === 1 ? first.name : count_models(models.length);
  const names = lines.map(({ name }) => name).join(", ");
  const attributes = {
    type: "button",
    class: "bw-label",
    "aria-pressed": first.shown ? "true" : "false",
    "data-models": models.map(({ number }) => number).join(","),
    title: `${names}: click to ${first.shown ? "hide" : "show"}`,
    style,
  };
  return tag("button", attributes, swatch(first.look), tag("span", {}, text));
}
