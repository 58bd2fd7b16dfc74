/* Gives the frame of a live page the height that the page in it asks for. */
window.addEventListener("message", event => {
  const height = event.data?.brierwidgetsHeight;
  if (!(height > 0)) return;
  for (const frame of document.querySelectorAll("iframe.live")) {
    if (frame.contentWindow === event.source) frame.style.height = `${Math.min(height + 2, 2400)}px`;
  }
});

/* Long names in code may break after a stroke, a colon or an underscore: what is copied stays as it is. */
document.addEventListener("DOMContentLoaded", () => {
  for (const word of document.querySelectorAll(".bd-article code.literal .pre")) {
    const parts = word.textContent.match(/.+?(?:[/_(]|::|$)/g) ?? [];
    word.replaceChildren(...parts.flatMap(part => [part, document.createElement("wbr")]));
  }
});

/* The theme's arrows beside chapters have no name of their own. */
document.addEventListener("DOMContentLoaded", () => {
  for (const arrow of document.querySelectorAll("nav details > summary")) {
    const chapter = arrow.closest("li")?.querySelector("a")?.textContent.trim() ?? "this chapter";
    arrow.setAttribute("aria-label", `Pages of ${chapter}`);
  }
});
