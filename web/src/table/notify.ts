/** Notifies players that it is their turn, even while another tab is in front. */
import { settings } from '../lib/settings.svelte.ts';
import { sound } from '../lib/sound.ts';

/** `table` keeps one notification for each table, however many turns pass. */
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
    // Phones need a service worker for notifications; the tab's title still says it.
  }
}
