// The legal plays of a roll at backgammon, made anew in the reader's browser: what was played with a
// roll is held against them. A position is two halves of 25 numbers, the checkers on a player's own
// points 1 to 24 and then those on the bar; `own` is on roll.

const BAR = 24;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
export const START_ID = "4HPwATDgc/ABMA";

// GNU Backgammon's Position ID: the other player first; ones for checkers, a zero after each point.
export const idOf = ({ own, opp }) => {
  const bytes = new Uint8Array(11);
  let bit = 0;
  for (const half of [opp, own]) {
    for (const count of half) {
      for (const end = bit + count; bit < end; bit += 1) bytes[bit >> 3] |= 1 << (bit & 7);
      bit += 1;
    }
  }
  let id = "";
  for (let i = 0; i < 14; i += 1) {
    const at = (i * 6) >> 3;
    id += LETTERS[(((bytes[at] << 8) | bytes[at + 1]) >> (10 - ((i * 6) & 7))) & 63];
  }
  return id;
};

// The position of an ID; null if it is none.
export const positionOf = (id) => {
  if (!/^[A-Za-z0-9+/]{14}$/.test(id)) return null;
  const bits = Array.from(atob(`${id}==`)).flatMap((one) => Array.from({ length: 8 }, (_none, i) => (one.charCodeAt(0) >> i) & 1));
  let at = 0;
  const half = () => Array.from({ length: 25 }, () => {
    let count = 0;
    while (bits[at] === 1) [at, count] = [at + 1, count + 1];
    at += 1;
    return count;
  });
  const [opp, own] = [half(), half()];
  const isFull = [own, opp].some((one) => one.reduce((sum, count) => sum + count) > 15);
  const isShared = own.some((count, point) => point !== BAR && count > 0 && opp[23 - point] > 0);
  return isFull || isShared || idOf({ own, opp }) !== id ? null : { own, opp };
};

const stepped = ({ own, opp }, source, target) => {
  const after = { own: [...own], opp: [...opp] };
  after.own[source] -= 1;
  if (target < 0) return after;
  after.own[target] += 1;
  if (opp[23 - target] === 1) {
    after.opp[23 - target] = 0;
    after.opp[BAR] += 1;
  }
  return after;
};

// From which point to which one a number can be played; a target below 0 is off the board.
const steps = ({ own, opp }, die) => {
  const found = [];
  const rear = own.findLastIndex((count) => count > 0);
  for (let source = rear; source >= (rear === BAR ? BAR : 0); source -= 1) {
    const target = source - die;
    if (own[source] === 0) continue;
    if (target >= 0 ? opp[23 - target] < 2 : rear < 6 && (target === -1 || source === rear)) found.push([source, target]);
  }
  return found;
};

// The IDs of all positions after a legal play, the other player on roll; none if nothing can be played.
export const results = (position, [first, second]) => {
  const leaves = new Map(); // by the numbers played, and of one alone by its size
  const keep = (rank, { own, opp }) => {
    if (!leaves.has(rank)) leaves.set(rank, new Set());
    leaves.get(rank).add(idOf({ own: opp, opp: own }));
  };
  const follow = (board, dice, played, rear) => {
    const further = dice.length > played ? steps(board, dice[played]).filter(([source]) => source <= rear) : [];
    for (const [source, target] of further) {
      // The steps of a double can always be sorted from the rear, so one order is enough.
      follow(stepped(board, source, target), dice, played + 1, first === second ? source : BAR);
    }
    if (further.length === 0 && played > 0) keep(played === 1 ? dice[0] / 10 : played, board);
  };
  if (first === second) follow(position, Array(4).fill(first), 0, BAR);
  else for (const dice of [[first, second], [second, first]]) follow(position, dice, 0, BAR);
  // As many numbers as possible; if only one of two can be played, the higher one.
  return leaves.get(Math.max(...leaves.keys())) ?? new Set();
};
