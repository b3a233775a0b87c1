// Behind TLS, everything that the page without network needs lies in the browser's cache for as long as an evening is
// kept. The service worker answers from it (templates/web/sw.js).
import { reopens } from "./device.js";

export const CACHE = "offline-table";

// What a module imports at its beginning, and what it imports when it is first wanted.
const IMPORT = /(?:(?:^|\n|;)\s*(?:import|export)\b[^"';]*|\bimport\()["']([^"']+\.js)["']/g;

// What a page loads by itself: its styles, its scripts and what those import.
const filesOf = async (shell) => {
  const page = new DOMParser().parseFromString(await (await fetch(shell)).text(), "text/html");
  const found = new Set(Array.from(page.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]"), (one) => new URL(one.getAttribute("href") ?? one.getAttribute("src"), location.origin).href));
  return found;
};

const withImports = async (files) => {
  const waiting = [...files];
  while (waiting.length) {
    const file = waiting.pop();
    if (!new URL(file).pathname.endsWith(".js")) continue;
    const text = await (await fetch(file)).text();
    for (const [, name] of text.matchAll(IMPORT)) {
      const { href } = new URL(name, file);
      if (!files.has(href)) {
        files.add(href);
        waiting.push(href);
      }
    }
  }
  return files;
};

// In some windows a browser has no service worker after all, and does not say so.
const PATIENCE = 5000;
const isReady = () => Promise.race([
  navigator.serviceWorker.ready.then(() => true),
  new Promise((done) => { setTimeout(done, PATIENCE, false); }),
]);

// Tells whether the page opens again without network.
export const keepShell = async (shell, worker, parts) => {
  if (!reopens() || !(await isReady())) return false;
  const files = await withImports((await filesOf(shell)).add(new URL(worker, location.origin).href));
  const cache = await caches.open(CACHE);
  await cache.addAll([shell, ...files, ...Object.keys(parts.files).map((name) => parts.base + name), parts.code]);
  return true;
};

export const forgetShell = async () => {
  if (reopens()) await caches.delete(CACHE);
};
