// The table's page on a device: its forms become taps, its links panes, and what Python answers is drawn.
// `ask` speaks with the worker; `failed` hears what could not be kept.
import { armAnswers } from "../answers.js";
import { armMotion } from "../changes.js";

const OF_A_TAP = ["key", "version", "do"];
const table = () => document.getElementById("table");
const tell = (name) => document.dispatchEvent(new CustomEvent(name));

const add = (fields, name, value) => {
  fields[name] ??= [];
  fields[name].push(value);
};

// A form may carry along what is ticked in another one.
const fieldsOf = (form, button) => {
  const fields = {};
  for (const [name, value] of new FormData(form, button?.form === form ? button : undefined)) add(fields, name, value);
  const others = form.getAttribute("hx-include");
  for (const field of others?.startsWith("#") ? document.querySelectorAll(others) : []) {
    if (field.checked && field.form !== form) add(fields, field.name, field.value);
  }
  return fields;
};

const parametersOf = (address) => {
  const fields = {};
  for (const [name, value] of new URLSearchParams(address)) add(fields, name, value);
  return fields;
};

export const draw = ({ html }) => {
  const part = document.createElement("template");
  part.innerHTML = html;
  const title = part.content.querySelector("#table-title");
  const focused = document.activeElement?.id;
  const top = document.getElementById("thumb")?.scrollTop ?? 0;
  const pane = table().dataset.pane;
  tell("chouette:before");
  title.removeAttribute("hx-swap-oob"); // for the server's pages
  document.getElementById("table-title").replaceWith(title);
  table().replaceWith(part.content.querySelector("#table"));
  document.title = `${title.dataset.title} · Chouette`;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (pane === table().dataset.pane) document.getElementById("thumb").scrollTop = top;
  tell("chouette:after");
  tell("chouette:thumb");
};

export const armRoom = (place, ask, { drawn, failed, away }) => {
  let busy = false;

  // One after the other: a second tap before the first is answered would be about another table.
  const act = async (doing) => {
    if (busy) return;
    busy = true;
    place.setAttribute("aria-busy", "true");
    try {
      const view = await doing();
      draw(view);
      drawn(view);
    } catch (error) {
      failed(error);
    } finally {
      busy = false;
      place.removeAttribute("aria-busy");
    }
  };

  const show = (fields) => act(() => ask("show", { pane: (fields.pane ?? [""]).at(-1), fields }));

  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!table()?.contains(form)) return;
    event.preventDefault();
    const fields = fieldsOf(form, submitter);
    if (form.method === "post") act(() => ask("tap", { where: form.getAttribute("action"), fields }));
    else show(fields);
  });
  // What is chosen is counted at once, where the form asks for it.
  document.addEventListener("change", ({ target }) => {
    const { form } = target;
    if (!form?.querySelector("i[hx-get]") || !table()?.contains(form)) return;
    const fields = fieldsOf(form);
    for (const name of OF_A_TAP) delete fields[name];
    show(fields);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#table a[href]");
    if (!link) return;
    event.preventDefault();
    const address = link.getAttribute("href");
    if (address === "" || address.startsWith("?")) show(parametersOf(address));
    else away(address);
  });

  armAnswers();
  armMotion();
  return { show };
};
