import { describe, expect, it } from 'vitest';
import { SANDS, avatarOf, shapePath } from './avatar.ts';

const ids = Array.from({ length: 2000 }, (_, number) => `${number.toString(36)}k3p7x`);

describe('avatars', () => {
  it('are the same for the same id, everywhere and always', () => {
    for (const id of ids.slice(0, 50)) expect(avatarOf(id)).toEqual(avatarOf(id));
  });

  it('use five of the six sands, each once, so that neighbouring rings differ', () => {
    for (const id of ids) {
      const { ground, heart, rings } = avatarOf(id);
      const sands = [ground, heart, ...rings.map(({ sand }) => sand)];
      expect(new Set(sands).size).toBe(5);
      expect(sands.every((sand) => SANDS.includes(sand))).toBe(true);
    }
  });

  it('differ: of 2,000 ids, hardly two have the same', () => {
    const drawn = new Set(ids.map((id) => JSON.stringify(avatarOf(id))));
    expect(drawn.size).toBeGreaterThan(1980);
    expect(new Set(ids.map((id) => avatarOf(id).ground)).size).toBe(6);
    expect(new Set(ids.map((id) => avatarOf(id).symmetry))).toEqual(new Set([6, 8]));
    const bots = [1, 2, 3, 4, 5, 6].map((level) => JSON.stringify(avatarOf(`bot-${level}`)));
    expect(new Set(bots).size).toBe(6);
  });

  it('are drawn within their circle, without anything that is no number', () => {
    for (const id of [...ids.slice(0, 200), '', 'ä', '🌸'])
      for (const ring of avatarOf(id).rings) {
        const path = shapePath(ring, avatarOf(id).symmetry);
        const numbers = path.match(/-?\d+(\.\d+)?/g)!.map(Number);
        expect(path).not.toMatch(/NaN|undefined|Infinity/);
        expect(Math.max(...numbers.map(Math.abs))).toBeLessThanOrEqual(100);
      }
  });
});
