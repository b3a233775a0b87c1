// Keeps the screen from going dark where the browser allows it: behind TLS, while the page is seen.
import { armSwitch } from "./kept.js";

let wanted = false;
let lock = null;

const keep = async () => {
  if (!wanted || lock || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
    if (!wanted) lock.release();
  } catch { /* an empty battery says no: then the screen goes dark as ever */ }
};

const want = (on) => {
  wanted = on;
  if (on) keep();
  else lock?.release();
};

const arm = () => {
  if (!("wakeLock" in navigator)) return false;
  // A page that was hidden has lost its lock.
  document.addEventListener("visibilitychange", keep);
  return true;
};

export const armAwake = () => {
  const button = document.querySelector("[data-awake-switch]");
  if (button && arm()) armSwitch(button, "awake", want);
};

// A screen on the wall has no switch, and is there to be seen.
export const stayAwake = () => {
  if (arm()) want(true);
};
