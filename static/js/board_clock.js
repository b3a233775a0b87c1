// Counts the clocks of a board down between two answers of the server, which alone decides.
import { minutes } from "./minutes.js";

let clock = null;
let since = 0;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

// A game by correspondence has days, one at the board minutes.
const text = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds < HOUR) return minutes(seconds);
  if (seconds < DAY) return `${Math.trunc(seconds / HOUR)}:${String(Math.trunc((seconds % HOUR) / 60)).padStart(2, "0")} h`;
  const [days, hours] = [Math.trunc(seconds / DAY), Math.trunc((seconds % DAY) / HOUR)];
  return hours ? `${days} d ${hours} h` : `${days} d`;
};

const tick = () => {
  for (const place of document.querySelectorAll("[data-clock-of]")) {
    place.hidden = !clock;
    if (!clock) continue;
    const side = Number(place.dataset.clockOf);
    const runs = clock.running === side;
    const over = runs ? performance.now() - since - clock.delay : 0;
    // What is left of the delay stands beside the bank; of days only both together mean something.
    const isShort = -over < HOUR * 1000;
    const shown = text(clock.left[side] - (isShort ? Math.max(0, over) : over));
    place.classList.toggle("side__clock--runs", runs);
    const waits = runs && isShort && over < 0 ? ` +${Math.ceil(-over / 1000)}` : "";
    if (place.textContent !== shown + waits) place.textContent = shown + waits;
  }
};

export const setClock = (read) => {
  clock = read;
  since = performance.now();
  tick();
};

export const armClock = () => setInterval(tick, 200);
