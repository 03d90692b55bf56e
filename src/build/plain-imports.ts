import type { Plugin } from 'vite'

const imported = String.raw`import\([^()]*\)(?:\.then\(\((\w+)\) => \w+\.\w+\))?`
const wrapped = new RegExp(String.raw`__vitePreload\(\(\) => (${imported}),\s*__VITE_PRELOAD__\)`, 'g')
const unpacked = new RegExp(
  String.raw`__vitePreload\(async \(\) => \{\s*const \{ ([^{}]*) \} = await (${imported});\s*return \{ [^{}]* \};?\s*\},\s*__VITE_PRELOAD__\)`,
  'g',
)

/**
 * Keeps `import()` as it is. Vite wraps it in a loader of styles and preloads, which adds 0.8 KiB to every screen, and
 * each call in a function, which adds 0.2 KiB more. The page has one stylesheet, and its chunks have next to nothing to
 * preload.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
  renderChunk: {
    order: 'post',
    handler: (code) => ({ code: code.replace(unpacked, '$2').replace(wrapped, '$1'), map: null }),
  },
})
