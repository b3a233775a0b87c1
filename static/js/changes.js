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

// What somebody else has changed glows for a moment, with their name, and is announced to screen readers.

const LASTS = 2000;
const QUIET = 700;

const placeOf = (cube) => {
  const lane = cube?.closest(".lane");
  return lane ? [...lane.children].indexOf(cube) : -1;
};

const partsOf = (seat) => {
  const cube = seat.querySelector(".cube");
  return new Map([
    [".cube", cube ? `${cube.textContent} ${placeOf(cube)} ${cube.className}` : ""],
    [".seat__total", seat.querySelector(".seat__total")?.textContent.trim() ?? ""],
    [".seat__given", seat.querySelector(".seat__given")?.textContent.trim() ?? ""],
    [".seat__out", seat.querySelector(".seat__out")?.textContent.trim() ?? ""],
  ]);
};

const seatsOf = () => document.querySelectorAll(".seat[data-moves]");

// To be taken before the change, and given to `glow` after it.
export const picture = () => new Map(Array.from(seatsOf(), (seat) => [seat.dataset.moves, partsOf(seat)]));

export const glow = (before, by) => {
  const changes = [];
  for (const seat of seatsOf()) {
    const was = before.get(seat.dataset.moves);
    if (!was) continue;
    const changed = [];
    for (const [part, text] of partsOf(seat)) {
      const thing = text && text !== was.get(part) ? seat.querySelector(part) : null;
      if (thing) changed.push(thing);
    }
    if (changed.length) changes.push({ seat, changed });
  }
  // Once is enough: their name in every row reads as if it were everybody's. It stands in their own
  // row if that has changed; several steps may have come at once, and the others are not theirs.
  const own = changes.find(({ seat }) => seat.querySelector(".seat__name")?.textContent.trim() === by);
  const named = by ? own ?? changes[0] : null;
  for (const change of changes) {
    const { seat, changed } = change;
    for (const thing of changed) thing.classList.add("glow");
    let name = null;
    if (change === named) {
      name = document.createElement("span");
      name.className = "glow__by";
      name.setAttribute("aria-hidden", "true");
      name.textContent = by;
      seat.append(name);
    }
    setTimeout(() => {
      for (const thing of changed) thing.classList.remove("glow");
      name?.remove();
    }, LASTS);
  }
};

let heard = [];
let timer = 0;

// Several things in a row are told together, once it is quiet.
export const tell = (sentence) => {
  if (!sentence || heard.at(-1) === sentence) return;
  heard = [...heard, sentence].slice(-4);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const place = document.getElementById("told");
    if (place) place.textContent = heard.join(". ");
    heard = [];
  }, QUIET);
};
