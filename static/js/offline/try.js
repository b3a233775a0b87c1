// A chouette without a club: begun, kept and played on this device alone.
import { armAwake, armShell, armTheme, freshKey } from "../kept.js";
import { say, words } from "../words.js";
import { isAble, lasts, reopens } from "./device.js";
import { fetchedSoFar, openWorker } from "./python.js";
import { armRoom, draw } from "./room.js";
import { keepShell } from "./shell_kept.js";
import * as store from "./store.js";

const RENEW = 2000;

const at = (id) => document.getElementById(id);
const place = at("place");
const tab = freshKey();
const here = (address) => new URL(address, document.baseURI).href;
const read = (id) => JSON.parse(at(id).textContent);

const given = read("offline-parts");
const parts = { ...given, base: here(given.base), code: here(given.code) };
const speech = read("offline-speech");
let evening = null;
let room = null;
let renewing = 0;

// --- the interpreter, once it is wanted

const fetched = (loaded, total) => {
  const line = at("progress");
  line.hidden = false;
  line.querySelector("progress").value = Math.round((100 * loaded) / total);
  line.querySelector("span").textContent = fetchedSoFar(loaded, total, Number(place.dataset.size));
};

let worker = null;
const ask = (act, content) => {
  worker ??= openWorker(here(place.dataset.worker), fetched);
  return worker(act, content);
};
const call = (name, content = {}) => ask("call", { name, given: content });

const start = async () => {
  await ask("start", { parts });
  at("progress").hidden = true;
  // A page of its own has its own service worker; here it is kept while the first game begins.
  if (!place.dataset.own) keepShell(location.pathname + location.search, here(place.dataset.worker), parts).catch(() => {});
};

// --- before the first game

const names = at("names");

// The next line is there as soon as the last one is used.
const grow = () => {
  const fields = names.querySelectorAll("input");
  const last = fields[fields.length - 1];
  if (!last.value.trim() || fields.length >= Number(names.dataset.most)) return;
  const next = last.closest("li").cloneNode(true);
  const field = next.querySelector("input");
  field.value = "";
  field.id = `name-${fields.length + 1}`;
  const label = next.querySelector("label");
  label.htmlFor = field.id;
  label.textContent = words("sayPlayer", { number: fields.length + 1 });
  names.append(next);
};

const refuse = (text) => {
  const problem = at("problem");
  problem.textContent = text;
  problem.hidden = false;
  at("progress").hidden = true;
};

const reasonOf = (error) => {
  if (error.message === "full") return words("sayFull");
  if (error.message === "elsewhere" || error.message.includes("Constraint")) return words("sayElsewhere");
  if (error instanceof TypeError) return words("sayNetwork");
  return words("sayBroken", { why: error.message });
};

const local = (now) => new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);

const typed = (form) => {
  const data = new FormData(form);
  const now = new Date();
  return {
    names: data.getAll("name"),
    rules: data.get("rules"),
    worth: data.get("worth"),
    currency: data.get("currency"),
    title: "",
    day: new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "long" }).format(now),
    date: local(now),
    identifier: `try-${freshKey().slice(0, 12)}`,
  };
};

const busily = async (doing) => {
  at("problem").hidden = true;
  at("start").disabled = true;
  try {
    await doing();
  } catch (error) {
    refuse(reasonOf(error));
  } finally {
    at("start").disabled = false;
  }
};

const begin = (form) => busily(async () => {
  await start();
  await call("speak", speech);
  const { base, problem } = await call("begin", typed(form));
  if (problem) {
    refuse(problem);
    return;
  }
  await lasts();
  evening = { id: base.public_id, base, speech, parts: given, begun: Date.now(), alone: true };
  await ask("keep", { record: evening });
  await open();
});

// --- at the table

const open = async (over = true) => {
  // Shown in the language of this page, whichever it was begun in.
  await ask("keep", { record: { ...evening, speech } });
  const view = await ask("open", { evening: evening.id, tab, over });
  at("begin").hidden = true;
  place.hidden = false;
  document.querySelector(".topbar").hidden = false;
  document.body.classList.add("room");
  room ??= armRoom(place, ask, { drawn: () => {}, failed: (error) => say(reasonOf(error)), away: openSheet });
  closeSheet();
  draw(view);
  place.dataset.ready = "";
  clearInterval(renewing);
  renewing = setInterval(() => ask("renew").catch((error) => say(reasonOf(error))), RENEW);
  if (location.hash.slice(1) !== evening.id) history.replaceState(null, "", `#${evening.id}`);
};

const closeSheet = () => {
  at("sheet").hidden = true;
  at("table").hidden = false;
};

const openSheet = async () => {
  const { html } = await call("sheet");
  at("sheet-body").innerHTML = html;
  at("sheet").hidden = false;
  at("table").hidden = true;
  scrollTo(0, 0);
  at("sheet-title").focus({ preventScroll: true });
};

const notation = async () => (await call("csn")).text;

const file = async () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await notation()], { type: "text/plain" }));
  link.download = `chouette-${evening.base.date}.csn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

const told = (text) => { at("told").textContent = text; };

const share = async () => {
  const { text } = await call("text");
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      told(words("sayCopied"));
      at("copied").textContent = words("sayCopied");
    }
  } catch { /* they have thought better of it */ }
};

// The club's page of imports finds the text where this page has left it.
const send = async () => {
  const text = await notation();
  try { sessionStorage.setItem("csn", text); } catch { await file(); }
  location.assign(document.querySelector("[data-send]").dataset.send);
};

const leave = async () => {
  clearInterval(renewing);
  await ask("release");
  location.hash = "";
  location.reload();
};

const acts = {
  sheet: openSheet,
  table: closeSheet,
  history: () => { closeSheet(); room.show({ pane: ["history"] }); },
  file,
  share,
  send,
  leave,
};

// --- what is kept here

// As pages write a day: the template has the first of each month of a year.
const written = (day) => place.dataset.months.split("|")[day.getMonth()].replace("2000", day.getFullYear()).replace("1", day.getDate());

const listed = async () => {
  const kept = (await store.evenings()).filter(({ alone }) => alone).sort((a, b) => b.begun - a.begun);
  at("kept").hidden = !kept.length;
  at("kept-list").replaceChildren(...await Promise.all(kept.map(async (one) => {
    const line = at("kept-line").content.firstElementChild.cloneNode(true);
    const day = written(new Date(one.begun));
    const taps = (await store.entriesOf(one.id)).length;
    line.querySelector("b").textContent = Object.values(one.base.names).join(", ");
    line.querySelector("small").textContent = words(taps === 1 ? "sayKeptOne" : "sayKept", { day, taps });
    line.querySelector("[data-go]").dataset.go = one.id;
    line.querySelector("[data-drop]").dataset.drop = one.id;
    return line;
  })));
  return kept;
};

const goOn = (id) => busily(async () => {
  evening = await store.evening(id);
  if (!evening) return;
  at("progress").scrollIntoView({ block: "nearest" });
  await start();
  await open();
});

const drop = async (id) => {
  if (!window.confirm(words("sayDrop"))) return;
  await store.forget(id);
  await listed();
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-tried], [data-go], [data-drop]");
  if (!button) return;
  button.closest("details[data-menu]")?.removeAttribute("open");
  const { tried, go, drop: dropped } = button.dataset;
  if (tried) acts[tried]();
  if (go) goOn(go);
  if (dropped) drop(dropped);
});

const arm = async () => {
  armTheme();
  armAwake();
  if (!place.dataset.own) armShell();
  else if (reopens()) navigator.serviceWorker.register(here(place.dataset.own)).catch(() => {});
  if (!isAble()) {
    refuse(words("sayCannot"));
    return;
  }
  const form = at("setup");
  names.addEventListener("input", grow);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(form);
  });
  at("start").disabled = false;
  const kept = await listed();
  const asked = location.hash.slice(1);
  if (kept.some(({ id }) => id === asked)) await goOn(asked);
};

arm();
