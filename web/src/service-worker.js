/**
 * Caches the app, so that it opens without a connection: pages, rules and boards. Games live on the server, and
 * answers of the API are not cached.
 */
/* global FILES, VERSION -- written before this by vite-plugins/service-worker.ts */
const PREFIX = 'sandmandala-'; // other apps may use the same origin
const KEPT = PREFIX + VERSION;
const PATIENCE = 4000; // milliseconds to wait for a page before showing the cached one

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => clients.claim()));
});

// A new version waits until the person agrees, so that it never interrupts a game.
addEventListener('message', (event) => {
  if (event.data === 'version') event.ports[0].postMessage(VERSION);
  else if (event.data === 'activate') skipWaiting();
  else if (event.data === 'activate if alone') event.waitUntil(activateIfAlone());
});

/** A page of this version asks for it. Other tabs may still need the files of the old version. */
async function activateIfAlone() {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length === 1) await skipWaiting();
}

// A message of the server, in words (src/sandmandala/server/alerts). Every one is shown: browsers insist on it.
addEventListener('push', (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});

// The push service has replaced the subscription: the server must know the new one.
addEventListener('pushsubscriptionchange', (event) => {
  if (event.oldSubscription) event.waitUntil(subscribeAgain(event.oldSubscription.options));
});

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

/** The page from the server if it answers, so that both have the same version; otherwise the cached one. */
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

async function notify({ title, body, path, tag, count }) {
  if (count !== undefined) await setBadge(count);
  const icon = '/icon-192.png';
  await registration.showNotification(title, {
    body,
    tag,
    icon,
    badge: icon,
    renotify: true,
    data: { path },
  });
}

/** The number on the icon of the installed app, where the system shows one. */
async function setBadge(count) {
  try {
    await (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch {
    // not installed
  }
}

/** Open a page of the app in a window that is there, or in a new one. */
async function open(path) {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: 'window' });
  const there = windows.find(({ url }) => new URL(url).pathname === address.pathname) ?? windows[0];
  if (!there) {
    await clients.openWindow(address.href);
    return;
  }
  there.postMessage({ open: address.pathname + address.search });
  await there.focus();
}

async function subscribeAgain(options) {
  const subscription = await registration.pushManager.subscribe(options);
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/v1/me/alerts/browsers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, ...keys }),
  });
}
