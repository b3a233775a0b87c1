// What goes on beyond its edge fades there. Browsers that know timelines of scrolling do so by
// themselves (components.css); the others are told here.
const WIDE = ".scroll, .sheet-scroll, .sample, .choices--rounds, .desk > .tabs, .paper .page";

function tell(one) {
  one.classList.toggle("is-beyond", one.scrollWidth - one.clientWidth - Math.abs(one.scrollLeft) > 1);
}

export function armBeyond() {
  if (CSS.supports("animation-timeline: scroll()")) return;
  const all = () => document.querySelectorAll(WIDE).forEach(tell);
  document.addEventListener("scroll", ({ target }) => { if (target.matches?.(WIDE)) tell(target); }, { capture: true, passive: true });
  for (const what of ["htmx:afterSettle", "toggle"]) document.addEventListener(what, all, true);
  addEventListener("resize", all);
  all();
}
