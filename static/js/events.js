// The director's desk keeps itself up to date, its clock runs, and names are added to the list.
import { graft } from "./changes.js";
import { armLine, find } from "./desk_line.js";
import { armClocks } from "./event_clock.js";
import { armEventNews } from "./event_news.js";
import { armOutbox } from "./outbox.js";

let pending = 0; // requests of our own that are under way
const desk = () => document.getElementById("desk");
const tick = armClocks();

// --- what others do appears by itself; a field in which somebody types stays that field

const refresh = async () => {
  const before = desk();
  if (!before?.dataset.poll || pending) return;
  let text = "";
  try {
    const answer = await fetch(`${before.dataset.poll}&beat=${before.dataset.beat}`, { headers: { "HX-Request": "true" } });
    if (answer.status !== 200) return;
    text = await answer.text();
  } catch {
    return; // no network: the next one may get through
  }
  if (desk() === before && !pending) take(text, true, Date.now() - touched > UNTOUCHED); // else a tap was faster, and its answer is fresh
};

// What was saved is said aloud from a place that stays, and stands beside the line until the next answer.
const told = document.getElementById("told");
const tell = () => {
  const said = document.getElementById("said");
  if (told && said && !said.querySelector(".soft")) told.textContent = said.textContent;
};

const keepSaid = (fresh) => {
  const [before, after] = [document.getElementById("said"), fresh.querySelector("#said")];
  if (!before || !after) return;
  after.innerHTML = before.innerHTML;
  after.className = before.className;
};

// The answers to typed lines stay where they are, whatever comes.
const keepLines = (fresh) => {
  const [before, after] = [document.getElementById("lines"), fresh.querySelector("#lines")];
  if (before && after) after.replaceWith(before.cloneNode(true));
};

// Open matches come first, and move when the page is left, a line was typed, or nobody has touched it for a
// minute: not under the director's thumb.
const UNTOUCHED = 60000;
let touched = Date.now();
for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, () => { touched = Date.now(); }, { passive: true });
const rowsIn = (page) => page?.querySelector(".bouts--lines");
const placesNow = () => [...rowsIn(desk())?.children ?? []].map(({ id }) => id);
const keepPlaces = (page, places) => {
  const list = rowsIn(page);
  if (!list) return;
  const rows = [...list.children].sort((one, other) => {
    const [before, after] = [places.indexOf(one.id), places.indexOf(other.id)];
    return before < 0 || after < 0 ? (before < 0) - (after < 0) : before - after;
  });
  rows.forEach((row, place) => { if (list.children[place] !== row) list.insertBefore(row, list.children[place]); });
};
const isSame = (page) => page.dataset.poll === desk()?.dataset.poll;

const take = (text, isNews, moves = false) => {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("desk");
  if (!fresh) return;
  if (isNews) {
    keepSaid(fresh);
    fresh.querySelector("#asked")?.remove();
  }
  keepLines(fresh);
  if (!moves && isSame(fresh)) keepPlaces(fresh, placesNow());
  graft(desk(), fresh);
  window.htmx.process(desk());
  find();
  tick();
  if (!isNews) tell();
};
// A line that was typed here is answered in the list of lines, and aloud.
armLine((text, says) => {
  take(text, true, true);
  if (told) told.textContent = says;
}, (more) => { pending += more; });

// Of two taps in a row the first answer replaces the desk, with the form of the second tap in it: htmx then has
// no place for the second answer. It is put in here, and is counted as answered.
const placed = new WeakSet();
let before = [];
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  placed.add(detail.xhr);
  before = detail.requestConfig?.verb === "post" ? placesNow() : [];
});
document.addEventListener("htmx:afterSwap", () => {
  if (before.length) keepPlaces(desk(), before);
  before = [];
});
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { xhr, requestConfig } = detail;
  pending += 1;
  xhr.addEventListener("loadend", () => {
    pending = Math.max(0, pending - 1);
    if (!placed.has(xhr) && requestConfig?.verb === "post") take(xhr.responseText);
  });
});

// --- what could not be sent is kept, and sent by hand

const place = document.querySelector("[data-keeps]");
armOutbox(place, place?.dataset.keeps, { marks: { waited: "1" }, byHand: true });
document.addEventListener("chouette:taken", () => setTimeout(refresh));

// What is asked, or why nothing was done, stands above: who tapped far below is brought to it, and back to
// the match or player once it is answered.
let from = "";
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const row = detail.elt.closest?.("li[id]")?.id ?? detail.elt.closest?.("#sheet")?.dataset.row;
  if (row) from = row;
  else if (!detail.elt.closest?.(".question")) from = "";
});
// What an earlier page has told stands above, and is old news once something else is done.
document.addEventListener("htmx:afterSettle", () => document.getElementById("notice")?.replaceChildren(), { once: true });
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!detail.xhr) return;
  find();
  tell();
  const asked = desk()?.querySelector(".question, #problem");
  const isPost = detail.requestConfig?.verb === "post";
  if (asked) {
    if (!isPost) return;
    asked.tabIndex = -1;
    asked.scrollIntoView({ block: asked.offsetHeight > innerHeight ? "start" : "center" }); // what is long is read from its head
    asked.focus({ preventScroll: true });
    return;
  }
  const sheet = document.getElementById("sheet");
  const row = document.getElementById(from);
  const target = sheet && !isPost ? sheet : row;
  if (!target || target.contains(document.activeElement)) return;
  target.scrollIntoView({ block: "nearest" });
  const first = target === sheet ? sheet : row.querySelector("button, a, summary, input[type=radio]");
  first?.focus({ preventScroll: true });
});

// --- a name chosen from the club's players goes into the list

const add = (adder) => {
  const field = adder.querySelector("input");
  const list = document.getElementById(adder.dataset.adds);
  const name = field.value.trim();
  if (!name || !list) return;
  const text = list.value.replace(/\s+$/, "");
  list.value = text ? `${text}\n${name}\n` : `${name}\n`;
  field.value = "";
  field.focus();
};

document.addEventListener("click", ({ target }) => {
  const adder = target.closest("[data-adds] button");
  if (adder) add(adder.closest("[data-adds]"));
  if (target.closest("[data-print]")) window.print();
});
document.addEventListener("keydown", (event) => {
  const adder = event.key === "Enter" && event.target.matches("input") && event.target.closest("[data-adds]");
  if (!adder) return;
  event.preventDefault();
  add(adder);
});

armEventNews(refresh);
