// Puts values into a sentence: {name} stands for the value of that name.
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");

// Sentences that scripts say stand in the page, in its language: data-say-… on one element.
export const words = (name, values = {}) => filled(document.querySelector("[data-say]")?.dataset[name] ?? "", values);

// Beside the thumb, where people look when something did not happen.
export const say = (text, ...more) => {
  const place = document.getElementById("notice");
  if (!place) return;
  const line = document.createElement("p");
  line.className = "notice";
  line.append(text, ...more);
  place.replaceChildren(line);
};
