/**
 * Builds `service-worker.js`: src/service-worker.js with the list of files that it keeps. Its version is also written
 * into the page, which can then tell whether it is the newest.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, '..', 'src', 'service-worker.js');
const PUBLIC = join(import.meta.dirname, '..', 'public');

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post', // when index.html is part of the bundle
    generateBundle(_, bundle) {
      const hash = createHash('sha256');
      const built = Object.values(bundle).toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1));
      for (const file of built)
        hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source);
      const files = readdirSync(PUBLIC);
      for (const file of files) hash.update(readFileSync(join(PUBLIC, file)));
      const kept = built.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/'));
      const addresses = ['/', ...[...files, ...kept].map((name) => `/${name}`)];
      const version = hash.digest('hex').slice(0, 16);
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('There is no index.html.');
      page.source = String(page.source).replace(
        '</head>',
        `<meta name="version" content="${version}" />\n</head>`,
      );
      const head = `const FILES = ${JSON.stringify(addresses)};\nconst VERSION = '${version}';\n`;
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: head + readFileSync(SOURCE, 'utf8'),
      });
    },
  };
}
