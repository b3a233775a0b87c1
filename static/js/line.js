// The line by hand: taps put names in order on the device itself, so that it works without a network, too.
// The server does the same with the same buttons, for whoever has no script.

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

export const armLine = () => {
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
