import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { fontLicences } from './vite-plugins/font-licences.ts';
import { serviceWorker } from './vite-plugins/service-worker.ts';

const NOTICES = 'third-party-notices.txt';

export default defineConfig({
  plugins: [svelte(), fontLicences(NOTICES), serviceWorker()],
  build: {
    // The server serves the app from the installed package.
    outDir: '../src/sandmandala/server/page',
    emptyOutDir: true,
    // Data addresses would need a weaker Content-Security-Policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: { checks: { bundlerTimings: false } },
    // The licences of the packages that end up in the bundle; the settings page links to them.
    license: { fileName: NOTICES },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: 'http://127.0.0.1:8420', changeOrigin: true },
      '/live': { target: 'ws://127.0.0.1:8420', ws: true, changeOrigin: true },
    },
  },
  test: { include: ['src/**/*.test.ts'], pool: 'threads' }, // a process for each file takes longer
});
