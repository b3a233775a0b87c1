// How this device shows boards: what its player chose, and where everything lies on their picture.
import { recall, remember } from "./kept.js";

const NAME = "board";
const DEFAULTS = { view: "right", colours: "felt", speed: "normal", thinks: "off", talk: "on", sound: "on", tap: "twice", forced: "off", roll: "never", bearoff: "off", closed: "off" };
const WIDE = matchMedia("(min-width: 44rem), (min-width: 36rem) and (max-height: 30rem)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = { off: 0, slow: 700, normal: 380, fast: 180 };

const chosen = () => {
  try { return JSON.parse(recall(NAME) ?? "{}"); } catch { return {}; }
};

// Plays are told in the mover's own points, and so are the points numbered, but on the picture of
// Tele-Backgammon, which has fields.
export const options = () => {
  const own = chosen();
  // Tones have one switch on this device, whether it is found at a table or here.
  const sound = recall("sound") ?? own.sound ?? DEFAULTS.sound;
  return { ...DEFAULTS, numbers: own.view === "picture" ? "fields" : "own", ...own, sound };
};

// Milliseconds for a step that is shown again; 0: it is not.
export const pace = () => (CALM.matches ? 0 : SPEEDS[options().speed] ?? SPEEDS.normal);
// Milliseconds that the assistant seems to think; 0: it answers as soon as it can.
export const thought = () => (options().thinks === "on" ? 900 + Math.random() * 1600 : 0);
export const isCalm = () => CALM.matches;

// The choices stand in the page as radio buttons: they show what was chosen, and change it at once.
export const armOptions = (form, changed) => {
  if (!form) return;
  const show = () => {
    const now = options();
    for (const radio of form.querySelectorAll("input[type=radio]")) radio.checked = now[radio.name] === radio.value;
  };
  show();
  form.addEventListener("change", ({ target }) => {
    remember(NAME, JSON.stringify({ ...chosen(), [target.name]: target.value }));
    if (target.name === "sound") remember("sound", target.value);
    show(); // one choice may change what is usual for another
    changed(target.name);
  });
};

const place = (x, y) => `translate(${x} ${y})`;

export class Look {
  // stage: the element around the picture; side: whose home lies below, for onlookers White's
  constructor(stage, geometry, side) {
    this.stage = stage;
    this.svg = stage.querySelector("svg");
    this.geometry = geometry;
    this.side = side ?? 0;
    WIDE.addEventListener("change", () => this.changed?.());
  }

  get layout() { return this.geometry[this.name]; }

  // All that depends on the layout and the view is set anew; pieces are drawn by the module that owns them.
  apply() {
    const { view, colours, talk } = options();
    this.name = WIDE.matches ? "wide" : "tall";
    // A board of squares is turned round for Black; a backgammon board is mirrored as its player likes.
    const { turns } = this.geometry;
    this.across = turns ? this.side === 1 : view !== "right";
    this.below = view === "picture" && !turns ? 1 : this.side;
    const { width, height } = this.layout;
    const { svg, stage } = this;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.dataset.layout = this.name;
    Object.assign(stage.dataset, { across: this.across ? "yes" : "no", below: this.below, layout: this.name });
    Object.assign(stage.closest("[data-board]").dataset, { colours, talk });
    svg.querySelector(".board__ground").setAttribute(
      "transform",
      `matrix(${this.across ? -1 : 1} 0 0 ${this.below ? -1 : 1} ${this.across ? width : 0} ${this.below ? height : 0})`,
    );
    for (const point of svg.querySelectorAll("[data-point]")) {
      const { x, dy } = this.spot(point.dataset.point);
      point.setAttribute("transform", `${place(x, this.foot(point.dataset.point))} scale(1 ${dy > 0 ? -1 : 1})`);
    }
    for (const number of svg.querySelectorAll("[data-number]")) {
      const { x, dy } = this.spot(number.dataset.number);
      number.setAttribute("x", x);
      number.setAttribute("y", this.foot(number.dataset.number) + (dy > 0 ? -14 : 14));
      number.textContent = this.label(number.dataset.number);
    }
    stage.dataset.ready = "";
  }

  // The number that is written at a field.
  label(field, { numbers } = options()) {
    return numbers === "own" && this.side === 1 && !this.geometry.turns ? String(25 - Number(field)) : field;
  }

  spot(name) {
    const [x, y, dx, dy, fit] = this.layout.spots[name];
    const { width, height } = this.layout;
    // Dice and an offered cube lie at a side's own hand, from wherever the board is seen.
    const isLeft = this.across !== (/^(dice|offer)/.test(name) && this.below === 1);
    return {
      x: isLeft ? width - x : x,
      y: this.below ? height - y : y,
      dx: isLeft ? -dx : dx,
      dy: this.below ? -dy : dy,
      fit,
    };
  }

  foot(field) {
    const { y, dy } = this.spot(field);
    return y - Math.sign(dy) * 18.8;
  }

  // The centre of piece `number` of `count` on a place.
  at(name, number, count) {
    const { x, y, dx, dy, fit } = this.spot(name);
    const share = count > 1 ? Math.min(1, (fit - 1) / (count - 1)) : 1;
    return { x: x + dx * share * number, y: y + dy * share * number };
  }

  // A point of the screen in units of the picture.
  from(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }
}
