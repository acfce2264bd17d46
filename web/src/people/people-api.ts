/** The part of the REST API about people and each other. */
import type {
  BlockedPerson,
  Mutes,
  Privacy,
  ReportForm,
  ReportReceipt,
  StandingInfo,
} from '../generated/protocol.ts';
import { call } from '../lib/api.ts';

export const peopleApi = {
  standing: (id: string) => call<StandingInfo>('GET', `/people/${id}/standing`),
  /** Ask, or agree if they have asked. */
  befriend: (id: string) => call<StandingInfo>('PUT', `/me/friends/${id}`),
  /** Remove a friend, withdraw a request, or decline one. */
  unfriend: (id: string) => call<void>('DELETE', `/me/friends/${id}`),
  blocked: () => call<BlockedPerson[]>('GET', '/me/blocked'),
  block: (id: string) => call<StandingInfo>('PUT', `/me/blocked/${id}`),
  unblock: (id: string) => call<void>('DELETE', `/me/blocked/${id}`),
  privacy: () => call<Privacy>('GET', '/me/privacy'),
  choosePrivacy: (privacy: Privacy) => call<void>('PUT', '/me/privacy', privacy),
  muted: () => call<Mutes>('GET', '/me/muted'),
  mute: (id: string) => call<void>('PUT', `/me/muted/${id}`),
  unmute: (id: string) => call<void>('DELETE', `/me/muted/${id}`),
  muteEverybody: (everybody: boolean) => call<void>('PUT', '/me/muted', { everybody }),
  report: (form: ReportForm) => call<ReportReceipt>('POST', '/reports', form),
};
