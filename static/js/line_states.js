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
        ? { ...line, state: event.outcome, says: event.says, choices: event.choices ?? [] }
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
