// When the next game of a chouette begins, all who look at the last one go on to its board.
const place = document.getElementById("board-beside");
const next = () => place.querySelector("[data-following]");

// An older board that somebody opened to look at it stays: only news leads on.
if (place && !next()) {
  new MutationObserver(() => {
    const link = next();
    if (link) location.assign(link.href);
  }).observe(place, { childList: true, subtree: true });
}
