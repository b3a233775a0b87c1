// Takes the evening along: the interpreter is fetched with progress, then the evening, and then the page changes.
import { recall } from "../kept.js";
import { words } from "../words.js";
import { deviceKey, isAble, lasts, post, reopens } from "./device.js";
import { fetchedSoFar, openWorker } from "./python.js";
import { keepShell } from "./shell_kept.js";

const place = document.querySelector("[data-begin]");
const [button, problem, progress] = ["begin", "begin-problem", "begin-progress"].map((id) => document.getElementById(id));
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const { session, worker, shell, token } = place.dataset;

const show = (selector) => { place.querySelector(selector).hidden = false; };

const refuse = (text) => {
  problem.textContent = text;
  problem.hidden = false;
  progress.hidden = true;
  button.disabled = false;
};

const fetched = (loaded, total) => {
  const [bar, line] = progress.children;
  bar.value = Math.round((100 * loaded) / total);
  line.textContent = fetchedSoFar(loaded, total, Number(place.dataset.size));
};

// The outbox of the table has each tap whose answer did not come: first that one, then this.
const waits = () => Object.keys(localStorage).some((name) => name.startsWith(`outbox:/sessions/${session}/`) && (recall(name) ?? "[]") !== "[]");

const begin = async () => {
  problem.hidden = true;
  if (waits()) {
    refuse(words("sayUnsent"));
    return;
  }
  button.disabled = true;
  progress.hidden = false;
  try {
    const parts = read("offline-parts");
    const ask = openWorker(worker, fetched);
    await ask("start", { parts });
    const opensAgain = await keepShell(shell, worker, parts);
    const device = deviceKey();
    const given = await post(read("offline-addresses").offline_keep, token, { device, over: "over" in button.dataset });
    if (given.status !== 200) {
      refuse(words("sayFailed", { why: given.problem }));
      return;
    }
    const { base, speech, addresses } = given;
    const record = { id: session, device, base, speech, links: addresses, parts: given.parts, opensAgain, begun: Date.now() };
    await ask("keep", { record });
    location.assign(`${shell}#${session}`);
  } catch (error) {
    refuse(error instanceof TypeError ? words("sayNetwork") : words("sayFailed", { why: error.message }));
  }
};

const look = async () => {
  show(reopens() ? "[data-with-tls]" : "[data-without-tls]");
  if (!isAble()) {
    refuse(words("sayCannot"));
    return;
  }
  show(await lasts() ? "[data-lasting]" : "[data-passing]");
  button.hidden = false;
  button.addEventListener("click", begin);
};

look();
