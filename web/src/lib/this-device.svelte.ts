/** Alerts on this device: the browser's permission, and its subscription at a push service. */
import { alertApi } from './alert-api.ts';
import { serviceWorker } from './registration.ts';
import { updateSettings } from './settings.svelte.ts';

export type DeviceState = 'looking' | 'on' | 'off' | 'denied' | 'unsupported' | 'unreachable';

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** On an iPhone or iPad, only apps on the home screen can subscribe. */
export const needsHomeScreen = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !('PushManager' in globalThis);

export class ThisDevice {
  state: DeviceState = $state('looking');

  /** Find the state. The server learns again of a subscription that it may have lost. */
  async look(): Promise<void> {
    const registration = isSupported() ? await serviceWorker() : null;
    if (!registration) this.state = 'unsupported';
    else if (Notification.permission === 'denied') this.state = 'denied';
    else {
      const known = await registration.pushManager.getSubscription();
      if (known && Notification.permission === 'granted') await tell(known);
      this.state = known && Notification.permission === 'granted' ? 'on' : 'off';
    }
  }

  /** Ask the person, subscribe, and tell the server. `key` is the server's. */
  async turnOn(key: string): Promise<void> {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') {
      this.state = permission === 'denied' ? 'denied' : 'off';
      return;
    }
    const subscription = await this.#subscribe(key);
    if (subscription) {
      await tell(subscription);
      this.state = 'on';
    } else {
      updateSettings({ notify: true }); // as long as a tab is open, it can tell by itself
      this.state = 'unreachable';
    }
  }

  async turnOff(): Promise<void> {
    const registration = await serviceWorker();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    this.state = 'off';
  }

  async #subscribe(key: string): Promise<PushSubscription | null> {
    const registration = await serviceWorker();
    const how = { userVisibleOnly: true, applicationServerKey: key };
    try {
      return (await registration?.pushManager.subscribe(how)) ?? null;
    } catch (error) {
      // A subscription with an earlier key of the server cannot be changed, only replaced.
      const known = await registration?.pushManager.getSubscription();
      if (!(error instanceof DOMException) || !known) return null;
      await known.unsubscribe();
      return registration!.pushManager.subscribe(how).catch(() => null);
    }
  }
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await alertApi.addBrowser({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! });
}
