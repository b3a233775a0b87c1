// What is answered at a table on the device itself, so that it works without a network, too: one tap for all cubes,
// the line put in order, the sum of a paper sheet.

// --- one tap gives every cube the same answer

const answerAll = (event) => {
  const all = event.target.closest("[data-all]");
  if (!all || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  const same = [...document.getElementById("answers").elements].filter((field) => field.type === "radio" && field.value === all.dataset.all);
  for (const field of same) field.checked = true;
  same[0]?.dispatchEvent(new Event("change", { bubbles: true }));
};

// --- the line by hand: taps put names in order; the server does the same with the same buttons, for whoever has no
// script

const rowsOf = (form) => Array.from(form.querySelectorAll("[data-player]"));
const isPicked = (row) => row.querySelector(".next__pick").getAttribute("aria-pressed") === "true";

const hidden = (name, value) => {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  return field;
};

const pick = (row, on) => {
  row.querySelector(".next__pick").setAttribute("aria-pressed", String(on));
  row.querySelector("[name=picked]")?.remove();
  if (on) row.prepend(hidden("picked", row.dataset.player));
};

// Who was tapped stands first, in the order of the taps; a second tap takes the first back.
const tappedNext = (rows, row) => {
  const was = isPicked(row);
  const picked = rows.filter((one) => isPicked(one) && one !== row);
  pick(row, !was);
  if (!was) picked.push(row);
  return [...picked, ...rows.filter((one) => !picked.includes(one))];
};

const tappedArrow = (rows, row, way) => {
  for (const one of rows) pick(one, false);
  const [place, other] = [rows.indexOf(row), rows.indexOf(row) + (way === "up" ? -1 : 1)];
  if (rows[other]) [rows[place], rows[other]] = [rows[other], rows[place]];
  return rows;
};

const roleOf = (form, rows, place) => {
  const { partner } = rows[place].dataset;
  if (place === 0) return form.dataset.box;
  if (partner) return partner;
  const rank = place - (rows.slice(1, place).some((one) => one.dataset.partner) ? 1 : 0);
  return rank === 1 ? form.dataset.captain : String(rank);
};

const ordered = (form, rows) => {
  form.querySelector("ol").append(...rows);
  rows.forEach((row, place) => {
    row.querySelector(".next__role").textContent = roleOf(form, rows, place);
    const [up, down] = row.querySelectorAll(".next__move button");
    up.disabled = place === 0;
    down.disabled = place === rows.length - 1;
  });
  const sent = document.getElementById("sheet-form");
  for (const field of sent.querySelectorAll("[name=line]")) field.remove();
  sent.append(...rows.map((row) => hidden("line", row.dataset.player)));
};

const armLine = () => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-order] button[name=move]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    const { form } = button;
    const [way] = button.value.split("-", 1);
    const row = button.closest("[data-player]");
    const rows = rowsOf(form);
    document.dispatchEvent(new CustomEvent("chouette:before"));
    ordered(form, way === "next" ? tappedNext(rows, row) : tappedArrow(rows, row, way));
    button.focus({ preventScroll: true });
    form.dispatchEvent(new Event("change", { bubbles: true }));
    document.dispatchEvent(new CustomEvent("chouette:after"));
  }, true);
};

// --- while the points of a paper sheet are typed: what the box gets, the opposite of the sum

const PLAIN = /^[+−-]?\d{1,7}([.,]\d{1,2})?$/;

const hundredths = (text) => {
  const [whole, part = ""] = text.replace(/^[+−-]/, "").replace(",", ".").split(".");
  return (/^[−-]/.test(text) ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, "0")));
};

const shown = (sum, mark) => {
  const [whole, part] = [Math.trunc(Math.abs(sum) / 100), Math.abs(sum) % 100];
  const rest = part ? mark + String(part).padStart(2, "0").replace(/0$/, "") : "";
  return `${sum > 0 ? "+" : sum < 0 ? "−" : ""}${whole}${rest}`;
};

const count = () => {
  const place = document.querySelector("[data-sum]");
  const form = place?.closest("form") ?? document.getElementById("sheet-form");
  if (!place || !form) return;
  let sum = 0;
  let missing = 0;
  for (const field of form.querySelectorAll("input[name^=points-]")) {
    const text = field.value.trim();
    const isLost = form.querySelector(`[name="sign-${field.name.slice(7)}"][value="-"]`)?.checked;
    if (PLAIN.test(text)) sum += hundredths(text) * (isLost ? -1 : 1);
    else missing += 1;
  }
  place.textContent = shown(-sum, place.dataset.sum) + (missing ? " …" : "");
};

let last = "";

// Mostly all members have won or lost the same: what was typed last holds for all of them.
const same = (event) => {
  if (!event.target.closest("[data-same]")) return;
  const form = event.target.closest("form");
  const typed = Array.from(form.querySelectorAll("input[name^=points-]"));
  const filled = typed.filter((field) => field.value.trim());
  const first = filled.find((field) => field.name === last) ?? filled[0];
  if (!first) return typed[0].focus();
  const sign = form.querySelector(`[name="sign-${first.name.slice(7)}"]:checked`)?.value;
  for (const field of typed) {
    field.value = first.value;
    const radio = form.querySelector(`[name="sign-${field.name.slice(7)}"][value="${sign}"]`);
    if (radio) radio.checked = true;
  }
  first.dispatchEvent(new Event("change", { bubbles: true }));
};

const offer = () => {
  for (const button of document.querySelectorAll("[data-same][hidden]")) button.hidden = false;
};

export const armSum = () => {
  offer();
  for (const event of ["input", "change", "htmx:afterSettle", "chouette:thumb"]) document.addEventListener(event, () => { count(); offer(); });
  document.addEventListener("input", ({ target }) => { if (target.name?.startsWith("points-")) last = target.name; });
  document.addEventListener("click", same);
};

export const armAnswers = () => {
  document.addEventListener("click", answerAll, true);
  armLine();
  armSum();
};
