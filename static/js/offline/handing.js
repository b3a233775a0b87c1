// Hands the evening over: all taps again and again until each is acknowledged. Only then is anything forgotten. Where
// somebody else has written, the page shows both scores, and a person decides.
import { say, words } from "../words.js";
import { post } from "./device.js";
import { forgetShell } from "./shell_kept.js";

let how = null; // { ask, evening, beside, closeBeside, file, tell }
let sending = false;

// A token for forms is in every page: the start page has one, signed in or not.
const token = async () => {
  const text = await (await fetch(how.evening.links.table, { cache: "no-store" })).text();
  const found = new DOMParser().parseFromString(text, "text/html").querySelector("[name=csrfmiddlewaretoken]");
  return found?.value ?? "";
};

const kept = document.getElementById("kept");

const signIn = (address) => {
  const link = document.createElement("a");
  Object.assign(link, { href: address, className: "textlink", textContent: words("saySigns") });
  say(`${words("saySignIn")} `, link);
};

const done = async () => {
  kept.textContent = words("sayHanded");
  await how.ask("forget", { evening: how.evening.id });
  if (!(await how.ask("evenings")).length) await forgetShell();
  location.assign(how.evening.links.table);
};

const stopped = (html) => {
  how.beside(html);
  how.tell(document.getElementById("branches-title")?.textContent ?? "");
};

const handOver = async (choice = {}) => {
  if (sending) return;
  sending = true;
  try {
    const { entries, shown, names } = await how.ask("handed");
    const secret = await token();
    for (;;) {
      const content = { device: how.evening.device, entries, shown, names, ...choice };
      const answer = await post(how.evening.links.hand_over, secret, content);
      if (answer.status === 403 && answer.sign_in) {
        signIn(answer.sign_in);
        return;
      }
      if (answer.status !== 200) {
        say(words("sayBroken", { why: answer.problem }));
        return;
      }
      if (answer.stopped) {
        stopped(answer.html);
        return;
      }
      if (!answer.left) {
        await done();
        return;
      }
      kept.textContent = words("saySending", { done: answer.taken.length, count: entries.length });
    }
  } catch {
    say(words("sayCut"));
  } finally {
    sending = false;
  }
};

const giveUp = async () => {
  await how.file();
  if (!window.confirm(words("sayDiscard"))) return;
  try {
    await post(how.evening.links.offline_end, await token(), { device: how.evening.device });
  } catch { /* the note at the table is taken away by who keeps the score next */ }
  await done();
};

const acts = {
  "hand-over": () => handOver(),
  append: () => handOver({ append: true }),
  anyhow: () => handOver({ anyhow: true }),
  "give-up": giveUp,
};

export const armHanding = (given) => {
  how = given;
  document.addEventListener("click", ({ target }) => {
    const asked = target.closest("[data-cellar]")?.dataset.cellar;
    if (!acts[asked]) return;
    target.closest("details")?.removeAttribute("open");
    how.closeBeside();
    acts[asked]();
  });
};
