// What a change of a board means for its reader; nothing here is shown or heard.

// What waits for the reader: a turn, an answer, or nothing.
export const waits = (state) => {
  if (state.side === null || state.phase === "over") return "";
  if (state.can.includes("accept") || state.can.includes("take")) return "answer";
  return state.actor === state.side && state.can.length ? "turn" : "";
};

// The tone of a change, by its name.
export const toneOf = (before, now) => {
  if (now.side === null || now.version === before.version) return "";
  if (now.phase === "over") return before.phase === "over" ? "" : "end";
  if (now.can.includes("take") && !before.can.includes("take")) return "double";
  return waits(now) && !waits(before) ? "turn" : "";
};
