// A list pasted where one name is asked for: a field of one line would join all of them, so it goes to the field for several.
export const armSeveral = () => {
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
