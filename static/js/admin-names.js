// Gives the admin's search fields the names of their labels, for those who hear the page.
function name() {
  for (const box of document.querySelectorAll(".select2-selection[role=combobox]")) {
    const select = box.closest(".select2")?.previousElementSibling;
    const label = select?.labels?.[0];
    if (!label) continue;
    label.id ||= `${select.id}_label`;
    box.setAttribute("aria-labelledby", `${label.id} ${box.getAttribute("aria-labelledby") ?? ""}`);
    for (const shown of box.querySelectorAll("[role=textbox]")) {
      shown.setAttribute("aria-labelledby", label.id);
    }
  }
}

// The fields are made when jQuery finds the page ready, which may be just after it has loaded.
window.addEventListener("load", () => setTimeout(name));
