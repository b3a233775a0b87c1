// Seats and cubes slide from where they were to where they are; everything else stays put.

const places = () => new Map(
  Array.from(document.querySelectorAll("[data-moves]"), (thing) => [thing.dataset.moves, thing.getBoundingClientRect()]),
);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const slide = (thing, before) => {
  const after = thing.getBoundingClientRect();
  const dx = before.left - after.left;
  const dy = before.top - after.top;
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  thing.animate(
    [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }],
    { duration: 200, easing: "ease-out" },
  );
};

export const armMotion = () => {
  let before = new Map();
  document.addEventListener("htmx:beforeSwap", () => { before = places(); });
  document.addEventListener("htmx:afterSettle", () => {
    if (calm()) return;
    for (const thing of document.querySelectorAll("[data-moves]")) {
      const was = before.get(thing.dataset.moves);
      if (was) slide(thing, was);
    }
    before = new Map();
  });
};
