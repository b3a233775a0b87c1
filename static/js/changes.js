// How a piece of the page becomes another: what is the same stays, and what really moved slides.

// Makes one piece of the page like another without replacing what is the same: a field somebody types
// in stays that very field, with its text, its cursor and the keyboard of the phone.

const isField = (node) => node.matches?.("input:not([type=hidden]), textarea, select");
const nameOf = (node) => node.id || node.dataset?.moves || node.getAttribute?.("name") || "";

const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName
  && nameOf(one) === nameOf(other) && (one.nodeName !== "INPUT" || one.type === other.type);

const KEPT = new Set(["open", "inert", "aria-busy"]); // what the page itself has set

const copyAttributes = (from, to) => {
  const own = isField(from);
  for (const { name } of [...from.attributes]) {
    if (to.hasAttribute(name) || KEPT.has(name) || (own && (name === "value" || name === "checked"))) continue;
    from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (KEPT.has(name) || (own && (name === "value" || name === "checked"))) continue;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
};

export const graft = (from, to) => {
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  copyAttributes(from, to);
  const wanted = [...to.childNodes];
  let old = from.firstChild;
  wanted.forEach((child, place) => {
    let match = old;
    while (match && !alike(match, child)) match = match.nextSibling;
    if (!match) {
      from.insertBefore(document.importNode(child, true), old);
      return;
    }
    // What lies between is gone, unless it is wanted further down: then the match is moved up to here.
    while (old !== match && !wanted.slice(place + 1).some((one) => alike(old, one))) {
      const next = old.nextSibling;
      old.remove();
      old = next;
    }
    if (old === match) old = match.nextSibling;
    else from.insertBefore(match, old);
    graft(match, child);
  });
  while (old) {
    const next = old.nextSibling;
    old.remove();
    old = next;
  }
};

// --- seats and cubes slide from where they were to where they are; everything else stays put

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
