// Whether the server is there, for a page that sends by hand: it asks every few seconds while something
// waits, or a part of the page did not come.

const PROBE = 3000;
const ANSWER = 8000;

export const isReached = async () => {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), ANSWER);
  try {
    return (await fetch("/manifest.webmanifest", { cache: "no-store", signal: control.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};

// `changed` is told of everything new; `waits` says whether anything has to be sent.
export const watchNetwork = (changed, waits) => {
  let state = ""; // "", cut, still (cut after another try), broken, back
  let looked = false; // in vain: a part of the page did not come
  let timer = 0;

  const probe = async () => {
    if (!waits() && !looked) return;
    const isBack = await isReached();
    if (isBack) looked = false;
    if (isBack && state !== "broken") state = "back";
    else if (!isBack && state !== "still") state = "cut";
    changed();
    ask();
  };
  const ask = () => {
    clearTimeout(timer);
    timer = setTimeout(probe, PROBE);
  };
  addEventListener("online", () => { clearTimeout(timer); probe(); });

  return {
    ask,
    failed: (reason, isAgain) => {
      state = reason === "cut" && isAgain ? "still" : reason;
      changed();
      ask();
    },
    missed: (reason) => {
      [looked, state] = [true, state || reason];
      changed();
      ask();
    },
    answered: () => {
      looked = false;
      if (state !== "broken") state = waits() ? "back" : "";
      changed();
    },
    forget: () => { [looked, state] = [false, ""]; },
    isCut: () => state === "cut" || state === "still",
    get state() { return state; },
    get looked() { return looked; },
  };
};
