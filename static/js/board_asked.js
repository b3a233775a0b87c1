// Brings the cubes that are to be answered into sight when they are asked about: on phones they
// stand above the board, and whoever types a move looks at its end.
const place = document.querySelector("[data-table]");
const asked = () => Boolean(place.querySelector(".answer"));

if (place) {
  let before = asked();
  new MutationObserver(() => {
    const now = asked();
    if (now && !before) place.querySelector(".table__scroll").scrollIntoView({ block: "nearest" });
    before = now;
  }).observe(place, { childList: true, subtree: true });
}
