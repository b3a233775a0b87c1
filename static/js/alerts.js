// A short tone and a buzz when it is this phone's turn to answer. Off until somebody switches it on.
import { armSwitch } from "./kept.js";
import { openSound, play } from "./tones.js";

let isOn = false;

const TONES = [[660, 0], [880, 0.14]];

const buzz = () => {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([120, 60, 120]);
};

const call = () => {
  if (!isOn) return;
  play(TONES);
  buzz();
};

const turnNow = () => document.getElementById("table")?.dataset.turn ?? "";

export const armAlerts = () => {
  const button = document.querySelector("[data-alert-switch]");
  if (!button) return;
  let turn = turnNow();
  const look = () => {
    const now = turnNow();
    if (now && now !== turn) call();
    turn = now;
  };
  armSwitch(button, "alerts", (on, byHand) => {
    isOn = on;
    if (!on || !byHand) return;
    openSound();
    setTimeout(call, 50); // so one hears what it will be
  });
  document.addEventListener("pointerdown", () => { if (isOn) openSound(); });
  document.addEventListener("chouette:table", look);
  document.addEventListener("htmx:afterSettle", look);
};
