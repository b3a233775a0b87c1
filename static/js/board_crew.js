// Captain and crew of a chouette at the board: what they try is shown to each other, what they propose and
// say comes by a stream of their own. The server says who may do what; this page shows each what is theirs.
import { stepped } from "./board_turn.js";
import { Stream } from "./stream.js";
import { filled } from "./words.js";

const BETWEEN = 250; // five steps a second at most
const TRY_AGAIN = 400;

class Crew {
  constructor(place, board) {
    this.place = place;
    this.board = board;
    this.seat = Number(place.dataset.seat);
    this.beat = Number(place.dataset.beat);
    this.now = document.getElementById("crew-now");
    this.state = this.read(this.now);
    this.heard = this.named();
    this.sent = ""; // the steps that the others see
    this.timer = 0;
    this.trying = null;
    this.isPutting = false;
    this.arm();
    this.show();
  }

  read(place) { return JSON.parse(place.querySelector("#crew-state").textContent); }

  get token() { return this.place.querySelector("[name=csrfmiddlewaretoken]")?.value ?? ""; }

  // Whether what was laid open is for the roll on the board: a board and its crew come by two streams.
  get isNow() { return this.state.roll !== null && this.state.roll === this.board.state.roll; }

  // --- what the others lay open

  // The arrows, and for who has no steps of their own the pieces as the captain tries them.
  shown(drawn) {
    if (!this.isNow) return null;
    const { plays, trials, leaders } = this.state;
    const others = trials.filter((one) => one.seat !== this.seat);
    const arrows = [
      ...plays.map(({ number, names, steps }) => ({ kind: number, name: names.length > 1 ? `${names[0]} +${names.length - 1}` : names[0], steps })),
      ...others.map(({ name, steps }) => ({ kind: "trial", name, steps })),
    ];
    const trial = others.find((one) => leaders.includes(one.seat));
    const { side } = this.board.state;
    const pieces = trial ? trial.steps.reduce((now, step) => stepped(now, step, side), drawn) : null;
    return { arrows, pieces };
  }

  named() { return new Map(this.state.plays.map((one) => [one.words, one.names.join(", ")])); }

  take(html, beat) {
    if (beat < this.beat) return;
    this.beat = beat;
    const news = new DOMParser().parseFromString(`<body>${html}`, "text/html"); // without it the state would go to the head
    const had = document.activeElement;
    const was = this.now.contains(had) ? [had.name, had.value, had.dataset.take] : null;
    this.now.replaceChildren(...news.body.childNodes);
    this.state = this.read(this.now);
    this.show();
    if (was) this.refocus(was);
    this.tell();
    if (!this.board.again.isOn) this.board.refresh(180);
  }

  // Who goes by keys stays where they were, or at the whole part where that is gone.
  refocus([name, value, take]) {
    const found = [...this.now.querySelectorAll("button")].find((one) => one.name === name && one.value === value && one.dataset.take === take && !one.closest("[hidden]"));
    (found ?? this.now).focus({ preventScroll: true });
  }

  show() {
    const { seat } = this;
    for (const part of this.now.querySelectorAll("[data-seats]")) part.hidden = !part.dataset.seats.split(" ").includes(String(seat));
    for (const part of this.now.querySelectorAll("[data-not-seat]")) part.hidden = part.dataset.notSeat === String(seat);
    this.place.querySelector("[data-crew-say]").hidden = !this.state.speakers.includes(seat);
  }

  // Read aloud: which play somebody is for, once.
  tell() {
    const before = this.heard;
    this.heard = this.named();
    const news = [...this.heard].filter(([play, names]) => before.get(play) !== names);
    if (news.length) this.board.view.tell(news.map(([play, names]) => filled(this.place.dataset.sayNamed, { names, play })).join(" "));
  }

  // --- what is laid open here

  // Called whenever the steps on this board change.
  tried() {
    if (this.timer || this.isPutting || !this.state.speakers.includes(this.seat)) return;
    this.timer = setTimeout(() => this.send(), 0);
  }

  get steps() {
    const { turn } = this.board;
    return turn?.isBegun && this.isNow ? turn.text : "";
  }

  async send() {
    const { steps } = this;
    let wait = BETWEEN;
    if (this.isPutting) {
      this.timer = 0;
      return;
    }
    if (steps !== this.sent && this.isNow) {
      this.trying = this.post({ try: steps });
      const answer = await this.trying;
      if (answer.ok) this.sent = steps;
      else if (answer.status === 422) wait = TRY_AGAIN;
      else { // another roll by now, or no network: it is not worth much
        this.timer = 0;
        return;
      }
    }
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.isNow && this.steps !== this.sent) this.send();
    }, wait);
  }

  async put(text) {
    this.isPutting = true;
    await this.trying; // what arrived after the proposal would stay beside it
    const answer = await this.post({ put: text });
    this.isPutting = false;
    if (!answer.ok) {
      this.board.view.notice(answer.message ?? this.board.place.dataset.brokenText);
      return;
    }
    this.sent = "";
    const typed = document.getElementById("typed");
    if (typed) typed.value = "";
    this.board.view.notice("");
    this.board.takeOver([], "");
  }

  async post(fields) {
    const body = new URLSearchParams({ roll: this.state.roll ?? 0, csrfmiddlewaretoken: this.token, ...fields });
    try {
      const answer = await fetch(this.place.dataset.act, { method: "POST", body, headers: { Accept: "application/json" } });
      const found = await answer.json().catch(() => ({}));
      if (found.html) this.take(found.html, found.beat);
      return { ok: answer.ok, status: answer.status, ...found };
    } catch {
      return { ok: false, status: 0 };
    }
  }

  problem(text) { this.place.querySelector("[data-crew-problem]").textContent = text; }

  async say(form, submitter) {
    const body = new URLSearchParams(new FormData(form, submitter));
    this.problem("");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      const said = answer.ok ? await answer.text() : this.board.place.dataset.brokenText;
      this.problem(new DOMParser().parseFromString(said, "text/html").body.textContent);
      if (answer.ok && !said) form.reset();
    } catch { this.problem(this.board.place.dataset.brokenText); }
  }

  arm() {
    this.now.tabIndex = -1;
    this.place.addEventListener("submit", (event) => {
      event.preventDefault();
      const { target: form, submitter } = event;
      if (form.matches("[data-crew-line]")) this.say(form, submitter);
      else this.post({ [submitter.name]: submitter.value }).then((answer) => this.problem(answer.ok ? "" : answer.message ?? this.board.place.dataset.brokenText));
    });
    this.place.addEventListener("click", (event) => {
      const number = event.target.closest("[data-take]")?.dataset.take;
      const play = number && this.isNow && this.state.plays.find((one) => one.number === Number(number));
      if (!play) return;
      this.board.takeOver(play.steps, filled(this.place.dataset.sayTaken, { play: play.words }));
      this.board.view.stage.scrollIntoView({ block: "nearest" });
    });
    const stream = new Stream(this.place.dataset.live, {
      beat: () => this.beat,
      table: (html, beat) => this.take(html, beat),
      current: () => {},
      gone: () => { this.place.hidden = true; },
      down: () => {},
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) stream.stop();
      else stream.refresh().then(() => stream.start());
    });
    addEventListener("pagehide", () => stream.stop());
    addEventListener("pageshow", (event) => { if (event.persisted) stream.refresh().then(() => stream.start()); });
    if (!document.hidden) stream.start();
  }
}

const place = document.querySelector("[data-crew]");
const board = document.querySelector("[data-board]")?.board;
if (place && board) {
  board.crew = new Crew(place, board);
  board.refresh();
}
