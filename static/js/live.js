// Keeps the table up to date from the stream that the page names: <… data-live="address">.
// What others do appears by itself; somebody in the middle of something is not disturbed.
import { graft } from "./changes.js";
import { Stream } from "./stream.js";
import { say, words } from "./words.js";

const ASLEEP = 60000;
const AGAIN = 2000;
const QUIETLY = 250; // a refresh that is faster than this is not even mentioned
const JUST_NOW = 400;
const LONGEST_PRESS = 1500;

let place = null;
let stream = null;
let dirty = false; // something has been chosen or typed, and not yet sent
let waiting = null; // a picture that came while it could not be hung
let pressed = 0;
let stale = 0; // timer: the open pane could not be fetched again
let settled = 0;
let waking = false;
let before = null; // the buttons that were under the thumb before the last change
const inFlight = new Set();

const target = () => document.getElementById("table");
const shown = () => Number(target()?.dataset.beat ?? 0);
const version = (table) => Number(table?.dataset.version ?? 0);
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const isTyping = (element) => element?.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
const isBusy = (table) => dirty || Boolean(table.querySelector("#back"))
  || (table.contains(document.activeElement) && Boolean(isTyping(document.activeElement)));
const isHeld = () => inFlight.size > 0 || (pressed && Date.now() - pressed < LONGEST_PRESS);

// --- a picture arrives

export const take = (html, beat, force = false) => {
  if (!force && beat && beat <= shown()) return;
  if (isHeld()) {
    // Our own tap is on its way, or a finger is down: its answer may be newer than this.
    if (!waiting || force || beat >= waiting.beat) waiting = { html, beat, force: force || waiting?.force };
    setTimeout(hang, LONGEST_PRESS);
    return;
  }
  show(html);
};

const hang = () => {
  if (!waiting || isHeld()) return;
  const { html, beat, force } = waiting;
  waiting = null;
  take(html, beat, force);
};

const show = (html) => {
  const table = target();
  const fresh = parsed(html).getElementById("table");
  if (!table || !fresh) return;
  const news = newsOf(table, fresh);
  const was = picture();
  if (isBusy(table)) update(table, fresh, html, news);
  else swap(html);
  if (news.isStep || version(fresh) === version(table)) glow(was, news.isStep ? news.by : "");
  if (news.isStep) tell(news.sentence);
  told(fresh, false);
};

const newsOf = (table, fresh) => {
  const { by = "", did = "" } = fresh.dataset;
  return {
    by,
    isStep: version(fresh) > version(table) && did !== "",
    sentence: by ? `${by}: ${did}` : did,
  };
};

const told = (table, own) => {
  const title = document.getElementById("table-title");
  if (title) document.title = `${title.dataset.title} · Chouette`;
  document.dispatchEvent(new CustomEvent("chouette:table", {
    detail: { beat: Number(table.dataset.beat ?? 0), version: version(table), own },
  }));
};

// What went wrong is still being read, but what it calls "now" is no longer so.
const past = (explained) => {
  for (const part of explained.querySelectorAll("form, .conflict__states")) part.remove();
  return explained;
};

// The whole table anew, as htmx does it; what the reader has opened or scrolled stays so.
const swap = (html) => {
  const table = target();
  const explained = table.querySelector("#conflict");
  const open = Array.from(table.querySelectorAll("details[open]"), (fold) => fold.id);
  const hadFocus = table.contains(document.activeElement);
  before = buttonsOf(table);
  document.documentElement.dataset.changed = "";
  clearTimeout(settled);
  settled = setTimeout(() => { delete document.documentElement.dataset.changed; }, JUST_NOW);
  document.dispatchEvent(new CustomEvent("chouette:before"));
  window.htmx.swap(table, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 });
  dirty = false;
  const now = target();
  for (const fold of now.querySelectorAll("details")) if (fold.id && open.includes(fold.id)) fold.open = true;
  if (explained) now.querySelector("#notice")?.after(past(explained));
  if (hadFocus && !now.contains(document.activeElement)) now.querySelector("#thumb").focus({ preventScroll: true });
};

// --- what somebody else has changed glows for a moment, with their name, and is announced to screen readers.

const GLOWS = 2000;
const TOLD_AFTER = 700;

const placeOf = (cube) => {
  const lane = cube?.closest(".lane");
  return lane ? [...lane.children].indexOf(cube) : -1;
};

const partsOf = (seat) => {
  const cube = seat.querySelector(".cube");
  return new Map([
    [".cube", cube ? `${cube.textContent} ${placeOf(cube)} ${cube.className}` : ""],
    [".seat__total", seat.querySelector(".seat__total")?.textContent.trim() ?? ""],
    [".seat__given", seat.querySelector(".seat__given")?.textContent.trim() ?? ""],
    [".seat__out", seat.querySelector(".seat__out")?.textContent.trim() ?? ""],
  ]);
};

const seatsOf = () => document.querySelectorAll(".seat[data-moves]");

// To be taken before the change, and given to `glow` after it.
const picture = () => new Map(Array.from(seatsOf(), (seat) => [seat.dataset.moves, partsOf(seat)]));

const glow = (before, by) => {
  const changes = [];
  for (const seat of seatsOf()) {
    const was = before.get(seat.dataset.moves);
    if (!was) continue;
    const changed = [];
    for (const [part, text] of partsOf(seat)) {
      const thing = text && text !== was.get(part) ? seat.querySelector(part) : null;
      if (thing) changed.push(thing);
    }
    if (changed.length) changes.push({ seat, changed });
  }
  // Once is enough: their name in every row reads as if it were everybody's. It stands in their own
  // row if that has changed; several steps may have come at once, and the others are not theirs.
  const own = changes.find(({ seat }) => seat.querySelector(".seat__name")?.textContent.trim() === by);
  const named = by ? own ?? changes[0] : null;
  for (const change of changes) {
    const { seat, changed } = change;
    for (const thing of changed) thing.classList.add("glow");
    let name = null;
    if (change === named) {
      name = document.createElement("span");
      name.className = "glow__by";
      name.setAttribute("aria-hidden", "true");
      name.textContent = by;
      seat.append(name);
    }
    setTimeout(() => {
      for (const thing of changed) thing.classList.remove("glow");
      name?.remove();
    }, GLOWS);
  }
};

let untold = [];
let telling = 0;

// Several things in a row are told together, once it is quiet.
const tell = (sentence) => {
  if (!sentence || untold.at(-1) === sentence) return;
  untold = [...untold, sentence].slice(-4);
  clearTimeout(telling);
  telling = setTimeout(() => {
    const place = document.getElementById("told");
    if (place) place.textContent = untold.join(". ");
    untold = [];
  }, TOLD_AFTER);
};

// --- in the middle of something

// All but the pane is put up to date at once; the pane is fetched again with what it holds.
const update = (table, fresh, html, news) => {
  if (!table.querySelector("#back") && table.dataset.question !== fresh.dataset.question) {
    close(html, news); // these answers were to a question that is no more
    return;
  }
  document.dispatchEvent(new CustomEvent("chouette:before"));
  for (const region of table.querySelectorAll("[data-region]")) {
    const newer = fresh.querySelector(`[data-region="${region.dataset.region}"]`);
    if (newer) graft(region, newer);
  }
  const title = parsed(html).getElementById("table-title");
  if (title) document.getElementById("table-title")?.replaceWith(title);
  for (const name of ["beat", "by", "did", "turn"]) table.dataset[name] = fresh.dataset[name] ?? "";
  window.htmx.process(table);
  document.dispatchEvent(new CustomEvent("chouette:after"));
  fetchPane(html, news);
};

const close = (html, news) => {
  swap(html);
  say(words("sayClosed", { what: news.sentence || words("sayChanged") }));
};

// What is chosen and typed at the table, as the address of its pane.
export const choices = (table) => {
  const asked = new URLSearchParams({ pane: table.dataset.pane });
  const own = new Set(["csrfmiddlewaretoken", "key", "version", "do", "pane"]);
  const forms = new Set(table.querySelectorAll("#sheet-form"));
  for (const field of table.querySelectorAll(":is(#thumb, .table__scroll) :is(input:not([type=hidden]), textarea, select)")) {
    if (field.form) forms.add(field.form);
  }
  for (const form of forms) {
    for (const [name, value] of new FormData(form)) if (!own.has(name)) asked.append(name, value);
  }
  return asked;
};

const fetchPane = async (html, news) => {
  clearTimeout(stale);
  const table = target();
  let text = "";
  try {
    const answer = await fetch(`${place.dataset.table}?${choices(table)}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    text = await answer.text();
  } catch {
    stale = setTimeout(() => { if (target() === table) fetchPane(html, news); }, AGAIN);
    return;
  }
  if (target() !== table || inFlight.size) return; // a tap was faster; its answer is fresh
  const fresh = parsed(text).getElementById("table");
  if (!fresh || Number(fresh.dataset.beat) < shown()) return;
  if (fresh.dataset.pane !== table.dataset.pane) {
    close(text, news);
    return;
  }
  const explained = table.querySelector("#conflict");
  if (explained) fresh.querySelector("#notice")?.after(past(explained.cloneNode(true)));
  graft(table, fresh);
  window.htmx.process(table);
  document.dispatchEvent(new CustomEvent("chouette:thumb"));
};

// --- a pane that was fetched ahead

export const shownBeat = () => shown();
export const isBegun = () => inFlight.size > 0;

// `line` has the seats where the pane itself has nothing in their place.
export const open = (name, pane, line) => {
  const table = target();
  document.dispatchEvent(new CustomEvent("chouette:before"));
  for (const part of [".table__scroll", "#thumb"]) {
    const found = pane.querySelector(part) ?? line.querySelector(part);
    table.querySelector(part).replaceWith(document.importNode(found, true));
  }
  table.dataset.pane = name;
  dirty = false;
  window.htmx.process(table);
  if (!document.activeElement || document.activeElement === document.body) document.getElementById("thumb").focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("chouette:after"));
  document.dispatchEvent(new CustomEvent("chouette:thumb"));
};

// --- sleeping and waking

const quiet = (on) => {
  const table = target();
  for (const part of table?.querySelectorAll("#thumb, .claims, [data-region=line], #sheet-form") ?? []) part.inert = on;
  const thumb = table?.querySelector("#thumb");
  if (on) thumb?.setAttribute("aria-busy", "true");
  else thumb?.removeAttribute("aria-busy");
};

const mention = () => {
  const line = document.getElementById("waking");
  if (line) line.hidden = !waking;
};

const wake = async () => {
  if (waking || !stream) return;
  waking = true;
  const focused = document.activeElement?.id;
  quiet(true);
  const timer = setTimeout(mention, QUIETLY);
  stream.stop();
  let wait = AGAIN;
  while (waking && !(await stream.refresh())) {
    await new Promise((done) => { setTimeout(done, wait); });
    wait = Math.min(wait * 1.5, 10000);
  }
  clearTimeout(timer);
  if (!waking) return; // access has ended
  waking = false;
  mention();
  quiet(false);
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus({ preventScroll: true });
  if (!document.hidden) stream.start();
};

const gone = () => {
  waking = false;
  quiet(true);
  const thumb = document.getElementById("thumb");
  if (!thumb) return;
  thumb.inert = false;
  thumb.removeAttribute("aria-busy");
  const link = document.createElement("a");
  link.href = location.pathname;
  link.className = "button button--full";
  link.textContent = words("sayReload");
  const line = document.createElement("p");
  line.className = "notice";
  line.setAttribute("role", "status");
  line.textContent = words("sayGone");
  thumb.replaceChildren(line, link);
};

// --- what the thumb hits is what the eye saw

const nameOf = (button) => button.id + button.textContent.trim();

const buttonsOf = (table) => Array.from(table.querySelectorAll("button, a.button"), (button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return { left, top, right, bottom, name: nameOf(button) };
});

const guard = (event) => {
  if (!before || !("changed" in document.documentElement.dataset) || !event.detail) return; // no pointer, no mistake
  const button = event.target.closest("button, a.button");
  if (!button || !target()?.contains(button)) return;
  const { clientX: x, clientY: y } = event;
  const was = before.find((one) => one.left <= x && x <= one.right && one.top <= y && y <= one.bottom);
  if (!was || was.name === nameOf(button)) return;
  event.preventDefault();
  event.stopPropagation();
  say(words("sayJustChanged"));
};

const watchTaps = () => {
  document.addEventListener("click", guard, true);
  document.addEventListener("pointerdown", (event) => {
    if (target()?.contains(event.target)) pressed = Date.now();
  }, true);
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      // The click comes after the finger has gone up.
      setTimeout(() => { pressed = 0; hang(); }, 30);
    }, true);
  }
  for (const name of ["input", "change"]) {
    document.addEventListener(name, (event) => { if (target()?.contains(event.target)) dirty = true; }, true);
  }
};

// --- our own requests

const watchRequests = () => {
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    inFlight.add(xhr);
    xhr.addEventListener("loadend", () => {
      inFlight.delete(xhr);
      setTimeout(hang, 60); // once what it brought has settled
    });
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target: into, xhr, requestConfig: { elt, formData }, serverResponse } = event.detail;
    if (into !== target()) return;
    const beat = Number(/data-beat="(\d+)"/.exec(serverResponse)?.[1] ?? 0);
    if (beat && beat < shown()) {
      event.detail.shouldSwap = false;
      return;
    }
    if (elt === place && xhr.status === 200 && isBusy(target()) && formData?.get("pane") !== target().dataset.pane) {
      // A tap that had waited was sent now; what has been begun elsewhere meanwhile goes on.
      event.detail.shouldSwap = false;
      setTimeout(() => take(serverResponse, beat), 100);
      return;
    }
    if (!elt.matches("i[hx-get]") && xhr.status !== 422) dirty = false;
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (!event.detail.xhr || !target()) return;
    if (waking) quiet(true);
    told(target(), true);
  });
};

const watchSleep = () => {
  let asleep = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(asleep);
    if (document.hidden) asleep = setTimeout(() => stream.stop(), ASLEEP);
    else wake();
  });
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  addEventListener("pagehide", () => stream.stop());
};

const armLive = () => {
  place = document.querySelector("[data-table][data-live]");
  if (!place || !target()) return;
  stream = new Stream(place.dataset.live, {
    beat: shown,
    table: (html, beat, force) => {
      take(html, beat, force);
      if (waking) quiet(true);
      document.dispatchEvent(new CustomEvent("chouette:reached"));
    },
    current: () => document.dispatchEvent(new CustomEvent("chouette:reached")),
    gone,
    down: () => document.dispatchEvent(new CustomEvent("chouette:down")),
  });
  watchTaps();
  watchRequests();
  watchSleep();
  if (!document.hidden) stream.start();
};

armLive();
