// The table without network: forms and links are answered by Python in the worker. Every tap is kept before anything
// changes on the page. Handing over is in `handing.js`.
import { armAwake, armTheme, freshKey } from "../kept.js";
import { say, words } from "../words.js";
import { armHanding } from "./handing.js";
import { openWorker } from "./python.js";
import { armRoom, draw } from "./room.js";

const RENEW = 2000;
const place = document.getElementById("place");
const kept = document.getElementById("kept");
const aside = document.getElementById("aside");
const opening = document.getElementById("opening");

// Of this tab, and the same after a reload.
const tabKey = () => {
  try {
    const known = sessionStorage.getItem("offline-tab") ?? freshKey();
    sessionStorage.setItem("offline-tab", known);
    return known;
  } catch { return freshKey(); }
};

const tab = tabKey();
let evening = null;

const ask = openWorker(place.dataset.worker, (loaded, total) => {
  const bar = opening.querySelector("progress");
  if (!bar) return;
  bar.hidden = false;
  [bar.max, bar.value] = [total, loaded];
});

const tell = (text) => { document.getElementById("told").textContent = text; };

const count = (entries) => {
  place.dataset.entries = entries;
  const name = { 0: "sayKeptNone", 1: "sayKeptOne" }[entries] ?? "sayKept";
  const open = evening.opensAgain ? "" : ` ${words("sayOpen")}`;
  kept.textContent = words(name, { count: entries }) + open;
};

const refuse = (error) => {
  if (error.message === "full") say(words("sayFull"));
  else if (error.message === "elsewhere" || error.message.includes("ConstraintError")) elsewhere();
  else if (error.message === "gone") gone();
  else say(words("sayBroken", { why: error.message }));
};

const notice = (text, label, tapped) => {
  const box = document.createElement("div");
  box.className = "empty stack";
  box.setAttribute("role", "alert");
  const line = document.createElement("p");
  line.textContent = text;
  box.append(line);
  if (label) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button button--main", textContent: label });
    button.addEventListener("click", tapped);
    box.append(button);
  }
  document.getElementById("table").replaceChildren(box);
};

const elsewhere = () => notice(words("sayElsewhere"), words("sayHere"), () => open(true));

const gone = () => {
  kept.textContent = "";
  const { home } = place.dataset;
  notice(words(evening ? "sayGone" : "sayNone"), words("sayHome"), () => location.assign(home));
};

// A tab that was killed leaves a lease behind, which ends by itself; one that is alive renews it.
const opened = async (over) => {
  for (let again = 0; ; again += 1) {
    try {
      return await ask("open", { evening: evening.id, tab, over });
    } catch (error) {
      if (error.message !== "elsewhere" || again === 7) throw error;
      await new Promise((done) => { setTimeout(done, 1000); });
    }
  }
};

const open = async (over = false) => {
  try {
    const view = await opened(over);
    opening.remove();
    draw(view);
    count(view.entries);
    place.dataset.ready = "";
  } catch (error) {
    opening.remove();
    refuse(error);
  }
};

// --- beside the table

const beside = (html, title = "") => {
  const back = document.createElement("button");
  Object.assign(back, { type: "button", className: "button", textContent: words("sayBack") });
  back.addEventListener("click", closeBeside);
  aside.innerHTML = html;
  if (title) {
    const heading = document.createElement("h2");
    Object.assign(heading, { tabIndex: -1, textContent: title });
    aside.prepend(heading);
  }
  aside.prepend(back);
  aside.hidden = false;
  document.getElementById("table").hidden = true;
  aside.querySelector("h2")?.focus();
};

const closeBeside = () => {
  aside.hidden = true;
  document.getElementById("table").hidden = false;
};

const file = async () => {
  const { text } = await ask("call", { name: "csn", given: {} });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${evening.base.date}-${evening.id}.csn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

const room = armRoom(place, ask, {
  drawn: ({ entries }) => { if (entries !== undefined) count(entries); },
  failed: (error) => refuse(error),
  away: (address) => { if (address === "sheet/") menu.sheet(); else say(words("sayNeeds")); },
});

const menu = {
  sheet: async () => beside((await ask("call", { name: "sheet", given: {} })).html, words("saySheet")),
  history: () => room.show({ pane: ["history"] }),
  file,
};

// --- taps

const watch = () => {
  document.addEventListener("click", (event) => {
    const asked = event.target.closest("[data-cellar]")?.dataset.cellar;
    if (!menu[asked]) return;
    event.target.closest("details")?.removeAttribute("open");
    closeBeside();
    menu[asked]();
  });
};

const begin = async () => {
  const id = location.hash.slice(1);
  const found = id ? await ask("evening", { evening: id }) : (await ask("evenings")).find(({ alone }) => !alone);
  if (!found) {
    opening.remove();
    evening = id ? { id } : null;
    gone();
    return;
  }
  evening = found;
  await ask("start", { parts: found.parts });
  await open();
  setInterval(() => ask("renew").catch((error) => { if (error.message !== "full") refuse(error); }), RENEW);
  addEventListener("pagehide", () => ask("release"));
  armHanding({ ask, evening, beside, closeBeside, file, tell });
};

armAwake();
armTheme();
watch();
begin().catch((error) => { opening.textContent = words("sayBroken", { why: error.message }); });
