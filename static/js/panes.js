// The panes that can be opened now, fetched ahead when nothing else is to be done: a tap on "…" opens its
// pane at once, also without a network. What nobody can do without one says so before it is tapped.
import { isBegun, open, shownBeat } from "./live.js";
import { isReached } from "./network.js";
import { say, words } from "./words.js";

const IDLE = 300;
const AGAIN = 3000;

let place = null;
let kept = { beat: -1, panes: new Map() };
let timer = 0;
let probing = 0;
let isCut = false;

const table = () => document.getElementById("table");
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
    mark();
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
  mark();
};

// --- without a network

const reachable = (link) => link.getAttribute("href").startsWith("#") || link.matches("[download], [data-all]")
  || (isPane(link) && (link.title || (fresh() && [...asked(link)].length === 1)));

const mark = () => {
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
    mark();
  }
  clearTimeout(probing);
  probing = setTimeout(async () => { if (await isReached()) back(); else if (isCut) cut(); }, AGAIN);
};

const back = () => {
  clearTimeout(probing);
  if (!isCut) return;
  isCut = false;
  mark();
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
    document.addEventListener(event, () => { soon(); mark(); });
  }
  addEventListener("visibilitychange", soon);
};

export const armAhead = (found) => {
  if (!found || !table()) return;
  place = found;
  document.addEventListener("click", tapped, true);
  watch();
  soon();
};
