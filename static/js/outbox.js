// A tap that cannot reach the server waits here, shows itself, and is sent when the network returns.
// One at a time for a table; its key makes it count once, even if the first try did arrive.
import { recall, remember } from "./kept.js";
import { words } from "./words.js";

const TIMEOUT = 10000;
const WAITS = [1500, 2500, 4000, 7000, 12000, 20000, 30000];
const LONG = 30000;
const UNREACHED = new Set([0, 408, 425, 429, 502, 503, 504]);
const LATER = new Set([...UNREACHED, 401, 507]); // once he has signed in, once there is room on the disk

let place = null;
let pending = null;
let sending = false;
let another = false; // somebody has tapped something else meanwhile
let tries = 0;
let timer = 0;
let long = 0;

// Whoever signs in next on this device does not send it.
const name = () => `outbox:${place.dataset.table}:${place.dataset.who}`;
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

// What the button says, without what is only drawn on it.
const wordsOf = (button, form) => {
  const copy = (button ?? form?.querySelector("button"))?.cloneNode(true);
  if (!copy) return words("sayTap");
  for (const drawn of copy.querySelectorAll("[aria-hidden=true]")) drawn.remove();
  // A short word needs what it is about: whose cube, or who has won.
  const about = document.getElementById(form?.getAttribute("aria-labelledby"))?.querySelector("b")
    ?? form?.closest(".thumb__grid--three")?.parentElement.querySelector("h2");
  const said = (copy.getAttribute("aria-label") ?? copy.textContent).replace(/\s+/g, " ").trim();
  return about ? `${about.textContent.trim()}: ${said}` : said;
};

const line = (text, className = "") => {
  const made = document.createElement("p");
  made.textContent = text;
  made.className = className;
  return made;
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
  const discard = document.createElement("button");
  discard.type = "button";
  discard.id = "discard";
  discard.className = "button";
  discard.textContent = words("sayDiscard");
  discard.addEventListener("click", () => keep(null));
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
  for (const [field, value] of new URLSearchParams(pending.body)) values.append(field, value);
  window.htmx.ajax("POST", pending.url, { source: place, target: "#table", swap: "outerHTML show:none", values })
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
  const what = wordsOf(requestConfig.triggeringEvent?.submitter, elt);
  tries = 0;
  keep({ url: requestConfig.path, body: body.toString(), what, at: Date.now() });
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
    if (!LATER.has(xhr.status) && !isOldPage) keep(null);
    else if (!UNREACHED.has(xhr.status)) again();
  });
};

export const armOutbox = () => {
  place = document.querySelector("[data-table]");
  if (!place) return;
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
