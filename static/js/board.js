// A board on which two play: what is tapped, dragged or typed, what comes from the other side, and what is sent.
import { stayAwake } from "./awake.js";
import { armHands } from "./board_input.js";
import { armLive, send } from "./board_live.js";
import { armOptions, options, thought } from "./board_look.js";
import { Again, isNews, matched, playedByItself, rollsByItself, topOf, Turn } from "./board_turn.js";
import { View } from "./board_view.js";
import { armCalls, armClock, setClock } from "./board_words.js";

const CALM = 450; // so long after a change a button that came under the thumb is not tapped by mistake
const SOON = 500; // before something happens by itself
const SLIDE = 180;

const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

class Board {
  constructor(place) {
    this.place = place;
    this.state = json("board-state");
    this.view = new View(place, json("board-geometry"), this.state.side);
    this.words = this.view.words;
    this.again = new Again(this.view);
    this.drawn = matched([], this.state.pieces);
    this.isSwapped = false;
    this.sent = null; // what is on its way
    this.queued = null; // what was tapped meanwhile
    this.crew = null; // at a chouette: what captain and crew lay before each other (board_crew.js)
    this.changedAt = 0;
    this.begin();
    this.restore();
    this.refresh();
    this.arm();
    this.show(isNews(this.state));
  }

  // The dice in the order in which they are played, and the first that is left.
  get dice() {
    const { dice } = this.state;
    if (dice.length !== 2 || dice[0] === dice[1]) return dice;
    const high = [...dice].sort((one, other) => other - one);
    return this.isSwapped ? high.reverse() : high;
  }

  get first() {
    const used = this.turn?.dice ?? [];
    return this.dice.find((die) => !used.includes(die)) ?? this.dice[0];
  }

  get isSquares() { return this.state.game !== "backgammon"; }

  get now() {
    const { state, turn, drawn, chosen, dice, first, sent, crew } = this;
    return { state, turn, drawn, chosen, dice, first, isSent: Boolean(sent), crew: crew?.shown(drawn) };
  }

  refresh(slide = 0) { this.view.refresh(this.now, slide); }

  mark() { this.view.mark(this.now); }

  // --- a state arrives

  begin() {
    this.chosen = null;
    this.leapt = null;
    this.turn = this.state.steps.length ? new Turn(this.drawn, this.state.steps, this.state.side, this.state.game) : null;
    this.crew?.tried();
  }

  // The assistant answers at once, or after a moment if the player prefers it and no clock runs.
  heard(state) {
    const { assistant, actor, version } = this.state;
    clearTimeout(this.thinking);
    const time = assistant !== null && actor === assistant && state.version > version && !state.clock ? thought() : 0;
    if (time) this.thinking = setTimeout(() => this.take(state), time);
    else this.take(state);
  }

  take(state) {
    if (!state || state.id !== this.state.id || state.version < this.state.version) return;
    if (state.version === this.state.version) {
      this.state = state;
      this.calls(state);
      if (Boolean(this.turn) !== state.steps.length > 0) this.begin(); // who is asked for advice may try plays now
      if (this.again.isOn) this.mark();
      else this.refresh();
      return;
    }
    if (state.dice.join() !== this.state.dice.join()) this.isSwapped = false;
    const isPlayed = JSON.stringify(state.last) !== JSON.stringify(this.state.last);
    this.drawn = matched(this.turn?.pieces ?? this.drawn, state.pieces);
    this.state = state;
    this.changedAt = performance.now();
    const isShown = this.again.isOn && !isPlayed; // a roll came while the play before it is still being shown
    if (!isShown) this.again.stop();
    this.begin();
    this.view.ask(null);
    this.view.notice("");
    this.view.tell([...(isPlayed ? state.messages : []), state.status].join(" "));
    this.calls(state);
    const isNew = isNews(state);
    if (isShown) this.view.rolled(this.now);
    else this.show(isNew && isPlayed); // after an own roll it has been shown
    this.next();
  }

  // The other side's play is shown again before the board stands as it is; all can be tapped meanwhile.
  async show(isNew) {
    const { last, side, version } = this.state;
    this.refresh(SLIDE);
    if (isNew && last?.steps.length && last.side !== side && !this.turn?.isBegun) {
      const showing = this.again.show(last, this.drawn);
      this.rolls(); // the dice need not wait until all has been looked at
      const shown = await showing;
      if (!shown && this.state.version !== version) return;
      if (shown && !this.turn?.isBegun) {
        this.drawn = matched(shown, this.state.pieces);
        this.begin();
        this.refresh(SLIDE);
      }
    }
    this.byItself();
  }

  touched() {
    clearTimeout(this.soon);
    if (this.again.stop()) this.refresh();
  }

  // --- hands

  // The bar and the tray are one button for both sides.
  own(place) { return place === "bar" || place === "off" ? `${place}${this.state.side}` : place; }

  moved(place) { return Boolean(this.turn?.taken.some((step) => step[1] === place)); }

  cameFrom(place, source) { return this.turn.taken.some((step) => step[1] === place && step[0] === source); }

  held(name) {
    this.touched();
    const place = this.own(name);
    if (!this.turn || this.sent || !(this.turn.sources().has(place) || this.moved(place))) return null;
    return topOf(this.turn.pieces, place, this.state.side);
  }

  lifted(piece) {
    this.chosen = piece.place;
    this.mark();
    const back = this.turn.taken.filter((step) => step[1] === piece.place).map((step) => step[0]);
    return [...this.turn.targets(piece.place, this.first).keys(), ...back];
  }

  dropped(piece, target) {
    this.chosen = null;
    const way = target && this.turn.targets(piece.place, this.first).get(target);
    if (way) this.steps(way);
    else if (target && this.cameFrom(piece.place, target)) this.back(piece.place);
    else this.refresh(SLIDE);
  }

  tap(name) {
    this.touched();
    const { turn, leapt, chosen } = this;
    const place = this.own(name);
    if (!turn || this.sent) {
      this.explain();
      return;
    }
    this.leapt = null;
    if (leapt === place) return; // who taps where the checker has just gone by itself has got what they want
    const way = chosen && turn.targets(chosen, this.first).get(place);
    if (chosen === place && this.isSquares) {
      if (turn.isBegun) this.view.notice(this.words.say("Missing"));
      else this.leave();
    } else if (chosen === place) this.steps([turn.byDie(place, this.first)]);
    else if (way) this.steps(way);
    else if (turn.sources().has(place)) this.choose(place);
    else if (chosen && this.cameFrom(chosen, place)) this.back(chosen);
    else if (this.moved(place)) this.back(place);
    else this.leave(place, chosen);
  }

  choose(place) {
    const targets = this.turn.targets(place, this.first);
    if (this.isSquares) {
      this.view.notice("");
      this.chosen = place;
      this.mark();
      this.tellWays(targets);
      return;
    }
    const isOnce = options().tap === "once";
    if (isOnce || targets.size === 1) {
      const step = this.turn.byDie(place, this.first);
      this.steps([step]);
      if (!isOnce) [, this.leapt] = step;
      return;
    }
    this.view.notice("");
    this.chosen = place;
    this.mark();
    this.tellWays(targets);
  }

  // Where a checker can go, by name; Tab leads from one to the next.
  tellWays(targets) {
    const places = [...targets.keys()].map((one) => this.words.name(one)).join(", ");
    this.view.tell(this.words.say("From", { from: this.words.name(this.chosen), places }));
  }

  // What Tab goes through while a checker is chosen: itself, then its targets.
  round() {
    if (!this.chosen || !this.turn) return [];
    const places = [this.chosen, ...this.turn.targets(this.chosen, this.first).keys()];
    return [...new Set(places.map((one) => one.replace(/^(bar|off).*/, "$1")))];
  }

  // Nothing is chosen any more; who tapped a checker of theirs that cannot move is told why.
  leave(place = "", chosen = null) {
    const ways = chosen && this.isSquares ? [...this.turn.targets(chosen, this.first).keys()] : [];
    this.chosen = null;
    this.view.ask(null);
    this.mark();
    if (!place || !this.turn) return;
    if (topOf(this.turn.pieces, place, this.state.side)) this.view.notice(this.why(place));
    else if (ways.length) this.view.notice(this.words.say("Ways", { from: chosen, places: ways.join(", ") }));
  }

  why(place) {
    if (this.turn.isComplete) return this.words.say("Done");
    if (this.isSquares && this.turn.isBegun) return this.words.say("Missing");
    const { stays } = this.state;
    return stays?.[place] ?? stays?.[""] ?? this.words.say("Stays", { place: this.words.name(place) });
  }

  explain() { this.view.notice(this.sent ? this.words.say("Sending") : this.state.status); }

  steps(way) {
    this.view.notice("");
    this.chosen = null;
    for (const step of way) this.turn.play(step);
    // A chain goes on with the same piece.
    if (this.isSquares && !this.turn.isComplete) this.chosen = way.at(-1)[1];
    this.changed(way.map((step) => this.words.step(step)).join(" "));
    // The keyboard's place goes on to where something can be done.
    if (this.turn.isComplete && this.view.stage.contains(document.activeElement) && document.activeElement.matches(":focus-visible")) {
      this.place.querySelector(":is([data-do=play], [data-do=put]):not([hidden])")?.focus({ preventScroll: true });
    }
  }

  back(place) {
    this.chosen = null;
    this.turn.takeBack(place);
    this.changed(this.words.say("Undone"));
  }

  undo() {
    this.touched();
    if (!this.turn?.isBegun || this.sent) return;
    this.chosen = null;
    this.turn.undo();
    this.changed(this.words.say("Undone"));
  }

  changed(said) {
    this.keep();
    this.crew?.tried();
    this.refresh(SLIDE);
    this.view.tell(said);
  }

  become(kind) {
    this.turn.become(kind);
    this.changed(this.words.step(this.turn.taken.at(-1)));
  }

  swap() {
    this.touched();
    this.isSwapped = !this.isSwapped;
    this.chosen = null;
    this.refresh();
    this.view.tell(this.words.say("Swap", { first: this.dice[0], second: this.dice[1] }));
  }

  // Steps outlive a page that is loaded again.
  keep() {
    try {
      sessionStorage.setItem(`board.${this.state.id}`, JSON.stringify({ version: this.state.version, taken: this.turn.taken }));
    } catch { /* then they are lost with the page */ }
  }

  restore() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(`board.${this.state.id}`) ?? "null");
      if (kept?.version === this.state.version) this.turn?.replay(kept.taken);
    } catch { /* nothing was kept */ }
  }

  // --- what is sent

  async act(what, fields = {}, isByItself = false) {
    if (!isByItself) this.touched();
    if (this.sent) {
      if (this.sent !== what) this.queued = { what, fields };
      return;
    }
    this.sent = what;
    this.chosen = null;
    this.view.notice("");
    if (this.again.isOn) this.mark();
    else this.refresh();
    const { version } = this.state;
    const answer = await send(this.view.form, version, { do: what, ...fields }, () => this.view.notice(this.words.say("Kept"), true));
    this.sent = null;
    if (answer.ok) this.view.notice("");
    if (answer.ok && what === "type") document.getElementById("typed").value = "";
    this.take(answer.state);
    if (this.again.isOn) this.mark();
    else this.refresh();
    if (!answer.ok) this.view.notice(answer.message || this.place.dataset.brokenText);
    this.next();
  }

  // What was tapped while something was on its way is done now, or it is said that it cannot be.
  next() {
    const { queued } = this;
    if (!queued || this.sent) return;
    this.queued = null;
    if (queued.what === "type" || this.state.can.includes(queued.what)) this.act(queued.what, queued.fields);
    else this.view.notice(this.state.status);
  }

  confirm() {
    if (this.sent || !this.turn) return;
    if (this.turn.isComplete) this.act("play", { text: this.turn.text });
    else this.view.notice(this.words.say("Missing"));
  }

  // Who may advise lays their play before the crew.
  propose() {
    if (this.turn?.isComplete) this.crew?.put(this.turn.text);
    else this.view.notice(this.words.say("Missing"));
  }

  // Steps that somebody else has named, in place of one's own.
  takeOver(steps, said) {
    this.touched();
    if (!this.turn || this.sent) return;
    this.chosen = null;
    while (this.turn.isBegun) this.turn.undo();
    this.turn.replay(steps);
    this.changed(said);
  }

  get isMine() {
    const { sent, state } = this;
    return !sent && !state.by_hand && state.side !== null && state.actor === state.side;
  }

  rolls() {
    if (this.isMine && rollsByItself(this.state)) this.act("roll", {}, true);
  }

  byItself() {
    clearTimeout(this.soon);
    this.rolls();
    const steps = this.isMine && playedByItself(this.state, this.turn);
    if (steps) {
      this.soon = setTimeout(() => {
        this.steps(steps);
        this.soon = setTimeout(() => this.confirm(), SOON);
      }, SOON);
    }
  }

  typed(form) {
    const text = form.elements.text.value.trim();
    if (!text) return;
    if (/^\$undo$/i.test(text) && this.turn?.isBegun) {
      form.elements.text.value = "";
      this.undo();
    } else if (this.state.can.includes("advise") && !text.startsWith("$")) this.crew?.put(text);
    else this.act("type", { text });
  }

  click(event) {
    const button = event.target.closest("[data-do], [data-asks-first], [data-keep], [data-become]");
    if (!button) return;
    event.preventDefault();
    const { do: what, level, asksFirst, keep, become } = button.dataset;
    // A finger that was on its way before the board changed did not mean what has come under it.
    const isSame = what === "play" || what === "put" || what === "undo" || keep !== undefined || become;
    if (event.detail && !isSame && performance.now() - this.changedAt < CALM) {
      this.view.notice(this.words.say("JustChanged"));
      return;
    }
    if (become) this.become(become);
    else if (keep !== undefined) this.leave();
    else if (asksFirst) this.view.ask(asksFirst, this.state.notes[asksFirst]);
    else if (what === "undo") this.undo();
    else if (what === "play") this.confirm();
    else if (what === "put") this.propose();
    else {
      this.view.ask(null);
      this.act(what, level ? { text: level } : {});
    }
  }

  arm() {
    const { view } = this;
    armHands(view.stage, view.look, view.pieces, this);
    armClock();
    this.calls = armCalls(this.place, this.state);
    setClock(this.state.clock);
    this.place.addEventListener("click", (event) => this.click(event));
    view.stage.querySelector("[data-swap]").addEventListener("click", () => this.swap());
    const typed = this.place.querySelector("[data-types]");
    typed?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(typed);
    });
    view.look.changed = () => {
      view.look.apply();
      this.refresh();
    };
    armOptions(document.querySelector("[data-board-options]"), () => {
      view.look.changed();
      this.byItself();
    });
    armLive(this.place.dataset.live, {
      beat: Number(this.place.dataset.beat ?? 0),
      taken: (state) => this.heard(state),
      connected: (is) => view.connected(is),
      gone: () => view.notice(this.words.say("Gone")),
    });
  }
}

const place = document.querySelector("[data-board]");
if (place) place.board = new Board(place);
if (document.querySelector(".page--board-wall")) stayAwake();
