import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** All values that a name is given, the light theme's first; the dark theme changes only some. */
const valuesOf = (name: string) =>
  [...css.matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, 'g'))].map((one) => one[1]!);

function light(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

test.each([...'ROYGPK'])('what is written on %s sand can be read', (colour) => {
  const [sands, ons] = [valuesOf(`--sand-${colour}`), valuesOf(`--on-${colour}`)];
  expect(sands).toHaveLength(2);
  for (const theme of [0, 1]) {
    expect(contrast(sands[theme]!, ons[theme] ?? ons[0]!)).toBeGreaterThanOrEqual(4.5);
  }
});
