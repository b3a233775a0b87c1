// Says when the network or the server did not answer, and closes menus that were left.
import { say } from "./words.js";

const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(except)) menu.open = false;
  }
};

// With a keyboard the focus goes to the thumb zone when the button that was used is gone.
const keepFocus = () => {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.getElementById("thumb")?.focus({ preventScroll: true });
};

// What our own server says of itself: not the page of a proxy before it.
const saidBy = (xhr) => xhr.getResponseHeader("HX-Retarget")
  && new DOMParser().parseFromString(xhr.responseText, "text/html").body.textContent.trim();

export const armNotices = () => {
  const texts = () => document.querySelector("[data-offline-text]")?.dataset;
  for (const unanswered of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(unanswered, ({ detail: { xhr } }) => {
      // Once the outbox, or the desk, has had its turn.
      setTimeout(() => { if (!xhr.isKept) say(texts()?.offlineText ?? "No answer from the server."); });
    });
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status < 500 || detail.xhr.status === 507) return; // a full disk speaks for itself
    setTimeout(() => { if (!detail.xhr.isKept) say(saidBy(detail.xhr) || (texts()?.brokenText ?? "Something went wrong.")); });
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.xhr) keepFocus(); // what others do takes nobody along
  });
  // After a new sign-in the server has a new token for forms; the open page takes it over.
  document.addEventListener("chouette:token", (event) => {
    const { value } = event.detail;
    for (const field of document.getElementsByName("csrfmiddlewaretoken")) field.value = value;
    for (const place of document.querySelectorAll("[hx-headers]")) {
      place.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": value }));
    }
  });
  document.addEventListener("click", (event) => closeMenus(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(null);
  });
};
