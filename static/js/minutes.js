// What every countdown writes: whole seconds as 4:05.
export const minutes = (seconds) => `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
