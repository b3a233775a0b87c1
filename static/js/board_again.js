// Shows a play of the other side again, step by step; a touch of the board ends it.
import { pace } from "./board_look.js";
import { matched, stepped } from "./board_turn.js";

const wait = (time) => new Promise((done) => { setTimeout(done, time); });

export class Again {
  constructor(view) {
    this.view = view;
    this.number = 0; // of what is shown now
    this.isOn = false;
  }

  stop() {
    if (!this.isOn) return false;
    this.number += 1;
    this.isOn = false;
    return true;
  }

  // The pieces as they lie at the end, or null if it was not shown to its end.
  async show(last, drawn) {
    const time = pace();
    const { pieces } = this.view;
    this.number += 1;
    const { number } = this;
    if (!time) return null;
    this.isOn = true;
    let now = matched(drawn, last.before);
    pieces.arrows([], now);
    pieces.dice(last.dice, [], last.side);
    pieces.draw(now);
    const done = [];
    for (const step of last.steps) {
      await wait(time);
      if (number !== this.number) return null;
      now = stepped(now, step, last.side);
      done.push(step);
      await pieces.draw(now, time * 0.8);
      if (number !== this.number) return null;
      pieces.arrows(done, now);
    }
    await wait(time / 2);
    if (number !== this.number) return null;
    this.isOn = false;
    return now;
  }
}

// A play that was watched on this device is not shown once more when the page is loaded again.
export const isNews = (state) => {
  const name = `board.${state.id}.seen`;
  try {
    const seen = Number(sessionStorage.getItem(name) ?? -1);
    sessionStorage.setItem(name, state.version);
    return seen < state.version;
  } catch { return true; }
};
