/** Views side by side, and what they say below: `views/_panels.py`. */
import { spoken } from "./markup.js";
import { rewrite_text } from "./rewrite.js";

export function panels_view({ words, figures }, page) {
  const write = () => {
    if (page.moving && !page.seen(figures[0])) return;
    const parts = figures.map((figure) => page.views.find(({ drawn_on }) => drawn_on === figure));
    const sentences = parts.flatMap((part) => part?.sentences?.() ?? []);
    rewrite_text(words, spoken([[...new Set(sentences)].join(" ")]));
  };
  return { write, read: write };
}
