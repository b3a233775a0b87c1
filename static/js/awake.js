// Keeps the screen from going dark while the page is seen: by a lock behind TLS, by a tiny film over plain http.
import { canStayAwake } from "./kept.js";

let wanted = false;
let lock = null;
let film = null;
let tick = 0;

const locks = "wakeLock" in navigator;

const keepLock = async () => {
  if (lock) return;
  lock = await navigator.wakeLock.request("screen");
  lock.addEventListener("release", () => { lock = null; });
  if (!wanted) lock.release();
};

// A muted file would not do: what a canvas draws counts as a film that somebody watches.
const made = () => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 16;
  const pen = canvas.getContext("2d");
  const draw = () => {
    pen.globalAlpha = 0.5 + (Date.now() % 2) / 2;
    pen.fillRect(0, 0, 16, 16);
  };
  draw();
  const video = document.createElement("video");
  video.className = "awake-film";
  video.muted = video.playsInline = true;
  video.setAttribute("aria-hidden", "true");
  video.tabIndex = -1;
  video.srcObject = canvas.captureStream(2);
  document.body.append(video);
  return { video, draw };
};

const keepFilm = async () => {
  film ??= made();
  clearInterval(tick);
  tick = setInterval(film.draw, 500);
  await film.video.play();
};

const keep = async () => {
  if (!wanted || document.visibilityState !== "visible") return;
  try {
    await (locks ? keepLock() : keepFilm());
  } catch { /* an empty battery says no: then the screen goes dark as ever */ }
};

let isArmed = false;

// A screen on the wall has no switch, and is there to be seen.
export const stayAwake = (on = true) => {
  if (!canStayAwake()) return;
  // A page that was hidden has lost its lock.
  if (!isArmed) document.addEventListener("visibilitychange", keep);
  isArmed = true;
  wanted = on;
  if (on) {
    keep();
    return;
  }
  lock?.release();
  clearInterval(tick);
  film?.video.pause();
};
