// Counts down how long somebody is waited for; the server decides. When it is over, `then` can be done.
import { minutes } from "./minutes.js";
import { filled } from "./words.js";

let counted = null;
let since = 0;
let heard = {};
let timer = 0;
let said = "";

const tick = () => {
  const place = document.querySelector("[data-count]");
  if (!place) return;
  const count = counted?.count;
  const passed = performance.now() - since;
  const left = Math.ceil(((count?.left ?? 0) - passed) / 1000);
  const isSoon = passed < (count?.soon ?? 0); // whoever only loads their page again is not missed
  const text = !count || isSoon ? "" : left > 0 ? count.text : count.over;
  const away = Math.trunc(((count?.away ?? 0) + passed) / 1000);
  const shown = filled(text, { left: minutes(Math.max(0, left)), away: minutes(away) });
  place.hidden = !text;
  if (place.textContent !== shown) place.textContent = shown;
  // Read aloud when it is news, not each second.
  if (text !== said) {
    said = text;
    if (text) heard.tell(shown);
  }
  // What is asked for a short time only is asked no more when that is over.
  document.querySelector("[data-doubler]")?.toggleAttribute("data-late", Boolean(count?.closes) && left <= 0);
  if (!count) return;
  const brief = document.querySelector("[data-count-left]"); // beside a question that lies over the page
  if (brief) brief.textContent = left > 0 ? minutes(left) : "";
  if (left > 0 || !counted.then?.length) return;
  counted.can.push(...counted.then.splice(0).filter((one) => !counted.can.includes(one)));
  heard.over();
};

// told: tell(text), over()
export const setCount = (state, told) => {
  heard = told;
  if (state === counted) return;
  counted = state;
  since = performance.now();
  clearInterval(timer);
  timer = state.count ? setInterval(tick, 250) : 0;
  tick();
};
