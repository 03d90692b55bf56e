import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { minify, transformWithOxc, type Plugin } from 'vite'
import { inbox } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { directionOf, languages } from '#web/i18n/language.ts'

const source = fileURLToPath(new URL('../web/shell/head-start.ts', import.meta.url))

/** Inlines `web/shell/head-start.ts` into the page, with the names of the files that it preloads. */
export const headStart = (): Plugin => ({
  name: 'head-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      /** The address of the chunk that contains a module. */
      const fileOf = (module: RegExp) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => module.test(id)))
          .map(({ fileName }) => `/${fileName}`)[0]
      const named = {
        order: paths.order(''),
        orderScreen: fileOf(/orders.order-screen\.tsx$/),
        words: Object.fromEntries(
          languages.map((each) => [each, fileOf(new RegExp(`virtual:words/${each}/counter$`))]),
        ),
        orders: inbox.list.path,
        directions: Object.fromEntries(languages.map((each) => [each, directionOf(each)])),
      }
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
      const small = await minify('head-start.js', `(()=>{const named = ${JSON.stringify(named)};${code}})()`)
      const script = `<script>${small.code.trim()}</script>`
      // Before the stylesheet, because an inline script after it would wait for it.
      return html.replace('<script type="module"', (entry) => `${script}\n    ${entry}`)
    },
  },
})
