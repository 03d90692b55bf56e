import compile from 'icu-minify/compile'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { isOfCounter } from '#web/i18n/counter-keys.ts'

const moduleId = /^\0?virtual:words\/(en|ar|fr)\/(counter|rest)$/

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
      const entries = Object.entries(catalog[language] ?? {}).filter(
        ([key]) => isOfCounter(key) === (part === 'counter'),
      )
      const messages = entries.map(([key, message]) => [key, compile(message)])
      return `export const messages = ${JSON.stringify(Object.fromEntries(messages))}`
    },
  }
}
