// Hands on the board: taps, drags and arrow keys. The caller says what they mean.

const FAR = 6; // pixels: from here on a press is a drag
const NEAR = 34; // units of the picture: so far beside a place a checker may be let go

// does: tap(place), held(place) the piece that may be lifted there, lifted(piece) where it may be let go,
// dropped(piece, place or null), undo(), leave(), round() the places that Tab goes through
export const armHands = (stage, look, pieces, does) => {
  let press = null;
  let wasDrag = false;

  const placeOf = (event) => event.target.closest?.("[data-place]")?.dataset.place ?? null;

  const nearest = (at, places) => {
    let best = null;
    for (const name of places) {
      const spot = look.spot(name);
      const length = spot.dy * 4;
      const dy = Math.max(0, Math.min(spot.y, spot.y + length) - 30 - at.y, at.y - Math.max(spot.y, spot.y + length) - 30);
      const far = Math.hypot(at.x - spot.x, dy) * (name.startsWith("off") ? 0.5 : 1);
      if (far < NEAR && (!best || far < best.far)) best = { name, far };
    }
    return best?.name ?? null;
  };

  stage.addEventListener("pointerdown", (event) => {
    wasDrag = false;
    if (event.button !== 0 || press) return;
    const place = placeOf(event);
    const piece = place && does.held(place);
    if (piece) press = { piece, x: event.clientX, y: event.clientY, pointer: event.pointerId, isDrag: false };
  });

  stage.addEventListener("pointermove", (event) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.isDrag) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      press.isDrag = true;
      stage.setPointerCapture(event.pointerId);
      press.places = does.lifted(press.piece);
    }
    pieces.drag(press.piece.id, look.from(event));
  });

  const release = (event, isDone) => {
    if (!press || event.pointerId !== press.pointer) return;
    const { piece, places, isDrag } = press;
    press = null;
    if (!isDrag) return;
    wasDrag = true;
    setTimeout(() => { wasDrag = false; }, 50);
    pieces.drop(piece.id);
    does.dropped(piece, isDone ? nearest(look.from(event), places) : null);
  };
  stage.addEventListener("pointerup", (event) => release(event, true));
  stage.addEventListener("pointercancel", (event) => release(event, false));

  stage.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (wasDrag || !place) return;
    does.tap(place);
  });

  stage.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const button = event.target.closest("[data-place]");
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in ways && button) beside(button, ...ways[event.key])?.focus();
    else if (event.key === "Tab" && button && along(button, event.shiftKey ? -1 : 1)) { /* on to a target */ }
    else if (event.key === "Escape") does.leave();
    else if (event.key === "Backspace") does.undo();
    else return;
    event.preventDefault();
  });

  // With a checker in the hand Tab leads to where it can go, before it leads on.
  const along = (button, way) => {
    const names = does.round();
    const at = names.indexOf(button.dataset.place);
    const next = at < 0 ? null : names[at + way];
    if (!next) return false;
    stage.querySelector(`[data-place="${next}"]`).focus();
    return true;
  };

  // The next place to a side, as it is seen; where squares are joined by their corners, up
  // and down lead along a diagonal, one down and one up back again.
  const beside = (button, dx, dy) => {
    const from = button.getBoundingClientRect();
    const x = (from.left + from.right) / 2;
    const y = (from.top + from.bottom) / 2;
    let best = null;
    for (const other of stage.querySelectorAll("[data-place]")) {
      if (other === button) continue;
      const box = other.getBoundingClientRect();
      const slack = look.geometry.corners ? 4 : -4;
      const overlaps = dx ? box.top < from.bottom - 4 && box.bottom > from.top + 4 : box.left < from.right + slack && box.right > from.left - slack;
      const beside = (box.left + box.right) / 2 - x;
      const far = dx ? beside * dx : ((box.top + box.bottom) / 2 - y) * dy + (beside * dy) / 100;
      if (overlaps && far > 4 && (!best || far < best.far)) best = { other, far };
    }
    return best?.other;
  };
};
