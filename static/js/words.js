// What scripts say on a page, in its language: sentences, times, a line, a button; what was tapped, and whether the
// server has heard it.

// Puts values into a sentence: {name} stands for the value of that name.
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");

// Sentences that scripts say stand in the page, in its language: data-say-… on one element.
export const words = (name, values = {}) => filled(document.querySelector("[data-say]")?.dataset[name] ?? "", values);

// Beside the thumb, where people look when something did not happen.
export const say = (text, ...more) => {
  const place = document.getElementById("notice");
  if (!place) return;
  const said = line("", "notice");
  said.append(text, ...more);
  place.replaceChildren(said);
};

// What every countdown writes: whole seconds as 4:05.
export const minutes = (seconds) => `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

// What stands in an element as it is read: where its lines end in the source is nobody's matter.
export const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

export const line = (text, className = "") => {
  const made = document.createElement("p");
  made.textContent = text;
  made.className = className;
  return made;
};

export const button = (text, tapped, className = "button") => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = text;
  made.addEventListener("click", tapped);
  return made;
};

// What is chosen by its label, what is typed as it is.
const valuesOf = (form, button) => {
  const values = Object.fromEntries(new FormData(form, button?.form === form ? button : undefined));
  for (const radio of form.querySelectorAll("input[type=radio]:checked")) {
    values[radio.name] = textOf(radio.closest("label") ?? radio) || radio.value;
  }
  return values;
};

// What the button says, without what is only drawn on it; or what data-says says of the form.
export const wordsOf = (button, form) => {
  const says = button?.dataset.says ?? form?.dataset.says;
  if (says && form) return filled(says, valuesOf(form, button));
  const copy = (button ?? form?.querySelector("button"))?.cloneNode(true);
  if (!copy) return words("sayTap");
  for (const drawn of copy.querySelectorAll("[aria-hidden=true]")) drawn.remove();
  for (const small of copy.querySelectorAll("small")) small.prepend(", ");
  const said = (copy.getAttribute("aria-label") ?? textOf(copy)).replaceAll(" ,", ",");
  // A short word needs what it is about: whose cube, who has won, which match.
  const named = document.getElementById(form?.getAttribute("aria-labelledby"))?.querySelector("b")
    ?? form?.closest(".thumb__grid--three")?.parentElement.querySelector("h2");
  const about = (named && textOf(named)) ?? form?.closest("[data-of]")?.dataset.of;
  return about && !said.startsWith(`${about}:`) ? `${about}: ${said}` : said;
};

// No answer at all, or one that somebody between us and the server has given.
export const UNREACHED = new Set([0, 408, 425, 429, 502, 503, 504]);

const ANSWER = 8000;

export const isReached = async () => {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), ANSWER);
  try {
    return (await fetch("/manifest.webmanifest", { cache: "no-store", signal: control.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
};
