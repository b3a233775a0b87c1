// Counts a match's clock down between two answers of the server, which alone decides.
import { minutes } from "./words.js";

const text = (left) => minutes(Math.ceil(left / 1000));

let shown = null;
let since = 0;

const tick = () => {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  if (clock !== shown) [shown, since] = [clock, performance.now()];
  if (clock.dataset.turn === undefined) return;
  const delay = Number(clock.dataset.delay) - (performance.now() - since);
  const used = Math.max(0, -delay);
  const waits = clock.querySelector("[data-delay-left]");
  if (waits) waits.textContent = text(Math.max(0, delay));
  const place = clock.querySelectorAll("[data-left]")[Number(clock.dataset.turn)];
  place.textContent = text(Math.max(0, Number(place.dataset.left) - used));
};

export const armClock = () => {
  tick();
  setInterval(tick, 200);
  document.addEventListener("htmx:afterSwap", tick);
};
