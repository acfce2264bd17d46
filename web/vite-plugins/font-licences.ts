/** Adds the licences of the fonts to the notices: Vite lists only the packages whose scripts it bundles. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FONTS = ['@fontsource-variable/figtree', '@fontsource-variable/fraunces'];

export function fontLicences(notices: string): Plugin {
  return {
    name: 'font-licences',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of FONTS) {
        const folder = join(import.meta.dirname, '..', 'node_modules', name);
        const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
        const text = readFileSync(join(folder, 'LICENSE'), 'utf8');
        appendFileSync(join(dir!, notices), `\n\n## ${name} - ${version} (${license})\n\n${text}`);
      }
    },
  };
}
