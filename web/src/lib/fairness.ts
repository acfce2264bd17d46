/** The fairness proof: a finished game's secret must match the fingerprint published before its first move. */
import { randomHex } from './random.ts';
import { sha256 } from './sha256.ts';

export function fingerprint(secret: string): string {
  return sha256(Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
}

/** This browser's random contribution to the deal: 32 hexadecimal digits. */
export function newContribution(): string {
  return randomHex();
}

const KEY = 'sandmandala-fingerprints';
const MOST = 200;

/** What this browser saved before a game: the server's fingerprint, and its own contribution. */
export interface RememberedCommitment {
  fingerprint: string;
  contribution: string | null;
}

type Row = [table: string, fingerprint: string, contribution?: string | null];

/** Save the server's commitment when it is first seen; later changes to it are ignored. */
export function rememberCommitment(
  table: string,
  fingerprint: string,
  contribution: string | null = null,
): void {
  try {
    const known = rows();
    const before = known.find(([id]) => id === table);
    if (before && !contribution) return;
    const row: Row = [table, before?.[1] ?? fingerprint, contribution];
    const others = known.filter(([id]) => id !== table);
    localStorage.setItem(KEY, JSON.stringify([...others, row].slice(-MOST)));
  } catch {
    // Without storage, only the finished table's commitment can be checked.
  }
}

export function rememberedCommitment(table: string): RememberedCommitment | null {
  try {
    const row = rows().find(([id]) => id === table);
    return row ? { fingerprint: row[1], contribution: row[2] ?? null } : null;
  } catch {
    return null;
  }
}

function rows(): Row[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]');
}
