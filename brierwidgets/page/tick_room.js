/** Numbers along an axis that would touch: where a chart is narrow, some of them step back. */
const APART = 8; // pixels
const CROWDED = "bw-crowded";

/**
 * Which of the numbers along an axis, from left to right, are written: all, or else every second, third, ... of them.
 * @param {{left: number, right: number}[]} boxes
 * @returns {boolean[]}
 */
function with_room(boxes) {
  const touch = (kept) => kept.slice(1).some(({ left }, i) => left < kept[i].right + APART);
  let step = 1;
  while (step < boxes.length && touch(boxes.filter((_, i) => i % step === 0))) step += 1;
  return boxes.map((_, i) => i % step === 0);
}

/** Hide the numbers of a chart's horizontal axes that have no room. */
export function give_room(chart) {
  for (const axis of chart.querySelectorAll(".axis")) {
    const texts = [...axis.querySelectorAll(".tick text")].filter((text) => text.textContent);
    const placed = texts.map((text) => ({ text, box: text.getBoundingClientRect() })).filter(({ box }) => box.width);
    if (placed.length < 2 || Math.abs(placed[0].box.top - placed[1].box.top) > 1) continue; // it stands upright
    placed.sort((one, other) => one.box.left - other.box.left);
    const fits = with_room(placed.map(({ box }) => box));
    for (const [i, { text }] of placed.entries()) {
      if (text.classList.contains(CROWDED) === fits[i]) text.classList.toggle(CROWDED, !fits[i]);
    }
  }
}
