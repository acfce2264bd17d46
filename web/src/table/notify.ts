/** Notify players of their turn, even while another tab is active. */
import { settings } from '../lib/settings.svelte.ts';
import { sound } from '../lib/sound.ts';

/** A new notification of the same table replaces the old one. */
export function notifyTurn(title: string, body: string, table: string): void {
  sound('turn');
  if (!settings.notify || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(title, { body, tag: table, icon: '/icon-192.png' });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Phones need a service worker for notifications. The tab's title shows the turn anyway.
  }
}
