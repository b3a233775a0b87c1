// A player's part in the dice: their browser chooses a seed, sends its digest, keeps the seed until all
// digests are in, and opens it then by itself. Nobody has anything to guess from before.
//
// <section data-dice-seed data-game="…" data-seat="0" data-stage="commit" data-sealed="" data-commit-url="…"
//   data-open-url="…" data-version="7"> with a CSRF field in it and, for who wants to type, a form with a field
//   named `text`. `sealed` is the digest that the server has of this seat.
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

const held = new Map(); // what this page has sealed, and all there is in browsers that keep nothing
const SHELF = "dice-seed:";
const shelf = (game, seat) => `${SHELF}${game}:${seat}`;

const stored = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
};
const store = (name, value) => {
  held.set(name, value);
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch { /* it lasts as long as the page */ }
  return value;
};

// What this browser keeps for a seat of a game: its seed and the keys of its two messages; or null. Two tabs may have
// sealed a seed each: where it is known what the server has `sealed`, only the seed of that counts.
export const kept = (game, seat, sealed = "") => {
  const name = shelf(game, seat);
  const fits = (own) => own && (!sealed || commitmentOf(game, seat, own.seed) === sealed);
  return [held.get(name), stored(name)].find(fits) ?? null;
};
export const keep = (game, seat, seed) => {
  tidy();
  return store(shelf(game, seat), { seed, commitKey: random(), openKey: random() });
};
// A picture of the page from before a seed was opened may come after that, and ask for it once more: so it stays until
// the next one is kept.
export const opened = (game, seat) => {
  const own = kept(game, seat);
  if (own && !own.isOpen) store(shelf(game, seat), { ...own, isOpen: true });
};
const tidy = () => {
  for (const [name, { isOpen }] of held) if (isOpen) held.delete(name);
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SHELF));
    for (const name of names) if (stored(name)?.isOpen) localStorage.removeItem(name);
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
  const { game, seat, stage, openUrl, sealed } = element.dataset;
  const own = kept(game, seat, sealed);
  if (stage === "done") opened(game, seat);
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
