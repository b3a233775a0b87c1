// Calls who plays at a board: a tone, the title of the tab and its small picture say that something waits.
import { options } from "./board_look.js";
import { toneOf, waits } from "./board_waits.js";
import { openSound, play, TONES } from "./tones.js";

const LOUD = 0.12;
const MARK = /^● .*? · /;

// The title of the tab: what waits before what it says of itself.
export const titled = (place, state, plain) => {
  const said = { turn: place.dataset.sayYourTurn, answer: place.dataset.sayYourAnswer }[waits(state)];
  return said ? `● ${said} · ${plain}` : plain;
};

const title = (place, state) => {
  const what = waits(state);
  const wanted = titled(place, state, document.title.replace(MARK, ""));
  if (document.title !== wanted) document.title = wanted;
  const icon = document.querySelector("link[rel=icon]");
  const picture = what ? place.dataset.markWaits : place.dataset.mark;
  if (icon && picture && icon.getAttribute("href") !== picture) icon.setAttribute("href", picture);
};

export const armCalls = (place, first) => {
  let state = first;
  place.dataset.mark = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, () => { if (options().sound === "on") openSound(); }, { capture: true });
  }
  // The table of a chouette writes the title, too.
  document.addEventListener("chouette:table", () => title(place, state));
  title(place, state);
  return (now) => {
    const tone = toneOf(state, now);
    state = now;
    title(place, now);
    if (tone && options().sound === "on") play(TONES[tone], LOUD);
  };
};
