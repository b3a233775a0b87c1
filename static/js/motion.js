// Seats and cubes slide from where they were to where they are; everything else stays put.

const places = () => new Map(
  Array.from(document.querySelectorAll("[data-moves]"), (thing) => [thing.dataset.moves, thing.getBoundingClientRect()]),
);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const shift = (thing, before) => {
  const was = thing && before.get(thing.dataset.moves);
  if (!was) return { dx: 0, dy: 0 };
  const is = thing.getBoundingClientRect();
  return { dx: was.left - is.left, dy: was.top - is.top };
};

const slide = (thing, { dx, dy }) => {
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  thing.animate(
    [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
    { duration: 200, easing: "ease-out" },
  );
};

// A long list of answers scrolls inside the thumb zone: a tap in it must not send it back to its top.
const thumb = () => document.getElementById("thumb");
const paneOf = (zone) => zone?.querySelector("h2")?.textContent;

// What is unfolded behind the buttons of a phone comes up until it is seen, or its head is at the top.
const raise = (fold) => {
  const dock = document.querySelector(".dock")?.getBoundingClientRect();
  const { top, bottom, right } = fold.getBoundingClientRect();
  const hidden = dock && dock.left < right ? bottom - dock.top : 0;
  if (hidden > 0) scrollBy({ top: Math.min(hidden, top), behavior: calm() ? "auto" : "smooth" });
};

const armFolds = () => {
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest(".table__scroll summary")?.parentElement;
    if (fold && !fold.open) fold.addEventListener("toggle", () => raise(fold), { once: true });
  });
};

export const armMotion = () => {
  armFolds();
  let before = new Map();
  let kept = null;
  // What htmx fetches, and what others have changed (chouette:before, chouette:after).
  for (const event of ["htmx:beforeSwap", "chouette:before"]) {
    document.addEventListener(event, () => {
      before = places();
      kept = { pane: paneOf(thumb()), top: thumb()?.scrollTop ?? 0 };
    });
  }
  document.addEventListener("htmx:afterSwap", () => {
    if (kept?.top && kept.pane === paneOf(thumb())) thumb().scrollTop = kept.top;
  });
  const slideAll = () => {
    if (calm()) return;
    // All places are measured before anything slides; a cube rides on its seat.
    const slides = Array.from(document.querySelectorAll("[data-moves]"), (thing) => {
      if (!before.has(thing.dataset.moves)) return [thing, { dx: 0, dy: 0 }];
      const own = shift(thing, before);
      const seat = shift(thing.parentElement.closest("[data-moves]"), before);
      return [thing, { dx: own.dx - seat.dx, dy: own.dy - seat.dy }];
    });
    before = new Map();
    for (const [thing, by] of slides) slide(thing, by);
  };
  for (const event of ["htmx:afterSettle", "chouette:after"]) document.addEventListener(event, slideAll);
};
