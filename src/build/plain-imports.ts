import type { Plugin } from 'vite'

/**
 * Leaves `import()` as it is. Vite wraps it in a loader of styles and preloads, 0.8 KiB that every screen would carry;
 * the page has one stylesheet, and its later chunks have next to nothing to preload.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
})
