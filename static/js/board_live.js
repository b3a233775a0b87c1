// What goes between a board and its server: what was decided is sent, the stream brings the state and what stands
// beside the board.
import { freshKey } from "./kept.js";
import { Stream } from "./stream.js";
import { UNREACHED } from "./words.js";

// --- sends what was decided: one key for each intent, kept until the server has answered

const AGAIN = [400, 1000, 2000, 4000];

const wait = (time) => new Promise((done) => { setTimeout(done, time); });

// form: holds the token and the address. The answer is { ok, message, state } of the server; while none
// comes the same intent is sent again, and `waiting` is told so.
export const send = async (form, version, fields, waiting) => {
  const body = new URLSearchParams({ version, key: freshKey(), ...fields });
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken?.value ?? "");
  for (let number = 0; ; number += 1) {
    let status = 0;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      status = answer.status;
      if (!UNREACHED.has(status)) {
        const found = await answer.json().catch(() => ({}));
        return { ok: answer.ok, status, ...found };
      }
    } catch { /* no network: again */ }
    waiting(status);
    await wait(AGAIN[Math.min(number, AGAIN.length - 1)]);
  }
};

// --- what stands beside the board

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

// What was said leaves its field, unless more was typed meanwhile.
document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, xhr, requestConfig } }) => {
  const field = elt.matches("[data-says]") && elt.elements?.text;
  // An answer is what is wrong with it.
  if (field && successful && !xhr.responseText && field.value === requestConfig.formData.get("text")) field.value = "";
});

// A rematch as the stream brings it: what is asked, the buttons that answer it, and the way there.
const rematchTaken = (news) => {
  const place = document.querySelector("[data-rematch]");
  const shown = place?.querySelector("#rematch-now");
  if (!shown || !news) return;
  const { stage: before } = shown.dataset;
  const { stage, url } = news.dataset;
  if (stage === before && shown.textContent === news.textContent) return;
  shown.textContent = news.textContent;
  shown.hidden = !news.textContent;
  Object.assign(shown.dataset, { stage, url });
  const link = place.querySelector("[data-rematch-link]");
  if (link && url) link.href = url;
  const had = document.activeElement;
  for (const button of place.querySelectorAll("[data-rematch-at]")) button.hidden = !button.dataset.rematchAt.split(" ").includes(stage);
  if (place.contains(had) && had.hidden) place.querySelector("[data-rematch-at]:not([hidden])")?.focus({ preventScroll: true });
  if (stage === "begun" && before === "asking") location.assign(url); // who has asked goes along
};

// The list of what was played in this game, where there is room; it is asked for again at each change, and on phones
// never.
const WIDE = matchMedia("(min-width: 64rem)");

const moves = document.querySelector("[data-moves-url]");
let movesAsked = 0;

const lookAtMoves = async () => {
  if (!WIDE.matches) return;
  movesAsked += 1;
  const own = movesAsked;
  try {
    const answer = await fetch(moves.dataset.movesUrl, { cache: "no-store" });
    const html = await answer.text();
    if (!answer.ok || answer.redirected || own !== movesAsked) return;
    const news = new DOMParser().parseFromString(`<ol>${html}</ol>`, "text/html").querySelector("ol");
    moves.replaceChildren(...news.childNodes);
    moves.parentElement.hidden = !moves.children.length;
    moves.scrollTop = moves.scrollHeight;
  } catch { /* at the next change */ }
};

if (moves) {
  WIDE.addEventListener("change", lookAtMoves);
  document.addEventListener("board:news", lookAtMoves);
  lookAtMoves();
}

// --- the stream; it brings the element with the state

// heard: beat, taken(state), connected(is), gone()
export const armLive = (address, heard) => {
  if (!address) return;
  let beat = heard.beat;
  const stream = new Stream(address, {
    beat: () => beat,
    table: (html, now) => {
      beat = Math.max(beat, now);
      const news = new DOMParser().parseFromString(html, "text/html");
      for (const id of ["board-next", "board-match", "board-beside"]) renew(news.getElementById(id));
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
