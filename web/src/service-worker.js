/* global FILES, VERSION -- written before this by vite-plugins/service-worker.ts */
/*
 * Keeps the app, so that it opens without a connection: its pages, the rules, the boards. Games live on the
 * server, and nothing of the API is kept.
 */
const PREFIX = 'sandmandala-'; // other apps may keep something at this address, too
const KEPT = PREFIX + VERSION;
const PATIENCE = 4000; // milliseconds for a page, before the kept one is shown

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => clients.claim()));
});

// A new version waits until the person at the page says so: never in the middle of a game.
addEventListener('message', (event) => {
  if (event.data === 'version') event.ports[0].postMessage(VERSION);
  else if (event.data === 'activate') skipWaiting();
  else if (event.data === 'activate if alone') event.waitUntil(activateIfAlone());
});

/** A page of this version asks. Other tabs may show the old version, and need its files. */
async function activateIfAlone() {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length === 1) await skipWaiting();
}

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') event.respondWith(page(event.request));
  else if (FILES.includes(pathname)) event.respondWith(keptFile(event.request));
});

async function forgetOldVersions() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The newest page if the server answers, so that it fits the server; else the kept one. */
async function page(request) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error('late')), PATIENCE));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await (await caches.open(KEPT)).match('/')) ?? Response.error();
  }
}

async function keptFile(request) {
  return (await (await caches.open(KEPT)).match(request)) ?? fetch(request);
}
