// Copies a link with a button. Plain http has no clipboard for scripts: what is selected is copied.
const field = document.querySelector("[data-copy-from]");
const button = document.querySelector("[data-copy]");
const said = document.querySelector("[data-copied]");

if (field && button) {
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.focus();
    field.select();
    const copied = window.isSecureContext
      ? await navigator.clipboard.writeText(field.value).then(() => true, () => false)
      : document.execCommand("copy");
    if (said) said.hidden = !copied;
  });
}
