// Adds up a paper sheet while it is typed; Enter and the arrows go from cell to cell.
// The server reads and checks everything again: this only shows what it will say.

const CELL = /^([bckpx]?)\s*([-+]?\s*\d{1,8}(?:[.,]\d{1,2})?)?$/i;

const form = document.querySelector("[data-quick-entry]");
const table = form.querySelector("[data-sheet]");
const state = form.querySelector("[data-state]");
const rows = [...table.querySelectorAll("[data-row]")];
const totals = [...table.querySelectorAll("[data-total]")];

// Hundredths of a point in a cell: null where there are none, NaN where it cannot be read.
function points(text) {
  const plain = text.trim().replaceAll("\u2212", "-").replaceAll("\u2013", "-");
  if (plain === "" || plain === "-") return null;
  const found = CELL.exec(plain);
  if (!found) return NaN;
  if (found[2] === undefined) return null;
  return Math.round(Number(found[2].replace(/\s/g, "").replace(",", ".")) * 100);
}

function shown(hundredths) {
  const sign = hundredths > 0 ? "+" : hundredths < 0 ? "\u2212" : "";
  return sign + String(Math.abs(hundredths) / 100);
}

function count() {
  const sums = totals.map(() => 0);
  const wrong = [];
  let grand = 0;
  let filled = 0;
  rows.forEach((row, number) => {
    let sum = 0;
    let some = false;
    let readable = true;
    row.querySelectorAll("[data-cell]").forEach((cell, column) => {
      const made = points(cell.value);
      const bad = Number.isNaN(made);
      cell.classList.toggle("wrong", bad);
      cell.toggleAttribute("aria-invalid", bad);
      readable &&= !bad;
      if (made === null || bad) return;
      some = true;
      sum += made;
      sums[column] += made;
    });
    const byCubes = row.querySelector("[data-statements]").value.trim() !== "";
    const right = readable && (sum === 0 || byCubes);
    row.classList.toggle("wrong", !right);
    row.querySelector("[data-sum]").value = some ? shown(sum) : "";
    if (!right) wrong.push(number + 1);
    filled += some || byCubes;
    grand += sum;
  });
  totals.forEach((total, column) => { total.value = shown(sums[column]); });
  table.querySelector("[data-grand]").value = shown(grand);
  state.textContent = wrong.length
    ? `${state.dataset.wrong} ${wrong.join(", ")}`
    : filled ? state.dataset.right : "";
  state.classList.toggle("wrong", wrong.length > 0);
}

// From a cell to the one below or above; at the end of the sheet stay.
function move(from, down) {
  const cells = [...from.closest("tr").querySelectorAll("input")];
  const column = cells.indexOf(from);
  const lines = [...table.querySelectorAll("thead tr, [data-row]")];
  const line = lines[lines.indexOf(from.closest("tr")) + down];
  const target = line?.querySelectorAll("input")[column];
  target?.focus();
  target?.select();
}

table.addEventListener("input", count);
table.addEventListener("keydown", (event) => {
  const down = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!down || event.target.tagName !== "INPUT") return;
  // A list of names is open there: the arrows are its own.
  if (event.key !== "Enter" && event.target.list) return;
  event.preventDefault();
  move(event.target, down);
});
count();
