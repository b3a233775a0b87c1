// Draws what moves on the board's picture: pieces, dice, cube, arrows and marks.

import { isCalm } from "./board_look.js";

const SVG = "http://www.w3.org/2000/svg";
const PIPS = [[-12, -12], [12, -12], [-12, 0], [0, 0], [12, 0], [-12, 12], [12, 12]];

const made = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const moved = ({ x, y }) => `translate(${x} ${y})`;
const motion = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });

const checker = (side) => made(
  "g", { class: `piece piece--${side}` },
  made("circle", { class: "piece__shade", cy: 2, r: 18.2 }),
  made("circle", { class: "piece__disc", r: 18 }),
  made("circle", { class: "piece__ring", r: 11.5 }),
  made("rect", { class: "piece__slab", rx: 3 }),
  made("path", { class: "piece__sign" }),
  made("text"),
);

export class Pieces {
  constructor(look) {
    this.look = look;
    this.layer = (name) => look.svg.querySelector(`.board__${name}`);
    this.nodes = new Map();
    this.where = new Map();
    this.layer("pieces").replaceChildren();
  }

  // Put all pieces where they belong; those that have moved slide there within `duration` milliseconds.
  draw(pieces, duration = 0) {
    const counts = new Map();
    for (const { place } of pieces) counts.set(place, (counts.get(place) ?? 0) + 1);
    const numbers = new Map();
    const known = new Set();
    const slides = [];
    for (const piece of pieces) {
      const number = numbers.get(piece.place) ?? 0;
      numbers.set(piece.place, number + 1);
      known.add(piece.id);
      const slide = this.put(piece, number, counts.get(piece.place), duration);
      if (slide) slides.push(slide);
    }
    for (const [id, node] of this.nodes) {
      if (known.has(id)) continue;
      node.remove();
      this.nodes.delete(id);
      this.where.delete(id);
    }
    return Promise.all(slides);
  }

  put(piece, number, count, duration) {
    const node = this.nodes.get(piece.id) ?? checker(piece.side);
    this.nodes.set(piece.id, node);
    const was = this.where.get(piece.id);
    const is = this.look.at(piece.place, number, count);
    const isOff = piece.place.startsWith("off");
    node.querySelector(".piece__sign").setAttribute("d", this.look.geometry.signs?.[piece.kind] ?? "");
    node.classList.toggle("piece--off", isOff);
    if (isOff) this.slab(node);
    const { fit } = this.look.spot(piece.place);
    node.lastChild.textContent = !isOff && number === count - 1 && count > fit ? count : "";
    node.dataset.at = piece.place;
    const layer = this.layer("pieces");
    const isElsewhere = was && (was.x !== is.x || was.y !== is.y);
    this.where.set(piece.id, is);
    node.setAttribute("transform", moved(is));
    // Stacks are drawn from the bottom up; who slides, above all.
    layer.append(node);
    if (!isElsewhere || !duration) return null;
    const slide = node.animate([motion(was), motion(is)], { duration, easing: "cubic-bezier(.3,.1,.2,1)" });
    return slide.finished.catch(() => {});
  }

  slab(node) {
    const slab = node.querySelector(".piece__slab");
    const size = this.look.name === "tall" ? { x: -7, y: -14, width: 14, height: 28 } : { x: -22, y: -5.6, width: 44, height: 11.2 };
    for (const [key, value] of Object.entries(size)) slab.setAttribute(key, value);
  }

  // A piece in the hand follows it.
  drag(id, at) {
    const node = this.nodes.get(id);
    node.classList.add("piece--held");
    node.setAttribute("transform", moved(at));
    this.where.set(id, at);
    this.layer("pieces").append(node);
  }

  drop(id) { this.nodes.get(id)?.classList.remove("piece--held"); }

  // dice: values in the order in which they are played; used: how many of each value are
  dice(values, used, side, isPast = false) {
    const shown = values.length === 2 && values[0] === values[1] ? [...values, ...values] : values;
    const spot = shown.length ? this.look.spot(`dice${side}`) : null;
    const left = [...used];
    const drawn = shown.map((value, index) => {
      const x = spot.x + Math.abs(spot.dx) * (index - (shown.length - 1) / 2);
      const place = left.indexOf(value);
      if (place >= 0) left.splice(place, 1);
      const die = made("g", { class: `die die--${side}${place >= 0 || isPast ? " die--used" : ""}`, "data-value": value, transform: moved({ x, y: spot.y }) });
      die.append(made("rect", { x: -23, y: -23, width: 46, height: 46, rx: 10 }));
      for (const [cx, cy] of PIPS) die.append(made("circle", { cx, cy, r: 4.6 }));
      return die;
    });
    this.layer("dice").replaceChildren(...drawn);
    const roll = isPast ? "" : `${side}:${[...values].sort()}`;
    if (roll && this.roll !== undefined && roll !== this.roll && values.length) for (const die of drawn) this.fall(die);
    this.roll = values.length ? roll : "";
  }

  // A new roll falls onto the board.
  fall(die) {
    if (isCalm()) return;
    const [x, y] = die.getAttribute("transform").match(/-?[\d.]+/g);
    const at = `translate(${x}px, ${y}px)`;
    die.animate(
      [{ transform: `${at} rotate(-70deg) scale(1.35)`, opacity: 0.2 }, { transform: `${at} rotate(6deg)`, opacity: 1, offset: 0.8 }, { transform: at }],
      { duration: 260, easing: "ease-out" },
    );
  }

  cube(cube) {
    if (!cube) {
      this.cubeAt = null;
      this.layer("cube").replaceChildren();
      return;
    }
    const isOffered = cube.offered_by !== null;
    const spot = this.look.spot(isOffered ? `offer${cube.offered_by}` : `cube${cube.owner ?? ""}`);
    const value = isOffered ? cube.value * 2 : cube.value;
    const text = made("text");
    text.textContent = value === 1 ? 64 : value;
    const shown = made(
      "g", { class: `doubler${isOffered ? " doubler--offered" : ""}`, transform: moved(spot) },
      made("rect", { x: -17, y: -17, width: 34, height: 34, rx: 6 }), text,
    );
    this.layer("cube").replaceChildren(shown);
    const was = this.cubeAt;
    this.cubeAt = spot;
    if (was && (was.x !== spot.x || was.y !== spot.y) && !isCalm()) shown.animate([motion(was), motion(spot)], { duration: 300, easing: "ease-out" });
  }

  // A step as a curve, bent towards the middle of the board, and where that is.
  curve([from, to], pieces) {
    const count = (name) => pieces.filter((one) => one.place === name).length;
    const [left, here] = [count(from), count(to)];
    const { x, y } = this.look.at(from, left, left + 1);
    const { x: tx, y: ty } = this.look.at(to, Math.max(0, here - 1), Math.max(1, here));
    const [start, end] = [this.look.spot(from).dy, this.look.spot(to).dy];
    const bend = start * end > 0 ? start + end : 0;
    const [bx, by] = [(x + tx) / 2, (y + ty) / 2 + bend];
    const way = Math.atan2(ty - by, tx - bx);
    const head = [0.5, -0.5].map((turn) => `${(tx - 13 * Math.cos(way + turn)).toFixed(1)} ${(ty - 13 * Math.sin(way + turn)).toFixed(1)}`);
    const path = made("path", { class: "arrow", d: `M${x} ${y}Q${bx} ${by} ${tx} ${ty}M${head[0]}L${tx} ${ty}L${head[1]}` });
    return { path, x: (x + 2 * bx + tx) / 4, y: (y + 2 * by + ty) / 4 };
  }

  // The last play.
  arrows(steps, pieces) {
    const moves = steps.filter(([from, to]) => from !== to);
    this.layer("arrows").replaceChildren(...moves.map((step) => this.curve(step, pieces).path));
  }

  // Plays that a crew proposes or tries, each with its name: { kind, name, steps }.
  named(plays, pieces) {
    const layer = this.layer("named");
    if (!layer || (!plays.length && !layer.firstChild)) return;
    const drawn = plays.map(({ kind, name, steps }, row) => {
      const curves = steps.map((step) => this.curve(step, pieces));
      const group = made("g", { class: `named named--${kind}` }, ...curves.map((one) => one.path));
      if (curves.length) {
        const text = made("text", { class: "named__who", x: curves[0].x, y: curves[0].y + 18 * row });
        text.textContent = name;
        group.append(text);
      }
      return group;
    });
    layer.replaceChildren(...drawn);
  }

  // What may move, what is chosen, and where it can land.
  marks({ sources = [], chosen = null, targets = [], pieces, side }) {
    const on = new Set([...sources].map((place) => pieces.findLast((one) => one.place === place && one.side === side)?.id));
    const up = chosen && pieces.findLast((one) => one.place === chosen && one.side === side)?.id;
    for (const [id, node] of this.nodes) {
      node.classList.toggle("piece--can", on.has(id));
      node.classList.toggle("piece--chosen", id === up);
    }
    for (const point of this.look.svg.querySelectorAll("[data-point]")) {
      point.classList.toggle("point--to", targets.includes(point.dataset.point));
    }
    const ghosts = targets.map((place) => {
      const there = pieces.filter((one) => one.place === place);
      const isHit = there.length === 1 && there[0].side !== side && !place.startsWith("off");
      const count = isHit ? 1 : there.length + 1;
      const at = this.look.at(place, count - 1, count);
      return made("circle", { class: `ghost${isHit ? " ghost--hit" : ""}`, r: place.startsWith("off") ? 9 : isHit ? 18 : 9, transform: moved(at) });
    });
    this.layer("ghosts").replaceChildren(...ghosts);
  }
}
