// What the table page does beyond every other page: it is live, loses no tap, and Back closes a pane.
import "./live.js";
import { armOutbox } from "./outbox.js";

// The browser's own Back closes an open pane of the thumb zone before it leaves the table.
const isOpen = () => Boolean(document.querySelector("#table #back"));

let pushed = false;
let ours = false; // a step back that we have asked for ourselves

const stepBack = () => {
  pushed = false;
  ours = true;
  history.back();
};

const follow = () => {
  if (ours || isOpen() === pushed) return;
  if (pushed) {
    stepBack();
  } else {
    history.pushState({ pane: true }, "");
    pushed = true;
  }
};

const armPanes = () => {
  pushed = history.state?.pane === true;
  if (pushed && !isOpen()) stepBack(); // loaded again: it shows what is due
  document.addEventListener("htmx:afterSettle", follow);
  addEventListener("popstate", () => {
    if (ours) {
      ours = false;
      follow();
      return;
    }
    pushed = history.state?.pane === true;
    if (!pushed) document.getElementById("back")?.click();
    else if (!isOpen()) stepBack();
  });
};

armOutbox();
armPanes();
