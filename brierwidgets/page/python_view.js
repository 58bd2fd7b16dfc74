/** A chart that Python alone draws, such as a reader's own: without Python it stays as it was, and says so. */
import { say_in } from "./notice.js";
import { costs_from } from "./verdict.js";

export function python_view({ notice }, page) {
  const shown = () => JSON.stringify([page.interval, page.state.shown, page.cases]);
  let drawn = null; // what Python drew it for last
  const draw = () => {
    if (!page.offline || drawn === null) drawn = { key: shown(), interval: page.interval };
    if (!page.offline) return;
    const costs = costs_from(page.words, drawn.interval, page.state.unit);
    say_in(notice, shown() === drawn.key ? "" : `Only Python draws this chart: it still shows ${costs}.`);
  };
  return { draw };
}
