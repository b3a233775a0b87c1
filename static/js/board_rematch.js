// A rematch as the stream brings it: what is asked, the buttons that answer it, and the way there.
export const rematchTaken = (news) => {
  const place = document.querySelector("[data-rematch]");
  const shown = place?.querySelector("#rematch-now");
  if (!shown || !news) return;
  const { stage: before } = shown.dataset;
  const { stage, url } = news.dataset;
  if (stage === before && shown.textContent === news.textContent) return;
  shown.textContent = news.textContent;
  shown.hidden = !news.textContent;
  Object.assign(shown.dataset, { stage, url });
  const link = place.querySelector("[data-rematch-link]");
  if (link && url) link.href = url;
  const had = document.activeElement;
  for (const button of place.querySelectorAll("[data-rematch-at]")) button.hidden = !button.dataset.rematchAt.split(" ").includes(stage);
  if (place.contains(had) && had.hidden) place.querySelector("[data-rematch-at]:not([hidden])")?.focus({ preventScroll: true });
  if (stage === "begun" && before === "asking") location.assign(url); // who has asked goes along
};
