// What a student of benchmarks/classroom.py does, in the page itself, so that all do it at once: answer, go on, drag.
async ([answers]) => {
  const until = async (found) => {
    for (let tries = 0; tries < 2400; tries += 1) {
      const what = found();
      if (what) return what;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`waited in vain for ${found}`);
  };
  const button = (text) => [...document.querySelectorAll("button")].find((element) => element.textContent.trim() === text && !element.disabled);
  const press = async (text) => (await until(() => button(text))).click();
  const place = () => document.querySelector(".bw-progress").textContent.split(" ·")[0];
  window.go = async () => {
    for (const answer of answers) {
      const before = place();
      const box = await until(() => document.querySelector(".bw-question input:not(:disabled)"));
      if (answer === null) box.click();
      else {
        box.value = answer;
        for (const kind of ["input", "change"]) box.dispatchEvent(new Event(kind, { bubbles: true }));
      }
      await press("Commit my answer");
      await press("Next");
      await until(() => place() !== before && document.querySelector(".bw-question"));
    }
    const verdict = await until(() => [...document.querySelectorAll(".bw-verdict")].find((element) => element.offsetParent));
    await until(() => verdict.closest(".bw-root")?.dataset.interval);
    return true;
  };
  // From when the hand moved (or should have, had the page not been busy) to the changed verdict. The page answers.
  // Python hears of it when the hand lets go: at the end, or after every move.
  window.drag = async ({ begin, moves, pause, lets_go }) => {
    const root = [...document.querySelectorAll(".bw-root")].find((element) => element.offsetParent && element.querySelector(".bw-handle-upper"));
    const handle = root.querySelector(".bw-handle-upper");
    const box = handle.getBoundingClientRect();
    const [x, y, took, sent] = [box.x + box.width / 2, box.y + box.height / 2, [], window.sent];
    document.body.style.visibility = lets_go ? "hidden" : "visible"; // a student's own computer would paint it
    handle.setPointerCapture = () => {}; // no pointer of the system is down
    const point = (kind, step) => handle.dispatchEvent(new PointerEvent(kind,
      { bubbles: true, pointerId: 7, pointerType: "mouse", isPrimary: true, button: 0, buttons: 1, clientX: x + 4 * step, clientY: y }));
    const offset = begin - Date.now() + performance.now();
    if (!lets_go) point("pointerdown", 0);
    for (let step = 1; step <= moves; step += 1) {
      const due = offset + step * pause;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const changed = new Promise((resolve) => {
        const observer = new MutationObserver((records) => {
          if (!records.some(({ target }) => target.parentElement?.closest(".bw-answer") ?? target.closest?.(".bw-answer"))) return;
          observer.disconnect();
          resolve(performance.now() - due);
        });
        observer.observe(root, { subtree: true, childList: true, characterData: true });
        setTimeout(() => { observer.disconnect(); resolve(null); }, 5000);
      });
      if (lets_go) point("pointerdown", 0);
      point("pointermove", lets_go && step % 2 ? -1 : step);
      took.push(await changed);
      if (lets_go) point("pointerup", step);
    }
    if (!lets_go) point("pointerup", moves);
    return { took, sent: window.sent - sent };
  };
}
