/** Views side by side, and what they say below: `views/_panels.py`. */
import { spoken } from "./markup.js";

export function panels_view({ words, figures }, page) {
  const rest = () => {
    const parts = figures.map((figure) => page.views.find(({ drawn_on }) => drawn_on === figure));
    const sentences = parts.flatMap((part) => part?.sentences?.() ?? []);
    words.set("value", String(spoken([[...new Set(sentences)].join(" ")])));
  };
  return { rest, read: rest };
}
