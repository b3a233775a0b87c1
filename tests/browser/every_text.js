// All that the page says: its visible words, and what it says to those who do not see it.
() => {
  const found = new Set([document.title]);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    if (!one.closest("script, style, template, [lang]:not(html), [translate=no], pre, code")) found.add(texts.currentNode.data);
  }
  for (const name of ["aria-label", "placeholder", "title", "alt"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) found.add(one.getAttribute(name));
  }
  return [...found].map((words) => words.trim().replace(/\s+/g, " ")).filter(Boolean);
}
