// The light-or-dark switch in the menu: remembered on this device only.

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
