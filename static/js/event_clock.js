// Clocks of rounds count down by themselves; a page that is old still tells the right time.

const left = (clock) => Math.max(0, Math.round(Number(clock.dataset.endsAt) - Date.now() / 1000));

const tick = () => {
  for (const clock of document.querySelectorAll("[data-ends-at]")) {
    const seconds = left(clock);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    clock.closest(".clock")?.classList.toggle("clock--over", !seconds);
    clock.closest(".slide__clock")?.classList.toggle("slide__clock--over", !seconds);
  }
};

export const armClocks = () => {
  tick();
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSwap", tick);
  return tick;
};
