// This device, as the server knows it again: a key of its own, and what its browser can do.
import { freshKey, recall, remember } from "../kept.js";

export const deviceKey = () => {
  const known = recall("offline-device");
  if (known) return known;
  const made = freshKey();
  remember("offline-device", made);
  return made;
};

export const isAble = () => typeof WebAssembly === "object" && "indexedDB" in window && "Worker" in window;

// Behind TLS a page opens again without network; elsewhere it has to stay open.
export const reopens = () => window.isSecureContext && "serviceWorker" in navigator;

// Whether the browser promises to keep it; it may ask the reader.
export const lasts = async () => {
  try { return await navigator.storage.persist(); } catch { return false; }
};

export const post = async (address, token, content) => {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(content), redirect: "error" });
  const text = await answer.text();
  try {
    return { status: answer.status, ...JSON.parse(text) };
  } catch {
    return { status: answer.status, problem: String(answer.status) };
  }
};
