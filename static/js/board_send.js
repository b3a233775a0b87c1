// Sends what was decided: one key for each intent, kept until the server has answered.
import { UNREACHED } from "./taps.js";

const AGAIN = [400, 1000, 2000, 4000];

const freshKey = () => Array.from(
  crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"),
).join("");

const wait = (time) => new Promise((done) => { setTimeout(done, time); });

// form: holds the token and the address. The answer is { ok, message, state } of the server; while none
// comes the same intent is sent again, and `waiting` is told so.
export const send = async (form, version, fields, waiting) => {
  const body = new URLSearchParams({ version, key: freshKey(), ...fields });
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken?.value ?? "");
  for (let number = 0; ; number += 1) {
    let status = 0;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      status = answer.status;
      if (!UNREACHED.has(status)) {
        const found = await answer.json().catch(() => ({}));
        return { ok: answer.ok, status, ...found };
      }
    } catch { /* no network: again */ }
    waiting(status);
    await wait(AGAIN[Math.min(number, AGAIN.length - 1)]);
  }
};
