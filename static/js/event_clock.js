// Clocks of rounds count down by themselves; a page that is old still tells the right time.
import { minutes } from "./words.js";

const SECOND = 1000;

// A page that asks the server all the time has its time too, and counts by that.
let told = "";
let skew = 0;

const now = (clock) => {
  const at = clock.dataset.now;
  if (at === undefined) return Date.now();
  if (at !== told) [told, skew] = [at, Number(at) - Date.now()];
  return Date.now() + skew;
};

// Where directors look, a clock goes on: how long it has been over stands there with a plus.
const tick = () => {
  for (const clock of document.querySelectorAll("[data-ends-at]")) {
    const left = Number(clock.dataset.endsAt) - now(clock);
    const shown = clock.dataset.goesOn === undefined ? Math.max(0, left) : left;
    const seconds = Math.trunc(Math.abs(shown) / SECOND);
    const text = (shown <= -SECOND ? "+" : "") + minutes(seconds);
    if (clock.textContent !== text) clock.textContent = text;
    clock.closest(".clock")?.classList.toggle("clock--over", left <= 0);
    clock.closest(".slide__clock")?.classList.toggle("slide__clock--over", left <= 0);
  }
};

export const armClocks = () => {
  tick();
  setInterval(tick, SECOND / 2);
  document.addEventListener("htmx:afterSettle", tick);
  return tick;
};
