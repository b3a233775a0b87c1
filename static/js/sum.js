// While the points of a paper sheet are typed: what the box gets, the opposite of the sum.

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
