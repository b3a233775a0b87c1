// The line of the desk: it finds a match while somebody types, and enters `37 7 3` with Enter, as fast as
// they type. A line brings along which matches the page showed when it was typed, and its own key: it goes
// nowhere else, and counts once. Lines go one after the other; they and their answers outlive the page, and
// stay until they were seen; what was saved is taken as seen after a while.
import { freshKey, recall, remember } from "./kept.js";
import { aboutOf, ANSWERS, carried, corrects, next, SENT, typed as made, WAITING } from "./line_states.js";
import { button, line as paragraph, textOf, UNREACHED, words } from "./words.js";

const AGAIN = 3000;
const LATER = 30000;
const DAY = 24 * 3600 * 1000;
const READ = 2 * 60 * 1000; // so long what was saved is there to be compared with the slip

const field = () => document.getElementById("typed");
const rows = () => document.querySelectorAll(".bouts--lines > .bout");
const place = document.querySelector("[data-keeps]");
const name = `lines:${place?.dataset.keeps}:${place?.dataset.who}`;

const last = {}; // the match that each card led to
const missed = []; // refused, and not brought back yet: keys
let isSending = false;
let timer = 0;
let shown = null; // what the page showed when somebody began to type
let edits = ""; // the refused line that somebody puts right

// --- what is kept, for all windows of this desk on this device

const read = () => {
  try {
    const found = JSON.parse(recall(name) || "[]");
    return Array.isArray(found) ? found : [];
  } catch { return []; }
};

const write = (lines) => {
  remember(name, lines.length ? JSON.stringify(lines) : "");
  show();
};

const change = (key, event) => {
  write(read().map((one) => (one.key === key ? next(one, event) : one)).filter(Boolean));
};

const waiting = () => read().filter(({ state }) => state === WAITING);

// --- what is shown of it

const FIRST = { asked: 0, refused: 1, waiting: 2, sent: 2, saved: 3 };

const choiceOf = (one, { label, value, href }) => {
  if (value) return button(label, () => { change(one.key, { kind: "choose", value }); send(); });
  const link = document.createElement("a");
  Object.assign(link, { className: "button", textContent: label, href });
  return link;
};

const itemOf = (one) => {
  const item = document.createElement("li");
  item.className = `lines__one lines__one--${one.state}`;
  item.id = `line-${one.key}`;
  const told = document.createElement("p");
  const text = document.createElement("b");
  text.textContent = one.text;
  told.append(text, ` ${one.says || (one.state === SENT ? "…" : words("sayWaiting"))}`);
  item.append(told);
  for (const choice of one.choices ?? []) item.append(choiceOf(one, choice));
  if (one.state === "refused") item.append(button(words("sayEdit"), () => edit(one, true), "button button--quiet"));
  if (one.state === "asked" || one.state === "refused") {
    const leave = button(words("sayLeave"), () => change(one.key, { kind: "seen" }), "button button--quiet");
    leave.setAttribute("aria-label", `${words("sayLeave")}: ${one.text}`);
    item.append(leave);
  }
  if (one.state === WAITING) {
    const discard = button(words("sayDiscard"), () => change(one.key, { kind: "discard" }), "button button--quiet");
    discard.setAttribute("aria-label", `${words("sayDiscard")}: ${one.text}`);
    item.append(discard);
  }
  return item;
};

let fading = 0;
const fade = (lines) => {
  clearTimeout(fading);
  const ends = lines.filter(({ state }) => state === "saved").map(({ done }) => (done || 0) + READ);
  if (ends.length) fading = setTimeout(fadeNow, Math.max(0, Math.min(...ends) - Date.now()));
};
const fadeNow = () => write(read().filter(({ state, done }) => state !== "saved" || (done || 0) + READ > Date.now()));

let drawn = "";
const show = () => {
  const box = document.getElementById("lines");
  if (!box) return;
  // The answer to what was typed last is never hidden below older questions.
  const [latest, ...others] = read().reverse();
  const lines = [latest, ...others.sort((one, other) => FIRST[one.state] - FIRST[other.state])].filter(Boolean);
  fade(lines);
  const now = JSON.stringify(lines);
  if (now === drawn && box.childElementCount === (lines.length ? 2 : 0)) return;
  drawn = now;
  if (!lines.length) {
    box.replaceChildren();
    return;
  }
  const list = document.createElement("ol");
  list.className = "lines__list";
  list.append(...lines.map(itemOf));
  const foot = paragraph("", "lines__foot");
  const saved = lines.filter(({ state }) => state === "saved").length;
  if (saved) {
    const seen = button(words("saySeen", { count: saved }), clear, "button button--quiet");
    seen.id = "lines-seen";
    foot.append(seen);
  }
  const had = box.contains(document.activeElement);
  box.replaceChildren(list, foot);
  if (had) field()?.focus({ preventScroll: true });
};

// What was saved has been seen; what is asked or refused is dealt with one by one.
const clear = () => write(read().filter(({ state }) => state !== "saved"));

// --- what is found

// As people type in a hurry: without capitals and accents, all apostrophes and hyphens alike.
// An umlaut is found with its dots, without, or written out.
const WRITTEN_OUT = { "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa" };
const STROKES = { "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss" };
const plain = (text) => text.replace(/[’‘ʼʹ′´`ʻ＇‛]/g, "'").replace(/[‐‑–—−－]/g, "-").replace(/\p{Cf}/gu, "").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[øłđħıæœß]/g, (one) => STROKES[one]);
const writtenOut = (text) => plain(text.toLowerCase().normalize("NFC").replace(/[äöüøå]/g, (one) => WRITTEN_OUT[one]));
const has = (name, part) => plain(name).includes(plain(part)) || writtenOut(name).includes(writtenOut(part));

// The table whose number, or the player whose name, is typed; scores behind it change nothing. Where nothing
// is found all stay: a slip of the pen does not empty the list.
const matching = (value) => {
  const text = value.trim();
  const table = /^\d+/.exec(text)?.[0];
  const of = aboutOf(text);
  const parts = plain(of).includes("-") ? of.split(/\s*[‐‑–—−－/-]\s*/).filter(Boolean) : [of];
  return (row) => (table ? row.dataset.table === table || (text === table && row.dataset.table.startsWith(table))
    : has(row.dataset.of, of) || parts.every((part) => has(row.dataset.of, part)));
};

export const find = () => {
  const text = (field()?.value ?? "").trim();
  const isIt = matching(text);
  const all = [...rows()];
  const isAny = !text || all.some(isIt);
  for (const row of all) row.toggleAttribute("data-off", isAny && Boolean(text) && !isIt(row));
};

const edit = (one, byHand) => {
  const typed = field();
  if (!typed) return;
  typed.value = one.text;
  shown = document.getElementById("as-shown")?.value ?? "";
  if (byHand) edits = one.key;
  find();
  typed.focus();
  typed.select();
};

// Whether a match that a line is about has no result yet; null where the page shows none.
const isMissing = (text) => {
  const found = [...rows()].filter(matching(text));
  return found.length ? found.some(({ dataset }) => dataset.state === "missing") : null;
};

// A refused line whose match was missing then, and has its result by now in another way, says nothing any more.
const forget = () => {
  const lines = read();
  const gone = lines.filter((one) => one.state === "refused" && one.open && one.key !== edits && isMissing(one.text) === false);
  if (!gone.length) return;
  const typed = field();
  if (typed && gone.some(({ text }) => text === typed.value)) typed.value = "";
  write(lines.filter((one) => !gone.includes(one)));
  find();
};

// What was refused comes back into the field once nothing else is typed there; what is typed next replaces it.
// As it is another line perhaps that is typed then, the refused one stays in the list, until it was seen or a
// line that puts it right was saved.
const bringBack = () => {
  if (field()?.value || waiting().length || !missed.length) return;
  const key = missed.shift();
  const one = read().find((each) => each.key === key && each.state === "refused");
  if (one) edit(one);
};

// --- what is sent

const post = async (form, one) => {
  const sent = new FormData(form);
  const since = Math.max(0, Math.round((Date.now() - one.at) / 1000));
  const own = { text: one.text, key: one.key, as_shown: one.shown, since, chosen: one.chosen };
  for (const [name_, value] of Object.entries(own)) sent.set(name_, value);
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent, headers: { "HX-Request": "true" } });
  if (UNREACHED.has(answer.status)) throw new Error("unreached");
  return answer.text();
};

// The answer is in the page that comes with it; a page without one is somebody else's, or a broken one.
const answerOf = (page) => {
  const found = new DOMParser().parseFromString(page, "text/html");
  const said = found.getElementById("said");
  const choices = [...found.querySelectorAll("#asked :is(button, a)")].map((one) => (
    { label: textOf(one), value: one.value ?? "", href: one.getAttribute("href") ?? "" }));
  return { outcome: said?.dataset.outcome ?? "", says: said ? textOf(said) : "", choices };
};

let takes = null; // puts the answer's desk in the place of this one
let holds = null; // keeps the desk from looking for news meanwhile

const send = async () => {
  clearTimeout(timer);
  const form = document.getElementById("line");
  const [one] = waiting();
  if (isSending || !one || !form) return;
  isSending = true;
  holds(1);
  change(one.key, { kind: "send" });
  let page = null;
  try {
    page = await post(form, one);
  } catch { /* it waits, as it is */ }
  holds(-1);
  isSending = false;
  if (page === null) {
    change(one.key, { kind: "lost" });
    timer = setTimeout(send, AGAIN);
    return;
  }
  const answer = answerOf(page);
  change(one.key, { kind: "answer", ...answer, at: Date.now() });
  if (answer.outcome === "saved") {
    write(read().filter(({ state, text }) => state !== "refused" || !corrects(one.text, text)));
  }
  if (!answer.outcome) {
    change(one.key, { kind: "lost" });
    timer = setTimeout(send, LATER);
    return;
  }
  if (document.getElementById("line")) takes(page, answer.says);
  show();
  if (answer.outcome === "refused") {
    missed.push(one.key);
    if (isMissing(one.text)) write(read().map((each) => (each.key === one.key ? { ...each, open: true } : each)));
  }
  forget();
  bringBack();
  find();
  const sheet = document.getElementById("sheet");
  if (answer.outcome === "opened" && sheet && !field()?.value) {
    sheet.scrollIntoView({ block: "nearest" });
    sheet.focus({ preventScroll: true });
  }
  send();
};

// `take` puts an answer's desk in the place of this one; `hold` keeps the desk from looking for news.
export const armLine = (take, hold) => {
  [takes, holds] = [take, hold];

  // What was on its way when the page was left: the same line with the same key.
  // Answers of another day are answered by what the page shows.
  const isOld = ({ state, at }) => ANSWERS.has(state) && Date.now() - at > DAY;
  write(read().filter((one) => !isOld(one)).map((one) => next(one, { kind: "reload" })).filter(Boolean));
  send();
  addEventListener("online", send);
  addEventListener("storage", (event) => {
    if (event.key === name) show();
  });
  document.addEventListener("htmx:afterSettle", () => { drawn = ""; forget(); show(); send(); });

  document.addEventListener("input", ({ target }) => {
    if (target.id !== "typed") return;
    if (!target.value.trim()) [shown, edits] = [null, ""];
    else shown ??= document.getElementById("as-shown")?.value ?? "";
    find();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.id === "typed") clear();
  });

  // Before htmx sees it: that would put another field in the place of the one in which somebody types on.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "line") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const typed = field();
    const text = typed.value.trim();
    const seen = shown ?? document.getElementById("as-shown")?.value ?? "";
    const before = edits;
    typed.value = "";
    typed.focus();
    [shown, edits] = [null, ""];
    find();
    if (!text) return;
    write([...read().filter(({ key }) => key !== before), made(text, carried(text, seen), freshKey(), Date.now())]);
    send();
  }, true);

  // Several lines at once go where lists are read, with a preview; a field of one line would make one of them.
  document.addEventListener("paste", (event) => {
    if (event.target.id !== "typed") return;
    const text = (event.clipboardData?.getData("text/plain") ?? "").trim();
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    const form = document.getElementById("line");
    const sent = document.createElement("form");
    Object.assign(sent, { method: "post", action: form.dataset.files, hidden: true });
    const { csrfmiddlewaretoken: token, key } = Object.fromEntries(new FormData(form));
    for (const [name_, value] of Object.entries({ csrfmiddlewaretoken: token, key, what: "results", do: "preview", text })) {
      const field_ = document.createElement("textarea");
      Object.assign(field_, { name: name_, value });
      sent.append(field_);
    }
    document.body.append(sent);
    HTMLFormElement.prototype.submit.call(sent);
  });

  // What a refused line would do was asked about: who answers that has dealt with the line.
  document.addEventListener("submit", ({ target }) => {
    if (!target.closest(".question")) return;
    const { do: tapped, text } = target.elements;
    if (tapped?.value !== "typed" || !text) return;
    write(read().filter((one) => one.state !== "refused" || one.text !== text.value));
    if (field()?.value === text.value) field().value = "";
    find();
  });

  // A card leads to its next match, from the one that was looked at last.
  document.addEventListener("click", (event) => {
    const count = event.target.closest(".count");
    if (!count) return;
    const found = [...rows()].filter((row) => row.dataset.state === count.dataset.state && !row.hasAttribute("data-off"));
    if (!found.length) return;
    event.preventDefault();
    const before = found.findIndex((row) => row.id === last[count.id]);
    const next_ = found[(before + 1) % found.length];
    last[count.id] = next_.id;
    next_.scrollIntoView({ block: "nearest" });
    next_.querySelector("input[type=radio], button, a")?.focus({ preventScroll: true });
  });
  forget();
  find();
};
