// What a board says: the names of its places, for people who cannot see it, and sentences about steps; its clocks and
// who is waited for; and that something waits for its reader.
import { options } from "./board_look.js";
import { openSound, play, TONES } from "./tones.js";
import { filled, minutes } from "./words.js";

export class Words {
  // place: the element with the sentences, data-say-…; look: which number stands at a field
  constructor(place, look) {
    this.texts = place.dataset;
    this.look = look;
  }

  say(name, values = {}) { return filled(this.texts[`say${name}`] ?? "", values); }

  name(place) {
    if (place.startsWith("bar")) return this.say("Bar");
    if (place.startsWith("off")) return this.say("Off");
    return this.say("Point", { number: this.look.label(place) });
  }

  // Whose checkers lie on a place: “3 of yours”.
  held(place, state, pieces) {
    const parts = [0, 1].map((side) => {
      const there = pieces.filter((one) => one.place === place && one.side === side);
      const count = there.length;
      if (!count) return "";
      const whose = side === state.side ? "Yours" : "Theirs";
      const kind = there[0].kind.replace(/^./, (letter) => letter.toUpperCase());
      const name = `say${whose}${kind}` in this.texts ? `${whose}${kind}` : whose;
      return this.say(name, { count, name: state.names[side] });
    });
    return parts.filter(Boolean).join(", ") || this.say("Empty");
  }

  step([from, to, , , others]) {
    const said = this.say("Step", { from: this.name(from), to: this.name(to) });
    return others.some(([, target]) => !target || target.startsWith("bar")) ? `${said} ${this.say("Hit")}` : said;
  }

  // All buttons get their names: number, checkers, and what can be done there now.
  label(stage, state, pieces, { sources, chosen, targets, back }) {
    for (const button of stage.querySelectorAll("[data-place]")) {
      const { place } = button.dataset;
      const sides = place === "bar" || place === "off" ? [`${place}0`, `${place}1`] : [place];
      const held = sides.map((one) => this.held(one, state, pieces)).filter((one) => one !== this.say("Empty"));
      const parts = [`${this.name(place)}: ${held.join(", ") || this.say("Empty")}`];
      const is = (places) => sides.some((one) => places.includes(one));
      if (chosen && is([chosen])) parts.push(this.say("Chosen"));
      else if (is(targets)) parts.push(this.say("Lands"));
      else if (is(sources)) parts.push(this.say("Moves"));
      else if (is(back)) parts.push(this.say("Retracts"));
      const text = parts.join(". ");
      if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
      const does = is(sources) || is(targets) || is(back);
      button.classList.toggle("place--does", does);
      button.setAttribute("aria-pressed", String(Boolean(chosen && is([chosen]))));
      button.tabIndex = does ? 0 : -1;
    }
    if (!stage.querySelector("[data-place][tabindex='0']")) stage.querySelector("[data-place]").tabIndex = 0;
  }
}

// --- clocks count down between two answers of the server, which alone decides

let clock = null;
let clockSince = 0;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

// A game by correspondence has days, one at the board minutes.
const text = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds < HOUR) return minutes(seconds);
  if (seconds < DAY) return `${Math.trunc(seconds / HOUR)}:${String(Math.trunc((seconds % HOUR) / 60)).padStart(2, "0")} h`;
  const [days, hours] = [Math.trunc(seconds / DAY), Math.trunc((seconds % DAY) / HOUR)];
  return hours ? `${days} d ${hours} h` : `${days} d`;
};

const tickClocks = () => {
  for (const place of document.querySelectorAll("[data-clock-of]")) {
    place.hidden = !clock;
    if (!clock) continue;
    const side = Number(place.dataset.clockOf);
    const runs = clock.running === side;
    const over = runs ? performance.now() - clockSince - clock.delay : 0;
    // What is left of the delay stands beside the bank; of days only both together mean something.
    const isShort = -over < HOUR * 1000;
    const shown = text(clock.left[side] - (isShort ? Math.max(0, over) : over));
    place.classList.toggle("side__clock--runs", runs);
    const waits = runs && isShort && over < 0 ? ` +${Math.ceil(-over / 1000)}` : "";
    if (place.textContent !== shown + waits) place.textContent = shown + waits;
  }
};

export const setClock = (read) => {
  clock = read;
  clockSince = performance.now();
  tickClocks();
};

export const armClock = () => setInterval(tickClocks, 200);

// --- how long somebody is waited for is counted down; the server decides. When it is over, `then` can be done

let counted = null;
let countSince = 0;
let heard = {};
let timer = 0;
let said = "";

const tickCount = () => {
  const place = document.querySelector("[data-count]");
  if (!place) return;
  const count = counted?.count;
  const passed = performance.now() - countSince;
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
  countSince = performance.now();
  clearInterval(timer);
  timer = state.count ? setInterval(tickCount, 250) : 0;
  tickCount();
};

// --- what a change of a board means for its reader

// What waits for the reader: a turn, an answer, or nothing.
export const waits = (state) => {
  if (state.side === null || state.phase === "over") return "";
  if (state.can.includes("accept") || state.can.includes("take")) return "answer";
  return state.actor === state.side && state.can.length ? "turn" : "";
};

// The tone of a change, by its name.
export const toneOf = (before, now) => {
  if (now.side === null || now.version === before.version) return "";
  if (now.phase === "over") return before.phase === "over" ? "" : "end";
  if (now.can.includes("take") && !before.can.includes("take")) return "double";
  return waits(now) && !waits(before) ? "turn" : "";
};

// --- calls who plays: a tone, the title of the tab and its small picture say that something waits

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
