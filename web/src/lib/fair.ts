/** The fairness proof: the secret of a finished game has the fingerprint that was told before its first move. */
import { sha256 } from './sha256.ts';

export function fingerprint(secret: string): string {
  return sha256(Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
}

const KEY = 'sandmandala-fingerprints';
const MOST = 200;

/** Remember what the server promised, when it promised it; a promise that changes later does not count. */
export function remember(table: string, promised: string): void {
  try {
    const known: [string, string][] = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (known.some(([id]) => id === table)) return;
    localStorage.setItem(KEY, JSON.stringify([...known, [table, promised]].slice(-MOST)));
  } catch {
    // Without a memory the promise of the finished table must do.
  }
}

export function promised(table: string): string | null {
  try {
    const known: [string, string][] = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return known.find(([id]) => id === table)?.[1] ?? null;
  } catch {
    return null;
  }
}
