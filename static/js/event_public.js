// An event's page: clocks run, and what is fetched anew keeps scrolled places and the focus.
import { armClocks } from "./event_clock.js";
import { armLooks } from "./event_news.js";

let scrolled = [];
let focused = "";

const live = () => document.getElementById("event-live");
const wayTo = (thing) => {
  if (!live().contains(thing)) return "";
  if (thing.id) return `#${CSS.escape(thing.id)}`;
  if (thing.tagName === "SUMMARY") return `#${CSS.escape(thing.parentElement.id)} > summary`;
  return thing.tagName === "A" ? `a[href="${CSS.escape(thing.getAttribute("href"))}"]` : "";
};

document.addEventListener("htmx:beforeSwap", () => {
  if (!live()) return;
  scrolled = Array.from(live().querySelectorAll(".scroll[id]"), (box) => [box.id, box.scrollLeft, box.scrollTop]);
  focused = wayTo(document.activeElement);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const [id, x, y] of scrolled) document.getElementById(id)?.scrollTo(x, y);
  if (focused && live()) live().querySelector(focused)?.focus({ preventScroll: true });
  focused = "";
});
armClocks();
armLooks();
