// Keeps the few files of the shell, and a page for when there is no network. It keeps no page of
// anybody, and touches nothing that is sent: what is at the table comes from the server alone.
// And it shows messages that the user has switched on for this device.
const VERSION = "chouette-{{ version }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}];
const OFFLINE = "{{ offline|escapejs }}";
const LANGUAGE = "/language-of-this-device";
// What keeps score without network lies here while an evening is kept (static/js/offline/shell_kept.js).
const KEPT = "offline-table";
const KEPT_PAGE = "{{ offline_table|escapejs }}";
const KEPT_PAGES = [KEPT_PAGE, "{{ try|escapejs }}"];
const OF_KEPT = /^\/(offline|static)\//;
const FOR_GOOD = /^\/offline\/(runtime|code)\//;
const PATIENCE = 3000;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

// The page that says so is kept in the language in which the last page was read.
const keepPage = async (cache, language) => {
  const answer = await fetch(OFFLINE, { cache: "reload" });
  if (!answer.ok) return;
  await cache.put(OFFLINE, answer);
  await cache.put(LANGUAGE, new Response(language ?? answer.headers.get("Content-Language") ?? ""));
};

const followLanguage = async (language) => {
  if (!language) return;
  const cache = await caches.open(VERSION);
  const kept = await cache.match(LANGUAGE);
  if (kept && await kept.text() === language) return;
  await keepPage(cache, language);
};

addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FILES);
    await keepPage(cache);
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("chouette-") && name !== VERSION) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(tidy());
});

const page = async (event) => {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(followLanguage(answer.headers.get("Content-Language")).catch(() => {}));
    return answer;
  } catch (error) {
    if (await caches.match(KEPT_PAGE, { cacheName: KEPT })) return Response.redirect(KEPT_PAGE);
    const kept = await caches.match(OFFLINE);
    if (kept) return kept;
    throw error;
  }
};

const file = async (request, path) => {
  const kept = await caches.match(path, { cacheName: VERSION });
  if (kept && HASHED.test(path)) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

// Of what is kept, files whose address changes with their content are never asked for again; of others the network
// has some seconds to give a newer one.
const keptFile = async (request, pathname) => {
  const kept = await caches.match(request.url.split("#")[0], { cacheName: KEPT });
  if (!kept) return FILES.includes(pathname) ? file(request, pathname) : fetch(request);
  if (FOR_GOOD.test(pathname) || HASHED.test(pathname)) return kept;
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? answer : kept;
  } catch { return kept; }
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (KEPT_PAGES.includes(pathname) || (request.mode !== "navigate" && OF_KEPT.test(pathname))) event.respondWith(keptFile(request, pathname));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  // A browser wants every message shown; a later one about the same takes the place of the first.
  const options = { body, tag, data: url, icon: "{{ icon|escapejs }}", badge: "{{ icon|escapejs }}" };
  event.waitUntil(registration.showNotification(title ?? "Chouette", options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href } = new URL(event.notification.data ?? "/", location.origin);
  const open = async () => {
    const pages = await clients.matchAll({ type: "window" });
    const there = pages.find((one) => one.url === href);
    await (there ? there.focus() : clients.openWindow(href));
  };
  event.waitUntil(open());
});
