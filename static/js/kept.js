// Small things that this device remembers. The storage may be closed to us: then until the page is left.
const here = new Map();

export const recall = (name) => {
  try { return localStorage.getItem(name) ?? here.get(name) ?? null; } catch { return here.get(name) ?? null; }
};

export const remember = (name, value) => {
  here.set(name, value);
  try { localStorage.setItem(name, value); } catch { /* kept above */ }
};

// A switch in the menu that is on or off, and stays so; `changed` is told at once and on every tap.
export const armSwitch = (button, name, changed) => {
  const show = (on, byHand) => {
    button.setAttribute("aria-checked", String(on));
    changed(on, byHand);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    const on = recall(name) !== "on";
    remember(name, on ? "on" : "off");
    show(on, true);
  });
  show(recall(name) === "on", false);
};
