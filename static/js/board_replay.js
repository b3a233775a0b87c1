// A game's page afterwards: the slider, the list and the arrow keys walk through it; nothing is sent.
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
    this.range = document.getElementById("at");
    this.at = Number(this.range.value);
    this.timer = 0;
    this.arm();
    this.draw(0);
  }

  draw(slide = SLIDE) {
    const frame = this.data.frames[this.at];
    const pieces = this.boards[this.at];
    this.pieces.draw(pieces, isCalm() ? 0 : slide);
    this.pieces.dice(frame.dice, [], frame.side ?? 0);
    this.pieces.cube(frame.cube);
    this.pieces.arrows(frame.steps, pieces);
    this.look.svg.setAttribute("aria-label", frame.text);
    document.getElementById("said").textContent = frame.text;
    this.range.value = this.at;
    this.range.setAttribute("aria-valuetext", frame.text);
    for (const link of this.place.querySelectorAll("[data-frame]")) {
      if (Number(link.dataset.frame) !== this.at) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "true");
        this.follow(link);
      }
    }
    if (this.range.form.method === "get") history.replaceState(history.state, "", `?at=${this.at}`);
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
    if (to === this.at) return;
    this.at = to;
    this.draw();
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
      if (!step && frame === undefined) return;
      event.preventDefault();
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
      if (event.key === "ArrowLeft") ways.back();
      else if (event.key === "ArrowRight") ways.on();
      else return;
      event.preventDefault();
    });
    this.look.changed = () => { this.look.apply(); this.draw(0); };
    armOptions(this.place.querySelector("[data-board-options]"), () => this.look.changed());
  }
}

const place = document.querySelector("[data-replay]");
if (place) new Replay(place);
