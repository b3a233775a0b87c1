// Taps that could not reach the server wait here, as they were when they were tapped, each with its own
// key: one for each match, one for a table. They outlive the page. A table and a match send them when the
// network returns; a director's desk sends them by hand, for what was right a minute ago may not be now.
// The key makes each count once, even if the first try did arrive.
import { contentOf } from "./keys.js";
import { recall, remember } from "./kept.js";
import { watchNetwork } from "./network.js";
import { bar } from "./outbox-bar.js";
import { UNREACHED, wordsOf } from "./taps.js";

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
    const why = page.querySelector("#problem, #question, [role=alert]")?.textContent.replace(/\s+/g, " ").trim();
    write(kept.map((one) => (one.key === tap.key ? { ...one, refused: why ?? "" } : one)));
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
