// Counts the clocks of a board down between two answers of the server, which alone decides.
import { minutes } from "./minutes.js";

let clock = null;
let since = 0;

const DAY = 24 * 60 * 60;

// A game by correspondence has days, one at the board minutes.
const text = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds < 3600) return minutes(seconds);
  const hours = `${Math.trunc((seconds % DAY) / 3600)}:${String(Math.trunc((seconds % 3600) / 60)).padStart(2, "0")} h`;
  return seconds < DAY ? hours : `${Math.trunc(seconds / DAY)} d ${hours}`;
};

const tick = () => {
  for (const place of document.querySelectorAll("[data-clock-of]")) {
    place.hidden = !clock;
    if (!clock) continue;
    const side = Number(place.dataset.clockOf);
    const runs = clock.running === side;
    const over = runs ? performance.now() - since - clock.delay : 0;
    const shown = text(clock.left[side] - Math.max(0, over));
    place.classList.toggle("side__clock--runs", runs);
    const waits = runs && over < 0 ? ` +${Math.ceil(-over / 1000)}` : "";
    if (place.textContent !== shown + waits) place.textContent = shown + waits;
  }
};

export const setClock = (read) => {
  clock = read;
  since = performance.now();
  tick();
};

export const armClock = () => setInterval(tick, 200);
