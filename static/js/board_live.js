// Keeps a board up to date from the stream that its page names; it brings the element with the state.
import { rematchTaken } from "./board_rematch.js";
import { Stream } from "./stream.js";

// Parts of a page that htmx asks for again wait for this.
export const tellNews = () => document.dispatchEvent(new CustomEvent("board:news"));

// A page that agrees on the dice loads itself anew once they have fallen; tells whether it does. Asking for
// the panel again is not enough: an answer from just before replaces the panel, and nothing asks after it.
export const ledOn = (state) => {
  if (!document.getElementById("begin") || !state?.phase || ["waiting", "seeds"].includes(state.phase)) return false;
  location.reload();
  return true;
};

// What stands beside the board comes with it; what somebody is typing there is left in peace.
export const renew = (news) => {
  const shown = news && document.getElementById(news.id);
  if (!shown || shown.innerHTML === news.innerHTML) return;
  if (shown.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return;
  const before = said(shown);
  const now = said(news);
  shown.replaceChildren(...news.childNodes);
  // Lines are in the order in which they were said; the last known one is where the new ones begin.
  const known = before.length ? now.lastIndexOf(before.at(-1)) : -1;
  readAloud(before.length && known < 0 ? now.slice(-1) : now.slice(known + 1));
};

const said = (part) => [...part.querySelectorAll(".lines > li")].map((line) => line.textContent.trim());

// What is said at the board is read aloud line by line, when the board's own news has been read.
const EACH = 2500;
let unread = [];
let reading = 0;

const readNext = () => {
  const place = document.getElementById("heard");
  const next = unread.shift();
  if (place && next) place.textContent = next;
  reading = next ? setTimeout(readNext, EACH) : 0;
};

const readAloud = (lines) => {
  unread = [...unread, ...lines];
  if (lines.length && !reading) readNext();
};

// heard: beat, taken(state), connected(is), gone()
export const armLive = (address, heard) => {
  if (!address) return;
  let beat = heard.beat;
  const stream = new Stream(address, {
    beat: () => beat,
    table: (html, now) => {
      beat = Math.max(beat, now);
      const news = new DOMParser().parseFromString(html, "text/html");
      for (const id of ["board-next", "board-beside"]) renew(news.getElementById(id));
      rematchTaken(news.getElementById("rematch-now"));
      const found = news.getElementById("board-state");
      const state = found && JSON.parse(found.textContent);
      if (ledOn(state)) return;
      if (state) heard.taken(state);
      heard.connected(true);
      tellNews();
    },
    current: () => heard.connected(true),
    gone: heard.gone,
    down: () => heard.connected(false),
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    stream.refresh();
    stream.start();
  });
  addEventListener("online", () => stream.refresh());
  addEventListener("offline", () => heard.connected(false));
  addEventListener("pagehide", () => stream.stop());
  addEventListener("pageshow", (event) => { if (event.persisted) stream.refresh().then(() => stream.start()); });
  stream.start();
};
