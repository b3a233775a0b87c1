// Keeps in sight what is asked at a chouette's board. On phones what is said at its table lies over the
// page's end: how high that is, the page's styles need to know. In a low window the cubes that are to be
// answered stand above the board, and whoever types a move looks at its end.
const place = document.querySelector("[data-table]");
const columns = document.querySelector(".columns");
const asked = () => Boolean(place.querySelector(".answer"));
const isSticky = (one) => getComputedStyle(one).position === "sticky";

// What lies over the page's end: the table with its answers, or what is said there alone.
const lying = () => [place.querySelector("#table"), place.querySelector(".dock")].find((one) => one && isSticky(one));

if (place) {
  const sizes = new ResizeObserver(() => document.documentElement.style.setProperty("--dock", `${lying()?.offsetHeight ?? 0}px`));
  const watch = () => {
    sizes.disconnect();
    for (const one of [columns, ...place.querySelectorAll(".dock, .table__scroll")]) sizes.observe(one);
  };
  watch();
  let before = asked();
  new MutationObserver(() => {
    watch();
    const now = asked();
    if (now && !before) place.querySelector(".table__scroll").scrollIntoView({ block: "nearest" });
    before = now;
  }).observe(place, { childList: true, subtree: true });
}
