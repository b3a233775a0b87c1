// What has just appeared in the line lies above the bar at the bottom, not behind it.

const reveal = (thing) => {
  const box = thing.getBoundingClientRect();
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  if (!dock || dock.left >= box.right) return; // beside it, on a wide screen
  const hidden = box.bottom - dock.top;
  if (hidden > 0) scrollBy({ top: Math.min(hidden + 8, Math.max(box.top, 0)) });
};

// Players who rolled the same roll again: their rows come below the others.
let rows = 0;

const rolled = () => {
  const now = document.querySelectorAll("#sheet-form.rolls .roll");
  if (rows && now.length > rows) reveal(now[now.length - 1]);
  rows = now.length;
};

export const armSight = () => {
  document.addEventListener("toggle", ({ target }) => { if (target.matches(".quiet[open]")) reveal(target); }, true);
  for (const event of ["htmx:afterSettle", "chouette:pane", "chouette:thumb"]) document.addEventListener(event, rolled);
  rolled();
};
