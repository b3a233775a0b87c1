// A big screen goes on to the next game of its chouette by itself.
const place = document.querySelector("[data-wall]");

if (place) {
  new MutationObserver(async () => {
    const next = place.querySelector("[data-following]");
    if (!next) return;
    const answer = await fetch(next.href, { cache: "no-store" });
    const board = new URL(answer.url);
    if (answer.ok && board.pathname !== location.pathname.replace(/wall\/$/, "")) location.replace(`${board.pathname}wall/`);
  }).observe(place, { childList: true });
}
