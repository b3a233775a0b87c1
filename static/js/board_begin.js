// A board before its first roll: what the others do is told by its stream, so that nobody waits longer
// than the dice need.
import { ledOn, tellNews } from "./board_live.js";
import { Stream } from "./stream.js";

const page = document.getElementById("begin");

if (page) {
  let beat = Number(page.dataset.beat);
  const stream = new Stream(page.dataset.live, {
    beat: () => beat,
    table: (html, now) => {
      beat = Math.max(beat, now);
      const state = new DOMParser().parseFromString(html, "text/html").getElementById("board-state");
      if (!ledOn(state && JSON.parse(state.textContent))) tellNews();
    },
    current: () => {},
    gone: tellNews,
    down: () => {},
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stream.refresh(); });
  addEventListener("pagehide", () => stream.stop());
  addEventListener("pageshow", (event) => { if (event.persisted) stream.refresh().then(() => stream.start()); });
  stream.start();
}
