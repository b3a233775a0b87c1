// A match asks for news again and again, and says so where it cannot. Somebody who comes back, to the page
// or into the network, taps once it is up to date.
import { line, say, textOf, words } from "./words.js";

const AGAIN = 2000;
const QUIETLY = 250; // a look that is answered faster than this is not even mentioned
const MISSED = 2; // so many looks without an answer in a row are more than a hiccup

let missed = 0;
let waking = false;
let mentioned = 0;
let retry = 0;

const place = () => document.querySelector("[data-keeps]");
const shown = () => place()?.querySelector("[data-live]");
const looker = () => shown()?.querySelector(":scope > [hx-get]");
const isLook = ({ requestConfig }) => Boolean(requestConfig?.elt.matches("[data-live] > [hx-get]"));

const tell = (text) => {
  const box = document.getElementById("cut");
  if (!box || box.textContent === text) return;
  box.replaceChildren(...(text ? [line(text, "notice small")] : []));
};

export const look = () => {
  const element = looker();
  if (!element || !window.htmx) return;
  window.htmx.trigger(element, "htmx:abort"); // what was asked before the sleep may never be answered
  window.htmx.trigger(element, "look");
};

const quiet = (on) => {
  for (const part of shown()?.querySelectorAll("#thumb, .clocks") ?? []) {
    part.inert = on;
    if (on) part.setAttribute("aria-busy", "true");
    else part.removeAttribute("aria-busy");
  }
};

const wake = () => {
  if (document.hidden) return;
  if (!waking) {
    waking = true;
    quiet(true);
    mentioned = setTimeout(() => { if (waking) tell(words(missed ? "sayNothing" : "sayWaking")); }, QUIETLY);
  }
  look();
};

// The server has answered: what is shown is what is so.
const reached = () => {
  const wasAway = waking || missed > 0;
  clearTimeout(mentioned);
  clearTimeout(retry);
  [waking, missed] = [false, 0];
  tell("");
  if (!wasAway) return;
  quiet(false);
  document.dispatchEvent(new CustomEvent("chouette:reached"));
};

const missing = ({ detail }) => {
  if (!isLook(detail)) return;
  detail.xhr.isKept = true; // nobody has tapped: nothing to be tapped again
  missed += 1;
  if (missed >= MISSED || waking) tell(words("sayNothing"));
  clearTimeout(retry);
  if (waking) retry = setTimeout(look, AGAIN);
};

// A tap that had waited since another page of the event: what became of it is said here.
const sent = ({ detail: { what, html } }) => {
  const problem = new DOMParser().parseFromString(html, "text/html").querySelector("[role=alert]");
  if (problem) say(`${what}: ${textOf(problem)}`);
  look();
};

const version = (html) => Number(/id="match"[^>]*data-version="(\d+)"/.exec(html)?.[1] ?? 0);

export const armNews = () => {
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, missing);
  document.addEventListener("htmx:beforeSwap", (event) => {
    // A look that was overtaken by a tap brings what is older.
    if (isLook(event.detail) && version(event.detail.serverResponse) < Number(shown()?.dataset.version ?? 0)) {
      event.detail.shouldSwap = false;
    }
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (isLook(detail) && detail.successful) reached();
  });
  // The answer to a tap is as fresh as any.
  document.addEventListener("htmx:afterSwap", ({ detail: { xhr, target } }) => {
    if (xhr && target.matches("[data-live]")) reached();
  });
  document.addEventListener("chouette:sent", sent);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
};
