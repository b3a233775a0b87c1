// Taps that could not reach the server wait here, as they were when they were tapped, each with its own
// key: one for each match, one for a table. They outlive the page. A table and a match send them when the
// network returns; a director's desk sends them by hand, for what was right a minute ago may not be now.
// The key makes each count once, even if the first try did arrive.
import { contentOf } from "./forms.js";
import { recall, remember } from "./kept.js";
import { button, isReached, line, textOf, UNREACHED, words, wordsOf } from "./words.js";

const WAITS = [1500, 2500, 4000, 7000, 12000, 20000, 30000];
const LATER = new Set([...UNREACHED, 401, 507]); // after a sign-in, or when the disk has room
const NEWER = ["key", "csrfmiddlewaretoken", "version", "shown", "view", "round", "sheet"];

let place = null;
let about = ""; // whose taps wait together: those of a table, of an event, of a desk
let how = {}; // { marks: sent besides with a tap that has waited, one: all taps are about one thing, byHand }
let kept = [];
let underWay = null; // the tap that is being sent
let blocked = ""; // what somebody has tapped something else about meanwhile
let tries = 0;
let timer = 0;
let network = null;
const said = new WeakMap(); // what was tapped, in words: the form may be another when no answer comes

// It is not sent for the next person who signs in on this device.
const name = () => `outbox:${about}:${place.dataset.who}`;
// Which page it was tapped on, where several send the same taps; the others show no answer of it.
const here = () => place.dataset.here ?? "";
// Not `detail.elt`: for a form that is gone from the page htmx names what was around it.
const isOurs = ({ requestConfig }) => requestConfig?.elt === place;
const waiting = () => kept.filter((one) => one.refused === undefined);
const byLane = (lane) => waiting().find((one) => one.lane === lane);

const read = () => {
  try {
    const found = JSON.parse(recall(name()) || "[]");
    return Array.isArray(found) ? found : [];
  } catch { return []; }
};

const write = (taps) => {
  kept = taps;
  blocked = "";
  remember(name(), taps.length ? JSON.stringify(taps) : "");
  show();
};

const without = (key) => kept.filter((one) => one.key !== key);

const show = () => bar({ kept, underWay, blocked, network, byHand: how.byHand }, { discard, send, sendAll, leave });

const discard = (key) => write(without(key));

const leave = () => {
  network.forget();
  write([]);
};

// What a tap is about: at a table everything, else its match; without one it stands for itself.
const laneOf = (form, tapped) => {
  if (how.one) return "";
  const match = form.elements.namedItem("match");
  const found = match instanceof RadioNodeList ? match[0] : match;
  return found ? `match ${found.value}` : `${form.getAttribute("action")} ${contentOf(form, tapped, NEWER)}`;
};

// --- what waits is shown: each tap in words, with what can be done about it

const LONG = 30000;
let growing = 0;

const HEADS = { "": "sayBack", back: "sayBack", cut: "sayCut", still: "sayStill", broken: "sayBroken" };

const refused = (one, acts) => {
  const item = document.createElement("li");
  item.className = "outbox__refused";
  item.append(line(words("sayRefused", { what: one.what, why: one.refused })));
  item.append(button(words("sayClose"), () => acts.discard(one.key)));
  return item;
};

// On the desk: it is sent, or thrown away, by hand.
const ofDesk = (one, { underWay }, acts) => {
  const item = document.createElement("li");
  item.setAttribute("aria-busy", String(one.key === underWay?.key));
  item.append(line(one.what), button(words("sayAgain"), () => acts.send(one.key), "button again"));
  const discard = button(words("sayDiscard"), () => acts.discard(one.key), "button button--quiet");
  discard.setAttribute("aria-label", `${words("sayDiscard")}: ${one.what}`);
  item.append(discard);
  return item;
};

const alone = (one, { blocked }, acts) => {
  const item = document.createElement("li");
  item.append(line(words("sayUnsent", { what: one.what })));
  const discard = button(words("sayDiscard"), () => acts.discard(one.key));
  discard.id = "discard";
  item.append(discard);
  if (blocked === one.key) item.append(line(words("sayWaits", { what: one.what }), "outbox__also"));
  if (Date.now() - one.at > LONG) item.append(line(words("sayLong"), "small"));
  return item;
};

const bar = (now, acts) => {
  const box = document.getElementById("outbox");
  if (!box) return;
  const { kept, network, byHand } = now;
  clearTimeout(growing);
  const looked = byHand && network.looked;
  if (!kept.length && !looked) {
    box.replaceChildren();
    return;
  }
  const waiting = kept.filter((one) => one.refused === undefined);
  const shown = document.createElement("div");
  shown.className = "notice outbox";
  if (byHand && (waiting.length || looked)) {
    const head = document.createElement("div");
    head.className = "outbox__head";
    head.append(line(words(waiting.length ? HEADS[network.state] : "sayNothing")));
    if (!waiting.length) {
      const close = button(words("sayClose"), acts.leave);
      close.id = "leave";
      head.append(close);
    }
    shown.append(head);
  }
  if (kept.length) {
    const list = document.createElement("ul");
    list.className = "outbox__taps";
    for (const one of kept) {
      if (one.refused !== undefined) list.append(refused(one, acts));
      else list.append(byHand ? ofDesk(one, now, acts) : alone(one, now, acts));
    }
    shown.append(list);
  }
  if (waiting.length > 1) {
    const all = button(words("sayAll", { count: waiting.length }), acts.sendAll, "button button--main outbox__all");
    all.id = "send-all";
    shown.append(all);
  }
  // The same again is left alone: who hears the page would hear it again.
  if (box.textContent !== shown.textContent) {
    box.replaceChildren(shown);
  } else {
    for (const [at, item] of box.querySelectorAll("li").entries()) {
      item.setAttribute("aria-busy", String(kept[at]?.key === now.underWay?.key));
    }
  }
  if (!byHand && waiting.length) {
    const left = Math.min(...waiting.map((one) => one.at)) + LONG - Date.now();
    if (left > 0) growing = setTimeout(() => bar(now, acts), left + 50);
  }
};

// --- whether the server is there, for a page that sends by hand: it is asked every few seconds while something waits,
// or a part of the page did not come

const PROBE = 3000;

// `changed` is told of everything new; `waits` says whether anything has to be sent.
const watchNetwork = (changed, waits) => {
  let state = ""; // "", cut, still (cut after another try), broken, back
  let looked = false; // in vain: a part of the page did not come
  let timer = 0;

  const probe = async () => {
    if (!waits() && !looked) return;
    const isBack = await isReached();
    if (isBack) looked = false;
    if (isBack && state !== "broken") state = "back";
    else if (!isBack && state !== "still") state = "cut";
    changed();
    ask();
  };
  const ask = () => {
    clearTimeout(timer);
    timer = setTimeout(probe, PROBE);
  };
  addEventListener("online", () => { clearTimeout(timer); probe(); });

  return {
    ask,
    failed: (reason, isAgain) => {
      state = reason === "cut" && isAgain ? "still" : reason;
      changed();
      ask();
    },
    missed: (reason) => {
      [looked, state] = [true, state || reason];
      changed();
      ask();
    },
    answered: () => {
      looked = false;
      if (state !== "broken") state = waits() ? "back" : "";
      changed();
    },
    forget: () => { [looked, state] = [false, ""]; },
    isCut: () => state === "cut" || state === "still",
    get state() { return state; },
    get looked() { return looked; },
  };
};

// --- sent again

const again = () => {
  clearTimeout(timer);
  if (how.byHand || !waiting().length) return;
  timer = setTimeout(next, WAITS[Math.min(tries, WAITS.length - 1)] * (0.9 + Math.random() * 0.2));
  tries += 1;
};

const send = async (key) => {
  const tap = waiting().find((one) => one.key === key);
  if (!tap || underWay || !window.htmx) return;
  clearTimeout(timer);
  underWay = tap;
  show();
  const values = new FormData();
  for (const [field, value] of [...new URLSearchParams(tap.body), ...Object.entries(how.marks ?? {})]) values.append(field, value);
  const swap = !how.byHand && tap.from === here() ? place.getAttribute("hx-swap") : "none";
  await window.htmx.ajax("POST", tap.url, { source: place, target: place.getAttribute("hx-target"), swap, values }).catch(() => {});
  underWay = null;
  show();
};

const sendAll = async () => {
  for (const { key } of waiting()) {
    await send(key); // unless another tab has sent it meanwhile
    if (network.isCut()) return;
  }
};

const next = async () => {
  const [first] = waiting();
  if (!first) return;
  await send(first.key);
  if (!waiting().some((one) => one.key === first.key)) soon();
};

const soon = () => {
  if (!waiting().length || underWay || how.byHand) return;
  tries = 0;
  next();
};

// The server has said what became of a tap.
const taken = (tap, { status, responseText }) => {
  if (how.byHand && status >= 400) {
    const page = new DOMParser().parseFromString(responseText, "text/html");
    const why = page.querySelector("#problem, #question, [role=alert]");
    write(kept.map((one) => (one.key === tap.key ? { ...one, refused: why ? textOf(why) : "" } : one)));
    if (page.querySelector(".question")) window.htmx.swap(place.getAttribute("hx-target"), responseText, { swapStyle: "outerHTML" });
  } else {
    write(without(tap.key));
    if (tap.from !== here() && !how.byHand) {
      document.dispatchEvent(new CustomEvent("chouette:sent", { detail: { what: tap.what, html: responseText } }));
    }
  }
  document.dispatchEvent(new CustomEvent("chouette:taken"));
};

// --- kept

// Other listeners for failed requests can see that this one is kept.
const unreached = (detail, reason) => {
  const { requestConfig, elt, xhr } = detail;
  if (requestConfig?.verb === "get" && how.byHand && reason === "cut") {
    xhr.isKept = true; // a part of the desk: it says so, and is tapped again
    network.missed(reason);
    return;
  }
  if (requestConfig?.verb !== "post") return;
  if (isOurs(detail)) {
    xhr.isKept = true;
    network.failed(reason, true);
    again();
    return;
  }
  const body = new URLSearchParams();
  for (const [field, value] of requestConfig.formData) {
    if (field !== "csrfmiddlewaretoken") body.append(field, value);
  }
  // Only what has a key may be sent twice.
  const key = body.get("key");
  if (!key || !(place.contains(elt) || place.contains(requestConfig.elt))) return;
  xhr.isKept = true;
  const { what, lane, content } = said.get(xhr) ?? { what: wordsOf(), lane: how.one ? "" : key, content: "" };
  tries = 0;
  network.failed(reason, kept.some((one) => one.key === key));
  write([
    ...kept.filter((one) => one.lane !== lane && one.key !== key),
    { lane, key, content, what, url: requestConfig.path, body: body.toString(), at: Date.now(), from: here() },
  ]);
  again();
};

const watchRequests = () => {
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.timeout = how.byHand ? 20000 : 10000; // of what is asked for as well; a large draw takes its time
  });
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    const { elt: form, triggeringEvent, verb } = requestConfig;
    if (verb !== "post" || !(form instanceof HTMLFormElement)) return;
    const tapped = triggeringEvent?.submitter ?? null;
    said.set(xhr, { what: wordsOf(tapped, form), lane: laneOf(form, tapped), content: contentOf(form, tapped, NEWER) });
  });
  for (const event of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(event, ({ detail }) => unreached(detail, "cut"));
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    const { status } = detail.xhr;
    if (UNREACHED.has(status)) unreached(detail, "cut");
    else if (how.byHand && status >= 500 && status !== 507) unreached(detail, "broken"); // a full disk speaks for itself
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const { xhr } = detail;
    if (!UNREACHED.has(xhr.status)) network.answered();
    if (!isOurs(detail)) {
      const tap = xhr.status < 400 && said.get(xhr);
      // He has tapped it anew, and that was heard.
      if (tap && byLane(tap.lane)) write(kept.filter((one) => one.lane !== tap.lane || one.refused !== undefined));
      return;
    }
    if (!underWay) return;
    // After a new sign-in the page has just been given another token for forms.
    const isOldPage = xhr.status === 403 && /chouette:token/.test(xhr.getResponseHeader("HX-Trigger") ?? "");
    const isBroken = how.byHand && xhr.status >= 500;
    if (!LATER.has(xhr.status) && !isOldPage && !isBroken) taken(underWay, xhr);
    else if (!UNREACHED.has(xhr.status)) again();
  });
};

const watchTaps = () => {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!kept.length || form.method !== "post" || !place.contains(form)) return;
    const tap = byLane(laneOf(form, submitter));
    if (!tap) return;
    if (how.byHand) {
      // The page may have been given another key meanwhile; the tap is still the same.
      const field = form.elements.namedItem("key");
      if (field && tap.content === contentOf(form, submitter, NEWER)) field.value = tap.key;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    blocked = tap.key;
    show();
    document.getElementById("outbox")?.scrollIntoView({ block: "nearest" });
  }, true);
};

// `found` sends by htmx: data-who says for whom, hx-target and hx-swap where the answer goes.
export const armOutbox = (found, name_, options = {}) => {
  if (!found) return;
  [place, about, how] = [found, name_, options];
  network = watchNetwork(show, () => how.byHand && waiting().length > 0);
  kept = read();
  watchRequests();
  watchTaps();
  addEventListener("online", soon);
  addEventListener("storage", (event) => {
    if (event.key !== name()) return;
    kept = read();
    show();
  });
  document.addEventListener("chouette:reached", soon);
  for (const event of ["htmx:afterSwap", "chouette:table", "chouette:thumb"]) document.addEventListener(event, show);
  show();
  if (how.byHand && waiting().length) network.ask();
  again();
};
