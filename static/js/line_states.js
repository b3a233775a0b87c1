// What becomes of a typed line: waiting, sent, then saved, asked or refused; each answer stays until it was
// seen. A line is { key, text, shown, at, chosen, state, says, choices }; events make another one of it, or null.

export const WAITING = "waiting";
export const SENT = "sent";
export const ANSWERS = new Set(["saved", "asked", "refused"]);

export const typed = (text, shown, key, at) => ({ key, text, shown, at, chosen: "", state: WAITING, says: "", choices: [] });

// An event is { kind, … }: send, lost (no answer), reload, answer (outcome, says, choices), choose (value),
// seen, discard. What does not fit the state changes nothing: an answer that comes late, a second tap.
export const next = (line, event) => {
  const { state } = line;
  switch (event.kind) {
    case "send":
      return state === WAITING ? { ...line, state: SENT } : line;
    case "lost":
    case "reload":
      return state === SENT ? { ...line, state: WAITING, says: event.says ?? "" } : line;
    case "answer":
      if (state !== SENT) return line;
      if (event.outcome === "opened") return null;
      return ANSWERS.has(event.outcome)
        ? { ...line, state: event.outcome, says: event.says, choices: event.choices ?? [], done: event.at ?? 0 }
        : { ...line, state: WAITING, says: "" };
    case "choose":
      return state === "asked" ? { ...line, state: WAITING, chosen: event.value, says: "", choices: [] } : line;
    case "seen":
      return ANSWERS.has(state) ? null : line;
    case "discard":
      return state === SENT ? line : null;
    default:
      return line;
  }
};

// What a line needs of the page that it was typed on: `TABLE.MATCH.VERSION` for each match. A table's number
// needs only what is at that table.
export const carried = (text, shown) => {
  const table = /^\d+(?=\s)/.exec(text.trim())?.[0];
  return table ? shown.split(" ").filter((one) => one.startsWith(`${Number(table)}.`)).join(" ") || "." : shown || ".";
};

const SCORES = /(\s+\d+([-–:]\d*)?)+$/;

// What a line is about, without its scores; and these.
export const aboutOf = (text) => text.trim().replace(SCORES, "").toLowerCase();
const scoresOf = (text) => (SCORES.exec(text.trim())?.[0].match(/\d+/g) ?? []).join(":");

// Whether one word is the other with a slip of the pen: a letter too many, too few, wrong, or two the wrong way round.
const isSlip = (one, other) => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 3 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const isTurned = short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isTurned || short.slice(at) === long.slice(at + 1) || short.slice(at + 1) === long.slice(at + 1);
};
const namesOf = (text) => aboutOf(text).split(/[^\p{L}]+/u).filter((word) => word.length > 2);

// Whether a line that was saved puts a refused one right: about the same, or with the same scores about one of the
// same names or one that is a slip apart. A table's number is too short to tell.
export const corrects = (saved, refused) => aboutOf(saved) === aboutOf(refused)
  || (scoresOf(saved) === scoresOf(refused)
    && namesOf(saved).some((one) => namesOf(refused).some((other) => one === other || isSlip(one, other))));
