// A plain form would be gone with its page, and what was typed with it: before it is sent,
// the server is asked whether it is there. If not, the form stays as it is.
import { button, isReached, line, words, wordsOf } from "./words.js";

const PROBE = 3000;

let asking = false;
let passed = null; // this one may go: the server answers
let waiting = null;
let timer = 0;

const show = (head = "") => {
  const bar = document.getElementById("unsent");
  clearTimeout(timer);
  if (!bar) return;
  if (!waiting) {
    bar.replaceChildren();
    return;
  }
  const shown = document.createElement("div");
  shown.className = "notice outbox";
  const { form, submitter, what } = waiting;
  const again = () => form.requestSubmit(submitter?.isConnected ? submitter : undefined);
  shown.append(line(words(head)), line(what), button(words("sayAgain"), again, "button again"));
  if (bar.textContent !== shown.textContent) bar.replaceChildren(shown);
  timer = setTimeout(async () => {
    const is = await isReached();
    if (waiting) show(is ? "sayBack" : "sayUnsaved");
  }, PROBE);
};

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || !document.getElementById("main")?.contains(form)) return;
  if (passed === form) {
    passed = null;
    return;
  }
  event.preventDefault();
  if (asking) return;
  asking = true;
  const isThere = await isReached();
  asking = false;
  if (!isThere) {
    const isStill = waiting?.form === form;
    waiting = { form, submitter, what: wordsOf(submitter, form) };
    show(isStill ? "sayStill" : "sayUnsaved");
    return;
  }
  waiting = null;
  passed = form;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
});
// It is written on: then its own button sends what stands in it.
document.addEventListener("input", ({ target }) => {
  if (!waiting || target.form !== waiting.form) return;
  waiting = null;
  show();
});
// A fault named above leads to its field.
document.addEventListener("click", (event) => {
  const fault = event.target.closest("#faults a")?.hash.slice(1);
  const field = fault && document.querySelector(`[aria-errormessage="${CSS.escape(fault)}"]`);
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
});
