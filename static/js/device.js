// Looks what this browser can do here, and says so on the page.
import { canStayAwake } from "./kept.js";

const works = {
  live: () => "EventSource" in window,
  remember: () => {
    try {
      localStorage.setItem("try", "1");
      localStorage.removeItem("try");
      return true;
    } catch { return false; }
  },
  sound: () => "AudioContext" in window || "webkitAudioContext" in window,
  buzz: () => "vibrate" in navigator,
  awake: canStayAwake,
  install: () => "serviceWorker" in navigator,
  offline: async () => "serviceWorker" in navigator && Boolean(await navigator.serviceWorker.getRegistration("/")),
  copy: () => Boolean(navigator.clipboard?.writeText),
};

const list = document.querySelector(".checks");
const isSecure = window.isSecureContext;

const answer = (line, text, good) => {
  const tag = line.querySelector("[data-answer]");
  tag.textContent = text;
  tag.classList.toggle("tag--live", good);
  line.dataset.works = good ? "yes" : "no";
};

const look = async (line) => {
  const { yes, no, plain } = list.dataset;
  const good = Boolean(await works[line.dataset.check]());
  if (good) answer(line, yes, true);
  else answer(line, "secure" in line.dataset && !isSecure ? plain : no, false);
};

const lookAtAll = () => Promise.all(Array.from(list.querySelectorAll("[data-check]"), look));

document.querySelector("[data-when-plain]").hidden = isSecure;
document.querySelector("[data-when-secure]").hidden = !isSecure;
lookAtAll();
// The service worker of this very visit may still be on its way.
if (isSecure) navigator.serviceWorker?.ready.then(lookAtAll);

const button = document.querySelector("[data-install]");
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.hidden = true;
    await event.prompt();
  }, { once: true });
});
