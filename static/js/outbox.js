// A tap that cannot reach the server waits here, shows itself, and is sent when the network returns.
// One at a time for a table or an event; its key makes it count once, even if the first try did arrive.
import { recall, remember } from "./kept.js";
import { UNREACHED, button, line, wordsOf } from "./taps.js";
import { words } from "./words.js";

const TIMEOUT = 10000;
const WAITS = [1500, 2500, 4000, 7000, 12000, 20000, 30000];
const LONG = 30000;
const LATER = new Set([...UNREACHED, 401, 507]); // once he has signed in, once there is room on the disk

let place = null;
let about = ""; // whose taps wait together: those of a table, or of an event
let marks = {}; // what is sent besides with a tap that has waited
let pending = null;
let sending = false;
let another = false; // somebody has tapped something else meanwhile
let tries = 0;
let timer = 0;
let long = 0;

// Whoever signs in next on this device does not send it.
const name = () => `outbox:${about}:${place.dataset.who}`;
// Which page it was tapped on, where several send the same taps; the others show no answer of it.
const here = () => place.dataset.here ?? "";
const isFromHere = () => (pending?.from ?? "") === here();
// Not `detail.elt`: for a form that is gone from the page htmx names what was around it.
const isOurs = ({ requestConfig }) => requestConfig?.elt === place;

const read = () => {
  try { return JSON.parse(recall(name()) || "null"); } catch { return null; }
};

const keep = (tap) => {
  pending = tap;
  another = false;
  remember(name(), tap ? JSON.stringify(tap) : "");
  clearTimeout(timer);
  clearTimeout(long);
  if (tap) long = setTimeout(show, Math.max(0, tap.at + LONG - Date.now()) + 50);
  show();
};

const show = () => {
  const box = document.getElementById("outbox");
  if (!box) return;
  if (!pending) {
    box.replaceChildren();
    return;
  }
  const what = pending.what;
  const shown = document.createElement("div");
  shown.className = "notice outbox";
  shown.append(line(words("sayUnsent", { what })));
  if (another) shown.append(line(words("sayWaits", { what }), "outbox__also"));
  if (Date.now() - pending.at > LONG) shown.append(line(words("sayLong"), "small"));
  const discard = button(words("sayDiscard"), () => keep(null));
  discard.id = "discard";
  shown.append(discard);
  // The same again is left alone: who hears the page would hear it again.
  if (box.textContent !== shown.textContent) box.replaceChildren(shown);
};

const again = () => {
  clearTimeout(timer);
  if (!pending) return;
  timer = setTimeout(send, WAITS[Math.min(tries, WAITS.length - 1)] * (0.9 + Math.random() * 0.2));
  tries += 1;
};

const send = () => {
  if (!pending || sending || !window.htmx) return;
  clearTimeout(timer);
  sending = true;
  const values = new FormData();
  for (const [field, value] of [...new URLSearchParams(pending.body), ...Object.entries(marks)]) values.append(field, value);
  const swap = isFromHere() ? place.getAttribute("hx-swap") : "none";
  window.htmx.ajax("POST", pending.url, { source: place, target: place.getAttribute("hx-target"), swap, values })
    .catch(() => {})
    .finally(() => { sending = false; });
};

const soon = () => {
  if (!pending || sending) return;
  tries = 0;
  send();
};

// What is kept says so to whoever else hears that a request has failed.
const unreached = (detail) => {
  const { requestConfig, elt, xhr } = detail;
  if (requestConfig?.verb !== "post") return;
  if (isOurs(detail)) {
    xhr.isKept = true;
    again();
    return;
  }
  const body = new URLSearchParams();
  for (const [field, value] of requestConfig.formData) {
    if (field !== "csrfmiddlewaretoken") body.append(field, value);
  }
  // Only what has a key may be sent twice.
  if (!body.get("key") || !place.contains(elt)) return;
  xhr.isKept = true;
  const what = wordsOf(requestConfig.triggeringEvent?.submitter, requestConfig.elt);
  tries = 0;
  keep({ url: requestConfig.path, body: body.toString(), what, at: Date.now(), from: here() });
  again();
};

const watchRequests = () => {
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.timeout = TIMEOUT; // of what is asked for as well: until then nothing of others is shown
  });
  for (const event of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(event, ({ detail }) => unreached(detail));
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (UNREACHED.has(detail.xhr.status)) unreached(detail);
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!isOurs(detail) || !pending) return;
    const { xhr } = detail;
    // After a new sign-in the page has just been given another token for forms.
    const isOldPage = xhr.status === 403 && /chouette:token/.test(xhr.getResponseHeader("HX-Trigger") ?? "");
    if (!LATER.has(xhr.status) && !isOldPage) {
      const sent = { what: pending.what, html: xhr.responseText };
      if (!isFromHere()) document.dispatchEvent(new CustomEvent("chouette:sent", { detail: sent }));
      keep(null);
    } else if (!UNREACHED.has(xhr.status)) {
      again();
    }
  });
};

// `found` sends by htmx: data-who says for whom, hx-target and hx-swap where the answer goes.
export const armOutbox = (found, kept, sentBesides = {}) => {
  if (!found) return;
  [place, about, marks] = [found, kept, sentBesides];
  watchRequests();
  document.addEventListener("submit", (event) => {
    if (!pending || event.target.method !== "post" || !place.contains(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    another = true;
    show();
    document.getElementById("outbox")?.scrollIntoView({ block: "nearest" });
  }, true);
  addEventListener("online", soon);
  addEventListener("storage", (event) => {
    if (event.key !== name()) return;
    pending = read();
    show();
  });
  document.addEventListener("chouette:reached", soon);
  for (const event of ["htmx:afterSwap", "chouette:table", "chouette:thumb"]) document.addEventListener(event, show);
  pending = read();
  if (pending) {
    keep(pending);
    again();
  }
};
