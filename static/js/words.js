// Sentences that scripts say stand in the page, in its language: data-say-… on one element.
export const words = (name, values = {}) => {
  const text = document.querySelector("[data-say]")?.dataset[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
};

// Beside the thumb, where people look when something did not happen.
export const say = (text, ...more) => {
  const place = document.getElementById("notice");
  if (!place) return;
  const line = document.createElement("p");
  line.className = "notice";
  line.append(text, ...more);
  place.replaceChildren(line);
};
