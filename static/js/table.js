// What the table page does beyond every other page: it is live, loses no tap, and Back closes a pane.
import { armAnswers } from "./answers.js";
import { armHalf } from "./half.js";
import { armLine } from "./line.js";
import "./live.js";
import { armOutbox } from "./outbox.js";
import { armAhead } from "./panes.js";
import { armSight } from "./sight.js";
import { armSum } from "./sum.js";

// The browser's own Back closes an open pane of the thumb zone before it leaves the table.
const isOpen = () => Boolean(document.querySelector("#table #back"));

// An entry of the history is the page itself, an open pane, or one that a closed pane has left: that
// is used again by the next, and stepped over by Back. We never go back unasked: it would cancel
// what the reader has just begun to open.
const entry = () => ({ true: "pane", false: "spare" })[history.state?.pane] ?? "page";
const mark = (pane) => history.replaceState({ pane }, "");

let at = "page";

const follow = () => {
  if (isOpen() && at === "page") history.pushState({ pane: true }, "");
  else if (isOpen() !== (at === "pane") && at !== "page") mark(isOpen());
  at = entry();
};

const armPanes = () => {
  at = entry();
  if (at === "pane") follow(); // loaded again: it shows what is due
  for (const event of ["htmx:afterSettle", "chouette:pane"]) document.addEventListener(event, follow);
  addEventListener("popstate", () => {
    const was = at;
    at = entry();
    if (at !== "page") follow(); // forward again, to a pane that is closed
    else if (was === "spare") history.back();
    else if (isOpen()) document.getElementById("back").click();
  });
};

const place = document.querySelector("[data-table]");
armAnswers();
armOutbox(place, place?.dataset.table, { one: true });
armPanes();
armAhead(place);
armLine();
armSum();
armSight();
armHalf(place);
