// Keeps every file of this folder, so that the page opens without network. A new build has another version.
const VERSION = "chouette-try-{{ version }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}"./"];

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    await (await caches.open(VERSION)).addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("chouette-try-") && name !== VERSION) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { cacheName: VERSION, ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
