// A turn as it is played on this device: steps of the server's graph, taken and taken back, by themselves where their
// player has said so, and a play of the other side shown again. No rules here.
import { options, pace } from "./board_look.js";

// Pieces are { id, place, side, kind }, those of a place from the bottom up.
export const topOf = (pieces, place, side) => pieces.findLast((one) => one.place === place && one.side === side);

const lifted = (pieces, piece, place) => [...pieces.filter((one) => one !== piece), { ...piece, place }];

// One step: what it hits leaves first, off the board where no place is named, and at castling the rook goes
// along; a piece may become another kind.
export const stepped = (pieces, [from, to, others, kind], side) => {
  let now = pieces;
  for (const [source, target] of others) {
    const other = now.findLast((one) => one.place === source);
    if (other) now = target ? lifted(now, other, target) : now.filter((one) => one !== other);
  }
  const moved = topOf(now, from, side);
  if (!moved) return now;
  return [...now.filter((one) => one !== moved), { ...moved, place: to, kind: kind || moved.kind }];
};

// The server's pieces with the ids of those that are drawn: those that stay where they are keep their ids.
export const matched = (drawn, wanted) => {
  const left = [...drawn];
  const take = (fits) => {
    const index = left.findIndex(fits);
    return index < 0 ? null : left.splice(index, 1)[0];
  };
  const found = wanted.map(([place, side]) => take((one) => one.place === place && one.side === side));
  let next = Math.max(0, ...drawn.map((one) => one.id + 1));
  return wanted.map(([place, side, kind], index) => {
    const known = found[index] ?? take((one) => one.side === side);
    return { id: known ? known.id : next++, place, side, kind };
  });
};

export class Turn {
  constructor(pieces, graph, side, game = "backgammon") {
    this.side = side;
    this.game = game;
    this.graph = graph;
    this.boards = [pieces]; // after each step taken
    this.taken = []; // [from, to, die, next, others, kind, text]
  }

  get node() { return this.taken.at(-1)?.[3] ?? 0; }

  get open() { return this.graph[this.node] ?? []; }

  get pieces() { return this.boards.at(-1); }

  get isBegun() { return this.taken.length > 0; }

  get isComplete() { return this.graph.length > 0 && this.open.length === 0; }

  get dice() { return this.taken.map((step) => step[2]); }

  sources() { return new Set(this.open.map((step) => step[0])); }

  // Where the checker on a place can go, in one step or several, each with the shortest way; of two
  // ways the one that begins with the die that is shown first.
  targets(from, first) {
    const found = new Map();
    let ways = [{ node: this.node, at: from, steps: [] }];
    while (ways.length) {
      const further = [];
      for (const { node, at, steps } of ways) {
        const next = (this.graph[node] ?? []).filter((step) => step[0] === at);
        next.sort((one, other) => (other[2] === first) - (one[2] === first));
        for (const step of next) {
          const way = [...steps, step];
          if (!found.has(step[1])) found.set(step[1], way);
          further.push({ node: step[3], at: step[1], steps: way });
        }
      }
      ways = further;
    }
    return found;
  }

  // The step of the checker on a place by the die that is shown first, or by another.
  byDie(from, first) {
    const steps = this.open.filter((step) => step[0] === from);
    return steps.find((step) => step[2] === first) ?? steps[0] ?? null;
  }

  play(step) {
    this.boards.push(stepped(this.pieces, [step[0], step[1], step[4], step[5]], this.side));
    this.taken.push(step);
  }

  undo() {
    this.boards.pop();
    return this.taken.pop();
  }

  // Take back the last step that ended on a place; the others stay, if they can.
  takeBack(place) {
    const index = this.taken.findLastIndex((step) => step[1] === place);
    if (index < 0) return false;
    const others = this.taken.filter((_step, number) => number !== index);
    const until = this.taken.slice(0, index);
    while (this.taken.length) this.undo();
    if (!this.replay(others)) this.replay(until);
    return true;
  }

  // Take these steps, in this order or another; false if that cannot be.
  replay(steps) {
    const same = (one, other) => one[0] === other[0] && one[1] === other[1] && one[5] === other[5];
    const way = (node, left) => {
      if (!left.length) return [];
      for (const step of this.graph[node] ?? []) {
        const index = left.findIndex((one) => same(one, step));
        if (index < 0) continue;
        const rest = way(step[3], left.filter((_one, number) => number !== index));
        if (rest) return [step, ...rest];
      }
      return null;
    };
    const found = way(this.node, steps);
    for (const step of found ?? []) this.play(step);
    return Boolean(found);
  }

  // All complete turns, each distinct end once: the steps that are left to it.
  ends() {
    const found = new Map();
    const seen = new Set();
    const follow = (node, steps) => {
      if (seen.has(node)) return;
      seen.add(node);
      const ways = this.graph[node] ?? [];
      if (!ways.length) found.set(node, steps);
      for (const step of ways) follow(step[3], [...steps, step]);
    };
    follow(this.node, []);
    return [...found.values()];
  }

  // What the piece that has just moved may choose to become.
  get becomes() {
    const last = this.taken.at(-1);
    const ways = last ? this.graph[this.taken.at(-2)?.[3] ?? 0].filter((step) => step[0] === last[0] && step[1] === last[1]) : [];
    return ways.length > 1 ? ways.map((step) => step[5]) : [];
  }

  become(kind) {
    const [from, to] = this.undo();
    this.play(this.open.find((step) => step[0] === from && step[1] === to && step[5] === kind));
  }

  // The steps of the only way there is; null where there is another. Ends do not tell: on squares all
  // ways share one.
  only() {
    const steps = [];
    for (let ways = this.open; ways.length; ways = this.graph[steps.at(-1)[3]]) {
      if (ways.length > 1) return null;
      steps.push(ways[0]);
    }
    return steps;
  }

  // The text that the server gave, or as it is typed: absolute fields, nothing before the dash for the bar, nothing after it for off; at
  // other games every square, with an x if something is captured.
  get text() {
    const said = this.taken.at(-1)[6];
    if (said) return said;
    if (this.game !== "backgammon") {
      const isCapture = this.taken.some((step) => step[4].length);
      return [this.taken[0][0], ...this.taken.map((step) => step[1])].join(isCapture ? "x" : "-");
    }
    const field = (place) => (/^\d+$/.test(place) ? place : "");
    return this.taken.map(([from, to]) => `${field(from)}-${field(to)}`).join(" ");
  }
}

// --- what the board does by itself, where its player has said so

const home = (place, side) => place.startsWith("off") || (/^\d+$/.test(place) && (side === 0 ? Number(place) <= 6 : Number(place) >= 19));

// A checker on the bar, and all six fields where it could enter are held.
const isClosedOut = ({ pieces, side }) => {
  if (!pieces.some(([place]) => place === `bar${side}`)) return false;
  const fields = side === 0 ? [19, 20, 21, 22, 23, 24] : [1, 2, 3, 4, 5, 6];
  return fields.every((field) => pieces.filter(([place, whose]) => place === String(field) && whose !== side).length > 1);
};

// Whether the roll comes by itself.
export const rollsByItself = (state) => {
  if (!state.can.includes("roll")) return false;
  const { roll, closed } = options();
  if (roll === "always" || (roll === "nodouble" && !state.can.includes("double"))) return true;
  return closed === "on" && isClosedOut(state);
};

const offs = (steps) => steps.filter(([, to]) => to.startsWith("off")).length;

// The steps that are played by themselves: the only play, or bearing off when nothing can be hit any more.
export const playedByItself = (state, turn) => {
  const { forced, bearoff } = options();
  if (!turn || turn.isBegun || !turn.open.length) return null;
  if (state.game !== "backgammon") return forced === "on" ? turn.only() : null;
  const ends = turn.ends();
  if (forced === "on" && ends.length === 1) return ends[0];
  const isHome = () => state.pieces.every(([place, side]) => side !== state.side || home(place, side));
  if (bearoff !== "on" || state.contact || !isHome()) return null;
  return ends.reduce((best, one) => (offs(one) > offs(best) ? one : best));
};

// --- shows a play of the other side again, step by step; a touch of the board ends it

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
