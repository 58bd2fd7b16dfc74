/** The verdict in words: what `views/_verdict.py` writes, from a move. */
import { join, tag } from "./markup.js";
import { rewrite } from "./rewrite.js";
import { verdict, winner_of } from "./verdict.js";

export function verdict_view({ text, colours, no_model }, page) {
  const places = `.bw-verdict-${text.model_id} .widget-html-content`;
  const draw = (move) => {
    const { unit } = page.state;
    const [first, ...rest] = verdict(page.words, page.tables, move, { unit, note: page.note }).sentences;
    const sentences = join([tag("strong", {}, first), tag("span", {}, join(rest, " "))], " ");
    const winner = colours[winner_of(move)] ?? no_model;
    const html = String(tag("div", { class: "bw-verdict bw-live", style: `border-color:${winner}` }, sentences));
    rewrite(text, document.querySelectorAll(places), html);
  };
  return { draw };
}
