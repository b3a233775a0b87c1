// Waits for the next game of a session on the board, and leads to it. The open stream also tells the
// server who is there, so that they are asked for their part of its dice.
import { Stream } from "./stream.js";

const page = document.querySelector("[data-waits]");

// Once there is a board, the address of this page leads on to it.
const look = async () => {
  const answer = await fetch(location.pathname, { cache: "no-store", redirect: "manual" });
  if (answer.type === "opaqueredirect") location.replace(location.pathname);
};

if (page) {
  let beat = Number(page.dataset.beat);
  const stream = new Stream(page.dataset.waits, {
    beat: () => beat,
    table: (_html, now) => { beat = Math.max(beat, now); look().catch(() => stream.refresh()); },
    current: () => {},
    gone: () => {},
    down: () => {},
  });
  addEventListener("pagehide", () => stream.stop());
  addEventListener("pageshow", (event) => { if (event.persisted) stream.refresh().then(() => stream.start()); });
  stream.start();
}
