/**
 * Writing HTML anew where most of it stays: only texts and attributes that differ are touched, so that the browser need
 * not read, style and lay out all of it at every move of a hand. For HTML of `markup.js`, which escapes what it holds.
 */

const PIECES = /<[^>]*>|[^<]+/g;
const ATTRIBUTES = /([\w-]+)="([^"]*)"/g;
const LETTERS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

const unescaped = (text) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => LETTERS[entity]);
const is_tag = (piece) => piece.startsWith("<");
const is_end = (piece) => piece.startsWith("</");
const without_values = (piece) => piece.replace(ATTRIBUTES, "$1");

/** How an opening tag differs from another of the same name and the same attributes: what to set; null if it is not such. */
function changed_attributes(before, after) {
  if (without_values(before) !== without_values(after)) return null;
  const [old, wanted] = [before, after].map((piece) => [...piece.matchAll(ATTRIBUTES)]);
  return wanted.filter(([, , value], i) => value !== old[i][2]).map(([, name, value]) => [name, unescaped(value)]);
}

/**
 * What makes one HTML text another of the same elements. Null if elements come, go or change places.
 * @returns {{count: number, changes: {node: number, text?: string, attributes?: [string, string][]}[]} | null} the number
 *   of nodes, and of each that changes its place in the document and its new text or attributes
 */
function find_changes(before, after) {
  const [old, wanted] = [before, after].map((html) => html.match(PIECES) ?? []);
  if (old.length !== wanted.length) return null;
  const changes = [];
  let count = 0;
  for (let i = 0; i < wanted.length; i += 1) {
    const piece = wanted[i];
    if (piece !== old[i]) {
      if (is_end(piece) || is_end(old[i]) || is_tag(piece) !== is_tag(old[i])) return null;
      const attributes = is_tag(piece) ? changed_attributes(old[i], piece) : [];
      if (!attributes) return null;
      changes.push(is_tag(piece) ? { node: count, attributes } : { node: count, text: unescaped(piece) });
    }
    if (!is_end(piece)) count += 1;
  }
  return { count, changes };
}

/** All nodes inside an element, in the order of the document. */
function nodes_in(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function change_node(node, { text, attributes = [] }) {
  if (text !== undefined) node.data = text;
  for (const [name, value] of attributes) node.setAttribute(name, value);
}

/** Set the HTML of a text of `ui/live_text.py`, which is known by its class, at every move of a hand. */
export function rewrite_text(widget, html) {
  rewrite(widget, document.querySelectorAll(`.bw-text-${widget.model_id} > .widget-html-content`), String(html));
}

/** Set the HTML of a widget that is shown in these elements; where texts and attributes alone differ, nothing else is touched. */
export function rewrite(widget, elements, html) {
  const before = widget.get("value");
  if (html === before) return;
  const found = find_changes(before, html);
  const places = found ? Array.from(elements, nodes_in) : [];
  // A view may be off the page for now, and an element may not hold what was written.
  const views = Object.keys(widget.views ?? {}).length;
  const known = places.length > 0 && places.length === views && places.every(({ length }) => length === found.count);
  if (known) for (const nodes of places) for (const { node, ...news } of found.changes) change_node(nodes[node], news);
  widget.set("value", html, { silent: known }); // views that show it already need not hear of it
}
