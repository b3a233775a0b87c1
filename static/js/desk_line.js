// The line of the desk: it finds a match while somebody types, and enters `37 7 3` with Enter, as fast as
// they type. Lines go one after the other, each with its own key: none is lost, and none counts twice.
import { freshKey } from "./keys.js";
import { UNREACHED } from "./taps.js";
import { words } from "./words.js";

const AGAIN = 3000;

const field = () => document.getElementById("typed");
const said = () => document.getElementById("said");
const rows = () => document.querySelectorAll(".bouts--lines > .bout");

const kept = []; // { text, key }: not answered yet
const missed = []; // { text, why }: refused, and to be put right
const last = {}; // the match that each card led to
let isSending = false;

// As people type in a hurry: without capitals and accents.
const STROKES = { "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss" };
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[øłđħıæœß]/g, (one) => STROKES[one]);

// The table whose number, or the player whose name, is typed; scores behind it change nothing.
export const find = () => {
  const text = plain((field()?.value ?? "").trim());
  const table = /^\d+/.exec(text)?.[0];
  const name = text.replace(/(\s+\d+([-–:]\d*)?)+$/, "");
  for (const row of rows()) {
    const isIt = table ? row.dataset.table === table || (text === table && row.dataset.table.startsWith(table))
      : plain(row.dataset.of).includes(name);
    row.toggleAttribute("data-off", Boolean(text) && !isIt);
  }
};

const say = (text, isWrong) => {
  const place = said();
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("line__said--wrong", isWrong);
};

const post = async (form, { text, key }) => {
  const sent = new FormData(form);
  sent.set("text", text);
  sent.set("key", key);
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent, headers: { "HX-Request": "true" } });
  if (UNREACHED.has(answer.status)) throw new Error("unreached");
  return { page: await answer.text(), isDone: answer.ok };
};

// What was refused comes back into the field once nothing else is typed there; what is typed next replaces it.
const bringBack = () => {
  const typed = field();
  if (!typed || typed.value || kept.length || !missed.length) return;
  const { text, why } = missed.shift();
  typed.value = text;
  const place = said();
  place.innerHTML = why;
  place.classList.add("line__said--wrong");
  typed.focus();
  typed.select();
};

// `take` puts the answer's desk in the place of this one; `hold` keeps the desk from looking for news meanwhile.
export const armLine = (take, hold) => {
  const run = async () => {
    const form = document.getElementById("line");
    if (isSending || !kept.length || !form) return;
    isSending = true;
    hold(1);
    let answer;
    try {
      answer = await post(form, kept[0]);
    } catch {
      say(`${words("sayUnsaved")} ${kept.map((one) => one.text).join(" · ")}`, true);
    }
    hold(-1);
    isSending = false;
    if (!answer) {
      setTimeout(run, AGAIN);
      return;
    }
    const { text } = kept.shift();
    take(answer.page);
    if (!answer.isDone) missed.push({ text, why: said()?.innerHTML ?? "" });
    bringBack();
    find();
    const sheet = document.getElementById("sheet");
    if (answer.isDone && sheet && !field()?.value) {
      sheet.scrollIntoView({ block: "nearest" });
      sheet.focus({ preventScroll: true });
    }
    run();
  };

  document.addEventListener("input", ({ target }) => {
    if (target.id === "typed") find();
  });

  // Before htmx sees it: that would put another field in the place of the one in which somebody types on.
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "line") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const typed = field();
    const text = typed.value.trim();
    typed.value = "";
    typed.focus();
    find();
    if (!text) return;
    kept.push({ text, key: freshKey() });
    run();
  }, true);

  // A card leads to its next match, from the one that was looked at last.
  document.addEventListener("click", (event) => {
    const count = event.target.closest(".count");
    if (!count) return;
    const found = [...rows()].filter((row) => row.dataset.state === count.dataset.state && !row.hasAttribute("data-off"));
    if (!found.length) return;
    event.preventDefault();
    const before = found.findIndex((row) => row.id === last[count.id]);
    const next = found[(before + 1) % found.length];
    last[count.id] = next.id;
    next.scrollIntoView({ block: "nearest" });
    next.querySelector("input[type=radio], button, a")?.focus({ preventScroll: true });
  });
};
