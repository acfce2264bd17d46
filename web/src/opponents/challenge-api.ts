/** The REST API of challenges. */
import type { Challenge, NewTable, TableSpec } from '../generated/protocol.ts';
import { call } from '../lib/api.ts';
import { randomHex } from '../lib/random.ts';

export const REASONS = ['not_now', 'other_game', 'other_tempo', 'other_rating'] as const;

export const makeChallenge = (person: string, spec: TableSpec) =>
  call<Challenge>('POST', `/people/${person}/challenges`, spec, { 'idempotency-key': randomHex() });

export const answerChallenge = {
  accept: (id: string) => call<NewTable>('POST', `/challenges/${id}/accept`),
  decline: (id: string, reason: (typeof REASONS)[number] | null) =>
    call<Challenge>('POST', `/challenges/${id}/decline`, { reason }),
  withdraw: (id: string) => call<Challenge>('DELETE', `/challenges/${id}`),
};
