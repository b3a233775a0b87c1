// What was said at a board leaves its field, unless more was typed meanwhile.

document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, xhr, requestConfig } }) => {
  const field = elt.matches("[data-says]") && elt.elements.text;
  // An answer is what is wrong with it.
  if (field && successful && !xhr.responseText && field.value === requestConfig.formData.get("text")) field.value = "";
});
