// What this device keeps: small things that it remembers, what the switches of the menu say, and the shell.
// The storage may be closed to us: then until the page is left.

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

// The screen stays awake where this device can: how comes when it is wanted.
export const canStayAwake = () => "wakeLock" in navigator || "captureStream" in HTMLCanvasElement.prototype;

export const armAwake = () => {
  const button = document.querySelector("[data-awake-switch]");
  if (!button) return;
  if (!canStayAwake()) {
    document.querySelector("[data-awake-cannot]").hidden = false;
    return;
  }
  let module = null;
  armSwitch(button, "awake", (on) => {
    if (on) module ??= import("./awake.js");
    module?.then(({ stayAwake }) => stayAwake(on)).catch(() => { module = null; });
  });
};

// Light or dark, remembered on this device only.

const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

export const armTheme = () => {
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const next = isDark() ? "light" : "dark";
      document.documentElement.dataset.theme = next;
      try { localStorage.setItem("theme", next); } catch { /* shown until the page is left */ }
    });
  }
};

// Behind TLS the page can be installed, and says so itself when there is no network.
export const armShell = () => {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => { navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => {}); });
};

// A key made here for every tap that writes: the same tap sent twice is then recorded once.
// (crypto.randomUUID is missing on plain http, getRandomValues is not.)
export const freshKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};
