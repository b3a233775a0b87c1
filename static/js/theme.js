// Puts the chosen light or dark on the page before the first paint, so nothing flashes.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch { /* storage may be closed to us: the system's preference holds */ }
})();
