// Counts down how long somebody is waited for; the server decides. When it is over, `then` can be done.
import { minutes } from "./minutes.js";
import { filled } from "./words.js";

let counted = null;
let ends = 0;
let over = () => {};
let timer = 0;

const tick = () => {
  const place = document.querySelector("[data-count]");
  if (!place) return;
  const left = Math.ceil((ends - performance.now()) / 1000);
  const said = left > 0 ? counted?.count?.text : counted?.count?.over;
  place.hidden = !said;
  if (!counted?.count) return;
  const text = filled(said, { left: minutes(left) });
  if (place.textContent !== text) place.textContent = text;
  if (left > 0 || !counted.then?.length) return;
  counted.can.push(...counted.then.splice(0));
  over();
};

export const setCount = (state, isOver) => {
  over = isOver;
  if (state === counted) return;
  counted = state;
  ends = performance.now() + (state.count?.left ?? 0);
  clearInterval(timer);
  timer = state.count ? setInterval(tick, 250) : 0;
  tick();
};
