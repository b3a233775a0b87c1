// What the board does by itself, where its player has said so: nothing here knows the rules.
import { options } from "./board_look.js";

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
