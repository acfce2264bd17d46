/** Notify players of their turn, even while another tab is active. */
import { serviceWorker } from '../lib/registration.ts';
import { settings } from '../lib/settings.svelte.ts';
import { sound } from '../lib/sound.ts';

/** A new notification of the same table replaces the old one, also one that the server has pushed. */
export function notifyTurn(title: string, body: string, table: string): void {
  sound('turn');
  if (!settings.notify || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission === 'granted') void show(title, body, table);
}

/** By the service worker where there is one: phones show no others. */
async function show(title: string, body: string, table: string): Promise<void> {
  const how = { body, tag: table, icon: '/icon-192.png' };
  const worker = navigator.serviceWorker?.controller ? await serviceWorker() : null;
  if (worker) {
    await worker.showNotification(title, { ...how, data: { path: `/table/${table}` } });
    return;
  }
  const notice = new Notification(title, how);
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
