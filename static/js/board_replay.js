// A game's page afterwards: the slider, the list and the arrow keys walk through it; nothing is sent.
// With an analysis one also goes from error to error, and tries what could have been played.
import { armOptions, isCalm, Look, pace } from "./board_look.js";
import { Pieces } from "./board_pieces.js";
import { matched, stepped } from "./board_turn.js";

const json = (id) => JSON.parse(document.getElementById(id).textContent);
const SLIDE = 220;

class Replay {
  constructor(place) {
    this.place = place;
    this.data = json("board-replay");
    this.look = new Look(place.querySelector(".board__stage"), json("board-geometry"), this.data.side);
    this.look.apply();
    this.pieces = new Pieces(this.look);
    this.boards = [matched([], this.data.pieces)];
    for (const { side, steps } of this.data.frames.slice(1)) {
      this.boards.push(steps.reduce((now, step) => stepped(now, step, side), this.boards.at(-1)));
    }
    this.judged = this.data.judged ?? [];
    this.asked = this.data.decision ?? null; // the number of a decision: the board is shown as it was before
    this.tried = this.data.tried ?? null; // one of its plays: the board is shown as it would be after
    this.range = document.getElementById("at");
    this.at = Number(this.range.value);
    this.timer = 0;
    this.arm();
    this.draw(0);
  }

  draw(slide = SLIDE) {
    const { dice, side, steps, text, cube, pieces } = this.shown();
    this.pieces.draw(pieces, isCalm() ? 0 : slide);
    this.pieces.dice(dice, [], side ?? 0);
    this.pieces.cube(cube);
    this.pieces.arrows(steps, pieces);
    this.look.svg.setAttribute("aria-label", text);
    document.getElementById("said").textContent = text;
    this.range.value = this.at;
    this.range.setAttribute("aria-valuetext", text);
    if (this.judged.length) this.judge();
    const marked = this.asked === null ? this.at : this.at + 1; // what was decided is marked, not what came before
    for (const link of this.place.querySelectorAll("[data-frame]")) {
      if (Number(link.dataset.frame) !== marked) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "true");
        this.follow(link);
      }
    }
    if (this.range.form.method === "get") history.replaceState(history.state, "", this.address());
  }

  // What is drawn: a frame, or a decision before it was made, or one of the plays that were possible.
  shown() {
    const frame = this.data.frames[this.at];
    const asked = this.judged[this.asked];
    if (!asked) return { ...frame, pieces: this.boards[this.at] };
    const steps = asked.plays[this.tried] ?? [];
    const pieces = steps.reduce((now, step) => stepped(now, step, asked.side), this.boards[this.at]);
    return { ...asked, steps, pieces, cube: frame.cube };
  }

  address() {
    if (this.asked === null) return `?at=${this.at}`;
    return `?decision=${this.asked}${this.tried === null ? "" : `&play=${this.tried}`}`;
  }

  // Shows what is said about the decision, or about those that led to this frame.
  judge() {
    const isHere = (number) => (this.asked === null ? this.judged[number].at + 1 === this.at : number === this.asked);
    let some = false;
    for (const part of this.place.querySelectorAll("[data-judged]")) {
      part.hidden = !isHere(Number(part.dataset.judged));
      some ||= !part.hidden;
      for (const link of part.querySelectorAll("[data-tried]")) {
        if (!part.hidden && this.asked !== null && Number(link.dataset.tried) === this.tried) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }
    this.place.querySelector("[data-judged-none]").hidden = some;
    for (const link of this.place.querySelectorAll("[data-error]")) {
      const href = this.errorAt(link.dataset.error);
      link.toggleAttribute("href", href !== "");
      if (href) link.href = href;
      if (href) link.removeAttribute("aria-disabled");
      else link.setAttribute("aria-disabled", "true");
    }
  }

  // The number of the nearest error in this game, or undefined.
  error(way) {
    const wrong = this.judged.map((one, number) => ({ ...one, number })).filter((one) => one.wrong);
    if (way === "before") return wrong.findLast((one) => (this.asked === null ? one.at < this.at : one.number < this.asked))?.number;
    return wrong.find((one) => (this.asked === null ? one.at >= this.at : one.number > this.asked))?.number;
  }

  errorAt(way) {
    const number = this.error(way);
    return number === undefined ? this.data.far[way === "before" ? 0 : 1] : `?decision=${number}`;
  }

  // Leads to an error, perhaps one of the games before and after.
  toError(way) {
    this.run(false);
    const number = this.error(way);
    if (number !== undefined) this.ask(number);
    else if (this.errorAt(way)) location.assign(this.errorAt(way));
  }

  ask(number, tried = null) {
    this.asked = number;
    this.tried = tried;
    this.at = Math.min(this.judged[number].at, this.data.frames.length - 1);
    this.draw();
  }

  // The list scrolls along; the page itself stays where it is.
  follow(link) {
    const list = this.place.querySelector(".replay__plays");
    const by = link.getBoundingClientRect();
    const box = list.getBoundingClientRect();
    if (by.top < box.top) list.scrollTop -= box.top - by.top + 8;
    else if (by.bottom > box.bottom) list.scrollTop += by.bottom - box.bottom + 8;
  }

  go(at) {
    const to = Math.max(0, Math.min(this.data.frames.length - 1, at));
    if (to === this.at && this.asked === null) return;
    this.at = to;
    this.asked = this.tried = null;
    this.draw();
  }

  // A play is shown on the board; tapped again, the position before it.
  tryOut(part, tried) {
    this.run(false);
    const number = Number(part.dataset.judged);
    this.ask(number, this.asked === number && this.tried === tried ? null : tried);
  }

  run(is) {
    clearInterval(this.timer);
    this.timer = 0;
    if (is) {
      if (this.at === this.data.frames.length - 1) this.go(0);
      this.timer = setInterval(() => {
        this.go(this.at + 1);
        if (this.at === this.data.frames.length - 1) this.run(false);
      }, Math.max(900, 3 * pace()));
    }
    this.button.textContent = is ? this.button.dataset.stop : this.label;
  }

  arm() {
    this.button = this.place.querySelector("[data-step=run]");
    this.label = this.button.textContent;
    this.button.hidden = false;
    this.place.querySelector("[data-go]").hidden = true;
    const ways = { first: () => this.go(0), back: () => this.go(this.at - 1), on: () => this.go(this.at + 1), last: () => this.go(Infinity) };
    this.place.addEventListener("click", (event) => {
      const step = event.target.closest("[data-step]")?.dataset.step;
      const frame = event.target.closest("[data-frame]")?.dataset.frame;
      const error = event.target.closest("[data-error]")?.dataset.error;
      const tried = event.target.closest("[data-tried]")?.dataset.tried;
      if (!step && frame === undefined && !error && tried === undefined) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (error) return void this.toError(error);
      if (tried !== undefined) return void this.tryOut(event.target.closest("[data-judged]"), Number(tried));
      if (step === "run") this.run(!this.timer);
      else {
        this.run(false);
        if (step) ways[step]();
        else this.go(Number(frame));
      }
    });
    this.range.addEventListener("input", () => { this.run(false); this.go(Number(this.range.value)); });
    this.range.form.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
      const isFar = event.shiftKey && this.judged.length;
      if (event.key === "ArrowLeft") isFar ? this.toError("before") : ways.back();
      else if (event.key === "ArrowRight") isFar ? this.toError("after") : ways.on();
      else return;
      event.preventDefault();
    });
    this.look.changed = () => { this.look.apply(); this.draw(0); };
    armOptions(this.place.querySelector("[data-board-options]"), () => this.look.changed());
  }
}

const place = document.querySelector("[data-replay]");
if (place) new Replay(place);
