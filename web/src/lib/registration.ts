/** The service worker that shows notifications and counts, as soon as it is installed. */
const PATIENCE = 4000; // milliseconds for the service worker, which a first visit has yet to install

/** The service worker's registration; null where there is none, such as on an unencrypted page. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([navigator.serviceWorker.ready, late]);
}
