// Checks the proof of a game's dice as `manage.py dice_verify` does, in the reader's own browser: every
// digest and every roll is made again, and every play held against the rules.
import { START_ID, idOf, positionOf, results } from "./dice_moves.js";
import { bytesOf, digestOf, hmac } from "./sha256.js";

const FAIR = 252; // the largest multiple of six in a byte: what is above it would make low numbers likelier

// The same letters are the same bytes.
export const normal = (text) => text.normalize("NFC");
export const serverCommitment = (game, seed) => digestOf(`chouette-dice-v2|${game}|${seed}`);
export const seatCommitment = (game, seat, seed) => digestOf(`chouette-seed-v2|${game}|${seat}|${normal(seed)}`);

// What all seats put into every roll: the digests of their seeds, in seat order.
export const joinedSeeds = (seats) =>
  [...seats].sort((a, b) => a.seat - b.seat).map(({ seed }) => digestOf(normal(seed))).join("|");

// A roll, counted from 0.
export const roll = (game, serverSeed, joined, number) => {
  const key = Uint8Array.from(serverSeed.match(/../g), (pair) => parseInt(pair, 16));
  const dice = [];
  for (let block = 0; dice.length < 2; block += 1) {
    for (const byte of hmac(key, bytesOf(`${game}|${joined}|${number}|${block}`))) {
      if (byte < FAIR) dice.push(1 + (byte % 6));
    }
  }
  return dice.slice(0, 2);
};

const isNumber = (value) => Number.isSafeInteger(value) && value >= 0;
// Half a surrogate pair has no bytes to hash.
const isText = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const isTextOrNone = (value) => value === null || isText(value);
const isRolled = ({ dice, position, result }) =>
  Array.isArray(dice) && dice.length === 2 && dice.every(isNumber) && isTextOrNone(position) && isTextOrNone(result);

// The proof in a text of JSON; null if there is none.
export const proofOf = (text) => {
  try {
    const data = JSON.parse(text);
    const rolls = data.rolls.map((one) => {
      const { dice, position = null, result = null } = Array.isArray(one) ? { dice: one } : one;
      return { dice, position, result };
    });
    const seats = data.seats.map(({ seat, seed, commitment }) => ({ seat, seed, commitment }));
    const isProof = [data.game_id, data.server_commitment].every(isText)
      && typeof data.server_seed === "string" && /^[0-9a-f]{64}$/.test(data.server_seed)
      && seats.length > 0 && new Set(seats.map(({ seat }) => seat)).size === seats.length
      && seats.every((one) => isNumber(one.seat) && isText(one.seed) && isText(one.commitment))
      && rolls.every(isRolled) && (data.rolled == null || isNumber(data.rolled));
    return isProof ? { ...data, rolls, seats } : null;
  } catch {
    return null;
  }
};

const isLegal = ({ dice, position, result }) => {
  const board = positionOf(position);
  if (board === null || dice.some((die) => die < 1 || die > 6)) return false;
  const legal = results(board, dice);
  return legal.size > 0 ? legal.has(result) : result === idOf({ own: board.opp, opp: board.own });
};

// What is wrong with the plays; a game begins at the start and goes on where it was.
const wrongPlays = (rolls) => {
  const found = [];
  let before = null;
  if (rolls.every(({ position }) => position === null)) return found; // the dice alone
  rolls.forEach((rolled, number) => {
    const isTie = rolled.dice[0] === rolled.dice[1];
    if (rolled.position === null) {
      if (!isTie) found.push({ code: "roll_skipped", number });
      before = null;
      return;
    }
    const begins = rolled.position !== before;
    if (begins && rolled.position !== START_ID) found.push({ code: "position_wrong", number });
    else if (begins && isTie) found.push({ code: "opening_wrong", number });
    if (rolled.result !== null && !isLegal(rolled)) found.push({ code: "play_wrong", number });
    before = rolled.result;
  });
  return found;
};

// What is wrong with a proof, with codes and values as the server has them; nothing if the dice are
// what was committed to.
export const problems = (proof) => {
  if (proof === null) return [{ code: "proof_malformed" }];
  const found = [];
  const { game_id: game, server_seed: seed, seats, rolls } = proof;
  if (serverCommitment(game, seed) !== proof.server_commitment) found.push({ code: "server_wrong" });
  for (const one of seats) {
    if (seatCommitment(game, one.seat, one.seed) !== one.commitment) found.push({ code: "seat_wrong", seat: one.seat });
  }
  const joined = joinedSeeds(seats);
  rolls.forEach(({ dice }, number) => {
    const [shown, expected] = [dice.join("-"), roll(game, seed, joined, number).join("-")];
    if (shown !== expected) found.push({ code: "roll_wrong", number, shown, expected });
  });
  found.push(...wrongPlays(rolls));
  const expected = proof.rolled ?? rolls.length;
  if (expected !== rolls.length) found.push({ code: "rolls_missing", expected, shown: rolls.length });
  return found;
};
