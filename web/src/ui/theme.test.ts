/** The sands must differ in greyscale and with colour blindness, and the ink on them must be readable. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const [light, dark] = [
  css.slice(0, css.indexOf("data-theme='dark'")),
  css.slice(css.indexOf("data-theme='dark'")),
];
const FROM_LIGHT_TO_DARK = ['Y', 'O', 'G', 'R', 'P', 'K'];
const THEMES: [string, string][] = [
  ['light', light],
  ['dark', dark],
];

/** The value of a property in a theme; the dark theme inherits from the light one. */
function value(name: string, part: string): string {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6})`);
  return (found.exec(part) ?? found.exec(light))![1]!;
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** CIE lightness, 0 to 100. */
function lightness(hex: string): number {
  const found = luminance(hex);
  return found > 0.008856 ? 116 * Math.cbrt(found) - 16 : 903.3 * found;
}

/** The contrast as in WCAG, 1 to 21. */
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test.each(THEMES)('in the %s theme the sands differ in lightness, in the same order', (_, part) => {
  const found = FROM_LIGHT_TO_DARK.map((colour) => lightness(value(`sand-${colour}`, part)));
  for (const [index, one] of found.slice(1).entries()) expect(found[index]! - one).toBeGreaterThan(5);
});

test.each(THEMES)('in the %s theme small text on every sand is readable', (_, part) => {
  const hardToRead = FROM_LIGHT_TO_DARK.filter(
    (colour) => contrast(value(`sand-${colour}`, part), value(`on-${colour}`, part)) < 4.5,
  );
  expect(hardToRead).toEqual([]);
});
