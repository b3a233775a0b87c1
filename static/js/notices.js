// Says when the network or the server did not answer, and closes menus that were left.

const say = (text) => {
  const place = document.getElementById("notice");
  if (!place) return;
  const line = document.createElement("p");
  line.className = "notice";
  line.textContent = text;
  place.replaceChildren(line);
};

const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(except)) menu.open = false;
  }
};

// Whoever taps with a keyboard goes on at the thumb zone when the button he used is gone.
const keepFocus = () => {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.getElementById("thumb")?.focus({ preventScroll: true });
};

export const armNotices = () => {
  const texts = () => document.querySelector("[data-offline-text]")?.dataset;
  document.addEventListener("htmx:sendError", () => say(texts()?.offlineText ?? "No answer from the server."));
  document.addEventListener("htmx:responseError", (event) => {
    if (event.detail.xhr.status >= 500) say(texts()?.brokenText ?? "Something went wrong.");
  });
  document.addEventListener("htmx:afterSettle", () => {
    keepFocus();
  });
  // After a new sign-in the server has a new token for forms; the open page takes it over.
  document.addEventListener("chouette:token", (event) => {
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = event.detail.value;
  });
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(null);
  });
};
