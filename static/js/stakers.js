// Only who plays stands in the form for stakes; without scripts everybody does.
const show = () => {
  for (const row of document.querySelectorAll(".staker")) row.hidden = !document.getElementById(row.dataset.of)?.checked;
};
document.addEventListener("change", ({ target }) => { if (target.name === "player") show(); });
document.addEventListener("htmx:load", show);
show();
