// Messages to this device, on the account's page and, for guests, at a board by correspondence: only over https, only when
// asked for, one device at a time. A box that begins hidden is shown where the browser can have them.
import { digestOf } from "./sha256.js";

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const textOf = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// What a browser must be able to do; the name of the sentence that says what is missing, or nothing.
export const missing = (scope) => {
  if (!scope.isSecureContext) return "plain";
  return "serviceWorker" in scope.navigator && "PushManager" in scope && "Notification" in scope ? "" : "unable";
};

const start = async (box) => {
  const say = (name) => { box.querySelector("[data-push-said]").textContent = box.dataset[name]; };
  const lack = missing(window);
  if (lack) {
    if (!box.hidden) say(lack);
    return;
  }
  const isGuests = box.hidden; // who may have several boards in this browser, and perhaps an account as well
  box.hidden = false;
  if (Notification.permission === "denied") {
    say("denied");
    return;
  }
  const registration = await navigator.serviceWorker.ready;
  const own = await registration.pushManager.getSubscription();
  const row = own && document.querySelector(`[data-push-mark="${digestOf(own.endpoint)}"]`);
  if (row) {
    row.hidden = false;
    row.querySelector("[data-push-here]")?.removeAttribute("hidden");
    say("on");
    if (!isGuests) row.querySelector("form").addEventListener("submit", () => { own.unsubscribe(); });
    return;
  }
  say("off");
  const button = box.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") {
        say("denied");
        return;
      }
      if (!isGuests) await own?.unsubscribe(); // it may be another user's, or be tied to another key
      const made = (isGuests && own) || await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(box.dataset.key) });
      const form = box.querySelector("form");
      form.elements.endpoint.value = made.endpoint;
      form.elements.key.value = textOf(made.getKey("p256dh"));
      form.elements.code.value = textOf(made.getKey("auth"));
      form.submit();
    } catch {
      say("failed");
      button.disabled = false;
    }
  });
};

if (typeof document !== "undefined") document.querySelectorAll("[data-push]").forEach(start);
