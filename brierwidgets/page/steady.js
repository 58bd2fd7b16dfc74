/** A sentence that was longer a moment ago keeps its room: what stands below it stays where it is while a hand moves. */
const TALLEST = "--bw-tallest"; // pixels; the style sheet makes the verdict at least so high
const FOLLOWED = new WeakSet();

/** Keep the verdict in an element as high as its longest sentences were since the element had its width. */
export function keep_height(answer) {
  if (FOLLOWED.has(answer)) return;
  FOLLOWED.add(answer);
  let known = 0;
  new ResizeObserver(() => {
    const width = answer.clientWidth;
    if (!width) return; // nobody sees it
    if (width !== known) answer.style.removeProperty(TALLEST);
    known = width;
    const verdict = answer.querySelector(".bw-verdict");
    if (verdict) answer.style.setProperty(TALLEST, `${verdict.getBoundingClientRect().height}px`);
  }).observe(answer);
}
