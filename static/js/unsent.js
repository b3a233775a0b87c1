// The director's pages without a network. Nothing is queued: a director acts on many matches, and what
// was right a minute ago may not be now. What could not be sent is named; its form stands as it was, and
// is sent again by hand, with its key: if only the answer was lost it counts once.
import { contentOf } from "./keys.js";
import { UNREACHED, button, line, wordsOf } from "./taps.js";
import { words } from "./words.js";

const TIMEOUT = 20000; // a large draw takes its time
const PROBE = 3000;
const ANSWER = 8000;
const NOT_WRITTEN = 401; // and stays so until he has signed in

const NEWER = ["key", "csrfmiddlewaretoken", "version", "shown"]; // what a desk that went on has anew
const PLACE = ["view", "round", "sheet"]; // where he was when he tapped

const unsent = new Map(); // by what is asked for, not by what is typed besides
let why = "sayCut";
let looked = false; // in vain: another part of the desk did not come
let probing = 0;
let asking = false;
let passed = null; // a plain form that may go: the server answers

// --- one form of many

// The same button of the same row, whatever was typed.
const nameOf = (form, tapped) => {
  const parts = new URLSearchParams({ to: form.getAttribute("action") ?? "" });
  for (const field of form.elements) {
    if (field.type === "hidden" && ![...NEWER, ...PLACE].includes(field.name)) parts.append(field.name, field.value);
  }
  if (tapped?.name) parts.append("by", `${tapped.name}=${tapped.value}`);
  else if (tapped) parts.append("by", tapped.id);
  return parts.toString();
};

// The page may have been brought up to date meanwhile: then it is another form, or none.
const standing = (name, one) => {
  const found = [{ form: one.form, tapped: one.tapped }];
  const again = one.tapped?.id ? document.getElementById(one.tapped.id) : null;
  if (again?.form) found.push({ form: again.form, tapped: again });
  const isWhole = ({ form, tapped }) => form.isConnected && (!tapped || tapped.form === form);
  return found.find((other) => isWhole(other) && nameOf(other.form, other.tapped) === name);
};

// --- what is shown

const show = () => {
  const bar = document.getElementById("unsent");
  if (!bar) return;
  if (!unsent.size && !looked) {
    bar.replaceChildren();
    return;
  }
  const shown = document.createElement("div");
  shown.className = "notice unsent";
  const close = button(words("sayClose"), leave);
  close.id = "leave";
  shown.append(line(words(headOf())), close);
  if (unsent.size) shown.append(taps());
  // The same again is left alone: who hears the page would hear it again.
  if (bar.textContent !== shown.textContent) bar.replaceChildren(shown);
  busy();
};

const headOf = () => {
  if (!unsent.size) return "sayNothing";
  return [...unsent].some(([name, one]) => standing(name, one)) ? why : "sayChanged";
};

const taps = () => {
  const list = document.createElement("ul");
  list.className = "unsent__taps";
  for (const [name, one] of unsent) {
    const item = document.createElement("li");
    if (standing(name, one)) item.append(line(one.what), button(words("sayAgain"), () => again(name), "button again"));
    else item.append(line(words("sayElsewhere", { what: one.what })));
    list.append(item);
  }
  return list;
};

const leave = () => {
  unsent.clear();
  looked = false;
  show();
};

const busy = () => {
  const items = document.querySelectorAll("#unsent li");
  [...unsent.values()].forEach((one, place) => items[place]?.setAttribute("aria-busy", String(one.isUnderWay === true)));
};

const again = (name) => {
  const one = unsent.get(name);
  const found = one && !one.isUnderWay ? standing(name, one) : null;
  // A tap, not a submission: htmx looks at what was clicked.
  if (found?.tapped) found.tapped.click();
  else found?.form.requestSubmit();
};

const drop = (isOver) => {
  for (const [name, one] of unsent) if (isOver(one)) unsent.delete(name);
};

const add = (form, tapped, reason) => {
  const name = nameOf(form, tapped);
  const key = form.elements.namedItem("key")?.value ?? "";
  const wasHere = unsent.has(name);
  if (!wasHere) drop((one) => one.form === form); // he has tapped something else in the same row
  unsent.set(name, { form, tapped, key, content: contentOf(form, tapped, NEWER), what: wordsOf(tapped, form) });
  why = wasHere && reason === "sayCut" ? "sayStill" : reason;
  show();
  ask();
};

// --- is the server there?

const isReached = async () => {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), ANSWER);
  try {
    return (await fetch("/manifest.webmanifest", { cache: "no-store", signal: control.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

const probe = async () => {
  if (!unsent.size && !looked) return;
  const isBack = await isReached();
  if (isBack) looked = false;
  if (isBack && why !== "sayBroken") why = "sayBack";
  else if (!isBack && why === "sayBack") why = "sayCut";
  show();
  ask();
};

const ask = () => {
  clearTimeout(probing);
  probing = setTimeout(probe, PROBE);
};

// --- what htmx sends

const ofOurs = ({ requestConfig }) => (requestConfig?.verb === "post" && requestConfig.elt instanceof HTMLFormElement
  && document.getElementById("desk") ? requestConfig.elt : null);

const failed = (reason) => ({ detail }) => {
  if (detail.requestConfig?.verb === "get" && reason === "sayCut" && document.getElementById("desk")) {
    detail.xhr.isKept = true; // a tab of the desk: it says so, and is tapped again
    looked = true;
    show();
    ask();
    return;
  }
  const form = ofOurs(detail);
  if (!form) return;
  detail.xhr.isKept = true;
  add(form, detail.requestConfig.triggeringEvent?.submitter ?? null, reason);
};

const answered = ({ detail }) => {
  const { xhr, requestConfig } = detail;
  for (const one of unsent.values()) one.isUnderWay = false;
  if (!UNREACHED.has(xhr.status)) looked = false;
  if (UNREACHED.has(xhr.status) || xhr.status >= 500 || xhr.status === NOT_WRITTEN) return;
  const form = ofOurs(detail);
  const key = form && requestConfig.formData?.get("key");
  if (form) drop((one) => one.form === form || one.key === key);
  show();
};

// --- before anything is sent

const submitted = (event) => {
  const { target: form, submitter } = event;
  const field = form.elements.namedItem("key");
  const one = unsent.get(nameOf(form, submitter));
  if (!one) return;
  one.isUnderWay = true;
  busy();
  // The page may have been given another key meanwhile; the tap is still the same.
  if (field && one.content === contentOf(form, submitter, NEWER)) field.value = one.key;
};

// A plain form would be gone with its page, and what was typed with it: the server is asked first.
const plain = async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || !document.getElementById("main")?.contains(form)) return;
  if (passed === form) {
    passed = null;
    return;
  }
  event.preventDefault();
  if (asking) return;
  asking = true;
  const isThere = await isReached();
  asking = false;
  if (!isThere) {
    add(form, submitter, "sayCut");
    return;
  }
  passed = form;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
};

document.addEventListener("htmx:configRequest", ({ detail }) => { detail.timeout = TIMEOUT; });
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, failed("sayCut"));
document.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (UNREACHED.has(status)) failed("sayCut")(event);
  else if (status >= 500 && status !== 507) failed("sayBroken")(event); // a full disk speaks for itself
});
document.addEventListener("htmx:afterRequest", answered);
document.addEventListener("htmx:afterSwap", show);
document.addEventListener("submit", submitted, true);
document.addEventListener("submit", plain);
addEventListener("online", () => { clearTimeout(probing); probe(); });
