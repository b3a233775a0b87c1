// Answers given by half outlive that the page is loaded again, as long as the table has not changed.
import { choices, take } from "./live.js";

let place = null;
const name = () => `half:${place.dataset.table}`;
const table = () => document.getElementById("table");

const forget = () => {
  try { sessionStorage.removeItem(name()); } catch { /* then nothing is kept */ }
};

const keep = (event) => {
  const now = table();
  if (!now?.contains(event.target)) return;
  const half = { version: now.dataset.version, who: place.dataset.who, asked: String(choices(now)) };
  try { sessionStorage.setItem(name(), JSON.stringify(half)); } catch { /* closed to us */ }
};

const found = () => {
  try { return JSON.parse(sessionStorage.getItem(name()) ?? "null"); } catch { return null; }
};

const restore = async () => {
  const half = found();
  if (!half) return;
  if (half.version !== table().dataset.version || half.who !== place.dataset.who) {
    forget();
    return;
  }
  try {
    const answer = await fetch(`${place.dataset.table}?${half.asked}`, { headers: { "HX-Request": "true" } });
    const text = answer.ok && !answer.redirected ? await answer.text() : "";
    const isOther = table().querySelector("#back") && table().dataset.pane !== new URLSearchParams(half.asked).get("pane");
    if (!text || isOther || table().dataset.version !== half.version) return;
    take(text, 0, true);
    table().querySelector("input:checked")?.dispatchEvent(new Event("input", { bubbles: true })); // the reader's own again
  } catch { /* the page stands as it was loaded */ }
};

export const armHalf = (there) => {
  if (!there || !table()) return;
  place = there;
  for (const event of ["input", "change"]) document.addEventListener(event, keep);
  document.addEventListener("submit", (event) => { if (table()?.contains(event.target)) forget(); }, true);
  document.addEventListener("click", (event) => { if (event.target.closest("#back")) forget(); }, true);
  restore();
};
