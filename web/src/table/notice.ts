/** “Your turn”, also for those who look at another tab. */
import { settings } from '../lib/settings.svelte.ts';
import { sound } from '../lib/sound.ts';

export function noticeTurn(title: string): void {
  sound('turn');
  if (!settings.notify || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission === 'granted') new Notification(title, { tag: 'turn', icon: '/icon.svg' });
}
