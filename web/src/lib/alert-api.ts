/** The part of the REST API about alerts: only the pages that use it load it. */
import type { AlertChoice, AlertInfo, BrowserForm } from '../generated/protocol.ts';
import { call } from './api.ts';

export const alertApi = {
  look: () => call<AlertInfo>('GET', '/me/alerts'),
  choose: (choice: AlertChoice) => call<void>('PUT', '/me/alerts', choice),
  addBrowser: (form: BrowserForm) => call<void>('POST', '/me/alerts/browsers', form),
  removeBrowser: (id: string) => call<void>('DELETE', `/me/alerts/browsers/${id}`),
  setMail: (address: string) => call<void>('PUT', '/me/alerts/mail', { address }),
  removeMail: () => call<void>('DELETE', '/me/alerts/mail'),
  test: (channel: 'push' | 'email') => call<void>('POST', '/me/alerts/test', { channel }),
  confirmMail: (token: string) => call<void>('POST', '/alerts/confirm', { token }),
  stopMail: (token: string) => call<void>('POST', `/alerts/unsubscribe?token=${encodeURIComponent(token)}`),
};
