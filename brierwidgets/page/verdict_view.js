/** The verdict in words: what `views/_verdict.py` writes, from a move. */
import { join, tag } from "./markup.js";
import { rewrite_text } from "./rewrite.js";
import { verdict, winner_of } from "./verdict.js";

export function verdict_view({ text, colours, no_model }, page) {
  const draw = (move) => {
    const options = { unit: page.state.unit, note: page.note, lead: page.messages.exact_lead };
    const [first, ...rest] = verdict(page.words, page.tables, move, options).sentences;
    const sentences = join([tag("strong", {}, first), tag("span", {}, join(rest, " "))], " ");
    const winner = colours[winner_of(move)] ?? no_model;
    rewrite_text(text, tag("div", { class: "bw-verdict bw-live", style: `border-color:${winner}` }, sentences));
  };
  return { draw };
}
