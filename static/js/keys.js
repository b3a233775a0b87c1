// A key made here for every tap that writes: the same tap sent twice is then recorded once.
// (crypto.randomUUID is missing on plain http, getRandomValues is not.)

export const freshKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

export const contentOf = (form, button, without = ["key", "csrfmiddlewaretoken"]) => {
  const data = new FormData(form, button instanceof HTMLButtonElement && button.form === form ? button : undefined);
  for (const name of without) data.delete(name);
  return new URLSearchParams(data).toString();
};

export const armKeys = () => {
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
