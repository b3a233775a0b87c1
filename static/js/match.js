// The page of a match, and “your next table”: what is new is said, no tap is lost, and none counts twice.
import { armEventNews } from "./event_news.js";
import { armClock } from "./match-clock.js";
import { armNews, look } from "./match-news.js";
import { armOutbox } from "./outbox.js";

const CALM = 450; // so long after a change no button is tapped: it may have come under the thumb
const root = document.documentElement;
let calmUntil = 0;

// A second tap of the same thumb must not find the next game's button in the same place.
const settle = () => {
  calmUntil = performance.now() + CALM;
  root.dataset.changed = "";
  setTimeout(() => { if (performance.now() >= calmUntil - 5) delete root.dataset.changed; }, CALM);
};

const tell = () => {
  const said = document.querySelector("[data-live]")?.dataset.said ?? "";
  const told = document.getElementById("told");
  if (told && told.textContent !== said) told.textContent = said;
};

document.addEventListener("click", (event) => {
  if (performance.now() >= calmUntil || !event.target.closest("[data-live] button")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("htmx:afterSwap", settle);
document.addEventListener("htmx:afterSettle", tell);
armClock();
armNews();
if (document.querySelector("[data-news]")) armEventNews(look);
const place = document.querySelector("[data-keeps]");
armOutbox(place, place?.dataset.keeps, { marks: { waited: "1" } });
