// Says at a table what waits, as boards do: a tone and a buzz, once they are switched on, and the tab's title.
import { armSwitch, recall, remember } from "./kept.js";
import { openSound, play, TONES } from "./tones.js";

let isOn = false;

const buzz = () => {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([120, 60, 120]);
};

const call = (what) => {
  if (!isOn) return;
  play(TONES[what]);
  if (what !== "end") buzz();
};

const now = () => {
  const { turn = "", question = "" } = document.getElementById("table")?.dataset ?? {};
  return { turn, question, end: document.querySelector("#table .result") ? "end" : "" };
};

// What calls between two states of the table: my turn, a double that others answer, the end of a game.
const called = (was, is) => {
  if (is.turn && is.turn !== was.turn) return "turn";
  if (is.question && is.question !== was.question) return "double";
  return is.end && !was.end ? "end" : "";
};

const MARK = /^● .*? · /;

const mark = (place, plain, isMine) => {
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

export const armAlerts = () => {
  markWaiting();
  const button = document.querySelector("[data-alert-switch]");
  if (!button) return;
  const place = document.querySelector("[data-table][data-mark-waits]");
  const plain = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
  let was = now();
  const look = () => {
    const is = now();
    const what = called(was, is);
    was = is;
    if (what) call(what);
    if (place) mark(place, plain, Boolean(is.turn));
  };
  if (recall("sound") === null && recall("alerts") === "on") remember("sound", "on");
  armSwitch(button, "sound", (on, byHand) => {
    isOn = on;
    if (!on || !byHand) return;
    openSound();
    setTimeout(() => call("turn"), 50); // so one hears what it will be
  });
  document.addEventListener("pointerdown", () => { if (isOn) openSound(); });
  document.addEventListener("chouette:table", look);
  document.addEventListener("htmx:afterSettle", look);
  look();
};
