// A short tone and a buzz when it is this phone's turn to answer. Off until somebody switches it on.
import { armSwitch } from "./kept.js";

const TONES = [[660, 0], [880, 0.14]]; // Hertz, and after how many seconds
const LASTS = 0.12;

let sound = null;
let isOn = false;

// Browsers let a page make a noise only after it was touched once: the touch opens what plays it.
const open = () => {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  try {
    sound ??= new Context();
    if (sound.state === "suspended") sound.resume().catch(() => {});
  } catch { sound = null; }
};

const play = () => {
  if (!sound || sound.state !== "running") return;
  for (const [pitch, after] of TONES) {
    const begin = sound.currentTime + after;
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.25, begin + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + LASTS);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + LASTS);
  }
};

const buzz = () => {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate?.([120, 60, 120]);
};

const call = () => {
  if (!isOn) return;
  play();
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
    open();
    setTimeout(call, 50); // so one hears what it will be
  });
  document.addEventListener("pointerdown", () => { if (isOn) open(); });
  document.addEventListener("chouette:table", look);
  document.addEventListener("htmx:afterSettle", look);
};
