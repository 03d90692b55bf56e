import { messageParts, partOf } from '#web/i18n/message-parts.ts'
import compile from 'icu-minify/compile'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const moduleId = new RegExp(String.raw`^\0?virtual:messages/(en|ar|fr)/(${messageParts.join('|')})$`)

/** Compiles each catalog of `src/web/i18n/` at build time, so that no browser loads a message parser. */
export function messageCatalogs(): Plugin {
  return {
    name: 'message-catalogs',
    resolveId: (id) => (moduleId.test(id) ? `\0${id.replace('\0', '')}` : undefined),
    async load(id) {
      const [, language, part] = moduleId.exec(id) ?? []
      if (!language) return undefined
      const file = fileURLToPath(new URL(`../web/i18n/${language}.ts`, import.meta.url))
      this.addWatchFile(file)
      // The query makes Node import the file again after a change.
      const catalog = (await import(`${pathToFileURL(file).href}?${Date.now()}`)) as Record<
        string,
        Record<string, string>
      >
      const entries = Object.entries(catalog[language] ?? {}).filter(([key]) => partOf(key) === part)
      const messages = entries.map(([key, message]) => [key, compile(message)])
      return `export const messages = ${JSON.stringify(Object.fromEntries(messages))}`
    },
  }
}

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
