// An event on a big screen: slides follow each other, what has changed is hung up, clocks run.
import { stayAwake } from "./awake.js";
import { armClocks } from "./event_clock.js";
import { armEventNews } from "./event_news.js";

const SHOWN = 12000;

const wall = () => document.getElementById("event-wall");
const slides = () => Array.from(wall().querySelectorAll("[data-slide]"));
const shown = () => slides().find((slide) => !slide.hidden) ?? slides()[0];
const show = (one) => { for (const slide of slides()) slide.hidden = slide !== one; };
const cutOff = (is) => { document.getElementById("cut-off").hidden = !is; };

const tick = armClocks();

const next = () => {
  const all = slides();
  show(all[(all.indexOf(shown()) + 1) % all.length]);
};

const hang = (html) => {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("event-wall");
  if (!fresh) return;
  const was = shown()?.dataset.slide;
  wall().replaceWith(document.importNode(fresh, true));
  show(slides().find((slide) => slide.dataset.slide === was) ?? slides()[0]);
  tick();
};

const ask = async () => {
  try {
    const answer = await fetch(`${document.body.dataset.live}?beat=${wall().dataset.beat}`, { headers: { "HX-Request": "true" } });
    // It may not be seen here any more: the page, asked for again, says so.
    if (answer.status === 404 || answer.status === 403) { location.reload(); return; }
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status === 200) hang(await answer.text());
    cutOff(false);
  } catch {
    cutOff(true);
  }
};

stayAwake();
setInterval(next, SHOWN);
armEventNews(ask);
