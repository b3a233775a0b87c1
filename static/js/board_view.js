// What is seen and heard of a board: the state of the server, and the turn as far as it is played here.
import { Look, pace } from "./board_look.js";
import { Pieces } from "./board_pieces.js";
import { setClock, setCount, titled, Words } from "./board_words.js";
import { filled } from "./words.js";

// Letters of a sentence that takes more than three lines of a phone; the template knows it, too.
const LONG = 80;

const far = (place, side) => {
  if (place.startsWith("bar")) return 25;
  if (place.startsWith("off")) return 0;
  return side === 0 ? Number(place) : 25 - Number(place);
};

export class View {
  constructor(place, geometry, side) {
    this.place = place;
    this.stage = place.querySelector(".board__stage");
    this.form = place.querySelector("[data-acts]");
    this.look = new Look(this.stage, geometry, side);
    this.look.apply();
    this.pieces = new Pieces(this.look);
    this.words = new Words(place, this.look);
  }

  // now: { state, turn, drawn, chosen, dice, first, isSent }
  refresh(now, slide = 0) {
    this.draw(now, slide);
    this.around(now);
  }

  // A roll that comes while the play before it is still shown: the pieces are on their way.
  rolled(now) {
    this.pieces.dice(now.dice, now.turn?.dice ?? [], now.state.actor ?? 0);
    this.mark(now);
    this.around(now);
  }

  around(now) {
    this.buttons(now);
    const beside = this.place.closest("[data-doubler]"); // the table of a chouette stands there, too
    if (beside) beside.dataset.doubler = now.state.doubler;
    setClock(now.state.clock);
    setCount(now.state, { tell: (text) => this.tell(text), over: () => this.buttons(now) });
    for (const part of document.querySelectorAll("[data-shows]")) {
      const [name, index] = part.dataset.shows.split(".");
      const value = index === undefined ? now.state[name] : now.state[name]?.[index];
      if (value !== undefined && part.textContent !== String(value)) part.textContent = value;
      part.toggleAttribute("data-long", part.textContent.length > LONG);
    }
    document.title = titled(this.place, now.state, [now.state.title, this.place.dataset.title].filter(Boolean).join(" · "));
    // At a chouette another may have become captain.
    if (now.state.you !== undefined) for (const part of document.querySelectorAll("[data-you]")) part.hidden = Number(part.dataset.you) !== (now.state.you ?? -1);
    const isOver = now.state.phase === "over" && !now.state.can.includes("next");
    for (const part of document.querySelectorAll("[data-at-end]")) part.hidden = !isOver;
    for (const part of document.querySelectorAll("[data-until-end]")) part.hidden = isOver;
    for (const part of document.querySelectorAll("[data-side]")) {
      part.classList.toggle("side--acts", Number(part.dataset.side) === now.state.actor);
    }
  }

  draw(now, slide = 0) {
    const { state, turn } = now;
    const { last } = state;
    const pieces = turn?.pieces ?? now.crew?.pieces ?? now.drawn;
    this.pieces.draw(pieces, pace() ? slide : 0);
    if (state.dice.length) this.pieces.dice(now.dice, turn?.dice ?? [], state.actor ?? 0);
    // An offered cube lies where the last dice of the other side would.
    else if (last && state.phase !== "opening" && (state.cube?.offered_by ?? null) === null) this.pieces.dice(last.dice, [], last.side, true);
    else this.pieces.dice([], [], 0);
    this.pieces.cube(state.cube);
    const named = now.crew?.arrows ?? [];
    const isPast = last && !turn?.isBegun && state.phase !== "opening" && !named.length;
    this.pieces.arrows(isPast ? last.steps : [], pieces);
    this.pieces.named(named, pieces);
    this.mark(now);
    this.pips(now);
  }

  // Pips as they are after the steps taken so far.
  pips({ state, turn }) {
    const taken = turn?.taken ?? [];
    for (const part of document.querySelectorAll("[data-pips]")) {
      const side = Number(part.dataset.pips);
      const gone = taken.map(([from, to, , , others]) => {
        if (side === state.side) return far(to, side) - far(from, side);
        return others.reduce((sum, [source, target]) => sum + far(target, side) - far(source, side), 0);
      });
      part.textContent = gone.reduce((sum, one) => sum + one, state.pips[side]);
    }
  }

  mark({ state, turn, drawn, chosen, dice, first, isSent }) {
    const pieces = turn?.pieces ?? drawn;
    const sources = turn && !isSent ? turn.sources() : new Set();
    const targets = chosen && turn ? [...turn.targets(chosen, first).keys()] : [];
    const back = turn ? [...new Set(turn.taken.map((step) => step[1]))].filter((place) => !sources.has(place)) : [];
    this.pieces.marks({ sources, chosen, targets, pieces, side: state.side });
    this.words.label(this.stage, state, pieces, { sources: [...sources], chosen, targets, back });
    const swap = this.stage.querySelector("[data-swap]");
    swap.hidden = !(turn && dice.length === 2 && dice[0] !== dice[1] && !turn.isBegun);
    if (!swap.hidden) swap.setAttribute("aria-label", this.words.say("Swap", { first: dice[0], second: dice[1] }));
  }

  // Of all buttons those that can be used now are there; each keeps its place.
  buttons({ state, turn, isSent }) {
    const had = document.activeElement;
    for (const button of this.place.querySelectorAll("[data-can]")) {
      const { can: what } = button.dataset;
      button.hidden = what === "undo" ? !turn?.isBegun : what === "play" ? !turn || !state.can.includes(what) : !state.can.includes(what);
      const note = button.querySelector("[data-note]");
      if (note) note.textContent = state.notes[what] ?? "";
      const label = button.querySelector("[data-label]"); // a beaver becomes a raccoon
      if (label && state.labels?.[what]) label.textContent = state.labels[what];
      if (what === "play" || what === "advise") button.setAttribute("aria-disabled", String(!turn?.isComplete));
    }
    for (const level of this.place.querySelectorAll("[data-question=resign] [data-level]")) {
      level.hidden = !state.levels.includes(level.dataset.level);
    }
    this.removals(state.huffable ?? []);
    this.choices(isSent ? null : turn);
    this.place.setAttribute("aria-busy", String(Boolean(isSent)));
    for (const field of this.place.querySelectorAll("input[name=version]")) field.value = state.version;
    const isIdle = had === this.stage || had?.matches(".thumb__says");
    if (isIdle || (this.place.contains(had) && had.closest("[hidden]"))) this.goOn(turn);
  }

  // At Dame: a button for each piece that may be removed because it missed a capture.
  removals(squares) {
    const place = this.place.querySelector("[data-huffs]");
    if (!place || place.dataset.squares === squares.join()) return;
    place.dataset.squares = squares.join();
    place.replaceChildren(...squares.map((square) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "button button--danger", textContent: filled(place.dataset.text, { square }) });
      Object.assign(button.dataset, { do: "huff", level: square });
      return button;
    }));
  }

  // At chess: what a pawn becomes, the queen unless another is chosen.
  choices(turn) {
    const place = this.place.querySelector("[data-becomes]");
    if (!place) return;
    const kinds = turn?.becomes ?? [];
    place.hidden = !kinds.length;
    for (const button of place.querySelectorAll("[data-become]")) {
      button.setAttribute("aria-pressed", String(kinds.length > 0 && turn.taken.at(-1)[5] === button.dataset.become));
    }
  }

  // Who plays by keys goes on where something can be done when the button they used is gone; before an
  // answer at its question, never on a button that takes or accepts: the next Enter was not meant for it.
  goOn(turn) {
    const isOpen = turn && !turn.isComplete;
    const there = (one) => !one.closest("[hidden]");
    const next = [...this.place.querySelectorAll(isOpen ? ".place--does" : ".middle > .button")].find(there);
    const isAsked = [...this.form.querySelectorAll(".thumb__says + .thumb__answers > .button")].some(there);
    const target = next ?? (isAsked ? this.form.querySelector(".thumb__says") : this.stage);
    if (target !== document.activeElement) target.focus({ preventScroll: true });
  }

  // Beside the thumb: why something did not happen.
  notice(text, isKept = false) {
    this.place.toggleAttribute("data-kept", isKept); // it says that there is no connection
    const place = this.form.querySelector(".thumb__notice");
    if (!text) {
      place.replaceChildren();
      return;
    }
    const line = document.createElement("p");
    line.className = "notice";
    line.append(text);
    place.replaceChildren(line);
  }

  tell(text) {
    const told = document.getElementById("told");
    if (told.textContent !== text) told.textContent = text;
  }

  // A question before something that costs: it opens where no button was just tapped.
  ask(name, text) {
    for (const question of this.place.querySelectorAll("[data-question]")) {
      question.hidden = question.dataset.question !== name;
      const said = question.querySelector("[data-question-text]");
      if (said && text && !question.hidden) said.textContent = text;
    }
    this.form.dataset.asks = name ?? "";
    if (name) this.place.querySelector(`[data-question="${name}"] button`)?.focus({ preventScroll: true });
  }

  connected(is) {
    const line = document.getElementById("cut-off");
    if (line) line.hidden = is;
  }
}
