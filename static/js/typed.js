// An answer of the server replaces a form while somebody types in it: what it has not seen stays.

const FIELDS = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=submit]), textarea";

const name = (field) => field.id || field.name;
const fields = (place) => Array.from(place?.querySelectorAll?.(FIELDS) ?? []);
const sent = new WeakMap();
const missed = new WeakMap();

// What the request said of each field; of one that it did not send, what the server had put there.
const asked = ({ detail: { xhr, target, requestConfig } }) => {
  const said = requestConfig.formData ?? new FormData();
  sent.set(xhr, new Map(fields(target).map((field) => [name(field), said.has(field.name) ? field.value : field.defaultValue])));
};

const answered = ({ detail: { xhr, target } }) => {
  const before = sent.get(xhr);
  if (!before) return;
  missed.set(xhr, fields(target).filter((field) => field.value !== before.get(name(field)) && before.has(name(field)))
    .map((field) => ({ name: name(field), value: field.value, isHere: field === document.activeElement, at: field.selectionEnd })));
};

const found = (key) => fields(document).find((field) => name(field) === key);

const swapped = ({ detail: { xhr } }) => {
  for (const one of missed.get(xhr) ?? []) {
    const field = found(one.name);
    if (!field || field.value === one.value) continue;
    field.value = one.value;
    const tell = () => field.dispatchEvent(new Event("change", { bubbles: true }));
    if (!one.isHere) {
      tell();
      continue;
    }
    field.focus({ preventScroll: true });
    try { field.setSelectionRange(one.at, one.at); } catch { /* a number or a date has no caret */ }
    // The browser tells of a change only what was typed into this very field.
    const done = new AbortController();
    field.addEventListener("change", () => done.abort(), { signal: done.signal });
    field.addEventListener("blur", () => { done.abort(); tell(); }, { signal: done.signal });
  }
  missed.delete(xhr);
};

export const armTyped = () => {
  document.addEventListener("htmx:beforeSend", asked);
  document.addEventListener("htmx:beforeSwap", answered);
  document.addEventListener("htmx:afterSwap", swapped);
};
