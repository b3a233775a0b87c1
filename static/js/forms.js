// What the forms of every page do: taps have keys, lists that are pasted find their field, what is being typed
// outlives an answer of the server, and filters apply at once.
import { freshKey } from "./kept.js";

// --- keys: what is sent, without what belongs to this one page

export const contentOf = (form, button, without = ["key", "csrfmiddlewaretoken"]) => {
  const data = new FormData(form, button instanceof HTMLButtonElement && button.form === form ? button : undefined);
  for (const name of without) data.delete(name);
  return new URLSearchParams(data).toString();
};

const armKeys = () => {
  // Capture phase: before htmx reads the form.
  document.addEventListener("submit", (event) => {
    const field = event.target.elements?.namedItem("key");
    if (!(field instanceof HTMLInputElement)) return;
    const content = contentOf(event.target, event.submitter);
    if (field.dataset.content === content) return; // a retry of the same tap keeps its key
    field.value = freshKey();
    field.dataset.content = content;
  }, true);
};

// --- a list pasted where one name is asked for: a field of one line would join all of them, so it goes to the
// field for several

const armSeveral = () => {
  document.addEventListener("paste", (event) => {
    const field = event.target instanceof Element ? event.target.closest("input[data-several]") : null;
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    const list = field && document.getElementById(field.dataset.several);
    if (!list || !/[\r\n\t]/.test(text)) return;
    event.preventDefault();
    list.closest("details").open = true;
    list.value = [list.value.trimEnd(), text].filter(Boolean).join("\n");
    list.focus();
  });
};

// --- an answer of the server replaces a piece of the page while somebody types, ticks or opens something in it:
// what the answer could not know stays as they have it

const FIELDS = "input:not([type=hidden], [type=file], [type=submit]), textarea, select";

const isTick = (field) => field.type === "checkbox" || field.type === "radio";
const state = (field) => (isTick(field) ? field.checked : field.value);
const atFirst = (field) => {
  if (isTick(field)) return field.defaultChecked;
  if (field.nodeName !== "SELECT") return field.defaultValue;
  return (Array.from(field.options).find((one) => one.defaultSelected) ?? field.options[0])?.value;
};

const all = (kind, place) => Array.from(place?.querySelectorAll?.(kind) ?? []);
const rough = (one) => [one.form?.id || one.form?.getAttribute("action"), one.name, isTick(one) ? one.value : ""].join(" ");

// A field that has no id is found again by its place among its like, if there are as many of them as
// before in the row or piece that has one. Folds have ids.
const pointer = (one, kind) => {
  if (one.id) return () => document.getElementById(one.id);
  const home = one.closest("[id]")?.id;
  const like = () => all(kind, home ? document.getElementById(home) : document).filter((other) => !other.id && rough(other) === rough(one));
  const [count, at] = [like().length, like().indexOf(one)];
  return () => (like().length === count ? like()[at] : null);
};

const sent = new WeakMap();
const missed = new WeakMap();
const untold = new WeakMap();
const found = new WeakMap(); // of each fold that was tapped: whether the server had sent it open

// What the request said of each field; of one that it did not send, what the server had put there.
const asked = ({ detail: { xhr, target, requestConfig } }) => {
  const said = requestConfig.formData ?? new FormData();
  const isProof = (one) => one.value && !isTick(one) && one.name !== "csrfmiddlewaretoken" && said.getAll(one.name).includes(one.value);
  const forms = new Set(all("input, textarea", document).filter(isProof).map((one) => one.form));
  const isSent = (field) => said.has(field.name) || (isTick(field) && field.form && forms.has(field.form));
  sent.set(xhr, new Map(all(FIELDS, target).map((field) => [field, isSent(field) ? state(field) : atFirst(field)])));
};

const answered = ({ detail: { xhr, target, requestConfig: { elt, verb } } }) => {
  const before = sent.get(xhr);
  if (!before) return;
  // What was opened to do the very thing that is done now closes, if the server says so.
  const isDone = (fold) => verb !== "get" && fold.contains(elt);
  missed.set(xhr, {
    question: target.dataset.question,
    where: pointer(target, target.nodeName),
    folds: all("details", target).filter((fold) => found.has(fold) && found.get(fold) !== fold.open && !isDone(fold))
      .map((fold) => ({ id: fold.id, open: fold.open })),
    fields: all(FIELDS, target)
      .map((field) => ({ field, isNew: before.has(field) && state(field) !== before.get(field), isHere: field === document.activeElement }))
      .filter(({ isNew, isHere }) => isNew || isHere)
      .map(({ field, isNew, isHere }) => ({
        now: pointer(field, FIELDS), isNew, isHere, tick: isTick(field), state: state(field), from: field.selectionStart, to: field.selectionEnd,
      })),
  });
};

const opened = ({ id, open }) => {
  const fold = document.getElementById(id);
  if (!fold || fold.open === open) return;
  found.set(fold, fold.open);
  fold.open = open;
};

const tell = (field) => field.dispatchEvent(new Event("change", { bubbles: true }));

// Whether the page has to be told at once of what is put back.
const put = (field, { isNew, isHere, tick, state: mine, from, to }) => {
  const changes = isNew && state(field) !== mine;
  if (changes && tick) field.checked = mine;
  else if (changes) field.value = mine;
  if (isHere && document.activeElement !== field) field.focus({ preventScroll: true });
  if (!changes) return false;
  if (!isHere || tick || field.nodeName === "SELECT") return true;
  try { field.setSelectionRange(from, to); } catch { /* a number or a date has no caret */ }
  // The browser tells of a change only what was typed into this very field.
  const done = new AbortController();
  field.addEventListener("change", () => done.abort(), { signal: done.signal });
  field.addEventListener("blur", () => { done.abort(); tell(field); }, { signal: done.signal });
  return false;
};

const swapped = ({ detail: { xhr } }) => {
  if (!missed.has(xhr)) return;
  const { question, where, folds, fields } = missed.get(xhr);
  missed.delete(xhr);
  folds.forEach(opened); // first: nothing in a closed one can have the focus
  // What was ticked in answer to a question says nothing about the next.
  const isOther = question !== where()?.dataset.question;
  untold.set(xhr, fields.flatMap((one) => {
    const field = isOther && one.tick ? null : one.now();
    return field && put(field, one) ? [field] : [];
  }));
};

// Only now does htmx listen to what has come.
const settled = ({ detail: { xhr } }) => {
  untold.get(xhr)?.filter((field) => field.isConnected).forEach(tell);
  untold.delete(xhr);
};

const armTyped = () => {
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest?.("summary")?.parentElement;
    if (fold && !found.has(fold)) found.set(fold, fold.open);
  }, true);
  document.addEventListener("htmx:beforeSend", asked);
  document.addEventListener("htmx:beforeSwap", answered);
  document.addEventListener("htmx:afterSwap", swapped);
  document.addEventListener("htmx:afterSettle", settled);
};

export const armForms = () => {
  armKeys();
  armSeveral();
  armTyped();
  // What is chosen in a list's filters applies at once; without scripts a button does it.
  document.addEventListener("change", ({ target }) => { target.closest("form[data-at-once]")?.requestSubmit(); });
};
