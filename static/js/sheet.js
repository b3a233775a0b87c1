/* A tap on a cell of the score sheet tells the game in a box; without this script the link opens a page. */
const box = document.querySelector("#story");
const body = document.querySelector("#story-body");

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-story]");
  if (!link || !box || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.statusText);
    body.innerHTML = await answer.text();
    if (!box.open) box.showModal();
  } catch {
    location.assign(link.href);
  }
});

/* A tap beside the box closes it. */
box?.addEventListener("click", (event) => {
  if (event.target === box) box.close();
});

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
