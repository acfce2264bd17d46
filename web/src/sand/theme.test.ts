/** The sands must stay apart in greyscale, and for eyes that see colours otherwise. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');
const [light, dark] = [
  css.slice(0, css.indexOf("data-theme='dark'")),
  css.slice(css.indexOf("data-theme='dark'")),
];
const FROM_LIGHT_TO_DARK = ['Y', 'O', 'G', 'R', 'P', 'K'];

/** CIE lightness, 0 to 100. */
function lightness(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance;
}

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme the sands differ in lightness, in the same order', (_, part) => {
  const found = FROM_LIGHT_TO_DARK.map((colour) =>
    lightness(new RegExp(`--sand-${colour}: (#[0-9a-f]{6})`).exec(part)![1]!),
  );
  for (const [index, one] of found.slice(1).entries()) expect(found[index]! - one).toBeGreaterThan(5);
});
