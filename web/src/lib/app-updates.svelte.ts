/** The cached copy of the app (service-worker.js). New versions are offered, never forced. */

/** The version of this page, as vite-plugins/service-worker.ts wrote it. */
const pageVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;

function versionOf(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('version', [port2]);
  });
}

class AppUpdates {
  /** A newer version than this page is available. */
  isReady = $state(false);
  #waiting: ServiceWorker | null = null;

  /** Browsers allow service workers only over HTTPS or from this machine. Elsewhere the app works without a copy. */
  async start(): Promise<void> {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker.register('/service-worker.js').catch(() => null);
    if (!registration) return;
    const look = () => {
      // Without a controller it is the first version ever, and nothing is out of date.
      if (registration.waiting && navigator.serviceWorker.controller)
        void this.consider(registration.waiting);
    };
    look();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    );
    // Another tab has loaded the new version. It no longer waits, and a reload is enough.
    navigator.serviceWorker.addEventListener('controllerchange', () => (this.#waiting = null));
    // An installed app may stay open for days.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    });
  }

  /** Pages come from the server if it answers, so this page may already have the waiting version. */
  async consider(waiting: ServiceWorker): Promise<void> {
    if ((await versionOf(waiting)) === pageVersion()) waiting.postMessage('activate if alone');
    else this.offer(waiting);
  }

  offer(waiting: ServiceWorker | null = null): void {
    this.#waiting = waiting ?? this.#waiting;
    this.isReady = true;
  }

  apply(): void {
    if (!this.#waiting) {
      location.reload();
      return;
    }
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    this.#waiting.postMessage('activate');
  }
}

export const appUpdates = new AppUpdates();
