// A screen on the wall: it hangs up each new picture, stays awake, and says when it is cut off.
import { stayAwake } from "./awake.js";
import { armMotion } from "./changes.js";
import { Stream } from "./stream.js";

const wall = () => document.getElementById("wall");
const beat = () => Number(wall().dataset.beat);
const cutOff = (is) => { document.getElementById("cut-off").hidden = !is; };

const hang = (html, newer, force) => {
  cutOff(false);
  if (newer && newer <= beat() && !force) return;
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("wall");
  if (!fresh) return;
  document.dispatchEvent(new CustomEvent("chouette:before"));
  wall().replaceWith(document.importNode(fresh, true));
  document.dispatchEvent(new CustomEvent("chouette:after"));
};

const stream = new Stream(document.body.dataset.live, {
  beat,
  table: hang,
  current: () => cutOff(false),
  down: () => cutOff(true),
  // It may not be seen here any more: the page, asked for again, says so.
  gone: () => location.reload(),
});

const look = async () => {
  if (document.hidden) return;
  await stream.refresh();
  stream.start();
};

armMotion();
stayAwake();
stream.start();
addEventListener("online", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) stream.stop(); else look(); });
