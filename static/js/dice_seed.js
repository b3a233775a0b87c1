// A player's part in the dice: their browser chooses a seed, sends its digest, keeps the seed until all
// digests are in, and opens it then by itself. Nobody has anything to guess from before.
//
// <section data-dice-seed data-game="…" data-seat="0" data-stage="commit" data-commit-url="…" data-open-url="…"
//   data-version="7"> with a CSRF field in it and, for who wants to type, a form with a field named `text`.
// Stages: commit (nothing sent yet), wait (for the others), open (all are in), done.
// What happened is told by the events `dice:sent` and `dice:refused`, with the stage and the response.
import { normal, seatCommitment } from "./dice_proof.js";
import { hexOf } from "./sha256.js";

const LONGEST = 64; // characters of a typed text
const AGAIN = 3000; // ms until what could not be sent is sent again

const random = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));

// A seed: random, or what was typed with a random part, as a bare text could be guessed from its digest.
export const seedOf = (typed = "") => {
  // Only what is printed: the server refuses the rest, and a player could not say it again.
  const text = normal(typed.replace(/[\p{C}\p{Z}]+/gu, " ").trim());
  if ([...text].length > LONGEST) throw new RangeError(`at most ${LONGEST} characters`);
  return text ? `${text} ${random()}` : random();
};

export const commitmentOf = (game, seat, seed) => seatCommitment(game, seat, seed);

const held = new Map(); // for browsers that keep nothing
const shelf = (game, seat) => `dice-seed:${game}:${seat}`;

// What this browser keeps for a seat of a game: its seed and the keys of its two messages; or null.
export const kept = (game, seat) => {
  const name = shelf(game, seat);
  try {
    return JSON.parse(localStorage.getItem(name)) ?? held.get(name) ?? null;
  } catch {
    return held.get(name) ?? null;
  }
};
export const keep = (game, seat, seed) => {
  const value = { seed, commitKey: random(), openKey: random() };
  held.set(shelf(game, seat), value);
  try {
    localStorage.setItem(shelf(game, seat), JSON.stringify(value));
  } catch { /* it lasts as long as the page */ }
  return value;
};
export const forget = (game, seat) => {
  held.delete(shelf(game, seat));
  try {
    localStorage.removeItem(shelf(game, seat));
  } catch { /* nothing was kept */ }
};

const busy = new WeakSet();
const refused = new WeakMap(); // by element: what need not be sent again as it is

const tell = (element, name, detail) => element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));

// The same message is sent until the server has answered: its key makes it count once.
const send = async (element, stage, url, fields) => {
  const mark = JSON.stringify([stage, element.dataset.game, element.dataset.version]);
  if (busy.has(element) || refused.get(element) === mark) return;
  busy.add(element);
  const token = element.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, version: element.dataset.version ?? "", ...fields });
  let response = null;
  try {
    response = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch { /* no network */ }
  if (response === null || response.status >= 500) {
    setTimeout(() => {
      busy.delete(element);
      if (element.isConnected) start(element);
    }, AGAIN);
    return;
  }
  const said = response.ok ? await response.json().catch(() => ({})) : {};
  busy.delete(element);
  if (!response.ok) refused.set(element, mark);
  // The answer says what comes next: who is the last to commit opens at once.
  else if (element.dataset.stage === stage) element.dataset.stage = said.stage || (stage === "commit" ? "wait" : "done");
  tell(element, response.ok ? "dice:sent" : "dice:refused", { stage, response, begun: Boolean(said.begun) });
};

const commit = (element, typed) => {
  const { game, seat, commitUrl } = element.dataset;
  // What has been sent perhaps is not replaced: the first digest counts.
  const { seed, commitKey } = kept(game, seat) ?? keep(game, seat, seedOf(typed));
  return send(element, "commit", commitUrl, { key: commitKey, commitment: commitmentOf(game, seat, seed) });
};

// Does what the stage asks for; safe to call again.
export const start = (element) => {
  const { game, seat, stage, openUrl } = element.dataset;
  const own = kept(game, seat);
  if (stage === "done") forget(game, seat);
  const lost = element.parentElement?.querySelector("[data-seed-lost]"); // it was chosen in another browser
  if (lost) lost.hidden = stage !== "open" || Boolean(own);
  if (stage === "open" && own) return send(element, "open", openUrl, { key: own.openKey, seed: own.seed });
  if (stage !== "commit") return undefined;
  const field = element.querySelector("[name=text]");
  if (own || !field) return commit(element, "");
  field.form.onsubmit = (event) => {
    event.preventDefault();
    if (field.reportValidity()) commit(element, field.value);
  };
  return undefined;
};

if (typeof document !== "undefined") {
  const all = () => document.querySelectorAll("[data-dice-seed]").forEach(start);
  const news = () => document.dispatchEvent(new CustomEvent("board:news"));
  document.addEventListener("dice:sent", ({ detail }) => { if (detail.begun) location.reload(); else news(); });
  document.addEventListener("dice:refused", news);
  all();
  // The page is changed by live news: a new stage comes as a new element or as a new attribute.
  const watch = new MutationObserver(all);
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-stage", "data-game"] });
}
