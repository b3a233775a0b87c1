// What the table page does beyond every other page: it is live and loses no tap, its panes open at once and Back
// closes them, and what was half answered or has just appeared is not lost from sight.
import { armAnswers } from "./answers.js";
import { choices, isBegun, open, shownBeat, take } from "./live.js";
import { armOutbox } from "./outbox.js";
import { isReached, say, words } from "./words.js";

const place = document.querySelector("[data-table]");
const table = () => document.getElementById("table");

// --- Back

// The browser's own Back closes an open pane of the thumb zone before it leaves the table.
const isOpen = () => Boolean(document.querySelector("#table #back"));

// An entry of the history is the page itself, an open pane, or one that a closed pane has left: that
// is used again by the next, and stepped over by Back. We never go back unasked: it would cancel
// what the reader has just begun to open.
const entry = () => ({ true: "pane", false: "spare" })[history.state?.pane] ?? "page";
const mark = (pane) => history.replaceState({ pane }, "");

let at = "page";

const follow = () => {
  if (isOpen() && at === "page") history.pushState({ pane: true }, "");
  else if (isOpen() !== (at === "pane") && at !== "page") mark(isOpen());
  at = entry();
};

const armPanes = () => {
  at = entry();
  if (at === "pane") follow(); // loaded again: it shows what is due
  for (const event of ["htmx:afterSettle", "chouette:pane"]) document.addEventListener(event, follow);
  addEventListener("popstate", () => {
    const was = at;
    at = entry();
    if (at !== "page") follow(); // forward again, to a pane that is closed
    else if (was === "spare") history.back();
    else if (isOpen()) document.getElementById("back").click();
  });
};

// --- the panes that can be opened now, fetched ahead when nothing else is to be done: a tap on "…" opens its pane at
// once, also without a network; what nobody can do without one says so before it is tapped

const IDLE = 300;
const AGAIN = 3000;

let kept = { beat: -1, panes: new Map() };
let timer = 0;
let probing = 0;
let isCut = false;

const fresh = () => kept.beat === shownBeat();
const asked = (link) => new URL(link.href, location.href).searchParams;
const isPane = (link) => link.origin === location.origin && link.pathname === place.dataset.table && asked(link).has("pane");

const fetchAhead = async () => {
  if (document.hidden || isCut || fresh()) return;
  try {
    const answer = await fetch(place.dataset.panes, { signal: AbortSignal.timeout(10000) });
    if (!answer.ok || answer.redirected) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("template[data-pane]");
    kept = { beat: Number(found[0]?.dataset.beat ?? -1), panes: new Map(Array.from(found, (one) => [one.dataset.pane, one.content])) };
    place.dataset.ahead = kept.beat; // for tests
    markCut();
  } catch { /* the next change, or the network's return, asks again */ }
};

const soon = () => {
  clearTimeout(timer);
  if (place.dataset.panes && !fresh()) timer = setTimeout(fetchAhead, IDLE);
};

// What is fetched ahead is opened here; everything else goes its way.
const tapped = (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (link.matches(".is-cut")) {
    event.preventDefault();
    event.stopPropagation();
    say(words("sayNeeds"));
    return;
  }
  if (!isPane(link)) return;
  const params = asked(link);
  const why = link.getAttribute("aria-disabled") === "true" && link.title;
  const [first] = kept.panes; // as the server does with a pane that is not due
  const name = kept.panes.has(params.get("pane")) ? params.get("pane") : first?.[0];
  const found = fresh() && !isBegun() && [...params].length === 1 && kept.panes.get(name);
  if (!why && !found) return;
  event.preventDefault();
  event.stopPropagation();
  link.closest("details[data-menu]")?.removeAttribute("open");
  if (why) say(why);
  else open(name, found, first[1]);
  document.dispatchEvent(new CustomEvent("chouette:pane"));
  markCut();
};

// --- without a network

const reachable = (link) => link.getAttribute("href").startsWith("#") || link.matches("[download], [data-all]")
  || (isPane(link) && (link.title || (fresh() && [...asked(link)].length === 1)));

const markCut = () => {
  for (const link of document.querySelectorAll(".topbar a[href], .room__wrap a[href]")) {
    const off = isCut && !reachable(link);
    if (off === link.classList.contains("is-cut")) continue;
    link.classList.toggle("is-cut", off);
    if (off) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
    if (off) link.setAttribute("aria-describedby", "cut");
    else link.removeAttribute("aria-describedby");
  }
  const line = document.getElementById("cut");
  if (line && line.hidden === isCut) line.hidden = !isCut;
};

const cut = () => {
  if (!isCut) {
    isCut = true;
    markCut();
  }
  clearTimeout(probing);
  probing = setTimeout(async () => { if (await isReached()) back(); else if (isCut) cut(); }, AGAIN);
};

const back = () => {
  clearTimeout(probing);
  if (!isCut) return;
  isCut = false;
  markCut();
  const notice = document.getElementById("notice");
  if ([words("sayNeeds"), place.dataset.offlineText].includes(notice?.textContent)) notice.replaceChildren();
  soon();
};

// What a choice amounts to nobody can say now: the button keeps to what is sure, and the server judges.
const unsaid = (form) => {
  const confirm = form?.querySelector("#confirm") ?? document.getElementById("confirm");
  if (!confirm?.dataset.plain) return;
  confirm.textContent = confirm.dataset.plain;
  confirm.removeAttribute("aria-disabled");
  const line = form.querySelector(".coach");
  if (line) line.textContent = words("sayUncounted");
};

const watch = () => {
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (!isCut || !elt.matches("i[hx-get]")) return;
    event.preventDefault();
    unsaid(elt.closest("form"));
  });
  for (const event of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(event, ({ detail: { elt, xhr } }) => {
      cut();
      if (!elt.matches("i[hx-get]")) return;
      xhr.isKept = true;
      unsaid(elt.closest("form"));
    }, true);
  }
  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => { if (xhr.status) back(); });
  document.addEventListener("chouette:reached", back);
  document.addEventListener("chouette:down", cut);
  addEventListener("offline", cut);
  addEventListener("online", async () => { if (await isReached()) back(); });
  for (const event of ["htmx:afterSettle", "chouette:table", "chouette:thumb", "chouette:after"]) {
    document.addEventListener(event, () => { soon(); markCut(); });
  }
  addEventListener("visibilitychange", soon);
};

const armAhead = () => {
  document.addEventListener("click", tapped, true);
  watch();
  soon();
};

// --- answers given by half outlive that the page is loaded again, as long as the table has not changed

const name = () => `half:${place.dataset.table}`;

const forget = () => {
  try { sessionStorage.removeItem(name()); } catch { /* then nothing is kept */ }
};

const keep = (event) => {
  const now = table();
  if (!now?.contains(event.target)) return;
  const half = { version: now.dataset.version, who: place.dataset.who, asked: String(choices(now)) };
  try { sessionStorage.setItem(name(), JSON.stringify(half)); } catch { /* closed to us */ }
};

const found = () => {
  try { return JSON.parse(sessionStorage.getItem(name()) ?? "null"); } catch { return null; }
};

const restore = async () => {
  const half = found();
  if (!half) return;
  if (half.version !== table().dataset.version || half.who !== place.dataset.who) {
    forget();
    return;
  }
  try {
    const answer = await fetch(`${place.dataset.table}?${half.asked}`, { headers: { "HX-Request": "true" } });
    const text = answer.ok && !answer.redirected ? await answer.text() : "";
    const isOther = table().querySelector("#back") && table().dataset.pane !== new URLSearchParams(half.asked).get("pane");
    if (!text || isOther || table().dataset.version !== half.version) return;
    take(text, 0, true);
    table().querySelector("input:checked")?.dispatchEvent(new Event("input", { bubbles: true })); // the reader's own again
  } catch { /* the page stands as it was loaded */ }
};

const armHalf = () => {
  for (const event of ["input", "change"]) document.addEventListener(event, keep);
  document.addEventListener("submit", (event) => { if (table()?.contains(event.target)) forget(); }, true);
  document.addEventListener("click", (event) => { if (event.target.closest("#back")) forget(); }, true);
  restore();
};

// --- what has just appeared in the line lies above the bar at the bottom, not behind it

const reveal = (thing) => {
  const box = thing.getBoundingClientRect();
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  if (!dock || dock.left >= box.right) return; // beside it, on a wide screen
  const hidden = box.bottom - dock.top;
  if (hidden > 0) scrollBy({ top: Math.min(hidden + 8, Math.max(box.top, 0)) });
};

// Players who rolled the same roll again: their rows come below the others.
let rows = 0;

const rolled = () => {
  const now = document.querySelectorAll("#sheet-form.rolls .roll");
  if (rows && now.length > rows) reveal(now[now.length - 1]);
  rows = now.length;
};

const armSight = () => {
  document.addEventListener("toggle", ({ target }) => { if (target.matches(".quiet[open]")) reveal(target); }, true);
  for (const event of ["htmx:afterSettle", "chouette:pane", "chouette:thumb"]) document.addEventListener(event, rolled);
  rolled();
};

armAnswers();
armOutbox(place, place?.dataset.table, { one: true });
armPanes();
if (place && table()) armAhead();
armSight();
if (place && table()) armHalf();
