// What every page does in the browser: forms, motion of what really moved, notices, what its device keeps.
import { armMotion } from "./changes.js";
import { armForms } from "./forms.js";
import { armAwake, armShell, armSwitch, armTheme, recall, remember } from "./kept.js";
import { say } from "./words.js";

// --- says when the network or the server did not answer, and closes menus that were left

const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(except)) menu.open = false;
  }
};

// With a keyboard the focus goes to the thumb zone when the button that was used is gone.
const keepFocus = () => {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.getElementById("thumb")?.focus({ preventScroll: true });
};

// What our own server says of itself: not the page of a proxy before it.
const saidBy = (xhr) => xhr.getResponseHeader("HX-Retarget")
  && new DOMParser().parseFromString(xhr.responseText, "text/html").body.textContent.trim();

const armNotices = () => {
  const texts = () => document.querySelector("[data-offline-text]")?.dataset;
  for (const unanswered of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(unanswered, ({ detail: { xhr } }) => {
      // Once the outbox, or the desk, has had its turn.
      setTimeout(() => { if (!xhr.isKept) say(texts()?.offlineText ?? "No answer from the server."); });
    });
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status < 500 || detail.xhr.status === 507) return; // a full disk speaks for itself
    setTimeout(() => { if (!detail.xhr.isKept) say(saidBy(detail.xhr) || (texts()?.brokenText ?? "Something went wrong.")); });
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.xhr) keepFocus(); // what others do takes nobody along
  });
  // After a new sign-in the server has a new token for forms; the open page takes it over.
  document.addEventListener("chouette:token", (event) => {
    const { value } = event.detail;
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = value;
    for (const place of document.querySelectorAll("[hx-headers]")) {
      place.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": value }));
    }
  });
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(null);
  });
};

// --- what waits at a table is told as at boards: a tone and a buzz, once they are switched on, and the tab's title

let isOn = false;
let tones = null; // the module comes when it is first wanted
const sound = (then) => {
  if (tones) then(tones);
  else import("./tones.js").then((found) => { tones = found; then(found); }).catch(() => {});
};

const buzz = () => {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([120, 60, 120]);
};

const ring = (what) => {
  if (!isOn) return;
  sound(({ play, TONES }) => play(TONES[what]));
  if (what !== "end") buzz();
};

const stateNow = () => {
  const { turn = "", question = "" } = document.getElementById("table")?.dataset ?? {};
  return { turn, question, end: document.querySelector("#table .result") ? "end" : "" };
};

// What calls between two states of the table: my turn, a double that others answer, the end of a game.
const ringsFor = (was, is) => {
  if (is.turn && is.turn !== was.turn) return "turn";
  if (is.question && is.question !== was.question) return "double";
  return is.end && !was.end ? "end" : "";
};

const MARK = /^● .*? · /;

const markTable = (place, plain, isMine) => {
  const title = document.title.replace(MARK, "");
  const wanted = isMine ? `● ${place.dataset.sayYourTurn} · ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
  const icon = document.querySelector("link[rel=icon]");
  const picture = isMine ? place.dataset.markWaits : plain;
  if (icon && icon.getAttribute("href") !== picture) icon.setAttribute("href", picture);
};

// On a page that is no table itself: how many boards wait.
const markWaiting = () => {
  const words = document.querySelector(".waits .visually-hidden, .door__waits .visually-hidden")?.textContent.trim();
  if (words && !document.querySelector("[data-mark-waits]")) document.title = `● ${words} · ${document.title}`;
};

const armAlerts = () => {
  markWaiting();
  const button = document.querySelector("[data-alert-switch]");
  if (!button) return;
  const place = document.querySelector("[data-table][data-mark-waits]");
  const plain = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
  let was = stateNow();
  const look = () => {
    const is = stateNow();
    const what = ringsFor(was, is);
    was = is;
    if (what) ring(what);
    if (place) markTable(place, plain, Boolean(is.turn));
  };
  if (recall("sound") === null && recall("alerts") === "on") remember("sound", "on");
  armSwitch(button, "sound", (on, byHand) => {
    isOn = on;
    if (!on) return;
    sound(({ openSound }) => {
      if (!byHand) return;
      openSound();
      setTimeout(() => ring("turn"), 50); // so one hears what it will be
    });
  });
  document.addEventListener("pointerdown", () => { if (isOn) sound(({ openSound }) => openSound()); });
  document.addEventListener("chouette:table", look);
  document.addEventListener("htmx:afterSettle", look);
  look();
};

// --- what goes on beyond its edge fades there: browsers that know timelines of scrolling do so by themselves
// (base.css); the others are told here

const WIDE = ".scroll, .sheet-scroll, .sample, .choices--rounds, .desk > .tabs, .paper .page";

function tell(one) {
  one.classList.toggle("is-beyond", one.scrollWidth - one.clientWidth - Math.abs(one.scrollLeft) > 1);
}

function armBeyond() {
  if (CSS.supports("animation-timeline: scroll()")) return;
  const all = () => document.querySelectorAll(WIDE).forEach(tell);
  document.addEventListener("scroll", ({ target }) => { if (target.matches?.(WIDE)) tell(target); }, { capture: true, passive: true });
  for (const what of ["htmx:afterSettle", "toggle"]) document.addEventListener(what, all, true);
  addEventListener("resize", all);
  all();
}

// Of what goes on beyond its edge, what is shown now is in sight from the beginning.
function armHere() {
  for (const one of document.querySelectorAll(WIDE)) {
    const here = one.querySelector("[aria-current=page]");
    if (here) one.scrollLeft += Math.max(0, here.getBoundingClientRect().right - one.getBoundingClientRect().right);
  }
}

armMotion();
armNotices();
armTheme();
armAlerts();
armAwake();
armHere();
armBeyond();
armShell();
armForms();
// Of a form that comes back, what was not taken is seen first, how a list of names was read, or what is asked before.
const first = ["#faults", "main [aria-invalid=true]", "#read", "main .question"].map((one) => document.querySelector(one)).find((one) => one);
first?.focus({ preventScroll: true });
first?.scrollIntoView({ block: "center" });
// Safari shows what a finger is on only where somebody listens for touches.
document.addEventListener("touchstart", () => {}, { passive: true });
