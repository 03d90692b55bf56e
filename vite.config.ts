import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vitest/config'
import { devDesk } from '#build/dev-desk.ts'
import { headStart, inlineStyles, policyMeta } from '#build/page-html.ts'
import { messageCatalogs, plainImports } from '#build/page-code.ts'
import { precompress } from '#build/precompress.ts'
import { shellWorker } from '#build/shell-worker.ts'

const demo = 'demo'

/** The oldest supported browsers, because of `light-dark()`, `AbortSignal.any` and Tailwind's `@property`. */
const oldest = ['chrome123', 'edge123', 'safari17.5', 'firefox128']

export default defineConfig(({ mode }) => ({
  // The demo runs on any static host, under any path.
  base: mode === demo ? './' : '/',
  define: { 'import.meta.env.DEMO': JSON.stringify(mode === demo) },
  plugins: [
    react(),
    tailwindcss(),
    messageCatalogs(),
    plainImports(),
    inlineStyles(),
    precompress(),
    ...(mode === demo ? [msw(), policyMeta()] : [headStart(), shellWorker(), devDesk()]),
  ],
  build: {
    outDir: mode === demo ? 'dist-demo' : 'dist',
    emptyOutDir: true,
    target: oldest,
    assetsInlineLimit: 0,
    modulePreload: false,
    // The larger chunks belong to the demo, which contains a server; e2e limits the page itself.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // Omits the timing report of a first start's build.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'desk', tags: ['$initial'] },
            // What a line's catalog item takes: an order needs it, and the board and its background work do not.
            {
              name: 'catalog',
              test: /contract.vendor|desk.catalog|domain.barcode|format.item/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Fields of forms, which most screens have and the board has not.
            {
              name: 'forms',
              test: /components.(?:field|select-field|choices)|format.(?:category-lines|language-field|sign-in-first|copy-button|use-(?:language|theme)-choice)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What the screens of Manage have in common.
            { name: 'manage', test: /src.web.manage/, minShareCount: 2, includeDependenciesRecursively: false },
            // What stations and displays have in common.
            {
              name: 'full-screens',
              test: /components.adopt-styles|tablet.start-beat/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What they have in common with their settings, which no counter's first screen needs.
            {
              name: 'screens',
              test: /(?:contract.desk|web.api).tablet-settings/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Modules shared by several screens and by the background work, in one chunk instead of many small ones.
            {
              name: 'shared',
              test: /contract.desk.vendor-state|domain.(?:customer-notes|order-number|translations)|src.web.(?:api|components|format|i18n|tablet)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  test: {
    // Generous, for busy machines.
    testTimeout: 30_000,
    // More than the cores, because some tests wait for a process or a database.
    maxWorkers: '150%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts'],
          setupFiles: ['src/testing/node-setup.ts'],
          globalSetup: ['src/testing/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          // A worker and a jsdom per file take longer than its tests; screen-setup.ts separates the files.
          isolate: false,
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing/screen-setup.ts'],
        },
      },
    ],
  },
}))
