// The director's desk keeps itself up to date, its clock runs, and names are added to the list.
import { graft } from "./changes.js";
import { armLine, find } from "./desk_line.js";
import { armClocks } from "./event_clock.js";
import { armOutbox } from "./outbox.js";

const EVERY = 4000;

let pending = 0; // requests of our own that are under way
const desk = () => document.getElementById("desk");
const tick = armClocks();

// --- what others do appears by itself; a field in which somebody types stays that field

const refresh = async () => {
  const before = desk();
  if (!before?.dataset.poll || document.hidden || pending) return;
  let text = "";
  try {
    const answer = await fetch(`${before.dataset.poll}&beat=${before.dataset.beat}`, { headers: { "HX-Request": "true" } });
    if (answer.status !== 200) return;
    text = await answer.text();
  } catch {
    return; // no network: the next one may get through
  }
  if (desk() === before && !pending) take(text); // else a tap was faster, and its answer is fresh
};

const take = (text) => {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("desk");
  if (!fresh) return;
  graft(desk(), fresh);
  window.htmx.process(desk());
  find();
  tick();
};
armLine(take, (more) => { pending += more; });

document.addEventListener("htmx:beforeRequest", () => { pending += 1; });
document.addEventListener("htmx:afterRequest", () => { pending = Math.max(0, pending - 1); });

// --- what could not be sent is kept, and sent by hand

const place = document.querySelector("[data-keeps]");
armOutbox(place, place?.dataset.keeps, { marks: { waited: "1" }, byHand: true });
document.addEventListener("chouette:taken", () => setTimeout(refresh));

// What is asked, or why nothing was done, stands above: who tapped far below is brought to it, and back to
// the match or player once it is answered.
let from = "";
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const row = detail.elt.closest?.("li[id]");
  if (row) from = row.id;
  else if (!detail.elt.closest?.(".question")) from = "";
});
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!detail.xhr) return;
  find();
  const told = desk()?.querySelector(".question, #problem");
  if (!told) {
    const row = document.getElementById(from);
    if (!row || row.contains(document.activeElement)) return;
    row.scrollIntoView({ block: "nearest" });
    row.querySelector("button, a, summary, input[type=radio]")?.focus({ preventScroll: true });
    return;
  }
  if (detail.requestConfig?.verb !== "post") return;
  told.tabIndex = -1;
  told.scrollIntoView({ block: "center" });
  told.focus({ preventScroll: true });
});

// --- a name chosen from the club's players goes into the list

const add = (adder) => {
  const field = adder.querySelector("input");
  const list = document.getElementById(adder.dataset.adds);
  const name = field.value.trim();
  if (!name || !list) return;
  const text = list.value.replace(/\s+$/, "");
  list.value = text ? `${text}\n${name}\n` : `${name}\n`;
  field.value = "";
  field.focus();
};

document.addEventListener("click", ({ target }) => {
  const adder = target.closest("[data-adds] button");
  if (adder) add(adder.closest("[data-adds]"));
  if (target.closest("[data-print]")) window.print();
});
document.addEventListener("keydown", (event) => {
  const adder = event.key === "Enter" && event.target.matches("input") && event.target.closest("[data-adds]");
  if (!adder) return;
  event.preventDefault();
  add(adder);
});

setInterval(refresh, EVERY);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
