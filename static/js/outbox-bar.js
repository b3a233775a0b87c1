// Shows what waits to be sent: each tap in words, with what can be done about it.
import { button, line } from "./taps.js";
import { words } from "./words.js";

const LONG = 30000;
let timer = 0;

const HEADS = { "": "sayBack", back: "sayBack", cut: "sayCut", still: "sayStill", broken: "sayBroken" };

const refused = (one, acts) => {
  const item = document.createElement("li");
  item.className = "outbox__refused";
  item.append(line(words("sayRefused", { what: one.what, why: one.refused })));
  item.append(button(words("sayClose"), () => acts.discard(one.key)));
  return item;
};

// On the desk: it is sent, or thrown away, by hand.
const ofDesk = (one, { underWay }, acts) => {
  const item = document.createElement("li");
  item.setAttribute("aria-busy", String(one.key === underWay?.key));
  item.append(line(one.what), button(words("sayAgain"), () => acts.send(one.key), "button again"));
  const discard = button(words("sayDiscard"), () => acts.discard(one.key), "button button--quiet");
  discard.setAttribute("aria-label", `${words("sayDiscard")}: ${one.what}`);
  item.append(discard);
  return item;
};

const alone = (one, { blocked }, acts) => {
  const item = document.createElement("li");
  item.append(line(words("sayUnsent", { what: one.what })));
  const discard = button(words("sayDiscard"), () => acts.discard(one.key));
  discard.id = "discard";
  item.append(discard);
  if (blocked === one.key) item.append(line(words("sayWaits", { what: one.what }), "outbox__also"));
  if (Date.now() - one.at > LONG) item.append(line(words("sayLong"), "small"));
  return item;
};

export const bar = (now, acts) => {
  const box = document.getElementById("outbox");
  if (!box) return;
  const { kept, network, byHand } = now;
  clearTimeout(timer);
  const looked = byHand && network.looked;
  if (!kept.length && !looked) {
    box.replaceChildren();
    return;
  }
  const waiting = kept.filter((one) => one.refused === undefined);
  const shown = document.createElement("div");
  shown.className = "notice outbox";
  if (byHand && (waiting.length || looked)) {
    const head = document.createElement("div");
    head.className = "outbox__head";
    head.append(line(words(waiting.length ? HEADS[network.state] : "sayNothing")));
    if (!waiting.length) {
      const close = button(words("sayClose"), acts.leave);
      close.id = "leave";
      head.append(close);
    }
    shown.append(head);
  }
  if (kept.length) {
    const list = document.createElement("ul");
    list.className = "outbox__taps";
    for (const one of kept) {
      if (one.refused !== undefined) list.append(refused(one, acts));
      else list.append(byHand ? ofDesk(one, now, acts) : alone(one, now, acts));
    }
    shown.append(list);
  }
  if (waiting.length > 1) {
    const all = button(words("sayAll", { count: waiting.length }), acts.sendAll, "button button--main outbox__all");
    all.id = "send-all";
    shown.append(all);
  }
  // The same again is left alone: who hears the page would hear it again.
  if (box.textContent !== shown.textContent) {
    box.replaceChildren(shown);
  } else {
    for (const [at, item] of box.querySelectorAll("li").entries()) {
      item.setAttribute("aria-busy", String(kept[at]?.key === now.underWay?.key));
    }
  }
  if (!byHand && waiting.length) {
    const left = Math.min(...waiting.map((one) => one.at)) + LONG - Date.now();
    if (left > 0) timer = setTimeout(() => bar(now, acts), left + 50);
  }
};
